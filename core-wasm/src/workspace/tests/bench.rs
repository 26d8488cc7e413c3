//! A real `Workspace` with a simulated server and browser. Requests are answered at once by `samples::default_answer`
//! unless a test sets another answer; the broker link opens, every write succeeds, and the address bar shows each
//! route. After every input the bench checks that each changed view was marked as changed. Other assertions are in the
//! tests.

use super::samples::{self, Script};
use crate::connection::Frame;
use crate::conversation;
use crate::conversation::ConversationIntent;
use crate::conversation::ConversationSlice;
use crate::conversation::DraftView;
use crate::flow::{
    BrokerCommand, Effect, HttpFailure, HttpReply, Marks, Mono, Now, RequestId, ServerWrite, SliceKey, StorePlace,
    TimeZone, Wake,
};
use crate::input::{BrokerInput, Input, Intent, PageInput, StoreFailure};
use crate::jobs::JobsIntent;
use crate::session::SessionIntent;
use crate::view::View;
use crate::wire::{Secret, Wall, rfc3339};
use crate::workspace::{Restored, Workspace};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub const CHROME: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36";
/// 2026-11-20T13:45:00Z.
pub const START: Wall = Wall(1_795_182_300_000);
/// A single input that causes more inputs than this is treated as an endless loop.
const STORM: usize = 2_000;
const MOST_WAKES_AT_ONCE: usize = 50;
/// Time after which a write without an answer is not repeated any more.
const GIVEN_UP_AFTER_MS: u64 = 18_751;

/// One HTTP request that the core sent.
#[derive(Clone, Debug)]
pub struct Call {
    id: RequestId,
    /// Method and path: `POST auth/login`.
    pub name: String,
    pub query: Vec<(String, String)>,
    pub body: Option<Value>,
    pub token: Option<String>,
    pub time_limit_ms: u32,
    pub write: Option<ServerWrite>,
    pub answered: bool,
}

impl Call {
    /// The JSON body of a request that has one.
    pub fn json(&self) -> Value {
        self.body.clone().unwrap_or_else(|| panic!("{} has no body", self.name))
    }

    pub fn query_text(&self) -> String {
        self.query.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    }
}

pub struct Bench {
    pub workspace: Workspace,
    pub now: Now,
    answers: BTreeMap<String, Script>,
    pub calls: Vec<Call>,
    pub effects: Vec<Effect>,
    pub dirty: BTreeSet<SliceKey>,
    pub wake: Option<Wake>,
    pub disk: BTreeMap<(StorePlace, String), String>,
    /// The result of each write to the storage; `None` while the storage does not answer.
    pub storage: Option<Result<(), StoreFailure>>,
    pub broker_opens: bool,
    pub link: u64,
    frames: u64,
    deliveries: u64,
    instance: u8,
    views: BTreeMap<SliceKey, View>,
}

impl Bench {
    pub fn new() -> Self {
        Self::with(Restored::default(), 1)
    }

    /// A signed-in agent with an open link to the broker and without attendances.
    pub fn signed_in() -> Self {
        let mut bench = Self::new();
        bench.start("/login").sign_in();
        bench
    }

    /// A browser with a stored token and the stored identity of agent 101.
    pub fn with_token() -> Self {
        let identity = json!({ "agent_id": "101", "org_unit_id": "1", "login_identifier": "ana.souza" });
        let mut bench = Self::new();
        bench.disk.insert((StorePlace::LocalStorage, "token".to_owned()), "kept".to_owned());
        bench.disk.insert((StorePlace::Database, "authentication".to_owned()), identity.to_string());
        bench.reload();
        bench
    }

    fn with(restored: Restored, instance: u8) -> Self {
        let mut workspace = Workspace::new([instance; 32], restored);
        workspace.time_zone = TimeZone::read(START, |_| -180);
        let views = workspace.live_keys().into_iter().map(|key| (key.clone(), workspace.view(&key))).collect();
        Self {
            workspace,
            now: Now { mono: Mono(1_000), wall: START },
            answers: BTreeMap::new(),
            calls: Vec::new(),
            effects: Vec::new(),
            dirty: BTreeSet::new(),
            wake: None,
            disk: BTreeMap::new(),
            storage: Some(Ok(())),
            broker_opens: true,
            link: 0,
            frames: 0,
            deliveries: 0,
            instance,
            views,
        }
    }

    /// The page is reloaded with its stored records; the test calls `start` next.
    pub fn reload(&mut self) -> &mut Self {
        let records = |place| {
            self.disk
                .iter()
                .filter(move |((at, _), _)| *at == place)
                .map(|((_, name), text)| (name.clone(), text.clone()))
                .collect()
        };
        let local = |name: &str| self.disk.get(&(StorePlace::LocalStorage, name.to_owned())).cloned();
        let restored = Restored {
            token: local("token").map(Secret::new),
            preferences: local("preferences"),
            records: records(StorePlace::Database),
            unsent: records(StorePlace::Unsent),
            unhandled_delivery: None,
        };
        self.restart(restored)
    }

    pub fn restart(&mut self, restored: Restored) -> &mut Self {
        let fresh = Self::with(restored, self.instance + 1);
        let old = std::mem::replace(self, fresh);
        (self.now, self.answers, self.disk, self.frames) = (old.now, old.answers, old.disk, old.frames);
        self
    }

    // Answers of the simulated server and browser.

    /// From now on the request `name` (`POST auth/login`) gets this answer.
    pub fn answer(&mut self, name: &str, status: u16, body: Value) -> &mut Self {
        self.script(name, Script::Reply { status, token: None, body })
    }

    pub fn answer_with_token(&mut self, name: &str, token: &str, body: Value) -> &mut Self {
        self.script(name, Script::Reply { status: 200, token: Some(token.to_owned()), body })
    }

    pub fn fail(&mut self, name: &str, failure: HttpFailure) -> &mut Self {
        self.script(name, Script::Fail(failure))
    }

    /// From now on the request gets no answer until `reply` answers it.
    pub fn hold(&mut self, name: &str) -> &mut Self {
        self.script(name, Script::Silence)
    }

    /// The answer that a test has set for the request; `None`: the default answer of a correct server.
    pub fn set_answer(&self, name: &str) -> Option<Script> {
        self.answers.get(name).cloned()
    }

    /// Sets the answer to the earlier value.
    pub fn restore_answer(&mut self, name: &str, script: Option<Script>) -> &mut Self {
        match script {
            Some(script) => self.answers.insert(name.to_owned(), script),
            None => self.answers.remove(name),
        };
        self
    }

    fn script(&mut self, name: &str, script: Script) -> &mut Self {
        self.answers.insert(name.to_owned(), script);
        self
    }

    /// Answers the oldest pending request of this name.
    pub fn reply(&mut self, name: &str, status: u16, body: Value) -> &mut Self {
        let id = self.pending(name);
        self.input(Input::Reply(id, Ok(http_reply(status, None, &body))))
    }

    /// The oldest pending request of this name fails without an answer.
    pub fn lose(&mut self, name: &str, failure: HttpFailure) -> &mut Self {
        let id = self.pending(name);
        self.input(Input::Reply(id, Err(failure)))
    }

    /// Advances the time until no failed write is repeated any more.
    pub fn gives_up(&mut self) -> &mut Self {
        self.advance(GIVEN_UP_AFTER_MS)
    }

    /// The oldest pending request of this name and each of its repetitions get no answer.
    pub fn loses_for_good(&mut self, name: &str) -> &mut Self {
        for repetition_after_ms in [1_250, 2_500, 5_000, 10_000] {
            self.lose(name, HttpFailure::NoAnswer).advance(repetition_after_ms);
        }
        self.lose(name, HttpFailure::NoAnswer)
    }

    fn pending(&mut self, name: &str) -> RequestId {
        let waiting = self.calls.iter_mut().find(|call| call.name == name && !call.answered);
        let call = waiting.unwrap_or_else(|| panic!("no {name} waits"));
        call.answered = true;
        call.id
    }

    // Actions of the agent, the customer and the network.

    pub fn start(&mut self, path: &str) -> &mut Self {
        self.start_in(CHROME, path)
    }

    pub fn start_in(&mut self, browser: &str, path: &str) -> &mut Self {
        self.started(browser, path, true)
    }

    pub fn start_offline(&mut self, path: &str) -> &mut Self {
        self.started(CHROME, path, false)
    }

    fn started(&mut self, browser: &str, path: &str, online: bool) -> &mut Self {
        let (path, user_agent) = (path.to_owned(), browser.to_owned());
        self.page(PageInput::Started { path, user_agent, online, focused: true, visible: true })
    }

    /// The agent types name and password and clicks "Entrar".
    pub fn sign_in(&mut self) -> &mut Self {
        let password = Secret::new("agente123".to_owned());
        self.intent(Intent::Session(SessionIntent::SignIn { login: "ana.souza".to_owned(), password }))
    }

    pub fn intent(&mut self, intent: Intent) -> &mut Self {
        self.input(Input::Intent(intent))
    }

    pub fn page(&mut self, page: PageInput) -> &mut Self {
        self.input(Input::Page(page))
    }

    pub fn broker(&mut self, broker: BrokerInput) -> &mut Self {
        self.input(Input::Broker(broker))
    }

    /// The next frame of the agent's queue: `event` with the fields of the envelope and these fields of its own.
    pub fn event(&mut self, event: &str, fields: Value) -> &mut Self {
        self.frames += 1;
        let number = self.frames;
        let envelope = json!({ "event": event, "eventId": format!("event-{number}"), "seq": number, "epoch": "e1" });
        self.frame(&samples::with(envelope, fields).to_string())
    }

    /// One delivery as text; acknowledged as `ack-1`, `ack-2`, ….
    pub fn frame(&mut self, body: &str) -> &mut Self {
        self.deliveries += 1;
        let ack = format!("ack-{}", self.deliveries);
        let frame = Frame { link: self.link, ack, body: body.to_owned() };
        self.broker(BrokerInput::Frame(frame))
    }

    /// A chat of a known contact reaches the agent.
    pub fn attends(&mut self, protocol: &str) -> &mut Self {
        self.event("NewChatEvent", json!({ "job": samples::chat_job(protocol) }))
    }

    /// A WhatsApp attendance reaches the agent; `changes` overwrites its fields.
    pub fn attends_whatsapp(&mut self, protocol: &str, changes: Value) -> &mut Self {
        self.event("NewWhatsAppEvent", json!({ "job": samples::with(samples::whatsapp_job(protocol), changes) }))
    }

    /// The customer of a WhatsApp attendance writes, at the present time.
    pub fn customer_sends(&mut self, protocol: &str, seq: u64, text: &str) -> &mut Self {
        let message = json!({ "protocol": protocol, "identifier": "+5511955550101", "threadSeq": seq,
            "message_id": format!("m{seq}"), "apiMessageId": format!("x{seq}"),
            "message": json!({ "text": text }).to_string(), "message_sent_at": rfc3339(self.now.wall) });
        self.event("WhatsAppMessageEvent", message)
    }

    /// A chat of an unknown visitor reaches the agent.
    pub fn attends_visitor(&mut self, protocol: &str) -> &mut Self {
        self.event("NewChatEvent", json!({ "job": samples::visitor_job(protocol) }))
    }

    pub fn customer_writes(&mut self, protocol: &str, seq: u64, text: &str) -> &mut Self {
        self.event("ChatMessageEvent", json!({ "message": samples::customer_message(protocol, seq, text) }))
    }

    pub fn sends(&mut self, protocol: &str, text: &str) -> &mut Self {
        self.intent(Intent::Conversation(ConversationIntent::SendMessage {
            protocol: protocol.into(),
            text: text.to_owned(),
        }))
    }

    pub fn finishes(&mut self, protocol: &str) -> &mut Self {
        self.intent(Intent::Jobs(JobsIntent::FinishJob { protocol: protocol.into(), confirmed: true, waits: false }))
    }

    /// Advances the time, from wake-up to wake-up.
    pub fn advance(&mut self, ms: u64) -> &mut Self {
        let end = self.now.mono.plus_ms(ms);
        let mut at_once = 0;
        while let Some(wake) = self.wake.filter(|wake| wake.at <= end) {
            at_once = if wake.at <= self.now.mono { at_once + 1 } else { 0 };
            assert!(at_once < MOST_WAKES_AT_ONCE, "{wake:?} comes again and again");
            self.move_clock(wake.at.max(self.now.mono));
            self.input(Input::Wake);
        }
        self.move_clock(end);
        self
    }

    fn move_clock(&mut self, to: Mono) {
        let passed = to.since_ms(self.now.mono);
        self.now.mono = to;
        self.now.wall = self.now.wall.plus_ms(i64::try_from(passed).expect("a test's span"));
    }

    /// Handles one input and every further input that it causes.
    pub fn input(&mut self, input: Input) -> &mut Self {
        let mut inbox = VecDeque::from([input]);
        for _ in 0..STORM {
            let Some(input) = inbox.pop_front() else { return self };
            let step = self.workspace.handle(input, self.now);
            self.check_marks(&step.dirty);
            self.dirty.extend(step.dirty);
            self.wake = step.wake;
            let mut shown = None;
            for effect in step.effects {
                self.effects.push(effect.clone());
                inbox.extend(self.carry_out(effect, &mut shown));
            }
            inbox.extend(shown.map(|path| Input::Page(PageInput::RouteRequested { path })));
        }
        panic!("a storm: {:?}", self.calls.iter().rev().take(5).map(|call| &call.name).collect::<Vec<_>>());
    }

    fn carry_out(&mut self, effect: Effect, shown: &mut Option<String>) -> Option<Input> {
        match effect {
            Effect::Http(id, call, token) => {
                let name = format!("{} {}", call.method.as_str(), call.path);
                let body = call.body.as_ref().map(|body| serde_json::from_str(body.expose()).expect("a JSON body"));
                let script = self.answers.get(&name).cloned();
                let script = script.unwrap_or_else(|| samples::default_answer(&name, body.as_ref(), self.now.wall));
                let result = match script {
                    Script::Reply { status, token, body } => Some(Ok(http_reply(status, token, &body))),
                    Script::Fail(failure) => Some(Err(failure)),
                    Script::Silence => None,
                };
                let answered = result.is_some();
                let (query, time_limit_ms, write) = (call.query, call.time_limit_ms, call.write);
                let token = token.map(|token| token.expose().clone());
                self.calls.push(Call { id, name, query, body, token, time_limit_ms, write, answered });
                result.map(|result| Input::Reply(id, result))
            }
            Effect::Persist(id, key, value) => {
                let place = (key.place(), key.name());
                if self.storage != Some(Ok(())) {
                    return self.storage.map(|result| Input::Stored(id, result));
                }
                match value {
                    Some(text) => self.disk.insert(place, text.expose().clone()),
                    None => self.disk.remove(&place),
                };
                Some(Input::Stored(id, Ok(())))
            }
            Effect::ClearStorage => {
                self.disk.retain(|(place, name), _| *place == StorePlace::Unsent || name == "preferences");
                None
            }
            Effect::Broker(BrokerCommand::Connect { link, .. }) => {
                self.link = link;
                self.broker_opens.then_some(Input::Broker(BrokerInput::Opened { link }))
            }
            Effect::Navigate { path, .. } => {
                *shown = Some(path);
                None
            }
            Effect::ClaimSession
            | Effect::Broker(_)
            | Effect::OpenUrl { .. }
            | Effect::LoadFlags { .. }
            | Effect::Track(_)
            | Effect::Sound(..)
            | Effect::Desktop(_)
            | Effect::Upload(_)
            | Effect::Voice(_)
            | Effect::Report(_) => None,
        }
    }

    /// A view that changed must have been marked.
    fn check_marks(&mut self, dirty: &Marks) {
        let mut keys: BTreeSet<SliceKey> = self.workspace.live_keys().into_iter().collect();
        keys.extend(self.views.keys().cloned());
        let before = std::mem::take(&mut self.views);
        for key in keys {
            let view = self.workspace.view(&key);
            let is_draft = conversation::slices::DRAFT.has(&key);
            let no_draft = View::Conversation(ConversationSlice::Draft(DraftView::default()));
            let nothing = if is_draft { no_draft } else { View::Absent };
            let old = before.get(&key).unwrap_or(&nothing);
            assert!(view == *old || dirty.contains(&key), "{key} changed unmarked\nfrom {old:?}\nto   {view:?}");
            self.views.insert(key, view);
        }
    }

    /// Forgets the requests and effects so far, so that a test sees only later ones.
    pub fn forget(&mut self) -> &mut Self {
        self.calls.retain(|call| !call.answered);
        self.effects.clear();
        self.dirty.clear();
        self
    }
}

fn http_reply(status: u16, token: Option<String>, body: &Value) -> HttpReply {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    HttpReply { status, authorization: token.map(Secret::new), retry_after: None, body: Secret::new(body) }
}
