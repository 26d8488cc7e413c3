//! How long rows are kept, and their deletion as due work. The rules of each entity are declared with it (`store::Retention`).
//!
//! Each kind is checked once a day, and earlier if a row requires it (`keep`), so that a new entity needs no further code. A portion
//! that is full is followed by the next one at once, in a transaction of its own.

use crate::centre::Transaction;
use crate::config::{CentreConfig, StartPuzzle};
use crate::due::Due;
use crate::effects::EffectKind;
use crate::store::{KeptFor, Portion, StoreResult};
use wire::{OrgUnitId, Wall};

/// Maximum of deletions in one transaction.
pub(crate) const PORTION: usize = 200;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// An expired token is kept this long, so that its holder gets the cause `expired` instead of `invalidToken`.
const EXPIRED_KEPT_MS: i64 = DAY_MS;
/// A join of two contacts can be undone for this long.
pub(crate) const JOIN_UNDO_MS: i64 = 30 * DAY_MS;

/// How long rows of this kind are kept; `None`: for ever.
fn kept_ms(config: &CentreConfig, kept: KeptFor) -> Option<i64> {
    let days = &config.retention;
    let days = match kept {
        KeptFor::Credentials => return Some(EXPIRED_KEPT_MS),
        KeptFor::Attempts => return Some(config.sign_in_per_account.lock_ms),
        // The solution of the puzzle has expired by then.
        KeptFor::SolvedPuzzles => return Some(StartPuzzle::VALID_MS),
        KeptFor::Joins => return Some(JOIN_UNDO_MS),
        KeptFor::BroadcastUses => return Some(DAY_MS),
        KeptFor::Notifications => days.notifications_days,
        KeptFor::SignInPlaces => days.sign_in_places_days,
        KeptFor::Traces => days.traces_days,
        KeptFor::Attendances => days.attendances_days,
        KeptFor::EarlyReceipts => days.early_receipts_days,
        KeptFor::Audit => days.audit_days,
        KeptFor::DeadEffects => days.dead_effects_days,
        KeptFor::UnusedFiles => days.unused_files_days,
        KeptFor::Recordings => days.recordings_days,
        KeptFor::Broadcasts => days.broadcasts_days,
    };
    (days > 0).then(|| i64::from(days) * DAY_MS)
}

/// Called when a row is stored whose retention begins at `from`: sets when it is deleted.
pub(crate) fn keep(tx: &mut Transaction<'_, '_>, what: KeptFor, from: Wall) -> StoreResult<()> {
    let Some(kept_ms) = kept_ms(tx.config, what) else { return Ok(()) };
    tx.mark_due(Due::Retention, what.as_str(), from.plus_ms(kept_ms + 1))
}

/// Deletes a portion of the rows that are old enough; sets when the next portion is due.
pub(crate) fn delete_old(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let Some(what) = KeptFor::ALL.into_iter().find(|what| what.as_str() == subject) else { return Ok(()) };
    let Some(kept_ms) = kept_ms(tx.config, what) else { return Ok(()) };
    let mut portion = Portion::of(PORTION);
    let is_done = tx.store.delete_aged(what, tx.now().plus_ms(-kept_ms), &mut portion)?;
    if !portion.files.is_empty() {
        tx.request_effect(EffectKind::DeleteFiles, &OrgUnitId::default(), &portion.files)?;
    }
    if !is_done {
        return tx.mark_due(Due::Retention, subject, tx.now());
    }
    let tomorrow = tx.now().plus_ms(DAY_MS);
    let next = tx.store.oldest_aged(what)?.map_or(tomorrow, |oldest| oldest.plus_ms(kept_ms + 1).min(tomorrow));
    tx.mark_due(Due::Retention, subject, next)
}

/// Makes every deletion due now, because the configured retention may have changed.
pub(crate) fn start(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    tx.store.date_script_answers(tx.now())?;
    KeptFor::ALL.into_iter().try_for_each(|what| tx.mark_due(Due::Retention, what.as_str(), tx.now()))
}

#[cfg(test)]
mod tests;
