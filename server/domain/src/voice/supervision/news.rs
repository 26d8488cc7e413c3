//! Reports of the telephone system about supervisors and their telephones. Only these reports change the mode of a
//! supervision.

use super::{command, end_supervision, notify_others, recorded, save};
use crate::centre::Transaction;
use crate::due::Due;
use crate::store::{CallPhase, CallRow, CallSupervisionRow, StoreResult};
use crate::voice::room::FIRST_PARTIES;
use crate::voice::{PartyNews, RoomCommand, open_call, ring};
use wire::{SupervisionEnd, SupervisionMode, SupervisionStatus};

/// A hidden telephone registered: it is called into the call.
pub(in crate::voice) fn registered(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    let Some(row) = tx.store.call_supervision_at(exten)?.filter(|row| row.party == 0) else { return Ok(()) };
    let Some((_, call)) = open_call(tx, &row.unique_id)?.filter(|(_, call)| call.phase == CallPhase::Talking) else {
        return end_supervision(tx, row, SupervisionEnd::Failed);
    };
    let party = call.last_party.max(FIRST_PARTIES).saturating_add(1);
    ring::put(tx, &CallRow { last_party: party, ..call })?;
    let row = CallSupervisionRow { party, ..row };
    tx.store.put_call_supervision(&row)?;
    command(tx, &row, RoomCommand::Supervise { party, exten: exten.to_owned() })
}

/// A hidden telephone is no longer registered: its page is gone.
pub(in crate::voice) fn unregistered(tx: &mut Transaction<'_, '_>, exten: &str) -> StoreResult<()> {
    match tx.store.call_supervision_at(exten)? {
        Some(row) => end_supervision(tx, row, SupervisionEnd::ConnectionLost),
        None => Ok(()),
    }
}

fn row_of(tx: &Transaction<'_, '_>, call: &str, party: u64) -> StoreResult<Option<CallSupervisionRow>> {
    Ok(tx.store.call_supervisions_in(call)?.into_iter().find(|row| row.party == party && party > 0))
}

/// Applies a report about a party. Returns whether the party is a supervisor.
pub(in crate::voice) fn party_news(
    tx: &mut Transaction<'_, '_>,
    call: &str,
    party: u64,
    news: PartyNews,
) -> StoreResult<bool> {
    let Some(row) = row_of(tx, call, party)? else { return Ok(false) };
    match news {
        PartyNews::Answered => answered(tx, row)?,
        PartyNews::Supervision(mode) => mode_changed(tx, row, mode)?,
        PartyNews::Failed(_) => end_supervision(tx, row, SupervisionEnd::ConnectionLost)?,
        PartyNews::Left => {
            let cause =
                if is_left_by_customer(tx, call)? { SupervisionEnd::CallEnded } else { SupervisionEnd::ConnectionLost };
            end_supervision(tx, row, cause)?;
        }
        // A supervisor who holds affects nobody, and a supervisor has no other role.
        PartyNews::Ringing | PartyNews::Held(_) | PartyNews::Holds(_) | PartyNews::Muted(_) | PartyNews::Role(_) => {}
    }
    Ok(true)
}

/// The telephone system removes supervisors when the customer is gone.
fn is_left_by_customer(tx: &Transaction<'_, '_>, call: &str) -> StoreResult<bool> {
    let Some((_, call)) = open_call(tx, call)? else { return Ok(true) };
    Ok(call.room.is_some_and(|room| !room.has_customer()))
}

fn answered(tx: &mut Transaction<'_, '_>, row: CallSupervisionRow) -> StoreResult<()> {
    if row.is_active() {
        return Ok(());
    }
    let now = Some(tx.now());
    tx.set_due(Due::CallSupervision, row.supervisor_id.as_str(), None)?;
    let row = CallSupervisionRow { status: SupervisionStatus::Active, since: now, mode_since: now, ..row };
    recorded::began(tx, &row)?;
    let row = save(tx, row)?;
    notify_others(tx, &row)
}

fn mode_changed(tx: &mut Transaction<'_, '_>, row: CallSupervisionRow, mode: SupervisionMode) -> StoreResult<()> {
    if row.mode == mode || !row.is_active() {
        return Ok(());
    }
    recorded::span(tx, &row)?;
    let row = save(tx, CallSupervisionRow { mode, mode_since: Some(tx.now()), ..row })?;
    notify_others(tx, &row)
}

/// The telephone system refused a command. Returns whether the command was for a supervisor.
pub(in crate::voice) fn refused(tx: &mut Transaction<'_, '_>, call: &str, order: &RoomCommand) -> StoreResult<bool> {
    match order {
        RoomCommand::Supervise { party, .. } => {
            if let Some(row) = row_of(tx, call, *party)? {
                end_supervision(tx, row, SupervisionEnd::Failed)?;
            }
            Ok(true)
        }
        RoomCommand::ChangeSupervision { party, .. } => {
            if let Some(row) = row_of(tx, call, *party)? {
                save(tx, CallSupervisionRow { wanted: row.mode, ..row })?;
            }
            Ok(true)
        }
        _ => Ok(false),
    }
}
