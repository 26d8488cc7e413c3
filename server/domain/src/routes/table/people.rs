//! Routes of contacts and companies.

use crate::routes::{ApiRoute, Handler, delete, get, post, put, with_query};
use crate::{audit, body, contacts, employers, imports};

use Handler::{Own, Supervisor, Unit};

/// Query parameters of lists of contacts.
const LIST: &[&str] =
    &["search", "page", "per_page", "agent", "preferential", "org_unit", "employerId", "broadcast", "tags", "sort"];

/// The routes of contacts and companies.
pub(super) const ROUTES: &[ApiRoute] = &[
    with_query(get("/contacts", "Search contacts", &body::CONTACTS_PAGE, Unit(contacts::search)), LIST),
    with_query(
        get("/contacts/{id}", "Contacts by an identifier", &body::CONTACTS_FOUND, Unit(contacts::find)),
        &["by_field", "agent", "empty_org_unit"],
    ),
    get("/contacts/{id}/columns", "Columns of a contact", &body::CONTACT_COLUMNS, Unit(contacts::of_contact)),
    with_query(
        get("/contacts/columns", "Columns by category", &body::COLUMN_CATEGORIES, Unit(contacts::by_category)),
        &["group_by", "by_field"],
    ),
    with_query(
        get(
            "/contacts/same-person",
            "Contacts that may be the same person",
            &body::SAME_PERSONS,
            Unit(contacts::same_persons),
        ),
        &["page", "per_page", "contact_id"],
    ),
    post(
        "/contacts/same-person/{id}/join",
        "Join two contacts",
        Some(&body::JOIN_REQUEST),
        &body::CONTACT,
        Own(contacts::join),
    ),
    post(
        "/contacts/same-person/{id}/refuse",
        "Two contacts are two persons",
        Some(&body::SAME_PERSON_DECISION),
        &body::SUCCESS,
        Own(contacts::refuse),
    ),
    post(
        "/contacts/same-person/{id}/undo",
        "Separate joined contacts",
        Some(&body::SAME_PERSON_DECISION),
        &body::CONTACT,
        Own(contacts::undo),
    ),
    post("/contacts", "Create a contact", Some(&body::CONTACT_SAVE), &body::CONTACT, Own(contacts::create)),
    put("/contacts/{id}", "Save a contact", &body::CONTACT_SAVE, &body::CONTACT, Own(contacts::save)),
    delete("/contacts/{id}/{sub}", "Delete a contact", &body::SUCCESS, Own(contacts::remove)),
    put(
        "/contacts/{id}/vinculate-with-contact/{channel}",
        "Link an attendance with a contact",
        &body::VINCULATE_REQUEST,
        &body::CONTACT,
        Own(contacts::vinculate),
    ),
    post(
        "/contacts/imports",
        "Begin an import of contacts",
        Some(&body::IMPORT_REQUEST),
        &body::IMPORT,
        Own(imports::create),
    ),
    post(
        "/contacts/imports/{id}/lines/{from}",
        "Stage lines of an import",
        Some(&body::IMPORT_LINES),
        &body::IMPORT,
        Own(imports::stage),
    ),
    with_query(
        post(
            "/contacts/imports/{id}/commit",
            "Apply the lines of an import",
            None,
            &body::IMPORT,
            Own(imports::commit),
        ),
        &["agent"],
    ),
    with_query(
        get("/contacts/imports/{id}", "Progress of an import", &body::IMPORT, Own(imports::progress)),
        &["agent", "from"],
    ),
    with_query(delete("/contacts/imports/{id}", "Cancel an import", &body::IMPORT, Own(imports::cancel)), &["agent"]),
    get(
        "/template/contact-filters/{id}",
        "Saved filters of contacts",
        &body::CONTACT_FILTERS,
        Own(contacts::filter_list),
    ),
    with_query(
        get(
            "/template/contact-filters/contacts/{id}",
            "Contacts of a saved filter",
            &body::CONTACTS_PAGE,
            Unit(contacts::filtered),
        ),
        LIST,
    ),
    with_query(
        get("/employers", "Companies", &body::EMPLOYERS_PAGE, Unit(employers::list)),
        &["agent_id", "paginated", "page", "per_page", "search"],
    ),
    with_query(
        post(
            "/employers/search",
            "Companies by name",
            Some(&body::EMPLOYER_SEARCH),
            &body::EMPLOYERS_PAGE,
            Unit(employers::search),
        ),
        &["agent_id", "page", "per_page"],
    ),
    post(
        "/employers/create",
        "Create a company",
        Some(&body::EMPLOYER_CREATE),
        &body::EMPLOYER_SAVED,
        Own(employers::create),
    ),
    get("/employers/{id}", "One company", &body::EMPLOYER, Unit(employers::read)),
    put(
        "/employers/{id}/update",
        "Save a company",
        &body::EMPLOYER_UPDATE,
        &body::EMPLOYER_SAVED,
        Own(employers::update),
    ),
    with_query(
        get("/audit", "Changes of contacts and companies", &body::AUDIT, Supervisor(audit::list)),
        &["page", "per_page"],
    ),
];
