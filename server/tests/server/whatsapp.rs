//! Tests of WhatsApp and Instagram through the whole server: a telephone of the simulated messenger, the provider's code,
//! the domain and the agent's broker link.

use rstest::rstest;
use serde_json::{Value, json};

use crate::http_client::{Reply, request};
use crate::stomp_client::StompClient;
use crate::test_server::{Agent, TestServer};

const SECRET: &str = "0123456789abcdef0123456789abcdef";
/// Demo account of the WhatsApp queue.
const SALES: &str = "551140004000";
const INSTAGRAM: &str = "17841400000000099";
const HELENA: &str = "5511955550101";

/// A PNG of one pixel.
pub const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1f, 0x15, 0xc4, 0x89, 0x00, 0x00, 0x00, 0x0d, 0x49,
    0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0xf0, 0x1f, 0x00, 0x05, 0x00, 0x01, 0xff, 0x89, 0x99, 0x3d,
    0x1d, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

/// An agent with WhatsApp connected, and a customer's telephone.
struct Desk {
    test_server: TestServer,
    agent: Agent,
    link: StompClient,
    account: &'static str,
    number: &'static str,
}

impl Desk {
    async fn open() -> Self {
        Self::with(SALES, HELENA).await
    }

    async fn with(account: &'static str, number: &'static str) -> Self {
        let test_server = TestServer::open().await;
        let agent = test_server.sign_in(0).await;
        let mut link = test_server.link(&agent).await;
        link.subscribe(&agent, "client-individual").await;
        let desk = Self { test_server, agent, link, account, number };
        desk.post(&format!("/api/channels/whatsapp/connect/agent/{}", desk.agent.id), Value::Null).await;
        let opened = json!({ "account": account, "number": number, "name": "Helena", "secret": SECRET });
        let json = [("content-type", "application/json")];
        let host = desk.test_server.host();
        let reply = request(&host, "POST", "/outside/messenger/telephones", &json, &opened.to_string()).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        desk
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let reply = self.try_post(path, body).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        reply.json()
    }

    async fn try_post(&self, path: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {}", self.agent.token);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        request(&self.test_server.host(), "POST", path, &[("authorization", &bearer)], &body).await
    }

    /// A request of the telephone.
    async fn telephone(&self, method: &str, call: &str, body: Value) -> Value {
        let path = format!("/outside/messenger/telephones/{}/{}/{call}", self.account, self.number);
        let bearer = format!("Bearer {SECRET}");
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        let reply = request(&self.test_server.host(), method, &path, &headers, &body.to_string()).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        reply.json()
    }

    async fn writes(&self, custom_id: &str, text: &str) {
        self.telephone("POST", "messages", json!({ "customId": custom_id, "text": text })).await;
    }

    /// The next event with this name.
    async fn event(&mut self, name: &str) -> Value {
        self.link.event(name).await.1
    }

    /// The next reported state of a message after "sent", which may come first.
    async fn status(&mut self) -> Value {
        loop {
            let status = self.event("WhatsAppStatusEvent").await;
            if status["status"] != json!("sent") {
                return status;
            }
        }
    }

    async fn sends(&self, protocol: &Value, custom_id: &str, text: &str) -> Reply {
        let body = json!({
            "protocol": protocol, "custom_id": custom_id, "agentId": self.agent.id, "org_unit_id": "1", "message": text,
        });
        self.try_post("/api/whatsapp/messages", body).await
    }

    /// The customer writes and the agent gets the attendance.
    async fn attendance(&mut self) -> Value {
        self.writes("a", "Bom dia").await;
        self.event("NewWhatsAppEvent").await["job"]["protocol"].clone()
    }
}

#[rstest]
#[case::whatsapp(SALES, HELENA, "whatsapp")]
#[case::instagram(INSTAGRAM, "helena.duarte", "instagram")]
#[tokio::test(flavor = "multi_thread")]
async fn a_customer_writes_by_the_messenger_and_the_agent_answers(
    #[case] account: &'static str,
    #[case] number: &'static str,
    #[case] meta_type: &str,
) {
    let mut desk = Desk::with(account, number).await;
    desk.writes("a", "Bom dia").await;
    let job = desk.event("NewWhatsAppEvent").await["job"].clone();
    assert_eq!((&job["channel"], &job["metaType"]), (&json!("whatsapp"), &json!(meta_type)));
    assert_eq!((&job["contactIdentifier"], &job["from"]), (&json!(number), &json!("Helena")));
    assert_eq!(job["lastMessage"]["message"], json!("Bom dia"));

    desk.writes("b", "Alguém?").await;
    let message = desk.event("WhatsAppMessageEvent").await;
    assert_eq!(message["message"], json!("{\"text\":\"Alguém?\"}"));

    let sent = desk.sends(&job["protocol"], "ABCDEFGH01", "Bom dia, Helena").await;
    assert_eq!(sent.status, 200, "{}", sent.body);
    assert_eq!(desk.status().await["status"], json!("delivered"));
    desk.telephone("POST", "seen", json!({})).await;
    let read = desk.status().await;
    assert_eq!((&read["status"], &read["customId"]), (&json!("read"), &json!("ABCDEFGH01")));

    let telephone = desk.telephone("GET", "events", Value::Null).await;
    let texts: Vec<&str> =
        telephone["entries"].as_array().unwrap().iter().filter_map(|entry| entry["content"]["text"].as_str()).collect();
    assert_eq!(texts, ["Bom dia", "Alguém?", "Bom dia, Helena"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_of_the_customer_can_be_opened_by_its_signed_address() {
    let mut desk = Desk::open().await;
    let protocol = desk.attendance().await;
    let id = desk.upload("image", "foto.png", "image/png", PIXEL).await;
    desk.telephone("POST", "messages", json!({ "customId": "b", "text": "Segue", "mediaId": id })).await;
    let message = desk.event("WhatsAppMessageEvent").await;
    assert_eq!((&message["protocol"], &message["message_caption"]), (&protocol, &json!("Segue")));
    assert_eq!(message["message_attachment_url"], "", "the message does not wait for its file");
    let arrived = desk.event("WhatsAppFileEvent").await;
    assert_eq!((&arrived["threadSeq"], &arrived["fileState"]), (&message["threadSeq"], &Value::Null));
    assert_eq!((&arrived["message_media_type"], &arrived["filemime"]), (&json!("image"), &json!("image/png")));
    let address = arrived["message_attachment_url"].as_str().unwrap();
    let file = desk.test_server.get(address).await;
    assert_eq!((file.status, file.header("content-type")), (200, Some("image/png")));
    assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(file.header("content-length"), Some(PIXEL.len().to_string().as_str()));
    let (path, query) = address.split_once('?').unwrap();
    assert_eq!(desk.test_server.get(path).await.status, 404, "without a signature");
    let other = query.replace("signature=", "signature=0");
    assert_eq!(desk.test_server.get(&format!("{path}?{other}")).await.status, 404, "with another signature");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_with_the_file_name_of_a_picture_is_not_stored() {
    let mut desk = Desk::open().await;
    desk.attendance().await;
    let id =
        desk.upload("image", "foto.jpg", "image/jpeg", b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0 a program").await;
    desk.telephone("POST", "messages", json!({ "customId": "b", "text": "Segue", "mediaId": id })).await;
    let message = desk.event("WhatsAppMessageEvent").await;
    assert_eq!((&message["message_caption"], &message["message_attachment_url"]), (&json!("Segue"), &json!("")));
    let refused = desk.event("WhatsAppFileEvent").await;
    assert_eq!((&refused["fileState"], &refused["message_attachment_url"]), (&json!("notAllowed"), &json!("")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_to_a_customer_who_blocked_the_company_gets_an_error() {
    let mut desk = Desk::open().await;
    let protocol = desk.attendance().await;
    let blocked = json!({ "receipts": true, "offline": false, "blocked": true });
    desk.telephone("POST", "settings", blocked).await;
    assert_eq!(desk.sends(&protocol, "ABCDEFGH01", "Olá").await.status, 200);
    let status = desk.status().await;
    assert_eq!((&status["status"], &status["reason"]), (&json!("error"), &json!("RECIPIENT_BLOCKED")));
}

#[tokio::test(flavor = "multi_thread")]
async fn free_text_is_refused_in_an_aged_conversation() {
    let mut desk = Desk::open().await;
    let protocol = desk.attendance().await;
    desk.telephone("POST", "age", json!({ "seconds": 86_400 })).await;
    let changed = desk.event("NewWhatsAppEvent").await["job"].clone();
    assert_eq!((&changed["protocol"], &changed["startConversation"]), (&protocol, &json!(true)));
    let refused = desk.sends(&protocol, "ABCDEFGH01", "Olá").await;
    assert_eq!((refused.status, &refused.json()["cause"]), (409, &json!("windowClosed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_of_the_agent_is_shown_on_the_telephone() {
    let mut desk = Desk::open().await;
    let protocol = desk.attendance().await;
    let kept = desk.upload_as_agent(&protocol, "foto.png", "image/png", PIXEL).await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    let kept = kept.json();
    assert_eq!((&kept["message_media_type"], &kept["fileSize"]), (&json!("image"), &json!(PIXEL.len())));
    let body = json!({
        "protocol": protocol, "custom_id": "ABCDEFGH01", "agentId": desk.agent.id, "org_unit_id": "1",
        "message": "Segue", "mediaId": kept["id"],
    });
    desk.post("/api/whatsapp/messages", body).await;
    assert_eq!(desk.status().await["status"], json!("delivered"));
    let telephone = desk.telephone("GET", "events", Value::Null).await;
    let content = &telephone["entries"].as_array().unwrap().last().unwrap()["content"];
    assert_eq!((&content["medium"], &content["caption"]), (&json!("image"), &json!("Segue")));
    let path = format!(
        "/outside/messenger/telephones/{}/{}/files/{}",
        desk.account,
        desk.number,
        content["address"].as_str().unwrap()
    );
    let bearer = format!("Bearer {SECRET}");
    let file = request(&desk.test_server.host(), "GET", &path, &[("authorization", &bearer)], "").await;
    assert_eq!((file.status, file.header("content-length")), (200, Some(PIXEL.len().to_string().as_str())));
}

#[rstest]
#[case::a_program(b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0", 415)]
#[case::an_empty_file(b"", 422)]
#[case::a_too_large_file(&[0x20; 5 * 1024 * 1024 + 1], 413)]
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_an_agent_must_not_send_is_refused(#[case] bytes: &'static [u8], #[case] status: u16) {
    let mut desk = Desk::open().await;
    let protocol = desk.attendance().await;
    let refused = desk.upload_as_agent(&protocol, "foto.jpg", "image/jpeg", bytes).await;
    assert_eq!(refused.status, status, "{}", refused.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn uploading_a_file_needs_a_token_and_the_callers_own_attendance() {
    let mut desk = Desk::open().await;
    let protocol = desk.attendance().await;
    let own = std::mem::replace(&mut desk.agent.token, "guess".to_owned());
    assert_eq!(desk.upload_as_agent(&protocol, "foto.png", "image/png", PIXEL).await.status, 401);
    desk.agent.token = desk.test_server.sign_in(1).await.token;
    assert_eq!(desk.upload_as_agent(&protocol, "foto.png", "image/png", PIXEL).await.status, 403);
    desk.agent.token = own;
    assert_eq!(desk.upload_as_agent(&json!("none"), "foto.png", "image/png", PIXEL).await.status, 409);
}

#[rstest]
#[case::unknown_provider("/webhooks/telegram/1", 404)]
#[case::provider_that_is_not_configured("/webhooks/meta/1", 404)]
#[case::simulated_provider_without_webhook("/webhooks/simulated/1", 404)]
#[tokio::test]
async fn a_webhook_without_a_configured_provider_is_unknown(#[case] path: &str, #[case] status: u16) {
    let test_server = TestServer::open().await;
    assert_eq!(request(&test_server.host(), "POST", path, &[], "{}").await.status, status);
}

impl Desk {
    async fn upload_as_agent(&self, protocol: &Value, name: &str, mime: &str, bytes: &[u8]) -> Reply {
        let path = format!("/api/whatsapp/media?protocol={}&name={name}", protocol.as_str().unwrap());
        let bearer = format!("Bearer {}", self.agent.token);
        let headers = [("authorization", bearer.as_str()), ("content-type", mime)];
        crate::http_client::request_bytes(&self.test_server.host(), "POST", &path, &headers, bytes).await
    }

    async fn upload(&self, kind: &str, name: &str, mime: &str, bytes: &[u8]) -> Value {
        let path =
            format!("/outside/messenger/telephones/{}/{}/files?kind={kind}&name={name}", self.account, self.number);
        let bearer = format!("Bearer {SECRET}");
        let headers = [("authorization", bearer.as_str()), ("content-type", mime)];
        let reply = crate::http_client::request_bytes(&self.test_server.host(), "POST", &path, &headers, bytes).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["id"].clone()
    }
}
