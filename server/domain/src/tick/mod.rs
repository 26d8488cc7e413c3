//! Runs what is due. The caller calls `tick` at the time that the last call returned, or earlier if a call sets an
//! earlier due time (`Context::due`).

use crate::centre::Centre;
use crate::context::Context;
use crate::due::Due;
use crate::store::{Store, StoreError, StoreResult};
use wire::Wall;

/// Latest next call, even if nothing is due: another instance may have set a due time and ended.
const LONGEST_SLEEP_MS: i64 = 60_000;
/// What is due of one kind, per call.
const BATCH: usize = 100;
/// What fails because of its own rows is tried again after this time, so that it does not stop the rest.
const POSTPONED_MS: i64 = 60_000;

impl Centre {
    /// Runs what is due, each in a transaction of its own; returns when it wants to be called next, at least a
    /// millisecond from now. `context.fault` is the cause if something was postponed.
    pub fn tick(&self, store: &mut dyn Store, context: &mut Context<'_>) -> StoreResult<Wall> {
        let now = context.now;
        let mut postponed = None;
        for kind in Due::ALL {
            let mut subjects: Vec<String> = Vec::new();
            for row in store.due_until(kind.as_str(), now, BATCH)? {
                if !subjects.contains(&row.subject) {
                    subjects.push(row.subject);
                }
            }
            for subject in subjects {
                match self.run_due(store, context, kind, &subject) {
                    Err(error @ StoreError::Corrupt(_)) => {
                        let later = Some(now.plus_ms(POSTPONED_MS));
                        self.transact_store(store, context, |tx| tx.set_due(kind, &subject, later))?;
                        postponed = Some(error);
                    }
                    ran => ran?,
                }
            }
        }
        context.fault = postponed;
        let mut next = now.plus_ms(LONGEST_SLEEP_MS);
        for kind in Due::ALL {
            next = next.min(store.next_due(kind.as_str())?.map_or(next, |row| row.at));
        }
        Ok(next.max(now.plus_ms(1)))
    }

    /// Runs one due time, unless another instance has run it or a call has moved it meanwhile.
    fn run_due(&self, store: &mut dyn Store, context: &mut Context<'_>, kind: Due, subject: &str) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            if tx.store.take_due(kind.as_str(), subject, tx.now())? { kind.run(tx, subject) } else { Ok(()) }
        })
    }
}

#[cfg(test)]
mod tests;
