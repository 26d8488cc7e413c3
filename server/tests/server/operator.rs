//! Tests of the operator's commands beside a running server: their changes, and that the server and its open pages
//! notice them.

use contact_centre::store::{Backend, SecondFactorRow, SecondFactorStore};
use contact_centre::wire::{AgentId, OrgUnitId, Wall};
use contact_centre::{CustomerErasure, NumberCountry};
use serde_json::{Value, json};
use workspace_server::accounts;
use workspace_server::customers;
use workspace_server::settings::{NewAccountArguments, ProviderSettings, Role};
use workspace_server::store::{ConflictWatch, Location, Mode, open_for_change};

use crate::http_client;
use crate::postgres::PostgresDatabase;
use crate::test_server::{TestServer, settings};

/// Sets up a second factor for the agent, so that the operator's command finds one.
async fn put_factor(database: &Location, agent: &str) {
    let opened = open_for_change(database).await.unwrap();
    let row = SecondFactorRow {
        agent_id: AgentId::from(agent),
        sealed_secret: "sealed".to_owned(),
        active: true,
        last_step: None,
        recovery_hashes: Vec::new(),
        since: Wall(0),
    };
    let put = move || {
        let mut unit = |backend: &mut dyn Backend| {
            let mut store = ConflictWatch::new(backend);
            store.begin().unwrap();
            store.put_second_factor(&row).unwrap();
            store.commit().unwrap();
        };
        opened.stores.with(Mode::Write, &mut unit).unwrap();
    };
    tokio::task::spawn_blocking(put).await.unwrap();
}

async fn an_account_is_created_beside(database: &Location, server: &TestServer) {
    let account = NewAccountArguments {
        login: "rita".to_owned(),
        name: "Rita Alves".to_owned(),
        role: Role::Agent,
        org_unit: "1".to_owned(),
        queues: vec!["Suporte".to_owned(), "Cobrança".to_owned()],
    };
    let id = accounts::create(database, account.clone(), "senha-da-rita".to_owned()).await.unwrap();
    let rita = server.sign_in_as("rita", "senha-da-rita").await;
    assert_eq!(rita.id, id.to_string());
    let queues = server.get("/outside/api/queues").await.json();
    assert!(queues["data"].as_array().unwrap().iter().any(|queue| queue["name"] == "Cobrança"), "{queues}");
    let again = accounts::create(database, account, "senha-da-rita".to_owned()).await;
    assert_eq!(again.unwrap_err().to_string(), "Another account has this login.");
}

async fn a_factor_is_reset_beside(database: &Location, server: &TestServer) {
    let (bruno, mut link) = server.agent_at_work(1).await;
    put_factor(database, &bruno.id).await;
    accounts::reset_second_factor(database, "bruno.lima".to_owned()).await.unwrap();
    let (_, event) = link.event("ForcedDisconnectEvent").await;
    assert_eq!(event["reason"], "secondFactorReset", "{event}");
    while link.next().await.is_some() {}
    let path = format!("/api/agents/{}", bruno.id);
    assert_eq!(server.call("GET", &path, &bruno.token, Value::Null).await.status, 401);
    server.sign_in(1).await;
}

async fn a_customer_is_erased_beside(database: &Location, server: &TestServer) {
    let (ana, mut link) = server.agent_at_work(0).await;
    let start = json!({ "name": "Zuleica Quintanilha", "identifier": "zuleica@correio.example", "queue": "20" });
    let chat = server.call("POST", "/outside/api/chats", "", start).await.json();
    let (protocol, secret) = (chat["protocol"].as_str().unwrap(), chat["secret"].as_str().unwrap());
    link.event("NewChatEvent").await;
    let (path, bearer) = (format!("/outside/api/chats/{protocol}/events"), format!("Bearer {secret}"));
    let mut page = http_client::open(&server.host(), "GET", &path, &[("authorization", &bearer)], "").await;
    assert_eq!(page.status, 200);

    let files = ProviderSettings { media_folder: server.media_folder(), ..settings().providers };
    let identifier = "zuleica@correio.example".to_owned();
    let erasure = CustomerErasure { org_unit: OrgUnitId::from("1"), identifier, end: true };
    let erased = customers::erase(database, &files, NumberCountry::BRAZIL, erasure.clone()).await.unwrap();
    assert_eq!(erased.rows.get("job"), Some(&1), "{erased}");

    // The customer's page and the agent's link are closed; the agent loads the remaining data.
    while page.line_after("data: ").await.is_some() {}
    while link.next().await.is_some() {}
    let jobs = server.call("GET", &format!("/api/agents/{}/jobs/active", ana.id), &ana.token, Value::Null).await;
    assert!(!jobs.body.contains(protocol), "{}", jobs.body);
    server.link(&ana).await;
    let again = customers::erase(database, &files, NumberCountry::BRAZIL, erasure).await.unwrap();
    assert_eq!(again.to_string(), "No row is about this customer.");
}

#[tokio::test]
async fn commands_of_the_operator_work_beside_a_server_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let database = Location::Folder(folder.path().to_owned());
    let (server, _lock) = TestServer::beside(&database).await;
    an_account_is_created_beside(&database, &server).await;
    a_factor_is_reset_beside(&database, &server).await;
    a_customer_is_erased_beside(&database, &server).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn commands_of_the_operator_work_beside_a_server_on_postgresql() {
    let database = PostgresDatabase::create().await;
    let server = TestServer::on(&database.location).await;
    an_account_is_created_beside(&database.location, &server).await;
    a_factor_is_reset_beside(&database.location, &server).await;
    a_customer_is_erased_beside(&database.location, &server).await;
}
