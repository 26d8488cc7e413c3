//! Tests of the machine in virtual time. The bench answers in place of the media; events are compared as a trace of
//! short lines.

mod bench;
mod calls;
mod commands;
mod limits;
mod queues;
mod recordings;
mod registrations;
mod reload;
mod room;
mod rooms;
mod sessions;
mod supervision;
