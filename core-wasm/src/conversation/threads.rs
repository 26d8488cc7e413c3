//! The table of threads: one for each conversation, by its key. A thread that the agent has not opened lately keeps
//! only its newest messages.

use super::renewal::Renewals;
use super::thread::{Thread, ThreadRecord};
use super::{facts, records, slices};
use crate::flow::{Context, Table};
use crate::jobs;
use crate::wire::{Name, Named, Protocol};
use std::collections::VecDeque;

/// Number of the conversations opened last that keep their whole threads; others keep the newest messages.
const MOST_WHOLE_THREADS: usize = 8;
/// Number of messages that a thread may get while the agent does not open it; then the oldest are dropped.
const MOST_UNOPENED_MESSAGES: usize = 200;

/// Identifies a conversation. At present every conversation belongs to an attendance; conversations with supervisors
/// and by e-mail will get variants of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversationKey {
    /// The conversation of an attendance.
    Attendance(Protocol),
}

impl ConversationKey {
    /// The protocol under which slices, timers and records of the conversation are found.
    pub fn protocol(&self) -> &Protocol {
        match self {
            Self::Attendance(protocol) => protocol,
        }
    }
}

impl From<&Protocol> for ConversationKey {
    fn from(protocol: &Protocol) -> Self {
        Self::Attendance(protocol.clone())
    }
}

impl Named for ConversationKey {
    fn text(&self) -> &str {
        self.protocol().text()
    }

    fn text_hash(&self) -> u32 {
        self.protocol().text_hash()
    }
}

impl From<&ConversationKey> for Name {
    fn from(key: &ConversationKey) -> Self {
        key.protocol().0.clone()
    }
}

/// All threads.
#[derive(Default)]
pub(super) struct Threads {
    held: Table<(ConversationKey, Thread)>,
    /// The conversations that the agent opened last, newest first.
    opened_last: VecDeque<ConversationKey>,
    /// Messages whose files wait for new addresses.
    pub renewals: Renewals,
}

impl Threads {
    /// The thread of a conversation; `None` if there is no such conversation.
    pub fn get(&self, key: &ConversationKey) -> Option<&Thread> {
        self.held.get(key).map(|(_, thread)| thread)
    }

    /// A conversation begins. An existing thread stays.
    pub fn begin(&mut self, context: &mut Context, key: &ConversationKey) {
        if !self.held.contains_key(key) {
            self.held.insert(key, (key.clone(), Thread::default()));
            context.dirty(slices::THREAD.of(key.protocol().clone()));
        }
    }

    /// The thread of a conversation is restored from its record.
    pub fn restore(&mut self, context: &mut Context, key: &ConversationKey, record: ThreadRecord) {
        let thread = Thread::restore(context, key.protocol(), record);
        self.held.insert(key, (key.clone(), thread));
    }

    /// Changes a thread; `None` if there is no such conversation.
    pub fn change<T>(
        &mut self,
        context: &mut Context,
        key: &ConversationKey,
        change: impl FnOnce(&mut Context, &mut Thread) -> T,
    ) -> Option<T> {
        let (_, thread) = self.held.get_mut(key)?;
        let before = thread.list().version();
        let outcome = change(context, thread);
        if thread.list().version() != before {
            // The results of a search contain their places in the thread.
            context.dirty(slices::SEARCH.of(key.protocol().clone()));
        }
        Some(outcome)
    }

    /// A conversation ended: its thread is removed.
    pub fn remove(&mut self, context: &mut Context, key: &ConversationKey) {
        self.opened_last.retain(|opened| opened != key);
        self.renewals.forget(key);
        if let Some((_, thread)) = self.held.remove(key) {
            let protocol = key.protocol();
            mark_all(context, protocol, &thread);
            context.dirty(slices::THREAD.of(protocol.clone()));
            context.changed(facts::PLACES.of(protocol.clone()));
            context.persist(records::THREAD.of(protocol.clone()));
        }
    }

    /// The agent opened a conversation: it keeps its whole thread, and the conversation opened longest ago does not.
    pub fn open(&mut self, context: &mut Context, key: &ConversationKey) {
        self.opened_last.retain(|opened| opened != key);
        self.opened_last.push_front(key.clone());
        if self.opened_last.len() > MOST_WHOLE_THREADS
            && let Some(oldest) = self.opened_last.pop_back()
        {
            self.trim(context, &oldest);
        }
    }

    /// Whether the conversation is one of those that the agent opened last.
    pub fn is_opened_lately(&self, key: &ConversationKey) -> bool {
        self.opened_last.contains(key)
    }

    /// A thread is read when the agent opens its conversation.
    pub fn read_when_opened(&mut self, key: &ConversationKey) {
        if let Some((_, thread)) = self.held.get_mut(key) {
            thread.read_when_opened();
        }
    }

    /// A thread that the agent has not opened lately keeps its newest messages only.
    pub fn trim(&mut self, context: &mut Context, key: &ConversationKey) {
        if self.is_opened_lately(key) {
            return;
        }
        if let Some((_, thread)) = self.held.get_mut(key) {
            thread.trim(context, key.protocol());
            context.dirty(slices::SEARCH.of(key.protocol().clone()));
            context.dirty(jobs::slices::JOB.of(key.protocol().clone()));
        }
    }

    /// Trims a thread that grew too long while the agent did not open its conversation.
    pub fn trim_grown(&mut self, context: &mut Context, key: &ConversationKey) {
        if self.get(key).is_some_and(|thread| thread.len() > MOST_UNOPENED_MESSAGES) {
            self.trim(context, key);
        }
    }

    /// Every message of a conversation may look different.
    pub fn mark(&self, context: &mut Context, key: &ConversationKey) {
        if let Some(thread) = self.get(key) {
            mark_all(context, key.protocol(), thread);
        }
    }

    /// Marks every message as possibly changed.
    pub fn mark_every(&self, context: &mut Context) {
        for (key, thread) in self.held.values() {
            mark_all(context, key.protocol(), thread);
        }
    }
}

fn mark_all(context: &mut Context, protocol: &Protocol, thread: &Thread) {
    for local_id in thread.list().ids() {
        context.dirty(slices::MESSAGE.of((protocol.clone(), local_id.clone())));
    }
}
