//! REST bodies and broker events: one type per body, without behaviour. Core and server share the crate, so that each
//! shape is written once.
//!
//! The core writes requests and the server reads them strictly (`deny_unknown_fields`). The server writes answers and
//! events and the core reads them tolerantly: missing fields default, unknown ones are ignored, ids may be numbers, lists
//! may be bare. docs/contract.md has an example of every shape; the examples are fixtures of tests on both sides. This
//! crate never depends on a state machine.

#![warn(missing_docs)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

// The derive `ReadObject` names this crate from outside.
extern crate self as wire;

mod agent;
mod broadcast;
mod broadcast_status;
mod call_recording;
mod call_room;
mod call_supervision;
mod channel;
mod colleagues;
mod contact;
mod dead_effects;
mod envelope;
pub mod events;
#[doc(hidden)]
pub mod flat;
mod ids;
mod imports;
mod job;
pub mod limits;
mod list_view;
mod message;
mod message_parts;
mod message_search;
mod name;
pub mod network_limits;
mod note;
pub mod numbers;
#[doc(hidden)]
pub mod object;
mod open_span;
pub mod order;
mod pause;
mod people;
mod qualification;
mod reader;
#[cfg(test)]
mod reader_tests;
mod rest;
mod same_person;
mod second_factor;
mod secret;
mod snooze;
mod status;
mod supervision;
pub mod templates;
#[cfg(test)]
mod tests;
mod time;
mod tolerant;
pub mod unicode;
mod visible;
mod voice;
mod whatsapp;
#[cfg(test)]
mod whatsapp_tests;

pub use agent::{
    AgentAbsent, AgentPreferences, AgentRecord, AgentRole, AgentStatus, ChannelStatusRecord, ChannelTimes,
    ChannelsStatus, LoginStartsPaused, OrgUnit, TimeInformations, WrapUp, WrapUpRequest,
};
pub use broadcast::{
    BroadcastChangeRequest, BroadcastCheck, BroadcastContact, BroadcastCounts, BroadcastEntries, BroadcastEntry,
    BroadcastList, BroadcastLists, BroadcastReply, BroadcastRequest, BroadcastStatus, BroadcastTemplate,
    CancelBroadcastRequest, FailedAttempt, LeftOut, VariableSource,
};
pub use broadcast_status::{EntryStatus, broadcast_reasons};
pub use call_recording::{CallRecording, CallRecordingRecord, RecordingEnd, RecordingPause, RecordingPlayback};
pub use call_room::{
    CallMode, CallParty, CallPartyRole, CallRoom, CallTransfer, ConferenceRequest, DestinationKey, DestinationKind,
    RoomAction, RoomActionRequest, TransferDestination, TransferFailure, TransferKind, TransferOffer, TransferPhase,
    TransferRecord, VoiceDestinationAgent, VoiceDestinationGroup, VoiceRoomRequest, VoiceTransferRequest,
};
pub use call_supervision::{
    CallSupervision, CallSupervisionReply, CallSupervisionRequest, CallSupervisor, SupervisionEnd, SupervisionMode,
    SupervisionModeRequest, SupervisionRules, SupervisionStatus, TakeOverRequest,
};
pub use channel::{Channel, ChannelStatus, MetaType, PerChannel, ReportedStatus};
pub use colleagues::{
    AgentCallsRequest, Colleague, ColleagueChannel, ColleagueList, ColleagueStatus, ColleagueStatusReply,
    ColleagueStatusRequest, InternalCallEnd, InternalCallEvent, InternalCallHangupEvent, InternalCallReply,
    InternalCallRequest, InternalCallStatus, InternalCallStatusEvent, InternalHangUpRequest,
};
pub use contact::{
    Contact, ContactDraft, ContactIdentifiers, ContactSave, ContactUpdate, OtherIdentifier, VinculateData,
    VinculateRequest,
};
pub use dead_effects::{DeadEffect, DeadEffectKind};
pub use envelope::{Envelope, EventMeta};
pub use events::broadcasts::{BroadcastScheduleEvent, BroadcastSchedulesEvent, BroadcastStatusEvent, ScheduleUpdate};
pub use events::channels::{AgentStatusEvent, ChannelChange, ChannelEvent};
pub use events::chat::{ChatEndEvent, ChatInactiveEvent, ChatTransferResponseEvent, ChatTypingEvent, NewChatEvent};
pub use events::connection::PingEvent;
pub use events::conversation::ChatMessageEvent;
pub use events::jobs::{JobFinishedEvent, SnoozeEndedEvent};
pub use events::notes::NoteEvent;
pub use events::notifications::NotificationEvent;
pub use events::qualification::QualifiedAttendanceEvent;
pub use events::session::{ForcedDisconnectEvent, TabDisabledEvent};
pub use events::shell::OpenUrlEvent;
pub use events::voice::{
    AckCallRequestEvent, CallUpdateEvent, CallerType, ConferenceStartEvent, ConferenceStopEvent, DialerAutoEvent,
    HangupEvent, ManualCallStatusEvent, NewVoiceJobEvent, PreferentialCallEvent, TransferAcceptedEvent,
    TransferRequestEvent, TransferResponseEvent,
};
pub use events::whatsapp::{
    IncomingCampaign, NewWhatsAppEvent, WhatsAppChangeEvent, WhatsAppContent, WhatsAppEndEvent, WhatsAppFileEvent,
    WhatsAppInboxEndEvent, WhatsAppInboxEvent, WhatsAppManualRefusedEvent, WhatsAppMessageEvent, WhatsAppRouteEvent,
    WhatsAppStatusEvent, WhatsAppTransferEvent, WhatsAppTransferResponseEvent, without_plus,
};
pub use events::{AreaEvent, BrokerEvent, EventFault};
pub use ids::{
    AgentId, AttendanceGroupId, BroadcastId, ContactId, CustomId, EmployerId, EventId, NoteId, OrgUnitId, PauseId,
    Protocol, QualificationId, QueueId, ScheduleId,
};
pub use imports::{ContactImport, ImportLines, ImportRefusal, ImportRequest, ImportState};
pub use job::{
    ActiveJobs, AnswerTargets, AttendanceGroup, AttendanceGroupInfo, AttendanceType, ClientStatus, Job, JobCallPhase,
    JobTab, JobTag, JobTransfer, QueueInfo, QueueRecord, ScriptField,
};
pub use list_view::{ListView, ListViewFilters, ListViewOrder, SaveListViewRequest};
pub use message::{
    AnsweredMessage, FileState, Message, MessageKind, MessageMedia, MessageStatus, SendMessageReply,
    SendMessageRequest, SenderType, StrategyCampaign, TemplateShown, TransferTarget,
};
pub use message_parts::{
    ContactCard, FormAnswer, MessageDetails, Order, OrderItem, Product, Reaction, Referral, Shared, SharedKind,
};
pub use message_search::{ExcerptPart, FoundMessage, FoundMessages};
pub use name::{Name, Named};
pub use note::{AddNoteRequest, EditNoteRequest, Note, NoteMention, NotePerson, NoteText};
pub use open_span::OpenSpan;
pub use pause::{
    AgentPauses, ChannelPauseReply, HeldPause, PauseAllReply, PauseAllRequest, PauseRecord, PauseReply, PauseRequest,
    PausesByChannel, UnpauseAllRequest,
};
pub use people::{
    ChurnContactRequest, ChurnEmployerRequest, ChurnFactor, ChurnFactors, ChurnProbability, ColumnCategory,
    ContactColumn, ContactFilter, Employer, EmployerRole, EmployerSave, EmployerSaved, EmployerSearchRequest,
    HistoryEntry, JobTagRequest, JustificationRequest, LastContact, Tag, TagItemsRequest,
};
pub use qualification::{QualificationRecord, QualifyPayload};
pub use reader::Unreadable;
pub use rest::{
    BrokerCredentials, BrokerSettings, ChannelReply, ErrorBody, FieldErrors, JobRequest, ListBody, LoginReply,
    LoginRequest, MessagesReply, StartListenerReply, StartListenerRequest, Success, SystemDatetime, SystemReply,
    SystemSettings, TypingRequest, ValidateReply, ValidateRequest,
};
pub use same_person::{JoinRequest, SamePerson, SamePersonDecision, SamePersonReason, SamePersonState};
pub use second_factor::{RecoveryCodes, SecondFactorPolicy, SecondFactorSetUp, SecondFactorStatus};
pub use secret::Secret;
pub use snooze::{SnoozeEnd, SnoozeRequest, Snoozed};
pub use status::StatusFacts;
pub use supervision::{AbsenceRecord, AgentBoardEvent, Board, BoardChannel, BoardChannels, BoardRow, BoardWait};
pub use time::{Wall, rfc3339};
pub use tolerant::{Item, Items, from_object, from_tolerant, json_text, read_object, strip_nulls};
pub use visible::{first_visible, is_visible};
pub use voice::{
    AckCallVolumeRequest, ActiveVoiceJobReply, ActiveVoiceJobRequest, AutoReconnectRequest, CallType,
    CampaignDefaultRequest, CampaignRecord, ContactLookup, IceServer, PageCallState, PreferentialCallRequest,
    RedialReply, ScriptAnswerRequest, ScriptFieldKind, ScriptFieldRecord, ScriptRecord, VoiceCallReportRequest,
    VoiceCallRequest, VoiceNode, WebRtcSettings,
};
pub use whatsapp::{
    ActiveSessionsReply, ActiveWhatsAppJobReply, ActiveWhatsAppJobRequest, AgentLoad, BotRecord, InboxJob, InboxJobs,
    MediaReply, OptInRequest, PresetMessage, SendWhatsAppRequest, TemplateChoice, TemplateRecord, TransferAgent,
    TransferRequest, WhatsAppJobRequest, WhatsAppMedia, WhatsAppRoute,
};
