//! The progress of a write of a note: one state and the total function that changes it.

use crate::flow::Text;
use serde::Serialize;

/// A write is sent and looked up this number of times before the agent decides.
const MOST_ATTEMPTS: u32 = 6;
/// Delay before the first look-up in milliseconds; each further delay is twice as long.
const FIRST_LOOK_UP_MS: u64 = 500;
const MOST_DOUBLINGS: u32 = 6;

/// The progress of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The request of the write is pending.
    Sending {
        /// Number of requests without an answer before.
        lost: u32,
    },
    /// It is unknown whether the server has executed the write: the server is asked soon.
    Waiting {
        /// Number of requests without an answer.
        lost: u32,
    },
    /// The notes are being loaded to find the write.
    Asking {
        /// Number of requests without an answer.
        lost: u32,
    },
    /// The server has not executed the write; the agent decides.
    Failed(Text),
}

/// An event of a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The server answered that it has executed the write.
    Kept,
    /// The server refused the write.
    Refused(Text),
    /// There was no answer, or one that does not show the result.
    Lost,
    /// The look-up is due.
    Due,
    /// The notes on the server contain the write.
    Found,
    /// The notes on the server do not contain the write.
    Missing,
    /// The agent sends the write again.
    Retried,
}

/// The action that follows from an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The server has executed the write, which is forgotten.
    Done,
    /// The next phase needs no action.
    Stay(Phase),
    /// The request is sent.
    Send(Phase),
    /// A timer for the look-up is set.
    Wait(Phase, u64),
    /// The notes are loaded.
    Ask(Phase),
}

impl Phase {
    /// The action that follows from an event.
    pub fn after(self, event: Event) -> Next {
        use Event::{Due, Found, Kept, Lost, Missing, Refused, Retried};
        use Phase::{Asking, Failed, Sending, Waiting};
        match (self, event) {
            (_, Kept | Found) => Next::Done,
            (Sending { .. } | Waiting { .. } | Asking { .. }, Refused(reason)) => Next::Stay(Failed(reason)),
            (Sending { lost }, Lost) => {
                let lost = lost + 1;
                let delay_ms = FIRST_LOOK_UP_MS << (lost - 1).min(MOST_DOUBLINGS);
                Next::Wait(Waiting { lost }, delay_ms)
            }
            (Waiting { lost }, Due) => Next::Ask(Asking { lost }),
            (Asking { lost }, Missing) if lost >= MOST_ATTEMPTS => {
                Next::Stay(Failed(Text::key("notes.failed.noAnswer")))
            }
            (Asking { lost }, Missing) => Next::Send(Sending { lost }),
            (Failed(_), Retried) => Next::Send(Sending { lost: 0 }),
            (Sending { lost }, Due | Missing | Retried) => Next::Stay(Sending { lost }),
            (Waiting { lost }, Lost | Missing | Retried) => Next::Stay(Waiting { lost }),
            (Asking { lost }, Lost | Due | Retried) => Next::Stay(Asking { lost }),
            (Failed(reason), Refused(_) | Lost | Due | Missing) => Next::Stay(Failed(reason)),
        }
    }
}

/// The progress of a note, as the interface shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum NotePhase {
    /// The server has the note.
    #[default]
    Kept,
    /// The note, or a change of it, is being sent.
    Sending,
    /// The server refused the note; the text is kept.
    Failed,
}

impl NotePhase {
    pub(super) fn of(phase: &Phase) -> Self {
        match phase {
            Phase::Sending { .. } | Phase::Waiting { .. } | Phase::Asking { .. } => Self::Sending,
            Phase::Failed(_) => Self::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Event::{Due, Found, Kept, Lost, Missing, Refused, Retried};
    use super::Phase::{Asking, Failed, Sending, Waiting};
    use super::*;

    fn reason() -> Text {
        Text::key("notes.failed.tooLate")
    }

    #[test]
    fn bey_160_every_phase_of_a_write_and_event_has_its_next_phase() {
        let events = [Kept, Refused(reason()), Lost, Due, Found, Missing, Retried];
        let failed = || Next::Stay(Failed(reason()));
        let old = || Failed(Text::key("notes.failed.gone"));
        let table = [
            (Sending { lost: 0 }, {
                let stays = || Next::Stay(Sending { lost: 0 });
                [Next::Done, failed(), Next::Wait(Waiting { lost: 1 }, 500), stays(), Next::Done, stays(), stays()]
            }),
            (Waiting { lost: 2 }, {
                let stays = || Next::Stay(Waiting { lost: 2 });
                [Next::Done, failed(), stays(), Next::Ask(Asking { lost: 2 }), Next::Done, stays(), stays()]
            }),
            (Asking { lost: 2 }, {
                let stays = || Next::Stay(Asking { lost: 2 });
                [Next::Done, failed(), stays(), stays(), Next::Done, Next::Send(Sending { lost: 2 }), stays()]
            }),
            (old(), {
                let stays = || Next::Stay(old());
                [Next::Done, stays(), stays(), stays(), Next::Done, stays(), Next::Send(Sending { lost: 0 })]
            }),
        ];
        for (phase, expected) in table {
            for (event, next) in events.clone().into_iter().zip(expected) {
                assert_eq!(phase.clone().after(event.clone()), next, "{phase:?} after {event:?}");
            }
        }
    }

    #[test]
    fn bey_160_a_write_without_an_answer_is_looked_up_after_growing_delays_and_then_the_agent_decides() {
        let mut phase = Sending { lost: 0 };
        let mut delays = Vec::new();
        loop {
            let Next::Wait(waiting, ms) = phase.after(Lost) else { panic!("looked up") };
            delays.push(ms);
            let Next::Ask(asking) = waiting.after(Due) else { panic!("asked") };
            match asking.after(Missing) {
                Next::Send(again) => phase = again,
                Next::Stay(Failed(text)) => break assert_eq!(text.key, "notes.failed.noAnswer"),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(delays, [500, 1_000, 2_000, 4_000, 8_000, 16_000]);
    }
}
