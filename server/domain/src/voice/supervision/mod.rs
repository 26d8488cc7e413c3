//! Supervision of calls (docs/contract.md "Supervision of calls", decision 109; BEY-136, BEY-137): a supervisor hears the call of an agent by a
//! hidden telephone of its own, whispers or joins, and takes the attendance over.
//!
//! The row of a supervision exists as long as its hidden account. A supervisor is no party of a room (`CallRow::room`). Apart from its own row
//! its presence changes only three things: the highest number of a party, the audit, and the supervisors that agents see.

mod news;
mod recorded;
mod requests;
mod shown;

pub(super) use news::{party_news, refused, registered, unregistered};
pub(crate) use requests::{begin, end_by_supervisor, own, rules, set_mode, set_rules, take_over};
pub(super) use shown::supervisors_for_agents;

use super::{CallCommand, RoomCommand, accounts, room};
use crate::centre::Transaction;
use crate::due::Due;
use crate::store::{CallRow, CallSupervisionRow, JobRow, StoreResult};
use wire::{AgentId, SupervisionEnd, SupervisionStatus, Wall};

/// Maximum of supervisors of a call, as in the telephone system.
const MAX_SUPERVISORS: usize = 4;

/// Stores a changed supervision and notifies its supervisor.
fn save(tx: &mut Transaction<'_, '_>, row: CallSupervisionRow) -> StoreResult<CallSupervisionRow> {
    let row = CallSupervisionRow { version: row.version.saturating_add(1), ..row };
    tx.store.put_call_supervision(&row)?;
    shown::publish(tx, &row, None)?;
    Ok(row)
}

/// Other parties hear the supervisor now: notifies other supervisors of the call, and its agents if the rule of the org
/// unit allows it.
fn notify_others(tx: &mut Transaction<'_, '_>, changed: &CallSupervisionRow) -> StoreResult<()> {
    for other in tx.store.call_supervisions_in(&changed.unique_id)? {
        if other.supervisor_id != changed.supervisor_id {
            save(tx, other)?;
        }
    }
    if changed.agent_is_told { room::notify_agents_in_call(tx, &changed.unique_id) } else { Ok(()) }
}

/// Ends a supervision: without its account the telephone is no longer registered, and its leg leaves the call.
fn end_supervision(tx: &mut Transaction<'_, '_>, row: CallSupervisionRow, cause: SupervisionEnd) -> StoreResult<()> {
    tx.store.delete_call_supervision(&row.supervisor_id)?;
    tx.set_due(Due::CallSupervision, row.supervisor_id.as_str(), None)?;
    accounts::delete(tx, &row.exten)?;
    let was_active = row.is_active();
    if was_active {
        recorded::ended(tx, &row, cause)?;
    }
    let row = CallSupervisionRow { version: row.version.saturating_add(1), status: SupervisionStatus::Ended, ..row };
    shown::publish(tx, &row, Some(cause))?;
    if was_active { notify_others(tx, &row) } else { Ok(()) }
}

/// The room of a call changed, or its owner: notifies its supervisors. A supervisor who has the attendance now took it
/// over.
pub(super) fn call_changed(tx: &mut Transaction<'_, '_>, job: &JobRow, call: &CallRow) -> StoreResult<()> {
    if call.is_over() {
        return call_over(tx, &call.unique_id);
    }
    for row in tx.store.call_supervisions_in(&call.unique_id)? {
        if row.supervisor_id == job.agent_id {
            end_supervision(tx, row, SupervisionEnd::TookOver)?;
        } else {
            save(tx, row)?;
        }
    }
    Ok(())
}

/// The call ended, or left the contact centre.
pub(super) fn call_over(tx: &mut Transaction<'_, '_>, unique_id: &str) -> StoreResult<()> {
    let there = tx.store.call_supervisions_in(unique_id)?;
    there.into_iter().try_for_each(|row| end_supervision(tx, row, SupervisionEnd::CallEnded))
}

/// The supervisor's session ended, or was voided with its credentials.
pub(super) fn end_of_supervisor(tx: &mut Transaction<'_, '_>, supervisor: &AgentId) -> StoreResult<()> {
    match tx.store.call_supervision_of(supervisor)? {
        Some(row) => end_supervision(tx, row, SupervisionEnd::SessionEnded),
        None => Ok(()),
    }
}

/// At the start of the server: legs ended with the process that carried them.
pub(crate) fn end_at_start(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    let open = tx.store.call_supervisions()?;
    open.into_iter().try_for_each(|row| end_supervision(tx, row, SupervisionEnd::ConnectionLost))
}

/// When the supervision ends because its telephone did not answer.
fn given_up_at(tx: &Transaction<'_, '_>, row: &CallSupervisionRow) -> Option<Wall> {
    (!row.is_active()).then(|| row.asked_at.plus_ms(tx.config.voice.supervision_ms))
}

/// Due work: the telephone did not register and answer in time, or the supervisor's own channel changed.
pub(crate) fn is_due(tx: &mut Transaction<'_, '_>, supervisor: &str) -> StoreResult<()> {
    let Some(row) = tx.store.call_supervision_of(&AgentId::from(supervisor))? else { return Ok(()) };
    if given_up_at(tx, &row).is_some_and(|until| until <= tx.now()) {
        return end_supervision(tx, row, SupervisionEnd::ConnectionLost);
    }
    save(tx, row).map(|_| ())
}

/// Whether supervisors hear a consultation of the call: the rule when the supervision began, else the present rule of
/// the org unit.
pub(super) fn hears_consultations(tx: &Transaction<'_, '_>, job: &JobRow, call: &CallRow) -> StoreResult<bool> {
    let rows = tx.store.call_supervisions_in(&call.unique_id)?;
    if rows.is_empty() {
        return Ok(tx.store.supervision_rules(&job.org_unit_id)?.hears_consultations);
    }
    Ok(rows.iter().all(|row| row.hears_consultations))
}

/// Whether a command for a supervisor is still needed; `None`: the command is for no supervisor.
pub(super) fn is_wanted(tx: &Transaction<'_, '_>, call: &str, order: &RoomCommand) -> StoreResult<Option<bool>> {
    let is_wanted: &dyn Fn(&CallSupervisionRow) -> bool = match order {
        RoomCommand::Supervise { party, .. } => &|row| row.party == *party && !row.is_active(),
        RoomCommand::ChangeSupervision { party, mode } => {
            &|row| row.party == *party && row.is_active() && row.wanted == *mode
        }
        _ => return Ok(None),
    };
    Ok(Some(tx.store.call_supervisions_in(call)?.iter().any(is_wanted)))
}

fn command(tx: &mut Transaction<'_, '_>, row: &CallSupervisionRow, order: RoomCommand) -> StoreResult<()> {
    super::command(tx, &CallCommand::Room { call: row.unique_id.clone(), command: order })
}
