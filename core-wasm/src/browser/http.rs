//! REST over fetch, with a time limit per request. The token is only sent in the `Authorization` header.

use crate::flow::{HttpFailure, HttpReply, HttpRequest, Method, RetryAfter};
use crate::wire::Secret;
use futures::future::{Either, select};
use gloo_net::http::RequestBuilder;
use gloo_timers::future::TimeoutFuture;
use std::pin::pin;
use web_sys::AbortController;

/// Sends one request; aborts it after its time limit.
pub async fn send(base: String, request: HttpRequest, token: Option<Secret<String>>) -> Result<HttpReply, HttpFailure> {
    let abort = AbortController::new().ok();
    let limit = TimeoutFuture::new(request.time_limit_ms);
    let answer = pin!(fetch(&base, request, token, abort.as_ref()));
    match select(answer, limit).await {
        Either::Left((result, _)) => result,
        Either::Right(_) => {
            if let Some(abort) = &abort {
                abort.abort();
            }
            Err(HttpFailure::TimedOut)
        }
    }
}

async fn fetch(
    base: &str,
    request: HttpRequest,
    token: Option<Secret<String>>,
    abort: Option<&AbortController>,
) -> Result<HttpReply, HttpFailure> {
    let url = format!("{base}/{}", request.target());
    let signal = abort.map(AbortController::signal);
    let mut builder = RequestBuilder::new(&url).method(method(request.method)).abort_signal(signal.as_ref());
    if let Some(token) = token {
        builder = builder.header("Authorization", &format!("Bearer {}", token.expose()));
    }
    let response = match request.body {
        Some(body) => {
            let built = builder.header("Content-Type", "application/json").body(body.expose().as_str());
            built.map_err(|_| HttpFailure::NoAnswer)?.send().await
        }
        None => builder.send().await,
    };
    let response = response.map_err(|_| HttpFailure::NoAnswer)?;
    let status = response.status();
    let authorization = response.headers().get("authorization").map(Secret::new);
    let retry_after = response.headers().get("retry-after").and_then(|header| RetryAfter::read(&header));
    let body = response.text().await.map_err(|_| HttpFailure::NoAnswer)?;
    Ok(HttpReply { status, authorization, retry_after, body: Secret::new(body) })
}

fn method(method: Method) -> gloo_net::http::Method {
    match method {
        Method::Get => gloo_net::http::Method::GET,
        Method::Post => gloo_net::http::Method::POST,
        Method::Put => gloo_net::http::Method::PUT,
        Method::Delete => gloo_net::http::Method::DELETE,
    }
}
