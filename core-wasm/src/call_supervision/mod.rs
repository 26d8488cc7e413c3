//! Supervision of a call by a supervisor (BEY-136, BEY-137; docs/contract.md "Supervision of calls"): listen, whisper,
//! join, take over. The mode that is shown is the server's. Nothing is stored: after a reload the supervision is over.
//! Its state machine is in `machine.rs`, its telephone in `telephone.rs`, and which participants hear each other in
//! `hearing.rs`.

mod area;
mod exit;
mod hearing;
mod intent;
mod machine;
mod registry;
mod telephone;
mod view;

pub(crate) use exit::Exit;
pub use hearing::{Place, hears};
pub use intent::CallSupervisionIntent;
pub use registry::{CallSupervisionSlice, slices, timers};
pub use telephone::FIRST_NUMBER;
pub use view::{HearingView, SupervisedCallView, SupervisionStage, SupervisorMicrophone};

use crate::connection::DeviceProblem;
use crate::flow::{Answer, Context, HttpRequest, RequestId, Requests, ServerWrite, Text, VoiceCommand, path};
use crate::shell::SnackbarKind;
use crate::voice::{CaptureProblem, Levels, MediaFailure, VoiceReport, VoiceTimer, signalling_input};
use crate::wire::{
    AgentId, CallSupervision, CallSupervisionReply, CallSupervisionRequest, ListBody, SupervisionEnd, SupervisionMode,
    SupervisionModeRequest, SupervisionStatus, TakeOverRequest,
};
use janus::call::CallReport;
use janus::{Command, Event as Signal, Input};
use machine::{Action, Event, Phase};
use registry::NAME;
use telephone::Telephone;

/// The server confirms a requested mode within this time.
pub const MODE_WITHIN_MS: u64 = 5_000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Begin,
    Mode,
    TakeOver,
    /// A request to end the supervision with this id.
    End,
    /// A request for the open supervision, sent while the supervision belonged to this page.
    Open(String),
}

/// The supervision of this page.
pub(crate) struct SupervisedCall {
    phase: Phase,
    /// The supervision as the server reported it last; while the request is pending only the agent it is about.
    told: CallSupervision,
    /// An event of a supervision that arrived before the answer to its request.
    early: Option<CallSupervision>,
    /// The requested mode.
    wanted: SupervisionMode,
    /// The account of the telephone, until the page's voice ports are loaded.
    reply: Option<Box<CallSupervisionReply>>,
    telephone: Telephone,
    /// Whether the browser has WebRTC; `None` until the page's voice ports are loaded.
    ports: Option<bool>,
    muted: bool,
    /// The last state of the microphone that was sent to the page's voice port.
    closed: Option<bool>,
    microphone: Option<DeviceProblem>,
    levels: Levels,
    /// Why the supervision ended.
    failure: Option<Text>,
    requests: Requests<Pending>,
}

impl Default for SupervisedCall {
    fn default() -> Self {
        Self {
            phase: Phase::Closed,
            told: CallSupervision::default(),
            early: None,
            wanted: SupervisionMode::Listen,
            reply: None,
            telephone: Telephone::default(),
            ports: None,
            muted: false,
            closed: None,
            microphone: None,
            levels: Levels::default(),
            failure: None,
            requests: Requests::new(NAME),
        }
    }
}

impl SupervisedCall {
    /// A state without a supervision, in a page with these voice ports.
    pub fn with_ports(ports: Option<bool>) -> Self {
        Self { ports, ..Self::default() }
    }

    /// Whether a telephone may be open.
    pub fn is_used(&self) -> bool {
        self.phase.is_open()
    }

    /// The page's voice ports are loaded.
    pub fn ports(&self) -> Option<bool> {
        self.ports
    }

    /// The supervisor requests to hear the call of an agent; the name comes from the board.
    pub fn open(&mut self, context: &mut Context, agent: &AgentId, name: String) -> Vec<Exit> {
        let is_same = self.told.agent_id == *agent;
        if is_same && (self.phase.is_open() && self.phase != Phase::Leaving || self.phase == Phase::Asking) {
            return Vec::new();
        }
        let exits = self.step(context, Event::Open);
        // The server ends a supervision that an earlier request began.
        self.requests.forget(|pending| *pending != Pending::End);
        self.told = CallSupervision { agent_id: agent.clone(), agent_name: name, ..CallSupervision::default() };
        (self.early, self.failure, self.muted, self.microphone) = (None, None, false, None);
        (self.wanted, self.levels) = (SupervisionMode::Listen, Levels::default());
        let body = CallSupervisionRequest { agent_id: agent.clone() };
        let request = ServerWrite::SuperviseCall.post(path!["call-supervision"]).json(&body);
        context.request(&mut self.requests, Pending::Begin, request);
        exits
    }

    /// The supervisor closes the drawer.
    pub fn leave(&mut self, context: &mut Context) -> Vec<Exit> {
        self.step(context, Event::Close)
    }

    /// The session ends, so the telephone disconnects.
    pub fn end(&mut self, context: &mut Context) -> Vec<Exit> {
        if !self.phase.is_open() {
            return Vec::new();
        }
        (self.phase, self.reply) = (Phase::Closed, None);
        let outcome = self.telephone.disconnect(context);
        outcome.commands.into_iter().map(Exit::Command).collect()
    }

    /// The supervisor requests a mode. Without a microphone only listening is possible.
    pub fn choose(&mut self, context: &mut Context, mode: SupervisionMode) -> Vec<Exit> {
        let present = if self.phase == Phase::Changing { self.wanted } else { self.told.mode };
        let needs_microphone = mode != SupervisionMode::Listen && self.microphone.is_some();
        if mode == present || needs_microphone || !self.phase.is_in_call() {
            return Vec::new();
        }
        self.wanted = mode;
        self.step(context, Event::Choose)
    }

    /// The supervisor mutes or unmutes the microphone.
    pub fn mute(&mut self, context: &mut Context, muted: bool) -> Vec<Exit> {
        self.muted = muted;
        context.dirty(slices::SUPERVISED_CALL.key());
        self.follow_microphone()
    }

    /// The supervisor takes the attendance over.
    pub fn take_over(&mut self, context: &mut Context) {
        if !self.phase.is_in_call() || !self.told.take_over_refusal.is_empty() || self.is_taking_over() {
            return;
        }
        let path = path!["call-supervision", self.told.id, "take-over"];
        let request = ServerWrite::TakeOverCall.post(path).json(&TakeOverRequest::default());
        context.request(&mut self.requests, Pending::TakeOver, request);
        context.dirty(slices::SUPERVISED_CALL.key());
    }

    fn is_taking_over(&self) -> bool {
        self.requests.any(|pending| *pending == Pending::TakeOver)
    }

    /// Requests the supervision of this supervisor that is open on the server.
    pub fn look_up(&mut self, context: &mut Context) {
        if !self.requests.any(|pending| matches!(pending, Pending::Open(_))) {
            let id = if self.phase.is_open() { self.told.id.clone() } else { String::new() };
            context.request(&mut self.requests, Pending::Open(id), HttpRequest::get(path!["call-supervision"]));
        }
    }

    /// The server reports the state of a supervision.
    pub fn take_news(&mut self, context: &mut Context, news: CallSupervision) -> Vec<Exit> {
        if matches!(self.phase, Phase::Asking | Phase::Withdrawn) {
            self.early = Some(news);
            return Vec::new();
        }
        let is_open = self.phase.is_open();
        if !is_open || news.id != self.told.id || news.version <= self.told.version {
            return Vec::new();
        }
        self.apply_news(context, news)
    }

    fn apply_news(&mut self, context: &mut Context, news: CallSupervision) -> Vec<Exit> {
        context.dirty(slices::SUPERVISED_CALL.key());
        self.told = news;
        match (self.told.status, self.told.end) {
            (SupervisionStatus::Ended, Some(SupervisionEnd::TookOver)) => self.step(context, Event::TookOver),
            (SupervisionStatus::Ended, end) => {
                self.failure = Some(Text::key(end_key(end)));
                self.step(context, Event::Over)
            }
            (SupervisionStatus::Active, _) => {
                let mut exits = self.step(context, Event::Joined);
                if self.told.mode == self.wanted {
                    exits.extend(self.step(context, Event::ModeChanged));
                }
                exits.extend(self.follow_microphone());
                exits
            }
            (SupervisionStatus::Connecting, _) => Vec::new(),
        }
    }

    /// Handles the answer to a request of this area.
    pub fn on_reply(&mut self, context: &mut Context, own: &AgentId, request: RequestId, answer: Answer) -> Vec<Exit> {
        let Some(pending) = self.requests.take(request) else { return Vec::new() };
        context.dirty(slices::SUPERVISED_CALL.key());
        match pending {
            Pending::Begin => self.on_begun(context, own, answer),
            Pending::Mode => match answer.read::<CallSupervision>() {
                Ok(news) => {
                    let mut exits = self.take_news(context, news);
                    if self.told.mode == self.wanted {
                        exits.extend(self.step(context, Event::ModeChanged));
                    }
                    exits
                }
                Err(_) => self.step(context, Event::ModeRefused),
            },
            Pending::TakeOver => match answer {
                Answer::Ok(_) => Vec::new(),
                answer if answer.is_uncertain() => {
                    vec![Exit::Said(SnackbarKind::Error, ServerWrite::TakeOverCall.unknown())]
                }
                answer => vec![Exit::Said(SnackbarKind::Error, take_over_refusal(answer.reason()))],
            },
            Pending::End if self.phase == Phase::Leaving => self.step(context, Event::Over),
            Pending::End => Vec::new(),
            Pending::Open(of) => match answer.read::<ListBody<CallSupervision>>() {
                Ok(list) => self.on_listed(context, &of, list.data.into_vec().into_iter().next()),
                Err(_) => Vec::new(),
            },
        }
    }

    fn on_begun(&mut self, context: &mut Context, own: &AgentId, answer: Answer) -> Vec<Exit> {
        match answer.read::<CallSupervisionReply>() {
            Ok(reply) => {
                self.told = reply.supervision.clone();
                self.reply = Some(Box::new(reply));
                let mut exits = self.step(context, Event::Granted);
                exits.extend(self.begin_telephone(context, own));
                let early =
                    self.early.take().filter(|news| news.id == self.told.id && news.version > self.told.version);
                if let Some(news) = early {
                    exits.extend(self.apply_news(context, news));
                }
                exits
            }
            Err(answer) => {
                self.failure = Some(refusal(answer.reason()));
                let exits = self.step(context, Event::Refused);
                if answer.is_uncertain() {
                    // A supervision that the server may have begun is ended when the answer arrives.
                    self.look_up(context);
                }
                exits
            }
        }
    }

    /// The answer with the server's open supervision; `of` was the page's at the time of the request.
    fn on_listed(&mut self, context: &mut Context, of: &str, open: Option<CallSupervision>) -> Vec<Exit> {
        if self.phase.is_open() {
            let is_known = self.told.id == of;
            return match open {
                Some(open) if open.id == self.told.id => self.take_news(context, open),
                Some(_) | None if is_known => {
                    self.failure = Some(Text::key(end_key(Some(SupervisionEnd::ConnectionLost))));
                    self.step(context, Event::Over)
                }
                Some(_) | None => Vec::new(),
            };
        }
        match open {
            Some(open) if matches!(self.phase, Phase::Closed | Phase::Over) => {
                self.told.id = open.id;
                self.step(context, Event::Leftover)
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// The voice ports of the page are loaded, possibly before there is a supervision.
    pub fn on_ports(&mut self, context: &mut Context, own: &AgentId, web_rtc: bool) -> Vec<Exit> {
        self.ports = Some(web_rtc);
        self.begin_telephone(context, own)
    }

    /// Connects the telephone when its account and the page's voice ports are loaded.
    fn begin_telephone(&mut self, context: &mut Context, own: &AgentId) -> Vec<Exit> {
        if self.phase != Phase::Registering {
            self.reply = None;
            return Vec::new();
        }
        let Some(web_rtc) = self.ports else {
            // The first command makes the page load its voice ports, which the page of a supervisor without calls has
            // not loaded before.
            let relays = self.reply.as_ref().map(|reply| reply.web_rtc.ice_servers.clone()).unwrap_or_default();
            return vec![Exit::Command(VoiceCommand::Relays(relays))];
        };
        let Some(reply) = self.reply.take() else { return Vec::new() };
        if !web_rtc {
            self.failure = Some(Text::key("callSupervision.failed"));
            return self.step(context, Event::NotRegistered);
        }
        let outcome = self.telephone.connect(context, own, &reply);
        self.follow(context, outcome)
    }

    /// Handles a report of the page's voice ports about a supervisor's telephone.
    pub fn on_report(&mut self, context: &mut Context, mut report: VoiceReport) -> Vec<Exit> {
        let Some(number) = report.number_mut().filter(|number| self.telephone.has(**number)) else { return Vec::new() };
        let is_present = *number == self.telephone.call;
        *number = self.telephone.own_number(*number);
        match &report {
            VoiceReport::Levels { levels, .. } => {
                if is_present {
                    self.levels = *levels;
                    context.dirty(slices::SUPERVISION_LEVELS.key());
                }
                return Vec::new();
            }
            VoiceReport::MicrophoneLost { failure, .. } if is_present => {
                self.microphone = Some(problem_of(*failure));
                context.dirty(slices::SUPERVISED_CALL.key());
                let listens = self.told.mode == SupervisionMode::Listen && self.phase != Phase::Changing;
                return if listens { Vec::new() } else { self.choose_listen(context) };
            }
            VoiceReport::MicrophoneReplaced { .. } if is_present => {
                self.microphone = None;
                context.dirty(slices::SUPERVISED_CALL.key());
                return Vec::new();
            }
            VoiceReport::PlaybackBlocked { .. } if is_present => return vec![Exit::SoundBlocked],
            _ => {}
        }
        let Some(input) = signalling_input(report) else { return Vec::new() };
        let outcome = self.telephone.handle(context, input);
        self.follow(context, outcome)
    }

    /// A supervisor who lost the microphone cannot be heard, so the mode becomes listening.
    fn choose_listen(&mut self, context: &mut Context) -> Vec<Exit> {
        self.wanted = SupervisionMode::Listen;
        self.step(context, Event::Choose)
    }

    /// The browser's network changed.
    pub fn on_network_changed(&mut self, context: &mut Context) -> Vec<Exit> {
        if !self.phase.is_open() {
            return Vec::new();
        }
        let outcome = self.telephone.handle(context, Input::Command(Command::RestartIce));
        self.follow(context, outcome)
    }

    /// A timer of the telephone is due.
    pub fn on_timer(&mut self, context: &mut Context, timer: VoiceTimer) -> Vec<Exit> {
        let input = match timer {
            VoiceTimer::Signalling(due) => Input::Timer(due),
            VoiceTimer::Reconnect if self.phase.is_open() => Input::Command(Command::Reconnect),
            VoiceTimer::RoomNews => return self.step(context, Event::ModeRefused),
            _ => return Vec::new(),
        };
        let outcome = self.telephone.handle(context, input);
        self.follow(context, outcome)
    }

    fn follow(&mut self, context: &mut Context, outcome: telephone::Outcome) -> Vec<Exit> {
        let mut exits: Vec<Exit> = outcome.commands.into_iter().map(Exit::Command).collect();
        for event in outcome.events {
            let event = match event {
                Signal::Registered => Event::Registered,
                Signal::RegistrationRefused { .. } => Event::NotRegistered,
                Signal::Call(_, CallReport::Incoming { .. }) => Event::Rings,
                _ => continue,
            };
            if event == Event::NotRegistered {
                self.failure = Some(Text::key(end_key(Some(SupervisionEnd::ConnectionLost))));
            }
            exits.extend(self.step(context, event));
        }
        exits
    }

    /// In the mode of listening the page sends silence; the telephone system does not transmit it either.
    fn follow_microphone(&mut self) -> Vec<Exit> {
        let closed = self.muted || self.told.mode == SupervisionMode::Listen || !self.phase.is_in_call();
        if self.telephone.call == 0 || self.closed == Some(closed) {
            return Vec::new();
        }
        self.closed = Some(closed);
        vec![Exit::Command(VoiceCommand::Mute { call: self.telephone.call, muted: closed })]
    }

    /// Changes the phase and executes the actions that follow.
    fn step(&mut self, context: &mut Context, event: Event) -> Vec<Exit> {
        let (phase, actions) = self.phase.after(event);
        self.phase = phase;
        context.dirty(slices::SUPERVISED_CALL.key());
        if phase != Phase::Changing {
            context.cancel_timer(&timers::TELEPHONE.of(VoiceTimer::RoomNews));
        }
        let mut exits = Vec::new();
        for action in actions {
            match action {
                // `open` and `begin_telephone` execute these, because they know the agent and the account.
                Action::Ask | Action::Connect => {}
                Action::Accept => {
                    let outcome = self.telephone.handle(context, Input::Command(Command::Accept));
                    exits.extend(outcome.commands.into_iter().map(Exit::Command));
                    self.closed = None;
                    exits.extend(self.follow_microphone());
                }
                Action::Disconnect => {
                    self.reply = None;
                    let outcome = self.telephone.disconnect(context);
                    exits.extend(outcome.commands.into_iter().map(Exit::Command));
                }
                Action::SendEnd => {
                    let request = ServerWrite::LeaveSupervision.delete(path!["call-supervision", self.told.id]);
                    context.request(&mut self.requests, Pending::End, request);
                }
                Action::SendMode => {
                    let body = SupervisionModeRequest { mode: self.wanted };
                    let request =
                        ServerWrite::ChangeSupervision.put(path!["call-supervision", self.told.id]).json(&body);
                    self.requests.forget(|pending| *pending == Pending::Mode);
                    context.request(&mut self.requests, Pending::Mode, request);
                    context.timer(timers::TELEPHONE.of(VoiceTimer::RoomNews), MODE_WITHIN_MS);
                }
                Action::SayModeStayed => {
                    exits.push(Exit::Said(SnackbarKind::Error, Text::key("callSupervision.modeStayed")));
                }
                Action::SayTookOver => {
                    let text = Text::key("callSupervision.tookOver").with("name", self.told.customer_name.clone());
                    exits.push(Exit::Said(SnackbarKind::Success, text));
                }
            }
        }
        if event == Event::ModeRefused {
            self.wanted = self.told.mode;
        }
        exits
    }
}

/// The key of the text why a supervision ended.
fn end_key(end: Option<SupervisionEnd>) -> &'static str {
    match end {
        Some(SupervisionEnd::CallEnded) => "callSupervision.ended.callEnded",
        Some(SupervisionEnd::ConnectionLost) => "callSupervision.ended.connectionLost",
        Some(SupervisionEnd::SessionEnded) => "callSupervision.ended.sessionEnded",
        Some(SupervisionEnd::BySupervisor | SupervisionEnd::TookOver) => "callSupervision.ended.left",
        Some(SupervisionEnd::Failed) | None => "callSupervision.failed",
    }
}

/// The text why the server refused a supervision.
fn refusal(reason: Option<&str>) -> Text {
    let none = std::collections::BTreeMap::new();
    Text::reason("callSupervision.refused", reason.unwrap_or("unknown"), &none, "callSupervision.failed")
}

/// The text why the supervisor cannot take the attendance over.
fn take_over_refusal(reason: Option<&str>) -> Text {
    let none = std::collections::BTreeMap::new();
    let unknown = "callSupervision.takeOver.unknown";
    Text::reason("callSupervision.takeOver", reason.unwrap_or("unknown"), &none, unknown)
}

fn problem_of(failure: MediaFailure) -> DeviceProblem {
    match failure.problem {
        Some(CaptureProblem::Missing) => DeviceProblem::Missing,
        Some(CaptureProblem::Refused) => DeviceProblem::Refused,
        Some(CaptureProblem::InUse) => DeviceProblem::InUse,
        None => DeviceProblem::Stopped,
    }
}
