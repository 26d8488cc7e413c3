//! The views of all slices, and which slices exist.

use super::Workspace;
use crate::flow::{ListOp, ListPatch, OrderedList, SliceKey, TimerKey};
use crate::jobs::{JobRowView, RowChange};
use crate::wire::Protocol;

impl Workspace {
    /// What changed in a list since `version`; `None` where it is no longer known (then pull the whole).
    pub fn patch(&self, key: &SliceKey, version: u32) -> Option<ListPatch> {
        self.list(key)?.patch_since(version)
    }

    /// The same, where it was one change.
    pub fn only_change(&self, key: &SliceKey, version: u32) -> Option<(u32, &ListOp)> {
        self.list(key)?.only_change_since(version)
    }

    pub fn list_version(&self, key: &SliceKey) -> u32 {
        self.list(key).map(OrderedList::version).unwrap_or_default()
    }

    /// What a row shows now beside what it showed.
    pub fn row_change(&self, protocol: &Protocol, before: &JobRowView) -> RowChange {
        self.jobs.get(protocol).map_or(RowChange::More, |job| job.row_change(before))
    }

    /// What is waited for, for the check that a gone attendance leaves no timer behind.
    pub fn timers(&self) -> impl Iterator<Item = &TimerKey> {
        self.kernel.timers.keys()
    }

    /// What the server has not confirmed, for the check that nothing in it is lost, doubled or overtaken.
    pub fn outbox(&self) -> &crate::conversation::Outbox {
        self.conversation.outbox()
    }
}
