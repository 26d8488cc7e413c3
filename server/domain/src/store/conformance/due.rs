//! Conformance of due times.

use super::{Check, committed, holds};
use crate::store::Store;
use wire::Wall;

pub(super) fn check(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        for (subject, at) in [("b", 20), ("a", 20), ("c", 10), ("d", 30)] {
            store.set_due("one", subject, Some(Wall(at)), Wall(0))?;
        }
        Ok(store.set_due("other", "a", Some(Wall(5)), Wall(0))?)
    })?;
    holds(store.due_at("one", "a")? == Some(Wall(20)), "a due time comes back as it was set")?;
    holds(store.due_at("one", "x")?.is_none(), "an unknown subject has no due time")?;
    let until = |store: &dyn Store, at: i64, limit: usize| -> Result<Vec<String>, String> {
        Ok(store.due_until("one", Wall(at), limit)?.into_iter().map(|row| row.subject).collect())
    };
    holds(until(store, 20, 9)? == ["c", "a", "b"], "due times come by time, then subject, up to the time itself")?;
    holds(until(store, 20, 2)? == ["c", "a"], "due times come up to the limit")?;
    let next = |store: &dyn Store, kind: &str| -> Result<Option<String>, String> {
        Ok(store.next_due(kind)?.map(|row| row.subject))
    };
    holds(next(store, "one")?.as_deref() == Some("c"), "the next one is that of the kind")?;
    committed(store, |store| {
        store.set_due("one", "c", Some(Wall(40)), Wall(0))?;
        store.set_due("one", "a", None, Wall(0))?;
        Ok(store.delete_due("one", "unknown")?)
    })?;
    holds(until(store, 40, 9)? == ["b", "d", "c"], "a moved due time is at its new place, a deleted one is gone")?;
    store.begin()?;
    store.set_due("one", "b", Some(Wall(50)), Wall(0))?;
    store.delete_due("one", "d")?;
    store.rollback()?;
    holds(until(store, 40, 9)? == ["b", "d", "c"], "a roll-back puts due times back")?;
    holds(next(store, "none")?.is_none(), "a kind without rows has no next one")?;
    marks(store)
}

fn marks(store: &mut dyn Store) -> Check {
    let far = Wall(100_000);
    committed(store, |store| {
        store.set_due("marked", "a", Some(Wall(30)), Wall(0))?;
        for at in [Wall(40), Wall(20), Wall(20), far, far] {
            store.mark_due("marked", "a", at, Wall(0))?;
        }
        Ok(())
    })?;
    let times = |store: &dyn Store| -> Result<Vec<i64>, String> {
        let mut times: Vec<i64> = store.due_rows("marked", "a")?.into_iter().map(|row| row.at.0).collect();
        times.sort_unstable();
        Ok(times)
    };
    holds(times(store)? == [20, 30, 100_000], "a mark is beside the due time unless an earlier row is enough")?;
    holds(store.due_at("marked", "a")? == Some(Wall(20)), "a subject is due at the earliest time")?;
    let mut taken = (false, false);
    committed(store, |store| {
        taken = (store.take_due("marked", "a", Wall(10))?, store.take_due("marked", "a", Wall(35))?);
        Ok(())
    })?;
    holds(taken == (false, true) && times(store)? == [100_000], "what is due is taken, what is due later stays")?;
    committed(store, |store| Ok(store.set_due("marked", "a", Some(Wall(60)), Wall(0))?))?;
    holds(times(store)? == [60], "a due time that is set takes the place of the marks")?;
    committed(store, |store| Ok(store.set_due("marked", "a", None, Wall(0))?))?;
    holds(times(store)?.is_empty(), "a due time is deleted with its marks")?;
    work_that_marks_itself_again(store)
}

/// Every 0.3 s the subject gets a mark, and its work marks it again for a second later.
fn work_that_marks_itself_again(store: &mut dyn Store) -> Check {
    let mut most = 0;
    for step in 0..200 {
        let now = Wall(1_000_000 + step * 100);
        committed(store, |store| {
            if store.take_due("marked", "again", now)? || step % 3 == 0 {
                store.mark_due("marked", "again", now.plus_ms(1_000), now)?;
            }
            most = most.max(store.due_rows("marked", "again")?.len());
            Ok(())
        })?;
    }
    holds(most <= 3, &format!("its marks do not multiply: {most}"))
}
