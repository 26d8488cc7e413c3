//! A join of the customer's contacts, for the tests of retention and erasure.

use super::{TestCustomer, UNIT};
use crate::store::{
    ContactRow, DecisionFact, JoinFact, MemoryStore, OtherIdentifierFact, SamePersonRow, SamePersonStore,
    ScriptAnswerRow, Store,
};
use crate::testing::ANA;
use wire::{AgentId, Contact, ContactId, OrgUnitId, SamePersonReason, SamePersonState, Wall};

/// The contact was joined with another contact of the customer.
pub(super) fn put_join(store: &mut MemoryStore, customer: &TestCustomer, at: Wall) {
    let kept = store.contact(&customer.contact_id()).unwrap().unwrap();
    let second = ContactId(format!("99{}", customer.number));
    let contact = Contact { id: second.clone(), fullname: customer.name.to_owned(), ..Contact::default() };
    let other = OtherIdentifierFact { field: "id".to_owned(), value: customer.external.to_owned() };
    let joined = ContactRow { contact, other_identifiers: vec![other], ..kept.clone() };
    let (owner, value) = (ScriptAnswerRow::of_contact(&second), customer.text.to_owned());
    let answer = ScriptAnswerRow { owner, field_id: "1".to_owned(), value, at };
    let fact = JoinFact {
        before: kept.clone(),
        after: kept,
        joined: Some(joined),
        protocols: customer.protocols().to_vec(),
        answers: vec![answer],
    };
    store
        .put_same_person(&SamePersonRow {
            org_unit_id: OrgUnitId::from(UNIT),
            id: format!("{}.{second}", customer.contact_id()),
            first: customer.contact_id(),
            second: Some(second),
            number: customer.phone.to_owned(),
            customer_name: customer.name.to_owned(),
            reason: SamePersonReason::SameNumber,
            state: SamePersonState::Joined,
            at,
            decision: Some(DecisionFact { agent_id: AgentId::from(ANA), agent_name: "Ana Souza".to_owned(), at }),
            join: Some(Box::new(fact)),
        })
        .unwrap();
}
