//! Reads webhooks of Instagram messaging.

use serde_json::Value;

use crate::json::{at, filled, flag, items, parse, text, whole};
use crate::outcome::clipped;
use crate::parts::{PartKind, split};
use crate::provider::ReadFault;
use crate::types::{
    Inbound, InboundContent, InboundMedia, InboundMessage, MediaKind, MediaReference, Receipt, ReceiptStatus,
};

pub(super) fn read(body: &[u8]) -> Result<Vec<Inbound>, ReadFault> {
    let body = parse(body)?;
    let entries = at(&body, &["entry"]).and_then(Value::as_array).ok_or(ReadFault::Shape("no list `entry`"))?;
    let mut inbound = Vec::new();
    for entry in entries {
        let account = text(entry, &["id"]).unwrap_or_default();
        for event in items(entry, &["messaging"]) {
            read_event(event, &account, &mut inbound);
        }
        for change in items(entry, &["changes"]) {
            let field = text(change, &["field"]).unwrap_or_default();
            inbound.push(Inbound::Ignored(format!("field {}", clipped(&field))));
        }
        if !items(entry, &["standby"]).is_empty() {
            inbound.push(Inbound::Ignored("conversation of another app".to_owned()));
        }
    }
    Ok(inbound)
}

fn read_event(event: &Value, account: &str, inbound: &mut Vec<Inbound>) {
    let Some(from) = filled(event, &["sender", "id"]) else {
        return inbound.push(Inbound::Ignored("event without sender".to_owned()));
    };
    let message = |provider_id: String, content: InboundContent| InboundMessage {
        provider_id,
        account: account.to_owned(),
        from: from.clone(),
        to: text(event, &["recipient", "id"]).unwrap_or_else(|| account.to_owned()),
        profile_name: None,
        at_ms: whole(event, &["timestamp"]),
        content,
        quoted_id: None,
        story: None,
        forwarded: false,
    };
    if let Some(body) = at(event, &["message"]) {
        read_message(body, message, inbound);
    } else if let Some(reaction) = at(event, &["reaction"]) {
        inbound.push(read_reaction(event, reaction, &from, message));
    } else if let Some(postback) = at(event, &["postback"]) {
        inbound.push(match filled(postback, &["mid"]) {
            Some(mid) => of(message(mid, reply(postback, "title", "payload"))),
            None => Inbound::Ignored("postback without id".to_owned()),
        });
    } else if let Some(mid) = filled(event, &["read", "mid"]) {
        inbound.push(Inbound::Receipt(Receipt {
            provider_id: mid,
            key: None,
            status: ReceiptStatus::Read,
            failure: None,
            at_ms: whole(event, &["timestamp"]),
        }));
    } else {
        inbound.push(Inbound::Ignored("event of another kind".to_owned()));
    }
}

fn of(message: InboundMessage) -> Inbound {
    Inbound::Message(Box::new(message))
}

fn reply(value: &Value, title: &str, payload: &str) -> InboundContent {
    InboundContent::Reply {
        title: text(value, &[title]).unwrap_or_default(),
        payload: text(value, &[payload]).unwrap_or_default(),
    }
}

fn read_message(body: &Value, message: impl Fn(String, InboundContent) -> InboundMessage, inbound: &mut Vec<Inbound>) {
    let Some(mid) = filled(body, &["mid"]) else {
        return inbound.push(Inbound::Ignored("message without id".to_owned()));
    };
    if flag(body, &["is_echo"]) {
        return inbound.push(Inbound::Ignored("echo of an own message".to_owned()));
    }
    if flag(body, &["is_deleted"]) {
        return inbound.push(Inbound::Ignored("the customer deleted a message".to_owned()));
    }
    let mut story = filled(body, &["reply_to", "story", "url"]);
    let mut parts: Vec<PartKind> = Vec::new();
    for attachment in items(body, &["attachments"]) {
        let (part, mention) = read_attachment(attachment);
        parts.push(part);
        story = story.or(mention);
    }
    let words = filled(body, &["text"]);
    let whole = match (at(body, &["quick_reply"]), &words) {
        (Some(quick), Some(title)) => {
            let payload = text(quick, &["payload"]).unwrap_or_default();
            Some(InboundContent::Reply { title: title.clone(), payload })
        }
        _ if parts.is_empty() && words.is_none() => {
            let kind = if flag(body, &["is_unsupported"]) { "unsupported" } else { "empty" };
            Some(InboundContent::Unsupported { kind: kind.to_owned() })
        }
        _ => None,
    };
    let contents = whole.map_or_else(|| split(words, parts), |content| vec![content]);
    for (number, content) in contents.into_iter().enumerate() {
        let mut part = message(crate::parts::part_id(&mid, number), content);
        part.quoted_id = filled(body, &["reply_to", "mid"]);
        part.story.clone_from(&story);
        inbound.push(of(part));
    }
}

/// The part, and the address of the story when the customer mentioned the business in it.
fn read_attachment(attachment: &Value) -> (PartKind, Option<String>) {
    let word = text(attachment, &["type"]).unwrap_or_default();
    let url = filled(attachment, &["payload", "url"]);
    let kind = match word.as_str() {
        "image" => MediaKind::Image,
        "video" => MediaKind::Video,
        "audio" => MediaKind::Audio { voice: true },
        "file" => MediaKind::Document,
        // A mention is a file of a story; its type shows only after the download.
        "story_mention" => MediaKind::Image,
        _ => return (PartKind::Other(InboundContent::Unsupported { kind: clipped(&word) }), None),
    };
    let mention = url.clone().filter(|_| word == "story_mention");
    let Some(url) = url else {
        return (PartKind::Other(InboundContent::Unsupported { kind: clipped(&word) }), None);
    };
    let reference = MediaReference::Address(url);
    (PartKind::Media(InboundMedia { kind, caption: None, mime: None, file_name: None, reference }), mention)
}

/// Reactions have no id of their own; the customer, the message and the time make one.
fn read_reaction(
    event: &Value,
    reaction: &Value,
    from: &str,
    message: impl Fn(String, InboundContent) -> InboundMessage,
) -> Inbound {
    let Some(message_id) = filled(reaction, &["mid"]) else {
        return Inbound::Ignored("reaction without message".to_owned());
    };
    let taken_back = text(reaction, &["action"]).as_deref() == Some("unreact");
    let emoji = filled(reaction, &["emoji"]).or_else(|| filled(reaction, &["reaction"])).unwrap_or_default();
    let at = text(event, &["timestamp"]).unwrap_or_default();
    let id = format!("{message_id}:{from}:{at}");
    of(message(id, InboundContent::Reaction { emoji: if taken_back { String::new() } else { emoji }, message_id }))
}
