//! Supervision of a call by a supervisor (BEY-136, BEY-137; docs/contract.md "Supervision of calls"): listen, whisper, join, take over. The mode
//! that is shown is the server's. Nothing is stored: after a reload the supervision is over.
//! What becomes of it is the machine in `machine.rs`; its telephone is `telephone.rs`, who hears whom `hearing.rs`.

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

/// The server says within this time that a mode is as it was asked for.
pub const MODE_WITHIN_MS: u64 = 5_000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Begin,
    Mode,
    TakeOver,
    /// The end of the supervision with this id.
    End,
    /// The open supervision, asked for while this one was the page's.
    Open(String),
}

/// The supervision of this page.
pub(crate) struct SupervisedCall {
    phase: Phase,
    /// As the server said last; while the request is under way only whom it is about.
    told: CallSupervision,
    /// News of a supervision whose answer is on its way.
    early: Option<CallSupervision>,
    /// The mode that was asked for.
    wanted: SupervisionMode,
    /// The account of the telephone, until the page's voice ports are loaded.
    reply: Option<Box<CallSupervisionReply>>,
    telephone: Telephone,
    /// The page's voice ports: whether the browser has WebRTC; `None` until they are loaded.
    ports: Option<bool>,
    muted: bool,
    /// The last state of the microphone that was sent to the page's port.
    closed: Option<bool>,
    microphone: Option<DeviceProblem>,
    levels: Levels,
    /// Why it is over.
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
    /// Without a supervision, in a page whose voice ports are known.
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

    /// The supervisor wants to hear the call of an agent, whose name the board knows.
    pub fn open(&mut self, context: &mut Context, agent: &AgentId, name: String) -> Vec<Exit> {
        let is_same = self.told.agent_id == *agent;
        if is_same && (self.phase.is_open() && self.phase != Phase::Leaving || self.phase == Phase::Asking) {
            return Vec::new();
        }
        let exits = self.step(context, Event::Open);
        // The server ends what an earlier request began.
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

    /// The session ends, and with it the telephone.
    pub fn end(&mut self, context: &mut Context) -> Vec<Exit> {
        if !self.phase.is_open() {
            return Vec::new();
        }
        (self.phase, self.reply) = (Phase::Closed, None);
        let outcome = self.telephone.disconnect(context);
        outcome.commands.into_iter().map(Exit::Command).collect()
    }

    /// The supervisor asks for a mode. Without a microphone only listening is possible.
    pub fn choose(&mut self, context: &mut Context, mode: SupervisionMode) -> Vec<Exit> {
        let present = if self.phase == Phase::Changing { self.wanted } else { self.told.mode };
        let needs_microphone = mode != SupervisionMode::Listen && self.microphone.is_some();
        if mode == present || needs_microphone || !self.phase.is_in_call() {
            return Vec::new();
        }
        self.wanted = mode;
        self.step(context, Event::Choose)
    }

    /// The supervisor closes or opens the microphone.
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

    /// Asks which supervision of the supervisor is open on the server.
    pub fn look_up(&mut self, context: &mut Context) {
        if !self.requests.any(|pending| matches!(pending, Pending::Open(_))) {
            let id = if self.phase.is_open() { self.told.id.clone() } else { String::new() };
            context.request(&mut self.requests, Pending::Open(id), HttpRequest::get(path!["call-supervision"]));
        }
    }

    /// The server says how a supervision is.
    pub fn take_news(&mut self, context: &mut Context, news: CallSupervision) -> Vec<Exit> {
        if matches!(self.phase, Phase::Asking | Phase::Withdrawn) {
            self.early = Some(news);
            return Vec::new();
        }
        let is_open = self.phase.is_open();
        if !is_open || news.id != self.told.id || news.version <= self.told.version {
            return Vec::new();
        }
        self.tell(context, news)
    }

    fn tell(&mut self, context: &mut Context, news: CallSupervision) -> Vec<Exit> {
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
                    exits.extend(self.tell(context, news));
                }
                exits
            }
            Err(answer) => {
                self.failure = Some(refusal(answer.reason()));
                let exits = self.step(context, Event::Refused);
                if answer.is_uncertain() {
                    // What the server may have begun ends with the answer.
                    self.look_up(context);
                }
                exits
            }
        }
    }

    /// The server's open supervision, asked for while `of` was the page's.
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

    /// The ports of the page are loaded, also before there is a supervision.
    pub fn on_ports(&mut self, context: &mut Context, own: &AgentId, web_rtc: bool) -> Vec<Exit> {
        self.ports = Some(web_rtc);
        self.begin_telephone(context, own)
    }

    /// Connects the telephone as soon as its account and the page's ports are there.
    fn begin_telephone(&mut self, context: &mut Context, own: &AgentId) -> Vec<Exit> {
        if self.phase != Phase::Registering {
            self.reply = None;
            return Vec::new();
        }
        let Some(web_rtc) = self.ports else {
            // The first command makes the page load its ports of voice. A supervisor's page that calls nobody has not loaded them before.
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

    /// A report of the page's ports that is of a supervisor's telephone.
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

    /// Nobody hears a supervisor whose microphone is gone: the mode says so.
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

    /// The page sends silence in the mode of listening, which the telephone system does not let through either.
    fn follow_microphone(&mut self) -> Vec<Exit> {
        let closed = self.muted || self.told.mode == SupervisionMode::Listen || !self.phase.is_in_call();
        if self.telephone.call == 0 || self.closed == Some(closed) {
            return Vec::new();
        }
        self.closed = Some(closed);
        vec![Exit::Command(VoiceCommand::Mute { call: self.telephone.call, muted: closed })]
    }

    /// Moves the machine, and does what follows.
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
                // `open` and `begin_telephone` do these: they know whom and with which account.
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

/// The key of why a supervision ended.
fn end_key(end: Option<SupervisionEnd>) -> &'static str {
    match end {
        Some(SupervisionEnd::CallEnded) => "callSupervision.ended.callEnded",
        Some(SupervisionEnd::ConnectionLost) => "callSupervision.ended.connectionLost",
        Some(SupervisionEnd::SessionEnded) => "callSupervision.ended.sessionEnded",
        Some(SupervisionEnd::BySupervisor | SupervisionEnd::TookOver) => "callSupervision.ended.left",
        Some(SupervisionEnd::Failed) | None => "callSupervision.failed",
    }
}

/// Why the server refused a supervision, in words.
fn refusal(reason: Option<&str>) -> Text {
    let none = std::collections::BTreeMap::new();
    Text::reason("callSupervision.refused", reason.unwrap_or("unknown"), &none, "callSupervision.failed")
}

/// Why the supervisor cannot take over, in words.
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
