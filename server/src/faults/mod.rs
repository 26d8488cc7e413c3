//! Fault injection (`--faults`): dropped or frozen sockets, slow or failing requests, expired tokens, broker restarts,
//! forced log-off, clock offset. For the customer's page and browser tests. The routes, which are the only way to set a
//! fault, exist only in a development build and with the option.

#[cfg(feature = "development")]
mod routes;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::http::body::refusal;
#[cfg(not(feature = "development"))]
use crate::routes::HttpRoute;

#[cfg(feature = "development")]
pub use routes::ROUTES;

/// A production build has no faults.
#[cfg(not(feature = "development"))]
pub static ROUTES: &[HttpRoute] = &[];

/// Active faults.
pub struct Faults {
    rest: Mutex<Vec<RestFault>>,
    frozen: watch::Sender<bool>,
    broker_away_until: Mutex<Option<Instant>>,
}

impl Default for Faults {
    fn default() -> Self {
        Self { rest: Mutex::default(), frozen: watch::Sender::new(false), broker_away_until: Mutex::default() }
    }
}

/// A fault of requests whose path below `/api` starts with `path`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct RestFault {
    /// Prefix of the path.
    pub path: String,
    /// Delay in milliseconds.
    #[serde(default)]
    pub delay_ms: u64,
    /// Status returned instead of the request's own.
    #[serde(default)]
    pub status: Option<u16>,
    /// Whether the request is executed and only its reply is lost.
    #[serde(default)]
    pub done: bool,
    /// Number of requests that it applies to; `None`: until it is cleared.
    #[serde(default)]
    pub times: Option<u32>,
}

impl Faults {
    /// The first fault whose prefix matches; counts its use.
    pub fn matching_fault(&self, path: &str) -> Option<RestFault> {
        let mut rest = lock(&self.rest);
        let found = rest.iter_mut().find(|fault| path.starts_with(&fault.path))?;
        let fault = found.clone();
        if let Some(times) = &mut found.times {
            *times = times.saturating_sub(1);
        }
        rest.retain(|fault| fault.times != Some(0));
        Some(fault)
    }

    /// Returns at once unless sockets are frozen, otherwise when they are released.
    pub async fn wait_until_thawed(&self) {
        // The sender is `self`, so the channel is open.
        let _ = self.frozen.subscribe().wait_for(|frozen| !*frozen).await;
    }

    pub fn is_broker_away(&self) -> bool {
        lock(&self.broker_away_until).is_some_and(|until| Instant::now() < until)
    }
}

/// Every change is a single step, so the data of a poisoned lock is still consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub async fn delay(fault: &RestFault) {
    sleep(Duration::from_millis(fault.delay_ms)).await;
}

/// The reply that replaces the request's own.
pub fn substitute_reply(fault: &RestFault) -> Option<Response> {
    let status = StatusCode::from_u16(fault.status?).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    Some(refusal(status, "FAULT", "injected fault"))
}
