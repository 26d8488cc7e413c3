//! Loading of a thread: one state per thread and the total function that changes it.

/// Delay before the first retry in milliseconds; each further delay is twice as long. A reconcile retries at once.
const FIRST_RETRY_MS: u64 = 5_000;
const MOST_DOUBLINGS: u32 = 3;

/// How much of a thread was read from the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loading {
    /// Nothing was requested.
    #[default]
    NotAsked,
    /// A page was requested.
    UnderWay {
        /// Requested again meanwhile: another request follows, because the pending answer may be older.
        again: bool,
        /// Number of failed tries before, at most `MOST_DOUBLINGS`.
        failures: u32,
    },
    /// The thread is complete as of the last request.
    Complete,
    /// The last try failed.
    Failed {
        /// Number of failed tries, at most `MOST_DOUBLINGS`.
        failures: u32,
    },
}

/// An event of the loading of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadEvent {
    /// The thread is needed.
    Wanted,
    /// The server's present messages are needed: a pending answer may be older.
    WantedAfresh,
    /// A full page arrived: there may be more.
    FullPage,
    /// The last page arrived.
    LastPage,
    /// No answer, or one that may differ when repeated.
    NoAnswer,
    /// The server refused.
    Refused,
    /// The time of a retry has come.
    RetryDue,
}

/// The step that follows a loading event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadStep {
    /// Nothing to do.
    Nothing,
    /// Request the messages after the last one held.
    Ask,
    /// The thread is complete.
    Finished,
    /// Ask again later.
    RetryAfter {
        /// Delay in milliseconds.
        ms: u64,
    },
}

impl Loading {
    /// A page is under way.
    pub fn is_under_way(self) -> bool {
        matches!(self, Loading::UnderWay { .. })
    }

    /// The last request got no answer or was refused.
    pub fn has_failed(self) -> bool {
        matches!(self, Loading::Failed { .. })
    }

    /// The next state and the step that follows.
    pub fn after(self, event: LoadEvent) -> (Self, LoadStep) {
        use LoadEvent::{FullPage, LastPage, NoAnswer, Refused, RetryDue, Wanted, WantedAfresh};
        use Loading::{Complete, Failed, NotAsked, UnderWay};
        let asked = |failures| (UnderWay { again: false, failures }, LoadStep::Ask);
        match (self, event) {
            (NotAsked | Complete, Wanted | WantedAfresh) => asked(0),
            (Failed { failures }, Wanted | WantedAfresh | RetryDue) => asked(failures),
            (UnderWay { failures, .. }, WantedAfresh) => (UnderWay { again: true, failures }, LoadStep::Nothing),
            (UnderWay { .. }, FullPage) | (UnderWay { again: true, .. }, LastPage) => asked(0),
            (UnderWay { again: false, .. }, LastPage) => (Complete, LoadStep::Finished),
            (UnderWay { failures, .. }, NoAnswer) => {
                let ms = FIRST_RETRY_MS << failures;
                (Failed { failures: MOST_DOUBLINGS.min(failures + 1) }, LoadStep::RetryAfter { ms })
            }
            (UnderWay { failures, .. }, Refused) => (Failed { failures }, LoadStep::Nothing),
            (UnderWay { .. }, Wanted | RetryDue)
            | (NotAsked | Complete, FullPage | LastPage | NoAnswer | Refused | RetryDue)
            | (Failed { .. }, FullPage | LastPage | NoAnswer | Refused) => (self, LoadStep::Nothing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LoadEvent::{FullPage, LastPage, NoAnswer, Refused, RetryDue, Wanted, WantedAfresh};
    use super::LoadStep::{Ask, Finished, Nothing, RetryAfter};
    use super::Loading::{self, Complete, Failed, NotAsked, UnderWay};

    fn under_way(again: bool, failures: u32) -> Loading {
        UnderWay { again, failures }
    }

    #[test]
    fn every_state_and_event_has_its_next_state() {
        let events = [Wanted, WantedAfresh, FullPage, LastPage, NoAnswer, Refused, RetryDue];
        let ask = (under_way(false, 0), Ask);
        let stay = |state| (state, Nothing);
        let failed = |failures, ms| (Failed { failures }, RetryAfter { ms });
        let table = [
            (NotAsked, [ask, ask, stay(NotAsked), stay(NotAsked), stay(NotAsked), stay(NotAsked), stay(NotAsked)]),
            (Complete, [ask, ask, stay(Complete), stay(Complete), stay(Complete), stay(Complete), stay(Complete)]),
            (
                under_way(false, 0),
                [
                    stay(under_way(false, 0)),
                    stay(under_way(true, 0)),
                    ask,
                    (Complete, Finished),
                    failed(1, 5_000),
                    stay(Failed { failures: 0 }),
                    stay(under_way(false, 0)),
                ],
            ),
            (
                under_way(true, 3),
                [
                    stay(under_way(true, 3)),
                    stay(under_way(true, 3)),
                    ask,
                    ask,
                    failed(3, 40_000),
                    stay(Failed { failures: 3 }),
                    stay(under_way(true, 3)),
                ],
            ),
            (
                Failed { failures: 2 },
                [
                    (under_way(false, 2), Ask),
                    (under_way(false, 2), Ask),
                    stay(Failed { failures: 2 }),
                    stay(Failed { failures: 2 }),
                    stay(Failed { failures: 2 }),
                    stay(Failed { failures: 2 }),
                    (under_way(false, 2), Ask),
                ],
            ),
        ];
        for (state, expected) in table {
            for (event, next) in events.into_iter().zip(expected) {
                assert_eq!(state.after(event), next, "{state:?} after {event:?}");
            }
        }
    }
}
