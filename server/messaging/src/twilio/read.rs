//! Parses Twilio's forms: incoming messages and status callbacks.

use std::collections::BTreeMap;

use super::send;
use crate::http::RawCall;
use crate::json::{customer, digits, without_nul};
use crate::outcome::clipped;
use crate::parts::{PartKind, part_id, split};
use crate::provider::ReadFault;
use crate::types::{
    Inbound, InboundContent, InboundMedia, InboundMessage, Location, MediaKind, MediaReference, Receipt, ReceiptStatus,
    Refusal,
};
use wire::{MessageDetails, Referral};

/// Maximum of files in one message; Twilio documents ten.
const MAX_FILES: usize = 10;

type Form = BTreeMap<String, String>;

pub(super) fn read(call: &RawCall) -> Result<Vec<Inbound>, ReadFault> {
    let form: Form = form_urlencoded::parse(&call.body)
        .map(|(name, value)| (name.into_owned(), without_nul(value.into_owned())))
        .collect();
    let sid = filled(&form, "MessageSid").or_else(|| filled(&form, "SmsMessageSid"));
    let sid = sid.ok_or(ReadFault::Shape("no field `MessageSid`"))?;
    match filled(&form, "MessageStatus") {
        Some(status) => Ok(vec![read_status(&form, sid, status, call.query(send::KEY_FIELD))]),
        None => Ok(read_message(&form, sid)),
    }
}

fn filled<'a>(form: &'a Form, name: &str) -> Option<&'a str> {
    form.get(name).map(String::as_str).filter(|value| !value.is_empty())
}

fn read_message(form: &Form, sid: &str) -> Vec<Inbound> {
    let Some(from) = filled(form, "WaId").or_else(|| filled(form, "From")) else {
        return vec![Inbound::Ignored("message without sender".to_owned())];
    };
    let to = digits(filled(form, "To").unwrap_or_default());
    let is_true = |name| filled(form, name) == Some("true");
    let message = |(number, content): (usize, InboundContent)| {
        Inbound::Message(Box::new(InboundMessage {
            provider_id: part_id(sid, number),
            account: to.clone(),
            from: customer(from),
            to: to.clone(),
            user_id: None,
            profile_name: filled(form, "ProfileName").map(str::to_owned),
            at_ms: None,
            content,
            quoted_id: filled(form, "OriginalRepliedMessageSid").map(str::to_owned),
            story: None,
            forwarded: is_true("Forwarded") || is_true("FrequentlyForwarded"),
            details: referral(form),
        }))
    };
    contents(form).into_iter().enumerate().map(message).collect()
}

/// The advertisement or post from which the customer came.
fn referral(form: &Form) -> Option<Box<MessageDetails>> {
    let part = |name: &str| filled(form, name).unwrap_or_default().to_owned();
    let referral =
        Referral { headline: part("ReferralHeadline"), body: part("ReferralBody"), url: part("ReferralSourceUrl") };
    let referral = Some(referral).filter(|referral| *referral != Referral::default());
    crate::details::filled(MessageDetails { referral, ..MessageDetails::default() })
}

fn contents(form: &Form) -> Vec<InboundContent> {
    let body = filled(form, "Body");
    let payload = filled(form, "ButtonPayload").or_else(|| filled(form, "ListId"));
    let title = filled(form, "ButtonText").or_else(|| filled(form, "ListTitle"));
    if payload.is_some() || title.is_some() {
        let title = title.or(body).unwrap_or_default().to_owned();
        return vec![InboundContent::Reply { title, payload: payload.unwrap_or_default().to_owned() }];
    }
    if let Some(place) = location(form) {
        let words = body.map(|text| InboundContent::Text(text.to_owned()));
        return [InboundContent::Location(place)].into_iter().chain(words).collect();
    }
    let files: Vec<PartKind> = (0..MAX_FILES).filter_map(|number| file(form, number, files_said(form))).collect();
    if files.is_empty() && body.is_none() {
        let kind = clipped(filled(form, "MessageType").unwrap_or("empty"));
        return vec![InboundContent::Unsupported { kind }];
    }
    split(body.map(str::to_owned), files)
}

fn location(form: &Form) -> Option<Location> {
    let degrees = |name| filled(form, name)?.parse().ok().filter(|number: &f64| number.is_finite());
    Some(Location {
        latitude: degrees("Latitude")?,
        longitude: degrees("Longitude")?,
        name: filled(form, "Label").map(str::to_owned),
        address: filled(form, "Address").map(str::to_owned),
    })
}

/// Number of files of the message, according to its own field.
fn files_said(form: &Form) -> usize {
    filled(form, "NumMedia").and_then(|count| count.parse().ok()).unwrap_or_default()
}

/// A file; one that is counted and has no address is one that Twilio does not have.
fn file(form: &Form, number: usize, said: usize) -> Option<PartKind> {
    let url = filled(form, &format!("MediaUrl{number}"));
    if url.is_none() && number >= said {
        return None;
    }
    let mime = filled(form, &format!("MediaContentType{number}"));
    let sticker = filled(form, "MessageType") == Some("sticker");
    let kind = match mime.and_then(|mime| mime.split('/').next()) {
        Some("image") if sticker => MediaKind::Sticker,
        Some("image") => MediaKind::Image,
        Some("video") => MediaKind::Video,
        // WhatsApp records voice messages as Ogg; Twilio does not mark them otherwise.
        Some("audio") => MediaKind::Audio { voice: mime.is_some_and(|mime| mime.starts_with("audio/ogg")) },
        _ => MediaKind::Document,
    };
    Some(PartKind::Media(InboundMedia {
        kind,
        caption: None,
        mime: mime.map(str::to_owned),
        file_name: None,
        reference: MediaReference::address_or_nowhere(url.map(str::to_owned)),
    }))
}

fn read_status(form: &Form, sid: &str, word: &str, key: Option<String>) -> Inbound {
    let status = match word {
        "sent" => ReceiptStatus::Sent,
        "delivered" => ReceiptStatus::Delivered,
        "read" => ReceiptStatus::Read,
        "failed" | "undelivered" | "canceled" => ReceiptStatus::Failed,
        _ => return Inbound::Ignored(format!("status {}", clipped(word))),
    };
    let failure = (status == ReceiptStatus::Failed).then(|| {
        let code = filled(form, "ErrorCode").unwrap_or_default();
        let text = filled(form, "ErrorMessage").or_else(|| filled(form, "ChannelStatusMessage"));
        let reason = send::meaning(code).reason();
        Refusal { code: code.to_owned(), text: clipped(text.unwrap_or_default()), reason }
    });
    Inbound::Receipt(Receipt { provider_id: sid.to_owned(), key, status, failure, at_ms: None })
}
