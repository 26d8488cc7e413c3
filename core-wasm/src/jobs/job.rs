//! One attendance: what the server tells of it, its thread, and what only this page knows.

use super::machine::READ_AFTER_MS;
use super::thread::Thread;
use super::timers;
use crate::flow::{Context, JobGroup, LocalId};
use crate::wire::{self, Channel, Message, Wall};

/// Where an event stands in the broker's queue. Numbers of different epochs say nothing about each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventNumber {
    pub epoch: Option<String>,
    pub seq: u64,
}

impl EventNumber {
    pub fn of(meta: &wire::EventMeta) -> Option<Self> {
        meta.seq.map(|seq| Self { epoch: meta.epoch.clone(), seq })
    }

    pub fn is_after(&self, seq: u64, epoch: &str) -> bool {
        let same_epoch = epoch.is_empty() || self.epoch.as_deref().is_none_or(|own| own == epoch);
        same_epoch && self.seq > seq
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobLife {
    /// In the list; nobody opened it yet.
    Added,
    Active,
    /// Ended, waits for qualification.
    Finished,
}

pub struct Job {
    pub wire: wire::Job,
    pub opened: bool,
    pub unread: u32,
    pub thread: Thread,
    /// The last broker event that touched the job: an older restore must not undo it.
    pub event: Option<EventNumber>,
    /// The last one that reported whether the customer is there: neither must an older restore undo that.
    pub(super) status_event: Option<EventNumber>,
    /// Interface parts that wait for an answer (`finish`, …), by name.
    pub busy: Vec<&'static str>,
    /// What this job adds to the totals now.
    pub(super) counted: Counted,
}

/// What a job adds to the totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counted {
    pub unread: u32,
    pub open_on: Option<Channel>,
}

impl Job {
    pub fn new(wire: wire::Job) -> Self {
        let unread = wire.messages_not_read;
        let (thread, busy, counted) = (Thread::default(), Vec::new(), Counted::default());
        Self { wire, opened: false, unread, thread, event: None, status_event: None, busy, counted }
    }

    pub fn channel(&self) -> Channel {
        self.wire.channel.unwrap_or(Channel::Chat)
    }

    pub fn life(&self) -> JobLife {
        match (self.wire.disabled, self.opened) {
            (true, _) => JobLife::Finished,
            (false, true) => JobLife::Active,
            (false, false) => JobLife::Added,
        }
    }

    pub fn group(&self) -> JobGroup {
        if self.wire.disabled { JobGroup::ToQualify } else { JobGroup::Active }
    }

    /// Chat and WhatsApp jobs without an active attendance are not opened (NAV-036).
    pub fn may_navigate(&self) -> bool {
        self.channel() == Channel::Voice || self.wire.active_attendance
    }

    pub fn last_moment(&self) -> Wall {
        self.wire.timestamp_last_message.or(self.wire.time).unwrap_or_default()
    }

    /// The last word: one that is still under way, else the highest number, of the thread or of the server's own word
    /// (the thread may not be read yet).
    pub fn last_message(&self) -> Option<&Message> {
        let reported = self.wire.last_message.as_ref();
        let newest = self.thread.newest_spoken();
        let is_newer =
            |message: &&Message| message.seq == 0 || reported.is_none_or(|reported| message.seq >= reported.seq);
        newest.filter(is_newer).or(reported)
    }

    pub(super) fn count_unread(&mut self, context: &mut Context, local_id: LocalId, seen: bool) {
        self.unread = self.unread.saturating_add(1);
        if self.thread.new_from().is_none() && !seen {
            self.thread.set_new_from(context, &self.wire.protocol, Some(local_id));
        }
        if seen {
            context.timer(timers::MARK_READ.of(self.wire.protocol.clone()), READ_AFTER_MS);
        }
    }

    /// The server's last word, for the record.
    pub(super) fn last_confirmed(&self) -> Option<&Message> {
        let reported = self.wire.last_message.as_ref();
        let is_newer = |message: &&Message| reported.is_none_or(|reported| message.seq >= reported.seq);
        self.thread.newest_confirmed().filter(is_newer).or(reported)
    }

    /// The contact's name, else what identifies the person.
    pub fn name(&self) -> &str {
        let contact = self.wire.contact.as_ref().map(|contact| contact.fullname.as_str()).unwrap_or_default();
        [contact, &self.wire.from, &self.wire.contact_identifier, &self.wire.phone, self.wire.protocol.as_str()]
            .into_iter()
            .find(|name| name.chars().any(|letter| !letter.is_whitespace()))
            .unwrap_or_default()
    }
}

/// An answer that was long under way tells an older last message than the events since.
fn later(held: Option<Message>, reported: Option<Message>) -> Option<Message> {
    match (held, reported) {
        (Some(held), Some(reported)) if held.seq > reported.seq => Some(held),
        (held, reported) => reported.or(held),
    }
}

/// Server fields win; what only this machine knows is kept (JOB-015).
pub(super) fn merge(held: &mut wire::Job, mut reported: wire::Job) {
    // A name looked up for a queue that is reported by its id only stays.
    if let (Some(queue), Some(known)) = (reported.queue.as_mut(), held.queue.take())
        && queue.name.is_empty()
        && queue.id == known.id
    {
        queue.name = known.name;
    }
    // A contact found by its identifier is known here before the server links it with the attendance.
    if reported.contact.is_none() {
        reported.contact = held.contact.take();
        reported.contact_id = std::mem::take(&mut held.contact_id);
    }
    let kept = wire::Job {
        scroll_top: held.scroll_top,
        fields_script_altered: std::mem::take(&mut held.fields_script_altered),
        tab: held.tab.take(),
        color: std::mem::take(&mut held.color),
        typing: held.typing,
        start_date_qualification: reported.start_date_qualification.or(held.start_date_qualification),
        timestamp_last_message: reported.timestamp_last_message.max(held.timestamp_last_message),
        last_message: later(held.last_message.take(), reported.last_message.take()),
        seq: reported.seq.max(held.seq),
        ..reported
    };
    *held = kept;
}
