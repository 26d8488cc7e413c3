//! Due times.

use super::{Check, committed, holds};
use crate::store::{DueRow, Store};
use wire::Wall;

pub(super) fn row(kind: &str, subject: &str, at: i64) -> DueRow {
    DueRow { kind: kind.to_owned(), subject: subject.to_owned(), at: Wall(at) }
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        for (subject, at) in [("b", 20), ("a", 20), ("c", 10), ("d", 30)] {
            store.put_due(&row("one", subject, at))?;
        }
        Ok(store.put_due(&row("other", "a", 5))?)
    })?;
    holds(store.due("one", "a")? == Some(row("one", "a", 20)), "a due time comes back as it was put")?;
    holds(store.due("one", "x")?.is_none(), "an unknown subject has no due time")?;
    let until = |store: &dyn Store, at: i64, limit: usize| -> Result<Vec<String>, String> {
        Ok(store.due_until("one", Wall(at), limit)?.into_iter().map(|row| row.subject).collect())
    };
    holds(until(store, 20, 9)? == ["c", "a", "b"], "due times come by time, then subject, up to the time itself")?;
    holds(until(store, 20, 2)? == ["c", "a"], "due times come up to the limit")?;
    holds(store.next_due("one")? == Some(row("one", "c", 10)), "the next one is that of the kind")?;
    committed(store, |store| {
        store.put_due(&row("one", "c", 40))?;
        store.delete_due("one", "a")?;
        Ok(store.delete_due("one", "unknown")?)
    })?;
    holds(until(store, 40, 9)? == ["b", "d", "c"], "a moved due time is at its new place, a deleted one is gone")?;
    store.begin()?;
    store.put_due(&row("one", "b", 50))?;
    store.delete_due("one", "d")?;
    store.rollback()?;
    holds(until(store, 40, 9)? == ["b", "d", "c"], "a roll-back puts due times back")?;
    holds(store.next_due("none")?.is_none(), "a kind without rows has no next one")
}
