//! Connecting the voice channel with an extension (ramal); the state of the extension decides whether that succeeds
//! (spec session §8 "Channel connection").

use crate::auth::NamesAgent;
use crate::centre::Transaction;
use crate::due::Due;
use crate::store::{ChannelRow, StoreResult};
use serde::Deserialize;
use wire::{AgentId, Channel, OrgUnitId};

/// `POST /channels/voice/connect/agent/{id}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConnectVoiceRequest {
    pub exten: String,
}

impl NamesAgent for ConnectVoiceRequest {
    fn agent(&self) -> Option<&AgentId> {
        None
    }
}

/// State of the requested extension and the telephone system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExtensionFacts {
    /// Whether the maximum of connected agents is reached.
    pub full: bool,
    pub exists: bool,
    /// With WebRTC the browser registers itself; otherwise a telephone must be registered.
    pub registered: bool,
    pub in_use: bool,
    pub reachable: bool,
}

/// The cause of a refusal: the first condition that holds.
pub(super) fn refusal(facts: ExtensionFacts) -> Option<&'static str> {
    match facts {
        ExtensionFacts { full: true, .. } => Some("connectionLimitExceeded"),
        ExtensionFacts { exists: false, .. } => Some("extensionNotExisting"),
        ExtensionFacts { registered: false, .. } => Some("extensionNotRegistered"),
        ExtensionFacts { in_use: true, .. } => Some("extensionInUse"),
        ExtensionFacts { reachable: false, .. } => Some("cannotOriginate"),
        ExtensionFacts { .. } => None,
    }
}

pub(super) fn extension_facts(
    tx: &Transaction<'_, '_>,
    row: &ChannelRow,
    org_unit: &OrgUnitId,
    exten: &str,
    by_web_rtc: bool,
) -> StoreResult<ExtensionFacts> {
    let user = tx.store.channel_of_extension(exten)?;
    let extension = tx.store.extension(exten)?.filter(|extension| &extension.org_unit_id == org_unit);
    Ok(ExtensionFacts {
        full: tx.store.connected_count(Channel::Voice)? >= tx.config.voice_connections,
        exists: extension.is_some(),
        registered: by_web_rtc || is_registered_for(tx, exten, &row.agent_id)?,
        in_use: user.is_some_and(|user| user.agent_id != row.agent_id),
        reachable: by_web_rtc || extension.is_some_and(|extension| extension.reachable),
    })
}

/// Whether a telephone that can ring for the agent is registered under this extension: that of the agent's own account,
/// or a desk telephone. Only facts of the gateway count.
pub(crate) fn is_registered_for(tx: &Transaction<'_, '_>, exten: &str, agent: &AgentId) -> StoreResult<bool> {
    let account = tx.store.voice_account(exten)?.filter(|account| account.registered);
    Ok(account.is_some_and(|account| account.is_desk() || account.agent_id == *agent))
}

/// A browser connected voice with this extension. It registers itself, but voice becomes available only by the
/// gateway's fact. Without that fact in time the channel is disconnected again.
pub(super) fn expect_registration(tx: &mut Transaction<'_, '_>, agent: &AgentId, exten: &str) -> StoreResult<()> {
    if !tx.config.voice.nodes.is_empty() || is_registered_for(tx, exten, agent)? {
        return Ok(());
    }
    let expected_until = tx.now().plus_ms(tx.config.voice.registration_ms);
    tx.set_due(Due::Registration, agent.as_str(), Some(expected_until))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const GOOD: ExtensionFacts =
        ExtensionFacts { full: false, exists: true, registered: true, in_use: false, reachable: true };

    #[rstest]
    #[case::free_extension(GOOD, None)]
    #[case::maximum_of_agents_reached(ExtensionFacts { full: true, ..GOOD }, Some("connectionLimitExceeded"))]
    #[case::unknown_extension(ExtensionFacts { exists: false, registered: false, reachable: false, ..GOOD }, Some("extensionNotExisting"))]
    #[case::no_registered_telephone(ExtensionFacts { registered: false, ..GOOD }, Some("extensionNotRegistered"))]
    #[case::connected_by_another_agent(ExtensionFacts { in_use: true, ..GOOD }, Some("extensionInUse"))]
    #[case::unreachable_telephone_system(ExtensionFacts { reachable: false, ..GOOD }, Some("cannotOriginate"))]
    #[case::maximum_reached_and_unknown_extension(ExtensionFacts { full: true, exists: false, ..GOOD }, Some("connectionLimitExceeded"))]
    fn the_first_failed_condition_is_the_cause_of_a_refused_connect(
        #[case] facts: ExtensionFacts,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(refusal(facts), expected);
    }
}
