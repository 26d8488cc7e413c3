//! Translatable texts: the core chooses the translation key, the page translates it.

use super::SortedMap;
use crate::wire::json_text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A translation key with replacements. `fallback` is used if the catalogue lacks `key` (an unknown reason of the
/// server), so that a raw key is never shown (SHELL-051).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Text {
    /// Translation key.
    pub key: String,
    /// Replacements by name.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
    pub params: SortedMap<String, String>,
    /// Key that is used if the catalogue lacks `key`.
    pub fallback: Option<String>,
}

impl Text {
    /// Translation key.
    pub fn key(key: &str) -> Self {
        Self { key: key.to_owned(), ..Self::default() }
    }

    /// Adds a replacement.
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// The text for a server's `reason` in `area`; the key `fallback` if the catalogue lacks it.
    pub fn reason(area: &str, reason: &str, details: &BTreeMap<String, serde_json::Value>, fallback: &str) -> Self {
        let mut text = Self::key(&format!("{area}.{}", camel_case_reason(reason)));
        for (name, value) in details {
            let shown = value.as_str().map_or_else(|| json_text(value), str::to_owned);
            text.params.insert(name.clone(), shown);
        }
        text.fallback = Some(fallback.to_owned());
        text
    }
}

/// Converts `AGENT_OFFLINE` to `agentOffline`; a reason in camel case is unchanged (spec session §5).
pub fn camel_case_reason(reason: &str) -> String {
    if reason.chars().any(|letter| letter.is_ascii_lowercase()) {
        return reason.to_owned();
    }
    let mut words = reason.split('_').filter(|word| !word.is_empty());
    let mut key = words.next().map(str::to_ascii_lowercase).unwrap_or_default();
    for word in words {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            key.push(first.to_ascii_uppercase());
            key.push_str(&letters.as_str().to_ascii_lowercase());
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_050_an_upper_snake_reason_becomes_a_camel_case_key_with_the_details_as_replacements() {
        let details = BTreeMap::from([
            ("agentName".to_owned(), serde_json::json!("Ana")),
            ("position".to_owned(), serde_json::json!(3)),
        ]);
        let text = Text::reason("transfers", "AGENT_OFFLINE", &details, "transfers.default");
        assert_eq!(text.key, "transfers.agentOffline");
        assert_eq!(text.params.get("agentName").map(String::as_str), Some("Ana"));
        assert_eq!(text.params.get("position").map(String::as_str), Some("3"));
        assert_eq!(camel_case_reason("alreadyInInbox"), "alreadyInInbox");
        assert_eq!(camel_case_reason("PAUSE"), "pause");
    }
}
