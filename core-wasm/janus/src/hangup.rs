//! The hang-up event of the contact centre (spec session §4 "Hangup"): it may arrive before the attendance that it ends.
//!
//! States: looking for the attendance, done. Without an attendance, a call request of the same phone is a lost call;
//! without both, the look-up is repeated every 2 s, at most five times. The caller gives the facts with every event,
//! because they change between two attempts.

/// Delay between two look-ups (spec session §9 "Hangup retry").
pub const LOOK_UP_RETRY_MS: u64 = 2_000;
/// Most repetitions of the look-up.
pub const LOOK_UP_RETRIES: u32 = 5;
/// Delay before the agent's status is read again (spec session §9 "Agent status refresh after hangup").
pub const STATUS_REFRESH_MS: u64 = 800;

/// The source of the hang-up request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestSource {
    /// `AGENT`.
    Agent,
    /// `FAILURE`.
    Failure,
    /// Any other source, for example the customer.
    Other,
}

impl RequestSource {
    /// Reads the field `requestSource`.
    pub fn read(word: &str) -> Self {
        match word {
            "AGENT" => Self::Agent,
            "FAILURE" => Self::Failure,
            _ => Self::Other,
        }
    }

    /// Key of the snackbar (VOI-039, VOI-040); `None`: the call state becomes `CANCEL` instead (VOI-041).
    pub fn snackbar(self) -> Option<&'static str> {
        match self {
            Self::Agent => Some("hangupVoiceCallAgent"),
            Self::Failure => Some("hangupVoiceCallFailure"),
            Self::Other => None,
        }
    }
}

/// Facts that the caller knows when the event is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HangUpFacts {
    /// The attendance with the protocol exists.
    pub job: bool,
    /// A call request with the same phone is pending.
    pub call_request: bool,
}

/// State of the look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookUpState {
    /// The attendance is being looked up, after this number of repetitions.
    Looking(u32),
    /// The look-up has ended.
    Done,
}

/// The action after the end of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HangUpAction {
    /// Disable the attendance, begin its qualification, and read the agent's status now and after
    /// [`STATUS_REFRESH_MS`] (VOI-038, VOI-042).
    EndJob,
    /// Report a lost call and reset the dialog of the call request (VOI-043).
    LoseCall,
    /// Look the attendance up again after the delay.
    Retry(u64),
    /// The attendance never arrived.
    GiveUp,
}

/// The look-up of one hang-up event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HangUpLookUp {
    state: LookUpState,
}

impl Default for HangUpLookUp {
    fn default() -> Self {
        Self { state: LookUpState::Looking(0) }
    }
}

impl HangUpLookUp {
    /// State.
    pub fn state(self) -> LookUpState {
        self.state
    }

    /// The event arrived, or the delay is over. Returns `None` after the end of the look-up.
    pub fn look(&mut self, facts: HangUpFacts) -> Option<HangUpAction> {
        let (next, action) = match (self.state, facts.job, facts.call_request) {
            (LookUpState::Looking(_), true, _) => (LookUpState::Done, Some(HangUpAction::EndJob)),
            (LookUpState::Looking(_), false, true) => (LookUpState::Done, Some(HangUpAction::LoseCall)),
            (LookUpState::Looking(retries), false, false) if retries < LOOK_UP_RETRIES => {
                (LookUpState::Looking(retries + 1), Some(HangUpAction::Retry(LOOK_UP_RETRY_MS)))
            }
            (LookUpState::Looking(_), false, false) => (LookUpState::Done, Some(HangUpAction::GiveUp)),
            (LookUpState::Done, _, _) => (LookUpState::Done, None),
        };
        self.state = next;
        action
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const NOTHING: HangUpFacts = HangUpFacts { job: false, call_request: false };

    #[test]
    fn voi_044_the_look_up_is_repeated_every_2_s_at_most_5_times_and_then_given_up() {
        let mut look_up = HangUpLookUp::default();
        let mut elapsed_ms = 0;
        let mut looks = vec![];
        let end = loop {
            looks.push(elapsed_ms);
            match look_up.look(NOTHING) {
                Some(HangUpAction::Retry(after_ms)) => elapsed_ms += after_ms,
                end => break end,
            }
        };
        assert_eq!(looks, [0, 2_000, 4_000, 6_000, 8_000, 10_000]);
        assert_eq!(end, Some(HangUpAction::GiveUp));
        assert_eq!(look_up.state(), LookUpState::Done);
    }

    #[rstest]
    #[case::the_attendance(HangUpFacts { job: true, call_request: false }, HangUpAction::EndJob)]
    #[case::both_of_them(HangUpFacts { job: true, call_request: true }, HangUpAction::EndJob)]
    #[case::the_call_request(HangUpFacts { job: false, call_request: true }, HangUpAction::LoseCall)]
    fn a_found_attendance_or_call_request_ends_the_look_up_at_any_attempt(
        #[case] facts: HangUpFacts,
        #[case] action: HangUpAction,
    ) {
        for attempts in 0..=LOOK_UP_RETRIES {
            let mut look_up = HangUpLookUp::default();
            for _ in 0..attempts {
                look_up.look(NOTHING);
            }
            assert_eq!(look_up.state(), LookUpState::Looking(attempts));
            assert_eq!(look_up.look(facts), Some(action));
            assert_eq!(look_up.look(facts), None);
        }
    }

    #[rstest]
    #[case("AGENT", Some("hangupVoiceCallAgent"))]
    #[case("FAILURE", Some("hangupVoiceCallFailure"))]
    #[case("CLIENT", None)]
    #[case("", None)]
    fn the_source_of_a_hang_up_decides_the_snackbar(#[case] word: &str, #[case] key: Option<&str>) {
        assert_eq!(RequestSource::read(word).snackbar(), key);
    }
}
