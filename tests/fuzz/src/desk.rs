//! An agent at work, ready quickly: a real core on the records of a day that was simulated once, before a copy of the
//! real contact centre of that day. Every call is answered, every write succeeds, the broker's link is up.

use contact_centre::store::{MemoryStore, Store};
use contact_centre::wire::{AgentId, Channel, CustomId, QueueId, Secret, Wall};
use contact_centre::{Argon2id, Centre, Context, HttpRequest, SeededEntropy, WebChatReply, WebChatRequest, seed_demo};
use core_wasm::channels::ChannelsIntent;
use core_wasm::connection::Frame;
use core_wasm::conversation::ConversationIntent;
use core_wasm::flow::{BrokerCommand, Effect, HttpReply, Mono, Now, SliceKey, StorePlace};
use core_wasm::jobs::JobsIntent;
use core_wasm::session::SessionIntent;
use core_wasm::{BrokerInput, Input, Intent, PageInput, Restored, View, Workspace};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::LazyLock;

const START: Wall = Wall(1_795_182_300_000);
const SUPPORT: &str = "20";
/// More inputs than this caused by one never end.
const STORM: usize = 2_000;
pub const CUSTOMERS: [&str; 3] = ["Mariana", "Otávio", "Lívia"];

/// The simulated day.
struct Day {
    store: MemoryStore,
    agent: AgentId,
    records: BTreeMap<(StorePlace, String), String>,
    protocols: Vec<String>,
    /// What a customer's page shows to come back to its chat.
    secret: String,
}

static DAYS: LazyLock<[Day; 2]> = LazyLock::new(|| [Day::of_an_agent(), Day::of_a_supervisor()]);

pub struct Desk {
    pub workspace: Workspace,
    centre: Centre,
    store: MemoryStore,
    agent: AgentId,
    entropy: SeededEntropy,
    now: Now,
    link: Option<u64>,
    cursor: u64,
    inputs: VecDeque<Input>,
    records: BTreeMap<(StorePlace, String), String>,
    /// What was asked so far: `GET jobs/active`.
    pub calls: Vec<String>,
    pub acknowledged: Vec<String>,
    /// The call of this number is answered so instead.
    pub instead: Option<(usize, HttpReply)>,
    /// Every key that was marked since `watch`.
    marked: BTreeSet<SliceKey>,
}

impl Day {
    fn of_an_agent() -> Self {
        let mut desk = Desk::signed_in("ana.souza", "agente123");
        desk.intend(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Chat }));
        let mut secrets = Vec::new();
        for name in CUSTOMERS {
            let start = WebChatRequest::Start {
                proof: None,
                unit: None,
                name: name.to_owned(),
                identifier: None,
                signature: None,
                queue: QueueId::from(SUPPORT),
                secret: None,
            };
            if let WebChatReply::Started(started) = desk.outside(&start) {
                secrets.push((started.protocol, started.secret));
            }
        }
        for (number, (protocol, secret)) in secrets.iter().enumerate() {
            desk.outside(&WebChatRequest::Message {
                protocol: protocol.clone(),
                secret: secret.clone(),
                custom_id: CustomId::from(format!("customer-{number}").as_str()),
                text: "Bom dia!".to_owned(),
                media_id: String::new(),
                answered: 0,
            });
        }
        let protocols: Vec<String> = secrets.iter().map(|(protocol, _)| protocol.to_string()).collect();
        for (protocol, _) in secrets.iter().take(2) {
            desk.intend(Intent::Jobs(JobsIntent::OpenJob { protocol: protocol.clone() }));
            desk.intend(Intent::Conversation(ConversationIntent::SendMessage {
                protocol: protocol.clone(),
                text: "Boa tarde.".to_owned(),
            }));
        }
        if let Some((protocol, _)) = secrets.first() {
            desk.intend(Intent::Jobs(JobsIntent::FinishJob {
                protocol: protocol.clone(),
                confirmed: true,
                waits: false,
            }));
        }
        desk.passes(2_000);
        let secret = secrets.into_iter().nth(1).map(|(_, secret)| secret).unwrap_or_default();
        Self { store: desk.store, agent: desk.agent, records: desk.records, protocols, secret }
    }

    fn of_a_supervisor() -> Self {
        let mut desk = Desk::signed_in("carla.dias", "supervisora1");
        desk.passes(2_000);
        Self {
            store: desk.store,
            agent: desk.agent,
            records: desk.records,
            protocols: Vec::new(),
            secret: String::new(),
        }
    }
}

/// The attendances of the agent's day: one to qualify, one open and read, one not looked at.
pub fn protocols() -> &'static [String] {
    &DAYS[0].protocols
}

/// The centre of the agent's day, the agent's token and the second customer's secret.
pub fn centre_of_the_day() -> (MemoryStore, String, String) {
    let day = &DAYS[0];
    let token = day.records.get(&(StorePlace::LocalStorage, "token".to_owned())).cloned().unwrap_or_default();
    (day.store.clone(), token, day.secret.clone())
}

impl Desk {
    /// A page that has just been loaded again, on the agent's machine or on the supervisor's; `start` comes next.
    pub fn again(supervisor: bool) -> Self {
        let day = &DAYS[usize::from(supervisor)];
        let of = |place: StorePlace| {
            let kept = day.records.iter().filter(move |((at, _), _)| *at == place);
            kept.map(|((_, name), text)| (name.clone(), text.clone())).collect::<Vec<_>>()
        };
        let local = |name: &str| day.records.get(&(StorePlace::LocalStorage, name.to_owned())).cloned();
        let restored = Restored {
            token: local("token").map(Secret::new),
            preferences: local("preferences"),
            records: of(StorePlace::Database),
            unsent: of(StorePlace::Unsent),
            unhandled_delivery: None,
        };
        let mut desk = Self::with(restored, day.store.clone(), day.agent.clone());
        desk.records.clone_from(&day.records);
        desk
    }

    fn with(restored: Restored, store: MemoryStore, agent: AgentId) -> Self {
        Self {
            workspace: Workspace::new([7; 32], restored),
            centre: Centre::default(),
            store,
            agent,
            entropy: SeededEntropy(7),
            now: Now { mono: Mono(10_000), wall: START.plus_ms(10_000) },
            link: None,
            cursor: 0,
            inputs: VecDeque::new(),
            records: BTreeMap::new(),
            calls: Vec::new(),
            acknowledged: Vec::new(),
            instead: None,
            marked: BTreeSet::new(),
        }
    }

    fn signed_in(login: &str, password: &str) -> Self {
        let mut store = MemoryStore::new();
        let (mut entropy, hasher) = (SeededEntropy(1), Argon2id::cheap());
        let demo = seed_demo(&mut store, &mut Context::new(START, &mut entropy, &hasher)).expect("demo data");
        let agent = demo.agents.iter().find(|agent| agent.login == login).expect("a demo agent").id.clone();
        let mut desk = Self::with(Restored::default(), store, agent);
        desk.start();
        desk.intend(Intent::Session(SessionIntent::SignIn {
            login: login.to_owned(),
            password: Secret::new(password.to_owned()),
        }));
        desk
    }

    pub fn start(&mut self) {
        self.feed(Input::Page(PageInput::Started {
            path: "/attendance".to_owned(),
            user_agent:
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
                    .to_owned(),
            online: true,
            focused: true,
            visible: true,
        }));
    }

    pub fn intend(&mut self, intent: Intent) {
        self.feed(Input::Intent(intent));
    }

    /// One input and all that follows from it at once.
    pub fn feed(&mut self, input: Input) {
        self.inputs.push_back(input);
        for _ in 0..STORM {
            let Some(input) = self.inputs.pop_front() else { return };
            let step = self.workspace.handle(input, self.now);
            self.marked.extend(step.dirty);
            for effect in step.effects {
                self.carry_out(effect);
            }
        }
        panic!("a storm: {:?}", self.calls.iter().rev().take(10).collect::<Vec<_>>());
    }

    /// Lets time pass, from wake-up to wake-up.
    pub fn passes(&mut self, ms: u64) {
        let end = self.now.mono.plus_ms(ms);
        for _ in 0..STORM {
            // An input that changes nothing returns the next wake-up.
            let wake = self.workspace.handle(Input::Wake, self.now);
            let next = wake.wake.map(|wake| wake.at);
            self.marked.extend(wake.dirty);
            for effect in wake.effects {
                self.carry_out(effect);
            }
            while let Some(input) = self.inputs.pop_front() {
                self.feed(input);
            }
            match next.filter(|at| *at <= end) {
                Some(at) => self.goes_to(at.max(self.now.mono.plus_ms(1))),
                None => return self.goes_to(end),
            }
        }
        panic!("wakes for ever");
    }

    fn goes_to(&mut self, at: Mono) {
        let ms = at.since_ms(self.now.mono);
        self.now.wall = self.now.wall.plus_ms(i64::try_from(ms).unwrap_or_default());
        self.now.mono = at;
    }

    /// A frame of the broker on the present link; answers its `ack`.
    pub fn frame(&mut self, body: &str) -> String {
        let link = self.link.expect("the link is up");
        let ack = format!("fuzz-{}", self.acknowledged.len());
        let frame = Frame { link, ack: ack.clone(), body: body.to_owned() };
        self.feed(Input::Broker(BrokerInput::Frame(frame)));
        ack
    }

    pub fn is_linked(&self) -> bool {
        self.link.is_some()
    }

    /// Every view now; a later change without a mark is a fault.
    pub fn watch(&mut self) -> BTreeMap<SliceKey, View> {
        self.marked.clear();
        self.views()
    }

    pub fn views(&self) -> BTreeMap<SliceKey, View> {
        self.workspace.live_keys().into_iter().map(|key| (key.clone(), self.workspace.view(&key))).collect()
    }

    /// What differs from `before`, each of it marked. A page that reads a slice of an attendance before the attendance
    /// exists gets the view of an empty workspace, so a new attendance is compared with that.
    pub fn changed_since(&self, before: &BTreeMap<SliceKey, View>) -> Vec<SliceKey> {
        let now = self.views();
        let empty = Workspace::new([7; 32], Restored::default());
        let view = |views: &BTreeMap<SliceKey, View>, key| views.get(key).cloned().unwrap_or_else(|| empty.view(key));
        let keys: BTreeSet<&SliceKey> = before.keys().chain(now.keys()).collect();
        let changed = keys.into_iter().filter(|key| view(before, key) != view(&now, key));
        let changed: Vec<SliceKey> = changed.cloned().collect();
        for key in &changed {
            let still_there = now.contains_key(key);
            assert!(!still_there || self.marked.contains(key), "{key} changed without being marked");
        }
        changed
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Http(call, request, token) => {
                let target = request.target();
                let (path, query) = target.split_once('?').unwrap_or((&target, ""));
                let number = self.calls.len();
                self.calls.push(format!("{} {path}", request.method.as_str()));
                let reply = match self.instead.take() {
                    Some((of, reply)) if of == number => reply,
                    kept => {
                        self.instead = kept;
                        self.ask(&HttpRequest {
                            method: request.method.as_str().to_owned(),
                            path: path.to_owned(),
                            query: query.to_owned(),
                            authorization: token.map(|token| format!("Bearer {}", token.expose())),
                            body: request.body.map(|body| body.expose().clone()).unwrap_or_default(),
                        })
                    }
                };
                self.inputs.push_back(Input::Reply(call, Ok(reply)));
                self.deliver();
            }
            Effect::Persist(id, key, value) => {
                let name = (key.place(), key.name());
                match value {
                    Some(value) => self.records.insert(name, value.expose().clone()),
                    None => self.records.remove(&name),
                };
                self.inputs.push_back(Input::Stored(id, Ok(())));
            }
            Effect::ClearStorage => self.records.retain(|(place, _), _| *place == StorePlace::Unsent),
            Effect::Broker(BrokerCommand::Connect { link, .. }) => {
                self.inputs.push_back(Input::Broker(BrokerInput::Opened { link }));
            }
            Effect::Broker(BrokerCommand::Subscribe { link, .. }) => {
                (self.link, self.cursor) = (Some(link), 0);
                self.deliver();
            }
            Effect::Broker(BrokerCommand::Disconnect { .. }) => self.link = None,
            Effect::Broker(BrokerCommand::Acknowledge { ack, .. }) => {
                if let Some(seq) = ack.strip_prefix("real-").and_then(|seq| seq.parse().ok()) {
                    self.store.acknowledge(&self.agent, seq).expect("store");
                }
                self.acknowledged.push(ack);
            }
            // Nothing of the rest comes back to the core.
            _ => {}
        }
    }

    fn ask(&mut self, request: &HttpRequest) -> HttpReply {
        let hasher = Argon2id::cheap();
        let mut context = Context::new(self.now.wall, &mut self.entropy, &hasher);
        let reply = self.centre.http(&mut self.store, &mut context, request);
        HttpReply {
            status: reply.status,
            authorization: reply.authorization.map(Secret::new),
            retry_after: None,
            body: Secret::new(reply.body),
        }
    }

    fn outside(&mut self, request: &WebChatRequest) -> WebChatReply {
        let hasher = Argon2id::cheap();
        let mut context = Context::new(self.now.wall, &mut self.entropy, &hasher);
        let reply = self.centre.web_chat(&mut self.store, &mut context, request);
        self.deliver();
        while let Some(input) = self.inputs.pop_front() {
            self.feed(input);
        }
        reply
    }

    /// What the centre has for this agent goes out on the link.
    fn deliver(&mut self) {
        let Some(link) = self.link else { return };
        for frame in self.store.frames_after(&self.agent, self.cursor, 100).expect("store") {
            self.cursor = frame.seq;
            let frame = Frame { link, ack: format!("real-{}", frame.seq), body: frame.text };
            self.inputs.push_back(Input::Broker(BrokerInput::Frame(frame)));
        }
    }
}
