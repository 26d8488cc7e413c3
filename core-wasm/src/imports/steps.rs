//! The steps of an import: one total function of step and event.

/// The work that the server does for the import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// An empty import is being created.
    Creating,
    /// The lines are staged, portion by portion.
    Sending,
    /// The lines are being committed, so that the server applies them.
    Committing,
    /// The server applies the lines; the core requests the progress.
    Applying,
    /// The agent cancelled: the server removes lines and contacts of the import.
    Removing,
}

/// The step of the import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Step {
    /// No file was chosen.
    #[default]
    NoFile,
    /// A file was chosen; the agent says which column is which field.
    Mapping,
    /// A request is pending, or will be repeated.
    Working(Work),
    /// The work got no answer; the agent can continue it.
    Failed(Work),
    /// All lines were applied or refused; the report is shown.
    Done,
}

/// An event of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The agent chose a file that can be imported.
    Chosen,
    /// The agent started the import.
    Begun,
    /// The server executed the request.
    Answered,
    /// The server has the last portion, has applied the last line, or has removed the import.
    Completed,
    /// No answer, or a fault of the server.
    Lost,
    /// The server does not know the import any more, or refuses it.
    Refused,
    /// The server cannot remove the import, because all its lines were applied.
    TooLate,
    /// The agent cancelled.
    Cancelled,
    /// The agent tries again.
    Retried,
}

/// The step after the event; `None`: the event does not belong to the step and changes nothing.
pub(super) fn after(step: Step, event: Event) -> Option<Step> {
    use Step::{Done, Failed, Mapping, NoFile, Working};
    use Work::{Applying, Committing, Creating, Removing, Sending};
    Some(match (step, event) {
        (NoFile | Mapping | Done, Event::Chosen) => Mapping,
        (Mapping, Event::Begun) => Working(Creating),
        (Working(Creating), Event::Answered) => Working(Sending),
        (Working(Sending), Event::Completed) => Working(Committing),
        (Working(Committing), Event::Answered) => Working(Applying),
        (Working(Applying), Event::Completed) => Done,
        (Working(Removing), Event::Completed) => Mapping,
        (Working(Removing), Event::TooLate) => Working(Applying),
        (Working(work @ (Sending | Applying | Removing)), Event::Answered) => Working(work),
        (Working(work), Event::Lost) => Failed(work),
        (Working(_), Event::Refused) => Mapping,
        (Failed(work), Event::Retried) => Working(work),
        // The server has nothing yet that could be removed by an id; an import without lines expires.
        (Working(Creating) | Failed(Creating), Event::Cancelled) => Mapping,
        (Working(Sending | Committing | Applying) | Failed(_), Event::Cancelled) => Working(Removing),
        (NoFile, _)
        | (Mapping, _)
        | (Done, _)
        | (Failed(_), _)
        | (Working(_), Event::Chosen | Event::Begun | Event::Retried | Event::TooLate)
        | (Working(Creating | Committing), Event::Completed)
        | (Working(Removing), Event::Cancelled) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    use Event::{Answered, Begun, Cancelled, Chosen, Completed, Lost, Refused, Retried, TooLate};
    use Step::{Done, Failed, Mapping, NoFile, Working};
    use Work::{Applying, Committing, Creating, Removing, Sending};

    const EVENTS: [Event; 9] = [Chosen, Begun, Answered, Completed, Lost, Refused, TooLate, Cancelled, Retried];

    /// Every event that changes the step, with the next step; all other events change nothing.
    #[rstest]
    #[case::no_file(NoFile, &[(Chosen, Mapping)])]
    #[case::mapping(Mapping, &[(Chosen, Mapping), (Begun, Working(Creating))])]
    #[case::done(Done, &[(Chosen, Mapping)])]
    #[case::creating(
        Working(Creating),
        &[(Answered, Working(Sending)), (Lost, Failed(Creating)), (Refused, Mapping), (Cancelled, Mapping)]
    )]
    #[case::sending(
        Working(Sending),
        &[
            (Answered, Working(Sending)),
            (Completed, Working(Committing)),
            (Lost, Failed(Sending)),
            (Refused, Mapping),
            (Cancelled, Working(Removing)),
        ]
    )]
    #[case::committing(
        Working(Committing),
        &[
            (Answered, Working(Applying)),
            (Lost, Failed(Committing)),
            (Refused, Mapping),
            (Cancelled, Working(Removing)),
        ]
    )]
    #[case::applying(
        Working(Applying),
        &[
            (Answered, Working(Applying)),
            (Completed, Done),
            (Lost, Failed(Applying)),
            (Refused, Mapping),
            (Cancelled, Working(Removing)),
        ]
    )]
    #[case::removing(
        Working(Removing),
        &[
            (Answered, Working(Removing)),
            (Completed, Mapping),
            (Lost, Failed(Removing)),
            (Refused, Mapping),
            (TooLate, Working(Applying)),
        ]
    )]
    #[case::failed_before_the_import_had_an_id(Failed(Creating), &[(Cancelled, Mapping), (Retried, Working(Creating))])]
    #[case::failed_while_sending(
        Failed(Sending),
        &[(Cancelled, Working(Removing)), (Retried, Working(Sending))]
    )]
    #[case::failed_while_committing(
        Failed(Committing),
        &[(Cancelled, Working(Removing)), (Retried, Working(Committing))]
    )]
    #[case::failed_while_applying(
        Failed(Applying),
        &[(Cancelled, Working(Removing)), (Retried, Working(Applying))]
    )]
    #[case::failed_while_removing(
        Failed(Removing),
        &[(Cancelled, Working(Removing)), (Retried, Working(Removing))]
    )]
    fn each_event_gives_the_next_step_of_an_import(#[case] step: Step, #[case] changes: &[(Event, Step)]) {
        for event in EVENTS {
            let expected = changes.iter().find(|(of, _)| *of == event).map(|(_, next)| *next);
            assert_eq!(after(step, event), expected, "{step:?} {event:?}");
        }
    }
}
