//! Totals over all attendances.

use super::job::Counted;
use crate::wire::Channel;

/// Running totals, so that the cost of an event does not depend on the number of attendances (BEY-090).
#[derive(Default)]
pub(super) struct Totals {
    pub unread: u64,
    /// Number of customers who wait for an answer.
    pub waiting: u32,
    /// Number of open attendances by channel.
    pub open: [u32; Channel::ALL.len()],
}

impl Totals {
    /// Replaces the contribution of one attendance.
    pub fn replace(&mut self, before: Counted, now: Counted) {
        if before == now {
            return;
        }
        self.unread = self.unread.saturating_sub(before.unread.into()).saturating_add(now.unread.into());
        self.waiting = self.waiting.saturating_sub(before.waits.into()).saturating_add(now.waits.into());
        if let Some(open) = before.open_on.and_then(|channel| self.open.get_mut(channel as usize)) {
            *open = open.saturating_sub(1);
        }
        if let Some(open) = now.open_on.and_then(|channel| self.open.get_mut(channel as usize)) {
            *open = open.saturating_add(1);
        }
    }
}
