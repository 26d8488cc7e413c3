//! The one door in: what people want (intents), what the page lives through, and what the host brings back.

use crate::connection::{Frame, WebRtcStatus};
use crate::flow::{CallId, HttpFailure, HttpReply, Sound, StoreId};
use crate::notifications::DesktopPermission;
use crate::session::{FlagValue, Services};
use crate::shell::PreferencesChange;
use crate::wire::{AgentId, Channel, ContactId, PauseId, Protocol, QualificationId, Secret};
use wire_read::WireRead;

/// What the agent wants. Written by the ui as `{ type: "sendMessage", … }`.
#[derive(Clone, Debug, PartialEq, WireRead)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Intent {
    SignIn {
        login: String,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
    },
    /// Asks first where attendances are open, unless `confirmed`.
    SignOut {
        confirmed: bool,
    },
    /// "Tentar de novo" while the server is silent.
    RetrySession,
    /// "Tentar de novo" in the dialog that tells what is wrong with the connection.
    RetryConnection,
    /// The agent waits no longer for the connection: the dialog gives way to a page of its own (CON-006).
    GiveUpConnection,
    /// The agent wants to know how the link comes back.
    ShowReconnecting,
    ChangePreferences {
        change: PreferencesChange,
    },
    OpenPreferences,
    /// An entry of the rail; a path below the base path.
    OpenArea {
        path: String,
    },
    /// "Alterar senha" of the own menu.
    OpenNewPassword,
    /// What stands in the two fields of the new password; `save` sends it.
    NewPassword {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        password: Secret<String>,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        repeated: Secret<String>,
        save: bool,
    },

    ConnectChannel {
        channel: Channel,
    },
    /// Voice, with the extension (ramal) that was typed.
    ConnectVoice {
        exten: String,
    },
    /// Asks first where attendances are open, unless `confirmed` (CHN-060).
    DisconnectChannel {
        channel: Channel,
        confirmed: bool,
    },

    /// One channel has a dialog of its own; without one it is the general dialog, where the agent ticks channels.
    OpenPauseDialog {
        channels: Vec<Channel>,
    },
    ReloadPauses,
    EnterPause {
        channels: Vec<Channel>,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        pause_id: PauseId,
    },
    /// Also takes a scheduled pause back.
    LeavePause {
        channels: Vec<Channel>,
    },

    /// "Voltar ao atendimento" of absent mode. Staying absent closes the dialog only.
    ReturnFromAbsence,
    ReloadBoard,
    /// A supervisor marks an agent absent, or takes it back. Asks first, unless `confirmed`.
    SetAbsent {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
        absent: bool,
        confirmed: bool,
    },
    /// A supervisor ends an agent's session. Asks first, unless `confirmed`.
    ForceDisconnect {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        agent_id: AgentId,
        confirmed: bool,
    },

    OpenJob {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Back to the list, where only one pane fits.
    CloseJob,
    /// Pointer or focus entered or left the list: rows keep their places meanwhile.
    HoldOrder {
        inside: bool,
    },
    /// Narrows the list to what the text finds; an empty one ends the search.
    SearchJobs {
        text: String,
    },
    ReloadJobs,
    ReloadThread {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    ScrollChanged {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        scroll_top: f64,
    },

    DraftChanged {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        text: String,
    },
    SendMessage {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        text: String,
    },
    RetryMessage {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        local_id: String,
    },
    EditMessage {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        local_id: String,
    },
    DiscardMessage {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        local_id: String,
    },
    /// Asks first, unless `confirmed`.
    FinishJob {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        confirmed: bool,
    },

    OpenContactForm {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    CloseContactForm {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    SaveContact {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        fullname: String,
        identifier: String,
    },
    OpenContactSearch {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        open: bool,
    },
    SearchContacts {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        text: String,
    },
    LinkContact {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        contact_id: ContactId,
    },
    ReloadContact {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },

    OpenQualification {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    ReloadQualifications {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    ChooseQualification {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        qualification_id: QualificationId,
    },
    ObserveQualification {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        observation: String,
    },
    ConfirmQualification {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    AnswerScript {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        field_id: String,
        value: String,
    },

    CloseDialog,
    /// The ui shows the note with this many characters of translated text.
    SnackbarShown {
        id: u32,
        chars: u32,
    },
    SnackbarHeld {
        id: u32,
        held: bool,
    },
    SnackbarDismissed {
        id: u32,
    },
    NotificationRead {
        id: String,
        read: bool,
    },
    NotificationDismissed {
        id: String,
    },
    NotificationsReadAll,

    /// "Ativar": the browser asks for the permission to show notifications.
    AskDesktop,
    DeclineDesktop,
    /// Desktop notifications of a channel's messages, on or off, kept in the agent's record (NOT-015, NOT-016).
    SetNotify {
        channel: Channel,
        on: bool,
    },
    /// A sample, as loud as it would be.
    TestSound {
        sound: Sound,
        channel: Channel,
    },
}

/// What the page lives through.
#[derive(Clone, Debug, PartialEq, WireRead)]
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
