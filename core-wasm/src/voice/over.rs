//! Calls that rang and are over, so that an answer of the server that is older than their end does not make them ring again.

use crate::flow::Mono;
use crate::jobs::EventNumber;
use std::collections::VecDeque;

/// So many of the latest are remembered; an answer is on its way for seconds.
const KEPT: usize = 20;

/// What a call is over by.
#[derive(Clone, Debug)]
enum Over {
    /// An event: a later list names it only if it rings anew.
    Event(EventNumber),
    /// The agent rejected it: lists may name it until then.
    Rejected(Mono),
}

/// The calls that are over, by their id in the telephone system.
#[derive(Clone, Debug, Default)]
pub struct OverCalls(VecDeque<(String, Over)>);

impl OverCalls {
    /// The call ended by this event.
    pub fn ended(&mut self, id: &str, event: EventNumber) {
        self.add(id, Over::Event(event));
    }

    /// The agent rejected the call; lists of before may name it until then.
    pub fn rejected(&mut self, id: &str, until: Mono) {
        self.add(id, Over::Rejected(until));
    }

    /// The call rings again.
    pub fn forget(&mut self, id: &str) {
        self.0.retain(|(over, _)| over != id);
    }

    /// Whether the call is over although the list `as_of_seq` of `epoch` names it.
    pub fn knows_better(&self, id: &str, as_of_seq: u64, epoch: &str, now: Mono) -> bool {
        self.0.iter().any(|(over, by)| {
            over == id
                && match by {
                    Over::Event(event) => event.is_after(as_of_seq, epoch),
                    Over::Rejected(until) => now <= *until,
                }
        })
    }

    /// Whether the call ended by a later event than this one: the event is late.
    pub fn has_ended_after(&self, id: &str, event: &EventNumber) -> bool {
        let is_later = |by: &Over| matches!(by, Over::Event(end) if end.is_after(event.seq, event.epoch.as_deref().unwrap_or_default()));
        self.0.iter().any(|(over, by)| over == id && is_later(by))
    }

    fn add(&mut self, id: &str, over: Over) {
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
