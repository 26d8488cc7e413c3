//! Tests that texts of users are returned unchanged, byte for byte: through REST, the database, the customer's stream
//! and the agent's queue.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

use crate::http_client::request;
use crate::stomp_client::StompClient;
use crate::test_server::{Agent, Customer, TestServer};

/// The corpus of texts, which the browser tests use too.
fn hostile_texts() -> BTreeMap<String, String> {
    serde_json::from_str(include_str!("../../../tests-e2e/hostile-texts.json")).unwrap()
}

/// Texts of any characters, of characters with a meaning to parsers, and of cut and joined texts of the corpus.
fn any_text() -> impl Strategy<Value = String> {
    let corpus: Vec<String> = hostile_texts().into_values().collect();
    let signs = prop::sample::select(vec![
        '\0',
        '\u{1}',
        '\u{7f}',
        '\r',
        '\n',
        '\t',
        ' ',
        ':',
        '\\',
        '"',
        '\'',
        '/',
        '<',
        '>',
        '&',
        '{',
        '}',
        '$',
        '%',
        '\u{85}',
        '\u{200b}',
        '\u{200d}',
        '\u{202e}',
        '\u{2028}',
        '\u{2067}',
        '\u{feff}',
        '\u{fffd}',
        '\u{ffff}',
        '\u{e000}',
        '\u{10ffff}',
        '\u{1f600}',
        '\u{351}',
        'á',
    ]);
    let text = prop_oneof![
        any::<String>(),
        prop::collection::vec(signs, 1..200).prop_map(String::from_iter),
        prop::collection::vec(prop::sample::select(corpus), 1..4).prop_map(|parts| parts.concat()),
    ];
    text.prop_filter("a message is not blank", |text| !text.trim().is_empty())
}

struct Conversation {
    test_server: TestServer,
    agent: Agent,
    link: StompClient,
    customer: Customer,
    sent: u32,
}

impl Conversation {
    async fn begin() -> Self {
        let test_server = TestServer::open().await;
        let (agent, mut link) = test_server.agent_at_work(0).await;
        let customer = test_server.customer("Marina").await;
        link.event("NewChatEvent").await;
        Self { test_server, agent, link, customer, sent: 0 }
    }

    fn next_id(&mut self) -> String {
        self.sent += 1;
        format!("T{:09}", self.sent)
    }

    async fn read(&self, path: &str, bearer: &str) -> Vec<Value> {
        let reply = self.test_server.call("GET", path, bearer, json!(null)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["data"].as_array().unwrap().clone()
    }

    /// The text of one message in the agent's thread and on the customer's page.
    async fn as_kept(&self, custom_id: &str) -> (Option<String>, Option<String>) {
        let text_of = |message: &Value| {
            (message["custom_id"] == custom_id).then(|| message["message"].as_str().unwrap().to_owned())
        };
        let path = |after: u32| format!("/api/job/{}/messages?after={after}", self.customer.protocol);
        // The first message of a chat is the system message of its start.
        let thread = self.read(&path(self.sent.saturating_sub(1)), &self.agent.token).await;
        let events = self
            .read(
                &format!("/outside/api/chats/{}/events?after={}", self.customer.protocol, self.sent.saturating_sub(1)),
                &self.customer.secret,
            )
            .await;
        // Customers do not get the identifiers of agents' messages, so the last message is taken.
        let last = events.iter().filter_map(|event| event.get("message")).next_back();
        (thread.iter().find_map(text_of), last.map(|message| message["text"].as_str().unwrap().to_owned()))
    }

    async fn customer_writes(&mut self, text: &str) {
        let id = self.next_id();
        let reply = self.test_server.customer_says(&self.customer, &id, text).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert_eq!(self.as_kept(&id).await, (Some(text.to_owned()), Some(text.to_owned())));
        let (frame, event) = self.link.event("ChatMessageEvent").await;
        self.link.acknowledge(&frame).await;
        assert_eq!(find_text(&event), Some(text), "{event}");
    }

    async fn agent_writes(&mut self, text: &str) {
        let id = self.next_id();
        let body = json!({
            "protocol": self.customer.protocol, "custom_id": id, "agentId": self.agent.id, "org_unit_id": "1", "message": text,
        });
        let reply = self.test_server.call("POST", "/api/chat/messages", &self.agent.token, body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert_eq!(self.as_kept(&id).await, (Some(text.to_owned()), Some(text.to_owned())));
        let (frame, event) = self.link.event("ChatMessageEvent").await;
        self.link.acknowledge(&frame).await;
        assert_eq!(find_text(&event), Some(text), "{event}");
    }
}

/// The text of a message in any event.
fn find_text(event: &Value) -> Option<&str> {
    match event {
        Value::Object(fields) => {
            fields.get("message").and_then(Value::as_str).or_else(|| fields.values().find_map(find_text))
        }
        _ => None,
    }
}

#[tokio::test]
async fn every_text_of_the_corpus_reaches_agent_and_customer_unchanged() {
    let mut conversation = Conversation::begin().await;
    let texts = hostile_texts();
    assert!(texts.len() > 20);
    for text in texts.values() {
        conversation.customer_writes(text).await;
        conversation.agent_writes(text).await;
    }
}

#[test]
fn any_text_reaches_agent_and_customer_unchanged() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let conversation = std::cell::RefCell::new(runtime.block_on(Conversation::begin()));
    let mut runner = TestRunner::new(Config { cases: 96, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&any_text(), |text| {
        let mut conversation = conversation.borrow_mut();
        runtime.block_on(async {
            conversation.customer_writes(&text).await;
            conversation.agent_writes(&text).await;
        });
        Ok(())
    });
    assert_eq!(outcome, Ok(()));
}

#[tokio::test]
async fn a_text_written_with_json_escapes_is_stored_as_the_same_text() {
    let mut conversation = Conversation::begin().await;
    for text in hostile_texts().values() {
        let id = conversation.next_id();
        let escaped: String = text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        let body = format!(r#"{{"custom_id":"{id}","text":"{escaped}"}}"#);
        let path = format!("/outside/api/chats/{}/messages", conversation.customer.protocol);
        let bearer = format!("Bearer {}", conversation.customer.secret);
        let reply =
            request(&conversation.test_server.host(), "POST", &path, &[("authorization", &bearer)], &body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert_eq!(conversation.as_kept(&id).await, (Some(text.clone()), Some(text.clone())));
    }
}

#[tokio::test]
async fn a_text_of_invalid_utf8_is_refused_without_changes() {
    let mut conversation = Conversation::begin().await;
    for half in [r"\ud83d", r"\ude00", r"a\ud83db", r"\ude00\ud83d"] {
        let id = conversation.next_id();
        let body = format!(r#"{{"custom_id":"{id}","text":"{half}"}}"#);
        let path = format!("/outside/api/chats/{}/messages", conversation.customer.protocol);
        let bearer = format!("Bearer {}", conversation.customer.secret);
        let reply =
            request(&conversation.test_server.host(), "POST", &path, &[("authorization", &bearer)], &body).await;
        assert_eq!((reply.status, reply.json()["reason"].as_str()), (400, Some("MALFORMED_JSON")), "{half}");
        assert_eq!(
            conversation
                .read(&format!("/api/job/{}/messages", conversation.customer.protocol), &conversation.agent.token)
                .await
                .len(),
            1
        );
    }
}

#[tokio::test]
async fn names_of_customers_and_contacts_are_returned_unchanged() {
    let test_server = TestServer::open().await;
    let agent = test_server.sign_in(0).await;
    for (number, text) in hostile_texts().values().enumerate() {
        let identifier = format!("hostil-{number}@exemplo.com.br");
        let fullname: String = text.trim().chars().take(200).collect();
        let save = json!({
            "contact": { "contact_identifier": identifier, "fullname": fullname, "email": text.trim() }, "agent": agent.id,
        });
        let created = test_server.call("POST", "/api/contacts", &agent.token, save).await;
        assert_eq!(
            (created.status, created.json()["fullname"].as_str()),
            (200, Some(fullname.trim())),
            "{}",
            created.body
        );
        let found =
            test_server.call("GET", &format!("/api/contacts/{identifier}"), &agent.token, json!(null)).await.json();
        assert_eq!(found["data"][0]["fullname"].as_str(), Some(fullname.trim()), "{found}");
        assert_eq!(found["data"][0]["email"].as_str(), Some(text.trim()), "{found}");
    }
}

/// Text that could be markup is never in a header, and every response with it has a non-HTML type.
#[tokio::test]
async fn bey_101_no_response_with_user_text_can_be_rendered_as_a_page() {
    let mut conversation = Conversation::begin().await;
    let texts = hostile_texts();
    for text in texts.values() {
        conversation.customer_writes(text).await;
    }
    let host = conversation.test_server.host();
    let job = conversation.customer.protocol.clone();
    let (token, secret) = (conversation.agent.token.clone(), conversation.customer.secret.clone());
    let mut calls = vec![
        ("/api/agents/101/jobs/active".to_owned(), token.clone()),
        (format!("/api/job/{job}/messages"), token.clone()),
        (format!("/outside/api/chats/{job}/events"), secret),
    ];
    for text in texts.values() {
        let named: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        for place in ["/api/", "/api/contacts/", "/outside/", "/outside/api/chats/", "/new-agent/assets/", "/"] {
            calls.push((format!("{place}{named}"), token.clone()));
        }
    }
    for (path, bearer) in calls {
        let reply = request(&host, "GET", &path, &[("authorization", &format!("Bearer {bearer}"))], "").await;
        let kind = reply.header("content-type").unwrap_or_default();
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        for (name, value) in &reply.headers {
            assert!(!value.contains(['<', '>']), "{path}: {name}: {value}");
        }
        assert!(
            kind.starts_with("application/json") || !reply.body.contains("window.ran"),
            "{path}: {kind}: {}",
            reply.body
        );
    }
}
