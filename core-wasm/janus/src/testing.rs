//! Helpers of the tests: a client with a virtual clock, and the server's frames.

use crate::call::CallReport;
use crate::flow::{Account, AnswerMode, Command, Effect, Event, Input, PeerInput, Setup, Timer};
use crate::frame::{Credentials, Jsep, JsepKind, Request, RequestBody, SIP_PLUGIN, SipRequest};
use crate::ids::{CallNumber, LinkNumber, Random};
use crate::{Node, Signalling};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wire::Secret;

/// Reproducible random numbers: the generator of Knuth's MMIX.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sequence(u64);

impl Random for Sequence {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as u32).checked_rem(bound).unwrap_or_default()
    }
}

pub(crate) const SESSION: u64 = 1001;
pub(crate) const HANDLE: u64 = 2002;

/// A client, its timers in virtual time, and its effects and events.
#[derive(Default)]
pub(crate) struct Client {
    pub(crate) signalling: Signalling,
    random: Sequence,
    now: u64,
    timers: BTreeMap<Timer, u64>,
    link: LinkNumber,
    call: CallNumber,
    last: Option<Request>,
    requests: Vec<Request>,
    effects: Vec<Effect>,
    events: Vec<Event>,
}

pub(crate) fn node(url: &str) -> Node {
    Node { host: String::new(), url: Some(url.to_owned()) }
}

pub(crate) fn setup(nodes: Vec<Node>) -> Setup {
    Setup {
        nodes,
        credentials: Credentials {
            token: Some(Secret::new("a token".to_owned())),
            api_secret: Some(Secret::new("an-apisecret".to_owned())),
        },
        plugin: SIP_PLUGIN.to_owned(),
        account: Account {
            agent: "7".to_owned(),
            extension: "1001".to_owned(),
            secret: Secret::new("pass-word".to_owned()),
            proxy_host: "proxy".to_owned(),
        },
        answer_mode: AnswerMode::Manual,
        resume: None,
    }
}

pub(crate) fn offer() -> Jsep {
    Jsep { kind: JsepKind::Offer, sdp: "an offer".to_owned() }
}

pub(crate) fn answer() -> Jsep {
    Jsep { kind: JsepKind::Answer, sdp: "an answer".to_owned() }
}

impl Client {
    /// A client in a browser with WebRTC.
    pub(crate) fn new() -> Self {
        let mut client = Self::default();
        client.input(Input::Environment { web_rtc: true });
        client
    }

    /// A client that waits for its socket.
    pub(crate) fn connecting(setup: Setup) -> Self {
        let mut client = Self::new();
        client.command(Command::Connect(Box::new(setup)));
        client
    }

    /// A client whose extension is registered.
    pub(crate) fn registered() -> Self {
        Self::registered_with(setup(vec![node("wss://one")]))
    }

    pub(crate) fn registered_with(setup: Setup) -> Self {
        let mut client = Self::connecting(setup);
        client.opened();
        client.make_session();
        client.ack();
        client.sip(json!({ "event": "registering" }), None);
        client.sip(json!({ "event": "registered" }), None);
        assert!(client.events().contains(&Event::Registered));
        client.effects();
        client
    }

    /// Answers `create` and `attach`.
    pub(crate) fn make_session(&mut self) {
        self.success(SESSION);
        self.success(HANDLE);
    }

    pub(crate) fn input(&mut self, input: Input) {
        let outcome = self.signalling.handle(input, &mut self.random);
        for effect in &outcome.effects {
            match effect {
                Effect::OpenSocket { link, .. } | Effect::Poll { link, .. } => self.link = *link,
                Effect::Send(link, request) | Effect::Post { link, request, .. } => {
                    self.link = *link;
                    self.last = Some((**request).clone());
                    self.requests.push((**request).clone());
                }
                Effect::SetTimer(timer, after_ms) => {
                    self.timers.insert(*timer, self.now + after_ms);
                }
                Effect::CancelTimer(timer) => {
                    self.timers.remove(timer);
                }
                Effect::Peer(number, _) => self.call = *number,
                Effect::CloseLink(_) => {}
            }
        }
        for event in &outcome.events {
            if let Event::Call(number, _) = event {
                self.call = *number;
            }
        }
        self.effects.extend(outcome.effects);
        self.events.extend(outcome.events);
    }

    pub(crate) fn command(&mut self, command: Command) {
        self.input(Input::Command(command));
    }

    pub(crate) fn peer(&mut self, input: PeerInput) {
        self.input(Input::Peer(self.call, input));
    }

    pub(crate) fn link(&self) -> LinkNumber {
        self.link
    }

    pub(crate) fn opened(&mut self) {
        self.input(Input::Opened(self.link));
    }

    pub(crate) fn closed(&mut self) {
        self.input(Input::Closed(self.link));
    }

    /// Lets time pass, timer by timer.
    pub(crate) fn advance(&mut self, ms: u64) {
        let end = self.now + ms;
        while let Some((timer, due)) = self.timers.iter().min_by_key(|(_, due)| **due).filter(|(_, due)| **due <= end) {
            let (timer, due) = (*timer, *due);
            self.timers.remove(&timer);
            self.now = due;
            self.input(Input::Timer(timer));
        }
        self.now = end;
    }

    pub(crate) fn timers(&self) -> Vec<Timer> {
        self.timers.keys().copied().collect()
    }

    pub(crate) fn frame(&mut self, frame: Value) {
        self.input(Input::Text(self.link, frame.to_string()));
    }

    /// A frame that answers the last request.
    pub(crate) fn reply(&mut self, mut frame: Value) {
        frame["transaction"] = json!(self.last().transaction);
        self.frame(frame);
    }

    pub(crate) fn ack(&mut self) {
        self.reply(json!({ "janus": "ack" }));
    }

    pub(crate) fn success(&mut self, id: u64) {
        self.reply(json!({ "janus": "success", "data": { "id": id } }));
    }

    pub(crate) fn error(&mut self, code: u16) {
        self.reply(json!({ "janus": "error", "error": { "code": code, "reason": "because" } }));
    }

    /// An event of the SIP plugin for the last request.
    pub(crate) fn sip(&mut self, result: Value, jsep: Option<Jsep>) {
        self.sip_of("c1", result, jsep);
    }

    /// An event of the SIP plugin for the call with this Call-ID.
    pub(crate) fn sip_of(&mut self, call_id: &str, result: Value, jsep: Option<Jsep>) {
        self.plugin(json!({ "sip": "event", "call_id": call_id, "result": result }), jsep);
    }

    /// Any event of the plugin.
    pub(crate) fn plugin(&mut self, data: Value, jsep: Option<Jsep>) {
        let mut frame = json!({ "janus": "event", "session_id": SESSION, "sender": HANDLE,
            "plugindata": { "plugin": SIP_PLUGIN, "data": data } });
        if let Some(jsep) = jsep {
            frame["jsep"] = json!(jsep);
        }
        self.reply(frame);
    }

    pub(crate) fn last(&self) -> &Request {
        self.last.as_ref().expect("a request was sent")
    }

    /// The names of the requests since the last call of this function; a `message` is named by the request of the
    /// plugin.
    pub(crate) fn sent(&mut self) -> Vec<String> {
        self.requests.drain(..).map(|request| name_of(&request.body)).collect()
    }

    pub(crate) fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    pub(crate) fn events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The reports about calls since the last call of `events` or of this function.
    pub(crate) fn reports(&mut self) -> Vec<CallReport> {
        let events = self.events().into_iter();
        events.filter_map(|event| if let Event::Call(_, report) = event { Some(report) } else { None }).collect()
    }

    /// An event of the plugin without a transaction, as Janus sends those that answer no request.
    pub(crate) fn news(&mut self, result: Value, jsep: Option<Jsep>) {
        let mut frame = json!({ "janus": "event", "session_id": SESSION, "sender": HANDLE,
            "plugindata": { "data": { "call_id": "c1", "result": result } } });
        if let Some(jsep) = jsep {
            frame["jsep"] = json!(jsep);
        }
        self.frame(frame);
    }

    /// Lets time pass; keep-alives are answered and not recorded.
    pub(crate) fn quiet(&mut self, ms: u64) {
        let mut left = ms;
        while left > 0 {
            let step = left.min(500);
            self.advance(step);
            left -= step;
            let is_keep_alive = |request: &mut Request| request.body == RequestBody::KeepAlive;
            let open: Vec<Request> = self.requests.extract_if(.., is_keep_alive).collect();
            for request in open {
                self.frame(json!({ "janus": "ack", "transaction": request.transaction }));
            }
        }
    }
}

/// The name of a request: `create`, or `message call`.
pub(crate) fn name_of(body: &RequestBody) -> String {
    match body {
        RequestBody::Message { body, .. } => format!("message {}", name_of_sip(body)),
        other => other.name().to_owned(),
    }
}

/// The name of a request of the plugin.
pub(crate) fn name_of_sip(request: &SipRequest) -> &'static str {
    match request {
        SipRequest::Register { .. } => "register",
        SipRequest::Call { .. } => "call",
        SipRequest::Accept { .. } => "accept",
        SipRequest::Decline { .. } => "decline",
        SipRequest::Hangup => "hangup",
        SipRequest::Hold => "hold",
        SipRequest::Unhold => "unhold",
        SipRequest::Update => "update",
        SipRequest::DtmfInfo { .. } => "dtmf_info",
    }
}
