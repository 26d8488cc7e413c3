//! The common parts of Meta's two products: subscription, signature, errors.

use serde_json::Value;
use wire::Secret;

use crate::http::{HttpAnswer, RawCall, query_value};
use crate::json;
use crate::outcome::{CodeMeaning, error_outcome, without_id};
use crate::provider::{ReadFault, SignatureFault};
use crate::signature::{same_text, verify_sha256_header};
use crate::types::SendOutcome;

/// Answers `hub.challenge` if `hub.verify_token` is the configured one. Source: Meta, "Webhooks: verification
/// requests".
pub(crate) fn verify_subscription(verify_token: &Secret<String>, query: &str) -> Option<String> {
    let subscribes = query_value(query, "hub.mode")? == "subscribe";
    let known = same_text(verify_token, &query_value(query, "hub.verify_token")?);
    if subscribes && known { query_value(query, "hub.challenge") } else { None }
}

/// Checks `X-Hub-Signature-256` over the body, with the secret of the app.
pub(crate) fn verify_signature(app_secret: &Secret<String>, call: &RawCall) -> Result<(), SignatureFault> {
    verify_sha256_header(call, "x-hub-signature-256", app_secret)
}

/// The body of an answer with status 2xx.
pub(crate) fn body_of_success(answer: &HttpAnswer) -> Result<Value, ReadFault> {
    if answer.is_success() { json::parse(&answer.body) } else { Err(ReadFault::Status(answer.status)) }
}

/// A successful answer has the id of the message, every other answer has `error`.
pub(crate) fn send_outcome(
    answer: &HttpAnswer,
    id: impl Fn(&Value) -> Option<String>,
    meaning: impl Fn(&Value) -> CodeMeaning,
) -> SendOutcome {
    let body = json::parse(&answer.body).unwrap_or_default();
    if answer.is_success() && json::at(&body, &["error"]).is_none() {
        return id(&body).map_or_else(|| without_id(answer), SendOutcome::accepted);
    }
    let Some(error) = json::at(&body, &["error"]) else {
        return error_outcome(answer, "", "no error in the body", CodeMeaning::Unknown);
    };
    let code = json::text(error, &["code"]).unwrap_or_default();
    let text = json::filled(error, &["error_data", "details"]).or_else(|| json::text(error, &["message"]));
    error_outcome(answer, &code, &text.unwrap_or_default(), meaning(error))
}
