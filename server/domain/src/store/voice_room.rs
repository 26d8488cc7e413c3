//! The room of a call, as it is stored with the call: who is in it, its open transfer, and the transfers of before.

use serde::{Deserialize, Serialize};
use wire::{AgentId, CallMode, CallPartyRole, DestinationKind, TransferKind, TransferPhase, Wall};

/// A destination of a transfer, with its name at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DestinationFact {
    /// What it is.
    pub kind: DestinationKind,
    /// Its id, or the number.
    pub id: String,
    /// Name of the agent, queue or campaign; empty for a number.
    pub name: String,
}

/// A party of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyFact {
    /// Its number in the call.
    pub party: u64,
    /// Its role.
    pub role: CallPartyRole,
    /// The agent; empty for a customer and a number outside.
    pub agent_id: AgentId,
    /// Name of the agent or contact; empty if unknown.
    pub name: String,
    /// Extension or number.
    pub number: String,
    /// It is to be called, or rings, and has not answered.
    pub ringing: bool,
    /// Its telephone rings: the telephone system said so.
    pub offered: bool,
    /// Its agent rejected the call; the telephone reports the same.
    pub rejected: bool,
    /// The contact centre gave it up. It is shown to nobody, and has no agent, until the telephone system reports its end, or that it took
    /// over before.
    pub dropped: bool,
    /// On hold by command.
    pub held: bool,
    /// Its own telephone has put the other parties on hold.
    #[serde(default)]
    pub holds: bool,
    /// Its microphone is closed in the telephone system.
    pub muted: bool,
    /// When it joined, began to ring or was asked for.
    pub since: Wall,
}

impl PartyFact {
    /// It called or answered.
    pub fn is_present(&self) -> bool {
        !self.ringing && !self.dropped
    }

    /// The agent whose telephone rings for the call, or who is in it, although the attendance is another agent's.
    pub fn guest(&self) -> Option<&AgentId> {
        let is_guest = !self.dropped && self.role != CallPartyRole::Agent && !self.agent_id.is_empty();
        is_guest.then_some(&self.agent_id)
    }
}

/// The open transfer of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenTransfer {
    /// Blind or assisted.
    pub kind: TransferKind,
    /// How far it has come.
    pub phase: TransferPhase,
    /// Where it leads.
    pub destination: DestinationFact,
    /// The destination's party.
    pub party: u64,
    /// The note for the receiver.
    pub note: String,
    /// When the phase began.
    pub since: Wall,
    /// When it was asked for.
    pub asked_at: Wall,
    /// The agent who transfers.
    pub agent_id: AgentId,
    /// Name of that agent.
    pub agent_name: String,
}

/// Why the last transfer or invitation came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureFact {
    /// Where it led.
    pub destination: DestinationFact,
    /// The cause.
    pub cause: String,
    /// When it came back.
    pub at: Wall,
}

/// A call of which the contact centre has named a party beyond the first two, or has put one on hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomFact {
    /// Who talks with whom, as the telephone system said last.
    pub mode: CallMode,
    /// The parties by their numbers.
    pub parties: Vec<PartyFact>,
    /// The open transfer.
    pub transfer: Option<OpenTransfer>,
    /// Why the last one came back.
    pub failure: Option<FailureFact>,
}

impl RoomFact {
    /// The party with this number.
    pub fn party(&self, party: u64) -> Option<&PartyFact> {
        self.parties.iter().find(|known| known.party == party)
    }

    /// The party with this number, to be changed.
    pub fn party_mut(&mut self, party: u64) -> Option<&mut PartyFact> {
        self.parties.iter_mut().find(|known| known.party == party)
    }

    /// Those who are shown: called, or in the room.
    pub fn shown(&self) -> impl Iterator<Item = &PartyFact> {
        self.parties.iter().filter(|party| !party.dropped)
    }

    /// Those who called or answered.
    pub fn present(&self) -> impl Iterator<Item = &PartyFact> {
        self.parties.iter().filter(|party| party.is_present())
    }

    /// Whether the customer is in the room.
    pub fn has_customer(&self) -> bool {
        self.present().any(|party| party.role == CallPartyRole::Customer)
    }
}

/// A transfer that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferFact {
    /// Blind or assisted.
    pub kind: TransferKind,
    /// The agent who transferred.
    pub agent_id: AgentId,
    /// Name of that agent.
    pub agent_name: String,
    /// Where it led.
    pub destination: DestinationFact,
    /// The note for the receiver.
    pub note: String,
    /// When it was asked for.
    pub asked_at: Wall,
    /// When it was over.
    pub ended_at: Wall,
    /// Why it came back; empty if it was accepted.
    pub cause: String,
}

#[cfg(test)]
mod tests {
    use crate::store::{CallPhase, CallRow};

    /// A call that was stored before calls had rooms.
    #[test]
    fn a_call_of_an_older_server_is_read() {
        let stored = r#"{"protocol":"1","unique_id":"c1","call_type":"QUEUE","phone":"5511","telephone":null,"outgoing":false,
            "campaign":null,"schedule":null,"phase":"talking","ring":null,"missed":[]}"#;
        let row: CallRow = serde_json::from_str(stored).unwrap();
        assert_eq!((row.phase, row.room, row.last_party, row.transfers), (CallPhase::Talking, None, 0, Vec::new()));
    }
}
