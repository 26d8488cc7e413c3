//! Every request of the pages of contacts and companies with the way in which its failure is shown.

use super::bench::Bench;
use super::companies::all_pages;
use super::failure_rows::{Row, Told};
use super::people::{acts, at_contacts, edits, fields, goes, page};
use crate::people::PeopleIntent;

fn with_listed_contacts() -> Bench {
    at_contacts(page(1..=50, 60))
}

fn at_page(bench: &mut Bench) {
    goes(bench, "/contact/5");
}

fn at_list(bench: &mut Bench) {
    goes(bench, "/contact-management");
}

fn at_company(bench: &mut Bench) {
    goes(bench, "/employer/5");
}

pub const PEOPLE_ROWS: &[Row] = &[
    Row {
        pending: "people::Contacts",
        call: "GET contacts",
        before: Bench::signed_in,
        act: at_list,
        told: Told::Inline,
    },
    Row {
        pending: "people::Columns",
        call: "GET contacts/columns",
        before: Bench::signed_in,
        act: at_list,
        told: Told::Silently,
    },
    Row {
        pending: "people::SavedFilters",
        call: "GET template/contact-filters/101",
        before: Bench::signed_in,
        act: at_list,
        told: Told::Silently,
    },
    Row {
        pending: "people::Companies",
        call: "GET employers",
        before: Bench::signed_in,
        act: at_list,
        told: Told::Inline,
    },
    Row {
        pending: "people::Contact",
        call: "GET contacts/5",
        before: Bench::signed_in,
        act: at_page,
        told: Told::Inline,
    },
    Row {
        pending: "people::ContactColumns",
        call: "GET contacts/5/columns",
        before: Bench::signed_in,
        act: at_page,
        told: Told::Silently,
    },
    Row {
        pending: "people::Company",
        call: "GET employers/5",
        before: Bench::signed_in,
        act: at_company,
        told: Told::Inline,
    },
    Row {
        pending: "people::CompanyContacts",
        call: "GET contacts",
        before: all_pages,
        act: |bench| acts(bench, PeopleIntent::ReloadCompanyPage),
        told: Told::Inline,
    },
    Row {
        pending: "people::SamePersons",
        call: "GET contacts/same-person",
        before: Bench::signed_in,
        act: at_list,
        told: Told::Inline,
    },
    Row {
        pending: "people::SamePersonsOf",
        call: "GET contacts/same-person",
        before: Bench::signed_in,
        act: at_page,
        told: Told::Silently,
    },
    Row {
        pending: "people::Decide",
        call: "POST contacts/same-person/1.2/join",
        before: super::same_person::proposed,
        act: |bench| super::same_person::joins(bench, "1"),
        told: Told::Snackbar,
    },
    Row {
        pending: "people::CheckDecision",
        call: "GET contacts/same-person",
        before: super::same_person::unanswered,
        act: |bench| super::same_person::joins(bench, "1"),
        told: Told::Snackbar,
    },
    Row {
        pending: "people::LastContact",
        call: "GET contacts/1/last-contact",
        before: with_listed_contacts,
        act: |bench| acts(bench, PeopleIntent::OpenContactSummary { contact_id: "1".into() }),
        told: Told::Silently,
    },
    Row {
        pending: "people::Delete",
        call: "DELETE contacts/CLI-1/AGENT-101",
        before: with_listed_contacts,
        act: |bench| acts(bench, PeopleIntent::DeleteContacts { contact_ids: vec!["1".into()] }),
        told: Told::Snackbar,
    },
    Row {
        pending: "people::Save",
        call: "PUT contacts/1",
        before: with_listed_contacts,
        act: |bench| {
            edits(bench, "1");
            acts(bench, PeopleIntent::SaveContactEditor { fields: fields(&[("email", "ana@x")]) });
        },
        told: Told::Snackbar,
    },
    Row {
        pending: "people::SaveCompany",
        call: "POST employers/create",
        before: with_listed_contacts,
        act: |bench| {
            acts(bench, PeopleIntent::OpenCompanyEditor { employer_id: "".into() });
            let fields = fields(&[("name", "Aurora"), ("code", "A1")]);
            acts(bench, PeopleIntent::SaveCompanyEditor { fields, roles: Vec::new() });
        },
        told: Told::Snackbar,
    },
    Row {
        pending: "people::Pick",
        call: "POST employers/search",
        before: Bench::signed_in,
        act: |bench| {
            acts(bench, PeopleIntent::PickCompany { text: "aur".to_owned() });
            bench.advance(250);
        },
        told: Told::Inline,
    },
];
