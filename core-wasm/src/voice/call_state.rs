//! State of a voice attendance's call as the agent sees it (spec session §4 "Manual call status" and "Hangup"), in the
//! terms of the specification. It is derived from the state machine of the call (`call.rs`).

use crate::flow::Text;
use serde::{Deserialize, Serialize};

/// State of the call of a voice job. Ends have the spelling of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CallState {
    /// The agent dialled; no dial status has arrived yet (VOI-020, VOI-022).
    Dialling,
    /// A queue or campaign call was answered and its timer runs (VOI-021, VOI-022).
    IsService,
    /// The customer answered the agent's call.
    InProgress,
    /// An answering machine answered; the call goes on (VOI-059).
    Machine,
    /// Hung up by the agent or after a failure.
    HungUp,
    /// The number does not exist.
    #[serde(rename = "NOTFOUNDED")]
    NotFounded,
    /// No answer, reported by a SIP cause.
    #[serde(rename = "NOTANSWERED")]
    NotAnswered,
    /// The called telephone is busy.
    Busy,
    /// No answer, reported by the network.
    #[serde(rename = "NOANSWER")]
    NoAnswer,
    /// The call was cancelled before the answer, or ended by the customer.
    Cancel,
    /// The telephone is not available.
    #[serde(rename = "CHANUNAVAIL")]
    ChanUnavail,
    /// The network is congested.
    Congestion,
    /// The telephone cannot be reached now.
    Unavailable,
    /// The number is not complete.
    #[serde(rename = "INVALIDNUMBER")]
    InvalidNumber,
    /// Rejected by the customer.
    Rejected,
    /// There is no route to the number.
    #[serde(rename = "NOROUTE")]
    NoRoute,
    /// The call failed.
    Failed,
    /// The call was discarded.
    Discard,
}

/// A dial status of the network (VOI-050 to VOI-059).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialStatus {
    /// `ANSWER`.
    Answer,
    /// `MACHINE`.
    Machine,
    /// `BUSY`.
    Busy,
    /// `NOANSWER`.
    NoAnswer,
    /// `CANCEL`.
    Cancel,
    /// `CHANUNAVAIL`.
    ChanUnavail,
    /// `CONGESTION`.
    Congestion,
    /// `UNAVAILABLE`.
    Unavailable,
    /// `INVALIDNUMBER`.
    InvalidNumber,
    /// `REJECTED`.
    Rejected,
    /// `NOROUTE`.
    NoRoute,
    /// `FAILED`.
    Failed,
    /// `DISCARD`.
    Discard,
}

impl DialStatus {
    const ALL: [(DialStatus, &'static str); 13] = [
        (DialStatus::Answer, "ANSWER"),
        (DialStatus::Machine, "MACHINE"),
        (DialStatus::Busy, "BUSY"),
        (DialStatus::NoAnswer, "NOANSWER"),
        (DialStatus::Cancel, "CANCEL"),
        (DialStatus::ChanUnavail, "CHANUNAVAIL"),
        (DialStatus::Congestion, "CONGESTION"),
        (DialStatus::Unavailable, "UNAVAILABLE"),
        (DialStatus::InvalidNumber, "INVALIDNUMBER"),
        (DialStatus::Rejected, "REJECTED"),
        (DialStatus::NoRoute, "NOROUTE"),
        (DialStatus::Failed, "FAILED"),
        (DialStatus::Discard, "DISCARD"),
    ];

    /// Reads the word of an event; `None` for an unknown word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, name)| *name == word).map(|(status, _)| status)
    }

    /// The end of the call that the status means; `None` if the call continues.
    pub fn end(self) -> Option<CallState> {
        Some(match self {
            DialStatus::Answer | DialStatus::Machine => return None,
            DialStatus::Busy => CallState::Busy,
            DialStatus::NoAnswer => CallState::NoAnswer,
            DialStatus::Cancel => CallState::Cancel,
            DialStatus::ChanUnavail => CallState::ChanUnavail,
            DialStatus::Congestion => CallState::Congestion,
            DialStatus::Unavailable => CallState::Unavailable,
            DialStatus::InvalidNumber => CallState::InvalidNumber,
            DialStatus::Rejected => CallState::Rejected,
            DialStatus::NoRoute => CallState::NoRoute,
            DialStatus::Failed => CallState::Failed,
            DialStatus::Discard => CallState::Discard,
        })
    }
}

impl CallState {
    /// The text of a result that a screen reader announces when the call gets it; `None` for a state that is no result.
    fn result_key(self) -> Option<&'static str> {
        Some(match self {
            CallState::Dialling | CallState::IsService | CallState::InProgress | CallState::HungUp => return None,
            CallState::Machine => "voice.result.MACHINE",
            CallState::NotFounded => "voice.result.NOTFOUNDED",
            CallState::NotAnswered => "voice.result.NOTANSWERED",
            CallState::Busy => "voice.result.BUSY",
            CallState::NoAnswer => "voice.result.NOANSWER",
            CallState::Cancel => "voice.result.CANCEL",
            CallState::ChanUnavail => "voice.result.CHANUNAVAIL",
            CallState::Congestion => "voice.result.CONGESTION",
            CallState::Unavailable => "voice.result.UNAVAILABLE",
            CallState::InvalidNumber => "voice.result.INVALIDNUMBER",
            CallState::Rejected => "voice.result.REJECTED",
            CallState::NoRoute => "voice.result.NOROUTE",
            CallState::Failed => "voice.result.FAILED",
            CallState::Discard => "voice.result.DISCARD",
        })
    }

    /// The text that a screen reader announces when a call changes from `before` to this state. `talked`: agent and
    /// customer have talked. The call bar shows the same text; actions of the agent are not announced.
    pub fn announcement(self, before: Self, talked: bool) -> Option<Text> {
        let key = match (before, self) {
            (before, after) if before == after => return None,
            (CallState::Dialling, CallState::InProgress) => "voice.bar.announce.answered",
            (_, CallState::Cancel) if talked => "voice.bar.announce.ended",
            (_, after) => after.result_key()?,
        };
        Some(Text::key(key))
    }

    /// Whether the call has ended. The agent may redial then (VOI-060).
    pub fn is_end(self) -> bool {
        match self {
            CallState::Dialling | CallState::IsService | CallState::InProgress | CallState::Machine => false,
            CallState::HungUp
            | CallState::NotFounded
            | CallState::NotAnswered
            | CallState::Busy
            | CallState::NoAnswer
            | CallState::Cancel
            | CallState::ChanUnavail
            | CallState::Congestion
            | CallState::Unavailable
            | CallState::InvalidNumber
            | CallState::Rejected
            | CallState::NoRoute
            | CallState::Failed
            | CallState::Discard => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::Mono;
    use crate::voice::call::{Call, CallEvent, CallKind, Progress};
    use crate::wire::Wall;
    use rstest::rstest;

    fn begun(kind: CallKind) -> Call {
        let progress = if kind == CallKind::Manual { Progress::Dialling } else { Progress::Talking };
        Call::new(kind, progress, "5511", Mono(0))
    }

    fn word(state: CallState) -> Option<serde_json::Value> {
        serde_json::to_value(state).ok()
    }

    #[rstest]
    #[case::manual(CallKind::Manual, "DIALLING")]
    #[case::voi_021_queue(CallKind::Queue, "IS_SERVICE")]
    #[case::voi_021_dialer(CallKind::Dialer, "IS_SERVICE")]
    fn the_kind_of_a_call_decides_its_first_state(#[case] kind: CallKind, #[case] state: &str) {
        assert_eq!(word(begun(kind).state()), Some(state.into()));
    }

    #[rstest]
    #[case::voi_050("BUSY")]
    #[case::voi_051("NOANSWER")]
    #[case::voi_052("CANCEL")]
    #[case::voi_053("CHANUNAVAIL")]
    #[case::voi_054("CONGESTION")]
    #[case::voi_055("UNAVAILABLE")]
    #[case::voi_056("INVALIDNUMBER")]
    #[case::voi_057("REJECTED")]
    #[case::voi_059_no_route("NOROUTE")]
    #[case::voi_059_failed("FAILED")]
    #[case::voi_059_discard("DISCARD")]
    fn a_status_ends_the_manual_call_with_the_state_of_the_same_name(#[case] name: &str) {
        let status = DialStatus::of_word(name).expect("a known status");
        let mut call = begun(CallKind::Manual);
        call.take(CallEvent::Status(status), Wall(1));
        assert_eq!((word(call.state()), call.state().is_end()), (Some(name.into()), true));
    }

    #[rstest]
    #[case::voi_059_answer("ANSWER", CallState::InProgress)]
    #[case::voi_059_machine("MACHINE", CallState::Machine)]
    fn an_answer_leaves_the_call_in_progress(#[case] name: &str, #[case] state: CallState) {
        let status = DialStatus::of_word(name).expect("a known status");
        let mut call = begun(CallKind::Manual);
        call.take(CallEvent::Status(status), Wall(1));
        assert_eq!((call.state(), call.is_live()), (state, true));
    }

    #[rstest]
    #[case::voi_048(404, CallState::NotFounded, "NOTFOUNDED")]
    #[case::voi_049(408, CallState::NotAnswered, "NOTANSWERED")]
    fn a_sip_cause_ends_the_manual_call(#[case] cause: u16, #[case] state: CallState, #[case] name: &str) {
        let mut call = begun(CallKind::Manual);
        call.take(CallEvent::SipCause(cause), Wall(1));
        assert_eq!((call.state(), word(call.state())), (state, Some(name.into())));
    }

    #[test]
    fn voi_058_a_dial_status_that_the_specification_does_not_name_is_ignored() {
        for word in ["ANSWER", "MACHINE", "NOROUTE", "FAILED", "DISCARD"] {
            assert!(DialStatus::of_word(word).is_some(), "{word}");
        }
        for word in ["", "busy", "RINGING"] {
            assert_eq!(DialStatus::of_word(word), None, "{word}");
        }
    }

    #[rstest]
    #[case::answered(CallState::Dialling, CallState::InProgress, false, Some("voice.bar.announce.answered"))]
    #[case::a_machine(CallState::Dialling, CallState::Machine, true, Some("voice.result.MACHINE"))]
    #[case::busy(CallState::Dialling, CallState::Busy, false, Some("voice.result.BUSY"))]
    #[case::not_answered(CallState::Dialling, CallState::NotAnswered, false, Some("voice.result.NOTANSWERED"))]
    #[case::cancelled_before_the_answer(CallState::Dialling, CallState::Cancel, false, Some("voice.result.CANCEL"))]
    #[case::the_customer_hangs_up(CallState::IsService, CallState::Cancel, true, Some("voice.bar.announce.ended"))]
    #[case::the_agent_hangs_up(CallState::InProgress, CallState::HungUp, true, None)]
    #[case::an_unchanged_state(CallState::Busy, CallState::Busy, false, None)]
    fn the_answer_the_result_and_the_end_of_a_call_are_announced(
        #[case] before: CallState,
        #[case] after: CallState,
        #[case] talked: bool,
        #[case] key: Option<&str>,
    ) {
        assert_eq!(after.announcement(before, talked).map(|text| text.key).as_deref(), key);
    }

    #[rstest]
    #[case::voi_041_hung_up_by_another_source(CallEvent::HungUpThere, CallState::Cancel)]
    #[case::hung_up_by_the_agent_or_a_failure(CallEvent::HungUpHere, CallState::HungUp)]
    #[case::a_sip_cause_without_a_meaning(CallEvent::SipCause(200), CallState::InProgress)]
    fn the_source_of_a_hang_up_decides_the_end_of_an_established_call(
        #[case] event: CallEvent,
        #[case] state: CallState,
    ) {
        let mut call = begun(CallKind::Manual);
        call.take(CallEvent::Answered, Wall(1));
        call.take(event, Wall(2));
        assert_eq!(call.state(), state);
    }
}
