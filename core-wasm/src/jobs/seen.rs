//! Which messages of the open conversation the agent has read: those that were visible for 750 ms in a conversation
//! that the agent opened, or in which the agent has done something since the page opened it (decision 94). The number
//! of unread messages is in `read_mark.rs`.

use super::job::{Job, READ_AFTER_MS};
use super::machine::Jobs;
use super::timers;
use crate::flow::Context;
use crate::wire::Protocol;

/// What the page says of the conversation that shows.
#[derive(Debug, Default)]
pub(super) struct ConversationView {
    /// The last visible message; `None` until the page reports it.
    pub viewed_to: Option<String>,
    /// The page opened the conversation automatically, and the agent has not used the page since. Its messages stay
    /// unread.
    pub opened_by_itself: bool,
}

impl Jobs {
    /// The conversation is open and the page focused: its messages count as read after `READ_AFTER_MS`.
    pub fn will_be_read(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.jobs.get(protocol).is_some_and(Job::is_unread) {
            context.timer(timers::MARK_READ.of(protocol.clone()), READ_AFTER_MS);
        }
    }

    /// Marks the messages of the thread as read, except the newest `not_seen` of the customer. Returns whether there
    /// were unread messages and now there are none.
    pub fn mark_read(&mut self, context: &mut Context, protocol: &Protocol, not_seen: u32) -> bool {
        let unread = self.jobs.get(protocol).filter(|job| job.is_unread()).map(Job::unread);
        let Some(unread) = unread.filter(|unread| *unread > not_seen || not_seen == 0) else { return false };
        self.update(context, protocol, |_, job| {
            job.read_mark.read_except(not_seen.min(unread));
            job.marked_unread = job.marked_unread && not_seen > 0;
        });
        not_seen == 0
    }

    /// The page opened the conversation without the agent.
    pub fn opened_by_itself(&mut self) {
        self.view.opened_by_itself = true;
    }

    /// Whether the page opened the conversation without the agent, who has not used the page since.
    pub fn is_opened_by_itself(&self, protocol: &Protocol) -> bool {
        self.view.opened_by_itself && self.active_job.as_ref() == Some(protocol)
    }

    /// The agent used the page. Returns whether the messages of the open conversation were not marked as read until
    /// then.
    pub fn acted(&mut self) -> bool {
        std::mem::take(&mut self.view.opened_by_itself)
    }

    /// The open conversation is visible down to this message.
    pub fn viewed_to(&mut self, protocol: &Protocol, local_id: &str) {
        if self.active_job.as_ref() == Some(protocol) {
            self.view.viewed_to = Some(local_id.to_owned());
        }
    }

    /// The last visible message of the conversation; `None` until the page reports it.
    pub fn last_viewed(&self, protocol: &Protocol) -> Option<&str> {
        self.view.viewed_to.as_deref().filter(|_| self.active_job.as_ref() == Some(protocol))
    }
}
