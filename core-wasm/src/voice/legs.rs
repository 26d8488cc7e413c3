//! Legs of the agent's telephone and the calls that they carry. The telephone system names the call of a leg
//! (`X-Call-Id`). Only a leg of an older node is matched by the number of its customer, and marked as not confirmed. A
//! leg with sound that belongs to no open call is a contradiction: after a second it is shown with its controls, and
//! reported.

use super::call::{Call, CallEvent, CallKind, CallRequest, Leg, LegAnswer, Progress};
use super::call_state::CallState;
use super::connection::VoiceStatus;
use super::machine::Voice;
use super::session_record::LegPurpose;
use super::timer::VoiceTimer;
use super::{Exit, records, timers};
use crate::flow::{Context, Mono, Text, VoiceCommand};
use crate::shell::SnackbarKind;
use crate::wire::{AckCallRequestEvent, Protocol, Wall};
use janus::call::{EndedBy, LegState as Signalled};
use janus::{Command, Input};
use std::collections::BTreeMap;

/// SIP header that names the call of a leg (docs/contract.md, "Identifiers of calls").
const CALL_HEADER: &str = "X-Call-Id";
/// SIP header of a leg into a room with several parties: the role of this agent's party.
const ROLE_HEADER: &str = "X-Party-Role";
/// Roles of parties who are called with a call request, which says who calls and why.
const ASKED_ROLES: [&str; 2] = ["consulted", "colleague"];
/// A leg of an older node belongs to a call of the same number that began within this time. A decision of the agent
/// about a leg that has not arrived is valid for the same time.
const LEG_ARRIVES_MS: u64 = 30_000;
/// An answer or an event names the call of a leg within this time.
const NAMED_WITHIN_MS: u64 = 2_000;
/// A leg with sound may have no open call for this time.
const STRAY_AFTER_MS: u64 = 1_000;
/// Key of a leg whose call is not known yet.
pub(super) const UNNAMED: &str = "leg-";

/// Stores the changes of a call: in the record of its attendance, or in that of the session if it has none.
fn persist_call(context: &mut Context, attendance: Option<Protocol>) {
    context.persist(attendance.map_or_else(|| records::SESSION.key(), |protocol| records::CALL.of(protocol)));
}

/// Whether two numbers are the same telephone: they have the same digits.
fn is_same_number(one: &str, other: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let number = digits(one);
    if number.is_empty() { !one.is_empty() && one == other } else { number == digits(other) }
}

impl Voice {
    /// Applies an event to a call. Returns whether the call ended by it.
    pub(super) fn take_event(&mut self, context: &mut Context, id: &str, event: CallEvent) -> bool {
        let at = context.happened_at();
        self.take_event_of(context, id, event, at)
    }

    /// Like `take_event`, for an event that happened at this time.
    pub(super) fn take_event_of(&mut self, context: &mut Context, id: &str, event: CallEvent, at: Wall) -> bool {
        let Some(call) = self.table.get_mut(id) else { return false };
        let has_ended = call.take(event, at);
        let attendance = call.attendance.clone();
        persist_call(context, attendance);
        has_ended
    }

    /// The announcement about a call whose state was `before`.
    pub(super) fn announcement(&self, id: &str, before: CallState) -> Option<Exit> {
        let call = self.table.get(id)?;
        call.state().announcement(before, call.since.is_some()).map(Exit::Announce)
    }

    /// The media leg of a call arrives.
    pub(super) fn on_leg(
        &mut self,
        context: &mut Context,
        phone: &str,
        name: &str,
        headers: &BTreeMap<String, String>,
    ) -> Vec<Exit> {
        if self.facts.agent_channel {
            // The signalling answers the leg automatically (VOI-024).
            return Vec::new();
        }
        let number = self.call_number;
        let is_id = |(name, _): &(&String, &String)| name.eq_ignore_ascii_case(CALL_HEADER);
        let named = headers.iter().find(is_id).map(|(_, id)| id.clone()).filter(|id| !id.is_empty());
        let confirmed = named.is_some();
        self.named_leg = named.clone().map(|id| (number, id));
        let id = match named.clone() {
            // Also for a call that has ended: its leg is late and opens no dialog.
            Some(id) => Some(id).filter(|id| self.table.get(id).is_some()),
            None => self.call_of_number(context, phone),
        };
        if let Some(id) = id {
            return self.attach_leg(context, &id, Leg { number, confirmed });
        }
        let id = named.unwrap_or_else(|| format!("{UNNAMED}{number}"));
        let info = AckCallRequestEvent {
            phone_number: phone.to_owned(),
            name: name.to_owned(),
            ..AckCallRequestEvent::default()
        };
        let request = CallRequest { info: Box::new(info), rings: true, since: context.server_now(), event: None };
        let mut call = Call::new(CallKind::Colleague, Progress::Unnamed, phone, context.mono());
        (call.leg, call.request) = (Some(Leg { number, confirmed }), Some(request));
        self.table.insert(id.as_str(), call);
        // The dialog opens when the offer is known, and does not first show a call of an unknown caller.
        let is_role = |(name, role): (&String, &String)| {
            name.eq_ignore_ascii_case(ROLE_HEADER) && ASKED_ROLES.iter().any(|asked| role.eq_ignore_ascii_case(asked))
        };
        let expects_offer = confirmed && headers.iter().any(is_role);
        if expects_offer || self.expects_dial(context.mono()) {
            context.timer(timers::VOICE.of(VoiceTimer::LegMatch), NAMED_WITHIN_MS);
            return Vec::new();
        }
        self.ring(context, &id)
    }

    /// Whether the agent has accepted this call, its leg is on this telephone, and the signalling will report the end
    /// of the leg.
    pub(super) fn has_accepted_leg(&self, id: &str) -> bool {
        let is_accepted = self.table.get(id).is_some_and(|call| call.progress == Progress::Accepted);
        let is_carried = self.table.of_leg(self.call_number).as_deref() == Some(id);
        is_accepted
            && is_carried
            && self.signalling.machine().call() != Signalled::Idle
            && self.status() == VoiceStatus::Connected
    }

    /// The present leg, if the telephone system named this call for it and no call has the leg yet.
    pub(super) fn free_leg_of(&self, id: &str) -> Option<Leg> {
        let (number, named) = self.named_leg.as_ref()?;
        let is_free = *number == self.call_number
            && named == id
            && self.table.of_leg(*number).is_none()
            && self.signalling.machine().call() != Signalled::Idle;
        is_free.then_some(Leg { number: *number, confirmed: true })
    }

    /// The call of the same number that began a short time ago and has no leg: a guess for nodes that do not name the
    /// call.
    fn call_of_number(&self, context: &Context, phone: &str) -> Option<String> {
        let now = context.mono();
        let is_recent = |call: &Call| now.since_ms(call.begun) <= LEG_ARRIVES_MS;
        let mut ids = self.table.ids_where(|call| {
            call.is_live() && call.leg.is_none() && is_recent(call) && is_same_number(&call.phone, phone)
        });
        ids.pop()
    }

    /// The leg of this number whose call is not known yet.
    pub(super) fn unnamed_leg_of(&self, phone: &str) -> Option<String> {
        let is_unconfirmed = |call: &Call| call.leg.is_some_and(|leg| !leg.confirmed) && call.attendance.is_none();
        let ids =
            self.table.ids_where(|call| call.is_live() && is_unconfirmed(call) && is_same_number(&call.phone, phone));
        ids.into_iter().find(|id| id.starts_with(UNNAMED))
    }

    /// The id of the call became known.
    pub(super) fn rename_call(&mut self, from: &str, to: &str) {
        if self.table.get(to).is_none()
            && let Some(call) = self.table.remove(from)
        {
            self.table.insert(to, call);
        }
    }

    /// The leg carries this call, and is answered if the agent has decided already.
    pub(super) fn attach_leg(&mut self, context: &mut Context, id: &str, leg: Leg) -> Vec<Exit> {
        for other in self.table.ids_where(|call| call.leg.is_some_and(|held| held.number == leg.number)) {
            if let Some(call) = self.table.get_mut(&other) {
                call.leg = None;
            }
        }
        let Some(call) = self.table.get_mut(id) else { return Vec::new() };
        call.leg = Some(leg);
        let due = call.asked.answer.take().filter(|(_, until)| context.mono() <= *until).map(|(answer, _)| answer);
        let answer = match call.progress {
            Progress::Accepted | Progress::Dialling | Progress::Talking | Progress::Machine => Some(LegAnswer::Accept),
            Progress::Rejected => Some(LegAnswer::Decline),
            Progress::Unnamed | Progress::Asking | Progress::Ended => due,
        };
        let attendance = call.attendance.clone();
        persist_call(context, attendance);
        match answer {
            Some(answer) if self.signalling.machine().call() == Signalled::Incoming => {
                self.answer_leg(context, id, answer)
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// The dialog opens for a leg without a call request.
    fn ring(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        self.take_event(context, id, CallEvent::Unclaimed);
        let phone = self.table.get(id).map(|call| call.phone.clone()).unwrap_or_default();
        vec![Exit::CallReceived(phone)]
    }

    /// Neither an answer nor an event has named the call of a leg, so it rings.
    pub(super) fn ring_unclaimed(&mut self, context: &mut Context) -> Vec<Exit> {
        let unnamed = self.table.ids_where(|call| call.progress == Progress::Unnamed);
        unnamed.iter().flat_map(|id| self.ring(context, id)).collect()
    }

    /// Accepts or declines the leg of a call: at once, or when it arrives.
    pub(super) fn answer_leg(&mut self, context: &mut Context, id: &str, answer: LegAnswer) -> Vec<Exit> {
        let signalled = self.signalling.machine().call();
        let number = self.call_number;
        let Some(call) = self.table.get_mut(id) else { return Vec::new() };
        let has_leg = self.facts.agent_channel || call.leg.is_some_and(|leg| leg.number == number);
        if signalled == Signalled::Idle || self.testing || !has_leg {
            call.asked.answer = Some((answer, context.mono().plus_ms(LEG_ARRIVES_MS)));
            return Vec::new();
        }
        let command = match answer {
            LegAnswer::Accept => Command::Accept,
            LegAnswer::Decline => Command::Decline,
        };
        let exits = self.on_signalling(context, Input::Command(command));
        let is_rejected = |call: &Call| call.progress == Progress::Rejected;
        if self.facts.agent_channel && self.table.get(id).is_some_and(is_rejected) {
            // No leg of this page ends.
            self.table.remove(id);
        }
        exits
    }

    /// A leg is established. In the agent channel, a decision that the agent made before is sent now.
    pub(super) fn leg_is_up(&mut self, context: &mut Context) -> Vec<Exit> {
        if !self.facts.agent_channel {
            return Vec::new();
        }
        let now = context.mono();
        let due = self.table.ids_where(|call| call.asked.answer.is_some());
        let mut exits = Vec::new();
        for id in due {
            let answer = self.table.get_mut(&id).and_then(|call| call.asked.answer.take());
            if let Some((answer, _)) = answer.filter(|(_, until)| now <= *until) {
                exits.extend(self.answer_leg(context, &id, answer));
            }
        }
        exits
    }

    /// The signalling has the leg from before a reload: it carries the same call again, and a muted microphone stays
    /// muted.
    pub(super) fn leg_resumed(&mut self, context: &mut Context, purpose: LegPurpose) -> Vec<Exit> {
        let mut exits = self.leg_is_up(context);
        // The stored record of a call may be older than the end of the call.
        let had_leg = self.jobs.iter().find(|(protocol, job)| {
            self.resumed.get(*protocol).is_some_and(|record| record.leg && record.unique_id == job.call)
                && self.table.get(&job.call).is_some_and(Call::is_live)
        });
        let id = had_leg.map(|(_, job)| job.call.clone());
        match id {
            Some(id) => exits.extend(self.resume_leg(context, &id)),
            None => {
                let is_recorded = purpose != LegPurpose::Unknown || self.resumed.values().any(|record| record.leg);
                exits.extend(self.resume_purpose(context, purpose));
                // The earlier page dialled after it had stored its session record.
                if !is_recorded && self.only_call_without_leg().is_some() {
                    exits.extend(self.show_stray_leg(context));
                }
            }
        }
        exits
    }

    /// The leg from before a reload carries this call again.
    pub(super) fn resume_leg(&mut self, context: &mut Context, id: &str) -> Vec<Exit> {
        let Some(protocol) = self.table.get(id).and_then(|call| call.attendance.clone()) else { return Vec::new() };
        let leg = Leg { number: self.call_number, confirmed: true };
        if !self.audio.is_established() || self.table.of_leg(leg.number).is_some() {
            return Vec::new();
        }
        let mut exits = self.attach_leg(context, id, leg);
        // The customer must not hear an agent who was muted before the reload.
        if self.resumed.remove(&protocol).is_some_and(|record| record.muted) {
            exits.extend(self.mute(context, true));
        }
        exits
    }

    /// The leg `number` ended. A call without an attendance that rings, or that was accepted and is not established, is
    /// lost with its leg. An established one has ended: an agent who did not end it is informed, because no hang-up
    /// event follows.
    pub(super) fn leg_ended(&mut self, context: &mut Context, number: u32, was_up: bool, by: EndedBy) -> Vec<Exit> {
        let Some(id) = self.table.of_leg(number) else { return Vec::new() };
        let Some(call) = self.table.get_mut(&id) else { return Vec::new() };
        call.leg = None;
        if let Some(protocol) = call.attendance.clone() {
            context.persist(records::CALL.of(protocol));
            if let Some(end) = call.overruled.take() {
                (call.progress, call.end) = (Progress::Ended, Some(end));
            }
            self.take_event(context, &id, CallEvent::LegEnded);
            return Vec::new();
        }
        if call.kind == CallKind::Internal {
            self.table.remove(&id);
            return vec![Exit::InternalLegEnded(id)];
        }
        let (progress, phone) = (call.progress, call.phone.clone());
        match progress {
            Progress::Unnamed | Progress::Asking => self.lose_call(&id),
            Progress::Accepted if !was_up => self.lose_call(&id),
            Progress::Accepted | Progress::Dialling | Progress::Talking | Progress::Machine => {
                self.table.remove(&id);
                if by == EndedBy::Agent {
                    return Vec::new();
                }
                vec![Exit::Snackbar(SnackbarKind::Info, Text::key("callEnded").with("phone", phone))]
            }
            Progress::Rejected | Progress::Ended => {
                self.table.remove(&id);
                Vec::new()
            }
        }
    }

    /// Whether a leg may belong to a call that the agent requests: the answer is pending, or was lost.
    pub(super) fn expects_dial(&self, now: Mono) -> bool {
        let is_unclear = self.unclear_dial.is_some_and(|until| now <= until);
        self.expects_internal || (!self.page_dials() && (self.is_asking_to_dial() || is_unclear))
    }

    /// The state that the page assumes for a leg with sound that belongs to no open call; `None` if there is no such
    /// leg.
    fn stray_leg(&self) -> Option<&'static str> {
        // While the link is lost, it is unknown what the leg carries.
        let has_sound =
            matches!(self.signalling.machine().call(), Signalled::InCall(_)) && self.status() == VoiceStatus::Connected;
        if !has_sound || self.facts.agent_channel || self.testing {
            return None;
        }
        match self.table.of_leg(self.call_number).and_then(|id| self.table.get(&id)) {
            None => Some("no call"),
            Some(call) if !call.is_live() => Some("ended call"),
            Some(_) => None,
        }
    }

    /// The agent's open call without a leg, if there is exactly one. A leg without a call id belongs to it, because the
    /// agent has one telephone.
    fn only_call_without_leg(&self) -> Option<String> {
        let is_open = |call: &Call| call.is_live() && call.attendance.is_some() && call.leg.is_none();
        let mut ids = self.table.ids_where(is_open);
        let only = ids.pop();
        only.filter(|_| ids.is_empty())
    }

    /// Id of the call that represents a stray leg until the telephone system names its call.
    pub(super) fn nameless_leg(&self) -> Option<String> {
        let (id, call) = self.carried_call()?;
        let is_nameless = id.starts_with(UNNAMED) && call.attendance.is_none() && call.request.is_none();
        (is_nameless && call.is_live()).then(|| id.to_owned())
    }

    /// After each step, compares the leg with its call.
    pub fn watch_leg(&mut self, context: &mut Context) {
        let is_stray = self.stray_leg().is_some();
        if std::mem::replace(&mut self.leg_in_doubt, is_stray) != is_stray {
            if is_stray {
                context.timer(timers::VOICE.of(VoiceTimer::LegCheck), STRAY_AFTER_MS);
            } else {
                context.cancel_timer(&timers::VOICE.of(VoiceTimer::LegCheck));
            }
        }
    }

    /// The leg still has sound, so its call continues whatever end was reported. The agent sees the call and can hang
    /// it up.
    pub(super) fn show_stray_leg(&mut self, context: &mut Context) -> Vec<Exit> {
        let Some(thought) = self.stray_leg() else { return Vec::new() };
        let number = self.call_number;
        match self.table.of_leg(number) {
            Some(id) => {
                let end = self.table.get(&id).and_then(|call| call.end);
                self.take_event(context, &id, CallEvent::StillOpen);
                if let Some(call) = self.table.get_mut(&id) {
                    (call.overruled, call.asked.hang_up) = (end, false);
                }
            }
            None => {
                let named = self.named_leg.as_ref().filter(|(leg, _)| *leg == number).map(|(_, id)| id.clone());
                let named = named.or_else(|| self.only_call_without_leg());
                let confirmed = named.is_some();
                let id = named.unwrap_or_else(|| format!("{UNNAMED}{number}"));
                if self.table.get(&id).is_none() {
                    let call = Call::new(CallKind::Colleague, Progress::Accepted, "", context.mono());
                    self.table.insert(id.as_str(), call);
                }
                if let Some(call) = self.table.get_mut(&id) {
                    call.leg = Some(Leg { number, confirmed });
                }
                context.persist(records::SESSION.key());
            }
        }
        vec![Exit::StrayLeg(thought)]
    }

    /// The agent mutes or unmutes the microphone.
    pub fn mute(&mut self, context: &mut Context, muted: bool) -> Vec<Exit> {
        if !self.audio.mute(muted) {
            return Vec::new();
        }
        let attendance = self.table.of_leg(self.call_number).and_then(|id| self.table.get(&id)?.attendance.clone());
        persist_call(context, attendance);
        vec![Exit::Command(VoiceCommand::Mute { call: self.call_number, muted })]
    }

    /// The agent puts the call on hold, or resumes it. A customer who has not answered cannot be put on hold.
    pub fn hold(&mut self, context: &mut Context, held: bool) -> Vec<Exit> {
        let call = self.table.of_leg(self.call_number).and_then(|id| self.table.get(&id));
        let call = call.or_else(|| self.shown.as_ref().and_then(|shown| self.call_of(shown)));
        if held && call.is_some_and(|call| call.progress == Progress::Dialling) {
            return Vec::new();
        }
        self.on_signalling(context, Input::Command(if held { Command::Hold } else { Command::Unhold }))
    }
}
