//! The agent's own record, channel status, attendance groups and org unit (spec session §3). Reads only.

use crate::auth::Caller;
use crate::centre::Work;
use crate::channels;
use crate::events::queue_head;
use crate::http::{Failure, json};
use crate::routes::{Answer, Call};
use core_wasm::wire::{AgentId, AgentStatus, AttendanceGroup, Channel, OrgUnitId, TimeInformations};
use serde::Serialize;

/// A list that is not a page.
#[derive(Serialize)]
pub(crate) struct Listed<T> {
    pub data: Vec<T>,
}

/// `GET /agents/{id}`.
pub(crate) fn record(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let id = own_id(call, caller)?;
    let agent = work.store.agent(&id)?.ok_or_else(|| Failure::not_found("agent"))?;
    let session = work.store.session(&id)?;
    let mut record = agent.record;
    record.logged = true;
    let mut times = TimeInformations {
        total_login_time_duration: session.map_or(0.0, |session| seconds(work.now().since_ms(session.started_at))),
        ..TimeInformations::default()
    };
    times.chat = channels::times(work, &id, Channel::Chat)?;
    times.voice = channels::times(work, &id, Channel::Voice)?;
    times.whatsapp = channels::times(work, &id, Channel::Whatsapp)?;
    record.time_informations = times;
    json(&record)
}

pub(crate) fn seconds(ms: i64) -> f64 {
    (ms.max(0) / 1000) as f64
}

/// `GET /agents/{id}/status`.
pub(crate) fn status(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let id = own_id(call, caller)?;
    let channels = channels::status_of(work, &id)?;
    let head = queue_head(work, &id)?;
    json(&AgentStatus { agent_id: id, as_of_seq: head.seq, epoch: head.epoch, channels })
}

/// `GET /agents/{id}/member/attendance-groups`.
pub(crate) fn member_groups(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let id = own_id(call, caller)?;
    json(&groups(work, &id)?)
}

/// `GET attendance-group/agent?agent=`.
pub(crate) fn groups_by_query(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let id = call.query("agent").ok_or_else(|| Failure::field("agent", "required"))?;
    let id = AgentId::from(id);
    caller.must_be(&id)?;
    json(&groups(work, &id)?)
}

fn groups(work: &Work<'_, '_>, id: &AgentId) -> Result<Listed<AttendanceGroup>, Failure> {
    Ok(Listed { data: work.store.groups_of_agent(id)?.into_iter().map(|row| row.group).collect() })
}

/// `GET /org-unit/{id}`.
pub(crate) fn org_unit(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let id = OrgUnitId::from(call.param("id"));
    caller.must_belong_to(&id)?;
    json(&work.store.org_unit(&id)?.ok_or_else(|| Failure::not_found("org unit"))?)
}

fn own_id(call: &Call, caller: &Caller) -> Result<AgentId, Failure> {
    let id = AgentId::from(call.param("id"));
    caller.must_be(&id)?;
    Ok(id)
}

#[cfg(test)]
mod tests;
