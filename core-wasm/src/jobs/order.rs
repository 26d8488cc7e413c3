//! The order of the list: newest first by last message, in groups (JOB-029), or the longest waiting customers first and
//! above the others (BEY-155). While the agent's pointer or focus is in the list, rows keep their places for at most
//! ten seconds. Attendances that the filter hides are in no list, so that the cost of a list depends on the number of
//! visible rows.

use super::filter::ListFilter;
use super::job::{Job, Wait};
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

    /// Lists the attendance where the filter says, or hides it.
    pub fn place(&mut self, context: &mut Context, job: &Job, filter: &ListFilter) {
        let protocol = job.protocol();
        if !filter.shows(job) {
            return self.hide(context, protocol);
        }
        let now = context.server_now();
        self.put(context, protocol, filter.group_of(job), filter.place_of(job, now));
        if let Some(ms) = filter.moves_in(job, now) {
            context.timer(timers::QUEUE_HOURS.of(protocol.clone()), ms);
        }
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
    pub fn hold_order(&mut self, context: &mut Context, inside: bool) {
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

/// Rank by the wait for an answer: first the customers of open queues, who waited longest within the hours of the queue
/// first; then the customers of closed queues; at last the attendances that have an answer, newest first.
pub(super) fn longest_waiting_first(wait: Option<Wait>, moment: Wall) -> Rank {
    match wait {
        Some(Wait { open: true, counted_since, .. }) => Rank::new(0, Rank::moment(counted_since)),
        Some(Wait { open: false, waited_ms, .. }) => Rank::new(1, !waited_ms),
        None => Rank::new(2, !Rank::moment(moment)),
    }
}

/// Rank of snoozed attendances: the earliest return first.
pub(super) fn soonest_first(until: Wall) -> Rank {
    Rank::new(Rank::moment(until), 0)
}

#[cfg(test)]
mod tests {
    use super::{Job, longest_waiting_first};
    use crate::wire::{self, OpenSpan, Wall};

    const NOW: Wall = Wall(1_000);

    /// An attendance whose customer waits since then, in a queue with these hours, with a last message at `moment`.
    fn job(since: Option<i64>, hours: Option<&[(i64, i64)]>, moment: i64) -> Job {
        let spans = |hours: &[(i64, i64)]| {
            hours.iter().map(|(from, until)| OpenSpan { from: Wall(*from), until: Wall(*until) }).collect()
        };
        Job::new(wire::Job {
            unanswered_since: since.map(Wall),
            seq: 1,
            open_hours: hours.map(spans),
            timestamp_last_message: Some(Wall(moment)),
            ..wire::Job::default()
        })
    }

    fn in_order(rows: &[(&'static str, Job)], now: Wall) -> Vec<&'static str> {
        let rank = |job: &Job| longest_waiting_first(job.wait(now), job.last_moment().unwrap_or_default());
        let mut ranked: Vec<_> = rows.iter().map(|(name, job)| (rank(job), *name)).collect();
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, name)| name).collect()
    }

    /// All cases of the rule; the list itself is in `workspace/tests/waiting.rs`.
    #[test]
    fn bey_155_the_longest_wait_within_opening_hours_comes_first_then_closed_queues_then_answered_attendances() {
        let night = [(0, 300), (900, 2_000)];
        let mut ended = job(Some(10), None, 10);
        ended.ended = true;
        let rows = [
            ("answered long ago", job(None, None, 100)),
            ("answered just now", job(None, None, 990)),
            ("ended, although nobody answered", ended),
            ("waits 100", job(Some(900), None, 995)),
            ("waits 500", job(Some(500), None, 500)),
            ("waits 500, too", job(Some(500), None, 999)),
            ("waits 200 within its hours, 900 by the clock", job(Some(200), Some(&night), 200)),
            ("closed, waited 50", job(Some(100), Some(&[(0, 150), (2_000, 3_000)]), 100)),
            ("closed, waited 120", job(Some(30), Some(&[(0, 150), (2_000, 3_000)]), 30)),
            ("closed all the time", job(Some(1), Some(&[]), 1)),
        ];
        let expected = [
            "waits 500",
            "waits 500, too",
            "waits 200 within its hours, 900 by the clock",
            "waits 100",
            "closed, waited 120",
            "closed, waited 50",
            "closed all the time",
            "answered just now",
            "answered long ago",
            "ended, although nobody answered",
        ];
        assert_eq!(in_order(&rows, NOW), expected);
        // What waits at the same time stands as before while time goes by.
        assert_eq!(
            in_order(&rows[..7], NOW.plus_ms(500)),
            expected.into_iter().filter(|name| !name.starts_with("closed")).collect::<Vec<_>>()
        );
    }
}
