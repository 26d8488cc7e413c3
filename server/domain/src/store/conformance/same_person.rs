//! Conformance of proposals that two contacts are one person, and of further identifiers of contacts.

use super::{Check, committed, holds};
use crate::store::{
    ContactField, ContactRow, DecisionFact, JoinFact, KeptFor, OtherIdentifierFact, Portion, SamePersonRow, Store,
};
use wire::{AgentId, Contact, ContactId, ContactIdentifiers, OrgUnitId, SamePersonReason, SamePersonState, Wall};

const UNIT: &str = "s1";

fn row(first: &str, second: Option<&str>, state: SamePersonState, at: i64) -> SamePersonRow {
    let is_decided = state != SamePersonState::Proposed;
    let decision = DecisionFact { agent_id: AgentId::from("7"), agent_name: "Ana".to_owned(), at: Wall(at) };
    SamePersonRow {
        org_unit_id: OrgUnitId::from(UNIT),
        id: format!("{first}.{}", second.unwrap_or("n5548988880002")),
        first: ContactId::from(first),
        second: second.map(ContactId::from),
        number: "5548988880002".to_owned(),
        customer_name: String::new(),
        reason: SamePersonReason::SameNumber,
        state,
        at: Wall(at),
        decision: is_decided.then_some(decision),
        join: None,
    }
}

fn contact(id: &str) -> ContactRow {
    let identifiers = ContactIdentifiers { id: format!("D-{id}"), ..ContactIdentifiers::default() };
    ContactRow {
        contact: Contact { id: ContactId::from(id), identifiers, ..Contact::default() },
        org_unit_id: OrgUnitId::from(UNIT),
        blocked: false,
        wallet: None,
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    }
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    proposals(store)?;
    further_identifiers(store)
}

fn proposals(store: &mut dyn Store) -> Check {
    let unit = OrgUnitId::from(UNIT);
    let fact = JoinFact {
        before: contact("s-1"),
        after: contact("s-1"),
        joined: Some(contact("s-4")),
        protocols: vec!["20260101000001".into()],
        answers: Vec::new(),
    };
    let joined = SamePersonRow { join: Some(Box::new(fact)), ..row("s-1", Some("s-4"), SamePersonState::Joined, 30) };
    let rows = [
        row("s-1", Some("s-2"), SamePersonState::Proposed, 10),
        row("s-1", None, SamePersonState::Proposed, 20),
        row("s-2", Some("s-3"), SamePersonState::Refused, 5),
        joined.clone(),
    ];
    committed(store, |store| Ok(rows.iter().try_for_each(|row| store.put_same_person(row))?))?;
    holds(store.same_person(&unit, "s-1.s-4")? == Some(joined), "a join comes back as it was put")?;
    let (found, total) = store.same_persons_in(&unit, SamePersonState::Proposed, 0, 1)?;
    holds(
        total == 2 && matches!(found.as_slice(), [row] if row.id == "s-1.n5548988880002"),
        "the newest proposal comes first",
    )?;
    let (found, _) = store.same_persons_in(&unit, SamePersonState::Proposed, 1, 5)?;
    holds(matches!(found.as_slice(), [row] if row.id == "s-1.s-2"), "a portion begins where it is asked to")?;
    holds(store.same_persons_of(&ContactId::from("s-2"))?.len() == 2, "a contact has the pairs on both sides")?;
    let mut portion = Portion::of(9);
    committed(store, |store| Ok(store.delete_aged(KeptFor::Joins, Wall(100), &mut portion).map(|_| ())?))?;
    holds(store.same_person(&unit, "s-1.s-4")?.is_none(), "what undoes a join becomes old")?;
    holds(store.same_person(&unit, "s-2.s-3")?.is_some(), "a refusal does not")?;
    committed(store, |store| {
        store.delete_rows_of_contact("s-1")?;
        Ok(store.delete_rows_of_contact("s-3")?)
    })?;
    holds(store.same_persons_of(&ContactId::from("s-2"))?.is_empty(), "pairs go with either contact")
}

fn further_identifiers(store: &mut dyn Store) -> Check {
    let other = |field: ContactField, value: &str| OtherIdentifierFact {
        field: field.as_str().to_owned(),
        value: value.to_owned(),
    };
    let of_contact = [
        (ContactField::Id, "CLI-9", "CLI-9"),
        (ContactField::ChatIdentifier, "rosa@example.com", "rosa@example.com"),
        (ContactField::Phone1, "5548988880009", "(48) 98888-0009"),
    ];
    let other_identifiers = of_contact.iter().map(|&(field, value, _)| other(field, value)).collect();
    let rosa = ContactRow { other_identifiers, ..contact("s-9") };
    committed(store, |store| Ok(store.put_contact(&rosa)?))?;
    for (field, _, written) in of_contact {
        holds(store.contacts_by(field, written)? == [rosa.clone()], "a further identifier finds the contact")?;
    }
    committed(store, |store| Ok(store.delete_contact(&rosa)?))?;
    holds(store.contacts_by(ContactField::Id, "CLI-9")?.is_empty(), "and goes with it")
}
