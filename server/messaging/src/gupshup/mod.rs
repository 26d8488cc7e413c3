//! Gupshup's WhatsApp interface for single accounts ("self-serve"). Source: docs.gupshup.io, "Inbound messages", "Message events", "Send message
//! API", "Error codes", "Get templates" (read in November 2026). Gupshup documents no signature: its webhook requests are authenticated by a
//! secret in the query of the address, and operators may allow Gupshup's addresses only.

mod read;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};
use wire::Secret;

use crate::graph::body_of_success;
use crate::http::{HttpAnswer, HttpRequestData, RawCall, hosts_with_base, segment};
use crate::json::{digits, filled, items, parse, placeholders, text};
use crate::meta::meaning_of_code;
use crate::outcome::{CodeMeaning, error_outcome, without_id};
use crate::provider::{MediaRequest, Provider, ReadFault, SignatureFault};
use crate::signature::verify_shared_secret;
use crate::types::{
    ContactCard, Inbound, MediaKind, MediaReference, MediaSource, Outbound, OutboundContent, OutboundMedia, Refusal,
    RefusalReason, SendOutcome, Template, TemplateHeader, TemplatePage, TemplateUse,
};

/// Settings of Gupshup. `Outbound::account` is the number of the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GupshupConfig {
    /// Base address without a slash at the end: `https://api.gupshup.io`.
    pub base: String,
    /// Name of the app, which webhooks and requests carry.
    pub app_name: String,
    /// Id of the app, for its templates.
    pub app_id: String,
    /// API key for the requests.
    pub api_key: Secret<String>,
    /// Secret in the query of the webhook's address (`token`).
    pub webhook_secret: Secret<String>,
    /// Further hosts that inbound files are downloaded from.
    pub media_hosts: Vec<String>,
}

/// Gupshup as a provider.
#[derive(Clone, Debug)]
pub struct Gupshup {
    config: GupshupConfig,
}

impl Gupshup {
    /// A provider with these settings.
    pub fn new(config: GupshupConfig) -> Self {
        Self { config }
    }

    fn authorized(&self, request: HttpRequestData) -> HttpRequestData {
        request.with("apikey", self.config.api_key.expose().clone())
    }
}

impl Provider for Gupshup {
    fn name(&self) -> &'static str {
        "gupshup"
    }

    fn verify_signature(&self, call: &RawCall) -> Result<(), SignatureFault> {
        verify_shared_secret(call, &self.config.webhook_secret)
    }

    fn verify_headers(&self, call: &RawCall) -> Result<(), SignatureFault> {
        self.verify_signature(call)
    }

    fn read(&self, call: &RawCall) -> Result<Vec<Inbound>, ReadFault> {
        read::read(&call.body)
    }

    fn send_request(&self, outbound: &Outbound) -> Result<HttpRequestData, Refusal> {
        let (source, destination) = (digits(&outbound.account), digits(&outbound.to));
        if destination.is_empty() {
            return Err(Refusal::local(RefusalReason::InvalidNumber, "the number has no digits"));
        }
        let mut fields = vec![
            ("channel", "whatsapp".to_owned()),
            ("source", source),
            ("destination", destination),
            ("src.name", self.config.app_name.clone()),
        ];
        let path = match &outbound.content {
            OutboundContent::Template(template) => {
                fields.extend(template_fields(template)?);
                "template/msg"
            }
            _ => {
                fields.push(("message", message(outbound)?.to_string()));
                "msg"
            }
        };
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let url = format!("{}/wa/api/v1/{path}", self.config.base);
        Ok(self.authorized(HttpRequestData::post_form(url, &fields)))
    }

    fn send_outcome(&self, answer: &HttpAnswer) -> SendOutcome {
        let body = parse(&answer.body).unwrap_or_default();
        let is_error = text(&body, &["status"]).as_deref() == Some("error");
        if answer.is_success() && !is_error {
            let id = filled(&body, &["messageId"]);
            return id.map_or_else(|| without_id(answer), SendOutcome::accepted);
        }
        let words = text(&body, &["message"]).unwrap_or_default();
        let meaning = if words == "Invalid Destination" {
            CodeMeaning::Refused(RefusalReason::InvalidNumber)
        } else {
            CodeMeaning::Unknown
        };
        error_outcome(answer, "", &words, meaning)
    }

    /// The key is not sent: the addresses of files need none.
    fn media_request(&self, reference: &MediaReference) -> MediaRequest {
        let (MediaReference::Address(url) | MediaReference::Id(url)) = reference;
        MediaRequest::Download(HttpRequestData::get(url.clone()))
    }

    fn allowed_media_hosts(&self) -> Vec<String> {
        let mut known = vec!["filemanager.gupshup.io"];
        known.extend(self.config.media_hosts.iter().map(String::as_str));
        hosts_with_base(&self.config.base, &known)
    }

    fn templates_request(&self, _page: Option<&str>) -> Option<HttpRequestData> {
        let url = format!("{}/wa/app/{}/template", self.config.base, segment(&self.config.app_id));
        Some(self.authorized(HttpRequestData::get(url)))
    }

    fn templates_of(&self, answer: &HttpAnswer) -> Result<TemplatePage, ReadFault> {
        let body = body_of_success(answer)?;
        let approved = |item: &&Value| text(item, &["status"]).as_deref() == Some("APPROVED");
        let templates = items(&body, &["templates"]).iter().filter(approved).filter_map(template).collect();
        Ok(TemplatePage { templates, next: None })
    }
}

/// Meaning of an error code. Codes of the Cloud API are passed on. Source: "Error codes".
pub(crate) fn meaning(code: u64) -> CodeMeaning {
    use RefusalReason as Reason;
    match code {
        1002 => CodeMeaning::Refused(Reason::NotOnWhatsApp),
        1004 | 1005 => CodeMeaning::Refused(Reason::WindowClosed),
        1006 | 1007 | 1008 | 1012 => CodeMeaning::Refused(Reason::NotOptedIn),
        1010 | 1011 => CodeMeaning::Refused(Reason::MediaRefused),
        4003 => CodeMeaning::Refused(Reason::TemplateRefused),
        4001 => CodeMeaning::Later,
        other => meaning_of_code(other),
    }
}

fn message(outbound: &Outbound) -> Result<Value, Refusal> {
    let mut message = match &outbound.content {
        OutboundContent::Text(text) => json!({ "type": "text", "text": text }),
        OutboundContent::Media(media) => media_object(media)?,
        OutboundContent::Contacts(cards) => match &cards[..] {
            [only] => json!({ "type": "contact", "contact": card(only) }),
            _ => return Err(Refusal::local(RefusalReason::Other, "Gupshup takes one contact card a message")),
        },
        OutboundContent::Template(_) => Value::Null,
    };
    if let (Some(fields), Some(quoted)) = (message.as_object_mut(), &outbound.quoted_id) {
        fields.insert("context".into(), json!({ "msgId": quoted }));
    }
    Ok(message)
}

fn media_object(media: &OutboundMedia) -> Result<Value, Refusal> {
    let url = address_of(media)?;
    let mut object = match media.kind {
        MediaKind::Image => json!({ "type": "image", "originalUrl": url, "previewUrl": url }),
        MediaKind::Video => json!({ "type": "video", "url": url }),
        MediaKind::Audio { .. } => json!({ "type": "audio", "url": url }),
        MediaKind::Sticker => json!({ "type": "sticker", "url": url }),
        MediaKind::Document => {
            json!({ "type": "file", "url": url, "filename": media.file_name.clone().unwrap_or_default() })
        }
    };
    let has_caption = matches!(media.kind, MediaKind::Image | MediaKind::Video | MediaKind::Document);
    if let (Some(fields), Some(caption), true) = (object.as_object_mut(), &media.caption, has_caption) {
        fields.insert("caption".into(), caption.clone().into());
    }
    Ok(object)
}

fn address_of(media: &OutboundMedia) -> Result<String, Refusal> {
    match &media.source {
        MediaSource::Address(url) => Ok(url.clone()),
        MediaSource::Uploaded(_) => Err(Refusal::local(RefusalReason::MediaRefused, "Gupshup opens addresses only")),
    }
}

fn card(card: &ContactCard) -> Value {
    let first = card.name.split_whitespace().next().unwrap_or(&card.name);
    let phones: Vec<Value> = card.phones.iter().map(|phone| json!({ "phone": phone, "type": "CELL" })).collect();
    json!({ "name": { "formattedName": card.name, "firstName": first }, "phones": phones })
}

/// `params` are the variables in the order of the template; the file of a header is sent as the message beside them.
fn template_fields(template: &TemplateUse) -> Result<Vec<(&'static str, String)>, Refusal> {
    let params: Vec<&str> = template.variables.iter().map(|(_, value)| value.as_str()).collect();
    let mut fields = vec![("template", json!({ "id": template.id, "params": params }).to_string())];
    if let Some(media) = &template.header {
        let (word, link) = match media.kind {
            MediaKind::Video => ("video", address_of(media)?),
            MediaKind::Document => ("document", address_of(media)?),
            MediaKind::Image | MediaKind::Audio { .. } | MediaKind::Sticker => ("image", address_of(media)?),
        };
        let mut message = Map::new();
        message.insert("type".into(), word.into());
        message.insert(word.into(), json!({ "link": link }));
        fields.push(("message", Value::Object(message).to_string()));
    }
    Ok(fields)
}

/// `containerMeta` is a text that contains JSON: body, header and buttons as submitted for approval.
fn template(item: &Value) -> Option<Template> {
    let meta = text(item, &["containerMeta"]).and_then(|meta| parse(meta.as_bytes()).ok()).unwrap_or_default();
    let body = filled(&meta, &["data"]).or_else(|| text(item, &["data"])).unwrap_or_default();
    let header = match text(item, &["templateType"]).as_deref() {
        Some("IMAGE") => Some(TemplateHeader::Media(MediaKind::Image)),
        Some("VIDEO") => Some(TemplateHeader::Media(MediaKind::Video)),
        Some("DOCUMENT") => Some(TemplateHeader::Media(MediaKind::Document)),
        _ => filled(&meta, &["header"]).map(TemplateHeader::Text),
    };
    let mut variables: Vec<String> = match &header {
        Some(TemplateHeader::Text(text)) => placeholders(&[text]).iter().map(|name| format!("header.{name}")).collect(),
        _ => Vec::new(),
    };
    variables.extend(placeholders(&[&body]));
    Some(Template {
        id: filled(item, &["id"])?,
        name: filled(item, &["elementName"])?,
        language: filled(item, &["languageCode"])?,
        category: filled(item, &["category"]),
        header,
        body,
        variables,
        buttons: items(&meta, &["buttons"]).iter().filter_map(|button| filled(button, &["text"])).collect(),
    })
}
