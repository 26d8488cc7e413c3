//! Tests of simulated customers from the agent's side.

use std::collections::BTreeSet;

use messenger::LineKind;
use serde_json::{Value, json};
use workspace_server::settings::Settings;
use workspace_server::simulation::Telephone;

use crate::test_server::{TestServer, settings};

#[tokio::test(start_paused = true)]
async fn a_simulated_customer_starts_a_chat_and_replies_to_the_agent() {
    let test_server = TestServer::open_with(Settings { simulated_customers: 1, ..settings() }).await;
    let (agent, mut link) = test_server.agent_at_work(0).await;
    let (_, arrival) = link.event("NewChatEvent").await;
    let protocol = arrival["job"]["protocol"].as_str().unwrap().to_owned();
    let mut said = Vec::new();
    for custom_id in ["AAAAAAAAA1", "AAAAAAAAA2"] {
        let send = json!({
            "protocol": protocol, "custom_id": custom_id, "agentId": agent.id, "org_unit_id": "1", "message": "Pois não?"
        });
        let reply = test_server.call("POST", "/api/chat/messages", &agent.token, send).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let text = loop {
            let (frame, event) = link.event("ChatMessageEvent").await;
            link.acknowledge(&frame).await;
            let message = &event["message"];
            if message["senderType"] == "customer" && !said.contains(&message["message"]) {
                break message["message"].clone();
            }
        };
        said.push(text);
    }
    assert_ne!(said[0], said[1]);
}

/// Demo accounts of WhatsApp and Instagram.
const ACCOUNTS: [(&str, LineKind); 2] =
    [("551140004000", LineKind::Whatsapp), ("17841400000000099", LineKind::Instagram)];
const CUSTOMERS: u16 = 4;

/// The messages and receipts that the agent received.
#[derive(Default)]
struct Seen {
    media: BTreeSet<String>,
    receipts: BTreeSet<String>,
    protocols: BTreeSet<String>,
}

/// Identifiers of all messages and files that the simulated customers sent so far, as their telephones store them.
async fn written(test_server: &TestServer) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for customer in 0..u64::from(CUSTOMERS) {
        for (account, kind) in ACCOUNTS {
            let Telephone { account, number, secret, .. } = Telephone::of(customer, account, kind);
            let path = format!("/outside/messenger/telephones/{account}/{number}/events");
            let reply = test_server.call("GET", &path, &secret, Value::Null).await;
            if reply.status == 404 {
                continue;
            }
            for entry in reply.json()["entries"].as_array().unwrap() {
                if entry["mine"] == true && entry["status"] != "waiting" {
                    ids.insert(entry["id"].as_str().unwrap().to_owned());
                }
            }
        }
    }
    ids
}

#[tokio::test(start_paused = true)]
async fn simulated_customers_write_every_kind_of_message_report_receipts_and_each_message_is_stored_once() {
    let test_server = TestServer::open_with(Settings { simulated_customers: CUSTOMERS, ..settings() }).await;
    let agent = test_server.sign_in(0).await;
    let mut link = test_server.link(&agent).await;
    link.subscribe(&agent, "client-individual").await;
    let connect = format!("/api/channels/whatsapp/connect/agent/{}", agent.id);
    assert_eq!(test_server.call("POST", &connect, &agent.token, Value::Null).await.status, 200);

    let mut seen = Seen::default();
    let mut expected = None;
    for answer in 0.. {
        let frame = link.frame().await;
        link.acknowledge(&frame).await;
        let event: Value = serde_json::from_slice(&frame.body).unwrap();
        let (protocol, media, id) = match event["event"].as_str().unwrap() {
            "WhatsAppStatusEvent" => {
                seen.receipts.insert(event["status"].as_str().unwrap().to_owned());
                continue;
            }
            "NewWhatsAppEvent" => {
                let last = &event["job"]["lastMessage"];
                let id = last["message_id"].as_str().unwrap().split('|').nth(1).unwrap();
                (&event["job"]["protocol"], &last["message_media_type"], id)
            }
            "WhatsAppMessageEvent" => {
                (&event["protocol"], &event["message_media_type"], event["apiMessageId"].as_str().unwrap())
            }
            _ => continue,
        };
        seen.protocols.insert(protocol.as_str().unwrap().to_owned());
        seen.media.insert(media.as_str().unwrap_or("text").to_owned());
        // Items are stored in order: when a later one is stored, every earlier one is too.
        if expected.as_ref().is_some_and(|expected: &BTreeSet<String>| !expected.contains(id)) {
            break;
        }
        let send = json!({
            "protocol": protocol, "custom_id": format!("A{answer:09}"), "agentId": agent.id, "org_unit_id": "1", "message": "Pois não?"
        });
        let reply = test_server.call("POST", "/api/whatsapp/messages", &agent.token, send).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let has_all =
            ["audio", "contact", "file", "image", "sticker", "text"].iter().all(|kind| seen.media.contains(*kind));
        if expected.is_none() && has_all && ["delivered", "read"].iter().all(|status| seen.receipts.contains(*status)) {
            expected = Some(written(&test_server).await);
        }
    }
    let mut stored = Vec::new();
    for protocol in &seen.protocols {
        let path = format!("/api/whatsapp/messages/{protocol}");
        let page = test_server.call("GET", &path, &agent.token, Value::Null).await.json();
        assert!(page["data"].as_array().unwrap().len() < 50, "one page has all messages");
        for message in page["data"].as_array().unwrap() {
            if message["senderType"] == "customer" {
                stored.push(message["message_id"].as_str().unwrap().split('|').nth(1).unwrap().to_owned());
            }
        }
    }
    let expected = expected.unwrap();
    assert!(expected.len() >= 6, "{expected:?}");
    for id in &expected {
        assert_eq!(stored.iter().filter(|stored| *stored == id).count(), 1, "{id} in {stored:?}");
    }
    assert_eq!(stored.iter().collect::<BTreeSet<_>>().len(), stored.len(), "{stored:?}");
}
