//! The state of the list as the dialog shows it, and the state of the request of another attempt of one effect: total functions.

use crate::flow::ListState;
use serde::Serialize;

/// The state of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ListPhase {
    /// The list was not loaded yet.
    Loading,
    /// The list was loaded.
    Ready,
    /// The list was loaded once and is loaded again.
    Refreshing,
    /// The list was loaded once, and the last load failed: it may be out of date.
    Stale,
    /// The list was never loaded, and the last load failed.
    Failed,
}

/// The state of the list. `is_known`: it was loaded once.
pub(super) fn list_phase(is_known: bool, state: ListState) -> ListPhase {
    match (is_known, state) {
        (false, ListState::NotAsked | ListState::Loading | ListState::Ready) => ListPhase::Loading,
        (false, ListState::Failed) => ListPhase::Failed,
        (true, ListState::NotAsked | ListState::Ready) => ListPhase::Ready,
        (true, ListState::Loading) => ListPhase::Refreshing,
        (true, ListState::Failed) => ListPhase::Stale,
    }
}

/// The state of the request of another attempt of an effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum RetryPhase {
    /// No attempt was requested.
    #[default]
    Idle,
    /// The request is pending.
    Retrying,
    /// The answer was lost: the list is loaded to see what the server did.
    LookingUp,
    /// The server accepted the request.
    Retried,
    /// The effect does not exist any more: it was done or deleted.
    Gone,
    /// The server did not accept the request.
    Failed,
    /// The answer was lost, and the list does not show what the server did.
    Unknown,
}

/// What a new list shows about an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The effect is listed as before.
    Unchanged,
    /// The effect was attempted again and given up again.
    GivenUpAgain,
    /// The effect is not listed: it is attempted again, done or deleted.
    Missing,
    /// The effect may be one that the list leaves out.
    Unclear,
}

/// An event in the life of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RetryEvent {
    /// The supervisor requests another attempt.
    Asked,
    /// The supervisor opens the list or loads it again.
    Reopened,
    /// The server accepted the request.
    Accepted,
    /// The server refused the request.
    Refused,
    /// The server does not know the effect.
    NotFound,
    /// Nobody knows whether the server accepted the request.
    Lost,
    /// A list was loaded.
    Listed(Found),
    /// The server refused to send the list.
    ListRefused,
}

impl RetryPhase {
    /// Every phase.
    #[cfg(test)]
    const ALL: [RetryPhase; 7] =
        [Self::Idle, Self::Retrying, Self::LookingUp, Self::Retried, Self::Gone, Self::Failed, Self::Unknown];

    /// The phase after an event.
    #[must_use]
    pub(super) fn after(self, event: RetryEvent) -> Self {
        use Found::{GivenUpAgain, Missing, Unchanged, Unclear};
        use RetryEvent::{Accepted, Asked, ListRefused, Listed, Lost, NotFound, Refused, Reopened};
        match (self, event) {
            (Self::Idle | Self::Failed | Self::Unknown, Asked) => Self::Retrying,
            (Self::Failed | Self::Unknown, Reopened) => Self::Idle,

            (Self::Retrying, Accepted) => Self::Retried,
            (Self::Retrying, Refused) => Self::Failed,
            (Self::Retrying, NotFound) => Self::Gone,
            (Self::Retrying, Lost) => Self::LookingUp,

            (Self::LookingUp, Listed(Missing)) => Self::Retried,
            (Self::LookingUp, Listed(Unchanged)) => Self::Failed,
            (Self::LookingUp, Listed(Unclear) | ListRefused) => Self::Unknown,

            // The row is that of a new failure, or leaves the list.
            (Self::LookingUp | Self::Retried | Self::Gone | Self::Failed | Self::Unknown, Listed(GivenUpAgain))
            | (Self::Retried | Self::Gone | Self::Failed | Self::Unknown, Listed(Missing)) => Self::Idle,

            // An unchanged effect in a list that the server wrote before it accepted the request.
            (Self::Retried | Self::Gone | Self::Failed | Self::Unknown, Listed(Unchanged | Unclear) | ListRefused)
            // The answer to the request says more than the list.
            | (Self::Idle | Self::Retrying, Listed(_) | ListRefused)
            | (Self::Retrying | Self::LookingUp | Self::Retried | Self::Gone, Asked)
            | (Self::Idle | Self::Retrying | Self::LookingUp | Self::Retried | Self::Gone, Reopened)
            | (
                Self::Idle | Self::LookingUp | Self::Retried | Self::Gone | Self::Failed | Self::Unknown,
                Accepted | Refused | NotFound | Lost,
            ) => self,
        }
    }

    /// Whether the effect still waits for a supervisor.
    pub(super) fn is_open(self) -> bool {
        match self {
            Self::Idle | Self::Retrying | Self::LookingUp | Self::Failed | Self::Unknown => true,
            Self::Retried | Self::Gone => false,
        }
    }

    /// Whether an answer is pending.
    pub(super) fn is_pending(self) -> bool {
        match self {
            Self::Retrying | Self::LookingUp => true,
            Self::Idle | Self::Retried | Self::Gone | Self::Failed | Self::Unknown => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Found::{GivenUpAgain, Missing, Unchanged, Unclear};
    use super::RetryEvent::{Accepted, Asked, ListRefused, Listed, Lost, NotFound, Refused, Reopened};
    use super::RetryPhase::{Failed, Gone, Idle, LookingUp, Retried, Retrying, Unknown};
    use super::*;

    const EVENTS: [RetryEvent; 11] = [
        Asked,
        Reopened,
        Accepted,
        Refused,
        NotFound,
        Lost,
        Listed(Unchanged),
        Listed(GivenUpAgain),
        Listed(Missing),
        Listed(Unclear),
        ListRefused,
    ];

    #[test]
    fn bey_131_every_phase_of_a_retry_and_event_has_its_next_phase() {
        #[rustfmt::skip] // a table
        let changes: [&[(RetryEvent, RetryPhase)]; 7] = [
            &[(Asked, Retrying)],
            &[(Accepted, Retried), (Refused, Failed), (NotFound, Gone), (Lost, LookingUp)],
            &[
                (Listed(Unchanged), Failed), (Listed(GivenUpAgain), Idle), (Listed(Missing), Retried),
                (Listed(Unclear), Unknown), (ListRefused, Unknown),
            ],
            &[(Listed(GivenUpAgain), Idle), (Listed(Missing), Idle)],
            &[(Listed(GivenUpAgain), Idle), (Listed(Missing), Idle)],
            &[(Asked, Retrying), (Reopened, Idle), (Listed(GivenUpAgain), Idle), (Listed(Missing), Idle)],
            &[(Asked, Retrying), (Reopened, Idle), (Listed(GivenUpAgain), Idle), (Listed(Missing), Idle)],
        ];
        for (phase, changes) in RetryPhase::ALL.into_iter().zip(changes) {
            for event in EVENTS {
                let expected = changes.iter().find(|(of, _)| *of == event).map_or(phase, |(_, next)| *next);
                assert_eq!(phase.after(event), expected, "{phase:?} after {event:?}");
            }
        }
    }

    #[test]
    fn bey_131_a_list_that_was_loaded_once_is_shown_while_it_is_loaded_again_and_after_a_failure() {
        let states = [ListState::NotAsked, ListState::Loading, ListState::Ready, ListState::Failed];
        let shown = |is_known| states.map(|state| list_phase(is_known, state));
        assert_eq!(shown(false), [ListPhase::Loading, ListPhase::Loading, ListPhase::Loading, ListPhase::Failed]);
        assert_eq!(shown(true), [ListPhase::Ready, ListPhase::Refreshing, ListPhase::Ready, ListPhase::Stale]);
    }
}
