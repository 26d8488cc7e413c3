//! Conformance of lists of contacts and companies, columns, saved filters and the audit.

use super::{Check, holds};
use crate::NumberCountry;
use crate::store::{
    AuditChange, AuditRow, ContactColumnRow, ContactField, ContactFilterRow, ContactRow, EmployerRow, Facet,
    FilterRule, ListQuery, SearchOrder, Store, StoreError, StoreResult, TermRange, last_contact_value, text_ranges,
};
use wire::{
    AgentId, Contact, ContactColumn, ContactId, ContactIdentifiers, Employer, EmployerId, EmployerRole, JobTag,
    OrgUnitId, Wall,
};

pub(super) fn check(store: &mut dyn Store) -> Check {
    contacts(store)?;
    numbers(store)?;
    employers(store)?;
    columns_and_filters(store)?;
    audit(store)
}

/// Runs a change in a transaction.
fn stored(store: &mut dyn Store, change: impl FnOnce(&mut dyn Store) -> StoreResult<()>) -> Check {
    super::committed(store, |store| Ok(change(store)?))
}

const BY_NAME: SearchOrder = SearchOrder { by: None, is_descending: false };

fn query(units: &[&str], groups: Vec<Vec<TermRange>>, order: SearchOrder, offset: usize, limit: usize) -> ListQuery {
    let org_units = units.iter().map(|unit| OrgUnitId::from(*unit)).collect();
    ListQuery { org_units, groups, order, offset, limit }
}

fn contact(id: &str, unit: &str, fullname: &str, phone: &str) -> ContactRow {
    ContactRow {
        contact: Contact {
            id: ContactId::from(id),
            fullname: fullname.to_owned(),
            email: format!("{id}.correio@example.com"),
            identifiers: ContactIdentifiers {
                id: format!("D-{id}"),
                phone1: phone.to_owned(),
                ..ContactIdentifiers::default()
            },
            ..Contact::default()
        },
        org_unit_id: OrgUnitId::from(unit),
        blocked: false,
        wallet: None,
        last_contact_at: None,
        other_whatsapp: Vec::new(),
        other_identifiers: Vec::new(),
    }
}

type Ids = (Vec<String>, usize);

fn listed(store: &dyn Store, query: &ListQuery) -> Result<Ids, StoreError> {
    let (rows, total) = store.contacts_listed(query)?;
    Ok((rows.into_iter().map(|row| row.contact.id.0).collect(), total))
}

fn ids(ids: &[&str], total: usize) -> Ids {
    (ids.iter().map(|id| (*id).to_owned()).collect(), total)
}

fn contacts(store: &mut dyn Store) -> Check {
    let tag = JobTag { tag_item_id: "31".to_owned(), ..JobTag::default() };
    let mut caio = contact("p3", "l1", "Caio Prado", "5511955550101");
    caio.wallet = Some(AgentId::from("7"));
    caio.last_contact_at = Some(Wall(9_000));
    caio.contact.churn_risk = Some(7.5);
    let mut bia = contact("p1", "l1", "Bía D\u{2019}Ávila Reis", "");
    bia.contact.employer_id = EmployerId::from("e1");
    bia.last_contact_at = Some(Wall(10_000));
    let mut alice = contact("p2", "l0", "Alice Nunes Prado", "11933330000");
    alice.contact.tags = vec![tag];
    alice.contact.churn_risk = Some(70.0);
    let davi = contact("p4", "l2", "Davi Prado", "");
    stored(store, |store| [&caio, &bia, &alice, &davi].into_iter().try_for_each(|row| store.put_contact(row)))?;

    let by_name = |groups, offset, limit| query(&["l1", "l0"], groups, BY_NAME, offset, limit);
    holds(listed(store, &by_name(Vec::new(), 0, 10))? == ids(&["p2", "p1", "p3"], 3), "a list comes by name")?;
    holds(listed(store, &by_name(Vec::new(), 1, 1))? == ids(&["p1"], 3), "a list is paged and counts all")?;
    holds(listed(store, &by_name(Vec::new(), 3, 1))? == ids(&[], 3), "a page after the end is empty")?;
    let last_first = SearchOrder { by: None, is_descending: true };
    let descending = query(&["l1", "l0"], Vec::new(), last_first, 0, 2);
    holds(listed(store, &descending)? == ids(&["p3", "p1"], 3), "a list may come last name first")?;
    for (text, found) in [
        ("prado", ["p2", "p3"].as_slice()),
        ("  PRÁDO nun ", &["p2"]),
        ("bia", &["p1"]),
        ("avila", &["p1"]),
        ("d\u{2019}avi", &["p1"]),
        ("rado", &[]),
        ("d-p3", &["p3"]),
        ("p3.cor", &["p3"]),
        ("@example", &["p2", "p1", "p3"]),
        ("(11) 95555-0101", &["p3"]),
        ("+55 11 95555", &["p3"]),
        ("955550101", &["p3"]),
        ("+55 11 3333 0000", &["p2"]),
        ("+55 11 93333 0000", &["p2"]),
        ("011 93333-000", &["p2"]),
        ("%", &[]),
        ("_rado", &[]),
        ("=wallet:7", &[]),
    ] {
        let total = found.len();
        let found = ids(found, total);
        let answer = listed(store, &by_name(text_ranges(NumberCountry::BRAZIL, text), 0, 10))?;
        holds(answer == found, &format!("a search of {text:?} finds {found:?}, not {answer:?}"))?;
    }
    let facet = |facet, value: &str| vec![TermRange::facet(facet, value)];
    holds(listed(store, &by_name(vec![facet(Facet::Wallet, "7")], 0, 9))? == ids(&["p3"], 1), "a wallet is a list")?;
    holds(listed(store, &by_name(vec![facet(Facet::Wallet, "")], 0, 9))? == ids(&[], 0), "a filter is exact")?;
    let either = vec![TermRange::facet(Facet::Tag, "31"), TermRange::facet(Facet::Tag, "32")];
    holds(listed(store, &by_name(vec![either], 0, 9))? == ids(&["p2"], 1), "one of several tags is enough")?;
    let both = [text_ranges(NumberCountry::BRAZIL, "prado"), vec![facet(Facet::Wallet, "7")]].concat();
    holds(listed(store, &by_name(both, 0, 9))? == ids(&["p3"], 1), "all filters hold")?;
    holds(listed(store, &by_name(vec![Vec::new()], 0, 9))? == ids(&[], 0), "a filter without a range finds nothing")?;
    let since = vec![TermRange::between(Facet::LastContact, "", &last_contact_value(Wall(10_000)))];
    holds(listed(store, &by_name(vec![since], 0, 9))? == ids(&["p2", "p3"], 2), "a range ends before its end")?;
    for (by, is_descending, expected) in [
        (Facet::LastContact, false, ["p2", "p3", "p1"]),
        (Facet::LastContact, true, ["p1", "p3", "p2"]),
        (Facet::Risk, true, ["p2", "p3", "p1"]),
    ] {
        let all = query(&["l1", "l0"], Vec::new(), SearchOrder { by: Some(by), is_descending }, 0, 9);
        holds(listed(store, &all)? == ids(&expected, 3), "a list comes in the order of a property")?;
        let prado = query(
            &["l1", "l0"],
            text_ranges(NumberCountry::BRAZIL, "prado"),
            SearchOrder { by: Some(by), is_descending },
            0,
            9,
        );
        let expected: Vec<&str> = expected.into_iter().filter(|id| *id != "p1").collect();
        holds(listed(store, &prado)? == ids(&expected, 2), "a search comes in the order of a property")?;
    }
    holds(listed(store, &query(&["l2"], Vec::new(), BY_NAME, 0, 9))? == ids(&["p4"], 1), "a list is of its org units")?;
    let with_employer = |store: &dyn Store| store.contacts_with(&OrgUnitId::from("l1"), Facet::Employer, "e1");
    holds(with_employer(store)? == 1, "contacts of a company are counted")?;

    bia.contact.fullname = "Zélia Reis".to_owned();
    bia.contact.employer_id = EmployerId::default();
    stored(store, |store| store.put_contact(&bia))?;
    holds(with_employer(store)? == 0, "a former property does not count")?;
    holds(
        listed(store, &by_name(text_ranges(NumberCountry::BRAZIL, "bia"), 0, 9))? == ids(&[], 0),
        "a former name finds nobody",
    )?;
    let order = listed(store, &by_name(Vec::new(), 0, 9))?;
    holds(order == ids(&["p2", "p3", "p1"], 3), "a changed name changes the order")?;
    stored(store, |store| store.delete_contact(&caio))?;
    holds(store.contact(&caio.contact.id)?.is_none(), "a deleted contact is gone")?;
    holds(
        listed(store, &by_name(text_ranges(NumberCountry::BRAZIL, "prado"), 0, 9))? == ids(&["p2"], 1),
        "a deleted contact is not found",
    )?;
    store.begin()?;
    store.delete_contact(&bia)?;
    store.rollback()?;
    holds(
        listed(store, &by_name(text_ranges(NumberCountry::BRAZIL, "reis"), 0, 9))? == ids(&["p1"], 1),
        "a roll-back keeps what is found",
    )?;
    stored(store, |store| {
        store.index_people()?;
        [&bia, &alice, &davi].into_iter().try_for_each(|row| store.delete_contact(row))
    })
}

fn numbers(store: &mut dyn Store) -> Check {
    let contact = |id: &str, phone: &str, whatsapp: &str, others: &[&str]| ContactRow {
        contact: Contact {
            id: ContactId::from(id),
            fullname: id.to_owned(),
            identifiers: ContactIdentifiers {
                phone1: phone.to_owned(),
                whatsapp_identifier: whatsapp.to_owned(),
                ..ContactIdentifiers::default()
            },
            ..Contact::default()
        },
        org_unit_id: OrgUnitId::from("n1"),
        blocked: false,
        wallet: None,
        last_contact_at: None,
        other_whatsapp: others.iter().map(|&number| number.to_owned()).collect(),
        other_identifiers: Vec::new(),
    };
    let found = |store: &dyn Store, field: ContactField, number: &str| -> Result<Vec<String>, String> {
        let rows = store.contacts_by(field, number).map_err(|error| error.to_string())?;
        Ok(rows.into_iter().map(|row| row.contact.id.0).collect())
    };
    let (gil, bia) =
        (contact("n-1", "(48) 98888-0002", "", &[]), contact("n-2", "", "5548988880002", &["554888880003"]));
    stored(store, |store| [&gil, &bia].into_iter().try_for_each(|row| store.put_contact(row)))?;
    let (phone, whatsapp) = (ContactField::Phone1, ContactField::WhatsappIdentifier);
    for number in ["554888880002", "5548988880002", "48988880002", "+55 48 98888-0002", "(48) 98888-0002"] {
        holds(found(store, phone, number)? == ["n-1"], "a telephone is found in every writing")?;
        holds(found(store, whatsapp, number)? == ["n-2"], "numbers of the two kinds are apart")?;
    }
    holds(found(store, whatsapp, "5548988880003")? == ["n-2"], "a contact has several numbers")?;
    stored(store, |store| store.put_contact(&contact("n-2", "", "5548988880004", &[])))?;
    holds(found(store, whatsapp, "5548988880003")?.is_empty(), "a former number finds nobody")?;
    let last = stored_value(store, |store| store.index_contacts_behind(&ContactId::from("n-"), 1))?;
    holds(matches!(last.as_slice(), [row] if row.contact.id.as_str() == "n-1"), "a portion has the next contacts")?;
    stored(store, |store| {
        [&gil, &contact("n-2", "", "5548988880004", &[])].into_iter().try_for_each(|row| store.delete_contact(row))
    })?;
    holds(found(store, phone, "48988880002")?.is_empty(), "a deleted contact has no number")
}

fn stored_value<T>(store: &mut dyn Store, change: impl FnOnce(&mut dyn Store) -> StoreResult<T>) -> Result<T, String> {
    let mut value = None;
    stored(store, |store| {
        value = Some(change(store)?);
        Ok(())
    })?;
    value.ok_or_else(|| "nothing was stored".to_owned())
}

fn employers(store: &mut dyn Store) -> Check {
    let employer = |id: &str, unit: &str, code: &str, cnpj: &str| EmployerRow {
        employer: Employer {
            employer_id: EmployerId::from(id),
            name: format!("Têxtil {id}"),
            code: code.to_owned(),
            cnpj: cnpj.to_owned(),
            roles: vec![EmployerRole { employer_role_id: "1".to_owned(), name: "Compras".to_owned() }],
            version: 3,
            ..Employer::default()
        },
        org_unit_id: OrgUnitId::from(unit),
        last_role: 1,
    };
    let first = employer("1", "l1", "Ab-1", "12345678000190");
    stored(store, |store| {
        store.put_employer(&first)?;
        store.put_employer(&employer("2", "l1", "ab-2", ""))?;
        store.put_employer(&employer("3", "l1", "ab-3", ""))?;
        store.put_employer(&employer("4", "l2", "AB-1", "12345678000190"))
    })?;
    holds(store.employer(&EmployerId::from("1"))? == Some(first.clone()), "a company comes back as it was put")?;
    let unit = OrgUnitId::from("l1");
    holds(store.employers_like(&unit, "AB-1", "")? == [first.clone()], "a code is found in any case")?;
    holds(store.employers_like(&unit, "", "12345678000190")? == [first], "a tax id is found")?;
    holds(store.employers_like(&unit, "", "")?.is_empty(), "an empty code and tax id find nothing")?;
    let textile = query(&["l1"], text_ranges(NumberCountry::BRAZIL, "textil"), BY_NAME, 1, 1);
    let (page, total) = store.employers_listed(&textile)?;
    let page: Vec<&str> = page.iter().map(|row| row.employer.employer_id.as_str()).collect();
    holds((page, total) == (vec!["2"], 3), "companies are searched and paged apart from contacts")?;
    store.begin()?;
    let refused = store.put_employer(&employer("5", "l1", "AB-2", ""));
    store.rollback()?;
    holds(matches!(refused, Err(StoreError::Conflict(_))), "no two companies of an org unit have one code")
}

fn columns_and_filters(store: &mut dyn Store) -> Check {
    let column = |unit: &str, name: &str| ContactColumnRow {
        org_unit_id: OrgUnitId::from(unit),
        column: ContactColumn { database: name.to_owned(), order: 1, ..ContactColumn::default() },
    };
    let filter = |id: &str, unit: &str, position: u32| ContactFilterRow {
        id: id.to_owned(),
        org_unit_id: OrgUnitId::from(unit),
        name: format!("Filtro {id}"),
        position,
        rule: FilterRule::DateWithin { column: "vencimento".to_owned(), days: 30 },
    };
    stored(store, |store| {
        [column("l1", "plano"), column("l1", "cargo"), column("l2", "cidade")]
            .iter()
            .try_for_each(|row| store.put_contact_column(row))?;
        [filter("f1", "l1", 2), filter("f2", "l1", 1), filter("f3", "l2", 1)]
            .iter()
            .try_for_each(|row| store.put_contact_filter(row))
    })?;
    let unit = OrgUnitId::from("l1");
    let columns = store.contact_columns_of(&unit)?;
    holds(columns == [column("l1", "cargo"), column("l1", "plano")], "columns of an org unit come by name")?;
    let filters = store.contact_filters_of(&unit)?;
    holds(filters == [filter("f2", "l1", 1), filter("f1", "l1", 2)], "filters of an org unit come by position")?;
    holds(store.contact_filter("f3")? == Some(filter("f3", "l2", 1)), "a filter is found by its identifier")
}

fn audit(store: &mut dyn Store) -> Check {
    let row = |unit: &str, number: u64| AuditRow {
        org_unit_id: OrgUnitId::from(unit),
        number,
        at: Wall(1_000),
        agent_id: AgentId::from("101"),
        agent_name: "Ana".to_owned(),
        action: "changed".to_owned(),
        kind: "contact".to_owned(),
        id: "1".to_owned(),
        name: "Íris".to_owned(),
        changes: vec![AuditChange { field: "email".to_owned(), before: String::new(), after: "a@b".to_owned() }],
    };
    stored(store, |store| {
        [row("l1", 1), row("l1", 2), row("l2", 3), row("l1", 10)].iter().try_for_each(|row| store.insert_audit(row))
    })?;
    let unit = OrgUnitId::from("l1");
    holds(store.audit_of(&unit, 0, 2)? == (vec![row("l1", 10), row("l1", 2)], 3), "the audit comes newest first")?;
    holds(store.audit_of(&unit, 2, 2)? == (vec![row("l1", 1)], 3), "the audit is paged")?;
    holds(store.audit_of(&unit, 9, 2)? == (Vec::new(), 3), "a page after the audit's end is empty")?;
    store.begin()?;
    let again = store.insert_audit(&row("l1", 1));
    store.rollback()?;
    holds(matches!(again, Err(StoreError::Conflict(_))), "a row of the audit is never replaced")
}
