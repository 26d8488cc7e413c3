//! Routes of tags, history and churn risk.

use crate::body;
use crate::routes::{ApiRoute, Handler, delete, get, post, with_query};
use crate::{churn, history, jobs, qualification, tags};

use Handler::{Own, Unit};

/// The routes of tags, history and churn risk.
pub(super) const ROUTES: &[ApiRoute] = &[
    with_query(
        get("/new-tag/tags", "Tags of the org unit", &body::TAG_CATALOGUE, Unit(tags::list)),
        &["type", "group"],
    ),
    with_query(
        post(
            "/new-tag/agent/contacts/{id}/tag-items",
            "Put tags on a contact",
            Some(&body::TAG_ITEMS_REQUEST),
            &body::TAGS,
            Own(tags::add_to_contact),
        ),
        &["agentId"],
    ),
    with_query(
        delete(
            "/new-tag/agent/contacts/{id}/tag-items/{itemId}",
            "Remove a tag of a contact",
            &body::TAGS,
            Own(tags::remove_from_contact),
        ),
        &["agentId"],
    ),
    with_query(
        post(
            "/new-tag/agent/employers/{id}/tag-items",
            "Put tags on a company",
            Some(&body::TAG_ITEMS_REQUEST),
            &body::TAGS,
            Own(tags::add_to_employer),
        ),
        &["agentId"],
    ),
    with_query(
        delete(
            "/new-tag/agent/employers/{id}/tag-items/{itemId}",
            "Remove a tag of a company",
            &body::TAGS,
            Own(tags::remove_from_employer),
        ),
        &["agentId"],
    ),
    post(
        "/new-tag/agent/job/{protocol}/add-tag/{tagId}",
        "Put a tag on an attendance",
        Some(&body::JOB_TAG_REQUEST),
        &body::TAGS,
        Own(tags::add_to_job),
    ),
    post(
        "/new-tag/agent/job/{protocol}/remove-tag/{tagId}",
        "Remove a tag of an attendance",
        Some(&body::JOB_TAG_REQUEST),
        &body::TAGS,
        Own(tags::remove_from_job),
    ),
    get("/tags/protocol/{protocol}", "Tags of an attendance", &body::TAGS, Own(jobs::tags)),
    delete(
        "/tags/protocol/{protocol}/{tagId}",
        "Remove a tag of an ended attendance",
        &body::TAGS,
        Own(tags::remove_from_ended),
    ),
    with_query(
        get(
            "/agents/history",
            "Attendances of the agent; for a supervisor those of the org unit",
            &body::HISTORY,
            Unit(history::of_agent),
        ),
        &[
            "initial_date",
            "final_date",
            "utc_offset",
            "utc_offset_end",
            "channel",
            "search",
            "qualification",
            "page",
            "per_page",
        ],
    ),
    with_query(
        get("/contacts/history", "Attendances with a contact", &body::HISTORY, Unit(history::of_contact)),
        &["contact_id", "per_page", "current_page"],
    ),
    with_query(
        get("/employers/history", "Attendances with contacts of a company", &body::HISTORY, Unit(history::of_employer)),
        &["employer_id", "per_page", "current_page"],
    ),
    get(
        "/contacts/{id}/last-contact",
        "Last attendance with a contact",
        &body::LAST_CONTACT,
        Unit(history::last_of_contact),
    ),
    with_query(
        get(
            "/contacts/latest-contact-interaction",
            "Last attendance of a customer of a channel",
            &body::LAST_CONTACT,
            Unit(history::latest_interaction),
        ),
        &["agentId", "contactIdentifier", "orgUnitId", "channel", "whatsAppRoute"],
    ),
    with_query(
        get(
            "/contacts/{id}/messages",
            "Messages of all attendances with a contact",
            &body::WHATSAPP_MESSAGES,
            Unit(history::messages_of_contact),
        ),
        &[
            "initial_date",
            "utc_offset",
            "page",
            "channel",
            "must_not",
            "org_unit_id",
            "protocol_transfer",
            "attendanceType",
            "route",
        ],
    ),
    with_query(
        get(
            "/contacts/{id}/messages/db",
            "Messages of an attendance with a contact",
            &body::MESSAGES_REPLY,
            Unit(history::messages),
        ),
        &["protocol", "after"],
    ),
    post(
        "/organia/churn-buster/contact-probability-values",
        "Reasons of a contact's churn risk",
        Some(&body::CHURN_CONTACT_REQUEST),
        &body::CHURN_FACTORS,
        Unit(churn::factors),
    ),
    post(
        "/organia/churn-buster/contact-max-data",
        "Churn risk of a contact",
        Some(&body::CHURN_CONTACT_REQUEST),
        &body::CHURN_PROBABILITY,
        Unit(churn::probability_of_contact),
    ),
    post(
        "/organia/churn-buster/employer-max-probability",
        "Greatest churn risk of a company's contacts",
        Some(&body::CHURN_EMPLOYER_REQUEST),
        &body::CHURN_PROBABILITY,
        Unit(churn::probability_of_employer),
    ),
    post(
        "/organia/churn-buster/justification",
        "Remove a contact's churn risk",
        Some(&body::JUSTIFICATION_REQUEST),
        &body::SUCCESS,
        Own(churn::justify),
    ),
    post(
        "/qualifications/on-demand",
        "Qualifications of queues and campaigns",
        Some(&body::QUALIFICATIONS_REQUEST),
        &body::QUALIFICATIONS,
        Unit(qualification::on_demand),
    ),
];
