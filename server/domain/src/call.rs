//! A request matched to its route, and what a handler returns.

use crate::body::Body;
use crate::http::{self, Failure};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use wire::limits::FIELD_MAX_CHARS;

/// The body of a 200 reply, or the failure.
pub(crate) type Answer = Result<String, Failure>;

/// The body of the reply and the first token of a session.
pub(crate) type SignedIn = Result<(String, String), Failure>;

/// A request matched to its route. Handlers of routes that act for an agent get an `OwnCall` instead.
pub(crate) struct Call {
    /// Path of the route, with its parameters in braces.
    pub path: &'static str,
    /// Query parameters of the route.
    pub known_query: &'static [&'static str],
    /// Body of the route, if it has one.
    pub request: Option<&'static Body>,
    /// Values of the path's parameters.
    pub params: BTreeMap<&'static str, String>,
    /// Values of the query's parameters.
    pub query: BTreeMap<String, String>,
    /// The body as it was received.
    pub text: String,
}

impl Call {
    /// A path parameter; the route's path guarantees that it exists.
    pub fn param(&self, name: &str) -> &str {
        self.params.get(name).map(String::as_str).unwrap_or_default()
    }

    /// Returns a query parameter.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str)
    }

    /// The body, parsed strictly; a route without a request body refuses every body.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match self.request {
            Some(spec) => http::read_body(spec, &self.text),
            None => Err(Failure::malformed_json()),
        }
    }

    /// Refuses a path or query parameter that is longer than any identifier.
    pub fn check_lengths(&self) -> Result<(), Failure> {
        let params = self.params.iter().map(|(name, value)| (*name, value));
        let query = self.query.iter().map(|(name, value)| (name.as_str(), value));
        let too_long = params.chain(query).find(|(_, value)| value.chars().count() > FIELD_MAX_CHARS);
        too_long.map_or(Ok(()), |(name, _)| Err(Failure::field(name, "tooLong")))
    }

    /// Refuses query parameters that the route does not have.
    pub fn check_query(&self) -> Result<(), Failure> {
        let unknown: BTreeMap<String, String> = self
            .query
            .keys()
            .filter(|name| !self.known_query.contains(&name.as_str()))
            .map(|name| (name.clone(), "unknown".to_owned()))
            .collect();
        if unknown.is_empty() { Ok(()) } else { Err(Failure::fields(unknown)) }
    }
}
