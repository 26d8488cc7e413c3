//! Routes of attendances: queues, chat, messages and qualifications.

use crate::body;
use crate::routes::{ApiRoute, Handler, get, post, with_query};
use crate::{chat, jobs, presets, qualification, queues, transfers};

use Handler::{Own, Unit};

/// The routes of attendances.
pub(super) const ROUTES: &[ApiRoute] = &[
    get("/queues/chat", "Chat queues of the agent's org unit", &body::QUEUES, Unit(queues::chat_queues)),
    get("/queues/chat/{id}", "One chat queue", &body::QUEUE_RECORD, Unit(queues::chat_queue)),
    get(
        "/queues/chat/org-unit/{id}",
        "Chat queues of an org unit and how many agents are available",
        &body::TRANSFER_QUEUES,
        Unit(transfers::chat_queues),
    ),
    with_query(
        get(
            "/queues/{id}/chat/agents-available",
            "Agents of a queue",
            &body::TRANSFER_AGENTS,
            Unit(transfers::chat_agents),
        ),
        &["agentId"],
    ),
    get("/queues/chat/{id}/preset-messages", "Presets of a queue", &body::PRESET_MESSAGES, Unit(presets::chat)),
    post(
        "/chat/messages",
        "Send a message",
        Some(&body::SEND_MESSAGE_REQUEST),
        &body::SEND_MESSAGE_REPLY,
        Own(chat::send_message),
    ),
    post("/chat/typing", "Tell that the agent types", Some(&body::TYPING_REQUEST), &body::SUCCESS, Own(chat::typing)),
    post("/chat/read", "Mark read", Some(&body::WHATSAPP_JOB_REQUEST), &body::SUCCESS, Own(chat::read)),
    post("/chat/unread", "Mark unread", Some(&body::WHATSAPP_JOB_REQUEST), &body::SUCCESS, Own(chat::unread)),
    post("/chat/pin", "Pin a chat", Some(&body::WHATSAPP_JOB_REQUEST), &body::SUCCESS, Own(chat::pin)),
    post("/chat/unpin", "Unpin a chat", Some(&body::WHATSAPP_JOB_REQUEST), &body::SUCCESS, Own(chat::unpin)),
    post("/job/chat/finish", "Finish a chat", Some(&body::JOB_REQUEST), &body::SUCCESS, Own(chat::finish)),
    post("/job/chat/close", "Close a chat", Some(&body::JOB_REQUEST), &body::SUCCESS, Own(chat::close)),
    post("/job/chat/transfer", "Transfer a chat", Some(&body::TRANSFER_REQUEST), &body::SUCCESS, Own(transfers::chat)),
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
    post(
        "/job/voice/qualify",
        "Qualify a call",
        Some(&body::QUALIFY_PAYLOAD),
        &body::SUCCESS,
        Own(qualification::qualify_voice),
    ),
    get("/qualifications/{id}", "Qualifications of a queue", &body::QUALIFICATIONS, Unit(qualification::of_queue)),
    with_query(
        get("/qualifications", "Qualification by alias", &body::QUALIFICATIONS, Unit(qualification::by_alias)),
        &["qualify_alias"],
    ),
];
