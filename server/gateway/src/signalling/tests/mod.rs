//! Tests of the machine in virtual time. Media is answered by the bench; what happens is a trace of short lines.

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
