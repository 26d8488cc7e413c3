//! The broker link's story. It is idle until the session brings an address and a credential; then it connects,
//! subscribes the agent's queue, registers it with the server, and stays. When it breaks it waits five seconds and
//! begins again, with a fresh credential where the old one is refused or expired. Each connection has a number, so that
//! a late word of an old one is not taken for the present one. Frames are acknowledged one by one after their effects
//! are stored.
//!
//! States: `Idle`, `Connecting`, `Connected`, `Waiting`, `NeedsCredential`.

use super::gate::{Admission, EventGate};
use super::health::{Health, VoiceHealth};
use super::registry::NAME;
use super::sending::BrokerLogin;
use super::{records, slices, timers};
use crate::channels::slices::CHANNELS;
use crate::flow::{Answer, BrokerCommand, CallId, Calls, Context, HttpCall, ReportLevel, StoreId};
use crate::session::{Validation, ValidationResult};
use crate::wire::{
    AgentId, BrokerCredentials, BrokerEvent, BrokerSettings, EventFault, EventId, EventMeta, Secret,
    StartListenerReply, StartListenerRequest, Wall,
};
use litemap::LiteMap;

/// CON-024.
pub const RECONNECT_DELAY_MS: u64 = 5_000;
/// CON-023, each way.
pub const HEARTBEAT_MS: u32 = 2_500;
/// A credential this close to its end is renewed before it is used.
const CREDENTIAL_MARGIN_MS: i64 = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Idle,
    Connecting,
    Connected,
    Waiting,
    NeedsCredential,
}

/// What a sleep of the computer put in doubt and what is confirmed again since (BEY-029).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ResumeCheck {
    /// No sleep, or link and session were confirmed after it.
    #[default]
    None,
    SessionUnconfirmed,
    /// The session is confirmed; the check ends as soon as the link is connected.
    SessionConfirmed,
}

/// One delivery of the broker, as text.
#[derive(Clone, Debug)]
pub struct Frame {
    pub link: u64,
    /// The `ack` header; empty where the subscription needs none.
    pub ack: String,
    pub redelivered: bool,
    pub body: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// Connected or again in doubt about what was missed: compare with the server.
    Reconcile,
    Lost,
    NeedsCredential,
    Event(EventMeta, Box<BrokerEvent>),
}

#[derive(Clone, Debug)]
enum Pending {
    StartListener { destination: String },
}

/// Where the broker is, and in whose name it is entered.
#[derive(Clone, Debug)]
pub struct Access {
    pub agent: AgentId,
    /// The agent's own login, as pongs tell it.
    pub username: String,
    pub settings: BrokerSettings,
    pub credentials: BrokerCredentials,
    pub passcode: Secret<String>,
}

pub struct Connection {
    state: State,
    link: u64,
    access: Option<Access>,
    /// Number of the credential with which the present link was opened; fresher ones come meanwhile.
    entered_with: u64,
    pub(super) login: Option<BrokerLogin>,
    /// The last link was refused before it was up: another refusal waits before the next credential is asked for.
    refused: bool,
    health: Health,
    /// When the link is tried again by itself.
    retry_at: Option<Wall>,
    /// After a sleep, until link and session are confirmed (BEY-029).
    resume_check: ResumeCheck,
    /// Destinations subscribed on the present link.
    subscribed: Vec<String>,
    gate: EventGate,
    /// Handled, not yet stored.
    handled: Vec<String>,
    /// Stored with this write; acknowledged when it is done.
    storing: LiteMap<StoreId, (u64, Vec<String>)>,
    /// A delivery that was being handled when an earlier instance died: it is acknowledged unhandled.
    poison: Option<String>,
    listener: bool,
    last_frame: Option<Wall>,
    reconciled_at: Option<Wall>,
    calls: Calls<Pending>,
}

impl Default for Connection {
    fn default() -> Self {
        Self {
            state: State::Idle,
            link: 0,
            access: None,
            entered_with: 0,
            login: None,
            refused: false,
            health: Health::default(),
            retry_at: None,
            resume_check: ResumeCheck::None,
            subscribed: Vec::new(),
            gate: EventGate::default(),
            handled: Vec::new(),
            storing: LiteMap::new(),
            poison: None,
            listener: false,
            last_frame: None,
            reconciled_at: None,
            calls: Calls::new(NAME),
        }
    }
}

impl Connection {
    pub fn state(&self) -> State {
        self.state
    }

    pub fn health(&self) -> &Health {
        &self.health
    }

    pub(super) fn link(&self) -> u64 {
        self.link
    }

    pub(super) fn access(&self) -> Option<&Access> {
        self.access.as_ref()
    }

    /// True if an event addressed to credentials up to `up_to` includes ours.
    pub fn applies_to_credential(&self, up_to: Option<u64>) -> bool {
        up_to.is_none_or(|number| self.entered_with <= number)
    }

    pub(super) fn retry_at(&self) -> Option<Wall> {
        self.retry_at
    }

    /// Nobody knows yet whether what is shown still holds.
    pub fn is_in_doubt(&self) -> bool {
        self.resume_check != ResumeCheck::None
    }

    /// When everything was last compared with the server (BEY-010).
    pub(super) fn reconciled_at(&self) -> Option<Wall> {
        self.reconciled_at
    }

    pub fn reconciled(&mut self, context: &mut Context) {
        self.reconciled_at = Some(context.server_now());
        context.dirty(slices::LINK.key());
    }

    /// Whether the server took the queue's registration (spec session §3 "queueListenerMessageBroker").
    pub fn queue_listener(&self) -> bool {
        self.listener
    }

    pub(super) fn last_frame(&self) -> Option<Wall> {
        self.last_frame
    }

    pub fn gate(&self) -> &EventGate {
        &self.gate
    }

    pub fn gate_mut(&mut self) -> &mut EventGate {
        &mut self.gate
    }

    /// A delivery an earlier instance died of is acknowledged unhandled.
    pub fn restore_poison(&mut self, poison: Option<String>) {
        self.poison = poison;
    }

    pub fn restore_gate(&mut self, gate: super::GateRecord, pages: LiteMap<u64, Vec<EventId>>) {
        self.gate = EventGate::restore(gate, pages);
    }

    /// The session brings address and credential, or fresh ones. A link that stands is left alone.
    pub fn start(&mut self, context: &mut Context, access: Access) {
        self.access = Some(access);
        if matches!(self.state, State::Idle | State::NeedsCredential) {
            // What has just been given is used as it is: by a clock that jumped it would look expired for ever.
            self.open(context);
        }
    }

    pub fn stop(&mut self, context: &mut Context) {
        if self.state != State::Idle {
            context.broker(BrokerCommand::Disconnect { link: self.link });
        }
        let (health, link) = (std::mem::take(&mut self.health), self.link);
        // The broker still holds a poisonous delivery, whoever signs in next.
        let poison = self.poison.take();
        *self = Self { health, link, poison, ..Self::default() };
        context.dirty(slices::LINK.key());
        // Ends a resume check too.
        context.dirty(CHANNELS.key());
    }

    fn connect(&mut self, context: &mut Context) -> Option<Exit> {
        let ends_at = self.access.as_ref()?.credentials.expires_at;
        if ends_at.is_some_and(|end| end.since_ms(context.server_now()) < CREDENTIAL_MARGIN_MS) {
            self.state = State::NeedsCredential;
            // Asked again should the answer never come.
            self.try_later(context);
            return Some(Exit::NeedsCredential);
        }
        self.open(context);
        None
    }

    fn open(&mut self, context: &mut Context) {
        let Some(access) = self.access.clone() else { return };
        context.cancel_timer(&timers::RECONNECT.key());
        context.dirty(slices::LINK.key());
        self.state = State::Connecting;
        self.retry_at = None;
        self.entered_with = access.credentials.number;
        self.link = context.kernel.ids.number();
        self.subscribed.clear();
        context.broker(BrokerCommand::Connect {
            link: self.link,
            url: access.settings.url,
            login: access.credentials.login,
            passcode: access.passcode,
            heartbeat_ms: HEARTBEAT_MS,
        });
    }

    pub fn opened(&mut self, context: &mut Context, link: u64) -> Option<Exit> {
        if link != self.link || self.state != State::Connecting {
            return None;
        }
        let access = self.access.clone()?;
        self.state = State::Connected;
        self.refused = false;
        context.dirty(slices::LINK.key());
        let destination = access.credentials.destination;
        if !self.subscribed.contains(&destination) {
            self.subscribed.push(destination.clone());
            context.broker(BrokerCommand::Subscribe { link, destination: destination.clone() });
        }
        let request = StartListenerRequest { agent_id: access.agent, queue: destination.clone() };
        let call = HttpCall::post("system/start-listener-queue").json(&request);
        context.call(&mut self.calls, Pending::StartListener { destination }, call);
        self.send_login(context);
        self.finish_resume_check(context);
        Some(Exit::Reconcile)
    }

    fn try_later(&mut self, context: &mut Context) {
        self.retry_at = Some(context.now.wall.plus_ms(RECONNECT_DELAY_MS.cast_signed()));
        context.dirty(slices::LINK.key());
        context.timer(timers::RECONNECT.key(), RECONNECT_DELAY_MS);
    }

    /// The computer slept: what the socket says about itself is worth nothing, so it is opened anew. What it did not
    /// acknowledge comes again.
    pub fn on_resume(&mut self, context: &mut Context) -> Option<Exit> {
        if self.state == State::Idle {
            return None;
        }
        self.resume_check = ResumeCheck::SessionUnconfirmed;
        context.dirty(CHANNELS.key());
        if matches!(self.state, State::Connecting | State::Connected) {
            context.broker(BrokerCommand::Disconnect { link: self.link });
            self.drop_acknowledgements();
            self.state = State::Waiting;
        }
        self.reconnect_now(context)
    }

    fn finish_resume_check(&mut self, context: &mut Context) {
        if self.resume_check == ResumeCheck::SessionConfirmed && self.state == State::Connected {
            self.resume_check = ResumeCheck::None;
            context.dirty(CHANNELS.key());
        }
    }

    /// The socket closed, the heart stopped beating, or the browser went offline.
    pub fn closed(&mut self, context: &mut Context, link: u64) -> Option<Exit> {
        if link != self.link || !matches!(self.state, State::Connecting | State::Connected) {
            return None;
        }
        let was_connected = self.state == State::Connected;
        self.state = State::Waiting;
        self.drop_acknowledgements();
        self.try_later(context);
        was_connected.then_some(Exit::Lost)
    }

    /// The broker said no (an ERROR frame): before it let us in the credential is the first suspect; afterwards it says
    /// goodbye (it stops, another session takes over), which is no fault.
    pub fn refused(&mut self, context: &mut Context, link: u64, message: &str) -> Option<Exit> {
        if link != self.link || !matches!(self.state, State::Connecting | State::Connected) {
            return None;
        }
        let level = if self.state == State::Connected { ReportLevel::Info } else { ReportLevel::Warning };
        context.report(level, "brokerRefused", message.chars().take(120).collect::<String>());
        let again = self.refused;
        self.refused = self.state == State::Connecting;
        self.state = State::NeedsCredential;
        self.drop_acknowledgements();
        context.broker(BrokerCommand::Disconnect { link });
        self.try_later(context);
        (!again).then_some(Exit::NeedsCredential)
    }

    pub fn on_reconnect_timer(&mut self, context: &mut Context) -> Option<Exit> {
        match self.state {
            State::Waiting => self.connect(context),
            State::NeedsCredential => {
                self.try_later(context);
                Some(Exit::NeedsCredential)
            }
            State::Idle | State::Connecting | State::Connected => None,
        }
    }

    /// The network came back or the computer woke: no need to wait out the delay.
    pub fn reconnect_now(&mut self, context: &mut Context) -> Option<Exit> {
        if self.state == State::Waiting { self.connect(context) } else { None }
    }

    pub fn set_online(&mut self, context: &mut Context, online: bool) {
        if self.health.offline == online {
            self.health.offline = !online;
            context.dirty(slices::LINK.key());
        }
    }

    /// What is known of the voice of the browser.
    pub fn set_voice(&mut self, context: &mut Context, voice: VoiceHealth) {
        if self.health.voice != voice {
            self.health.voice = voice;
            context.dirty(slices::LINK.key());
        }
    }

    /// The session's word, pushed down.
    pub fn set_validation(&mut self, context: &mut Context, validation: Validation) {
        if self.health.validation != validation {
            self.health.validation = validation;
            context.dirty(slices::LINK.key());
        }
        if self.resume_check != ResumeCheck::None && self.health.validation.result == ValidationResult::Logged {
            self.resume_check = ResumeCheck::SessionConfirmed;
            self.finish_resume_check(context);
        }
    }

    /// One delivery. It is acknowledged after its effects are stored, whatever it is: a frame that cannot be read would
    /// come back for ever.
    pub fn frame(&mut self, context: &mut Context, frame: Frame) -> Vec<Exit> {
        // Not acknowledged either: what comes after the end of a link comes again on the next one.
        if frame.link != self.link || self.state != State::Connected {
            return Vec::new();
        }
        self.last_frame = Some(context.server_now());
        context.dirty(slices::LINK.key());
        if !frame.ack.is_empty() {
            self.handled.push(frame.ack);
        }
        context.persist(records::JOURNAL.key());
        if self.poison.as_deref() == Some(frame.body.as_str()) {
            context.report(ReportLevel::Error, "deliverySkippedAfterCrash", "");
            return vec![Exit::Reconcile];
        }
        let (meta, event) = BrokerEvent::parse(&frame.body);
        let event = match event {
            Ok(event) => event,
            Err(EventFault::Unregistered(name)) => {
                context.report(ReportLevel::Info, "unregisteredEvent", name.chars().take(80).collect::<String>());
                self.gate.admit(&meta);
                return Vec::new();
            }
            Err(fault) => {
                context.report(
                    ReportLevel::Warning,
                    "undecodableEvent",
                    fault.to_string().chars().take(80).collect::<String>(),
                );
                self.gate.admit(&meta);
                return vec![Exit::Reconcile];
            }
        };
        match self.gate.admit(&meta) {
            Admission::Duplicate => Vec::new(),
            Admission::InOrder => vec![Exit::Event(meta, Box::new(event))],
            Admission::AfterGap => vec![Exit::Event(meta, Box::new(event)), Exit::Reconcile],
        }
    }

    /// The journal is being written: what was handled so far may be acknowledged when `id` is stored.
    pub fn journal_written(&mut self, id: StoreId) {
        if !self.handled.is_empty() {
            self.storing.insert(id, (self.link, std::mem::take(&mut self.handled)));
        }
    }

    /// The write ended. A failed one is acknowledged too: the work goes on in memory (PER-008).
    pub fn stored(&mut self, context: &mut Context, id: StoreId) {
        let Some((link, acks)) = self.storing.remove(&id) else { return };
        if link == self.link && self.state == State::Connected {
            for ack in acks {
                context.broker(BrokerCommand::Acknowledge { link, ack });
            }
        }
    }

    pub fn on_reply(&mut self, context: &mut Context, call: CallId, answer: Answer) {
        let Some(Pending::StartListener { destination }) = self.calls.take(call) else { return };
        self.listener = answer.read::<StartListenerReply>().is_ok_and(|reply| reply.success);
        if !self.listener {
            context.report(ReportLevel::Warning, "queueListenerRefused", destination);
        }
        context.dirty(slices::LINK.key());
    }

    fn drop_acknowledgements(&mut self) {
        // The broker delivers again what was not acknowledged; the gate knows it.
        self.handled.clear();
        self.storing.clear();
        self.subscribed.clear();
    }
}
