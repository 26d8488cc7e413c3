//! States, events and actions of the voice connection, and the facts that decide about its attempts.

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
pub enum VoiceConnectionState {
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
pub struct VoiceConnectionFacts {
    /// The agent calls by the browser (`useWebRTC`, SES-019).
    pub web_rtc: bool,
    /// `agentPreferences.webRtcAutoReconnect` (CON-008).
    pub auto_reconnect: bool,
    /// Absent mode (CON-009).
    pub absent: bool,
    /// Agent-channel mode (RTC-021, RTC-023).
    pub agent_channel: bool,
}

impl VoiceConnectionFacts {
    /// Whether attempts follow by themselves.
    pub fn retries(self) -> bool {
        self.auto_reconnect && !self.absent
    }
}

/// What happens to the voice connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoiceConnectionEvent {
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
pub enum VoiceConnectionAction {
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
