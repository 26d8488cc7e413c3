//! Routes of sessions: sign-in, the system, agents, supervisors, channels, pauses and notifications.

use crate::body;
use crate::routes::{ApiRoute, Handler, get, post, put, put_bare, with_query};
use crate::{absence, agents, auth, board, channels, effects, jobs, notifications, openapi, pauses, people, system};

use Handler::{Own, OwnOrSupervisor, Password, Public, Session, SignIn, Supervisor, Unit};

/// Its routes.
pub(super) const ROUTES: &[ApiRoute] = &[
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
];
