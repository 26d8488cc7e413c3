//! Zenvia's WhatsApp and Instagram channels. Source: the OpenAPI specification of Zenvia, zenvia-openapi-spec (v2, read in November 2026).
//! Zenvia documents no signature of its webhook requests: the subscription adds a header with a shared secret. The hosts of inbound files are
//! not documented and are a setting.

mod read;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};
use wire::Secret;

use crate::graph::body_of_success;
use crate::http::{HttpAnswer, HttpRequestData, RawCall, hosts_with_base, segment};
use crate::json::{digits, filled, items, text};
use crate::outcome::{CodeMeaning, error_outcome, without_id};
use crate::provider::{MediaRequest, Provider, ReadFault, SignatureFault};
use crate::signature::verify_shared_secret;
use crate::types::{
    ContactCard, Inbound, MediaKind, MediaReference, MediaSource, Outbound, OutboundContent, OutboundMedia, Refusal,
    RefusalReason, SendOutcome, Template, TemplateHeader, TemplatePage, TemplateUse,
};

/// Number of templates in one portion.
const PAGE_SIZE: usize = 100;

/// Settings of Zenvia. `Outbound::account` is the sender id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZenviaConfig {
    /// Base address without a slash at the end: `https://api.zenvia.com`.
    pub base: String,
    /// Channel in the path: `whatsapp` or `instagram`.
    pub channel: String,
    /// API token.
    pub api_token: Secret<String>,
    /// Secret in the webhook requests.
    pub webhook_secret: Secret<String>,
    /// Hosts that inbound files are downloaded from: names, or suffixes that begin with a dot.
    pub media_hosts: Vec<String>,
}

/// Zenvia as a provider.
#[derive(Clone, Debug)]
pub struct Zenvia {
    config: ZenviaConfig,
}

impl Zenvia {
    /// A provider with these settings.
    pub fn new(config: ZenviaConfig) -> Self {
        Self { config }
    }

    fn authorized(&self, request: HttpRequestData) -> HttpRequestData {
        request.with("x-api-token", self.config.api_token.expose().clone())
    }
}

impl Provider for Zenvia {
    fn name(&self) -> &'static str {
        "zenvia"
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
        let channel = segment(&self.config.channel);
        let url = format!("{}/v2/channels/{channel}/messages", self.config.base);
        Ok(self.authorized(HttpRequestData::post_json(url, &message(outbound)?)))
    }

    fn send_outcome(&self, answer: &HttpAnswer) -> SendOutcome {
        let body = crate::json::parse(&answer.body).unwrap_or_default();
        if answer.is_success() {
            let id = filled(&body, &["id"]);
            return id.map_or_else(|| without_id(answer), SendOutcome::accepted);
        }
        let code = text(&body, &["code"]).unwrap_or_default();
        let meaning = if code == "INTERNAL_ERROR" { CodeMeaning::Later } else { CodeMeaning::Unknown };
        error_outcome(answer, &code, &text(&body, &["message"]).unwrap_or_default(), meaning)
    }

    /// The token is not sent: the hosts of files need none.
    fn media_request(&self, reference: &MediaReference) -> MediaRequest {
        let (MediaReference::Address(url) | MediaReference::Id(url)) = reference;
        MediaRequest::Download(HttpRequestData::get(url.clone()))
    }

    fn allowed_media_hosts(&self) -> Vec<String> {
        let known: Vec<&str> = self.config.media_hosts.iter().map(String::as_str).collect();
        hosts_with_base(&self.config.base, &known)
    }

    fn templates_request(&self, page: Option<&str>) -> Option<HttpRequestData> {
        let (page, size) = (page.unwrap_or("0"), PAGE_SIZE.to_string());
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("channel", "WHATSAPP").append_pair("status", "APPROVED");
        query.append_pair("page", page).append_pair("size", &size);
        Some(self.authorized(HttpRequestData::get(format!("{}/v2/templates?{}", self.config.base, query.finish()))))
    }

    fn templates_of(&self, answer: &HttpAnswer) -> Result<TemplatePage, ReadFault> {
        let body = body_of_success(answer)?;
        let approved = |item: &&Value| text(item, &["status"]).as_deref() == Some("APPROVED");
        let all = body.as_array().ok_or(ReadFault::Shape("no list of templates"))?;
        let page = answer.header("x-page").and_then(|page| page.parse::<usize>().ok()).unwrap_or_default();
        Ok(TemplatePage {
            templates: all.iter().filter(approved).filter_map(template).collect(),
            next: (all.len() >= PAGE_SIZE).then(|| (page + 1).to_string()),
        })
    }
}

fn message(outbound: &Outbound) -> Result<Value, Refusal> {
    let content = match &outbound.content {
        OutboundContent::Text(text) => json!({ "type": "text", "text": text }),
        OutboundContent::Media(media) => file(media)?,
        OutboundContent::Contacts(cards) => {
            json!({ "type": "contacts", "contacts": cards.iter().map(card).collect::<Vec<Value>>() })
        }
        OutboundContent::Template(template) => template_content(template)?,
    };
    let mut message = Map::new();
    message.insert("from".into(), outbound.account.clone().into());
    message.insert("to".into(), outbound.to.strip_prefix('+').unwrap_or(&outbound.to).into());
    message.insert("externalId".into(), outbound.key.clone().into());
    message.insert("contents".into(), json!([content]));
    if let Some(quoted) = &outbound.quoted_id {
        message.insert("idRef".into(), quoted.clone().into());
    }
    Ok(Value::Object(message))
}

fn file(media: &OutboundMedia) -> Result<Value, Refusal> {
    let mut content = Map::new();
    content.insert("type".into(), "file".into());
    content.insert("fileUrl".into(), address_of(media)?.into());
    content.insert("fileMimeType".into(), media.mime.clone().into());
    content.extend(media.caption.clone().map(|caption| ("fileCaption".to_owned(), caption.into())));
    content.extend(media.file_name.clone().map(|name| ("fileName".to_owned(), name.into())));
    Ok(Value::Object(content))
}

fn address_of(media: &OutboundMedia) -> Result<String, Refusal> {
    match &media.source {
        MediaSource::Address(url) => Ok(url.clone()),
        MediaSource::Uploaded(_) => Err(Refusal::local(RefusalReason::MediaRefused, "Zenvia opens addresses only")),
    }
}

fn card(card: &ContactCard) -> Value {
    let first = card.name.split_whitespace().next().unwrap_or(&card.name);
    let phone = |phone: &String| json!({ "phone": phone, "type": "CELL", "waId": digits(phone) });
    let phones: Vec<Value> = card.phones.iter().map(phone).collect();
    json!({ "name": { "formattedName": card.name, "firstName": first }, "phones": phones })
}

/// Fields have names; the file of the header is a field too.
fn template_content(template: &TemplateUse) -> Result<Value, Refusal> {
    let variables = template.variables.iter().map(|(name, value)| (name.clone(), Value::String(value.clone())));
    let mut fields: Map<String, Value> = variables.collect();
    if let Some(media) = &template.header {
        let name = match media.kind {
            MediaKind::Video => "videoUrl",
            MediaKind::Document => "documentUrl",
            MediaKind::Image | MediaKind::Audio { .. } | MediaKind::Sticker => "imageUrl",
        };
        fields.insert(name.into(), address_of(media)?.into());
    }
    Ok(json!({ "type": "template", "templateId": template.id, "fields": fields }))
}

fn template(item: &Value) -> Option<Template> {
    let header = text(item, &["components", "header", "type"]).map(|kind| match kind.as_str() {
        "MEDIA_IMAGE" => TemplateHeader::Media(MediaKind::Image),
        "MEDIA_VIDEO" => TemplateHeader::Media(MediaKind::Video),
        "MEDIA_DOCUMENT" => TemplateHeader::Media(MediaKind::Document),
        "TEXT_FIXED" | "TEXT_TEMPLATE" => {
            TemplateHeader::Text(text(item, &["components", "header", "text"]).unwrap_or_default())
        }
        _ => TemplateHeader::Other(kind),
    });
    let is_media = |name: &&str| matches!(*name, "imageUrl" | "videoUrl" | "documentUrl");
    let fields = items(item, &["fields"]).iter().filter_map(Value::as_str);
    Some(Template {
        id: filled(item, &["id"])?,
        name: filled(item, &["name"])?,
        language: filled(item, &["locale"])?,
        category: filled(item, &["category"]),
        header,
        body: filled(item, &["components", "body", "text"]).or_else(|| text(item, &["text"])).unwrap_or_default(),
        variables: fields.filter(|name| !is_media(name)).map(str::to_owned).collect(),
        buttons: items(item, &["components", "buttons", "items"])
            .iter()
            .filter_map(|button| filled(button, &["text"]))
            .collect(),
    })
}
