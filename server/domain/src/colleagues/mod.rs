//! Colleagues: the list of agents of the org unit with their states (INT-001, INT-015), and internal calls between agents (spec conversation
//! §4 and §7). An internal call has no attendance. It is a row of its own from the request to its end; the gateway carries it like a call
//! that the agent dials.

mod call;
mod list;

#[cfg(test)]
mod tests;

pub(crate) use call::{answered, end_at_start, end_of_agent, ended, hang_up, of_agent, place, ring_is_due};
pub(crate) use list::{list, set_blocked, status};
