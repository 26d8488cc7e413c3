//! A contact centre of a given size, filled through the store and the domain's own methods.

use std::time::{Duration, Instant};

use contact_centre::store::{AgentRow, GroupRow, JobRow, JobState, Store};
use contact_centre::wire::{AgentId, AttendanceGroupId, CustomId, Message, Protocol, QueueId, Wall};
use contact_centre::{
    Argon2id, Centre, CentreConfig, Context, HttpReply, HttpRequest, SeededEntropy, WebChatReply, WebChatRequest,
    WebChatStarted, seed_demo,
};
use serde_json::{Value, json};
use workspace_server::store::{Mode, Stores};

use contact_centre::store::metered::Metered;

use crate::peak::AgentCall;

const START: Wall = Wall(1_795_182_300_000);
/// The demo's chat queue that has working agents, and the one that has none.
const SERVED: &str = "20";
const WAITING: &str = "10";
/// Number of messages of each former attendance.
const MESSAGES_OF_ONE: u64 = 1_000;
/// Number of attendances that get a message in one round.
pub const CHATS: usize = 10;

/// Size of a centre.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of agents at work on the chat channel.
    pub agents: usize,
    /// Number of stored messages of former attendances.
    pub messages: u64,
    /// Number of customers who wait in a queue without agents.
    pub waiting: usize,
}

/// The cost of one kind of request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Time of the request, including the commit.
    pub time: Duration,
    /// Rows read and written.
    pub rows: (usize, usize),
}

struct Worker {
    id: AgentId,
    token: String,
}

struct Chat {
    started: WebChatStarted,
    worker: usize,
}

/// A centre with its store and clock.
pub struct LoadedCentre {
    stores: Box<dyn Stores>,
    centre: Centre,
    hasher: Argon2id,
    entropy: SeededEntropy,
    now: Wall,
    sends: u64,
    workers: Vec<Worker>,
    chats: Vec<Chat>,
}

impl LoadedCentre {
    /// Fills an empty store.
    pub fn fill(stores: Box<dyn Stores>, size: Size) -> Self {
        let mut loaded = Self {
            stores,
            centre: Centre::new(CentreConfig { chats_per_address: size.waiting + 1_000, ..CentreConfig::default() }),
            hasher: Argon2id::cheap(),
            entropy: SeededEntropy(1),
            now: START,
            sends: 0,
            workers: Vec::new(),
            chats: Vec::new(),
        };
        loaded.with(|_, store, context| seed_demo(store, context).expect("demo data"));
        loaded.sign_in_agents(size.agents);
        loaded.chats = (0..CHATS).map(|number| loaded.start_chat(number)).collect();
        loaded.keep_former_attendances(size.messages);
        for number in 0..size.waiting {
            loaded.start(WAITING, &format!("w-{number}"));
        }
        loaded
    }

    /// Signs in `count` new agents, who are the only agents of the queue.
    fn sign_in_agents(&mut self, count: usize) {
        let ids: Vec<AgentId> = (0..count).map(|number| AgentId(format!("9{number:04}"))).collect();
        self.with(|_, store, _| {
            let demo = store.agent(&AgentId::from("101")).expect("store").expect("a demo agent");
            in_one_transaction(store, |store| {
                for id in &ids {
                    let mut row = AgentRow { id: id.clone(), login: format!("agent.{id}"), ..demo.clone() };
                    row.record.agent_id = id.clone();
                    row.record.identifier = id.0.clone();
                    row.record.login_identifier.clone_from(&row.login);
                    store.put_agent(&row).expect("store");
                }
                for (group, members) in [(SERVED, ids.clone()), (WAITING, Vec::new())] {
                    let row = store.group(&AttendanceGroupId::from(group)).expect("store").expect("a demo group");
                    store.put_group(&GroupRow { members, ..row }).expect("store");
                }
            });
        });
        for id in ids {
            let login = json!({ "login": format!("agent.{id}"), "password": "agente123" });
            let token = self.http(None, "POST", "/auth/login", &login).authorization.expect("a token");
            let validate = json!({ "agent_id": id, "org_unit_id": "1" });
            let reply = self.http(Some(&token), "POST", "/auth/validate", &validate);
            let reply: Value = serde_json::from_str(&reply.body).expect("JSON");
            let field = |name: &str| reply["broker"][name].as_str().expect("a broker credential").to_owned();
            let (login, passcode) = (field("login"), field("passcode"));
            self.with(|centre, store, context| {
                let principal = centre.broker_login(store, context.now, &login, &passcode).expect("the broker");
                centre.link_up(store, context, &principal).expect("store");
            });
            self.http(Some(&token), "POST", &format!("/channels/chat/connect/agent/{id}"), &Value::Null);
            self.workers.push(Worker { id, token });
        }
    }

    /// Signs in copies of the demo's supervisor.
    pub fn sign_in_supervisors(&mut self, count: usize) {
        for number in 0..count {
            let id = AgentId(format!("8{number:04}"));
            self.with(|_, store, _| {
                let demo = store.agent(&AgentId::from("201")).expect("store").expect("a demo supervisor");
                let mut row = AgentRow { id: id.clone(), login: format!("agent.{id}"), ..demo };
                row.record.agent_id = id.clone();
                row.record.identifier = id.0.clone();
                row.record.login_identifier.clone_from(&row.login);
                in_one_transaction(store, |store| store.put_agent(&row).expect("store"));
            });
            let login = json!({ "login": format!("agent.{id}"), "password": "supervisora1" });
            self.http(None, "POST", "/auth/login", &login);
        }
    }

    /// Changes the status of the agents without an attendance, one after the other: disconnects the chat channel, and
    /// connects it again.
    pub fn status_changes(&self, count: usize) -> Vec<AgentCall> {
        let mut calls = Vec::with_capacity(count);
        for round in 0.. {
            for worker in self.workers.iter().skip(CHATS) {
                if calls.len() == count {
                    return calls;
                }
                let word = if round % 2 == 0 { "disconnect" } else { "connect" };
                let path = format!("/channels/chat/{word}/agent/{}", worker.id);
                calls.push(AgentCall { token: worker.token.clone(), path, body: Value::Null });
            }
        }
        calls
    }

    /// Sends texts of the agents with an attendance.
    pub fn texts(&self, count: usize) -> Vec<AgentCall> {
        let text = |number: usize| {
            let chat = &self.chats[number % CHATS];
            let worker = &self.workers[chat.worker];
            let body = json!({ "protocol": chat.started.protocol, "custom_id": format!("P{number:09}"),
                "agentId": worker.id, "org_unit_id": "1", "message": "Claro, um momento." });
            AgentCall { token: worker.token.clone(), path: "/chat/messages".to_owned(), body }
        };
        (0..count).map(text).collect()
    }

    /// The stores and the time of the centre, for requests of several threads.
    pub fn into_stores(self) -> (Box<dyn Stores>, Wall) {
        (self.stores, self.now)
    }

    /// Attendances that ended long ago, with their messages.
    fn keep_former_attendances(&mut self, messages: u64) {
        let (Some(chat), now) = (self.chats.first(), self.now) else { return };
        let protocol = chat.started.protocol.clone();
        self.with(|_, store, _| {
            let job = store.job(&protocol).expect("store").expect("an attendance");
            let message = store.message(&protocol, 1).expect("store").expect("its first message");
            for number in 0..messages.div_ceil(MESSAGES_OF_ONE) {
                let protocol = Protocol::from(format!("20250101{number:06}"));
                in_one_transaction(store, |store| {
                    let job = JobRow {
                        protocol: protocol.clone(),
                        state: JobState::Qualified,
                        ended_at: Some(now),
                        ..job.clone()
                    };
                    store.put_job(&job).expect("store");
                    for seq in 1..=MESSAGES_OF_ONE.min(messages) {
                        let message_id = format!("{protocol}.{seq}");
                        let row = Message { protocol: protocol.clone(), seq, message_id, ..message.clone() };
                        store.insert_message(&row).expect("store");
                    }
                });
            }
        });
    }

    fn start(&mut self, queue: &str, name: &str) -> WebChatStarted {
        self.counted_start(queue, name).0
    }

    fn counted_start(&mut self, queue: &str, name: &str) -> (WebChatStarted, (usize, usize)) {
        let request = WebChatRequest::Start {
            proof: None,
            unit: None,
            name: name.to_owned(),
            identifier: Some(format!("{name}@example.com")),
            signature: None,
            queue: QueueId::from(queue),
            secret: None,
        };
        match self.counted(|centre, store, context| centre.web_chat(store, context, &request)) {
            (WebChatReply::Started(started), rows) => (started, rows),
            (other, _) => panic!("not started: {other:?}"),
        }
    }

    fn start_chat(&mut self, number: usize) -> Chat {
        let started = self.start(SERVED, &format!("c-{number}"));
        self.with(|centre, store, context| centre.tick(store, context).expect("store"));
        let job = self.with(|_, store, _| store.job(&started.protocol).expect("store").expect("an attendance"));
        let worker = self.workers.iter().position(|worker| worker.id == job.agent_id).expect("it is assigned");
        Chat { started, worker }
    }

    /// The customer of each chat writes.
    pub fn customers_write(&mut self) -> Cost {
        let requests: Vec<WebChatRequest> = (0..CHATS)
            .map(|number| WebChatRequest::Message {
                protocol: self.chats[number].started.protocol.clone(),
                secret: self.chats[number].started.secret.clone(),
                custom_id: CustomId(self.next_id()),
                text: "Bom dia, tudo bem?".to_owned(),
                media_id: String::new(),
                answered: 0,
            })
            .collect();
        self.measured(|loaded| requests.iter().fold((0, 0), |rows, request| plus(rows, loaded.written_by(request))))
    }

    /// The agent of each chat sends an answer.
    pub fn agents_write(&mut self) -> Cost {
        let calls: Vec<(String, Value)> = (0..CHATS)
            .map(|number| {
                let (protocol, worker) =
                    (&self.chats[number].started.protocol, &self.workers[self.chats[number].worker]);
                let body = json!({ "protocol": protocol, "custom_id": format!("A{:09}", self.sends + number as u64),
                    "agentId": worker.id, "org_unit_id": "1", "message": "Claro, um momento." });
                (worker.token.clone(), body)
            })
            .collect();
        self.sends += CHATS as u64;
        self.measured(|loaded| {
            calls.iter().fold((0, 0), |rows, (token, body)| {
                plus(rows, loaded.counted_http(Some(token), "POST", "/chat/messages", body).1)
            })
        })
    }

    /// A customer begins a chat, an agent gets it, the agent ends it.
    pub fn attendance_comes_and_ends(&mut self) -> Cost {
        let name = format!("n-{}", self.next_id());
        let mut protocol = None;
        let cost = self.measured(|loaded| {
            let chat = loaded.start_chat_named(&name);
            let worker = &loaded.workers[chat.0.worker];
            let body = json!({ "protocol": chat.0.started.protocol, "agentId": worker.id, "org_unit_id": "1" });
            let token = worker.token.clone();
            let (_, rows) = loaded.counted_http(Some(&token), "POST", "/job/chat/finish", &body);
            protocol = Some(chat.0.started.protocol);
            plus(chat.1, rows)
        });
        // Its qualification is not measured; without it the agent's list would grow.
        self.with(|_, store, _| {
            let protocol = protocol.expect("an attendance");
            in_one_transaction(store, |store| {
                let job = store.job(&protocol).expect("store").expect("an attendance");
                store.put_job(&JobRow { state: JobState::Qualified, ..job }).expect("store");
            });
        });
        cost
    }

    /// A customer joins the queue without agents, and leaves it.
    pub fn customer_waits_and_leaves(&mut self) -> Cost {
        let name = format!("q-{}", self.next_id());
        self.measured(|loaded| {
            let (started, rows) = loaded.counted_start(WAITING, &name);
            let request = WebChatRequest::End { protocol: started.protocol, secret: started.secret };
            plus(rows, loaded.written_by(&request))
        })
    }

    fn start_chat_named(&mut self, name: &str) -> (Chat, (usize, usize)) {
        let (started, of_start) = self.counted_start(SERVED, name);
        let (_, of_tick) = self.counted(|centre, store, context| {
            centre.tick(store, context).expect("store");
        });
        let job = self.with(|_, store, _| store.job(&started.protocol).expect("store").expect("an attendance"));
        let worker = self.workers.iter().position(|worker| worker.id == job.agent_id).expect("it is assigned");
        (Chat { started, worker }, plus(of_start, of_tick))
    }

    fn next_id(&mut self) -> String {
        self.sends += 1;
        format!("S{:09}", self.sends)
    }

    fn measured(&mut self, work: impl FnOnce(&mut Self) -> (usize, usize)) -> Cost {
        let from = Instant::now();
        let rows = work(self);
        Cost { time: from.elapsed(), rows }
    }

    fn written_by(&mut self, request: &WebChatRequest) -> (usize, usize) {
        let (reply, rows) = self.counted(|centre, store, context| centre.web_chat(store, context, request));
        assert!(!matches!(reply, WebChatReply::Refused { .. }), "{request:?}: {reply:?}");
        rows
    }

    fn http(&mut self, token: Option<&str>, method: &str, path: &str, body: &Value) -> HttpReply {
        self.counted_http(token, method, path, body).0
    }

    fn counted_http(
        &mut self,
        token: Option<&str>,
        method: &str,
        path: &str,
        body: &Value,
    ) -> (HttpReply, (usize, usize)) {
        let request = HttpRequest {
            method: method.to_owned(),
            path: path.to_owned(),
            query: String::new(),
            authorization: token.map(str::to_owned),
            body: if body.is_null() { String::new() } else { body.to_string() },
        };
        let (reply, rows) = self.counted(|centre, store, context| centre.http(store, context, &request));
        assert!(reply.status < 300, "{method} {path}: {} {}", reply.status, reply.body);
        (reply, rows)
    }

    fn with<T>(&mut self, run: impl FnOnce(&Centre, &mut dyn Store, &mut Context<'_>) -> T) -> T {
        self.counted(run).0
    }

    fn counted<T>(&mut self, run: impl FnOnce(&Centre, &mut dyn Store, &mut Context<'_>) -> T) -> (T, (usize, usize)) {
        self.now = self.now.plus_ms(1);
        let mut run = Some(run);
        let mut outcome = None;
        let Self { stores, centre, hasher, entropy, now, .. } = self;
        let unit = &mut |backend: &mut dyn contact_centre::store::Backend| {
            let mut metered = Metered::new(backend);
            let mut context = Context::new(*now, entropy, hasher);
            outcome =
                run.take().map(|run| run(centre, &mut metered, &mut context)).map(|reply| (reply, metered.rows()));
        };
        stores.with(Mode::Write, unit).expect("a connection");
        outcome.expect("the unit ran")
    }
}

fn plus(one: (usize, usize), other: (usize, usize)) -> (usize, usize) {
    (one.0 + other.0, one.1 + other.1)
}

fn in_one_transaction(store: &mut dyn Store, change: impl FnOnce(&mut dyn Store)) {
    store.begin().expect("store");
    change(store);
    store.commit().expect("store");
}
