//! A rate limit for each of many keys, in memory: after a restart the counting begins anew.

use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;

use axum::response::Response;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use super::body::too_many;

/// Above this number of keys, full buckets are removed; a new bucket is full, too.
const MAX_KEYS: usize = 10_000;
/// Waiting time in seconds after more than a whole bucket was requested at once.
const NEVER_FITS_SECONDS: u64 = 3_600;

/// Number of seconds to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded(pub u64);

impl Exceeded {
    /// 429 with `retry-after`.
    pub fn into_response(self, reason: &str, message: &str) -> Response {
        too_many(reason, message, self.0)
    }
}

/// A bucket for each key. The keys are hashed, so that no credential is stored.
pub struct KeyedLimit<C: Clock> {
    buckets: RateLimiter<u64, DashMapStateStore<u64>, C, NoOpMiddleware<C::Instant>>,
    clock: C,
    hasher: RandomState,
}

impl<C: Clock + Clone> KeyedLimit<C> {
    pub fn new(quota: Quota, clock: C) -> Self {
        let buckets = RateLimiter::dashmap_with_clock(quota, clock.clone());
        Self { buckets, clock, hasher: RandomState::new() }
    }

    /// Takes this amount from the bucket of the key.
    ///
    /// # Errors The bucket contains less.
    pub fn take(&self, key: &impl Hash, count: u32) -> Result<(), Exceeded> {
        if self.buckets.len() >= MAX_KEYS {
            self.buckets.retain_recent();
        }
        let Some(count) = NonZeroU32::new(count) else { return Ok(()) };
        match self.buckets.check_key_n(&self.hasher.hash_one(key), count) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(refused)) => Err(Exceeded(refused.wait_time_from(self.clock.now()).as_secs().max(1))),
            Err(_) => Err(Exceeded(NEVER_FITS_SECONDS)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn full_buckets_of_many_keys_are_removed() {
        let clock = FakeRelativeClock::default();
        let limit = KeyedLimit::new(Quota::per_second(NonZeroU32::MIN), clock.clone());
        (0..MAX_KEYS).for_each(|key| assert_eq!(limit.take(&key, 1), Ok(())));
        clock.advance(Duration::from_secs(60));
        assert_eq!(limit.take(&usize::MAX, 1), Ok(()));
        assert_eq!(limit.buckets.len(), 1);
    }

    #[test]
    fn an_amount_larger_than_the_bucket_is_always_refused() {
        let limit = KeyedLimit::new(Quota::per_second(NonZeroU32::MIN), FakeRelativeClock::default());
        assert_eq!((limit.take(&1, 2), limit.take(&1, 1), limit.take(&1, 0)), (Err(Exceeded(3_600)), Ok(()), Ok(())));
        assert_eq!(limit.take(&1, 1), Err(Exceeded(1)));
    }
}
