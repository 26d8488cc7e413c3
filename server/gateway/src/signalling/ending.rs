//! How calls end: the codes that each side receives, and the consequences of a callee that cannot be reached.

use serde_json::json;

use super::Signalling;
use super::call::{Device, Party, Phase, Without};
use super::deadlines::Subject;
use super::message;
use super::plugin::Transaction;
use super::sip::SipState;
use crate::control::{CallFact, CallId, CallSide, EndCause};
use crate::media::MediaCommand;
use crate::room::{LeaveCause, PartyId};

/// SIP code and text of a `hangup` event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub code: u16,
    pub reason: &'static str,
}

const BYE_SENT: Ending = Ending { code: 200, reason: "to BYE" };
const BYE_RECEIVED: Ending = Ending { code: 200, reason: "Session Terminated" };

/// The code and text that a side receives for a cause.
pub fn ending(cause: EndCause, side: CallSide) -> Ending {
    match cause {
        EndCause::HungUp(by) | EndCause::Closed(by) => {
            if by == side {
                BYE_SENT
            } else {
                BYE_RECEIVED
            }
        }
        EndCause::Released | EndCause::Lost(_) => BYE_RECEIVED,
        EndCause::Cancelled => response(487),
        EndCause::Declined(code) => response(code),
        EndCause::NotAcceptable => response(488),
        EndCause::NotAnswered => failure(408, side),
        EndCause::NotFound => failure(404, side),
        EndCause::Busy => failure(486, side),
        EndCause::Unavailable => failure(480, side),
        EndCause::Blacklisted => failure(403, side),
    }
}

/// The caller receives the code; the callee's ringing is cancelled.
fn failure(code: u16, side: CallSide) -> Ending {
    match side {
        CallSide::Caller => response(code),
        CallSide::Callee => response(487),
    }
}

/// Text of a SIP response (RFC 3261, section 21).
fn response(code: u16) -> Ending {
    let reason = match code {
        403 => "Forbidden",
        404 => "Not Found",
        408 => "Request Timeout",
        480 => "Temporarily Unavailable",
        486 => "Busy Here",
        487 => "Request Terminated",
        488 => "Not Acceptable Here",
        603 => "Decline",
        _ => "Call Refused",
    };
    Ending { code, reason }
}

impl Signalling {
    /// A client leaves its call: hangs up, cancels or declines, by the state of its handle.
    pub(super) fn leave_call(&mut self, id: u64) {
        let (Some(state), Some((call, party))) = (self.handles.get(&id).map(|handle| handle.state), self.call_of(id))
        else {
            return;
        };
        match state {
            SipState::Calling => self.end(call, EndCause::Cancelled),
            SipState::Invited | SipState::Accepting => self.not_answered(call, party, EndCause::Declined(486)),
            // A caller whose telephone was called first is in a call before the number answers.
            SipState::InCall => self.leave(call, party, LeaveCause::HungUp),
            SipState::Unregistered | SipState::Registered => {}
        }
    }

    pub(super) fn decline(&mut self, id: u64, code: u16) {
        let Some((call, party)) = self.call_of(id) else { return };
        let declining = json!({"event": "declining", "code": code, "call_id": call.sip_call_id()});
        self.event(id, Transaction::Last, declining, None);
        self.not_answered(call, party, EndCause::Declined(code));
    }

    /// A side ends the call for all, before or after the answer.
    pub(super) fn hang_up(&mut self, call: CallId, side: CallSide) {
        let cause = self.hang_up_cause(call, side);
        self.end(call, cause);
    }

    fn hang_up_cause(&self, call: CallId, side: CallSide) -> EndCause {
        match (self.calls.get(&call).map(|call| call.phase), side) {
            (Some(Phase::CallingBack | Phase::Preparing | Phase::Ringing), CallSide::Caller) => EndCause::Cancelled,
            (Some(Phase::CallingBack | Phase::Preparing | Phase::Ringing), CallSide::Callee) => EndCause::Declined(486),
            _ => EndCause::HungUp(side),
        }
    }

    /// A party leaves. The call continues if others have a partner to talk with, else it ends for all.
    pub(super) fn leave(&mut self, id: CallId, party: PartyId, cause: LeaveCause) {
        let Some(call) = self.calls.get(&id) else { return };
        let Some(leaving) = call.party(party) else { return };
        let is_further = !matches!(party, PartyId::CALLER | PartyId::CALLEE);
        if is_further && !leaving.is_present {
            return self.party_failed(id, party, EndCause::Unavailable);
        }
        match call.without(party) {
            Without::GoesOn => self.take_out(id, party, cause),
            Without::Ends => {
                let side = call.side(party);
                let cause = match cause {
                    LeaveCause::HungUp => self.hang_up_cause(id, side),
                    LeaveCause::Removed | LeaveCause::HandedOver => EndCause::Released,
                    LeaveCause::Closed => EndCause::Closed(side),
                    LeaveCause::Lost => EndCause::Lost(side),
                };
                self.end_by(id, cause, Some(party));
            }
        }
    }

    /// A party that rings does not answer.
    pub(super) fn not_answered(&mut self, id: CallId, party: PartyId, cause: EndCause) {
        match party {
            PartyId::CALLER | PartyId::CALLEE => {
                let extension = self.party(id, party).map(|party| party.number.clone()).unwrap_or_default();
                self.callee_failed(id, &extension, cause);
            }
            _ => self.party_failed(id, party, cause),
        }
    }

    /// The callee does not answer the call. A call in a queue still waits; another call ends.
    pub(super) fn callee_failed(&mut self, id: CallId, extension: &str, cause: EndCause) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        if call.phase == Phase::CallingBack {
            // The agent declined the ring of a call that the centre made for the agent.
            return self.end(id, EndCause::Cancelled);
        }
        if call.phase != Phase::Waiting {
            return self.end(id, cause);
        }
        let callee = call.parties.remove(&PartyId::CALLEE);
        self.deadlines.cancel(&Subject::Call(id));
        if let Some(callee) = callee {
            self.finish(callee, ending(cause, CallSide::Callee), None);
        }
        let code = ending(cause, CallSide::Caller).code;
        self.fact(CallFact::Missed { call: id, extension: extension.to_owned(), code });
    }

    /// Ends a call for all parties.
    pub(super) fn end(&mut self, id: CallId, cause: EndCause) {
        self.end_by(id, cause, None);
    }

    /// `by` is the party that ended the call, if known; the others of its side did not end it.
    fn end_by(&mut self, id: CallId, cause: EndCause, by: Option<PartyId>) {
        let Some(mut call) = self.calls.remove(&id) else { return };
        self.deadlines.cancel(&Subject::Call(id));
        if let Some(recording) = call.recording.take() {
            self.recording_ended(id, recording.id);
        }
        let sides: Vec<(PartyId, CallSide)> = call.parties.keys().map(|party| (*party, call.side(*party))).collect();
        for (party, side) in sides {
            let is_author = by.is_none_or(|by| by == party);
            let lost_connection = match cause {
                EndCause::Closed(by) if by == side && is_author => Some("DTLS alert"),
                EndCause::Lost(by) if by == side && is_author => Some("ICE failed"),
                _ => None,
            };
            let ending = match cause {
                EndCause::HungUp(by) | EndCause::Closed(by) if by == side && !is_author => BYE_RECEIVED,
                _ => ending(cause, side),
            };
            self.deadlines.cancel(&Subject::Party(id, party));
            if let Some(party) = call.parties.remove(&party) {
                self.finish(party, ending, lost_connection);
            }
        }
        self.fact(CallFact::Ended { call: id, cause });
    }

    /// Ends a party of a call that continues: its leg, its handle's state and its events.
    pub(super) fn finish_left(&mut self, party: Party, cause: LeaveCause) {
        let (ending, lost_connection) = match cause {
            LeaveCause::HungUp => (BYE_SENT, None),
            LeaveCause::Removed | LeaveCause::HandedOver => (BYE_RECEIVED, None),
            LeaveCause::Closed => (BYE_SENT, Some("DTLS alert")),
            LeaveCause::Lost => (BYE_RECEIVED, Some("ICE failed")),
        };
        self.finish(party, ending, lost_connection);
    }

    /// Ends one party: its leg, its handle's state and its events.
    pub(super) fn finish(&mut self, party: Party, ending: Ending, lost_connection: Option<&'static str>) {
        self.legs.remove(&party.leg);
        self.deadlines.cancel(&Subject::ClosedLeg(party.leg));
        self.media(MediaCommand::Close { leg: party.leg });
        let Device::Browser(id) = party.device else { return };
        let Some(sender) = self.sender(id) else { return };
        let hangup = json!({"event": "hangup", "code": ending.code, "reason": ending.reason});
        if let Some(reason) = lost_connection {
            // Janus reports the closed connection first.
            self.event(id, Transaction::None, json!({"event": "hangingup"}), None);
            self.send(sender, message::hangup(sender, reason));
        }
        self.event(id, Transaction::Last, hangup, None);
        if party.described && lost_connection.is_none() {
            self.send(sender, message::hangup(sender, "Close PC"));
        }
        if let Some(handle) = self.handles.get_mut(&id) {
            handle.state = SipState::Registered;
            handle.call = None;
        }
    }
}
