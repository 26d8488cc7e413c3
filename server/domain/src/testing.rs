//! Test fixture: a contact centre with demo data in memory, its own clock, and helpers for requests and customers.

use crate::{
    Argon2id, BrokerPrincipal, CallCommand, CallNews, Centre, CentreConfig, Context, EffectKind, EffectOutcome,
    HttpReply, HttpRequest, IdentifierSignature, Recipients, SecurityEvent, SeededEntropy, WebChatEvent, WebChatReply,
    WebChatRequest, WebChatStarted, measured_tests, seed_demo,
    store::{GroupRow, MemoryStore, PauseFact, Store, VoiceStore},
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wire::{
    AgentId, AttendanceGroup, AttendanceGroupId, BrokerEvent, Channel, CustomId, Protocol, QueueId, Secret, Wall,
};

/// Secret of the operator's site.
pub(crate) const IDENTIFIER_SECRET: &str = "shared with the operator's site";

pub(crate) const START: Wall = Wall(1_795_182_300_000);
pub(crate) const ANA: &str = "101";
pub(crate) const BRUNO: &str = "102";
pub(crate) const CARLA: &str = "201";
pub(crate) const RENEWALS: &str = "10";
pub(crate) const SUPPORT: &str = "20";
pub(crate) const ELISA: &str = "301";
pub(crate) const FABIO: &str = "302";
/// A voice queue.
pub(crate) const SALES: &str = "5000";

pub(crate) struct TestCentre {
    pub centre: Centre,
    pub store: MemoryStore,
    pub now: Wall,
    /// Recipients of the last request.
    pub recipients: Recipients,
    /// Commands to the telephone system of the last request.
    pub commands: Vec<CallCommand>,
    /// Security events of the requests; a test takes them away.
    pub security: Vec<SecurityEvent>,
    /// Address of the caller.
    pub address: Option<String>,
    /// Broker links with the time of their last heartbeat, in the role of the transport.
    links: BTreeMap<AgentId, (BrokerPrincipal, Wall)>,
    entropy: SeededEntropy,
    sends: u32,
}

/// A reply with its body as JSON.
#[derive(Debug)]
pub(crate) struct Answered {
    pub status: u16,
    pub authorization: Option<String>,
    pub retry_after_seconds: Option<u32>,
    pub body: Value,
}

/// A signed-in agent.
#[derive(Clone, Debug)]
pub(crate) struct Agent {
    pub id: AgentId,
    pub token: String,
    pub principal: BrokerPrincipal,
}

impl TestCentre {
    pub fn new() -> Self {
        let mut test = Self::empty();
        test.with(|_, store, context| seed_demo(store, context).unwrap());
        measured_tests::fill(&mut test.store);
        test
    }

    /// A centre without demo data.
    pub fn empty() -> Self {
        Self {
            centre: Centre::new(CentreConfig {
                identifier_secret: Some(Secret::new(IDENTIFIER_SECRET.to_owned())),
                ..CentreConfig::default()
            }),
            store: MemoryStore::new(),
            now: START,
            recipients: Recipients::default(),
            commands: Vec::new(),
            security: Vec::new(),
            address: None,
            links: BTreeMap::new(),
            entropy: SeededEntropy(7),
            sends: 0,
        }
    }

    pub fn with<T>(&mut self, run: impl FnOnce(&Centre, &mut MemoryStore, &mut Context<'_>) -> T) -> T {
        let result = self.without_worker(run);
        if self.recipients.effects.contains(&EffectKind::CommandTelephone) {
            self.commands = self.take_commands();
        }
        result
    }

    /// Like `with`, but commands to the telephone system wait for their worker.
    pub fn without_worker<T>(&mut self, run: impl FnOnce(&Centre, &mut MemoryStore, &mut Context<'_>) -> T) -> T {
        let hasher = Argon2id::cheap();
        let mut context = Context::new(self.now, &mut self.entropy, &hasher);
        context.address = self.address.clone();
        let result = run(&self.centre, &mut self.store, &mut context);
        self.recipients = context.recipients;
        self.security.append(&mut context.security);
        self.commands.clear();
        result
    }

    /// Carries out due work as the worker of the transport does.
    fn take_commands(&mut self) -> Vec<CallCommand> {
        let hasher = Argon2id::cheap();
        let mut given = Vec::new();
        loop {
            let mut context = Context::new(self.now, &mut self.entropy, &hasher);
            let taken = self.centre.take_call_commands(&mut self.store, &mut context, 10).unwrap();
            if taken.is_empty() {
                return given;
            }
            for (effect, command) in taken {
                given.extend(command);
                self.centre.end_effect(&mut self.store, &mut context, &effect, EffectOutcome::Done).unwrap();
            }
        }
    }

    /// Runs the second request as if it had begun before the first commit, by the rules of PostgreSQL, and again after a conflict.
    pub fn at_once<T, U>(&mut self, first: impl FnOnce(&mut Self) -> T, second: impl Fn(&mut Self) -> U) -> (T, U) {
        self.store.let_transactions_overlap();
        let one = first(self);
        self.store.overlap_next();
        let other = second(self);
        if self.store.take_conflict() { (one, second(self)) } else { (one, other) }
    }

    /// Reports links without a heartbeat for longer than `link_alive_ms` as silent.
    pub fn advance(&mut self, ms: i64) {
        self.now = self.now.plus_ms(ms);
        for (principal, heard_at) in self.links.clone().into_values() {
            let silent_ms = self.now.since_ms(heard_at);
            if silent_ms > self.centre.config.link_alive_ms {
                self.links.remove(&principal.agent_id);
                self.with(|centre, store, context| centre.link_silent(store, context, &principal, silent_ms).unwrap());
            }
        }
    }

    pub fn tick(&mut self) -> Wall {
        self.with(|centre, store, context| centre.tick(store, context).unwrap())
    }

    /// Sends a request; `path` may have a query.
    pub fn request(&mut self, token: Option<&str>, method: &str, path: &str, body: &str) -> Answered {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let request = HttpRequest {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            authorization: token.map(str::to_owned),
            body: body.to_owned(),
        };
        let (reply, read) = self.with(|centre, store, context| measured_tests::http(centre, store, context, &request));
        let answered = Answered::from(reply);
        measured_tests::note(request, &answered, read);
        answered
    }

    pub fn request_of(agent: &Agent, method: &str, path: &str, body: &str) -> HttpRequest {
        HttpRequest {
            method: method.to_owned(),
            path: path.to_owned(),
            query: String::new(),
            authorization: Some(agent.token.clone()),
            body: body.to_owned(),
        }
    }

    /// Closes the agent's link.
    pub fn link_down(&mut self, agent: &Agent) {
        let principal = agent.principal.clone();
        self.links.remove(&agent.id);
        self.with(|centre, store, context| centre.link_down(store, context, &principal).unwrap());
    }

    pub fn get(&mut self, agent: &Agent, path: &str) -> Answered {
        self.request(Some(&agent.token), "GET", path, "")
    }

    pub fn post(&mut self, agent: &Agent, path: &str, body: Value) -> Answered {
        self.request(Some(&agent.token), "POST", path, &body.to_string())
    }

    pub fn put(&mut self, agent: &Agent, path: &str, body: Value) -> Answered {
        self.request(Some(&agent.token), "PUT", path, &body.to_string())
    }

    /// Sends a request without a body.
    pub fn bare(&mut self, agent: &Agent, method: &str, path: &str) -> Answered {
        self.request(Some(&agent.token), method, path, "")
    }

    pub fn login(&mut self, login: &str, password: &str) -> Answered {
        self.request(None, "POST", "/auth/login", &json!({ "login": login, "password": password }).to_string())
    }

    /// Signs the agent in and opens a broker link.
    pub fn sign_in(&mut self, id: &str) -> Agent {
        let (login, password) = match id {
            ANA => ("ana.souza", "agente123"),
            BRUNO => ("bruno.lima", "agente123"),
            ELISA => ("elisa.prado", "agente123"),
            FABIO => ("fabio.reis", "agente123"),
            _ => ("carla.dias", "supervisora1"),
        };
        let answer = self.login(login, password).ok();
        let token = answer.authorization.unwrap();
        let mut agent = Agent {
            id: AgentId::from(id),
            token,
            principal: BrokerPrincipal { agent_id: AgentId::from(id), session_id: String::new(), number: 0 },
        };
        agent.principal = self.broker_principal(&agent);
        self.link_up(&agent);
        agent
    }

    pub fn broker_principal(&mut self, agent: &Agent) -> BrokerPrincipal {
        let body = self.post(agent, "/auth/validate", json!({ "agent_id": agent.id, "org_unit_id": "1" })).ok().body;
        let (login, passcode) =
            (body["broker"]["login"].as_str().unwrap(), body["broker"]["passcode"].as_str().unwrap());
        self.centre.broker_login(&self.store, self.now, login, passcode).unwrap()
    }

    pub fn link_up(&mut self, agent: &Agent) {
        let principal = agent.principal.clone();
        self.with(|centre, store, context| centre.link_up(store, context, &principal).unwrap());
        self.links.insert(agent.id.clone(), (agent.principal.clone(), self.now));
    }

    /// Sends a heartbeat: it is reported only for a link that was silent.
    pub fn beat(&mut self, agent: &Agent) {
        match self.links.get_mut(&agent.id) {
            Some((_, heard_at)) => *heard_at = self.now,
            None => self.link_up(agent),
        }
    }

    pub fn connect_chat(&mut self, agent: &Agent) {
        let path = format!("/channels/chat/connect/agent/{}", agent.id);
        self.request(Some(&agent.token), "POST", &path, "").ok();
    }

    /// Signs the agent in, opens a link and connects chat.
    pub fn at_work(&mut self, id: &str) -> Agent {
        let agent = self.sign_in(id);
        self.connect_chat(&agent);
        agent
    }

    /// Lets the agent work on voice and WhatsApp too, in groups of its org unit.
    pub fn give_all_channels(&mut self, id: &str) {
        let agent = AgentId::from(id);
        let mut row = self.store.agent(&agent).unwrap().unwrap();
        row.record.channels = Channel::ALL.to_vec();
        let org_unit_id = row.record.org_unit_id.clone();
        self.store.put_agent(&row).unwrap();
        for channel in [Channel::Voice, Channel::Whatsapp] {
            let id = AttendanceGroupId(format!("g-{}", channel.as_str()));
            let mut group = self.store.group(&id).unwrap().unwrap_or_else(|| GroupRow {
                group: AttendanceGroup { id, channel: Some(channel), ..AttendanceGroup::default() },
                org_unit_id: org_unit_id.clone(),
                members: Vec::new(),
            });
            group.members.push(agent.clone());
            self.store.put_group(&group).unwrap();
        }
    }

    /// Removes the agent from the groups of the channel.
    pub fn leave_groups(&mut self, id: &str, channel: Channel) {
        for mut group in self.store.groups_of_agent(&AgentId::from(id)).unwrap() {
            if group.group.channel == Some(channel) {
                group.members.retain(|member| member.as_str() != id);
                self.store.put_group(&group).unwrap();
            }
        }
    }

    pub fn connect(&mut self, agent: &Agent, channel: &str) -> Answered {
        let path = format!("/channels/{channel}/connect/agent/{}", agent.id);
        if channel == "voice" {
            self.news(CallNews::Registered { exten: "1001".to_owned() });
        }
        let body = if channel == "voice" { json!({ "exten": "1001" }).to_string() } else { String::new() };
        self.request(Some(&agent.token), "POST", &path, &body)
    }

    /// Signs the agent in, opens a link, registers the telephone and connects voice.
    pub fn at_telephone(&mut self, id: &str) -> Agent {
        let agent = self.sign_in(id);
        let exten = self.exten_of(&agent);
        self.news(CallNews::Registered { exten: exten.clone() });
        let path = format!("/channels/voice/connect/agent/{}", agent.id);
        self.post(&agent, &path, json!({ "exten": exten })).ok();
        agent
    }

    pub fn exten_of(&self, agent: &Agent) -> String {
        self.store.voice_account_of(&agent.id).unwrap().unwrap().exten
    }

    pub fn news(&mut self, news: CallNews) {
        self.with(|centre, store, context| centre.call_news(store, context, &news).unwrap());
    }

    pub fn call_arrives(&mut self, call: &str, from: &str, queue: &str) {
        self.news(CallNews::Queued { call: call.to_owned(), from: from.to_owned(), to: queue.to_owned() });
    }

    /// The call that the last request starts to dial.
    pub fn dialled_call(&self) -> String {
        let dialled = |command: &CallCommand| match command {
            CallCommand::Dial { call, .. } => Some(call.clone()),
            _ => None,
        };
        self.commands.iter().find_map(dialled).expect("a call is dialled")
    }

    /// The typing of customers that the last request sent to agents, outside their queues.
    pub fn typing_of_customer(&self) -> Vec<(AgentId, Value)> {
        let sent = self.recipients.agents_of_typing.iter();
        sent.map(|typing| (typing.agent_id.clone(), serde_json::from_str(&typing.frame).unwrap())).collect()
    }

    /// The typing of agents that the last request sent to streams of customers.
    pub fn typing_of_agent(&self) -> Vec<(Protocol, bool)> {
        let sent = self.recipients.customers_of_typing.iter();
        sent.map(|typing| (typing.protocol.clone(), typing.typing)).collect()
    }

    pub fn web_chat(&mut self, request: WebChatRequest) -> WebChatReply {
        self.with(|centre, store, context| centre.web_chat(store, context, &request))
    }

    /// Starts a chat; the operator's site confirms the customer's identifier if the centre has a secret.
    pub fn customer(&mut self, name: &str, queue: &str) -> WebChatStarted {
        let identifier = format!("{}@example.com", name.to_lowercase());
        let request = WebChatRequest::Start {
            proof: None,
            unit: None,
            name: name.to_owned(),
            signature: self.signed(&identifier),
            identifier: Some(identifier),
            queue: QueueId::from(queue),
            secret: None,
        };
        match self.web_chat(request) {
            WebChatReply::Started(started) => started,
            other => panic!("not started: {other:?}"),
        }
    }

    fn signed(&self, identifier: &str) -> Option<IdentifierSignature> {
        let secret = self.centre.config.identifier_secret.as_ref()?;
        Some(IdentifierSignature::sign(secret.expose(), identifier, self.now.0 / 1000 + 60))
    }

    pub fn customer_types(&mut self, chat: &WebChatStarted, typing: bool, custom_id: Option<&str>) -> WebChatReply {
        self.web_chat(WebChatRequest::Typing {
            protocol: chat.protocol.clone(),
            secret: chat.secret.clone(),
            typing,
            custom_id: custom_id.map(CustomId::from),
        })
    }

    pub fn custom_id(&mut self) -> CustomId {
        self.sends += 1;
        CustomId(format!("C{:09}", self.sends))
    }

    pub fn customer_writes(&mut self, chat: &WebChatStarted, text: &str) -> WebChatReply {
        let custom_id = self.custom_id();
        self.web_chat(WebChatRequest::Message {
            protocol: chat.protocol.clone(),
            secret: chat.secret.clone(),
            custom_id,
            text: text.to_owned(),
            media_id: String::new(),
            answered: 0,
        })
    }

    pub fn customer_ends(&mut self, chat: &WebChatStarted) {
        let request = WebChatRequest::End { protocol: chat.protocol.clone(), secret: chat.secret.clone() };
        assert_eq!(self.web_chat(request), WebChatReply::Done);
    }

    pub fn customer_events(&mut self, chat: &WebChatStarted) -> Vec<WebChatEvent> {
        let request = WebChatRequest::Events { protocol: chat.protocol.clone(), secret: chat.secret.clone(), after: 0 };
        match self.web_chat(request) {
            WebChatReply::Events(events) => events.data,
            other => panic!("no events: {other:?}"),
        }
    }

    pub fn agent_writes(&mut self, agent: &Agent, protocol: &Protocol, text: &str) -> Answered {
        let custom_id = self.custom_id();
        self.post(agent, "/chat/messages", send_body(agent, protocol, &custom_id, text))
    }

    pub fn finish(&mut self, agent: &Agent, protocol: &Protocol) -> Answered {
        self.post(agent, "/job/chat/finish", job_body(agent, protocol))
    }

    /// A job of `chat` or `chatClosed`, by protocol.
    pub fn listed_job(&mut self, agent: &Agent, list: &str, protocol: &Protocol) -> Option<Value> {
        let body = self.get(agent, &format!("/agents/{}/jobs/active", agent.id)).ok().body;
        let jobs = body["data"][list].as_array().unwrap().clone();
        jobs.into_iter().find(|job| job["protocol"] == protocol.as_str())
    }

    /// Removes and returns every unacknowledged frame of the agent.
    pub fn take_frames(&mut self, id: &str) -> Vec<Value> {
        let agent = AgentId::from(id);
        let frames = self.store.frames_after(&agent, 0, 10_000).unwrap();
        self.store.clear_frames(&agent).unwrap();
        frames.into_iter().map(|frame| serde_json::from_str(&frame.text).unwrap()).collect()
    }

    /// The frames whose event is in the core's table, parsed by that table.
    pub fn take_events(&mut self, id: &str) -> Vec<(Value, BrokerEvent)> {
        let read = |body: Value| BrokerEvent::parse(&body.to_string()).1.ok().map(|event| (body, event));
        self.take_frames(id).into_iter().filter_map(read).collect()
    }

    pub fn take_event_names(&mut self, id: &str) -> Vec<String> {
        self.take_frames(id).iter().map(|body| body["event"].as_str().unwrap().to_owned()).collect()
    }
}

pub(crate) fn pause_fact(name: &str) -> PauseFact {
    PauseFact { id: "2".to_owned(), name: name.to_owned(), since: START, max_seconds: 0, exceeded: false }
}

pub(crate) fn send_body(agent: &Agent, protocol: &Protocol, custom_id: &CustomId, text: &str) -> Value {
    json!({ "protocol": protocol, "custom_id": custom_id, "agentId": agent.id, "org_unit_id": "1", "message": text })
}

pub(crate) fn job_body(agent: &Agent, protocol: &Protocol) -> Value {
    json!({ "protocol": protocol, "agentId": agent.id, "org_unit_id": "1" })
}

/// A request about a call.
pub(crate) fn voice_body(agent: &Agent, protocol: &str) -> Value {
    json!({ "agentId": agent.id, "channel": "voice", "protocol": protocol, "uniqueId": "" })
}

pub(crate) fn qualify_body(agent: &Agent, protocol: &Protocol) -> Value {
    json!({
        "protocol": protocol, "qualify_id": "1", "agent_id": agent.id, "qualify_path": "Renovação > Aceita",
        "uniqueid": protocol, "contact": "1", "agent_name": "Ana Souza", "queue": RENEWALS, "campaign": "",
        "tags": ["31"], "observation": "Renovou por um ano", "duration": 42, "channel": "chat", "qualify_type": "positive",
        "finish_qualification": true, "attendance_type": "QUEUE", "client_whatsapp": "",
        "contact_identifier": "C-0001", "client_chat": "helena.duarte@example.com", "from": "Helena", "phone": "",
        "finish_dialing": false, "schedule": null, "fields_form": [{ "id": "4", "value": "sim" }], "inbox": false,
        "attendanceGroupId": RENEWALS, "attendanceGroupName": "Renovações",
    })
}

impl From<HttpReply> for Answered {
    fn from(reply: HttpReply) -> Self {
        Answered {
            status: reply.status,
            authorization: reply.authorization,
            retry_after_seconds: reply.retry_after_seconds,
            body: serde_json::from_str(&reply.body).unwrap_or(Value::Null),
        }
    }
}

impl Answered {
    #[track_caller]
    pub fn ok(self) -> Self {
        assert!([200, 204].contains(&self.status), "{} {:?}", self.status, self.body);
        self
    }

    /// A refusal as text: `409 jobEnded`, `409 CONTACT_NOT_REGISTERED`, `422 message:tooLong,…`, or the status alone.
    pub fn refusal(&self) -> String {
        let errors = self.body["errors"].as_object().map(|errors| {
            let named: Vec<String> =
                errors.iter().map(|(field, fault)| format!("{field}:{}", fault.as_str().unwrap())).collect();
            named.join(",")
        });
        let why = errors.as_deref().or(self.body["cause"].as_str()).or(self.body["reason"].as_str()).unwrap_or("");
        format!("{} {why}", self.status).trim().to_owned()
    }
}
