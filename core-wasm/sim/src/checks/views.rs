//! Comparison of a view with the copy of a subscriber: it changed only if it was marked, and a list changed as its
//! patch says.

use crate::counts::Counts;
use core_wasm::conversation;
use core_wasm::conversation::ConversationSlice;
use core_wasm::flow::{ListOp, ListSnapshot, SliceKey};
use core_wasm::wire::Name;
use core_wasm::{View, Workspace};

/// The core remembers this number of changes of a list; a subscriber with an older version reads the whole list.
const REMEMBERED_CHANGES: u32 = 256;

pub(super) fn compare(
    workspace: &Workspace,
    key: &SliceKey,
    held: &mut View,
    marked: bool,
    counts: &mut Counts,
) -> Result<(), String> {
    let view = workspace.view(key);
    if view == *held {
        return Ok(());
    }
    if !marked {
        return Err(format!("{key} changed without being marked\nbefore {}\nnow    {}", json(held), json(&view)));
    }
    if let (View::List(before), View::List(now)) = (&*held, &view) {
        patch_gives(workspace, key, before, now)?;
    }
    counts.changed(held, &view);
    *held = view;
    Ok(())
}

/// The subscriber's value before the entity exists.
pub(super) fn of_nothing(key: &SliceKey) -> View {
    if conversation::slices::DRAFT.has(key) {
        View::Conversation(ConversationSlice::Draft(conversation::DraftView::default()))
    } else {
        View::Absent
    }
}

fn json(view: &View) -> String {
    serde_json::to_string(view).unwrap_or_else(|fault| fault.to_string())
}

fn patch_gives(workspace: &Workspace, key: &SliceKey, before: &ListSnapshot, now: &ListSnapshot) -> Result<(), String> {
    let Some(patch) = workspace.patch(key, before.version) else {
        let reader_is_behind = now.version.checked_sub(before.version).is_none_or(|missed| missed > REMEMBERED_CHANGES);
        return if reader_is_behind { Ok(()) } else { Err(format!("{key} has no patch since {}", before.version)) };
    };
    let mut ids = before.ids.clone();
    for op in &patch.ops {
        apply(&mut ids, op).ok_or_else(|| format!("{key}: {op:?} does not fit {ids:?}"))?;
    }
    if ids != now.ids || patch.version != now.version {
        return Err(format!("{key}: the patch {patch:?} makes {ids:?} of {:?}, not {:?}", before.ids, now.ids));
    }
    Ok(())
}

/// Applies an operation as the subscriber in the ui does; `None` if the neighbour is missing.
fn apply(ids: &mut Vec<Name>, op: &ListOp) -> Option<()> {
    let place = |ids: &[Name], before: &Option<Name>| match before {
        Some(before) => ids.iter().position(|id| id == before),
        None => Some(ids.len()),
    };
    match op {
        ListOp::Insert { id, before } => {
            let at = place(ids, before).filter(|_| !ids.contains(id))?;
            ids.insert(at, id.clone());
        }
        ListOp::Move { id, before } => {
            let from = ids.iter().position(|other| other == id)?;
            ids.remove(from);
            let at = place(ids, before)?;
            ids.insert(at, id.clone());
        }
        ListOp::Remove { id } => {
            let at = ids.iter().position(|other| other == id)?;
            ids.remove(at);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_operation_that_does_not_fit_the_snapshot_of_the_subscriber_is_refused() {
        let mut ids = vec![Name::from("a")];
        assert_eq!(apply(&mut ids, &ListOp::Remove { id: "b".into() }), None);
        assert_eq!(apply(&mut ids, &ListOp::Insert { id: "a".into(), before: None }), None);
        assert_eq!(apply(&mut ids, &ListOp::Insert { id: "b".into(), before: Some("c".into()) }), None);
        assert_eq!(apply(&mut ids, &ListOp::Insert { id: "b".into(), before: Some("a".into()) }), Some(()));
        assert_eq!(ids, ["b", "a"]);
    }
}
