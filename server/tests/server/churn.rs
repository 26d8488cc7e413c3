//! Tests of churn risks of an external service, with a stand-in on loopback.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use contact_centre::wire::Secret;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use workspace_server::settings::{ChurnSettings, Settings};

use crate::test_server::{Agent, TestServer, settings};

/// Longest wait in these tests.
const LIMIT: Duration = Duration::from_secs(30);

/// A question that the stand-in received.
struct Question {
    attempt: usize,
    authorization: String,
    key: String,
    body: Value,
}

#[derive(Clone)]
struct StandIn {
    questions: UnboundedSender<Question>,
    /// The answers in order; the last one is repeated.
    answers: Vec<(u16, &'static str)>,
    asked: Arc<AtomicUsize>,
}

async fn take(State(stand_in): State<StandIn>, headers: HeaderMap, body: String) -> (StatusCode, String) {
    let attempt = stand_in.asked.fetch_add(1, Ordering::SeqCst);
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let question = Question {
        attempt,
        authorization: header("authorization"),
        key: header("idempotency-key"),
        body: serde_json::from_str(&body).unwrap(),
    };
    stand_in.questions.send(question).unwrap();
    let (status, text) = stand_in.answers[attempt.min(stand_in.answers.len() - 1)];
    (StatusCode::from_u16(status).unwrap(), text.to_owned())
}

/// A server with an external service that gives these answers.
async fn open(answers: Vec<(u16, &'static str)>) -> (TestServer, Agent, UnboundedReceiver<Question>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/score", listener.local_addr().unwrap());
    let (questions, asked) = unbounded_channel();
    let stand_in = StandIn { questions, answers, asked: Arc::default() };
    let router = Router::new().route("/score", post(take)).with_state(stand_in);
    tokio::spawn(async move { axum::serve(listener, router).await });
    let churn = Some(ChurnSettings { url, token: Secret::new("token of the service".to_owned()) });
    let server = TestServer::open_with(Settings { churn, ..settings() }).await;
    let agent = server.sign_in(0).await;
    (server, agent, asked)
}

async fn risk(server: &TestServer, agent: &Agent) -> Value {
    let path = "/api/organia/churn-buster/contact-max-data";
    let reply = server.call("POST", path, &agent.token, json!({ "contact_id": "1" })).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()["probability"].clone()
}

async fn next(questions: &mut UnboundedReceiver<Question>) -> Question {
    timeout(LIMIT, questions.recv()).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_failed_request_to_the_churn_service_is_repeated_and_its_later_answer_is_shown() {
    let score =
        r#"{"data":[{"reason":"Contrato vence em 12 dias","value":22.5},{"reason":"Fatura em atraso","value":38}]}"#;
    let (server, agent, mut questions) = open(vec![(503, "busy"), (200, score)]).await;
    assert_eq!(risk(&server, &agent).await, Value::Null, "nothing is known before the answer");
    let first = next(&mut questions).await;
    assert_eq!((first.attempt, first.authorization.as_str()), (0, "Bearer token of the service"));
    assert_eq!((&first.body["contact_id"], &first.body["org_unit_id"]), (&json!("1"), &json!("1")));
    let second = next(&mut questions).await;
    assert_eq!((second.attempt, &second.key, &second.body), (1, &first.key, &first.body), "the same question");
    let shown = async { while risk(&server, &agent).await != json!(60.5) {} };
    timeout(LIMIT, shown).await.unwrap();
    assert!(questions.try_recv().is_err(), "an answer is kept for a day");
}

#[tokio::test]
async fn a_request_that_the_churn_service_refuses_is_not_repeated_and_no_risk_is_shown() {
    let (server, agent, mut questions) = open(vec![(400, "unknown field")]).await;
    risk(&server, &agent).await;
    next(&mut questions).await;
    let supervisor = server.sign_in_as("carla.dias", "supervisora1").await;
    let given_up = async {
        loop {
            let dead = server.call("GET", "/api/effects/dead", &supervisor.token, Value::Null).await.json();
            if let Some(effect) = dead["data"].as_array().and_then(|rows| rows.first()) {
                return effect.clone();
            }
        }
    };
    let dead = timeout(LIMIT, given_up).await.unwrap();
    assert_eq!((&dead["kind"], &dead["cause"]), (&json!("score_churn"), &json!("status 400")));
    assert_eq!(risk(&server, &agent).await, Value::Null);
    assert!(questions.try_recv().is_err());
}
