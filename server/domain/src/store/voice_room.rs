//! The room of a call, as it is stored with the call: its parties, its open transfer, and earlier transfers.

use serde::{Deserialize, Serialize};
use wire::{AgentId, CallMode, CallPartyRole, DestinationKind, TransferKind, TransferPhase, Wall};

/// A destination of a transfer, with its name at the time of the transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DestinationFact {
    /// Kind of the destination.
    pub kind: DestinationKind,
    /// Id of the agent, queue or campaign, or the number.
    pub id: String,
    /// Name of the agent, queue or campaign; empty for a number.
    pub name: String,
}

/// A party of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyFact {
    /// Party number within the call.
    pub party: u64,
    /// Role of the party.
    pub role: CallPartyRole,
    /// The agent; empty for a customer and an external number.
    pub agent_id: AgentId,
    /// Name of the agent or contact; empty if unknown.
    pub name: String,
    /// Extension or number.
    pub number: String,
    /// Whether the party is to be called, or rings, and has not answered.
    pub ringing: bool,
    /// Whether the telephone system reported that the telephone of the party rings.
    pub offered: bool,
    /// Whether the agent of the party rejected the call; the telephone reports the rejection later.
    pub rejected: bool,
    /// Whether the contact centre removed the party. It is not shown and its agent is free until the telephone system reports its end, or
    /// that it took over the call before.
    pub dropped: bool,
    /// Whether the party is on hold by a command.
    pub held: bool,
    /// Whether the party's own telephone has put the other parties on hold.
    #[serde(default)]
    pub holds: bool,
    /// Whether the microphone of the party is closed in the telephone system.
    pub muted: bool,
    /// When the party joined, began to ring or was requested.
    pub since: Wall,
}

impl PartyFact {
    /// Whether the party called or answered.
    pub fn is_present(&self) -> bool {
        !self.ringing && !self.dropped
    }

    /// The agent of the party, if the telephone rings or the agent is in the call although the attendance is another
    /// agent's.
    pub fn guest(&self) -> Option<&AgentId> {
        let is_guest = !self.dropped && self.role != CallPartyRole::Agent && !self.agent_id.is_empty();
        is_guest.then_some(&self.agent_id)
    }
}

/// The open transfer of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenTransfer {
    /// Kind: blind or assisted.
    pub kind: TransferKind,
    /// Phase of the transfer.
    pub phase: TransferPhase,
    /// Destination of the transfer.
    pub destination: DestinationFact,
    /// The party of the destination.
    pub party: u64,
    /// The note for the receiver.
    pub note: String,
    /// When the phase began.
    pub since: Wall,
    /// When the transfer was requested.
    pub asked_at: Wall,
    /// The agent who transfers.
    pub agent_id: AgentId,
    /// Name of that agent.
    pub agent_name: String,
}

/// Why the last transfer or invitation failed, so that the call came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailureFact {
    /// Destination of the failed transfer.
    pub destination: DestinationFact,
    /// Cause of the failure.
    pub cause: String,
    /// When the call came back.
    pub at: Wall,
}

/// The room of a call: stored as soon as the call has had a third party, or a party on hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomFact {
    /// Which parties talk with each other, as last reported by the telephone system.
    pub mode: CallMode,
    /// The parties by their numbers.
    pub parties: Vec<PartyFact>,
    /// The open transfer.
    pub transfer: Option<OpenTransfer>,
    /// Why the last transfer or invitation failed.
    pub failure: Option<FailureFact>,
}

impl RoomFact {
    /// The party with this number.
    pub fn party(&self, party: u64) -> Option<&PartyFact> {
        self.parties.iter().find(|known| known.party == party)
    }

    /// The party with this number, for a change.
    pub fn party_mut(&mut self, party: u64) -> Option<&mut PartyFact> {
        self.parties.iter_mut().find(|known| known.party == party)
    }

    /// The parties to show: those who are called or in the room.
    pub fn shown(&self) -> impl Iterator<Item = &PartyFact> {
        self.parties.iter().filter(|party| !party.dropped)
    }

    /// The parties who called or answered.
    pub fn present(&self) -> impl Iterator<Item = &PartyFact> {
        self.parties.iter().filter(|party| party.is_present())
    }

    /// Whether the customer is in the room.
    pub fn has_customer(&self) -> bool {
        self.present().any(|party| party.role == CallPartyRole::Customer)
    }
}

/// A completed transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferFact {
    /// Kind: blind or assisted.
    pub kind: TransferKind,
    /// The agent who transferred.
    pub agent_id: AgentId,
    /// Name of that agent.
    pub agent_name: String,
    /// Destination of the transfer.
    pub destination: DestinationFact,
    /// The note for the receiver.
    pub note: String,
    /// When the transfer was requested.
    pub asked_at: Wall,
    /// When the transfer was completed or failed.
    pub ended_at: Wall,
    /// Why the transfer failed; empty if it was accepted.
    pub cause: String,
}

#[cfg(test)]
mod tests {
    use crate::store::{CallPhase, CallRow};

    /// A call that was stored before calls had rooms.
    #[test]
    fn a_call_that_an_older_server_stored_without_a_room_can_be_read() {
        let stored = r#"{"protocol":"1","unique_id":"c1","call_type":"QUEUE","phone":"5511","telephone":null,"outgoing":false,
            "campaign":null,"schedule":null,"phase":"talking","ring":null,"missed":[]}"#;
        let row: CallRow = serde_json::from_str(stored).unwrap();
        assert_eq!((row.phase, row.room, row.last_party, row.transfers), (CallPhase::Talking, None, 0, Vec::new()));
    }
}
