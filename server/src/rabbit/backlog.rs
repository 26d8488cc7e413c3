//! What has not been published to RabbitMQ yet. Bounded while RabbitMQ is unavailable: each queue is listed once,
//! frames stay in the store.

use std::collections::BTreeSet;

use contact_centre::wire::AgentId;
use contact_centre::{EndedSession, Recipients};

/// Cap on ended sessions whose queues are not deleted yet; RabbitMQ deletes an unused queue itself after a day.
const MAX_ENDED_SESSIONS: usize = 1_000;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Backlog {
    /// Agents whose queue is to be purged: a new epoch supersedes its frames.
    pub cleared: BTreeSet<AgentId>,
    /// Sessions whose queue gets its close notice and is deleted.
    pub ended: Vec<EndedSession>,
    /// Agents with frames to publish.
    pub queues: BTreeSet<AgentId>,
}

impl Backlog {
    pub fn add(&mut self, recipients: Recipients) {
        self.cleared.extend(recipients.cleared);
        self.queues.extend(recipients.queues);
        let free = MAX_ENDED_SESSIONS.saturating_sub(self.ended.len());
        self.ended.extend(recipients.ended_sessions.into_iter().take(free));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipients(agent: &str) -> Recipients {
        let agent_id = AgentId::from(agent);
        let session_id = "s".to_owned();
        let ended = EndedSession { agent_id: agent_id.clone(), session_id, close_notice: Some("bye".to_owned()) };
        Recipients {
            queues: [agent_id.clone()].into(),
            cleared: [agent_id].into(),
            ended_sessions: vec![ended],
            ..Recipients::default()
        }
    }

    #[test]
    fn repeated_notifications_while_rabbitmq_is_unavailable_stay_bounded() {
        let mut backlog = Backlog::default();
        for _ in 0..5_000 {
            backlog.add(recipients("101"));
            backlog.add(recipients("102"));
        }
        assert_eq!((backlog.queues.len(), backlog.cleared.len(), backlog.ended.len()), (2, 2, MAX_ENDED_SESSIONS));
    }
}
