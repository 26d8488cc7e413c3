//! Comparison of contacts, companies, their tags and risks, and the history with the server. No event reports changes
//! of others to a page: they are compared after the page has loaded them again (`AgentHandle::loads_records_again`).

use super::{Differences, Page};
use contact_centre::store::{
    ContactRow, EmployerRow, History, HistoryOf, HistoryStore, JobRow, JobState, ListQuery, PeopleStore, SearchOrder,
    Store, TagStore,
};
use core_wasm::View;
use core_wasm::churn::{self, ChurnSlice};
use core_wasm::flow::{EntityKind, ListState, SliceKey};
use core_wasm::history::{self, HistoryFilter, HistoryRowView, HistorySlice};
use core_wasm::people::{
    CompanyRowView, ContactFilterChoice, ContactRowView, PagedListView, PeopleSlice, PreferentialView, RecordState,
};
use core_wasm::tags::{self, TagsSlice};
use core_wasm::wire::{AgentRole, ContactId, EmployerId, JobTag, Name, OrgUnitId, Protocol};
use std::collections::BTreeSet;

/// A number greater than the records that a day creates.
const ALL: usize = 100_000;

fn unit(page: &Page<'_>) -> OrgUnitId {
    let agent = page.server.store.agent(&page.agent).expect("store");
    agent.map(|row| row.record.org_unit_id).unwrap_or_default()
}

fn everything(page: &Page<'_>, shared: bool) -> ListQuery {
    let mut org_units = vec![unit(page)];
    org_units.extend(shared.then(OrgUnitId::default));
    let order = SearchOrder { by: None, is_descending: false };
    ListQuery { org_units, groups: Vec::new(), order, offset: 0, limit: ALL }
}

/// Contacts of the org unit and of all org units.
fn contacts(page: &Page<'_>) -> Vec<ContactRow> {
    page.server.store.contacts_listed(&everything(page, true)).expect("store").0
}

fn companies(page: &Page<'_>) -> Vec<EmployerRow> {
    page.server.store.employers_listed(&everything(page, false)).expect("store").0
}

/// The list has no filter, and the server answered its last request.
fn is_whole(list: &PagedListView) -> bool {
    list.loaded && list.text.is_empty() && !list.pending && !list.failed
}

/// A loaded list: the number of existing entries, no entry twice and no deleted entry.
fn listed(what: &str, list: &PagedListView, ids: &[Name], there: &BTreeSet<String>, found: &mut Differences) {
    let here: BTreeSet<String> = ids.iter().map(Name::to_string).collect();
    found.compare(&format!("{what}: entries without repetition"), ids.len(), here.len());
    found.must(here.is_subset(there), || format!("{what}: {:?} do not exist", here.difference(there)));
    found.compare(&format!("{what}: number of entries"), list.total as usize, there.len());
    found.must(!list.ended || here.len() == there.len(), || format!("{what}: ends after {} entries", here.len()));
}

fn ids_of(page: &Page<'_>, key: &SliceKey) -> Vec<Name> {
    match page.view(key) {
        View::List(list) => list.ids,
        other => panic!("{key} shows {other:?}"),
    }
}

pub(super) fn contacts_page(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::People(PeopleSlice::ContactsPage(shown)) = view else { return };
    let any = ContactFilterChoice { sort: shown.filter.sort.clone(), ..Default::default() };
    if is_whole(&shown.list) && shown.filter == any {
        let there = contacts(page).into_iter().map(|row| row.contact.id.0).collect();
        let ids = ids_of(page, &core_wasm::people::slices::CONTACT_ORDER.key());
        listed("the list of contacts", &shown.list, &ids, &there, found);
    }
}

pub(super) fn companies_page(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::People(PeopleSlice::CompaniesPage(shown)) = view else { return };
    if is_whole(&shown.list) {
        let there = companies(page).into_iter().map(|row| row.employer.employer_id.0).collect();
        let ids = ids_of(page, &core_wasm::people::slices::COMPANY_ORDER.key());
        listed("the list of companies", &shown.list, &ids, &there, found);
    }
}

fn tag_names(tags: &[JobTag]) -> Vec<String> {
    tags.iter().map(|tag| tag.tag_item_name.clone()).collect()
}

/// The last attendance with the contact in the org unit.
fn last_of(page: &Page<'_>, contact: &ContactId) -> Option<JobRow> {
    let history = History::all(&unit(page), HistoryOf::Contact(contact.clone()));
    page.server.store.history(&history, 1).expect("store").pop()
}

fn same_contact(page: &Page<'_>, shown: &ContactRowView, found: &mut Differences) {
    let about = |part: &str| format!("{part} of contact {}", shown.id);
    let Some(row) = page.server.store.contact(&ContactId::from(shown.id.as_str())).expect("store") else {
        // The contact's page that was open at the deletion keeps its content and says that the contact was deleted.
        let view = page.view(&core_wasm::people::slices::CONTACT_PAGE.key());
        let is_on_its_page = matches!(view, View::People(PeopleSlice::ContactPage(open))
            if open.id == shown.id && open.state == RecordState::Gone);
        return found.must(is_on_its_page, || format!("contact {} was deleted", shown.id));
    };
    let ContactRow { contact, wallet, .. } = row;
    let employer = page.server.store.employer(&contact.employer_id).expect("store");
    let employer = employer.map(|row| row.employer.name).unwrap_or_default();
    let ids = &contact.identifiers;
    found.compare(
        &about("facts"),
        (&shown.name, &shown.identifier, &shown.phone, &shown.whatsapp, &shown.chat, &shown.email, &shown.employer),
        (
            &contact.fullname,
            &ids.id,
            &ids.phone1,
            &ids.whatsapp_identifier,
            &ids.chat_identifier,
            &contact.email,
            &employer,
        ),
    );
    found.compare(&about("tags"), shown.tags.iter().map(|tag| tag.name.clone()).collect(), tag_names(&contact.tags));
    let owner = match &shown.preferential {
        PreferentialView::Nobody => None,
        PreferentialView::Own => Some(page.agent.clone()),
        PreferentialView::Other { .. } => wallet.clone().filter(|owner| *owner != page.agent),
    };
    found.compare(&about("wallet"), owner, wallet);
    let last = last_of(page, &contact.id);
    found.compare(
        &about("last attendance"),
        shown.last_contact.as_ref().map(|last| last.protocol.clone()),
        last.as_ref().map(|job| job.protocol.to_string()),
    );
    let removed = is_removed(page, &contact.id);
    let computed = last.is_some() && !removed;
    found.must(!shown.busy, || about("no pending change"));
    found.compare(&about("whether there is a risk"), shown.risk.is_some(), computed);
}

/// A removed risk stays removed until a later attendance ends.
fn is_removed(page: &Page<'_>, contact: &ContactId) -> bool {
    let Some(removal) = page.server.store.churn_removal(contact).expect("store") else { return false };
    let history = History::all(&unit(page), HistoryOf::Contact(contact.clone()));
    let jobs = page.server.store.history(&history, ALL).expect("store");
    !jobs.iter().filter_map(|job| job.ended_at).any(|end| end > removal.at)
}

pub(super) fn contact_row(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    if let View::People(PeopleSlice::ContactListRow(shown)) = view {
        same_contact(page, &shown, found);
    }
}

/// The record of an open page: it is found as long as the server has it.
fn opened(what: &str, state: RecordState, exists: bool, found: &mut Differences) {
    let expected = if exists { RecordState::Found } else { RecordState::Gone };
    found.compare(&format!("the page of {what}"), state, expected);
}

pub(super) fn contact_page(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::People(PeopleSlice::ContactPage(shown)) = view else { return };
    let row = page.server.store.contact(&ContactId::from(shown.id.as_str())).expect("store");
    opened(&format!("contact {}", shown.id), shown.state, row.is_some(), found);
    if let (Some(contact), Some(_)) = (&shown.contact, row) {
        same_contact(page, contact, found);
    }
}

fn same_company(page: &Page<'_>, shown: &CompanyRowView, found: &mut Differences) {
    let about = |part: &str| format!("{part} of company {}", shown.id);
    let id = EmployerId::from(shown.id.as_str());
    let Some(row) = page.server.store.employer(&id).expect("store") else {
        return found.must(false, || format!("company {} does not exist", shown.id));
    };
    let company = row.employer;
    let linked = contacts(page).into_iter().filter(|row| row.contact.employer_id == id).count();
    found.compare(
        &about("facts"),
        (&shown.name, &shown.social_name, &shown.code, &shown.cnpj, shown.contacts as usize),
        (&company.name, &company.social_name, &company.code, &company.cnpj, linked),
    );
    found.compare(
        &about("roles"),
        shown.roles.iter().map(|role| (role.employer_role_id.clone(), role.name.clone())).collect::<Vec<_>>(),
        company.roles.iter().map(|role| (role.employer_role_id.to_string(), role.name.clone())).collect(),
    );
    found.compare(&about("tags"), shown.tags.iter().map(|tag| tag.name.clone()).collect(), tag_names(&company.tags));
}

pub(super) fn company_row(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    if let View::People(PeopleSlice::CompanyListRow(shown)) = view {
        same_company(page, &shown, found);
    }
}

pub(super) fn company_page(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::People(PeopleSlice::CompanyPage(shown)) = view else { return };
    let id = EmployerId::from(shown.id.as_str());
    let row = page.server.store.employer(&id).expect("store");
    opened(&format!("company {id}"), shown.state, row.is_some(), found);
    if let Some(company) = &shown.company {
        same_company(page, company, found);
    }
    if is_whole(&shown.contacts) {
        let of_company = contacts(page).into_iter().filter(|row| row.contact.employer_id == id);
        let there = of_company.map(|row| row.contact.id.0).collect();
        let ids = ids_of(page, &core_wasm::people::slices::COMPANY_CONTACTS.key());
        listed(&format!("the contacts of company {id}"), &shown.contacts, &ids, &there, found);
    }
}

/// Tags of the contact or the company of an open page are loaded with it. Those of an attendance are compared in its
/// row; other tags stay as this page loaded or changed them.
pub(super) fn tags_of(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(entity), View::Tags(TagsSlice::TagsOf(shown))) = (tags::slices::OF.ids(key), view) else { return };
    let is_open = match page.view(&core_wasm::people::slices::CONTACT_PAGE.key()) {
        View::People(PeopleSlice::ContactPage(open)) if open.state == RecordState::Found => open.id == entity.id,
        _ => false,
    };
    if entity.kind != EntityKind::Contact || !is_open || shown.pending {
        return;
    }
    let row = page.server.store.contact(&ContactId::from(entity.id.as_str())).expect("store");
    let there = row.map(|row| tag_names(&row.contact.tags)).unwrap_or_default();
    found.compare(
        &format!("the selected tags of contact {}", entity.id),
        shown.items.iter().map(|item| item.name.clone()).collect(),
        there,
    );
}

/// An attendance in a list: beginning, customer and end are those of the server.
fn same_entry(page: &Page<'_>, shown: &HistoryRowView, found: &mut Differences) {
    let about = |part: &str| format!("{part} of {} in the history", shown.protocol);
    let Some(job) = page.server.store.job(&Protocol::from(shown.protocol.as_str())).expect("store") else {
        return found.must(false, || about("the attendance"));
    };
    found.compare(
        &about("facts"),
        (shown.channel, shown.start, shown.end),
        (Some(job.channel), Some(job.created_at.as_js()), job.ended_at.map(|end| end.as_js())),
    );
    found.compare(&about("whether it is qualified"), !shown.qualification.is_empty(), job.state == JobState::Qualified);
}

pub(super) fn history_page(page: &Page<'_>, _: &SliceKey, view: View, found: &mut Differences) {
    let View::History(HistorySlice::HistoryPage(shown)) = view else { return };
    if shown.state != ListState::Ready {
        return;
    }
    let ids: BTreeSet<&str> = shown.rows.iter().map(|row| row.protocol.as_str()).collect();
    found.compare("the history: attendances without repetition", shown.rows.len(), ids.len());
    shown.rows.iter().for_each(|row| same_entry(page, row, found));
    let is_whole = shown.filter == HistoryFilter::default() && shown.text.is_empty() && shown.error.is_none();
    let day = |text: &str| core_wasm::wire::Wall::parse(&format!("{text}T00:00:00-03:00"));
    let (Some(from), Some(until)) = (day(&shown.from), day(&shown.to)) else { return };
    let agent = page.server.store.agent(&page.agent).expect("store");
    let is_supervisor = agent.is_some_and(|row| row.record.role == AgentRole::Supervisor);
    let of = if is_supervisor { HistoryOf::OrgUnit } else { HistoryOf::Agent(page.agent.clone()) };
    let until = until.plus_ms(24 * 60 * 60 * 1_000);
    let history = History { org_unit: unit(page), of, from: Some(from), until: Some(until) };
    if is_whole {
        let there = page.server.store.history_count(&history).expect("store");
        found.compare("the history: number of attendances", shown.total as usize, there);
    }
}

pub(super) fn history_of(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(entity), View::History(HistorySlice::HistoryOf(shown))) = (history::slices::OF.ids(key), view) else {
        return;
    };
    if entity.kind != EntityKind::Contact || shown.failed || shown.loading {
        return;
    }
    let history = History::all(&unit(page), HistoryOf::Contact(ContactId::from(entity.id.as_str())));
    let there = page.server.store.history_count(&history).expect("store");
    found.compare(&format!("attendances of contact {}", entity.id), shown.total as usize, there);
    shown.groups.iter().flat_map(|group| &group.entries).for_each(|entry| same_entry(page, entry, found));
}

pub(super) fn churn_of(page: &Page<'_>, key: &SliceKey, view: View, found: &mut Differences) {
    let (Some(entity), View::Churn(ChurnSlice::ChurnOf(shown))) = (churn::slices::OF.ids(key), view) else {
        return;
    };
    if entity.kind == EntityKind::Contact {
        let contact = ContactId::from(entity.id.as_str());
        let computed = last_of(page, &contact).is_some() && !is_removed(page, &contact);
        found.compare(&format!("whether contact {contact} has a risk"), shown.percent.is_some(), computed);
    }
}
