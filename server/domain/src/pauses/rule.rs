//! What a request to enter or leave a pause does, as a total function of the channel's facts. Stores and publishes
//! nothing.

/// The facts that the rule depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChannelFacts {
    pub connected: bool,
    pub paused: bool,
    pub scheduled: bool,
    pub open_jobs: u32,
    /// Whether the requested pause is the one in force or scheduled.
    pub same: bool,
}

/// Outcome of a request to pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enter {
    /// The pause begins and replaces another one.
    Begin,
    /// The pause is scheduled until the last active attendance ends.
    Schedule,
    /// The same pause is in force already.
    InForce,
    /// The same pause is scheduled already.
    Scheduled,
    /// The channel is not connected.
    Refused,
}

pub(crate) fn enter(facts: ChannelFacts) -> Enter {
    match facts {
        ChannelFacts { connected: false, .. } => Enter::Refused,
        ChannelFacts { paused: true, same: true, .. } => Enter::InForce,
        ChannelFacts { paused: true, .. } => Enter::Begin,
        ChannelFacts { open_jobs: 0, .. } => Enter::Begin,
        ChannelFacts { scheduled: true, same: true, .. } => Enter::Scheduled,
        ChannelFacts { .. } => Enter::Schedule,
    }
}

/// Outcome of a request to leave a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// The pause ends.
    End,
    /// The scheduled pause is cancelled.
    Cancel,
    /// There is no pause.
    Refused,
}

pub(crate) fn leave(facts: ChannelFacts) -> Leave {
    match facts {
        ChannelFacts { connected: false, .. } => Leave::Refused,
        ChannelFacts { paused: true, .. } => Leave::End,
        ChannelFacts { scheduled: true, .. } => Leave::Cancel,
        ChannelFacts { .. } => Leave::Refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn facts(connected: bool, paused: bool, scheduled: bool, open_jobs: u32, same: bool) -> ChannelFacts {
        ChannelFacts { connected, paused, scheduled, open_jobs, same }
    }

    #[rstest]
    #[case::disconnected(facts(false, false, false, 0, false), Enter::Refused)]
    #[case::disconnected_with_attendances(facts(false, false, false, 2, false), Enter::Refused)]
    #[case::without_attendances(facts(true, false, false, 0, false), Enter::Begin)]
    #[case::with_attendances(facts(true, false, false, 1, false), Enter::Schedule)]
    #[case::another_pause_is_scheduled(facts(true, false, true, 1, false), Enter::Schedule)]
    #[case::the_same_pause_is_scheduled(facts(true, false, true, 1, true), Enter::Scheduled)]
    #[case::scheduled_and_without_attendances(facts(true, false, true, 0, true), Enter::Begin)]
    #[case::another_pause_in_force(facts(true, true, false, 0, false), Enter::Begin)]
    #[case::another_pause_in_force_with_attendances(facts(true, true, false, 3, false), Enter::Begin)]
    #[case::the_same_pause_in_force(facts(true, true, false, 0, true), Enter::InForce)]
    #[case::the_same_pause_in_force_with_attendances(facts(true, true, false, 1, true), Enter::InForce)]
    fn the_facts_decide_the_result_of_entering_a_pause(#[case] facts: ChannelFacts, #[case] expected: Enter) {
        assert_eq!(enter(facts), expected);
    }

    #[rstest]
    #[case::disconnected(facts(false, false, false, 0, false), Leave::Refused)]
    #[case::without_attendances(facts(true, false, false, 0, false), Leave::Refused)]
    #[case::with_attendances(facts(true, false, false, 2, false), Leave::Refused)]
    #[case::paused(facts(true, true, false, 0, false), Leave::End)]
    #[case::paused_with_attendances(facts(true, true, false, 1, false), Leave::End)]
    #[case::scheduled(facts(true, false, true, 1, false), Leave::Cancel)]
    #[case::paused_and_scheduled(facts(true, true, true, 1, false), Leave::End)]
    fn the_facts_decide_the_result_of_leaving_a_pause(#[case] facts: ChannelFacts, #[case] expected: Leave) {
        assert_eq!(leave(facts), expected);
    }
}
