//! Commands for an answered call: each is carried out completely or refused with a cause.

use super::Signalling;
use super::call::{Call, Phase};
use crate::control::{CallFact, CallId, EndCause};
use crate::room::{
    Destination, LeaveCause, MAX_PARTIES, MAX_SUPERVISORS, Mode, Partner, PartyChange, PartyId, Refusal, Role,
    RoomCommand, Supervision,
};

impl Signalling {
    pub(super) fn on_room_command(&mut self, id: CallId, command: RoomCommand) {
        if let Err(cause) = self.run_room_command(id, command.clone()) {
            self.fact(CallFact::Refused { call: id, command, cause });
        }
    }

    fn run_room_command(&mut self, id: CallId, command: RoomCommand) -> Result<(), Refusal> {
        if command == RoomCommand::ToQueue && self.phase(id) == Some(Phase::Waiting) {
            // The command is repeated.
            return Ok(());
        }
        let call = self.calls.get(&id).filter(|call| is_open_to(call, &command)).ok_or(Refusal::NotTalking)?;
        match command {
            RoomCommand::Consult { party, to, is_supervised } => self.consult(id, party, to, is_supervised),
            RoomCommand::TalkWith { partner } => self.talk_with(id, partner),
            RoomCommand::Join => {
                let consulted = answered_consulted(call)?;
                self.set_role(id, consulted, Role::Colleague);
                self.set_mode(id, Mode::Together);
                self.settle(id);
                Ok(())
            }
            RoomCommand::CancelConsultation => self.cancel_consultation(id),
            RoomCommand::Complete => self.complete(id),
            RoomCommand::Invite { party, to } => self.invite(id, party, to),
            RoomCommand::Hold { party, held } => self.hold_party(id, party, held),
            RoomCommand::Mute { party, muted } => self.mute_party(id, party, muted),
            RoomCommand::Remove { party } => self.remove(id, party),
            RoomCommand::Leave { successor } => self.leave_to(id, successor),
            RoomCommand::ToQueue => self.move_to_queue(id),
            RoomCommand::Supervise { party, extension, supervision } => {
                self.supervise(id, party, extension, supervision)
            }
            RoomCommand::ChangeSupervision { party, supervision } => self.change_supervision(id, party, supervision),
        }
    }

    fn consult(&mut self, id: CallId, party: PartyId, to: Destination, is_supervised: bool) -> Result<(), Refusal> {
        let Some(call) = self.calls.get(&id) else { return Ok(()) };
        if call.party(party).is_some_and(|party| party.role == Role::Consulted) {
            return Ok(());
        }
        if call.first_with(Role::Consulted).is_some() {
            return Err(Refusal::AlreadyConsulting);
        }
        admit_party(call, party)?;
        if self.call_party(id, party, Role::Consulted, to) {
            self.set_mode(id, Mode::Consulting { is_supervised });
            self.listen(id);
        }
        Ok(())
    }

    fn talk_with(&mut self, id: CallId, partner: Partner) -> Result<(), Refusal> {
        let Some(call) = self.calls.get(&id) else { return Ok(()) };
        let mode = match (call.mode, partner) {
            (Mode::Together, _) => return Err(Refusal::NotConsulting),
            (Mode::Consulting { is_supervised }, Partner::Customer) => Mode::Swapped { is_supervised },
            (Mode::Swapped { is_supervised }, Partner::Consulted) => Mode::Consulting { is_supervised },
            (mode @ Mode::Consulting { .. }, Partner::Consulted) | (mode @ Mode::Swapped { .. }, Partner::Customer) => {
                mode
            }
        };
        answered_consulted(call)?;
        self.set_mode(id, mode);
        self.settle(id);
        Ok(())
    }

    fn cancel_consultation(&mut self, id: CallId) -> Result<(), Refusal> {
        let Some(call) = self.calls.get_mut(&id).filter(|call| call.mode != Mode::Together) else {
            return Err(Refusal::NotConsulting);
        };
        call.completes = false;
        let consulted = call.first_with(Role::Consulted);
        // First the mode is changed: when the consulted party leaves, the reason for the customer's music is gone.
        self.set_mode(id, Mode::Together);
        match consulted {
            Some(consulted) => self.dismiss(id, consulted),
            None => self.settle(id),
        }
        Ok(())
    }

    /// Removes a party, or stops calling it.
    fn dismiss(&mut self, id: CallId, party: PartyId) {
        if self.party(id, party).is_some_and(|party| party.is_present) {
            self.take_out(id, party, LeaveCause::Removed);
        } else {
            self.party_failed(id, party, EndCause::Cancelled);
        }
    }

    fn complete(&mut self, id: CallId) -> Result<(), Refusal> {
        let Some(call) = self.calls.get_mut(&id) else { return Ok(()) };
        let consulted = call.first_with(Role::Consulted).ok_or(Refusal::NotConsulting)?;
        if call.mode == Mode::Together {
            // The customer hung up: the agent would leave the consulted party alone.
            return Err(Refusal::NobodyRemains);
        }
        if !call.party(consulted).is_some_and(|party| party.is_present) {
            call.completes = true;
            return Ok(());
        }
        self.hand_over(id, consulted);
        Ok(())
    }

    fn invite(&mut self, id: CallId, party: PartyId, to: Destination) -> Result<(), Refusal> {
        let Some(call) = self.calls.get(&id) else { return Ok(()) };
        if call.party(party).is_some_and(|party| party.role == Role::Colleague) {
            return Ok(());
        }
        if call.mode != Mode::Together {
            return Err(Refusal::Consulting);
        }
        admit_party(call, party)?;
        if self.call_party(id, party, Role::Colleague, to) {
            self.listen(id);
        }
        Ok(())
    }

    fn hold_party(&mut self, id: CallId, of: PartyId, held: bool) -> Result<(), Refusal> {
        let party = self.party_mut(id, of).ok_or(Refusal::UnknownParty)?;
        if !party.role.is_counted() {
            return Err(Refusal::Supervisor);
        }
        if !party.is_present {
            return Err(Refusal::NotAnswered);
        }
        if std::mem::replace(&mut party.held, held) != held {
            self.listen(id);
            self.fact(CallFact::Party { call: id, party: of, change: PartyChange::Held(held) });
            self.reoffer(id, of, !held);
        }
        Ok(())
    }

    fn mute_party(&mut self, id: CallId, of: PartyId, muted: bool) -> Result<(), Refusal> {
        let party = self.party_mut(id, of).ok_or(Refusal::UnknownParty)?;
        if !party.role.is_counted() {
            return Err(Refusal::Supervisor);
        }
        if std::mem::replace(&mut party.muted, muted) != muted {
            self.listen(id);
            self.fact(CallFact::Party { call: id, party: of, change: PartyChange::Muted(muted) });
        }
        Ok(())
    }

    fn remove(&mut self, id: CallId, of: PartyId) -> Result<(), Refusal> {
        let Some(call) = self.calls.get(&id) else { return Ok(()) };
        let party = call.party(of).ok_or(Refusal::UnknownParty)?;
        if party.role == Role::Agent {
            return Err(Refusal::Agent);
        }
        if party.is_present && party.role.is_counted() && call.present().count() <= 2 {
            return Err(Refusal::NobodyRemains);
        }
        self.dismiss(id, of);
        Ok(())
    }

    fn leave_to(&mut self, id: CallId, successor: PartyId) -> Result<(), Refusal> {
        let Some(call) = self.calls.get(&id) else { return Ok(()) };
        let party = call.party(successor).ok_or(Refusal::UnknownParty)?;
        match party.role {
            // The command is repeated: the successor is the agent already.
            Role::Agent => return Ok(()),
            Role::Customer => return Err(Refusal::NoColleague),
            Role::Supervisor(_) => return Err(Refusal::Supervisor),
            Role::Consulted | Role::Colleague => {}
        }
        if call.mode != Mode::Together {
            return Err(Refusal::Consulting);
        }
        if !party.is_present {
            return Err(Refusal::NotAnswered);
        }
        if call.present().count() <= 2 {
            return Err(Refusal::NobodyRemains);
        }
        self.hand_over(id, successor);
        Ok(())
    }

    fn move_to_queue(&mut self, id: CallId) -> Result<(), Refusal> {
        let Some(call) = self.calls.get(&id) else { return Ok(()) };
        if !call.present().any(|(_, party)| party.role == Role::Customer) {
            return Err(Refusal::NobodyRemains);
        }
        let leaving = call.parties.iter().filter(|(_, party)| party.role.can_keep_customer());
        let leaving: Vec<(PartyId, bool)> = leaving.map(|(party, leaving)| (*party, leaving.is_present)).collect();
        for (party, is_present) in leaving {
            if is_present {
                self.remove_party(id, party, LeaveCause::HandedOver);
            } else {
                self.cancel_ringing(id, party);
            }
        }
        self.settle(id);
        Ok(())
    }

    fn supervise(
        &mut self,
        id: CallId,
        party: PartyId,
        extension: String,
        supervision: Supervision,
    ) -> Result<(), Refusal> {
        let Some(call) = self.calls.get(&id) else { return Ok(()) };
        if call.party(party).is_some_and(|party| !party.role.is_counted()) {
            return Ok(());
        }
        if !call.has_agent() {
            return Err(Refusal::NotTalking);
        }
        if party <= call.last_party {
            return Err(Refusal::PartyTaken);
        }
        if call.supervisors() >= MAX_SUPERVISORS {
            return Err(Refusal::Full);
        }
        self.call_party(id, party, Role::Supervisor(supervision), Destination::Extension(extension));
        Ok(())
    }

    fn change_supervision(&mut self, id: CallId, of: PartyId, supervision: Supervision) -> Result<(), Refusal> {
        let party = self.party(id, of).ok_or(Refusal::UnknownParty)?;
        if party.role.is_counted() {
            return Err(Refusal::NoSupervisor);
        }
        self.set_role(id, of, Role::Supervisor(supervision));
        self.listen(id);
        Ok(())
    }
}

/// Whether the phase of the call allows the command. A supervisor stays with a waiting customer, and may leave
/// meanwhile.
fn is_open_to(call: &Call, command: &RoomCommand) -> bool {
    match (call.phase, command) {
        (Phase::Talking, _) => true,
        (Phase::Waiting, RoomCommand::ChangeSupervision { party, .. } | RoomCommand::Remove { party }) => {
            call.party(*party).is_some_and(|party| !party.role.is_counted())
        }
        (Phase::CallingBack | Phase::Preparing | Phase::Ringing | Phase::Waiting | Phase::Echo, _) => false,
    }
}

/// Whether the agent of a call can have a further party called.
fn admit_party(call: &Call, party: PartyId) -> Result<(), Refusal> {
    if !call.has_agent() {
        return Err(Refusal::NotTalking);
    }
    if party <= call.last_party {
        return Err(Refusal::PartyTaken);
    }
    if call.counted() >= MAX_PARTIES { Err(Refusal::Full) } else { Ok(()) }
}

/// The consulted party of a consultation, if it has answered.
fn answered_consulted(call: &Call) -> Result<PartyId, Refusal> {
    let consulted = call.first_with(Role::Consulted).filter(|_| call.mode != Mode::Together);
    let consulted = consulted.ok_or(Refusal::NotConsulting)?;
    if call.party(consulted).is_some_and(|party| party.is_present) { Ok(consulted) } else { Err(Refusal::NotAnswered) }
}
