//! The states of the lists and of the creation of a broadcast: total functions.

use crate::flow::ListState;
use serde::Serialize;

/// The state of the lists as the page shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BroadcastsPhase {
    /// Broadcasts are disabled in the org unit (BRD-005).
    Disabled,
    /// The lists, or the org unit, were not loaded yet.
    Loading,
    /// The lists were loaded.
    Ready,
    /// The lists were loaded once and are loaded again.
    Refreshing,
    /// The lists were loaded once, and the last load failed.
    Stale,
    /// The lists were never loaded, and the last load failed.
    Failed,
}

impl BroadcastsPhase {
    /// The phase. `enabled`: the flag of the org unit, `None` before the org unit is loaded. `is_known`: the lists were loaded once.
    pub fn of(enabled: Option<bool>, is_known: bool, state: ListState) -> Self {
        match (enabled, is_known, state) {
            (Some(false), ..) => Self::Disabled,
            (None, ..) | (Some(true), false, ListState::NotAsked | ListState::Loading | ListState::Ready) => {
                Self::Loading
            }
            (Some(true), false, ListState::Failed) => Self::Failed,
            (Some(true), true, ListState::NotAsked | ListState::Ready) => Self::Ready,
            (Some(true), true, ListState::Loading) => Self::Refreshing,
            (Some(true), true, ListState::Failed) => Self::Stale,
        }
    }
}

/// The state of the creation of a broadcast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CreationPhase {
    /// The agent changes the draft.
    #[default]
    Editing,
    /// The request is pending.
    Creating,
    /// The answer was lost: the lists are loaded to see what the server did.
    LookingUp,
    /// The answer was lost, and the lists could not be loaded. A repetition of the request gets the first answer.
    Unknown,
}

/// An event in the creation of a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CreationEvent {
    /// The agent creates the broadcast.
    Submitted,
    /// The server created the broadcast.
    Accepted,
    /// The server refused the request.
    Refused,
    /// Nobody knows whether the server created the broadcast.
    Lost,
    /// A list or an event contains the broadcast.
    Found,
    /// The lists do not contain the broadcast.
    NotFound,
    /// The server refused to send the lists.
    ListsRefused,
    /// The agent changed the draft.
    Changed,
}

/// What follows from an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CreationStep {
    /// The event has no effect.
    Nothing,
    /// The request is sent.
    Send,
    /// The lists are loaded.
    LookUp,
    /// The broadcast exists.
    Created,
    /// The broadcast was not created; the draft stays.
    Failed,
    /// The result stays unknown; the draft stays.
    StaysUnknown,
    /// The change of the draft is applied.
    Apply,
}

impl CreationPhase {
    /// Every phase.
    #[cfg(test)]
    const ALL: [Self; 4] = [Self::Editing, Self::Creating, Self::LookingUp, Self::Unknown];

    /// The phase after an event, and what follows.
    #[must_use]
    pub(super) fn after(self, event: CreationEvent) -> (Self, CreationStep) {
        use CreationEvent::{Accepted, Changed, Found, ListsRefused, Lost, NotFound, Refused, Submitted};
        use CreationStep as Step;
        match (self, event) {
            (Self::Editing | Self::Unknown, Submitted) => (Self::Creating, Step::Send),
            (Self::Editing | Self::Unknown, Changed) => (Self::Editing, Step::Apply),

            (Self::Creating, Accepted) => (Self::Editing, Step::Created),
            (Self::Creating, Refused) => (Self::Editing, Step::Failed),
            (Self::Creating, Lost) => (Self::LookingUp, Step::LookUp),

            (Self::LookingUp | Self::Unknown, Found) => (Self::Editing, Step::Created),
            (Self::LookingUp | Self::Unknown, NotFound) => (Self::Editing, Step::Failed),
            (Self::LookingUp, ListsRefused) => (Self::Unknown, Step::StaysUnknown),

            // The answer to the request says more than the lists.
            (Self::Editing | Self::Creating, Found | NotFound | ListsRefused)
            | (Self::Creating | Self::LookingUp, Submitted | Changed)
            | (Self::Unknown, ListsRefused)
            | (Self::Editing | Self::LookingUp | Self::Unknown, Accepted | Refused | Lost) => (self, Step::Nothing),
        }
    }

    /// Whether the agent can change the draft.
    pub(super) fn is_open(self) -> bool {
        match self {
            Self::Editing | Self::Unknown => true,
            Self::Creating | Self::LookingUp => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CreationEvent::{Accepted, Changed, Found, ListsRefused, Lost, NotFound, Refused, Submitted};
    use super::CreationPhase::{Creating, Editing, LookingUp, Unknown};
    use super::CreationStep as Step;
    use super::*;

    const EVENTS: [CreationEvent; 8] = [Submitted, Accepted, Refused, Lost, Found, NotFound, ListsRefused, Changed];

    #[test]
    fn bey_153_every_phase_of_a_creation_and_event_has_its_next_phase() {
        let changes: [&[(CreationEvent, CreationPhase, Step)]; 4] = [
            &[(Submitted, Creating, Step::Send), (Changed, Editing, Step::Apply)],
            &[(Accepted, Editing, Step::Created), (Refused, Editing, Step::Failed), (Lost, LookingUp, Step::LookUp)],
            &[
                (Found, Editing, Step::Created),
                (NotFound, Editing, Step::Failed),
                (ListsRefused, Unknown, Step::StaysUnknown),
            ],
            &[
                (Submitted, Creating, Step::Send),
                (Changed, Editing, Step::Apply),
                (Found, Editing, Step::Created),
                (NotFound, Editing, Step::Failed),
            ],
        ];
        for (phase, changes) in CreationPhase::ALL.into_iter().zip(changes) {
            for event in EVENTS {
                let change = changes.iter().find(|(of, ..)| *of == event);
                let expected = change.map_or((phase, Step::Nothing), |(_, next, step)| (*next, *step));
                assert_eq!(phase.after(event), expected, "{phase:?} after {event:?}");
            }
        }
    }

    #[test]
    fn brd_005_without_the_flag_of_the_org_unit_broadcasts_are_disabled_whatever_was_loaded() {
        let states = [ListState::NotAsked, ListState::Loading, ListState::Ready, ListState::Failed];
        let shown = |enabled, is_known| states.map(|state| BroadcastsPhase::of(enabled, is_known, state));
        use BroadcastsPhase::{Disabled, Failed, Loading, Ready, Refreshing, Stale};
        assert_eq!(shown(Some(false), true), [Disabled; 4]);
        assert_eq!(shown(None, false), [Loading; 4]);
        assert_eq!(shown(Some(true), false), [Loading, Loading, Loading, Failed]);
        assert_eq!(shown(Some(true), true), [Ready, Refreshing, Ready, Stale]);
    }
}
