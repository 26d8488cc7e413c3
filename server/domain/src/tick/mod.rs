//! Runs due work. The server loads the due subjects of each kind (`due_subjects`) and runs each of them separately (`run_due`), so that long work
//! delays only the others of its lane and its recipients are notified at once. `tick` does the same in one call. Work that fails is postponed
//! (`postpone_due`), so that it does not stop the rest.

mod work;

use crate::centre::Centre;
use crate::context::Context;
use crate::due::{Due, DueLane};
use crate::store::{Store, StoreError, StoreResult};
use wire::Wall;

/// Longest time until due times are read again, even if nothing is due: another instance may have set one and ended.
const LONGEST_SLEEP_MS: i64 = 60_000;
/// Maximum of subjects of one kind that run before the other kinds.
const BATCH: usize = 100;
/// Work that fails because of its own rows is tried again after this time.
const UNREADABLE_AGAIN_MS: i64 = 60_000;
/// Work that fails because of other transactions or the store is tried again after this time.
const FAILED_AGAIN_MS: i64 = 1_000;

impl Centre {
    /// Runs due work; returns when it must be called next, at least a millisecond from now. `context.fault` is the cause if something was
    /// postponed.
    pub fn tick(&self, store: &mut dyn Store, context: &mut Context<'_>) -> StoreResult<Wall> {
        let now = context.now;
        let mut fault = None;
        for kind in Due::ALL {
            for subject in self.due_subjects(store, now, kind)? {
                if let Err(error) = self.run_due(store, context, kind, &subject) {
                    self.postpone_due(store, context, kind, &subject, &error)?;
                    fault = Some(error);
                }
            }
        }
        context.fault = fault;
        let next = DueLane::ALL.into_iter().map(|lane| self.next_due(store, now, lane));
        next.reduce(|one, other| Ok(one?.min(other?))).unwrap_or(Ok(now))
    }

    /// Due subjects of the kind, the longest due first; at most as many as run in one go.
    pub fn due_subjects(&self, store: &dyn Store, now: Wall, kind: Due) -> StoreResult<Vec<String>> {
        let mut subjects: Vec<String> = Vec::new();
        for row in store.due_until(kind.as_str(), now, BATCH)? {
            if !subjects.contains(&row.subject) {
                subjects.push(row.subject);
            }
        }
        Ok(subjects)
    }

    /// Runs the due work of one subject, unless another instance has run it or a request has changed its due time
    /// meanwhile.
    pub fn run_due(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        kind: Due,
        subject: &str,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            if tx.store.take_due(kind.as_str(), subject, tx.now())? { work::run(kind, tx, subject) } else { Ok(()) }
        })
    }

    /// Postpones failed work to a later time.
    pub fn postpone_due(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        kind: Due,
        subject: &str,
        cause: &StoreError,
    ) -> StoreResult<()> {
        let after_ms = match cause {
            StoreError::Corrupt(_) => UNREADABLE_AGAIN_MS,
            StoreError::Conflict(_) | StoreError::Unavailable(_) | StoreError::InDoubt(_) => FAILED_AGAIN_MS,
        };
        self.transact_store(store, context, |tx| tx.set_due(kind, subject, Some(tx.now().plus_ms(after_ms))))
    }

    /// Whether a command of the operator made a change that no server has processed.
    pub fn operator_has_changed(&self, store: &dyn Store) -> StoreResult<bool> {
        Ok(store.next_due(Due::Operator.as_str())?.is_some())
    }

    /// When the lane must be looked at next, at least a millisecond from now.
    pub fn next_due(&self, store: &dyn Store, now: Wall, lane: DueLane) -> StoreResult<Wall> {
        let mut next = now.plus_ms(LONGEST_SLEEP_MS);
        for kind in lane.kinds() {
            next = next.min(store.next_due(kind.as_str())?.map_or(next, |row| row.at));
        }
        Ok(next.max(now.plus_ms(1)))
    }
}

#[cfg(test)]
mod tests;
