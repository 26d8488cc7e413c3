//! The rules of docs/architecture.md that a single browser can violate, checked in its views.

use super::job::ROW;
use super::{Mirror, list};
use crate::counts::Counts;
use core_wasm::channels;
use core_wasm::channels::ChannelsSlice;
use core_wasm::channels::{ChannelStatusView, ChannelView};
use core_wasm::conversation::EntryState;
use core_wasm::flow::JobGroup;
use core_wasm::history;
use core_wasm::jobs;
use core_wasm::jobs::JobsSlice;
use core_wasm::pauses;
use core_wasm::pauses::PausesSlice;
use core_wasm::session;
use core_wasm::session::SessionPhaseView;
use core_wasm::session::SessionSlice;
use core_wasm::shell;
use core_wasm::shell::{Dialog, ShellSlice};
use core_wasm::voice;
use core_wasm::voice::{VoiceSlice, VoiceStatus};
use core_wasm::wire::{Channel, Name, Protocol};
use core_wasm::{View, Workspace};
use std::collections::BTreeMap;

const MOST_SNACKBARS: usize = 3;

impl Mirror {
    pub(super) fn snackbars(&self) -> Result<(), String> {
        match self.view(&shell::slices::SNACKBARS.key()) {
            View::Shell(ShellSlice::Snackbars(view)) if view.items.len() > MOST_SNACKBARS => {
                Err(format!("{} snackbars at once", view.items.len()))
            }
            _ => Ok(()),
        }
    }

    /// Two jobs never share a protocol: each is in exactly one group, and every job is in one (JOB-001).
    pub(super) fn lists_hold_each_job_once(&self) -> Result<(), String> {
        let mut listed: Vec<&Name> = JobGroup::ALL.into_iter().flat_map(|group| list(&self.global, group)).collect();
        let rows = listed.len();
        listed.sort_unstable();
        listed.dedup();
        match self.view(&jobs::slices::SUMMARY.key()) {
            View::Jobs(JobsSlice::JobSummary(summary)) if rows != listed.len() || rows != summary.total as usize => {
                Err(format!("{rows} rows for {} protocols and {} jobs", listed.len(), summary.total))
            }
            _ => Ok(()),
        }
    }

    /// The total in the header is the sum of the numbers in the rows.
    pub(super) fn counts_are_sums(&self) -> Result<(), String> {
        let rows = self.jobs.values().filter_map(|job| match &job.views[ROW] {
            View::Jobs(JobsSlice::JobRow(row)) => Some(row.unread),
            _ => None,
        });
        let sum: u32 = rows.sum();
        match self.view(&jobs::slices::SUMMARY.key()) {
            View::Jobs(JobsSlice::JobSummary(summary)) if summary.unread != sum => {
                Err(format!("{} unread in all, {sum} at the rows", summary.unread))
            }
            _ => Ok(()),
        }
    }

    /// Available means connected, without open attendances and without a pause; in attendance means with an open
    /// attendance (CHN-006, CHN-009).
    pub(super) fn status_follows_the_facts(&self) -> Result<(), String> {
        let View::Channels(ChannelsSlice::Channels(channels)) = self.view(&channels::slices::CHANNELS.key()) else {
            return Ok(());
        };
        // Until the server has answered, the stored state is covered by a loader.
        if !matches!(self.view(&session::slices::SESSION.key()), View::Session(SessionSlice::Session(session)) if session.phase == SessionPhaseView::Ready)
        {
            return Ok(());
        }
        let voice = match self.view(&voice::slices::VOICE.key()) {
            View::Voice(VoiceSlice::Voice(voice)) => Some(voice),
            _ => None,
        };
        // Available requires that audio is possible.
        let has_audio = |channel: Channel| {
            let by_browser = voice.filter(|voice| channel == Channel::Voice && voice.web_rtc);
            by_browser.is_none_or(|voice| matches!(voice.status, VoiceStatus::Connected | VoiceStatus::Logged))
        };
        let channel_of = |protocol: &Name| match &self.jobs.get(&Protocol(protocol.clone()))?.views[ROW] {
            View::Jobs(JobsSlice::JobRow(row)) => Some(row.channel),
            _ => None,
        };
        let open = [JobGroup::Pinned, JobGroup::Waiting, JobGroup::Active, JobGroup::Snoozed]
            .into_iter()
            .flat_map(|group| list(&self.global, group));
        let active: Vec<Channel> = open.filter_map(channel_of).collect();
        for channel in &channels.items {
            let open = active.iter().filter(|of| **of == channel.channel).count();
            let connected = channel.connected && has_audio(channel.channel);
            // A call of the agent's telephone counts before its attendance arrives and after it ended.
            let in_call = channel.channel == Channel::Voice && voice.is_some_and(|voice| voice.in_call);
            let wraps_up = channel.wrap_up.is_some();
            let is_busy =
                open > 0 || wraps_up || channel.internal_call || channel.guest || in_call && channel.pause.is_none();
            let facts = (connected, channel.pause.is_some(), is_busy);
            let holds = channel.open_jobs as usize == open
                && match channel.status {
                    ChannelStatusView::Available => facts == (true, false, false),
                    // Whether audio is possible may be what is being checked.
                    ChannelStatusView::Checking => (channel.connected, facts.1, facts.2) == (true, false, false),
                    ChannelStatusView::InAttendance => facts == (true, false, true),
                    ChannelStatusView::WrapUp => facts == (true, false, true) && wraps_up && open == 0,
                    ChannelStatusView::Paused => facts == (true, true, false),
                    ChannelStatusView::ScheduledPause => facts == (true, true, true),
                    ChannelStatusView::Disconnected => !connected,
                    ChannelStatusView::Lost => channel.connected,
                    ChannelStatusView::Processing => true,
                };
            if !holds {
                return Err(format!("{channel:?} with {open} open attendances"));
            }
        }
        self.pauses_follow_the_channels(&channels.items)
    }

    /// A pause has a name if and only if the channel is paused.
    fn pauses_follow_the_channels(&self, channels: &[ChannelView]) -> Result<(), String> {
        let View::Pauses(PausesSlice::Pauses(pauses)) = self.view(&pauses::slices::PAUSES.key()) else { return Ok(()) };
        for (channel, pause) in channels.iter().zip(&pauses.channels) {
            let holds = match channel.status {
                ChannelStatusView::Paused => pause.pause == channel.pause && pause.scheduled.is_none(),
                ChannelStatusView::ScheduledPause => pause.scheduled == channel.pause && pause.pause.is_none(),
                ChannelStatusView::Available
                | ChannelStatusView::Checking
                | ChannelStatusView::InAttendance
                | ChannelStatusView::WrapUp
                | ChannelStatusView::Disconnected => {
                    pause.pause.is_none() && pause.scheduled.is_none() && !pause.exceeded
                }
                ChannelStatusView::Lost => pause.pause.as_ref().or(pause.scheduled.as_ref()) == channel.pause.as_ref(),
                ChannelStatusView::Processing => true,
            };
            if !holds || channel.channel != pause.channel {
                return Err(format!("{channel:?} beside {pause:?}"));
            }
        }
        Ok(())
    }

    pub(super) fn timers_belong_to_jobs(&self, workspace: &Workspace) -> Result<(), String> {
        let is_listed = |protocol: &Protocol| {
            JobGroup::ALL.into_iter().any(|group| list(&self.global, group).contains(&protocol.0))
        };
        // The dialog with the notes of another agent's attendance loads these notes.
        let dialog = workspace.view(&shell::slices::DIALOG.key());
        let is_shown = |protocol: &Protocol| {
            let View::Shell(ShellSlice::Dialog(Some(Dialog::Notes { protocol: shown, .. }))) = &dialog else {
                return false;
            };
            shown == protocol
        };
        // So does an attendance that is opened in the history.
        let is_opened =
            |protocol: &Protocol| workspace.view(&history::slices::ENTRY.of(protocol.as_str().into())) != View::Absent;
        let is_known = |protocol: &Protocol| is_listed(protocol) || is_shown(protocol) || is_opened(protocol);
        match workspace.timers().find(|timer| timer.stops_with().is_some_and(|protocol| !is_known(protocol))) {
            Some(timer) => Err(format!("{timer:?} is set, but the job is gone")),
            None => Ok(()),
        }
    }

    /// A message is sent only when every earlier message of its attendance has arrived or was refused (BEY-004).
    pub(super) fn outbox_is_in_order(&mut self, workspace: &Workspace, counts: &mut Counts) -> Result<(), String> {
        let outbox = workspace.outbox();
        if outbox.is_empty() && self.outbox.is_empty() {
            return Ok(());
        }
        let mut now = BTreeMap::new();
        for protocol in outbox.protocols() {
            let line = outbox.entries(&protocol);
            let mut all_refused = true;
            for entry in line {
                let key = (protocol.clone(), entry.custom_id.clone());
                let leaves =
                    entry.state == EntryState::InFlight && self.outbox.get(&key) != Some(&EntryState::InFlight);
                if leaves && !all_refused {
                    return Err(format!("{} overtakes an earlier message of {protocol}: {line:?}", entry.custom_id));
                }
                // A text that was written after a file is sent without waiting for the upload of the file.
                all_refused &= entry.state.is_failed() || entry.state == EntryState::Uploading;
                now.insert(key, entry.state);
            }
        }
        for (key, state) in &now {
            let before = self.outbox.get(key);
            if before != Some(state) {
                counts.outbox(before, Some(state));
            }
        }
        for (_, state) in self.outbox.iter().filter(|(key, _)| !now.contains_key(*key)) {
            counts.outbox(Some(state), None);
        }
        self.outbox = now;
        Ok(())
    }
}
