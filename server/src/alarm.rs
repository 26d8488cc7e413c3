//! When the loop of due times wakes up: at the earliest time that a call named since the loop ran last.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use contact_centre::wire::Wall;
use tokio::sync::Notify;
use tokio::time::sleep;

/// One waiting loop; any call may move it to an earlier time.
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
    /// Forgets the time.
    pub fn reset(&self) {
        self.at.store(i64::MAX, Ordering::SeqCst);
    }

    /// Rings at this time or earlier.
    pub fn ring_by(&self, at: Wall) {
        if at.0 < self.at.fetch_min(at.0, Ordering::SeqCst) {
            self.changed.notify_one();
        }
    }

    /// The clock was set to another time.
    #[cfg(feature = "development")]
    pub fn clock_moved(&self) {
        self.changed.notify_one();
    }

    /// Waits until the time has come.
    pub async fn rings(&self, now: impl Fn() -> Wall) {
        loop {
            let wait_ms = self.at.load(Ordering::SeqCst).saturating_sub(now().0);
            let Ok(wait_ms @ 1..) = u64::try_from(wait_ms) else { return };
            tokio::select! {
                () = sleep(Duration::from_millis(wait_ms)) => {}
                () = self.changed.notified() => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::{Instant, advance, timeout};

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
    async fn an_alarm_without_a_time_never_wakes_and_one_in_the_past_wakes_at_once() {
        let (alarm, now) = (Alarm::default(), clock());
        assert!(timeout(Duration::from_secs(86_400), alarm.rings(&now)).await.is_err());
        alarm.ring_by(Wall(1));
        let before = now();
        alarm.rings(&now).await;
        assert_eq!(now(), before);
        alarm.reset();
        assert!(timeout(Duration::from_secs(1), alarm.rings(&now)).await.is_err());
    }
}
