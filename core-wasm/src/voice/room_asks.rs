//! The agent's requests about the room of a call, and their answers.

use super::machine::{Pending, Voice};
use super::room::{self, RoomWish};
use super::room_machine::{RoomEvent, RoomState, RoomStep};
use super::room_news::failure_text;
use super::timer::VoiceTimer;
use super::{Exit, slices, timers};
use crate::flow::{Answer, Context, Text, WriteEvent};
use crate::shell::SnackbarKind;
use crate::wire::{DestinationKey, DestinationKind, RoomAction};
use janus::{Command, Input};

/// The events of an accepted request are expected within this time; afterwards the list of attendances is refetched.
const NEWS_WITHIN_MS: u64 = 2_000;

/// Reason of a refusal if the customer is no contact (TRF-003).
const NOT_REGISTERED: &str = "CONTACT_NOT_REGISTERED";

fn refusal(wish: Option<&RoomWish>, answer: &Answer) -> Text {
    let cause = answer.reason().unwrap_or_default();
    let is_transfer = matches!(wish, Some(RoomWish::Transfer { .. } | RoomWish::Complete));
    match cause {
        "" if !is_transfer => Text::key("voice.roomFailed"),
        cause => {
            let text = failure_text(cause);
            let fallback = text.fallback.is_some() && !is_transfer;
            if fallback { Text { fallback: Some("voice.roomFailed".to_owned()), ..text } } else { text }
        }
    }
}

impl Voice {
    pub(super) fn await_news(&mut self, context: &mut Context) {
        context.timer(timers::VOICE.of(VoiceTimer::RoomNews), NEWS_WITHIN_MS);
    }

    pub(super) fn send_wish(&mut self, context: &mut Context, id: &str) {
        let Some(call) = self.table.get(id) else { return };
        let Some(wish) = call.room.wish.as_ref() else { return };
        let protocol = call.attendance.as_ref().unwrap_or(&call.room.guest_of);
        let request = wish.request(&self.agent, protocol, id);
        context.request(&mut self.requests, Pending::Room(id.to_owned()), request);
    }

    /// The agent requests a change of the room of the call bar's call. Only one request is pending at a time.
    pub fn change_room(&mut self, context: &mut Context, wish: RoomWish) -> Vec<Exit> {
        let shown = self.shown_call().filter(|(_, call)| call.is_live() && !call.asked.hang_up);
        let Some(id) = shown.map(|(id, _)| id.to_owned()) else { return Vec::new() };
        let Some(call) = self.table.get_mut(&id) else { return Vec::new() };
        let owned = call.attendance.is_some();
        if call.room.state.is_pending() || !wish.is_possible(&call.room, owned, &self.agent) {
            return Vec::new();
        }
        (call.room.failed_before, call.room.wish) = (call.room.failed_at(), Some(wish));
        let step = self.apply_room_event(context, &id, RoomEvent::Ask);
        self.follow_room(context, &id, step)
    }

    /// The agent leaves a conference. A guest hangs up; only the owner sends a request to the server.
    pub fn leave_room(&mut self, context: &mut Context) -> Vec<Exit> {
        let shown = self.shown_call().filter(|(_, call)| call.is_live());
        let is_guest = shown.is_some_and(|(_, call)| call.attendance.is_none());
        let carries = shown.and_then(|(_, call)| call.leg).is_some_and(|leg| leg.number == self.call_number);
        if is_guest && carries && !self.facts.agent_channel {
            return self.on_signalling(context, Input::Command(Command::HangUp));
        }
        self.act_in_room(context, RoomAction::Leave)
    }

    /// The agent talks to the customer, or to the consulted party. After a failed transfer this takes the customer
    /// back.
    pub fn talk_with(&mut self, context: &mut Context, customer: bool) -> Vec<Exit> {
        let told = self.shown_call().and_then(|(_, call)| call.room.told.as_deref());
        let action = match customer {
            true if told.is_some_and(room::is_left_waiting) => RoomAction::CancelTransfer,
            true => RoomAction::TalkWithCustomer,
            false => RoomAction::TalkWithConsulted,
        };
        self.act_in_room(context, action)
    }

    /// The agent transfers the call, or adds a party to it. An invalid destination is refused before a request is sent
    /// (TRF-002).
    pub fn ask_destination(&mut self, context: &mut Context, wish: RoomWish, to: &DestinationKey) -> Vec<Exit> {
        let is_own = to.kind == DestinationKind::Agent && to.id == self.agent.as_str();
        self.destinations.failure = (!room::is_valid(to) || is_own).then(|| Text::key("voice.transferNumberInvalid"));
        context.dirty(slices::CALL_DESTINATIONS.key());
        if self.destinations.failure.is_some() {
            return Vec::new();
        }
        self.change_room(context, wish)
    }

    /// The server answered a request about a room (TRF-012 to TRF-015).
    pub(super) fn on_room_answered(&mut self, context: &mut Context, id: &str, answer: &Answer) -> Vec<Exit> {
        let wish = self.table.get(id).and_then(|call| call.room.wish.clone());
        let protocol = self.table.get(id).and_then(|call| call.attendance.clone());
        let event = match WriteEvent::of(answer) {
            WriteEvent::Accepted => RoomEvent::Accepted,
            WriteEvent::Lost => RoomEvent::Lost,
            WriteEvent::Refused | WriteEvent::FoundDone | WriteEvent::FoundNotDone | WriteEvent::NotFound => {
                RoomEvent::Refused
            }
        };
        let begins = matches!(wish, Some(RoomWish::Transfer { .. }));
        let step = self.apply_room_event(context, id, event);
        let mut exits = self.follow_room(context, id, step);
        let needs_contact = answer.reason() == Some(NOT_REGISTERED);
        if step == RoomStep::TellRefusal && begins && needs_contact {
            // The state of the contact that the page had was older.
            exits.extend(protocol.clone().map(Exit::ContactNeeded));
        } else if step == RoomStep::TellRefusal {
            let text = refusal(wish.as_ref(), answer);
            if matches!(wish, Some(RoomWish::Transfer { .. } | RoomWish::Add(_))) {
                self.destinations.failure = Some(text.clone());
            }
            exits.push(Exit::Snackbar(SnackbarKind::Error, text));
        }
        if begins && event == RoomEvent::Accepted {
            exits.push(Exit::RefreshStatus);
        }
        let closes = step == RoomStep::TellRefusal || event == RoomEvent::Accepted;
        exits.extend(protocol.filter(|_| begins && closes).map(Exit::CloseTransferDialog));
        exits
    }

    /// The events of an accepted request did not arrive: the list of attendances, which contains the rooms, is
    /// refetched.
    pub(super) fn room_news_due(&mut self, context: &mut Context) -> Vec<Exit> {
        let due = self.table.ids_where(|call| matches!(call.room.state, RoomState::Answered { .. }));
        let steps: Vec<RoomStep> =
            due.iter().map(|id| self.apply_room_event(context, id, RoomEvent::NewsDue)).collect();
        if steps.contains(&RoomStep::LookUp) { vec![Exit::LookUp] } else { Vec::new() }
    }

    /// The agent closes the message about a failed transfer.
    pub fn dismiss_failure(&mut self, context: &mut Context) {
        let Some(id) = self.shown_call().map(|(id, _)| id.to_owned()) else { return };
        if let Some(call) = self.table.get_mut(&id) {
            call.room.dismissed = call.room.failed_at();
            context.dirty(slices::CALL_BAR.key());
        }
    }

    /// Requests one action in the room.
    pub fn act_in_room(&mut self, context: &mut Context, action: RoomAction) -> Vec<Exit> {
        self.change_room(context, RoomWish::Do(action, 0))
    }

    /// The agent puts a party on hold, or resumes it: the agent's own leg by the telephone, another party by the
    /// server.
    pub fn hold_party(&mut self, context: &mut Context, party: u64, held: bool) -> Vec<Exit> {
        if self.is_own_party(party) {
            return self.hold(context, held);
        }
        let action = if held { RoomAction::Hold } else { RoomAction::Resume };
        self.change_room(context, RoomWish::Do(action, party))
    }

    /// The agent mutes or unmutes a party: the agent's own microphone in this page, another party by the server.
    pub fn mute_party(&mut self, context: &mut Context, party: u64, muted: bool) -> Vec<Exit> {
        if self.is_own_party(party) {
            return self.mute(context, muted);
        }
        let action = if muted { RoomAction::Mute } else { RoomAction::Unmute };
        self.change_room(context, RoomWish::Do(action, party))
    }

    fn is_own_party(&self, number: u64) -> bool {
        let room = self.shown_call().and_then(|(_, call)| call.room.told.as_ref());
        room.is_some_and(|room| room.parties.iter().any(|party| party.party == number && party.agent_id == self.agent))
    }
}
