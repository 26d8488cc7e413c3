//! Inputs of the core: intents of the agent, reports of the page, and answers of the host.

use crate::connection::Frame;
use crate::conversation::ConvertedFile;
use crate::flow::{FromPage, HttpFailure, HttpReply, RequestId, StoreId, TimeZone};
use crate::notifications::DesktopPermission;
use crate::session::{FlagValue, Services};
use crate::voice::VoiceReport;
use crate::wire::Protocol;

/// An action of the agent, by area. The page writes `{ area: "conversation", type: "sendMessage", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "area", rename_all = "camelCase")]
pub enum Intent {
    /// Sign-in and session.
    Session(crate::session::SessionIntent),
    /// Routes, dialogs, snackbars and preferences.
    Shell(crate::shell::ShellIntent),
    /// Connection to server and broker.
    Connection(crate::connection::ConnectionIntent),
    /// Channels.
    Channels(crate::channels::ChannelsIntent),
    /// Pauses.
    Pauses(crate::pauses::PausesIntent),
    /// Absent mode.
    Absence(crate::absence::AbsenceIntent),
    /// The supervisor's board.
    Supervision(crate::supervision::SupervisionIntent),
    /// Effects outside the server that were given up.
    DeadEffects(crate::dead_effects::DeadEffectsIntent),
    /// Notification centre and alerts.
    Notifications(crate::notifications::NotificationsIntent),
    /// Attendances.
    Jobs(crate::jobs::JobsIntent),
    /// Contacts.
    Contacts(crate::contacts::ContactsIntent),
    /// The pages of contacts and companies.
    People(crate::people::PeopleIntent),
    /// Messages and drafts.
    Conversation(crate::conversation::ConversationIntent),
    /// Qualification.
    Qualification(crate::qualification::QualificationIntent),
    /// Voice.
    Voice(crate::voice::VoiceIntent),
    /// Colleagues and internal calls.
    Colleagues(crate::colleagues::ColleaguesIntent),
    /// Supervision of calls.
    CallSupervision(crate::call_supervision::CallSupervisionIntent),
    /// WhatsApp and Instagram.
    Whatsapp(crate::whatsapp::WhatsAppIntent),
    /// Transfers of attendances.
    Transfers(crate::transfers::TransfersIntent),
    /// Tags of contacts, companies and attendances.
    Tags(crate::tags::TagsIntent),
    /// History of attendances.
    History(crate::history::HistoryIntent),
    /// Churn risk.
    Churn(crate::churn::ChurnIntent),
    /// Import of contacts.
    Imports(crate::imports::ImportsIntent),
    /// Search over messages.
    MessageSearch(crate::message_search::MessageSearchIntent),
    /// Saved views of the attendance list.
    ListViews(crate::list_views::ListViewsIntent),
    /// Broadcasts.
    Broadcasts(crate::broadcasts::BroadcastsIntent),
    /// Internal notes.
    Notes(crate::notes::NotesIntent),
    /// The area of the registry tests.
    #[cfg(test)]
    Counter(crate::counter::CounterIntent),
}

/// Reports of the page.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PageInput {
    /// The first input, given once.
    Started {
        /// Path below the base path.
        path: String,
        /// The browser's user agent.
        user_agent: String,
        /// `navigator.onLine`.
        online: bool,
        /// The window has the focus.
        focused: bool,
        /// The page is visible.
        visible: bool,
    },
    /// The agent changed the address: address bar, link or history.
    RouteRequested {
        /// Path below the base path.
        path: String,
    },
    /// The window got or lost the focus.
    Focus {
        /// The window has the focus.
        focused: bool,
    },
    /// The page was shown or hidden.
    Visible {
        /// The page is visible.
        visible: bool,
    },
    /// The browser's network state changed.
    Online {
        /// `navigator.onLine`.
        online: bool,
    },
    /// Whether the browser lets the page play sounds; reported at the start and on change.
    SoundAllowed {
        /// The browser lets the page play sounds.
        allowed: bool,
    },
    /// Permission of desktop notifications; reported at the start, on change, and as the answer to `DesktopCommand::Ask`.
    DesktopPermission {
        /// The browser's permission.
        permission: DesktopPermission,
        /// True if the permission is the agent's answer to the question of the browser.
        answer: bool,
    },
    /// The agent clicked a desktop notification; the window is focused already.
    DesktopClicked {
        /// Tag of the notification.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        tag: Protocol,
    },
    /// Another tab of this browser took the session (SES-045).
    TabDisabled,
    /// The runtime configuration was read.
    Configured {
        /// External services.
        services: Services,
    },
    /// The feature-flag service answered; empty if it could not be reached.
    FlagsLoaded {
        /// The flags and their values.
        flags: Vec<FlagValue>,
    },
    /// The agent used the page with keyboard, pointer or wheel. Reported at intervals, not each time.
    Acted,
    /// The stored token was removed from the storage.
    TokenMissing,
    /// The page did not run for a while, for example during sleep, so no timer fired.
    Gap {
        /// Length of the gap in milliseconds.
        ms: f64,
    },
}

/// What the broker client reports. `link` is the number of the connection.
#[derive(Clone, Debug)]
pub enum BrokerInput {
    /// The broker accepted the connection.
    Opened {
        /// The connection.
        link: u64,
    },
    /// The connection was closed or lost.
    Closed {
        /// The connection.
        link: u64,
    },
    /// The broker refused the connection or a command.
    Refused {
        /// The connection.
        link: u64,
        /// The broker's message.
        message: String,
    },
    /// A frame arrived.
    Frame(Frame),
}

/// An input of the core; inputs are handled one at a time.
#[derive(Clone, Debug)]
pub enum Input {
    /// The agent acted.
    Intent(Intent),
    /// The page reports.
    Page(PageInput),
    /// The broker client reports.
    Broker(BrokerInput),
    /// The voice ports report.
    Voice(VoiceReport),
    /// The outcome of a request.
    Reply(RequestId, Result<HttpReply, HttpFailure>),
    /// The page has sent a part of a file.
    UploadProgress {
        /// Number of the upload.
        request: u64,
        /// Part that was sent, 0 to 1.
        part: f64,
    },
    /// The page converted the file of a message, or failed to (`None`).
    FileConverted {
        /// Number of the conversion.
        request: u64,
        /// The converted file.
        file: Option<ConvertedFile>,
    },
    /// The outcome of an upload, which the page names by its number alone.
    UploadEnded(u64, Result<HttpReply, HttpFailure>),
    /// The outcome of a write.
    Stored(StoreId, Result<(), StoreFailure>),
    /// The computer's time zone: before the first input of the page, and when it changed.
    TimeZone(TimeZone),
    /// The host's wake-up; without effect if no timer is due.
    Wake,
}

/// Why a write failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreFailure {
    /// The quota is exceeded.
    Full,
    /// The store is forbidden, broken or closed.
    Unavailable,
}

impl StoreFailure {
    /// The word used in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            StoreFailure::Full => "full",
            StoreFailure::Unavailable => "unavailable",
        }
    }
}
