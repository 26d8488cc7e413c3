//! Tests that every backend passes the conformance test, and that many concurrent callers lose nothing on any of them.

use contact_centre::store::{Backend, conformance};
use contact_centre::wire::Message;
use futures_util::future::join_all;
use serde_json::json;
use workspace_server::store::{ConflictWatch, Location, Mode, Stores, open, open_in_memory};

use crate::postgres::PostgresDatabase;
use crate::test_server::TestServer;

/// Runs the conformance test on an empty database.
fn conforms(stores: &dyn Stores) {
    let mut outcome = Err("it did not run".to_owned());
    let mut check = |backend: &mut dyn Backend| outcome = conformance::check(&mut ConflictWatch::new(backend));
    stores.with(Mode::Write, &mut check).unwrap();
    assert_eq!(outcome, Ok(()));
}

#[test]
fn the_sqlite_store_in_memory_passes_the_conformance_test() {
    conforms(&open_in_memory().unwrap());
}

#[test]
fn the_sqlite_store_on_disk_passes_the_conformance_test_and_keeps_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let opened = open(folder.path(), false).unwrap();
    conforms(&opened.stores);
    let next = |stores: &dyn Stores| {
        let mut number = 0;
        let mut count = |backend: &mut dyn Backend| {
            backend.begin().unwrap();
            number = backend.next_version("kept").unwrap();
            backend.commit().unwrap();
        };
        stores.with(Mode::Write, &mut count).unwrap();
        number
    };
    assert_eq!(next(&opened.stores), 1);
    drop(opened);
    assert_eq!(next(&open(folder.path(), false).unwrap().stores), 2);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn bey_130_the_postgresql_store_passes_the_conformance_test() {
    let database = PostgresDatabase::create().await;
    let opened = database.open().await;
    tokio::task::spawn_blocking(move || conforms(opened.stores.as_ref())).await.unwrap();
}

#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn bey_130_interleaved_connections_of_postgresql_do_not_overwrite_each_others_changes() {
    let database = PostgresDatabase::create().await;
    let opened = database.open().await;
    let check = move || {
        let mut outcome = Err("it did not run".to_owned());
        let stores = opened.stores.as_ref();
        let mut with_one = |one: &mut dyn Backend| {
            let mut one = ConflictWatch::new(one);
            let mut with_other = |other: &mut dyn Backend| {
                outcome = conformance::check_interleaved(&mut one, &mut ConflictWatch::new(other));
            };
            stores.with(Mode::Write, &mut with_other).unwrap();
        };
        stores.with(Mode::Write, &mut with_one).unwrap();
        outcome
    };
    assert_eq!(tokio::task::spawn_blocking(check).await.unwrap(), Ok(()));
}

/// Customers write to their chats at the same time; all chats have one agent, so every message changes the same broker
/// queue.
async fn every_message_is_stored_once(database: &Location) {
    const CHATS: usize = 4;
    const MESSAGES: usize = 6;
    let test_server = TestServer::on(database).await;
    let (agent, mut link) = test_server.agent_at_work(0).await;
    let mut customers = Vec::new();
    for number in 0..CHATS {
        customers.push(test_server.customer(&format!("Marina {number}")).await);
        link.event("NewChatEvent").await;
    }
    for round in 0..MESSAGES {
        let id = format!("AAAAAAAA{round:02}");
        let sends = customers.iter().map(|customer| test_server.customer_says(customer, &id, "ao mesmo tempo"));
        for reply in join_all(sends).await {
            assert_eq!(reply.status, 200, "{}", reply.body);
        }
    }
    let mut events = 0;
    let mut last = 0;
    while events < CHATS * MESSAGES {
        let (_, event) = link.event("ChatMessageEvent").await;
        let seq = event["seq"].as_u64().unwrap();
        assert!(seq > last, "the queue is in order: {seq} after {last}");
        last = seq;
        events += 1;
    }
    for customer in &customers {
        let path = format!("/api/job/{}/messages?after=0", customer.protocol);
        let reply = test_server.call("GET", &path, &agent.token, json!(null)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let messages: Vec<Message> = serde_json::from_value(reply.json()["data"].clone()).unwrap();
        let seqs: Vec<u64> = messages.iter().map(|message| message.seq).collect();
        assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>(), "no number is missing or repeated");
        assert_eq!(messages.iter().filter(|message| !message.system_message).count(), MESSAGES);
    }
}

#[tokio::test]
async fn bey_130_many_customers_write_at_once_and_sqlite_stores_each_message_once() {
    let folder = tempfile::tempdir().unwrap();
    every_message_is_stored_once(&Location::Folder(folder.path().to_owned())).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn bey_130_many_customers_write_at_once_and_postgresql_stores_each_message_once() {
    let database = PostgresDatabase::create().await;
    every_message_is_stored_once(&database.location).await;
}
