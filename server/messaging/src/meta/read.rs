//! Parses webhooks of the Cloud API.

use std::collections::BTreeMap;

use serde_json::Value;

use super::send;
use crate::json::{at, customer, digits, filled, flag, float, items, parse, text, whole};
use crate::outcome::clipped;
use crate::provider::ReadFault;
use crate::types::{
    AddressChange, ContactCard, Inbound, InboundContent, InboundMedia, InboundMessage, Location, MediaKind,
    MediaReference, OptIn, Receipt, ReceiptStatus, Refusal, RefusalReason,
};
use wire::{MessageDetails, Order, OrderItem, Product, Referral};

pub(super) fn read(body: &[u8]) -> Result<Vec<Inbound>, ReadFault> {
    let body = parse(body)?;
    let entries = at(&body, &["entry"]).and_then(Value::as_array).ok_or(ReadFault::Shape("no list `entry`"))?;
    let mut inbound = Vec::new();
    for change in entries.iter().flat_map(|entry| items(entry, &["changes"])) {
        match text(change, &["field"]).as_deref() {
            Some("messages") => read_value(change.get("value").unwrap_or(&Value::Null), &mut inbound),
            Some("user_preferences") => {
                let value = change.get("value").unwrap_or(&Value::Null);
                inbound.extend(items(value, &["user_preferences"]).iter().map(|one| read_preference(value, one)));
            }
            field => inbound.push(Inbound::Ignored(format!("field {}", clipped(field.unwrap_or("without name"))))),
        }
    }
    Ok(inbound)
}

fn read_value(value: &Value, inbound: &mut Vec<Inbound>) {
    let account = text(value, &["metadata", "phone_number_id"]).unwrap_or_default();
    let to =
        text(value, &["metadata", "display_phone_number"]).map_or_else(|| account.clone(), |number| digits(&number));
    let name_of = |contact: &Value| filled(contact, &["profile", "name"]);
    let id_of = |contact: &Value| filled(contact, &["wa_id"]).or_else(|| filled(contact, &["user_id"]));
    let names: BTreeMap<String, String> =
        items(value, &["contacts"]).iter().filter_map(|contact| Some((id_of(contact)?, name_of(contact)?))).collect();
    for message in items(value, &["messages"]) {
        inbound.push(read_message(message, &account, &to, &names));
    }
    for status in items(value, &["statuses"]) {
        inbound.push(read_status(status));
    }
    for error in items(value, &["errors"]) {
        let code = text(error, &["code"]).unwrap_or_default();
        let title = text(error, &["title"]).unwrap_or_default();
        inbound.push(Inbound::Ignored(clipped(&format!("error {code} of the account: {title}"))));
    }
}

/// A customer stopped marketing messages in WhatsApp, or allows them again ("user_preferences" of the webhooks of the Cloud API).
fn read_preference(value: &Value, preference: &Value) -> Inbound {
    let from = filled(preference, &["wa_id"]).as_deref().map(customer).or_else(|| filled(preference, &["user_id"]));
    let granted = match text(preference, &["value"]).as_deref() {
        Some("stop") => Some(false),
        Some("resume") => Some(true),
        _ => None,
    };
    match (from, granted) {
        (Some(from), Some(granted)) => Inbound::OptIn(OptIn {
            account: text(value, &["metadata", "phone_number_id"]).unwrap_or_default(),
            from,
            granted,
            at_ms: seconds(preference),
        }),
        _ => Inbound::Ignored("a preference without a customer or a value".to_owned()),
    }
}

fn read_message(message: &Value, account: &str, to: &str, names: &BTreeMap<String, String>) -> Inbound {
    match text(message, &["type"]).as_deref() {
        Some("system") => return system(message, account, to),
        // The customer opened the chat without writing.
        Some("request_welcome") => return Inbound::Ignored("the customer opened the chat".to_owned()),
        _ => {}
    }
    // Customers with a user name may hide their number; then the webhook has only the business-scoped user id.
    let number = filled(message, &["from"]);
    let sender = number.as_deref().map(customer).or_else(|| filled(message, &["from_user_id"]));
    let (Some(provider_id), Some(from)) = (filled(message, &["id"]), sender) else {
        return Inbound::Ignored("message without id or sender".to_owned());
    };
    Inbound::Message(Box::new(InboundMessage {
        account: account.to_owned(),
        to: to.to_owned(),
        user_id: number.as_ref().and(filled(message, &["from_user_id"])),
        profile_name: names.get(number.as_deref().unwrap_or(&from)).or_else(|| only(names)).cloned(),
        from,
        at_ms: seconds(message),
        content: content(message),
        quoted_id: filled(message, &["context", "id"]),
        story: None,
        forwarded: flag(message, &["context", "forwarded"]) || flag(message, &["context", "frequently_forwarded"]),
        details: details(message),
        provider_id,
    }))
}

/// The customer's number; `wa_id` may be another written form of `from`.
fn only(names: &BTreeMap<String, String>) -> Option<&String> {
    names.values().next().filter(|_| names.len() == 1)
}

fn content(message: &Value) -> InboundContent {
    let kind = text(message, &["type"]).unwrap_or_default();
    let known = match kind.as_str() {
        "text" => text(message, &["text", "body"]).map(InboundContent::Text),
        "image" => media(message, "image", MediaKind::Image),
        "video" => media(message, "video", MediaKind::Video),
        "audio" => media(message, "audio", MediaKind::Audio { voice: flag(message, &["audio", "voice"]) }),
        "sticker" => media(message, "sticker", MediaKind::Sticker),
        "document" => media(message, "document", MediaKind::Document),
        "location" => location(message),
        "contacts" => Some(InboundContent::Contacts(items(message, &["contacts"]).iter().map(card).collect())),
        "button" => reply(message, &["button", "text"], &["button", "payload"]),
        "interactive" => interactive(message),
        "reaction" => text(message, &["reaction", "message_id"]).map(|message_id| InboundContent::Reaction {
            emoji: text(message, &["reaction", "emoji"]).unwrap_or_default(),
            message_id,
        }),
        // The customer's note; the ordered products are in the details.
        "order" => {
            at(message, &["order"]).map(|order| InboundContent::Text(text(order, &["text"]).unwrap_or_default()))
        }
        "edit" => edit(message),
        "revoke" => {
            filled(message, &["revoke", "original_message_id"]).map(|message_id| InboundContent::Revoke { message_id })
        }
        _ => None,
    };
    known.unwrap_or_else(|| unsupported(message, kind))
}

/// Notices of the network about a customer: another number, another user id, another device.
fn system(message: &Value, account: &str, to: &str) -> Inbound {
    let said = message.get("system").unwrap_or(&Value::Null);
    let kind = text(said, &["type"]).unwrap_or_default();
    let number = |value: Option<String>| value.map(|number| digits(&number)).filter(|number| !number.is_empty());
    let old_number = number(filled(message, &["from"])).or_else(|| number(filled(said, &["customer"])));
    let old_user = filled(said, &["previous_user_id"]).or_else(|| filled(message, &["from_user_id"]));
    let new_number = number(filled(said, &["wa_id"])).or_else(|| number(filled(said, &["new_wa_id"])));
    let (from, new) = match kind.as_str() {
        "user_changed_number" | "customer_changed_number" => (old_number.or(old_user), new_number),
        "user_changed_user_id" => (old_user.or(old_number), filled(said, &["user_id"])),
        "customer_identity_changed" | "user_identity_changed" => (old_number.or(old_user), None),
        _ => return Inbound::Ignored(format!("system {}", clipped(&kind))),
    };
    let (Some(provider_id), Some(from)) = (filled(message, &["id"]), from) else {
        return Inbound::Ignored("system message without id or customer".to_owned());
    };
    let (account, at_ms) = (account.to_owned(), seconds(message));
    if !kind.ends_with("identity_changed") {
        let to = new.unwrap_or_default();
        return Inbound::AddressChanged(AddressChange { provider_id, account, from, to, at_ms });
    }
    Inbound::Message(Box::new(InboundMessage {
        provider_id,
        account,
        from,
        to: to.to_owned(),
        user_id: None,
        profile_name: None,
        at_ms,
        content: InboundContent::IdentityChanged,
        quoted_id: None,
        story: None,
        forwarded: false,
        details: None,
    }))
}

/// The parts that have a form of their own: order, answers to a form, second line of a row, advertisement, product.
fn details(message: &Value) -> Option<Box<MessageDetails>> {
    let part = |path: &[&str], name: &str| text(message, &[path, &[name]].concat()).unwrap_or_default();
    let order = at(message, &["order"]).map(|order| Order {
        catalog: text(order, &["catalog_id"]).unwrap_or_default(),
        items: items(order, &["product_items"]).iter().map(order_item).collect(),
    });
    let referral = at(message, &["referral"]).map(|_| Referral {
        headline: part(&["referral"], "headline"),
        body: part(&["referral"], "body"),
        url: part(&["referral"], "source_url"),
    });
    let product = at(message, &["context", "referred_product"]).map(|_| Product {
        catalog: part(&["context", "referred_product"], "catalog_id"),
        product: part(&["context", "referred_product"], "product_retailer_id"),
    });
    let form = text(message, &["interactive", "nfm_reply", "response_json"]);
    let details = MessageDetails {
        order,
        form: form.map(|answers| crate::details::form(&answers)).unwrap_or_default(),
        choice: part(&["interactive", "list_reply"], "description"),
        referral,
        product,
        shared: None,
    };
    crate::details::filled(details)
}

fn order_item(item: &Value) -> OrderItem {
    let field = |name: &str| text(item, &[name]).unwrap_or_default();
    OrderItem {
        product: field("product_retailer_id"),
        quantity: field("quantity"),
        price: field("item_price"),
        currency: field("currency"),
    }
}

/// The new text, or the new caption of a file; a removed caption is absent.
fn edit(message: &Value) -> Option<InboundContent> {
    let edited = at(message, &["edit", "message"])?;
    let text = match text(edited, &["type"])?.as_str() {
        "text" => text(edited, &["text", "body"])?,
        file @ ("image" | "video" | "document" | "audio") => text(edited, &[file, "caption"]).unwrap_or_default(),
        _ => return None,
    };
    Some(InboundContent::Edit { text, message_id: filled(message, &["edit", "original_message_id"])? })
}

fn unsupported(message: &Value, kind: String) -> InboundContent {
    let inner = text(message, &["unsupported", "type"]).or_else(|| text(message, &["interactive", "type"]));
    InboundContent::Unsupported { kind: clipped(&inner.unwrap_or(kind)) }
}

fn media(message: &Value, key: &str, kind: MediaKind) -> Option<InboundContent> {
    // Without this field the network could not accept the file, and the errors of the message say so.
    let media = at(message, &[key]).unwrap_or(&Value::Null);
    Some(InboundContent::Media(InboundMedia {
        kind,
        caption: filled(media, &["caption"]),
        mime: filled(media, &["mime_type"]),
        file_name: filled(media, &["filename"]),
        reference: filled(media, &["id"]).map_or_else(|| MediaReference::address_or_nowhere(None), MediaReference::Id),
    }))
}

fn location(message: &Value) -> Option<InboundContent> {
    let place = at(message, &["location"])?;
    Some(InboundContent::Location(Location {
        latitude: float(place, &["latitude"])?,
        longitude: float(place, &["longitude"])?,
        name: filled(place, &["name"]),
        address: filled(place, &["address"]),
    }))
}

fn card(contact: &Value) -> ContactCard {
    let names = ["formatted_name", "first_name", "last_name", "wa_id"];
    crate::details::card(contact, names, ["company", "department", "title"])
}

fn reply(message: &Value, title: &[&str], payload: &[&str]) -> Option<InboundContent> {
    Some(InboundContent::Reply { title: text(message, title)?, payload: text(message, payload).unwrap_or_default() })
}

fn interactive(message: &Value) -> Option<InboundContent> {
    match text(message, &["interactive", "type"])?.as_str() {
        kind @ ("button_reply" | "list_reply") => {
            reply(message, &["interactive", kind, "title"], &["interactive", kind, "id"])
        }
        // The answers are in the details; the body is a fixed word for "sent".
        "nfm_reply" => {
            let answers = text(message, &["interactive", "nfm_reply", "response_json"])?;
            (!crate::details::form(&answers).is_empty()).then(|| InboundContent::Text(String::new()))
        }
        _ => None,
    }
}

fn read_status(status: &Value) -> Inbound {
    let Some(provider_id) = filled(status, &["id"]) else {
        return Inbound::Ignored("status without id".to_owned());
    };
    let word = text(status, &["status"]).unwrap_or_default();
    let known = match word.as_str() {
        "sent" => ReceiptStatus::Sent,
        "delivered" => ReceiptStatus::Delivered,
        // A played voice message counts as read.
        "read" | "played" => ReceiptStatus::Read,
        "failed" => ReceiptStatus::Failed,
        _ => return Inbound::Ignored(format!("status {}", clipped(&word))),
    };
    Inbound::Receipt(Receipt {
        provider_id,
        key: filled(status, &["biz_opaque_callback_data"]),
        status: known,
        failure: (known == ReceiptStatus::Failed).then(|| failure(status)),
        at_ms: seconds(status),
    })
}

fn failure(status: &Value) -> Refusal {
    let Some(error) = items(status, &["errors"]).first() else {
        return Refusal::local(RefusalReason::Other, "");
    };
    let details = filled(error, &["error_data", "details"]);
    let words = details.or_else(|| filled(error, &["message"])).or_else(|| filled(error, &["title"]));
    let reason = send::meaning(error).reason();
    Refusal { code: text(error, &["code"]).unwrap_or_default(), text: clipped(&words.unwrap_or_default()), reason }
}

fn seconds(item: &Value) -> Option<u64> {
    whole(item, &["timestamp"])?.checked_mul(1000)
}
