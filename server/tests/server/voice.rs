//! Tests of calls through the whole server, with real telephones and sound: the Janus protocol, the domain and the
//! broker.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::stomp_client::StompClient;
use crate::test_server::{Agent, TestServer};
use voice_phone::Phone;

/// Number of the demo agent with extension 2001.
const ELISA: usize = 4;
/// A customer of the demo's operator who answers.
const ANSWERS: &str = "5511955550101";
const BUSY: &str = "5521955550102";
const RINGING_HZ: f64 = 425.0;

/// An agent with a registered telephone and voice connected.
pub struct Desk {
    pub test_server: TestServer,
    pub server: SocketAddr,
    agent: Agent,
    link: StompClient,
    pub phone: Phone,
}

impl Desk {
    pub async fn open() -> Self {
        Self::at(TestServer::open().await).await
    }

    /// At this server.
    pub async fn at(test_server: TestServer) -> Self {
        let server = test_server.running.address;
        let agent = test_server.sign_in(ELISA).await;
        let mut link = test_server.link(&agent).await;
        link.subscribe(&agent, "client-individual").await;
        let account = test_server.call("GET", "/api/webrtc", &agent.token, Value::Null).await.json();
        let nodes = test_server.call("GET", "/api/voice/get-nodes/301", &agent.token, Value::Null).await.json();
        assert_eq!(nodes["data"][0]["url"], json!(format!("ws://{server}/voice/ws")));
        let mut phone = Phone::open(server).await;
        let exten = account["exten"].as_str().unwrap().to_owned();
        phone.register(&exten, "wrong").await;
        phone.event("registration_failed").await;
        phone.register(&exten, account["secret"].as_str().unwrap()).await;
        phone.event("registered").await;
        let desk = Self { test_server, server, agent, link, phone };
        desk.post("/api/channels/voice/connect/agent/301", json!({ "exten": exten })).await;
        desk
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        let reply = self.test_server.call("POST", path, &self.agent.token, body).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        reply.json()
    }

    /// The next event with this name.
    pub async fn event(&mut self, name: &str) -> Value {
        self.link.event(name).await.1
    }

    /// A customer with a telephone for one call to the first voice queue.
    pub async fn customer(&self) -> (Phone, String) {
        let lines = self.test_server.get("/outside/api/lines").await.json();
        // The demo confirms the number in the role of the operator's site.
        let signed = self.test_server.call("POST", "/outside/api/signatures", "", json!({ "phone": ANSWERS })).await;
        assert_eq!(signed.status, 200, "{}", signed.body);
        let mut body = signed.json();
        body["name"] = json!("Helena");
        body["queue"] = lines["data"][0]["id"].clone();
        let reply = self.test_server.call("POST", "/outside/api/calls", "", body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let account = reply.json();
        assert_eq!(account["url"], "/voice/ws");
        let mut phone = Phone::open(self.server).await;
        phone.register(account["extension"].as_str().unwrap(), account["secret"].as_str().unwrap()).await;
        phone.event("registered").await;
        (phone, account["number"].as_str().unwrap().to_owned())
    }

    async fn dial(&self, number: &str) -> Value {
        self.post("/api/job/voice/active-job", json!({ "agentId": "301", "channel": "voice", "phone": number })).await
    }
}

/// Spec session §4: a customer waits with music, the agent accepts, both talk, the customer hangs up.
#[tokio::test(flavor = "multi_thread")]
async fn a_customer_calls_a_queue_and_talks_with_the_agent() {
    let mut desk = Desk::open().await;
    let (mut customer, queue) = desk.customer().await;
    customer.dial(&queue).await;
    customer.take_answer("accepted").await;
    let request = desk.event("AckCallRequestEvent").await;
    assert_eq!((&request["phoneNumber"], &request["name"]), (&json!(ANSWERS), &json!("Helena Duarte")));
    customer.browser.connected().await;
    customer.browser.hears_other_than(RINGING_HZ).await;
    customer.browser.send_tone(Some(500.0));
    desk.phone.browser.send_tone(Some(900.0));
    desk.phone.accept().await;
    let arrived = desk.event("NewVoiceJobEvent").await;
    assert_eq!((&arrived["job"]["callType"], &arrived["job"]["agentId"]), (&json!("QUEUE"), &json!("301")));
    tokio::join!(customer.browser.hears_tone(900.0), desk.phone.browser.hears_tone(500.0));
    customer.simple("hangup").await;
    assert_eq!(desk.phone.hangup_code().await, 200);
    let ended = desk.event("HangupEvent").await;
    assert_eq!((&ended["protocol"], &ended["requestSource"]), (&arrived["job"]["protocol"], &json!("CLIENT")));
    let jobs = desk.test_server.call("GET", "/api/agents/301/jobs/active", &desk.agent.token, Value::Null).await.json();
    assert_eq!(jobs["data"]["voiceClosed"][0]["protocol"], arrived["job"]["protocol"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn when_a_customer_hangs_up_before_the_answer_the_agent_gets_a_lost_call() {
    let mut desk = Desk::open().await;
    let (mut customer, queue) = desk.customer().await;
    customer.dial(&queue).await;
    customer.take_answer("accepted").await;
    desk.phone.event("incomingcall").await;
    customer.simple("hangup").await;
    assert_eq!(desk.phone.event("hangup").await["plugindata"]["data"]["result"]["event"], "hangup");
    let lost = desk.event("HangupEvent").await;
    assert_eq!((&lost["protocol"], &lost["phone"]), (&json!(""), &json!(ANSWERS)));
}

/// With a copied secret another person could answer and make calls as the agent.
#[tokio::test(flavor = "multi_thread")]
async fn after_the_log_off_the_telephone_is_unregistered_and_its_secret_is_refused() {
    let mut desk = Desk::open().await;
    let account = desk.test_server.call("GET", "/api/webrtc", &desk.agent.token, Value::Null).await.json();
    let (exten, secret) = (account["exten"].as_str().unwrap(), account["secret"].as_str().unwrap());
    let mut copied = Phone::open(desk.server).await;
    copied.register(exten, secret).await;
    copied.event("registered").await;
    desk.post("/api/auth/logoff", json!({})).await;
    desk.phone.event("unregistered").await;
    copied.event("unregistered").await;
    copied.register(exten, secret).await;
    copied.event("registration_failed").await;
}

/// Calls to an external number are possible only if the centre began them.
#[tokio::test(flavor = "multi_thread")]
async fn an_agents_telephone_cannot_call_a_number_by_itself() {
    let mut desk = Desk::open().await;
    desk.phone.dial(ANSWERS).await;
    assert_eq!(desk.phone.hangup_code().await, 404);
}

/// VOI-065: the agent's telephone is called first; then the agent hears the ring-back tone and the customer.
#[tokio::test(flavor = "multi_thread")]
async fn an_agent_dials_a_customer_who_answers() {
    let mut desk = Desk::open().await;
    let dialled = desk.dial(ANSWERS).await;
    desk.phone.accept().await;
    desk.phone.browser.hears_tone(RINGING_HZ).await;
    let status = desk.event("ManualCallStatusEvent").await;
    assert_eq!((&status["status"], &status["protocol"]), (&json!("ANSWER"), &dialled["protocol"]));
    desk.phone.browser.hears_other_than(RINGING_HZ).await;
    let body = json!({ "agentId": "301", "channel": "voice", "protocol": dialled["protocol"], "uniqueId": "" });
    desk.post("/api/voice/hang-up", body).await;
    assert_eq!(desk.phone.hangup_code().await, 200);
    assert_eq!(desk.event("HangupEvent").await["requestSource"], "AGENT");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_dials_a_busy_number() {
    let mut desk = Desk::open().await;
    desk.dial(BUSY).await;
    desk.phone.accept().await;
    let status = desk.event("ManualCallStatusEvent").await;
    assert_eq!((&status["status"], &status["sipCause"]), (&json!("BUSY"), &json!(486)));
    assert_eq!(desk.phone.hangup_code().await, 486);
    desk.event("HangupEvent").await;
}

/// RTC-024: the same protocol over HTTP requests and long poll.
#[tokio::test]
async fn a_voice_session_is_created_and_kept_alive_over_http() {
    let test_server = TestServer::open().await;
    let post = async |path: String, janus: &str| {
        let frame = json!({ "janus": janus, "transaction": "t" });
        test_server.call("POST", &path, "", frame).await.json()
    };
    let session = post("/voice/janus".to_owned(), "create").await["data"]["id"].as_u64().unwrap();
    assert_eq!(post(format!("/voice/janus/{session}"), "keepalive").await["janus"], "ack");
    assert_eq!(post(format!("/voice/janus/{session}/1"), "hangup").await["janus"], "error");
}

/// A voice channel is available only if the agent can be called, so it ends with the registration.
#[tokio::test(flavor = "multi_thread")]
async fn the_voice_channel_is_disconnected_when_the_registration_ends() {
    let mut desk = Desk::open().await;
    desk.event("VoiceLoginEvent").await;
    desk.phone.simple("unregister").await;
    assert_eq!(desk.event("VoiceLogoffEvent").await["channel"], "voice");
}
