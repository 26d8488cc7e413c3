//! Rate limit: a token bucket per caller.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::Instant;

use super::body::refusal;
use super::caller_address;
use crate::server::AppState;

/// Capacity of a bucket, in seconds of refill.
const BURST_SECONDS: u32 = 10;
/// With more callers, full buckets are removed; a new bucket is full, too.
const MAX_CALLERS: usize = 10_000;

pub struct RateLimit {
    per_second: u32,
    started: Instant,
    /// Buckets by the hash of the caller's credential or address, neither of which is stored.
    callers: Mutex<HashMap<u64, Bucket>>,
    hasher: RandomState,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Bucket {
    left: f64,
    at: Duration,
}

impl RateLimit {
    /// `per_second` requests per caller; 0: no limit.
    pub fn new(per_second: u32) -> Self {
        let callers = Mutex::new(HashMap::new());
        Self { per_second, started: Instant::now(), callers, hasher: RandomState::new() }
    }

    /// Takes a token; returns the seconds to wait if there is none.
    fn try_take(&self, caller: &str) -> Option<u64> {
        if self.per_second == 0 {
            return None;
        }
        let now = self.started.elapsed();
        let full = f64::from(self.per_second.saturating_mul(BURST_SECONDS));
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        if callers.len() >= MAX_CALLERS {
            callers.retain(|_, bucket| bucket.level(now, self.per_second, full) < full);
        }
        let bucket = callers.entry(self.hasher.hash_one(caller)).or_insert(Bucket { left: full, at: now });
        bucket.take(now, self.per_second, full)
    }
}

impl Bucket {
    fn level(self, now: Duration, per_second: u32, full: f64) -> f64 {
        (self.left + now.saturating_sub(self.at).as_secs_f64() * f64::from(per_second)).min(full)
    }

    fn take(&mut self, now: Duration, per_second: u32, full: f64) -> Option<u64> {
        let level = self.level(now, per_second, full);
        *self = Bucket { left: if level >= 1.0 { level - 1.0 } else { level }, at: now };
        // At any rate of at least one per second the next token arrives within a second.
        (level < 1.0).then_some(1)
    }
}

/// Limits API calls and broker connections; pages and files are not counted.
pub async fn limit(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let counted = ["/api/", "/outside/api/"].iter().any(|prefix| path.starts_with(prefix)) || path == "/broker";
    if !counted {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let caller = credential(&parts.headers).or_else(|| caller_address(&parts, app.behind_proxy)).unwrap_or_default();
    match app.rate.try_take(&caller) {
        None => next.run(Request::from_parts(parts, body)).await,
        Some(seconds) => {
            let mut answer = refusal(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_REQUESTS", "too many requests");
            answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
            answer
        }
    }
}

/// Callers with a credential have a bucket of their own, so callers behind one address do not limit each other.
fn credential(headers: &HeaderMap) -> Option<String> {
    headers.get(AUTHORIZATION)?.to_str().ok().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_bucket_allows_a_burst_and_refills_with_time() {
        let limit = RateLimit::new(2);
        for _ in 0..20 {
            assert_eq!(limit.try_take("ana"), None);
        }
        assert_eq!(limit.try_take("ana"), Some(1));
        assert_eq!(limit.try_take("bruno"), None, "each caller has a bucket");
        tokio::time::advance(Duration::from_millis(500)).await;
        assert_eq!((limit.try_take("ana"), limit.try_take("ana")), (None, Some(1)));
        tokio::time::advance(Duration::from_secs(3600)).await;
        assert_eq!((0..20).filter_map(|_| limit.try_take("ana")).count(), 0, "never more than full");
        assert_eq!(limit.try_take("ana"), Some(1));
    }

    #[tokio::test(start_paused = true)]
    async fn full_buckets_of_many_callers_are_removed() {
        let limit = RateLimit::new(1);
        (0..MAX_CALLERS).for_each(|number| assert_eq!(limit.try_take(&number.to_string()), None));
        tokio::time::advance(Duration::from_secs(60)).await;
        limit.try_take("one more");
        assert_eq!(limit.callers.lock().unwrap().len(), 1);
    }

    #[test]
    fn without_a_limit_no_call_is_refused() {
        let limit = RateLimit::new(0);
        assert_eq!((0..10_000).filter_map(|_| limit.try_take("ana")).count(), 0);
    }
}
