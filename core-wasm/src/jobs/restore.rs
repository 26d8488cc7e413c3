//! Reconciles the attendances with the server's list: removes those that it no longer contains and adds missing ones (JOB-013
//! to JOB-017).

use super::EventNumber;
use super::exit::{Exit, RemovalReason};
use super::machine::{Jobs, Pending};
use super::{records, slices};
use crate::flow::path;
use crate::flow::{Answer, Context, HttpRequest, ItemList, ReportLevel, RequestId, Table, Text};
use crate::wire::{self, ActiveJobs, AgentId, Channel, JobTag, ListBody, Protocol, QueueRecord};

impl Jobs {
    /// `GET /agents/{id}/jobs/active`. One request at a time: a further one is sent after the answer, which may be
    /// older than it.
    pub fn restore(&mut self, context: &mut Context, agent: &AgentId) {
        self.restore_again = self.is_loading_list();
        if self.restore_again {
            return;
        }
        self.removed_during_load.clear();
        self.ended_during_load.clear();
        self.backup_protocols = self.protocols().cloned().collect();
        context.request(
            &mut self.requests,
            Pending::Active,
            HttpRequest::get(path!["agents", agent, "jobs", "active"]),
        );
    }

    pub(super) fn is_loading_list(&self) -> bool {
        self.requests.any(|pending| matches!(pending, Pending::Active))
    }

    /// `GET /tags/protocol/{protocol}`: the attendance's tags, for the qualify payload.
    pub fn load_tags(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.get(protocol).is_some() {
            let request = HttpRequest::get(path!["tags", "protocol", protocol]);
            context.request(&mut self.requests, Pending::Tags(protocol.clone()), request);
        }
    }

    /// `GET /queues/{channel}/{id}`: an attendance may contain only the id of its queue, but the list shows the name (SHELL-045).
    pub(super) fn load_queue_name(&mut self, context: &mut Context, protocol: &Protocol) {
        let Some(job) = self.get(protocol).filter(|job| job.channel() != Channel::Voice) else { return };
        let channel = job.channel().as_str();
        let nameless = job.server.queue.as_ref().filter(|queue| queue.name.is_empty() && !queue.id.is_empty());
        let Some(id) = nameless.map(|queue| queue.id.clone()) else { return };
        if self.requests.any(|pending| matches!(pending, Pending::QueueName(asked) if asked == protocol)) {
            return;
        }
        let request = HttpRequest::get(path!["queues", channel, id]);
        context.request(&mut self.requests, Pending::QueueName(protocol.clone()), request);
    }

    /// Sets the name of a queue that the server sent without one, or remembers the name that it sent.
    pub(super) fn complete_queue_name(&mut self, server: &mut wire::Job) {
        let Some(queue) = server.queue.as_mut() else { return };
        if queue.name.is_empty() {
            queue.name = self.queue_names.get(&queue.id).cloned().unwrap_or_default();
        } else if self.queue_names.get(&queue.id) != Some(&queue.name) {
            self.queue_names.insert(queue.id.clone(), queue.name.clone());
        }
    }

    /// The answer to one of this area's requests.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Vec<Exit> {
        match self.requests.take(request) {
            Some(Pending::Active) => self.on_active(context, answer),
            Some(Pending::Tags(protocol)) => {
                if let Ok(tags) = answer.read::<ListBody<JobTag>>() {
                    self.update(context, &protocol, |context, job| {
                        job.server.tags = tags.data.into_vec();
                        job.mark_tags(context);
                    });
                }
                Vec::new()
            }
            Some(Pending::QueueName(protocol)) => {
                if let Ok(record) = answer.read::<QueueRecord>() {
                    self.update(context, &protocol, |_, job| {
                        if let Some(queue) = job.server.queue.as_mut().filter(|queue| queue.id == record.id) {
                            queue.name.clone_from(&record.name);
                        }
                    });
                    self.queue_names.insert(record.id, record.name);
                    context.dirty(super::slices::QUEUES.key());
                }
                Vec::new()
            }
            Some(Pending::Finish(protocol)) => self.on_finished(context, &protocol, &answer).into_iter().collect(),
            Some(Pending::Snooze(protocol)) => self.on_snoozed(context, &protocol, answer),
            Some(Pending::Close) | None => Vec::new(),
        }
    }

    fn on_active(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        let active: ActiveJobs = match answer.read() {
            Ok(active) => active,
            Err(answer) => {
                let failed_before = std::mem::replace(&mut self.restore_failed, true);
                context.dirty(slices::SUMMARY.key());
                context.report(ReportLevel::Warning, "activeJobsNotLoaded", answer.reason().unwrap_or_default());
                // Nothing changed: the record already contains the present protocols.
                return vec![Exit::RestoreFailed((!failed_before).then(|| Text::key("jobs.restoreFailed")))];
            }
        };
        let mut exits = Vec::new();
        let mut listed = Table::default();
        let mut unreadable = 0;
        for (list, jobs) in active.data {
            let closed = list.contains("Closed");
            let channel = list.starts_with(Channel::Whatsapp.as_str()).then_some(Channel::Whatsapp);
            unreadable += jobs.unreadable;
            for mut job in jobs {
                if self.removed_during_load.contains(&job.protocol) && !self.jobs.contains_key(&job.protocol) {
                    continue;
                }
                job.channel = job.channel.or(channel);
                if closed {
                    job.closed_without_qualify = true;
                    job.disabled = true;
                }
                if let Some(held) = self.jobs.get(&job.protocol) {
                    let is_later = |event: &Option<EventNumber>| {
                        event.as_ref().is_some_and(|event| event.is_after(active.as_of_seq, &active.epoch))
                    };
                    if is_later(&held.status_event) {
                        job.client_status = held.client_status;
                    }
                    if is_later(&held.number_event) {
                        job.whatsapp_number_not_exists = held.server.whatsapp_number_not_exists;
                    }
                }
                job.disabled |= self.ended_during_load.contains(&job.protocol);
                listed.insert(job.protocol.clone(), ());
                exits.extend(self.upsert(context, job, None));
            }
        }
        context.report_unreadable(ItemList::Attendances, unreadable);
        let gone: Vec<Protocol> = self
            .jobs
            .iter()
            .filter(|(protocol, job)| {
                // An unreadable item may be one of the attendances that seem to be missing.
                let is_readable = unreadable == 0;
                let is_later = |event: &EventNumber| event.is_after(active.as_of_seq, &active.epoch);
                is_readable && !listed.contains_key(*protocol) && !job.event.as_ref().is_some_and(is_later)
            })
            .map(|(protocol, _)| protocol.into())
            .collect();
        for protocol in gone {
            exits.extend(self.remove(context, &protocol, RemovalReason::NotListed));
        }
        self.coverage.extend(active.as_of_seq, &active.epoch);
        self.drop_unattended(context, active.as_of_seq, &active.epoch);
        self.backup_protocols.clear();
        self.restored_once = true;
        self.restore_failed = false;
        context.persist(records::JOBS.key());
        context.dirty(slices::SUMMARY.key());
        let ActiveJobs { as_of_seq, epoch, call_requests, guest_calls, internal_calls, .. } = active;
        exits.push(Exit::Restored { as_of_seq, epoch, call_requests, guest_calls, internal_calls });
        exits
    }
}
