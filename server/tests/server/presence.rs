//! Tests of pauses, absence and sessions over HTTP and broker.

use serde_json::json;

use crate::test_server::TestServer;

#[tokio::test]
async fn a_scheduled_pause_begins_with_an_event_of_the_broker_when_the_last_chat_ends() {
    let test_server = TestServer::open().await;
    let (agent, mut link) = test_server.agent_at_work(0).await;
    let customer = test_server.customer("Marina").await;
    link.event("NewChatEvent").await;
    let path = format!("/api/pauses/chat/enter/agent/{}", agent.id);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    let reply = test_server.call("POST", &path, &agent.token, coffee).await;
    assert_eq!((reply.status, &reply.json()["agended"]), (200, &json!(true)), "{}", reply.body);
    let (_, status) = link.event("AgentStatusEvent").await;
    assert_eq!(status["channels"]["chat"]["status"], "in_attendance");
    let (_, status) = link.event("AgentStatusEvent").await;
    assert_eq!(status["channels"]["chat"]["scheduledPause"], "Café");
    let end = format!("/outside/api/chats/{}/end", customer.protocol);
    assert_eq!(test_server.call("POST", &end, &customer.secret, json!(null)).await.status, 200);
    let (_, paused) = link.event("ChatPauseEvent").await;
    assert_eq!((&paused["reason"], &paused["status"]), (&json!("Café"), &json!("paused")));
    let (_, told) = link.event("NotificationEvent").await;
    assert_eq!((&told["type"], &told["pauseName"]), (&json!("pause"), &json!("Café")));
    let path = format!("/api/pauses/chat/leave/agent/{}", agent.id);
    assert_eq!(test_server.call("POST", &path, &agent.token, json!(null)).await.json()["status"], "available");
    link.event("ChatUnpauseEvent").await;
}

/// Carla supervises Ana and Bruno.
const SUPERVISOR: usize = 2;

#[tokio::test]
async fn the_board_is_updated_by_events_and_the_agent_gets_the_event_of_absent_mode() {
    let test_server = TestServer::open().await;
    let carla = test_server.sign_in(SUPERVISOR).await;
    let mut board = test_server.link(&carla).await;
    board.subscribe(&carla, "client-individual").await;
    let (ana, mut link) = test_server.agent_at_work(0).await;
    loop {
        let (frame, told) = board.event("AgentBoardEvent").await;
        board.acknowledge(&frame).await;
        if told["agent"]["channels"]["chat"]["status"] == "available" {
            assert_eq!(told["agent"]["agentId"], json!(ana.id));
            break;
        }
    }
    let path = format!("/api/agents/{}/set-absent-mode", ana.id);
    assert_eq!(test_server.call("PUT", &path, &ana.token, json!(null)).await.status, 403);
    assert_eq!(test_server.call("PUT", &path, &carla.token, json!(null)).await.status, 200);
    let (_, absent) = link.event("AgentAbsentEvent").await;
    assert_eq!(absent["agentAbsentEnabled"], true);
    let (_, told) = board.event("AgentBoardEvent").await;
    assert_eq!(told["agent"]["agentAbsentEnabled"], true);
}

#[tokio::test]
async fn when_a_supervisor_ends_a_session_its_link_gets_the_reason() {
    let test_server = TestServer::open().await;
    let carla = test_server.sign_in(SUPERVISOR).await;
    let (ana, mut link) = test_server.agent_at_work(0).await;
    link.event("ChatLoginEvent").await;
    let path = format!("/api/agents/{}/force-disconnect", ana.id);
    assert_eq!(test_server.call("POST", &path, &carla.token, json!(null)).await.status, 200);
    let mut last = link.frame().await;
    let mut told = json!(null);
    while last.command.as_str() == "MESSAGE" {
        told = serde_json::from_slice(&last.body).unwrap();
        last = link.frame().await;
    }
    assert_eq!((&told["event"], &told["reason"]), (&json!("ForcedDisconnectEvent"), &json!("supervisor")));
    assert_eq!(last.header("message"), Some("the session has ended"));
    let refused = test_server.call("GET", &format!("/api/agents/{}", ana.id), &ana.token, json!(null)).await;
    assert_eq!((refused.status, &refused.json()["cause"]), (401, &json!("invalidToken")));
}

#[tokio::test]
async fn bey_104_failed_sign_ins_get_429_with_retry_after() {
    let test_server = TestServer::open().await;
    let wrong = json!({ "login": "bruno.lima", "password": "guess" });
    for _ in 0..5 {
        assert_eq!(test_server.call("POST", "/api/auth/login", "", wrong.clone()).await.status, 401);
    }
    let reply = test_server
        .call("POST", "/api/auth/login", "", json!({ "login": "bruno.lima", "password": "agente123" }))
        .await;
    assert_eq!((reply.status, reply.header("retry-after")), (429, Some("1")), "{}", reply.body);
    assert_eq!(reply.json()["reason"], "TOO_MANY_ATTEMPTS");
    test_server.sign_in(0).await;
}

#[tokio::test]
async fn after_a_log_off_the_server_refuses_the_token() {
    let test_server = TestServer::open().await;
    let ana = test_server.sign_in(0).await;
    assert_eq!(test_server.call("POST", "/api/auth/logoff", &ana.token, json!(null)).await.status, 200);
    let check = json!({ "agent_id": ana.id, "org_unit_id": "1" });
    let refused = test_server.call("POST", "/api/auth/validate", &ana.token, check).await;
    assert_eq!((refused.status, &refused.json()["cause"]), (401, &json!("invalidToken")));
}

#[tokio::test]
async fn password_hashing_does_not_block_other_requests() {
    let test_server = TestServer::open_with_hasher(contact_centre::Argon2id::standard()).await;
    let ana = test_server.sign_in(0).await;
    let path = format!("/api/agents/{}", ana.id);
    let wrong = |number: usize| json!({ "login": format!("nobody-{number}"), "password": "guess" });
    let guesses = (0..8).map(|number| test_server.call("POST", "/api/auth/login", "", wrong(number)));
    let guesses = futures_util::future::join_all(guesses);
    let reads = async {
        let mut done = 0;
        for _ in 0..20 {
            assert_eq!(test_server.call("GET", &path, &ana.token, json!(null)).await.status, 200);
            done += 1;
        }
        done
    };
    // Twenty requests that only read are faster than eight hashes only if they do not wait for the hashes.
    tokio::select! {
        biased;
        done = reads => assert_eq!(done, 20),
        _ = guesses => panic!("the reads waited for the passwords"),
    }
}
