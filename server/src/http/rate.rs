//! Rate limits: every request counts for the caller's address, or for the caller's credential once a request has
//! verified it. Unverified credentials have no limit of their own, so sending a new one with each request gains
//! nothing.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use governor::Quota;
use governor::clock::{Clock, DefaultClock};

use super::body::too_many;
use super::caller_address;
use super::keyed::{Exceeded, KeyedLimit};
use crate::server::AppState;

/// Capacity of a bucket, as seconds of its refill.
const BURST_SECONDS: u32 = 10;
/// Pages and files are cheap: they may be requested at this multiple of the rate of API requests.
const FILES_FACTOR: u32 = 10;
/// Above this number of verified credentials all are removed from the set; the next request with each verifies it
/// again.
const MAX_VERIFIED: usize = 100_000;

/// Paths of the pages of customers, who need no account.
const OUTSIDE: &str = "/outside";
/// Routes that use the centre; others are pages and files.
const CALLS: &[&str] = &["/api", "/outside/api/", "/broker", "/control", "/voice"];

/// Extension of a response whose request verified the caller's credential.
#[derive(Debug, Clone, Copy)]
pub struct Authenticated;

pub struct RateLimit<C: Clock = DefaultClock> {
    limits: Option<Limits<C>>,
    /// Hashes of verified credentials, which are not stored themselves.
    verified: Mutex<HashSet<u64>>,
    hasher: RandomState,
}

struct Limits<C: Clock> {
    calls: KeyedLimit<C>,
    files: KeyedLimit<C>,
}

impl RateLimit {
    /// `per_second` requests per caller; 0: no limit.
    pub fn new(per_second: u32) -> Self {
        Self::with_clock(per_second, DefaultClock::default())
    }
}

impl<C: Clock + Clone> RateLimit<C> {
    fn with_clock(per_second: u32, clock: C) -> Self {
        let limit = |per_second: u32| {
            let burst = NonZeroU32::new(per_second.saturating_mul(BURST_SECONDS))?;
            let quota = Quota::per_second(NonZeroU32::new(per_second)?).allow_burst(burst);
            Some(KeyedLimit::new(quota, clock.clone()))
        };
        let limits = limit(per_second).zip(limit(per_second.saturating_mul(FILES_FACTOR)));
        Self {
            limits: limits.map(|(calls, files)| Limits { calls, files }),
            verified: Mutex::default(),
            hasher: RandomState::new(),
        }
    }

    /// Counts a request; returns the seconds to wait if the request is refused.
    fn try_take(&self, limit: impl Fn(&Limits<C>) -> &KeyedLimit<C>, caller: u64) -> Option<u64> {
        let Exceeded(seconds) = limit(self.limits.as_ref()?).take(&caller, 1).err()?;
        Some(seconds)
    }

    /// Whether a request has verified the credential in these headers.
    pub fn has_verified(&self, headers: &HeaderMap) -> bool {
        self.credential(headers).is_some_and(|credential| self.is_verified(credential))
    }

    fn credential(&self, headers: &HeaderMap) -> Option<u64> {
        credential(headers).map(|credential| self.hasher.hash_one(("credential", credential)))
    }

    fn is_verified(&self, credential: u64) -> bool {
        self.verified().contains(&credential)
    }

    fn set_verified(&self, credential: u64, is_verified: bool) {
        let mut verified = self.verified();
        if !is_verified {
            verified.remove(&credential);
            return;
        }
        if verified.len() >= MAX_VERIFIED {
            verified.clear();
        }
        verified.insert(credential);
    }

    /// Every change is a single step, so the set of a poisoned lock is still consistent.
    fn verified(&self) -> MutexGuard<'_, HashSet<u64>> {
        self.verified.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Refuses a request if its caller sends requests too often.
pub async fn limit_requests(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let rate = &app.rate;
    let path = parts.uri.path();
    if app.bridge.as_ref().is_some_and(|bridge| bridge.is_asked_by_broker(path)) {
        // RabbitMQ sends the checks of all agents from one address.
        return next.run(Request::from_parts(parts, body)).await;
    }
    let credential = rate.credential(&parts.headers);
    let verified = credential.filter(|credential| rate.is_verified(*credential));
    let is_call = CALLS.iter().any(|prefix| path.starts_with(prefix));
    let take = |caller: u64| rate.try_take(|limits| if is_call { &limits.calls } else { &limits.files }, caller);
    let address = || rate.hasher.hash_one(("address", caller_address(&parts, app.behind_proxy).unwrap_or_default()));
    let refused = match verified {
        Some(credential) if !path.starts_with(OUTSIDE) => take(credential),
        // Anybody may have any number of chats, so requests with a chat's secret count for the address, too.
        verified => take(address()).or_else(|| take(verified?)),
    };
    if let Some(seconds) = refused {
        return too_many("TOO_MANY_REQUESTS", "too many requests", seconds);
    }
    let answer = next.run(Request::from_parts(parts, body)).await;
    if let Some(credential) = credential {
        match (answer.status(), answer.extensions().get::<Authenticated>()) {
            (_, Some(Authenticated)) => rate.set_verified(credential, true),
            (StatusCode::UNAUTHORIZED, None) => rate.set_verified(credential, false),
            (_, None) => {}
        }
    }
    answer
}

fn credential(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::extract::ConnectInfo;
    use governor::clock::FakeRelativeClock;
    use rstest::rstest;

    use super::*;

    fn take(limit: &RateLimit<FakeRelativeClock>, caller: u64) -> Option<u64> {
        limit.try_take(|limits| &limits.calls, caller)
    }

    #[test]
    fn a_bucket_allows_a_burst_and_refills_with_time() {
        let clock = FakeRelativeClock::default();
        let limit = RateLimit::with_clock(2, clock.clone());
        for _ in 0..20 {
            assert_eq!(take(&limit, 1), None);
        }
        assert_eq!(take(&limit, 1), Some(1));
        assert_eq!(take(&limit, 2), None, "each caller has a bucket");
        assert_eq!(limit.try_take(|limits| &limits.files, 1), None, "files have one of their own");
        clock.advance(Duration::from_millis(500));
        assert_eq!((take(&limit, 1), take(&limit, 1)), (None, Some(1)));
        clock.advance(Duration::from_secs(3600));
        assert_eq!((0..20).filter_map(|_| take(&limit, 1)).count(), 0, "never more than full");
        assert_eq!(take(&limit, 1), Some(1));
    }

    #[test]
    fn without_a_limit_no_request_is_refused() {
        let limit = RateLimit::new(0);
        assert_eq!((0..10_000).filter_map(|_| limit.try_take(|limits| &limits.calls, 1)).count(), 0);
    }

    #[rstest]
    #[case::an_ipv4_address("192.0.2.1:1", "192.0.2.1")]
    #[case::an_ipv6_address("[2001:db8:1:2:3:4:5:6]:1", "2001:db8:1:2::/64")]
    #[case::another_address_of_the_same_ipv6_network("[2001:db8:1:2:ffff::1]:1", "2001:db8:1:2::/64")]
    fn addresses_of_one_subscriber_share_a_bucket(#[case] peer: &str, #[case] expected: &str) {
        let peer: std::net::SocketAddr = peer.parse().unwrap();
        let (parts, ()) = axum::http::Request::builder().extension(ConnectInfo(peer)).body(()).unwrap().into_parts();
        assert_eq!(caller_address(&parts, false).as_deref(), Some(expected));
    }
}
