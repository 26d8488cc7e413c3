//! Parses webhooks of Instagram messaging.

use serde_json::Value;

use crate::json::{at, filled, flag, items, parse, text, whole};
use crate::outcome::clipped;
use crate::parts::{PartKind, split};
use crate::provider::ReadFault;
use crate::types::{
    Inbound, InboundContent, InboundMedia, InboundMessage, MediaKind, MediaReference, Receipt, ReceiptStatus,
};
use wire::{MessageDetails, Product, Referral, Shared, SharedKind};

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
        user_id: None,
        profile_name: None,
        at_ms: whole(event, &["timestamp"]),
        content,
        quoted_id: None,
        story: None,
        forwarded: false,
        details: None,
    };
    if let Some(body) = at(event, &["message"]) {
        read_message(body, message, inbound);
    } else if let Some(edit) = at(event, &["message_edit"]) {
        inbound.push(read_edit(edit, message));
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
        return inbound.push(of(message(format!("{mid}:deleted"), InboundContent::Revoke { message_id: mid })));
    }
    let mut details = details(body);
    let mut parts: Vec<PartKind> = Vec::new();
    for attachment in items(body, &["attachments"]) {
        if let Some(found) = shared(attachment) {
            details.shared.get_or_insert(found);
        }
        parts.extend(read_attachment(attachment));
    }
    let story = filled(body, &["reply_to", "story", "url"]).or_else(|| mention(&details));
    let details = crate::details::filled(details);
    let words = filled(body, &["text"]);
    let whole = match (at(body, &["quick_reply"]), &words) {
        (Some(quick), Some(title)) => {
            let payload = text(quick, &["payload"]).unwrap_or_default();
            Some(InboundContent::Reply { title: title.clone(), payload })
        }
        // A shared post has no text of its own.
        _ if parts.is_empty() && words.is_none() && details.is_some() => Some(InboundContent::Text(String::new())),
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
        part.details = details.clone().filter(|_| number == 0);
        inbound.push(of(part));
    }
}

/// The file; `None` for a shared post without a file of its own.
fn read_attachment(attachment: &Value) -> Option<PartKind> {
    let word = text(attachment, &["type"]).unwrap_or_default();
    let kind = match word.as_str() {
        "image" => MediaKind::Image,
        "video" => MediaKind::Video,
        "audio" => MediaKind::Audio { voice: true },
        "file" => MediaKind::Document,
        // A mention has the file of a story; the file's type is known only after the download.
        "story_mention" => MediaKind::Image,
        _ if shared(attachment).is_some() => return None,
        _ => return Some(PartKind::Other(InboundContent::Unsupported { kind: clipped(&word) })),
    };
    let url = filled(attachment, &["payload", "url"]);
    if url.is_none() && word == "story_mention" {
        return Some(PartKind::Other(InboundContent::Unsupported { kind: clipped(&word) }));
    }
    let reference = MediaReference::address_or_nowhere(url);
    Some(PartKind::Media(InboundMedia { kind, caption: None, mime: None, file_name: None, reference }))
}

/// The post, reel or story in an attachment.
fn shared(attachment: &Value) -> Option<Shared> {
    let kind = match text(attachment, &["type"])?.as_str() {
        "share" | "ig_post" | "post" => SharedKind::Post,
        "ig_reel" | "reel" => SharedKind::Reel,
        "story_mention" => SharedKind::StoryMention,
        _ => return None,
    };
    let url = filled(attachment, &["payload", "url"])?;
    Some(Shared { kind, title: text(attachment, &["payload", "title"]).unwrap_or_default(), url })
}

fn mention(details: &MessageDetails) -> Option<String> {
    let shared = details.shared.as_ref().filter(|shared| shared.kind == SharedKind::StoryMention);
    shared.map(|shared| shared.url.clone())
}

/// The story that the customer answers, the advertisement, and the product that the customer asks about.
fn details(body: &Value) -> MessageDetails {
    let story = filled(body, &["reply_to", "story", "url"]);
    let ad = filled(body, &["referral", "ads_context_data", "ad_title"]);
    let product = filled(body, &["referral", "product", "id"]);
    MessageDetails {
        shared: story.map(|url| Shared { kind: SharedKind::StoryReply, title: String::new(), url }),
        referral: ad.map(|headline| Referral { headline, ..Referral::default() }),
        product: product.map(|product| Product { catalog: String::new(), product }),
        ..MessageDetails::default()
    }
}

/// An edit has the id of its message and a number.
fn read_edit(edit: &Value, message: impl Fn(String, InboundContent) -> InboundMessage) -> Inbound {
    let (Some(message_id), Some(text)) = (filled(edit, &["mid"]), text(edit, &["text"])) else {
        return Inbound::Ignored("edit without message or text".to_owned());
    };
    let number = crate::json::text(edit, &["num_edit"]).unwrap_or_default();
    of(message(format!("{message_id}:edit:{number}"), InboundContent::Edit { text, message_id }))
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
