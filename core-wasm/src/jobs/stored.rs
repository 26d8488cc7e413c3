//! The attendances as they are kept, and as they come back.

use super::job::Job;
use super::machine::Jobs;
use super::thread::{Thread, ThreadRecord, ThreadState};
use crate::flow::{Context, Table};
use crate::wire::{self, Message, Protocol};
use serde::Serialize;
use wire_read::WireRead;

/// The durable part of a job.
#[derive(Clone, Debug, Default, Serialize, WireRead)]
#[serde(default)]
pub struct JobRecord {
    pub wire: wire::Job,
    pub opened: bool,
    pub unread: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, WireRead)]
#[serde(default)]
pub struct AckCallRequest {
    pub dialog: bool,
    pub inprogress: bool,
    pub info: Option<serde_json::Value>,
}

/// The collection as stored (JOB-003). Parts that belong to work not built yet are kept as they were read. It is written
/// when an attendance comes or goes, not with every message: order and last messages follow from the jobs' own records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, WireRead)]
#[serde(default, rename_all = "camelCase")]
pub struct CollectionRecord {
    pub job_list: Vec<Protocol>,
    pub active_job: Option<Protocol>,
    pub manual_activations: Vec<Protocol>,
    pub inbox_jobs: Vec<Protocol>,
    pub unattended_messages: Table<Vec<Message>>,
    pub message_to_send: Table<String>,
    pub backup_protocols: Vec<Protocol>,
    pub disabled_job_items: Table<Vec<String>>,
    pub ack_call_request: AckCallRequest,
    /// Flags of an assisted transfer, by name.
    pub assisted_transfer: Table<bool>,
    pub last_messages: Table<String>,
}

impl Jobs {
    pub fn record_of(&self, protocol: &Protocol) -> Option<JobRecord> {
        let job = self.jobs.get(protocol)?;
        let wire = wire::Job { last_message: job.last_confirmed().cloned(), ..job.wire.clone() };
        Some(JobRecord { wire, opened: job.opened, unread: job.unread })
    }

    pub fn thread_record_of(&self, protocol: &Protocol) -> Option<ThreadRecord> {
        self.jobs.get(protocol).map(|job| job.thread.record())
    }

    pub fn collection_record(&self) -> CollectionRecord {
        CollectionRecord {
            job_list: self.order.all().collect(),
            active_job: self.active_job.clone(),
            unattended_messages: self.unattended.clone(),
            backup_protocols: self.backup_protocols.clone(),
            disabled_job_items: self
                .jobs
                .iter()
                .filter(|(_, job)| !job.busy.is_empty())
                .map(|(protocol, job)| (protocol, job.busy.iter().map(|part| (*part).to_owned()).collect()))
                .collect(),
            last_messages: self
                .jobs
                .iter()
                .filter_map(|(protocol, job)| Some((protocol, job.last_confirmed()?.message_id.clone())))
                .collect(),
            ..self.kept.clone()
        }
    }

    /// What the machine held before a reload; the server corrects it in a moment.
    pub fn restore_local(
        &mut self,
        context: &mut Context,
        collection: Option<CollectionRecord>,
        records: Vec<JobRecord>,
        mut threads: Table<ThreadRecord>,
    ) {
        self.kept = collection.unwrap_or_default();
        self.unattended = std::mem::take(&mut self.kept.unattended_messages);
        for record in records {
            let protocol = record.wire.protocol.clone();
            if protocol.is_empty() {
                continue;
            }
            let mut job = Job::new(record.wire);
            job.opened = record.opened;
            job.unread = record.unread;
            job.wire.typing = false;
            if let Some(thread) = threads.remove(&protocol) {
                job.thread = Thread::restore(context, &protocol, thread);
                job.thread.state = ThreadState::Unread;
            }
            self.jobs.insert(&protocol, job);
            self.changed(context, &protocol);
        }
    }
}
