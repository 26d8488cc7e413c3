//! Voice campaigns and voice queues as an agent sees them.

use super::room::{Figures, FiguresOf};
use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, Listed, json};
use crate::queues;
use crate::store::{CampaignRow, StoreResult};
use serde::Serialize;
use wire::{AgentId, CampaignRecord, Channel, OrgUnitId, QueueId};

/// A queue or campaign as a destination of calls: its agents and its waiting customers.
#[derive(Serialize)]
struct WithFigures<R> {
    #[serde(flatten)]
    record: R,
    #[serde(flatten)]
    figures: Figures,
}

fn record(row: CampaignRow) -> CampaignRecord {
    CampaignRecord { id: row.id, name: row.name, attendance_group_id: row.group_id }
}

/// Campaigns of the agent's groups.
pub(super) fn of_agent(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Vec<CampaignRow>> {
    let mut campaigns = Vec::new();
    for membership in tx.store.memberships_of(agent)? {
        campaigns.extend(tx.store.campaigns_of_group(&membership.group_id)?);
    }
    campaigns.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(campaigns)
}

/// A campaign that the caller works on.
pub(super) fn of_caller(tx: &Transaction<'_, '_>, caller: &Caller, id: &QueueId) -> Result<CampaignRow, Failure> {
    own(tx, &caller.agent_id, id)
}

/// Like `of_caller`, for an agent.
pub(super) fn own(tx: &Transaction<'_, '_>, agent: &AgentId, id: &QueueId) -> Result<CampaignRow, Failure> {
    let found = of_agent(tx, agent)?.into_iter().find(|row| &row.id == id);
    found.ok_or_else(|| Failure::field("campaignId", "unknown"))
}

/// `GET /agents/{id}/campaigns/voice`.
pub(crate) fn campaigns_of_agent(tx: &mut Transaction<'_, '_>, _call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let (mut data, mut figures) = (Vec::new(), FiguresOf::default());
    for row in of_agent(tx, &caller.agent_id)? {
        let figures = figures.group(tx, caller, &row.group_id)?;
        data.push(WithFigures { record: record(row), figures });
    }
    json(&Listed { data })
}

pub(super) fn of_unit(tx: &Transaction<'_, '_>, caller: &Caller, id: &QueueId) -> Result<CampaignRow, Failure> {
    let row = tx.store.campaign(id)?.ok_or_else(|| Failure::not_found("campaign"))?;
    caller.must_belong_to(&row.org_unit_id)?;
    Ok(row)
}

/// `GET /campaigns/voice/{id}`.
pub(crate) fn campaign(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    json(&record(of_unit(tx, caller, &QueueId::from(call.param("id")))?))
}

/// `GET /queues/voice`.
pub(crate) fn queues(tx: &mut Transaction<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    queues::list(tx, Channel::Voice, &caller.org_unit_id)
}

/// `GET /queues/voice/org-unit/{id}`.
pub(crate) fn queues_of_unit(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let org_unit = OrgUnitId::from(call.param("id"));
    caller.must_belong_to(&org_unit)?;
    let (mut data, mut figures) = (Vec::new(), FiguresOf::default());
    for row in tx.store.queues_of_unit(&org_unit, Channel::Voice)? {
        let figures = figures.group(tx, caller, &row.group_id)?;
        data.push(WithFigures { record: queues::record(tx, row)?, figures });
    }
    json(&Listed { data })
}

/// `GET /queues/voice/{id}`.
pub(crate) fn queue(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    queues::one(tx, Channel::Voice, call, caller)
}
