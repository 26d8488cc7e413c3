//! The one rule that gives a channel its status. It is total over the facts; events only change facts
//! (decision on CHN-012, PAU-012, INT-011). A new status begins here: add it to `ChannelStatus` and the compiler leads
//! to this function, to the view and to the ui's table of words and shapes.

use crate::wire::ChannelStatus;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChannelFacts {
    pub connected: bool,
    /// A pause is in force.
    pub paused: bool,
    /// A pause waits for the open attendances to end.
    pub pause_scheduled: bool,
    /// Enabled attendances of this channel (CHN-015: a finished one that waits for qualification does not count).
    pub open_jobs: u32,
}

pub fn status_of(facts: &ChannelFacts) -> ChannelStatus {
    match (facts.connected, facts.paused || facts.pause_scheduled, facts.open_jobs) {
        (false, _, _) => ChannelStatus::Disconnected,
        (true, true, 0) => ChannelStatus::Paused,
        (true, true, _) => ChannelStatus::ScheduledPause,
        (true, false, 0) => ChannelStatus::Available,
        (true, false, _) => ChannelStatus::InAttendance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn facts(connected: bool, paused: bool, pause_scheduled: bool, open_jobs: u32) -> ChannelFacts {
        ChannelFacts { connected, paused, pause_scheduled, open_jobs }
    }

    #[rstest]
    #[case::chn_006_connected(facts(true, false, false, 0), ChannelStatus::Available)]
    #[case::chn_007_disconnected(facts(false, false, false, 0), ChannelStatus::Disconnected)]
    #[case::disconnected_with_open_jobs(facts(false, false, false, 2), ChannelStatus::Disconnected)]
    #[case::disconnected_while_paused(facts(false, true, false, 0), ChannelStatus::Disconnected)]
    #[case::chn_009_a_job_without_pause(facts(true, false, false, 1), ChannelStatus::InAttendance)]
    #[case::a_job_while_paused(facts(true, true, false, 1), ChannelStatus::ScheduledPause)]
    #[case::a_job_with_a_scheduled_pause(facts(true, false, true, 3), ChannelStatus::ScheduledPause)]
    #[case::paused(facts(true, true, false, 0), ChannelStatus::Paused)]
    #[case::the_scheduled_pause_begins_with_the_last_job(facts(true, false, true, 0), ChannelStatus::Paused)]
    fn status(#[case] facts: ChannelFacts, #[case] expected: ChannelStatus) {
        assert_eq!(status_of(&facts), expected);
    }
}
