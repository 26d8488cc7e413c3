//! The collection of attendances. One protocol is one job (JOB-001). A job's life: added by an event or a restore,
//! active while both sides write, finished (disabled) when either side ends it, then qualified or removed — the last two
//! are exits, the job is gone. The server's word wins over every field it knows; what only the agent's machine knows
//! (scroll position, unread marks, script answers, tab, colour) stays (JOB-015).

use super::filter::ListFilter;
use super::job::{Counted, EventNumber, Job, merge};
use super::order::JobOrder;
use super::registry::NAME;
use super::stored::CollectionRecord;
use super::{records, slices, timers};
use crate::contacts::slices::CONTACT;
use crate::flow::{Calls, Context, Coverage, LocalId, Table, Text};
use crate::qualification::slices::QUALIFICATION;
use crate::shell;
use crate::wire::{self, Channel, ClientStatus, Message, Protocol, ScriptField, SenderType, Wall};

/// Messages count as read this long after they arrive with the page focused (spec conversation §9).
pub const READ_AFTER_MS: u64 = 750;
/// The customer's typing mark without a new typing event (CHT-009).
pub const CLIENT_TYPING_MS: u64 = 10_000;

#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// How many enabled attendances a channel has changed.
    OpenJobsChanged(Channel),
    /// The list became exactly this one job.
    OnlyOneLeft(Protocol),
    Added(Protocol),
    Removed(Protocol),
    /// The jobs could not be loaded: what was held stays.
    RestoreFailed(Option<Text>),
    /// The server's list was taken.
    Restored {
        as_of_seq: u64,
        epoch: String,
    },
    /// A page of the thread was taken; `complete` when it is what the server held at the last question.
    ThreadLoaded {
        protocol: Protocol,
        complete: bool,
    },
    /// No answer, or a refusal; `gone` where the server knows no such attendance.
    ThreadNotLoaded {
        protocol: Protocol,
        gone: bool,
    },
}

/// Kept, not counted anew: one event must cost the same among ten jobs and ten thousand (BEY-090).
#[derive(Default)]
struct Totals {
    unread: u64,
    /// By channel.
    open: [u32; Channel::ALL.len()],
}

impl Totals {
    fn replace(&mut self, before: Counted, now: Counted) {
        if before == now {
            return;
        }
        self.unread = self.unread.saturating_sub(before.unread.into()).saturating_add(now.unread.into());
        if let Some(open) = before.open_on.and_then(|channel| self.open.get_mut(channel as usize)) {
            *open = open.saturating_sub(1);
        }
        if let Some(open) = now.open_on.and_then(|channel| self.open.get_mut(channel as usize)) {
            *open = open.saturating_add(1);
        }
    }
}

pub struct Jobs {
    pub(super) jobs: Table<Job>,
    pub(super) order: JobOrder,
    filter: ListFilter,
    pub(super) active_job: Option<Protocol>,
    pub(super) unattended: Table<Vec<Message>>,
    pub(super) backup_protocols: Vec<Protocol>,
    /// Removed while the server's list was under way: an answer of before must not bring them back.
    pub(super) removed_during_load: Vec<Protocol>,
    /// Ended while it was under way: nor may it open them again.
    pub(super) ended_during_load: Vec<Protocol>,
    /// Parts of the stored collection that no area here works with yet.
    pub(super) kept: CollectionRecord,
    /// Events about attendances that the last list contains. Messages are not part of the list.
    pub(super) coverage: Coverage,
    pub(super) restored_once: bool,
    /// The last load of the server's list failed.
    pub(super) restore_failed: bool,
    /// It was asked for once more while one was under way.
    pub restore_again: bool,
    totals: Totals,
    pub(super) calls: Calls<super::restore::Pending>,
}

impl Default for Jobs {
    fn default() -> Self {
        Self {
            jobs: Table::default(),
            order: JobOrder::default(),
            filter: ListFilter::default(),
            active_job: None,
            unattended: Table::default(),
            backup_protocols: Vec::new(),
            removed_during_load: Vec::new(),
            ended_during_load: Vec::new(),
            kept: CollectionRecord::default(),
            coverage: Coverage::default(),
            restored_once: false,
            restore_failed: false,
            restore_again: false,
            totals: Totals::default(),
            calls: Calls::new(NAME),
        }
    }
}

impl Jobs {
    pub fn get(&self, protocol: &Protocol) -> Option<&Job> {
        self.jobs.get(protocol)
    }

    pub fn get_mut(&mut self, protocol: &Protocol) -> Option<&mut Job> {
        self.jobs.get_mut(protocol)
    }

    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    pub fn protocols(&self) -> impl Iterator<Item = &Protocol> {
        self.jobs.values().map(|job| &job.wire.protocol)
    }

    pub fn order(&self) -> &JobOrder {
        &self.order
    }

    pub fn active_job(&self) -> Option<&Protocol> {
        self.active_job.as_ref()
    }

    pub fn unattended(&self) -> &Table<Vec<Message>> {
        &self.unattended
    }

    pub fn restore_has_failed(&self) -> bool {
        self.restore_failed
    }

    /// Whether the last list already contains this event about an attendance.
    pub fn covers(&self, meta: &wire::EventMeta) -> bool {
        self.coverage.contains(meta)
    }

    pub fn has_been_restored(&self) -> bool {
        self.restored_once
    }

    pub fn open_count(&self, channel: Channel) -> u32 {
        self.totals.open.get(channel as usize).copied().unwrap_or_default()
    }

    pub fn unread_total(&self) -> u32 {
        u32::try_from(self.totals.unread).unwrap_or(u32::MAX)
    }

    /// A new or known attendance as the server tells it: one job per protocol, known ones are updated and enabled again
    /// (JOB-009).
    pub fn upsert(&mut self, context: &mut Context, wire: wire::Job, event: Option<EventNumber>) -> Vec<Exit> {
        let protocol = wire.protocol.clone();
        if protocol.is_empty() {
            return Vec::new();
        }
        let channel = wire.channel.unwrap_or(Channel::Chat);
        let mut exits = Vec::new();
        match self.jobs.get_mut(&protocol) {
            Some(job) => {
                if wire.version != 0 && wire.version < job.wire.version {
                    return exits;
                }
                let before = (job.wire.contact.clone(), job.name().to_owned());
                merge(&mut job.wire, wire);
                let is_late =
                    |held: &EventNumber, event: &EventNumber| held.epoch == event.epoch && held.seq >= event.seq;
                if let Some(event) = event
                    && !job.event.as_ref().is_some_and(|held| is_late(held, &event))
                {
                    job.event = Some(event);
                }
                if before != (job.wire.contact.clone(), job.name().to_owned()) {
                    self.identity_changed(context, &protocol);
                }
            }
            None => {
                let mut job = Job::new(wire);
                job.event = event;
                if job.wire.color.is_empty() {
                    job.wire.color = crate::shell::avatar_color(job.name()).to_owned();
                }
                self.jobs.insert(&protocol, job);
                self.on_membership_change(context, &protocol);
                context.persist(records::JOBS.key());
                exits.push(Exit::Added(protocol.clone()));
                if self.jobs.len() == 1 {
                    exits.push(Exit::OnlyOneLeft(protocol.clone()));
                }
                for message in self.unattended.remove(&protocol).unwrap_or_default() {
                    self.take_message(context, message, false);
                }
            }
        }
        self.load_queue_name(context, &protocol);
        self.changed(context, &protocol);
        exits.push(Exit::OpenJobsChanged(channel));
        exits
    }

    /// The attendance is gone, qualified or taken away.
    pub fn remove(&mut self, context: &mut Context, protocol: &Protocol) -> Vec<Exit> {
        let Some(job) = self.jobs.remove(protocol) else { return Vec::new() };
        self.totals.replace(job.counted, Counted::default());
        if self.is_loading_list() {
            self.removed_during_load.push(protocol.clone());
        }
        self.forget_thread_calls(protocol);
        self.order.remove(context, protocol);
        context.stop_timers_of(protocol);
        context.persist(records::JOB.of(protocol.clone()));
        context.persist(records::THREAD.of(protocol.clone()));
        context.persist(records::JOBS.key());
        context.dirty(slices::JOB.of(protocol.clone()));
        context.dirty(slices::ROW.of(protocol.clone()));
        self.on_membership_change(context, protocol);
        for local_id in job.thread.list().ids() {
            context.dirty(slices::MESSAGE.of((protocol.clone(), local_id.clone())));
        }
        if self.active_job.as_ref() == Some(protocol) {
            self.active_job = None;
        }
        let mut exits = vec![Exit::Removed(protocol.clone()), Exit::OpenJobsChanged(job.channel())];
        if self.jobs.len() == 1 {
            exits.extend(self.protocols().next().cloned().map(Exit::OnlyOneLeft));
        }
        exits
    }

    /// Either side ended the attendance: it waits for qualification.
    pub fn disable(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        started_qualification: Option<Wall>,
    ) -> Vec<Exit> {
        let Some(job) = self.jobs.get_mut(protocol) else { return Vec::new() };
        if started_qualification.is_some() && job.wire.start_date_qualification.is_none() {
            job.wire.start_date_qualification = started_qualification;
        }
        let was_enabled = !job.wire.disabled;
        job.wire.disabled = true;
        job.wire.typing = false;
        let channel = job.channel();
        if self.is_loading_list() {
            self.ended_during_load.push(protocol.clone());
        }
        context.stop_timers_of(protocol);
        if self.active_job.as_ref() == Some(protocol) {
            // It ended before the agent's eyes: what came last is read all the same.
            self.will_be_read(context, protocol);
        }
        self.changed(context, protocol);
        if was_enabled { vec![Exit::OpenJobsChanged(channel)] } else { Vec::new() }
    }

    /// Becomes the active job (JOB-019). Says whether the conversation may be shown.
    pub fn open(&mut self, context: &mut Context, protocol: &Protocol) -> bool {
        let Some(job) = self.jobs.get_mut(protocol) else { return false };
        if !job.may_navigate() {
            return false;
        }
        job.opened = true;
        if self.active_job.as_ref() != Some(protocol) {
            self.leave_active(context);
            self.active_job = Some(protocol.clone());
            context.persist(records::JOBS.key());
        }
        self.changed(context, protocol);
        true
    }

    /// No conversation shows any more.
    pub fn leave_active(&mut self, context: &mut Context) {
        if let Some(left) = self.active_job.take() {
            context.cancel_timer(&timers::MARK_READ.of(left.clone()));
            if let Some(job) = self.jobs.get_mut(&left) {
                job.thread.set_new_from(context, &left, None);
            }
            context.persist(records::JOBS.key());
        }
    }

    /// A message of the server for a known job. Returns its local id where it was new.
    pub fn take_message(&mut self, context: &mut Context, message: Message, seen: bool) -> Option<LocalId> {
        let job = self.jobs.get_mut(&message.protocol)?;
        let protocol = job.wire.protocol.clone();
        let from_customer = message.sender_type == SenderType::Customer;
        job.wire.seq = job.wire.seq.max(message.seq);
        if !message.system_message {
            job.wire.timestamp_last_message = job.wire.timestamp_last_message.max(message.time);
        }
        let new = job.thread.take(context, &protocol, message);
        if from_customer && let Some(local_id) = new.clone() {
            if std::mem::take(&mut job.wire.typing) {
                context.cancel_timer(&timers::CLIENT_TYPING.of(protocol.clone()));
            }
            job.wire.client_status = ClientStatus::Online;
            job.count_unread(context, local_id, seen);
        }
        context.persist(records::THREAD.of(protocol.clone()));
        changed(context, job, &mut self.totals, &mut self.order, &self.filter);
        new
    }

    /// The conversation shows and the page has the focus: what is there counts as read in a moment.
    pub fn will_be_read(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.jobs.get(protocol).is_some_and(|job| job.unread > 0) {
            context.timer(timers::MARK_READ.of(protocol.clone()), READ_AFTER_MS);
        }
    }

    pub fn mark_read(&mut self, context: &mut Context, protocol: &Protocol) {
        if let Some(job) = self.jobs.get_mut(protocol)
            && job.unread > 0
        {
            job.unread = 0;
            self.changed(context, protocol);
        }
    }

    /// A message for a protocol nobody knows is kept until its job arrives (CHT-006).
    pub fn keep_unattended(&mut self, context: &mut Context, message: Message) {
        let kept = self.unattended.or_default(&message.protocol);
        if !kept.iter().any(|other| other.seq == message.seq && other.message_id == message.message_id) {
            kept.push(message);
            context.persist(records::JOBS.key());
            context.dirty(slices::SUMMARY.key());
        }
    }

    pub fn set_typing(&mut self, context: &mut Context, protocol: &Protocol, typing: bool) {
        let Some(job) = self.jobs.get_mut(protocol) else { return };
        if job.wire.disabled {
            return;
        }
        job.wire.typing = typing;
        job.wire.client_status = ClientStatus::Online;
        if typing {
            context.timer(timers::CLIENT_TYPING.of(protocol.clone()), CLIENT_TYPING_MS);
        } else {
            context.cancel_timer(&timers::CLIENT_TYPING.of(protocol.clone()));
        }
        self.changed(context, protocol);
    }

    /// Nothing was typed for a while: that says nothing about whether the customer is still there.
    pub fn typing_expired(&mut self, context: &mut Context, protocol: &Protocol) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.wire.typing = false;
            self.changed(context, protocol);
        }
    }

    /// This event told whether the customer is there; a list that is under way may be older.
    pub fn on_customer_status(&mut self, protocol: &Protocol, meta: &wire::EventMeta) {
        let number = if self.is_loading_list() { EventNumber::of(meta) } else { None };
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.status_event = number;
        }
    }

    pub fn set_client_status(&mut self, context: &mut Context, protocol: &Protocol, status: ClientStatus) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.wire.client_status = status;
            job.wire.typing = job.wire.typing && status == ClientStatus::Online;
            self.changed(context, protocol);
        }
    }

    pub fn set_contact(&mut self, context: &mut Context, protocol: &Protocol, contact: Option<wire::Contact>) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.wire.contact_id = contact.as_ref().map(|contact| contact.id.clone()).unwrap_or_default();
            job.wire.contact = contact;
            self.identity_changed(context, protocol);
            self.changed(context, protocol);
        }
    }

    /// An attendance came or went, and with it what other rooms show of it.
    fn on_membership_change(&self, context: &mut Context, protocol: &Protocol) {
        context.dirty(slices::SUMMARY.key());
        context.dirty(slices::THREAD.of(protocol.clone()));
        self.identity_changed(context, protocol);
    }

    /// Whose attendance this is shows in many places: panel, dialogs, the names at the bubbles.
    fn identity_changed(&self, context: &mut Context, protocol: &Protocol) {
        context.dirty(CONTACT.of(protocol.clone()));
        context.dirty(QUALIFICATION.of(protocol.clone()));
        context.dirty(shell::slices::DIALOG.key());
        let thread = self.jobs.get(protocol).map(|job| job.thread.list());
        for local_id in thread.into_iter().flat_map(|list| list.ids()) {
            context.dirty(slices::MESSAGE.of((protocol.clone(), local_id.clone())));
        }
    }

    pub fn set_scroll_top(&mut self, context: &mut Context, protocol: &Protocol, scroll_top: f64) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            job.wire.scroll_top = scroll_top;
            context.dirty(slices::JOB.of(protocol.clone()));
            context.persist(records::JOB.of(protocol.clone()));
        }
    }

    /// An answer of the script; an emptied one leaves the altered list (QUA-007).
    pub fn set_script_field(&mut self, context: &mut Context, protocol: &Protocol, id: &str, value: &str) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            let altered = &mut job.wire.fields_script_altered;
            altered.retain(|field| field.id != id);
            if !value.trim().is_empty() {
                altered.push(ScriptField { id: id.to_owned(), value: value.to_owned() });
            }
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

    pub fn hold_order(&mut self, context: &mut Context, inside: bool) {
        self.order.hold(context, inside);
    }

    pub fn release_held_order(&mut self, context: &mut Context) {
        self.order.release_held(context);
    }

    /// `hidden` holds the names of the channels whose attendances the list does not show (BEY-056).
    pub fn hide_channels(&mut self, context: &mut Context, hidden: &[String]) {
        if self.filter.hide(hidden) {
            self.place_all(context);
        }
    }

    /// The list shows only what `text` finds in name, protocol or identifier; all of it if empty.
    pub fn search(&mut self, context: &mut Context, text: &str) {
        if self.filter.search(text) {
            self.place_all(context);
        }
    }

    fn place_all(&mut self, context: &mut Context) {
        for job in self.jobs.values() {
            place(context, job, &mut self.order, &self.filter);
        }
    }

    /// Row, header and place follow the job; it is written with the next flush.
    pub fn changed(&mut self, context: &mut Context, protocol: &Protocol) {
        if let Some(job) = self.jobs.get_mut(protocol) {
            changed(context, job, &mut self.totals, &mut self.order, &self.filter);
        }
    }
}

fn changed(context: &mut Context, job: &mut Job, totals: &mut Totals, order: &mut JobOrder, filter: &ListFilter) {
    let protocol = &job.wire.protocol;
    let counted = Counted { unread: job.unread, open_on: (!job.wire.disabled).then(|| job.channel()) };
    if job.counted != counted {
        totals.replace(job.counted, counted);
        context.dirty(slices::SUMMARY.key());
    }
    place(context, job, order, filter);
    context.dirty(slices::ROW.of(protocol.clone()));
    context.dirty(slices::JOB.of(protocol.clone()));
    context.persist(records::JOB.of(protocol.clone()));
    job.counted = counted;
}

fn place(context: &mut Context, job: &Job, order: &mut JobOrder, filter: &ListFilter) {
    let protocol = &job.wire.protocol;
    if filter.shows(job) {
        order.put(context, protocol, job.group(), job.last_moment());
    } else {
        order.hide(context, protocol);
    }
}
