//! The view of the room of a call: the server's room with the names of its parties, and the actions that are possible
//! now.

use super::call::Call;
use super::machine::Voice;
use super::media::CallPhase;
use super::room::{Room, can_cancel, can_complete, is_open};
use super::room_news::{failure_text, since};
use super::room_view::{CallPartyView, CallRoomView, CallTransferView, TransferFailureView};
use crate::shell::{avatar_color, initials};
use crate::wire::{
    CallMode, CallParty, CallPartyRole, CallRoom, CallTransfer, TransferDestination, TransferPhase, Wall, is_visible,
};

/// Facts besides the room on which the view of the room depends.
#[derive(Clone, Copy, Debug)]
struct Viewer {
    /// The attendance is this agent's.
    owned: bool,
    /// A request about the room is pending.
    pending: bool,
    /// The agent's microphone is muted in this page.
    muted: bool,
    /// The agent's own leg is on hold.
    held: bool,
}

impl Voice {
    /// The view of the room of a call; `None` if only agent and customer are in the call and no transfer has failed.
    /// `owned`: the attendance is this agent's.
    pub(super) fn room_view(&self, call: &Call, owned: bool) -> Option<CallRoomView> {
        if !call.is_live() {
            return None;
        }
        let Room { told, state, dismissed, .. } = &call.room;
        let told = told.as_deref()?;
        let failure = told.failure.as_ref().filter(|failure| told.transfer.is_none() && *dismissed != Some(failure.at));
        if !is_open(told) && failure.is_none() {
            return None;
        }
        let carries = self.facts.agent_channel || call.leg.is_some_and(|leg| leg.number == self.call_number);
        let audio = self.audio();
        let viewer = Viewer {
            owned,
            pending: state.is_pending() || call.asked.hang_up,
            muted: carries && audio.muted,
            held: carries && audio.phase == CallPhase::Held,
        };
        let is_own = |party: &CallParty| !self.agent.is_empty() && party.agent_id == self.agent;
        let mut parties: Vec<&CallParty> = told.parties.iter().collect();
        parties.sort_by_key(|party| (!is_own(party), party.party));
        let successor = successor(told, |party| is_own(party)).filter(|_| owned && told.transfer.is_none());
        Some(CallRoomView {
            mode: told.mode,
            since: since(told).as_js(),
            parties: parties.into_iter().map(|party| party_view(told, party, is_own(party), viewer)).collect(),
            transfer: told.transfer.as_ref().map(|transfer| transfer_view(transfer, viewer)),
            failure: failure.map(|failure| TransferFailureView {
                name: destination_name(&failure.destination),
                text: failure_text(&failure.cause),
                at: failure.at.as_js(),
            }),
            owned,
            successor: successor.map(shown_name),
            pending: viewer.pending,
        })
    }
}

/// The party who takes the customer over when the agent leaves a conference: the agent who joined first, otherwise the
/// external number that was added.
fn successor(room: &CallRoom, is_own: impl Fn(&CallParty) -> bool) -> Option<&CallParty> {
    let can = |party: &&CallParty| party.role != CallPartyRole::Customer && !party.ringing && !is_own(party);
    room.parties.iter().filter(can).min_by_key(|party| (party.agent_id.is_empty(), party.since, party.party))
}

fn shown_name(party: &CallParty) -> String {
    if is_visible(&party.name) { party.name.clone() } else { party.number.clone() }
}

fn destination_name(destination: &TransferDestination) -> String {
    if is_visible(&destination.name) { destination.name.clone() } else { destination.id.clone() }
}

/// Whether a party hears music: it is on hold, or the others talk without it. A customer also hears music while the
/// destination of a transfer rings.
fn has_music(room: &CallRoom, party: &CallParty) -> bool {
    let is_ringing = room.transfer.as_ref().is_some_and(|transfer| transfer.phase == TransferPhase::Ringing);
    let by_mode = match (room.mode, party.role) {
        (CallMode::Consulting, CallPartyRole::Customer | CallPartyRole::Colleague)
        | (CallMode::WithCustomer, CallPartyRole::Consulted) => true,
        (CallMode::Together, CallPartyRole::Customer) => is_ringing,
        (CallMode::Consulting, CallPartyRole::Agent | CallPartyRole::Consulted)
        | (CallMode::WithCustomer, CallPartyRole::Customer | CallPartyRole::Agent | CallPartyRole::Colleague)
        | (CallMode::Together, CallPartyRole::Agent | CallPartyRole::Consulted | CallPartyRole::Colleague) => false,
    };
    !party.ringing && (party.held || by_mode)
}

fn party_view(room: &CallRoom, party: &CallParty, own: bool, viewer: Viewer) -> CallPartyView {
    let name = shown_name(party);
    CallPartyView {
        party: party.party,
        role: party.role,
        own,
        initials: initials(&name),
        color: avatar_color(&name).to_owned(),
        name,
        number: party.number.clone(),
        ringing: party.ringing,
        music: has_music(room, party),
        held: if own { viewer.held } else { party.held },
        muted: party.muted || (own && viewer.muted),
        since: party.since.as_js(),
        controls: viewer.owned && !own && !viewer.pending && room.transfer.is_none(),
    }
}

fn transfer_view(transfer: &CallTransfer, viewer: Viewer) -> CallTransferView {
    let CallTransfer { kind, phase, destination, note, since, .. } = transfer;
    let can_act = viewer.owned && !viewer.pending;
    CallTransferView {
        kind: *kind,
        phase: *phase,
        destination_kind: destination.kind,
        name: destination_name(destination),
        note: note.clone(),
        since: Wall::as_js(*since),
        // The server reports a transfer only after it has begun.
        accepted: true,
        waiting_for_confirmation: matches!(phase, TransferPhase::Asked | TransferPhase::Ringing),
        can_complete: can_act && can_complete(transfer),
        can_cancel: can_act && can_cancel(transfer),
    }
}
