//! Tests of the whole client in virtual time, tables of the machines, and random orders.

mod calls;
mod http;
mod media;
mod random;
mod registration;
mod session;
pub(crate) mod tables;
