//! Helpers of the tests: an agent with voice, a server that answers when the test lets it, and a virtual clock.

use crate::flow::{Answer, Context, Effect, HttpFailure, HttpReply, HttpRequest, Kernel, Mono, Now, RequestId, Text};
use crate::flow::{ServerWrite, VoiceCommand};
use crate::jobs::JobOrigin;
use crate::shell::SnackbarKind;
use crate::voice::timer::VoiceTimer;
use crate::voice::{Exit, Voice, timers};
use crate::wire::{AckCallRequestEvent, AgentRecord, Job, Secret, Wall, from_tolerant};
use janus::{Input, LinkNumber};
use serde_json::{Value, json};

pub const START: Wall = Wall(1_795_182_300_000);
const SESSION: u64 = 1001;
const HANDLE: u64 = 2002;

/// An agent with the voice channel, and what the core requested so far.
pub struct Agent {
    pub voice: Voice,
    pub kernel: Kernel,
    pub now: Now,
    pub exits: Vec<Exit>,
    requests: Vec<(RequestId, HttpRequest)>,
    link: u32,
    /// Texts that the browser sent on the socket.
    pub sent: Vec<Value>,
    seed: u8,
}

pub fn record(fields: Value) -> AgentRecord {
    let mut record = json!({
        "agentId": "101", "useWebRTC": "Y", "agentAckCall": "Y", "agentAckCallVolume": 60,
        "agentPreferences": { "webRtcAutoReconnect": true },
    });
    for (name, value) in fields.as_object().expect("fields") {
        record[name] = value.clone();
    }
    from_tolerant(&record.to_string()).expect("a record")
}

impl Agent {
    /// A signed-in agent whose voice connection has not begun.
    pub fn new() -> Self {
        Self::with(json!({}))
    }

    pub fn with(fields: Value) -> Self {
        let mut agent = Self {
            voice: Voice::default(),
            kernel: Kernel::new([1; 32]),
            now: Now { mono: Mono(1_000), wall: START },
            exits: Vec::new(),
            requests: Vec::new(),
            link: 0,
            sent: Vec::new(),
            seed: 1,
        };
        agent.run(|voice, context| voice.on_ports(context, true));
        agent.run(|voice, context| voice.set_agent(context, &record(fields)));
        agent
    }

    /// A registered extension; the agent accepts each call.
    pub fn registered() -> Self {
        let mut agent = Self::new();
        agent.register("N");
        agent
    }

    /// A registered extension with the established leg of the agent channel.
    pub fn in_agent_channel() -> Self {
        let mut agent = Self::new();
        agent.register("Y");
        agent.leg_arrives();
        agent.leg_is_answered();
        agent.sent.clear();
        agent.exits.clear();
        agent
    }

    pub fn register(&mut self, agent_channel: &str) -> &mut Self {
        self.logged().answers_setup(agent_channel).opens().makes_session().is_registered();
        self
    }

    /// The session check answers `logged`.
    pub fn logged(&mut self) -> &mut Self {
        self.run(|voice, context| voice.on_validation(context, true))
    }

    pub fn answers_setup(&mut self, agent_channel: &str) -> &mut Self {
        let settings = json!({ "exten": "1001", "secret": "s", "sipProxy": "proxy", "agentChannel": agent_channel });
        self.answer("GET webrtc", 200, settings);
        self.answer("GET voice/get-nodes/101", 200, json!({ "data": [{ "host": "voice.example" }] }))
    }

    /// The socket to the voice node opens.
    pub fn opens(&mut self) -> &mut Self {
        let link = LinkNumber(self.link);
        self.signalling_input(Input::Opened(link))
    }

    pub fn socket_closes(&mut self) -> &mut Self {
        let link = LinkNumber(self.link);
        self.signalling_input(Input::Closed(link))
    }

    /// Answers the Janus requests `create` and `attach`.
    pub fn makes_session(&mut self) -> &mut Self {
        self.success(json!({ "data": { "id": SESSION } }));
        self.success(json!({ "data": { "id": HANDLE } }))
    }

    pub fn is_registered(&mut self) -> &mut Self {
        self.acknowledges();
        self.sip(json!({ "event": "registered" }), None)
    }

    fn transaction(&self) -> Value {
        self.sent.last().expect("a request")["transaction"].clone()
    }

    /// The voice server answers the last request with success.
    pub fn success(&mut self, fields: Value) -> &mut Self {
        let mut frame = json!({ "janus": "success", "transaction": self.transaction(), "session_id": SESSION });
        for (name, value) in fields.as_object().expect("fields") {
            frame[name] = value.clone();
        }
        self.frame(frame)
    }

    /// The voice server refuses the last request.
    pub fn error(&mut self, code: u16) -> &mut Self {
        let error = json!({ "code": code, "reason": "No such session" });
        self.frame(json!({ "janus": "error", "transaction": self.transaction(), "error": error }))
    }

    pub fn acknowledges(&mut self) -> &mut Self {
        let frame = json!({ "janus": "ack", "session_id": SESSION, "transaction": self.transaction() });
        self.frame(frame)
    }

    /// An event of the SIP plugin.
    pub fn sip(&mut self, result: Value, offer: Option<&str>) -> &mut Self {
        self.sip_with(result, offer.map(|sdp| json!({ "type": "offer", "sdp": sdp })))
    }

    fn sip_with(&mut self, result: Value, jsep: Option<Value>) -> &mut Self {
        let mut frame = json!({
            "janus": "event", "session_id": SESSION, "sender": HANDLE,
            "plugindata": { "plugin": "janus.plugin.sip", "data": { "sip": "event", "call_id": "c1", "result": result } },
        });
        if let Some(jsep) = jsep {
            frame["jsep"] = jsep;
        }
        self.frame(frame)
    }

    fn frame(&mut self, frame: Value) -> &mut Self {
        let link = LinkNumber(self.link);
        self.signalling_input(Input::Text(link, frame.to_string()))
    }

    /// The leg of the call `id` arrives from `5511`, named by the telephone system.
    pub fn leg_of(&mut self, id: &str) -> &mut Self {
        let call = json!({
            "event": "incomingcall", "username": "sip:5511@proxy", "displayname": "\"Marina\"",
            "headers": { "X-Call-Id": id },
        });
        self.sip(call, Some("an offer"))
    }

    /// The media leg of a call arrives from `5511`; this node names no call.
    pub fn leg_arrives(&mut self) -> &mut Self {
        let call = json!({ "event": "incomingcall", "username": "sip:5511@proxy", "displayname": "\"Marina\"" });
        self.sip(call, Some("an offer"))
    }

    /// The browser describes its media, and the server establishes the call.
    pub fn leg_is_answered(&mut self) -> &mut Self {
        let call = janus::CallNumber(self.call_number());
        let jsep = janus::frame::Jsep { kind: janus::frame::JsepKind::Answer, sdp: "an answer".to_owned() };
        self.signalling_input(Input::Peer(call, janus::PeerInput::Described(jsep)));
        self.acknowledges();
        self.sip(json!({ "event": "accepted", "username": "sip:5511@proxy" }), None)
    }

    /// The called telephone answers.
    pub fn sip_answer(&mut self) -> &mut Self {
        let accepted = json!({ "event": "accepted", "username": "sip:*43@proxy" });
        self.sip_with(accepted, Some(json!({ "type": "answer", "sdp": "an answer" })))
    }

    pub fn leg_ends(&mut self) -> &mut Self {
        self.sip(json!({ "event": "hangup", "code": 200, "reason": "to BYE" }), None)
    }

    /// The number of the last call that a peer command named.
    pub fn call_number(&self) -> u32 {
        let mut numbers = self.exits.iter().filter_map(|exit| match exit {
            Exit::Command(VoiceCommand::Peer { call, .. }) => Some(*call),
            _ => None,
        });
        numbers.next_back().unwrap_or(1)
    }

    pub fn signalling_input(&mut self, input: Input) -> &mut Self {
        self.run(|voice, context| voice.on_signalling(context, input))
    }

    /// Runs an input and keeps its effects.
    pub fn run(&mut self, input: impl FnOnce(&mut Voice, &mut Context) -> Vec<Exit>) -> &mut Self {
        let mut context = Context { now: self.now, kernel: &mut self.kernel };
        let exits = input(&mut self.voice, &mut context);
        self.voice.watch_leg(&mut context);
        for exit in &exits {
            match exit {
                Exit::Command(VoiceCommand::OpenSocket { link, .. }) => self.link = *link,
                Exit::Command(VoiceCommand::Send { text, .. }) => {
                    self.sent.push(serde_json::from_str(text.expose()).expect("JSON"));
                }
                _ => {}
            }
        }
        self.exits.extend(exits);
        for effect in std::mem::take(&mut self.kernel.effects) {
            match effect {
                Effect::Http(id, request, _) => self.requests.push((id, request)),
                other => self.kernel.effects.push(other),
            }
        }
        self
    }

    /// The page is reloaded with its stored record.
    pub fn reloads(&mut self) -> &mut Self {
        let resume = self.voice.record();
        self.seed += 1;
        (self.voice, self.kernel) = (Voice::default(), Kernel::new([self.seed; 32]));
        (self.requests, self.sent, self.exits) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(resume) = resume {
            self.voice.restore(resume);
        }
        self.run(|voice, context| voice.on_ports(context, true));
        self.run(|voice, context| voice.set_agent(context, &record(json!({}))))
    }

    pub fn advance(&mut self, ms: u64) -> &mut Self {
        let end = self.now.mono.plus_ms(ms);
        while let Some(wake) = self.kernel.timers.next().filter(|wake| wake.at <= end) {
            self.pass(wake.at.since_ms(self.now.mono));
            while let Some(timer) = self.kernel.timers.pop_due(self.now.mono) {
                // Other effects are executed by the kernel.
                if let Some(timer) = timers::VOICE.ids(&timer) {
                    self.run(|voice, context| voice.on_timer(context, timer));
                }
            }
        }
        self.pass(end.since_ms(self.now.mono));
        self
    }

    fn pass(&mut self, ms: u64) {
        self.now.mono = self.now.mono.plus_ms(ms);
        self.now.wall = self.now.wall.plus_ms(i64::try_from(ms).expect("a short time"));
    }

    fn name(request: &HttpRequest) -> String {
        format!("{} {}", request.method.as_str(), request.path)
    }

    /// Targets of the requests that have no answer yet.
    pub fn asked(&self) -> Vec<String> {
        self.requests.iter().map(|(_, request)| format!("{} {}", request.method.as_str(), request.target())).collect()
    }

    /// The body of the pending request with this name.
    pub fn body(&self, name: &str) -> Value {
        let request = self.requests.iter().find(|(_, request)| Self::name(request) == name);
        let (_, request) = request.unwrap_or_else(|| panic!("no {name} in {:?}", self.asked()));
        serde_json::from_str(request.body.as_ref().expect("a body").expose()).expect("JSON")
    }

    pub fn answer(&mut self, name: &str, status: u16, body: Value) -> &mut Self {
        let body = Secret::new(if body.is_null() { String::new() } else { body.to_string() });
        self.reply(name, Ok(HttpReply { status, authorization: None, retry_after: None, body }))
    }

    /// The write that the pending request of this name executes.
    pub fn write_of(&self, name: &str) -> Option<ServerWrite> {
        self.requests.iter().find(|(_, request)| Self::name(request) == name)?.1.write
    }

    pub fn fails(&mut self, name: &str) -> &mut Self {
        self.reply(name, Err(HttpFailure::NoAnswer))
    }

    fn reply(&mut self, name: &str, result: Result<HttpReply, HttpFailure>) -> &mut Self {
        let place = self.requests.iter().position(|(_, request)| Self::name(request) == name);
        let place = place.unwrap_or_else(|| panic!("no {name} in {:?}", self.asked()));
        let (id, _) = self.requests.remove(place);
        self.run(|voice, context| voice.on_reply(context, id, Answer::of(result)))
    }

    /// Exits since the last call of this function, without commands for the browser.
    pub fn news(&mut self) -> Vec<Exit> {
        let exits = std::mem::take(&mut self.exits);
        exits.into_iter().filter(|exit| !matches!(exit, Exit::Command(_))).collect()
    }

    /// Keys of the snackbars since the last call of this function.
    pub fn snackbars(&mut self) -> Vec<(SnackbarKind, Text)> {
        let news = self.news();
        news.into_iter()
            .filter_map(|exit| match exit {
                Exit::Snackbar(kind, text) => Some((kind, text)),
                _ => None,
            })
            .collect()
    }

    /// The requests to the SIP plugin since the last `sent.clear()`.
    pub fn sip_requests(&self) -> Vec<String> {
        let request = |frame: &Value| frame["body"]["request"].as_str().map(str::to_owned);
        self.sent.iter().filter_map(request).collect()
    }

    pub fn job_arrives(&mut self, fields: Value) -> &mut Self {
        let mut job = json!({ "protocol": "V1", "channel": "voice", "callType": "QUEUE", "uniqueId": "u1" });
        for (name, value) in fields.as_object().expect("fields") {
            job[name] = value.clone();
        }
        let job: Job = from_tolerant(&job.to_string()).expect("an attendance");
        self.run(|voice, context| voice.on_added(context, &job, JobOrigin::Event))
    }

    /// A queue call of `5511` waits for the agent.
    pub fn is_called(&mut self, fields: Value) -> &mut Self {
        let mut info = json!({
            "agentId": "101", "phoneNumber": "5511", "uniqueId": "u1", "queueId": "9", "callType": "QUEUE",
            "ackCallBehavior": "ring",
        });
        for (name, value) in fields.as_object().expect("fields") {
            info[name] = value.clone();
        }
        let info: AckCallRequestEvent = from_tolerant(&info.to_string()).expect("a call request");
        self.run(|voice, context| voice.on_request(context, info, None, true))
    }

    pub fn timers(&self) -> Vec<VoiceTimer> {
        self.kernel.timers.keys().filter_map(|key| timers::VOICE.ids(key)).collect()
    }

    pub fn has_timer(&self, timer: VoiceTimer) -> bool {
        self.timers().contains(&timer)
    }
}
