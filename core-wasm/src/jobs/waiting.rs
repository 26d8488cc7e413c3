//! Who waits for an answer, and whom the agent answers next.

use super::Jobs;
use super::unanswered::UnansweredEvent;
use crate::flow::Context;
use crate::wire::{Protocol, Wall};

impl Jobs {
    /// Of those that the list shows, the attendance whose customer waits longest for an answer within the hours of the queue;
    /// those of queues that are closed come last.
    pub fn longest_waiting(&self, now: Wall) -> Option<&Protocol> {
        let shown = self.jobs.values().filter(|job| self.order.lists(job.protocol()));
        let waiting = shown.filter_map(|job| Some((job.waited(now)?, job.protocol())));
        waiting.max_by_key(|(waited, _)| *waited).map(|(_, protocol)| protocol)
    }

    /// The agent says whether what the customer wrote last needs an answer.
    pub fn set_answer_needed(&mut self, context: &mut Context, protocol: &Protocol, needed: bool) {
        self.update(context, protocol, |_, job| {
            let seq = job.latest.seq;
            job.unanswered.after(if needed { UnansweredEvent::Recalled } else { UnansweredEvent::Dismissed { seq } });
        });
    }
}
