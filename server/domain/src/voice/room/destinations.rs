//! Possible destinations of a transfer: the lists to choose from, and the checks of a request, which are repeated when it
//! arrives.

use super::causes::Cause;
use super::handover::Place;
use crate::auth::Caller;
use crate::broker::link_is_alive;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::channels;
use crate::fold::folded;
use crate::http::{Failure, Listed, json};
use crate::queues;
use crate::store::{AgentRow, CampaignFact, ChannelRow, DestinationFact, GroupRow, PartyFact, StoreResult};
use crate::suppression;
use crate::voice::{Source, campaigns, ring};
use serde::Serialize;
use std::collections::BTreeMap;
use wire::{
    AgentId, AttendanceGroupId, CallPartyRole, Channel, ChannelStatus, DestinationKey, DestinationKind, QueueId,
    QueueInfo, VoiceDestinationAgent, Wall,
};

/// Digits of an external number (TRF-002).
const DIGITS: std::ops::RangeInclusive<usize> = 8..=15;

/// Whether a party is the one that a request names.
pub(super) fn is_same(party: &PartyFact, key: &DestinationKey) -> bool {
    match key.kind {
        DestinationKind::Agent => !party.agent_id.is_empty() && party.agent_id.as_str() == key.id,
        DestinationKind::Number => party.agent_id.is_empty() && party.number == key.id,
        DestinationKind::Queue | DestinationKind::Campaign => false,
    }
}

/// The agent or number as a party that is to be called.
pub(super) fn party_of(tx: &Transaction<'_, '_>, caller: &Caller, key: &DestinationKey) -> Result<PartyFact, Failure> {
    let (agent_id, name, number) = match key.kind {
        DestinationKind::Number => (AgentId::default(), String::new(), number_of(tx, caller, &key.id)?),
        DestinationKind::Agent | DestinationKind::Queue | DestinationKind::Campaign => {
            let (agent, exten) = agent_of(tx, caller, &AgentId::from(key.id.as_str()))?;
            (agent.id, agent.record.agent_name, exten)
        }
    };
    Ok(PartyFact {
        party: 0,
        role: CallPartyRole::Consulted,
        agent_id,
        name,
        number,
        ringing: true,
        offered: false,
        rejected: false,
        dropped: false,
        held: false,
        holds: false,
        muted: false,
        since: tx.now(),
    })
}

/// An agent who can be called now, with the extension.
fn agent_of(tx: &Transaction<'_, '_>, caller: &Caller, id: &AgentId) -> Result<(AgentRow, String), Failure> {
    let agent = tx.store.agent(id)?.filter(|row| row.record.org_unit_id == caller.org_unit_id);
    let Some(agent) = agent.filter(|row| row.id != caller.agent_id) else {
        return Err(Failure::field("destination.id", "unknown"));
    };
    let row = channels::row_of(tx, id, Channel::Voice)?;
    match status_of(tx, &agent, &row)? {
        ChannelStatus::Disconnected => Err(Cause::AgentOffline.into()),
        ChannelStatus::Paused | ChannelStatus::ScheduledPause => Err(Cause::AgentPaused.into()),
        ChannelStatus::InAttendance => Err(Cause::AgentInCall.into()),
        ChannelStatus::Available if !ring::can_ring(tx, &row)? => Err(Cause::AgentOffline.into()),
        ChannelStatus::Available => Ok((agent, row.exten)),
    }
}

/// The status of an agent's voice channel in the list of a transfer.
fn status_of(tx: &Transaction<'_, '_>, agent: &AgentRow, row: &ChannelRow) -> StoreResult<ChannelStatus> {
    let is_absent = agent.record.agent_absent.agent_absent_enabled;
    Ok(match row.status {
        _ if !row.connected || !link_is_alive(tx, &agent.id)? => ChannelStatus::Disconnected,
        _ if row.pause.is_some() || is_absent => ChannelStatus::Paused,
        ChannelStatus::Available if ring::is_reserved(tx, &agent.id)? => ChannelStatus::InAttendance,
        status => status,
    })
}

/// An external number: no extension of the centre, no number that costs more than a call, no blocked number.
fn number_of(tx: &Transaction<'_, '_>, caller: &Caller, number: &str) -> Result<String, Failure> {
    if tx.store.voice_account(number)?.is_some() || tx.store.extension(number)?.is_some() {
        return Err(Cause::TransferToAgentExtensionNotAllowed.into());
    }
    if !DIGITS.contains(&number.len()) || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::field("destination.id", "invalid"));
    }
    let is_premium = tx.config.voice.premium_prefixes.iter().any(|prefix| number.starts_with(prefix.as_str()));
    if is_premium || suppression::is_blocked(tx, &caller.org_unit_id, number)? {
        return Err(Cause::Blacklist.into());
    }
    Ok(number.to_owned())
}

/// The queue or campaign, if agents other than the caller work on it now.
pub(super) fn place_of(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    key: &DestinationKey,
) -> Result<(Place, DestinationFact), Failure> {
    let id = QueueId::from(key.id.as_str());
    let place = if key.kind == DestinationKind::Campaign {
        campaign_place(tx, caller, &id)?
    } else {
        queue_place(tx, caller, &id)?
    };
    let (place, name) = place.ok_or(Cause::InvalidQueue)?;
    let mut works = false;
    for (agent, row) in other_members(tx, caller, &place.group)? {
        works |= status_of(tx, &agent, &row)? != ChannelStatus::Disconnected;
    }
    if !works {
        return Err(Cause::NoAvailableAgents.into());
    }
    Ok((place, DestinationFact { kind: key.kind, id: key.id.clone(), name }))
}

fn queue_place(tx: &Transaction<'_, '_>, caller: &Caller, id: &QueueId) -> StoreResult<Option<(Place, String)>> {
    let queue = tx.store.queue(id)?;
    let queue = queue.filter(|row| row.channel == Channel::Voice && row.org_unit_id == caller.org_unit_id);
    let Some(queue) = queue else { return Ok(None) };
    let Some(group) = tx.store.group(&queue.group_id)? else { return Ok(None) };
    let name = queue.name.clone();
    let queue_info = QueueInfo { id: queue.id, name: queue.name };
    Ok(Some((Place { queue: queue_info, group, tags: queue.tags, campaign: None }, name)))
}

fn campaign_place(tx: &Transaction<'_, '_>, caller: &Caller, id: &QueueId) -> StoreResult<Option<(Place, String)>> {
    let campaign = tx.store.campaign(id)?.filter(|row| row.org_unit_id == caller.org_unit_id);
    let Some(campaign) = campaign else { return Ok(None) };
    let Some(group) = tx.store.group(&campaign.group_id)? else { return Ok(None) };
    let Source { queue, group, tags } = Source::of_group(tx, group)?;
    let name = campaign.name.clone();
    let campaign = Some(CampaignFact { id: campaign.id, name: campaign.name });
    Ok(Some((Place { queue, group, tags, campaign }, name)))
}

/// The members of a group without the caller, with their voice channels.
fn other_members(
    tx: &Transaction<'_, '_>,
    caller: &Caller,
    group: &GroupRow,
) -> StoreResult<Vec<(AgentRow, ChannelRow)>> {
    let mut found = Vec::new();
    for id in group.members.iter().filter(|id| **id != caller.agent_id) {
        let agent = tx.store.agent(id)?.filter(|row| row.record.org_unit_id == caller.org_unit_id);
        if let Some(agent) = agent {
            found.push((agent, channels::row_of(tx, id, Channel::Voice)?));
        }
    }
    Ok(found)
}

/// Figures about a queue or campaign for an agent who transfers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::voice) struct Figures {
    /// Number of other agents who are free for a call.
    pub agents_available: u32,
    /// Number of other agents who are connected.
    pub agents: u32,
    /// Number of waiting customers.
    pub waiting: u32,
    /// Since when the customer who waits longest has waited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waiting_since: Option<Wall>,
}

/// The figures of groups, each read once for a list.
#[derive(Default)]
pub(in crate::voice) struct FiguresOf(BTreeMap<AttendanceGroupId, Figures>);

impl FiguresOf {
    pub fn group(&mut self, tx: &Transaction<'_, '_>, caller: &Caller, id: &AttendanceGroupId) -> StoreResult<Figures> {
        if let Some(known) = self.0.get(id) {
            return Ok(known.clone());
        }
        let mut figures = Figures::default();
        if let Some(group) = tx.store.group(id)? {
            for (agent, row) in other_members(tx, caller, &group)? {
                let status = status_of(tx, &agent, &row)?;
                figures.agents += u32::from(status != ChannelStatus::Disconnected);
                figures.agents_available += u32::from(status == ChannelStatus::Available);
            }
        }
        figures.waiting = u32::try_from(tx.store.waiting_count(id)?).unwrap_or(u32::MAX);
        figures.waiting_since = tx.store.waiting_after(id, None, 1)?.first().map(|job| job.waiting_since);
        self.0.insert(id.clone(), figures.clone());
        Ok(figures)
    }
}

/// `GET /agents/{channel}/agents-available`: the agents of the caller's org unit who can work with calls, by their names.
pub(crate) fn agents(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    if call.param("channel") != Channel::Voice.as_str() {
        return Err(Failure::not_found("channel"));
    }
    let mut data = Vec::new();
    for agent in tx.store.agents_with_calls(&caller.org_unit_id)? {
        if agent.id != caller.agent_id {
            let row = channels::row_of(tx, &agent.id, Channel::Voice)?;
            data.push(shown(tx, agent, row)?);
        }
    }
    listed(data)
}

/// `GET /queues/{id}/voice/agents-available`.
pub(crate) fn agents_of_queue(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let queue = queues::row(tx, Channel::Voice, call, caller)?;
    let group = tx.store.group(&queue.group_id)?;
    of_group(tx, caller, group)
}

/// `GET /campaigns/{id}/voice/agents-available`.
pub(crate) fn agents_of_campaign(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let campaign = campaigns::of_unit(tx, caller, &QueueId::from(call.param("id")))?;
    let group = tx.store.group(&campaign.group_id)?;
    of_group(tx, caller, group)
}

fn of_group(tx: &Transaction<'_, '_>, caller: &Caller, group: Option<GroupRow>) -> Answer {
    let mut data = Vec::new();
    if let Some(group) = group {
        for (agent, row) in other_members(tx, caller, &group)? {
            data.push(shown(tx, agent, row)?);
        }
    }
    listed(data)
}

fn listed(mut data: Vec<VoiceDestinationAgent>) -> Answer {
    data.sort_by_key(|agent| folded(&agent.name));
    json(&Listed { data })
}

fn shown(tx: &Transaction<'_, '_>, agent: AgentRow, row: ChannelRow) -> StoreResult<VoiceDestinationAgent> {
    let status = status_of(tx, &agent, &row)?;
    let is_reached = status != ChannelStatus::Disconnected;
    let absence = agent.absence.as_ref().map(|absence| absence.since);
    let paused = row.pause.as_ref().map(|pause| (pause.name.clone(), pause.since));
    let pause = paused.filter(|_| status == ChannelStatus::Paused);
    let since = match (status, &pause) {
        (ChannelStatus::Paused, Some((_, since))) => Some(*since),
        (ChannelStatus::Paused, None) => absence,
        _ => row.since,
    };
    let groups = tx.store.groups_of_agent(&agent.id)?;
    let of_calls = groups.into_iter().filter(|row| row.group.channel == Some(Channel::Voice));
    let mut open = 0_u32;
    for channel in Channel::ALL {
        open = open.saturating_add(channels::row_of(tx, &agent.id, channel)?.open_jobs);
    }
    Ok(VoiceDestinationAgent {
        name: agent.record.agent_name,
        extension: if is_reached { row.exten } else { String::new() },
        status: status.into(),
        since: since.unwrap_or(row.idle_since),
        pause: pause.map(|(name, _)| name).unwrap_or_default(),
        groups: of_calls.map(|row| row.group.name).collect(),
        open,
        id: agent.id,
    })
}
