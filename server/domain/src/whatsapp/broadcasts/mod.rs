//! Broadcasts: one template of WhatsApp to many customers (spec conversation §3, §4, §7; docs/contract.md, "Broadcasts").
//!
//! What a list sends is frozen when it is created (`create`, `audience`). Due work (`sending`) leases entries within the pace of the route
//! (`pace`) and the calendar of the campaign's queue (`hours`), and requests an effect for each (`EffectKind::SendBroadcast`). The worker
//! begins an attempt (`attempt::Centre::begin_broadcast_send`), sends the message and reports the outcome; receipts find the entry by the
//! provider's id. `entry` changes the status of an entry together with the counts of its list, and nothing else does. `news` publishes the
//! changes of half a second together.
//!
//! An entry waits (`QUEUED`), is leased (`QUEUED`, then `SENDING` before the request to the provider), and ends. A message that was posted and
//! has no outcome is `FAILED` with `outcomeUnknown` and is never sent again.

mod attempt;
mod audience;
mod config;
mod create;
mod entry;
mod hours;
mod lists;
mod news;
mod opt_out;
mod outcome;
mod pace;
mod receipt;
mod sending;

#[cfg(test)]
mod tests;

pub use attempt::BroadcastSend;
pub use config::BroadcastConfig;
pub(crate) use create::{check, create};
pub(crate) use lists::{cancel, entries, lists, resume, retry};
pub(crate) use news::are_due;
pub(super) use opt_out::note_words;
pub(super) use receipt::{receipt_of_entry, settle_entry};
pub(crate) use sending::is_due;
