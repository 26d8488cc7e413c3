//! Routes under `/control` that inject faults.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use contact_centre::wire::AgentId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::{RestFault, lock};
use crate::http::body::{MAX_BODY_BYTES, Sender, internal_error, json, read_bytes, refusal};
use crate::http::is_origin_allowed;
use crate::routes::{HttpRoute, RequiredAccess};
use crate::server::AppState;
use crate::service::CallScope;

pub static ROUTES: &[HttpRoute] = &[
    HttpRoute::new("/control", RequiredAccess::Faults, || get(get_faults)),
    HttpRoute::new("/control/sockets", RequiredAccess::Faults, || post(sockets)),
    HttpRoute::new("/control/rest", RequiredAccess::Faults, || post(add_rest).delete(clear_rest)),
    HttpRoute::new("/control/expire-tokens", RequiredAccess::Faults, || post(expire_tokens)),
    HttpRoute::new("/control/restart-broker", RequiredAccess::Faults, || post(restart_broker)),
    HttpRoute::new("/control/force-disconnect", RequiredAccess::Faults, || post(force_disconnect)),
    HttpRoute::new("/control/event", RequiredAccess::Faults, || post(send_event)),
    HttpRoute::new("/control/reset-password", RequiredAccess::Faults, || post(reset_password)),
    HttpRoute::new("/control/clock", RequiredAccess::Faults, || post(clock)),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SocketsRequest {
    action: SocketsAction,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum SocketsAction {
    Drop,
    Freeze,
    Thaw,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct AgentRequest {
    agent_id: AgentId,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct EventRequest {
    agent_id: AgentId,
    event: String,
    #[serde(default)]
    fields: Map<String, Value>,
}

/// Path of the page where the agent sets a new password.
#[derive(Serialize)]
struct PasswordLink {
    path: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AgentView {
    agent_id: AgentId,
    agent_name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct RestartRequest {
    #[serde(default)]
    away_ms: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ClockRequest {
    offset_ms: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FaultsView {
    frozen: bool,
    links: usize,
    broker_away: bool,
    clock_offset_ms: i64,
    rest: Vec<RestFault>,
    agents: Vec<AgentView>,
}

async fn get_faults(State(app): State<AppState>) -> Response {
    faults_reply(&app).await
}

async fn faults_reply(app: &AppState) -> Response {
    let agents = match app.service.read(|scope| scope.store.agents()).await.and_then(|agents| agents) {
        Ok(agents) => agents,
        Err(error) => {
            tracing::error!(%error, "the agents cannot be read");
            return internal_error();
        }
    };
    let view = FaultsView {
        frozen: *app.faults.frozen.borrow(),
        links: app.service.hub().links(),
        broker_away: app.faults.is_broker_away(),
        clock_offset_ms: app.service.clock_offset_ms(),
        rest: lock(&app.faults.rest).clone(),
        agents: agents
            .into_iter()
            .map(|agent| AgentView { agent_id: agent.id, agent_name: agent.record.agent_name })
            .collect(),
    };
    serde_json::to_string(&view).map_or_else(|_| internal_error(), |body| json(StatusCode::OK, body))
}

async fn sockets(State(app): State<AppState>, request: Request) -> Response {
    let wanted: SocketsRequest = match read(&app, request).await {
        Ok(wanted) => wanted,
        Err(refused) => return *refused,
    };
    match wanted.action {
        SocketsAction::Drop => app.service.hub().drop_links(),
        SocketsAction::Freeze => _ = app.faults.frozen.send_replace(true),
        SocketsAction::Thaw => _ = app.faults.frozen.send_replace(false),
    }
    faults_reply(&app).await
}

async fn add_rest(State(app): State<AppState>, request: Request) -> Response {
    match read(&app, request).await {
        Ok(fault) => {
            lock(&app.faults.rest).push(fault);
            faults_reply(&app).await
        }
        Err(refused) => *refused,
    }
}

async fn clear_rest(State(app): State<AppState>, request: Request) -> Response {
    if !is_origin_allowed(request.headers(), &app.allowed_origins) {
        return foreign_origin();
    }
    lock(&app.faults.rest).clear();
    faults_reply(&app).await
}

async fn expire_tokens(State(app): State<AppState>, request: Request) -> Response {
    let wanted: AgentRequest = match read(&app, request).await {
        Ok(wanted) => wanted,
        Err(refused) => return *refused,
    };
    let done =
        app.service.call(move |scope| scope.centre.expire_tokens(scope.store, scope.context, &wanted.agent_id)).await;
    reply_after(&app, done.and_then(|done| done)).await
}

async fn force_disconnect(State(app): State<AppState>, request: Request) -> Response {
    let wanted: AgentRequest = match read(&app, request).await {
        Ok(wanted) => wanted,
        Err(refused) => return *refused,
    };
    let done = app
        .service
        .call(move |scope| scope.centre.force_disconnect(scope.store, scope.context, &wanted.agent_id))
        .await;
    reply_after(&app, done.and_then(|done| done)).await
}

async fn send_event(State(app): State<AppState>, request: Request) -> Response {
    let EventRequest { agent_id, event, fields } = match read(&app, request).await {
        Ok(wanted) => wanted,
        Err(refused) => return *refused,
    };
    let sent =
        move |scope: CallScope<'_, '_>| scope.centre.send_event(scope.store, scope.context, &agent_id, &event, &fields);
    let done = app.service.call(sent).await;
    reply_after(&app, done.and_then(|done| done)).await
}

async fn reset_password(State(app): State<AppState>, request: Request) -> Response {
    let AgentRequest { agent_id } = match read(&app, request).await {
        Ok(wanted) => wanted,
        Err(refused) => return *refused,
    };
    let agent = agent_id.clone();
    let given = app.service.call(move |scope| scope.centre.reset_password(scope.store, scope.context, &agent)).await;
    match given.and_then(|given| given) {
        Ok(Some(token)) => {
            let link = PasswordLink { path: format!("/new-agent/reset-password#agent={agent_id}&token={token}") };
            serde_json::to_string(&link).map_or_else(|_| internal_error(), |body| json(StatusCode::OK, body))
        }
        Ok(None) => refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "no such agent"),
        Err(error) => {
            tracing::error!(%error, "a password cannot be reset");
            internal_error()
        }
    }
}

async fn restart_broker(State(app): State<AppState>, request: Request) -> Response {
    let wanted: RestartRequest = match read(&app, request).await {
        Ok(wanted) => wanted,
        Err(refused) => return *refused,
    };
    *lock(&app.faults.broker_away_until) = Some(Instant::now() + Duration::from_millis(wanted.away_ms));
    app.service.hub().restart();
    faults_reply(&app).await
}

async fn clock(State(app): State<AppState>, request: Request) -> Response {
    match read::<ClockRequest>(&app, request).await {
        Ok(wanted) => {
            app.service.move_clock(wanted.offset_ms);
            faults_reply(&app).await
        }
        Err(refused) => *refused,
    }
}

async fn reply_after(app: &AppState, done: Result<(), contact_centre::store::StoreError>) -> Response {
    match done {
        Ok(()) => faults_reply(app).await,
        Err(error) => {
            tracing::error!(%error, "a fault cannot be injected");
            internal_error()
        }
    }
}

/// Parses a request; refuses pages of other origins.
async fn read<T: DeserializeOwned>(app: &AppState, request: Request) -> Result<T, Box<Response>> {
    if !is_origin_allowed(request.headers(), &app.allowed_origins) {
        return Err(Box::new(foreign_origin()));
    }
    let (parts, body) = request.into_parts();
    let held = read_bytes(app, &parts, body, Sender::Known(MAX_BODY_BYTES)).await;
    let held = held.map_err(|fault| Box::new(fault.into_response()))?;
    serde_json::from_slice(&held.bytes)
        .map_err(|fault| Box::new(refusal(StatusCode::UNPROCESSABLE_ENTITY, "INVALID_FAULT", &fault.to_string())))
}

fn foreign_origin() -> Response {
    refusal(StatusCode::FORBIDDEN, "FORBIDDEN", "this origin may not inject faults")
}
