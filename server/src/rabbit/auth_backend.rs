//! RabbitMQ's access checks (`rabbitmq_auth_backend_http`): form-encoded requests, answered `allow` or `deny`. RabbitMQ
//! authenticates by the key in the URL, which is in its configuration file.

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Form, RequestExt};
use contact_centre::BrokerRefusal;
use serde::Deserialize;
use subtle::ConstantTimeEq;

use super::names;
use crate::http::body::refusal;
use crate::routes::{HttpRoute, RequiredAccess};
use crate::server::AppState;

pub static ROUTES: &[HttpRoute] =
    &[HttpRoute::new("/broker-auth/{key}/{question}", RequiredAccess::BrokerKey, || post(answer))];

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Question {
    username: String,
    password: String,
    resource: String,
    name: String,
    permission: String,
    routing_key: String,
}

async fn answer(
    State(app): State<AppState>,
    Path((key, question)): Path<(String, String)>,
    request: Request,
) -> Response {
    let Some(bridge) = app.bridge.as_ref().filter(|bridge| constant_time_eq(bridge.auth_key(), &key)) else {
        return refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "not found");
    };
    let Ok(Form(form)) = request.extract::<Form<Question>, _>().await else {
        return refusal(StatusCode::BAD_REQUEST, "MALFORMED_FORM", "the question is not a form");
    };
    let allowed = match question.as_str() {
        "user" => bridge.admit(&app.service, form.username, form.password).await,
        "vhost" | "resource" | "topic" => {
            let username = form.username.clone();
            let principal = app.service.read(move |scope| scope.centre.broker_principal(scope.store, &username)).await;
            match principal.and_then(|principal| principal) {
                Ok(Some(principal)) => match question.as_str() {
                    "vhost" => true,
                    "resource" => names::may_access(&principal, &form.resource, &form.name, &form.permission),
                    _ => {
                        form.permission == "write"
                            && names::may_publish(&principal.agent_id, &form.name, &form.routing_key)
                    }
                },
                Ok(None) => false,
                Err(error) => {
                    tracing::error!(%error, "the permissions of a broker link cannot be read");
                    false
                }
            }
        }
        _ => return refusal(StatusCode::NOT_FOUND, "NOT_FOUND", "not found"),
    };
    if !allowed {
        tracing::info!(question, name = form.name, permission = form.permission, "broker access refused");
    }
    if allowed { "allow" } else { "deny" }.into_response()
}

pub(super) fn reason_code(refusal: &BrokerRefusal) -> &'static str {
    match refusal {
        BrokerRefusal::Unknown => "unknown",
        BrokerRefusal::Expired => "expired",
        BrokerRefusal::Ended => "ended",
        BrokerRefusal::Store(_) => "store",
    }
}

/// Compares two texts in a time that does not depend on where they differ.
pub(super) fn constant_time_eq(expected: &str, given: &str) -> bool {
    expected.as_bytes().ct_eq(given.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_complete_key_of_the_broker_is_accepted() {
        assert!(constant_time_eq("a-key-of-the-broker", "a-key-of-the-broker"));
        for other in ["", "a-key", "a-key-of-the-brokes", "a-key-of-the-broker-"] {
            assert!(!constant_time_eq("a-key-of-the-broker", other), "{other}");
        }
    }
}
