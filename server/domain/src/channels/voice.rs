//! Connecting the voice channel with an extension (ramal); its state decides (spec session §8 "Channel connection").

use crate::auth::NamesAgent;
use crate::centre::Transaction;
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
    /// The maximum of connected agents is reached.
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
        registered: by_web_rtc || extension.as_ref().is_some_and(|extension| extension.registered),
        in_use: user.is_some_and(|user| user.agent_id != row.agent_id),
        reachable: by_web_rtc || extension.is_some_and(|extension| extension.reachable),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const GOOD: ExtensionFacts =
        ExtensionFacts { full: false, exists: true, registered: true, in_use: false, reachable: true };

    #[rstest]
    #[case::free(GOOD, None)]
    #[case::full(ExtensionFacts { full: true, ..GOOD }, Some("connectionLimitExceeded"))]
    #[case::unknown(ExtensionFacts { exists: false, registered: false, reachable: false, ..GOOD }, Some("extensionNotExisting"))]
    #[case::no_telephone(ExtensionFacts { registered: false, ..GOOD }, Some("extensionNotRegistered"))]
    #[case::somebody_elses(ExtensionFacts { in_use: true, ..GOOD }, Some("extensionInUse"))]
    #[case::unreachable(ExtensionFacts { reachable: false, ..GOOD }, Some("cannotOriginate"))]
    #[case::full_and_unknown(ExtensionFacts { full: true, exists: false, ..GOOD }, Some("connectionLimitExceeded"))]
    fn the_first_failed_condition_is_the_cause(#[case] facts: ExtensionFacts, #[case] expected: Option<&str>) {
        assert_eq!(refusal(facts), expected);
    }
}
