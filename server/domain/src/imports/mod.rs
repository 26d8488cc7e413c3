//! Import of contacts from a file. Lines are staged in portions and applied after the commit, one portion in a transaction,
//! as due work: after a restart the server continues, and other requests run between two portions. A cancelled import is
//! removed in the same way. A line is validated as a contact that an agent creates; a refused line does not stop the
//! others.

mod line;

use crate::auth::{self, Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::contacts;
use crate::due::Due;
use crate::http::{Failure, json};
use crate::store::{ImportPhase, ImportPortionRow, ImportRow, RefusedLine, StoreResult};
use std::collections::{BTreeMap, BTreeSet};
use wire::limits::IMPORT_MAX_LINES;
use wire::{AgentId, ContactImport, ImportLines, ImportRefusal, ImportRequest, ImportState};

/// Staged lines without a commit, and the report of an import, are kept this long.
const KEPT_MS: i64 = 60 * 60 * 1000;
/// Maximum of portions whose refusals are in one answer.
const PORTIONS_IN_ANSWER: usize = 5;

/// `POST /contacts/imports`: replaces the caller's earlier import, unless it is being applied or removed.
pub(crate) fn create(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ImportRequest = call.body()?;
    check_columns(tx, caller, &request.columns)?;
    if request.lines == 0 || request.lines > IMPORT_MAX_LINES {
        return Err(Failure::field("lines", if request.lines == 0 { "invalid" } else { "tooLong" }));
    }
    if let Some(earlier) = tx.store.import_of(&caller.agent_id)? {
        if matches!(earlier.phase, ImportPhase::Applying | ImportPhase::Removing) {
            return Err(Failure::reason("IMPORT_RUNNING", BTreeMap::new()));
        }
        tx.store.delete_import(&earlier)?;
    }
    let row = ImportRow {
        agent_id: caller.agent_id.clone(),
        id: tx.context.random_hex(8),
        org_unit_id: caller.org_unit_id.clone(),
        columns: request.columns,
        lines: request.lines,
        staged: 0,
        applied: 0,
        created: 0,
        phase: ImportPhase::Staged,
    };
    store_import(tx, &row)?;
    answer(&row, Vec::new(), 0)
}

fn check_columns(tx: &Transaction<'_, '_>, caller: &Caller, columns: &[String]) -> Result<(), Failure> {
    let known = contacts::importable_columns(tx, &caller.org_unit_id)?;
    let distinct: BTreeSet<&String> = columns.iter().collect();
    if columns.iter().any(|column| !known.contains(column)) {
        Err(Failure::field("columns", "unknown"))
    } else if distinct.len() < columns.len() {
        Err(Failure::field("columns", "invalid"))
    } else if !columns.iter().any(|column| column == "fullname") {
        Err(Failure::field("columns", "required"))
    } else {
        Ok(())
    }
}

/// `POST /contacts/imports/{id}/lines/{from}`: stages a portion. A repetition replaces it.
pub(crate) fn stage(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: ImportLines = call.body()?;
    let mut row = own_import(tx, call, caller)?;
    if row.phase != ImportPhase::Staged {
        return Err(Failure::reason("IMPORT_RUNNING", BTreeMap::new()));
    }
    let first: u32 = call.param("from").parse().map_err(|_| Failure::field("from", "invalid"))?;
    let count = u32::try_from(request.lines.len()).unwrap_or(u32::MAX);
    let is_too_wide = request.lines.iter().any(|line| line.len() > row.columns.len());
    if count == 0 || is_too_wide {
        return Err(Failure::field("lines", "invalid"));
    }
    if first == row.staged {
        row.staged = first.saturating_add(count);
        if row.staged > row.lines {
            return Err(Failure::field("lines", "tooLong"));
        }
    } else if tx.store.import_portion(&row.id, first)?.is_none_or(|stored| stored.count != count) {
        return Err(Failure::field("from", "invalid"));
    }
    tx.store.put_import_portion(&ImportPortionRow {
        import_id: row.id.clone(),
        first,
        count,
        lines: request.lines,
        created: Vec::new(),
        refused: Vec::new(),
    })?;
    store_import(tx, &row)?;
    answer(&row, Vec::new(), 0)
}

/// `POST /contacts/imports/{id}/commit?agent`: the server applies the lines. A repetition changes nothing.
pub(crate) fn commit(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let mut row = own_import(tx, call, caller)?;
    if row.phase == ImportPhase::Staged {
        if row.staged < row.lines {
            return Err(Failure::reason("IMPORT_INCOMPLETE", BTreeMap::new()));
        }
        row.phase = ImportPhase::Applying;
        store_import(tx, &row)?;
    }
    answer(&row, Vec::new(), 0)
}

/// `GET /contacts/imports/{id}?agent&from`: the progress, and the refusals of some lines from `from` on.
pub(crate) fn progress(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let row = own_import(tx, call, caller)?;
    let from: u32 = call.query("from").unwrap_or("0").parse().map_err(|_| Failure::field("from", "invalid"))?;
    let mut portions = tx.store.import_portions_from(&row.id, from, PORTIONS_IN_ANSWER)?;
    portions.retain(|portion| portion.first < row.applied);
    let next = portions.last().map_or(from, |portion| portion.first + portion.count);
    answer(&row, portions.into_iter().flat_map(|portion| portion.refused).collect(), next)
}

/// `DELETE /contacts/imports/{id}?agent`: removes lines and contacts of an import that was not applied completely.
pub(crate) fn cancel(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let mut row = own_import(tx, call, caller)?;
    match row.phase {
        ImportPhase::Done => return Err(Failure::reason("IMPORT_DONE", BTreeMap::new())),
        ImportPhase::Staged => {
            delete(tx, &row)?;
            return json(&ContactImport { state: ImportState::Removed, ..import_view(&row, Vec::new(), 0) });
        }
        ImportPhase::Applying | ImportPhase::Removing => row.phase = ImportPhase::Removing,
    }
    store_import(tx, &row)?;
    answer(&row, Vec::new(), 0)
}

/// The caller's import with this id.
fn own_import(tx: &Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Result<ImportRow, Failure> {
    let row = tx.store.import_of(&caller.agent_id)?;
    row.filter(|row| row.id == call.param("id")).ok_or_else(|| Failure::not_found("import"))
}

/// Stores the import and when the server continues it: at once, or when it expires.
fn store_import(tx: &mut Transaction<'_, '_>, row: &ImportRow) -> StoreResult<()> {
    let after_ms = match row.phase {
        ImportPhase::Staged | ImportPhase::Done => KEPT_MS,
        ImportPhase::Applying | ImportPhase::Removing => 0,
    };
    tx.store.put_import(row)?;
    tx.set_due(Due::ContactImport, row.agent_id.as_str(), Some(tx.now().plus_ms(after_ms)))
}

fn delete(tx: &mut Transaction<'_, '_>, row: &ImportRow) -> StoreResult<()> {
    tx.store.delete_import(row)?;
    tx.set_due(Due::ContactImport, row.agent_id.as_str(), None)
}

/// Continues the agent's import: applies or removes a portion, or deletes an expired import.
pub(crate) fn is_due(tx: &mut Transaction<'_, '_>, agent: &str) -> StoreResult<()> {
    let Some(row) = tx.store.import_of(&AgentId::from(agent))? else { return Ok(()) };
    match row.phase {
        ImportPhase::Staged | ImportPhase::Done => delete(tx, &row),
        ImportPhase::Applying => apply_portion(tx, row),
        ImportPhase::Removing => remove_portion(tx, &row),
    }
}

fn apply_portion(tx: &mut Transaction<'_, '_>, mut row: ImportRow) -> StoreResult<()> {
    let Some(caller) = author(tx, &row)? else { return delete(tx, &row) };
    if let Some(mut portion) = tx.store.import_portion(&row.id, row.applied)? {
        for (line, values) in (portion.first..).zip(std::mem::take(&mut portion.lines)) {
            let created = match line::draft(tx.store.number_country(), &row.columns, &values) {
                Ok(draft) => contacts::create_from(tx, &caller, draft),
                Err((field, fault)) => {
                    portion.refused.push(RefusedLine { line, field, reason: fault.to_owned() });
                    continue;
                }
            };
            match created {
                Ok(contact) => portion.created.push(contact.contact.id),
                Err(failure) => portion.refused.push(line::refusal(line, failure)?),
            }
        }
        row.applied += portion.count;
        row.created += u32::try_from(portion.created.len()).unwrap_or(u32::MAX);
        tx.store.put_import_portion(&portion)?;
    } else {
        row.applied = row.lines;
    }
    if row.applied >= row.lines {
        row.phase = ImportPhase::Done;
    }
    store_import(tx, &row)
}

/// Removes the contacts of the last remaining portion, then its lines.
fn remove_portion(tx: &mut Transaction<'_, '_>, row: &ImportRow) -> StoreResult<()> {
    let Some(portion) = tx.store.last_import_portion(&row.id)? else { return delete(tx, row) };
    if let Some(caller) = author(tx, row)? {
        for id in &portion.created {
            contacts::take_back(tx, &caller, id)?;
        }
    }
    tx.store.delete_import_portion(&row.id, portion.first)?;
    store_import(tx, row)
}

/// The agent who imports, as a member of the org unit in which the import was created.
fn author(tx: &Transaction<'_, '_>, row: &ImportRow) -> StoreResult<Option<Caller>> {
    let mut caller = auth::without_token(tx, &row.agent_id)?;
    if let Some(caller) = &mut caller {
        caller.org_unit_id.clone_from(&row.org_unit_id);
    }
    Ok(caller)
}

fn answer(row: &ImportRow, refused: Vec<RefusedLine>, next: u32) -> Answer {
    json(&import_view(row, refused, next))
}

fn import_view(row: &ImportRow, refused: Vec<RefusedLine>, next: u32) -> ContactImport {
    let refusal = |RefusedLine { line, field, reason }| ImportRefusal { line, field, reason };
    ContactImport {
        id: row.id.clone(),
        state: match row.phase {
            ImportPhase::Staged => ImportState::Staged,
            ImportPhase::Applying => ImportState::Applying,
            ImportPhase::Removing => ImportState::Removing,
            ImportPhase::Done => ImportState::Done,
        },
        lines: row.lines,
        staged: row.staged,
        created: row.created,
        refused: refused.into_iter().map(refusal).collect(),
        next,
    }
}

#[cfg(test)]
mod tests;
