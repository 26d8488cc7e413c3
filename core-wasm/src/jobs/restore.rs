//! The server's lists against the local ones: what it no longer lists goes, what is missing comes, and the threads that
//! fell behind are read from their last number on (JOB-013 to JOB-017, design: wire, Reconcile).

use super::job::EventNumber;
use super::machine::{Exit, Jobs};
use super::thread::ThreadState;
use super::{records, slices, timers};
use crate::flow::{Answer, CallId, Context, HttpCall, ReportLevel, Table, Text, encode_component};
use crate::wire::{ActiveJobs, AgentId, Channel, JobTag, ListBody, MessagesReply, Protocol, QueueRecord};

/// The server's page of messages; a full page has a next one.
const MESSAGES_PER_PAGE: usize = 200;

#[derive(Clone, Debug)]
pub(super) enum Pending {
    Active,
    Messages(Protocol),
    Tags(Protocol),
    QueueName(Protocol),
}

impl Jobs {
    /// GET /agents/{id}/jobs/active. One at a time: what is under way may be older than what a second wish is about, which
    /// waits until it is answered.
    pub fn restore(&mut self, context: &mut Context, agent: &AgentId) {
        self.restore_again = self.is_loading_list();
        if self.restore_again {
            return;
        }
        self.removed_during_load.clear();
        self.ended_during_load.clear();
        self.backup_protocols = self.protocols().cloned().collect();
        context.call(&mut self.calls, Pending::Active, HttpCall::get(format!("agents/{agent}/jobs/active")));
    }

    pub(super) fn is_loading_list(&self) -> bool {
        self.calls.any(|pending| matches!(pending, Pending::Active))
    }

    /// GET /job/{protocol}/messages from the last number held on.
    pub fn load_thread(&mut self, context: &mut Context, protocol: &Protocol) {
        let Some(job) = self.jobs.get_mut(protocol) else { return };
        if job.thread.state == ThreadState::Loading {
            return;
        }
        context.cancel_timer(&timers::THREAD_RETRY.of(protocol.clone()));
        job.thread.state = ThreadState::Loading;
        context.dirty(slices::JOB.of(protocol.clone()));
        let mut path = "job/".to_owned();
        encode_component(protocol.as_str(), &mut path);
        path.push_str("/messages");
        let call = HttpCall::get(path).query("after", job.thread.last_seq());
        context.call(&mut self.calls, Pending::Messages(protocol.clone()), call);
    }

    /// The attendance may come back as a new one: a page asked for the old thread is not the beginning of the new one.
    pub(super) fn forget_thread_calls(&mut self, protocol: &Protocol) {
        self.calls.forget(|pending| matches!(pending, Pending::Messages(asked) if asked == protocol));
    }

    /// What the server holds from now on: an answer that is already under way may be older than the question.
    pub fn load_thread_afresh(&mut self, context: &mut Context, protocol: &Protocol) {
        if let Some(job) = self.jobs.get_mut(protocol).filter(|job| job.thread.state == ThreadState::Loading) {
            job.thread.ask_again();
        } else {
            self.load_thread(context, protocol);
        }
    }

    /// The server can be reached again, or a while has passed.
    pub fn retry_thread(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.jobs.get(protocol).is_some_and(|job| job.thread.state == ThreadState::Failed) {
            self.load_thread(context, protocol);
        }
    }

    /// GET /tags/protocol/{protocol}: the attendance's own tags, which the qualify payload names.
    pub fn load_tags(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.get(protocol).is_some() {
            let mut path = "tags/protocol/".to_owned();
            encode_component(protocol.as_str(), &mut path);
            context.call(&mut self.calls, Pending::Tags(protocol.clone()), HttpCall::get(path));
        }
    }

    /// GET /queues/chat/{id}: a job may come with the id of its queue only, and people read names (SHELL-045).
    pub(super) fn load_queue_name(&mut self, context: &mut Context, protocol: &Protocol) {
        let Some(job) = self.get(protocol).filter(|job| job.channel() == Channel::Chat) else { return };
        let nameless = job.wire.queue.as_ref().filter(|queue| queue.name.is_empty() && !queue.id.is_empty());
        let Some(id) = nameless.map(|queue| queue.id.clone()) else { return };
        if self.calls.any(|pending| matches!(pending, Pending::QueueName(asked) if asked == protocol)) {
            return;
        }
        let mut path = "queues/chat/".to_owned();
        encode_component(id.as_str(), &mut path);
        context.call(&mut self.calls, Pending::QueueName(protocol.clone()), HttpCall::get(path));
    }

    pub fn on_reply(
        &mut self,
        context: &mut Context,
        call: CallId,
        answer: Answer,
        seen: Option<&Protocol>,
    ) -> Vec<Exit> {
        match self.calls.take(call) {
            Some(Pending::Active) => self.on_active(context, answer),
            Some(Pending::Messages(protocol)) => self.on_messages(context, &protocol, answer, seen == Some(&protocol)),
            Some(Pending::Tags(protocol)) => {
                if let (Ok(tags), Some(job)) = (answer.read::<ListBody<JobTag>>(), self.jobs.get_mut(&protocol)) {
                    job.wire.tags = tags.data;
                    self.changed(context, &protocol);
                }
                Vec::new()
            }
            Some(Pending::QueueName(protocol)) => {
                if let (Ok(told), Some(job)) = (answer.read::<QueueRecord>(), self.jobs.get_mut(&protocol))
                    && let Some(queue) = job.wire.queue.as_mut().filter(|queue| queue.id == told.id)
                {
                    queue.name = told.name;
                    self.changed(context, &protocol);
                }
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn on_active(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        let active: ActiveJobs = match answer.read() {
            Ok(active) => active,
            Err(answer) => {
                let told = std::mem::replace(&mut self.restore_failed, true);
                context.dirty(slices::SUMMARY.key());
                context.report(ReportLevel::Warning, "activeJobsNotLoaded", answer.reason().unwrap_or_default());
                // Nothing was touched: the protocols of before are still those of the backup.
                return vec![Exit::RestoreFailed((!told).then(|| Text::key("jobs.restoreFailed")))];
            }
        };
        let mut exits = Vec::new();
        let mut listed = Table::default();
        for (list, jobs) in active.data {
            let closed = list.contains("Closed");
            for mut job in jobs {
                if self.removed_during_load.contains(&job.protocol) && !self.jobs.contains_key(&job.protocol) {
                    continue;
                }
                if closed {
                    job.closed_without_qualify = true;
                    job.disabled = true;
                }
                if let Some(held) = self.jobs.get(&job.protocol)
                    && held.status_event.as_ref().is_some_and(|event| event.is_after(active.as_of_seq, &active.epoch))
                {
                    job.client_status = held.wire.client_status;
                }
                job.disabled |= self.ended_during_load.contains(&job.protocol);
                listed.insert(job.protocol.clone(), ());
                exits.extend(self.upsert(context, job, None));
            }
        }
        let gone: Vec<Protocol> = self
            .jobs
            .iter()
            .filter(|(protocol, job)| {
                let is_later = |event: &EventNumber| event.is_after(active.as_of_seq, &active.epoch);
                !listed.contains_key(*protocol) && !job.event.as_ref().is_some_and(is_later)
            })
            .map(|(protocol, _)| protocol.into())
            .collect();
        for protocol in gone {
            exits.extend(self.remove(context, &protocol));
        }
        self.coverage.extend(active.as_of_seq, &active.epoch);
        self.backup_protocols.clear();
        self.restored_once = true;
        self.restore_failed = false;
        context.persist(records::JOBS.key());
        context.dirty(slices::SUMMARY.key());
        let behind: Vec<Protocol> = self
            .jobs
            .iter()
            .filter(|(_, job)| match job.thread.state {
                ThreadState::Loaded => job.wire.seq > job.thread.last_seq(),
                // Asked for and not answered.
                ThreadState::Failed => true,
                ThreadState::Unread | ThreadState::Loading => false,
            })
            .map(|(protocol, _)| protocol.into())
            .collect();
        for protocol in behind {
            self.load_thread(context, &protocol);
        }
        exits.push(Exit::Restored { as_of_seq: active.as_of_seq, epoch: active.epoch });
        exits
    }

    fn on_messages(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer, seen: bool) -> Vec<Exit> {
        let reply = answer.read::<MessagesReply>();
        let Some(job) = self.jobs.get_mut(protocol) else { return Vec::new() };
        context.dirty(slices::JOB.of(protocol.clone()));
        let reply = match reply {
            Ok(reply) => reply,
            Err(answer) => {
                job.thread.state = ThreadState::Failed;
                job.thread.take_again();
                if answer.is_passing() {
                    context.timer(timers::THREAD_RETRY.of(protocol.clone()), job.thread.next_retry_ms());
                }
                let gone = matches!(answer, Answer::NotFound(_));
                return vec![Exit::ThreadNotLoaded { protocol: protocol.clone(), gone }];
            }
        };
        let again = job.thread.take_again();
        let full = reply.data.len() >= MESSAGES_PER_PAGE;
        let was_read_before = job.thread.last_seq() > 0 && job.opened;
        let spoken = reply.data.iter().filter(|message| !message.system_message);
        let last_of_page = spoken.max_by_key(|message| message.seq).map(|message| (message.seq, message.time));
        let mut customers: Vec<u64> = reply
            .data
            .iter()
            .filter(|message| message.sender_type == crate::wire::SenderType::Customer)
            .map(|message| message.seq)
            .collect();
        customers.sort_unstable();
        let new = job.thread.take_page(context, protocol, reply.data);
        job.thread.state = ThreadState::Loaded;
        job.thread.retries = 0;
        if let Some((seq, time)) = last_of_page {
            job.wire.timestamp_last_message = job.wire.timestamp_last_message.max(time);
            job.wire.seq = job.wire.seq.max(seq);
        }
        let new_of_customer: Vec<_> = new
            .into_iter()
            .filter(|local_id| {
                local_id
                    .strip_prefix('s')
                    .and_then(|seq| seq.parse().ok())
                    .is_some_and(|seq| customers.binary_search(&seq).is_ok())
            })
            .collect();
        if was_read_before && !new_of_customer.is_empty() {
            // Missed while the link was away: they count like live ones.
            job.unread = job.unread.saturating_add(u32::try_from(new_of_customer.len()).unwrap_or(u32::MAX));
            if !seen && job.thread.new_from().is_none() {
                let first = new_of_customer.into_iter().next();
                job.thread.set_new_from(context, protocol, first);
            }
        }
        context.persist(records::THREAD.of(protocol.clone()));
        self.changed(context, protocol);
        let complete = !full && !again;
        if !complete {
            self.load_thread(context, protocol);
        }
        vec![Exit::ThreadLoaded { protocol: protocol.clone(), complete }]
    }
}
