//! Pauses over HTTP and broker: what one says the other tells.

use serde_json::json;

use crate::house::House;

#[tokio::test]
async fn a_scheduled_pause_begins_over_the_broker_when_the_last_chat_ends() {
    let house = House::open().await;
    let (agent, mut link) = house.agent_at_work(0).await;
    let customer = house.customer("Marina").await;
    link.event("NewChatEvent").await;
    let path = format!("/api/pauses/chat/enter/agent/{}", agent.id);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    let reply = house.call("POST", &path, &agent.token, coffee).await;
    assert_eq!((reply.status, &reply.json()["agended"]), (200, &json!(true)), "{}", reply.body);
    let (_, status) = link.event("AgentStatusEvent").await;
    assert_eq!(status["channels"]["chat"]["status"], "in_attendance");
    let (_, status) = link.event("AgentStatusEvent").await;
    assert_eq!(status["channels"]["chat"]["scheduledPause"], "Café");
    let end = format!("/outside/api/chats/{}/end", customer.protocol);
    assert_eq!(house.call("POST", &end, &customer.secret, json!(null)).await.status, 200);
    let (_, paused) = link.event("ChatPauseEvent").await;
    assert_eq!((&paused["reason"], &paused["status"]), (&json!("Café"), &json!("paused")));
    let (_, told) = link.event("NotificationEvent").await;
    assert_eq!((&told["type"], &told["pauseName"]), (&json!("pause"), &json!("Café")));
    let path = format!("/api/pauses/chat/leave/agent/{}", agent.id);
    assert_eq!(house.call("POST", &path, &agent.token, json!(null)).await.json()["status"], "available");
    link.event("ChatUnpauseEvent").await;
}
