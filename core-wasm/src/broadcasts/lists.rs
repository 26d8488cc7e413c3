//! The agent's lists: loaded when the page opens, kept by events, and ordered newest first (BRD-021). Of two states of a list the one with the
//! greater version is known, whether an answer or an event contained it. Events about entries contain only the counts, and may arrive before an
//! earlier event about the list: the counts have a version of their own.

use super::machine::{Broadcasts, Exit, Pending};
use super::phase::CreationEvent;
use super::policy::BroadcastWord;
use super::{slices, timers};
use crate::flow::{
    Answer, Asked, Context, EventNumber, Fresh, HttpRequest, ItemList, ListEvent, ListState, Loader, OrderedList, Rank,
    SliceKey, Table, folded, path,
};
use crate::session::ActingAgent;
use crate::wire::{BroadcastCounts, BroadcastId, BroadcastList, BroadcastLists, BroadcastStatusEvent, Name, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// Which lists are shown, by their word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BroadcastTab {
    /// Every list.
    #[default]
    All,
    /// Queued, sending and paused lists.
    Current,
    /// Planned lists.
    Planned,
    /// Complete and cancelled lists.
    Ended,
}

impl BroadcastTab {
    /// The tab, besides `All`, that shows lists with this word.
    pub(super) fn of(word: BroadcastWord) -> Self {
        match word {
            BroadcastWord::Planned => Self::Planned,
            BroadcastWord::Queued | BroadcastWord::Sending | BroadcastWord::Paused => Self::Current,
            BroadcastWord::Complete | BroadcastWord::Cancelled => Self::Ended,
        }
    }
}

/// Which lists are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastFilter {
    /// Part of the name of a list, of its group or of its template; empty: every list.
    pub search: String,
    /// The tab.
    pub tab: BroadcastTab,
}

impl BroadcastFilter {
    /// Whether the search finds the list.
    pub(super) fn finds(&self, list: &BroadcastList) -> bool {
        let search = folded(self.search.trim());
        let texts = [&list.name, &list.attendance_group_name, &list.campaign_name, &list.template_name];
        search.is_empty() || texts.into_iter().any(|text| folded(text).contains(&search))
    }
}

/// A list and its word at present.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub list: BroadcastList,
    pub word: BroadcastWord,
    /// The version of the counts in `list`, which may be greater than its own.
    counts_version: u64,
}

/// The agent's lists.
#[derive(Default)]
pub(super) struct Lists {
    pub loader: Loader,
    /// The lists were loaded once.
    pub is_known: bool,
    pub items: Table<Known>,
    pub order: OrderedList,
    pub filter: BroadcastFilter,
    /// When the lists were loaded last.
    pub read_at: Option<Wall>,
    /// The list that the agent created last.
    pub created: Option<BroadcastId>,
    fresh: Fresh<BroadcastId>,
}

impl Lists {
    pub fn is_begun(&self) -> bool {
        self.loader.state() != ListState::NotAsked
    }

    pub fn get(&self, id: &BroadcastId) -> Option<&Known> {
        self.items.get(id.as_str())
    }

    fn arrange(&mut self, id: &str) {
        let name = Name::from(id);
        let known = self.items.get(id);
        let is_in_tab = |word| [BroadcastTab::All, BroadcastTab::of(word)].contains(&self.filter.tab);
        match known.filter(|known| is_in_tab(known.word) && self.filter.finds(&known.list)) {
            Some(known) => {
                self.order.put(&name, Rank::new(u64::MAX - Rank::moment(known.list.created_at), 0));
            }
            None => {
                self.order.remove(&name);
            }
        }
    }
}

impl Broadcasts {
    /// Applies an event to the load of the lists.
    pub fn apply_lists_event(&mut self, context: &mut Context, agent: &ActingAgent, event: ListEvent) {
        context.dirty(slices::BROADCASTS.key());
        let Some(asked) = self.lists.loader.after(event).follow(context, timers::LISTS.key()) else { return };
        self.request_lists(context, agent, asked);
    }

    fn request_lists(&mut self, context: &mut Context, agent: &ActingAgent, asked: Asked) {
        self.lists.fresh.begin();
        let request = HttpRequest::get(path!["broadcast", "whatsapp", "agent", agent.agent_id]);
        context.request(&mut self.requests, Pending::Lists(asked), request);
    }

    pub(super) fn on_lists(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        asked: Asked,
        answer: Answer,
    ) -> Vec<Exit> {
        if !self.lists.loader.awaits(asked) {
            return Vec::new();
        }
        let mut is_again = false;
        let event = match answer.read::<BroadcastLists>() {
            Ok(answer) => {
                is_again = self.take_lists(context, answer);
                ListEvent::ArrivedLast
            }
            Err(answer) => {
                self.lists.fresh.fail();
                ListEvent::of_failure(context, &answer)
            }
        };
        let step = self.lists.loader.after(event);
        if let Some(asked) = step.follow(context, timers::LISTS.key()) {
            self.request_lists(context, agent, asked);
        } else if is_again {
            self.apply_lists_event(context, agent, ListEvent::NeededAfresh);
        }
        context.dirty(slices::BROADCASTS.key());
        let found = match (event, self.lists.loader.state()) {
            // The answer may be older than the lost answer if another one follows.
            (ListEvent::ArrivedLast, ListState::Ready) => Some(CreationEvent::NotFound),
            (ListEvent::Refused, _) => Some(CreationEvent::ListsRefused),
            _ => None,
        };
        self.look_for_created(context, agent, found)
    }

    /// Returns whether the lists have to be loaded again, because the age of the answer is unknown.
    fn take_lists(&mut self, context: &mut Context, answer: BroadcastLists) -> bool {
        let freshness = self.lists.fresh.answer(answer.as_of_seq, &answer.epoch);
        let listed = context.items(ItemList::Broadcasts, answer.data);
        let is_listed = |id: &str| listed.iter().any(|list| list.id.as_str() == id);
        let known = self.lists.items.keys().map(BroadcastId::from);
        let gone: Vec<BroadcastId> = known.filter(|id| !is_listed(id.as_str()) && freshness.applies_to(id)).collect();
        for id in gone {
            self.lists.items.remove(id.as_str());
            self.lists.arrange(id.as_str());
            self.mark_list(context, &id);
            self.follow_halt(context);
        }
        for list in listed {
            self.put_list(context, list);
        }
        self.lists.is_known = true;
        self.lists.read_at = Some(context.server_now());
        freshness.is_again()
    }

    /// Takes a state of a list, unless a later one is known.
    pub(super) fn put_list(&mut self, context: &mut Context, mut list: BroadcastList) {
        let known = self.lists.get(&list.id);
        if list.id.is_empty() || known.is_some_and(|known| known.list.version >= list.version) {
            return;
        }
        let mut counts_version = list.version;
        if let Some(later) = known.filter(|known| known.counts_version > list.version) {
            (list.counts, list.retryable) = (later.list.counts, later.list.retryable);
            counts_version = later.counts_version;
        }
        let (id, word) = (list.id.clone(), BroadcastWord::of(&list, context.server_now()));
        self.lists.items.insert(id.as_str(), Known { list, word, counts_version });
        self.changed(context, &id);
    }

    /// The counts of a list after a change of its entries. Without the list, all lists are loaded again.
    pub(super) fn put_counts(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &BroadcastId,
        (counts, retryable, version): (BroadcastCounts, u32, u64),
    ) {
        match self.lists.items.get_mut(id.as_str()) {
            Some(known) if known.counts_version < version => {
                (known.list.counts, known.list.retryable, known.counts_version) = (counts, retryable, version);
                self.changed(context, id);
            }
            Some(_) => {}
            None => self.apply_lists_event(context, agent, ListEvent::NeededAfresh),
        }
    }

    fn changed(&mut self, context: &mut Context, id: &BroadcastId) {
        self.lists.arrange(id.as_str());
        self.mark_list(context, id);
        self.follow_halt(context);
        self.follow_starts(context);
    }

    pub(super) fn mark_list(&self, context: &mut Context, id: &BroadcastId) {
        context.dirty(slices::CARD.of(id.clone()));
        context.dirty(slices::ORDER.key());
        context.dirty(slices::BROADCASTS.key());
        if self.opened.as_ref().is_some_and(|opened| opened.id == *id) {
            context.dirty(slices::OPENED.key());
        }
    }

    /// The word of a planned list changes at the start of its sending; also after the clock was set.
    pub fn follow_starts(&mut self, context: &mut Context) {
        let now = context.server_now();
        let word = |known: &Known| BroadcastWord::of(&known.list, now);
        let items = &self.lists.items;
        let ids = items.keys().filter(|id| items.get(*id).is_some_and(|known| word(known) != known.word));
        let ids: Vec<BroadcastId> = ids.map(BroadcastId::from).collect();
        for id in ids {
            if let Some(known) = self.lists.items.get_mut(id.as_str()) {
                known.word = word(known);
            }
            self.lists.arrange(id.as_str());
            self.mark_list(context, &id);
        }
        let planned = self.lists.items.values().filter(|known| known.word == BroadcastWord::Planned);
        match planned.map(|known| known.list.starts_at.since_ms(now)).min() {
            Some(ms) => context.timer(timers::START.key(), u64::try_from(ms).unwrap_or_default()),
            None => context.cancel_timer(&timers::START.key()),
        }
    }

    /// Notes an event about a list, so that an older answer does not remove the list.
    pub(super) fn note_event(&mut self, id: &BroadcastId, number: Option<EventNumber>) {
        self.lists.fresh.event(id.clone(), number);
    }

    /// A list was created, began, was paused, resumed or cancelled, or is complete.
    pub fn on_status(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        event: BroadcastStatusEvent,
        number: Option<EventNumber>,
    ) -> Vec<Exit> {
        let mut list = event.broadcast;
        list.status = event.status;
        self.note_event(&list.id, number);
        self.put_list(context, list);
        self.look_for_created(context, agent, None)
    }

    /// Chooses which lists are shown.
    pub fn filter_lists(&mut self, context: &mut Context, filter: BroadcastFilter) {
        self.lists.filter = filter;
        let ids: Vec<Name> = self.lists.items.keys().map(Name::from).collect();
        for id in ids {
            self.lists.arrange(&id);
        }
        context.dirty(slices::ORDER.key());
        context.dirty(slices::BROADCASTS.key());
    }

    /// Keys of the existing slices that have identifiers.
    pub fn live_keys(&self) -> Vec<SliceKey> {
        let cards = self.lists.items.keys().map(|id| slices::CARD.of(id.into()));
        let entries = self.opened.iter().flat_map(|opened| opened.keys());
        let contacts = self.contact_keys().filter(|_| self.creation.open).map(|key| slices::CONTACT.of(key));
        cards.chain(entries).chain(contacts).collect()
    }
}
