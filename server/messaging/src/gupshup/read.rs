//! Parses Gupshup's webhook requests, each with one event.

use serde_json::Value;

use super::meaning;
use crate::json::{customer, digits, filled, flag, float, items, parse, text, whole};
use crate::outcome::clipped;
use crate::provider::ReadFault;
use crate::types::{
    ContactCard, Inbound, InboundContent, InboundMedia, InboundMessage, Location, MediaKind, MediaReference, OptIn,
    Receipt, ReceiptStatus, Refusal,
};
use wire::MessageDetails;

pub(super) fn read(body: &[u8]) -> Result<Vec<Inbound>, ReadFault> {
    let event = parse(body)?;
    let kind = text(&event, &["type"]).ok_or(ReadFault::Shape("no field `type`"))?;
    Ok(vec![match kind.as_str() {
        "message" => read_message(&event),
        "message-event" => read_status(&event),
        "user-event" => read_user(&event),
        _ => Inbound::Ignored(format!("event {}", clipped(&kind))),
    }])
}

/// The number of the app if the request contains it, else the app's name.
fn account(event: &Value) -> String {
    filled(event, &["phone"]).map(|phone| digits(&phone)).or_else(|| text(event, &["app"])).unwrap_or_default()
}

fn read_message(event: &Value) -> Inbound {
    let payload = event.get("payload").unwrap_or(&Value::Null);
    let (Some(provider_id), Some(from)) = (filled(payload, &["id"]), filled(payload, &["source"])) else {
        return Inbound::Ignored("message without id or sender".to_owned());
    };
    let account = account(event);
    Inbound::Message(Box::new(InboundMessage {
        provider_id,
        to: account.clone(),
        account,
        from: customer(&from),
        user_id: None,
        profile_name: filled(payload, &["sender", "name"]),
        at_ms: whole(event, &["timestamp"]),
        content: content(payload),
        quoted_id: filled(payload, &["context", "gsId"]).or_else(|| filled(payload, &["context", "id"])),
        story: None,
        forwarded: flag(payload, &["context", "forwarded"]) || flag(payload, &["context", "frequently_forwarded"]),
        details: choice(payload),
    }))
}

/// The second line of the list row that the customer chose.
fn choice(payload: &Value) -> Option<Box<MessageDetails>> {
    let is_row = text(payload, &["type"]).as_deref() == Some("list_reply");
    let choice = text(payload, &["payload", "description"]).filter(|_| is_row).unwrap_or_default();
    crate::details::filled(MessageDetails { choice, ..MessageDetails::default() })
}

fn content(payload: &Value) -> InboundContent {
    let kind = text(payload, &["type"]).unwrap_or_default();
    let inner = payload.get("payload").unwrap_or(&Value::Null);
    let known = match kind.as_str() {
        "text" => text(inner, &["text"]).map(InboundContent::Text),
        "image" => media(inner, MediaKind::Image),
        "video" => media(inner, MediaKind::Video),
        "audio" => media(inner, MediaKind::Audio { voice: is_voice(inner) }),
        "sticker" => media(inner, MediaKind::Sticker),
        "file" => media(inner, MediaKind::Document),
        "location" => location(inner),
        "contact" => Some(InboundContent::Contacts(items(inner, &["contacts"]).iter().map(card).collect())),
        "button_reply" | "list_reply" => reply(inner, "title", "id"),
        "quick_reply" => reply(inner, "text", "postbackText"),
        _ => None,
    };
    known.unwrap_or(InboundContent::Unsupported { kind: clipped(&kind) })
}

/// WhatsApp records voice messages as Ogg; Gupshup does not mark them otherwise.
fn is_voice(inner: &Value) -> bool {
    text(inner, &["contentType"]).is_some_and(|mime| mime.starts_with("audio/ogg"))
}

fn media(inner: &Value, kind: MediaKind) -> Option<InboundContent> {
    Some(InboundContent::Media(InboundMedia {
        kind,
        caption: filled(inner, &["caption"]),
        mime: filled(inner, &["contentType"]),
        file_name: filled(inner, &["name"]),
        reference: MediaReference::address_or_nowhere(filled(inner, &["url"])),
    }))
}

fn location(inner: &Value) -> Option<InboundContent> {
    Some(InboundContent::Location(Location {
        latitude: float(inner, &["latitude"])?,
        longitude: float(inner, &["longitude"])?,
        name: filled(inner, &["name"]),
        address: filled(inner, &["address"]),
    }))
}

/// The text that the business gave to the button if there is one, else its id.
fn reply(inner: &Value, title: &str, id: &str) -> Option<InboundContent> {
    let payload = filled(inner, &["postbackText"]).or_else(|| filled(inner, &[id]));
    Some(InboundContent::Reply { title: text(inner, &[title])?, payload: payload.unwrap_or_default() })
}

fn card(contact: &Value) -> ContactCard {
    // Gupshup spells the names of these fields in two ways.
    let snake = ["formatted_name", "first_name", "last_name", "wa_id"];
    let camel = ["formattedName", "firstName", "lastName", "waId"];
    let names = if filled(contact, &["name", "formattedName"]).is_some() { camel } else { snake };
    crate::details::card(contact, names, ["company", "department", "title"])
}

/// `gsId` is the id from the answer to the send; in `enqueued` and `failed` it is called `id`.
fn read_status(event: &Value) -> Inbound {
    let payload = event.get("payload").unwrap_or(&Value::Null);
    let Some(provider_id) = filled(payload, &["gsId"]).or_else(|| filled(payload, &["id"])) else {
        return Inbound::Ignored("status without id".to_owned());
    };
    let word = text(payload, &["type"]).unwrap_or_default();
    let status = match word.as_str() {
        "sent" => ReceiptStatus::Sent,
        "delivered" => ReceiptStatus::Delivered,
        "read" => ReceiptStatus::Read,
        "failed" => ReceiptStatus::Failed,
        _ => return Inbound::Ignored(format!("status {}", clipped(&word))),
    };
    let failure = (status == ReceiptStatus::Failed).then(|| Refusal {
        code: text(payload, &["payload", "code"]).unwrap_or_default(),
        text: clipped(&text(payload, &["payload", "reason"]).unwrap_or_default()),
        reason: meaning(whole(payload, &["payload", "code"]).unwrap_or_default()).reason(),
    });
    let seconds = whole(payload, &["payload", "ts"]).and_then(|seconds| seconds.checked_mul(1000));
    let at_ms = seconds.or_else(|| whole(event, &["timestamp"]));
    Inbound::Receipt(Receipt { provider_id, key: None, status, failure, at_ms })
}

fn read_user(event: &Value) -> Inbound {
    let kind = text(event, &["payload", "type"]).unwrap_or_default();
    let granted = match kind.as_str() {
        "opted-in" => true,
        "opted-out" => false,
        _ => return Inbound::Ignored(format!("user event {}", clipped(&kind))),
    };
    match filled(event, &["payload", "phone"]) {
        Some(phone) => Inbound::OptIn(OptIn {
            account: account(event),
            from: customer(&phone),
            granted,
            at_ms: whole(event, &["timestamp"]),
        }),
        None => Inbound::Ignored("user event without number".to_owned()),
    }
}
