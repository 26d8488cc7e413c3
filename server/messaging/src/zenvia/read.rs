//! Parses Zenvia's events: one message or one status in a request.

use serde_json::Value;

use crate::json::{at, filled, float, instant_ms, items, parse, text, whole};
use crate::meta::meaning_of_code;
use crate::outcome::clipped;
use crate::parts::part_id;
use crate::provider::ReadFault;
use crate::types::{
    ContactCard, Inbound, InboundContent, InboundMedia, InboundMessage, Location, MediaKind, MediaReference, Receipt,
    ReceiptStatus, Refusal, RefusalReason,
};

pub(super) fn read(body: &[u8]) -> Result<Vec<Inbound>, ReadFault> {
    let event = parse(body)?;
    let kind = text(&event, &["type"]).ok_or(ReadFault::Shape("no field `type`"))?;
    Ok(match kind.as_str() {
        "MESSAGE" => read_message(&event),
        "MESSAGE_STATUS" => vec![read_status(&event)],
        _ => vec![Inbound::Ignored(format!("event {}", clipped(&kind)))],
    })
}

fn read_message(event: &Value) -> Vec<Inbound> {
    let message = event.get("message").unwrap_or(&Value::Null);
    let direction = text(event, &["direction"]).or_else(|| text(message, &["direction"]));
    if direction.as_deref() == Some("OUT") {
        return vec![Inbound::Ignored("own message".to_owned())];
    }
    let (Some(id), Some(from)) = (filled(message, &["id"]), filled(message, &["from"])) else {
        return vec![Inbound::Ignored("message without id or sender".to_owned())];
    };
    let to = text(message, &["to"]).unwrap_or_default();
    let contents = items(message, &["contents"]);
    let part = |(number, item): (usize, &Value)| {
        Inbound::Message(Box::new(InboundMessage {
            provider_id: part_id(&id, number),
            account: to.clone(),
            from: from.trim_start_matches('+').to_owned(),
            to: to.clone(),
            user_id: None,
            profile_name: filled(message, &["visitor", "name"]),
            at_ms: instant_ms(message, &["timestamp"]).or_else(|| instant_ms(event, &["timestamp"])),
            content: content(item),
            quoted_id: filled(message, &["idRef"]),
            story: None,
            forwarded: false,
            details: None,
        }))
    };
    if contents.is_empty() {
        return vec![Inbound::Ignored("message without contents".to_owned())];
    }
    contents.iter().enumerate().map(part).collect()
}

fn content(item: &Value) -> InboundContent {
    let kind = text(item, &["type"]).unwrap_or_default();
    let known = match kind.as_str() {
        "text" => text_or_button(item),
        "file" => file(item),
        "location" => location(item),
        "contacts" => Some(InboundContent::Contacts(items(item, &["contacts"]).iter().map(card).collect())),
        _ => None,
    };
    known.unwrap_or(InboundContent::Unsupported { kind: clipped(&kind) })
}

/// A text with a payload is a pressed button.
fn text_or_button(item: &Value) -> Option<InboundContent> {
    let text = text(item, &["text"])?;
    Some(match filled(item, &["payload"]) {
        Some(payload) => InboundContent::Reply { title: text, payload },
        None => InboundContent::Text(text),
    })
}

fn file(item: &Value) -> Option<InboundContent> {
    let mime = filled(item, &["fileMimeType"]);
    let kind = match mime.as_deref().and_then(|mime| mime.split('/').next()) {
        // A WebP file counts as a sticker: WhatsApp's stickers are WebP, its users' pictures are not.
        Some("image") if mime.as_deref() == Some("image/webp") => MediaKind::Sticker,
        Some("image") => MediaKind::Image,
        Some("video") => MediaKind::Video,
        // WhatsApp records voice messages as Ogg; Zenvia does not mark them otherwise.
        Some("audio") => MediaKind::Audio { voice: mime.as_deref().is_some_and(|mime| mime.starts_with("audio/ogg")) },
        _ => MediaKind::Document,
    };
    Some(InboundContent::Media(InboundMedia {
        kind,
        caption: filled(item, &["fileCaption"]),
        mime,
        file_name: filled(item, &["fileName"]),
        reference: MediaReference::address_or_nowhere(filled(item, &["fileUrl"])),
    }))
}

fn location(item: &Value) -> Option<InboundContent> {
    Some(InboundContent::Location(Location {
        latitude: float(item, &["latitude"])?,
        longitude: float(item, &["longitude"])?,
        name: filled(item, &["name"]),
        address: filled(item, &["address"]),
    }))
}

fn card(contact: &Value) -> ContactCard {
    crate::details::card(
        contact,
        ["formattedName", "firstName", "lastName", "waId"],
        ["company", "department", "title"],
    )
}

fn read_status(event: &Value) -> Inbound {
    let id = filled(event, &["message", "id"]).or_else(|| filled(event, &["messageId"]));
    let Some(provider_id) = id else {
        return Inbound::Ignored("status without id".to_owned());
    };
    let code = text(event, &["messageStatus", "code"]).unwrap_or_default();
    let status = match code.as_str() {
        "SENT" => ReceiptStatus::Sent,
        "DELIVERED" => ReceiptStatus::Delivered,
        "READ" => ReceiptStatus::Read,
        "REJECTED" | "NOT_DELIVERED" => ReceiptStatus::Failed,
        _ => return Inbound::Ignored(format!("status {}", clipped(&code))),
    };
    Inbound::Receipt(Receipt {
        provider_id,
        key: filled(event, &["message", "externalId"]),
        status,
        failure: (status == ReceiptStatus::Failed).then(|| failure(event)),
        at_ms: instant_ms(event, &["messageStatus", "timestamp"]),
    })
}

/// `channelErrorCode` is the code of the channel, for WhatsApp that of the Cloud API.
fn failure(event: &Value) -> Refusal {
    let Some(cause) = items(event, &["messageStatus", "causes"]).first() else {
        let words = at(event, &["messageStatus", "description"]).and_then(Value::as_str).unwrap_or_default();
        return Refusal::local(RefusalReason::Other, &clipped(words));
    };
    let words = filled(cause, &["details"]).or_else(|| filled(cause, &["reason"])).unwrap_or_default();
    Refusal {
        code: text(cause, &["channelErrorCode"]).unwrap_or_default(),
        text: clipped(&words),
        reason: meaning_of_code(whole(cause, &["channelErrorCode"]).unwrap_or_default()).reason(),
    }
}
