//! Names of queues and exchanges on RabbitMQ, and agents' permissions.

use contact_centre::wire::{AgentId, BrokerSettings};
use contact_centre::{BrokerPrincipal, QueueNames, session_name};

/// Topic exchange of pongs; the routing key is `{kind}.{agentId}`.
pub(super) const PONGS: &str = "workspace.pongs";
/// Topic exchange of login messages; the routing key is `login.{agentId}`.
pub(super) const AGENTS: &str = "workspace.agents";
/// The kind of pong that counts as a heartbeat.
pub(super) const COMMUNICATOR: &str = "communicator";

/// Destinations of the agents' queues. `/amq/queue/` declares nothing, so agents need no configure permission. RabbitMQ
/// checks permissions when a client subscribes and remembers the answer, so each session needs a queue of its own.
pub const QUEUES: QueueNames = QueueNames { prefix: "/amq/queue/agent.", per_session: true };

/// The queue of an agent's session.
pub(super) fn queue(agent: &AgentId, session_id: &str) -> String {
    format!("agent.{agent}.{}", session_name(session_id))
}

/// Broker settings for the page.
pub fn browser_settings(url: &str, wants_logins: bool) -> BrokerSettings {
    let pongs = |kind: &str| format!("/exchange/{PONGS}/{kind}.{{agentId}}");
    BrokerSettings {
        url: url.to_owned(),
        communicator_queue: pongs(COMMUNICATOR),
        whatsapp_queue: pongs("whatsapp"),
        chatvisor_queue: pongs("chatvisor"),
        login_queue: if wants_logins { format!("/exchange/{AGENTS}/login.{{agentId}}") } else { String::new() },
    }
}

/// Permissions of an agent: read the queue of its session, write to the two exchanges, nothing else.
pub(super) fn may_access(principal: &BrokerPrincipal, kind: &str, name: &str, permission: &str) -> bool {
    match (kind, permission) {
        ("queue", "read") => name == queue(&principal.agent_id, &principal.session_id),
        ("exchange", "write") => name == PONGS || name == AGENTS,
        _ => false,
    }
}

/// An agent may publish only with a routing key that contains the agent's own id.
pub(super) fn may_publish(agent: &AgentId, exchange: &str, routing_key: &str) -> bool {
    (exchange == PONGS || exchange == AGENTS)
        && routing_key.split_once('.').is_some_and(|(_, owner)| owner == agent.as_str())
}

/// The agent whose heartbeat a routing key reports.
pub(super) fn agent_of_pong(routing_key: &str) -> Option<AgentId> {
    let (kind, agent) = routing_key.split_once('.')?;
    (kind == COMMUNICATOR && !agent.is_empty()).then(|| AgentId::from(agent))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::reading_the_own_queue("queue", "agent.101.0123456789ab", "read", true)]
    #[case::reading_the_queue_of_an_earlier_session("queue", "agent.101.ffffffffffff", "read", false)]
    #[case::reading_another_agents_queue("queue", "agent.102.0123456789ab", "read", false)]
    #[case::reading_a_queue_with_the_same_beginning("queue", "agent.1012.0123456789ab", "read", false)]
    #[case::emptying_the_own_queue("queue", "agent.101.0123456789ab", "configure", false)]
    #[case::writing_into_the_own_queue("queue", "agent.101.0123456789ab", "write", false)]
    #[case::publishing_pongs("exchange", "workspace.pongs", "write", true)]
    #[case::publishing_logins("exchange", "workspace.agents", "write", true)]
    #[case::reading_pongs("exchange", "workspace.pongs", "read", false)]
    #[case::reading_all_queues("exchange", "amq.default", "write", false)]
    fn an_agent_has_a_permission_of_rabbitmq_only_for_its_own_queue_and_for_pongs(
        #[case] kind: &str,
        #[case] name: &str,
        #[case] permission: &str,
        #[case] allowed: bool,
    ) {
        let session_id = "0123456789abcdef0123456789abcdef".to_owned();
        let ana = BrokerPrincipal { agent_id: AgentId::from("101"), session_id, number: 1 };
        assert_eq!(may_access(&ana, kind, name, permission), allowed);
    }

    #[rstest]
    #[case::own_pong("workspace.pongs", "communicator.101", true)]
    #[case::own_login("workspace.agents", "login.101", true)]
    #[case::pong_in_another_agents_name("workspace.pongs", "communicator.102", false)]
    #[case::pong_in_every_agents_name("workspace.pongs", "#", false)]
    #[case::pong_to_another_exchange("amq.topic", "communicator.101", false)]
    fn an_agent_can_publish_to_rabbitmq_only_with_its_own_routing_key(
        #[case] exchange: &str,
        #[case] key: &str,
        #[case] allowed: bool,
    ) {
        assert_eq!(may_publish(&AgentId::from("101"), exchange, key), allowed);
    }

    #[test]
    fn only_one_kind_of_pong_counts_as_a_heartbeat() {
        assert_eq!(agent_of_pong("communicator.101"), Some(AgentId::from("101")));
        assert_eq!(
            (agent_of_pong("whatsapp.101"), agent_of_pong("communicator."), agent_of_pong("101")),
            (None, None, None)
        );
    }

    #[test]
    fn destinations_of_queues_contain_the_agents_id() {
        let settings = browser_settings("ws://broker.example/ws", false);
        assert_eq!(settings.communicator_queue, "/exchange/workspace.pongs/communicator.{agentId}");
        assert_eq!(settings.login_queue, "");
        let session = "0123456789abcdef0123456789abcdef";
        let ana = AgentId::from("101");
        assert_eq!(QUEUES.destination(&ana, session), format!("/amq/queue/{}", queue(&ana, session)));
    }
}
