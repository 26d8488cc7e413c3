//! The route table of the REST API and dispatch: find the route, authenticate the caller, run the handler, renew the
//! token. OpenAPI and the contract tests are generated from the table.

mod table;

pub use table::API_ROUTES;

use crate::auth::{self, Caller};
use crate::body::Body;
use crate::centre::Transaction;
use crate::http::{self, Failure, HttpRequest};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use wire::limits::FIELD_MAX_CHARS;

/// The body of a 200 reply, or the failure.
pub(crate) type Answer = Result<String, Failure>;

/// The body and the first token of a session.
pub(crate) type SignedIn = Result<(String, String), Failure>;

/// A handler with the access level of its route.
#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// Needs no token.
    Public(fn(&mut Transaction<'_, '_>, &Call) -> Answer),
    /// Needs no token and issues one.
    SignIn(fn(&mut Transaction<'_, '_>, &Call) -> SignedIn),
    /// About the caller's session; names no agent.
    Session(fn(&mut Transaction<'_, '_>, &Call, &Caller) -> Answer),
    /// Names an agent or an attendance, which must be the caller's own.
    Own(fn(&mut Transaction<'_, '_>, &Call, &Caller) -> Answer),
    /// As `Own`; also accepts a temporary password token.
    Password(fn(&mut Transaction<'_, '_>, &Call, &Caller) -> Answer),
    /// Reads data of the caller's org unit.
    Unit(fn(&mut Transaction<'_, '_>, &Call, &Caller) -> Answer),
    /// The caller's own, or an agent of the supervisor's org unit.
    OwnOrSupervisor(fn(&mut Transaction<'_, '_>, &Call, &Caller) -> Answer),
    /// Supervisors only; the named agent must belong to their org unit.
    Supervisor(fn(&mut Transaction<'_, '_>, &Call, &Caller) -> Answer),
}

/// Access level of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// No token.
    Public,
    /// Any session.
    Session,
    /// Only the caller's own agent or attendance.
    Own,
    /// Any session, data of its org unit.
    Unit,
    /// The agent itself or a supervisor of the org unit.
    OwnOrSupervisor,
    /// A supervisor of the org unit.
    Supervisor,
}

/// One route of the REST API.
#[derive(Clone, Copy)]
pub struct ApiRoute {
    /// Method in upper case.
    pub method: &'static str,
    /// Path as the specification spells it; `{name}` matches one segment.
    pub path: &'static str,
    /// OpenAPI summary.
    pub summary: &'static str,
    /// Accepted query parameters; others are refused.
    pub query: &'static [&'static str],
    /// Body of the request, if it has one.
    pub request: Option<&'static Body>,
    /// Body of the 200 reply.
    pub response: &'static Body,
    pub(crate) handler: Handler,
}

impl ApiRoute {
    /// Whether the route requires a token.
    pub fn needs_token(&self) -> bool {
        self.access() != Access::Public
    }

    /// Access level.
    pub fn access(&self) -> Access {
        match self.handler {
            Handler::Public(_) | Handler::SignIn(_) => Access::Public,
            Handler::Session(_) => Access::Session,
            Handler::Own(_) | Handler::Password(_) => Access::Own,
            Handler::Unit(_) => Access::Unit,
            Handler::OwnOrSupervisor(_) => Access::OwnOrSupervisor,
            Handler::Supervisor(_) => Access::Supervisor,
        }
    }
}

const fn get(path: &'static str, summary: &'static str, response: &'static Body, handler: Handler) -> ApiRoute {
    ApiRoute { method: "GET", path, summary, query: &[], request: None, response, handler }
}

const fn post(
    path: &'static str,
    summary: &'static str,
    request: Option<&'static Body>,
    response: &'static Body,
    handler: Handler,
) -> ApiRoute {
    ApiRoute { method: "POST", path, summary, query: &[], request, response, handler }
}

const fn put(
    path: &'static str,
    summary: &'static str,
    request: &'static Body,
    response: &'static Body,
    handler: Handler,
) -> ApiRoute {
    ApiRoute { method: "PUT", path, summary, query: &[], request: Some(request), response, handler }
}

const fn put_bare(path: &'static str, summary: &'static str, response: &'static Body, handler: Handler) -> ApiRoute {
    ApiRoute { method: "PUT", path, summary, query: &[], request: None, response, handler }
}

const fn delete(path: &'static str, summary: &'static str, response: &'static Body, handler: Handler) -> ApiRoute {
    ApiRoute { method: "DELETE", path, summary, query: &[], request: None, response, handler }
}

const fn with_query(route: ApiRoute, query: &'static [&'static str]) -> ApiRoute {
    ApiRoute { query, ..route }
}

/// A request matched to its route.
pub(crate) struct Call {
    route: &'static ApiRoute,
    params: BTreeMap<&'static str, String>,
    query: BTreeMap<String, String>,
    body: String,
}

impl Call {
    /// A path parameter; the route's path guarantees that it exists.
    pub fn param(&self, name: &str) -> &str {
        self.params.get(name).map(String::as_str).unwrap_or_default()
    }

    /// A query parameter.
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str)
    }

    /// The body, read strictly; a route without a request body refuses any.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match self.route.request {
            Some(spec) => http::read_body(spec, &self.body),
            None => Err(Failure::malformed_json()),
        }
    }
}

/// Refuses a path or query parameter that is longer than any identifier.
fn check_lengths(call: &Call) -> Result<(), Failure> {
    let params = call.params.iter().map(|(name, value)| (*name, value));
    let query = call.query.iter().map(|(name, value)| (name.as_str(), value));
    let too_long = params.chain(query).find(|(_, value)| value.chars().count() > FIELD_MAX_CHARS);
    too_long.map_or(Ok(()), |(name, _)| Err(Failure::field(name, "tooLong")))
}

/// The outcome of a call that was not refused.
pub(crate) struct Answered {
    pub body: String,
    /// The token that was renewed or issued.
    pub token: Option<String>,
    /// The call had a valid token.
    pub authenticated: bool,
}

/// Runs a request.
pub(crate) fn answer(tx: &mut Transaction<'_, '_>, request: &HttpRequest) -> Result<Answered, Failure> {
    let (route, params) = find(request)?;
    let call = Call { route, params, query: http::parse_query(&request.query), body: request.body.clone() };
    check_lengths(&call)?;
    match route.handler {
        Handler::Public(handler) => {
            known_query(&call)?;
            Ok(Answered { body: handler(tx, &call)?, token: None, authenticated: false })
        }
        Handler::SignIn(handler) => {
            known_query(&call)?;
            let (body, token) = handler(tx, &call)?;
            Ok(Answered { body, token: Some(token), authenticated: false })
        }
        Handler::Password(handler) => {
            let caller = auth::authenticate_for_password(tx, request.authorization.as_deref())?;
            run(tx, &call, &caller, handler)
        }
        Handler::Session(handler)
        | Handler::Own(handler)
        | Handler::Unit(handler)
        | Handler::OwnOrSupervisor(handler) => {
            let caller = auth::authenticate(tx, request.authorization.as_deref())?;
            run(tx, &call, &caller, handler)
        }
        Handler::Supervisor(handler) => {
            let caller = auth::authenticate(tx, request.authorization.as_deref())?;
            caller.must_supervise()?;
            run(tx, &call, &caller, handler)
        }
    }
}

fn run(
    tx: &mut Transaction<'_, '_>,
    call: &Call,
    caller: &Caller,
    handler: fn(&mut Transaction<'_, '_>, &Call, &Caller) -> Answer,
) -> Result<Answered, Failure> {
    known_query(call)?;
    let body = handler(tx, call, caller)?;
    Ok(Answered { body, token: auth::renew(tx, caller)?, authenticated: true })
}

/// The matching route with the fewest parameters: `/queues/chat/org-unit/{id}` precedes routes with a parameter in its
/// place.
fn find(request: &HttpRequest) -> Result<(&'static ApiRoute, BTreeMap<&'static str, String>), Failure> {
    let segments = http::path_segments(&request.path);
    let mut fitting: Vec<_> = API_ROUTES.iter().filter_map(|route| Some((route, fit(route, &segments)?))).collect();
    fitting.sort_by_key(|(_, params)| params.len());
    if fitting.is_empty() {
        return Err(Failure::not_found("route"));
    }
    fitting.into_iter().find(|(route, _)| route.method == request.method).ok_or_else(Failure::method_not_allowed)
}

fn fit(route: &'static ApiRoute, segments: &[String]) -> Option<BTreeMap<&'static str, String>> {
    let pattern: Vec<&'static str> = route.path.split('/').filter(|segment| !segment.is_empty()).collect();
    if pattern.len() != segments.len() {
        return None;
    }
    let mut params = BTreeMap::new();
    for (wanted, given) in pattern.into_iter().zip(segments) {
        match wanted.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => {
                params.insert(name, given.clone());
            }
            None if wanted == given => {}
            None => return None,
        }
    }
    Some(params)
}

fn known_query(call: &Call) -> Result<(), Failure> {
    let unknown: BTreeMap<String, String> = call
        .query
        .keys()
        .filter(|name| !call.route.query.contains(&name.as_str()))
        .map(|name| (name.clone(), "unknown".to_owned()))
        .collect();
    if unknown.is_empty() { Ok(()) } else { Err(Failure::fields(unknown)) }
}

#[cfg(test)]
mod tests;
