//! Recordings of calls (docs/operations.md "Recording of calls", decision 115): the gateway gives their sound in portions, which are appended to
//! files behind `Blobs`; supervisors get it by addresses that the domain signed.

mod announcement;
mod playback;
mod writer;

pub(crate) use announcement::{AnnouncementError, read as read_announcement};
pub(crate) use playback::ROUTES;
pub(crate) use writer::{WAITING_PORTIONS, run as run_writer};
