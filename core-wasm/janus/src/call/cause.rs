//! Why a call ended, and which party ended it (spec session §4 "Hangup" and "Manual call status").

use crate::fault::Fault;
use crate::frame::SipHangup;

/// The party that ended the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// The agent.
    Agent,
    /// The other party, or the network on its behalf.
    Remote,
    /// A failure ended the call.
    Failure,
}

/// Why the call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCause {
    /// A call in conversation was hung up.
    Normal,
    /// The number does not exist (404, 604).
    NotFound,
    /// No party answered (408).
    NotAnswered,
    /// The called party is busy (486, 600).
    Busy,
    /// The called party declined (603).
    Rejected,
    /// The call was cancelled before it was answered (487).
    Canceled,
    /// The called party cannot be reached now (480).
    Unavailable,
    /// The number is not complete (484).
    InvalidNumber,
    /// The network is congested (503).
    Congestion,
    /// Any other refusal, or a failure of the browser or the server.
    Failed,
    /// The session that had the call does not exist any more.
    Lost,
}

/// The end of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallEnd {
    /// The party that ended the call.
    pub by: EndedBy,
    /// The cause of the end.
    pub cause: EndCause,
    /// SIP code, if SIP ended the call.
    pub code: Option<u16>,
    /// The error, if an error ended the call.
    pub fault: Option<Fault>,
}

impl CallEnd {
    /// The agent ended the call.
    pub fn by_agent(cause: EndCause) -> Self {
        Self { by: EndedBy::Agent, cause, code: None, fault: None }
    }

    /// An error ended the call.
    pub fn by_failure(fault: Fault) -> Self {
        Self { by: EndedBy::Failure, cause: EndCause::Failed, code: None, fault: Some(fault) }
    }

    /// The session with the call is gone.
    pub fn lost() -> Self {
        Self { by: EndedBy::Failure, cause: EndCause::Lost, code: None, fault: None }
    }

    /// SIP ended the call.
    pub fn by_remote(hangup: &SipHangup) -> Self {
        let cause = EndCause::of(hangup);
        let by = if cause == EndCause::Failed { EndedBy::Failure } else { EndedBy::Remote };
        Self { by, cause, code: hangup.code, fault: None }
    }
}

impl EndCause {
    /// The cause by the SIP code; for a regular end by the Q.850 cause in the Reason header.
    pub fn of(hangup: &SipHangup) -> Self {
        match hangup.code {
            Some(404 | 604) => Self::NotFound,
            Some(408) => Self::NotAnswered,
            Some(480) => Self::Unavailable,
            Some(484) => Self::InvalidNumber,
            Some(486 | 600) => Self::Busy,
            Some(487) => Self::Canceled,
            Some(503) => Self::Congestion,
            Some(603) => Self::Rejected,
            Some(200) | None => hangup.q850.map_or(Self::Normal, Self::of_q850),
            Some(_) => Self::Failed,
        }
    }

    fn of_q850(cause: u16) -> Self {
        match cause {
            1 => Self::NotFound,
            17 => Self::Busy,
            18 | 19 => Self::NotAnswered,
            20 | 27 => Self::Unavailable,
            21 => Self::Rejected,
            28 => Self::InvalidNumber,
            34 | 38 | 42 => Self::Congestion,
            _ => Self::Normal,
        }
    }

    /// The SIP code with the same meaning; `None` for a call in conversation that was hung up, and for failures.
    pub fn sip_code(self) -> Option<u16> {
        match self {
            Self::NotFound => Some(404),
            Self::NotAnswered => Some(408),
            Self::Busy => Some(486),
            Self::Rejected => Some(603),
            Self::Canceled => Some(487),
            Self::Unavailable => Some(480),
            Self::InvalidNumber => Some(484),
            Self::Congestion => Some(503),
            Self::Normal | Self::Failed | Self::Lost => None,
        }
    }

    /// The state of a manual call in the spelling of the specification (VOI-048 to VOI-059). `None` for a call in
    /// conversation that was hung up.
    pub fn call_state(self) -> Option<&'static str> {
        match self {
            Self::Normal => None,
            Self::NotFound => Some("NOTFOUNDED"),
            Self::NotAnswered => Some("NOTANSWERED"),
            Self::Busy => Some("BUSY"),
            Self::Rejected => Some("REJECTED"),
            Self::Canceled => Some("CANCEL"),
            Self::Unavailable => Some("UNAVAILABLE"),
            Self::InvalidNumber => Some("INVALIDNUMBER"),
            Self::Congestion => Some("CONGESTION"),
            Self::Failed | Self::Lost => Some("FAILED"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::voi_048_not_found(Some(404), None, Some("NOTFOUNDED"))]
    #[case::not_found_anywhere(Some(604), None, Some("NOTFOUNDED"))]
    #[case::voi_049_not_answered(Some(408), None, Some("NOTANSWERED"))]
    #[case::busy(Some(486), None, Some("BUSY"))]
    #[case::busy_everywhere(Some(600), None, Some("BUSY"))]
    #[case::declined(Some(603), None, Some("REJECTED"))]
    #[case::canceled(Some(487), None, Some("CANCEL"))]
    #[case::unavailable(Some(480), None, Some("UNAVAILABLE"))]
    #[case::incomplete_number(Some(484), None, Some("INVALIDNUMBER"))]
    #[case::congestion(Some(503), None, Some("CONGESTION"))]
    #[case::another_refusal(Some(488), None, Some("FAILED"))]
    #[case::a_refusal_in_the_call_keeps_its_code(Some(404), Some(17), Some("NOTFOUNDED"))]
    #[case::hung_up(Some(200), None, None)]
    #[case::hung_up_normally(Some(200), Some(16), None)]
    #[case::hung_up_because_the_line_is_busy(Some(200), Some(17), Some("BUSY"))]
    #[case::hung_up_without_an_answer(Some(200), Some(19), Some("NOTANSWERED"))]
    #[case::hung_up_without_a_user(Some(200), Some(18), Some("NOTANSWERED"))]
    #[case::hung_up_by_congestion(Some(200), Some(34), Some("CONGESTION"))]
    #[case::hung_up_with_no_such_number(Some(200), Some(1), Some("NOTFOUNDED"))]
    #[case::hung_up_with_the_subscriber_absent(Some(200), Some(20), Some("UNAVAILABLE"))]
    #[case::rejected_by_q850(Some(200), Some(21), Some("REJECTED"))]
    #[case::hung_up_with_an_invalid_number_format(Some(200), Some(28), Some("INVALIDNUMBER"))]
    #[case::an_end_without_a_code(None, None, None)]
    fn the_cause_of_an_end_gives_the_call_state(
        #[case] code: Option<u16>,
        #[case] q850: Option<u16>,
        #[case] expected: Option<&str>,
    ) {
        let hangup = SipHangup { code, reason: String::new(), q850 };
        assert_eq!(EndCause::of(&hangup).call_state(), expected);
    }

    #[rstest]
    #[case::refused_by_the_other_side(486, EndedBy::Remote)]
    #[case::hung_up(200, EndedBy::Remote)]
    #[case::failed(500, EndedBy::Failure)]
    fn the_sip_code_says_who_ended_the_call(#[case] code: u16, #[case] by: EndedBy) {
        let hangup = SipHangup { code: Some(code), ..SipHangup::default() };
        assert_eq!(CallEnd::by_remote(&hangup).by, by);
    }
}
