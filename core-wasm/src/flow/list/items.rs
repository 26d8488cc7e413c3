//! A list with its items, which are loaded portion by portion.

use super::loader::{Asked, ListState, Loader};
use super::progress::{ListEvent, ListStep, Portion};
use crate::flow::{Answer, Context, ItemList};
use crate::wire::{Item, ListBody};

/// The part of a list that an answer contains.
#[derive(Clone, Debug)]
pub struct ListAnswer<T> {
    /// The items that this version can read.
    pub items: Vec<T>,
    /// Number of the unreadable items.
    pub unreadable: usize,
    /// Number of the items of all portions; 0 if unknown.
    pub total: u32,
    /// No further portion follows.
    pub is_last: bool,
    /// The list is complete when it has `total` items.
    pub ends_at_total: bool,
}

impl<T> ListAnswer<T> {
    /// A list that another answer contains completely.
    pub fn of(items: Vec<T>) -> Self {
        Self { items, unreadable: 0, total: 0, is_last: true, ends_at_total: false }
    }

    /// Filters the items; rejected ones count as unreadable.
    pub fn keep(mut self, is_usable: impl FnMut(&T) -> bool) -> Self {
        let before = self.items.len();
        self.items.retain(is_usable);
        self.unreadable += before - self.items.len();
        self
    }

    /// Removes the items that the list has already: newer items have moved them to this portion.
    pub fn without_known(mut self, list: &List<T>, asked: Asked, is_same: impl Fn(&T, &T) -> bool) -> Self {
        if asked.portion == Portion::Next {
            self.items.retain(|item| list.items.iter().all(|held| !is_same(held, item)));
        }
        self
    }
}

impl<T: Item> ListAnswer<T> {
    /// The list in the body of an answer.
    pub fn of_body(list: ListBody<T>) -> Self {
        let (unreadable, total) = (list.data.unreadable, list.total);
        Self { items: list.data.into_vec(), unreadable, total, is_last: false, ends_at_total: false }
    }

    fn read(answer: Answer) -> Result<Self, Answer> {
        // The answer is 204.
        if matches!(&answer, Answer::Ok(body) if body.expose().trim().is_empty()) {
            return Ok(Self::of(Vec::new()));
        }
        Ok(Self::of_body(answer.read()?))
    }

    /// The list consists of a single portion.
    pub fn whole(answer: Answer) -> Result<Self, Answer> {
        Self::read(answer).map(|list| Self { is_last: true, ..list })
    }

    /// A portion of a server that ends its list with an empty portion.
    pub fn portion(answer: Answer) -> Result<Self, Answer> {
        Self::read(answer).map(|list| Self { is_last: list.items.is_empty() && list.unreadable == 0, ..list })
    }

    /// A portion of a server that counts the items of all portions.
    pub fn counted(answer: Answer) -> Result<Self, Answer> {
        Self::portion(answer).map(|list| Self { ends_at_total: true, ..list })
    }
}

/// A list of the server.
#[derive(Clone, Debug)]
pub struct List<T> {
    loader: Loader,
    items: Vec<T>,
    portions: u32,
    unreadable: usize,
    total: u32,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { loader: Loader::default(), items: Vec::new(), portions: 0, unreadable: 0, total: 0 }
    }
}

impl<T> List<T> {
    /// Applies an event. The caller carries out the step.
    pub fn after(&mut self, event: ListEvent) -> ListStep<Asked> {
        self.loader.after(event)
    }

    /// The number of the portion that is requested, from 1: the cursor of a server that numbers its portions.
    pub fn page(&self, asked: Asked) -> u32 {
        match asked.portion {
            Portion::First => 1,
            Portion::Next => self.portions + 1,
        }
    }

    /// Takes an answer; what is held stays after a failure. `None`: the answer is not the newest one, and changes nothing.
    pub fn answered(
        &mut self,
        context: &mut Context,
        asked: Asked,
        answer: Result<ListAnswer<T>, Answer>,
    ) -> Option<ListStep<Asked>> {
        if !self.loader.awaits(asked) {
            return None;
        }
        let event = match answer {
            Ok(portion) => self.take(asked, portion),
            Err(answer) => ListEvent::of_failure(context, &answer),
        };
        Some(self.loader.after(event))
    }

    fn take(&mut self, asked: Asked, portion: ListAnswer<T>) -> ListEvent {
        match asked.portion {
            Portion::First => {
                (self.portions, self.unreadable) = (1, portion.unreadable);
                self.items = portion.items;
            }
            Portion::Next => {
                self.portions += 1;
                self.unreadable += portion.unreadable;
                self.items.extend(portion.items);
            }
        }
        self.total = portion.total;
        let has_all = portion.ends_at_total && portion.total > 0 && self.items.len() >= portion.total as usize;
        if portion.is_last || has_all { ListEvent::ArrivedLast } else { ListEvent::Arrived }
    }

    /// Forgets the items; a pending answer is not used.
    pub fn clear(&mut self) {
        let mut loader = self.loader;
        loader.after(ListEvent::Cleared);
        *self = Self { loader, ..Self::default() };
    }

    /// Another answer contained the whole list.
    pub fn give(&mut self, items: Vec<T>) {
        (self.items, self.portions, self.unreadable) = (items, 1, 0);
        self.loader.after(ListEvent::Given);
    }

    /// The items of the loaded portions.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The items of the loaded portions, to change them.
    pub fn items_mut(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// Keeps the items that fulfil the condition, because the page has the others elsewhere.
    pub fn keep(&mut self, is_kept: impl FnMut(&T) -> bool) {
        self.items.retain(is_kept);
    }

    /// Number of the items of all portions, as the server reported it last; 0 if unknown.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Whether a request is pending.
    pub fn is_loading(&self) -> bool {
        self.loader.is_loading()
    }

    /// Whether the last request failed.
    pub fn has_failed(&self) -> bool {
        self.loader.has_failed()
    }

    /// Whether there are no further portions.
    pub fn is_complete(&self) -> bool {
        self.loader.is_complete()
    }

    /// The portion that is pending or failed; otherwise the first one.
    pub fn portion(&self) -> Portion {
        self.loader.portion()
    }

    /// The load state of the list.
    pub fn state(&self) -> ListState {
        self.loader.state()
    }

    /// The list is shown: its unreadable items are shown as not supported.
    pub fn shown(&self, context: &mut Context, list: ItemList) {
        context.report_unreadable(list, self.unreadable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{HttpFailure, Kernel, Now, PutOff, RetryAfter};
    use crate::wire::ErrorBody;

    fn request(step: ListStep<Asked>) -> Asked {
        match step {
            ListStep::Request(asked) => asked,
            other => panic!("{other:?}"),
        }
    }

    fn portion(items: &[u8], is_last: bool) -> Result<ListAnswer<u8>, Answer> {
        Ok(ListAnswer { is_last, ..ListAnswer::of(items.to_vec()) })
    }

    fn lost() -> Result<ListAnswer<u8>, Answer> {
        Err(Answer::Unreachable(HttpFailure::NoAnswer))
    }

    fn with_context(test: impl FnOnce(&mut Context, &mut List<u8>)) {
        let mut kernel = Kernel::new([0; 32]);
        let mut context = Context { now: Now::default(), kernel: &mut kernel };
        test(&mut context, &mut List::default());
    }

    #[test]
    fn a_further_portion_is_added_and_a_first_portion_replaces_all_items() {
        with_context(|context, list| {
            let first = request(list.after(ListEvent::More));
            assert_eq!(list.page(first), 1);
            list.answered(context, first, portion(&[1, 2], false));
            let next = request(list.after(ListEvent::More));
            assert_eq!(list.page(next), 2);
            list.answered(context, next, portion(&[3], true));
            assert_eq!((list.items(), list.is_complete()), (&[1, 2, 3][..], true));
            assert_eq!(list.after(ListEvent::More), ListStep::Nothing);
            let anew = request(list.after(ListEvent::Reopened));
            assert_eq!((list.page(anew), list.items()), (1, &[1, 2, 3][..]), "what is held shows until the answer");
            list.answered(context, anew, portion(&[4], false));
            assert_eq!(list.items(), [4]);
        });
    }

    #[test]
    fn an_answer_to_an_earlier_request_is_ignored() {
        with_context(|context, list| {
            let old = request(list.after(ListEvent::Changed));
            let new = request(list.after(ListEvent::Changed));
            assert_eq!(list.answered(context, old, portion(&[1], true)), None);
            list.answered(context, new, portion(&[2], true));
            assert_eq!(list.answered(context, new, portion(&[3], true)), None, "a second answer");
            let typed = request(list.after(ListEvent::Changed));
            list.after(ListEvent::Typed);
            assert_eq!(list.answered(context, typed, portion(&[4], true)), None, "the agent types another one");
            assert_eq!(list.items(), [2]);
        });
    }

    #[test]
    fn after_a_failure_the_items_stay_and_the_same_portion_is_requested_again() {
        with_context(|context, list| {
            let first = request(list.after(ListEvent::Needed));
            list.answered(context, first, portion(&[1], false));
            let next = request(list.after(ListEvent::More));
            assert_eq!(list.answered(context, next, lost()), Some(ListStep::Wait { ms: 5_000 }));
            assert_eq!((list.items(), list.state()), (&[1][..], ListState::Failed));
            let again = request(list.after(ListEvent::Due));
            assert_eq!((again.portion, list.page(again)), (Portion::Next, 2));
            let refused = Err(Answer::Refused(403, ErrorBody::default()));
            assert_eq!(
                list.answered(context, again, refused),
                Some(ListStep::Nothing),
                "no retry before the agent wants it"
            );
            let wanted = request(list.after(ListEvent::More));
            assert_eq!(list.answered(context, wanted, portion(&[2], true)), Some(ListStep::Nothing));
            assert_eq!((list.items(), list.state()), (&[1, 2][..], ListState::Ready));
        });
    }

    #[test]
    fn a_portion_that_a_busy_server_refused_is_requested_again_after_retry_after() {
        with_context(|context, list| {
            let first = request(list.after(ListEvent::Needed));
            let put_off =
                PutOff { status: 429, retry_after: Some(RetryAfter::Seconds(30)), body: ErrorBody::default() };
            let step = list.answered(context, first, Err(Answer::TryLater(Box::new(put_off))));
            assert!(matches!(step, Some(ListStep::Wait { ms: 30_000..=37_500 })), "{step:?}");
        });
    }
}
