//! What the host does on the core's behalf. An effect is data: it can be recorded, compared and replayed.

use super::{CallId, HttpCall, StoreKey, Text};
use crate::wire::{Protocol, Secret};
use serde::{Deserialize, Serialize};

/// Numbers one write, so that its outcome can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoreId(pub u64);

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The token travels beside the call, never inside it.
    Http(CallId, HttpCall, Option<Secret<String>>),
    Broker(BrokerCommand),
    /// Writes a record, or removes it (`None`); answered by `Input::Stored`.
    Persist(StoreId, StoreKey, Option<Secret<String>>),
    /// Empties the local database and the session's part of local storage; the unsent database stays.
    ClearStorage,
    /// This tab is the one that works: any other tab of this browser must let go (SES-047). Harmless when repeated.
    ClaimSession,
    /// Shows this path; `replace` leaves no entry in the history.
    Navigate {
        path: String,
        replace: bool,
    },
    /// A page outside the product, in a tab of its own that cannot reach this one.
    OpenUrl {
        url: String,
    },
    /// Asks the feature-flag service for these; answered by `PageInput::FlagsLoaded`.
    LoadFlags {
        key: Secret<String>,
        names: Vec<String>,
    },
    /// Tells the tracking service who works here.
    Track(Identification),
    /// Sounds once. What sounds for as long as something rings is state (`notifications/alerts.rs`).
    Sound(Sound, Tone),
    Desktop(DesktopCommand),
    Report(Report),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokerCommand {
    /// Opens a connection; `link` names it in every input that follows, so that a late word of an old link is known.
    Connect {
        link: u64,
        url: String,
        login: String,
        passcode: Secret<String>,
        heartbeat_ms: u32,
    },
    Subscribe {
        link: u64,
        destination: String,
    },
    /// Acknowledges one frame by its `ack` header.
    Acknowledge {
        link: u64,
        ack: String,
    },
    Send {
        link: u64,
        destination: String,
        /// A login message carries the password.
        body: Secret<String>,
    },
    Disconnect {
        link: u64,
    },
}

/// Who works here, for a tracking service: `{ name, e-mail, login identifier, client }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Identification {
    pub name: String,
    pub email: String,
    pub login_identifier: String,
    /// First label of the host's name.
    pub client: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Sound {
    NewAttendance,
    Message,
    /// The message belongs to the conversation the agent is looking at.
    MessageSoft,
    /// A pause has taken longer than it may.
    PauseAlert,
    /// A call ended.
    Hangup,
}

/// Which of the generated tunes a channel has (NOT-018).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Melody {
    #[default]
    Bright,
    Soft,
    Low,
    Double,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Tone {
    pub melody: Melody,
    /// 0–100; 0 is silent.
    pub volume: u32,
}

/// The types of the specification (NOT-009).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DesktopKind {
    /// Somebody calls.
    #[serde(rename = "ackcall")]
    AckCall,
    /// A colleague calls.
    Colleagues,
    VoiceWebrtcProblem,
    VoiceWebrtcReconnectionSuccess,
    Whatsapp,
    Chat,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DesktopNotice {
    pub kind: DesktopKind,
    pub title: Text,
    pub body: Text,
    /// A later one with the same tag takes its place. The attendance, where it is about one.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub tag: Protocol,
    /// It stays until somebody answers, or until it is closed.
    pub requires_interaction: bool,
}

impl DesktopNotice {
    /// Somebody waits at the other end (NOT-012).
    pub fn requires_interaction(kind: DesktopKind) -> bool {
        matches!(kind, DesktopKind::AckCall | DesktopKind::Colleagues)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DesktopCommand {
    /// The browser asks the agent; answered by `PageInput::DesktopPermission`.
    Ask,
    Show(DesktopNotice),
    Close(Protocol),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ReportLevel {
    Info,
    Warning,
    Error,
}

/// A line for the developer's log and the error service; never texts of people, never secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub level: ReportLevel,
    pub code: String,
    pub detail: String,
}
