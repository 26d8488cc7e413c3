//! Ended call requests, so that an answer of the server that is older than their end does not make them ring again.

use crate::flow::Mono;
use crate::jobs::EventNumber;
use std::collections::VecDeque;

/// Number of the latest ended calls that are remembered. An answer arrives within seconds, so few are enough.
const KEPT: usize = 20;

/// The reason why a call has ended.
#[derive(Clone, Debug)]
enum CallEndReason {
    /// An event ended the call: a later list contains it only if it rings again.
    Event(EventNumber),
    /// The agent rejected the call: until this time, lists may still contain it.
    Rejected(Mono),
}

/// The ended calls, by their id in the telephone system.
#[derive(Clone, Debug, Default)]
pub struct OverCalls(VecDeque<(String, CallEndReason)>);

impl OverCalls {
    /// The call ended by this event.
    pub fn note_end(&mut self, id: &str, event: EventNumber) {
        self.add(id, CallEndReason::Event(event));
    }

    /// The agent rejected the call; older lists may contain it until this time.
    pub fn note_rejection(&mut self, id: &str, until: Mono) {
        self.add(id, CallEndReason::Rejected(until));
    }

    /// The call rings again, so its end is forgotten.
    pub fn forget(&mut self, id: &str) {
        self.0.retain(|(over, _)| over != id);
    }

    /// Whether the call has ended although the list `as_of_seq` of `epoch` contains it.
    pub fn has_ended_despite_list(&self, id: &str, as_of_seq: u64, epoch: &str, now: Mono) -> bool {
        self.0.iter().any(|(over, by)| {
            over == id
                && match by {
                    CallEndReason::Event(event) => event.is_after(as_of_seq, epoch),
                    CallEndReason::Rejected(until) => now <= *until,
                }
        })
    }

    /// Whether a later event than this one ended the call, so that this event is late.
    pub fn has_ended_after(&self, id: &str, event: &EventNumber) -> bool {
        let is_later = |by: &CallEndReason| matches!(by, CallEndReason::Event(end) if end.is_after(event.seq, event.epoch.as_deref().unwrap_or_default()));
        self.0.iter().any(|(over, by)| over == id && is_later(by))
    }

    fn add(&mut self, id: &str, over: CallEndReason) {
        if id.is_empty() {
            return;
        }
        self.forget(id);
        self.0.push_back((id.to_owned(), over));
        if self.0.len() > KEPT {
            self.0.pop_front();
        }
    }
}
