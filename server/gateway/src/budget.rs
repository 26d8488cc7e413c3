//! Limits how often something may happen in a window of time. It reads no clock.

use std::time::Duration;

/// A budget of `limit` in each window; a window begins with the first use after the last one.
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u32,
    window: Duration,
    began_at: Duration,
    used: u32,
}

impl Budget {
    pub const fn new(limit: u32, window: Duration, now: Duration) -> Self {
        Self { limit, window, began_at: now, used: 0 }
    }

    /// Counts one use; `false` if the limit of this window is reached.
    pub fn take(&mut self, now: Duration) -> bool {
        if now >= self.ends_at() {
            (self.began_at, self.used) = (now, 0);
        }
        let is_left = self.used < self.limit;
        self.used += u32::from(is_left);
        is_left
    }

    /// When the window ends.
    pub fn ends_at(&self) -> Duration {
        self.began_at.saturating_add(self.window)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_full_again_in_the_next_window() {
        let at = Duration::from_millis;
        let mut budget = Budget::new(2, at(1_000), at(0));
        let taken = [0, 10, 999, 1_000, 1_001, 1_002, 5_000].map(|now| budget.take(at(now)));
        assert_eq!(taken, [true, true, false, true, true, false, true]);
        assert_eq!(budget.ends_at(), at(6_000));
    }
}
