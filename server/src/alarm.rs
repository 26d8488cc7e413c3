//! The wake-up time of a loop of due work: the earliest time that a request set since the loop ran last.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use contact_centre::wire::Wall;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

/// Longest sleep of a loop although a time is set.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);

/// The alarm of one waiting loop; any request may move it to an earlier time.
pub struct Alarm {
    /// Milliseconds of the centre's clock; `i64::MAX`: never.
    at: AtomicI64,
    changed: Notify,
}

impl Default for Alarm {
    fn default() -> Self {
        Self { at: AtomicI64::new(i64::MAX), changed: Notify::new() }
    }
}

impl Alarm {
    /// Deletes the set time.
    pub fn reset(&self) {
        self.at.store(i64::MAX, Ordering::SeqCst);
    }

    /// Sets the alarm to this time, unless it is set to an earlier one.
    pub fn ring_by(&self, at: Wall) {
        if at.0 < self.at.fetch_min(at.0, Ordering::SeqCst) {
            self.changed.notify_one();
        }
    }

    /// Wakes the loop because the clock was changed.
    #[cfg(feature = "development")]
    pub fn clock_moved(&self) {
        self.changed.notify_one();
    }

    /// Waits until the set time has come, but at most a minute, because the clock may have been set back.
    pub async fn rings(&self, now: impl Fn() -> Wall) {
        let latest = Instant::now() + LONGEST_SLEEP;
        loop {
            let at = self.at.load(Ordering::SeqCst);
            let Ok(wait_ms @ 1..) = u64::try_from(at.saturating_sub(now().0)) else { return };
            let until =
                if at == i64::MAX { None } else { Some(latest.min(Instant::now() + Duration::from_millis(wait_ms))) };
            let slept = async {
                match until {
                    Some(until) => sleep_until(until).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = slept => {
                    if Instant::now() >= latest {
                        return;
                    }
                }
                () = self.changed.notified() => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use tokio::time::{advance, timeout};

    /// A clock that follows tokio's paused one.
    fn clock() -> impl Fn() -> Wall {
        let start = Instant::now();
        move || Wall(i64::try_from(start.elapsed().as_millis()).unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn the_alarm_wakes_at_the_earliest_time_and_not_before() {
        let (alarm, now) = (Alarm::default(), clock());
        alarm.ring_by(Wall(5_000));
        alarm.ring_by(Wall(2_000));
        alarm.ring_by(Wall(3_000));
        assert!(timeout(Duration::from_millis(1_999), alarm.rings(&now)).await.is_err());
        alarm.rings(&now).await;
        assert_eq!(now(), Wall(2_000));
    }

    #[tokio::test(start_paused = true)]
    async fn an_earlier_time_shortens_a_sleep_that_has_begun() {
        let (alarm, now) = (Alarm::default(), clock());
        alarm.ring_by(Wall(60_000));
        let earlier = async {
            advance(Duration::from_millis(10)).await;
            alarm.ring_by(Wall(20));
        };
        tokio::join!(alarm.rings(&now), earlier);
        assert_eq!(now(), Wall(20));
    }

    #[tokio::test(start_paused = true)]
    async fn an_alarm_without_a_time_never_wakes_the_loop_and_one_in_the_past_wakes_it_at_once() {
        let (alarm, now) = (Alarm::default(), clock());
        assert!(timeout(Duration::from_secs(86_400), alarm.rings(&now)).await.is_err());
        alarm.ring_by(Wall(1));
        let before = now();
        alarm.rings(&now).await;
        assert_eq!(now(), before);
        alarm.reset();
        assert!(timeout(Duration::from_secs(1), alarm.rings(&now)).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_is_set_back_by_an_hour_delays_the_alarm_by_a_minute_at_most() {
        let (alarm, now, set_back) = (Alarm::default(), clock(), Cell::new(0));
        alarm.ring_by(Wall(5_000));
        let clock = || Wall(now().0 - set_back.get());
        let sets_back = async { set_back.set(3_600_000) };
        timeout(Duration::from_millis(60_001), async { tokio::join!(alarm.rings(clock), sets_back) }).await.unwrap();
        alarm.ring_by(Wall(now().0 - 3_600_000 + 2_000));
        timeout(Duration::from_millis(2_001), alarm.rings(clock)).await.unwrap();
    }
}
