//! Tests of RabbitMQ's access checks, without a RabbitMQ; the browser tests use a real one
//! (`tests-e2e/brokers.spec.ts`).

use rstest::rstest;
use serde_json::json;
use workspace_server::settings::{RabbitSettings, Settings};

use crate::http_client::{Reply, request};
use crate::test_server::{TestServer, settings};

const KEY: &str = "a-key-of-the-broker";
const BRUNO: usize = 1;

async fn test_server() -> TestServer {
    let rabbit = RabbitSettings {
        url: "wss://broker.example:15674/ws".to_owned(),
        // Nothing listens on this port.
        amqp: "amqp://centre:secret@127.0.0.1:1/%2f".parse().unwrap(),
        auth_key: KEY.to_owned(),
        wants_logins: false,
    };
    TestServer::open_with(Settings { rabbit: Some(rabbit), ..settings() }).await
}

async fn ask(test_server: &TestServer, key: &str, question: &str, form: &str) -> Reply {
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    request(&test_server.host(), "POST", &format!("/broker-auth/{key}/{question}"), &headers, form).await
}

#[rstest]
#[case::the_virtual_host("vhost", "vhost=%2F", "allow")]
#[case::the_queue_of_the_own_session("resource", "vhost=%2F&resource=queue&name={own_queue}&permission=read", "allow")]
#[case::the_queue_of_another_session(
    "resource",
    "vhost=%2F&resource=queue&name=agent.101.0123456789ab&permission=read",
    "deny"
)]
#[case::another_agents_queue(
    "resource",
    "vhost=%2F&resource=queue&name=agent.102.0123456789ab&permission=read",
    "deny"
)]
#[case::all_queues("resource", "vhost=%2F&resource=exchange&name=amq.default&permission=write", "deny")]
#[case::the_own_pong("topic", "name=workspace.pongs&permission=write&routing_key=communicator.101", "allow")]
#[case::another_agents_pong("topic", "name=workspace.pongs&permission=write&routing_key=communicator.102", "deny")]
#[case::reading_pongs("topic", "name=workspace.pongs&permission=read&routing_key=communicator.101", "deny")]
#[tokio::test]
async fn bey_103_an_agent_may_access_only_its_own_queue_and_pong_on_rabbitmq(
    #[case] question: &str,
    #[case] form: &str,
    #[case] told: &str,
) {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    let form = &form.replace("{own_queue}", ana.destination.strip_prefix("/amq/queue/").unwrap());
    let reply = ask(&test_server, KEY, question, &format!("username={}&{form}", ana.login)).await;
    assert_eq!((reply.status, reply.body.as_str()), (200, told));
    let nobody = ask(&test_server, KEY, question, &format!("username=guest&{form}")).await;
    assert_eq!(nobody.body, "deny");
}

#[tokio::test]
async fn an_ended_session_has_no_permissions_on_rabbitmq() {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    assert_eq!(test_server.call("POST", "/api/auth/logoff", &ana.token, json!(null)).await.status, 200);
    assert_eq!(ask(&test_server, KEY, "vhost", &format!("username={}", ana.login)).await.body, "deny");
}

#[tokio::test]
async fn rabbitmqs_check_refuses_a_wrong_password_and_a_link_whose_queue_does_not_exist_yet() {
    let test_server = test_server().await;
    let ana = test_server.sign_in(0).await;
    let wrong = ask(&test_server, KEY, "user", &format!("username={}&password=wrong", ana.login)).await;
    assert_eq!(wrong.body, "deny");
    // RabbitMQ is not reachable, so the queue cannot be declared.
    let right = ask(&test_server, KEY, "user", &format!("username={}&password={}", ana.login, ana.passcode)).await;
    assert_eq!(right.body, "deny");
}

#[rstest]
#[case::wrong_key("another-key-entirely", "vhost", 404)]
#[case::unknown_check(KEY, "everything", 404)]
#[case::body_that_is_no_form(KEY, "vhost", 200)]
#[tokio::test]
async fn without_the_key_rabbitmqs_checks_are_not_found(
    #[case] key: &str,
    #[case] question: &str,
    #[case] status: u16,
) {
    let test_server = test_server().await;
    let reply = ask(&test_server, key, question, "").await;
    assert_eq!(reply.status, status);
    assert_ne!(reply.body, "allow");
}

#[tokio::test]
async fn con_026_with_rabbitmq_pages_get_its_address_and_the_embedded_broker_is_closed() {
    let test_server = test_server().await;
    let bruno = test_server.sign_in(BRUNO).await;
    let broker = test_server.get("/api/system").await.json()["broker"].clone();
    assert_eq!(broker["url"], "wss://broker.example:15674/ws");
    assert_eq!(test_server.get("/broker").await.status, 404);
    let page = test_server.get("/new-agent/").await;
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("wss://broker.example:15674;"), "{policy}");
    let register = |queue: &str| json!({ "agentId": bruno.id, "queue": queue });
    let path = "/api/system/start-listener-queue";
    let own = test_server.call("POST", path, &bruno.token, register(&bruno.destination)).await;
    let others = test_server.call("POST", path, &bruno.token, register("/amq/queue/agent.101.0123456789ab")).await;
    assert_eq!((own.status, others.status), (200, 403));
    assert!(bruno.destination.starts_with("/amq/queue/agent.102."), "{}", bruno.destination);
}
