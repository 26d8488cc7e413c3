//! Parses Infobip's webhook requests: messages, delivery reports and seen reports.

use serde_json::Value;

use crate::json::{at, customer, digits, filled, float, instant_ms, items, parse, text};
use crate::outcome::clipped;
use crate::provider::ReadFault;
use crate::types::{
    ContactCard, Inbound, InboundContent, InboundMedia, InboundMessage, Location, MediaKind, MediaReference, Receipt,
    ReceiptStatus, Refusal, RefusalReason,
};
use wire::MessageDetails;

pub(super) fn read(body: &[u8]) -> Result<Vec<Inbound>, ReadFault> {
    let body = parse(body)?;
    let results = at(&body, &["results"]).and_then(Value::as_array).ok_or(ReadFault::Shape("no list `results`"))?;
    Ok(results.iter().map(read_result).collect())
}

fn read_result(item: &Value) -> Inbound {
    let Some(provider_id) = filled(item, &["messageId"]) else {
        return Inbound::Ignored("item without id".to_owned());
    };
    if let Some(message) = at(item, &["message"]) {
        return read_message(item, message, provider_id);
    }
    let receipt = |status, failure, at_ms| {
        let key = filled(item, &["callbackData"]);
        Inbound::Receipt(Receipt { provider_id: provider_id.clone(), key, status, failure, at_ms })
    };
    if at(item, &["seenAt"]).is_some() {
        return receipt(ReceiptStatus::Read, None, instant_ms(item, &["seenAt"]));
    }
    let at_ms = instant_ms(item, &["doneAt"]);
    match text(item, &["status", "groupName"]).as_deref() {
        Some("DELIVERED") => receipt(ReceiptStatus::Delivered, None, at_ms),
        Some("UNDELIVERABLE" | "EXPIRED" | "REJECTED") => receipt(ReceiptStatus::Failed, Some(failure(item)), at_ms),
        group => Inbound::Ignored(format!("report {}", clipped(group.unwrap_or("without status")))),
    }
}

/// The error if the report has one, else the status.
fn failure(item: &Value) -> Refusal {
    let is_error = filled(item, &["error", "name"]).is_some_and(|name| name != "NO_ERROR");
    let part = if is_error { "error" } else { "status" };
    Refusal {
        code: text(item, &[part, "name"]).unwrap_or_default(),
        text: clipped(&text(item, &[part, "description"]).unwrap_or_default()),
        reason: RefusalReason::Other,
    }
}

fn read_message(item: &Value, message: &Value, provider_id: String) -> Inbound {
    let Some(from) = filled(item, &["from"]) else {
        return Inbound::Ignored("message without sender".to_owned());
    };
    let to = digits(&text(item, &["to"]).unwrap_or_default());
    let content = content(message);
    let is_reaction = matches!(content, InboundContent::Reaction { .. });
    Inbound::Message(Box::new(InboundMessage {
        provider_id,
        account: to.clone(),
        from: customer(&from),
        to,
        user_id: None,
        profile_name: filled(item, &["contact", "name"]),
        at_ms: instant_ms(item, &["receivedAt"]),
        content,
        quoted_id: filled(message, &["context", "id"]).filter(|_| !is_reaction),
        story: None,
        forwarded: false,
        details: choice(message),
    }))
}

/// The second line of the list row that the customer chose.
fn choice(message: &Value) -> Option<Box<MessageDetails>> {
    let is_row = text(message, &["type"]).as_deref() == Some("INTERACTIVE_LIST_REPLY");
    let choice = text(message, &["description"]).filter(|_| is_row).unwrap_or_default();
    crate::details::filled(MessageDetails { choice, ..MessageDetails::default() })
}

fn content(message: &Value) -> InboundContent {
    let kind = text(message, &["type"]).unwrap_or_default();
    let is_taken_back = text(message, &["action"]).as_deref() == Some("UNREACT");
    let known = match kind.as_str() {
        "TEXT" => text(message, &["text"]).map(InboundContent::Text),
        "IMAGE" => media(message, MediaKind::Image),
        "VIDEO" => media(message, MediaKind::Video),
        "AUDIO" => media(message, MediaKind::Audio { voice: false }),
        "VOICE" => media(message, MediaKind::Audio { voice: true }),
        "STICKER" => media(message, MediaKind::Sticker),
        "DOCUMENT" => media(message, MediaKind::Document),
        "LOCATION" => location(message),
        "CONTACT" => Some(InboundContent::Contacts(items(message, &["contacts"]).iter().map(card).collect())),
        "BUTTON" => reply(message, "text", "payload"),
        "INTERACTIVE_BUTTON_REPLY" | "INTERACTIVE_LIST_REPLY" => reply(message, "title", "id"),
        "REACTION" => filled(message, &["context", "id"]).map(|message_id| InboundContent::Reaction {
            emoji: text(message, &["emoji"]).filter(|_| !is_taken_back).unwrap_or_default(),
            message_id,
        }),
        _ => None,
    };
    known.unwrap_or(InboundContent::Unsupported { kind: clipped(&kind) })
}

fn media(message: &Value, kind: MediaKind) -> Option<InboundContent> {
    Some(InboundContent::Media(InboundMedia {
        kind,
        caption: filled(message, &["caption"]),
        mime: None,
        file_name: None,
        reference: MediaReference::address_or_nowhere(filled(message, &["url"])),
    }))
}

fn location(message: &Value) -> Option<InboundContent> {
    Some(InboundContent::Location(Location {
        latitude: float(message, &["latitude"])?,
        longitude: float(message, &["longitude"])?,
        name: filled(message, &["name"]),
        address: filled(message, &["address"]),
    }))
}

fn reply(message: &Value, title: &str, payload: &str) -> Option<InboundContent> {
    Some(InboundContent::Reply {
        title: text(message, &[title])?,
        payload: text(message, &[payload]).unwrap_or_default(),
    })
}

fn card(contact: &Value) -> ContactCard {
    crate::details::card(
        contact,
        ["formattedName", "firstName", "lastName", "waId"],
        ["company", "department", "title"],
    )
}
