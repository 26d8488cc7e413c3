//! The keys of the attendances: one row per kind of slice, timer and record.

use super::{JobQueueView, JobRowView, JobSummaryView, JobView};
use crate::flow::{AreaName, JobGroup, OfEntity, SliceKey, slice_views};

/// The name under which requests of this area are answered.
pub const NAME: AreaName = AreaName("jobs");

/// The key of the list of one group.
pub fn order_key(group: JobGroup) -> SliceKey {
    match group {
        JobGroup::Pinned => slices::PINNED.key(),
        JobGroup::Waiting => slices::WAITING.key(),
        JobGroup::Active => slices::ACTIVE.key(),
        JobGroup::Snoozed => slices::SNOOZED.key(),
        JobGroup::ToQualify => slices::TO_QUALIFY.key(),
    }
}

/// Slices of this area.
pub mod slices {
    use crate::flow::{ListName, Slice};
    use crate::wire::Protocol;

    /// Counts over all attendances.
    pub static SUMMARY: Slice<()> = Slice::view("jobSummary");
    /// The queues of the attendances, to choose from.
    pub static QUEUES: Slice<()> = Slice::view("jobQueues");
    /// Protocols of the pinned attendances, in order.
    pub static PINNED: Slice<()> = Slice::list(ListName::JobOrder, "jobOrder:pinned");
    /// Protocols of the attendances whose customers wait, in order; empty unless the agent sorts by waiting time.
    pub static WAITING: Slice<()> = Slice::list(ListName::JobOrder, "jobOrder:waiting");
    /// Protocols of the active attendances, in order.
    pub static ACTIVE: Slice<()> = Slice::list(ListName::JobOrder, "jobOrder:active");
    /// Protocols of the snoozed attendances, in the order in which they return.
    pub static SNOOZED: Slice<()> = Slice::list(ListName::JobOrder, "jobOrder:snoozed");
    /// Protocols of the attendances to qualify, in order.
    pub static TO_QUALIFY: Slice<()> = Slice::list(ListName::JobOrder, "jobOrder:toQualify");
    /// A row of the list.
    pub static ROW: Slice<Protocol> = Slice::view("jobRow");
    /// An open attendance.
    pub static JOB: Slice<Protocol> = Slice::view("job");
}

slice_views! {
    /// The view of a slice of the attendances.
    JobsSlice {
        /// Counts over all attendances.
        JobSummary(JobSummaryView),
        /// The queues of the attendances.
        JobQueues(Vec<JobQueueView>),
        /// A row of the list.
        JobRow(OfEntity<JobRowView>),
        /// An open attendance.
        Job(OfEntity<JobView>),
    }
}

/// Facts of the attendances that slices of areas above follow.
pub mod facts {
    use crate::flow::{Entity, Fact};
    use crate::wire::Protocol;

    /// The facts that row and header of an attendance show.
    pub static ATTENDANCE: Fact<Protocol> = Fact::named("attendance");
    /// The customer of an attendance: name and contact.
    pub static CUSTOMER: Fact<Protocol> = Fact::named("customer");
    /// The filter and the order of the list.
    pub static LIST_FILTER: Fact<()> = Fact::named("list filter");
    /// The tags of an attendance, a contact or a company that attendances contain.
    pub static TAGS: Fact<Entity> = Fact::named("tags");
}

/// Timers of this area.
pub mod timers {
    use crate::flow::Timer;
    use crate::wire::Protocol;

    /// The customer's typing mark expires.
    pub static CLIENT_TYPING: Timer<Protocol> = Timer::of_job("client typing");
    /// The open conversation counts as read.
    pub static MARK_READ: Timer<Protocol> = Timer::of_job("mark read");
    /// The queue of a customer who waits opens or closes: the row takes its place anew.
    pub static QUEUE_HOURS: Timer<Protocol> = Timer::of_job("queue hours");
    /// A moved row takes its place although the pointer is still in the list.
    pub static HELD_ORDER: Timer<()> = Timer::named("held order");
}

/// Records of this area.
pub mod records {
    use crate::flow::{Record, StorePlace};
    use crate::wire::Protocol;

    /// The record of the collection of attendances.
    pub static JOBS: Record<()> = Record::named("jobs", StorePlace::Database);
    /// One attendance.
    pub static JOB: Record<Protocol> = Record::named("jobs", StorePlace::Database);
}
