//! Tests of the puzzle before chats and calls begin, through the server.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use workspace_server::settings::{LimitSettings, PuzzleSettings, QuotaSettings, Settings};

use crate::http_client::{Reply, request};
use crate::test_server::{TestServer, settings};

const BITS: u8 = 8;

fn with_puzzle(starts_per_hour: u32) -> Settings {
    let quotas = QuotaSettings { starts_per_hour, mb_per_day: 0, ..QuotaSettings::default() };
    let puzzle = PuzzleSettings { bits: BITS, busy_starts: 0 };
    Settings { limits: LimitSettings { quotas, puzzle, ..LimitSettings::default() }, behind_proxy: true, ..settings() }
}

/// A request from this address, as the proxy reports it.
async fn call_from(test_server: &TestServer, address: &str, method: &str, path: &str, body: &Value) -> Reply {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    request(&test_server.host(), method, path, &[("x-forwarded-for", address)], &body).await
}

async fn start_from(test_server: &TestServer, address: &str, body: &Value) -> Reply {
    call_from(test_server, address, "POST", "/outside/api/chats", body).await
}

/// A start with the solution of this puzzle.
fn solved(puzzle: &Value, name: &str) -> Value {
    let salt = puzzle["salt"].as_str().unwrap();
    let begins_with_zeros = |solution: &u32| Sha256::digest(format!("{salt}.{solution}"))[0] == 0;
    let solution = (0..).find(begins_with_zeros).unwrap().to_string();
    json!({ "name": name, "queue": "20", "challenge": puzzle["challenge"], "solution": solution })
}

async fn puzzle_of(test_server: &TestServer, address: &str) -> Value {
    let reply = call_from(test_server, address, "GET", "/outside/api/puzzle", &Value::Null).await;
    assert_eq!((reply.status, &reply.json()["bits"]), (200, &json!(BITS)));
    reply.json()
}

/// A stranger in the office's network cannot use up the office's limits by starts without solutions.
#[tokio::test]
async fn bey_127_starts_without_solutions_begin_nothing_and_are_not_counted() {
    let test_server = TestServer::open_with(with_puzzle(3)).await;
    let mut puzzle = Value::Null;
    for _ in 0..200 {
        let refused = start_from(&test_server, "192.0.2.1", &json!({ "name": "Otto", "queue": "20" })).await;
        assert_eq!((refused.status, &refused.json()["reason"]), (428, &json!("PUZZLE_REQUIRED")));
        puzzle = refused.json()["details"].clone();
    }
    let started = start_from(&test_server, "192.0.2.1", &solved(&puzzle, "Helena")).await;
    assert_eq!(started.status, 200, "{}", started.body);
    let after = format!("/outside/api/chats/{}/events?after=0", started.json()["protocol"].as_str().unwrap());
    let bearer = format!("Bearer {}", started.json()["secret"].as_str().unwrap());
    let events = request(&test_server.host(), "GET", &after, &[("authorization", &bearer)], "").await;
    assert_eq!(events.json()["data"][0]["position"], 1, "nobody else waits: {}", events.body);
    for (name, status) in [("Marina", 200), ("Rafael", 200), ("Iara", 429)] {
        let puzzle = puzzle_of(&test_server, "192.0.2.1").await;
        assert_eq!(start_from(&test_server, "192.0.2.1", &solved(&puzzle, name)).await.status, status, "{name}");
    }
}

#[tokio::test]
async fn bey_127_of_many_starts_with_the_same_solution_only_one_begins() {
    let test_server = TestServer::open_with(with_puzzle(0)).await;
    let start = solved(&puzzle_of(&test_server, "192.0.2.1").await, "Otto");
    let replies = (0..20).map(|_| start_from(&test_server, "192.0.2.1", &start));
    let replies = futures_util::future::join_all(replies).await;
    let used = replies.iter().filter(|reply| reply.status == 428 && reply.json()["cause"] == "used").count();
    assert_eq!((replies.iter().filter(|reply| reply.status == 200).count(), used), (1, 19));
}

#[tokio::test]
async fn bey_127_a_solution_is_refused_from_another_network_address() {
    let test_server = TestServer::open_with(with_puzzle(0)).await;
    let start = solved(&puzzle_of(&test_server, "2001:db8:1:2::1").await, "Otto");
    let elsewhere = start_from(&test_server, "2001:db8:1:3::1", &start).await;
    assert_eq!((elsewhere.status, &elsewhere.json()["cause"]), (428, &json!("wrong")));
    assert_eq!(start_from(&test_server, "2001:db8:1:2::ffff", &start).await.status, 200, "one subscriber");
}

#[tokio::test]
async fn only_a_server_with_puzzles_makes_its_page_solve_them() {
    let with = TestServer::open_with(with_puzzle(0)).await;
    let without = TestServer::open().await;
    assert!(call_from(&with, "192.0.2.1", "GET", "/outside", &Value::Null).await.body.contains(" data-puzzle "));
    assert!(!without.get("/outside").await.body.contains("data-puzzle"));
    assert_eq!(without.get("/outside/api/puzzle").await.json()["bits"], 0);
}
