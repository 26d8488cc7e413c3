//! Paths, bodies and limits that differ between the channels with written conversations.

use super::outbox::Entry;
use crate::session::ActingAgent;
use crate::wire::{Channel, Protocol, SendMessageRequest, SendWhatsAppRequest, json_text};

/// The route from which the messages of earlier attendances are loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlierFrom {
    /// `GET /whatsapp/messages/{id}`: the conversation of the customer on the route (API-090).
    Conversation,
    /// `GET /contacts/{id}/messages`: the chats of the contact (API-156).
    Contact,
}

/// The rules of one channel.
#[derive(Debug)]
pub struct ConversationRules {
    /// `POST` with the body of `body`.
    pub send_path: &'static str,
    /// JSON text of the request body that sends an entry.
    pub body: fn(&ActingAgent, &Protocol, &Entry) -> String,
    /// `POST` with a `TypingRequest`: shows the customer that the agent is typing; `None` if the channel has no such request.
    pub typing_path: Option<&'static str>,
    /// `POST` with a file: answers with a `MediaReply`; `None` if the channel has no files.
    pub media_path: Option<&'static str>,
    /// `GET` with the text: searches the messages of the customer; `None` if the channel has no such request, so that
    /// the thread is searched.
    pub search_path: Option<&'static str>,
    /// Part of the address of the preset messages.
    pub presets: &'static str,
    /// The conversation has a window; after its end only a template can be sent.
    pub has_window: bool,
    /// A provider reports deliveries later, by events that a lost connection can lose.
    pub reports_deliveries: bool,
    /// The route of the messages before the thread.
    pub earlier: EarlierFrom,
}

static CHAT: ConversationRules = ConversationRules {
    send_path: "chat/messages",
    body: |acting_agent, protocol, entry| {
        json_text(&SendMessageRequest {
            protocol: protocol.clone(),
            custom_id: entry.custom_id.clone(),
            agent_id: acting_agent.agent_id.clone(),
            org_unit_id: acting_agent.org_unit_id.clone(),
            message: entry.text.clone(),
            media_id: entry.extras.media_id.clone(),
            answered: entry.extras.answered.clone(),
        })
    },
    typing_path: Some("chat/typing"),
    media_path: Some("chat/media"),
    search_path: None,
    presets: "chat",
    has_window: false,
    reports_deliveries: false,
    earlier: EarlierFrom::Contact,
};

static WHATSAPP: ConversationRules = ConversationRules {
    send_path: "whatsapp/messages",
    body: |acting_agent, protocol, entry| {
        let extras = entry.extras.clone();
        json_text(&SendWhatsAppRequest {
            protocol: protocol.clone(),
            custom_id: entry.custom_id.clone(),
            agent_id: acting_agent.agent_id.clone(),
            org_unit_id: acting_agent.org_unit_id.clone(),
            message: entry.text.clone(),
            media_id: extras.media_id,
            template: extras.template,
            answered: extras.answered,
            forwarded_from: extras.forwarded_from,
            voice: extras.voice,
        })
    },
    typing_path: None,
    media_path: Some("whatsapp/media"),
    search_path: Some("whatsapp/messages/search"),
    presets: "whatsapp",
    has_window: true,
    reports_deliveries: true,
    earlier: EarlierFrom::Conversation,
};

/// The rules of `channel`; `None` for a channel without written conversations, on which nothing is sent.
pub fn rules_of(channel: Channel) -> Option<&'static ConversationRules> {
    match channel {
        Channel::Chat => Some(&CHAT),
        Channel::Whatsapp => Some(&WHATSAPP),
        Channel::Voice => None,
    }
}
