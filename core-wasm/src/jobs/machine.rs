//! The collection of attendances. One protocol is one attendance (JOB-001). Its states: added by an event or a restore,
//! active, ended by the customer or the agent, then qualified or removed, which are exits. The server's state replaces its
//! earlier state; local facts (scroll position, read mark, script answers, tab, colour) stay (JOB-015). What the list knows of
//! messages is in `messages.rs`, the threads are in `conversation`.

use super::EventNumber;
use super::closing::ClosingEvent;
use super::collection::CollectionRecord;
use super::ending::HeldClosing;
use super::exit::{Exit, JobOrigin, RemovalReason};
use super::filter::ListFilter;
use super::job::{Counted, Job};
use super::order::JobOrder;
use super::registry::NAME;
use super::seen::ConversationView;
use super::totals::Totals;
use super::{facts, records, slices, timers};
use crate::flow::{Context, Coverage, Requests, SortedMap, Table};
use crate::shell::{NamedCustomer, Preferences, TagVisibility};
use crate::wire::{self, Channel, Message, Protocol, QueueId, Wall};
use std::collections::VecDeque;

/// Time after which the customer's typing mark ends without a new typing event (CHT-009).
pub const CLIENT_TYPING_MS: u64 = 10_000;
/// Number of removed attendances that are remembered, so that their late messages are dropped.
pub(super) const MOST_REMOVED: usize = 64;

/// A message whose attendance is not in the list yet (CHT-006).
#[derive(Clone, Debug)]
pub(super) struct Unattended {
    pub message: Message,
    /// `None` if the event was not numbered or the message was restored.
    pub event: Option<EventNumber>,
}

#[derive(Clone, Debug)]
pub(super) enum Pending {
    Active,
    Tags(Protocol),
    QueueName(Protocol),
    Finish(Protocol),
    Close,
    Snooze(Protocol),
}

/// All attendances of the agent.
pub struct Jobs {
    pub(super) jobs: Table<Job>,
    pub(super) order: JobOrder,
    filter: ListFilter,
    pub(super) active_job: Option<Protocol>,
    pub(super) unattended: Table<Vec<Unattended>>,
    /// Recently removed attendances, oldest first.
    pub(super) removed: VecDeque<Protocol>,
    /// The customers of the removed attendances.
    pub(super) former: VecDeque<NamedCustomer>,
    pub(super) backup_protocols: Vec<Protocol>,
    /// Attendances that were removed while the list was being loaded: the answer must not add them again.
    pub(super) removed_during_load: Vec<Protocol>,
    /// Attendances that ended while the list was being loaded: the answer must not enable them again.
    pub(super) ended_during_load: Vec<Protocol>,
    /// Parts of the stored collection that no area uses yet, to be written back.
    pub(super) kept: CollectionRecord,
    /// Covers events about attendances that the last list contains; the list does not contain messages.
    pub(super) coverage: Coverage,
    /// Names of queues, because an attendance may contain only the id of its queue.
    pub(super) queue_names: SortedMap<QueueId, String>,
    pub(super) restored_once: bool,
    /// The last load of the server's list failed.
    pub(super) restore_failed: bool,
    /// The list was requested again while it was being loaded.
    pub(super) restore_again: bool,
    totals: Totals,
    /// The visible part of the open conversation, as the page reports it.
    pub(super) view: ConversationView,
    /// The attendances that the agent is closing.
    pub(super) closings: Table<HeldClosing>,
    pub(super) requests: Requests<Pending>,
}

impl Default for Jobs {
    fn default() -> Self {
        Self {
            jobs: Table::default(),
            order: JobOrder::default(),
            filter: ListFilter::default(),
            active_job: None,
            unattended: Table::default(),
            removed: VecDeque::new(),
            former: VecDeque::new(),
            backup_protocols: Vec::new(),
            removed_during_load: Vec::new(),
            ended_during_load: Vec::new(),
            kept: CollectionRecord::default(),
            coverage: Coverage::default(),
            queue_names: SortedMap::new(),
            restored_once: false,
            restore_failed: false,
            restore_again: false,
            totals: Totals::default(),
            view: ConversationView::default(),
            closings: Table::default(),
            requests: Requests::new(NAME),
        }
    }
}

impl Jobs {
    /// One attendance.
    pub fn get(&self, protocol: &Protocol) -> Option<&Job> {
        self.jobs.get(protocol)
    }

    /// Number of attendances.
    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Whether there is no attendance.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// All attendances, in the order of their protocols.
    pub fn all(&self) -> impl Iterator<Item = &Job> {
        self.jobs.values()
    }

    /// All protocols, in their own order.
    pub fn protocols(&self) -> impl Iterator<Item = &Protocol> {
        self.jobs.values().map(Job::protocol)
    }

    /// The lists of the attendances, in the order that the agent sees.
    pub fn order(&self) -> &JobOrder {
        &self.order
    }

    /// The attendance whose conversation shows, if any.
    pub fn active_job(&self) -> Option<&Protocol> {
        self.active_job.as_ref()
    }

    /// Number of messages whose attendance is not in the list yet.
    pub(super) fn unattended_count(&self) -> usize {
        self.unattended.values().map(Vec::len).sum()
    }

    /// Whether the list was requested again while it was being loaded.
    pub fn must_restore_again(&self) -> bool {
        self.restore_again
    }

    /// The last load of the server's list failed.
    pub fn restore_has_failed(&self) -> bool {
        self.restore_failed
    }

    /// Whether the last list already contains this event about an attendance.
    pub fn covers(&self, meta: &wire::EventMeta) -> bool {
        self.coverage.contains(meta)
    }

    /// Whether a list of the server was applied at least once.
    pub fn has_been_restored(&self) -> bool {
        self.restored_once
    }

    /// Number of open attendances of a channel.
    pub fn open_count(&self, channel: Channel) -> u32 {
        self.totals.open.get(channel as usize).copied().unwrap_or_default()
    }

    /// Number of attendances that have not ended.
    pub fn active_total(&self) -> u32 {
        self.totals.open.iter().sum()
    }

    /// Number of unread customer messages of the attendances that have not ended.
    pub fn unread_total(&self) -> u32 {
        u32::try_from(self.totals.unread).unwrap_or(u32::MAX)
    }

    /// Number of customers who wait for an answer.
    pub fn waiting_total(&self) -> u32 {
        self.totals.waiting
    }

    /// Adds an attendance, or updates and enables a known one (JOB-009). `event`: the event that reported it; `None` if
    /// the list contained it.
    pub fn upsert(
        &mut self,
        context: &mut Context,
        mut server: wire::Job,
        event: Option<&wire::EventMeta>,
    ) -> Vec<Exit> {
        let protocol = server.protocol.clone();
        if protocol.is_empty() {
            return Vec::new();
        }
        let channel = server.channel.unwrap_or(Channel::Chat);
        self.complete_queue_name(&mut server);
        let number = event.and_then(EventNumber::of);
        let mut exits = Vec::new();
        match self.jobs.get_mut(&protocol) {
            Some(job) => {
                if server.version != 0 && server.version < job.server.version {
                    return exits;
                }
                job.mark_tags(context);
                let before = (job.contact.clone(), job.name().to_owned(), job.is_ended());
                let customer_wrote = job.take_server(server);
                let is_late =
                    |held: &EventNumber, event: &EventNumber| held.epoch == event.epoch && held.seq >= event.seq;
                if let Some(number) = number
                    && !job.event.as_ref().is_some_and(|held| is_late(held, &number))
                {
                    job.event = Some(number);
                }
                let has_just_ended = job.is_ended() && !before.2;
                if has_just_ended {
                    exits.push(Exit::Ended(protocol.clone()));
                }
                if customer_wrote && event.is_none() {
                    exits.push(Exit::CustomerWrote(protocol.clone()));
                }
                if (&before.0, before.1.as_str()) != (&job.contact, job.name()) {
                    self.identity_changed(context, &protocol);
                }
                if has_just_ended {
                    exits.extend(self.apply_closing_event(context, &protocol, ClosingEvent::Ended));
                }
            }
            None => {
                let mut job = Job::new(server);
                if job.typing {
                    context.timer(timers::CLIENT_TYPING.of(protocol.clone()), CLIENT_TYPING_MS);
                }
                job.event = number;
                self.jobs.insert(&protocol, job);
                self.removed.retain(|removed| *removed != protocol);
                self.on_membership_change(context, &protocol);
                context.persist(records::JOBS.key());
                let origin = match (event, self.restored_once) {
                    (Some(_), _) => JobOrigin::Event,
                    (None, true) => JobOrigin::List,
                    (None, false) => JobOrigin::Start,
                };
                exits.push(Exit::Begins(protocol.clone(), self.take_unattended(&protocol)));
                if self.jobs.len() == 1 {
                    exits.push(Exit::OnlyOneLeft(protocol.clone()));
                }
                exits.push(Exit::Added { protocol: protocol.clone(), origin });
            }
        }
        if let Some(job) = self.jobs.get(&protocol) {
            job.mark_tags(context);
        }
        self.load_queue_name(context, &protocol);
        context.dirty(slices::QUEUES.key());
        self.changed(context, &protocol);
        exits.push(Exit::OpenJobsChanged(channel));
        exits
    }

    /// Removes an attendance.
    pub fn remove(&mut self, context: &mut Context, protocol: &Protocol, reason: RemovalReason) -> Vec<Exit> {
        let Some(job) = self.jobs.remove(protocol) else { return Vec::new() };
        job.mark_tags(context);
        self.remember_customer(&job);
        self.totals.replace(job.counted, Counted::default());
        self.closings.remove(protocol);
        self.removed.push_back(protocol.clone());
        if self.removed.len() > MOST_REMOVED {
            self.removed.pop_front();
        }
        if self.is_loading_list() {
            self.removed_during_load.push(protocol.clone());
        }
        self.order.remove(context, protocol);
        context.stop_timers_of(protocol);
        context.persist(records::JOB.of(protocol.clone()));
        context.persist(records::JOBS.key());
        context.dirty(slices::JOB.of(protocol.clone()));
        context.dirty(slices::ROW.of(protocol.clone()));
        context.changed(facts::ATTENDANCE.of(protocol.clone()));
        self.on_membership_change(context, protocol);
        if self.active_job.as_ref() == Some(protocol) {
            self.active_job = None;
        }
        let mut exits = vec![Exit::Removed(protocol.clone(), reason), Exit::OpenJobsChanged(job.channel())];
        if self.jobs.len() == 1 {
            exits.extend(self.protocols().next().cloned().map(Exit::OnlyOneLeft));
        }
        exits
    }

    /// The customer or the agent ended the attendance: it waits for qualification.
    pub fn disable(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        started_qualification: Option<Wall>,
    ) -> Vec<Exit> {
        let Some(job) = self.jobs.get_mut(protocol) else { return Vec::new() };
        job.qualification_started = job.qualification_started.or(started_qualification);
        let was_enabled = !std::mem::replace(&mut job.ended, true);
        job.typing = false;
        let channel = job.channel();
        if self.is_loading_list() {
            self.ended_during_load.push(protocol.clone());
        }
        context.stop_timers_of(protocol);
        if self.active_job.as_ref() == Some(protocol) {
            // The agent has the conversation open: its last messages count as read.
            self.will_be_read(context, protocol);
        }
        self.changed(context, protocol);
        let goes_on = self.apply_closing_event(context, protocol, ClosingEvent::Ended);
        was_enabled.then_some(Exit::OpenJobsChanged(channel)).into_iter().chain(goes_on).collect()
    }

    /// The number of an ended call is dialled again: the attendance is open (VOI-076).
    pub fn enable(&mut self, context: &mut Context, protocol: &Protocol) -> Vec<Exit> {
        let Some(job) = self.jobs.get_mut(protocol) else { return Vec::new() };
        let was_ended = std::mem::replace(&mut job.ended, false);
        job.qualification_started = None;
        let channel = job.channel();
        self.changed(context, protocol);
        if was_ended { vec![Exit::OpenJobsChanged(channel)] } else { Vec::new() }
    }

    /// Makes the attendance the active one (JOB-019), after the earlier one was left.
    pub fn open(&mut self, context: &mut Context, protocol: &Protocol) {
        let Some(job) = self.jobs.get_mut(protocol) else { return };
        job.read_mark.open();
        self.active_job = Some(protocol.clone());
        self.view = ConversationView::default();
        context.persist(records::JOBS.key());
        self.changed(context, protocol);
    }

    /// No conversation is open any more. Returns the attendance that was open.
    pub fn leave_active(&mut self, context: &mut Context) -> Option<Protocol> {
        let left = self.active_job.take()?;
        context.cancel_timer(&timers::MARK_READ.of(left.clone()));
        context.persist(records::JOBS.key());
        Some(left)
    }

    /// The contact was found, registered, renamed or linked.
    pub fn set_contact(&mut self, context: &mut Context, protocol: &Protocol, contact: Option<wire::Contact>) {
        // The attendance's copy has no last attendance of its own (CTC-008).
        let contact = contact.map(|contact| wire::Contact { last_contact: None, ..self.newest(contact) });
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.mark_tags(context);
            job.contact = contact;
            job.mark_tags(context);
            self.identity_changed(context, protocol);
            self.changed(context, protocol);
        }
    }

    /// An attendance was added or removed: marks the slices of other areas that show it.
    fn on_membership_change(&self, context: &mut Context, protocol: &Protocol) {
        [slices::SUMMARY.key(), slices::QUEUES.key()].into_iter().for_each(|key| context.dirty(key));
        self.identity_changed(context, protocol);
    }

    /// The customer's name changed: marks the panel, the dialogs and the messages that contain it.
    fn identity_changed(&self, context: &mut Context, protocol: &Protocol) {
        context.changed(facts::CUSTOMER.of(protocol.clone()));
    }

    /// Remembers the scroll position in CSS pixels.
    pub fn set_scroll_top(&mut self, context: &mut Context, protocol: &Protocol, scroll_top: f64) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.local.scroll_top = scroll_top;
            context.dirty(slices::JOB.of(protocol.clone()));
            context.persist(records::JOB.of(protocol.clone()));
        }
    }

    /// Sets a script answer; an emptied one is removed from the altered list (QUA-007).
    pub fn set_script_field(&mut self, context: &mut Context, protocol: &Protocol, id: &str, value: &str) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.answer_script(id, value);
            self.changed(context, protocol);
        }
    }

    /// Interface parts that wait for an answer (JOB-039).
    pub fn set_busy(&mut self, context: &mut Context, protocol: &Protocol, part: &'static str, busy: bool) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            let known = job.busy.binary_search(&part);
            match known {
                Err(place) if busy => job.busy.insert(place, part),
                Ok(place) if !busy => {
                    job.busy.remove(place);
                }
                _ => {}
            }
            if busy != known.is_ok() {
                context.dirty(slices::JOB.of(protocol.clone()));
                context.persist(records::JOBS.key());
            }
        }
    }

    /// Pointer or focus entered or left the list.
    pub fn hold_order(&mut self, context: &mut Context, inside: bool) {
        self.order.hold_order(context, inside);
    }

    /// The maximum time of a hold has passed.
    pub fn release_held_order(&mut self, context: &mut Context) {
        self.order.release_held(context);
    }

    /// Applies the agent's choices for the list: channels and tags (BEY-056, JOB-023), and which tags the rows show.
    pub fn apply_preferences(&mut self, context: &mut Context, preferences: &Preferences) {
        if self.filter.apply(preferences) {
            self.place_all(context);
            for protocol in self.jobs.values().map(Job::protocol) {
                context.dirty(slices::ROW.of(protocol.clone()));
            }
        }
    }

    /// The text that the list is searched for, folded.
    pub fn searched(&self) -> &str {
        self.filter.searched()
    }

    /// Which tags the rows show.
    pub fn tag_visibility(&self) -> TagVisibility {
        self.filter.visible
    }

    /// The list shows only attendances whose name, protocol or identifier contains `text`; an empty text shows all.
    pub fn search(&mut self, context: &mut Context, text: &str) {
        if self.filter.search(text) {
            self.place_all(context);
            context.changed(facts::LIST_FILTER.key());
        }
    }

    fn place_all(&mut self, context: &mut Context) {
        let (jobs, filter) = (&self.jobs, &self.filter);
        self.order.arranged_anew(|order| jobs.values().for_each(|job| order.place(context, job, filter)));
    }

    /// Changes one attendance and updates its row, the header and the totals. `None`: there is no such attendance.
    pub(super) fn update<T>(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        change: impl FnOnce(&mut Context, &mut Job) -> T,
    ) -> Option<T> {
        let job = self.jobs.get_mut(protocol)?;
        let outcome = change(context, job);
        changed(context, job, &mut self.totals, &mut self.order, &self.filter);
        Some(outcome)
    }

    /// Updates row, header and place of the attendance; its record is written with the next flush.
    pub(super) fn changed(&mut self, context: &mut Context, protocol: &Protocol) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            changed(context, job, &mut self.totals, &mut self.order, &self.filter);
        }
    }
}

fn changed(context: &mut Context, job: &mut Job, totals: &mut Totals, order: &mut JobOrder, filter: &ListFilter) {
    let protocol = &job.server.protocol;
    let counted = Counted {
        unread: job.counted_unread(),
        waits: job.waiting_since().is_some(),
        open_on: (!job.ended).then(|| job.channel()),
    };
    if job.counted != counted {
        totals.replace(job.counted, counted);
        context.dirty(slices::SUMMARY.key());
    }
    order.place(context, job, filter);
    context.dirty(slices::ROW.of(protocol.clone()));
    context.dirty(slices::JOB.of(protocol.clone()));
    context.changed(facts::ATTENDANCE.of(protocol.clone()));
    context.persist(records::JOB.of(protocol.clone()));
    job.counted = counted;
}
