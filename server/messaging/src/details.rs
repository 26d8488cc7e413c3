//! Content that providers send in a form of their own, converted to the form that agents receive
//! (`wire::MessageDetails`), and contact cards.

use serde_json::Value;
use wire::{FormAnswer, MessageDetails};

use crate::json::{filled as filled_text, items, text};
use crate::outcome::clipped;
use crate::types::ContactCard;

/// Maximum of answers of a form that are shown.
const MAX_ANSWERS: usize = 100;
/// Names of fields that contain the name of a form.
const NO_ANSWERS: [&str; 2] = ["flow_token", "wa_flow_response_params"];

/// The details, if the message has any.
pub(crate) fn filled(details: MessageDetails) -> Option<Box<MessageDetails>> {
    (details != MessageDetails::default()).then(|| Box::new(details))
}

/// The answers of a form, which arrive as JSON text. Lists and objects are written as JSON.
pub(crate) fn form(answers: &str) -> Vec<FormAnswer> {
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(answers) else { return Vec::new() };
    let answer = |(field, value): (String, Value)| {
        let value = match value {
            Value::Null => return None,
            Value::String(text) => text,
            Value::Array(parts) => parts.iter().map(as_text).collect::<Vec<_>>().join(", "),
            other => as_text(&other),
        };
        Some(FormAnswer { field: clipped(&field), value })
    };
    let asked = fields.into_iter().filter(|(field, _)| !NO_ANSWERS.contains(&field.as_str()));
    asked.filter_map(answer).take(MAX_ANSWERS).collect()
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A contact card. `names`: the fields of the whole name, the first and the last name, and of the number that WhatsApp knows.
pub(crate) fn card(contact: &Value, names: [&str; 4], company: [&str; 3]) -> ContactCard {
    let [whole, first, last, whatsapp] = names;
    let joined = |fields: &[&str], under: &str, between: &str| {
        let parts = fields.iter().filter_map(|field| filled_text(contact, &[under, field]));
        parts.collect::<Vec<_>>().join(between)
    };
    let phones: Vec<(String, String)> = items(contact, &["phones"])
        .iter()
        .filter_map(|phone| {
            let known = filled_text(phone, &[whatsapp]);
            let written = filled_text(phone, &["phone"]).or_else(|| known.clone())?;
            Some((written, known.unwrap_or_default()))
        })
        .collect();
    let is_known = phones.iter().any(|(_, known)| !known.is_empty());
    let (phones, known) = phones.into_iter().unzip();
    ContactCard {
        name: filled_text(contact, &["name", whole]).unwrap_or_else(|| joined(&[first, last], "name", " ")),
        phones,
        whatsapp: if is_known { known } else { Vec::new() },
        emails: items(contact, &["emails"]).iter().filter_map(|email| text(email, &["email"])).collect(),
        company: joined(&company, "org", ", "),
    }
}
