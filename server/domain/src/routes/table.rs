//! The route table of the REST API.

use super::{ApiRoute, Handler};
use crate::auth;
use crate::body::{self, Body};
use crate::{
    absence, agents, board, channels, chat, contacts, effects, jobs, notifications, openapi, pauses, people,
    qualification, queues, system, voice,
};

const fn get(path: &'static str, summary: &'static str, response: &'static Body, handler: Handler) -> ApiRoute {
    ApiRoute { method: "GET", path, summary, query: &[], request: None, response, handler }
}

const fn post(
    path: &'static str,
    summary: &'static str,
    request: Option<&'static Body>,
    response: &'static Body,
    handler: Handler,
) -> ApiRoute {
    ApiRoute { method: "POST", path, summary, query: &[], request, response, handler }
}

const fn put(
    path: &'static str,
    summary: &'static str,
    request: &'static Body,
    response: &'static Body,
    handler: Handler,
) -> ApiRoute {
    ApiRoute { method: "PUT", path, summary, query: &[], request: Some(request), response, handler }
}

const fn put_bare(path: &'static str, summary: &'static str, response: &'static Body, handler: Handler) -> ApiRoute {
    ApiRoute { method: "PUT", path, summary, query: &[], request: None, response, handler }
}

const fn with_query(route: ApiRoute, query: &'static [&'static str]) -> ApiRoute {
    ApiRoute { query, ..route }
}

use Handler::{Own, OwnOrSupervisor, Password, Public, Session, SignIn, Supervisor, Unit};

/// Every route of the REST API.
pub static API_ROUTES: &[ApiRoute] = &[
    post("/auth/login", "Sign in", Some(&body::LOGIN_REQUEST), &body::LOGIN_REPLY, SignIn(auth::login)),
    post("/auth/logoff", "Log off", None, &body::SUCCESS, Session(auth::logoff)),
    post(
        "/auth/validate",
        "Check the session; gives a broker credential",
        Some(&body::VALIDATE_REQUEST),
        &body::VALIDATE_REPLY,
        Own(auth::validate),
    ),
    get("/system", "Version, broker address and settings", &body::SYSTEM_REPLY, Public(system::system)),
    get("/system/datetime", "The server's clock", &body::SYSTEM_DATETIME, Public(system::datetime)),
    post(
        "/system/start-listener-queue",
        "Register the agent's queue for listening",
        Some(&body::START_LISTENER_REQUEST),
        &body::START_LISTENER_REPLY,
        Own(system::start_listener_queue),
    ),
    get("/openapi.json", "This description", &body::OPENAPI, Public(openapi::serve)),
    get("/agents/{id}", "The agent's own record", &body::AGENT_RECORD, Own(agents::record)),
    get("/agents/available", "Colleagues who are available", &body::AVAILABLE_AGENTS, Unit(people::available)),
    get("/agents/{id}/informations/time", "Times of the agent's session", &body::TIME_INFORMATIONS, Own(agents::times)),
    put(
        "/agents/{id}/change-password",
        "Set a new password",
        &body::CHANGE_PASSWORD_REQUEST,
        &body::SUCCESS,
        Password(auth::password::change),
    ),
    post(
        "/agents/{id}/reset-password",
        "Let an agent choose a new password",
        None,
        &body::PASSWORD_TOKEN,
        Supervisor(auth::password::reset),
    ),
    put(
        "/agents/{id}/whatsapp-notify-message",
        "Desktop notifications of WhatsApp messages",
        &body::NOTIFY_REQUEST,
        &body::SUCCESS,
        Own(agents::notify_whatsapp),
    ),
    put(
        "/agents/{id}/chat-notify-message",
        "Desktop notifications of chat messages",
        &body::NOTIFY_REQUEST,
        &body::SUCCESS,
        Own(agents::notify_chat),
    ),
    put_bare("/agents/{id}/set-absent-mode", "Mark an agent absent", &body::ABSENCE_REPLY, Supervisor(absence::set)),
    put_bare(
        "/agents/{id}/remove-absent-mode",
        "End absent mode",
        &body::ABSENCE_REPLY,
        OwnOrSupervisor(absence::remove),
    ),
    post(
        "/agents/{id}/force-disconnect",
        "End an agent's session",
        None,
        &body::SUCCESS,
        Supervisor(board::force_disconnect),
    ),
    post(
        "/agents/{id}/open-url",
        "Show an agent a page outside the product",
        Some(&body::OPEN_URL_REQUEST),
        &body::SUCCESS,
        Supervisor(people::open_url),
    ),
    get("/supervisor/{id}", "A supervisor", &body::PERSON, Unit(people::supervisor)),
    get("/supervisor/{id}/board", "The live board of agents and channels", &body::BOARD, Supervisor(board::read)),
    get("/effects/dead", "Effects that were given up", &body::DEAD_EFFECTS, Supervisor(effects::list_dead)),
    post("/effects/{id}/retry", "Attempt an effect again", None, &body::SUCCESS, Supervisor(effects::retry)),
    get("/users/{id}/details", "A user of the org unit", &body::PERSON, Unit(people::user_details)),
    get("/white-label/settings", "The look of the product", &body::WHITE_LABEL, Public(system::white_label)),
    get(
        "/configuration",
        "Services outside the contact centre that the page may use",
        &body::CONFIGURATION,
        Public(system::configuration),
    ),
    get("/agents/{id}/status", "Status of every channel", &body::AGENT_STATUS, Own(agents::status)),
    get(
        "/agents/{id}/member/attendance-groups",
        "Attendance groups of the agent",
        &body::ATTENDANCE_GROUPS,
        Own(agents::member_groups),
    ),
    get("/agents/{id}/jobs/active", "Attendances of the agent", &body::ACTIVE_JOBS, Own(jobs::active)),
    with_query(
        get(
            "/attendance-group/agent",
            "Attendance groups of the agent",
            &body::ATTENDANCE_GROUPS,
            Own(agents::groups_by_query),
        ),
        &["agent"],
    ),
    get("/org-unit/{id}", "The agent's org unit", &body::ORG_UNIT, Unit(agents::org_unit)),
    post(
        "/channels/voice/connect/agent/{id}",
        "Connect the voice channel",
        Some(&body::CONNECT_VOICE_REQUEST),
        &body::CHANNEL_REPLY,
        Own(channels::connect_voice),
    ),
    post(
        "/channels/{channel}/connect/agent/{id}",
        "Connect a channel",
        None,
        &body::CHANNEL_REPLY,
        Own(channels::connect),
    ),
    post(
        "/channels/{channel}/disconnect/agent/{id}",
        "Disconnect a channel",
        None,
        &body::CHANNEL_REPLY,
        Own(channels::disconnect),
    ),
    get("/pauses", "Pauses of the agent's org unit", &body::PAUSES, Unit(pauses::list)),
    get("/pauses/agent/{id}", "Pauses of the agent's channels", &body::AGENT_PAUSES, Own(pauses::of_agent)),
    post(
        "/pauses/{channel}/enter/agent/{id}",
        "Pause a channel",
        Some(&body::PAUSE_REQUEST),
        &body::PAUSE_REPLY,
        Own(pauses::enter),
    ),
    post("/pauses/{channel}/leave/agent/{id}", "Leave a pause", None, &body::PAUSE_REPLY, Own(pauses::leave)),
    post(
        "/pauses/all/enter/agent/{id}",
        "Pause several channels",
        Some(&body::PAUSE_ALL_REQUEST),
        &body::PAUSE_ALL_REPLY,
        Own(pauses::enter_all),
    ),
    post(
        "/pauses/all/leave/agent/{id}",
        "Leave the pauses of several channels",
        Some(&body::UNPAUSE_ALL_REQUEST),
        &body::PAUSE_ALL_REPLY,
        Own(pauses::leave_all),
    ),
    with_query(
        get(
            "/agents/notifications/agent",
            "Stored notifications of the agent",
            &body::NOTIFICATIONS,
            Own(notifications::list),
        ),
        &["agentId"],
    ),
    with_query(
        put_bare(
            "/agents/notifications/read",
            "Mark a notification read",
            &body::NOTIFICATION,
            Own(notifications::read),
        ),
        &["agentNotifyId"],
    ),
    with_query(
        put_bare(
            "/agents/notifications/not/read",
            "Mark a notification unread",
            &body::NOTIFICATION,
            Own(notifications::not_read),
        ),
        &["agentNotifyId"],
    ),
    with_query(
        put_bare("/agents/notifications/dismiss", "Delete a notification", &body::SUCCESS, Own(notifications::dismiss)),
        &["agentNotifyId"],
    ),
    with_query(
        put_bare(
            "/agents/notifications/read/all",
            "Mark every notification read",
            &body::SUCCESS,
            Own(notifications::read_all),
        ),
        &["agentId"],
    ),
    get("/queues/chat", "Chat queues of the agent's org unit", &body::QUEUES, Unit(queues::chat_queues)),
    get("/queues/chat/{id}", "One chat queue", &body::QUEUE_RECORD, Unit(queues::chat_queue)),
    get("/queues/chat/org-unit/{id}", "Chat queues of an org unit", &body::QUEUES, Unit(queues::chat_queues_of_unit)),
    post(
        "/chat/messages",
        "Send a message",
        Some(&body::SEND_MESSAGE_REQUEST),
        &body::SEND_MESSAGE_REPLY,
        Own(chat::send_message),
    ),
    post("/chat/typing", "Tell that the agent types", Some(&body::TYPING_REQUEST), &body::SUCCESS, Own(chat::typing)),
    post("/job/chat/finish", "Finish a chat", Some(&body::JOB_REQUEST), &body::SUCCESS, Own(chat::finish)),
    post("/job/chat/close", "Close a chat", Some(&body::JOB_REQUEST), &body::SUCCESS, Own(chat::close)),
    post(
        "/job/chat/qualify",
        "Qualify a chat",
        Some(&body::QUALIFY_PAYLOAD),
        &body::SUCCESS,
        Own(qualification::qualify_chat),
    ),
    with_query(
        get("/job/{protocol}/messages", "Messages of an attendance", &body::MESSAGES_REPLY, Own(jobs::messages)),
        &["after"],
    ),
    get("/webrtc", "Voice account and relay servers of the caller", &body::WEB_RTC, Session(voice::web_rtc)),
    get("/voice/get-nodes/{agent_id}", "Nodes of the telephone system", &body::VOICE_NODES, Own(voice::nodes)),
    get(
        "/agents/{id}/campaigns/voice",
        "Voice campaigns of the agent",
        &body::CAMPAIGNS,
        Own(voice::campaigns_of_agent),
    ),
    get("/campaigns/voice/{id}", "One voice campaign", &body::CAMPAIGN, Unit(voice::campaign)),
    get("/campaigns/voice/{id}/script", "Script of a campaign", &body::SCRIPT, Unit(voice::of_campaign)),
    with_query(
        get(
            "/campaign-dialer",
            "Campaigns that the dialler may call for the agent",
            &body::DIALER_CAMPAIGNS,
            Own(voice::dialer_campaigns),
        ),
        &["username"],
    ),
    get("/queues/voice", "Voice queues of the agent's org unit", &body::QUEUES, Unit(voice::queues)),
    get("/queues/voice/{id}", "One voice queue", &body::QUEUE_RECORD, Unit(voice::queue)),
    get("/queues/voice/org-unit/{id}", "Voice queues of an org unit", &body::QUEUES, Unit(voice::queues_of_unit)),
    get("/queues/voice/{id}/script", "Script of a queue", &body::SCRIPT, Unit(voice::of_queue)),
    get("/script/{id}", "One script", &body::SCRIPT, Unit(voice::script)),
    with_query(
        get("/script/{id}/fields", "Fields of a script", &body::SCRIPT_FIELDS, Unit(voice::fields)),
        &["script_id", "contact_id", "contact_identifier"],
    ),
    post(
        "/job/answer/{protocol}",
        "Save answers to the script",
        Some(&body::SCRIPT_ANSWER_REQUEST),
        &body::SUCCESS,
        Own(voice::answer),
    ),
    post(
        "/job/voice/active-job",
        "Dial a number",
        Some(&body::ACTIVE_VOICE_JOB_REQUEST),
        &body::ACTIVE_VOICE_JOB_REPLY,
        Own(voice::active_job),
    ),
    post(
        "/job/voice/reject",
        "Reject a waiting call",
        Some(&body::VOICE_CALL_REQUEST),
        &body::SUCCESS,
        Own(voice::reject),
    ),
    post(
        "/job/voice/qualify",
        "Qualify a call",
        Some(&body::QUALIFY_PAYLOAD),
        &body::SUCCESS,
        Own(qualification::qualify_voice),
    ),
    post("/voice/hang-up", "Hang up a call", Some(&body::VOICE_CALL_REQUEST), &body::SUCCESS, Own(voice::hang_up)),
    post("/voice/redial", "Dial again", Some(&body::VOICE_CALL_REQUEST), &body::REDIAL_REPLY, Own(voice::redial)),
    post(
        "/voice/confirm-preferencial-call",
        "Take a preferential call",
        Some(&body::PREFERENTIAL_CALL_REQUEST),
        &body::SUCCESS,
        Own(voice::confirm_preferential),
    ),
    put(
        "/agents/{id}/set-campaign-default",
        "Choose the campaign of manual calls",
        &body::CAMPAIGN_DEFAULT_REQUEST,
        &body::SUCCESS,
        Own(voice::set_default_campaign),
    ),
    put(
        "/agents/{id}/ackcall-volume",
        "Volume of the ring tone",
        &body::ACK_CALL_VOLUME_REQUEST,
        &body::SUCCESS,
        Own(voice::set_ring_volume),
    ),
    put(
        "/agents/{id}/webrtc-auto-reconnect",
        "Reconnect voice without asking",
        &body::AUTO_RECONNECT_REQUEST,
        &body::SUCCESS,
        Own(voice::set_auto_reconnect),
    ),
    get("/qualifications/{id}", "Qualifications of a queue", &body::QUALIFICATIONS, Unit(qualification::of_queue)),
    with_query(
        get("/qualifications", "Qualification by alias", &body::QUALIFICATIONS, Unit(qualification::by_alias)),
        &["qualify_alias"],
    ),
    with_query(
        get("/contacts", "Search contacts", &body::CONTACTS_PAGE, Unit(contacts::search)),
        &["search", "page", "per_page", "agent"],
    ),
    with_query(
        get("/contacts/{id}", "Contacts by an identifier", &body::CONTACTS_FOUND, Unit(contacts::find)),
        &["by_field", "agent", "empty_org_unit"],
    ),
    post("/contacts", "Create a contact", Some(&body::CONTACT_SAVE), &body::CONTACT, Own(contacts::create)),
    put("/contacts/{id}", "Save a contact", &body::CONTACT_SAVE, &body::CONTACT, Own(contacts::save)),
    put(
        "/contacts/{id}/vinculate-with-contact/{channel}",
        "Link an attendance with a contact",
        &body::VINCULATE_REQUEST,
        &body::CONTACT,
        Own(contacts::vinculate),
    ),
    get("/tags/protocol/{protocol}", "Tags of an attendance", &body::TAGS, Own(jobs::tags)),
];
