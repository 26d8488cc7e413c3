//! Events of the server about rooms, and their effect on the agent's requests. Repeated, late and reordered events, and
//! events of an earlier call of the same attendance, have no effect.

use super::call::{Call, CallEvent, Progress};
use super::machine::Voice;
use super::room::{self, RoomWish};
use super::room_machine::{RoomEvent, RoomState, RoomStep};
use super::{Exit, slices};
use crate::flow::{Context, Text};
use crate::jobs::EventNumber;
use crate::shell::SnackbarKind;
use crate::wire::{
    CallParty, CallPartyRole, CallRecording, CallRoom, CallSupervisor, CallTransfer, CallUpdateEvent,
    ConferenceStartEvent, ConferenceStopEvent, DestinationKind, Protocol, TransferAcceptedEvent, TransferFailure,
    TransferPhase, TransferRequestEvent, TransferResponseEvent, Wall,
};
use std::collections::BTreeMap;

/// The cause that means that the telephone system is unreachable (TRF-013).
const OFFLINE: &str = "offline";

/// The text of a transfer that failed or was refused (TRF-014, TRF-025).
pub(super) fn failure_text(cause: &str) -> Text {
    match cause {
        "" => Text::key("transfers.failed"),
        OFFLINE => Text::key("voiceServerOffline"),
        cause => Text::reason("transferError", cause, &BTreeMap::new(), "transfers.failed"),
    }
}

impl Voice {
    /// Whether the call continues and is the present one of this attendance, or one in which this agent is a guest.
    fn is_present(&self, protocol: &Protocol, id: &str) -> bool {
        let is_live = self.table.get(id).is_some_and(Call::is_live);
        is_live && (self.is_owned(id, protocol) || self.is_guest(id, protocol))
    }

    fn is_owned(&self, id: &str, protocol: &Protocol) -> bool {
        self.jobs.get(protocol).is_some_and(|job| job.call == id)
            && self.table.get(id).is_some_and(|call| call.attendance.as_ref() == Some(protocol))
    }

    fn is_guest(&self, id: &str, protocol: &Protocol) -> bool {
        self.table.get(id).is_some_and(|call| call.attendance.is_none() && call.room.guest_of == *protocol)
    }

    /// Whether the agent is in the room of another agent's call, also until the attendance belongs to the agent.
    /// `None`: unknown after a reload until the server reports it.
    pub fn is_guest_in_room(&self) -> Option<bool> {
        let is_guest = |call: &Call| {
            call.progress == Progress::Talking && call.attendance.is_none() && !call.room.guest_of.is_empty()
        };
        let is_in = self.table.iter().any(|(_, call)| is_guest(call));
        (is_in || self.rooms_listed).then_some(is_in)
    }

    /// Whether the event is older than the known state of the call; otherwise its number is remembered.
    pub(super) fn is_old_news(&mut self, id: &str, number: Option<EventNumber>) -> bool {
        let Some(call) = self.table.get_mut(id) else { return false };
        if call.room.is_stale(number.as_ref()) {
            return true;
        }
        call.room.news = number.or(call.room.news.take());
        false
    }

    /// Changes the state of a room's request; the caller executes the action that follows.
    pub(super) fn apply_room_event(&mut self, context: &mut Context, id: &str, event: RoomEvent) -> RoomStep {
        let Some(call) = self.table.get_mut(id) else { return RoomStep::Nothing };
        let (state, step) = call.room.state.after(event);
        call.room.state = state;
        context.dirty(slices::CALL_BAR.key());
        context.dirty(slices::CALL_DESTINATIONS.key());
        step
    }

    /// The server reports the room of a call that continues.
    fn tell_room(&mut self, context: &mut Context, id: &str, told: Option<CallRoom>, listed: bool) -> Vec<Exit> {
        let agent = self.agent.clone();
        let Some(call) = self.table.get_mut(id).filter(|call| call.is_live()) else { return Vec::new() };
        let open = told.as_ref().is_some_and(room::is_open);
        let wish = call.room.wish.as_ref();
        let done = wish.is_some_and(|wish| wish.is_done(told.as_ref(), &call.room));
        let is_guest = call.attendance.is_none();
        let joins = is_guest && told.as_ref().is_some_and(|room| room::has_joined(room, &agent));
        let leaves = is_guest && told.is_none();
        call.room.told = told.map(Box::new);
        let event = if listed { RoomEvent::Listed { open, done } } else { RoomEvent::Told { open, done } };
        let step = self.apply_room_event(context, id, event);
        let exits = self.follow_room(context, id, step);
        if joins {
            // Also if a desk telephone answered the call.
            self.take_event(context, id, CallEvent::Answered);
        }
        // The leg of a guest shows when the call has ended; without a leg the server reports it.
        if leaves && self.table.get(id).is_some_and(|call| call.leg.is_none() && call.progress == Progress::Talking) {
            self.table.remove(id);
        }
        exits
    }

    pub(super) fn follow_room(&mut self, context: &mut Context, id: &str, step: RoomStep) -> Vec<Exit> {
        let wish = match self.table.get_mut(id) {
            Some(call) if !call.room.state.is_pending() => call.room.wish.take(),
            Some(_) | None => None,
        };
        match step {
            RoomStep::Nothing | RoomStep::TellRefusal | RoomStep::HandOver => Vec::new(),
            RoomStep::Send => {
                self.send_wish(context, id);
                Vec::new()
            }
            RoomStep::AwaitNews => {
                self.await_news(context);
                Vec::new()
            }
            RoomStep::LookUp => vec![Exit::LookUp],
            RoomStep::TellNotDone => {
                let text = match wish {
                    Some(RoomWish::Transfer { .. }) => Text::key("transfers.failed"),
                    _ => Text::key("voice.roomFailed"),
                };
                vec![Exit::Snackbar(SnackbarKind::Error, text)]
            }
        }
    }

    /// The parties of a call have changed.
    pub fn on_call_update(
        &mut self,
        context: &mut Context,
        event: CallUpdateEvent,
        number: Option<EventNumber>,
    ) -> Vec<Exit> {
        let CallUpdateEvent { protocol, unique_id: id, room, supervisors, recording } = event;
        if self.table.get(&id).is_none() && room.as_ref().is_some_and(|room| room::has_joined(room, &self.agent)) {
            self.enter_as_guest(context, &id, &protocol, room.as_ref());
        }
        if let Some(call) = self.table.get_mut(&id).filter(|call| call.attendance.is_none()) {
            call.room.guest_of.clone_from(&protocol);
        }
        if !self.is_present(&protocol, &id) || self.is_old_news(&id, number) {
            return Vec::new();
        }
        if self.tell_beside(context, &id, supervisors, recording) && self.has_room(&id, room.as_ref()) {
            // What stands beside the room answers no request about it: one of the agent still waits for its own news.
            return Vec::new();
        }
        self.tell_room(context, &id, room, false)
    }

    /// Takes what stands beside the room. Returns whether it changed and answers no request of the agent.
    fn tell_beside(
        &mut self,
        context: &mut Context,
        id: &str,
        supervisors: Vec<CallSupervisor>,
        recording: Option<CallRecording>,
    ) -> bool {
        let Some(room) = self.table.get_mut(id).map(|call| &mut call.room) else { return false };
        if room.supervisors == supervisors && room.recording == recording {
            return false;
        }
        (room.supervisors, room.recording) = (supervisors, recording);
        context.dirty(slices::CALL_BAR.key());
        !room.asks_recording()
    }

    /// Whether the page knows this room of a call.
    fn has_room(&self, id: &str, room: Option<&CallRoom>) -> bool {
        self.table.get(id).is_some_and(|call| call.room.told.as_deref() == room)
    }

    /// The attendance in an event contains this room.
    pub fn on_job_room(
        &mut self,
        context: &mut Context,
        told: CallUpdateEvent,
        number: Option<EventNumber>,
    ) -> Vec<Exit> {
        let id = &told.unique_id;
        if !self.is_owned(id, &told.protocol) || self.is_old_news(id, number) {
            return Vec::new();
        }
        self.tell_beside(context, id, told.supervisors, told.recording);
        self.tell_room(context, id, told.room, false)
    }

    /// The server's list contains the rooms as of `as_of_seq` of `epoch`: those of the agent's attendances, and those
    /// in which the agent is a guest. The state from a later event is kept.
    pub fn on_rooms_listed(
        &mut self,
        context: &mut Context,
        rooms: Vec<CallUpdateEvent>,
        guests: Option<Vec<CallUpdateEvent>>,
        as_of_seq: u64,
        epoch: &str,
    ) -> Vec<Exit> {
        let mut exits = Vec::new();
        let is_later = |call: &Call| call.room.news.as_ref().is_some_and(|news| news.is_after(as_of_seq, epoch));
        for CallUpdateEvent { protocol, unique_id: id, room, supervisors, recording } in rooms {
            if self.is_owned(&id, &protocol) && self.table.get(&id).is_some_and(|call| !is_later(call)) {
                self.tell_beside(context, &id, supervisors, recording);
                exits.extend(self.tell_room(context, &id, room, false));
            }
        }
        let Some(guests) = guests else { return exits };
        self.rooms_listed = true;
        let is_listed = |id: &str| guests.iter().any(|guest| guest.unique_id == id);
        let is_guest = |call: &Call| call.attendance.is_none() && call.room.told.is_some();
        let left: Vec<String> = self
            .table
            .iter()
            .filter(|(id, call)| is_guest(call) && !is_later(call) && !is_listed(id))
            .map(|(id, _)| id.to_owned())
            .collect();
        for id in left {
            exits.extend(self.tell_room(context, &id, None, false));
        }
        for guest in guests {
            if self.table.get(&guest.unique_id).is_none_or(|call| !is_later(call)) {
                exits.extend(self.on_call_update(context, guest, None));
            }
        }
        exits
    }

    /// A list that is newer than every request was applied: a requested change is in it, or was never carried out.
    pub fn settle_rooms(&mut self, context: &mut Context) -> Vec<Exit> {
        let is_open_question =
            |call: &Call| matches!(call.room.state, RoomState::Answered { .. } | RoomState::Doubted { .. });
        let ids = self.table.ids_where(is_open_question);
        ids.iter()
            .flat_map(|id| {
                let told = self.table.get(id).and_then(|call| call.room.told.as_deref().cloned());
                self.tell_room(context, id, told, true)
            })
            .collect()
    }

    /// A transfer began (TRF-005), so the sender knows that the server has accepted the request.
    pub fn on_transfer_begun(
        &mut self,
        context: &mut Context,
        event: &TransferRequestEvent,
        number: Option<EventNumber>,
    ) -> Vec<Exit> {
        let id = &event.unique_id;
        let is_own = event.from_agent_id == self.agent && self.is_owned(id, &event.protocol);
        if !is_own || !self.is_present(&event.protocol, id) || self.is_old_news(id, number) {
            return Vec::new();
        }
        let mut room = self.told(id);
        if room.transfer.is_none() {
            room.transfer = Some(CallTransfer {
                kind: event.kind,
                phase: TransferPhase::Asked,
                destination: event.destination.clone(),
                since: context.happened_at(),
                ..CallTransfer::default()
            });
            room.failure = None;
        }
        self.tell_room(context, id, Some(room), false)
    }

    fn told(&self, id: &str) -> CallRoom {
        self.table.get(id).and_then(|call| call.room.told.as_deref().cloned()).unwrap_or_default()
    }

    /// A transfer or an invitation ended with a result (TRF-008, TRF-009).
    pub fn on_transfer_response(
        &mut self,
        context: &mut Context,
        event: &TransferResponseEvent,
        number: Option<EventNumber>,
    ) -> Vec<Exit> {
        let id = &event.unique_id;
        let Some(call) = self.table.get(id) else { return Vec::new() };
        if call.attendance.is_none() {
            return self.offer_ends(context, event, number);
        }
        if !self.is_present(&event.protocol, id) || self.is_old_news(id, number) || event.accepted {
            return Vec::new();
        }
        let mut room = self.told(id);
        let transfer = room.transfer.take();
        if let Some(transfer) = transfer {
            room.parties.retain(|party| party.party != transfer.party || !party.ringing || party.party == 0);
        }
        let is_known = room
            .failure
            .as_ref()
            .is_some_and(|failure| failure.cause == event.cause && failure.destination == event.destination);
        if !is_known {
            room.failure = Some(TransferFailure {
                destination: event.destination.clone(),
                cause: event.cause.clone(),
                at: context.happened_at(),
            });
        }
        let mut exits = self.tell_room(context, id, Some(room), false);
        exits.push(Exit::CloseTransferDialog(event.protocol.clone()));
        exits.push(Exit::Announce(failure_text(&event.cause)));
        exits
    }

    /// The attendance has another owner (TRF-010, TRF-011). If the customer now talks to an external number, the
    /// attendance of this agent has ended.
    pub fn on_handed_over(
        &mut self,
        context: &mut Context,
        event: &TransferAcceptedEvent,
        number: Option<EventNumber>,
    ) -> Vec<Exit> {
        let (id, protocol) = (&event.unique_id, &event.protocol);
        if !self.is_owned(id, protocol) || self.is_old_news(id, number) {
            return Vec::new();
        }
        if self.apply_room_event(context, id, RoomEvent::HandedOver) != RoomStep::HandOver {
            return Vec::new();
        }
        let at = context.happened_at();
        self.take_event_of(context, id, CallEvent::HungUpHere, at);
        if let Some(call) = self.table.get_mut(id) {
            call.asked = Default::default();
        }
        self.forget_note(context, protocol);
        match event.destination.kind {
            DestinationKind::Number => vec![Exit::EndJob(protocol.clone(), at), Exit::RefreshStatus],
            DestinationKind::Agent | DestinationKind::Queue | DestinationKind::Campaign => {
                vec![Exit::HandedOver(protocol.clone())]
            }
        }
    }

    /// A party joined a conference (TRF-028).
    pub fn on_conference_start(
        &mut self,
        context: &mut Context,
        event: ConferenceStartEvent,
        number: Option<EventNumber>,
    ) -> Vec<Exit> {
        let ConferenceStartEvent { protocol, unique_id: id, party, user } = event;
        if !self.is_present(&protocol, &id) || self.is_old_news(&id, number) {
            return Vec::new();
        }
        let mut room = self.told(&id);
        let since = context.happened_at();
        match room.parties.iter_mut().find(|known| known.party == party) {
            Some(known) if known.ringing => (known.ringing, known.since) = (false, since),
            Some(_) => {}
            None => {
                let role = CallPartyRole::Colleague;
                room.parties.push(CallParty { party, role, name: user.clone(), since, ..CallParty::default() });
            }
        }
        let mut exits = self.tell_room(context, &id, Some(room), false);
        exits.push(Exit::Announce(Text::key("voice.partyJoined").with("name", user)));
        exits
    }

    /// The conference has ended: only agent and customer are in the call (TRF-029).
    pub fn on_conference_stop(
        &mut self,
        context: &mut Context,
        event: &ConferenceStopEvent,
        number: Option<EventNumber>,
    ) -> Vec<Exit> {
        let id = &event.unique_id;
        if !self.is_present(&event.protocol, id) || self.is_old_news(id, number) {
            return Vec::new();
        }
        let mut room = self.told(id);
        let had_room = self.table.get(id).is_some_and(|call| call.room.told.is_some());
        let is_guest = self.table.get(id).is_some_and(|call| call.attendance.is_none());
        if room.transfer.is_none() && !is_guest {
            room.parties.retain(|party| !room::is_added(party));
        }
        let is_left = room::is_open(&room) || room.failure.is_some() || is_guest;
        let mut exits = self.tell_room(context, id, Some(room).filter(|_| had_room && is_left), false);
        exits.push(Exit::Snackbar(SnackbarKind::Info, Text::key("conferenceEnded")));
        exits
    }
}

/// The time from which the room's timer counts: the start of the transfer's phase, otherwise the time at which the last
/// party joined.
pub(super) fn since(room: &CallRoom) -> Wall {
    let joined = || room.parties.iter().filter(|party| !party.ringing).map(|party| party.since).max();
    room.transfer.as_ref().map(|transfer| transfer.since).or_else(joined).unwrap_or_default()
}
