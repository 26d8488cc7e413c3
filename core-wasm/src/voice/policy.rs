//! Rules about the effects of a call on other areas.

/// Facts about the end of a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndFacts<'a> {
    /// The attendance was open before the end.
    pub was_open: bool,
    /// The agent has another call.
    pub has_another_call: bool,
    /// The server closes the attendance without a qualification.
    pub closed_without_qualify: bool,
    /// The attendance has a contact.
    pub has_contact: bool,
    /// `afterAttendanceBehavior` of the agent's record.
    pub after_attendance: &'a str,
}

/// The value of `afterAttendanceBehavior` for an agent who opens the qualification by a button (SES-061).
const STAYS: &str = "stay";

/// Whether the dialog of the qualification opens. Hanging up only opens it and never sends a qualification (BEY-030).
pub(super) fn opens_qualification(facts: EndFacts<'_>) -> bool {
    facts.was_open
        && !facts.has_another_call
        && !facts.closed_without_qualify
        && facts.has_contact
        && facts.after_attendance != STAYS
}

/// The change of the ring of a waiting call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RingChange {
    /// A call waits, so its ring begins.
    Begin,
    /// The ring continues; its volume may have changed.
    Follow,
    /// No call waits any more.
    End,
    /// There was no ring, and no call waits.
    Nothing,
}

/// The ring lasts as long as the call waits for the agent.
pub(super) fn ring_change(waits: bool, rings: bool) -> RingChange {
    match (waits, rings) {
        (true, false) => RingChange::Begin,
        (true, true) => RingChange::Follow,
        (false, true) => RingChange::End,
        (false, false) => RingChange::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const ENDED: EndFacts<'static> = EndFacts {
        was_open: true,
        has_another_call: false,
        closed_without_qualify: false,
        has_contact: true,
        after_attendance: "qualification",
    };

    #[rstest]
    #[case::a_call_with_a_contact(ENDED, true)]
    #[case::a_call_that_had_ended_before(EndFacts { was_open: false, ..ENDED }, false)]
    #[case::with_another_call(EndFacts { has_another_call: true, ..ENDED }, false)]
    #[case::closed_by_the_server(EndFacts { closed_without_qualify: true, ..ENDED }, false)]
    #[case::an_unregistered_contact(EndFacts { has_contact: false, ..ENDED }, false)]
    #[case::the_agent_opens_the_qualification_by_a_button(EndFacts { after_attendance: STAYS, ..ENDED }, false)]
    fn the_qualification_opens_after_the_only_call_of_a_registered_contact(
        #[case] facts: EndFacts<'_>,
        #[case] expected: bool,
    ) {
        assert_eq!(opens_qualification(facts), expected);
    }

    #[rstest]
    #[case(true, false, RingChange::Begin)]
    #[case(true, true, RingChange::Follow)]
    #[case(false, true, RingChange::End)]
    #[case(false, false, RingChange::Nothing)]
    fn a_call_rings_as_long_as_it_waits_for_the_agent(
        #[case] waits: bool,
        #[case] rings: bool,
        #[case] change: RingChange,
    ) {
        assert_eq!(ring_change(waits, rings), change);
    }
}
