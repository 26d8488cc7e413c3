//! Infobip's WhatsApp channel. Source: infobip.com/docs/api/channels/whatsapp and the models and examples of the client library
//! infobip-api-java-client of Infobip (read in November 2026). Infobip documents no signature of its webhook requests: they contain a shared
//! secret. Detailed error codes, and how a message quotes another one, are not documented.

mod read;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};
use wire::Secret;

use crate::graph::body_of_success;
use crate::http::{HttpAnswer, HttpRequestData, RawCall, hosts_with_base, is_file_address, segment};
use crate::json::{digits, filled, items, placeholders, text};
use crate::outcome::{CodeMeaning, error_outcome, without_id};
use crate::provider::{MediaRequest, Provider, ReadFault, SignatureFault};
use crate::signature::verify_shared_secret;
use crate::types::{
    ContactCard, Inbound, MediaKind, MediaReference, MediaSource, Outbound, OutboundContent, OutboundMedia, Refusal,
    RefusalReason, SendOutcome, Template, TemplateHeader, TemplatePage, TemplateUse,
};

/// Settings of Infobip. `Outbound::account` is the number of the sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfobipConfig {
    /// Base address of the account without a slash at the end: `https://xxxxx.api.infobip.com`.
    pub base: String,
    /// Number of the sender, for its templates.
    pub sender: String,
    /// API key.
    pub api_key: Secret<String>,
    /// Secret in the webhook requests.
    pub webhook_secret: Secret<String>,
}

/// Infobip as a provider.
#[derive(Clone, Debug)]
pub struct Infobip {
    config: InfobipConfig,
}

impl Infobip {
    /// A provider with these settings.
    pub fn new(config: InfobipConfig) -> Self {
        Self { config }
    }

    fn authorized(&self, request: HttpRequestData) -> HttpRequestData {
        request.with("authorization", format!("App {}", self.config.api_key.expose()))
    }
}

impl Provider for Infobip {
    fn name(&self) -> &'static str {
        "infobip"
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
        let (path, body) = message(outbound)?;
        let url = format!("{}/whatsapp/1/message/{path}", self.config.base);
        Ok(self.authorized(HttpRequestData::post_json(url, &body)))
    }

    fn send_outcome(&self, answer: &HttpAnswer) -> SendOutcome {
        outcome(answer)
    }

    /// The key is sent only to the address of a file of the sender on the account's host: otherwise a webhook could
    /// misuse it for another path.
    fn media_request(&self, reference: &MediaReference) -> MediaRequest {
        let (MediaReference::Address(url) | MediaReference::Id(url)) = reference;
        let request = HttpRequestData::get(url.clone());
        let is_file = is_file_address(url, &self.config.base, &["whatsapp", "1", "senders", "*", "media", "*"]);
        MediaRequest::Download(if is_file { self.authorized(request) } else { request })
    }

    fn allowed_media_hosts(&self) -> Vec<String> {
        hosts_with_base(&self.config.base, &[])
    }

    fn templates_request(&self, _page: Option<&str>) -> Option<HttpRequestData> {
        let sender = segment(&self.config.sender);
        let url = format!("{}/whatsapp/2/senders/{sender}/templates", self.config.base);
        Some(self.authorized(HttpRequestData::get(url)))
    }

    fn templates_of(&self, answer: &HttpAnswer) -> Result<TemplatePage, ReadFault> {
        let body = body_of_success(answer)?;
        let approved = |item: &&Value| text(item, &["status"]).as_deref() == Some("APPROVED");
        let templates = items(&body, &["templates"]).iter().filter(approved).filter_map(template).collect();
        Ok(TemplatePage { templates, next: None })
    }
}

/// The last segment of the path, and the body. A template is sent as a list with one element.
fn message(outbound: &Outbound) -> Result<(&'static str, Value), Refusal> {
    let (path, content) = match &outbound.content {
        OutboundContent::Text(text) => ("text", json!({ "text": text })),
        OutboundContent::Media(media) => media_content(media)?,
        OutboundContent::Contacts(cards) => {
            ("contact", json!({ "contacts": cards.iter().map(card).collect::<Vec<Value>>() }))
        }
        OutboundContent::Template(template) => ("template", template_content(template)?),
    };
    let to = digits(&outbound.to);
    if to.is_empty() {
        return Err(Refusal::local(RefusalReason::InvalidNumber, "the number has no digits"));
    }
    let message = json!({
        "from": digits(&outbound.account),
        "to": to,
        "messageId": outbound.key,
        "callbackData": outbound.key,
        "content": content,
    });
    Ok((path, if path == "template" { json!({ "messages": [message] }) } else { message }))
}

fn media_content(media: &OutboundMedia) -> Result<(&'static str, Value), Refusal> {
    let (path, has_caption) = match media.kind {
        MediaKind::Image => ("image", true),
        MediaKind::Video => ("video", true),
        MediaKind::Audio { .. } => ("audio", false),
        MediaKind::Sticker => ("sticker", false),
        MediaKind::Document => ("document", true),
    };
    let mut content = Map::new();
    content.insert("mediaUrl".into(), address_of(media)?.into());
    if let Some(caption) = media.caption.clone().filter(|_| has_caption) {
        content.insert("caption".into(), caption.into());
    }
    if let (Some(name), MediaKind::Document) = (&media.file_name, media.kind) {
        content.insert("filename".into(), name.clone().into());
    }
    Ok((path, Value::Object(content)))
}

fn address_of(media: &OutboundMedia) -> Result<String, Refusal> {
    match &media.source {
        MediaSource::Address(url) => Ok(url.clone()),
        MediaSource::Uploaded(_) => Err(Refusal::local(RefusalReason::MediaRefused, "Infobip opens addresses only")),
    }
}

fn card(card: &ContactCard) -> Value {
    let first = card.name.split_whitespace().next().unwrap_or(&card.name);
    let phones: Vec<Value> = card.phones.iter().map(|phone| json!({ "phone": phone, "type": "CELL" })).collect();
    json!({ "name": { "firstName": first, "formattedName": card.name }, "phones": phones })
}

/// Variables `header.<name>` belong to the header, `button.<index>` to buttons, the others to the body.
fn template_content(template: &TemplateUse) -> Result<Value, Refusal> {
    let mut body: Vec<&str> = Vec::new();
    let mut buttons: Vec<Value> = Vec::new();
    let mut header: Option<Value> = None;
    for (name, value) in &template.variables {
        if name.starts_with("header.") {
            header = Some(json!({ "type": "TEXT", "placeholder": value }));
        } else if name.starts_with("button.") {
            buttons.push(json!({ "type": "URL", "parameter": value }));
        } else {
            body.push(value);
        }
    }
    if let Some(media) = &template.header {
        let kind = match media.kind {
            MediaKind::Video => "VIDEO",
            MediaKind::Document => "DOCUMENT",
            MediaKind::Image | MediaKind::Audio { .. } | MediaKind::Sticker => "IMAGE",
        };
        let mut object = json!({ "type": kind, "mediaUrl": address_of(media)? });
        if let (Some(fields), Some(name), "DOCUMENT") = (object.as_object_mut(), &media.file_name, kind) {
            fields.insert("filename".into(), name.clone().into());
        }
        header = Some(object);
    }
    let mut data = Map::new();
    data.insert("body".into(), json!({ "placeholders": body }));
    data.extend(header.map(|header| ("header".to_owned(), header)));
    if !buttons.is_empty() {
        data.insert("buttons".into(), Value::Array(buttons));
    }
    Ok(json!({ "templateName": template.id, "templateData": data, "language": template.language }))
}

/// A message can be rejected in a successful answer (`status.groupName`).
fn outcome(answer: &HttpAnswer) -> SendOutcome {
    let body = crate::json::parse(&answer.body).unwrap_or_default();
    let message = items(&body, &["messages"]).first().unwrap_or(&body);
    if answer.is_success() {
        let group = text(message, &["status", "groupName"]).unwrap_or_default();
        if matches!(group.as_str(), "REJECTED" | "UNDELIVERABLE" | "EXPIRED") {
            let name = text(message, &["status", "name"]).unwrap_or_default();
            let words = text(message, &["status", "description"]).unwrap_or_default();
            return error_outcome(answer, &name, &words, CodeMeaning::Unknown);
        }
        return filled(message, &["messageId"]).map_or_else(|| without_id(answer), SendOutcome::accepted);
    }
    let fault = ["requestError", "serviceException"];
    let code = text(&body, &[fault[0], fault[1], "messageId"]).unwrap_or_default();
    let words = text(&body, &[fault[0], fault[1], "text"]).unwrap_or_default();
    error_outcome(answer, &code, &words, CodeMeaning::Unknown)
}

fn template(item: &Value) -> Option<Template> {
    let name = filled(item, &["name"])?;
    let body = text(item, &["structure", "body", "text"]).unwrap_or_default();
    let header = text(item, &["structure", "header", "format"]).map(|format| match format.as_str() {
        "TEXT" => TemplateHeader::Text(text(item, &["structure", "header", "text"]).unwrap_or_default()),
        "IMAGE" => TemplateHeader::Media(MediaKind::Image),
        "VIDEO" => TemplateHeader::Media(MediaKind::Video),
        "DOCUMENT" => TemplateHeader::Media(MediaKind::Document),
        _ => TemplateHeader::Other(format),
    });
    let mut variables: Vec<String> = match &header {
        Some(TemplateHeader::Text(text)) => placeholders(&[text]).iter().map(|name| format!("header.{name}")).collect(),
        _ => Vec::new(),
    };
    variables.extend(placeholders(&[&body]));
    let buttons = items(item, &["structure", "buttons"]);
    for (index, button) in buttons.iter().enumerate() {
        if text(button, &["url"]).is_some_and(|url| url.contains("{{")) {
            variables.push(format!("button.{index}"));
        }
    }
    Some(Template {
        id: name.clone(),
        name,
        language: filled(item, &["language"])?,
        category: filled(item, &["category"]),
        header,
        body,
        variables,
        buttons: buttons.iter().filter_map(|button| filled(button, &["text"])).collect(),
    })
}
