//! Proposals that two contacts are the same person: the list of proposals, the line on a contact's page, and joining,
//! refusing and undoing.

use super::bench::Bench;
use super::people::{acts, at_contacts, goes, listed, page};
use super::samples::with;
use crate::flow::HttpFailure;
use crate::people::{self, ContactPageView, PeopleIntent, PeopleSlice, SamePersonsView};
use crate::view::View;
use crate::wire::{SamePersonReason, SamePersonState};
use rstest::rstest;
use serde_json::{Value, json};

const LIST: &str = "GET contacts/same-person";
const JOIN: &str = "POST contacts/same-person/1.2/join";

/// The proposal that contacts 1 and 2 are one person.
fn proposal(more: Value) -> Value {
    let proposal = json!({ "id": "1.2", "state": "proposed", "reason": "sameNumber", "number": "5548988880002",
        "first": listed(1, json!({})), "second": listed(2, json!({})) });
    with(proposal, more)
}

fn list(proposals: &[Value]) -> Value {
    json!({ "data": proposals, "total": proposals.len() })
}

/// The page of contacts with one proposal that two contacts are one person.
pub(super) fn proposed() -> Bench {
    let mut bench = Bench::signed_in();
    bench.answer(LIST, 200, list(&[proposal(json!({}))]));
    bench.answer("GET contacts", 200, page(1..=3, 3));
    goes(&mut bench, "/contact-management");
    bench.forget();
    bench
}

/// Like `proposed`; the requests with the agent's decisions get no answer.
pub(super) fn unanswered() -> Bench {
    let mut bench = proposed();
    bench.fail(JOIN, HttpFailure::NoAnswer);
    bench
}

pub(super) fn joins(bench: &mut Bench, keep: &str) {
    acts(bench, PeopleIntent::JoinContacts { proposal_id: "1.2".to_owned(), keep: keep.into() });
}

impl Bench {
    fn same_persons(&self) -> SamePersonsView {
        match self.workspace.view(&people::slices::SAME_PERSONS.key()) {
            View::People(PeopleSlice::SamePersons(view)) => view,
            other => panic!("{other:?}"),
        }
    }

    fn page_of_contact(&self) -> ContactPageView {
        match self.workspace.view(&people::slices::CONTACT_PAGE.key()) {
            View::People(PeopleSlice::ContactPage(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn last_told(&self) -> String {
        self.snackbars().last().map(|shown| shown.body.key.to_string()).unwrap_or_default()
    }
}

fn rows(bench: &Bench) -> Vec<String> {
    bench.listed_ids("contactOrder:shown")
}

#[test]
fn proposals_are_listed_with_both_contacts_and_their_number() {
    let bench = proposed();
    let view = bench.same_persons();
    assert_eq!((view.total, view.ended, view.failed), (1, true, false));
    let shown = &view.proposals[0];
    assert_eq!((shown.state, shown.reason), (SamePersonState::Proposed, SamePersonReason::SameNumber));
    assert_eq!((shown.first.name.as_str(), shown.number.as_str()), ("Pessoa 1", "5548988880002"));
    assert_eq!(shown.second.as_ref().map(|row| row.name.as_str()), Some("Pessoa 2"));
}

#[rstest]
#[case::a_proposal_with_a_state_of_a_newer_server("merging", 0)]
#[case::a_refused_proposal("refused", 0)]
#[case::a_joined_pair("joined", 1)]
fn a_proposal_is_shown_only_if_it_can_be_decided_or_undone(#[case] state: &str, #[case] expected: usize) {
    let mut bench = at_contacts(page(1..=3, 3));
    bench.answer("GET contacts/1", 200, json!({ "data": [listed(1, json!({}))] }));
    bench.answer(LIST, 200, list(&[proposal(json!({ "state": state }))]));
    goes(&mut bench, "/contact/1");
    let of_page = bench.page_of_contact().same_persons;
    // An unknown state is read as that of an undecided proposal.
    let expected = if state == "merging" { 1 } else { expected };
    assert_eq!(of_page.len(), expected);
}

#[rstest]
#[case::the_first_contact_is_kept("1", "2")]
#[case::the_second_contact_is_kept("2", "1")]
fn a_join_names_the_contact_that_is_kept_and_the_other_contact_leaves_the_lists(
    #[case] keep: &str,
    #[case] gone: &str,
) {
    let mut bench = proposed();
    let kept = listed(keep.parse().unwrap(), json!({ "fullname": "Rosa Nunes", "version": 4 }));
    bench.answer(JOIN, 200, kept).answer(LIST, 200, list(&[]));
    joins(&mut bench, keep);
    let calls = bench.calls_of(JOIN);
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].json(), json!({ "keep": keep, "agent": "101" }));
    assert!(!rows(&bench).contains(&gone.to_owned()), "{:?}", rows(&bench));
    assert_eq!(bench.contact_row(keep).name, "Rosa Nunes");
    assert_eq!((bench.same_persons().total, bench.last_told().as_str()), (0, "contacts.samePerson.joined"));
}

#[test]
fn a_second_decision_about_a_proposal_waits_for_the_answer_to_the_first() {
    let mut bench = proposed();
    bench.hold(JOIN);
    joins(&mut bench, "1");
    assert!(bench.same_persons().proposals[0].busy);
    joins(&mut bench, "2");
    acts(&mut bench, PeopleIntent::RefuseSamePerson { proposal_id: "1.2".to_owned() });
    assert_eq!(bench.calls_of(JOIN).len(), 1);
    assert_eq!(bench.calls_of("POST contacts/same-person/1.2/refuse").len(), 0);
}

#[rstest]
#[case::the_contacts_were_joined(json!([{ "state": "joined" }]), "contacts.samePerson.joined", false)]
#[case::the_contacts_were_not_joined(json!([{ "state": "proposed" }]), "contacts.samePerson.failed", true)]
#[case::a_colleague_refused_the_proposal_meanwhile(json!([]), "contacts.samePerson.failed", true)]
fn a_join_whose_answer_was_lost_is_looked_up_before_a_result_is_shown(
    #[case] found: Value,
    #[case] told: &str,
    #[case] keeps_row: bool,
) {
    let mut bench = unanswered();
    let found: Vec<Value> = found.as_array().unwrap().iter().map(|more| proposal(more.clone())).collect();
    bench.hold(LIST);
    joins(&mut bench, "1");
    assert_eq!(bench.last_told(), "", "nothing is said before it is known");
    assert!(bench.same_persons().proposals[0].busy);
    let asked = bench.calls_of(LIST);
    assert_eq!(asked.last().map(|call| call.query_text()), Some("contact_id=1".to_owned()));
    bench.reply(LIST, 200, list(&found));
    assert_eq!(bench.last_told(), told);
    assert_eq!(rows(&bench).contains(&"2".to_owned()), keeps_row);
}

#[rstest]
#[case::a_colleague_has_decided(409, json!({ "reason": "ALREADY_DECIDED" }), "contacts.samePerson.alreadyDecided")]
#[case::a_contact_was_deleted(404, json!({}), "contacts.samePerson.alreadyDecided")]
#[case::a_contact_is_blocked(409, json!({ "reason": "BLOCKED_CONTACT" }), "contacts.samePerson.failed")]
fn a_refused_join_shows_the_reason_and_refetches_the_proposals(
    #[case] status: u16,
    #[case] body: Value,
    #[case] told: &str,
) {
    let mut bench = proposed();
    bench.answer(JOIN, status, body).answer(LIST, 200, list(&[]));
    joins(&mut bench, "1");
    assert_eq!((bench.last_told().as_str(), bench.same_persons().total), (told, 0));
    assert!(rows(&bench).contains(&"2".to_owned()));
}

#[test]
fn the_page_of_a_contact_that_was_joined_into_another_shows_the_kept_contact() {
    let mut bench = at_contacts(page(1..=3, 3));
    bench.answer("GET contacts/2", 200, json!({ "data": [listed(2, json!({}))] }));
    bench.answer(LIST, 200, list(&[proposal(json!({}))]));
    goes(&mut bench, "/contact/2");
    assert_eq!(bench.page_of_contact().joined_into, "");
    bench.answer(JOIN, 200, listed(1, json!({}))).answer(LIST, 200, list(&[]));
    joins(&mut bench, "1");
    assert_eq!(bench.page_of_contact().joined_into, "1");
}

#[rstest]
#[case::the_contacts_are_unchanged(200, listed(1, json!({})), "contacts.samePerson.undone")]
#[case::the_kept_contact_changed_since(409, json!({ "reason": "JOIN_CHANGED", "details": { "fields": ["email"] } }), "contacts.samePerson.joinChanged")]
#[case::an_identifier_is_taken(409, json!({ "reason": "DUPLICATE_IDENTIFIER" }), "contacts.samePerson.identifierTaken")]
fn a_join_is_undone_on_the_page_of_the_kept_contact(#[case] status: u16, #[case] body: Value, #[case] told: &str) {
    const UNDO: &str = "POST contacts/same-person/1.2/undo";
    let mut bench = at_contacts(page(1..=3, 3));
    bench.answer("GET contacts/1", 200, json!({ "data": [listed(1, json!({}))] }));
    let joined = json!({ "state": "joined", "agentName": "Bruno Lima", "undoUntil": "2026-12-20T12:00:00.000Z" });
    bench.answer(LIST, 200, list(&[proposal(joined)]));
    goes(&mut bench, "/contact/1");
    let shown = bench.page_of_contact().same_persons;
    assert_eq!((shown[0].agent.as_str(), shown[0].undo_until.is_some()), ("Bruno Lima", true));
    bench.answer(UNDO, status, body);
    acts(&mut bench, PeopleIntent::UndoJoin { proposal_id: "1.2".to_owned() });
    assert_eq!(bench.calls_of(UNDO)[0].json(), json!({ "agent": "101" }));
    assert_eq!(bench.last_told(), told);
}

#[test]
fn the_proposals_are_refetched_after_a_contact_was_saved() {
    let mut bench = proposed();
    bench.answer("PUT contacts/1", 200, listed(1, json!({})));
    acts(
        &mut bench,
        PeopleIntent::SaveContactField {
            contact_id: "1".into(),
            field: "phone1".to_owned(),
            value: "48988880002".to_owned(),
        },
    );
    assert_eq!(bench.calls_of(LIST).len(), 1);
}

#[test]
fn bey_165_further_telephone_numbers_are_shown_on_the_page_and_in_the_summary_of_a_contact() {
    let others =
        json!([{ "field": "whatsapp_identifier", "value": "5548977770001" }, { "field": "id", "value": "C-2" }]);
    let contact = listed(1, json!({ "otherIdentifiers": others }));
    let mut bench = at_contacts(json!({ "data": [contact], "total": 1 }));
    acts(&mut bench, PeopleIntent::OpenContactSummary { contact_id: "1".into() });
    let View::People(PeopleSlice::ContactSummary(summary)) = bench.workspace.view(&people::slices::SUMMARY.key())
    else {
        panic!("no summary")
    };
    let others: Vec<(&str, &str)> =
        summary.contact.others.iter().map(|other| (other.field.as_str(), other.value.as_str())).collect();
    assert_eq!(others, [("whatsapp_identifier", "5548977770001"), ("id", "C-2")]);
}
