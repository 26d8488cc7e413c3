//! The one door in: what people want (intents), what the page lives through, and what the host brings back.

use crate::connection::{Frame, WebRtcStatus};
use crate::flow::{CallId, HttpFailure, HttpReply, StoreId};
use crate::notifications::DesktopPermission;
use crate::session::{FlagValue, Services};
use crate::wire::Protocol;
use serde::Deserialize;

/// What the agent wants, by area. Written by the ui as `{ area: "chat", type: "sendMessage", … }`.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "area", rename_all = "camelCase")]
pub enum Intent {
    Session(crate::session::SessionIntent),
    Shell(crate::shell::ShellIntent),
    Connection(crate::connection::ConnectionIntent),
    Channels(crate::channels::ChannelsIntent),
    Pauses(crate::pauses::PausesIntent),
    Absence(crate::absence::AbsenceIntent),
    Supervision(crate::supervision::SupervisionIntent),
    Notifications(crate::notifications::NotificationsIntent),
    Jobs(crate::jobs::JobsIntent),
    Contacts(crate::contacts::ContactsIntent),
    Chat(crate::chat::ChatIntent),
    Qualification(crate::qualification::QualificationIntent),
    #[cfg(test)]
    Counter(crate::counter::CounterIntent),
}

/// What the page lives through.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PageInput {
    /// Once, first of all. `path` is below the base path.
    Started {
        path: String,
        user_agent: String,
        online: bool,
        focused: bool,
        visible: bool,
    },
    /// The address bar, a link or the history asks for a path.
    RouteRequested {
        path: String,
    },
    Focus {
        focused: bool,
    },
    Visible {
        visible: bool,
    },
    Online {
        online: bool,
    },
    /// Whether the page may sound; told at the start and when it changes.
    SoundAllowed {
        allowed: bool,
    },
    /// Told at the start, when it changes, and as the answer to asking.
    DesktopPermission {
        permission: DesktopPermission,
        answer: bool,
    },
    /// A desktop notification was clicked; the window has the focus already.
    DesktopClicked {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        tag: Protocol,
    },
    /// Another tab of this browser took the session (SES-045).
    TabDisabled,
    /// Runtime configuration was read.
    Configured {
        services: Services,
    },
    /// The feature-flag service answered; empty where it could not be asked.
    FlagsLoaded {
        flags: Vec<FlagValue>,
    },
    /// The token that was stored is not in the storage any more.
    TokenMissing,
    /// The page was asleep: timers stood still for about this long.
    Gap {
        ms: f64,
    },
}

#[derive(Clone, Debug)]
pub enum BrokerInput {
    Opened { link: u64 },
    Closed { link: u64 },
    Refused { link: u64, message: String },
    Frame(Frame),
}

/// What the browser's voice lives through.
#[derive(Clone, Debug, PartialEq)]
pub enum MediaInput {
    Status(WebRtcStatus),
    /// Microphone or headphone went away, or came back.
    Device {
        lost: bool,
    },
    /// Signalling failed, in its own words.
    Failed {
        message: String,
    },
    /// Voice is back and waits for the agent's word, or has it.
    ConfirmReconnection {
        pending: bool,
    },
}

#[derive(Clone, Debug)]
pub enum Input {
    Intent(Intent),
    Page(PageInput),
    Broker(BrokerInput),
    Media(MediaInput),
    Reply(CallId, Result<HttpReply, HttpFailure>),
    Stored(StoreId, Result<(), StoreFailure>),
    /// The host's wake-up; also harmless when nothing is due.
    Wake,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreFailure {
    /// No room left.
    Full,
    /// Storage is forbidden, broken or closed.
    Unavailable,
}

impl StoreFailure {
    /// For reports.
    pub fn as_str(self) -> &'static str {
        match self {
            StoreFailure::Full => "full",
            StoreFailure::Unavailable => "unavailable",
        }
    }
}
