//! The frames and messages that are not yet published to RabbitMQ. Bounded while RabbitMQ is unavailable: each queue is
//! listed once, frames stay in the store.

use std::collections::{BTreeMap, BTreeSet};

use contact_centre::Recipients;
use contact_centre::wire::{AgentId, Protocol};

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Backlog {
    /// Agents whose queue must be purged: a new epoch supersedes its frames.
    pub cleared: BTreeSet<AgentId>,
    /// Agents with frames to publish.
    pub queues: BTreeSet<AgentId>,
    /// Typing frames by agent and attendance, the latest of each.
    pub typing: BTreeMap<(AgentId, Protocol), String>,
}

impl Backlog {
    /// Adds the entries of another backlog.
    pub fn merge(&mut self, other: Self) {
        self.cleared.extend(other.cleared);
        self.queues.extend(other.queues);
        self.typing.extend(other.typing);
    }

    pub fn add(&mut self, recipients: Recipients) {
        self.cleared.extend(recipients.cleared);
        self.queues.extend(recipients.queues);
        let typing = recipients.agents_of_typing.into_iter();
        self.typing.extend(typing.map(|typing| ((typing.agent_id, typing.protocol), typing.frame)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipients(agent: &str) -> Recipients {
        let agent_id = AgentId::from(agent);
        Recipients { queues: [agent_id.clone()].into(), cleared: [agent_id].into(), ..Recipients::default() }
    }

    #[test]
    fn while_rabbitmq_is_unavailable_the_backlog_lists_each_recipient_once() {
        let mut backlog = Backlog::default();
        for _ in 0..5_000 {
            backlog.add(recipients("101"));
            backlog.add(recipients("102"));
        }
        assert_eq!((backlog.queues.len(), backlog.cleared.len()), (2, 2));
    }
}
