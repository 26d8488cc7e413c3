//! The voice connection: registration of the extension, loss, and reconnect (spec session §4 "Voice connection status",
//! "Auto-reconnect").
//!
//! States: off, loading (settings and nodes are requested), connecting (the extension is being registered), logged
//! (registered, media is not up yet), connected, lost, failed, checking (the session is validated before an attempt),
//! reconnecting. Lost and failed wait for the retry timer, or for the agent if no automatic attempt follows.

use serde::Serialize;

/// Delay before the next attempt (CON-012).
pub const RETRY_AFTER_MS: u64 = 2_000;

/// What was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostPart {
    /// The link to the voice node.
    Signalling,
    /// The audio of the peer connection.
    Media,
}

/// State of the voice connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkState {
    /// Not used.
    #[default]
    Off,
    /// Settings and nodes are requested.
    Loading,
    /// The extension is being registered.
    Connecting,
    /// Registered; media is not up yet (RTC-005).
    Logged,
    /// Calls are possible.
    Connected,
    /// Lost; an attempt follows, or the agent is asked.
    Lost(LostPart),
    /// Ended or refused; an attempt follows, or the agent is asked.
    Failed,
    /// The session is validated before an attempt (CON-010).
    Checking(LostPart),
    /// An attempt is under way.
    Reconnecting(LostPart),
}

/// The status that other areas and the agent see (RTC-004, RTC-005).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum VoiceStatus {
    /// No call is possible.
    #[default]
    Disconnected,
    /// Registered; media is not up yet.
    Logged,
    /// Calls are possible.
    Connected,
    /// Lost; no attempt is under way.
    ConnectionLost,
    /// An attempt is under way.
    Reconnecting,
}

/// State of ICE as the browser reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum IceState {
    /// No candidates yet.
    New,
    /// Candidates are tried.
    Checking,
    /// A pair works.
    Connected,
    /// The best pair is in use.
    Completed,
    /// The other side does not answer any more.
    Disconnected,
    /// No pair works.
    Failed,
    /// The peer connection is closed.
    Closed,
}

/// Facts that decide about attempts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkFacts {
    /// The agent calls by the browser (`useWebRTC`, SES-019).
    pub web_rtc: bool,
    /// `agentPreferences.webRtcAutoReconnect` (CON-008).
    pub auto_reconnect: bool,
    /// Absent mode (CON-009).
    pub absent: bool,
    /// Agent-channel mode (RTC-021, RTC-023).
    pub agent_channel: bool,
}

impl LinkFacts {
    /// Whether attempts follow by themselves.
    pub fn retries(self) -> bool {
        self.auto_reconnect && !self.absent
    }
}

/// What happens to the voice connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkEvent {
    /// The session check says that the agent is logged in (SES-018).
    SessionLogged,
    /// The session check got no usable answer.
    SessionUnclear,
    /// Settings and nodes are there.
    Loaded,
    /// There are no settings, or no nodes (RTC-003).
    NotLoaded,
    /// The extension is registered.
    Registered,
    /// The registration is refused for good.
    Refused,
    /// The link to the node is lost.
    SignallingLost,
    /// The extension is no longer registered; the signalling registers it again by itself.
    Unregistered,
    /// The state of ICE changed.
    Ice(IceState),
    /// The call leg ended. In agent-channel mode it is the audio of all calls.
    LegEnded,
    /// A track ended, or the last device was removed.
    MediaStopped,
    /// The page became visible.
    PageVisible,
    /// The delay before the next attempt is over.
    RetryDue,
    /// The agent asks for an attempt.
    AgentRetries,
    /// A fact that decides about attempts changed.
    FactsChanged,
    /// The agent disconnected voice, or the session ended.
    Ended,
}

/// What the voice connection asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkAction {
    /// Request settings and nodes.
    Load,
    /// Connect the signalling.
    Start,
    /// Claim or make the signalling session again, or restart ICE.
    Restart,
    /// Validate the session.
    Validate,
    /// Set the retry timer.
    SetRetry,
    /// Cancel the retry timer.
    CancelRetry,
    /// Connect the voice channel with the extension.
    ConnectChannel,
    /// Notify the agent of the loss (RTC-009).
    NotifyLost,
    /// Notify the agent that the connection is back.
    NotifyRestored,
    /// Open the connection-problem dialog: no automatic attempt follows (CON-007, RTC-011).
    AskAgent,
    /// The agent need not be asked any more.
    StopAsking,
    /// Store the present status of the channel.
    StoreStatus,
    /// Disconnect the voice channel; the agent is shown offline for voice.
    DisconnectChannel,
    /// Open the lost-device-connection dialog.
    OpenLostDevice,
    /// Open the dialog about an attempt: the first one after a loss is under way, or its first check got no answer (CON-033).
    ShowAttempt,
    /// Destroy the signalling session.
    TearDown,
}

/// The voice connection.
#[derive(Clone, Debug, Default)]
pub struct VoiceLink {
    state: LinkState,
    retries: u32,
    /// The dialog about the attempts of this loss has been opened: an agent who closed it can work meanwhile.
    attempt_shown: bool,
}

impl VoiceLink {
    /// State.
    pub fn state(&self) -> LinkState {
        self.state
    }

    /// Attempts since the connection was lost.
    pub fn retries(&self) -> u32 {
        self.retries
    }

    /// The status that other areas and the agent see.
    pub fn status(&self) -> VoiceStatus {
        match self.state {
            LinkState::Off | LinkState::Loading | LinkState::Connecting | LinkState::Failed => {
                VoiceStatus::Disconnected
            }
            LinkState::Logged => VoiceStatus::Logged,
            LinkState::Connected => VoiceStatus::Connected,
            LinkState::Lost(_) | LinkState::Checking(_) => VoiceStatus::ConnectionLost,
            LinkState::Reconnecting(_) => VoiceStatus::Reconnecting,
        }
    }

    /// Changes the state; returns what is to be done, in this order.
    pub fn handle(&mut self, event: LinkEvent, facts: LinkFacts) -> Vec<LinkAction> {
        use LinkAction as Action;
        use LinkEvent as Event;
        use LinkState::{Checking, Connected, Connecting, Failed, Loading, Logged, Lost, Off, Reconnecting};
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
                // A repetition with the same password would lock the account.
                vec![Action::CancelRetry, Action::AskAgent]
            }
            (Logged | Connected | Lost(LostPart::Media), Event::SignallingLost) => {
                self.lose(LostPart::Signalling, facts)
            }
            // The link is up, for example after a restart of the voice server: the signalling registers again by itself. An attempt would request
            // the settings and with them a new password, while the signalling uses the old one.
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
                // Unlike a device, a peer connection can be made again.
                actions.extend(facts.retries().then_some(Action::SetRetry));
                actions
            }
            (Connected, Event::LegEnded) if facts.agent_channel => {
                self.state = Logged;
                Vec::new()
            }
            // The audio that was lost was that of the call: the registration goes on.
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
            // An attempt of the agent; one of the signalling ends by itself.
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
            // An agent without WebRTC, or nothing that concerns this state.
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

    fn registered(&mut self, facts: LinkFacts) -> Vec<LinkAction> {
        if facts.agent_channel {
            // The call leg of the agent channel brings the media.
            (self.state, self.attempt_shown) = (LinkState::Logged, false);
            vec![LinkAction::CancelRetry, LinkAction::StopAsking, LinkAction::ConnectChannel]
        } else {
            self.connected()
        }
    }

    fn connected(&mut self) -> Vec<LinkAction> {
        let was_lost = !matches!(self.state, LinkState::Connecting | LinkState::Logged);
        *self = Self { state: LinkState::Connected, ..Self::default() };
        let mut actions = vec![LinkAction::CancelRetry, LinkAction::StopAsking];
        if was_lost {
            actions.push(LinkAction::NotifyRestored);
        }
        actions
    }

    /// RTC-013, in its order.
    fn stop_media(&mut self) -> Vec<LinkAction> {
        *self = Self { state: LinkState::Failed, ..Self::default() };
        vec![
            LinkAction::CancelRetry,
            LinkAction::StoreStatus,
            LinkAction::DisconnectChannel,
            LinkAction::OpenLostDevice,
            LinkAction::TearDown,
        ]
    }

    fn show_attempt(&mut self) -> Option<LinkAction> {
        let is_first = !std::mem::replace(&mut self.attempt_shown, true);
        is_first.then_some(LinkAction::ShowAttempt)
    }

    fn lose(&mut self, part: LostPart, facts: LinkFacts) -> Vec<LinkAction> {
        let is_new = !matches!(self.state, LinkState::Lost(_));
        self.state = LinkState::Lost(part);
        let mut actions = if is_new { vec![LinkAction::NotifyLost] } else { Vec::new() };
        if facts.retries() && is_new {
            // The first attempt follows at once, the others after the delay.
            actions.extend(self.check(part));
        } else {
            actions.extend(self.wait(facts));
        }
        actions
    }

    fn check(&mut self, part: LostPart) -> Vec<LinkAction> {
        self.state = LinkState::Checking(part);
        self.retries = self.retries.saturating_add(1);
        vec![LinkAction::CancelRetry, LinkAction::StopAsking, LinkAction::Validate]
    }

    /// The next attempt follows by itself, or the agent is asked for it.
    fn wait(&mut self, facts: LinkFacts) -> Vec<LinkAction> {
        if facts.retries() {
            vec![LinkAction::StopAsking, LinkAction::SetRetry]
        } else {
            vec![LinkAction::CancelRetry, LinkAction::AskAgent]
        }
    }

    /// There is nothing to connect to: the agent is informed also if an attempt follows (RTC-003).
    fn wait_with_dialog(&mut self, facts: LinkFacts) -> Vec<LinkAction> {
        let mut actions = vec![LinkAction::AskAgent];
        actions.push(if facts.retries() { LinkAction::SetRetry } else { LinkAction::CancelRetry });
        actions
    }
}
