//! The attendances, registered with the workspace.

use super::{CollectionRecord, JobRecord, Jobs, ThreadRecord, records, slices, timers};
use crate::flow::{JobGroup, SliceKey};
use crate::view::View;
use crate::wire::{Channel, json_text};
use crate::workspace::registry::{Area, Keep, Kept, Show, ShowList, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Jobs {
    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::SUMMARY, |workspace, ()| View::JobSummary(workspace.jobs.summary_view())),
        &ShowList(&slices::PINNED, |workspace, ()| Some(workspace.jobs.order().list(JobGroup::Pinned))),
        &ShowList(&slices::ACTIVE, |workspace, ()| Some(workspace.jobs.order().list(JobGroup::Active))),
        &ShowList(&slices::TO_QUALIFY, |workspace, ()| Some(workspace.jobs.order().list(JobGroup::ToQualify))),
        &Show(&slices::ROW, |workspace, protocol| {
            workspace.jobs.get(&protocol).map_or(View::Absent, |job| View::JobRow(Box::new(job.row_view())))
        }),
        &Show(&slices::JOB, |workspace, protocol| {
            let is_connected = |channel| workspace.channels.is_connected(channel);
            let job = workspace.jobs.get(&protocol);
            job.map_or(View::Absent, |job| View::Job(Box::new(job.view(is_connected(job.channel())))))
        }),
        &ShowList(&slices::THREAD, |workspace, protocol| Some(workspace.jobs.get(&protocol)?.thread.list())),
        &Show(&slices::MESSAGE, |workspace, (protocol, local_id)| {
            let message = workspace.jobs.message_view(workspace.now, &protocol, &local_id);
            message.map_or(View::Absent, |message| View::Message(Box::new(message)))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::THREAD_RETRY, |workspace, protocol| {
            workspace.jobs.retry_thread(context!(workspace), &protocol);
        }),
        &When(&timers::CLIENT_TYPING, |workspace, protocol| {
            workspace.jobs.typing_expired(context!(workspace), &protocol);
        }),
        &When(&timers::MARK_READ, |workspace, protocol| {
            if workspace.visible_conversation().as_ref() == Some(&protocol) {
                workspace.jobs.mark_read(context!(workspace), &protocol);
            }
        }),
        &When(&timers::HELD_ORDER, |workspace, ()| workspace.jobs.release_held_order(context!(workspace))),
    ];

    const RECORDS: &'static [&'static dyn Kept] = &[
        &Keep(&records::JOBS, |workspace, ()| Some(json_text(&workspace.jobs.collection_record()))),
        &Keep(&records::JOB, |workspace, protocol| workspace.jobs.record_of(&protocol).as_ref().map(json_text)),
        &Keep(&records::THREAD, |workspace, protocol| {
            workspace.jobs.thread_record_of(&protocol).as_ref().map(json_text)
        }),
    ];

    fn live_keys(workspace: &Workspace, keys: &mut Vec<SliceKey>) {
        for protocol in workspace.jobs.protocols() {
            let ids = workspace.jobs.get(protocol).into_iter().flat_map(|job| job.thread.list().ids());
            keys.extend(ids.map(|id| slices::MESSAGE.of((protocol.clone(), id.clone()))));
        }
    }

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let collection: Option<CollectionRecord> = stored.one(&records::JOBS);
        let jobs: Vec<JobRecord> = stored.all(&records::JOB).map(|(_, job)| job).collect();
        let mut threads = crate::flow::Table::default();
        for (protocol, thread) in stored.all::<_, ThreadRecord>(&records::THREAD) {
            threads.insert(protocol.as_str(), thread);
        }
        workspace.jobs.restore_local(context!(workspace), collection, jobs, threads);
        for channel in Channel::ALL {
            let open = workspace.jobs.open_count(channel);
            workspace.channels.set_open_jobs(context!(workspace), channel, open);
        }
    }
}
