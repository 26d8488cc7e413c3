//! Voice: the connection of the agent's telephone, calls and their attendances (spec session §4, issue 12).
//!
//! Not registered with the workspace yet: the browser's port of [`VoiceCommand`] and the server's routes are missing. What the
//! workspace has to do for it is [`Exit`].

mod active_job;
mod arrival;
mod call_request;
mod call_state;
mod calls;
mod command;
mod connecting;
mod exit;
mod line;
mod link;
mod machine;
mod media;
mod registry;
mod requests;
mod settings;
#[cfg(test)]
mod tests;

pub use active_job::DialTarget;
pub use arrival::{ContactKey, Source, queue_of_context};
pub use call_request::{IncomingCallView, Reception, TransferView};
pub use call_state::{CallState, DialStatus};
pub use command::{PeerCommand, RemoteCandidate, VoiceCommand};
pub use exit::Exit;
pub use link::{IceState, LinkState, VoiceStatus};
pub use machine::{Voice, VoiceJob};
pub use media::{CallBarView, CallPhase, LEVELS_EVERY_MS, Levels, QUALITY_EVERY_MS, Quality};
pub use registry::{records, timers};
pub use settings::VoiceSettings;
