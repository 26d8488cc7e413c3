//! Routes of calls: campaigns, queues, scripts and the dialler.

use crate::body;
use crate::routes::{ApiRoute, Handler, get, post, put, with_query};
use crate::{agents, scripts, transfers, voice};

use Handler::{Own, Session, Supervisor, Unit};

/// The routes of calls.
pub(super) const ROUTES: &[ApiRoute] = &[
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
    post("/campaign-dialer/{id}/start", "Start a campaign", None, &body::SUCCESS, Supervisor(voice::start_dialer)),
    post("/campaign-dialer/{id}/pause", "Pause a campaign", None, &body::SUCCESS, Supervisor(voice::pause_dialer)),
    get("/queues/voice", "Voice queues of the agent's org unit", &body::QUEUES, Unit(voice::queues)),
    get("/queues/voice/{id}", "One voice queue", &body::QUEUE_RECORD, Unit(voice::queue)),
    get("/queues/voice/org-unit/{id}", "Voice queues of an org unit", &body::VOICE_QUEUES, Unit(voice::queues_of_unit)),
    get("/queues/voice/{id}/script", "Script of a queue", &body::SCRIPT, Unit(voice::of_queue)),
    get("/script/{id}", "One script", &body::SCRIPT, Unit(scripts::script)),
    with_query(
        get("/script/{id}/fields", "Fields of a script", &body::SCRIPT_FIELDS, Unit(scripts::fields)),
        &["script_id", "contact_id", "contact_identifier", "protocol"],
    ),
    post(
        "/job/answer/{protocol}",
        "Save answers to the script",
        Some(&body::SCRIPT_ANSWER_REQUEST),
        &body::SUCCESS,
        Own(scripts::answer),
    ),
    post(
        "/job/voice/active-job",
        "Dial a number",
        Some(&body::ACTIVE_VOICE_JOB_REQUEST),
        &body::ACTIVE_VOICE_JOB_REPLY,
        Own(voice::active_job),
    ),
    post(
        "/job/voice/check-active-job",
        "Why a number would not be dialled",
        Some(&body::ACTIVE_VOICE_JOB_REQUEST),
        &body::ACTIVE_SESSIONS_REPLY,
        Own(voice::check_active_job),
    ),
    post(
        "/job/voice/reject",
        "Reject a waiting call",
        Some(&body::VOICE_CALL_REQUEST),
        &body::SUCCESS,
        Own(voice::reject),
    ),
    post(
        "/job/voice/transfer",
        "Transfer a call without asking",
        Some(&body::VOICE_TRANSFER_REQUEST),
        &body::SUCCESS,
        Own(voice::transfer),
    ),
    post(
        "/job/voice/transfer-request",
        "Ask somebody before a call is transferred",
        Some(&body::VOICE_TRANSFER_REQUEST),
        &body::SUCCESS,
        Own(voice::transfer_request),
    ),
    post(
        "/job/voice/transfer-accept",
        "Complete a transfer",
        Some(&body::VOICE_ROOM_REQUEST),
        &body::SUCCESS,
        Own(voice::transfer_accept),
    ),
    post(
        "/voice/room",
        "Change who is in a call",
        Some(&body::ROOM_ACTION_REQUEST),
        &body::SUCCESS,
        Own(voice::room_action),
    ),
    post(
        "/voice/start-conference",
        "Call somebody for a conference",
        Some(&body::CONFERENCE_REQUEST),
        &body::SUCCESS,
        Own(voice::start_conference),
    ),
    post(
        "/voice/end-conference",
        "End a conference",
        Some(&body::VOICE_ROOM_REQUEST),
        &body::SUCCESS,
        Own(voice::end_conference),
    ),
    with_query(
        get(
            "/agents/{channel}/agents-available",
            "Agents that a call can be transferred to",
            &body::VOICE_DESTINATION_AGENTS,
            Unit(voice::voice_agents),
        ),
        &["agentId"],
    ),
    with_query(
        get(
            "/queues/{id}/voice/agents-available",
            "Agents of a queue that a call can be transferred to",
            &body::VOICE_DESTINATION_AGENTS,
            Unit(voice::agents_of_queue),
        ),
        &["agentId"],
    ),
    with_query(
        get(
            "/campaigns/{id}/voice/agents-available",
            "Agents of a campaign that a call can be transferred to",
            &body::VOICE_DESTINATION_AGENTS,
            Unit(voice::agents_of_campaign),
        ),
        &["agentId"],
    ),
    get("/job/{id}/transfers", "Transfers of an attendance", &body::JOB_TRANSFERS, Own(transfers::records)),
    post("/voice/hang-up", "Hang up a call", Some(&body::VOICE_CALL_REQUEST), &body::SUCCESS, Own(voice::hang_up)),
    post("/voice/redial", "Dial again", Some(&body::VOICE_CALL_REQUEST), &body::REDIAL_REPLY, Own(voice::redial)),
    post(
        "/voice/call-report",
        "Report what became of a call that the page made",
        Some(&body::VOICE_CALL_REPORT_REQUEST),
        &body::SUCCESS,
        Own(voice::report_call),
    ),
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
        Own(agents::set_default_campaign),
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
];
