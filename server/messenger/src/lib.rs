//! Simulated WhatsApp and Instagram. Customers' telephones are pages under `/outside`; the contact centre is a business account of
//! the network and uses it like any provider: sends are requests, customers' messages and receipts are webhooks. Everything is in
//! memory and is lost when the process ends.
//!
//! `network` and `company` have the rules without I/O, `messenger` the shared state and the outgoing items, `routes` the telephones'
//! REST and event stream, `provider` the company's.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]
#![warn(missing_docs)]

#[cfg(test)]
mod change_tests;
mod changes;
mod company;
mod items;
mod limits;
mod messenger;
mod network;
mod provider;
mod routes;
#[cfg(test)]
mod tests;
mod thread;

pub use changes::Change;
pub use items::SampleItem;
pub use messenger::{AgeConversation, Messenger, OutgoingItem};
pub use network::{Line, LineKind, MediaFile, Network, Refused, Written};
pub use thread::{Content, Draft, Entry, EntryStatus, Settings, ThreadState};
