//! Search in a conversation (WAP-063 to WAP-067, BEY-060): by the server where the channel has a call for it, which also reads
//! earlier attendances of the customer, else in the thread, which the core loads whole.

use super::conversation_facts::facts_of;
use super::loading::Loading;
use super::machine::{Conversation, Exit, Pending};
use super::pages::Pages;
use super::thread::Thread;
use super::{slices, timers};
use crate::flow::{Answer, Context, HttpCall, folded};
use crate::jobs::Jobs;
use crate::wire::{AgentId, ListBody, Message, Protocol};

/// Results of the server show this long after their answer (WAP-066).
const RESULTS_AFTER_MS: u64 = 1_000;

/// The search of one conversation.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The text.
    pub text: String,
    /// Number of the newest request: an answer to an earlier one is dropped (WAP-067).
    number: u64,
    /// The results, newest first; they show as soon as the search is over (WAP-066).
    pub pages: Pages<Message>,
    /// The first page is under way or does not show yet.
    pub searching: bool,
}

impl Conversation {
    /// Searches the messages of the conversation. An empty text only empties the results (WAP-064).
    pub fn search(&mut self, context: &mut Context, jobs: &Jobs, agent: &AgentId, protocol: &Protocol, text: &str) {
        let Some(facts) = facts_of(jobs, protocol) else { return };
        let text = text.trim();
        let search = self.searches.or_default(protocol);
        *search = Search { number: search.number + 1, text: text.to_owned(), ..Search::default() };
        search.searching = !text.is_empty();
        let number = search.number;
        context.cancel_timer(&timers::SEARCH.of(protocol.clone()));
        context.dirty(slices::SEARCH.of(protocol.clone()));
        match facts.rules.and_then(|rules| rules.search_path) {
            _ if text.is_empty() => {}
            Some(path) => {
                let call = search_call(path, text, customer_of(jobs, protocol), agent, 1);
                context.call(&mut self.calls, Pending::Search(protocol.clone(), number), call);
            }
            None => self.search_thread(context, jobs, protocol),
        }
    }

    /// Loads the next page of the results; where the thread is searched, the messages of the thread that are missing.
    pub fn search_more(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        agent: &AgentId,
        protocol: &Protocol,
    ) -> Option<Exit> {
        let (facts, search) = facts_of(jobs, protocol).zip(self.searches.get_mut(protocol))?;
        let path = facts.rules.and_then(|rules| rules.search_path);
        let is_wanted = !search.searching && search.pages.page > 0 && search.pages.begin();
        context.dirty(slices::SEARCH.of(protocol.clone()));
        if !is_wanted {
            return None;
        }
        let Some(path) = path else { return Some(Exit::ReadThread(protocol.clone())) };
        let page = search.pages.page + 1;
        let call = search_call(path, &search.text, customer_of(jobs, protocol), agent, page);
        context.call(&mut self.calls, Pending::Search(protocol.clone(), search.number), call);
        None
    }

    /// A page of the thread arrived, or could not be loaded: the results of a search in the thread follow.
    pub fn search_thread(&mut self, context: &mut Context, jobs: &Jobs, protocol: &Protocol) {
        let Some((facts, thread)) = facts_of(jobs, protocol).zip(self.threads.get(&protocol.into())) else { return };
        let is_searched_here = facts.rules.is_some_and(|rules| rules.search_path.is_none());
        let Some(search) = self.searches.get_mut(protocol).filter(|search| is_searched_here && !search.text.is_empty())
        else {
            return;
        };
        let loading = thread.loading();
        search.searching = loading.is_under_way();
        search.pages = Pages {
            items: found_in(thread, &search.text),
            page: 1,
            loading: false,
            failed: loading.has_failed(),
            complete: loading == Loading::Complete,
        };
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

    /// The search of an attendance; `None` before the first one.
    pub fn search_of(&self, protocol: &Protocol) -> Option<&Search> {
        self.searches.get(protocol)
    }

    pub(super) fn forget_search(&mut self, context: &mut Context, protocol: &Protocol) {
        self.searches.remove(protocol);
        context.dirty(slices::SEARCH.of(protocol.clone()));
    }
}

/// The messages of the thread with the text, newest first. Messages that the server does not have yet have no id.
fn found_in(thread: &Thread, text: &str) -> Vec<Message> {
    let wanted = folded(text);
    let newest_first = thread.list().ids().rev().filter_map(|id| thread.entry(id)).map(|entry| &entry.message);
    newest_first
        .filter(|message| message.seq > 0 && !message.system_message && folded(&message.message).contains(&wanted))
        .cloned()
        .collect()
}

/// Identifier of the customer in the calls about messages; empty if there is no such attendance.
fn customer_of<'a>(jobs: &'a Jobs, protocol: &Protocol) -> &'a str {
    jobs.get(protocol).map_or("", |job| &job.server().contact_identifier)
}

fn search_call(path: &'static str, text: &str, customer: &str, agent: &AgentId, page: u32) -> HttpCall {
    HttpCall::get(path)
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
