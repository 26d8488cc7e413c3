//! Tests of the supervision of calls through the whole server, with real telephones and sound.

use serde_json::{Value, json};

use crate::stomp_client::StompClient;
use crate::test_server::Agent;
use crate::voice::Desk;
use voice_phone::Phone;

/// The demo's supervisor.
const CARLA: usize = 2;
const CUSTOMER_HZ: f64 = 500.0;
const AGENT_HZ: f64 = 900.0;

/// Elisa talks with a customer, and Carla's hidden telephone is registered.
struct Scene {
    desk: Desk,
    customer: Phone,
    carla: Agent,
    link: StompClient,
    hidden: Phone,
    id: String,
}

impl Scene {
    async fn open() -> Self {
        let mut desk = Desk::open().await;
        let (mut customer, queue) = desk.customer().await;
        customer.dial(&queue).await;
        customer.take_answer("accepted").await;
        desk.event("AckCallRequestEvent").await;
        customer.browser.connected().await;
        customer.browser.send_tone(Some(CUSTOMER_HZ));
        desk.phone.browser.send_tone(Some(AGENT_HZ));
        desk.phone.accept().await;
        desk.event("NewVoiceJobEvent").await;
        customer.browser.hears_tone(AGENT_HZ).await;

        let carla = desk.test_server.sign_in(CARLA).await;
        let mut link = desk.test_server.link(&carla).await;
        link.subscribe(&carla, "client-individual").await;
        let request = json!({ "agentId": "301" });
        let reply = desk.test_server.call("POST", "/api/call-supervision", &carla.token, request).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let reply = reply.json();
        let id = reply["supervision"]["id"].as_str().unwrap().to_owned();
        let mut hidden = Phone::open(desk.server).await;
        let account = &reply["webRtc"];
        hidden.register(account["exten"].as_str().unwrap(), account["secret"].as_str().unwrap()).await;
        hidden.event("registered").await;
        Self { desk, customer, carla, link, hidden, id }
    }

    async fn call(&self, method: &str, body: Value) {
        let path = format!("/api/call-supervision/{}", self.id);
        let reply = self.desk.test_server.call(method, &path, &self.carla.token, body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
    }

    async fn event(&mut self) -> Value {
        self.link.event("CallSupervisionEvent").await.1
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bey_136_a_supervisor_listens_and_leaves_and_the_call_continues() {
    let mut scene = Scene::open().await;
    scene.hidden.accept().await;
    let joined = scene.event().await;
    assert_eq!((&joined["status"], &joined["mode"]), (&json!("active"), &json!("listen")));
    scene.desk.phone.browser.send_tone(None);
    scene.hidden.browser.hears_tone(CUSTOMER_HZ).await;
    scene.customer.browser.send_tone(None);
    scene.desk.phone.browser.send_tone(Some(AGENT_HZ));
    scene.hidden.browser.hears_tone(AGENT_HZ).await;
    let told = scene.desk.event("CallUpdateEvent").await;
    assert_eq!(told["supervisors"], json!([{ "name": "Carla Dias", "mode": "listen" }]));
    scene.call("PUT", json!({ "mode": "barge" })).await;
    assert_eq!(scene.event().await["mode"], "barge");
    scene.desk.phone.browser.send_tone(None);
    scene.hidden.browser.send_tone(Some(1_300.0));
    scene.customer.browser.hears_tone(1_300.0).await;
    scene.call("DELETE", Value::Null).await;
    assert_eq!(scene.hidden.hangup_code().await, 200);
    assert_eq!(scene.event().await["end"], "bySupervisor");
    scene.desk.phone.browser.send_tone(Some(AGENT_HZ));
    scene.customer.browser.hears_tone(AGENT_HZ).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bey_136_when_a_hidden_telephone_declines_the_supervision_ends_and_the_telephone_is_unregistered() {
    let mut scene = Scene::open().await;
    scene.hidden.event("incomingcall").await;
    scene.hidden.ask(json!({ "request": "decline", "code": 603 }), None).await;
    assert_eq!(scene.event().await["end"], "connectionLost");
    scene.hidden.event("unregistered").await;
    scene.customer.browser.hears_tone(AGENT_HZ).await;
}
