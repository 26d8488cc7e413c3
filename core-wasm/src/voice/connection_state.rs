//! States, events and actions of the voice connection, and the facts that decide about its attempts.

use serde::Serialize;

/// Delay before the next attempt (CON-012).
pub const RETRY_AFTER_MS: u64 = 2_000;

/// The part of the connection that was lost.
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
    /// Voice is not used.
    #[default]
    Off,
    /// The settings and the voice nodes are being requested.
    Loading,
    /// The extension is being registered.
    Connecting,
    /// The extension is registered; media is not established yet (RTC-005).
    Logged,
    /// Calls are possible.
    Connected,
    /// The connection was lost; an attempt follows, or the agent is asked to start one.
    Lost(LostPart),
    /// The connection ended or was refused; an attempt follows, or the agent is asked to start one.
    Failed,
    /// The session is validated before an attempt (CON-010).
    Checking(LostPart),
    /// An attempt to reconnect is running.
    Reconnecting(LostPart),
}

/// The status of the connection that other areas and the agent see (RTC-004, RTC-005).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum VoiceStatus {
    /// No call is possible.
    #[default]
    Disconnected,
    /// The extension is registered; media is not established yet.
    Logged,
    /// Calls are possible.
    Connected,
    /// The connection was lost; no attempt is running.
    ConnectionLost,
    /// An attempt is under way.
    Reconnecting,
}

/// State of ICE as the browser reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum IceState {
    /// There are no candidates yet.
    New,
    /// Candidate pairs are being tested.
    Checking,
    /// A candidate pair works.
    Connected,
    /// The best candidate pair is in use.
    Completed,
    /// The other end does not answer any more.
    Disconnected,
    /// No candidate pair works.
    Failed,
    /// The peer connection is closed.
    Closed,
}

/// Facts that decide whether attempts to reconnect follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VoiceConnectionFacts {
    /// The agent calls in the browser (`useWebRTC`, SES-019).
    pub web_rtc: bool,
    /// `agentPreferences.webRtcAutoReconnect` (CON-008).
    pub auto_reconnect: bool,
    /// The agent is in absent mode (CON-009).
    pub absent: bool,
    /// The agent works in agent-channel mode (RTC-021, RTC-023).
    pub agent_channel: bool,
}

impl VoiceConnectionFacts {
    /// Whether attempts to reconnect follow automatically.
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
    /// Settings and voice nodes were loaded.
    Loaded,
    /// Settings or voice nodes are missing (RTC-003).
    NotLoaded,
    /// The extension is registered.
    Registered,
    /// The telephone system refuses the registration permanently.
    Refused,
    /// The link to the voice node was lost.
    SignallingLost,
    /// The extension is no longer registered; the signalling registers it again automatically.
    Unregistered,
    /// The state of ICE changed.
    Ice(IceState),
    /// The leg of a call ended. In agent-channel mode this leg carries the audio of all calls.
    LegEnded,
    /// A track ended, or the last device was removed.
    MediaStopped,
    /// The page became visible.
    PageVisible,
    /// The delay before the next attempt is over.
    RetryDue,
    /// The agent starts an attempt.
    AgentRetries,
    /// A fact that decides about attempts to reconnect changed.
    FactsChanged,
    /// The agent disconnected voice, or the session ended.
    Ended,
}

/// An action that the voice connection requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoiceConnectionAction {
    /// Request settings and nodes.
    Load,
    /// Connect the signalling.
    Start,
    /// Claim the signalling session again, create a new one, or restart ICE.
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
    /// Notify the agent that the connection was restored.
    NotifyRestored,
    /// Open the connection-problem dialog: no automatic attempt follows (CON-007, RTC-011).
    AskAgent,
    /// Close the question to the agent.
    StopAsking,
    /// Store the present status of the voice channel.
    StoreStatus,
    /// Disconnect the voice channel; the agent is shown offline for voice.
    DisconnectChannel,
    /// Open the lost-device-connection dialog.
    OpenLostDevice,
    /// Open the dialog about an attempt: the first attempt after a loss is running, or its first check got no answer
    /// (CON-033).
    ShowAttempt,
    /// Destroy the signalling session.
    TearDown,
}
