//! The attendances, registered with the workspace.

use super::JobsSlice;
use super::registry::NAME;
use super::{
    CollectionRecord, Exit, HeaderFacts, Job, JobOrigin, JobRecord, Jobs, JobsIntent, RemovalReason, facts, records,
    slices, timers,
};
use crate::connection;
use crate::flow::{Answer, AreaName, JobGroup, RequestId, Text};
use crate::notifications::Topic;
use crate::shell::{Dialog, Route, SnackbarKind};
use crate::wire::{
    AgentId, Channel, ChannelStatus, EventMeta, JobTransfer, NotificationEvent, Protocol, Wall, events, json_text,
};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, ShowList, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Jobs {
    type Intent = JobsIntent;
    type Event = events::jobs::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::SUMMARY, |workspace, ()| JobsSlice::JobSummary(workspace.jobs.summary_view())),
        &ShowList(&slices::PINNED, |workspace, ()| Some(workspace.jobs.order().list(JobGroup::Pinned))),
        &Show(&slices::QUEUES, |workspace, ()| JobsSlice::JobQueues(workspace.jobs.queues_view())),
        &ShowList(&slices::WAITING, |workspace, ()| Some(workspace.jobs.order().list(JobGroup::Waiting))),
        &ShowList(&slices::ACTIVE, |workspace, ()| Some(workspace.jobs.order().list(JobGroup::Active))),
        &ShowList(&slices::SNOOZED, |workspace, ()| Some(workspace.jobs.order().list(JobGroup::Snoozed))),
        &ShowList(&slices::TO_QUALIFY, |workspace, ()| Some(workspace.jobs.order().list(JobGroup::ToQualify))),
        &Show(&slices::ROW, |workspace, protocol| {
            workspace.jobs.get(&protocol).map(|job| {
                let end = workspace.conversation.thread_end(&protocol);
                JobsSlice::JobRow(Box::new(job.row_view(
                    end,
                    workspace.jobs.tag_visibility(),
                    workspace.session.viewer(),
                )))
            })
        }),
        &Show(&slices::JOB, |workspace, protocol| {
            workspace.jobs.get(&protocol).map(|job| {
                let facts = HeaderFacts {
                    connected: workspace.channels.status(job.channel()) != ChannelStatus::Disconnected,
                    reading: workspace.conversation.reading(&protocol),
                    closing: workspace.jobs.closing_view(&protocol),
                    on_the_way: workspace.shown_on_the_way(&protocol),
                };
                JobsSlice::Job(Box::new(job.view(facts)))
            })
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::CLIENT_TYPING, |workspace, protocol| {
            workspace.jobs.typing_expired(context!(workspace), &protocol);
        }),
        &When(&timers::MARK_READ, |workspace, protocol| {
            workspace.read_what_was_seen(&protocol);
        }),
        &When(&timers::QUEUE_HOURS, |workspace, protocol| workspace.jobs.changed(context!(workspace), &protocol)),
        &When(&timers::HELD_ORDER, |workspace, ()| workspace.jobs.release_held_order(context!(workspace))),
    ];

    const RECORDS: &'static [&'static dyn Kept] = &[
        &Keep(&records::JOBS, |workspace, ()| {
            let end_of = |protocol: &Protocol| workspace.conversation.thread_end(protocol);
            Some(json_text(&workspace.jobs.collection_record(end_of)))
        }),
        &Keep(&records::JOB, |workspace, protocol| {
            let end = workspace.conversation.thread_end(&protocol);
            workspace.jobs.record_of(&protocol, end).as_ref().map(json_text)
        }),
    ];

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let collection: Option<CollectionRecord> = stored.one(&records::JOBS);
        let jobs: Vec<JobRecord> = stored.all(&records::JOB).map(|(_, job)| job).collect();
        workspace.jobs.restore_local(context!(workspace), collection, jobs);
        for channel in Channel::ALL {
            let open = workspace.jobs.open_count(channel);
            workspace.channels.set_open_jobs(context!(workspace), channel, open);
        }
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exits = workspace.jobs.on_reply(context!(workspace), request, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.jobs = Jobs::default();
    }

    fn reconcile(workspace: &mut Workspace, agent: &AgentId) {
        workspace.jobs.restore(context!(workspace), agent);
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        match event {
            events::jobs::Event::SnoozeEnded(event) => {
                // The version in the event shows whether a list contains it.
                workspace.jobs.snooze_ended(context!(workspace), &event.protocol, event.version);
            }
            events::jobs::Event::Finished(_) if workspace.jobs.covers(meta) => {}
            events::jobs::Event::Finished(event) => {
                let known = workspace.jobs.get(&event.protocol).is_some();
                workspace.remove_job(&event.protocol, RemovalReason::Finished);
                workspace.refresh_status();
                if known {
                    let topic = Topic::LeftList(event.protocol.clone());
                    workspace.snackbar(
                        topic,
                        SnackbarKind::Info,
                        Text::key("jobFinished").with("protocol", &event.protocol),
                    );
                }
            }
        }
    }

    fn job_added(workspace: &mut Workspace, protocol: &Protocol, origin: JobOrigin) {
        match origin {
            // The agent had the attendance before, so nothing is announced.
            JobOrigin::Start => {}
            JobOrigin::List | JobOrigin::Event => workspace.announce_job(protocol),
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        match intent {
            JobsIntent::OpenJob { protocol } => {
                workspace.open_job(&protocol, false);
                workspace.agent_acted();
            }
            JobsIntent::ViewedTo { protocol, local_id } => workspace.viewed_to(&protocol, &local_id),
            JobsIntent::CloseJob => {
                workspace.shell.show_route(context!(workspace), Route::AttendanceList, false);
                workspace.on_route_changed();
            }
            JobsIntent::HoldOrder { inside } => workspace.jobs.hold_order(context!(workspace), inside),
            JobsIntent::SearchJobs { text } => workspace.jobs.search(context!(workspace), &text),
            JobsIntent::ReloadJobs => workspace.reconcile(),
            JobsIntent::ReloadThread { protocol } => {
                workspace.conversation.load_thread(context!(workspace), &workspace.jobs, &protocol);
            }
            JobsIntent::RenewFile { protocol, local_id } => {
                workspace.conversation.renew_file(context!(workspace), &protocol, &local_id);
            }
            JobsIntent::ScrollChanged { protocol, scroll_top } => {
                workspace.jobs.set_scroll_top(context!(workspace), &protocol, scroll_top);
            }
            JobsIntent::FinishJob { protocol, confirmed, waits } => workspace.finish_job(protocol, confirmed, waits),
            JobsIntent::CancelFinish { protocol } => workspace.cancel_finish(&protocol),
            JobsIntent::AskSnooze { protocol } => workspace.ask_snooze(protocol),
            JobsIntent::SnoozeJob { protocol, until } => {
                let until = Wall(until as i64);
                let exit = workspace.jobs.snooze(context!(workspace), &protocol, until);
                workspace.route(exit);
            }
            JobsIntent::CancelSnooze { protocol } => workspace.jobs.cancel_snooze(context!(workspace), &protocol),
            JobsIntent::NeedsAnswer { protocol, needed } => {
                workspace.jobs.set_answer_needed(context!(workspace), &protocol, needed);
            }
            JobsIntent::AnswerScript { protocol, field_id, value } => {
                workspace.jobs.set_script_field(context!(workspace), &protocol, &field_id, &value);
                workspace.script_answered(&protocol);
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Refused(protocol, text) => workspace.finish_failed(protocol, text),
            Self::AskFinish { protocol, route } => workspace.ask_finish(protocol, &route),
            Self::SendFinish(protocol) => {
                let acting_agent = workspace.acting_agent();
                workspace.jobs.send_finish(context!(workspace), &acting_agent, &protocol);
            }
            Self::Finished { protocol, route, then } => workspace.attendance_closed(&protocol, &route, then),
            Self::SnoozeRefused(protocol, text) => workspace.snooze_refused(&protocol, text),
            Self::SnoozeSaved(protocol) => workspace.snooze_saved(&protocol),
            Self::Gone(_) => workspace.reconcile(),
            Self::OpenJobsChanged(channel) => {
                let open = workspace.jobs.open_count(channel);
                let exit = workspace.channels.set_open_jobs(context!(workspace), channel, open);
                workspace.route(exit);
            }
            Self::OnlyOneLeft(protocol) => {
                // Checked again: during a restore the first inserted attendance is the only one for a moment.
                let only = workspace.jobs.len() == 1;
                if only && workspace.session.is_ready() && *workspace.shell.route() == Route::AttendanceList {
                    workspace.open_by_itself(&protocol);
                }
            }
            Self::Begins(protocol, waited) => {
                workspace.conversation.begin(context!(workspace), &mut workspace.jobs, &protocol, waited);
            }
            Self::Added { protocol, origin } => workspace.job_added(&protocol, origin),
            Self::Ended(protocol) => {
                workspace.close_snooze_dialog(&protocol);
                workspace.attendance_finished(&protocol);
            }
            Self::CustomerWrote(protocol) => {
                let seen = workspace.visible_conversation().as_ref() == Some(&protocol);
                workspace.customer_wrote(&protocol, seen, None);
            }
            Self::Removed(protocol, reason) => workspace.job_removed(&protocol, reason),
            Self::RestoreFailed(text) => {
                // The failure is shown once, because the list is retried every few seconds and shows the failure
                // itself.
                if let Some(text) = text {
                    workspace.snackbar(Topic::List, SnackbarKind::Error, text);
                }
                workspace.schedule_reconcile();
            }
            Self::Restored { as_of_seq, epoch, call_requests, guest_calls, internal_calls } => {
                workspace.conversation.load_threads_behind(context!(workspace), &workspace.jobs);
                workspace.connection.reconciled(context!(workspace));
                workspace.connection.gate_mut().begin_after(as_of_seq, &epoch);
                context!(workspace).persist(connection::records::JOURNAL.key());
                workspace.voice_jobs_listed();
                if let Some(requests) = call_requests {
                    workspace.call_requests_listed(requests, as_of_seq, &epoch);
                }
                workspace.voice_rooms_listed(guest_calls, as_of_seq, &epoch);
                if let Some(calls) = internal_calls {
                    workspace.internal_calls_listed(calls, as_of_seq, &epoch);
                }
                workspace.whatsapp.on_jobs_listed(context!(workspace), &workspace.jobs, as_of_seq, &epoch);
                workspace.finish_ended_attendances();
                workspace.restore_unsent();
                workspace.on_route_changed();
                if workspace.jobs.must_restore_again() {
                    let agent = workspace.session.agent_id();
                    workspace.jobs.restore(context!(workspace), &agent);
                } else {
                    let exits = workspace.jobs.look_up_finishes(context!(workspace));
                    workspace.route(exits);
                    workspace.bulk_listed();
                    let exits = workspace.whatsapp.look_up_reopened(context!(workspace), &workspace.jobs);
                    workspace.route(exits);
                    let exits = workspace.transfers.on_jobs_listed(context!(workspace), &workspace.jobs);
                    workspace.route(exits);
                    workspace.settle_voice_rooms();
                }
            }
        }
    }
}

impl Workspace {
    /// Hides attendances of channels that the agent hides, and those without the chosen tags.
    pub(crate) fn apply_list_filter(&mut self) {
        self.jobs.apply_preferences(context!(self), self.shell.preferences());
        context!(self).changed(facts::LIST_FILTER.key());
    }

    pub(crate) fn remove_job(&mut self, protocol: &Protocol, reason: RemovalReason) {
        let exits = self.jobs.remove(context!(self), protocol, reason);
        self.route(exits);
    }

    /// The attendance ended and waits for qualification. Returns whether it was open.
    pub(crate) fn end_job(&mut self, protocol: &Protocol) -> bool {
        let was_open = self.jobs.get(protocol).is_some_and(|job| !job.is_ended());
        let context = context!(self);
        let at = context.happened_at();
        let exits = self.jobs.disable(context, protocol, Some(at));
        self.route(exits);
        self.refresh_status();
        if was_open {
            self.close_snooze_dialog(protocol);
            self.attendance_finished(protocol);
            self.refresh_history();
        }
        was_open
    }

    /// An event reports a new or changed attendance.
    pub(crate) fn on_job_event(&mut self, job: wire::Job, meta: &EventMeta) {
        let protocol = job.protocol.clone();
        let has_ended = |jobs: &Jobs| jobs.get(&protocol).map(Job::is_ended);
        let before = has_ended(&self.jobs);
        let exits = self.jobs.upsert(context!(self), job, Some(meta));
        let after = has_ended(&self.jobs);
        self.route(exits);
        if before == Some(true) && after == Some(false) {
            // Either the attendance was reopened (JOB-009), or the event is older than the end of the attendance: the
            // reconcile decides.
            self.reconcile();
        }
    }

    /// An attendance was added during the session.
    fn announce_job(&mut self, protocol: &Protocol) {
        let Some(name) = self.jobs.get(protocol).map(|job| job.name().to_owned()) else { return };
        let is_call = self.jobs.get(protocol).is_some_and(|job| job.channel() == Channel::Voice);
        let agent = self.session.agent_id();
        self.ensure_contact(&agent, protocol);
        self.jobs.load_tags(context!(self), protocol);
        // No alert for an absent agent: the attendance is only listed (ABS-005). A call has its own ring.
        if !self.absence.is_absent() && !is_call {
            self.attendance_came(protocol);
        }
        match self.jobs.get(protocol).and_then(|job| job.new_transfer(self.session.viewer())).cloned() {
            None => self.shell.announce(context!(self), Text::key("jobs.announce.added").with("name", name)),
            // An absent agent finds the attendance in the list.
            Some(_) if self.absence.is_absent() => {}
            Some(JobTransfer { agent_name, note, .. }) => {
                let key = if note.is_empty() { "transfers.arrived" } else { "transfers.arrivedWithNote" };
                let text = Text::key(key).with("agent", agent_name).with("note", note);
                self.snackbar(Topic::TransferArrived(protocol.clone()), SnackbarKind::Info, text);
            }
        }
    }

    /// Asks the agent for the time until which the attendance is snoozed.
    fn ask_snooze(&mut self, protocol: Protocol) {
        if self.jobs.get(&protocol).is_some_and(Job::may_be_snoozed) {
            self.jobs.set_snooze_fault(context!(self), &protocol, None);
            self.shell.dialogs.open(context!(self), Dialog::Snooze { protocol });
        }
    }

    /// The refusal is shown in the dialog of the snooze with the chosen time, or in a snackbar if the dialog is closed.
    fn snooze_refused(&mut self, protocol: &Protocol, text: Text) {
        let asks = |dialog: &Dialog| matches!(dialog, Dialog::Snooze { protocol: asked } if asked == protocol);
        if self.shell.dialogs.find(|dialog| asks(dialog).then_some(())).is_some() {
            self.jobs.set_snooze_fault(context!(self), protocol, Some(text));
        } else {
            self.snackbar(Topic::Mark(protocol.clone()), SnackbarKind::Error, text);
        }
    }

    /// The dialog closes, and a text says where the attendance is now.
    fn snooze_saved(&mut self, protocol: &Protocol) {
        self.close_snooze_dialog(protocol);
        let Some(job) = self.jobs.get(protocol) else { return };
        let key = if job.snoozed_until().is_some() { "jobs.announce.snoozed" } else { "jobs.announce.snoozeEnded" };
        let text = Text::key(key).with("name", job.name());
        self.shell.announce(context!(self), text);
    }

    fn close_snooze_dialog(&mut self, protocol: &Protocol) {
        let asks = |dialog: &Dialog| matches!(dialog, Dialog::Snooze { protocol: asked } if asked == protocol);
        self.shell.dialogs.close(context!(self), asks);
    }

    /// A snoozed attendance returned at its time. The server creates the entry of the notification centre.
    pub(crate) fn snooze_is_over(&mut self, event: &NotificationEvent) {
        self.snackbar(Topic::SnoozeOver(event.protocol.clone()), SnackbarKind::Info, Text::key("notifications.snooze"));
    }
}
