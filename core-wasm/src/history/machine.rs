//! Loads the history.

use super::range::{Range, RangeFault, date_of};
use super::recordings::Recording;
use super::registry::NAME;
use super::{HistoryFilter, slices, timers};
use crate::conversation::Thread;
use crate::flow::{
    Answer, Asked, Context, Entity, EntityKind, HttpRequest, ItemList, List, ListAnswer, ListEvent, Loader, RequestId,
    Requests, SortedSet, Table, TimeZone, path,
};
use crate::wire::{AgentId, HistoryEntry, JobTag, ListBody, Message, Protocol};

/// Attendances per portion of the list.
pub(super) const ATTENDANCES_PER_PORTION: u32 = 25;
/// The greatest number of messages in one answer of the server.
const MESSAGES_PER_ANSWER: usize = 500;
/// Attendances per portion of a contact or a company.
const ATTENDANCES_PER_PORTION_OF_CONTACT: u32 = 20;

pub(super) enum Pending {
    /// A portion of the list.
    Page(Asked),
    /// A portion of the attendances of a contact or a company.
    Of(Entity, Asked),
    Messages(Protocol, Asked),
    /// The recordings of an opened call.
    Recordings(Protocol),
    /// The addresses of one recording.
    Playback(Protocol, String),
}

/// The chosen values of the list and its last answer.
#[derive(Default)]
pub(super) struct HistoryList {
    /// The range as the agent chose it; it may be refused.
    pub chosen: Range,
    /// The day on which the range was chosen.
    pub today: String,
    /// The day of `today` as a number.
    day: i64,
    /// The agent's time zone, by whose clock days are counted.
    zone: TimeZone,
    pub fault: Option<RangeFault>,
    /// The last accepted range.
    range: Range,
    pub filter: HistoryFilter,
    pub text: String,
    /// The rows of the shown portion; the number of the portion is part of the request.
    pub rows: List<HistoryEntry>,
    /// The number of the shown portion.
    pub page: u32,
    /// The number of the portion that was chosen last.
    wanted: u32,
    /// Names of the qualifications in the loaded attendances.
    pub qualifications: SortedSet<String>,
}

/// An attendance that the agent opened.
pub(super) struct Opened {
    pub entry: HistoryEntry,
    pub loader: Loader,
    pub thread: Thread,
    /// Recordings of an opened call, which only supervisors see.
    pub recordings: Vec<Recording>,
}

/// The history.
pub struct History {
    pub(super) list: HistoryList,
    /// The attendances of contacts and companies.
    pub(super) of: Table<List<HistoryEntry>>,
    pub(super) opened: Table<Opened>,
    /// An attendance that the agent chose in another list.
    given: Option<HistoryEntry>,
    pub(super) requests: Requests<Pending>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            list: HistoryList::default(),
            of: Table::default(),
            opened: Table::default(),
            given: None,
            requests: Requests::new(NAME),
        }
    }
}

impl History {
    /// The agent went to the page of the history. It is loaded at each visit, because attendances end meanwhile; the
    /// rows of the last visit are shown until the answer. The default range follows the present day.
    pub fn open(&mut self, context: &mut Context, zone: &TimeZone) {
        let is_rolling = self.list.chosen == Range::default() || self.list.chosen == Range::last_days(self.list.day);
        let today = self.set_today(context, zone);
        let mut page = self.list.wanted;
        if is_rolling {
            let range = Range::last_days(today);
            if self.list.range != range {
                page = 1;
            }
            self.list.chosen.clone_from(&range);
            self.list.range = range;
            self.list.fault = None;
        }
        self.ask(context, page);
    }

    /// Chooses the range of dates; a refused one leaves the list as it is.
    pub fn set_range(&mut self, context: &mut Context, range: Range, zone: &TimeZone) {
        self.set_today(context, zone);
        self.list.fault = range.fault(&self.list.today);
        self.list.chosen = range;
        if self.list.fault.is_none() && self.list.chosen != self.list.range {
            self.list.range = self.list.chosen.clone();
            self.ask(context, 1);
        }
    }

    /// Sets the present day; returns its number.
    fn set_today(&mut self, context: &mut Context, zone: &TimeZone) -> i64 {
        let now = context.server_now();
        let today = zone.day(now);
        self.list.day = today;
        self.list.today = date_of(today);
        self.list.zone.clone_from(zone);
        context.dirty(slices::PAGE.key());
        today
    }

    /// Chooses which attendances the list shows.
    pub fn set_filter(&mut self, context: &mut Context, filter: HistoryFilter) {
        if self.list.filter != filter {
            self.list.filter = filter;
            self.ask(context, 1);
        }
    }

    /// The agent changes the text of the search.
    pub fn search(&mut self, context: &mut Context, text: String) {
        let is_same = self.list.text.trim() == text.trim();
        self.list.text = text;
        if !is_same {
            self.list.wanted = 1;
            self.apply_list_event(context, ListEvent::Typed);
        }
        context.dirty(slices::PAGE.key());
    }

    /// Loads a portion of the list; it replaces the shown one.
    pub fn ask(&mut self, context: &mut Context, page: u32) {
        self.list.wanted = page.max(1);
        self.apply_list_event(context, ListEvent::Changed);
    }

    /// Applies an event to the list.
    pub fn apply_list_event(&mut self, context: &mut Context, event: ListEvent) {
        let list = &mut self.list;
        context.dirty(slices::PAGE.key());
        if list.range == Range::default() {
            return;
        }
        let Some(asked) = list.rows.after(event).follow(context, timers::SEARCH.key()) else { return };
        let (begins, ends) = list.range.utc_offsets(&list.zone);
        let request = HttpRequest::get("agents/history")
            .query("initial_date", &list.range.from)
            .query("final_date", &list.range.to)
            .query("utc_offset", begins);
        let request = if ends == begins { request } else { request.query("utc_offset_end", ends) };
        let optional = [
            ("channel", list.filter.channel.as_str()),
            ("qualification", list.filter.qualification.as_str()),
            ("search", list.text.trim()),
        ];
        let filled = optional.into_iter().filter(|(_, value)| !value.is_empty());
        let request = filled.fold(request, |request, (name, value)| request.query(name, value));
        let request = request.query("page", list.wanted).query("per_page", ATTENDANCES_PER_PORTION);
        context.request(&mut self.requests, Pending::Page(asked), request);
    }

    /// Applies an event to the attendances of a contact or a company.
    pub fn load_of(&mut self, context: &mut Context, entity: Entity, event: ListEvent) {
        let (route, field) = match entity.kind {
            EntityKind::Attendance => return,
            EntityKind::Contact => ("contacts/history", "contact_id"),
            EntityKind::Employer => ("employers/history", "employer_id"),
        };
        let list = self.of.or_default(&entity.name());
        if let Some(asked) = list.after(event).follow(context, timers::OF.of(entity.clone())) {
            let request = HttpRequest::get(route)
                .query(field, &entity.id)
                .query("per_page", ATTENDANCES_PER_PORTION_OF_CONTACT)
                .query("current_page", list.page(asked));
            context.request(&mut self.requests, Pending::Of(entity.clone(), asked), request);
        }
        context.dirty(slices::OF.of(entity));
    }

    /// Opens an attendance that another list showed.
    pub fn open_given(&mut self, context: &mut Context, entry: HistoryEntry) {
        let protocol = entry.protocol.clone();
        self.given = Some(entry);
        self.open_entry(context, &protocol);
    }

    /// Opens an attendance of a loaded list and loads its messages; a call has none.
    pub fn open_entry(&mut self, context: &mut Context, protocol: &Protocol) {
        let Some(entry) = self.find(protocol).cloned() else { return };
        let event = if entry.has_messages { ListEvent::Reopened } else { ListEvent::Given };
        match self.opened.get_mut(protocol) {
            Some(opened) => opened.entry = entry,
            None => {
                let (loader, thread) = (Loader::default(), Thread::default());
                let opened = Opened { entry, loader, thread, recordings: Vec::new() };
                self.opened.insert(protocol.0.clone(), opened);
            }
        }
        self.apply_messages_event(context, protocol, event);
    }

    /// Applies an event to the messages of an opened attendance. The request asks for the messages after the loaded ones.
    pub fn apply_messages_event(&mut self, context: &mut Context, protocol: &Protocol, event: ListEvent) {
        context.dirty(slices::ENTRY.of(protocol.as_str().into()));
        let Some(Opened { entry, loader, thread, .. }) = self.opened.get_mut(protocol) else { return };
        let Some(asked) = loader.after(event).follow(context, timers::ENTRY.of(protocol.0.clone())) else { return };
        let contact = if entry.contact_id.is_empty() { &entry.contact_identifier } else { entry.contact_id.as_str() };
        let request = HttpRequest::get(path!["contacts", contact, "messages", "db"])
            .query("protocol", protocol)
            .query("after", thread.last_seq());
        context.request(&mut self.requests, Pending::Messages(protocol.clone(), asked), request);
    }

    /// Closes an opened attendance.
    pub fn close_entry(&mut self, context: &mut Context, protocol: &Protocol) {
        let is_of = |pending: &Pending| match pending {
            Pending::Messages(of, _) | Pending::Recordings(of) | Pending::Playback(of, _) => of == protocol,
            Pending::Page(_) | Pending::Of(..) => false,
        };
        self.requests.forget(is_of);
        context.cancel_timer(&timers::ENTRY.of(protocol.0.clone()));
        self.opened.remove(protocol);
        context.dirty(slices::ENTRY.of(protocol.as_str().into()));
    }

    fn find(&self, protocol: &Protocol) -> Option<&HistoryEntry> {
        let of_entities = self.of.values().flat_map(List::items);
        self.list.rows.items().iter().chain(of_entities).chain(&self.given).find(|entry| entry.protocol == *protocol)
    }

    /// The server saved the tags of an attendance.
    pub fn set_tags(&mut self, context: &mut Context, protocol: &str, tags: &[JobTag]) {
        let set = |entry: &mut HistoryEntry| {
            let found = entry.protocol.as_str() == protocol;
            if found {
                entry.tags = tags.to_vec();
            }
            found
        };
        if self.list.rows.items_mut().iter_mut().any(set) {
            context.dirty(slices::PAGE.key());
        }
        if self.opened.get_mut(protocol).is_some_and(|opened| set(&mut opened.entry)) {
            context.dirty(slices::ENTRY.of(protocol.into()));
        }
        for entity in self.entities().collect::<Vec<_>>() {
            let history = self.of.get_mut(&entity.name());
            if history.is_some_and(|list| list.items_mut().iter_mut().any(set)) {
                context.dirty(slices::OF.of(entity));
            }
        }
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) {
        match self.requests.take(request) {
            Some(Pending::Page(asked)) => {
                let list = &mut self.list;
                let Some(step) = list.rows.answered(context, asked, ListAnswer::whole(answer)) else { return };
                step.follow(context, timers::SEARCH.key());
                context.dirty(slices::PAGE.key());
                if list.rows.is_complete() {
                    list.rows.shown(context, ItemList::History);
                    list.page = list.wanted;
                    let names = list.rows.items().iter().map(|row| &row.qualification);
                    list.qualifications.extend(names.filter(|name| !name.is_empty()).cloned());
                }
            }
            Some(Pending::Of(entity, asked)) => {
                let Some(list) = self.of.get_mut(&entity.name()) else { return };
                let answer = ListAnswer::counted(answer).map(|portion: ListAnswer<HistoryEntry>| {
                    portion.without_known(list, asked, |held, entry| held.protocol == entry.protocol)
                });
                if let Some(step) = list.answered(context, asked, answer) {
                    list.shown(context, ItemList::HistoryOf);
                    step.follow(context, timers::OF.of(entity.clone()));
                    context.dirty(slices::OF.of(entity));
                }
            }
            Some(Pending::Messages(protocol, asked)) => {
                let Some(Opened { loader, thread, .. }) = self.opened.get_mut(&protocol) else { return };
                if !loader.awaits(asked) {
                    return;
                }
                let event = match answer.read::<ListBody<Message>>() {
                    Err(answer) => ListEvent::of_failure(context, &answer),
                    Ok(list) => {
                        let messages = list.data.into_vec();
                        let is_full = messages.len() >= MESSAGES_PER_ANSWER;
                        let new = thread.take_page(context, &protocol, messages);
                        if is_full && !new.is_empty() { ListEvent::Arrived } else { ListEvent::ArrivedLast }
                    }
                };
                self.apply_messages_event(context, &protocol, event);
                if event == ListEvent::Arrived {
                    // All messages are loaded.
                    self.apply_messages_event(context, &protocol, ListEvent::More);
                }
            }
            Some(Pending::Recordings(protocol)) => self.recordings_answered(context, &protocol, answer),
            Some(Pending::Playback(protocol, id)) => self.playback_answered(context, &protocol, &id, answer),
            None => {}
        }
    }

    /// Loads the portion that was requested last again.
    pub fn reload(&mut self, context: &mut Context) {
        self.apply_list_event(context, ListEvent::Changed);
    }

    /// Protocols of the opened attendances.
    pub fn opened(&self) -> impl Iterator<Item = &str> {
        self.opened.keys()
    }

    /// The opened attendances whose notes the viewer may read: all that have ended and the viewer's own; of an open
    /// attendance of another agent only a supervisor may read them.
    pub fn opened_with_notes(&self, viewer: &AgentId, is_supervisor: bool) -> impl Iterator<Item = Protocol> {
        let may_read = move |entry: &HistoryEntry| is_supervisor || entry.end.is_some() || entry.agent_id == *viewer;
        self.opened
            .values()
            .map(|opened| &opened.entry)
            .filter(move |entry| may_read(entry))
            .map(|entry| entry.protocol.clone())
    }

    /// The contacts and companies whose attendances were requested.
    pub fn entities(&self) -> impl Iterator<Item = Entity> {
        self.of.keys().filter_map(Entity::read)
    }
}
