//! Executes the actions of the connection's state machine, and passes events of signalling and media to it.

use super::connection::{
    IceState, LostPart, RETRY_AFTER_MS, VoiceConnectionAction, VoiceConnectionEvent, VoiceConnectionFacts,
    VoiceConnectionState, VoiceStatus,
};
use super::machine::{Pending, Voice};
use super::media::{Levels, Quality};
use super::timer::VoiceTimer;
use super::{Exit, timers};
use crate::connection::DeviceProblem;
use crate::flow::{Answer, Context, HttpRequest, Mono, VoiceCommand, path};
use crate::wire::{AgentId, AgentRecord, ListBody, VoiceNode, WebRtcSettings};
use janus::call::CallReport;
use janus::registration::RegistrationState;
use janus::session::SessionState;
use janus::{AnswerMode, Command, Event, Input, Setup};

/// If media does not return within this time after ICE was disconnected, the device counts as lost (RTC-015).
const MEDIA_RETURN_MS: u64 = 5_000;

impl Voice {
    /// The record of an agent who has the voice channel was loaded: the voice preferences, and whether the agent calls
    /// in the browser.
    pub fn set_agent(&mut self, context: &mut Context, record: &AgentRecord) -> Vec<Exit> {
        self.agent = record.agent_id.clone();
        self.enabled = true;
        self.settings.take_record(record);
        let facts = VoiceConnectionFacts {
            web_rtc: is_yes(&record.use_web_rtc),
            auto_reconnect: self.settings.auto_reconnect,
            ..self.facts
        };
        self.set_facts(context, facts)
    }

    /// Absent mode began or ended (CON-009).
    pub fn set_absent(&mut self, context: &mut Context, absent: bool) -> Vec<Exit> {
        self.set_facts(context, VoiceConnectionFacts { absent, ..self.facts })
    }

    pub(super) fn set_facts(&mut self, context: &mut Context, facts: VoiceConnectionFacts) -> Vec<Exit> {
        let changed = std::mem::replace(&mut self.facts, facts) != facts;
        if changed { self.on_connection_event(context, VoiceConnectionEvent::FactsChanged) } else { Vec::new() }
    }

    /// The session check ended: the answer says `logged`, or there was no usable answer.
    pub fn on_validation(&mut self, context: &mut Context, logged: bool) -> Vec<Exit> {
        self.logged = logged;
        if self.ports.is_none() {
            // The page loads its voice ports first and then calls `on_ports`.
            return Vec::new();
        }
        self.on_connection_event(
            context,
            if logged { VoiceConnectionEvent::SessionLogged } else { VoiceConnectionEvent::SessionUnclear },
        )
    }

    /// The page became visible.
    pub fn on_visible(&mut self, context: &mut Context) -> Vec<Exit> {
        self.on_connection_event(context, VoiceConnectionEvent::PageVisible)
    }

    /// Whether the voice server is being asked if the telephone is still registered.
    pub fn is_checking(&self) -> bool {
        self.signalling.machine().is_checking()
    }

    /// The page did not run for some time, for example during a sleep. Before calls count as possible, the voice server
    /// is asked if the telephone is still registered (BEY-029).
    pub fn on_gap(&mut self, context: &mut Context) -> Vec<Exit> {
        self.on_signalling(context, Input::Command(Command::Check))
    }

    /// The voice connection ends: the agent disconnected voice, or the session ended.
    pub fn end(&mut self, context: &mut Context) -> Vec<Exit> {
        self.on_connection_event(context, VoiceConnectionEvent::Ended)
    }

    /// The browser reports the ICE state of a call.
    pub fn on_ice(&mut self, context: &mut Context, call: u32, state: IceState) -> Vec<Exit> {
        if call != self.call_number {
            return Vec::new();
        }
        self.on_connection_event(context, VoiceConnectionEvent::Ice(state))
    }

    /// The browser's network changed: ICE candidates are negotiated again, and the call continues (BEY-023).
    pub fn on_network_changed(&mut self, context: &mut Context) -> Vec<Exit> {
        self.on_signalling(context, Input::Command(Command::RestartIce))
    }

    /// Measured volume levels of the call.
    pub fn on_levels(&mut self, call: u32, levels: Levels) {
        if call == self.call_number {
            self.audio.set_levels(levels);
        }
    }

    /// A measurement of the connection quality of the call.
    pub fn on_quality(&mut self, now: Mono, call: u32, quality: Quality) {
        if call == self.call_number {
            self.audio.add_measurement(quality, now);
        }
    }

    /// The agent sends DTMF tones: 0 to 9, `*`, `#`.
    pub fn send_tones(&mut self, context: &mut Context, tones: &str) -> Vec<Exit> {
        let is_tone = |tone: char| tone.is_ascii_digit() || tone == '*' || tone == '#';
        if tones.is_empty() || !tones.chars().all(is_tone) || !self.audio.is_established() {
            return Vec::new();
        }
        self.audio.add_tones(tones);
        self.on_signalling(context, Input::Command(Command::Tones(tones.to_owned())))
    }

    pub(super) fn on_connection_event(&mut self, context: &mut Context, event: VoiceConnectionEvent) -> Vec<Exit> {
        let before = self.connection.status();
        let actions = self.connection.handle(event, self.facts);
        let mut exits = Vec::new();
        if actions.contains(&VoiceConnectionAction::OpenLostDevice) {
            self.device = self.device.or(Some(DeviceProblem::Stopped));
        }
        for action in actions {
            self.act(context, action, &mut exits);
        }
        match (self.connection.state(), event) {
            // Also for the ICE state of a call that was still open when the connection ended.
            (VoiceConnectionState::Connected | VoiceConnectionState::Off | VoiceConnectionState::Failed, _) => {
                context.cancel_timer(&timers::VOICE.of(VoiceTimer::MediaReturn));
            }
            (_, VoiceConnectionEvent::Ice(IceState::Disconnected)) => {
                context.timer(timers::VOICE.of(VoiceTimer::MediaReturn), MEDIA_RETURN_MS);
            }
            // A failure that no disconnect preceded (RTC-012).
            (_, VoiceConnectionEvent::Ice(IceState::Failed)) if before != VoiceStatus::ConnectionLost => {
                context.timer(timers::VOICE.of(VoiceTimer::MediaReturn), MEDIA_RETURN_MS);
            }
            (
                VoiceConnectionState::Loading
                | VoiceConnectionState::Connecting
                | VoiceConnectionState::Logged
                | VoiceConnectionState::Lost(_)
                | VoiceConnectionState::Checking(_)
                | VoiceConnectionState::Reconnecting(_),
                _,
            ) => {}
        }
        let status = self.connection.status();
        let is_new = status == VoiceStatus::Connected && status != before;
        if is_new && self.signalling.machine().call() == janus::call::LegState::Idle {
            // In a new connection the next call shows whether there is a microphone.
            self.device = None;
        }
        if status != before {
            exits.push(Exit::Status(status));
        }
        exits
    }

    fn act(&mut self, context: &mut Context, action: VoiceConnectionAction, exits: &mut Vec<Exit>) {
        match action {
            VoiceConnectionAction::Load => {
                context.request(&mut self.requests, Pending::Settings, HttpRequest::get("webrtc"));
            }
            VoiceConnectionAction::Start => exits.extend(self.connect(context)),
            VoiceConnectionAction::Restart => {
                // If only the audio was lost, the session still exists.
                let command = match self.connection.state() {
                    VoiceConnectionState::Reconnecting(LostPart::Media) => Command::RestartIce,
                    _ => Command::Reconnect,
                };
                if self.signalling.machine().session() == SessionState::Idle {
                    exits.extend(self.connect(context));
                    return;
                }
                if let Some(setup) = self.setup() {
                    let renew = Command::Renew(Box::new(setup.account), setup.credentials);
                    exits.extend(self.on_signalling(context, Input::Command(renew)));
                }
                exits.extend(self.on_signalling(context, Input::Command(command)));
                let signalling = self.signalling.machine();
                let registration = signalling.registration();
                if registration == RegistrationState::Refused {
                    exits.extend(self.on_signalling(context, Input::Command(Command::Register)));
                } else if registration == RegistrationState::Registered
                    && signalling.session() == SessionState::Ready
                    && self.connection.state() == VoiceConnectionState::Reconnecting(LostPart::Signalling)
                {
                    // Only the media failed, so no event of the signalling follows.
                    exits.extend(self.on_connection_event(context, VoiceConnectionEvent::Registered));
                }
            }
            VoiceConnectionAction::Validate => exits.push(Exit::Validate),
            VoiceConnectionAction::SetRetry => context.timer(timers::VOICE.of(VoiceTimer::Reconnect), RETRY_AFTER_MS),
            VoiceConnectionAction::CancelRetry => context.cancel_timer(&timers::VOICE.of(VoiceTimer::Reconnect)),
            VoiceConnectionAction::ConnectChannel => {
                let extension = self.web_rtc.as_ref().map(|settings| settings.exten.clone()).unwrap_or_default();
                exits.push(Exit::ConnectChannel(extension));
            }
            VoiceConnectionAction::NotifyLost => exits.push(Exit::ConnectionLost),
            VoiceConnectionAction::NotifyRestored => exits.push(Exit::ConnectionRestored),
            VoiceConnectionAction::AskAgent => exits.push(Exit::AskAgent(true)),
            VoiceConnectionAction::StopAsking => exits.push(Exit::AskAgent(false)),
            VoiceConnectionAction::StoreStatus => exits.push(Exit::StoreStatus),
            VoiceConnectionAction::DisconnectChannel => exits.push(Exit::DisconnectChannel),
            VoiceConnectionAction::OpenLostDevice => {
                exits.push(Exit::OpenLostDevice(self.device.unwrap_or(DeviceProblem::Stopped)));
            }
            VoiceConnectionAction::ShowAttempt => exits.push(Exit::Attempt),
            VoiceConnectionAction::TearDown => {
                self.requests.forget(|pending| matches!(pending, Pending::Settings | Pending::Nodes));
                self.forget_own_call(context);
                exits.extend(self.on_signalling(context, Input::Command(Command::Disconnect)));
            }
        }
    }

    fn setup(&mut self) -> Option<Setup> {
        let mode = if self.facts.agent_channel { AnswerMode::AgentChannel } else { AnswerMode::Manual };
        Some(self.signalling.setup(&self.agent, self.web_rtc.as_ref()?, &self.nodes, mode))
    }

    fn connect(&mut self, context: &mut Context) -> Vec<Exit> {
        let Some(setup) = self.setup() else { return Vec::new() };
        self.on_signalling(context, Input::Command(Command::Connect(Box::new(setup))))
    }

    pub(super) fn on_settings(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        let Ok(settings) = answer.read::<WebRtcSettings>() else {
            return self.on_connection_event(context, VoiceConnectionEvent::NotLoaded);
        };
        // Without its own flag the agent's record decides (RTC-023).
        self.facts.agent_channel = match settings.agent_channel.as_str() {
            "" => self.facts.web_rtc,
            flag => is_yes(flag),
        };
        let relays = VoiceCommand::Relays(settings.ice_servers.clone());
        self.web_rtc = Some(settings);
        let request = HttpRequest::get(path!["voice", "get-nodes", self.agent]);
        context.request(&mut self.requests, Pending::Nodes, request);
        // Every peer connection uses these relay servers (RTC-029, RTC-030).
        vec![Exit::Command(relays)]
    }

    pub(super) fn on_nodes(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        let nodes = answer.read::<ListBody<VoiceNode>>().map(|list| list.data.into_vec()).unwrap_or_default();
        if nodes.is_empty() {
            return self.on_connection_event(context, VoiceConnectionEvent::NotLoaded);
        }
        self.nodes = nodes;
        self.on_connection_event(context, VoiceConnectionEvent::Loaded)
    }

    /// An input of the signalling: from the browser, a timer or the agent.
    pub fn on_signalling(&mut self, context: &mut Context, input: Input) -> Vec<Exit> {
        let was_checking = self.signalling.machine().is_checking();
        let outcome = self.signalling.handle(context, input);
        let mut exits: Vec<Exit> = outcome.commands.into_iter().map(Exit::Command).collect();
        for event in outcome.events {
            exits.extend(self.on_signal(context, event));
        }
        // The result of the check is applied first, so that voice is not shown as available in between.
        let is_checking = self.signalling.machine().is_checking();
        if is_checking != was_checking {
            exits.push(Exit::Checking(is_checking));
        }
        match self.signalling.machine().call() {
            janus::call::LegState::InCall(hold) => self.audio.set_hold_state(hold),
            janus::call::LegState::Idle => self.testing = false,
            _ => {}
        }
        exits.extend(self.follow_own_call(context));
        exits
    }

    fn on_signal(&mut self, context: &mut Context, event: Event) -> Vec<Exit> {
        match event {
            Event::Connected { .. } | Event::Disconnected => Vec::new(),
            Event::Lost(fault) => {
                let mut exits = vec![Exit::Fault(fault)];
                exits.extend(self.on_connection_event(context, VoiceConnectionEvent::SignallingLost));
                exits
            }
            Event::Registered => self.on_connection_event(context, VoiceConnectionEvent::Registered),
            Event::SessionEnded | Event::RegistrationRetries { .. } => {
                self.on_connection_event(context, VoiceConnectionEvent::Unregistered)
            }
            Event::RegistrationRefused { .. } => self.on_connection_event(context, VoiceConnectionEvent::Refused),
            Event::Call(number, report) => self.on_call_report(context, number.0, &report),
            Event::Missed { caller, .. } => vec![Exit::CallLost(user_of(&caller))],
            Event::Fault(fault) => vec![Exit::Fault(fault)],
            Event::Unregistered(name) => vec![Exit::Unregistered(name)],
        }
    }

    fn on_call_report(&mut self, context: &mut Context, number: u32, report: &CallReport) -> Vec<Exit> {
        self.call_number = number;
        let (now, wall) = (context.mono(), context.server_now());
        let was_established = self.audio.is_established();
        self.audio.report(report, now, wall);
        self.on_own_leg(context, report);
        // The report concerns another leg than the one from before the reload.
        let purpose = std::mem::take(&mut self.resumed_leg);
        match report {
            CallReport::Incoming { caller, display_name, headers } => {
                self.on_leg(context, &user_of(caller), display_name, headers)
            }
            CallReport::Ended(_) if std::mem::take(&mut self.testing) => {
                self.on_connection_event(context, VoiceConnectionEvent::LegEnded)
            }
            CallReport::Ended(end) => {
                let mut exits = self.leg_ended(context, number, was_established, end.by);
                exits.extend(self.on_connection_event(context, VoiceConnectionEvent::LegEnded));
                exits.extend(self.after_call(context));
                exits
            }
            CallReport::Resumed => self.leg_resumed(context, purpose),
            CallReport::Accepted => self.leg_is_up(context),
            CallReport::Dialling
            | CallReport::Ringing
            | CallReport::EarlyMedia
            | CallReport::Held
            | CallReport::Unheld
            | CallReport::Renegotiated
            | CallReport::MediaUp
            | CallReport::AudioReceived(_)
            | CallReport::SlowLink { .. }
            | CallReport::Info { .. } => Vec::new(),
        }
    }

    /// The agent of this connection, as requests name the agent.
    pub fn agent(&self) -> &AgentId {
        &self.agent
    }
}

pub(super) fn is_yes(flag: &str) -> bool {
    flag.eq_ignore_ascii_case("Y")
}

/// The user part of a SIP address, which is the number of a caller.
fn user_of(address: &str) -> String {
    let address = address.strip_prefix("sip:").unwrap_or(address);
    address.split_once('@').map_or(address, |(user, _)| user).to_owned()
}
