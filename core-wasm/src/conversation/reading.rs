//! Loads threads from the server (spec conversation §4): portion by portion until a thread is complete, again after a
//! failure, and after a reconcile the threads that lack messages.

use super::machine::{Conversation, Exit, Pending};
use super::rules::rules_of;
use super::thread::Thread;
use super::threads::ConversationKey;
use super::{records, timers};
use crate::flow::{Answer, Context, HttpRequest, ItemList, ListEvent, LocalId, Portion, ReportLevel, path};
use crate::jobs::{self, Job, Jobs, ThreadReading};
use crate::session::ActingAgent;
use crate::wire::{Message, MessagesReply, Protocol, SenderType};

/// Number of messages of a full portion of the server; a full portion is followed by another one.
pub(super) const MESSAGES_PER_PAGE: usize = 200;

impl Conversation {
    /// `GET /job/{protocol}/messages` after the last known number; messages whose delivery may have changed are
    /// refetched.
    pub fn load_thread(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        // A call has no messages.
        if jobs.get(protocol).is_some_and(|job| rules_of(job.channel()).is_some()) {
            // The pending request brings the missing messages.
            let is_loading = self.thread(protocol).is_some_and(|thread| thread.loader().is_loading());
            let event = if is_loading { ListEvent::Needed } else { ListEvent::Reopened };
            self.apply_thread_event(context, jobs, &protocol.into(), event);
        }
    }

    /// Loads the thread with a new request, because a pending answer may be older.
    pub fn load_thread_afresh(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        self.apply_thread_event(context, jobs, &protocol.into(), ListEvent::NeededAfresh);
    }

    /// Loads a thread again after a failure.
    pub fn retry_thread(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        self.apply_thread_event(context, jobs, &protocol.into(), ListEvent::Due);
    }

    /// Whether the thread of an attendance is being loaded.
    pub fn reading(&self, protocol: &Protocol) -> ThreadReading {
        match self.thread(protocol).map(Thread::loader) {
            Some(loader) if loader.is_loading() => ThreadReading::UnderWay,
            Some(loader) if loader.has_failed() => ThreadReading::Failed,
            Some(_) | None => ThreadReading::AtRest,
        }
    }

    /// The server's list was applied: loads the threads of which the server has more. In many conversations the last
    /// messages stay delivered for ever, because the customer's telephone sends no read receipts. Whether they were
    /// read meanwhile is refetched only for the conversations that the agent opened last, and for others when the agent
    /// opens them.
    pub fn load_threads_behind(&mut self, context: &mut Context, jobs: &Jobs) {
        for job in jobs.all() {
            let key = job.protocol().into();
            match self.threads.get(&key).map(|thread| missing_of(job, thread)) {
                None | Some(Missing::Nothing) => {}
                Some(Missing::Deliveries) if !self.threads.is_opened_lately(&key) => {
                    self.threads.read_when_opened(&key);
                }
                Some(Missing::Deliveries | Missing::Messages) => self.load_thread(context, jobs, job.protocol()),
            }
        }
    }

    /// Drops pending portions of an ended conversation, so that they do not fill the thread of a new one with the same
    /// key.
    pub(super) fn forget_thread(&mut self, context: &mut Context, key: &ConversationKey) {
        self.requests.forget(
            |pending| matches!(pending, Pending::Messages(asked, _) | Pending::Renewal { key: asked, .. } if asked == key),
        );
        self.threads.remove(context, key);
    }

    /// Applies an event to the loading of a thread and carries out the step.
    fn apply_thread_event(&mut self, context: &mut Context, jobs: &Jobs, key: &ConversationKey, event: ListEvent) {
        let protocol = key.protocol();
        let Some(job) = jobs.get(protocol) else { return };
        let step = self.threads.change(context, key, |context, thread| {
            let shown = |thread: &Thread| (thread.loader().is_loading(), thread.loader().has_failed());
            let before = shown(thread);
            let step = thread.load(event);
            if before != shown(thread) {
                context.dirty(jobs::slices::JOB.of(protocol.clone()));
            }
            step
        });
        let asked = step.and_then(|step| step.follow(context, timers::THREAD_RETRY.of(protocol.clone())));
        let Some((asked, thread)) = asked.zip(self.threads.get(key)) else { return };
        let after = match asked.portion {
            Portion::First => {
                let after = read_after(job, thread);
                self.threads.change(context, key, |_, thread| thread.changes.reading_begins(after));
                after
            }
            // The next portion begins where the last one ended.
            Portion::Next => thread.last_seq(),
        };
        let request = HttpRequest::get(path!["job", protocol, "messages"]).query("after", after).in_turn();
        context.request(&mut self.requests, Pending::Messages(key.clone(), asked), request);
    }

    /// A portion of a thread arrived, or its load failed. `seen`: the agent has the conversation open and focused.
    pub(super) fn on_messages(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        key: &ConversationKey,
        answer: Answer,
        seen: bool,
    ) -> Vec<Exit> {
        let protocol = key.protocol();
        let reply = match answer.read::<MessagesReply>() {
            Ok(reply) => reply,
            Err(answer) => {
                let event = ListEvent::of_failure(context, &answer);
                self.apply_thread_event(context, jobs, key, event);
                let gone = matches!(answer, Answer::NotFound(_));
                let exits = self.thread_not_read(context, jobs, acting_agent, protocol, gone);
                self.search_thread(context, jobs, protocol);
                return exits;
            }
        };
        let unsupported = reply.data.iter().filter(|message| !message.is_supported()).count();
        context.report_unsupported(ItemList::Messages, reply.data.unreadable + unsupported);
        if self.threads.get(key).is_none() {
            return Vec::new();
        }
        let is_full = reply.data.len() >= MESSAGES_PER_PAGE;
        let changes = reply.message_changes;
        self.threads.change(context, key, |_, thread| thread.changes.portion_came(changes));
        let held = self.threads.get(key).map_or(0, Thread::last_seq);
        let newest = self.take_page(context, jobs, key, reply.data.into_vec(), seen);
        self.drop_earlier_of_thread(context, protocol);
        let advanced = self.threads.get(key).map_or(0, Thread::last_seq) > held;
        context.persist(records::THREAD.of(protocol.clone()));
        if is_full && !advanced {
            // Without new messages the next portion would be the same.
            context.report(ReportLevel::Warning, "threadPageWithoutProgress", protocol.as_str());
        }
        if is_full && advanced {
            self.apply_thread_event(context, jobs, key, ListEvent::Arrived);
            // A thread is loaded to its end.
            self.apply_thread_event(context, jobs, key, ListEvent::More);
        } else {
            self.threads.change(context, key, |_, thread| thread.changes.reading_ends());
            self.apply_thread_event(context, jobs, key, ListEvent::ArrivedLast);
        }
        let is_complete = self.threads.get(key).is_some_and(|thread| thread.loader().is_complete());
        let mut exits = if is_complete {
            self.threads.trim(context, key);
            self.thread_read(context, jobs, acting_agent, protocol, &reply.custom_ids)
        } else {
            self.confirm_placed(context, jobs, acting_agent, protocol)
        };
        self.search_thread(context, jobs, protocol);
        if seen {
            jobs.will_be_read(context, protocol);
        }
        if is_complete && jobs.active_job() == Some(protocol) {
            let unread = jobs.get(protocol).map_or(0, |job| job.unread());
            self.mark_unread(context, protocol, unread);
        }
        if let Some(newest) = newest {
            exits.push(Exit::CustomerWrote { protocol: protocol.clone(), unseen: (!seen).then_some(newest) });
        }
        exits
    }

    /// Applies a portion of a thread. Missed customer messages count as unread like new ones; returns the newest of
    /// them.
    fn take_page(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        key: &ConversationKey,
        page: Vec<Message>,
        seen: bool,
    ) -> Option<LocalId> {
        let protocol = key.protocol();
        page.iter().for_each(|message| jobs.message_read(protocol, message));
        let missed = self.threads.change(context, key, |context, thread| {
            let was_read = thread.was_read();
            let new = thread.take_page(context, protocol, page);
            let seq_of = |local_id: &LocalId| {
                let message = &thread.entry(local_id)?.message;
                (message.sender_type == SenderType::Customer && message.seq > 0).then_some(message.seq)
            };
            let counts = |id: &LocalId| seq_of(id).is_some_and(|seq| jobs.counts_on_page(protocol, seq, was_read));
            let missed: Vec<LocalId> = new.into_iter().filter(counts).collect();
            for local_id in missed.iter().filter(|_| !seen) {
                thread.mark_new(context, protocol, local_id);
            }
            missed
        });
        let missed = missed.unwrap_or_default();
        jobs.missed(protocol, missed.len());
        self.change_thread(context, jobs, key, |_, _| ());
        missed.into_iter().next_back()
    }
}

/// The number after which the thread is loaded. Providers report deliveries by events, which a lost connection can
/// lose. Changes of older messages need the whole thread.
fn read_after(job: &Job, thread: &Thread) -> u64 {
    if has_other_changes(job, thread) {
        return 0;
    }
    match rules_of(job.channel()) {
        Some(rules) if rules.reports_deliveries => thread.unsettled_after(),
        _ => thread.last_seq(),
    }
}

/// Whether the customer changed messages and the thread does not contain the change.
fn has_other_changes(job: &Job, thread: &Thread) -> bool {
    job.message_changes() > thread.changes.up_to()
}

/// The data of a thread that the server may have and the page lacks.
enum Missing {
    Nothing,
    /// A delivered message may have been read or refused.
    Deliveries,
    /// There are more messages; or a message that the provider had not accepted yet may have been refused.
    Messages,
}

/// The data that may be missing in a thread which the page has loaded or restored.
fn missing_of(job: &Job, thread: &Thread) -> Missing {
    let loader = thread.loader();
    let reports = rules_of(job.channel()).is_some_and(|rules| rules.reports_deliveries);
    let is_unsure = reports && thread.is_unsure_of_delivery();
    let has_more = if loader.is_loading() {
        false
    } else if loader.has_failed() {
        // A request got no answer.
        true
    } else if loader.is_complete() {
        is_unsure || has_other_changes(job, thread) || job.latest_seq() > thread.last_seq()
    } else {
        // The thread was not loaded since the page was loaded or since the agent left it: unread messages are counted
        // in the thread, and a message that was refused meanwhile marks its row.
        job.is_opened() && (is_unsure || has_other_changes(job, thread) || job.latest_seq() > job.counted_seq())
    };
    if has_more {
        Missing::Messages
    } else if loader.is_complete() && thread.last_seq() > read_after(job, thread) {
        Missing::Deliveries
    } else {
        Missing::Nothing
    }
}
