//! Meta's Instagram messaging.
//! Source: developers.facebook.com/documentation/business-messaging/instagram-messaging, "webhooks", "features/send-message", Graph API error
//! codes (read in November 2026).

mod read;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};
use wire::Secret;

use crate::graph;
use crate::http::{HttpAnswer, HttpRequestData, RawCall, hosts_with_base, segment};
use crate::json::{filled, whole};
use crate::outcome::CodeMeaning;
use crate::provider::{MediaRequest, Provider, ReadFault, SignatureFault};
use crate::types::{
    Inbound, MediaKind, MediaReference, MediaSource, Outbound, OutboundContent, OutboundMedia, Refusal, RefusalReason,
    SendOutcome,
};

/// Maximum length of a text in bytes of UTF-8.
const MAX_TEXT: usize = 1000;

/// Settings of Instagram messaging. `Outbound::account` is the id of the Instagram account; the token determines the sending
/// page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstagramConfig {
    /// Base address without a slash at the end: `https://graph.facebook.com`, or `https://graph.instagram.com` with Instagram login.
    pub base: String,
    /// Version of the Graph API: `v23.0`.
    pub version: String,
    /// Access token of the page.
    pub access_token: Secret<String>,
    /// Secret of the app, which signs the webhooks.
    pub app_secret: Secret<String>,
    /// Text that the webhook subscription must present.
    pub verify_token: Secret<String>,
}

/// Instagram messaging as a provider. It has no templates.
#[derive(Clone, Debug)]
pub struct Instagram {
    config: InstagramConfig,
}

impl Instagram {
    /// A provider with these settings.
    pub fn new(config: InstagramConfig) -> Self {
        Self { config }
    }
}

impl Provider for Instagram {
    fn name(&self) -> &'static str {
        "instagram"
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
        let version = segment(&self.config.version);
        let url = format!("{}/{version}/me/messages", self.config.base);
        let request = HttpRequestData::post_json(url, &body(outbound)?);
        Ok(request.with("authorization", format!("Bearer {}", self.config.access_token.expose())))
    }

    fn send_outcome(&self, answer: &HttpAnswer) -> SendOutcome {
        graph::send_outcome(answer, |body| filled(body, &["message_id"]), meaning)
    }

    /// Addresses of Instagram's files need no token, so none is sent to them.
    fn media_request(&self, reference: &MediaReference) -> MediaRequest {
        let (MediaReference::Address(url) | MediaReference::Id(url)) = reference;
        MediaRequest::Download(HttpRequestData::get(url.clone()))
    }

    fn allowed_media_hosts(&self) -> Vec<String> {
        hosts_with_base(&self.config.base, &["lookaside.fbsbx.com", ".fbcdn.net", ".cdninstagram.com"])
    }
}

/// Within 24 hours the message is a response; later it has the tag of a human agent, which is allowed for seven days.
fn body(outbound: &Outbound) -> Result<Value, Refusal> {
    let message = match &outbound.content {
        OutboundContent::Text(text) if text.len() > MAX_TEXT => {
            return Err(Refusal::local(RefusalReason::TooLong, "the text has more than 1000 bytes"));
        }
        OutboundContent::Text(text) => json!({ "text": text }),
        OutboundContent::Media(media) => attachment(media)?,
        OutboundContent::Template(_) => {
            return Err(Refusal::local(RefusalReason::TemplateRefused, "Instagram has no templates"));
        }
        OutboundContent::Contacts(_) => {
            return Err(Refusal::local(RefusalReason::Other, "Instagram has no contact cards"));
        }
    };
    let mut body = Map::new();
    body.insert("recipient".into(), json!({ "id": outbound.to }));
    if outbound.window_open {
        body.insert("messaging_type".into(), "RESPONSE".into());
    } else {
        body.insert("messaging_type".into(), "MESSAGE_TAG".into());
        body.insert("tag".into(), "HUMAN_AGENT".into());
    }
    body.insert("message".into(), message);
    if let Some(quoted) = &outbound.quoted_id {
        body.insert("reply_to".into(), json!({ "mid": quoted }));
    }
    Ok(Value::Object(body))
}

fn attachment(media: &OutboundMedia) -> Result<Value, Refusal> {
    let kind = match media.kind {
        MediaKind::Image | MediaKind::Sticker => "image",
        MediaKind::Video => "video",
        MediaKind::Audio { .. } => "audio",
        MediaKind::Document => "file",
    };
    match &media.source {
        MediaSource::Address(url) => Ok(json!({ "attachment": { "type": kind, "payload": { "url": url } } })),
        MediaSource::Uploaded(_) => Err(Refusal::local(RefusalReason::MediaRefused, "Instagram opens addresses only")),
    }
}

/// Meaning of an error. The subcode distinguishes the cases of codes 10 ("outside of the allowed window") and 551.
fn meaning(error: &Value) -> CodeMeaning {
    use RefusalReason as Reason;
    match (whole(error, &["code"]).unwrap_or_default(), whole(error, &["error_subcode"]).unwrap_or_default()) {
        (_, 2_534_022 | 2_018_278) => CodeMeaning::Refused(Reason::WindowClosed),
        (551, _) => CodeMeaning::Refused(Reason::RecipientBlocked),
        (100, 2_018_001 | 2_534_014) => CodeMeaning::Refused(Reason::InvalidNumber),
        (100, 2_018_007 | 2_018_008 | 2_018_047) => CodeMeaning::Refused(Reason::MediaRefused),
        (4 | 32 | 341 | 613 | 80_006, _) => CodeMeaning::Pace,
        (1 | 2 | 1200, _) => CodeMeaning::Later,
        _ => CodeMeaning::Unknown,
    }
}
