//! Ends of calls: the agent hangs up or finishes the attendance, and the server sends the hang-up event (spec session
//! §4 "Hangup").

use super::call::{Call, CallEvent, Progress};
use super::machine::{LookUp, Pending, Voice};
use super::room::RoomWish;
use super::timer::VoiceTimer;
use super::{Exit, records, timers};
use crate::flow::{Answer, Context, ServerWrite, Sound, Text, Tone, path};
use crate::shell::SnackbarKind;
use crate::wire::{HangupEvent, Protocol, RoomAction, Wall};
use janus::Input;
use janus::hangup::{HangUpAction, HangUpFacts, HangUpLookUp, RequestSource, STATUS_REFRESH_MS};

/// Delay before the voice status is reset after a finished attendance (spec session §9).
const STATUS_RESET_MS: u64 = 100;
/// Delay before a hang-up that the server refused is sent again; doubled with each attempt up to the longest delay.
const AGAIN_MS: u64 = 500;
const LONGEST_AGAIN_MS: u64 = 4_000;

impl Voice {
    /// A hang-up event: the attendance of its call is looked up (VOI-037).
    pub fn on_hangup(&mut self, context: &mut Context, event: HangupEvent) -> Vec<Exit> {
        let number = context.kernel.ids.number();
        let at = context.happened_at();
        self.look_ups.insert(number, LookUp { event, at, machine: HangUpLookUp::default() });
        let mut exits = vec![Exit::ClearTransfer];
        exits.extend(self.look_up(context, number));
        exits
    }

    /// Id of the call of an event: the id in the event; if an older server sends none, the call is found by attendance
    /// or number.
    fn call_of_event(&self, event: &HangupEvent) -> Option<String> {
        if !event.unique_id.is_empty() && self.table.get(&event.unique_id).is_some() {
            return Some(event.unique_id.clone());
        }
        if !event.protocol.is_empty() {
            let job = self.jobs.get(&event.protocol).filter(|_| event.unique_id.is_empty());
            return job.map(|job| job.call.clone());
        }
        let is_same = |call: &Call| {
            let its_id = call.request.as_ref().map(|request| request.info.unique_id.as_str()).unwrap_or_default();
            its_id.is_empty() || event.unique_id.is_empty()
        };
        let waits =
            |call: &Call| call.awaits() && !event.phone.is_empty() && call.phone == event.phone && is_same(call);
        self.table.ids_where(waits).pop()
    }

    pub(super) fn look_up(&mut self, context: &mut Context, number: u64) -> Vec<Exit> {
        let Some((event, at)) = self.look_ups.get(&number).map(|look_up| (look_up.event.clone(), look_up.at)) else {
            return Vec::new();
        };
        let id = self.call_of_event(&event);
        let call = id.as_deref().and_then(|id| self.table.get(id));
        let facts = HangUpFacts {
            job: call
                .and_then(|call| call.attendance.as_ref())
                .is_some_and(|protocol| self.jobs.get(protocol).is_some()),
            call_request: call.is_some_and(|call| call.attendance.is_none()),
        };
        let action = self.look_ups.get_mut(&number).and_then(|look_up| look_up.machine.look(facts));
        if let Some(HangUpAction::Retry(after_ms)) = action {
            context.timer(timers::VOICE.of(VoiceTimer::HangUpLookUp(number)), after_ms);
            return Vec::new();
        }
        self.look_ups.remove(&number);
        let id = id.unwrap_or_default();
        match action {
            Some(HangUpAction::EndJob) => self.end_call(context, &id, &event, at),
            // The leg shows when its call has ended: the event may belong to an earlier ring of the same call.
            Some(HangUpAction::LoseCall) if self.has_accepted_leg(&id) => Vec::new(),
            Some(HangUpAction::LoseCall) => self.lose_call(&id),
            Some(HangUpAction::Retry(_) | HangUpAction::GiveUp) | None => Vec::new(),
        }
    }

    /// The server ended the call. Its attendance ends too, unless it has a later call.
    fn end_call(&mut self, context: &mut Context, id: &str, event: &HangupEvent, at: Wall) -> Vec<Exit> {
        let source = RequestSource::read(&event.request_source);
        let end = match source {
            RequestSource::Agent | RequestSource::Failure => CallEvent::HungUpHere,
            RequestSource::Other => CallEvent::HungUpThere,
        };
        let before = self.table.get(id).map(Call::state);
        self.take_event_of(context, id, end, at);
        let announced = before.and_then(|before| self.announcement(id, before));
        let Some(call) = self.table.get_mut(id) else { return Vec::new() };
        call.asked = Default::default();
        let Some(protocol) = call.attendance.clone() else { return Vec::new() };
        if self.jobs.get(&protocol).is_some_and(|job| job.call != id) {
            // The end of an earlier call of the attendance.
            return Vec::new();
        }
        context.timer(timers::VOICE.of(VoiceTimer::StatusAfterHangUp), STATUS_REFRESH_MS);
        let mut exits = self.end_own_call(context, id);
        exits.extend([Exit::EndJob(protocol, at), Exit::RefreshStatus]);
        exits.extend(announced);
        exits.extend(match source {
            RequestSource::Agent => Some(Exit::Snackbar(SnackbarKind::Info, Text::key("hangupVoiceCallAgent"))),
            RequestSource::Failure => Some(Exit::Snackbar(SnackbarKind::Error, Text::key("hangupVoiceCallFailure"))),
            RequestSource::Other => None,
        });
        exits
    }

    /// The agent hangs up the last call of the attendance.
    pub fn hang_up(&mut self, context: &mut Context, protocol: &Protocol, tone: Tone) -> Vec<Exit> {
        match self.jobs.get(protocol).map(|job| job.call.clone()) {
            Some(id) => self.hang_up_call(context, &id, tone),
            None => Vec::new(),
        }
    }

    /// The agent hangs up a call: the request is sent once, with a sound (VOI-045, VOI-085). The hang-up event ends the
    /// attendance.
    fn hang_up_call(&mut self, context: &mut Context, id: &str, tone: Tone) -> Vec<Exit> {
        let Some(call) = self.table.get_mut(id).filter(|call| call.is_live() && !call.asked.hang_up) else {
            return Vec::new();
        };
        call.asked.hang_up = true;
        if let Some(protocol) = &call.attendance {
            // A page that is reloaded before the answer sends the hang-up again.
            context.persist(records::CALL.of(protocol.clone()));
        }
        let has_leg = call.leg.is_some_and(|leg| leg.number == self.call_number);
        self.send_hang_up(context, id);
        context.sound(Sound::Hangup, tone);
        // The leg of the agent channel stays open for the next call; the leg of another call is not ended.
        if self.facts.agent_channel || !(has_leg || self.table.of_leg(self.call_number).is_none()) {
            return Vec::new();
        }
        self.on_signalling(context, Input::Command(janus::Command::HangUp))
    }

    pub(super) fn send_hang_up(&mut self, context: &mut Context, id: &str) {
        let request = ServerWrite::HangUp.post(path!["voice", "hang-up"]).json(&self.call_request(id));
        context.request(&mut self.requests, Pending::HangUp(id.to_owned()), request);
    }

    /// The server answered a hang-up; the hang-up event brings the result. The leg in this page was ended with the
    /// request; a request without an answer is sent again until the call has ended. A call in the agent channel or on a
    /// desk telephone continues after a refusal: a text says so, the agent may hang up again, and an attendance that
    /// the agent finished is open again.
    pub(super) fn on_hung_up(&mut self, context: &mut Context, id: &str, answer: &Answer) -> Vec<Exit> {
        let asked = self.table.get(id).map(|call| call.asked).filter(|asked| asked.hang_up);
        let Some(asked) = asked else { return Vec::new() };
        if matches!(answer, Answer::Ok(_)) {
            return Vec::new();
        }
        if self.facts.web_rtc && !self.facts.agent_channel {
            if answer.is_passing() {
                let number = context.kernel.ids.number();
                self.hang_ups.insert(number, id.to_owned());
                let after_ms = (AGAIN_MS << asked.attempts.min(3)).min(LONGEST_AGAIN_MS);
                context.timer(timers::VOICE.of(VoiceTimer::HangUpAgain(number)), after_ms);
                if let Some(call) = self.table.get_mut(id) {
                    call.asked.attempts = asked.attempts.saturating_add(1);
                }
            }
            return Vec::new();
        }
        let mut exits = Vec::new();
        if asked.finish {
            self.take_event(context, id, CallEvent::StillOpen);
            let attendance = self.table.get(id).and_then(|call| call.attendance.clone());
            exits.extend(attendance.map(Exit::EnableJob));
        }
        if let Some(call) = self.table.get_mut(id) {
            (call.asked.finish, call.asked.hang_up) = (false, false);
        }
        exits.push(Exit::Snackbar(SnackbarKind::Error, Text::key("hangUpNotSent")));
        exits
    }

    /// Sends a hang-up again that the server refused.
    pub(super) fn hang_up_again(&mut self, context: &mut Context, number: u64) {
        let Some(id) = self.hang_ups.remove(&number) else { return };
        if self.table.get(&id).is_some_and(|call| call.asked.hang_up) {
            self.send_hang_up(context, &id);
        }
    }

    /// The agent hangs up the call of the call bar; a call without an attendance is ended by its leg on the agent's
    /// telephone.
    pub fn hang_up_shown(&mut self, context: &mut Context, tone: Tone) -> Vec<Exit> {
        let Some((id, call)) = self.shown_call().map(|(id, call)| (id.to_owned(), call.clone())) else {
            return Vec::new();
        };
        if !call.is_live() {
            return Vec::new();
        }
        let is_open = call.attendance.as_ref().is_some_and(|protocol| self.jobs.get(protocol).is_some());
        if is_open {
            return self.hang_up_call(context, &id, tone);
        }
        let has_leg = call.leg.is_some_and(|leg| leg.number == self.call_number);
        if call.room.told.is_some() && (self.facts.agent_channel || !has_leg) {
            // The leg of the agent channel stays open, and a desk telephone is not controlled by the page: the server
            // removes the guest from the room.
            return self.change_room(context, RoomWish::Do(RoomAction::Leave, 0));
        }
        if self.facts.agent_channel {
            return Vec::new();
        }
        self.on_signalling(context, Input::Command(janus::Command::HangUp))
    }

    /// The agent finishes the attendance: the call is hung up, the attendance disabled, and the voice status reset
    /// (VOI-046).
    pub fn finish(&mut self, context: &mut Context, protocol: &Protocol, tone: Tone) -> Vec<Exit> {
        let mut exits = self.hang_up(context, protocol, tone);
        let Some(id) = self.jobs.get(protocol).map(|job| job.call.clone()) else { return exits };
        let is_live = self.table.get(&id).is_some_and(|call| call.progress != Progress::Ended);
        if is_live {
            self.take_event(context, &id, CallEvent::HungUpHere);
            if let Some(call) = self.table.get_mut(&id) {
                call.asked.finish = true;
            }
        }
        context.persist(records::CALL.of(protocol.clone()));
        context.timer(timers::VOICE.of(VoiceTimer::StatusAfterFinish), STATUS_RESET_MS);
        exits.push(Exit::EndJob(protocol.clone(), context.server_now()));
        exits
    }
}
