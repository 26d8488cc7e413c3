//! Health probes: `/healthz` (the process runs), `/readyz` (the store can be read).

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
    // Any look-up will do.
    let answers = app.service.read(|scope| scope.store.agent(&AgentId::from("0"))).await.and_then(|found| found);
    match answers {
        Ok(_) if !stopping => json(StatusCode::OK, r#"{"status":"ready"}"#.to_owned()),
        Ok(_) => json(StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"stopping"}"#.to_owned()),
        Err(error) => {
            tracing::error!(%error, "not ready");
            json(StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"database"}"#.to_owned())
        }
    }
}
