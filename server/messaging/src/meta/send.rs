//! Requests to `/{phone-number-id}/messages` and `/{phone-number-id}/media`, and the codes of their errors.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::json::{digits, whole};
use crate::media::header_safe;
use crate::outcome::CodeMeaning;
use crate::provider::UploadFile;
use crate::types::{
    ContactCard, MediaKind, MediaSource, Outbound, OutboundContent, OutboundMedia, Refusal, RefusalReason, TemplateUse,
};

/// The body of a message. `biz_opaque_callback_data` is returned in its receipts.
pub(super) fn body(outbound: &Outbound) -> Result<Value, Refusal> {
    let (field, to) = recipient(&outbound.to)?;
    let (kind, content) = match &outbound.content {
        OutboundContent::Text(text) => ("text", json!({ "body": text, "preview_url": false })),
        OutboundContent::Media(media) => (media_word(media.kind), media_object(media)),
        OutboundContent::Template(template) => ("template", template_object(template)),
        OutboundContent::Contacts(cards) => ("contacts", cards.iter().map(card).collect()),
    };
    let mut body = Map::new();
    body.insert("messaging_product".into(), "whatsapp".into());
    body.insert("recipient_type".into(), "individual".into());
    body.insert(field.into(), to.into());
    body.insert("type".into(), kind.into());
    body.insert(kind.into(), content);
    body.insert("biz_opaque_callback_data".into(), outbound.key.clone().into());
    if let Some(quoted) = &outbound.quoted_id {
        body.insert("context".into(), json!({ "message_id": quoted }));
    }
    Ok(Value::Object(body))
}

/// A number is `to`; a business-scoped user id (two letters of the country, a dot, letters and digits) is `recipient`.
fn recipient(to: &str) -> Result<(&'static str, String), Refusal> {
    let is_user_id = to.split_once('.').is_some_and(|(country, id)| {
        country.len() == 2
            && country.bytes().all(|byte| byte.is_ascii_uppercase())
            && !id.is_empty()
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
    });
    let digits = digits(to);
    match (is_user_id, digits.is_empty()) {
        (true, _) => Ok(("recipient", to.to_owned())),
        (false, false) => Ok(("to", digits)),
        (false, true) => Err(Refusal::local(RefusalReason::InvalidNumber, "the number has no digits")),
    }
}

/// Meaning of the `code` in an error.
pub(super) fn meaning(error: &Value) -> CodeMeaning {
    meaning_of_code(whole(error, &["code"]).unwrap_or_default())
}

/// Meaning of a code. Other providers pass these codes on. Source: "Cloud API error codes".
pub(crate) fn meaning_of_code(code: u64) -> CodeMeaning {
    use RefusalReason as Reason;
    match code {
        470 | 131_047 => CodeMeaning::Refused(Reason::WindowClosed),
        // This code is also returned for numbers that wrote a moment before: because of an old app, or terms that were
        // not accepted.
        131_026 => CodeMeaning::Refused(Reason::Undeliverable),
        131_050 => CodeMeaning::Refused(Reason::MarketingStopped),
        131_049 => CodeMeaning::Refused(Reason::LimitedByNetwork),
        130_472 => CodeMeaning::Refused(Reason::Experiment),
        132_015 | 132_016 => CodeMeaning::Refused(Reason::TemplatePaused),
        132_000 | 132_001 | 132_005 | 132_007 | 132_012 | 132_018 | 132_068 | 132_069 => {
            CodeMeaning::Refused(Reason::TemplateRefused)
        }
        131_051 | 131_060 | 131_062 => CodeMeaning::Refused(Reason::KindRefused),
        368 | 131_031 | 131_037 => CodeMeaning::Refused(Reason::AccountBlocked),
        131_042 => CodeMeaning::Refused(Reason::AccountUnpaid),
        131_045 | 133_010 => CodeMeaning::Refused(Reason::RouteNotRegistered),
        131_021 | 131_030 => CodeMeaning::Refused(Reason::InvalidNumber),
        131_052 | 131_053 => CodeMeaning::Refused(Reason::MediaRefused),
        4 | 80_007 | 130_429 | 131_056 => CodeMeaning::Pace,
        131_048 => CodeMeaning::Spam,
        1 | 2 | 131_000 | 131_016 | 131_057 | 133_004 => CodeMeaning::Later,
        _ => CodeMeaning::Unknown,
    }
}

/// A multipart form with the file. Its boundary is a digest of the file, so that it cannot occur in it.
pub(super) fn upload_form(file: &UploadFile<'_>) -> (String, Vec<u8>) {
    let boundary = hex::encode(Sha256::digest(file.bytes));
    let name = header_safe(file.file_name);
    let mime = header_safe(file.mime);
    let head = format!(
        "--{boundary}\r\ncontent-disposition: form-data; name=\"messaging_product\"\r\n\r\nwhatsapp\r\n\
         --{boundary}\r\ncontent-disposition: form-data; name=\"type\"\r\n\r\n{mime}\r\n\
         --{boundary}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\ncontent-type: {mime}\r\n\r\n"
    );
    let mut body = head.into_bytes();
    body.extend_from_slice(file.bytes);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

fn media_word(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Image => "image",
        MediaKind::Video => "video",
        MediaKind::Audio { .. } => "audio",
        MediaKind::Sticker => "sticker",
        MediaKind::Document => "document",
    }
}

/// Captions are allowed for pictures, videos and documents, file names for documents, and the voice mark for sound.
fn media_object(media: &OutboundMedia) -> Value {
    let mut object = Map::new();
    match &media.source {
        MediaSource::Address(link) => object.insert("link".into(), link.clone().into()),
        MediaSource::Uploaded(id) => object.insert("id".into(), id.clone().into()),
    };
    if let (Some(caption), MediaKind::Image | MediaKind::Video | MediaKind::Document) = (&media.caption, media.kind) {
        object.insert("caption".into(), caption.clone().into());
    }
    if let (Some(name), MediaKind::Document) = (&media.file_name, media.kind) {
        object.insert("filename".into(), name.clone().into());
    }
    if media.kind == (MediaKind::Audio { voice: true }) {
        object.insert("voice".into(), true.into());
    }
    Value::Object(object)
}

fn card(card: &ContactCard) -> Value {
    let first = card.name.split_whitespace().next().unwrap_or(&card.name);
    let phones: Vec<Value> = card.phones.iter().map(|phone| json!({ "phone": phone, "type": "CELL" })).collect();
    json!({ "name": { "formatted_name": card.name, "first_name": first }, "phones": phones })
}

/// Variables `header.<name>` belong to the header, `button.<index>` to the address of a button, the others to the body.
fn template_object(template: &TemplateUse) -> Value {
    let mut components: Vec<Value> = Vec::new();
    if let Some(media) = &template.header {
        let mut parameter = Map::new();
        let word = media_word(media.kind);
        parameter.insert("type".into(), word.into());
        parameter.insert(word.into(), media_object(media));
        components.push(json!({ "type": "header", "parameters": [parameter] }));
    }
    let with_prefix = |prefix: &'static str| {
        template.variables.iter().filter_map(move |(name, value)| Some((name.strip_prefix(prefix)?, value.as_str())))
    };
    let header: Vec<Value> = with_prefix("header.").map(|(name, value)| parameter(name, value)).collect();
    if !header.is_empty() {
        components.push(json!({ "type": "header", "parameters": header }));
    }
    let of_body = |name: &str| !name.starts_with("header.") && !name.starts_with("button.");
    let body = template.variables.iter().filter(|(name, _)| of_body(name));
    let body: Vec<Value> = body.map(|(name, value)| parameter(name, value)).collect();
    if !body.is_empty() {
        components.push(json!({ "type": "body", "parameters": body }));
    }
    for (index, value) in with_prefix("button.") {
        let parameters = json!([{ "type": "text", "text": value }]);
        components.push(json!({ "type": "button", "sub_type": "url", "index": index, "parameters": parameters }));
    }
    json!({ "name": template.id, "language": { "code": template.language }, "components": components })
}

/// Placeholders with numbers are positional, others have names.
fn parameter(name: &str, value: &str) -> Value {
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        json!({ "type": "text", "text": value })
    } else {
        json!({ "type": "text", "parameter_name": name, "text": value })
    }
}
