//! Parties that join and leave while the call continues.

use super::Signalling;
use super::call::{CallKind, Device, Phase};
use super::calls::hangs_up_after;
use super::deadlines::Subject;
use super::ending::ending;
use super::sip::SipState;
use crate::control::{CallFact, CallId, CallOrigin, CallSide, ECHO_NUMBER, EndCause, Route};
use crate::media::MediaCommand;
use crate::room::{Destination, LeaveCause, Mode, PartyChange, PartyId, Role};

impl Signalling {
    /// Calls a further party. `false`: it cannot be called, which is reported as a party that did not answer.
    pub(super) fn call_party(&mut self, id: CallId, party: PartyId, role: Role, to: Destination) -> bool {
        let called = match to {
            Destination::Extension(extension) => self.ring_party(id, party, role, extension),
            Destination::Number(number) => self.lead_party(id, party, role, number),
        };
        if let Err(cause) = called {
            if let Some(call) = self.calls.get_mut(&id) {
                call.last_party = call.last_party.max(party);
            }
            self.report_failure(id, party, cause);
        }
        called.is_ok()
    }

    fn lead_party(&mut self, id: CallId, party: PartyId, role: Role, number: String) -> Result<(), EndCause> {
        let Some(call) = self.calls.get(&id) else { return Err(EndCause::Released) };
        let agent = call.first_with(Role::Agent).and_then(|agent| call.party(agent)).map_or("", |agent| &agent.number);
        let route = if number == ECHO_NUMBER {
            Route::Unknown
        } else {
            self.control.route(CallOrigin::Dialled(agent), &number)
        };
        let (device, until) = match route {
            Route::Ring { extension } => return self.ring_party(id, party, role, extension),
            Route::Simulated(customer) => (Device::Simulated(customer), customer.answers_after),
            Route::NoAnswer => (Device::Unanswered, self.config.ring_timeout),
            Route::Busy => return Err(EndCause::Busy),
            Route::Blacklisted => return Err(EndCause::Blacklisted),
            // A destination where nobody could talk cannot be called.
            Route::Unknown | Route::Queue | Route::Echo => return Err(EndCause::NotFound),
        };
        self.add_party(id, party, role, number, device, false);
        self.deadlines.set(Subject::Party(id, party), self.now + until);
        self.fact(CallFact::Party { call: id, party, change: PartyChange::Ringing });
        Ok(())
    }

    fn ring_party(&mut self, id: CallId, party: PartyId, role: Role, extension: String) -> Result<(), EndCause> {
        let target = self.extensions.ringing(&extension).ok_or(EndCause::Unavailable)?;
        if !self.is_free(target) {
            return Err(EndCause::Busy);
        }
        let leg = self.add_party(id, party, role, extension, Device::Browser(target), false);
        self.set_state(target, SipState::Invited);
        self.deadlines.set(Subject::Party(id, party), self.now + self.config.ring_timeout);
        self.media(MediaCommand::Offer { leg });
        Ok(())
    }

    /// A further party answered. It takes over if the agent completed the transfer meanwhile, or if no other party is
    /// there.
    pub(super) fn party_answered(&mut self, id: CallId, party: PartyId) {
        self.deadlines.cancel(&Subject::Party(id, party));
        if let Some(after) = self.party(id, party).and_then(hangs_up_after) {
            self.deadlines.set(Subject::Party(id, party), self.now + after);
        }
        self.fact(CallFact::Party { call: id, party, change: PartyChange::Answered });
        let Some(call) = self.calls.get(&id) else { return };
        let is_consulted = call.party(party).is_some_and(|party| party.role == Role::Consulted);
        if is_consulted && call.completes {
            return self.hand_over(id, party);
        }
        self.settle(id);
    }

    /// A further party does not answer, or is no longer called. Nothing changes for the others.
    pub(super) fn party_failed(&mut self, id: CallId, party: PartyId, cause: EndCause) {
        let Some(failed) = self.calls.get_mut(&id).and_then(|call| call.parties.remove(&party)) else { return };
        self.deadlines.cancel(&Subject::Party(id, party));
        self.finish(failed, ending(cause, CallSide::Callee), None);
        self.report_failure(id, party, cause);
        self.settle(id);
    }

    fn report_failure(&mut self, id: CallId, party: PartyId, cause: EndCause) {
        let code = ending(cause, CallSide::Caller).code;
        self.fact(CallFact::Party { call: id, party, change: PartyChange::Failed(code) });
    }

    /// A party leaves a call that continues.
    pub(super) fn take_out(&mut self, id: CallId, party: PartyId, cause: LeaveCause) {
        self.remove_party(id, party, cause);
        self.settle(id);
    }

    pub(super) fn remove_party(&mut self, id: CallId, party: PartyId, cause: LeaveCause) {
        let Some(left) = self.calls.get_mut(&id).and_then(|call| call.parties.remove(&party)) else { return };
        if matches!(party, PartyId::CALLER | PartyId::CALLEE) && hangs_up_after(&left).is_some() {
            self.deadlines.cancel(&Subject::Call(id));
        }
        self.deadlines.cancel(&Subject::Party(id, party));
        self.finish_left(left, cause);
        self.fact(CallFact::Party { call: id, party, change: PartyChange::Left(cause) });
    }

    /// The agent leaves, and another party is the agent.
    pub(super) fn hand_over(&mut self, id: CallId, to: PartyId) {
        let Some(agent) = self.calls.get(&id).and_then(|call| call.first_with(Role::Agent)) else { return };
        self.set_role(id, to, Role::Agent);
        self.remove_party(id, agent, LeaveCause::HandedOver);
        self.begin_anew(id);
        self.settle(id);
    }

    pub(super) fn set_role(&mut self, id: CallId, of: PartyId, role: Role) {
        let Some(party) = self.party_mut(id, of) else { return };
        if party.role != role {
            party.role = role;
            self.fact(CallFact::Party { call: id, party: of, change: PartyChange::Role(role) });
        }
    }

    pub(super) fn set_mode(&mut self, id: CallId, mode: Mode) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        if call.mode != mode {
            call.mode = mode;
            self.fact(CallFact::Mode { call: id, mode });
        }
    }

    /// Restores the rules of a call after a party joined or left: it has an agent if any party can be one, a consultation has
    /// two sides, and no party rings or listens for a customer who left.
    pub(super) fn settle(&mut self, id: CallId) {
        if self.phase(id) != Some(Phase::Talking) {
            return self.listen(id);
        }
        self.end_without_customer(id);
        self.promote_to_agent(id);
        let Some(call) = self.calls.get(&id) else { return };
        let is_present = |role: Role| call.present().any(|(_, party)| party.role == role);
        let has_consulted = call.first_with(Role::Consulted).is_some();
        let others_wait = is_present(Role::Customer) || is_present(Role::Colleague);
        let mode = match call.mode {
            _ if !call.has_agent() || !others_wait => Mode::Together,
            // The agent decides when the customer is back in the conversation: no microphone opens by itself.
            mode @ (Mode::Consulting { .. } | Mode::Together) => mode,
            Mode::Swapped { .. } if !has_consulted => Mode::Together,
            mode @ Mode::Swapped { .. } => mode,
        };
        let completes = call.completes && has_consulted && call.has_agent();
        let is_unattended = call.parties.values().all(|party| !party.role.can_keep_customer());
        self.set_mode(id, mode);
        if let Some(call) = self.calls.get_mut(&id) {
            call.completes = completes;
        }
        if is_unattended {
            return self.wait_unattended(id);
        }
        self.listen(id);
    }

    /// Parties that ring for a customer who left stop ringing, and supervisors leave.
    fn end_without_customer(&mut self, id: CallId) {
        let Some(call) = self.calls.get(&id) else { return };
        if call.present().any(|(_, party)| party.role == Role::Customer) {
            return;
        }
        let gone: Vec<(PartyId, bool)> = call
            .parties
            .iter()
            .filter(|(_, party)| !party.is_present || !party.role.is_counted())
            .map(|(party, gone)| (*party, gone.is_present))
            .collect();
        for (party, is_present) in gone {
            if is_present {
                self.remove_party(id, party, LeaveCause::Removed);
            } else {
                self.cancel_ringing(id, party);
            }
        }
    }

    /// Stops calling a party. The caller of this function updates the call.
    pub(super) fn cancel_ringing(&mut self, id: CallId, party: PartyId) {
        let Some(ringing) = self.calls.get_mut(&id).and_then(|call| call.parties.remove(&party)) else { return };
        self.deadlines.cancel(&Subject::Party(id, party));
        self.finish(ringing, ending(EndCause::Cancelled, CallSide::Callee), None);
        self.report_failure(id, party, EndCause::Cancelled);
    }

    /// Without an agent the consulted party becomes the agent, else a colleague.
    fn promote_to_agent(&mut self, id: CallId) {
        let Some(call) = self.calls.get(&id) else { return };
        if call.has_agent() {
            return;
        }
        let present = |role: Role| call.present().find(|(_, party)| party.role == role).map(|(party, _)| party);
        if let Some(successor) = present(Role::Consulted).or_else(|| present(Role::Colleague)) {
            self.set_role(id, successor, Role::Agent);
            self.begin_anew(id);
        }
    }

    /// A change of the agent ends the consultation, and parties whom the former agent put on hold are back.
    fn begin_anew(&mut self, id: CallId) {
        self.set_mode(id, Mode::Together);
        let Some(call) = self.calls.get_mut(&id) else { return };
        let back: Vec<PartyId> =
            call.parties.iter_mut().filter_map(|(id, party)| std::mem::take(&mut party.held).then_some(*id)).collect();
        for party in back {
            self.fact(CallFact::Party { call: id, party, change: PartyChange::Held(false) });
            self.reoffer(id, party, true);
        }
    }

    /// The customer is alone and hears music until the call is connected to an agent.
    fn wait_unattended(&mut self, id: CallId) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        let Some(customer) = call.first_with(Role::Customer) else { return };
        call.phase = Phase::Waiting;
        if call.kind == CallKind::Dialled {
            // The next agent sees the customer as the caller.
            call.kind = CallKind::Network;
            std::mem::swap(&mut call.from, &mut call.to);
        }
        if customer != PartyId::CALLER {
            self.move_to_caller(id, customer);
        }
        self.fact(CallFact::Unattended { call: id });
        self.listen(id);
    }

    pub(super) fn on_party_deadline(&mut self, id: CallId, party: PartyId) {
        let Some((is_present, device)) = self.party(id, party).map(|party| (party.is_present, party.device)) else {
            return;
        };
        match (is_present, device) {
            (true, _) => self.leave(id, party, LeaveCause::HungUp),
            (false, Device::Simulated(_)) => self.answered(id, party),
            (false, Device::Browser(_) | Device::Unanswered) => self.party_failed(id, party, EndCause::NotAnswered),
        }
    }
}
