//! The voice area against a scripted server and browser, in virtual time.

mod active_job;
mod agent;
mod call_faults;
mod calls;
mod connecting;
mod connection;
mod echo_test;
mod failures;
mod late_events;
mod own_call;
mod reports;
mod requests;
mod session_record;
mod settings;
