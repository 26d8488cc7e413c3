//! Storing and restoring of attendances.

use super::collection::CollectionRecord;
use super::job::{Job, LocalFacts};
use super::machine::{Jobs, Unattended};
use super::messages::ThreadEnd;
use super::read_mark::ReadMark;
use super::unanswered::Dismissed;
use crate::flow::{Context, SortedSet};
use crate::wire::{self, JobTab, Protocol, ScriptField};
use derive::ReadObject;
use serde::Serialize;

/// One attendance in the spelling of the specification (JOB-004, JOB-005): the server's state and local facts.
#[derive(Clone, Debug, Default, Serialize, ReadObject)]
#[serde(default, remote = "Self", rename_all = "camelCase")]
pub struct StoredJob {
    /// The server's last state of the attendance.
    #[serde(flatten, skip_deserializing)]
    pub server: wire::Job,
    /// Scroll position in CSS pixels.
    pub scroll_top: f64,
    /// Changed script answers; the field name is spelled as in the specification.
    #[serde(rename = "fiedlsScriptAltered")]
    pub fields_script_altered: Vec<ScriptField>,
    /// The selected tab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<JobTab>,
    /// `#RRGGBB` of the avatar.
    pub color: String,
}

wire::flat_struct!(StoredJob, server);

/// The stored part of an attendance.
#[derive(Clone, Debug, Default, Serialize, ReadObject)]
#[serde(default)]
pub struct JobRecord {
    /// The attendance.
    pub wire: StoredJob,
    /// The agent opened the conversation at least once.
    pub opened: bool,
    /// Number of unread customer messages.
    pub unread: u32,
    /// The agent marked the attendance as unread.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub marked_unread: bool,
    /// Messages up to this sequence number are read, or in `unread`. A record of an earlier version has none: its
    /// `unread` counted everything up to the last message that it knew.
    pub read_up_to: Option<u64>,
    /// The messages that the agent marked as needing no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dismissed: Option<Dismissed>,
    /// Later messages that are read or counted in `unread`, while an earlier one is missing.
    pub counted_ahead: SortedSet<u64>,
}

impl JobRecord {
    fn of(job: &Job, end: ThreadEnd<'_>) -> Self {
        let local = &job.local;
        let server = wire::Job {
            contact: job.contact.clone(),
            contact_id: job.contact.as_ref().map_or(&job.server.contact_id, |contact| &contact.id).clone(),
            typing: job.typing,
            client_status: job.client_status,
            disabled: job.ended,
            // The number of the attendance was dialled again, so it is open (VOI-076).
            closed_without_qualify: job.ended && job.server.closed_without_qualify,
            start_date_qualification: job.qualification_started,
            seq: job.latest.seq,
            unanswered_since: job.unanswered.since(),
            answered: job.unanswered.is_answered(),
            snoozed_until: job.snooze.until(),
            timestamp_last_message: job.latest.moment,
            last_message: job.last_confirmed(end).cloned(),
            ..job.server.clone()
        };
        let wire = StoredJob {
            server,
            scroll_top: local.scroll_top,
            fields_script_altered: local.script_answers.clone(),
            tab: local.tab.clone(),
            color: local.color.clone(),
        };
        let mark = &job.read_mark;
        Self {
            wire,
            opened: mark.is_opened(),
            unread: mark.unread(),
            marked_unread: job.marked_unread,
            dismissed: job.unanswered.dismissed(),
            read_up_to: Some(mark.counted_seq()),
            counted_ahead: mark.counted_ahead().clone(),
        }
    }

    fn into_job(self) -> Job {
        let stored = self.wire;
        let counted_seq = self.read_up_to.unwrap_or(stored.server.seq);
        // The typing mark is not stored, because typing lasts for seconds only.
        let mut job = Job::new(wire::Job { typing: false, ..stored.server });
        job.marked_unread = self.marked_unread;
        job.unanswered.restore_dismissed(self.dismissed);
        job.read_mark = ReadMark::restored(self.opened, self.unread, counted_seq, self.counted_ahead);
        job.local = LocalFacts {
            scroll_top: stored.scroll_top,
            script_answers: stored.fields_script_altered,
            tab: stored.tab,
            color: if stored.color.is_empty() { job.local.color } else { stored.color },
        };
        job
    }
}

impl Jobs {
    /// The stored part of one attendance.
    pub fn record_of(&self, protocol: &Protocol, end: ThreadEnd<'_>) -> Option<JobRecord> {
        self.jobs.get(protocol).map(|job| JobRecord::of(job, end))
    }

    /// The stored part of the collection. `end_of`: the end of the thread of an attendance.
    pub fn collection_record<'a>(&'a self, end_of: impl Fn(&Protocol) -> ThreadEnd<'a>) -> CollectionRecord {
        let busy = self.jobs.iter().filter(|(_, job)| !job.busy.is_empty());
        let last = |job: &Job| Some(job.last_confirmed(end_of(job.protocol()))?.message_id.clone());
        CollectionRecord {
            job_list: self.order.all().collect(),
            active_job: self.active_job.clone(),
            unattended_messages: self
                .unattended
                .iter()
                .map(|(protocol, kept)| (protocol, Unattended::messages(kept)))
                .collect(),
            backup_protocols: self.backup_protocols.clone(),
            disabled_job_items: busy
                .map(|(protocol, job)| (protocol, job.busy.iter().map(|part| (*part).to_owned()).collect()))
                .collect(),
            last_messages: self.jobs.iter().filter_map(|(protocol, job)| Some((protocol, last(job)?))).collect(),
            ..self.kept.clone()
        }
    }

    /// Restores the stored attendances; the server's list corrects them.
    pub fn restore_local(
        &mut self,
        context: &mut Context,
        collection: Option<CollectionRecord>,
        records: Vec<JobRecord>,
    ) {
        self.kept = collection.unwrap_or_default();
        for (protocol, messages) in std::mem::take(&mut self.kept.unattended_messages).iter() {
            self.unattended.insert(protocol, Unattended::restored(messages));
        }
        for mut record in records {
            let protocol = record.wire.server.protocol.clone();
            if protocol.is_empty() {
                continue;
            }
            self.complete_queue_name(&mut record.wire.server);
            self.jobs.insert(&protocol, record.into_job());
            context.dirty(super::slices::QUEUES.key());
            self.changed(context, &protocol);
        }
    }
}
