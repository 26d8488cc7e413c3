//! State of a voice job's call, as the agent sees it (spec session §4 "Manual call status" and "Hangup"). The first end of a
//! call stays until the agent redials: a later word of the network says less than the first one.

use crate::wire::CallType;
use serde::{Deserialize, Serialize};

/// State of the call of a voice job. Ends have the spelling of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CallState {
    /// The agent dialled; no dial status yet (VOI-020, VOI-022).
    Dialling,
    /// A queue or campaign call: answered, the clock runs (VOI-021, VOI-022).
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
    /// Busy.
    Busy,
    /// No answer, reported by the network.
    #[serde(rename = "NOANSWER")]
    NoAnswer,
    /// Given up before the answer, or ended by the customer.
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

/// What happens to the call of a voice job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallStateEvent {
    /// A dial status.
    Status(DialStatus),
    /// A SIP cause.
    SipCause(u16),
    /// The hang-up event names the agent or a failure (VOI-039, VOI-040).
    HungUpHere,
    /// The hang-up event names another source (VOI-041).
    HungUpThere,
    /// The server accepted a redial (VOI-076).
    Redialled,
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

    fn call_state(self) -> CallState {
        match self {
            DialStatus::Answer => CallState::InProgress,
            DialStatus::Machine => CallState::Machine,
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
        }
    }
}

impl CallState {
    /// The state in which a call begins.
    pub fn of(call_type: CallType) -> Self {
        match call_type {
            CallType::Manual => CallState::Dialling,
            CallType::Queue | CallType::Dialer => CallState::IsService,
        }
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

    /// The state after an event.
    pub fn after(self, event: CallStateEvent) -> Self {
        match (self.is_end(), event) {
            (true, CallStateEvent::Redialled) => CallState::Dialling,
            (
                true,
                CallStateEvent::Status(_)
                | CallStateEvent::SipCause(_)
                | CallStateEvent::HungUpHere
                | CallStateEvent::HungUpThere,
            )
            | (false, CallStateEvent::Redialled) => self,
            (false, CallStateEvent::Status(status)) => status.call_state(),
            (false, CallStateEvent::SipCause(404)) => CallState::NotFounded,
            (false, CallStateEvent::SipCause(408)) => CallState::NotAnswered,
            (false, CallStateEvent::SipCause(_)) => self,
            (false, CallStateEvent::HungUpHere) => CallState::HungUp,
            (false, CallStateEvent::HungUpThere) => CallState::Cancel,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CallStateEvent as Event;
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::manual(CallType::Manual, "DIALLING")]
    #[case::voi_021_queue(CallType::Queue, "IS_SERVICE")]
    #[case::voi_021_dialer(CallType::Dialer, "IS_SERVICE")]
    fn a_call_begins(#[case] call_type: CallType, #[case] state: &str) {
        assert_eq!(serde_json::to_value(CallState::of(call_type)).ok(), Some(state.into()));
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
    fn a_status_ends_the_manual_call_with_the_state_of_the_same_name(#[case] word: &str) {
        let status = DialStatus::of_word(word).expect("a known status");
        let state = CallState::Dialling.after(Event::Status(status));
        assert_eq!((serde_json::to_value(state).ok(), state.is_end()), (Some(word.into()), true));
    }

    #[rstest]
    #[case::voi_059_answer("ANSWER", CallState::InProgress)]
    #[case::voi_059_machine("MACHINE", CallState::Machine)]
    fn an_answer_leaves_the_call_in_progress(#[case] word: &str, #[case] state: CallState) {
        let status = DialStatus::of_word(word).expect("a known status");
        assert_eq!(CallState::Dialling.after(Event::Status(status)), state);
        assert!(!state.is_end());
    }

    #[rstest]
    #[case::voi_048(404, CallState::NotFounded, "NOTFOUNDED")]
    #[case::voi_049(408, CallState::NotAnswered, "NOTANSWERED")]
    fn a_sip_cause_ends_the_manual_call(#[case] cause: u16, #[case] state: CallState, #[case] word: &str) {
        assert_eq!(CallState::Dialling.after(Event::SipCause(cause)), state);
        assert_eq!((serde_json::to_value(state).ok(), state.is_end()), (Some(word.into()), true));
    }

    #[test]
    fn voi_058_only_words_of_the_specification_are_dial_statuses() {
        for word in ["ANSWER", "MACHINE", "NOROUTE", "FAILED", "DISCARD"] {
            assert!(DialStatus::of_word(word).is_some(), "{word}");
        }
        for word in ["", "busy", "RINGING"] {
            assert_eq!(DialStatus::of_word(word), None, "{word}");
        }
    }

    #[test]
    fn the_first_end_stays_until_the_agent_redials() {
        for (status, _) in DialStatus::ALL {
            let state = CallState::Dialling.after(Event::Status(status));
            if !state.is_end() {
                continue;
            }
            for later in
                [Event::Status(DialStatus::Answer), Event::SipCause(404), Event::HungUpHere, Event::HungUpThere]
            {
                assert_eq!(state.after(later), state, "{later:?}");
            }
            assert_eq!(state.after(Event::Redialled), CallState::Dialling);
        }
    }

    #[rstest]
    #[case::voi_041_another_source(Event::HungUpThere, CallState::Cancel)]
    #[case::agent_or_failure(Event::HungUpHere, CallState::HungUp)]
    #[case::a_redial_of_a_call_that_goes_on(Event::Redialled, CallState::InProgress)]
    #[case::another_sip_cause(Event::SipCause(200), CallState::InProgress)]
    fn an_established_call(#[case] event: Event, #[case] state: CallState) {
        assert_eq!(CallState::InProgress.after(event), state);
    }
}
