//! Twilio's Programmable Messaging with WhatsApp senders.
//! Source: twilio.com/docs, "Twilio's request to your incoming message webhook URL", "Secure webhooks", "Messages resource", "Content API",
//! "Error and warning dictionary" (read in November 2026).

mod read;
mod send;
mod templates;
#[cfg(test)]
mod tests;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use wire::Secret;

use crate::graph::body_of_success;
use crate::http::{HttpAnswer, HttpRequestData, RawCall, hosts_with_base, is_file_address, segment};
use crate::provider::{MediaRequest, Provider, ReadFault, SignatureFault};
use crate::signature::verify_sha1;
use crate::types::{Inbound, MediaReference, Outbound, Refusal, SendOutcome, TemplatePage};

/// Settings of Twilio. `Outbound::account` is the number of the WhatsApp sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwilioConfig {
    /// Base address of the messages: `https://api.twilio.com`.
    pub base: String,
    /// Base address of the templates: `https://content.twilio.com`.
    pub content_base: String,
    /// Account SID, `AC…`.
    pub account_sid: String,
    /// Auth token: password of the requests and key of the signatures.
    pub auth_token: Secret<String>,
    /// Public address for status callbacks; the key of the message is added to its query. `None`: the sender's own setting is
    /// used.
    pub status_callback: Option<String>,
}

/// Twilio as a provider.
#[derive(Clone, Debug)]
pub struct Twilio {
    config: TwilioConfig,
}

impl Twilio {
    /// A provider with these settings.
    pub fn new(config: TwilioConfig) -> Self {
        Self { config }
    }

    fn authorized(&self, request: HttpRequestData) -> HttpRequestData {
        let pair = format!("{}:{}", self.config.account_sid, self.config.auth_token.expose());
        request.with("authorization", format!("Basic {}", STANDARD.encode(pair)))
    }
}

impl Provider for Twilio {
    fn name(&self) -> &'static str {
        "twilio"
    }

    /// HMAC-SHA1 over the address that Twilio called and the sorted fields of the form, names and values without separators.
    fn verify_signature(&self, call: &RawCall) -> Result<(), SignatureFault> {
        let claimed = call.header("x-twilio-signature").ok_or(SignatureFault::Missing)?;
        let claimed = STANDARD.decode(claimed).map_err(|_| SignatureFault::Malformed)?;
        let mut fields: Vec<(String, String)> = form_urlencoded::parse(&call.body).into_owned().collect();
        fields.sort();
        fields.dedup();
        let mut signed = call.url.clone();
        for (name, value) in &fields {
            signed.push_str(name);
            signed.push_str(value);
        }
        verify_sha1(self.config.auth_token.expose().as_bytes(), &[signed.as_bytes()], &claimed)
    }

    fn read(&self, call: &RawCall) -> Result<Vec<Inbound>, ReadFault> {
        read::read(call)
    }

    fn send_request(&self, outbound: &Outbound) -> Result<HttpRequestData, Refusal> {
        let fields = send::fields(outbound, self.config.status_callback.as_deref())?;
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let sid = segment(&self.config.account_sid);
        let url = format!("{}/2010-04-01/Accounts/{sid}/Messages.json", self.config.base);
        Ok(self.authorized(HttpRequestData::post_form(url, &fields)))
    }

    fn send_outcome(&self, answer: &HttpAnswer) -> SendOutcome {
        send::outcome(answer)
    }

    /// The address redirects to a file store; the downloader does not send the credentials to other hosts. They are sent only to
    /// the address of a file of the account's messages.
    fn media_request(&self, reference: &MediaReference) -> MediaRequest {
        let (MediaReference::Address(url) | MediaReference::Id(url)) = reference;
        let request = HttpRequestData::get(url.clone());
        let file = ["2010-04-01", "Accounts", &self.config.account_sid, "Messages", "*", "Media", "*"];
        let is_file = is_file_address(url, &self.config.base, &file);
        MediaRequest::Download(if is_file { self.authorized(request) } else { request })
    }

    fn allowed_media_hosts(&self) -> Vec<String> {
        hosts_with_base(&self.config.base, &["media.twiliocdn.com", "mms.twiliocdn.com", "s3-external-1.amazonaws.com"])
    }

    fn templates_request(&self, page: Option<&str>) -> Option<HttpRequestData> {
        let query = page.unwrap_or("PageSize=100");
        let url = format!("{}/v1/ContentAndApprovals?{query}", self.config.content_base);
        Some(self.authorized(HttpRequestData::get(url)))
    }

    fn templates_of(&self, answer: &HttpAnswer) -> Result<TemplatePage, ReadFault> {
        body_of_success(answer).map(|body| templates::page(&body))
    }
}
