//! The form of `Messages.json`, its answer and the codes of its errors.

use serde_json::{Map, Value};

use crate::http::HttpAnswer;
use crate::json::{self, digits, filled, text};
use crate::outcome::{CodeMeaning, error_outcome, without_id};
use crate::types::{
    MediaSource, Outbound, OutboundContent, OutboundMedia, Refusal, RefusalReason, SendOutcome, TemplateUse,
};

/// Field with the key of the message in the query of the status callback.
pub(super) const KEY_FIELD: &str = "key";

pub(super) fn fields(
    outbound: &Outbound,
    status_callback: Option<&str>,
) -> Result<Vec<(&'static str, String)>, Refusal> {
    let number = |text: &str| {
        let digits = digits(text);
        if digits.is_empty() {
            return Err(Refusal::local(RefusalReason::InvalidNumber, "the number has no digits"));
        }
        Ok(format!("whatsapp:+{digits}"))
    };
    let mut fields = vec![("From", number(&outbound.account)?), ("To", number(&outbound.to)?)];
    match &outbound.content {
        OutboundContent::Text(text) => fields.push(("Body", text.clone())),
        OutboundContent::Media(media) => fields.extend(media_fields(media)?),
        OutboundContent::Template(template) => fields.extend(template_fields(template)),
        OutboundContent::Contacts(_) => {
            return Err(Refusal::local(RefusalReason::Other, "Twilio takes contact cards as files only"));
        }
    }
    if let Some(address) = status_callback {
        let sign = if address.contains('?') { '&' } else { '?' };
        let query = form_urlencoded::Serializer::new(String::new()).append_pair(KEY_FIELD, &outbound.key).finish();
        fields.push(("StatusCallback", format!("{address}{sign}{query}")));
    }
    Ok(fields)
}

fn media_fields(media: &OutboundMedia) -> Result<Vec<(&'static str, String)>, Refusal> {
    let MediaSource::Address(url) = &media.source else {
        return Err(Refusal::local(RefusalReason::MediaRefused, "Twilio opens addresses only"));
    };
    let mut fields = vec![("MediaUrl", url.clone())];
    fields.extend(media.caption.clone().map(|caption| ("Body", caption)));
    Ok(fields)
}

/// A template is sent by its `ContentSid`, whether the window is open or not.
fn template_fields(template: &TemplateUse) -> Vec<(&'static str, String)> {
    let variables = template.variables.iter().map(|(name, value)| (name.clone(), Value::String(value.clone())));
    let variables: Map<String, Value> = variables.collect();
    let mut fields = vec![("ContentSid", template.id.clone())];
    if !variables.is_empty() {
        fields.push(("ContentVariables", Value::Object(variables).to_string()));
    }
    fields
}

pub(super) fn outcome(answer: &HttpAnswer) -> SendOutcome {
    let body = json::parse(&answer.body).unwrap_or_default();
    if answer.is_success() {
        // An answer can accept a message and report its failure at the same time.
        if let Some(code) = filled(&body, &["error_code"]) {
            let words = text(&body, &["error_message"]).unwrap_or_default();
            return error_outcome(answer, &code, &words, meaning(&code));
        }
        return filled(&body, &["sid"]).map_or_else(|| without_id(answer), SendOutcome::accepted);
    }
    let code = text(&body, &["code"]).unwrap_or_default();
    error_outcome(answer, &code, &text(&body, &["message"]).unwrap_or_default(), meaning(&code))
}

/// Meaning of an error code. Source: "Error and warning dictionary".
pub(super) fn meaning(code: &str) -> CodeMeaning {
    use RefusalReason as Reason;
    match code {
        "63016" => CodeMeaning::Refused(Reason::WindowClosed),
        "63003" => CodeMeaning::Refused(Reason::NotOnWhatsApp),
        "63024" => CodeMeaning::Refused(Reason::Undeliverable),
        "63049" => CodeMeaning::Refused(Reason::LimitedByNetwork),
        "63032" => CodeMeaning::Refused(Reason::Experiment),
        "21617" => CodeMeaning::Refused(Reason::TooLong),
        "63020" | "63112" => CodeMeaning::Refused(Reason::AccountBlocked),
        "63007" => CodeMeaning::Refused(Reason::RouteNotRegistered),
        "63005" | "63021" => CodeMeaning::Refused(Reason::KindRefused),
        "21610" => CodeMeaning::Refused(Reason::NotOptedIn),
        "21655" | "21656" | "63027" | "63028" | "63029" | "63040" | "63041" | "63042" => {
            CodeMeaning::Refused(Reason::TemplateRefused)
        }
        "63033" => CodeMeaning::Refused(Reason::RecipientBlocked),
        "21211" | "21214" | "21217" | "21614" => CodeMeaning::Refused(Reason::InvalidNumber),
        "11200" | "12300" | "21620" | "21623" | "63019" => CodeMeaning::Refused(Reason::MediaRefused),
        "14107" | "20429" | "30001" | "63018" => CodeMeaning::Pace,
        _ => CodeMeaning::Unknown,
    }
}
