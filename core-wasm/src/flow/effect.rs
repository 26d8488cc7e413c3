//! I/O that the core asks the host for. An effect is data: it can be recorded, compared and replayed.

use super::{HttpRequest, RequestId, StoreKey, Text, VoiceCommand};
use crate::wire::network_limits::Conversion;
use crate::wire::{Protocol, Secret};
use serde::{Deserialize, Serialize};

/// Identifies one write; `Input::Stored` contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoreId(pub u64);

/// I/O that the core asks the host for.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// A request and its token, if any; answered by `Input::Reply`.
    Http(RequestId, HttpRequest, Option<Secret<String>>),
    /// A command to the broker client.
    Broker(BrokerCommand),
    /// Writes a record, or removes it (`None`); answered by `Input::Stored`.
    Persist(StoreId, StoreKey, Option<Secret<String>>),
    /// Empties the local database and the session's part of local storage; the unsent database stays.
    ClearStorage,
    /// This tab takes the session: other tabs of this browser must release it (SES-047). Idempotent.
    ClaimSession,
    /// Shows this path; `replace` leaves no entry in the history.
    Navigate {
        /// Path below the base path.
        path: String,
        /// Replaces the present history entry.
        replace: bool,
    },
    /// Opens an external address in a new tab without access to this one.
    OpenUrl {
        /// Absolute http or https address.
        url: String,
    },
    /// Asks the feature-flag service for these flags; answered by `PageInput::FlagsLoaded`.
    LoadFlags {
        /// Client key of the service.
        key: Secret<String>,
        /// Names of the flags.
        names: Vec<String>,
    },
    /// Identifies the agent to the tracking service.
    Track(Identification),
    /// Plays a sound once. A sound that repeats is state (`notifications/alerts.rs`).
    Sound(Sound, Tone),
    /// A command to the desktop notifications.
    Desktop(DesktopCommand),
    /// A command to the uploads of files.
    Upload(UploadCommand),
    /// A command to signalling and media of voice; answered by `Input::Voice`.
    Voice(VoiceCommand),
    /// An error report.
    Report(Report),
}

/// A command to the page about the upload of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum UploadCommand {
    /// Sends the file as the body of the request, with its MIME type; answered by `Input::UploadEnded`, its progress by
    /// `Input::UploadProgress`.
    Start {
        /// Identifies the upload.
        id: RequestId,
        /// Address and time limit.
        request: HttpRequest,
        /// The session's token.
        token: Option<Secret<String>>,
        /// The page's name of the file.
        file: String,
    },
    /// Converts the file before its upload; answered by `Input::FileConverted`, its progress by `Input::UploadProgress`.
    Convert {
        /// Identifies the conversion.
        id: RequestId,
        /// The page's name of the file, before and after the conversion.
        file: String,
        /// The format after the conversion.
        to: Conversion,
    },
    /// Stops the upload or conversion, if it has not ended; no answer follows, and the file is not uploaded again.
    Cancel(RequestId),
}

/// A command to the broker client. `link` is the number of the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrokerCommand {
    /// Opens a connection. Every later input contains its `link`, so that late inputs of an old connection are ignored.
    Connect {
        /// Number of the new connection.
        link: u64,
        /// Address of the broker (`ws://` or `wss://`).
        url: String,
        /// User of the broker.
        login: String,
        /// Password of the broker.
        passcode: Secret<String>,
        /// Heartbeat in both directions, in milliseconds.
        heartbeat_ms: u32,
    },
    /// Subscribes to a destination.
    Subscribe {
        /// Number of the connection.
        link: u64,
        /// Queue or topic.
        destination: String,
    },
    /// Acknowledges one frame by its `ack` header.
    Acknowledge {
        /// Number of the connection that brought the frame.
        link: u64,
        /// The frame's `ack` header.
        ack: String,
    },
    /// Sends a message to a destination.
    Send {
        /// The connection.
        link: u64,
        /// Queue or topic.
        destination: String,
        /// JSON text; a `Secret` because a login message contains the password.
        body: Secret<String>,
    },
    /// Closes the connection.
    Disconnect {
        /// The connection.
        link: u64,
    },
}

/// The signed-in agent, for a tracking service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Identification {
    /// Full name of the agent.
    pub name: String,
    /// E-mail address of the agent.
    pub email: String,
    /// The name the agent signs in with.
    pub login_identifier: String,
    /// First label of the host name.
    pub client: String,
}

/// The reason for a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Sound {
    /// A new attendance arrived.
    NewAttendance,
    /// A message of a customer arrived.
    Message,
    /// A message arrived in the conversation that the agent has open and focused.
    MessageSoft,
    /// A pause has exceeded its limit.
    PauseAlert,
    /// A call ended.
    Hangup,
}

/// Melody of a channel's sounds (NOT-018).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Melody {
    /// High tones.
    #[default]
    Bright,
    /// Soft tones.
    Soft,
    /// Low tones.
    Low,
    /// Two tones.
    Double,
}

/// Melody and volume of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Tone {
    /// The melody of the tone.
    pub melody: Melody,
    /// Volume from 0 to 100; 0 is silent.
    pub volume: u32,
}

/// Kind of a desktop notification, as in the specification (NOT-009).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DesktopKind {
    /// An incoming call.
    #[serde(rename = "ackcall")]
    AckCall,
    /// A call from another agent.
    Colleagues,
    /// The voice connection has a problem.
    VoiceWebrtcProblem,
    /// The voice connection was restored.
    VoiceWebrtcReconnectionSuccess,
    /// A WhatsApp message or attendance.
    Whatsapp,
    /// A chat message or attendance.
    Chat,
}

/// One desktop notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DesktopNotice {
    /// Kind of the notification.
    pub kind: DesktopKind,
    /// Title line.
    pub title: Text,
    /// Text below the title.
    pub body: Text,
    /// A later notification with the same tag replaces this one; the protocol if it is about an attendance.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub tag: Protocol,
    /// The notification stays until the agent reacts or the core closes it.
    pub requires_interaction: bool,
}

impl DesktopNotice {
    /// True for calls, because a caller waits for the agent (NOT-012).
    pub fn requires_interaction(kind: DesktopKind) -> bool {
        matches!(kind, DesktopKind::AckCall | DesktopKind::Colleagues)
    }
}

/// A command to the host about desktop notifications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DesktopCommand {
    /// Asks the agent for permission; answered by `PageInput::DesktopPermission`.
    Ask,
    /// Shows a notification.
    Show(DesktopNotice),
    /// Closes the notification with this tag, if it is shown.
    Close(Protocol),
}

/// Severity of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ReportLevel {
    /// Normal operation.
    Info,
    /// An unexpected event that was handled.
    Warning,
    /// A fault.
    Error,
}

/// An entry for the log and the error service; never contains texts of agents or customers, or secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Severity of the report.
    pub level: ReportLevel,
    /// Stable code of the report, in camel case.
    pub code: String,
    /// Technical detail of the report.
    pub detail: String,
}
