//! Simulated customers from the agent's side.

use serde_json::json;
use workspace_server::settings::Settings;

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
