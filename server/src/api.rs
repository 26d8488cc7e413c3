//! `/api`: passes requests to the domain as plain data and returns its replies. The domain has the route table; there
//! are no handlers here.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{ALLOW, HeaderValue};
use axum::response::{IntoResponse, Response};
use contact_centre::{HttpReply, HttpRequest, allowed_methods};

use crate::faults;
use crate::http::body::{HeldRequest, busy, read_request};
use crate::http::reply::into_response;
use crate::http::{caller_address, web_socket_origin};
use crate::server::AppState;
use crate::service::{Caller, RequestError};

pub const BASE: &str = "/api";

pub async fn answer(State(app): State<AppState>, request: Request) -> Response {
    let HeldRequest { parts, request, permit: _permit } = match read_request(&app, request, BASE).await {
        Ok(held) => held,
        Err(fault) => return fault.into_response(),
    };
    let path = request.path.clone();
    let caller = Caller {
        address: caller_address(&parts, app.behind_proxy),
        web_socket_origin: web_socket_origin(&parts, app.behind_proxy),
    };
    let fault = app.faults.matching_fault(&path);
    if let Some(fault) = &fault {
        faults::delay(fault).await;
        if let (Some(answer), false) = (faults::substitute_reply(fault), fault.done) {
            return answer;
        }
    }
    let answer = call_domain(&app, request, caller, &path).await;
    fault.as_ref().and_then(faults::substitute_reply).unwrap_or(answer)
}

async fn call_domain(app: &AppState, request: HttpRequest, caller: Caller, path: &str) -> Response {
    match app.service.http(request, caller).await {
        Ok(reply) => with_methods(into_response(reply), path),
        Err(error) => failed_request(&error),
    }
}

/// 503 with `retry-after` while too many requests wait or the store is not available, otherwise 500.
pub fn failed_request(error: &RequestError) -> Response {
    match error {
        RequestError::Busy => busy("too many requests wait"),
        RequestError::Failed(error) => {
            tracing::error!(%error, "a call failed");
            into_response(HttpReply::from(error.clone()))
        }
    }
}

/// A 405 names the methods of its path.
fn with_methods(mut answer: Response, path: &str) -> Response {
    if answer.status() == StatusCode::METHOD_NOT_ALLOWED
        && let Ok(allowed) = HeaderValue::from_str(&Vec::from_iter(allowed_methods(path)).join(", "))
    {
        answer.headers_mut().insert(ALLOW, allowed);
    }
    answer
}
