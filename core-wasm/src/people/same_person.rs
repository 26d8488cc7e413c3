//! Proposals that two contacts are the same person: those of the org unit, those of the page's contact, and the agent's
//! decisions.

use super::decision::{Event, Next, Phase, Wish, after};
use super::{ContactRowView, Pending, People, SamePersonView, SamePersonsView, slices, timers};
use crate::contacts::Exit;
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, List, ListAnswer, ListEvent, ServerWrite, Text, path,
};
use crate::notifications::Topic;
use crate::session::ActingAgent;
use crate::wire::{
    AgentId, Contact, ContactId, JoinRequest, SamePerson, SamePersonDecision, SamePersonState, from_tolerant,
};

/// Number of proposals in a portion.
const PER_PAGE: usize = 20;

/// A decision that waits for the server.
pub(super) struct Decision {
    proposal: SamePerson,
    wish: Wish,
    phase: Phase,
}

/// Proposals and decisions.
#[derive(Default)]
pub(super) struct SamePersons {
    /// The proposals of the org unit.
    list: List<SamePerson>,
    /// The proposals of the page's contact, and the contacts that were joined into it.
    of_contact: List<SamePerson>,
    decisions: Vec<Decision>,
}

impl People {
    /// Applies an event to the list of proposals.
    pub fn apply_same_persons_event(&mut self, context: &mut Context, event: ListEvent) {
        let list = &mut self.same_persons.list;
        if let Some(asked) = list.after(event).follow(context, timers::SAME_PERSONS.key()) {
            let request =
                HttpRequest::get("contacts/same-person").query("page", list.page(asked)).query("per_page", PER_PAGE);
            context.request(&mut self.requests, Pending::SamePersons(asked), request);
        }
        context.dirty(slices::SAME_PERSONS.key());
    }

    /// Applies an event to the proposals of the page's contact.
    pub fn apply_same_persons_of_page_event(&mut self, context: &mut Context, event: ListEvent) {
        let Some(page) = &self.contact_page else { return };
        let list = &mut self.same_persons.of_contact;
        if let Some(asked) = list.after(event).follow(context, timers::SAME_PERSONS_OF_PAGE.key()) {
            let request = HttpRequest::get("contacts/same-person").query("contact_id", &page.id);
            context.request(&mut self.requests, Pending::SamePersonsOf(page.id.clone(), asked), request);
        }
        context.dirty(slices::CONTACT_PAGE.key());
    }

    /// A contact was saved: its number may be the same as that of another contact.
    pub(super) fn ask_same_persons_again(&mut self, context: &mut Context) {
        if self.same_persons.list.is_complete() || !self.same_persons.list.items().is_empty() {
            self.apply_same_persons_event(context, ListEvent::Reopened);
        }
        if self.same_persons.of_contact.is_complete() {
            self.apply_same_persons_of_page_event(context, ListEvent::Reopened);
        }
    }

    /// Another contact's page is opened.
    pub(super) fn open_same_persons(&mut self, context: &mut Context) {
        self.same_persons.of_contact.clear();
        self.apply_same_persons_of_page_event(context, ListEvent::Changed);
    }

    pub(super) fn on_same_persons(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        let answer = ListAnswer::counted(answer).map(|answer| {
            answer.keep(is_usable).without_known(&self.same_persons.list, asked, |one, other| one.id == other.id)
        });
        let list = &mut self.same_persons.list;
        if let Some(step) = list.answered(context, asked, answer) {
            list.shown(context, ItemList::SamePersons);
            step.follow(context, timers::SAME_PERSONS.key());
            context.dirty(slices::SAME_PERSONS.key());
        }
    }

    pub(super) fn on_same_persons_of(&mut self, context: &mut Context, id: &ContactId, asked: Asked, answer: Answer) {
        if self.contact_page.as_ref().is_none_or(|page| page.id != *id) {
            return;
        }
        let answer = ListAnswer::whole(answer).map(|answer| answer.keep(is_usable));
        if let Some(step) = self.same_persons.of_contact.answered(context, asked, answer) {
            step.follow(context, timers::SAME_PERSONS_OF_PAGE.key());
            context.dirty(slices::CONTACT_PAGE.key());
        }
    }

    fn proposal(&self, id: &str) -> Option<&SamePerson> {
        let SamePersons { list, of_contact, .. } = &self.same_persons;
        of_contact.items().iter().chain(list.items()).find(|proposal| proposal.id == id)
    }

    /// The agent decides that the two contacts are one person, and this contact is kept.
    pub fn join_contacts(&mut self, context: &mut Context, agent: &ActingAgent, id: &str, keep: ContactId) {
        let body = JoinRequest { keep: keep.clone(), agent: agent.agent_id.clone() };
        self.decide(context, id, Wish::Join { keep }, |request| request.json(&body));
    }

    /// The agent decides that the two contacts are different persons.
    pub fn refuse_same_person(&mut self, context: &mut Context, agent: &ActingAgent, id: &str) {
        let body = SamePersonDecision { agent: agent.agent_id.clone() };
        self.decide(context, id, Wish::Refuse, |request| request.json(&body));
    }

    /// The agent undoes a join.
    pub fn undo_join(&mut self, context: &mut Context, agent: &ActingAgent, id: &str) {
        let body = SamePersonDecision { agent: agent.agent_id.clone() };
        self.decide(context, id, Wish::Undo, |request| request.json(&body));
    }

    fn decide(
        &mut self,
        context: &mut Context,
        id: &str,
        wish: Wish,
        with_body: impl FnOnce(HttpRequest) -> HttpRequest,
    ) {
        let Some(proposal) = self.proposal(id).cloned() else { return };
        if self.is_deciding(id) {
            return;
        }
        let request = ServerWrite::DecideSamePerson.post(path!["contacts", "same-person", id, wish.path()]);
        context.request(&mut self.requests, Pending::Decide(id.to_owned()), with_body(request));
        self.same_persons.decisions.push(Decision { proposal, wish, phase: Phase::Sent });
        touched(context);
    }

    fn is_deciding(&self, id: &str) -> bool {
        self.same_persons.decisions.iter().any(|decision| decision.proposal.id == id)
    }

    pub(super) fn on_decided(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &str,
        answer: Answer,
    ) -> Option<Exit> {
        let event = match &answer {
            Answer::Ok(_) => Event::Accepted,
            answer if answer.is_uncertain() => Event::Lost,
            _ => Event::Refused,
        };
        self.apply_decision_event(context, agent, id, event, answer)
    }

    pub(super) fn on_decision_checked(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &str,
        answer: Answer,
    ) -> Option<Exit> {
        let event = match ListAnswer::<SamePerson>::whole(answer.clone()) {
            Ok(found) => Event::Found(found.items.iter().find(|item| item.id == id).map(|item| item.state)),
            Err(_) => Event::NotFound,
        };
        self.apply_decision_event(context, agent, id, event, answer)
    }

    fn apply_decision_event(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &str,
        event: Event,
        answer: Answer,
    ) -> Option<Exit> {
        let at = self.same_persons.decisions.iter().position(|decision| decision.proposal.id == id)?;
        let decision = self.same_persons.decisions.get_mut(at)?;
        touched(context);
        let next = after(&decision.wish, decision.phase, event);
        match next {
            Next::Nothing => return None,
            Next::Check => {
                decision.phase = Phase::Checking;
                let of = match &decision.wish {
                    Wish::Join { keep } => keep,
                    Wish::Refuse | Wish::Undo => &decision.proposal.first.id,
                };
                let request = HttpRequest::get("contacts/same-person").query("contact_id", of);
                context.request(&mut self.requests, Pending::CheckDecision(id.to_owned()), request);
                return None;
            }
            Next::Done | Next::NotDone | Next::Unknown => {}
        }
        let Decision { proposal, wish, .. } = self.same_persons.decisions.remove(at);
        if next == Next::Done {
            self.follow_decision(context, &proposal, &wish, &answer);
        }
        // The other contact is in the list again.
        if next == Next::Done && wish == Wish::Undo && self.list.is_begun() {
            self.begin_contacts(context, agent);
        }
        self.apply_same_persons_event(context, ListEvent::Changed);
        self.apply_same_persons_of_page_event(context, ListEvent::Changed);
        Some(decision_text(&proposal, &wish, next, &answer))
    }

    /// Updates the contacts after a decision.
    fn follow_decision(&mut self, context: &mut Context, proposal: &SamePerson, wish: &Wish, answer: &Answer) {
        if let Answer::Ok(body) = answer
            && let Ok(contact) = from_tolerant::<Contact>(body.expose())
            && self.contacts.contains_key(&contact.id)
        {
            self.put_contact(context, contact, false);
        }
        if let Wish::Join { keep } = wish {
            let second = proposal.second.as_ref().map(|second| &second.id);
            let gone = [Some(&proposal.first.id), second].into_iter().flatten().find(|id| *id != keep);
            if let Some(gone) = gone {
                if let Some(page) = self.contact_page.as_mut().filter(|page| page.id == *gone) {
                    page.joined_into = Some(keep.clone());
                }
                self.drop_contact(context, gone);
            }
        }
    }

    /// The list of proposals.
    pub fn same_persons_view(&self, agent: &AgentId) -> SamePersonsView {
        let list = &self.same_persons.list;
        SamePersonsView {
            total: list.total(),
            loading: list.is_loading(),
            failed: list.has_failed(),
            ended: list.is_complete(),
            proposals: list.items().iter().map(|proposal| self.proposal_view(agent, proposal)).collect(),
        }
    }

    /// The proposals of the page's contact, and what of it was joined.
    pub(super) fn same_persons_of_page(&self, agent: &AgentId) -> Vec<SamePersonView> {
        let of_contact = self.same_persons.of_contact.items();
        of_contact.iter().map(|proposal| self.proposal_view(agent, proposal)).collect()
    }

    /// A contact as it is in the proposal: other pending changes of it do not concern the decision.
    fn compared(&self, agent: &AgentId, contact: &Contact) -> ContactRowView {
        ContactRowView { busy: false, ..self.row_of(agent, contact, false) }
    }

    fn proposal_view(&self, agent: &AgentId, proposal: &SamePerson) -> SamePersonView {
        SamePersonView {
            id: proposal.id.clone(),
            state: proposal.state,
            reason: proposal.reason,
            number: proposal.number.clone(),
            customer_name: proposal.customer_name.clone(),
            first: self.compared(agent, &proposal.first),
            second: proposal.second.as_ref().map(|second| self.compared(agent, second)),
            agent: proposal.agent_name.clone(),
            undo_until: proposal.undo_until.map(crate::wire::Wall::as_js),
            busy: self.is_deciding(&proposal.id),
        }
    }
}

/// Whether a proposal can be shown and decided.
fn is_usable(proposal: &SamePerson) -> bool {
    let is_open = matches!(proposal.state, SamePersonState::Proposed | SamePersonState::Joined);
    !proposal.id.is_empty() && !proposal.first.id.is_empty() && is_open
}

fn touched(context: &mut Context) {
    context.dirty(slices::SAME_PERSONS.key());
    context.dirty(slices::CONTACT_PAGE.key());
}

/// The text for the agent.
fn decision_text(proposal: &SamePerson, wish: &Wish, next: Next, answer: &Answer) -> Exit {
    let kept = match (wish, &proposal.second) {
        (Wish::Join { keep }, Some(second)) if proposal.first.id != *keep => second,
        _ => &proposal.first,
    };
    let name = kept.fullname.as_str();
    let topic = Topic::Contact(kept.id.clone(), name.to_owned());
    let reason = answer.error_body().and_then(|body| body.reason.as_deref()).unwrap_or_default();
    match (next, wish) {
        (Next::Done, Wish::Join { .. }) => {
            Exit::Success(topic, Text::key("contacts.samePerson.joined").with("name", name))
        }
        (Next::Done, Wish::Refuse) => Exit::Success(topic, Text::key("contacts.samePerson.refused")),
        (Next::Done, Wish::Undo) => Exit::Success(topic, Text::key("contacts.samePerson.undone").with("name", name)),
        (Next::Unknown, _) => Exit::Refused(topic, Text::key("contacts.samePerson.unknown")),
        (_, _) if reason == "ALREADY_DECIDED" || matches!(answer, Answer::NotFound(_)) => {
            Exit::Refused(topic, Text::key("contacts.samePerson.alreadyDecided"))
        }
        (_, _) if reason == "JOIN_CHANGED" => Exit::Refused(topic, Text::key("contacts.samePerson.joinChanged")),
        (_, _) if reason == "DUPLICATE_IDENTIFIER" => {
            Exit::Refused(topic, Text::key("contacts.samePerson.identifierTaken"))
        }
        (_, _) => Exit::Refused(topic, Text::key("contacts.samePerson.failed")),
    }
}
