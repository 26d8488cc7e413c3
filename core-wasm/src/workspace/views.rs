//! The views of all slices, and which slices exist.

use super::Workspace;
use crate::flow::{JobGroup, ListOp, ListPatch, OrderedList, SliceKey, TimerKey, Tone};
use crate::jobs::{JobRowView, RowChange};
use crate::notifications::{AlertsView, Ring, RingKind};
use crate::shell::{Dialog, DialogView};
use crate::view::View;
use crate::wire::Protocol;

impl Workspace {
    /// The view of one slice, as the ui shows it. A list comes whole; `patch` gives what changed.
    pub fn view(&self, key: &SliceKey) -> View {
        match key {
            SliceKey::Session => View::Session(Box::new(self.session.view(&self.kernel, &self.services))),
            SliceKey::Route => View::Route(self.shell.view()),
            SliceKey::Link => View::Link(self.connection.view()),
            SliceKey::Channels => View::Channels(self.channels.view(self.connection.is_in_doubt())),
            SliceKey::Pauses => View::Pauses(self.pauses.view(self.channels.enabled())),
            SliceKey::Absence => View::Absence(self.absence.view()),
            SliceKey::Supervision => View::Supervision(self.supervision.view()),
            SliceKey::Preferences => View::Preferences(self.shell.preferences().clone()),
            SliceKey::Dialog => View::Dialog(self.dialog_view()),
            SliceKey::Snackbars => View::Snackbars(self.shell.snackbars.view()),
            SliceKey::Notifications => View::Notifications(self.notifications.view(self.chat.unsent.notices())),
            SliceKey::Alerts => View::Alerts(self.alerts_view()),
            SliceKey::Announcement => View::Announcement(self.shell.announcement().clone()),
            SliceKey::JobSummary => View::JobSummary(self.jobs.summary_view()),
            SliceKey::JobOrder(_) | SliceKey::Thread(_) => {
                self.list(key).map_or(View::Absent, |list| View::List(list.snapshot()))
            }
            SliceKey::JobRow(protocol) => {
                self.jobs.get(protocol).map_or(View::Absent, |job| View::JobRow(Box::new(job.row_view())))
            }
            SliceKey::Job(protocol) => self
                .jobs
                .get(protocol)
                .map_or(View::Absent, |job| View::Job(Box::new(job.view(self.channels.is_connected(job.channel()))))),
            SliceKey::Draft(protocol) => View::Draft(self.chat.drafts.view(protocol)),
            SliceKey::Message(protocol, local_id) => self
                .jobs
                .message_view(self.now, protocol, local_id)
                .map_or(View::Absent, |message| View::Message(Box::new(message))),
            SliceKey::Contact(protocol) => {
                self.contacts.view(&self.jobs, protocol).map_or(View::Absent, |panel| View::Contact(Box::new(panel)))
            }
            SliceKey::Qualification(protocol) => self
                .qualification
                .view(&self.jobs, self.session.attendance_groups(), protocol)
                .map_or(View::Absent, |form| View::Qualification(Box::new(form))),
        }
    }

    fn list(&self, key: &SliceKey) -> Option<&OrderedList> {
        match key {
            SliceKey::JobOrder(group) => Some(self.jobs.order().list(*group)),
            SliceKey::Thread(protocol) => Some(self.jobs.get(protocol)?.thread.list()),
            _ => None,
        }
    }

    /// What changed in a list since `version`; `None` where it is no longer known (then pull the whole).
    pub fn patch(&self, key: &SliceKey, version: u32) -> Option<ListPatch> {
        self.list(key)?.patch_since(version)
    }

    /// The same, where it was one change.
    pub fn only_change(&self, key: &SliceKey, version: u32) -> Option<(u32, &ListOp)> {
        self.list(key)?.only_change_since(version)
    }

    pub fn list_version(&self, key: &SliceKey) -> u32 {
        self.list(key).map(OrderedList::version).unwrap_or_default()
    }

    /// What a row shows now beside what it showed.
    pub fn row_change(&self, protocol: &Protocol, before: &JobRowView) -> RowChange {
        self.jobs.get(protocol).map_or(RowChange::More, |job| job.row_change(before))
    }

    fn alerts_view(&self) -> AlertsView {
        let agent = self.session.agent();
        let preferences = self.shell.preferences();
        let tone = |ring: &Ring| {
            let tone = preferences.tone(ring.channel);
            match ring.kind {
                // A call is as loud as the agent's record says.
                RingKind::Call if preferences.sounds => Tone { volume: agent.agent_ack_call_volume.min(100), ..tone },
                _ => tone,
            }
        };
        self.alerts.view(tone, &agent.agent_preferences)
    }

    fn dialog_view(&self) -> DialogView {
        let name = |protocol| self.jobs.get(protocol).map(|job| job.name().to_owned()).unwrap_or_default();
        match self.shell.dialogs.current() {
            None => DialogView::None,
            Some(Dialog::ConfirmSignOut { open_jobs }) => DialogView::ConfirmSignOut { open_jobs: *open_jobs },
            Some(Dialog::ConfirmFinish { protocol }) => {
                DialogView::ConfirmFinish { protocol: protocol.to_string(), name: name(protocol) }
            }
            Some(Dialog::Qualification { protocol }) => DialogView::Qualification { protocol: protocol.to_string() },
            Some(Dialog::Pause { channel }) => DialogView::Pause { channel: *channel },
            Some(Dialog::PauseAlert) => DialogView::PauseAlert,
            Some(Dialog::AgentAbsent) => DialogView::AgentAbsent,
            Some(Dialog::ConnectionProblem) => DialogView::ConnectionProblem,
            Some(Dialog::Reconnecting) => DialogView::Reconnecting,
            Some(Dialog::Preferences) => DialogView::Preferences,
            Some(Dialog::Extension) => DialogView::Extension,
            Some(Dialog::ConfirmDisconnect { channel, open_jobs }) => {
                DialogView::ConfirmDisconnect { channel: *channel, open_jobs: *open_jobs }
            }
            Some(Dialog::ConfirmAbsent { agent_id, name, absent }) => {
                DialogView::ConfirmAbsent { agent_id: agent_id.0.clone(), name: name.clone(), absent: *absent }
            }
            Some(Dialog::ConfirmForceDisconnect { agent_id, name, open_jobs }) => DialogView::ConfirmForceDisconnect {
                agent_id: agent_id.0.clone(),
                name: name.clone(),
                open_jobs: *open_jobs,
            },
            Some(Dialog::NewPassword) => DialogView::NewPassword,
        }
    }

    /// What is waited for, for the check that a gone attendance leaves no timer behind.
    pub fn timers(&self) -> impl Iterator<Item = &TimerKey> {
        self.kernel.timers.keys()
    }

    /// What the server has not confirmed, for the check that nothing in it is lost, doubled or overtaken.
    pub fn outbox(&self) -> &crate::chat::Outbox {
        self.chat.outbox()
    }

    /// Every slice that shows something now: for emptying the house and for the check that no view changes unmarked.
    pub fn live_keys(&self) -> Vec<SliceKey> {
        let mut keys = vec![
            SliceKey::Session,
            SliceKey::Route,
            SliceKey::Link,
            SliceKey::Channels,
            SliceKey::Pauses,
            SliceKey::Absence,
            SliceKey::Supervision,
            SliceKey::Preferences,
            SliceKey::Dialog,
            SliceKey::Snackbars,
            SliceKey::Notifications,
            SliceKey::Alerts,
            SliceKey::Announcement,
            SliceKey::JobSummary,
        ];
        keys.extend(JobGroup::ALL.map(SliceKey::JobOrder));
        for protocol in self.jobs.protocols() {
            keys.push(SliceKey::JobRow(protocol.clone()));
            keys.push(SliceKey::Job(protocol.clone()));
            keys.push(SliceKey::Draft(protocol.clone()));
            keys.push(SliceKey::Thread(protocol.clone()));
            keys.push(SliceKey::Contact(protocol.clone()));
            keys.push(SliceKey::Qualification(protocol.clone()));
            if let Some(job) = self.jobs.get(protocol) {
                keys.extend(job.thread.list().ids().map(|id| SliceKey::Message(protocol.clone(), id.clone())));
            }
        }
        keys
    }
}
