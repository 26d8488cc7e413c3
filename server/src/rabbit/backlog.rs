//! What has not been published to RabbitMQ yet. Bounded while RabbitMQ is unavailable: each queue is listed once,
//! frames stay in the store.

use std::collections::BTreeSet;

use contact_centre::Recipients;
use contact_centre::wire::AgentId;

/// Cap on pending close notices; their links are probably closed anyway.
const MAX_CLOSE_NOTICES: usize = 1_000;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Backlog {
    /// Queues to purge: the next session's REST snapshot supersedes their frames.
    pub cleared: BTreeSet<AgentId>,
    pub close_notices: Vec<(AgentId, String)>,
    /// Queues with frames to publish.
    pub queues: BTreeSet<AgentId>,
}

impl Backlog {
    pub fn add(&mut self, recipients: Recipients) {
        self.cleared.extend(recipients.cleared);
        self.queues.extend(recipients.queues);
        for ended in recipients.ended_sessions {
            if let Some(close_notice) = ended.close_notice
                && self.close_notices.len() < MAX_CLOSE_NOTICES
            {
                self.close_notices.push((ended.agent_id, close_notice));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use contact_centre::EndedSession;

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
        assert_eq!(
            (backlog.queues.len(), backlog.cleared.len(), backlog.close_notices.len()),
            (2, 2, MAX_CLOSE_NOTICES)
        );
    }
}
