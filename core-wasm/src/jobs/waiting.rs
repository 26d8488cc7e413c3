//! The customer whom the agent answers next.

use super::Jobs;
use crate::wire::{Protocol, Wall};

impl Jobs {
    /// Of the listed attendances, the one whose customer has waited longest for an answer within the opening hours of
    /// the queue; attendances of closed queues come last.
    pub fn longest_waiting(&self, now: Wall) -> Option<&Protocol> {
        let shown = self.jobs.values().filter(|job| self.order.lists(job.protocol()));
        let waiting = shown.filter_map(|job| Some((job.wait(now)?, job.protocol())));
        waiting.max_by_key(|(wait, _)| (wait.open, wait.waited_ms)).map(|(_, protocol)| protocol)
    }
}
