//! The lists behind slices, and state that the simulation checks.

use super::Workspace;
use crate::flow::{ListOp, ListPatch, OrderedList, SliceKey, TimerKey};
use crate::jobs::{JobRowView, RowChange};
use crate::wire::Protocol;

impl Workspace {
    /// Changes of a list since `version`; `None`: the core does not know them any more, and the page reads the whole
    /// list.
    pub fn patch(&self, key: &SliceKey, version: u32) -> Option<ListPatch> {
        self.list(key)?.patch_since(version)
    }

    /// The change since `version`, if it was exactly one.
    pub fn only_change(&self, key: &SliceKey, version: u32) -> Option<(u32, &ListOp)> {
        self.list(key)?.only_change_since(version)
    }

    /// Version of a list; 0 if it does not exist.
    pub fn list_version(&self, key: &SliceKey) -> u32 {
        self.list(key).map(OrderedList::version).unwrap_or_default()
    }

    /// Difference between a row as it is now and `before`.
    pub fn row_change(&self, protocol: &Protocol, before: &JobRowView) -> RowChange {
        let end = self.conversation.thread_end(protocol);
        let visible = self.jobs.tag_visibility();
        let viewer = self.session.viewer();
        self.jobs.get(protocol).map_or(RowChange::More, |job| job.row_change(end, before, visible, viewer))
    }

    /// Timers that are set, for the check that an ended attendance leaves none.
    pub fn timers(&self) -> impl Iterator<Item = &TimerKey> {
        self.kernel.timers.keys()
    }

    /// Whether the thread was read from the server since the page was loaded.
    pub fn has_read_thread(&self, protocol: &Protocol) -> bool {
        self.conversation.thread(protocol).is_some_and(|thread| thread.was_read())
    }

    /// Whether the agent opened the attendance, as far as this page knows.
    pub fn has_opened(&self, protocol: &Protocol) -> bool {
        self.jobs.get(protocol).is_some_and(|job| job.is_opened())
    }

    /// Unconfirmed messages, for the check that none is lost, doubled or out of order.
    pub fn outbox(&self) -> &crate::conversation::Outbox {
        self.conversation.outbox()
    }
}
