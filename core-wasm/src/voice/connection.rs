//! The voice connection: registration of the extension, loss, and reconnect (spec session §4 "Voice connection status",
//! "Auto-reconnect").
//!
//! States: off, loading (settings and nodes are requested), connecting (the extension is being registered), logged
//! (registered, media is not up yet), connected, lost, failed, checking (the session is validated before an attempt),
//! reconnecting. Lost and failed wait for the retry timer, or for the agent if no automatic attempt follows.

pub use super::connection_state::{
    IceState, LostPart, RETRY_AFTER_MS, VoiceConnectionAction, VoiceConnectionEvent, VoiceConnectionFacts,
    VoiceConnectionState, VoiceStatus,
};

/// The voice connection.
#[derive(Clone, Debug, Default)]
pub struct VoiceConnection {
    state: VoiceConnectionState,
    retries: u32,
    /// The dialog about the attempts after this loss was opened: it does not open again after the agent has closed it
    /// to work.
    attempt_shown: bool,
}

impl VoiceConnection {
    /// State.
    pub fn state(&self) -> VoiceConnectionState {
        self.state
    }

    /// Number of attempts since the connection was lost.
    pub fn retries(&self) -> u32 {
        self.retries
    }

    /// The status of the connection that other areas and the agent see.
    pub fn status(&self) -> VoiceStatus {
        match self.state {
            VoiceConnectionState::Off
            | VoiceConnectionState::Loading
            | VoiceConnectionState::Connecting
            | VoiceConnectionState::Failed => VoiceStatus::Disconnected,
            VoiceConnectionState::Logged => VoiceStatus::Logged,
            VoiceConnectionState::Connected => VoiceStatus::Connected,
            VoiceConnectionState::Lost(_) | VoiceConnectionState::Checking(_) => VoiceStatus::ConnectionLost,
            VoiceConnectionState::Reconnecting(_) => VoiceStatus::Reconnecting,
        }
    }

    /// Changes the state. Returns the actions to execute, in this order.
    pub fn handle(&mut self, event: VoiceConnectionEvent, facts: VoiceConnectionFacts) -> Vec<VoiceConnectionAction> {
        use VoiceConnectionAction as Action;
        use VoiceConnectionEvent as Event;
        use VoiceConnectionState::{Checking, Connected, Connecting, Failed, Loading, Logged, Lost, Off, Reconnecting};
        match (self.state, event) {
            (Off, Event::SessionLogged) if facts.web_rtc => {
                self.state = Loading;
                vec![Action::Load]
            }
            (Checking(part), Event::SessionLogged) => {
                self.state = Reconnecting(part);
                self.show_attempt().into_iter().chain([Action::Load]).collect()
            }
            (Checking(part), Event::SessionUnclear) => {
                self.state = Lost(part);
                let shown = if facts.retries() { self.show_attempt() } else { None };
                shown.into_iter().chain(self.wait(facts)).collect()
            }
            (Loading, Event::Loaded) => {
                self.state = Connecting;
                vec![Action::Start]
            }
            (Reconnecting(_), Event::Loaded) => vec![Action::SetRetry, Action::Restart],
            (Loading | Reconnecting(_), Event::NotLoaded) | (Connecting, Event::SignallingLost) => {
                self.state = Failed;
                self.wait_with_dialog(facts)
            }
            (
                Connecting | Reconnecting(_) | Lost(LostPart::Signalling) | Checking(LostPart::Signalling),
                Event::Registered,
            ) => self.registered(facts),
            (Connecting | Logged | Connected | Reconnecting(_) | Lost(_), Event::Refused) => {
                self.state = Failed;
                // A repetition with the same password would lock the account on the telephone system.
                vec![Action::CancelRetry, Action::AskAgent]
            }
            (Logged | Connected | Lost(LostPart::Media), Event::SignallingLost) => {
                self.lose(LostPart::Signalling, facts)
            }
            // The link is open, for example after a restart of the voice server: the signalling registers the extension
            // again automatically. An attempt would load new settings with a new password while the signalling uses the
            // old one.
            (Logged | Connected | Lost(LostPart::Media), Event::Unregistered) => {
                let is_new = !matches!(self.state, Lost(_));
                self.state = Lost(LostPart::Signalling);
                if is_new { vec![Action::NotifyLost] } else { vec![Action::CancelRetry, Action::StopAsking] }
            }
            (Lost(LostPart::Signalling), Event::SignallingLost) => self.wait(facts),
            (Checking(_), Event::SignallingLost | Event::Unregistered) => {
                self.state = Checking(LostPart::Signalling);
                Vec::new()
            }
            (Reconnecting(_), Event::SignallingLost) | (Reconnecting(LostPart::Media), Event::Unregistered) => {
                self.state = Lost(LostPart::Signalling);
                self.wait(facts)
            }
            (
                Logged | Lost(LostPart::Media) | Checking(LostPart::Media) | Reconnecting(LostPart::Media),
                Event::Ice(IceState::Connected | IceState::Completed),
            ) => self.connected(),
            (Logged | Connected, Event::Ice(IceState::Disconnected | IceState::Failed))
            | (Logged, Event::PageVisible) => self.lose(LostPart::Media, facts),
            (Reconnecting(LostPart::Media), Event::Ice(IceState::Disconnected | IceState::Failed)) => {
                self.state = Lost(LostPart::Media);
                self.wait(facts)
            }
            (
                Logged | Connected | Lost(LostPart::Media) | Checking(LostPart::Media) | Reconnecting(LostPart::Media),
                Event::Ice(IceState::Closed),
            ) => {
                let mut actions = self.stop_media();
                // A peer connection can be made again, unlike a lost device.
                actions.extend(facts.retries().then_some(Action::SetRetry));
                actions
            }
            (Connected, Event::LegEnded) if facts.agent_channel => {
                self.state = Logged;
                Vec::new()
            }
            // The lost audio was that of the call: the registration is not affected.
            (Lost(LostPart::Media) | Checking(LostPart::Media) | Reconnecting(LostPart::Media), Event::LegEnded)
                if !facts.agent_channel =>
            {
                self.connected()
            }
            (Logged | Connected | Lost(_) | Checking(_) | Reconnecting(_), Event::MediaStopped) => self.stop_media(),
            (Lost(part), Event::PageVisible | Event::RetryDue) | (Reconnecting(part), Event::RetryDue)
                if facts.retries() =>
            {
                self.check(part)
            }
            // The agent starts an attempt; an attempt of the signalling ends automatically.
            (Reconnecting(LostPart::Media), Event::RetryDue) => {
                self.state = Lost(LostPart::Media);
                self.wait(facts)
            }
            (Failed, Event::PageVisible | Event::RetryDue) if facts.retries() => self.check(LostPart::Signalling),
            (Lost(part), Event::AgentRetries) => self.check(part),
            (Failed, Event::AgentRetries) => self.check(LostPart::Signalling),
            (Lost(_) | Failed, Event::FactsChanged) => self.wait(facts),
            (
                Loading | Connecting | Logged | Connected | Lost(_) | Failed | Checking(_) | Reconnecting(_),
                Event::Ended,
            ) => {
                *self = Self { state: Off, ..Self::default() };
                vec![Action::CancelRetry, Action::StopAsking, Action::TearDown]
            }
            // The agent does not use WebRTC, or the event does not concern this state.
            (
                Off,
                Event::SessionLogged
                | Event::SessionUnclear
                | Event::Loaded
                | Event::NotLoaded
                | Event::Registered
                | Event::Refused
                | Event::SignallingLost
                | Event::Unregistered
                | Event::Ice(_)
                | Event::MediaStopped
                | Event::PageVisible
                | Event::LegEnded
                | Event::RetryDue
                | Event::AgentRetries
                | Event::FactsChanged
                | Event::Ended,
            )
            | (
                Loading | Connecting,
                Event::SessionLogged
                | Event::SessionUnclear
                | Event::Unregistered
                | Event::Ice(_)
                | Event::MediaStopped
                | Event::PageVisible
                | Event::LegEnded
                | Event::RetryDue
                | Event::AgentRetries
                | Event::FactsChanged,
            )
            | (Loading, Event::Registered | Event::Refused | Event::SignallingLost)
            | (Connecting, Event::Loaded | Event::NotLoaded)
            | (
                Logged,
                Event::SessionLogged
                | Event::SessionUnclear
                | Event::Loaded
                | Event::NotLoaded
                | Event::Registered
                | Event::Ice(IceState::New | IceState::Checking)
                | Event::LegEnded
                | Event::RetryDue
                | Event::AgentRetries
                | Event::FactsChanged,
            )
            | (
                Connected,
                Event::SessionLogged
                | Event::SessionUnclear
                | Event::Loaded
                | Event::NotLoaded
                | Event::Registered
                | Event::Ice(IceState::New | IceState::Checking | IceState::Connected | IceState::Completed)
                | Event::PageVisible
                | Event::LegEnded
                | Event::RetryDue
                | Event::AgentRetries
                | Event::FactsChanged,
            )
            | (
                Lost(_),
                Event::SessionLogged
                | Event::SessionUnclear
                | Event::Loaded
                | Event::NotLoaded
                | Event::Registered
                | Event::Unregistered
                | Event::Ice(_)
                | Event::PageVisible
                | Event::LegEnded
                | Event::RetryDue,
            )
            | (
                Failed,
                Event::SessionLogged
                | Event::SessionUnclear
                | Event::Loaded
                | Event::NotLoaded
                | Event::Registered
                | Event::Refused
                | Event::SignallingLost
                | Event::Unregistered
                | Event::Ice(_)
                | Event::MediaStopped
                | Event::PageVisible
                | Event::LegEnded
                | Event::RetryDue,
            )
            | (
                Checking(_),
                Event::Loaded
                | Event::NotLoaded
                | Event::Registered
                | Event::Refused
                | Event::Ice(_)
                | Event::PageVisible
                | Event::LegEnded
                | Event::RetryDue
                | Event::AgentRetries
                | Event::FactsChanged,
            )
            | (
                Reconnecting(_),
                Event::SessionLogged
                | Event::SessionUnclear
                | Event::Unregistered
                | Event::Ice(_)
                | Event::PageVisible
                | Event::LegEnded
                | Event::RetryDue
                | Event::AgentRetries
                | Event::FactsChanged,
            ) => Vec::new(),
        }
    }

    fn registered(&mut self, facts: VoiceConnectionFacts) -> Vec<VoiceConnectionAction> {
        if facts.agent_channel {
            // The leg of the agent channel provides the media of every call.
            (self.state, self.attempt_shown) = (VoiceConnectionState::Logged, false);
            vec![
                VoiceConnectionAction::CancelRetry,
                VoiceConnectionAction::StopAsking,
                VoiceConnectionAction::ConnectChannel,
            ]
        } else {
            self.connected()
        }
    }

    fn connected(&mut self) -> Vec<VoiceConnectionAction> {
        let was_lost = !matches!(self.state, VoiceConnectionState::Connecting | VoiceConnectionState::Logged);
        *self = Self { state: VoiceConnectionState::Connected, ..Self::default() };
        let mut actions = vec![VoiceConnectionAction::CancelRetry, VoiceConnectionAction::StopAsking];
        if was_lost {
            actions.push(VoiceConnectionAction::NotifyRestored);
        }
        actions
    }

    /// The actions of RTC-013, in its order.
    fn stop_media(&mut self) -> Vec<VoiceConnectionAction> {
        *self = Self { state: VoiceConnectionState::Failed, ..Self::default() };
        vec![
            VoiceConnectionAction::CancelRetry,
            VoiceConnectionAction::StoreStatus,
            VoiceConnectionAction::DisconnectChannel,
            VoiceConnectionAction::OpenLostDevice,
            VoiceConnectionAction::TearDown,
        ]
    }

    fn show_attempt(&mut self) -> Option<VoiceConnectionAction> {
        let is_first = !std::mem::replace(&mut self.attempt_shown, true);
        is_first.then_some(VoiceConnectionAction::ShowAttempt)
    }

    fn lose(&mut self, part: LostPart, facts: VoiceConnectionFacts) -> Vec<VoiceConnectionAction> {
        let is_new = !matches!(self.state, VoiceConnectionState::Lost(_));
        self.state = VoiceConnectionState::Lost(part);
        let mut actions = if is_new { vec![VoiceConnectionAction::NotifyLost] } else { Vec::new() };
        if facts.retries() && is_new {
            // The first attempt starts at once, the later ones after the delay.
            actions.extend(self.check(part));
        } else {
            actions.extend(self.wait(facts));
        }
        actions
    }

    fn check(&mut self, part: LostPart) -> Vec<VoiceConnectionAction> {
        self.state = VoiceConnectionState::Checking(part);
        self.retries = self.retries.saturating_add(1);
        vec![VoiceConnectionAction::CancelRetry, VoiceConnectionAction::StopAsking, VoiceConnectionAction::Validate]
    }

    /// The next attempt starts automatically, or the agent is asked to start it.
    fn wait(&mut self, facts: VoiceConnectionFacts) -> Vec<VoiceConnectionAction> {
        if facts.retries() {
            vec![VoiceConnectionAction::StopAsking, VoiceConnectionAction::SetRetry]
        } else {
            vec![VoiceConnectionAction::CancelRetry, VoiceConnectionAction::AskAgent]
        }
    }

    /// There is no server to connect to: the agent is informed also if an attempt follows (RTC-003).
    fn wait_with_dialog(&mut self, facts: VoiceConnectionFacts) -> Vec<VoiceConnectionAction> {
        let mut actions = vec![VoiceConnectionAction::AskAgent];
        actions.push(if facts.retries() {
            VoiceConnectionAction::SetRetry
        } else {
            VoiceConnectionAction::CancelRetry
        });
        actions
    }
}
