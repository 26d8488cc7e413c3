//! Search in a conversation (WAP-063 to WAP-067, BEY-060). Where the channel has a request for it, the server searches,
//! also in earlier attendances of the customer; otherwise the core loads the whole thread and searches it.

use super::conversation_facts::facts_of;
use super::machine::{Conversation, Exit, Pending};
use super::thread::Thread;
use super::{slices, timers};
use crate::flow::{Answer, Asked, Context, HttpRequest, List, ListAnswer, ListEvent, Loader, Portion, folded};
use crate::jobs::Jobs;
use crate::wire::{AgentId, Message, Protocol};

/// Results of the server are shown after this delay (WAP-066).
const RESULTS_AFTER_MS: u64 = 1_000;

/// The search of one conversation.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The text.
    pub text: String,
    /// The results, newest first; they are shown when the search is over (WAP-066). An answer to an earlier text is
    /// dropped (WAP-067).
    pub results: List<Message>,
    /// The first results are pending or not shown yet.
    pub searching: bool,
    /// Load state of the thread, if the thread is searched.
    thread: Option<Loader>,
    /// The agent requested the missing messages of the thread.
    wants_thread: bool,
}

impl Search {
    /// Whether further results are pending.
    pub fn is_loading(&self) -> bool {
        match self.thread {
            Some(_) => self.wants_thread,
            None => self.results.is_loading() && !self.searching,
        }
    }

    /// Whether the last results could not be loaded.
    pub fn has_failed(&self) -> bool {
        self.thread.map_or(self.results.has_failed(), |thread| thread.has_failed() && !self.wants_thread)
    }

    /// Whether there are no more results.
    pub fn is_complete(&self) -> bool {
        self.thread.map_or(self.results.is_complete(), |thread| thread.is_complete())
    }
}

impl Conversation {
    /// Searches the messages of the conversation. An empty text only clears the results (WAP-064).
    pub fn search(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, protocol: &Protocol, text: &str) {
        let Some(facts) = facts_of(jobs, protocol) else { return };
        let text = text.trim();
        let search = self.searches.or_default(protocol);
        search.results.clear();
        let results = std::mem::take(&mut search.results);
        *search = Search { text: text.to_owned(), results, searching: !text.is_empty(), ..Search::default() };
        context.cancel_timer(&timers::SEARCH.of(protocol.clone()));
        context.dirty(slices::SEARCH.of(protocol.clone()));
        match facts.rules.and_then(|rules| rules.search_path) {
            _ if text.is_empty() => {}
            Some(_) => self.apply_search_event(context, jobs, agent, protocol, ListEvent::Changed),
            None => self.search_thread(context, jobs, protocol),
        }
    }

    /// Applies an event to the results of the server's search.
    pub fn apply_search_event(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &AgentId,
        protocol: &Protocol,
        event: ListEvent,
    ) {
        let Some((facts, search)) = facts_of(jobs, protocol).zip(self.searches.get_mut(protocol)) else { return };
        let Some(path) = facts.rules.and_then(|rules| rules.search_path) else { return };
        context.dirty(slices::SEARCH.of(protocol.clone()));
        let step = search.results.after(event);
        let Some(asked) = step.follow(context, timers::SEARCH_RETRY.of(protocol.clone())) else { return };
        search.searching = asked.portion == Portion::First;
        let page = search.results.page(asked);
        let request = search_request(path, &search.text, customer_of(jobs, protocol), agent, page);
        context.request(&mut self.requests, Pending::Search(protocol.clone(), asked), request);
    }

    /// Loads the next portion of the results; if the thread is searched, loads its missing messages.
    pub fn search_more(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &AgentId,
        protocol: &Protocol,
    ) -> Option<Exit> {
        let search = self.searches.get_mut(protocol).filter(|search| !search.searching && !search.text.is_empty())?;
        if search.thread.is_none() {
            self.apply_search_event(context, jobs, agent, protocol, ListEvent::More);
            return None;
        }
        if search.wants_thread || search.is_complete() {
            return None;
        }
        search.wants_thread = true;
        context.dirty(slices::SEARCH.of(protocol.clone()));
        Some(Exit::ReadThread(protocol.clone()))
    }

    /// A portion of the thread arrived or its load failed: the results of a search in the thread are updated.
    pub fn search_thread(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let Some((facts, thread)) = facts_of(jobs, protocol).zip(self.threads.get(&protocol.into())) else { return };
        let is_searched_here = facts.rules.is_some_and(|rules| rules.search_path.is_none());
        let Some(search) = self.searches.get_mut(protocol).filter(|search| is_searched_here && !search.text.is_empty())
        else {
            return;
        };
        search.results.give(found_in(thread, &search.text));
        search.searching = thread.loader().is_loading();
        (search.thread, search.wants_thread) = (Some(*thread.loader()), false);
        context.dirty(slices::SEARCH.of(protocol.clone()));
    }

    pub(super) fn on_found(&mut self, context: &mut Context, protocol: &Protocol, asked: Asked, answer: Answer) {
        let Some(search) = self.searches.get_mut(protocol) else { return };
        let answer = ListAnswer::counted(answer).map(|portion| {
            portion.without_known(&search.results, asked, |held, found| held.message_id == found.message_id)
        });
        let Some(step) = search.results.answered(context, asked, answer) else { return };
        step.follow(context, timers::SEARCH_RETRY.of(protocol.clone()));
        if search.searching && search.results.items().is_empty() {
            // The answer is 204 or a failure (WAP-065).
            search.searching = false;
        } else if search.searching {
            context.timer(timers::SEARCH.of(protocol.clone()), RESULTS_AFTER_MS);
        }
        context.dirty(slices::SEARCH.of(protocol.clone()));
    }

    /// Shows the results of the newest search.
    pub fn show_results(&mut self, context: &mut Context, protocol: &Protocol) {
        if let Some(search) = self.searches.get_mut(protocol) {
            search.searching = false;
            context.dirty(slices::SEARCH.of(protocol.clone()));
        }
    }

    /// The search of an attendance; `None` before the first one.
    pub fn search_of(&self, protocol: &Protocol) -> Option<&Search> {
        self.searches.get(protocol)
    }

    pub(super) fn forget_search(&mut self, context: &mut Context, protocol: &Protocol) {
        self.searches.remove(protocol);
        context.dirty(slices::SEARCH.of(protocol.clone()));
    }
}

/// The messages of the thread that contain the text, newest first. A message that the server does not have yet has no
/// id.
fn found_in(thread: &Thread, text: &str) -> Vec<Message> {
    let wanted = folded(text);
    let newest_first = thread.list().ids().rev().filter_map(|id| thread.entry(id)).map(|entry| &entry.message);
    newest_first
        .filter(|message| message.seq > 0 && !message.system_message && folded(&message.message).contains(&wanted))
        .cloned()
        .collect()
}

/// Identifier of the customer in the requests about messages; empty if there is no such attendance.
fn customer_of<'a>(jobs: &'a Jobs, protocol: &Protocol) -> &'a str {
    jobs.get(protocol).map_or("", |job| &job.server().contact_identifier)
}

fn search_request(path: &'static str, text: &str, customer: &str, agent: &AgentId, page: u32) -> HttpRequest {
    HttpRequest::get(path)
        .query("message", text)
        .query("contactIdentifier", customer)
        .query("agentId", agent)
        .query("page", page)
}
