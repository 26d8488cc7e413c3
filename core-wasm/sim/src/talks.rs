//! Which agent talks to which customer, known only from the telephone system: the facts of the gateway and of the
//! exchange, never from a page or the contact centre.

use core_wasm::flow::Mono;
use std::collections::{BTreeMap, BTreeSet};
use voice_gateway::{CallFact, CallId, CallSide, PartyChange, PartyId};

/// A call in the telephone system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Talk {
    from: String,
    /// Extensions and numbers that answered, with the time.
    answered: Vec<(String, Mono)>,
    /// Extensions that ring.
    rings: BTreeSet<String>,
    /// Extensions and numbers that have the other party on hold.
    holding: Vec<CallSide>,
}

/// An agent and a customer who are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Connected {
    pub call: CallId,
    /// Time since when the agent and the customer are connected.
    pub since: Mono,
    /// The customer hears music.
    pub held: bool,
}

/// The calls of the telephone system.
#[derive(Clone, Debug, Default)]
pub(crate) struct Talks(BTreeMap<CallId, Talk>);

impl Talks {
    pub fn take(&mut self, fact: &CallFact, now: Mono) {
        match fact {
            CallFact::Started { call, from, .. } => {
                self.0.insert(*call, Talk { from: from.clone(), ..Talk::default() });
            }
            CallFact::Ringing { call, extension } => {
                if let Some(talk) = self.0.get_mut(call) {
                    talk.rings.insert(extension.clone());
                }
            }
            CallFact::Answered { call, extension } => {
                if let Some(talk) = self.0.get_mut(call) {
                    talk.rings.clear();
                    talk.answered.push((extension.clone(), now));
                }
            }
            CallFact::Missed { call, extension, .. } => {
                if let Some(talk) = self.0.get_mut(call) {
                    talk.rings.remove(extension);
                }
            }
            CallFact::Held { call, side, held } => {
                if let Some(talk) = self.0.get_mut(call) {
                    talk.holding.retain(|of| of != side);
                    if *held {
                        talk.holding.push(*side);
                    }
                }
            }
            CallFact::Ended { call, .. } => {
                self.0.remove(call);
            }
            // The earlier agent has left the room. Another party in it is no side of the call.
            CallFact::Party { call, party: PartyId::CALLEE, change: PartyChange::Left(_) } => {
                if let Some(talk) = self.0.get_mut(call) {
                    talk.answered.clear();
                }
            }
            CallFact::Registered { .. }
            | CallFact::Unregistered { .. }
            | CallFact::Queued { .. }
            | CallFact::Tone { .. }
            | CallFact::Media { .. }
            | CallFact::Party { .. }
            | CallFact::Mode { .. }
            | CallFact::Unattended { .. }
            | CallFact::Refused { .. }
            | CallFact::Recording { .. } => {}
        }
    }

    /// The process that carried the calls is gone.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The customer to whom the telephone with this extension is connected.
    pub fn of(&self, extension: &str) -> Option<Connected> {
        self.0.iter().find_map(|(call, talk)| {
            let own = talk.answered.iter().find(|(number, _)| number == extension);
            // The agent called: the party who answered is the customer.
            let other = talk.answered.first().filter(|_| talk.from == extension);
            let (_, since) = own.or(other)?;
            Some(Connected { call: *call, since: *since, held: !talk.holding.is_empty() })
        })
    }

    /// Whether a call rings at the extension, or concerns it in another way.
    pub fn concerns(&self, extension: &str) -> bool {
        let is_of = |talk: &Talk| {
            talk.from == extension
                || talk.rings.contains(extension)
                || talk.answered.iter().any(|(number, _)| number == extension)
        };
        self.0.values().any(is_of)
    }
}
