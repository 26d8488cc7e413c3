//! The route table of the REST API and dispatch: find the route, authenticate the caller, run the handler, renew the
//! token. OpenAPI and the contract tests are generated from the table.

mod entry;
mod table;

pub use table::API_ROUTES;

use crate::audit;
use crate::auth::second_factor::Enrolled;
use crate::auth::{self, AgentCall, Caller, OwnCall, SupervisorCall, check_agent_of_query};
use crate::body::Body;
use crate::call::{Answer, Call, SignedIn};
use crate::centre::Transaction;
use crate::http::{self, Failure, HttpRequest};
use crate::security::{self, SecurityAction};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A handler with the access level of its route.
#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// The route needs no token.
    Public(fn(&mut Transaction<'_, '_>, &Call) -> Answer),
    /// The route needs no token and issues one.
    SignIn(fn(&mut Transaction<'_, '_>, &Call) -> SignedIn),
    /// The request is about the caller's session and names no agent.
    Session(fn(&mut Transaction<'_, '_>, &Call, &Caller) -> Answer),
    /// Acts for the caller: every agent that the request names is the caller, and its attendance must be the caller's
    /// own.
    Own(fn(&mut Transaction<'_, '_>, &OwnCall<'_>, &Caller) -> Answer),
    /// Like `Own`; also accepts a temporary password token.
    Password(fn(&mut Transaction<'_, '_>, &OwnCall<'_>, &Caller) -> Answer),
    /// Like `Own`; also accepts the token of a sign-in that waits for the set-up of a second factor, and may issue the first token of its
    /// session.
    SetUp(fn(&mut Transaction<'_, '_>, &OwnCall<'_>, &Caller) -> Enrolled),
    /// Reads data of the caller's org unit.
    Unit(fn(&mut Transaction<'_, '_>, &Call, &Caller) -> Answer),
    /// The request is about the caller, or about an agent of the supervisor's org unit.
    OwnOrSupervisor(fn(&mut Transaction<'_, '_>, AgentCall) -> Answer),
    /// Supervisors only; the named agent must belong to their org unit.
    Supervisor(fn(&mut Transaction<'_, '_>, &SupervisorCall<'_>) -> Answer),
}

/// Access level of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// No token is required.
    Public,
    /// Any session is sufficient.
    Session,
    /// A session, and only for the caller's own agent or attendance.
    Own,
    /// Any session, for data of the caller's org unit.
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

    /// Whether a request to the route is an act of the agent, which keeps an idle session open.
    pub fn is_act(&self) -> bool {
        self.needs_token() && self.method != "GET" && !AUTOMATIC_ROUTES.contains(&(self.method, self.path))
    }

    /// Access level that the route requires.
    pub fn access(&self) -> Access {
        match self.handler {
            Handler::Public(_) | Handler::SignIn(_) => Access::Public,
            Handler::Session(_) => Access::Session,
            Handler::Own(_) | Handler::Password(_) | Handler::SetUp(_) => Access::Own,
            Handler::Unit(_) => Access::Unit,
            Handler::OwnOrSupervisor(_) => Access::OwnOrSupervisor,
            Handler::Supervisor(_) => Access::Supervisor,
        }
    }
}

/// Requests that the page sends by itself, although their method is not GET: the session check (which says by `acted` what the agent did), what
/// follows from an event, what only reads, and what goes on after the agent began it.
const AUTOMATIC_ROUTES: [(&str, &str); 16] = [
    ("POST", "/auth/validate"),
    ("POST", "/auth/logoff"),
    ("POST", "/system/start-listener-queue"),
    ("POST", "/channels/voice/connect/agent/{id}"),
    ("POST", "/voice/call-report"),
    ("POST", "/chat/read"),
    ("POST", "/whatsapp/read"),
    ("POST", "/whatsapp/read-all"),
    ("POST", "/job/whatsapp/check-active-sessions"),
    ("POST", "/job/voice/check-active-job"),
    ("POST", "/broadcast/whatsapp/check"),
    ("POST", "/contacts/imports/{id}/lines/{from}"),
    ("POST", "/employers/search"),
    ("POST", "/organia/churn-buster/contact-probability-values"),
    ("POST", "/organia/churn-buster/contact-max-data"),
    ("POST", "/organia/churn-buster/employer-max-probability"),
];

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

/// The outcome of a request that was not refused.
pub(crate) struct Answered {
    pub body: String,
    /// The token that was renewed or issued.
    pub token: Option<String>,
    /// The request had a valid token.
    pub authenticated: bool,
}

/// Runs a request.
pub(crate) fn answer(tx: &mut Transaction<'_, '_>, request: &HttpRequest) -> Result<Answered, Failure> {
    let (route, params) = find(request)?;
    let call = Call {
        path: route.path,
        known_query: route.query,
        request: route.request,
        params,
        query: http::parse_query(&request.query),
        text: request.body.clone(),
    };
    call.check_lengths()?;
    let authorization = request.authorization.as_deref();
    match route.handler {
        Handler::Public(handler) => {
            call.check_query()?;
            Ok(Answered { body: handler(tx, &call)?, token: None, authenticated: false })
        }
        Handler::SignIn(handler) => {
            call.check_query()?;
            let (body, token) = handler(tx, &call)?;
            Ok(Answered { body, token: Some(token), authenticated: false })
        }
        Handler::Password(handler) => {
            let caller = auth::authenticate_for_password(tx, authorization)?;
            run(tx, route, &call, &caller, |tx| handler(tx, &OwnCall::authorise(&call, &caller)?, &caller))
        }
        Handler::SetUp(handler) => {
            let caller = auth::authenticate_for_enrolment(tx, authorization)?;
            let mut issued = None;
            let answered = run(tx, route, &call, &caller, |tx| {
                let (body, token) = handler(tx, &OwnCall::authorise(&call, &caller)?, &caller)?;
                issued = token;
                Ok(body)
            })?;
            Ok(Answered { token: issued.or(answered.token), ..answered })
        }
        Handler::Own(handler) => {
            let caller = auth::authenticate(tx, authorization)?;
            run(tx, route, &call, &caller, |tx| handler(tx, &OwnCall::authorise(&call, &caller)?, &caller))
        }
        Handler::Session(handler) | Handler::Unit(handler) => {
            let caller = auth::authenticate(tx, authorization)?;
            run(tx, route, &call, &caller, |tx| {
                check_agent_of_query(&call, &caller)?;
                handler(tx, &call, &caller)
            })
        }
        Handler::OwnOrSupervisor(handler) => {
            let caller = auth::authenticate(tx, authorization)?;
            run(tx, route, &call, &caller, |tx| {
                let authorised = AgentCall::authorise(tx, &call, &caller)?;
                let body = handler(tx, authorised)?;
                record(tx, route, &call, &caller).map(|()| body)
            })
        }
        Handler::Supervisor(handler) => {
            let caller = auth::authenticate(tx, authorization)?;
            run(tx, route, &call, &caller, |tx| {
                let body = handler(tx, &SupervisorCall::authorise(&call, &caller)?)?;
                record(tx, route, &call, &caller).map(|()| body)
            })
        }
    }
}

fn run(
    tx: &mut Transaction<'_, '_>,
    route: &ApiRoute,
    call: &Call,
    caller: &Caller,
    handler: impl FnOnce(&mut Transaction<'_, '_>) -> Answer,
) -> Result<Answered, Failure> {
    call.check_query()?;
    let body = handler(tx);
    if body.as_ref().is_err_and(Failure::is_forbidden) {
        security::note(tx, SecurityAction::Forbidden, &caller.agent_id, call.path);
    }
    let body = body?;
    if route.is_act() {
        auth::note_act(tx, caller)?;
    }
    Ok(Answered { body, token: auth::renew(tx, caller)?, authenticated: true })
}

/// A supervisor's acts on others are audited here, so that no handler can omit it.
fn record(tx: &mut Transaction<'_, '_>, route: &ApiRoute, call: &Call, caller: &Caller) -> Result<(), Failure> {
    match audit::supervised_action(route.method, route.path) {
        Some(action) => audit::supervised(tx, caller, action, call.param("id")),
        None => Ok(()),
    }
}

/// The matching route with the fewest parameters: `/queues/chat/org-unit/{id}` precedes routes with a parameter in its
/// place.
fn find(request: &HttpRequest) -> Result<(&'static ApiRoute, BTreeMap<&'static str, String>), Failure> {
    let fitting = fitting(&request.path);
    if fitting.is_empty() {
        return Err(Failure::not_found("route"));
    }
    fitting.into_iter().find(|(route, _)| route.method == request.method).ok_or_else(Failure::method_not_allowed)
}

/// Routes that change nothing stored although their method is not GET.
const READING_ROUTES: [(&str, &str); 2] = [("POST", "/chat/typing"), ("POST", "/broadcast/whatsapp/check")];

/// Whether the request usually writes nothing, so that it may run concurrently with others.
pub fn usually_reads(method: &str, path: &str) -> bool {
    method == "GET" || READING_ROUTES.contains(&(method, path))
}

/// Routes whose reply is a portion of a long list, or the result of a search: they read more rows than others.
const LARGE_READS: [&str; 13] = [
    "/agents/available",
    "/agents/history",
    "/audit",
    "/broadcast/whatsapp/agent/{agentId}",
    "/broadcast/whatsapp/{id}/contacts",
    "/contacts",
    "/contacts/history",
    "/contacts/media/whatsapp",
    "/employers",
    "/employers/history",
    "/messages/search",
    "/supervisor/{id}/board",
    "/whatsapp/messages/search",
];

/// Whether the request reads many rows, so that only a few such requests run at the same time.
pub fn reads_much(method: &str, path: &str) -> bool {
    method == "GET" && route_path(path).is_some_and(|path| LARGE_READS.contains(&path))
}

/// Whether the request verifies or hashes a password.
pub fn verifies_password(method: &str, path: &str) -> bool {
    let path = route_path(path);
    matches!(
        (method, path),
        ("POST", Some("/auth/login" | "/agents/{id}/second-factor" | "/agents/{id}/second-factor/remove"))
            | ("PUT", Some("/agents/{id}/change-password"))
    )
}

/// Methods of the routes with this path.
pub fn allowed_methods(path: &str) -> BTreeSet<&'static str> {
    fitting(path).into_iter().map(|(route, _)| route.method).collect()
}

/// The path of the route, with its parameters in braces; `None` for an unknown one.
pub fn route_path(path: &str) -> Option<&'static str> {
    fitting(path).first().map(|(route, _)| route.path)
}

/// The routes with this path and its parameters; fewer parameters come first.
fn fitting(path: &str) -> Vec<(&'static ApiRoute, BTreeMap<&'static str, String>)> {
    let segments = http::path_segments(path);
    let with_params = |pattern: &Pattern| Some((pattern.route, pattern.params_of(&segments)?));
    PATTERNS.iter().filter_map(with_params).collect()
}

/// The pattern of every route; patterns with fewer parameters come first, otherwise in the order of the table.
static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let mut patterns: Vec<Pattern> = API_ROUTES.iter().map(Pattern::of).collect();
    patterns.sort_by_key(Pattern::params);
    patterns
});

/// The path of a route, split into its segments.
struct Pattern {
    route: &'static ApiRoute,
    segments: Vec<Segment>,
}

#[derive(Clone, Copy)]
enum Segment {
    Fixed(&'static str),
    Param(&'static str),
}

impl Pattern {
    fn of(route: &'static ApiRoute) -> Self {
        let segments = route.path.split('/').filter(|segment| !segment.is_empty());
        let segment = |text: &'static str| match text.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => Segment::Param(name),
            None => Segment::Fixed(text),
        };
        Self { route, segments: segments.map(segment).collect() }
    }

    fn params(&self) -> usize {
        self.segments.iter().filter(|segment| matches!(segment, Segment::Param(_))).count()
    }

    /// The values of the path's parameters if the path matches.
    fn params_of(&self, given: &[String]) -> Option<BTreeMap<&'static str, String>> {
        if self.segments.len() != given.len() {
            return None;
        }
        let mut params = BTreeMap::new();
        for (segment, given) in self.segments.iter().zip(given) {
            match segment {
                Segment::Param(name) => {
                    params.insert(*name, given.clone());
                }
                Segment::Fixed(text) if text == given => {}
                Segment::Fixed(_) => return None,
            }
        }
        Some(params)
    }
}

#[cfg(test)]
mod tests;
