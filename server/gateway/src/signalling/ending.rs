//! How calls end: who receives which code, and what becomes of a call whose callee failed.

use serde_json::json;

use super::Signalling;
use super::calls::{Call, Device, Party, Phase};
use super::deadlines::Subject;
use super::message;
use super::plugin::Transaction;
use super::sip::SipState;
use crate::control::{CallFact, CallId, CallSide, EndCause};
use crate::media::MediaCommand;

/// SIP code and text of a `hangup` event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub code: u16,
    pub reason: &'static str,
}

const BYE_SENT: Ending = Ending { code: 200, reason: "to BYE" };
const BYE_RECEIVED: Ending = Ending { code: 200, reason: "Session Terminated" };

/// What a side receives for a cause.
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
        let (Some(state), Some((call, side))) = (self.handles.get(&id).map(|handle| handle.state), self.call_of(id))
        else {
            return;
        };
        match state {
            SipState::Calling => self.end(call, EndCause::Cancelled),
            SipState::Invited | SipState::Accepting => {
                let extension = self.party(call, side).map(|party| party.number.clone()).unwrap_or_default();
                self.callee_failed(call, &extension, EndCause::Declined(486));
            }
            // A caller who was called back is in a call before the number answers.
            SipState::InCall => self.hang_up(call, side),
            SipState::Unregistered | SipState::Registered => {}
        }
    }

    pub(super) fn decline(&mut self, id: u64, code: u16) {
        let Some((call, side)) = self.call_of(id) else { return };
        let declining = json!({"event": "declining", "code": code, "call_id": call.sip_call_id()});
        self.event(id, Transaction::Last, declining, None);
        let extension = self.party(call, side).map(|party| party.number.clone()).unwrap_or_default();
        self.callee_failed(call, &extension, EndCause::Declined(code));
    }

    /// A side hangs up, before or after the answer.
    pub(super) fn hang_up(&mut self, call: CallId, side: CallSide) {
        let cause = match (self.calls.get(&call).map(|call| call.phase), side) {
            (Some(Phase::CallingBack | Phase::Preparing | Phase::Ringing), CallSide::Caller) => EndCause::Cancelled,
            (Some(Phase::CallingBack | Phase::Preparing | Phase::Ringing), CallSide::Callee) => EndCause::Declined(486),
            _ => EndCause::HungUp(side),
        };
        self.end(call, cause);
    }

    /// The callee does not answer the call. A call in a queue waits on; another ends.
    pub(super) fn callee_failed(&mut self, id: CallId, extension: &str, cause: EndCause) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        if call.phase == Phase::CallingBack {
            // The agent refused the own call.
            return self.end(id, EndCause::Cancelled);
        }
        if call.phase != Phase::Waiting {
            return self.end(id, cause);
        }
        let callee = call.callee.take();
        self.deadlines.cancel(&Subject::Call(id));
        if let Some(callee) = callee {
            self.finish(callee, ending(cause, CallSide::Callee), None);
        }
        let code = ending(cause, CallSide::Caller).code;
        self.fact(CallFact::Missed { call: id, extension: extension.to_owned(), code });
    }

    /// Ends a call for both sides.
    pub(super) fn end(&mut self, id: CallId, cause: EndCause) {
        let Some(Call { caller, callee, .. }) = self.calls.remove(&id) else { return };
        self.deadlines.cancel(&Subject::Call(id));
        for (party, side) in [(caller, CallSide::Caller), (callee, CallSide::Callee)] {
            let lost_connection = match cause {
                EndCause::Closed(by) if by == side => Some("DTLS alert"),
                EndCause::Lost(by) if by == side => Some("ICE failed"),
                _ => None,
            };
            if let Some(party) = party {
                self.finish(party, ending(cause, side), lost_connection);
            }
        }
        self.fact(CallFact::Ended { call: id, cause });
    }

    /// Ends one side: its leg, its handle's state and its events.
    fn finish(&mut self, party: Party, ending: Ending, lost_connection: Option<&'static str>) {
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
