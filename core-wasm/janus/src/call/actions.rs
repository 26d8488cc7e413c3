//! Actions that the state machine of a call requests in several places.

use super::types::{CallAction, PeerEffect, Refusal, Step, TONE_GAP_MS, TONE_MS};
use super::{CallEnd, EndCause};
use crate::fault::Fault;
use crate::frame::{SipHangup, SipRequest, Trickle};

/// The end as the server confirms it. If the server closed the peer connection first, the SIP event has the better
/// reason.
pub(super) fn confirmed(end: CallEnd, hangup: &SipHangup) -> CallEnd {
    let by_sip = CallEnd::by_remote(hangup);
    if end.fault == Some(Fault::LostConnection) && by_sip.cause != EndCause::Normal {
        return by_sip;
    }
    CallEnd { code: hangup.code, ..end }
}

/// The fault that a refused request reports.
pub(super) fn refusal_fault(refusal: Refusal) -> Fault {
    match refusal {
        Refusal::Code(crate::session::HANDLE_NOT_FOUND) => Fault::InvalidHandle,
        Refusal::Code(_) => Fault::CallFailed,
        Refusal::Fault(fault) => fault,
    }
}

/// Sends local candidates, if there are any.
pub(super) fn trickle(candidates: Vec<Trickle>) -> Vec<CallAction> {
    if candidates.is_empty() { Vec::new() } else { vec![CallAction::Trickle(candidates)] }
}

/// Passes remote candidates to the browser.
pub(super) fn add(candidates: Vec<Trickle>) -> Vec<CallAction> {
    candidates.into_iter().map(|candidate| CallAction::Peer(PeerEffect::AddCandidate(candidate))).collect()
}

/// Sends tones by RTP.
pub(super) fn send_tones(tones: String) -> Vec<CallAction> {
    vec![CallAction::Peer(PeerEffect::Tones { tones, duration_ms: TONE_MS, gap_ms: TONE_GAP_MS })]
}

/// Sends tones by SIP INFO, one request each.
pub(super) fn send_tones_by_info(tones: &str) -> Vec<CallAction> {
    let tone = |digit: char| SipRequest::DtmfInfo { digit: digit.to_string(), duration: TONE_MS };
    tones.chars().map(|digit| CallAction::Send(Step::Tone, tone(digit), None)).collect()
}
