//! Connecting the voice channel: with an extension (ramal), whose state decides (spec session §8 "Channel connection").

use crate::centre::Work;
use crate::store::{ChannelRow, StoreResult};
use core_wasm::wire::{Channel, OrgUnitId};
use serde::Deserialize;

/// `POST /channels/voice/connect/agent/{id}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConnectVoiceRequest {
    pub exten: String,
}

/// What is known about the wanted extension and the telephone system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    /// As many agents are connected as the centre may have.
    pub full: bool,
    pub exists: bool,
    /// With WebRTC the browser itself registers; else a telephone has to be signed in.
    pub registered: bool,
    pub in_use: bool,
    pub reachable: bool,
}

/// The cause of a refusal: the first that holds.
pub(super) fn refusal(facts: Facts) -> Option<&'static str> {
    match facts {
        Facts { full: true, .. } => Some("connectionLimitExceeded"),
        Facts { exists: false, .. } => Some("extensionNotExisting"),
        Facts { registered: false, .. } => Some("extensionNotRegistered"),
        Facts { in_use: true, .. } => Some("extensionInUse"),
        Facts { reachable: false, .. } => Some("cannotOriginate"),
        Facts { .. } => None,
    }
}

pub(super) fn facts(
    work: &Work<'_, '_>,
    row: &ChannelRow,
    org_unit: &OrgUnitId,
    exten: &str,
    by_web_rtc: bool,
) -> StoreResult<Facts> {
    let connected = work.store.connected_channels(Channel::Voice)?;
    let extension = work.store.extension(exten)?.filter(|extension| &extension.org_unit_id == org_unit);
    Ok(Facts {
        full: connected.len() >= work.config.voice_connections,
        exists: extension.is_some(),
        registered: by_web_rtc || extension.as_ref().is_some_and(|extension| extension.registered),
        in_use: connected.iter().any(|other| other.agent_id != row.agent_id && other.exten == exten),
        reachable: by_web_rtc || extension.is_some_and(|extension| extension.reachable),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const GOOD: Facts = Facts { full: false, exists: true, registered: true, in_use: false, reachable: true };

    #[rstest]
    #[case::free(GOOD, None)]
    #[case::full(Facts { full: true, ..GOOD }, Some("connectionLimitExceeded"))]
    #[case::unknown(Facts { exists: false, registered: false, reachable: false, ..GOOD }, Some("extensionNotExisting"))]
    #[case::no_telephone(Facts { registered: false, ..GOOD }, Some("extensionNotRegistered"))]
    #[case::somebody_elses(Facts { in_use: true, ..GOOD }, Some("extensionInUse"))]
    #[case::unreachable(Facts { reachable: false, ..GOOD }, Some("cannotOriginate"))]
    #[case::full_and_unknown(Facts { full: true, exists: false, ..GOOD }, Some("connectionLimitExceeded"))]
    fn the_first_fact_that_stands_in_the_way_is_the_cause(#[case] facts: Facts, #[case] expected: Option<&str>) {
        assert_eq!(refusal(facts), expected);
    }
}
