//! The client: it combines link, session, registration and call, and passes every frame to the state machine that it
//! concerns. It only decides about requests that cannot be sent.

mod actions;
mod frames;

use crate::call::{Call, CallEvent, CallTimer, HoldState, LegState, Step, UNAVAILABLE};
use crate::fault::Fault;
use crate::flow::{Account, Command, Event, HttpFailure, Input, Outcome, PeerInput, Resume, ResumedCall, Setup, Timer};
use crate::frame::{Credentials, SipRequest, read_frames};
use crate::ids::{CallNumber, LinkNumber, Random, Transaction};
use crate::link::{Link, LinkEvent, LinkState};
use crate::node::Nodes;
use crate::registration::{Registration, RegistrationEvent, RegistrationState};
use crate::session::{Session, SessionEvent, SessionState};

/// A request that has no answer yet.
#[derive(Clone, Debug)]
struct Pending {
    transaction: Transaction,
    purpose: Purpose,
    /// The server received the request; an event follows.
    acknowledged: bool,
}

/// The owner of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Session,
    KeepAlive,
    Register,
    Call(CallNumber, Step),
    /// The request to close the call's peer connection.
    Connection(CallNumber),
    Trickle,
}

/// Voice signalling of one agent.
#[derive(Clone, Debug, Default)]
pub struct Signalling {
    /// Whether the browser has WebRTC; `None` until it is known.
    web_rtc: Option<bool>,
    credentials: Credentials,
    account: Option<Account>,
    link: Link,
    session: Session,
    registration: Registration,
    call: Call,
    call_number: CallNumber,
    /// SIP Call-ID of the call.
    call_id: Option<String>,
    /// SIP Call-ID of the last call: its late events are ignored.
    ended_call_id: Option<String>,
    /// The session was claimed: it may have a call that this page does not know.
    claimed: bool,
    /// The claimed session has a call whose peer connection was lost with the page.
    resume_call: Option<HoldState>,
    /// The request that ended the call, once one was sent.
    end_request: Option<SipRequest>,
    /// A request that ends the call and that was not sent because the link was lost: it is sent after the claim, or
    /// after the next answer over HTTP.
    end_owed: Option<SipRequest>,
    /// The network changed while the link was lost, so ICE has to be restarted.
    restart_owed: bool,
    pending: Vec<Pending>,
}

/// Collects the effects and events of one input.
struct Run<'a> {
    random: &'a mut dyn Random,
    outcome: Outcome,
}

impl Run<'_> {
    fn event(&mut self, event: Event) {
        self.outcome.events.push(event);
    }
}

impl Signalling {
    /// Handles one input completely.
    pub fn handle(&mut self, input: Input, random: &mut dyn Random) -> Outcome {
        let mut run = Run { random, outcome: Outcome::default() };
        match input {
            Input::Environment { web_rtc } => self.web_rtc = Some(web_rtc),
            Input::Command(command) => self.on_command(&mut run, command),
            Input::Opened(link) if self.is_current(link) => self.on_link(&mut run, LinkEvent::Opened),
            Input::Closed(link) if self.is_current(link) => self.on_link(&mut run, LinkEvent::Failed),
            Input::Text(link, text) if self.is_current(link) => self.on_text(&mut run, &text),
            Input::Posted(link, transaction, result) if self.is_current(link) => {
                self.on_posted(&mut run, &transaction, result);
            }
            Input::Polled(link, result) if self.is_current(link) => self.on_polled(&mut run, result),
            Input::Peer(number, input) if number == self.call_number => self.on_peer(&mut run, input),
            Input::Timer(timer) => self.on_timer(&mut run, timer),
            // The input is from an earlier link, or about an earlier call.
            Input::Opened(_)
            | Input::Closed(_)
            | Input::Text(..)
            | Input::Posted(..)
            | Input::Polled(..)
            | Input::Peer(..) => {}
        }
        run.outcome
    }

    /// State of the session.
    pub fn session(&self) -> SessionState {
        self.session.state()
    }

    /// Whether the server is being asked if the session still exists.
    pub fn is_checking(&self) -> bool {
        self.session.is_checking()
    }

    /// State of the registration.
    pub fn registration(&self) -> RegistrationState {
        self.registration.state()
    }

    /// State of the call.
    pub fn call(&self) -> LegState {
        self.call.state()
    }

    /// The data to store for a claim after a reload; `None` without a session.
    pub fn resume(&self) -> Option<Resume> {
        Some(Resume {
            node: self.link.node()?.clone(),
            session: self.session.id()?,
            handle: self.session.handle_id()?,
            registered: self.registration.state() == RegistrationState::Registered,
            call: self.resumed_call(),
        })
    }

    fn is_current(&self, link: LinkNumber) -> bool {
        link == self.link.number() && self.link.state() != LinkState::Closed
    }

    fn on_command(&mut self, run: &mut Run, command: Command) {
        match command {
            Command::Connect(setup) => self.connect(run, *setup),
            Command::Reconnect => {
                if self.session.state() == SessionState::Lost {
                    self.on_session(run, SessionEvent::Connect);
                }
            }
            Command::Renew(account, credentials) => {
                if self.account.is_some() {
                    (self.account, self.credentials) = (Some(*account), credentials);
                }
            }
            Command::Check => self.on_session(run, SessionEvent::Check),
            Command::Register => match self.unavailable() {
                Some(fault) => run.event(Event::Fault(fault)),
                None => self.on_registration(run, RegistrationEvent::Retry),
            },
            Command::Disconnect => {
                self.on_call(run, CallEvent::Disconnected);
                self.on_registration(run, RegistrationEvent::Ended);
                self.forget_owed();
                self.on_session(run, SessionEvent::Destroy);
            }
            Command::Dial(number) => match self.unavailable() {
                Some(fault) => run.event(Event::Fault(fault)),
                None => self.dial(run, &number),
            },
            Command::Accept => self.on_call(run, CallEvent::Accept),
            Command::Decline => self.on_call(run, CallEvent::Decline),
            Command::HangUp => self.on_call(run, CallEvent::HangUp),
            Command::Hold => self.on_call(run, CallEvent::Hold),
            Command::Unhold => self.on_call(run, CallEvent::Unhold),
            Command::Tones(tones) => self.on_call(run, CallEvent::Tones(tones)),
            Command::RestartIce if self.unavailable().is_some() => self.restart_owed = true,
            Command::RestartIce => self.on_call(run, CallEvent::RestartIce),
        }
    }

    fn connect(&mut self, run: &mut Run, setup: Setup) {
        if self.session.state() != SessionState::Idle {
            return;
        }
        match self.web_rtc {
            None => return run.event(Event::Fault(Fault::NotInitialized)),
            Some(false) => return run.event(Event::Fault(Fault::NoWebRtc)),
            Some(true) => {}
        }
        let Setup { nodes, credentials, plugin, account, answer_mode, resume } = setup;
        let existing = resume.as_ref().map(|resume| (resume.session, resume.handle));
        match Session::new(plugin, existing) {
            Ok(session) => self.session = session,
            Err(fault) => return run.event(Event::Fault(fault)),
        }
        let mut nodes = Nodes::new(nodes);
        if let Some(resume) = &resume {
            nodes.select(&resume.node);
        }
        self.link = Link::new(nodes, self.link.number());
        self.registration = Registration::resumed(resume.as_ref().is_some_and(|resume| resume.registered));
        self.call = Call::new(answer_mode);
        self.forget_owed();
        match resume.map(|resume| resume.call).unwrap_or_default() {
            ResumedCall::None => {}
            ResumedCall::Established => self.resume_call = Some(HoldState::Active),
            ResumedCall::Held => self.resume_call = Some(HoldState::Held),
            ResumedCall::Ringing => self.end_owed = Some(SipRequest::Decline { code: UNAVAILABLE }),
            ResumedCall::Unfinished => self.end_owed = Some(SipRequest::Hangup),
        }
        self.credentials = credentials;
        self.account = Some(account);
        self.on_session(run, SessionEvent::Connect);
    }

    fn dial(&mut self, run: &mut Run, number: &str) {
        let Some(account) = &self.account else { return };
        let uri = sip_address(number, &account.proxy_host);
        self.on_call(run, CallEvent::Dial(uri));
    }

    /// The call that the server has for the claimed session.
    fn resumed_call(&self) -> ResumedCall {
        match (&self.end_owed, self.call.state()) {
            (Some(SipRequest::Decline { .. }), _) => ResumedCall::Ringing,
            (Some(_), _) => ResumedCall::Unfinished,
            (None, _) if self.resume_call == Some(HoldState::Held) => ResumedCall::Held,
            (None, _) if self.resume_call.is_some() => ResumedCall::Established,
            (None, LegState::Idle | LegState::Offering) => ResumedCall::None,
            (None, LegState::InCall(HoldState::Active | HoldState::Resuming)) => ResumedCall::Established,
            (None, LegState::InCall(HoldState::Held | HoldState::Holding)) => ResumedCall::Held,
            (None, LegState::Incoming | LegState::Answering) => ResumedCall::Ringing,
            (None, LegState::Outgoing(_) | LegState::Accepting | LegState::HangingUp(_)) => ResumedCall::Unfinished,
        }
    }

    fn forget_owed(&mut self) {
        (self.resume_call, self.end_owed, self.restart_owed) = (None, None, false);
    }

    /// Why no request can be sent to the plugin; `None` if it can.
    fn unavailable(&self) -> Option<Fault> {
        match self.session.state() {
            SessionState::Ready => None,
            _ if self.link.state() != LinkState::Open => Some(Fault::ServerDown),
            SessionState::Idle
            | SessionState::Connecting
            | SessionState::Creating
            | SessionState::Claiming
            | SessionState::Attaching
            | SessionState::Lost
            | SessionState::Destroying => Some(Fault::InvalidHandle),
        }
    }

    fn on_text(&mut self, run: &mut Run, text: &str) {
        match read_frames(text) {
            Ok(frames) => frames.into_iter().for_each(|frame| self.on_frame(run, frame)),
            Err(fault) => run.event(Event::Fault(fault)),
        }
    }

    fn on_posted(&mut self, run: &mut Run, transaction: &Transaction, result: Result<String, HttpFailure>) {
        match result.map_err(HttpFailure::fault).and_then(|text| read_frames(&text)) {
            Ok(frames) => frames.into_iter().for_each(|frame| self.on_frame(run, frame)),
            Err(fault) => self.on_failed(run, transaction, fault),
        }
    }

    fn on_polled(&mut self, run: &mut Run, result: Result<String, HttpFailure>) {
        let link = self.link.number();
        match result.map_err(HttpFailure::fault).and_then(|text| read_frames(&text)) {
            Ok(frames) => {
                frames.into_iter().for_each(|frame| self.on_frame(run, frame));
                self.send_owed_end(run);
                if self.is_current(link) {
                    self.on_link(run, LinkEvent::PollAnswered);
                }
            }
            Err(_) => self.on_link(run, LinkEvent::PollFailed),
        }
    }

    fn on_peer(&mut self, run: &mut Run, input: PeerInput) {
        match input {
            PeerInput::Described(jsep) => self.on_call(run, CallEvent::Described(jsep)),
            PeerInput::Failed(fault) => self.on_call(run, CallEvent::DescriptionFailed(fault)),
            PeerInput::TonesRefused(tones) => self.on_call(run, CallEvent::TonesRefused(tones)),
            PeerInput::Candidate(candidate) => {
                let actions = self.call.local_candidate(candidate);
                self.run_call(run, actions);
            }
        }
    }

    fn on_timer(&mut self, run: &mut Run, timer: Timer) {
        match timer {
            Timer::Request => {
                self.pending.retain(|pending| pending.purpose != Purpose::Session);
                self.on_session(run, SessionEvent::RequestFailed(Fault::TimedOut));
            }
            Timer::KeepAlive => self.on_session(run, SessionEvent::KeepAliveDue),
            Timer::Registration => self.on_registration(run, RegistrationEvent::TimerDue),
            Timer::Call => self.on_call(run, CallEvent::TimerDue(CallTimer::Step)),
            Timer::Negotiation => self.on_call(run, CallEvent::TimerDue(CallTimer::Negotiation)),
        }
    }
}

/// Converts `1001` to `sip:1001@proxy`. Characters that SIP does not allow in a user name are encoded: `#` becomes
/// `%23` (RFC 3261 §25.1).
fn sip_address(number: &str, host: &str) -> String {
    if number.starts_with("sip:") {
        return number.to_owned();
    }
    let mut user = String::new();
    for byte in number.trim().bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()&=+$,;?/".contains(&byte) {
            user.push(char::from(byte));
        } else {
            user.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("sip:{user}@{host}")
}
