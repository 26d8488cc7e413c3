//! The room of a call: its parties and its transfer as the server reports them, and the changes that the agent requests
//! (TRF-001 to TRF-030). The page shows the server's room; a request is only pending. The room is part of the
//! [`Call`](super::Call), so that an event of an earlier call of an attendance does not change it.

use super::room_machine::{RoomEvent, RoomState};
use crate::flow::{HttpRequest, ServerWrite, path};
use crate::jobs::EventNumber;
use crate::wire::{
    AgentId, CallMode, CallParty, CallPartyRole, CallRecording, CallRoom, CallSupervisor, CallTransfer, Channel,
    ConferenceRequest, DestinationKey, DestinationKind, Protocol, RoomAction, RoomActionRequest, TransferKind,
    TransferPhase, VoiceRoomRequest, VoiceTransferRequest, Wall,
};

/// Number of digits of a typed number (TRF-002).
const NUMBER_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;

/// The state of the room of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    /// The room as the server reported it last; `None`: only agent and customer are in the call.
    pub told: Option<Box<CallRoom>>,
    /// The state of the agent's request about the room.
    pub state: RoomState,
    /// The change that the agent requested, until its result is known.
    pub wish: Option<RoomWish>,
    /// The attendance whose room it is, while this agent is a guest in the room or is called into it.
    pub guest_of: Protocol,
    /// The supervisors in the call, if the agent may know of them.
    pub supervisors: Vec<CallSupervisor>,
    /// The recording of the call, as the server reported it last.
    pub recording: Option<CallRecording>,
    /// Number of the last event that reported the recording.
    pub news: Option<EventNumber>,
    /// The failure whose message the agent has closed, by its time.
    pub dismissed: Option<Wall>,
    /// The failure that was known when the agent sent the request.
    pub failed_before: Option<Wall>,
}

impl Room {
    /// The call ended: the room is empty.
    pub fn end(&mut self) {
        (self.state, _) = self.state.after(RoomEvent::Ended);
        (self.told, self.wish) = (None, None);
        (self.supervisors, self.recording) = (Vec::new(), None);
    }

    /// The call continues although it counted as ended.
    pub fn reopen(&mut self) {
        if self.state == RoomState::Over {
            self.state = RoomState::Idle;
        }
    }

    /// Whether an event with this number is older than the known state.
    pub fn is_stale(&self, number: Option<&EventNumber>) -> bool {
        match (&self.news, number) {
            (Some(news), Some(number)) => {
                let epoch = news.epoch.as_deref().unwrap_or_default();
                number.is_comparable(epoch) && number.seq <= news.seq
            }
            (None, _) | (_, None) => false,
        }
    }

    /// Whether what the agent asked for is about the recording.
    pub fn asks_recording(&self) -> bool {
        matches!(self.wish, Some(RoomWish::Do(RoomAction::PauseRecording | RoomAction::ResumeRecording, _)))
    }

    /// Whether silence is recorded; `None`: nothing is.
    pub fn paused(&self) -> Option<bool> {
        self.recording.as_ref().map(|recording| recording.paused_since.is_some())
    }

    /// When the last failure happened.
    pub fn failed_at(&self) -> Option<Wall> {
        self.told.as_ref()?.failure.as_ref().map(|failure| failure.at)
    }
}

/// Whether the room is more than agent and customer in conversation: a third party, an open transfer, or a party on
/// hold or muted. After a failed transfer the customer hears music until the agent takes the customer back.
pub fn is_open(room: &CallRoom) -> bool {
    let is_apart = |party: &CallParty| party.held || party.muted;
    room.parties.len() > 2 || room.transfer.is_some() || is_left_waiting(room) || room.parties.iter().any(is_apart)
}

/// Whether the customer hears music because of a failed transfer.
pub fn is_left_waiting(room: &CallRoom) -> bool {
    room.transfer.is_none() && room.mode != CallMode::Together
}

/// Whether the agent is in the room and not only called.
pub fn has_joined(room: &CallRoom, agent: &AgentId) -> bool {
    room.parties.iter().any(|party| party.agent_id == *agent && !party.ringing)
}

/// Whether the destination is valid: a typed number has 8 to 15 digits and no other characters (TRF-002).
pub fn is_valid(destination: &DestinationKey) -> bool {
    match destination.kind {
        DestinationKind::Number => {
            destination.id.bytes().all(|letter| letter.is_ascii_digit())
                && NUMBER_DIGITS.contains(&destination.id.len())
        }
        DestinationKind::Agent | DestinationKind::Queue | DestinationKind::Campaign => !destination.id.is_empty(),
    }
}

/// Whether the open transfer can be completed: an assisted one can, from the first ring on.
pub fn can_complete(transfer: &CallTransfer) -> bool {
    match (transfer.kind, transfer.phase) {
        (TransferKind::Assisted, TransferPhase::Ringing | TransferPhase::Consulting | TransferPhase::WithCustomer) => {
            true
        }
        (TransferKind::Assisted, TransferPhase::Asked | TransferPhase::Completing) | (TransferKind::Blind, _) => false,
    }
}

/// Whether the open transfer can be cancelled: until it is being completed.
pub fn can_cancel(transfer: &CallTransfer) -> bool {
    match transfer.phase {
        TransferPhase::Asked | TransferPhase::Ringing | TransferPhase::Consulting | TransferPhase::WithCustomer => true,
        TransferPhase::Completing => false,
    }
}

/// A change of the room that the agent requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomWish {
    /// A transfer begins.
    Transfer {
        /// Blind, or assisted.
        kind: TransferKind,
        /// The destination of the transfer.
        destination: DestinationKey,
        /// The note for the receiver.
        note: String,
    },
    /// The transfer is completed.
    Complete,
    /// An agent or number is called for a conference.
    Add(DestinationKey),
    /// The conference ends: the added parties leave.
    EndConference,
    /// One other action in the room.
    Do(RoomAction, u64),
}

impl RoomWish {
    /// Whether the agent can ask for it in the room. `owned`: the attendance is the agent's; a guest can only leave.
    pub fn is_possible(&self, known: &Room, owned: bool, agent: &AgentId) -> bool {
        let room = known.told.as_deref();
        let transfer = room.and_then(|room| room.transfer.as_ref());
        let phase = transfer.map(|transfer| transfer.phase);
        let is_consulting = matches!(phase, Some(TransferPhase::Consulting | TransferPhase::WithCustomer));
        let other = |number: u64| {
            room.and_then(|room| room.parties.iter().find(|party| party.party == number && party.agent_id != *agent))
        };
        match self {
            Self::Do(RoomAction::Leave, _) => room.is_some() && transfer.is_none() || !owned,
            _ if !owned => false,
            Self::Transfer { .. } | Self::Add(_) => true,
            Self::Complete => transfer.is_some_and(can_complete),
            Self::EndConference => room.is_some_and(is_open),
            Self::Do(RoomAction::CancelTransfer, _) => {
                transfer.is_some_and(can_cancel) || room.is_some_and(is_left_waiting)
            }
            Self::Do(RoomAction::TalkWithCustomer | RoomAction::TalkWithConsulted | RoomAction::Join, _) => {
                is_consulting
            }
            Self::Do(RoomAction::Hold | RoomAction::Resume | RoomAction::Mute | RoomAction::Unmute, number) => {
                other(*number).is_some_and(|party| !party.ringing)
            }
            Self::Do(RoomAction::Remove, number) => other(*number).is_some(),
            Self::Do(RoomAction::PauseRecording, _) => known.paused() == Some(false),
            Self::Do(RoomAction::ResumeRecording, _) => known.paused() == Some(true),
        }
    }

    /// Whether what was asked for is so in the server's room. `known`: the recording, and the failure that was known when it was asked. A left
    /// attendance is an event of its own.
    pub fn is_done(&self, room: Option<&CallRoom>, known: &Room) -> bool {
        let transfer = room.and_then(|room| room.transfer.as_ref());
        let failed = room.and_then(|room| room.failure.as_ref()).map(|failure| failure.at);
        let has_failed = failed.is_some() && failed != known.failed_before;
        let parties = room.map(|room| room.parties.as_slice()).unwrap_or_default();
        let party = |number: u64| parties.iter().find(|party| party.party == number);
        let is = |party: &CallParty, key: &DestinationKey| match key.kind {
            DestinationKind::Agent => party.agent_id.as_str() == key.id,
            DestinationKind::Number => party.number == key.id,
            DestinationKind::Queue | DestinationKind::Campaign => false,
        };
        match self {
            Self::Transfer { .. } => transfer.is_some() || has_failed,
            Self::Complete => transfer.is_none_or(|transfer| {
                transfer.kind == TransferKind::Blind || transfer.phase == TransferPhase::Completing
            }),
            Self::Add(destination) => parties.iter().any(|party| is(party, destination)) || has_failed,
            Self::EndConference => !parties.iter().any(is_added),
            Self::Do(RoomAction::CancelTransfer, _) => {
                transfer.is_none() && room.is_none_or(|room| room.mode == CallMode::Together)
            }
            Self::Do(RoomAction::TalkWithCustomer, _) => room.is_none_or(|room| room.mode != CallMode::Consulting),
            Self::Do(RoomAction::TalkWithConsulted, _) => room.is_none_or(|room| room.mode != CallMode::WithCustomer),
            Self::Do(RoomAction::Join, _) => transfer.is_none(),
            Self::Do(RoomAction::Hold, number) => party(*number).is_none_or(|party| party.held),
            Self::Do(RoomAction::Resume, number) => party(*number).is_none_or(|party| !party.held),
            Self::Do(RoomAction::Mute, number) => party(*number).is_none_or(|party| party.muted),
            Self::Do(RoomAction::Unmute, number) => party(*number).is_none_or(|party| !party.muted),
            Self::Do(RoomAction::Remove, number) => party(*number).is_none(),
            Self::Do(RoomAction::Leave, _) => room.is_none(),
            Self::Do(RoomAction::PauseRecording, _) => known.paused() != Some(false),
            Self::Do(RoomAction::ResumeRecording, _) => known.paused() != Some(true),
        }
    }

    /// The HTTP request of the change.
    pub fn request(&self, agent: &AgentId, protocol: &Protocol, id: &str) -> HttpRequest {
        let (agent_id, protocol, unique_id) = (agent.clone(), protocol.clone(), id.to_owned());
        let channel = Channel::Voice;
        let plain = |write: ServerWrite, to: &'static str| {
            let body = VoiceRoomRequest {
                agent_id: agent_id.clone(),
                channel,
                protocol: protocol.clone(),
                unique_id: unique_id.clone(),
            };
            write.post(to).json(&body)
        };
        match self {
            Self::Transfer { kind, destination, note } => {
                let to = match kind {
                    TransferKind::Blind => path!["job", "voice", "transfer"],
                    TransferKind::Assisted => path!["job", "voice", "transfer-request"],
                };
                ServerWrite::TransferCall.post(to).json(&VoiceTransferRequest {
                    agent_id,
                    channel,
                    protocol,
                    unique_id,
                    destination: destination.clone(),
                    observation: note.clone(),
                })
            }
            Self::Complete => plain(ServerWrite::CompleteTransfer, "job/voice/transfer-accept"),
            Self::EndConference => plain(ServerWrite::EndConference, "voice/end-conference"),
            Self::Add(destination) => ServerWrite::AddToConference
                .post(path!["voice", "start-conference"])
                .json(&ConferenceRequest { agent_id, channel, protocol, unique_id, destination: destination.clone() }),
            Self::Do(action, party) => ServerWrite::ChangeRoom.post(path!["voice", "room"]).json(&RoomActionRequest {
                agent_id,
                channel,
                protocol,
                unique_id,
                action: *action,
                party: *party,
            }),
        }
    }
}

/// Whether a party was added to the call of agent and customer.
pub fn is_added(party: &CallParty) -> bool {
    matches!(party.role, CallPartyRole::Consulted | CallPartyRole::Colleague)
}
