//! The order of the list: newest first by last message, in groups (JOB-029), or the longest waiting customers first and
//! above the others (BEY-155). While the agent's pointer or focus is in the list, rows keep their places for at most
//! ten seconds. Attendances that the filter hides are in no list, so that the cost of a list depends on the number of
//! visible rows.

use super::{order_key, slices, timers};
use crate::flow::{Context, JobGroup, OrderedList, Rank, Table};
use crate::wire::{Protocol, Wall};

const LONGEST_HOLD_MS: u64 = 10_000;

#[derive(Default)]
pub struct JobOrder {
    pinned: OrderedList,
    waiting: OrderedList,
    active: OrderedList,
    snoozed: OrderedList,
    to_qualify: OrderedList,
    held: bool,
    /// The new places of rows that keep their present places for now.
    postponed: Table<(JobGroup, Rank)>,
    hidden: Table<()>,
}

impl JobOrder {
    /// The list of one group.
    pub fn list(&self, group: JobGroup) -> &OrderedList {
        match group {
            JobGroup::Pinned => &self.pinned,
            JobGroup::Waiting => &self.waiting,
            JobGroup::Active => &self.active,
            JobGroup::Snoozed => &self.snoozed,
            JobGroup::ToQualify => &self.to_qualify,
        }
    }

    fn list_mut(&mut self, group: JobGroup) -> &mut OrderedList {
        match group {
            JobGroup::Pinned => &mut self.pinned,
            JobGroup::Waiting => &mut self.waiting,
            JobGroup::Active => &mut self.active,
            JobGroup::Snoozed => &mut self.snoozed,
            JobGroup::ToQualify => &mut self.to_qualify,
        }
    }

    /// The group that lists the attendance; the most likely group is checked first.
    fn group_of(&self, protocol: &Protocol, likely: JobGroup) -> Option<JobGroup> {
        let mut groups = [likely].into_iter().chain(JobGroup::ALL);
        groups.find(|group| self.list(*group).contains(&protocol.0))
    }

    /// All protocols: the listed ones from top to bottom, then the hidden ones.
    pub fn all(&self) -> impl Iterator<Item = Protocol> + '_ {
        let listed = JobGroup::ALL.into_iter().flat_map(|group| self.list(group).ids().map(|id| Protocol(id.clone())));
        listed.chain(self.hidden.iter().map(|(protocol, ())| Protocol::from(protocol)))
    }

    /// Whether the list shows the attendance.
    pub fn lists(&self, protocol: &Protocol) -> bool {
        !self.hidden.contains_key(protocol)
    }

    /// Number of attendances that the filter hides.
    pub fn hidden_count(&self) -> usize {
        self.hidden.len()
    }

    /// Hides the attendance.
    pub fn hide(&mut self, context: &mut Context, protocol: &Protocol) {
        self.take_out(context, protocol);
        if self.hidden.insert(protocol, ()).is_none() {
            context.dirty(slices::SUMMARY.key());
        }
    }

    /// Sorts the attendance into its list, or postpones that while the pointer or focus holds the order.
    pub fn put(&mut self, context: &mut Context, protocol: &Protocol, group: JobGroup, place: Rank) {
        if self.hidden.remove(protocol).is_some() {
            context.dirty(slices::SUMMARY.key());
        }
        let known = self.group_of(protocol, group);
        if self.held && known.is_some_and(|known| known == group || (is_unpinned(known) && is_unpinned(group))) {
            self.postponed.insert(protocol, (group, place));
            return;
        }
        if let Some(old) = known.filter(|old| *old != group) {
            self.list_mut(old).remove(&protocol.0);
            context.dirty(order_key(old));
        }
        self.postponed.remove(protocol);
        if self.list_mut(group).put(&protocol.0, place) {
            context.dirty(order_key(group));
        }
    }

    /// Removes the attendance.
    pub fn remove(&mut self, context: &mut Context, protocol: &Protocol) {
        self.hidden.remove(protocol);
        self.take_out(context, protocol);
    }

    fn take_out(&mut self, context: &mut Context, protocol: &Protocol) {
        self.postponed.remove(protocol);
        if let Some(group) = self.group_of(protocol, JobGroup::Active) {
            self.list_mut(group).remove(&protocol.0);
            context.dirty(order_key(group));
        }
    }

    /// The agent chose another filter or order: it applies at once, also while the pointer or focus holds the order.
    pub fn arranged_anew(&mut self, arrange: impl FnOnce(&mut Self)) {
        let held = std::mem::take(&mut self.held);
        self.postponed = Table::default();
        arrange(self);
        self.held = held;
    }

    /// Pointer or focus entered or left the list.
    pub fn hold(&mut self, context: &mut Context, inside: bool) {
        self.held = inside;
        if inside {
            context.timer(timers::HELD_ORDER.key(), LONGEST_HOLD_MS);
        } else {
            context.cancel_timer(&timers::HELD_ORDER.key());
            self.release(context);
        }
    }

    /// The maximum time of a hold has passed: sorts the rows and starts a new hold while the pointer is inside.
    pub fn release_held(&mut self, context: &mut Context) {
        let held = self.held;
        self.release(context);
        self.held = held;
        if held {
            context.timer(timers::HELD_ORDER.key(), LONGEST_HOLD_MS);
        }
    }

    fn release(&mut self, context: &mut Context) {
        self.held = false;
        let postponed = std::mem::take(&mut self.postponed);
        for (protocol, (group, place)) in postponed.iter() {
            let protocol = Protocol::from(protocol);
            if self.group_of(&protocol, *group).is_some() {
                self.put(context, &protocol, *group, *place);
            }
        }
    }
}

/// The open attendances that are not pinned: an answer moves a row between the two groups, and the move is postponed.
fn is_unpinned(group: JobGroup) -> bool {
    matches!(group, JobGroup::Waiting | JobGroup::Active)
}

/// Rank by the last message, newest first.
pub(super) fn newest_first(moment: Wall) -> Rank {
    Rank::new(!Rank::moment(moment), 0)
}

/// Rank with the longest waiting customers first, then the others, newest message first.
pub(super) fn longest_waiting_first(waiting_since: Option<Wall>, moment: Wall) -> Rank {
    match waiting_since {
        Some(since) => Rank::new(0, Rank::moment(since)),
        None => Rank::new(1, !Rank::moment(moment)),
    }
}

/// Rank of snoozed attendances: the earliest return first.
pub(super) fn soonest_first(until: Wall) -> Rank {
    Rank::new(Rank::moment(until), 0)
}

#[cfg(test)]
mod tests {
    use super::longest_waiting_first;
    use crate::wire::Wall;

    #[test]
    fn the_longest_waiting_customers_come_first_then_the_newest_messages() {
        let rows = [(Some(20), 90), (None, 10), (Some(5), 6), (None, 95), (Some(30), 31)];
        let mut ranked = rows.map(|(since, moment)| (longest_waiting_first(since.map(Wall), Wall(moment)), moment));
        ranked.sort_unstable();
        assert_eq!(ranked.map(|(_, moment)| moment), [6, 90, 31, 95, 10]);
    }
}
