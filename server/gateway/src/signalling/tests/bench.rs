//! Test bench: the signalling machine, a contact centre with fixed routes, clients, and media that answer at once.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::config::GatewayConfig;
use crate::control::{CallControl, CallFact, CallOrigin, ControlCommand, Route, SimulatedCustomer};
use crate::media::{Description, LegId, MediaCommand, MediaEvent};
use crate::signalling::call::Device;
use crate::signalling::sip::SipState;
use crate::signalling::{Input, LinkId, Output, Signalling, SignallingConfig};

pub const CUSTOMER: SimulatedCustomer = SimulatedCustomer {
    answers_after: Duration::from_secs(3),
    hangs_up_after: Some(Duration::from_secs(10)),
    pitch: 180.0,
};

/// A number leads where its name says; other numbers ring at the extension with the same name.
struct FixedRoutes;

impl CallControl for FixedRoutes {
    fn admits(&self, token: Option<&str>, api_secret: Option<&str>) -> bool {
        token != Some("wrong") && api_secret != Some("wrong")
    }

    fn may_register(&self, extension: &str, secret: &str) -> bool {
        secret == format!("secret-{extension}")
    }

    /// Extensions that begin with 3 are agents.
    fn claims_after_reload(&self, extension: &str) -> bool {
        extension.starts_with('3')
    }

    /// Extensions that begin with `sup` are hidden telephones.
    fn may_call(&self, extension: &str) -> bool {
        !extension.starts_with("sup")
    }

    fn route(&self, origin: CallOrigin<'_>, number: &str) -> Route {
        match number {
            "origin" => match origin {
                CallOrigin::Telephone("551199") => Route::Unknown,
                CallOrigin::Dialled("3001") => Route::Blacklisted,
                CallOrigin::Centre("5000") => Route::Busy,
                CallOrigin::Network("5521") => Route::Unknown,
                other => unreachable!("{other:?}"),
            },
            "queue" => Route::Queue,
            "busy" => Route::Busy,
            "silent" => Route::NoAnswer,
            "unknown" => Route::Unknown,
            "blocked" => Route::Blacklisted,
            "customer" => Route::Simulated(CUSTOMER),
            extension => Route::Ring { extension: extension.into() },
        }
    }

    fn report(&self, _fact: CallFact) {
        unreachable!("facts are outputs of the machine; the driver reports them")
    }
}

/// A client's handle.
#[derive(Clone, Copy)]
pub struct Phone {
    pub link: LinkId,
    pub session: u64,
    pub handle: u64,
}

pub struct Bench {
    pub machine: Signalling,
    pub now: Duration,
    last_link: u64,
    requests: u64,
    /// Everything that happened since the last `trace`.
    outputs: Vec<Output>,
}

impl Bench {
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut SignallingConfig)) -> Self {
        let mut config = GatewayConfig::default().signalling;
        config.sip_host = "centre".into();
        change(&mut config);
        let mut last_id = 100;
        let new_id = Box::new(move || {
            last_id += 1;
            last_id
        });
        let machine = Signalling::new(config, Arc::new(FixedRoutes), new_id);
        Self { machine, now: Duration::ZERO, last_link: 0, requests: 0, outputs: Vec::new() }
    }

    pub fn link(&mut self) -> LinkId {
        self.last_link += 1;
        LinkId(self.last_link)
    }

    /// Runs an input; commands for the media are answered as a browser with G.711 would cause it.
    pub fn run(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            for output in self.machine.handle(input, self.now) {
                if let Output::Media(command) = &output {
                    inputs.extend(media_answer(command).map(Input::Media));
                }
                self.outputs.push(output);
            }
        }
    }

    /// Runs everything that is due until `seconds` have passed.
    pub fn pass(&mut self, seconds: u64) {
        let end = self.now + Duration::from_secs(seconds);
        while let Some(at) = self.machine.next_wake().filter(|at| *at <= end) {
            self.now = self.now.max(at);
            self.run(Input::Wake);
        }
        self.now = end;
    }

    pub fn frame(&mut self, link: LinkId, frame: &Value) {
        self.run(Input::Frame { link, text: frame.to_string() });
    }

    /// The id in the answer to a `create` or `attach` that was just sent.
    fn id(&mut self) -> u64 {
        let answer = self.outputs.iter().rev().find_map(|output| match output {
            Output::Send { message, .. } => message["data"]["id"].as_u64(),
            _ => None,
        });
        self.outputs.clear();
        answer.expect("an answer with an id")
    }

    /// A client with a session and a handle, not registered.
    pub fn phone(&mut self) -> Phone {
        let link = self.link();
        self.phone_on(link)
    }

    fn phone_on(&mut self, link: LinkId) -> Phone {
        self.frame(link, &json!({"janus": "create", "transaction": "c"}));
        let session = self.id();
        let attach =
            json!({"janus": "attach", "transaction": "a", "session_id": session, "plugin": "janus.plugin.sip"});
        self.frame(link, &attach);
        Phone { link, session, handle: self.id() }
    }

    /// A client with an extension.
    pub fn registered(&mut self, extension: &str) -> Phone {
        let link = self.link();
        self.registered_on(link, extension)
    }

    pub fn registered_on(&mut self, link: LinkId, extension: &str) -> Phone {
        let phone = self.phone_on(link);
        let secret = format!("secret-{extension}");
        let body = json!({"request": "register", "username": format!("sip:{extension}@centre"), "secret": secret,
            "display_name": format!("Agent {extension}")});
        self.ask(phone, body, None);
        self.outputs.clear();
        phone
    }

    /// Sends a request of the plugin; its transaction is the request's name and a number.
    pub fn ask(&mut self, phone: Phone, body: Value, jsep: Option<(&str, &str)>) {
        self.requests += 1;
        let transaction = format!("{}-{}", body["request"].as_str().unwrap_or("?"), self.requests);
        let mut frame = json!({"janus": "message", "transaction": transaction, "session_id": phone.session,
            "handle_id": phone.handle, "body": body});
        if let Some((kind, sdp)) = jsep {
            frame["jsep"] = json!({"type": kind, "sdp": sdp});
        }
        self.frame(phone.link, &frame);
    }

    pub fn request(&mut self, phone: Phone, name: &str) {
        self.ask(phone, json!({"request": name}), None);
    }

    pub fn call(&mut self, phone: Phone, number: &str) {
        self.ask(phone, json!({"request": "call", "uri": format!("sip:{number}@centre")}), Some(("offer", "pcmu")));
    }

    pub fn accept(&mut self, phone: Phone) {
        self.ask(phone, json!({"request": "accept"}), Some(("answer", "pcmu")));
    }

    pub fn control(&mut self, command: ControlCommand) {
        self.run(Input::Control(command));
    }

    pub fn media(&mut self, event: MediaEvent) {
        self.run(Input::Media(event));
    }

    /// Frames to a link since the last trace, without acknowledgements and candidates.
    pub fn frames_to(&mut self, link: LinkId) -> Vec<String> {
        let lines = self.outputs.iter().filter_map(|output| match output {
            Output::Send { link: to, message } if *to == link => line(message),
            _ => None,
        });
        lines.collect()
    }

    pub fn frames(&mut self, phone: Phone) -> Vec<String> {
        self.frames_to(phone.link)
    }

    pub fn facts(&mut self) -> Vec<CallFact> {
        let facts = self.outputs.iter().filter_map(|output| match output {
            Output::Fact(fact) => Some(fact.clone()),
            _ => None,
        });
        facts.collect()
    }

    /// Commands for the media that are no descriptions.
    pub fn sounds(&mut self) -> Vec<MediaCommand> {
        let commands = self.outputs.iter().filter_map(|output| match output {
            Output::Media(command) if media_answer(command).is_none() => Some(command.clone()),
            _ => None,
        });
        commands.collect()
    }

    pub fn messages_to(&self, link: LinkId) -> Vec<Value> {
        let messages = self.outputs.iter().filter_map(|output| match output {
            Output::Send { link: to, message } if *to == link => Some(message.clone()),
            _ => None,
        });
        messages.collect()
    }

    /// Takes everything that happened since the last call of this function.
    pub fn take(&mut self) -> Vec<Output> {
        std::mem::take(&mut self.outputs)
    }

    /// No leg without a party and no party without a leg; a telephone in a call is one of its parties.
    pub fn check(&self) {
        let machine = &self.machine;
        let parties = machine
            .calls
            .iter()
            .flat_map(|(call, room)| room.parties.iter().map(move |(party, of)| (of.leg, (*call, *party))));
        assert_eq!(parties.collect::<BTreeMap<_, _>>(), machine.legs);
        for (id, handle) in &machine.handles {
            let is_in_call = !matches!(handle.state, SipState::Unregistered | SipState::Registered);
            assert_eq!(handle.call.is_some(), is_in_call, "{handle:?}");
            if let Some((call, party)) = handle.call {
                let device = machine.calls[&call].parties[&party].device;
                assert_eq!(device, Device::Browser(*id), "{handle:?}");
            }
        }
    }

    pub fn forget(&mut self) {
        self.outputs.clear();
    }
}

fn media_answer(command: &MediaCommand) -> Option<MediaEvent> {
    let description =
        |sdp: &str| Description { sdp: sdp.into(), mid: "0".into(), candidates: vec!["candidate:1".into()] };
    let acceptable = |sdp: &str| sdp.contains("pcmu");
    Some(match command {
        MediaCommand::Answer { leg, offer } if acceptable(offer) => {
            MediaEvent::Answered { leg: *leg, description: description("gateway answer") }
        }
        MediaCommand::AcceptAnswer { leg, answer } if acceptable(answer) => MediaEvent::AnswerAccepted { leg: *leg },
        MediaCommand::Answer { leg, .. } | MediaCommand::AcceptAnswer { leg, .. } => {
            MediaEvent::NotAcceptable { leg: *leg }
        }
        MediaCommand::Offer { leg } | MediaCommand::Reoffer { leg, .. } => {
            MediaEvent::Offered { leg: *leg, description: description("gateway offer") }
        }
        _ => return None,
    })
}

/// A frame as a short line: event, code and reason, description, and transaction in brackets.
fn line(message: &Value) -> Option<String> {
    let kind = message["janus"].as_str().unwrap_or("list");
    let transaction =
        message["transaction"].as_str().map(|transaction| format!(" [{transaction}]")).unwrap_or_default();
    Some(match kind {
        "ack" | "trickle" => return None,
        "error" => format!("error {}", message["error"]["code"]),
        "media" => format!("media {}", message["receiving"]),
        "hangup" => format!("closed: {}", message["reason"].as_str().unwrap_or_default()),
        "event" => {
            let data = &message["plugindata"]["data"];
            if !data["error_code"].is_null() {
                return Some(format!("sip error {}{transaction}", data["error_code"]));
            }
            let result = &data["result"];
            let mut line = result["event"].as_str().unwrap_or("?").to_owned();
            for field in ["code", "reason", "username"] {
                match &result[field] {
                    Value::Null => {}
                    Value::String(text) => line.push_str(&format!(" {text}")),
                    other => line.push_str(&format!(" {other}")),
                }
            }
            if let Some(kind) = message["jsep"]["type"].as_str() {
                line.push_str(&format!(" +{kind}"));
            }
            line + &transaction
        }
        other => format!("{other}{transaction}"),
    })
}

/// A leg by its number.
pub fn leg(number: u64) -> LegId {
    LegId(number)
}
