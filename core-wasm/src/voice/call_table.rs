//! The calls of the agent by their id in the telephone system, with the look-ups that the voice area needs.

use super::call::{Call, Progress};
use crate::flow::Table;
use crate::wire::{Name, Named, Protocol};

/// The calls of one agent. A call without an attendance is removed when it ends, any other call when its attendance is
/// removed.
#[derive(Clone, Default)]
pub struct CallTable {
    calls: Table<Call>,
}

impl CallTable {
    /// The call with this id.
    pub fn get(&self, id: &(impl Named + ?Sized)) -> Option<&Call> {
        self.calls.get(id)
    }

    /// The call with this id, to change.
    pub fn get_mut(&mut self, id: &(impl Named + ?Sized)) -> Option<&mut Call> {
        self.calls.get_mut(id)
    }

    /// Adds or replaces a call.
    pub fn insert(&mut self, id: impl Into<Name>, call: Call) {
        self.calls.insert(id, call);
    }

    /// Removes a call.
    pub fn remove(&mut self, id: &(impl Named + ?Sized)) -> Option<Call> {
        self.calls.remove(id)
    }

    /// All calls with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Call)> {
        self.calls.iter()
    }

    fn id_where(&self, holds: impl Fn(&Call) -> bool) -> Option<String> {
        self.iter().find(|(_, call)| holds(call)).map(|(id, _)| id.to_owned())
    }

    /// Id of the call that the leg carries.
    pub fn of_leg(&self, number: u32) -> Option<String> {
        self.id_where(|call| call.leg.is_some_and(|leg| leg.number == number))
    }

    /// Id of the call that waits for the agent's decision, if any.
    pub fn asking(&self) -> Option<String> {
        self.id_where(|call| call.progress == Progress::Asking)
    }

    /// Id of the call that waits for the agent's decision, or was accepted and waits for its attendance.
    pub fn awaiting(&self) -> Option<String> {
        self.id_where(Call::awaits)
    }

    /// Ids of the calls of an attendance.
    pub fn of_attendance(&self, protocol: &Protocol) -> Vec<String> {
        let is_its = |call: &Call| call.attendance.as_ref() == Some(protocol);
        self.iter().filter(|(_, call)| is_its(call)).map(|(id, _)| id.to_owned()).collect()
    }

    /// Ids of the calls that fulfil the condition.
    pub fn ids_where(&self, holds: impl Fn(&Call) -> bool) -> Vec<String> {
        self.iter().filter(|(_, call)| holds(call)).map(|(id, _)| id.to_owned()).collect()
    }

    /// Whether a call has neither ended nor been rejected.
    pub fn has_live(&self) -> bool {
        self.iter().any(|(_, call)| call.is_live() && call.progress != Progress::Rejected)
    }
}
