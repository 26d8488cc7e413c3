//! Numbers the requests of a list, so that only the answer to the newest request is used.

use super::progress::{ListEvent, ListStep, Portion, Progress};
use crate::flow::{Answer, Context, TimerKey};
use serde::Serialize;

/// The load state of a list, as the interface shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ListState {
    /// The list was not requested.
    #[default]
    NotAsked,
    /// The request waits for its answer.
    Loading,
    /// The requested portions are loaded.
    Ready,
    /// The request failed; it is repeated automatically, and the agent may repeat it at once.
    Failed,
}

/// Identifies a request of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    number: u32,
    /// The portion that was requested.
    pub portion: Portion,
}

/// The load state of a list, and its newest request.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loader {
    progress: Progress,
    number: u32,
}

impl Loader {
    /// Applies an event. The caller carries out the step.
    pub fn after(&mut self, event: ListEvent) -> ListStep<Asked> {
        let (next, step) = self.progress.after(event);
        self.progress = next;
        match step {
            ListStep::Nothing => ListStep::Nothing,
            ListStep::Wait { ms } => ListStep::Wait { ms },
            ListStep::Request(portion) => {
                self.number = self.number.wrapping_add(1);
                ListStep::Request(Asked { number: self.number, portion })
            }
        }
    }

    /// Whether the answer to this request is used.
    pub fn awaits(&self, asked: Asked) -> bool {
        asked.number == self.number && matches!(self.progress, Progress::Loading { .. })
    }

    /// Whether a request is pending, or will be sent when the agent stops typing.
    pub fn is_loading(&self) -> bool {
        self.awaited().is_some()
    }

    /// The portion that is under way, or follows as soon as the agent stops typing.
    pub fn awaited(&self) -> Option<Portion> {
        match self.progress {
            Progress::Typing => Some(Portion::First),
            Progress::Loading { portion, .. } => Some(portion),
            Progress::NotAsked | Progress::Failed { .. } | Progress::Partial | Progress::Complete => None,
        }
    }

    /// The portion that is under way or failed; the first one where none is.
    pub fn portion(&self) -> Portion {
        match self.progress {
            Progress::Loading { portion, .. } | Progress::Failed { portion, .. } => portion,
            Progress::NotAsked | Progress::Typing | Progress::Partial | Progress::Complete => Portion::First,
        }
    }

    /// The load state of the list, as the interface shows it.
    pub fn state(&self) -> ListState {
        match self.progress {
            Progress::NotAsked => ListState::NotAsked,
            Progress::Typing | Progress::Loading { .. } => ListState::Loading,
            Progress::Failed { .. } => ListState::Failed,
            Progress::Partial | Progress::Complete => ListState::Ready,
        }
    }

    /// Whether the last request failed.
    pub fn has_failed(&self) -> bool {
        matches!(self.progress, Progress::Failed { .. })
    }

    /// Whether there are no further portions.
    pub fn is_complete(&self) -> bool {
        self.progress == Progress::Complete
    }
}

impl ListEvent {
    /// The event that follows for the load from an answer without a list.
    pub fn of_failure(context: &mut Context, answer: &Answer) -> Self {
        if answer.is_passing() { Self::NoAnswer { least_ms: answer.delay_ms(context, 0) } } else { Self::Refused }
    }
}

impl ListStep<Asked> {
    /// Sets or cancels the timer of the list. Returns the request to send.
    pub fn follow(self, context: &mut Context, timer: TimerKey) -> Option<Asked> {
        match self {
            Self::Nothing => None,
            Self::Wait { ms } => {
                context.timer(timer, ms);
                None
            }
            Self::Request(asked) => {
                context.cancel_timer(&timer);
                Some(asked)
            }
        }
    }
}
