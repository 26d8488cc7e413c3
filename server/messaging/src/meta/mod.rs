//! Meta's WhatsApp Cloud API.
//! Source: developers.facebook.com/documentation/business-messaging/whatsapp, "webhooks/reference/messages", "messages", "support/error-codes",
//! "templates/template-management", "media" (read in November 2026, Graph API v23.0).

mod read;
mod send;
#[cfg(test)]
mod send_tests;
mod templates;
#[cfg(test)]
mod tests;

pub(crate) use send::meaning_of_code;

use wire::Secret;

use crate::graph;
use crate::http::{HttpAnswer, HttpRequestData, RawCall, hosts_with_base, is_file_address, is_same_origin, segment};
use crate::json;
use crate::provider::{MediaRequest, Provider, ReadFault, SignatureFault, UploadFile};
use crate::types::{Inbound, MediaReference, MediaSource, Outbound, Refusal, SendOutcome, TemplatePage};

/// Settings of the Cloud API. `Outbound::account` is the phone number id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaConfig {
    /// Base address without a slash at the end: `https://graph.facebook.com`.
    pub base: String,
    /// Version of the Graph API: `v23.0`.
    pub version: String,
    /// Id of the WhatsApp Business account, for its templates.
    pub business_account: String,
    /// Access token of a system user.
    pub access_token: Secret<String>,
    /// Secret of the app, which signs the webhooks.
    pub app_secret: Secret<String>,
    /// Text that the webhook subscription must present.
    pub verify_token: Secret<String>,
}

/// Host of the files that customers send.
const FILES: &str = "https://lookaside.fbsbx.com";

/// The Cloud API as a provider.
#[derive(Clone, Debug)]
pub struct Meta {
    config: MetaConfig,
}

impl Meta {
    /// A provider with these settings.
    pub fn new(config: MetaConfig) -> Self {
        Self { config }
    }

    fn url(&self, path: &str) -> String {
        format!("{}/{}/{path}", self.config.base, segment(&self.config.version))
    }

    /// The token is sent only to addresses of Meta's files, and to an address on the interface's own host that the
    /// interface itself returned.
    fn download(&self, url: &str, is_own: bool) -> HttpRequestData {
        let request = HttpRequestData::get(url.to_owned());
        let is_file = is_file_address(url, FILES, &["whatsapp_business", "attachments"]);
        if is_own || is_file { self.authorized(request) } else { request }
    }

    fn authorized(&self, request: HttpRequestData) -> HttpRequestData {
        request.with("authorization", format!("Bearer {}", self.config.access_token.expose()))
    }
}

impl Provider for Meta {
    fn name(&self) -> &'static str {
        "meta"
    }

    fn verify_subscription(&self, query: &str) -> Option<String> {
        graph::verify_subscription(&self.config.verify_token, query)
    }

    fn verify_signature(&self, call: &RawCall) -> Result<(), SignatureFault> {
        graph::verify_signature(&self.config.app_secret, call)
    }

    fn read(&self, call: &RawCall) -> Result<Vec<Inbound>, ReadFault> {
        read::read(&call.body)
    }

    fn send_request(&self, outbound: &Outbound) -> Result<HttpRequestData, Refusal> {
        let url = self.url(&format!("{}/messages", segment(&outbound.account)));
        Ok(self.authorized(HttpRequestData::post_json(url, &send::body(outbound)?)))
    }

    fn send_outcome(&self, answer: &HttpAnswer) -> SendOutcome {
        let id = |body: &serde_json::Value| {
            json::items(body, &["messages"]).first().and_then(|it| json::filled(it, &["id"]))
        };
        match graph::send_outcome(answer, id, send::meaning) {
            SendOutcome::Accepted { provider_id, .. } => {
                let body = json::parse(&answer.body).unwrap_or_default();
                let contact = json::items(&body, &["contacts"]).first();
                let customer = contact.and_then(|contact| json::filled(contact, &["wa_id"]));
                SendOutcome::Accepted { provider_id, customer }
            }
            refused => refused,
        }
    }

    fn upload_request(&self, account: &str, file: &UploadFile<'_>) -> Option<HttpRequestData> {
        let (content_type, body) = send::upload_form(file);
        let url = self.url(&format!("{}/media", segment(account)));
        Some(self.authorized(HttpRequestData::post(url, &content_type, body)))
    }

    fn uploaded(&self, answer: &HttpAnswer) -> Result<MediaSource, ReadFault> {
        let body = graph::body_of_success(answer)?;
        json::filled(&body, &["id"]).map(MediaSource::Uploaded).ok_or(ReadFault::Shape("no id of the media"))
    }

    fn media_request(&self, reference: &MediaReference) -> MediaRequest {
        match reference {
            MediaReference::Id(id) => {
                MediaRequest::Locate(self.authorized(HttpRequestData::get(self.url(&segment(id)))))
            }
            MediaReference::Address(url) => MediaRequest::Download(self.download(url, false)),
        }
    }

    fn media_location(&self, answer: &HttpAnswer) -> Result<HttpRequestData, ReadFault> {
        let body = graph::body_of_success(answer)?;
        let url = json::filled(&body, &["url"]).ok_or(ReadFault::Shape("no url of the media"))?;
        Ok(self.download(&url, is_same_origin(&url, &self.config.base)))
    }

    fn allowed_media_hosts(&self) -> Vec<String> {
        hosts_with_base(&self.config.base, &["lookaside.fbsbx.com"])
    }

    fn templates_request(&self, page: Option<&str>) -> Option<HttpRequestData> {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("status", "APPROVED").append_pair("limit", "100");
        if let Some(page) = page {
            query.append_pair("after", page);
        }
        let path = format!("{}/message_templates?{}", segment(&self.config.business_account), query.finish());
        Some(self.authorized(HttpRequestData::get(self.url(&path))))
    }

    fn templates_of(&self, answer: &HttpAnswer) -> Result<TemplatePage, ReadFault> {
        graph::body_of_success(answer).map(|body| templates::page(&body))
    }
}
