//! State machine of the broker link. It is idle until the session provides an address and a credential; then it connects,
//! subscribes the agent's queue and registers it with the server. After a break it waits up to five seconds and reconnects,
//! with a fresh credential if the old one is refused or expired. Each link has a number, so that late inputs of an old
//! link are ignored. Each frame is acknowledged after its effects are stored.
//!
//! States: `Idle`, `Connecting`, `Connected`, `Waiting`, `NeedsCredential`.

use super::gate::{Admission, EventGate};
use super::health::{Health, VoiceHealth};
use super::registry::NAME;
use super::sending::BrokerLogin;
use super::{facts, records, slices, timers};
use crate::flow::{Answer, BrokerCommand, Context, ReportLevel, RequestId, Requests, ServerWrite, SortedMap, StoreId};
use crate::session::{Validation, ValidationResult};
use crate::wire::{
    AgentId, BrokerCredentials, BrokerSettings, EventFault, EventId, EventMeta, Secret, StartListenerReply,
    StartListenerRequest, Wall,
};

/// Longest delay before the first reconnect (CON-024). Each delay is random within its upper half, because otherwise
/// all agents would reconnect to a restarted broker in the same second.
const RECONNECT_DELAY_MS: u64 = 5_000;
/// The delay doubles with each failed attempt, at most this number of times.
const MOST_DOUBLINGS: u32 = 1;
/// Heartbeat interval in each direction (CON-023).
const HEARTBEAT_MS: u32 = 2_500;
/// A credential that expires sooner than this is renewed before it is used.
const CREDENTIAL_MARGIN_MS: i64 = 10_000;

/// The delay before a reconnect, after this number of failed attempts.
pub(crate) fn reconnect_delay_ms(context: &mut Context, failed: u32) -> u64 {
    let longest_ms = RECONNECT_DELAY_MS << failed.min(MOST_DOUBLINGS);
    let drawn_ms = context.kernel.ids.random_below(u32::try_from(longest_ms / 2).unwrap_or(u32::MAX));
    longest_ms - u64::from(drawn_ms)
}

/// State of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is no session, or the agent stopped waiting.
    Idle,
    /// A socket is being opened.
    Connecting,
    /// The agent's queue is subscribed.
    Connected,
    /// A reconnect follows after the delay.
    Waiting,
    /// The session must provide a fresh credential first.
    NeedsCredential,
}

/// The checks that must end after the computer slept (BEY-029).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ResumeCheck {
    /// There was no sleep, or link and session were confirmed after it.
    #[default]
    None,
    SessionUnconfirmed,
    /// The session is confirmed; the check ends as soon as the link is connected.
    SessionConfirmed,
}

/// One delivery of the broker, as text.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Number of the link that received the frame.
    pub link: u64,
    /// The `ack` header; empty if the subscription needs none.
    pub ack: String,
    /// JSON text of the event.
    pub body: String,
}

/// An effect of the connection on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// Events may have been missed: compare all areas with the server.
    Reconcile,
    /// The connected link broke.
    Lost,
    /// The session check must provide a fresh credential.
    NeedsCredential,
    /// A new event, for its area.
    Event {
        /// The envelope of the event.
        meta: EventMeta,
        /// JSON text of the frame.
        body: String,
        /// Events before this one were missed: compare all areas with the server.
        after_gap: bool,
    },
}

#[derive(Clone, Debug)]
enum Pending {
    StartListener { destination: String },
}

/// Address and credential of the broker.
#[derive(Clone, Debug)]
pub struct Access {
    /// The signed-in agent.
    pub agent: AgentId,
    /// The agent's login, sent in pongs.
    pub username: String,
    /// Address and queues.
    pub settings: BrokerSettings,
    /// Login, destination and expiry.
    pub credentials: BrokerCredentials,
    /// Password of the credential.
    pub passcode: Secret<String>,
}

/// The broker link of this page, and what is known about network and voice.
pub struct Connection {
    state: State,
    link: u64,
    access: Option<Access>,
    /// Number of the credential with which the present link was opened; `access` may contain a newer one.
    entered_with: u64,
    pub(super) login: Option<BrokerLogin>,
    /// The last link was refused while connecting: after another refusal the next attempt is delayed.
    refused: bool,
    /// Attempts since the last established link.
    attempts: u32,
    health: Health,
    /// When the link is retried automatically.
    retry_at: Option<Wall>,
    /// The check after a sleep, until link and session are confirmed (BEY-029).
    resume_check: ResumeCheck,
    /// Destinations subscribed on the present link.
    subscribed: Vec<String>,
    gate: EventGate,
    /// `ack` headers of frames that are handled and whose effects are not stored yet.
    handled: Vec<String>,
    /// Link and `ack` headers of the frames that a running write of the journal covers; they are acknowledged when it
    /// has ended.
    storing: SortedMap<StoreId, (u64, Vec<String>)>,
    /// Body of a frame during which an earlier instance crashed: it is acknowledged without being handled.
    poison: Option<String>,
    listener: bool,
    last_frame: Option<Wall>,
    reconciled_at: Option<Wall>,
    requests: Requests<Pending>,
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
            attempts: 0,
            health: Health::default(),
            retry_at: None,
            resume_check: ResumeCheck::None,
            subscribed: Vec::new(),
            gate: EventGate::default(),
            handled: Vec::new(),
            storing: SortedMap::new(),
            poison: None,
            listener: false,
            last_frame: None,
            reconciled_at: None,
            requests: Requests::new(NAME),
        }
    }
}

impl Connection {
    /// State of the machine.
    pub fn state(&self) -> State {
        self.state
    }

    /// Facts about network, product and voice.
    pub fn health(&self) -> &Health {
        &self.health
    }

    pub(super) fn link(&self) -> u64 {
        self.link
    }

    pub(super) fn access(&self) -> Option<&Access> {
        self.access.as_ref()
    }

    /// Whether an event for all credentials up to `up_to` includes the present one.
    pub fn applies_to_credential(&self, up_to: Option<u64>) -> bool {
        up_to.is_none_or(|number| self.entered_with <= number)
    }

    pub(super) fn retry_at(&self) -> Option<Wall> {
        self.retry_at
    }

    /// Whether the shown state is not confirmed after a sleep of the computer (BEY-029).
    pub fn is_in_doubt(&self) -> bool {
        self.resume_check != ResumeCheck::None
    }

    /// When the last reconcile ran, on the server's clock (BEY-010).
    pub(super) fn reconciled_at(&self) -> Option<Wall> {
        self.reconciled_at
    }

    /// A reconcile succeeded now.
    pub fn reconciled(&mut self, context: &mut Context) {
        self.reconciled_at = Some(context.server_now());
        context.dirty(slices::LINK.key());
    }

    /// Whether the server registered the agent's queue (spec session §3 "queueListenerMessageBroker").
    pub fn queue_listener(&self) -> bool {
        self.listener
    }

    pub(super) fn last_frame(&self) -> Option<Wall> {
        self.last_frame
    }

    /// The gate, to store it.
    pub fn gate(&self) -> &EventGate {
        &self.gate
    }

    /// The gate, to update it.
    pub fn gate_mut(&mut self) -> &mut EventGate {
        &mut self.gate
    }

    /// Body of a frame that crashed an earlier instance: it is acknowledged without being handled.
    pub fn restore_poison(&mut self, poison: Option<String>) {
        self.poison = poison;
    }

    /// Restores the gate; `pages` contains the blocks of event ids by the number of their record.
    pub fn restore_gate(&mut self, gate: super::GateRecord, pages: SortedMap<u64, Vec<EventId>>) {
        self.gate = EventGate::restore(gate, pages);
    }

    /// The session provides address and credential. An established or connecting link is kept.
    pub fn start(&mut self, context: &mut Context, access: Access) {
        self.access = Some(access);
        if matches!(self.state, State::Idle | State::NeedsCredential) {
            // The expiry of a new credential is not checked: with a wrong clock it would seem expired every time.
            self.open(context);
        }
    }

    /// Closes the link and forgets the session.
    pub fn stop(&mut self, context: &mut Context) {
        if self.state != State::Idle {
            context.broker(BrokerCommand::Disconnect { link: self.link });
        }
        let (health, link) = (std::mem::take(&mut self.health), self.link);
        // The broker delivers the crashing frame again, also to the next agent who signs in.
        let poison = self.poison.take();
        *self = Self { health, link, poison, ..Self::default() };
        context.dirty(slices::LINK.key());
        // This ends a check after a sleep, too.
        context.changed(facts::CHECK.key());
    }

    fn connect(&mut self, context: &mut Context) -> Option<Exit> {
        let ends_at = self.access.as_ref()?.credentials.expires_at;
        if ends_at.is_some_and(|end| end.since_ms(context.server_now()) < CREDENTIAL_MARGIN_MS) {
            self.state = State::NeedsCredential;
            // Retries later if no credential arrives.
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

    /// The socket is open: subscribes and registers the queue. `None` for an old link.
    pub fn link_opened(&mut self, context: &mut Context, link: u64) -> Option<Exit> {
        if link != self.link || self.state != State::Connecting {
            return None;
        }
        let access = self.access.clone()?;
        self.state = State::Connected;
        self.refused = false;
        self.attempts = 0;
        context.dirty(slices::LINK.key());
        let destination = access.credentials.destination;
        if !self.subscribed.contains(&destination) {
            self.subscribed.push(destination.clone());
            context.broker(BrokerCommand::Subscribe { link, destination: destination.clone() });
        }
        let body = StartListenerRequest { agent_id: access.agent, queue: destination.clone() };
        let request = ServerWrite::KeepListener.post("system/start-listener-queue").json(&body).repeat_when_busy();
        context.request(&mut self.requests, Pending::StartListener { destination }, request);
        self.send_login(context);
        self.finish_resume_check(context);
        Some(Exit::Reconcile)
    }

    fn try_later(&mut self, context: &mut Context) {
        let delay_ms = reconnect_delay_ms(context, self.attempts);
        self.attempts = self.attempts.saturating_add(1);
        self.retry_at = Some(context.now.wall.plus_ms(delay_ms.cast_signed()));
        context.dirty(slices::LINK.key());
        context.timer(timers::RECONNECT.key(), delay_ms);
    }

    /// The computer slept: the socket's state is not reliable, so it is reopened. Unacknowledged frames are delivered again.
    pub fn on_resume(&mut self, context: &mut Context) -> Option<Exit> {
        if self.state == State::Idle {
            return None;
        }
        self.resume_check = ResumeCheck::SessionUnconfirmed;
        context.changed(facts::CHECK.key());
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
            context.changed(facts::CHECK.key());
        }
    }

    /// The socket closed, heartbeats stopped, or the browser went offline.
    pub fn link_closed(&mut self, context: &mut Context, link: u64) -> Option<Exit> {
        if link != self.link || !matches!(self.state, State::Connecting | State::Connected) {
            return None;
        }
        let was_connected = self.state == State::Connected;
        self.state = State::Waiting;
        self.drop_acknowledgements();
        self.try_later(context);
        was_connected.then_some(Exit::Lost)
    }

    /// An ERROR frame. While connecting, the credential is probably the cause. Later the frame is a regular end (the
    /// broker stops, or another session takes over) and not a fault.
    pub fn link_refused(&mut self, context: &mut Context, link: u64, message: &str) -> Option<Exit> {
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

    /// The delay before a reconnect is over.
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

    /// The network is back or the computer woke up: reconnects without waiting for the delay.
    pub fn reconnect_now(&mut self, context: &mut Context) -> Option<Exit> {
        if self.state == State::Waiting { self.connect(context) } else { None }
    }

    /// The browser reports whether it has a network.
    pub fn set_online(&mut self, context: &mut Context, online: bool) {
        if self.health.offline == online {
            self.health.offline = !online;
            context.dirty(slices::LINK.key());
        }
    }

    /// Facts about the browser's voice.
    pub fn set_voice(&mut self, context: &mut Context, voice: VoiceHealth) {
        if self.health.voice != voice {
            self.health.voice = voice;
            context.dirty(slices::LINK.key());
        }
    }

    /// Result of the session checks.
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

    /// One frame. It is acknowledged after its effects are stored, also if it cannot be read: otherwise the broker
    /// would deliver it again and again.
    pub fn on_frame(&mut self, context: &mut Context, frame: Frame) -> Vec<Exit> {
        // The frame is not acknowledged: the broker delivers it again on the next link.
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
        let meta = match EventMeta::read(&frame.body) {
            Ok(meta) => meta,
            Err(fault) => return Vec::from_iter(self.on_unreadable_event(context, &fault)),
        };
        match self.gate.admit(&meta) {
            Admission::Duplicate => Vec::new(),
            Admission::InOrder => vec![Exit::Event { meta, body: frame.body, after_gap: false }],
            Admission::AfterGap => vec![Exit::Event { meta, body: frame.body, after_gap: true }],
        }
    }

    /// Reports a frame that could not be read. An unknown event of a newer server is skipped; after another unreadable
    /// frame the state is refetched.
    pub fn on_unreadable_event(&mut self, context: &mut Context, fault: &EventFault) -> Option<Exit> {
        let (level, code, detail, exit) = match fault {
            EventFault::Unregistered(name) => (ReportLevel::Info, "unregisteredEvent", name.clone(), None),
            EventFault::NotJson | EventFault::NoEventName | EventFault::BadBody(_) => {
                (ReportLevel::Warning, "undecodableEvent", fault.to_string(), Some(Exit::Reconcile))
            }
        };
        context.report(level, code, detail.chars().take(80).collect::<String>());
        exit
    }

    /// The journal is being written: the frames handled so far are acknowledged when the write `id` has ended.
    pub fn journal_written(&mut self, id: StoreId) {
        if !self.handled.is_empty() {
            self.storing.insert(id, (self.link, std::mem::take(&mut self.handled)));
        }
    }

    /// The write ended. The frames of a failed write are acknowledged too, because work continues in memory (PER-008).
    pub fn on_stored(&mut self, context: &mut Context, id: StoreId) {
        let Some((link, acks)) = self.storing.remove(&id) else { return };
        if link == self.link && self.state == State::Connected {
            for ack in acks {
                context.broker(BrokerCommand::Acknowledge { link, ack });
            }
        }
    }

    /// Handles the answer to the registration of the queue.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) {
        let Some(Pending::StartListener { destination }) = self.requests.take(request) else { return };
        self.listener = answer.read::<StartListenerReply>().is_ok_and(|reply| reply.success);
        if !self.listener {
            context.report(ReportLevel::Warning, "queueListenerRefused", destination);
        }
        context.dirty(slices::LINK.key());
    }

    fn drop_acknowledgements(&mut self) {
        // The broker delivers unacknowledged frames again; the gate drops duplicates.
        self.handled.clear();
        self.storing.clear();
        self.subscribed.clear();
    }
}
