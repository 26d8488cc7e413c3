//! What crosses the network: REST bodies and broker events, one type per body, no behaviour. The core and the server
//! both use it, so that a shape is written once.
//!
//! Requests are written by the core and read strictly by the server (`deny_unknown_fields`); answers and events are
//! written by the server and read tolerantly by the core (missing fields default, unknown ones are ignored, ids may be
//! numbers, lists may come bare). Every shape stands with an example in docs/contract.md, and the examples are fixtures
//! of tests on both sides. Nothing here knows a state machine.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)
)]

mod agent;
mod channel;
mod contact;
mod envelope;
mod events;
mod ids;
mod job;
mod message;
mod name;
mod pause;
mod qualification;
mod rest;
mod secret;
mod supervision;
#[cfg(test)]
mod tests;
mod time;
mod tolerant;

pub use agent::{
    AgentAbsent, AgentPreferences, AgentRecord, AgentRole, AgentStatus, ChannelStatusRecord, ChannelTimes,
    ChannelsStatus, LoginStartsPaused, OrgUnit, TimeInformations,
};
pub use channel::{Channel, ChannelStatus, MetaType, ReportedStatus};
pub use contact::{
    Contact, ContactDraft, ContactIdentifiers, ContactSave, ContactUpdate, VinculateData, VinculateRequest,
};
pub use envelope::{Envelope, EventMeta};
pub use events::{
    AgentStatusEvent, BrokerEvent, ChannelChange, ChannelEvent, ChatEndEvent, ChatInactiveEvent, ChatMessageEvent,
    ChatTypingEvent, EventFault, ForcedDisconnectEvent, JobFinishedEvent, NewChatEvent, NotificationEvent,
    OpenUrlEvent, QualifiedAttendanceEvent, TabDisabledEvent,
};
pub use ids::{
    AgentId, AttendanceGroupId, ContactId, CustomId, EventId, OrgUnitId, PauseId, Protocol, QualificationId, QueueId,
};
pub use job::{
    ActiveJobs, AttendanceGroup, AttendanceGroupInfo, AttendanceType, ClientStatus, Job, JobTab, JobTag, QueueInfo,
    QueueRecord, ScriptField,
};
pub use message::{
    Message, MessageKind, MessageMedia, MessageStatus, SendMessageReply, SendMessageRequest, SenderType,
};
pub use name::{Name, Named};
pub use pause::{
    AgentPauses, HeldPause, PauseAllReply, PauseAllRequest, PauseRecord, PauseReply, PauseRequest, PausesByChannel,
    UnpauseAllRequest,
};
pub use qualification::{QualificationRecord, QualifyPayload};
pub use rest::{
    BrokerCredentials, BrokerSettings, ChannelReply, ErrorBody, FieldErrors, JobRequest, ListBody, LoginReply,
    LoginRequest, MessagesReply, StartListenerReply, StartListenerRequest, Success, SystemDatetime, SystemReply,
    SystemSettings, TypingRequest, ValidateReply, ValidateRequest,
};
pub use secret::Secret;
pub use supervision::{AbsenceRecord, AgentBoardEvent, Board, BoardChannel, BoardChannels, BoardRow};
pub use time::{Wall, rfc3339};
pub use tolerant::{Item, Items, from_tolerant, json_text, strip_nulls};
