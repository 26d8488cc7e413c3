//! Calls into rooms that ring for this agent: transfers to the agent and invitations to a conference (TRF-006), and the
//! rooms in which the agent is a guest.

use super::Exit;
use super::call::{Call, CallEvent, CallKind, Progress};
use super::machine::Voice;
use crate::flow::{Context, Text};
use crate::jobs::EventNumber;
use crate::shell::SnackbarKind;
use crate::wire::{AckCallRequestEvent, CallParty, CallPartyRole, CallRoom, Protocol, TransferResponseEvent};
use std::collections::BTreeMap;

/// The text about a ring that ended before this agent answered.
fn ring_ended(cause: &str) -> Text {
    match cause {
        "" => Text::key("voice.ringEnded.other"),
        cause => Text::reason("voice.ringEnded", cause, &BTreeMap::new(), "voice.ringEnded.other"),
    }
}

impl Voice {
    /// A call rings for this agent because of a transfer or a conference (TRF-006).
    pub fn on_transfer_offer(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        info: AckCallRequestEvent,
        number: Option<EventNumber>,
        ack_call: bool,
    ) -> Vec<Exit> {
        let id = info.unique_id.clone();
        let is_over = number.as_ref().is_some_and(|number| self.over.has_ended_after(&id, number));
        let is_known = self.table.get(&id).is_some_and(|call| call.room.is_stale(number.as_ref()));
        if is_over || is_known {
            return Vec::new();
        }
        let exits = self.on_request(context, info, number.clone(), ack_call);
        if let Some(call) = self.table.get_mut(&id).filter(|call| call.attendance.is_none()) {
            call.room.guest_of.clone_from(protocol);
            call.room.news = number.or(call.room.news.take());
        }
        exits
    }

    /// The ring of an offer ended, with a reason. If the agent has answered, the leg shows its own end.
    pub(super) fn offer_ends(
        &mut self,
        context: &mut Context,
        event: &TransferResponseEvent,
        number: Option<EventNumber>,
    ) -> Vec<Exit> {
        let id = &event.unique_id;
        if self.is_old_news(id, number.clone()) {
            return Vec::new();
        }
        let Some(progress) = self.table.get(id).map(|call| call.progress) else { return Vec::new() };
        match (progress, event.accepted) {
            (Progress::Unnamed | Progress::Asking, true) => {
                self.take_event(context, id, CallEvent::Accept);
                Vec::new()
            }
            (Progress::Unnamed | Progress::Asking | Progress::Accepted | Progress::Rejected, false) => {
                if let Some(number) = number {
                    self.over.note_end(id, number);
                }
                if progress == Progress::Accepted && self.has_accepted_leg(id) {
                    return Vec::new();
                }
                let is_rejected = progress == Progress::Rejected;
                self.table.remove(id);
                let told = (!is_rejected).then(|| Exit::Snackbar(SnackbarKind::Info, ring_ended(&event.cause)));
                told.into_iter().collect()
            }
            (Progress::Accepted | Progress::Rejected, true)
            | (Progress::Dialling | Progress::Talking | Progress::Machine | Progress::Ended, _) => Vec::new(),
        }
    }

    /// This agent is in a room whose ring this page did not receive: after a reload, or on another telephone.
    pub(super) fn enter_as_guest(
        &mut self,
        context: &mut Context,
        id: &str,
        protocol: &Protocol,
        room: Option<&CallRoom>,
    ) {
        if self.jobs.get(protocol).is_some() {
            // An earlier call of this agent's attendance, or the event of the attendance itself is expected.
            return;
        }
        let is_customer = |party: &&CallParty| party.role == CallPartyRole::Customer;
        let customer = room.and_then(|room| room.parties.iter().find(is_customer));
        let phone = customer.map(|party| party.number.clone()).unwrap_or_default();
        let mut call = Call::new(CallKind::Queue, Progress::Accepted, &phone, context.mono());
        call.room.guest_of = protocol.clone();
        self.table.insert(id, call);
    }
}
