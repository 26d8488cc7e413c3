//! The facts of the core that the status of a channel is derived from; the rule itself is shared with the server
//! (`wire::StatusFacts`). Events only change facts (decision on CHN-012, PAU-012, INT-011). To add a status, add it to
//! `ChannelStatus`: the compiler points to the view and to the ui's table of labels and shapes.

use crate::wire::{ChannelStatus, StatusFacts};

/// State of the browser's voice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// Audio works.
    Connected,
    /// Audio was lost; the browser reconnects. The channel keeps its status and is shown as lost.
    Reconnecting,
    /// Audio ended: no call is possible (spec session §4 "Voice connection status").
    Stopped,
}

/// Everything that the status of a channel depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChannelFacts {
    /// The server has the channel connected.
    pub connected: bool,
    /// A pause is active.
    pub paused: bool,
    /// A pause waits for the open attendances to end.
    pub pause_scheduled: bool,
    /// Open attendances of this channel; finished ones that wait for qualification do not count (CHN-015).
    pub open_jobs: u32,
    /// State of the browser's voice; `None` if it is not used: chat, WhatsApp, an agent with a desk phone.
    pub media: Option<Media>,
    /// The server reports that it is processing something for this channel.
    pub processing: bool,
    /// The wrap-up after a call is running (BEY-159).
    pub wrap_up: bool,
    /// The agent is in an internal call, or one rings (INT-009).
    pub internal_call: bool,
    /// The agent is in the room of another agent's call and as busy as in an own call (decision 101).
    pub guest: bool,
}

/// The status that follows from the facts.
pub fn status_of(facts: &ChannelFacts) -> ChannelStatus {
    StatusFacts {
        connected: facts.connected && facts.media != Some(Media::Stopped),
        paused: facts.paused,
        pause_scheduled: facts.pause_scheduled,
        busy: facts.open_jobs > 0 || facts.processing || facts.wrap_up || facts.internal_call || facts.guest,
    }
    .status()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn facts(connected: bool, paused: bool, pause_scheduled: bool, open_jobs: u32) -> ChannelFacts {
        ChannelFacts { connected, paused, pause_scheduled, open_jobs, ..ChannelFacts::default() }
    }

    #[rstest]
    #[case::chn_006_connected(facts(true, false, false, 0), ChannelStatus::Available)]
    #[case::chn_007_disconnected(facts(false, false, false, 0), ChannelStatus::Disconnected)]
    #[case::disconnected_with_open_jobs(facts(false, false, false, 2), ChannelStatus::Disconnected)]
    #[case::disconnected_while_paused(facts(false, true, false, 0), ChannelStatus::Disconnected)]
    #[case::chn_009_a_job_without_pause(facts(true, false, false, 1), ChannelStatus::InAttendance)]
    #[case::a_job_while_paused(facts(true, true, false, 1), ChannelStatus::ScheduledPause)]
    #[case::a_job_with_a_scheduled_pause(facts(true, false, true, 3), ChannelStatus::ScheduledPause)]
    #[case::a_pause(facts(true, true, false, 0), ChannelStatus::Paused)]
    #[case::bey_159_a_wrap_up(ChannelFacts { wrap_up: true, ..facts(true, false, false, 0) }, ChannelStatus::InAttendance)]
    #[case::bey_159_a_pause_after_a_wrap_up(ChannelFacts { wrap_up: true, ..facts(true, false, true, 0) }, ChannelStatus::ScheduledPause)]
    #[case::int_009_an_internal_call(ChannelFacts { internal_call: true, ..facts(true, false, false, 0) }, ChannelStatus::InAttendance)]
    #[case::int_011_an_internal_call_in_a_pause(ChannelFacts { internal_call: true, ..facts(true, true, false, 0) }, ChannelStatus::ScheduledPause)]
    #[case::a_guest_of_a_call(ChannelFacts { guest: true, ..facts(true, false, false, 0) }, ChannelStatus::InAttendance)]
    #[case::a_guest_of_a_call_in_a_pause(ChannelFacts { guest: true, ..facts(true, true, false, 0) }, ChannelStatus::ScheduledPause)]
    #[case::int_011_after_an_internal_call_during_a_pause(facts(true, true, false, 0), ChannelStatus::Paused)]
    #[case::int_011_after_an_internal_call_during_an_attendance(
        facts(true, false, false, 1),
        ChannelStatus::InAttendance
    )]
    #[case::the_scheduled_pause_begins_with_the_last_job(facts(true, false, true, 0), ChannelStatus::Paused)]
    fn the_facts_of_a_channel_give_its_status(#[case] facts: ChannelFacts, #[case] expected: ChannelStatus) {
        assert_eq!(status_of(&facts), expected);
    }

    /// Events of a channel; each event changes only facts.
    #[derive(Clone, Copy, Debug)]
    enum Event {
        Connected,
        Disconnected,
        JobOpened,
        JobEnded,
        Paused,
        PauseScheduled,
        PauseLeft,
        MediaConnected,
        MediaLost,
        MediaStopped,
        Processing,
        WrapUpBegun,
        WrapUpEnded,
    }

    const EVENTS: [Event; 13] = [
        Event::Connected,
        Event::Disconnected,
        Event::JobOpened,
        Event::JobEnded,
        Event::Paused,
        Event::PauseScheduled,
        Event::PauseLeft,
        Event::MediaConnected,
        Event::MediaLost,
        Event::MediaStopped,
        Event::Processing,
        Event::WrapUpBegun,
        Event::WrapUpEnded,
    ];

    fn after(facts: &ChannelFacts, event: Event) -> ChannelFacts {
        let mut next = facts.clone();
        match event {
            Event::Connected => next.connected = true,
            Event::Disconnected => next.connected = false,
            Event::JobOpened => next.open_jobs += 1,
            Event::JobEnded => next.open_jobs = next.open_jobs.saturating_sub(1),
            Event::Paused => (next.paused, next.pause_scheduled) = (true, false),
            Event::PauseScheduled => (next.paused, next.pause_scheduled) = (false, true),
            Event::PauseLeft => (next.paused, next.pause_scheduled) = (false, false),
            Event::MediaConnected => next.media = Some(Media::Connected),
            Event::MediaLost => next.media = Some(Media::Reconnecting),
            Event::MediaStopped => next.media = Some(Media::Stopped),
            Event::Processing => next.processing = true,
            Event::WrapUpBegun => next.wrap_up = true,
            Event::WrapUpEnded => next.wrap_up = false,
        }
        next
    }

    fn every_state() -> Vec<ChannelFacts> {
        let mut all = Vec::new();
        let pauses = [(false, false), (true, false), (false, true)];
        let media = [None, Some(Media::Connected), Some(Media::Reconnecting), Some(Media::Stopped)];
        for connected in [false, true] {
            for (paused, pause_scheduled) in pauses {
                for open_jobs in 0..=2 {
                    for media in media {
                        for (processing, wrap_up) in [(false, false), (true, false), (false, true)] {
                            all.push(ChannelFacts {
                                connected,
                                paused,
                                pause_scheduled,
                                open_jobs,
                                media,
                                processing,
                                wrap_up,
                                internal_call: false,
                                guest: false,
                            });
                        }
                    }
                }
            }
        }
        all
    }

    /// One line per combination of facts: the facts, the status, and the status after each event.
    #[test]
    fn the_status_for_all_facts_and_events_equals_the_table() {
        let short = |facts: &ChannelFacts| match status_of(facts) {
            ChannelStatus::Available => "avail",
            ChannelStatus::Disconnected => "-",
            ChannelStatus::Paused => "pause",
            ChannelStatus::ScheduledPause => "sched",
            ChannelStatus::InAttendance => "busy",
        };
        let mut table = String::new();
        for facts in every_state() {
            let mut line = format!(
                "{:4} {:9} jobs {} {:12} {:10} {:5} |",
                if facts.connected { "on" } else { "off" },
                if facts.paused {
                    "paused"
                } else if facts.pause_scheduled {
                    "scheduled"
                } else {
                    ""
                },
                facts.open_jobs,
                facts.media.map_or_else(|| "NotUsed".to_owned(), |media| format!("{media:?}")),
                if facts.wrap_up {
                    "wrap-up"
                } else if facts.processing {
                    "processing"
                } else {
                    ""
                },
                short(&facts),
            );
            for event in EVENTS {
                line.push_str(&format!(" {:?} {}", event, short(&after(&facts, event))));
            }
            table.push_str(line.trim_end());
            table.push('\n');
        }
        assert_eq!(table, include_str!("statuses.txt"), "the rule changed: review every changed line");
    }

    #[test]
    fn invariants_hold_for_all_facts_and_events() {
        for facts in every_state() {
            for event in EVENTS {
                let next = after(&facts, event);
                let status = status_of(&next);
                let usable = next.connected && next.media != Some(Media::Stopped);
                assert_eq!(status == ChannelStatus::Disconnected, !usable);
                let paused = next.paused || next.pause_scheduled;
                assert!(status != ChannelStatus::Available || (!paused && next.open_jobs == 0 && !next.wrap_up));
                assert!(status != ChannelStatus::InAttendance || !paused);
                assert!(status != ChannelStatus::Paused || (paused && next.open_jobs == 0 && !next.wrap_up));
            }
        }
    }
}
