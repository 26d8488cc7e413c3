//! What the agent reads beside the thread: search in the conversation, its media, and messages of earlier attendances
//! (WAP-063 to WAP-068, CTC-038).

use super::machine::{Pending, WhatsApp};
use super::{slices, timers};
use crate::flow::{Answer, Context, HttpCall, path};
use crate::jobs::Jobs;
use crate::wire::{AgentId, ListBody, Message, Protocol, WhatsAppMedia};

/// Results show this long after their answer (WAP-066).
const RESULTS_AFTER_MS: u64 = 1_000;

/// The search of one conversation.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    pub text: String,
    /// Number of the newest request: an answer to an earlier one is dropped (WAP-067).
    number: u64,
    /// The results, newest first; they show as soon as the search is over (WAP-066).
    pub pages: Pages<Message>,
    /// The first page is under way or does not show yet.
    pub searching: bool,
}

/// Pages of a list that the agent reads one after another.
#[derive(Clone, Debug)]
pub(super) struct Pages<T> {
    pub items: Vec<T>,
    pub page: u32,
    pub loading: bool,
    pub failed: bool,
    pub complete: bool,
}

impl<T> Default for Pages<T> {
    fn default() -> Self {
        Self { items: Vec::new(), page: 0, loading: false, failed: false, complete: false }
    }
}

impl<T> Pages<T> {
    /// Whether the next page has to be requested.
    fn begin(&mut self) -> bool {
        let wanted = !self.loading && !self.complete;
        self.loading |= wanted;
        self.failed &= !wanted;
        wanted
    }

    /// Begins again with the first page; the items stay until it arrives.
    fn restart(&mut self) {
        // The first page that is under way is as new.
        if self.page > 0 || !self.loading {
            *self = Self { items: std::mem::take(&mut self.items), ..Self::default() };
        }
    }

    /// An empty page is behind the last one.
    fn take(&mut self, items: Option<Vec<T>>) -> bool {
        self.loading = false;
        self.failed = items.is_none();
        let items = items.unwrap_or_default();
        self.complete = !self.failed && items.is_empty();
        if self.page == 0 && !self.failed {
            self.items.clear();
        }
        self.page += u32::from(!self.failed);
        self.items.extend(items);
        self.failed
    }
}

impl WhatsApp {
    /// Searches the messages of the conversation. An empty text only empties the results (WAP-064).
    pub fn search(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, protocol: &Protocol, text: &str) {
        let Some(job) = jobs.get(protocol) else { return };
        let text = text.trim();
        let search = self.searches.or_default(protocol);
        *search = Search { number: search.number + 1, text: text.to_owned(), ..Search::default() };
        search.searching = !text.is_empty();
        let number = search.number;
        context.cancel_timer(&timers::SEARCH.of(protocol.clone()));
        context.dirty(slices::SEARCH.of(protocol.clone()));
        if !text.is_empty() {
            let call = search_call(text, &job.server().contact_identifier, agent, 1);
            context.call(&mut self.calls, Pending::Search(protocol.clone(), number), call);
        }
    }

    /// Loads the next page of the results.
    pub fn search_more(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, protocol: &Protocol) {
        let Some((job, search)) = jobs.get(protocol).zip(self.searches.get_mut(protocol)) else { return };
        if !search.searching && search.pages.page > 0 && search.pages.begin() {
            let page = search.pages.page + 1;
            let call = search_call(&search.text, &job.server().contact_identifier, agent, page);
            let pending = Pending::Search(protocol.clone(), search.number);
            context.call(&mut self.calls, pending, call);
        }
        context.dirty(slices::SEARCH.of(protocol.clone()));
    }

    pub(super) fn on_found(&mut self, context: &mut Context, protocol: &Protocol, number: u64, answer: Answer) {
        let Some(search) = self.searches.get_mut(protocol).filter(|search| search.number == number) else { return };
        let found = found_page(answer);
        let total = found.as_ref().map_or(0, |(_, total)| *total);
        let mut messages = found.map(|(messages, _)| messages);
        if search.searching {
            let messages = messages.unwrap_or_default();
            if messages.is_empty() {
                // 204, or a failure (WAP-065).
                search.searching = false;
            } else {
                context.timer(timers::SEARCH.of(protocol.clone()), RESULTS_AFTER_MS);
            }
            search.pages.take(Some(messages));
        } else {
            let is_last = messages.as_ref().is_some_and(Vec::is_empty);
            // Messages that arrived meanwhile have moved earlier ones to this page.
            if let Some(messages) = &mut messages {
                messages.retain(|message| search.pages.items.iter().all(|held| held.message_id != message.message_id));
            }
            search.pages.take(messages);
            search.pages.complete = is_last;
        }
        search.pages.complete |= total > 0 && search.pages.items.len() >= total as usize;
        context.dirty(slices::SEARCH.of(protocol.clone()));
    }

    /// The results of the newest search show.
    pub fn show_results(&mut self, context: &mut Context, protocol: &Protocol) {
        if let Some(search) = self.searches.get_mut(protocol) {
            search.searching = false;
            context.dirty(slices::SEARCH.of(protocol.clone()));
        }
    }

    /// The agent opens the media of the conversation: they are loaded from the first page, with those that are new.
    pub fn open_media(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        if jobs.get(protocol).is_some() {
            self.galleries.or_default(protocol).restart();
        }
        self.load_media(context, jobs, protocol);
    }

    /// Loads the next page of the media of the conversation's customer (API-106).
    pub fn load_media(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol) else { return };
        let gallery = self.galleries.or_default(protocol);
        if gallery.begin() {
            let call = HttpCall::get("contacts/media/whatsapp")
                .query("contactIdentifier", &job.server().contact_identifier)
                .query("page", gallery.page + 1);
            context.call(&mut self.calls, Pending::Gallery(protocol.clone(), gallery.page + 1), call);
        }
        context.dirty(slices::MEDIA.of(protocol.clone()));
    }

    pub(super) fn on_media(&mut self, context: &mut Context, protocol: &Protocol, page: u32, answer: Answer) {
        // A page of before the gallery was opened again is no part of it.
        if let Some(gallery) = self.galleries.get_mut(protocol).filter(|gallery| gallery.page + 1 == page) {
            gallery.take(answer.read::<ListBody<WhatsAppMedia>>().ok().map(|list| list.data.into_vec()));
            context.dirty(slices::MEDIA.of(protocol.clone()));
        }
    }

    /// Loads messages before the oldest one held (API-090); earlier attendances have protocols of their own.
    pub fn load_earlier(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let Some(job) = jobs.get(protocol) else { return };
        let earlier = self.earlier.or_default(protocol);
        if earlier.begin() {
            let thread = job.thread();
            let first = thread.list().ids().find_map(|id| thread.entry(id)).map(|entry| &entry.message);
            let oldest = earlier.items.last().or(first);
            let (id, before) = oldest.map_or((protocol, 1), |message| (&message.protocol, message.seq.max(1)));
            let call = HttpCall::get(path!["whatsapp", "messages", id]).query("before", before);
            context.call(&mut self.calls, Pending::Earlier(protocol.clone()), call);
        }
        context.dirty(slices::EARLIER.of(protocol.clone()));
    }

    pub(super) fn on_earlier(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) {
        if let Some(earlier) = self.earlier.get_mut(protocol) {
            let newest_first = answer.read::<ListBody<Message>>().ok().map(|list| {
                let mut messages = list.data.into_vec();
                messages.sort_by_key(|message| std::cmp::Reverse((message.time, message.seq)));
                messages
            });
            earlier.take(newest_first);
            context.dirty(slices::EARLIER.of(protocol.clone()));
        }
    }
}

fn search_call(text: &str, customer: &str, agent: &AgentId, page: u32) -> HttpCall {
    HttpCall::get("whatsapp/messages/search")
        .query("message", text)
        .query("contactIdentifier", customer)
        .query("agentId", agent)
        .query("page", page)
}

/// A page of results and the number of all results; 204 is an empty page, `None` a failed call.
fn found_page(answer: Answer) -> Option<(Vec<Message>, u32)> {
    match &answer {
        Answer::Ok(body) if body.expose().is_empty() => Some((Vec::new(), 0)),
        _ => answer.read::<ListBody<Message>>().ok().map(|list| (list.data.into_vec(), list.total)),
    }
}
