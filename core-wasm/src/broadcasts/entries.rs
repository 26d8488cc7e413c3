//! The entries of the opened list: loaded portion by portion until the last one, and changed by the events about single entries, about several
//! and about all entries (BRD-016 to BRD-020). Filter and search are local.

use super::machine::{Broadcasts, Pending};
use super::policy::{EntryGroup, Halt, is_later, reason_word};
use super::{slices, timers};
use crate::flow::{
    Answer, Asked, Context, EventNumber, HttpRequest, ItemList, ListEvent, Loader, OrderedList, Portion, Rank,
    SliceKey, Table, folded, path,
};
use crate::session::ActingAgent;
use crate::wire::{
    BroadcastEntries, BroadcastEntry, BroadcastId, BroadcastScheduleEvent, BroadcastSchedulesEvent, Name, ScheduleId,
    ScheduleUpdate, Wall,
};

/// Which entries are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EntryFilter {
    pub group: EntryGroup,
    /// A word of `reason_word`; empty: every reason.
    pub reason: String,
    pub search: String,
}

impl EntryFilter {
    /// `search` is folded already.
    fn shows(&self, search: &str, entry: &BroadcastEntry, halt: Halt) -> bool {
        let is_in_group = self.group == EntryGroup::All || self.group == EntryGroup::of(entry.status);
        let has_reason = self.reason.is_empty() || self.reason == reason_word(entry, halt);
        let is_found = || {
            search.is_empty()
                || folded(&entry.contact_name).contains(search)
                || entry.contact_identifier.contains(search)
                || entry.contact_whatsapp_identifier.contains(search)
        };
        is_in_group && has_reason && is_found()
    }
}

/// An event about one or all entries that arrived while they were being loaded: a portion may be older.
struct Early {
    event: BroadcastScheduleEvent,
    number: Option<EventNumber>,
    at: Wall,
}

/// The opened list.
pub(super) struct Opened {
    pub id: BroadcastId,
    pub loader: Loader,
    /// The value of `after` for the next portion.
    next: String,
    pub entries: Table<BroadcastEntry>,
    pub order: OrderedList,
    pub filter: EntryFilter,
    /// What the list says about the entries.
    pub halt: Halt,
    unreadable: usize,
    early: Vec<Early>,
    /// When all entries were loaded last.
    pub read_at: Option<Wall>,
}

impl Opened {
    fn new(id: BroadcastId) -> Self {
        Self {
            id,
            loader: Loader::default(),
            next: String::new(),
            entries: Table::default(),
            order: OrderedList::default(),
            filter: EntryFilter::default(),
            halt: Halt::default(),
            unreadable: 0,
            early: Vec::new(),
            read_at: None,
        }
    }

    pub fn entry(&self, id: &ScheduleId) -> Option<&BroadcastEntry> {
        self.entries.get(id.as_str())
    }

    pub fn keys(&self) -> impl Iterator<Item = SliceKey> {
        self.entries.keys().map(|id| slices::ENTRY.of((self.id.clone(), id.into())))
    }

    fn put(&mut self, context: &mut Context, search: &str, entry: BroadcastEntry) {
        let id = Name::from(entry.schedule_id.as_str());
        if self.entries.get(&id).is_some_and(|known| !is_later(known, &entry)) {
            return;
        }
        context.dirty(slices::ENTRY.of((self.id.clone(), entry.schedule_id.clone())));
        self.entries.insert(id.clone(), entry);
        self.arrange(&id, search);
    }

    /// Errors come first, then the newest change.
    fn arrange(&mut self, id: &Name, search: &str) {
        match self.entries.get(id).filter(|entry| self.filter.shows(search, entry, self.halt)) {
            Some(entry) => {
                let rank = Rank::new(u64::from(!entry.status.is_error()), u64::MAX - Rank::moment(entry.changed_at));
                self.order.put(id, rank);
            }
            None => {
                self.order.remove(id);
            }
        }
    }

    fn arrange_all(&mut self) {
        let (search, ids) =
            (folded(self.filter.search.trim()), self.entries.keys().map(Name::from).collect::<Vec<_>>());
        for id in ids {
            self.arrange(&id, &search);
        }
    }

    /// Applies an event about one or all entries to an entry; `None` if the entry does not change.
    fn updated(entry: &BroadcastEntry, event: &BroadcastScheduleEvent, at: Wall) -> Option<BroadcastEntry> {
        let attempt = match event.update {
            ScheduleUpdate::Default => entry.attempt,
            ScheduleUpdate::UpdateSchedule if event.schedule_id != entry.schedule_id => return None,
            ScheduleUpdate::UpdateSchedule if event.attempt == 0 => entry.attempt,
            ScheduleUpdate::UpdateSchedule => event.attempt,
        };
        let new = BroadcastEntry {
            status: event.status,
            reason: event.reason.clone(),
            attempt,
            retryable: event.status.may_be_sent_again(&event.reason),
            changed_at: at,
            ..entry.clone()
        };
        let is_of_all = event.update == ScheduleUpdate::Default;
        let is_newer = if is_of_all { entry.status.is_replaced_by(event.status) } else { is_later(entry, &new) };
        is_newer.then_some(new)
    }
}

impl Broadcasts {
    /// Opens a list and loads its entries. A list that is open already stays as it is.
    pub fn open(&mut self, context: &mut Context, agent: &ActingAgent, id: BroadcastId) {
        if self.lists.created.take().is_some() {
            context.dirty(slices::BROADCASTS.key());
        }
        if self.opened.as_ref().is_none_or(|opened| opened.id != id) {
            self.close(context);
            self.opened = Some(Opened::new(id));
            self.follow_halt(context);
            context.dirty(slices::ENTRIES.key());
        }
        self.apply_entries_event(context, agent, ListEvent::Reopened);
    }

    /// The opened list may be paused, resumed or cancelled now: its entries have another reason.
    pub(super) fn follow_halt(&mut self, context: &mut Context) {
        let Some(opened) = &mut self.opened else { return };
        let halt = self.lists.get(&opened.id).map_or(Halt::Unknown, |known| Halt::of(&known.list));
        if halt == opened.halt {
            return;
        }
        opened.halt = halt;
        opened.arrange_all();
        for key in opened.keys() {
            context.dirty(key);
        }
        context.dirty(slices::ENTRIES.key());
        context.dirty(slices::OPENED.key());
    }

    /// Returns to the lists.
    pub fn close(&mut self, context: &mut Context) {
        if let Some(opened) = self.opened.take() {
            for key in opened.keys() {
                context.dirty(key);
            }
            context.cancel_timer(&timers::ENTRIES.key());
            context.dirty(slices::OPENED.key());
            context.dirty(slices::ENTRIES.key());
        }
    }

    /// Applies an event to the load of the entries.
    pub fn apply_entries_event(&mut self, context: &mut Context, agent: &ActingAgent, event: ListEvent) {
        let Some(opened) = &mut self.opened else { return };
        context.dirty(slices::OPENED.key());
        if let Some(asked) = opened.loader.after(event).follow(context, timers::ENTRIES.key()) {
            self.request_entries(context, agent, asked);
        }
    }

    fn request_entries(&mut self, context: &mut Context, agent: &ActingAgent, asked: Asked) {
        let Some(opened) = &mut self.opened else { return };
        let mut request =
            HttpRequest::get(path!["broadcast", "whatsapp", opened.id, "contacts"]).query("agentId", &agent.agent_id);
        match asked.portion {
            Portion::First => opened.unreadable = 0,
            Portion::Next => request = request.query("after", &opened.next),
        }
        context.request(&mut self.requests, Pending::Entries(opened.id.clone(), asked), request);
    }

    pub(super) fn on_entries(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &BroadcastId,
        asked: Asked,
        answer: Answer,
    ) {
        let Some(opened) = self.opened.as_mut().filter(|opened| opened.id == *id && opened.loader.awaits(asked)) else {
            return;
        };
        let event = match answer.read::<BroadcastEntries>() {
            Ok(portion) => {
                let is_last = portion.next.is_empty();
                opened.take(context, portion);
                if is_last { ListEvent::ArrivedLast } else { ListEvent::Arrived }
            }
            Err(answer) => ListEvent::of_failure(context, &answer),
        };
        let step = opened.loader.after(event);
        if opened.loader.is_complete() {
            opened.early.clear();
            opened.read_at = Some(context.server_now());
            context.report_unreadable(ItemList::BroadcastEntries, opened.unreadable);
        }
        context.dirty(slices::OPENED.key());
        match step.follow(context, timers::ENTRIES.key()) {
            Some(asked) => self.request_entries(context, agent, asked),
            None if event == ListEvent::Arrived => self.apply_entries_event(context, agent, ListEvent::More),
            None => {}
        }
    }

    /// One entry, or every entry, of a list has another status.
    pub fn on_schedule(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        event: BroadcastScheduleEvent,
        number: Option<EventNumber>,
    ) {
        let at = context.happened_at();
        if let Some(opened) = self.opened.as_mut().filter(|opened| opened.id == event.broadcast_id) {
            opened.apply(context, &event, at);
            if opened.loader.is_loading() {
                opened.early.push(Early { event: event.clone(), number: number.clone(), at });
            }
        }
        self.note_event(&event.broadcast_id, number);
        let counts = (event.counts, event.retryable, event.version);
        self.put_counts(context, agent, &event.broadcast_id, counts);
    }

    /// Several entries of a list have another status; an empty event changes nothing (BRD-017).
    pub fn on_schedules(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        event: BroadcastSchedulesEvent,
        number: Option<EventNumber>,
    ) {
        let entries = event.schedules.into_vec();
        if entries.is_empty() {
            return;
        }
        if let Some(opened) = self.opened.as_mut().filter(|opened| opened.id == event.broadcast_id) {
            let search = folded(opened.filter.search.trim());
            for entry in entries {
                opened.put(context, &search, entry);
            }
            context.dirty(slices::ENTRIES.key());
            context.dirty(slices::OPENED.key());
        }
        self.note_event(&event.broadcast_id, number);
        let counts = (event.counts, event.retryable, event.version);
        self.put_counts(context, agent, &event.broadcast_id, counts);
    }

    /// Chooses which entries are shown.
    pub fn filter_entries(&mut self, context: &mut Context, group: EntryGroup, reason: String, search: String) {
        if let Some(opened) = &mut self.opened {
            opened.filter = EntryFilter { group, reason, search };
            opened.arrange_all();
            context.dirty(slices::ENTRIES.key());
            context.dirty(slices::OPENED.key());
        }
    }
}

impl Opened {
    fn take(&mut self, context: &mut Context, portion: BroadcastEntries) {
        let search = folded(self.filter.search.trim());
        self.next = portion.next;
        self.unreadable += portion.data.unreadable;
        for mut entry in portion.data.into_vec() {
            for Early { event, number, at } in &self.early {
                let is_later = number.as_ref().is_none_or(|number| {
                    !number.is_comparable(&portion.epoch) || number.is_after(portion.as_of_seq, &portion.epoch)
                });
                if is_later && let Some(new) = Self::updated(&entry, event, *at) {
                    entry = new;
                }
            }
            self.put(context, &search, entry);
        }
        context.dirty(slices::ENTRIES.key());
    }

    fn apply(&mut self, context: &mut Context, event: &BroadcastScheduleEvent, at: Wall) {
        let search = folded(self.filter.search.trim());
        let changed: Vec<BroadcastEntry> = match event.update {
            ScheduleUpdate::Default => {
                self.entries.values().filter_map(|entry| Self::updated(entry, event, at)).collect()
            }
            ScheduleUpdate::UpdateSchedule => {
                let entry = self.entry(&event.schedule_id);
                entry.and_then(|entry| Self::updated(entry, event, at)).into_iter().collect()
            }
        };
        for entry in changed {
            self.put(context, &search, entry);
        }
        context.dirty(slices::ENTRIES.key());
        context.dirty(slices::OPENED.key());
    }
}
