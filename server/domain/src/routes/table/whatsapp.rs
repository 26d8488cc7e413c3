//! Routes of WhatsApp and Instagram.

use crate::body;
use crate::routes::{ApiRoute, Handler, get, post, with_query};
use crate::{presets, qualification, transfers, whatsapp};

use Handler::{Own, Session, Unit};

/// The routes of WhatsApp and Instagram.
pub(super) const ROUTES: &[ApiRoute] = &[
    post(
        "/whatsapp/messages",
        "Send a message",
        Some(&body::SEND_WHATSAPP_REQUEST),
        &body::SEND_MESSAGE_REPLY,
        Own(whatsapp::send_message),
    ),
    with_query(
        get(
            "/whatsapp/messages/{id}",
            "Messages of the conversation",
            &body::WHATSAPP_MESSAGES,
            Own(whatsapp::history),
        ),
        &["before"],
    ),
    with_query(
        get("/whatsapp/messages/search", "Search messages", &body::WHATSAPP_MESSAGES, Own(whatsapp::search)),
        &["message", "contactIdentifier", "agentId", "page"],
    ),
    get("/whatsapp/message/{id}", "One message", &body::WHATSAPP_MESSAGE, Own(whatsapp::message)),
    post(
        "/whatsapp/read-all",
        "Mark every message read",
        Some(&body::WHATSAPP_JOB_REQUEST),
        &body::SUCCESS,
        Own(whatsapp::read),
    ),
    post("/whatsapp/read", "Mark read", Some(&body::WHATSAPP_JOB_REQUEST), &body::SUCCESS, Own(whatsapp::read)),
    post("/whatsapp/unread", "Mark unread", Some(&body::WHATSAPP_JOB_REQUEST), &body::SUCCESS, Own(whatsapp::unread)),
    post("/whatsapp/pin", "Pin an attendance", Some(&body::WHATSAPP_JOB_REQUEST), &body::SUCCESS, Own(whatsapp::pin)),
    post(
        "/whatsapp/unpin",
        "Unpin an attendance",
        Some(&body::WHATSAPP_JOB_REQUEST),
        &body::SUCCESS,
        Own(whatsapp::unpin),
    ),
    post(
        "/whatsapp/reopen",
        "Open an entry of the inbox or an ended attendance",
        Some(&body::WHATSAPP_JOB_REQUEST),
        &body::SUCCESS,
        Own(whatsapp::reopen),
    ),
    get("/agents/{id}/jobs/inbox", "Entries of the agent's inbox", &body::INBOX_JOBS, Own(whatsapp::inbox)),
    post(
        "/job/whatsapp/active-job",
        "Begin an attendance",
        Some(&body::ACTIVE_WHATSAPP_JOB_REQUEST),
        &body::ACTIVE_WHATSAPP_JOB_REPLY,
        Own(whatsapp::active_job),
    ),
    post(
        "/job/whatsapp/check-active-sessions",
        "Who has the customer",
        Some(&body::ACTIVE_WHATSAPP_JOB_REQUEST),
        &body::ACTIVE_SESSIONS_REPLY,
        Own(whatsapp::check_active_sessions),
    ),
    post("/job/whatsapp/finish", "End an attendance", Some(&body::JOB_REQUEST), &body::SUCCESS, Own(whatsapp::finish)),
    post("/job/whatsapp/close", "Close an attendance", Some(&body::JOB_REQUEST), &body::SUCCESS, Own(whatsapp::close)),
    post(
        "/job/whatsapp/qualify",
        "Qualify an attendance",
        Some(&body::QUALIFY_PAYLOAD),
        &body::SUCCESS,
        Own(qualification::qualify_whatsapp),
    ),
    post(
        "/job/whatsapp/transfer",
        "Transfer an attendance",
        Some(&body::TRANSFER_REQUEST),
        &body::SUCCESS,
        Own(transfers::whatsapp),
    ),
    with_query(
        get("/contacts/media/whatsapp", "Files of a customer", &body::WHATSAPP_MEDIA, Own(whatsapp::files)),
        &["contactIdentifier", "protocol", "page"],
    ),
    with_query(
        get("/queues/whatsapp", "WhatsApp queues of the org unit", &body::QUEUES, Unit(whatsapp::queues)),
        &["without_paginate"],
    ),
    with_query(
        get(
            "/queues/whatsapp/agent/org-unit/{id}",
            "Queues of an org unit and how many agents are available",
            &body::TRANSFER_QUEUES,
            Unit(transfers::whatsapp_queues),
        ),
        &["without_paginate"],
    ),
    with_query(
        get(
            "/queues/whatsapp/{id}/agents-available",
            "Agents of a queue",
            &body::TRANSFER_AGENTS,
            Unit(transfers::whatsapp_agents),
        ),
        &["agentId"],
    ),
    get("/queues/whatsapp/{id}", "One WhatsApp queue", &body::QUEUE_RECORD, Unit(whatsapp::queue)),
    get("/queues/whatsapp/routes/{id}", "Routes of a queue", &body::WHATSAPP_ROUTES, Unit(whatsapp::queue_routes)),
    get("/queues/whatsapp/{id}/script", "Script of a queue", &body::SCRIPT, Unit(whatsapp::queue_script)),
    get("/queues/whatsapp/{id}/preset-messages", "Presets of a queue", &body::PRESET_MESSAGES, Unit(presets::whatsapp)),
    get("/campaigns/whatsapp", "WhatsApp campaigns of the org unit", &body::CAMPAIGNS, Unit(whatsapp::campaigns)),
    get("/campaigns/whatsapp/{id}", "One WhatsApp campaign", &body::CAMPAIGN, Unit(whatsapp::campaign)),
    with_query(
        get(
            "/campaigns/whatsapp/{id}/agents-available",
            "Agents of a campaign",
            &body::TRANSFER_AGENTS,
            Unit(transfers::campaign_agents),
        ),
        &["agentId"],
    ),
    get(
        "/campaigns/whatsapp/routes/{id}",
        "Routes of a campaign",
        &body::WHATSAPP_ROUTES,
        Unit(whatsapp::campaign_routes),
    ),
    get("/campaigns/whatsapp/{id}/script", "Script of a campaign", &body::SCRIPT, Unit(whatsapp::campaign_script)),
    get(
        "/campaigns/whatsapp/{id}/preset-messages",
        "Its presets",
        &body::PRESET_MESSAGES,
        Unit(whatsapp::campaign_presets),
    ),
    with_query(
        get(
            "/campaigns/whatsapp/templates-messages/{id}",
            "Templates of a campaign",
            &body::WHATSAPP_TEMPLATES,
            Unit(whatsapp::campaign_templates),
        ),
        &["routePhone"],
    ),
    with_query(
        get(
            "/whatsapp/templates/org-unit/{id}",
            "Templates of an org unit",
            &body::WHATSAPP_TEMPLATES,
            Unit(whatsapp::unit_templates),
        ),
        &["routePhone"],
    ),
    with_query(
        get("/infobip/templates", "Templates of Infobip", &body::WHATSAPP_TEMPLATES, Unit(whatsapp::infobip_templates)),
        &["routePhone"],
    ),
    with_query(
        get("/zenvia/templates", "Templates of Zenvia", &body::WHATSAPP_TEMPLATES, Unit(whatsapp::zenvia_templates)),
        &["routePhone"],
    ),
    get(
        "/gupshup/templates/{a}/{b}",
        "Templates of a Gupshup route",
        &body::WHATSAPP_TEMPLATES,
        Unit(whatsapp::gupshup_templates),
    ),
    with_query(
        get(
            "/gupshup/templates/group/{id}",
            "Templates of a group",
            &body::WHATSAPP_TEMPLATES,
            Unit(whatsapp::group_templates),
        ),
        &["routePhone"],
    ),
    get("/preset-messages/{id}", "One preset message", &body::PRESET_MESSAGES, Unit(presets::one)),
    get("/bots", "Bots of the org unit", &body::BOTS, Unit(whatsapp::bots)),
    get(
        "/agents/{id}/campaigns/whatsapp",
        "The agent's campaigns",
        &body::CAMPAIGNS,
        Own(whatsapp::campaigns_of_agent),
    ),
    post(
        "/gupshup/set-optin",
        "Consent of a customer",
        Some(&body::OPT_IN_REQUEST),
        &body::SUCCESS,
        Session(whatsapp::set_opt_in),
    ),
];
