//! Reads threads from the server (spec conversation §4): page after page until the thread is complete, again after a failure, and
//! those that are behind after a reconcile.

use super::loading::{LoadEvent, LoadStep, Loading};
use super::machine::{Conversation, Exit, Pending};
use super::rules::rules_of;
use super::thread::Thread;
use super::threads::ConversationKey;
use super::{records, timers};
use crate::flow::{Answer, Context, HttpCall, ItemList, LocalId, ReportLevel, path};
use crate::jobs::{self, Job, Jobs, ThreadReading};
use crate::session::ActingAgent;
use crate::wire::{Message, MessagesReply, Protocol, SenderType};

/// Number of messages of a full page of the server; a full page has a next one.
pub(super) const MESSAGES_PER_PAGE: usize = 200;

impl Conversation {
    /// `GET /job/{protocol}/messages` after the last number held; deliveries that may have changed are read again.
    pub fn load_thread(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        // A call has no messages.
        if jobs.get(protocol).is_some_and(|job| rules_of(job.channel()).is_some()) {
            self.move_loading(context, jobs, &protocol.into(), LoadEvent::Wanted);
        }
    }

    /// Loads the thread with a new request, because a pending answer may be older.
    pub fn load_thread_afresh(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        self.move_loading(context, jobs, &protocol.into(), LoadEvent::WantedAfresh);
    }

    /// Loads a thread again after a failure.
    pub fn retry_thread(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        self.move_loading(context, jobs, &protocol.into(), LoadEvent::RetryDue);
    }

    /// Whether the thread of an attendance is being read.
    pub fn reading(&self, protocol: &Protocol) -> ThreadReading {
        match self.thread(protocol).map(Thread::loading) {
            Some(Loading::UnderWay { .. }) => ThreadReading::UnderWay,
            Some(Loading::Failed { .. }) => ThreadReading::Failed,
            Some(Loading::NotAsked | Loading::Complete) | None => ThreadReading::AtRest,
        }
    }

    /// The server's list was applied: reads the threads of which the server has more.
    pub fn load_threads_behind(&mut self, context: &mut Context, jobs: &Jobs) {
        for job in jobs.all() {
            if self.thread(job.protocol()).is_some_and(|thread| is_behind(job, thread)) {
                self.load_thread(context, jobs, job.protocol());
            }
        }
    }

    /// Drops pending pages of a conversation that ended: they must not fill the thread of a new one with the same key.
    pub(super) fn forget_thread(&mut self, context: &mut Context, key: &ConversationKey) {
        self.calls.forget(
            |pending| matches!(pending, Pending::Messages(asked) | Pending::Renewal { key: asked, .. } if asked == key),
        );
        self.threads.remove(context, key);
    }

    /// Applies a loading event and its step. Returns whether the thread is complete now.
    fn move_loading(&mut self, context: &mut Context, jobs: &Jobs, key: &ConversationKey, event: LoadEvent) -> bool {
        let protocol = key.protocol();
        let Some(job) = jobs.get(protocol) else { return false };
        let step = self.threads.change(context, key, |context, thread| {
            let before = thread.loading();
            let step = thread.load(event);
            if before != thread.loading() {
                context.dirty(jobs::slices::JOB.of(protocol.clone()));
            }
            // The next page goes on where the last one ended.
            let after = if event == LoadEvent::FullPage { thread.last_seq() } else { read_after(job, thread) };
            (step, after)
        });
        match step {
            None | Some((LoadStep::Nothing, _)) => {}
            Some((LoadStep::Finished, _)) => return true,
            Some((LoadStep::RetryAfter { ms }, _)) => context.timer(timers::THREAD_RETRY.of(protocol.clone()), ms),
            Some((LoadStep::Ask, after)) => {
                context.cancel_timer(&timers::THREAD_RETRY.of(protocol.clone()));
                let call = HttpCall::get(path!["job", protocol, "messages"]).query("after", after).in_turn();
                context.call(&mut self.calls, Pending::Messages(key.clone()), call);
            }
        }
        false
    }

    /// A page of a thread arrived, or could not be read. `seen`: the agent has the conversation open and focused.
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
                let event = if answer.is_passing() { LoadEvent::NoAnswer } else { LoadEvent::Refused };
                self.move_loading(context, jobs, key, event);
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
        let held = self.threads.get(key).map_or(0, Thread::last_seq);
        let newest = self.take_page(context, jobs, key, reply.data.into_vec(), seen);
        let advanced = self.threads.get(key).map_or(0, Thread::last_seq) > held;
        context.persist(records::THREAD.of(protocol.clone()));
        if is_full && !advanced {
            // Without progress the next page would be the same.
            context.report(ReportLevel::Warning, "threadPageWithoutProgress", protocol.as_str());
        }
        let event = if is_full && advanced { LoadEvent::FullPage } else { LoadEvent::LastPage };
        let complete = self.move_loading(context, jobs, key, event);
        let mut exits = if complete {
            self.threads.trim(context, key);
            self.thread_read(context, jobs, acting_agent, protocol, &reply.custom_ids)
        } else {
            self.confirm_placed(context, jobs, acting_agent, protocol)
        };
        self.search_thread(context, jobs, protocol);
        if seen {
            jobs.will_be_read(context, protocol);
        }
        if let Some(newest) = newest {
            exits.push(Exit::CustomerWrote { protocol: protocol.clone(), unseen: (!seen).then_some(newest) });
        }
        exits
    }

    /// Applies a page of a thread. Missed customer messages count like new ones; returns the newest of them.
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
            if !seen && thread.new_from().is_none() && !missed.is_empty() {
                thread.set_new_from(context, protocol, missed.first().cloned());
            }
            missed
        });
        let missed = missed.unwrap_or_default();
        jobs.missed(protocol, missed.len());
        self.change_thread(context, jobs, key, |_, _| ());
        missed.into_iter().next_back()
    }
}

/// The number after which the thread is read. Providers report deliveries by events, which a lost connection can lose.
fn read_after(job: &Job, thread: &Thread) -> u64 {
    match rules_of(job.channel()) {
        Some(rules) if rules.reports_deliveries => thread.unsettled_after(),
        _ => thread.last_seq(),
    }
}

/// Whether the server has more messages of a thread that the page has loaded, or may know more about their delivery.
fn is_behind(job: &Job, thread: &Thread) -> bool {
    match thread.loading() {
        Loading::Complete => job.latest_seq().max(thread.last_seq()) > read_after(job, thread),
        // A request got no answer.
        Loading::Failed { .. } => true,
        // Restored after a reload: unread messages are counted in the thread, and a message that was refused meanwhile marks
        // its row.
        Loading::NotAsked => {
            let reports = rules_of(job.channel()).is_some_and(|rules| rules.reports_deliveries);
            let is_unsure = reports && thread.is_unsure_of_delivery();
            job.is_opened() && (is_unsure || job.latest_seq() > job.counted_seq())
        }
        Loading::UnderWay { .. } => false,
    }
}
