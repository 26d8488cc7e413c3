//! Whom the agent answers next.

use super::Jobs;
use crate::wire::{Protocol, Wall};

impl Jobs {
    /// Of those that the list shows, the attendance whose customer waits longest for an answer within the hours of the queue;
    /// those of queues that are closed come last.
    pub fn longest_waiting(&self, now: Wall) -> Option<&Protocol> {
        let shown = self.jobs.values().filter(|job| self.order.lists(job.protocol()));
        let waiting = shown.filter_map(|job| Some((job.wait(now)?, job.protocol())));
        waiting.max_by_key(|(wait, _)| (wait.open, wait.waited_ms)).map(|(_, protocol)| protocol)
    }
}
