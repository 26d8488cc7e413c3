//! Voice: the connection of the agent's telephone, calls and their attendances (spec session §4, issue 12).
//!
//! `area.rs` registers the area; its effects on the browser and other areas are an [`Exit`]. The page executes
//! [`VoiceCommand`](crate::flow::VoiceCommand) and reports by [`VoiceReport`].

mod active_job;
mod area;
mod arrival;
mod attendance;
mod call;
mod call_request;
mod call_state;
mod call_table;
mod calls;
mod connecting;
mod connection;
mod connection_state;
mod destinations;
mod dialling;
mod echo_test;
mod exit;
mod hang_up;
mod intent;
mod internal;
mod legs;
mod machine;
mod media;
mod microphone;
mod over;
mod own_call;
mod policy;
mod registry;
mod report;
mod requests;
mod room;
mod room_area;
mod room_asks;
mod room_machine;
mod room_news;
mod room_offer;
mod room_show;
mod room_view;
mod session_record;
mod settings;
mod signalling;
#[cfg(test)]
mod tests;
mod timer;
mod view;

pub use active_job::DialTarget;
pub use arrival::{ContactKey, Source, queue_of_context};
pub use call::{Asked, Call, CallEnd, CallEvent, CallKind, CallRequest, Leg, LegAnswer, Progress};
pub use call_request::{IncomingCallView, IncomingOrigin, Reception};
pub use call_state::{CallState, DialStatus};
pub use call_table::CallTable;
pub use connection::{IceState, VoiceConnectionState, VoiceStatus};
pub use echo_test::EchoTest;
pub use exit::Exit;
pub use intent::VoiceIntent;
pub use internal::InternalLeg;
pub use machine::{Voice, VoiceJob, VoiceJobRecord};
pub use media::{AudioState, CallPhase, LEVELS_EVERY_MS, Levels, QUALITY_EVERY_MS, Quality};
pub use own_call::OwnCall;
pub use registry::{VoiceSlice, facts, records, slices, timers};
pub use report::{
    CaptureProblem, Description, DescriptionType, HttpOutcome, HttpProblem, LocalCandidate, MediaFailure, MediaFault,
    VoiceReport, signalling_input,
};
pub use room_view::{
    CallDestinationAgentView, CallDestinationGroupView, CallDestinationsView, CallPartyView, CallRoomView,
    CallTransferView, OfferTagView, TransferFailureView, TransferOfferView,
};
pub use settings::VoiceSettings;
pub(crate) use signalling::{Draw, command, setup_of};
pub use timer::VoiceTimer;
pub use view::{CallBarView, CallStatus, PreferentialCallView, RecordingView, VoiceJobView, VoiceView};
