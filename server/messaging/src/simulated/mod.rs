//! The product's own provider: the default, which simulates customers. Its bodies are the neutral types of this crate as JSON (`{"message":
//! …}`, `{"receipt": …}`), so that everything else runs the same code as with a real provider.
//!
//! | call | body |
//! |---|---|
//! | webhook, header `x-signature: sha256=…` | `{"items": [Inbound]}` |
//! | `POST {base}/messages` | `Outbound`; answer `{"id": …}` with 2xx, or `Refusal` with 4xx |
//! | `GET {base}/media/{id}` | answer: the file |
//! | `GET {base}/templates` | answer: `{"templates": [Template]}` |
//!
//! Requests carry the secret as bearer token.

#[cfg(test)]
mod tests;

use serde::Deserialize;
use serde_json::Value;
use wire::Secret;

use crate::graph::body_of_success;
use crate::http::{HttpAnswer, HttpRequestData, RawCall, hosts_with_base, segment};
use crate::json;
use crate::outcome::{CodeMeaning, error_outcome, without_id};
use crate::provider::{MediaRequest, Provider, ReadFault, SignatureFault};
use crate::signature::verify_sha256_header;
use crate::types::{Inbound, MediaReference, Outbound, Refusal, RefusalReason, SendOutcome, TemplatePage};

/// Name of the header with the signature of a webhook.
pub const SIGNATURE_HEADER: &str = "x-signature";

/// Settings of the simulated provider.
#[derive(Clone, Debug)]
pub struct SimulatedConfig {
    /// Base address without a slash at the end.
    pub base: String,
    /// Key of the signatures and token of the requests.
    pub secret: Secret<String>,
}

/// The simulated provider.
#[derive(Clone, Debug)]
pub struct Simulated {
    config: SimulatedConfig,
}

impl Simulated {
    /// A provider with these settings.
    pub fn new(config: SimulatedConfig) -> Self {
        Self { config }
    }

    fn authorized(&self, request: HttpRequestData) -> HttpRequestData {
        request.with("authorization", format!("Bearer {}", self.config.secret.expose()))
    }

    fn get(&self, path: &str) -> HttpRequestData {
        self.authorized(HttpRequestData::get(format!("{}/{path}", self.config.base)))
    }
}

impl Provider for Simulated {
    fn name(&self) -> &'static str {
        "simulated"
    }

    fn verify_signature(&self, call: &RawCall) -> Result<(), SignatureFault> {
        verify_sha256_header(call, SIGNATURE_HEADER, &self.config.secret)
    }

    fn read(&self, call: &RawCall) -> Result<Vec<Inbound>, ReadFault> {
        let body = json::parse(&call.body)?;
        let items = json::at(&body, &["items"]).and_then(Value::as_array).ok_or(ReadFault::Shape("no list `items`"))?;
        let read = |item| Inbound::deserialize(item).unwrap_or_else(|error| Inbound::Ignored(format!("item: {error}")));
        Ok(items.iter().map(read).collect())
    }

    fn send_request(&self, outbound: &Outbound) -> Result<HttpRequestData, Refusal> {
        let unreadable = |_| Refusal::local(RefusalReason::Other, "the message cannot be written");
        let body = serde_json::to_vec(outbound).map_err(unreadable)?;
        let url = format!("{}/messages", self.config.base);
        Ok(self.authorized(HttpRequestData::post(url, "application/json", body)))
    }

    fn send_outcome(&self, answer: &HttpAnswer) -> SendOutcome {
        let body = json::parse(&answer.body).unwrap_or_default();
        if answer.is_success() {
            let id = json::filled(&body, &["id"]);
            return id.map_or_else(|| without_id(answer), SendOutcome::accepted);
        }
        match Refusal::deserialize(&body) {
            Ok(refusal) => error_outcome(answer, &refusal.code, &refusal.text, CodeMeaning::Refused(refusal.reason)),
            Err(_) => error_outcome(answer, "", "no refusal in the body", CodeMeaning::Unknown),
        }
    }

    fn media_request(&self, reference: &MediaReference) -> MediaRequest {
        MediaRequest::Download(match reference {
            MediaReference::Id(id) => self.get(&format!("media/{}", segment(id))),
            // No token is sent: an address may lead to another host.
            MediaReference::Address(url) => HttpRequestData::get(url.clone()),
        })
    }

    fn allowed_media_hosts(&self) -> Vec<String> {
        hosts_with_base(&self.config.base, &[])
    }

    fn templates_request(&self, _page: Option<&str>) -> Option<HttpRequestData> {
        Some(self.get("templates"))
    }

    fn templates_of(&self, answer: &HttpAnswer) -> Result<TemplatePage, ReadFault> {
        let body = body_of_success(answer)?;
        let templates = json::items(&body, &["templates"]).iter();
        Ok(TemplatePage {
            templates: templates.filter_map(|item| serde_json::from_value(item.clone()).ok()).collect(),
            next: None,
        })
    }
}
