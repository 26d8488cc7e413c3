//! Conformance of imports of contacts.

use super::{Check, committed, holds};
use crate::store::{ImportPhase, ImportPortionRow, ImportRow, RefusedLine, Store};
use wire::{AgentId, ContactId, OrgUnitId};

pub(super) fn check(store: &mut dyn Store) -> Check {
    let import = |agent: &str, id: &str| ImportRow {
        agent_id: AgentId::from(agent),
        id: id.to_owned(),
        org_unit_id: OrgUnitId::from("l1"),
        columns: vec!["fullname".to_owned()],
        lines: 3,
        staged: 2,
        applied: 1,
        created: 1,
        phase: ImportPhase::Applying,
    };
    let portion = |import: &str, first: u32| ImportPortionRow {
        import_id: import.to_owned(),
        first,
        count: 2,
        lines: vec![vec!["Zoé \u{0}\u{202e}".to_owned()], Vec::new()],
        created: vec![ContactId::from("7")],
        refused: vec![RefusedLine { line: first, field: "fullname".to_owned(), reason: "required".to_owned() }],
    };
    let (one, other) = (import("i1", "a"), import("i2", "b"));
    committed(store, |store| {
        store.put_import(&import("i1", "old"))?;
        store.put_import(&one)?;
        store.put_import(&other)?;
        for first in [10, 0, 9] {
            store.put_import_portion(&portion("a", first))?;
        }
        Ok(store.put_import_portion(&portion("b", 0))?)
    })?;
    holds(store.import_of(&one.agent_id)? == Some(one.clone()), "an agent has one import, the last one")?;
    holds(store.import_portion("a", 9)? == Some(portion("a", 9)), "a portion comes back as it was put")?;
    let from = |line, limit| -> Result<Vec<u32>, String> {
        Ok(store.import_portions_from("a", line, limit)?.into_iter().map(|portion| portion.first).collect())
    };
    holds(from(0, 9)? == [0, 9, 10], "portions come by their numbers")?;
    holds(from(9, 1)? == [9], "portions from a line on")?;
    holds(from(11, 9)?.is_empty(), "no portion after the last one")?;
    holds(store.last_import_portion("a")?.is_some_and(|last| last.first == 10), "the last portion is found")?;
    committed(store, |store| Ok(store.delete_import_portion("a", 10)?))?;
    holds(store.last_import_portion("a")?.is_some_and(|last| last.first == 9), "a deleted portion is gone")?;
    committed(store, |store| Ok(store.delete_import(&one)?))?;
    let is_gone = store.import_of(&one.agent_id)?.is_none() && store.last_import_portion("a")?.is_none();
    holds(is_gone, "a deleted import is gone with its portions")?;
    holds(store.import_portion("b", 0)?.is_some(), "another import stays")?;
    committed(store, |store| Ok(store.delete_import(&other)?))
}
