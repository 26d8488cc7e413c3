//! The load state of a list of the server: one state and the total function that changes it. It knows neither the items
//! nor the request, sets no timer and reads no clock.

/// Delay in milliseconds between the last key of a search and its request.
const AFTER_LAST_KEY_MS: u64 = 250;
/// Delay before the first retry in milliseconds; each further delay is twice as long.
const FIRST_RETRY_MS: u64 = 5_000;
const MOST_DOUBLINGS: u32 = 3;

/// The part of a list that a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Portion {
    /// The beginning of the list: its answer replaces the loaded items.
    First,
    /// The portion after the loaded ones.
    Next,
}

/// The load state of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Progress {
    /// No portion was requested.
    #[default]
    NotAsked,
    /// The agent is typing in the search: the request follows.
    Typing,
    /// A portion was requested.
    Loading {
        /// The requested portion.
        portion: Portion,
        /// The list was requested afresh meanwhile: another request follows, because the pending answer may be older.
        again: bool,
        /// Number of failed tries before this one, at most `MOST_DOUBLINGS`.
        failures: u32,
    },
    /// The last request failed; the loaded items stay.
    Failed {
        /// The portion that is missing.
        portion: Portion,
        /// Number of failed tries, at most `MOST_DOUBLINGS`.
        failures: u32,
    },
    /// Further portions may exist.
    Partial,
    /// All portions are loaded.
    Complete,
}

/// An event in the loading of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListEvent {
    /// The list is needed; an old one is good enough.
    Needed,
    /// The list is shown again: loaded items may be old, but a pending first portion is new enough.
    Reopened,
    /// The list is needed in its present state; even a pending answer may be too old.
    NeededAfresh,
    /// Another list is requested (another filter, search or numbered portion): a pending answer belongs to the earlier
    /// list.
    Changed,
    /// The agent types a search; the request is sent when the agent stops.
    Typed,
    /// The agent requests the next portion, or the failed portion again.
    More,
    /// The timer of the list has fired.
    Due,
    /// A portion arrived, and more may exist.
    Arrived,
    /// The last portion arrived.
    ArrivedLast,
    /// Another answer contained the whole list: a pending answer is ignored.
    Given,
    /// The list is not needed any more: a pending answer is ignored.
    Cleared,
    /// There was no answer, or a repetition may get another answer.
    NoAnswer {
        /// The server asked to wait for this time.
        least_ms: u64,
    },
    /// The server refused the request: a repetition would be refused too, so only the agent repeats it.
    Refused,
}

/// The action that follows from an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListStep<R = Portion> {
    /// No action.
    Nothing,
    /// Send a request, and cancel the timer.
    Request(R),
    /// Set the timer; `Due` follows.
    Wait {
        /// Delay in milliseconds.
        ms: u64,
    },
}

impl Progress {
    /// The next state and the step that follows.
    pub fn after(self, event: ListEvent) -> (Self, ListStep) {
        use ListEvent::{
            Arrived, ArrivedLast, Changed, Cleared, Due, Given, More, Needed, NeededAfresh, NoAnswer, Refused,
            Reopened, Typed,
        };
        use ListStep::{Nothing, Request, Wait};
        use Portion::{First, Next};
        use Progress::{Complete, Failed, Loading, NotAsked, Partial, Typing};
        let ask = |portion, failures| (Loading { portion, again: false, failures }, Request(portion));
        match (self, event) {
            (_, Changed) => ask(First, 0),
            (_, Typed) => (Typing, Wait { ms: AFTER_LAST_KEY_MS }),
            (_, Given) => (Complete, Nothing),
            (_, Cleared) => (NotAsked, Nothing),

            (NotAsked, Needed | Reopened | NeededAfresh | More)
            | (Typing, Reopened | NeededAfresh | Due)
            | (Partial | Complete, Reopened | NeededAfresh) => ask(First, 0),
            (Partial, More) => ask(Next, 0),

            (Loading { portion: First, .. }, Reopened) => (self, Nothing),
            (Loading { portion: Next, failures, .. }, Reopened) => ask(First, failures),
            (Loading { portion, failures, .. }, NeededAfresh) => (Loading { portion, again: true, failures }, Nothing),
            (Loading { again: true, .. }, Arrived | ArrivedLast) => ask(First, 0),
            (Loading { again: false, .. }, Arrived) => (Partial, Nothing),
            (Loading { again: false, .. }, ArrivedLast) => (Complete, Nothing),
            (Loading { portion, again, failures }, NoAnswer { least_ms }) => {
                let portion = if again { First } else { portion };
                let ms = least_ms.max(FIRST_RETRY_MS << failures);
                (Failed { portion, failures: MOST_DOUBLINGS.min(failures + 1) }, Wait { ms })
            }
            (Loading { portion, again, failures }, Refused) => {
                let portion = if again { First } else { portion };
                (Failed { portion, failures }, Nothing)
            }

            (Failed { portion, failures }, Needed | More | Due) => ask(portion, failures),
            (Failed { failures, .. }, Reopened | NeededAfresh) => ask(First, failures),

            (NotAsked, Due)
            | (Typing | Loading { .. }, Needed | More)
            | (Loading { .. }, Due)
            | (Partial, Needed | Due)
            | (Complete, Needed | More | Due)
            | (NotAsked | Typing | Failed { .. } | Partial | Complete, Arrived | ArrivedLast)
            | (NotAsked | Typing | Failed { .. } | Partial | Complete, NoAnswer { .. } | Refused) => (self, Nothing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ListEvent::{
        Arrived, ArrivedLast, Changed, Cleared, Due, Given, More, Needed, NeededAfresh, NoAnswer, Refused, Reopened,
        Typed,
    };
    use super::ListStep::{Nothing, Request, Wait};
    use super::Portion::{First, Next};
    use super::Progress::{Complete, Failed, NotAsked, Partial, Typing};
    use super::*;

    const EVENTS: [ListEvent; 13] = [
        Needed,
        Reopened,
        NeededAfresh,
        Changed,
        Typed,
        More,
        Due,
        Arrived,
        ArrivedLast,
        Given,
        NoAnswer { least_ms: 0 },
        Refused,
        Cleared,
    ];

    fn loading(portion: Portion, again: bool, failures: u32) -> Progress {
        Progress::Loading { portion, again, failures }
    }

    fn asks(portion: Portion, failures: u32) -> (Progress, ListStep) {
        (loading(portion, false, failures), Request(portion))
    }

    fn failed(portion: Portion, failures: u32) -> Progress {
        Failed { portion, failures }
    }

    #[test]
    fn every_state_and_event_of_a_list_has_its_next_state() {
        let ask = asks(First, 0);
        let typing = (Typing, Wait { ms: 250 });
        let given = (Complete, Nothing);
        let cleared = (NotAsked, Nothing);
        let stay = |state| (state, Nothing);
        let table = [
            (NotAsked, {
                let stays = stay(NotAsked);
                [ask, ask, ask, ask, typing, ask, stays, stays, stays, given, stays, stays, cleared]
            }),
            (Typing, {
                let stays = stay(Typing);
                [stays, ask, ask, ask, typing, stays, ask, stays, stays, given, stays, stays, cleared]
            }),
            (loading(First, false, 1), {
                let stays = stay(loading(First, false, 1));
                let again = stay(loading(First, true, 1));
                let (refused, retry) = (stay(failed(First, 1)), (failed(First, 2), Wait { ms: 10_000 }));
                let (more, all) = (stay(Partial), stay(Complete));
                [stays, stays, again, ask, typing, stays, stays, more, all, given, retry, refused, cleared]
            }),
            (loading(Next, false, 3), {
                let stays = stay(loading(Next, false, 3));
                let again = stay(loading(Next, true, 3));
                let (refused, retry) = (stay(failed(Next, 3)), (failed(Next, 3), Wait { ms: 40_000 }));
                let (more, all) = (stay(Partial), stay(Complete));
                [stays, asks(First, 3), again, ask, typing, stays, stays, more, all, given, retry, refused, cleared]
            }),
            (loading(Next, true, 0), {
                let stays = stay(loading(Next, true, 0));
                let (refused, retry) = (stay(failed(First, 0)), (failed(First, 1), Wait { ms: 5_000 }));
                [stays, ask, stays, ask, typing, stays, stays, ask, ask, given, retry, refused, cleared]
            }),
            (failed(Next, 2), {
                let stays = stay(failed(Next, 2));
                let (again, anew) = (asks(Next, 2), asks(First, 2));
                [again, anew, anew, ask, typing, again, again, stays, stays, given, stays, stays, cleared]
            }),
            (Partial, {
                let stays = stay(Partial);
                [stays, ask, ask, ask, typing, asks(Next, 0), stays, stays, stays, given, stays, stays, cleared]
            }),
            (Complete, {
                let stays = stay(Complete);
                [stays, ask, ask, ask, typing, stays, stays, stays, stays, given, stays, stays, cleared]
            }),
        ];
        for (state, expected) in table {
            for (event, next) in EVENTS.into_iter().zip(expected) {
                assert_eq!(state.after(event), next, "{state:?} after {event:?}");
            }
        }
    }

    #[test]
    fn retries_follow_after_5_10_20_then_every_40_seconds_and_not_before_retry_after() {
        let mut state = NotAsked.after(Needed).0;
        let mut delays = Vec::new();
        for least_ms in [0, 0, 0, 0, 0, 60_000] {
            let (next, step) = state.after(NoAnswer { least_ms });
            delays.push(step);
            state = next.after(Due).0;
        }
        assert_eq!(delays, [5_000, 10_000, 20_000, 40_000, 40_000, 60_000].map(|ms| Wait { ms }));
        let arrived = state.after(Arrived).0;
        assert_eq!(
            arrived.after(More).0.after(NoAnswer { least_ms: 0 }).1,
            Wait { ms: 5_000 },
            "an answer ends the back-off"
        );
    }
}
