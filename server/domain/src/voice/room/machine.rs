//! The transfer of a call as a machine: `Asked -> Ringing -> Consulting (with the target, or with the customer) -> Completing`, then done or
//! back. A pure function; `room` carries out its outcome. Every path ends with an owner, a queue or the end of the call.

use super::super::RoomCommand;
use super::causes::Cause;
use wire::TransferKind::{self, Assisted, Blind};
use wire::TransferPhase::{self, Asked, Completing, Consulting, Ringing, WithCustomer};

/// An open transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Whether it is blind: the target gets the customer when it answers.
    pub kind: TransferKind,
    /// Phase of the transfer.
    pub phase: TransferPhase,
    /// Party number of the target.
    pub party: u64,
}

/// An event of the transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The owner completes the transfer.
    Complete,
    /// The owner cancels the transfer.
    Cancel,
    /// The owner talks with the customer.
    TalkWithCustomer,
    /// The owner talks with the target.
    TalkWithTarget,
    /// The owner makes the transfer a conference.
    Join,
    /// The target's telephone rings.
    Rings,
    /// The target answered.
    Answered,
    /// The target did not answer.
    Failed(Cause),
    /// The target left after its answer.
    TargetLeft,
    /// The telephone system reports that the target is the agent of the call.
    TookOver,
    /// The telephone system reports that the target is a colleague in a conference.
    Joined,
    /// Agent and target talk with one another.
    WithTarget,
    /// Agent and customer talk with one another.
    WithCustomer,
    /// The telephone system refused to call the target.
    NotCalled(Cause),
    /// The telephone system refused the hand-over.
    NotHandedOver,
    /// The owner left the call.
    SenderLeft,
    /// The customer left the call.
    CustomerLeft,
    /// Nobody talks with the customer any more.
    Unattended,
    /// The call ended for everybody, or left the agent in another way, for this cause.
    Ended(Cause),
    /// The time for the first ring, or for the answer, is over.
    TimeIsOver,
}

/// The outcome of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// No change: the room has this state already, or the event is late.
    Nothing,
    /// The request is refused with this cause.
    Refused(Cause),
    /// The transfer continues in this phase, with commands for the telephone system.
    Goes(TransferKind, TransferPhase, Vec<RoomCommand>),
    /// The target has the customer.
    Done,
    /// The transfer became a conference.
    Conference,
    /// The transfer failed or was cancelled.
    Back(Cause, Vec<RoomCommand>),
}

/// The only function that decides what an event means for a transfer.
pub(super) fn next(state: State, event: Event) -> Outcome {
    use Outcome::{Back, Conference, Done, Goes, Nothing, Refused};
    let State { kind, phase, party } = state;
    match (phase, event) {
        // The telephone system decides who the agent is, whatever the phase of the transfer is.
        (_, Event::TookOver) => Done,
        (_, Event::Joined) => Conference,
        (_, Event::Ended(cause)) => Back(cause, Vec::new()),
        (_, Event::CustomerLeft) => Back(Cause::CustomerLeft, Vec::new()),
        (_, Event::Unattended) => Back(Cause::Unavailable, Vec::new()),

        (Asked | Ringing, Event::Complete) => match kind {
            Blind => Nothing,
            Assisted => Goes(Blind, phase, vec![RoomCommand::Complete]),
        },
        (Consulting | WithCustomer, Event::Complete) => Goes(kind, Completing, vec![RoomCommand::Complete]),
        (Completing, Event::Complete) => Nothing,

        (Asked | Ringing | Consulting | WithCustomer, Event::Cancel) => {
            Back(Cause::Cancelled, vec![RoomCommand::CancelConsultation])
        }
        (Completing, Event::Cancel) => Refused(Cause::AlreadyCompleted),

        (Consulting, Event::TalkWithCustomer) => Goes(kind, phase, vec![RoomCommand::TalkWithCustomer]),
        (WithCustomer, Event::TalkWithTarget) => Goes(kind, phase, vec![RoomCommand::TalkWithConsulted]),
        (Consulting, Event::TalkWithTarget) | (WithCustomer, Event::TalkWithCustomer) => Nothing,
        (Consulting | WithCustomer, Event::Join) => Goes(kind, phase, vec![RoomCommand::Join]),
        (Asked | Ringing | Completing, Event::TalkWithCustomer | Event::TalkWithTarget | Event::Join) => {
            Refused(Cause::NotConsulting)
        }

        (Asked, Event::Rings) => Goes(kind, Ringing, Vec::new()),
        (Ringing | Consulting | WithCustomer | Completing, Event::Rings) => Nothing,

        (Asked | Ringing, Event::Answered) => match kind {
            // The telephone system hands over by itself: it got that command when the transfer became a blind one.
            Blind => Goes(kind, Completing, Vec::new()),
            Assisted => Goes(kind, Consulting, Vec::new()),
        },
        (Consulting | WithCustomer | Completing, Event::Answered) => Nothing,

        (Asked | Ringing, Event::Failed(cause)) => Back(cause, Vec::new()),
        (Consulting | WithCustomer | Completing, Event::Failed(_)) => Nothing,
        (Consulting | WithCustomer | Completing, Event::TargetLeft) => Back(Cause::DestinationLeft, Vec::new()),
        (Asked | Ringing, Event::TargetLeft) => Nothing,

        (WithCustomer, Event::WithTarget) => Goes(kind, Consulting, Vec::new()),
        (Consulting, Event::WithCustomer) => Goes(kind, WithCustomer, Vec::new()),
        (Asked | Ringing | Consulting | Completing, Event::WithTarget) => Nothing,
        (Asked | Ringing | WithCustomer | Completing, Event::WithCustomer) => Nothing,

        (Asked, Event::NotCalled(cause)) => Back(cause, Vec::new()),
        (Ringing | Consulting | WithCustomer | Completing, Event::NotCalled(_)) => Nothing,
        (Completing, Event::NotHandedOver) => Goes(kind, Consulting, Vec::new()),
        // A transfer that was to be completed at the answer stays an assisted one.
        (Asked | Ringing, Event::NotHandedOver) => Goes(Assisted, phase, Vec::new()),
        (Consulting | WithCustomer, Event::NotHandedOver) => Nothing,

        // A ringing target takes over when it answers, a consulted one at once.
        (Asked | Ringing, Event::SenderLeft) => Goes(Blind, phase, Vec::new()),
        (Consulting | WithCustomer | Completing, Event::SenderLeft) => Goes(kind, Completing, Vec::new()),

        (Asked, Event::TimeIsOver) => Back(Cause::Unavailable, vec![RoomCommand::Remove { party }]),
        (Ringing, Event::TimeIsOver) => Back(Cause::NoAnswer, vec![RoomCommand::Remove { party }]),
        (Consulting | WithCustomer | Completing, Event::TimeIsOver) => Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PHASES: [TransferPhase; 5] = [Asked, Ringing, Consulting, WithCustomer, Completing];

    /// The whole table, a row for each event: the outcome in each phase, of an assisted transfer and of a blind one. `-` nothing changes, `!cause`
    /// refused, `a.` and `b.` an assisted or blind transfer in that phase, `<cause` failed.
    const TABLE: &str = "
        Complete          b.asked+     b.ringing+   a.completing+ a.completing+ -            | -            -            b.completing+ b.completing+ -
        Cancel            <cancelled+  <cancelled+  <cancelled+  <cancelled+  !alreadyCompleted | <cancelled+ <cancelled+ <cancelled+ <cancelled+ !alreadyCompleted
        TalkWithCustomer  !notConsulting !notConsulting a.consulting+ - !notConsulting | !notConsulting !notConsulting b.consulting+ - !notConsulting
        TalkWithTarget    !notConsulting !notConsulting - a.withCustomer+ !notConsulting | !notConsulting !notConsulting - b.withCustomer+ !notConsulting
        Join              !notConsulting !notConsulting a.consulting+ a.withCustomer+ !notConsulting | !notConsulting !notConsulting b.consulting+ b.withCustomer+ !notConsulting
        Rings             a.ringing    -            -            -            -            | b.ringing    -            -            -            -
        Answered          a.consulting a.consulting -            -            -            | b.completing b.completing -            -            -
        Failed            <busy        <busy        -            -            -            | <busy        <busy        -            -            -
        TargetLeft        -            -            <destinationLeft <destinationLeft <destinationLeft | - - <destinationLeft <destinationLeft <destinationLeft
        TookOver          done         done         done         done         done         | done         done         done         done         done
        Joined            conference   conference   conference   conference   conference   | conference   conference   conference   conference   conference
        WithTarget        -            -            -            a.consulting -            | -            -            -            b.consulting -
        WithCustomer      -            -            a.withCustomer -          -            | -            -            b.withCustomer -          -
        NotCalled         <full        -            -            -            -            | <full        -            -            -            -
        NotHandedOver     a.asked      a.ringing    -            -            a.consulting | a.asked      a.ringing    -            -            b.consulting
        SenderLeft        b.asked      b.ringing    a.completing a.completing a.completing | b.asked      b.ringing    b.completing b.completing b.completing
        CustomerLeft      <customerLeft <customerLeft <customerLeft <customerLeft <customerLeft | <customerLeft <customerLeft <customerLeft <customerLeft <customerLeft
        Unattended        <unavailable <unavailable <unavailable <unavailable <unavailable | <unavailable <unavailable <unavailable <unavailable <unavailable
        Ended             <callAlreadyEnded <callAlreadyEnded <callAlreadyEnded <callAlreadyEnded <callAlreadyEnded | <callAlreadyEnded <callAlreadyEnded <callAlreadyEnded <callAlreadyEnded <callAlreadyEnded
        TimeIsOver        <unavailable+ <noAnswer+  -            -            -            | <unavailable+ <noAnswer+  -            -            -
    ";

    fn event(name: &str) -> Event {
        let all = [
            Event::Complete,
            Event::Cancel,
            Event::TalkWithCustomer,
            Event::TalkWithTarget,
            Event::Join,
            Event::Rings,
            Event::Answered,
            Event::Failed(Cause::Busy),
            Event::TargetLeft,
            Event::TookOver,
            Event::Joined,
            Event::WithTarget,
            Event::WithCustomer,
            Event::NotCalled(Cause::Full),
            Event::NotHandedOver,
            Event::SenderLeft,
            Event::CustomerLeft,
            Event::Unattended,
            Event::Ended(Cause::CallAlreadyEnded),
            Event::TimeIsOver,
        ];
        let named = all.into_iter().find(|event| format!("{event:?}").split('(').next() == Some(name));
        named.unwrap_or_else(|| panic!("no event {name}"))
    }

    fn word(outcome: &Outcome) -> String {
        let kind = |kind: &TransferKind| if *kind == Blind { "b" } else { "a" };
        let phase = |phase: &TransferPhase| serde_json::to_value(phase).unwrap().as_str().unwrap().to_owned();
        let more = |commands: &Vec<RoomCommand>| if commands.is_empty() { "" } else { "+" };
        match outcome {
            Outcome::Nothing => "-".to_owned(),
            Outcome::Refused(cause) => format!("!{}", cause.key()),
            Outcome::Goes(to, at, commands) => format!("{}.{}{}", kind(to), phase(at), more(commands)),
            Outcome::Done => "done".to_owned(),
            Outcome::Conference => "conference".to_owned(),
            Outcome::Back(cause, commands) => format!("<{}{}", cause.key(), more(commands)),
        }
    }

    #[test]
    fn trf_004_trf_012_each_event_in_each_phase_has_its_outcome() {
        let rows: Vec<&str> = TABLE.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(rows.len(), 20, "a row for each event");
        for row in rows {
            let mut words = row.split_whitespace().filter(|word| *word != "|");
            let event = event(words.next().unwrap());
            let found: Vec<String> = [Assisted, Blind]
                .into_iter()
                .flat_map(|kind| PHASES.map(|phase| word(&next(State { kind, phase, party: 3 }, event))))
                .collect();
            assert_eq!(found, words.collect::<Vec<_>>(), "{event:?}");
        }
    }

    #[test]
    fn a_time_limit_ends_the_ring_of_the_target_and_a_cancelled_transfer_ends_the_consultation() {
        let at = |phase| State { kind: Assisted, phase, party: 7 };
        let removed = vec![RoomCommand::Remove { party: 7 }];
        assert_eq!(next(at(Ringing), Event::TimeIsOver), Outcome::Back(Cause::NoAnswer, removed));
        let cancelled = vec![RoomCommand::CancelConsultation];
        assert_eq!(next(at(WithCustomer), Event::Cancel), Outcome::Back(Cause::Cancelled, cancelled));
        let swapped = vec![RoomCommand::TalkWithConsulted];
        assert_eq!(next(at(WithCustomer), Event::TalkWithTarget), Outcome::Goes(Assisted, WithCustomer, swapped));
    }
}
