//! A recording from its beginning to its end, as the telephone system reports it. Rules without a store.

use crate::store::{RecordingPhase, RecordingRule};
use wire::RecordingEnd;

/// An event of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The notice is over: sound is recorded.
    Began,
    /// Silence is recorded.
    Paused,
    /// Sound is recorded again.
    Resumed,
    /// The recording ended.
    Ended(RecordingEnd),
}

/// The consequence of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// No change: the event is late or repeated.
    Nothing,
    /// The recording has another phase.
    Goes(RecordingPhase),
    /// The recording is over; its file stays.
    Over(RecordingEnd),
    /// The recording ended before its sound began: there is no file.
    NeverBegan,
}

pub(super) const fn next(phase: RecordingPhase, event: Event) -> Outcome {
    use RecordingPhase as P;
    match (phase, event) {
        (P::Asked, Event::Began) => Outcome::Goes(P::Running),
        (P::Running, Event::Paused) => Outcome::Goes(P::Paused),
        (P::Paused, Event::Resumed) => Outcome::Goes(P::Running),
        (P::Asked, Event::Ended(_)) => Outcome::NeverBegan,
        (P::Running | P::Paused, Event::Ended(end)) => Outcome::Over(end),
        (P::Asked, Event::Paused | Event::Resumed)
        | (P::Running, Event::Began | Event::Resumed)
        | (P::Paused, Event::Began | Event::Paused)
        | (P::Over, _) => Outcome::Nothing,
    }
}

/// The rule of a call: that of its campaign, if it has one that demands a recording, else that of its queue.
pub(super) const fn rule_of(campaign: RecordingRule, queue: RecordingRule) -> RecordingRule {
    match campaign {
        RecordingRule::Off => queue,
        RecordingRule::Unannounced | RecordingRule::Beep | RecordingRule::Announcement => campaign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use RecordingEnd::{Complete, Interrupted, Stopped};
    use RecordingPhase::{Asked, Over, Paused, Running};

    const PHASES: [RecordingPhase; 4] = [Asked, Running, Paused, Over];

    #[test]
    fn bey_138_the_whole_table() {
        use Outcome::{Goes, NeverBegan, Nothing};
        let ended = |end| [NeverBegan, Outcome::Over(end), Outcome::Over(end), Nothing];
        let table = [
            (Event::Began, [Goes(Running), Nothing, Nothing, Nothing]),
            (Event::Paused, [Nothing, Goes(Paused), Nothing, Nothing]),
            (Event::Resumed, [Nothing, Nothing, Goes(Running), Nothing]),
            (Event::Ended(Complete), ended(Complete)),
            (Event::Ended(Interrupted), ended(Interrupted)),
            (Event::Ended(Stopped), ended(Stopped)),
        ];
        for (event, expected) in table {
            assert_eq!(PHASES.map(|phase| next(phase, event)), expected, "{event:?}");
        }
    }

    #[test]
    fn bey_138_a_campaign_that_demands_a_recording_decides_before_its_queue() {
        use RecordingRule::{Announcement, Beep, Off, Unannounced};
        let cases =
            [(Off, Off, Off), (Off, Beep, Beep), (Announcement, Beep, Announcement), (Unannounced, Off, Unannounced)];
        for (campaign, queue, expected) in cases {
            assert_eq!(rule_of(campaign, queue), expected, "{campaign:?} {queue:?}");
        }
    }
}
