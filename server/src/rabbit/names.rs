//! How queues and exchanges are called on RabbitMQ, and who may do what with them.

use contact_centre::wire::{AgentId, BrokerSettings};

/// Topic exchange of the answers to pings; the routing key is `{kind}.{agentId}`.
pub(super) const PONGS: &str = "workspace.pongs";
/// Topic exchange of the login messages; the routing key is `login.{agentId}`.
pub(super) const AGENTS: &str = "workspace.agents";
/// The kind of pong that counts as a sign of life.
pub(super) const COMMUNICATOR: &str = "communicator";

const QUEUE: &str = "agent.";

pub(super) fn queue(agent: &AgentId) -> String {
    format!("{QUEUE}{agent}")
}

/// Of the destination that an agent subscribes. `/amq/queue/` declares nothing: agents need no right to configure.
pub fn queue_prefix() -> String {
    format!("/amq/queue/{QUEUE}")
}

/// What a page is told about the broker.
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

/// Whether an agent may: read the own queue, write to the two exchanges, and nothing else.
pub(super) fn may_access(agent: &AgentId, kind: &str, name: &str, permission: &str) -> bool {
    match (kind, permission) {
        ("queue", "read") => name == queue(agent),
        ("exchange", "write") => name == PONGS || name == AGENTS,
        _ => false,
    }
}

/// In the own name only.
pub(super) fn may_publish(agent: &AgentId, exchange: &str, routing_key: &str) -> bool {
    (exchange == PONGS || exchange == AGENTS)
        && routing_key.split_once('.').is_some_and(|(_, owner)| owner == agent.as_str())
}

/// Whose sign of life this key tells.
pub(super) fn agent_of_pong(routing_key: &str) -> Option<AgentId> {
    let (kind, agent) = routing_key.split_once('.')?;
    (kind == COMMUNICATOR && !agent.is_empty()).then(|| AgentId::from(agent))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::own_queue("queue", "agent.101", "read", true)]
    #[case::another_agents_queue("queue", "agent.102", "read", false)]
    #[case::a_queue_that_begins_alike("queue", "agent.1012", "read", false)]
    #[case::emptying_the_own_queue("queue", "agent.101", "configure", false)]
    #[case::writing_into_the_own_queue("queue", "agent.101", "write", false)]
    #[case::pongs("exchange", "workspace.pongs", "write", true)]
    #[case::logins("exchange", "workspace.agents", "write", true)]
    #[case::reading_pongs("exchange", "workspace.pongs", "read", false)]
    #[case::every_queue_at_once("exchange", "amq.default", "write", false)]
    fn an_agent_may(#[case] kind: &str, #[case] name: &str, #[case] permission: &str, #[case] allowed: bool) {
        assert_eq!(may_access(&AgentId::from("101"), kind, name, permission), allowed);
    }

    #[rstest]
    #[case::own("workspace.pongs", "communicator.101", true)]
    #[case::own_login("workspace.agents", "login.101", true)]
    #[case::in_another_name("workspace.pongs", "communicator.102", false)]
    #[case::in_every_name("workspace.pongs", "#", false)]
    #[case::elsewhere("amq.topic", "communicator.101", false)]
    fn an_agent_may_write_with_the_key(#[case] exchange: &str, #[case] key: &str, #[case] allowed: bool) {
        assert_eq!(may_publish(&AgentId::from("101"), exchange, key), allowed);
    }

    #[test]
    fn only_one_kind_of_pong_is_a_sign_of_life() {
        assert_eq!(agent_of_pong("communicator.101"), Some(AgentId::from("101")));
        assert_eq!(
            (agent_of_pong("whatsapp.101"), agent_of_pong("communicator."), agent_of_pong("101")),
            (None, None, None)
        );
    }

    #[test]
    fn destinations_are_named_for_every_agent_alike() {
        let settings = browser_settings("ws://broker.example/ws", false);
        assert_eq!(settings.communicator_queue, "/exchange/workspace.pongs/communicator.{agentId}");
        assert_eq!(settings.login_queue, "");
        assert_eq!(queue_prefix(), "/amq/queue/agent.");
    }
}
