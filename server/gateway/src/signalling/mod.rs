//! The signalling as a state machine: frames of clients, events of the media, commands of the contact centre and time go in;
//! frames, commands for the media and facts come out. It does no I/O and reads no clock.

mod call;
mod calls;
mod commands;
mod deadlines;
mod ending;
mod error;
mod extensions;
mod hearing;
mod legs;
mod message;
mod parties;
mod plugin;
mod recording;
mod registration;
mod registration_facts;
mod reload;
mod request;
mod room_commands;
mod session;
mod session_table;
mod sessions;
mod sip;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use self::call::Call;
use self::deadlines::{Deadlines, Subject};
use self::error::SipError;
use self::extensions::Extensions;
use self::message::Sender;
use self::plugin::Handle;
use self::registration_facts::RegistrationFacts;
use self::session_table::SessionTable;
use crate::control::{CallControl, CallFact, CallId, ControlCommand};
use crate::media::{LegId, MediaCommand, MediaEvent};
use crate::room::PartyId;

/// A connection of a client: a WebSocket, or one HTTP request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub u64);

/// Limits and names.
#[derive(Clone, Debug)]
pub struct SignallingConfig {
    /// A session without any request for this long is ended.
    pub session_timeout: Duration,
    /// A session whose WebSocket closed can be claimed for this long.
    pub claim_timeout: Duration,
    /// The return timeout if the page closed its peer connection too: the page is being reloaded or was left for good,
    /// and the customer hears music meanwhile.
    pub return_timeout: Duration,
    /// A long poll without events is answered after this time.
    pub poll_timeout: Duration,
    /// A call that nobody answers ends after this time.
    pub ring_timeout: Duration,
    /// Limit after which the media reports silence; named in `media` frames.
    pub silence: Duration,
    /// Whether the caller hears a ring-back tone as early media (`progress` with the answer).
    pub ring_back: bool,
    /// Host part of SIP addresses.
    pub sip_host: String,
    /// Limits for one client.
    pub limits: SignallingLimits,
}

/// Limits of what one client, one network address and all clients may use. A request beyond a limit is refused with an
/// error of the protocol: 472 for sessions, 461 for handles, 467 for a transaction.
#[derive(Clone, Debug)]
pub struct SignallingLimits {
    /// Maximum of all sessions.
    pub sessions: usize,
    /// Maximum of sessions of one link.
    pub sessions_per_link: usize,
    /// Maximum of sessions without a registered telephone that one network address made. Registered sessions do not
    /// count: a whole office may have one address, and its telephones are limited by their accounts.
    pub sessions_per_address: usize,
    /// Maximum of handles of one session.
    pub handles_per_session: usize,
    /// Maximum of characters in a `transaction`.
    pub transaction_length: usize,
    /// Maximum of events that wait in a session for its client; with one more the session ends as after a time-out.
    pub waiting_events: usize,
    /// Maximum of bytes in these events.
    pub waiting_bytes: usize,
    /// A session in which no telephone was registered ends this long after its creation, whatever it sends.
    pub registration_timeout: Duration,
}

/// Inputs of the machine.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A frame of a WebSocket.
    Frame {
        /// The link of the WebSocket.
        link: LinkId,
        /// The frame.
        text: String,
    },
    /// A request over HTTP; its answer is the first frame sent to `link`.
    Post {
        /// The link of the request.
        link: LinkId,
        /// Session in the path.
        session: Option<u64>,
        /// Handle in the path.
        handle: Option<u64>,
        /// The frame.
        text: String,
    },
    /// A long poll.
    Poll {
        /// The link of the request.
        link: LinkId,
        /// Session in the path.
        session: u64,
        /// Maximum of events; `None`: the answer is one event that is not in a list.
        max_events: Option<usize>,
        /// Token of the client.
        token: Option<String>,
        /// Secret of the API.
        api_secret: Option<String>,
    },
    /// A link opens. Sessions of a link without this input have no network address and are not limited by address.
    LinkOpened {
        /// The link.
        link: LinkId,
        /// Network address of the client, if it is known.
        address: Option<String>,
    },
    /// A link closed.
    LinkClosed {
        /// The link.
        link: LinkId,
    },
    /// An event of the media.
    Media(MediaEvent),
    /// The media ended for good.
    MediaEnded,
    /// A command of the contact centre.
    Control(ControlCommand),
    /// The time of `Signalling::next_wake` has come.
    Wake,
}

/// Outputs of the machine.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Sends a frame.
    Send {
        /// The link to send it to.
        link: LinkId,
        /// The frame, or a list of frames for a long poll.
        message: Value,
    },
    /// A command for the media.
    Media(MediaCommand),
    /// A fact for the contact centre.
    Fact(CallFact),
}

/// Generates random ids of 53 bits, which JavaScript can represent exactly. Sessions are claimed by their id, so it must
/// not be guessable.
pub type IdSource = Box<dyn FnMut() -> u64 + Send>;

/// The state machine of the signalling.
pub struct Signalling {
    config: SignallingConfig,
    control: Arc<dyn CallControl>,
    new_id: IdSource,
    sessions: SessionTable,
    handles: BTreeMap<u64, Handle>,
    extensions: Extensions,
    registration_facts: RegistrationFacts,
    calls: BTreeMap<CallId, Call>,
    legs: BTreeMap<LegId, (CallId, PartyId)>,
    deadlines: Deadlines<Subject>,
    last_leg: u64,
    /// Whether calls can have sound: the media run.
    media_works: bool,
    now: Duration,
    output: Vec<Output>,
}

impl Signalling {
    /// A machine without sessions.
    #[must_use]
    pub fn new(config: SignallingConfig, control: Arc<dyn CallControl>, new_id: IdSource) -> Self {
        Self {
            config,
            control,
            new_id,
            sessions: SessionTable::default(),
            handles: BTreeMap::new(),
            extensions: Extensions::default(),
            registration_facts: RegistrationFacts::default(),
            calls: BTreeMap::new(),
            legs: BTreeMap::new(),
            deadlines: Deadlines::default(),
            last_leg: 0,
            media_works: true,
            now: Duration::ZERO,
            output: Vec::new(),
        }
    }

    /// Processes one input. `now` counts from any fixed moment.
    pub fn handle(&mut self, input: Input, now: Duration) -> Vec<Output> {
        self.now = self.now.max(now);
        match input {
            Input::Frame { link, text } => self.on_frame(link, &text),
            Input::Post { link, session, handle, text } => self.on_post(link, session, handle, &text),
            Input::Poll { link, session, max_events, token, api_secret } => {
                self.on_poll(link, session, max_events, token.as_deref(), api_secret.as_deref());
            }
            Input::LinkOpened { link, address } => self.sessions.open_link(link, address),
            Input::LinkClosed { link } => self.on_link_closed(link),
            Input::Media(event) => self.on_media(event),
            Input::MediaEnded => self.on_media_ended(),
            Input::Control(command) => self.on_control(command),
            Input::Wake => {}
        }
        self.run_deadlines();
        std::mem::take(&mut self.output)
    }

    /// When the machine needs an `Input::Wake`.
    #[must_use]
    pub fn next_wake(&self) -> Option<Duration> {
        [self.deadlines.next_at(), self.registration_facts.next_at()].into_iter().flatten().min()
    }

    /// Whether no call and no leg exists.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.calls.is_empty() && self.legs.is_empty() && self.handles.values().all(|handle| handle.call.is_none())
    }

    fn run_deadlines(&mut self) {
        self.process_changed_sessions();
        while let Some(subject) = self.deadlines.take_due(self.now) {
            match subject {
                Subject::Call(call) => self.on_call_deadline(call),
                Subject::Party(call, party) => self.on_party_deadline(call, party),
                Subject::ClosedLeg(leg) => self.end_closed_leg(leg),
                Subject::Session(session) => self.on_session_deadline(session),
            }
            self.process_changed_sessions();
        }
        while let Some((extension, is_registered)) = self.registration_facts.take_due(self.now) {
            self.report_registration(extension, is_registered);
        }
    }

    /// Sends an event to the session of a handle; without a link of the session it waits there.
    fn send(&mut self, sender: Sender, message: Value) {
        if let Some(session) = self.sessions.change(sender.session) {
            session.deliver(message, &mut self.output);
        }
    }

    fn media(&mut self, command: MediaCommand) {
        if self.media_works {
            self.output.push(Output::Media(command));
        }
    }

    fn fact(&mut self, fact: CallFact) {
        self.output.push(Output::Fact(fact));
    }

    fn fresh_id(&mut self) -> u64 {
        (self.new_id)()
    }
}
