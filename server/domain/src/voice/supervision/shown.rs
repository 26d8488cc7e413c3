//! A supervision in the form that its supervisor receives, and supervisors in the form that agents receive.

use crate::centre::Transaction;
use crate::channels;
use crate::contacts;
use crate::jobs;
use crate::store::{AgentRow, CallRow, CallSupervisionRow, JobRow, StoreResult};
use crate::voice::{ring, room};
use wire::{AgentId, CallSupervision, CallSupervisor, Channel, SupervisionEnd, events::supervision::Event};

/// Notifies the supervisor; `end`: the supervision is over.
pub(super) fn publish(
    tx: &mut Transaction<'_, '_>,
    row: &CallSupervisionRow,
    end: Option<SupervisionEnd>,
) -> StoreResult<()> {
    let view = CallSupervision { end, ..view(tx, row)? };
    tx.publish_event(&row.supervisor_id, Event::Call(Box::new(view)))
}

/// The supervision with everything that its supervisor sees of the call.
pub(super) fn view(tx: &Transaction<'_, '_>, row: &CallSupervisionRow) -> StoreResult<CallSupervision> {
    let mut view = CallSupervision {
        id: row.id.clone(),
        version: row.version,
        status: row.status,
        mode: row.mode,
        protocol: row.protocol.clone(),
        unique_id: row.unique_id.clone(),
        answered_at: row.answered_at,
        since: row.since,
        hears_consultations: row.hears_consultations,
        agent_is_told: row.agent_is_told,
        ..CallSupervision::default()
    };
    view.others = other_supervisors(tx, row)?;
    let call = tx.store.call(&row.protocol)?.filter(|call| call.unique_id == row.unique_id);
    if let (Some(job), Some(call)) = (tx.store.job(&row.protocol)?, call) {
        view.agent_name = jobs::agent_name(tx, &job.agent_id)?;
        view.agent_id = job.agent_id.clone();
        view.customer_name = customer_name(tx, &job, &call)?;
        view.phone = call.phone.clone();
        view.place = place_name(&job, &call);
        view.room = room::room_with_all_parties(tx, &job, &call)?;
        view.take_over_refusal = take_over_refusal(tx, &row.supervisor_id, &job, &call)?.unwrap_or_default().to_owned();
    }
    Ok(view)
}

fn customer_name(tx: &Transaction<'_, '_>, job: &JobRow, call: &CallRow) -> StoreResult<String> {
    let contact = match &job.contact_id {
        Some(id) => tx.store.contact(id)?.map(|found| contacts::shown(tx, found)).transpose()?,
        None => None,
    };
    let name = contact.map_or_else(|| job.customer_name.clone(), |contact| contact.fullname);
    Ok(if name.is_empty() { call.phone.clone() } else { name })
}

/// Name of the queue, else of the campaign.
fn place_name(job: &JobRow, call: &CallRow) -> String {
    let campaign = call.campaign.as_ref().map(|campaign| campaign.name.clone());
    Some(job.queue_name.clone()).filter(|name| !name.is_empty()).or(campaign).unwrap_or_default()
}

fn other_supervisors(tx: &Transaction<'_, '_>, row: &CallSupervisionRow) -> StoreResult<Vec<CallSupervisor>> {
    let rows = tx.store.call_supervisions_in(&row.unique_id)?.into_iter();
    Ok(rows.filter(|other| other.is_active() && other.supervisor_id != row.supervisor_id).map(supervisor).collect())
}

fn supervisor(row: CallSupervisionRow) -> CallSupervisor {
    CallSupervisor { name: row.supervisor_name, mode: row.mode }
}

/// Supervisors in the call of whom its agents are notified.
pub(in crate::voice) fn supervisors_for_agents(
    tx: &Transaction<'_, '_>,
    unique_id: &str,
) -> StoreResult<Vec<CallSupervisor>> {
    let rows = tx.store.call_supervisions_in(unique_id)?.into_iter();
    Ok(rows.filter(|row| row.is_active() && row.agent_is_told).map(supervisor).collect())
}

/// Why the supervisor cannot take the attendance over now: the first reason that holds.
pub(super) fn take_over_refusal(
    tx: &Transaction<'_, '_>,
    supervisor: &AgentId,
    job: &JobRow,
    call: &CallRow,
) -> StoreResult<Option<&'static str>> {
    let Some(agent) = tx.store.agent(supervisor)? else { return Ok(Some(NO_CHANNEL)) };
    let own = own_channel(tx, &agent)?;
    Ok(refusal(&Facts { is_open: room::is_at_transfer(tx, job, call)?, ..own }))
}

const NO_CHANNEL: &str = "noVoiceChannel";

/// The facts that a take-over depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Facts {
    /// Whether the supervisor works on voice and has an extension.
    has_channel: bool,
    /// Whether the voice channel is connected and its telephone registered.
    is_reached: bool,
    /// Whether the channel is paused or a pause is scheduled, or the supervisor is absent.
    is_paused: bool,
    /// Whether a call has reserved the supervisor.
    is_busy: bool,
    /// Whether a transfer of the call is open, or a party is called or consulted.
    is_open: bool,
}

const fn refusal(facts: &Facts) -> Option<&'static str> {
    match facts {
        Facts { has_channel: false, .. } => Some(NO_CHANNEL),
        Facts { is_reached: false, .. } => Some("notConnected"),
        Facts { is_paused: true, .. } => Some("paused"),
        Facts { is_busy: true, .. } => Some("inCall"),
        Facts { is_open: true, .. } => Some("transferOpen"),
        Facts { .. } => None,
    }
}

fn own_channel(tx: &Transaction<'_, '_>, agent: &AgentRow) -> StoreResult<Facts> {
    let row = channels::row_of(tx, &agent.id, Channel::Voice)?;
    let is_absent = agent.record.agent_absent.agent_absent_enabled;
    Ok(Facts {
        has_channel: agent.record.channels.contains(&Channel::Voice),
        is_reached: row.connected && ring::can_ring(tx, &row)?,
        is_paused: row.pause.is_some() || row.scheduled_pause.is_some() || is_absent,
        is_busy: row.open_jobs > 0 || row.wrap_up.is_some() || row.internal_call || ring::is_reserved(tx, &agent.id)?,
        is_open: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const FREE: Facts = Facts { has_channel: true, is_reached: true, is_paused: false, is_busy: false, is_open: false };

    #[rstest]
    #[case(FREE, None)]
    #[case(Facts { has_channel: false, is_reached: false, is_busy: true, ..FREE }, Some("noVoiceChannel"))]
    #[case(Facts { is_reached: false, is_paused: true, ..FREE }, Some("notConnected"))]
    #[case(Facts { is_paused: true, is_busy: true, ..FREE }, Some("paused"))]
    #[case(Facts { is_busy: true, is_open: true, ..FREE }, Some("inCall"))]
    #[case(Facts { is_open: true, ..FREE }, Some("transferOpen"))]
    fn bey_137_a_take_over_is_refused_with_the_first_reason_that_holds(
        #[case] facts: Facts,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(refusal(&facts), expected);
    }
}
