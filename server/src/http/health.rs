//! Health probes: `/healthz` (the process runs), `/readyz` (the store can be read, and calls have sound).

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use contact_centre::wire::AgentId;

use super::body::json;
use crate::server::AppState;

pub async fn healthz() -> Response {
    json(StatusCode::OK, r#"{"status":"up"}"#.to_owned())
}

pub async fn readyz(State(app): State<AppState>) -> Response {
    let stopping = *app.service.hub().stopping().borrow();
    // Any look-up is sufficient.
    let answers = app.service.read(|scope| scope.store.agent(&AgentId::from("0"))).await.and_then(|found| found);
    match answers {
        Ok(_) if app.telephony.as_ref().is_some_and(|telephony| !telephony.gateway.is_working()) => {
            json(StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"telephony"}"#.to_owned())
        }
        // Still ready: open chats and calls go on, which would end if a load balancer removed this server.
        Ok(_) if !stopping && app.disk.is_full() => {
            json(StatusCode::OK, r#"{"status":"ready","disk":"full"}"#.to_owned())
        }
        Ok(_) if !stopping => json(StatusCode::OK, r#"{"status":"ready"}"#.to_owned()),
        Ok(_) => json(StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"stopping"}"#.to_owned()),
        Err(error) => {
            tracing::error!(%error, "not ready");
            json(StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"database"}"#.to_owned())
        }
    }
}
