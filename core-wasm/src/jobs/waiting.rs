//! The customer whom the agent answers next.

use super::Jobs;
use crate::wire::{Protocol, Wall};

impl Jobs {
    /// Of the listed attendances, the one whose customer has waited longest for an answer within the opening hours of
    /// the queue; attendances of closed queues come last.
    pub fn longest_waiting(&self, now: Wall) -> Option<&Protocol> {
        let shown = self.jobs.values().filter(|job| self.order.lists(job.protocol()));
        let waiting = shown.filter_map(|job| Some((job.waited(now)?, job.protocol())));
        waiting.max_by_key(|(waited, _)| *waited).map(|(_, protocol)| protocol)
    }
}
