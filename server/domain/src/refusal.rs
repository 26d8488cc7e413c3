//! A refusal with a cause and replacements for its text.

use crate::http::Failure;
use serde_json::Value;
use std::collections::BTreeMap;
use wire::ErrorBody;

/// The reason of a refusal: a cause of 409, with replacements for its text.
pub(crate) struct Refusal {
    pub cause: &'static str,
    details: BTreeMap<String, Value>,
}

impl Refusal {
    pub fn of(cause: &'static str) -> Self {
        Self { cause, details: BTreeMap::new() }
    }

    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// The cause and the replacements, for an answer that says what a request would be refused for.
    pub fn into_parts(self) -> (String, BTreeMap<String, Value>) {
        (self.cause.to_owned(), self.details)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let Refusal { cause, details } = refusal;
        let message = format!("refused: {cause}");
        Failure::refused(409, ErrorBody { cause: Some(cause.to_owned()), details, message, ..ErrorBody::default() })
    }
}
