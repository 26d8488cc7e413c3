//! The state of one channel: the server's facts, the status derived from them, and its start. If the server reported
//! the status, its start is the server's; otherwise it is the time of the change on this page.

use super::machine::Request;
use super::rule::{ChannelFacts, Media, status_of};
use crate::flow::Coverage;
use crate::wire::{ChannelStatus, ChannelStatusRecord, ReportedStatus, Wall, WrapUp};

#[derive(Clone, Debug, Default)]
pub(super) struct ChannelState {
    pub facts: ChannelFacts,
    pub pause: Option<String>,
    pub pause_since: Option<Wall>,
    pub scheduled_pause: Option<String>,
    pub on_hold: u32,
    /// The wrap-up after a call (BEY-159).
    pub wrap_up: Option<WrapUp>,
    /// The derived status.
    pub status: ChannelStatus,
    /// Start of the status, on the server's clock.
    pub since: Option<Wall>,
    /// The last status that the server reported and its start, kept until the derived status changes. The facts that
    /// lead to this status may arrive later, because another request loads the attendances.
    reported: Option<(ChannelStatus, Wall)>,
    pub request: Option<Request>,
    /// Covers the events that the facts contain.
    pub coverage: Coverage,
    pub version: u64,
}

impl ChannelState {
    /// Sets the server's facts; the caller calls `derive` afterwards.
    pub fn take(&mut self, record: &ChannelStatusRecord, connected: bool) {
        self.facts.connected = connected;
        self.facts.processing = record.status.processing;
        if !connected {
            // CHN-035. Only the browser can report audio again, because the server does not know the browser's media.
            self.facts.media = self.facts.media.map(|_| Media::Stopped);
        }
        self.facts.paused = record.pause.is_some();
        self.facts.pause_scheduled = record.scheduled_pause.is_some();
        self.pause.clone_from(&record.pause);
        self.pause_since = record.pause_since;
        self.scheduled_pause.clone_from(&record.scheduled_pause);
        self.on_hold = record.on_hold;
        self.wrap_up.clone_from(&record.wrap_up);
        self.facts.wrap_up = record.wrap_up.is_some();
        self.facts.internal_call = record.internal_call;
        self.reported = record.since.map(|since| (record.status.status, since));
    }

    /// Derives the status from the facts. Returns the new status if it changed.
    pub fn derive(&mut self, now: Wall) -> Option<ChannelStatus> {
        let status = status_of(&self.facts);
        let changed = status != self.status;
        let reported = self.reported.filter(|(reported, _)| *reported == status).map(|(_, since)| since);
        if changed || reported.is_some() {
            self.since = Some(reported.unwrap_or(now));
        }
        // A loss and return of audio does not change the status that the server counts.
        let at_server = status_of(&ChannelFacts { media: None, ..self.facts.clone() });
        if changed && self.reported.is_some_and(|(reported, _)| reported == self.status && reported != at_server) {
            self.reported = None;
        }
        self.status = status;
        changed.then_some(status)
    }

    /// The facts to store.
    pub fn record(&self) -> ChannelStatusRecord {
        ChannelStatusRecord {
            connected: self.facts.connected,
            status: ReportedStatus { status: self.status, processing: self.facts.processing },
            since: self.since,
            pause: self.pause.clone(),
            pause_since: self.pause_since,
            scheduled_pause: self.scheduled_pause.clone(),
            on_hold: self.on_hold,
            wrap_up: self.wrap_up.clone(),
            internal_call: self.facts.internal_call,
        }
    }

    /// The stored facts from before a reload.
    pub fn restored(saved: &ChannelStatusRecord) -> Self {
        let facts = ChannelFacts {
            connected: saved.connected,
            paused: saved.pause.is_some(),
            pause_scheduled: saved.scheduled_pause.is_some(),
            processing: saved.status.processing,
            wrap_up: saved.wrap_up.is_some(),
            internal_call: saved.internal_call,
            // The channel was connected on the server and not on this page, because there was no audio.
            media: (saved.connected && saved.status.status == ChannelStatus::Disconnected).then_some(Media::Stopped),
            ..ChannelFacts::default()
        };
        Self {
            facts,
            pause: saved.pause.clone(),
            pause_since: saved.pause_since,
            scheduled_pause: saved.scheduled_pause.clone(),
            on_hold: saved.on_hold,
            wrap_up: saved.wrap_up.clone(),
            status: saved.status.status,
            since: saved.since,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORTED: Wall = Wall(1_000);
    const NOW: Wall = Wall(5_000);

    fn reported(status: ChannelStatus) -> ChannelStatusRecord {
        ChannelStatusRecord { connected: true, status: status.into(), since: Some(REPORTED), ..Default::default() }
    }

    #[test]
    fn a_status_begins_at_the_reported_start_again_when_the_media_are_connected_again() {
        let mut state = ChannelState::default();
        state.take(&reported(ChannelStatus::Available), true);
        state.derive(NOW);
        state.facts.media = Some(Media::Stopped);
        assert_eq!(state.derive(NOW), Some(ChannelStatus::Disconnected));
        assert_eq!(state.since, Some(NOW));
        state.facts.media = Some(Media::Connected);
        assert_eq!(state.derive(NOW.plus_ms(1)), Some(ChannelStatus::Available));
        assert_eq!(state.since, Some(REPORTED));
    }

    #[test]
    fn a_status_begins_at_the_reported_start_also_if_the_attendances_are_loaded_later() {
        let mut state = ChannelState::default();
        state.take(&reported(ChannelStatus::InAttendance), true);
        assert_eq!(state.derive(NOW), Some(ChannelStatus::Available));
        assert_eq!(state.since, Some(NOW), "the status here is not the reported one");
        state.facts.open_jobs = 1;
        assert_eq!(state.derive(NOW.plus_ms(1)), Some(ChannelStatus::InAttendance));
        assert_eq!(state.since, Some(REPORTED));
    }

    /// The server's status arrives before its event about the room.
    #[test]
    fn a_guest_of_a_call_is_in_attendance_since_the_time_that_the_server_reports() {
        let mut state = ChannelState::default();
        state.take(&ChannelStatusRecord { since: Some(Wall(500)), ..reported(ChannelStatus::Available) }, true);
        state.derive(NOW);
        state.take(&reported(ChannelStatus::InAttendance), true);
        state.derive(NOW);
        state.facts.guest = true;
        assert_eq!(state.derive(NOW.plus_ms(1)), Some(ChannelStatus::InAttendance));
        assert_eq!(state.since, Some(REPORTED));
        // The guest becomes the owner of the attendance.
        (state.facts.guest, state.facts.open_jobs) = (false, 1);
        assert_eq!(state.derive(NOW.plus_ms(2)), None);
        assert_eq!(state.since, Some(REPORTED));
    }

    #[test]
    fn a_status_that_returns_after_another_one_has_a_new_start() {
        let mut state = ChannelState::default();
        state.take(&reported(ChannelStatus::Available), true);
        state.derive(NOW);
        assert_eq!(state.since, Some(REPORTED));
        for (open_jobs, now) in [(1, NOW), (0, NOW.plus_ms(7))] {
            state.facts.open_jobs = open_jobs;
            state.derive(now);
        }
        assert_eq!(state.since, Some(NOW.plus_ms(7)));
    }
}
