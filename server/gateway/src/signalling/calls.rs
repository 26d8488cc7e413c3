//! How calls begin: the destination of the number, the ringing party, and the answer.

use std::time::Duration;

use serde_json::json;

use super::Signalling;
use super::call::{Call, CallKind, Device, Party, Phase};
use super::deadlines::Subject;
use super::message::{self, OutgoingJsep};
use super::plugin::Transaction;
use super::sip::SipState;
use crate::control::{CallFact, CallId, CallSide, ECHO_NUMBER, EndCause, Route};
use crate::media::{Hear, LegId, MediaCommand, Sound};
use crate::room::{LeaveCause, PartyId, Role};

impl Signalling {
    /// A browser calls a number.
    pub(super) fn dial(&mut self, handle: u64, number: String, offer: String) {
        let call = CallId(self.fresh_id());
        let from = self.handles.get(&handle).and_then(|handle| handle.extension.clone()).unwrap_or_default();
        let may_call = self.control.may_call(&from);
        self.begin(call, CallKind::Telephone, from.clone(), number);
        let leg = self.add_side(call, CallSide::Caller, from, Device::Browser(handle), true);
        self.set_state(handle, SipState::Calling);
        let calling = json!({"event": "calling", "call_id": call.sip_call_id()});
        self.event(handle, Transaction::Last, calling, None);
        if !may_call {
            return self.end(call, EndCause::Blacklisted);
        }
        if !self.media_works {
            return self.end(call, EndCause::Unavailable);
        }
        self.media(MediaCommand::Answer { leg, offer });
    }

    pub(super) fn begin(&mut self, id: CallId, kind: CallKind, from: String, to: String) {
        self.fact(CallFact::Started { call: id, from: from.clone(), to: to.clone() });
        self.calls.insert(id, Call::new(kind, from, to));
    }

    /// Adds one of the first two parties.
    pub(super) fn add_side(
        &mut self,
        id: CallId,
        side: CallSide,
        number: String,
        device: Device,
        is_present: bool,
    ) -> LegId {
        let role = self.calls.get(&id).map_or(Role::Customer, |call| call.role_of_side(side));
        self.add_party(id, side.party(), role, number, device, is_present)
    }

    pub(super) fn add_party(
        &mut self,
        id: CallId,
        party: PartyId,
        role: Role,
        number: String,
        device: Device,
        is_present: bool,
    ) -> LegId {
        self.last_leg += 1;
        let leg = LegId(self.last_leg);
        self.legs.insert(leg, (id, party));
        match device {
            Device::Browser(handle) => {
                if let Some(handle) = self.handles.get_mut(&handle) {
                    handle.call = Some((id, party));
                }
            }
            Device::Simulated(customer) => {
                self.media(MediaCommand::Simulate { leg, sound: Sound::Speech { pitch: customer.pitch } });
            }
            // Nobody hears a leg that has not answered.
            Device::Unanswered => self.media(MediaCommand::Simulate { leg, sound: Sound::Ringing }),
        }
        if let Some(call) = self.calls.get_mut(&id) {
            call.last_party = call.last_party.max(party);
            call.parties.insert(party, Party::new(leg, role, number, device, is_present));
        }
        leg
    }

    /// Routes a call to the destination of its number.
    pub(super) fn route_call(&mut self, id: CallId) {
        if !self.media_works {
            return self.end(id, EndCause::Unavailable);
        }
        let Some(call) = self.calls.get(&id) else { return };
        let to = call.to.clone();
        let route = if to == ECHO_NUMBER { Route::Echo } else { self.control.route(call.origin(), &to) };
        match (route, call.has_caller()) {
            (Route::Ring { extension }, _) => self.ring(id, extension),
            (Route::Queue, true) => {
                self.answer_by_gateway(id, Phase::Waiting);
                self.wait_in_queue(id);
            }
            (Route::Echo, true) => self.answer_by_gateway(id, Phase::Echo),
            // A call of the centre needs a callee that can answer it.
            (Route::Queue | Route::Echo, false) => self.end(id, EndCause::NotFound),
            (Route::Simulated(customer), _) => {
                self.add_side(id, CallSide::Callee, to, Device::Simulated(customer), false);
                self.begin_ringing(id, customer.answers_after);
                self.notify_ringing(id);
            }
            (Route::NoAnswer, _) => {
                self.begin_ringing(id, self.config.ring_timeout);
                self.notify_ringing(id);
            }
            (Route::Busy, _) => self.end(id, EndCause::Busy),
            (Route::Unknown, _) => self.end(id, EndCause::NotFound),
            (Route::Blacklisted, _) => self.end(id, EndCause::Blacklisted),
        }
    }

    /// Rings at the extension of an agent, who then calls the number.
    pub(super) fn call_back(&mut self, id: CallId, extension: String) {
        let Some(target) = self.extensions.ringing(&extension).filter(|_| self.media_works) else {
            return self.end(id, EndCause::Unavailable);
        };
        if !self.is_free(target) {
            return self.end(id, EndCause::Busy);
        }
        if let Some(call) = self.calls.get_mut(&id) {
            call.phase = Phase::CallingBack;
        }
        let leg = self.add_side(id, CallSide::Caller, extension, Device::Browser(target), false);
        self.set_state(target, SipState::Invited);
        self.begin_ringing(id, self.config.ring_timeout);
        self.media(MediaCommand::Offer { leg });
    }

    /// Rings at a registered extension.
    pub(super) fn ring(&mut self, id: CallId, extension: String) {
        let Some(target) = self.extensions.ringing(&extension) else {
            return self.callee_failed(id, &extension, EndCause::Unavailable);
        };
        if !self.is_free(target) {
            self.notify_missed(id, target);
            return self.callee_failed(id, &extension, EndCause::Busy);
        }
        let leg = self.add_side(id, CallSide::Callee, extension, Device::Browser(target), false);
        self.set_state(target, SipState::Invited);
        self.begin_ringing(id, self.config.ring_timeout);
        self.media(MediaCommand::Offer { leg });
    }

    fn begin_ringing(&mut self, id: CallId, until: Duration) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        self.deadlines.set(Subject::Call(id), self.now + until);
        if call.phase == Phase::Preparing {
            call.phase = Phase::Ringing;
        }
    }

    fn notify_missed(&mut self, id: CallId, target: u64) {
        let Some(call) = self.calls.get(&id) else { return };
        let (caller, callee) = (self.address(&call.from), self.address(&call.to));
        let mut missed = json!({"event": "missed_call", "caller": caller, "callee": callee});
        self.add_display_name(call, &mut missed);
        let Some(sender) = self.sender(target) else { return };
        self.send(sender, message::event(sender, None, Some(&id.sip_call_id()), missed, None));
    }

    /// Sends the caller the event that the callee rings, and the ring-back tone.
    pub(super) fn notify_ringing(&mut self, id: CallId) {
        let Some(call) = self.calls.get(&id) else { return };
        let to = call.to.clone();
        let extension = call.callee().map_or_else(|| to.clone(), |callee| callee.number.clone());
        self.fact(CallFact::Ringing { call: id, extension });
        let Some((_, handle)) = self.browser_at(id, PartyId::CALLER) else { return };
        if self.phase(id) != Some(Phase::Ringing) {
            return;
        }
        if self.is_in_call(handle) {
            return self.hear(id, PartyId::CALLER, Hear::sound(Sound::Ringing));
        }
        self.event(handle, Transaction::Last, json!({"event": "ringing"}), None);
        self.event(handle, Transaction::Last, json!({"event": "proceeding", "code": 180}), None);
        if self.config.ring_back {
            let progress = json!({"event": "progress", "username": self.address(&to)});
            self.send_answer(id, handle, progress);
            self.hear(id, PartyId::CALLER, Hear::sound(Sound::Ringing));
        }
    }

    /// Sends an event to the caller, with the answer if the caller has not received it.
    fn send_answer(&mut self, id: CallId, handle: u64, result: serde_json::Value) {
        let description = self.party_mut(id, PartyId::CALLER).and_then(|party| {
            party.described = true;
            party.description.take()
        });
        if let Some(description) = &description {
            self.trickle(handle, description);
        }
        let jsep = description.as_ref().map(OutgoingJsep::Answer);
        self.event(handle, Transaction::Last, result, jsep);
    }

    fn accept_caller(&mut self, id: CallId) {
        let Some((_, handle)) = self.browser_at(id, PartyId::CALLER).filter(|(_, handle)| !self.is_in_call(*handle))
        else {
            return;
        };
        let Some(to) = self.calls.get(&id).map(|call| self.address(&call.to)) else { return };
        self.set_state(handle, SipState::InCall);
        self.send_answer(id, handle, json!({"event": "accepted", "username": to}));
    }

    /// Whether a telephone can be called.
    pub(super) fn is_free(&self, handle: u64) -> bool {
        self.handles.get(&handle).is_some_and(|handle| handle.state == SipState::Registered)
    }

    /// The telephone of the caller was called first and has answered already.
    fn is_in_call(&self, handle: u64) -> bool {
        self.handles.get(&handle).is_some_and(|handle| handle.state == SipState::InCall)
    }

    fn answer_by_gateway(&mut self, id: CallId, phase: Phase) {
        if let Some(call) = self.calls.get_mut(&id) {
            call.phase = phase;
        }
        self.accept_caller(id);
    }

    /// The caller hears music until an agent answers.
    fn wait_in_queue(&mut self, id: CallId) {
        self.fact(CallFact::Queued { call: id });
        self.listen(id);
    }

    /// A ringing party answered.
    pub(super) fn answered(&mut self, id: CallId, party: PartyId) {
        if let Some(party) = self.party_mut(id, party) {
            party.is_present = true;
        }
        match party {
            PartyId::CALLER | PartyId::CALLEE => self.side_answered(id),
            _ => self.party_answered(id, party),
        }
    }

    /// The callee answered, or the caller whose telephone was called first.
    fn side_answered(&mut self, id: CallId) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        self.deadlines.cancel(&Subject::Call(id));
        if call.phase == Phase::CallingBack {
            call.phase = Phase::Preparing;
            return self.route_call(id);
        }
        let Some(extension) = call.callee().map(|callee| callee.number.clone()) else { return };
        self.fact(CallFact::Answered { call: id, extension });
        let Some(call) = self.calls.get_mut(&id) else { return };
        if !call.has_caller() {
            // In a call of the centre the customer who answered is the side that waits.
            call.phase = Phase::Waiting;
            self.move_to_caller(id, PartyId::CALLEE);
            return self.wait_in_queue(id);
        }
        let was_ringing = call.phase == Phase::Ringing;
        call.phase = Phase::Talking;
        let after = [PartyId::CALLER, PartyId::CALLEE].into_iter().filter_map(|party| call.party(party));
        if let Some(after) = after.filter_map(hangs_up_after).next() {
            self.deadlines.set(Subject::Call(id), self.now + after);
        }
        if was_ringing {
            self.accept_caller(id);
        }
        self.listen(id);
    }

    /// The telephone of a waiting customer shows the number of the caller.
    pub(super) fn move_to_caller(&mut self, id: CallId, from: PartyId) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        let Some(mut party) = call.parties.remove(&from) else { return };
        party.role = Role::Customer;
        let (leg, device) = (party.leg, party.device);
        call.parties.insert(PartyId::CALLER, party);
        self.legs.insert(leg, (id, PartyId::CALLER));
        if let Device::Browser(handle) = device
            && let Some(handle) = self.handles.get_mut(&handle)
        {
            handle.call = Some((id, PartyId::CALLER));
        }
    }

    pub(super) fn on_call_deadline(&mut self, id: CallId) {
        let Some(call) = self.calls.get(&id) else { return };
        match (call.phase, call.callee()) {
            (Phase::Ringing, Some(Party { device: Device::Simulated(_), .. })) => self.answered(id, PartyId::CALLEE),
            (Phase::Ringing, None) => self.end(id, EndCause::NotAnswered),
            (Phase::Ringing | Phase::Waiting, Some(callee)) => {
                let extension = callee.number.clone();
                self.callee_failed(id, &extension, EndCause::NotAnswered);
            }
            (Phase::Talking, _) => {
                let caller_hangs_up = call.party(PartyId::CALLER).is_some_and(|party| hangs_up_after(party).is_some());
                self.leave(id, if caller_hangs_up { PartyId::CALLER } else { PartyId::CALLEE }, LeaveCause::HungUp);
            }
            (Phase::CallingBack, _) => self.end(id, EndCause::Unavailable),
            (Phase::Preparing | Phase::Waiting | Phase::Echo, _) => {}
        }
    }

    /// Adds the caller's name; Janus keeps the quotes of SIP.
    pub(super) fn add_display_name(&self, call: &Call, event: &mut serde_json::Value) {
        if let (Some(name), Some(fields)) = (self.display_name(call), event.as_object_mut()) {
            fields.insert("displayname".into(), format!("\"{name}\"").into());
        }
    }

    fn display_name(&self, call: &Call) -> Option<String> {
        match call.party(PartyId::CALLER)?.device {
            Device::Browser(handle) => self.handles.get(&handle)?.display_name.clone(),
            Device::Simulated(_) | Device::Unanswered => None,
        }
    }

    pub(super) fn address(&self, number: &str) -> String {
        format!("sip:{number}@{}", self.config.sip_host)
    }

    pub(super) fn phase(&self, id: CallId) -> Option<Phase> {
        self.calls.get(&id).map(|call| call.phase)
    }

    /// Leg and handle of a party that is a browser.
    pub(super) fn browser_at(&self, id: CallId, party: PartyId) -> Option<(LegId, u64)> {
        let party = self.party(id, party)?;
        match party.device {
            Device::Browser(handle) => Some((party.leg, handle)),
            Device::Simulated(_) | Device::Unanswered => None,
        }
    }
}

pub(super) fn hangs_up_after(party: &Party) -> Option<Duration> {
    match party.device {
        Device::Simulated(customer) => customer.hangs_up_after,
        Device::Browser(_) | Device::Unanswered => None,
    }
}
