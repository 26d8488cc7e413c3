//! A running server for one test, with agents and customers.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use contact_centre::store::{Backend, EffectRow, EffectStore};
use contact_centre::wire::{AgentRole, OrgUnitId, Wall};
use contact_centre::{Argon2id, Context, DemoData, NewAccount, SeededEntropy, create_account};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use workspace_server::server::{self, ConnectionLimits, Running, Tuning};
use workspace_server::settings::{Command, LimitSettings, ProviderSettings, QuotaSettings, Settings};
use workspace_server::store::{ConflictWatch, Location, Mode, Stores, open_database, open_in_memory};

use crate::http_client::{Reply, request};
use crate::stomp_client::StompClient;

/// Password of the accounts of `TestServer::with_second_unit`.
pub const SECOND_UNIT_PASSWORD: &str = "outra-unidade";

/// Identifier of the effect in `TestServer::with_second_unit`.
pub const DEAD_EFFECT: &str = "5f0c9a3be1d84c27a6f3b0d29e7c4411";

pub struct TestServer {
    pub running: Running,
    /// Folder of the message files; `None`: a folder of the test.
    media: Option<TempDir>,
}

/// A signed-in agent.
pub struct Agent {
    pub id: String,
    pub token: String,
    pub login: String,
    pub passcode: String,
    /// Destination of the agent's queue.
    pub destination: String,
}

pub struct Customer {
    pub protocol: String,
    pub secret: String,
}

/// Paused clocks advance with each packet, so the time limits of connections are long.
fn tests_limits() -> ConnectionLimits {
    let hour = Duration::from_secs(3_600);
    ConnectionLimits { headers: hour, write: hour, ..ConnectionLimits::default() }
}

pub fn settings() -> Settings {
    let Ok(Command::Serve(settings)) = Settings::read(|_| None, ["--demo".into()]) else { panic!("settings") };
    // Limits of addresses are off, because the customers of all tests have one address.
    let quotas = QuotaSettings { starts_per_hour: 0, mb_per_day: 0, ..QuotaSettings::default() };
    Settings { limits: LimitSettings { quotas, ..LimitSettings::default() }, ..*settings }
}

impl TestServer {
    pub async fn open() -> Self {
        Self::open_with(settings()).await
    }

    pub async fn with_ui(ui_dir: PathBuf) -> Self {
        Self::open_with(Settings { ui_dir, ..settings() }).await
    }

    pub async fn open_with_hasher(hasher: Argon2id) -> Self {
        Self::run(settings(), hasher).await
    }

    pub async fn open_with(settings: Settings) -> Self {
        Self::run(settings, Argon2id::cheap()).await
    }

    /// A server with an agent (`elsa`) and a supervisor (`eva`) of another org unit, and a dead effect of the demo's org
    /// unit.
    pub async fn with_second_unit() -> Self {
        let stores = open_in_memory().unwrap();
        let hasher = Argon2id::cheap();
        for (login, role) in [("elsa", AgentRole::Agent), ("eva", AgentRole::Supervisor)] {
            let account = NewAccount {
                login: login.to_owned(),
                name: login.to_owned(),
                password: SECOND_UNIT_PASSWORD.to_owned(),
                role,
                org_unit: OrgUnitId::from("2"),
                queues: vec!["Vendas".to_owned()],
            };
            let mut entropy = SeededEntropy(1);
            let mut context = Context::new(Wall(1_795_182_300_000), &mut entropy, &hasher);
            let mut create = |backend: &mut dyn Backend| {
                create_account(&mut ConflictWatch::new(backend), &mut context, &account).unwrap();
            };
            stores.with(Mode::Write, &mut create).unwrap();
        }
        let effect = EffectRow {
            id: DEAD_EFFECT.to_owned(),
            kind: "end_broker_queue".to_owned(),
            lane: contact_centre::store::EffectLane::Prompt,
            body: "{}".to_owned(),
            org_unit_id: OrgUnitId::from("1"),
            created_at: Wall(1_795_182_300_000),
            not_before: Wall(1_795_182_300_000),
            attempts: 20,
            is_dead: true,
            cause: "it does not respond".to_owned(),
            sequence: String::new(),
            position: 0,
            is_waiting: false,
            is_running: false,
        };
        let mut insert = |backend: &mut dyn Backend| ConflictWatch::new(backend).insert_effect(&effect).unwrap();
        stores.with(Mode::Write, &mut insert).unwrap();
        let public_org_units = ["1", "2"].map(OrgUnitId::from).to_vec();
        Self::run_on(Box::new(stores), Settings { public_org_units, ..settings() }, hasher, tests_limits()).await
    }

    /// A server on a database of the test.
    pub async fn on(database: &Location) -> Self {
        Self::beside(database).await.0
    }

    /// Like `on`, with the lock of the database's folder, as a started server has it.
    pub async fn beside(database: &Location) -> (Self, Option<File>) {
        let opened = open_database(database, false).await.unwrap();
        (Self::run_on(opened.stores, settings(), Argon2id::cheap(), tests_limits()).await, opened.lock)
    }

    /// A server with limits of connections.
    pub async fn with_connections(limits: ConnectionLimits) -> Self {
        Self::run_with(settings(), Argon2id::cheap(), limits).await
    }

    async fn run(settings: Settings, hasher: Argon2id) -> Self {
        Self::run_with(settings, hasher, tests_limits()).await
    }

    async fn run_with(settings: Settings, hasher: Argon2id, connections: ConnectionLimits) -> Self {
        Self::run_on(Box::new(open_in_memory().unwrap()), settings, hasher, connections).await
    }

    async fn run_on(
        stores: Box<dyn Stores>,
        settings: Settings,
        hasher: Argon2id,
        connections: ConnectionLimits,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let tuning = Tuning { hasher, connections, ..Tuning::default() };
        let media = tempfile::tempdir().unwrap();
        let providers = ProviderSettings { media_folder: media.path().join("media"), ..settings.providers.clone() };
        let settings = Settings { providers, ..settings };
        let running = server::run(listener, stores, &settings, tuning).await.unwrap();
        Self { running, media: Some(media) }
    }

    /// A server that the test started itself.
    pub fn of(running: Running) -> Self {
        Self { running, media: None }
    }

    /// The folder of the message files.
    pub fn media_folder(&self) -> PathBuf {
        self.media.as_ref().expect("the test server made the folder").path().join("media")
    }

    pub fn demo(&self) -> &DemoData {
        self.running.demo.as_ref().expect("the test server has demo data")
    }

    pub fn host(&self) -> String {
        self.running.address.to_string()
    }

    pub async fn get(&self, path: &str) -> Reply {
        request(&self.host(), "GET", path, &[], "").await
    }

    pub async fn call(&self, method: &str, path: &str, token: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {token}");
        request(&self.host(), method, path, &[("authorization", &bearer)], &body.to_string()).await
    }

    /// The demo agent with this number signs in and gets a broker credential.
    pub async fn sign_in(&self, number: usize) -> Agent {
        let demo = &self.demo().agents[number];
        self.sign_in_as(demo.login, demo.password).await
    }

    /// Like `sign_in`, for any account.
    pub async fn sign_in_as(&self, login: &str, password: &str) -> Agent {
        let credentials = json!({ "login": login, "password": password });
        let mut reply = self.call("POST", "/api/auth/login", "", credentials).await;
        if reply.json()["reason"] == "PASSWORD_CHANGE_REQUIRED" {
            reply = self.sign_in_first(login, &reply.json()["details"], &format!("{password}-2")).await;
        }
        assert_eq!(reply.status, 200, "{}", reply.body);
        let token = reply.header("authorization").unwrap().trim_start_matches("Bearer ").to_owned();
        let who = reply.json();
        let check = json!({ "agent_id": who["agentId"], "org_unit_id": who["org_unit_id"] });
        let reply = self.call("POST", "/api/auth/validate", &token, check).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let broker = &reply.json()["broker"];
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Agent {
            id: text(&who["agentId"]),
            token,
            login: text(&broker["login"]),
            passcode: text(&broker["passcode"]),
            destination: text(&broker["destination"]),
        }
    }

    /// The first sign-in of a created account, which sets a new password.
    async fn sign_in_first(&self, login: &str, given: &Value, password: &str) -> Reply {
        let (id, token) = (given["agentId"].as_str().unwrap(), given["token"].as_str().unwrap());
        let own = json!({ "agentId": id, "password": password });
        let changed = self.call("PUT", &format!("/api/agents/{id}/change-password"), token, own).await;
        assert_eq!(changed.status, 200, "{}", changed.body);
        self.call("POST", "/api/auth/login", "", json!({ "login": login, "password": password })).await
    }

    /// Signs the agent in, subscribes to its own queue and connects chat.
    pub async fn agent_at_work(&self, number: usize) -> (Agent, StompClient) {
        let agent = self.sign_in(number).await;
        let mut link = self.link(&agent).await;
        link.subscribe(&agent, "client-individual").await;
        let path = format!("/api/channels/chat/connect/agent/{}", agent.id);
        let reply =
            request(&self.host(), "POST", &path, &[("authorization", &format!("Bearer {}", agent.token))], "").await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        (agent, link)
    }

    pub async fn link(&self, agent: &Agent) -> StompClient {
        let mut link = StompClient::open(&self.host()).await;
        link.connect(&agent.login, &agent.passcode, "0,0").await;
        assert_eq!(link.frame().await.command.as_str(), "CONNECTED");
        link
    }

    pub async fn customer(&self, name: &str) -> Customer {
        let queue = self.demo().support.as_str();
        let reply = self.call("POST", "/outside/api/chats", "", json!({ "name": name, "queue": queue })).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let started = reply.json();
        let text = |field: &str| started[field].as_str().unwrap().to_owned();
        Customer { protocol: text("protocol"), secret: text("secret") }
    }

    pub async fn customer_says(&self, customer: &Customer, custom_id: &str, text: &str) -> Reply {
        let path = format!("/outside/api/chats/{}/messages", customer.protocol);
        self.call("POST", &path, &customer.secret, json!({ "custom_id": custom_id, "text": text })).await
    }
}

/// Limits the waiting time of tests. The margin is large because a paused clock advances with each packet.
pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(120), what).await.expect("it came in time")
}
