//! Calls: two parties, the phase of their call, and what each party hears.

use std::time::Duration;

use serde_json::json;

use super::Signalling;
use super::deadlines::Subject;
use super::message::{self, OutgoingJsep};
use super::plugin::Transaction;
use super::sip::SipState;
use crate::control::{CallFact, CallId, CallOrigin, CallSide, ECHO_NUMBER, EndCause, Route, SimulatedCustomer};
use crate::media::{Description, Hear, LegId, MediaCommand, Sound};

/// A call.
#[derive(Debug)]
pub struct Call {
    pub kind: CallKind,
    pub from: String,
    pub to: String,
    pub caller: Option<Party>,
    pub callee: Option<Party>,
    pub phase: Phase,
}

/// How a call began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// A registered handle called.
    Telephone,
    /// The centre called for an agent.
    Dialled,
    /// The centre called a customer.
    Centre,
    /// A customer of the network called.
    Network,
}

/// Phase of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The caller's own telephone rings: the centre calls for an agent.
    CallingBack,
    /// The media answers the caller's offer.
    Preparing,
    /// The callee rings.
    Ringing,
    /// The gateway answered; the caller hears music. A callee, if there is one, rings.
    Waiting,
    /// The echo test.
    Echo,
    /// Both sides talk.
    Talking,
}

/// One side of a call.
#[derive(Debug)]
pub struct Party {
    pub leg: LegId,
    /// Extension or number.
    pub number: String,
    pub device: Device,
    /// The gateway's description that the client has not received.
    pub description: Option<Description>,
    /// Whether the client received a description, so that it has a connection.
    pub described: bool,
    /// Whether this side put the other on hold.
    pub holds: bool,
}

/// The endpoint of a party.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Device {
    /// A handle.
    Browser(u64),
    /// Code.
    Simulated(SimulatedCustomer),
}

impl Call {
    /// Who calls, for the contact centre.
    fn origin(&self) -> CallOrigin<'_> {
        match self.kind {
            CallKind::Telephone => CallOrigin::Telephone(&self.from),
            CallKind::Dialled => CallOrigin::Dialled(&self.from),
            CallKind::Centre => CallOrigin::Centre(&self.from),
            CallKind::Network => CallOrigin::Network(&self.from),
        }
    }

    pub fn party(&self, side: CallSide) -> Option<&Party> {
        match side {
            CallSide::Caller => self.caller.as_ref(),
            CallSide::Callee => self.callee.as_ref(),
        }
    }

    pub fn party_mut(&mut self, side: CallSide) -> Option<&mut Party> {
        match side {
            CallSide::Caller => self.caller.as_mut(),
            CallSide::Callee => self.callee.as_mut(),
        }
    }
}

impl Signalling {
    /// A browser calls a number.
    pub(super) fn dial(&mut self, handle: u64, number: String, offer: String) {
        let call = CallId(self.fresh_id());
        let from = self.handles.get(&handle).and_then(|handle| handle.extension.clone()).unwrap_or_default();
        self.begin(call, CallKind::Telephone, from.clone(), number);
        let leg = self.add_party(call, CallSide::Caller, from, Device::Browser(handle));
        self.set_state(handle, SipState::Calling);
        let calling = json!({"event": "calling", "call_id": call.sip_call_id()});
        self.event(handle, Transaction::Last, calling, None);
        if !self.media_works {
            return self.end(call, EndCause::Unavailable);
        }
        self.media(MediaCommand::Answer { leg, offer });
    }

    pub(super) fn begin(&mut self, id: CallId, kind: CallKind, from: String, to: String) {
        self.fact(CallFact::Started { call: id, from: from.clone(), to: to.clone() });
        let call = Call { kind, from, to, caller: None, callee: None, phase: Phase::Preparing };
        self.calls.insert(id, call);
    }

    pub(super) fn add_party(&mut self, id: CallId, side: CallSide, number: String, device: Device) -> LegId {
        self.last_leg += 1;
        let leg = LegId(self.last_leg);
        self.legs.insert(leg, (id, side));
        let party = Party { leg, number, device, description: None, described: false, holds: false };
        match device {
            Device::Browser(handle) => {
                if let Some(handle) = self.handles.get_mut(&handle) {
                    handle.call = Some((id, side));
                }
            }
            Device::Simulated(customer) => {
                self.media(MediaCommand::Simulate { leg, sound: Sound::Speech { pitch: customer.pitch } });
            }
        }
        if let Some(call) = self.calls.get_mut(&id) {
            match side {
                CallSide::Caller => call.caller = Some(party),
                CallSide::Callee => call.callee = Some(party),
            }
        }
        leg
    }

    /// Sends a call where its number leads.
    pub(super) fn lead(&mut self, id: CallId) {
        if !self.media_works {
            return self.end(id, EndCause::Unavailable);
        }
        let Some(call) = self.calls.get(&id) else { return };
        let to = call.to.clone();
        let route = if to == ECHO_NUMBER { Route::Echo } else { self.control.route(call.origin(), &to) };
        match (route, call.caller.is_some()) {
            (Route::Ring { extension }, _) => self.ring(id, extension),
            (Route::Queue, true) => {
                self.answer_by_gateway(id, Phase::Waiting);
                self.wait(id);
            }
            (Route::Echo, true) => self.answer_by_gateway(id, Phase::Echo),
            // A call of the centre needs a callee that can answer it.
            (Route::Queue | Route::Echo, false) => self.end(id, EndCause::NotFound),
            (Route::Simulated(customer), _) => {
                self.add_party(id, CallSide::Callee, to, Device::Simulated(customer));
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
        if self.handles.get(&target).is_none_or(|handle| handle.state != SipState::Registered) {
            return self.end(id, EndCause::Busy);
        }
        if let Some(call) = self.calls.get_mut(&id) {
            call.phase = Phase::CallingBack;
        }
        let leg = self.add_party(id, CallSide::Caller, extension, Device::Browser(target));
        self.set_state(target, SipState::Invited);
        self.begin_ringing(id, self.config.ring_timeout);
        self.media(MediaCommand::Offer { leg });
    }

    /// Rings at a registered extension.
    pub(super) fn ring(&mut self, id: CallId, extension: String) {
        let Some(target) = self.extensions.ringing(&extension) else {
            return self.callee_failed(id, &extension, EndCause::Unavailable);
        };
        if self.handles.get(&target).is_none_or(|handle| handle.state != SipState::Registered) {
            self.notify_missed(id, target);
            return self.callee_failed(id, &extension, EndCause::Busy);
        }
        let leg = self.add_party(id, CallSide::Callee, extension, Device::Browser(target));
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

    /// The caller learns that the callee rings, and hears it.
    pub(super) fn notify_ringing(&mut self, id: CallId) {
        let Some(call) = self.calls.get(&id) else { return };
        let to = call.to.clone();
        let extension = call.callee.as_ref().map_or_else(|| to.clone(), |callee| callee.number.clone());
        self.fact(CallFact::Ringing { call: id, extension });
        let Some((leg, handle)) = self.browser_at(id, CallSide::Caller) else { return };
        if self.phase(id) != Some(Phase::Ringing) {
            return;
        }
        if self.is_in_call(handle) {
            return self.media(MediaCommand::Hear { leg, hear: Hear::Sound(Sound::Ringing) });
        }
        self.event(handle, Transaction::Last, json!({"event": "ringing"}), None);
        self.event(handle, Transaction::Last, json!({"event": "proceeding", "code": 180}), None);
        if self.config.ring_back {
            let progress = json!({"event": "progress", "username": self.address(&to)});
            self.send_answer(id, handle, progress);
            self.media(MediaCommand::Hear { leg, hear: Hear::Sound(Sound::Ringing) });
        }
    }

    /// Sends an event to the caller, with the answer if the caller does not have it.
    fn send_answer(&mut self, id: CallId, handle: u64, result: serde_json::Value) {
        let description = self.party_mut(id, CallSide::Caller).and_then(|party| {
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
        let Some((_, handle)) = self.browser_at(id, CallSide::Caller).filter(|(_, handle)| !self.is_in_call(*handle))
        else {
            return;
        };
        let Some(to) = self.calls.get(&id).map(|call| self.address(&call.to)) else { return };
        self.set_state(handle, SipState::InCall);
        self.send_answer(id, handle, json!({"event": "accepted", "username": to}));
    }

    /// The telephone was called back and has answered already.
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
    fn wait(&mut self, id: CallId) {
        self.fact(CallFact::Queued { call: id });
        self.listen(id);
    }

    /// The callee answered, or the caller who was called back.
    pub(super) fn answered(&mut self, id: CallId) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        self.deadlines.cancel(&Subject::Call(id));
        if call.phase == Phase::CallingBack {
            call.phase = Phase::Preparing;
            return self.lead(id);
        }
        let Some(extension) = call.callee.as_ref().map(|callee| callee.number.clone()) else { return };
        self.fact(CallFact::Answered { call: id, extension });
        let Some(call) = self.calls.get_mut(&id) else { return };
        if call.caller.is_none() {
            // A call of the centre: the customer who answered is the side that waits.
            call.caller = call.callee.take();
            call.phase = Phase::Waiting;
            self.move_to_caller(id);
            return self.wait(id);
        }
        let was_ringing = call.phase == Phase::Ringing;
        call.phase = Phase::Talking;
        if let Some(after) = [&call.caller, &call.callee].into_iter().flatten().find_map(hangs_up_after) {
            self.deadlines.set(Subject::Call(id), self.now + after);
        }
        if was_ringing {
            self.accept_caller(id);
        }
        self.listen(id);
    }

    fn move_to_caller(&mut self, id: CallId) {
        let Some((leg, device)) = self.party(id, CallSide::Caller).map(|party| (party.leg, party.device)) else {
            return;
        };
        self.legs.insert(leg, (id, CallSide::Caller));
        if let Device::Browser(handle) = device
            && let Some(handle) = self.handles.get_mut(&handle)
        {
            handle.call = Some((id, CallSide::Caller));
        }
    }

    /// Sets what each side hears.
    fn listen(&mut self, id: CallId) {
        let Some(call) = self.calls.get(&id) else { return };
        let commands: Vec<MediaCommand> = match (call.phase, &call.caller, &call.callee) {
            (Phase::Talking, Some(caller), Some(callee)) => vec![hears(caller, callee), hears(callee, caller)],
            (Phase::Waiting, Some(caller), _) => {
                vec![MediaCommand::Hear { leg: caller.leg, hear: Hear::Sound(Sound::Music) }]
            }
            _ => Vec::new(),
        };
        for command in commands {
            self.media(command);
        }
    }

    /// Changes whether a side holds the other; `false` if nothing changed.
    pub(super) fn set_holds(&mut self, id: CallId, side: CallSide, holds: bool) -> bool {
        let Some(party) = self.party_mut(id, side) else { return false };
        let changed = std::mem::replace(&mut party.holds, holds) != holds;
        if changed {
            self.listen(id);
        }
        changed
    }

    pub(super) fn on_call_deadline(&mut self, id: CallId) {
        let Some(call) = self.calls.get(&id) else { return };
        let simulated = |party: &Option<Party>| matches!(party, Some(Party { device: Device::Simulated(customer), .. }) if customer.hangs_up_after.is_some());
        match (call.phase, &call.callee) {
            (Phase::Ringing, Some(Party { device: Device::Simulated(_), .. })) => self.answered(id),
            (Phase::Ringing, None) => self.end(id, EndCause::NotAnswered),
            (Phase::Ringing | Phase::Waiting, Some(callee)) => {
                let extension = callee.number.clone();
                self.callee_failed(id, &extension, EndCause::NotAnswered);
            }
            (Phase::Talking, _) => {
                let side = if simulated(&call.caller) { CallSide::Caller } else { CallSide::Callee };
                self.hang_up(id, side);
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
        match call.caller.as_ref()?.device {
            Device::Browser(handle) => self.handles.get(&handle)?.display_name.clone(),
            Device::Simulated(_) => None,
        }
    }

    pub(super) fn address(&self, number: &str) -> String {
        format!("sip:{number}@{}", self.config.sip_host)
    }

    pub(super) fn phase(&self, id: CallId) -> Option<Phase> {
        self.calls.get(&id).map(|call| call.phase)
    }

    pub(super) fn party(&self, id: CallId, side: CallSide) -> Option<&Party> {
        self.calls.get(&id)?.party(side)
    }

    pub(super) fn party_mut(&mut self, id: CallId, side: CallSide) -> Option<&mut Party> {
        self.calls.get_mut(&id)?.party_mut(side)
    }

    /// Leg and handle of a side that is a browser.
    pub(super) fn browser_at(&self, id: CallId, side: CallSide) -> Option<(LegId, u64)> {
        let party = self.party(id, side)?;
        match party.device {
            Device::Browser(handle) => Some((party.leg, handle)),
            Device::Simulated(_) => None,
        }
    }
}

fn hangs_up_after(party: &Party) -> Option<Duration> {
    match party.device {
        Device::Simulated(customer) => customer.hangs_up_after,
        Device::Browser(_) => None,
    }
}

/// What `party` hears in a conversation with `partner`.
fn hears(party: &Party, partner: &Party) -> MediaCommand {
    let hear = match (party.holds, partner.holds) {
        (true, _) => Hear::Silence,
        (false, true) => Hear::Sound(Sound::Music),
        (false, false) => Hear::Legs(vec![partner.leg]),
    };
    MediaCommand::Hear { leg: party.leg, hear }
}
