//! What RabbitMQ has not been told yet. It grows while RabbitMQ is away and is bounded all the same: queues are named once each,
//! the frames themselves wait in the store.

use std::collections::BTreeSet;

use contact_centre::Delivery;
use contact_centre::wire::AgentId;

/// Last words to links that are gone by then help nobody.
const MOST_FAREWELLS: usize = 1_000;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Waiting {
    /// Queues that begin anew: what they still hold is part of what the next session reads.
    pub cleared: BTreeSet<AgentId>,
    pub farewells: Vec<(AgentId, String)>,
    /// Queues with frames to publish.
    pub queues: BTreeSet<AgentId>,
}

impl Waiting {
    pub fn add(&mut self, delivery: Delivery) {
        self.cleared.extend(delivery.cleared);
        self.queues.extend(delivery.queues);
        for ended in delivery.ended_sessions {
            if let Some(farewell) = ended.farewell
                && self.farewells.len() < MOST_FAREWELLS
            {
                self.farewells.push((ended.agent_id, farewell));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use contact_centre::EndedSession;

    use super::*;

    fn delivery(agent: &str) -> Delivery {
        let agent_id = AgentId::from(agent);
        let session_id = "s".to_owned();
        let ended = EndedSession { agent_id: agent_id.clone(), session_id, farewell: Some("bye".to_owned()) };
        Delivery {
            queues: [agent_id.clone()].into(),
            cleared: [agent_id].into(),
            ended_sessions: vec![ended],
            ..Delivery::default()
        }
    }

    #[test]
    fn what_comes_again_and_again_while_rabbitmq_is_away_stays_small() {
        let mut waiting = Waiting::default();
        for _ in 0..5_000 {
            waiting.add(delivery("101"));
            waiting.add(delivery("102"));
        }
        assert_eq!((waiting.queues.len(), waiting.cleared.len(), waiting.farewells.len()), (2, 2, MOST_FAREWELLS));
    }
}
