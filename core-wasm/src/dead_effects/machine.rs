//! Loads the list of effects that were given up, and requests another attempt of one of them. A lost answer of a request is looked up in the list.
//! The row of an effect that is attempted again stays until the list is loaded the next time, so that the supervisor sees the result.

use super::phase::{Found, ListPhase, RetryEvent, RetryPhase, list_phase};
use super::registry::NAME;
use super::{slices, timers};
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, ListState, ListStep, RequestId,
    Requests, ServerWrite, path,
};
use crate::wire::DeadEffect;
use crate::wire::limits::DEAD_EFFECTS_MAX;

/// An effect of this area on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// The request of another attempt has a result, which is shown in the row or, without the dialog, in a snackbar.
    Ended(RetryPhase),
}

enum Pending {
    List(Asked),
    Retry(String),
}

/// The request of another attempt, with the effect as it was listed then.
struct Retry {
    effect: DeadEffect,
    phase: RetryPhase,
}

/// The effects that were given up.
pub(crate) struct DeadEffects {
    list: List<DeadEffect>,
    /// The list was loaded once.
    is_known: bool,
    /// The list contains every effect that was given up: none was left out or unreadable.
    is_whole: bool,
    /// Each effect at most once.
    retries: Vec<Retry>,
    requests: Requests<Pending>,
}

impl Default for DeadEffects {
    fn default() -> Self {
        Self {
            list: List::default(),
            is_known: false,
            is_whole: false,
            retries: Vec::new(),
            requests: Requests::new(NAME),
        }
    }
}

impl DeadEffects {
    /// The board is shown: the number of effects is needed; an old one is good enough.
    pub fn need(&mut self, context: &mut Context) {
        self.apply_list_event(context, ListEvent::Needed);
    }

    /// The supervisor opens the list or loads it again.
    pub fn reload(&mut self, context: &mut Context) {
        apply_retry_events(&mut self.retries, |_| Some(RetryEvent::Reopened));
        self.apply_list_event(context, ListEvent::Reopened);
    }

    /// Applies an event to the list.
    pub fn apply_list_event(&mut self, context: &mut Context, event: ListEvent) {
        let step = self.list.after(event);
        self.follow(context, step);
    }

    fn follow(&mut self, context: &mut Context, step: ListStep<Asked>) {
        context.dirty(slices::DEAD_EFFECTS.key());
        if let Some(asked) = step.follow(context, timers::DEAD_EFFECTS.key()) {
            context.request(&mut self.requests, Pending::List(asked), HttpRequest::get("effects/dead"));
        }
    }

    /// Requests another attempt of an effect; without effect while an answer is pending and after the server accepted it.
    pub fn retry(&mut self, context: &mut Context, id: &str) {
        let Some((effect, phase)) = self.shown().into_iter().find(|(effect, _)| effect.id == id) else { return };
        let next = phase.after(RetryEvent::Asked);
        if next == phase {
            return;
        }
        let retry = Retry { effect: effect.clone(), phase: next };
        self.retries.retain(|earlier| earlier.effect.id != id);
        self.retries.push(retry);
        let request = ServerWrite::RetryEffect.post(path!["effects", id, "retry"]);
        context.request(&mut self.requests, Pending::Retry(id.to_owned()), request);
        context.dirty(slices::DEAD_EFFECTS.key());
    }

    /// The answer to one of this area's requests; an unknown request is ignored.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Vec<Exit> {
        match self.requests.take(request) {
            Some(Pending::List(asked)) => self.on_list(context, asked, answer),
            Some(Pending::Retry(id)) => self.on_retry(context, &id, &answer),
            None => Vec::new(),
        }
    }

    fn on_retry(&mut self, context: &mut Context, id: &str, answer: &Answer) -> Vec<Exit> {
        let event = match answer {
            Answer::Ok(_) => RetryEvent::Accepted,
            Answer::NotFound(_) => RetryEvent::NotFound,
            answer if answer.is_uncertain() => RetryEvent::Lost,
            _ => RetryEvent::Refused,
        };
        let exits = apply_retry_events(&mut self.retries, |effect| (effect.id == id).then_some(event));
        if event == RetryEvent::Lost {
            self.apply_list_event(context, ListEvent::NeededAfresh);
        }
        context.dirty(slices::DEAD_EFFECTS.key());
        exits
    }

    fn on_list(&mut self, context: &mut Context, asked: Asked, answer: Answer) -> Vec<Exit> {
        // An effect without an id cannot be attempted again.
        let answer = ListAnswer::whole(answer).map(|answer| answer.keep(|effect: &DeadEffect| !effect.id.is_empty()));
        let length = answer.as_ref().ok().map(|answer| (answer.items.len(), answer.unreadable));
        let Some(step) = self.list.answered(context, asked, answer) else { return Vec::new() };
        if let Some((readable, unreadable)) = length {
            self.is_known = true;
            self.is_whole = unreadable == 0 && readable < DEAD_EFFECTS_MAX;
            self.list.shown(context, ItemList::DeadEffects);
        }
        let exits = match (self.list.state(), step) {
            (ListState::Ready, _) => self.compare_with_list(),
            // A request without an answer is repeated; only a refusal ends the look-up.
            (ListState::Failed, ListStep::Nothing) => {
                apply_retry_events(&mut self.retries, |_| Some(RetryEvent::ListRefused))
            }
            // The answer may be older than a lost answer: the next one follows.
            (ListState::Failed | ListState::Loading | ListState::NotAsked, _) => Vec::new(),
        };
        self.follow(context, step);
        exits
    }

    fn compare_with_list(&mut self) -> Vec<Exit> {
        let Self { list, is_whole, retries, .. } = self;
        apply_retry_events(retries, |effect| {
            let found = match list.items().iter().find(|listed| listed.id == effect.id) {
                Some(listed) if listed.given_up_at > effect.given_up_at => Found::GivenUpAgain,
                Some(_) => Found::Unchanged,
                None if *is_whole => Found::Missing,
                None => Found::Unclear,
            };
            Some(RetryEvent::Listed(found))
        })
    }

    pub(super) fn phase_of(&self, id: &str) -> RetryPhase {
        self.retries.iter().find(|retry| retry.effect.id == id).map(|retry| retry.phase).unwrap_or_default()
    }

    pub(super) fn list_phase(&self) -> ListPhase {
        list_phase(self.is_known, self.list.state())
    }

    /// Whether the server has more effects than it lists.
    pub(super) fn is_cut(&self) -> bool {
        self.list.items().len() >= DEAD_EFFECTS_MAX
    }

    /// The effects in the order of the server, the last one first; with those that are attempted again and not listed any more.
    pub(super) fn shown(&self) -> Vec<(&DeadEffect, RetryPhase)> {
        let listed = self.list.items();
        let unlisted = self.retries.iter().filter(|retry| listed.iter().all(|effect| effect.id != retry.effect.id));
        let mut shown: Vec<_> = listed.iter().map(|effect| (effect, self.phase_of(&effect.id))).collect();
        shown.extend(unlisted.map(|retry| (&retry.effect, retry.phase)));
        shown.sort_by_key(|(effect, _)| std::cmp::Reverse(effect.given_up_at));
        shown
    }
}

/// Applies to each request of another attempt its event, if there is one; returns the results of those that were pending.
fn apply_retry_events(retries: &mut Vec<Retry>, event_of: impl Fn(&DeadEffect) -> Option<RetryEvent>) -> Vec<Exit> {
    let mut exits = Vec::new();
    for retry in retries.iter_mut() {
        let Some(event) = event_of(&retry.effect) else { continue };
        let was_pending = retry.phase.is_pending();
        retry.phase = retry.phase.after(event);
        if was_pending && !retry.phase.is_pending() {
            exits.push(Exit::Ended(retry.phase));
        }
    }
    retries.retain(|retry| retry.phase != RetryPhase::Idle);
    exits
}
