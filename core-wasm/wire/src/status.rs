//! The rule that derives the status of a channel. The core and the server both use it, so that the agent's page, the board
//! and the events never name two statuses for the same facts (CHN-001, CHN-010). It is total over the facts.

use crate::ChannelStatus;

/// Everything that the status of a channel depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatusFacts {
    /// The channel is connected and can carry an attendance.
    pub connected: bool,
    /// A pause is active.
    pub paused: bool,
    /// A pause waits for the open attendances to end.
    pub pause_scheduled: bool,
    /// An attendance is open, or the server is processing something for this channel.
    pub busy: bool,
}

impl StatusFacts {
    /// The status that follows from the facts. A pause with an open attendance is a scheduled one (CHN-010).
    pub fn status(self) -> ChannelStatus {
        match (self.connected, self.paused || self.pause_scheduled, self.busy) {
            (false, _, _) => ChannelStatus::Disconnected,
            (true, true, false) => ChannelStatus::Paused,
            (true, true, true) => ChannelStatus::ScheduledPause,
            (true, false, false) => ChannelStatus::Available,
            (true, false, true) => ChannelStatus::InAttendance,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ChannelStatus::{Available, Disconnected, InAttendance, Paused, ScheduledPause};
    use std::collections::BTreeSet;

    /// Every combination of connected, paused, pause scheduled and busy, with the status.
    const TABLE: [(bool, bool, bool, bool, ChannelStatus); 16] = [
        (false, false, false, false, Disconnected),
        (false, false, false, true, Disconnected),
        (false, false, true, false, Disconnected),
        (false, false, true, true, Disconnected),
        (false, true, false, false, Disconnected),
        (false, true, false, true, Disconnected),
        (false, true, true, false, Disconnected),
        (false, true, true, true, Disconnected),
        (true, false, false, false, Available),
        (true, false, false, true, InAttendance),
        (true, false, true, false, Paused),
        (true, false, true, true, ScheduledPause),
        (true, true, false, false, Paused),
        (true, true, false, true, ScheduledPause),
        (true, true, true, false, Paused),
        (true, true, true, true, ScheduledPause),
    ];

    #[test]
    fn chn_001_chn_010_all_facts_give_exactly_the_specified_statuses() {
        let mut facts_seen = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for (connected, paused, pause_scheduled, busy, expected) in TABLE {
            let facts = StatusFacts { connected, paused, pause_scheduled, busy };
            assert_eq!(facts.status(), expected, "{facts:?}");
            facts_seen.insert((connected, paused, pause_scheduled, busy));
            seen.insert(expected);
        }
        assert_eq!(facts_seen.len(), TABLE.len(), "every combination has one row");
        assert_eq!(seen, BTreeSet::from(ChannelStatus::ALL), "every status has a row");
    }
}
