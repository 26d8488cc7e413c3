//! What must hold after every step of a core, whatever happened: no view changes unmarked, patches give the list they
//! promise, and the rules of docs/architecture.md that a single browser can break. Messages are many, so they are
//! rendered every few steps only, against everything marked since; all other slices are rendered each time.

use core_wasm::flow::{JobGroup, ListOp, ListSnapshot, SliceKey, StoreKey};
use core_wasm::jobs::ThreadRecord;
use core_wasm::wire::Protocol;
use core_wasm::{View, Workspace};
use std::collections::{BTreeMap, BTreeSet};

const MESSAGES_EVERY: u32 = 8;
const MOST_SNACKBARS: usize = 3;
/// The core remembers so many changes of a list; a reader further behind pulls the whole.
const REMEMBERED_CHANGES: u32 = 256;

#[derive(Default)]
pub(crate) struct Mirror {
    views: BTreeMap<SliceKey, View>,
    /// Messages marked since they were rendered last.
    marked: BTreeSet<SliceKey>,
    steps: u32,
}

impl Mirror {
    /// What the first reader sees of a new instance.
    pub fn prime(workspace: &Workspace) -> Self {
        let mut mirror = Self::default();
        for key in workspace.live_keys() {
            let view = workspace.view(&key);
            mirror.keep(key, view);
        }
        mirror
    }

    /// `dirty` of the step that just ended. The error names the rule and shows what broke it.
    pub fn check(&mut self, workspace: &Workspace, dirty: &BTreeSet<SliceKey>) -> Result<(), String> {
        self.steps += 1;
        self.marked.extend(dirty.iter().filter(|key| is_message(key)).cloned());
        let with_messages = self.steps.is_multiple_of(MESSAGES_EVERY);
        let mut keys = workspace.live_keys();
        keys.extend(self.views.keys().cloned());
        for key in keys {
            if is_message(&key) {
                if with_messages {
                    let marked = self.marked.contains(&key);
                    self.compare(workspace, key, marked)?;
                }
            } else {
                let marked = dirty.contains(&key);
                self.compare(workspace, key, marked)?;
            }
        }
        if with_messages {
            self.marked.clear();
        }
        self.snackbars()?;
        self.lists_hold_each_job_once()?;
        timers_belong_to_jobs(workspace, &self.protocols())?;
        for key in dirty {
            if let SliceKey::Thread(protocol) = key {
                thread_is_in_order(workspace, protocol)?;
            }
        }
        Ok(())
    }

    fn compare(&mut self, workspace: &Workspace, key: SliceKey, marked: bool) -> Result<(), String> {
        let view = workspace.view(&key);
        let before = self.views.get(&key).cloned().unwrap_or_else(|| of_nothing(&key));
        if view == before {
            self.keep(key, view);
            return Ok(());
        }
        if !marked {
            return Err(format!(
                "{key} changed without being marked\nbefore {}\nnow    {}",
                json(&before),
                json(&view)
            ));
        }
        if let (View::List(before), View::List(now)) = (&before, &view) {
            patch_gives(workspace, &key, before, now)?;
        }
        self.keep(key, view);
        Ok(())
    }

    fn keep(&mut self, key: SliceKey, view: View) {
        if view == View::Absent {
            self.views.remove(&key);
        } else {
            self.views.insert(key, view);
        }
    }

    fn list(&self, key: &SliceKey) -> &[String] {
        match self.views.get(key) {
            Some(View::List(list)) => &list.ids,
            _ => &[],
        }
    }

    fn protocols(&self) -> BTreeSet<Protocol> {
        JobGroup::ALL
            .into_iter()
            .flat_map(|group| self.list(&SliceKey::JobOrder(group)).iter().map(|id| Protocol(id.clone())))
            .collect()
    }

    fn snackbars(&self) -> Result<(), String> {
        match self.views.get(&SliceKey::Snackbars) {
            Some(View::Snackbars(view)) if view.items.len() > MOST_SNACKBARS => {
                Err(format!("{} snackbars at once", view.items.len()))
            }
            _ => Ok(()),
        }
    }

    /// Two jobs never share a protocol: each stands in exactly one group, and every job stands somewhere (JOB-001).
    fn lists_hold_each_job_once(&self) -> Result<(), String> {
        let listed: usize = JobGroup::ALL.into_iter().map(|group| self.list(&SliceKey::JobOrder(group)).len()).sum();
        let Some(View::JobSummary(summary)) = self.views.get(&SliceKey::JobSummary) else { return Ok(()) };
        if listed != self.protocols().len() || listed != summary.total as usize {
            return Err(format!("{listed} rows for {} protocols and {} jobs", self.protocols().len(), summary.total));
        }
        Ok(())
    }
}

fn is_message(key: &SliceKey) -> bool {
    matches!(key, SliceKey::Message(..))
}

/// What a reader has before the thing exists.
fn of_nothing(key: &SliceKey) -> View {
    match key {
        SliceKey::Draft(_) => View::Draft(core_wasm::chat::DraftView { epoch: 0, text: String::new() }),
        _ => View::Absent,
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

/// As the reader in the ui applies it; none where the neighbour is not there.
fn apply(ids: &mut Vec<String>, op: &ListOp) -> Option<()> {
    let place = |ids: &[String], before: &Option<String>| match before {
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

fn timers_belong_to_jobs(workspace: &Workspace, jobs: &BTreeSet<Protocol>) -> Result<(), String> {
    match workspace.timers().find(|timer| timer.protocol().is_some_and(|protocol| !jobs.contains(protocol))) {
        Some(timer) => Err(format!("{timer:?} is set, but the job is gone")),
        None => Ok(()),
    }
}

fn thread_is_in_order(workspace: &Workspace, protocol: &Protocol) -> Result<(), String> {
    let Some(record) = workspace.record(&StoreKey::Thread(protocol.clone())) else { return Ok(()) };
    let record: ThreadRecord = serde_json::from_str(&record).map_err(|fault| fault.to_string())?;
    let seqs: Vec<u64> = record.messages.iter().map(|message| message.seq).collect();
    if seqs.windows(2).all(|pair| pair[0] < pair[1]) {
        Ok(())
    } else {
        Err(format!("the messages of {protocol} stand in the order {seqs:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::flow::{Mono, Now};
    use core_wasm::wire::Wall;
    use core_wasm::{Input, Intent, PageInput, Restored};

    fn started() -> (Workspace, Mirror) {
        let mut workspace = Workspace::new([1; 32], Restored::default());
        let mut mirror = Mirror::prime(&workspace);
        let started = PageInput::Started {
            path: "/login".to_owned(),
            user_agent: "Chrome/120".to_owned(),
            online: true,
            focused: true,
            visible: true,
        };
        let step = workspace.handle(Input::Page(started), now());
        mirror.check(&workspace, &step.dirty).unwrap();
        (workspace, mirror)
    }

    fn now() -> Now {
        Now { mono: Mono(1), wall: Wall(1), utc_offset_minutes: 0 }
    }

    #[test]
    fn a_view_that_changes_without_being_marked_is_found_with_its_key_and_both_looks() {
        let (mut workspace, mut mirror) = started();
        let sign_in = Intent::SignIn { login: "ana".to_owned(), password: core_wasm::wire::Secret::default() };
        let mut step = workspace.handle(Input::Intent(sign_in), now());
        assert!(step.dirty.remove(&SliceKey::Session));
        let found = mirror.check(&workspace, &step.dirty).unwrap_err();
        assert!(found.starts_with("session changed without being marked\nbefore {\"phase\":\"signedOut\""), "{found}");
        assert!(found.contains("now    {\"phase\":\"signingIn\""), "{found}");
    }

    #[test]
    fn an_operation_that_does_not_fit_the_reader_is_refused() {
        let mut ids = vec!["a".to_owned()];
        assert_eq!(apply(&mut ids, &ListOp::Remove { id: "b".to_owned() }), None);
        assert_eq!(apply(&mut ids, &ListOp::Insert { id: "a".to_owned(), before: None }), None);
        assert_eq!(apply(&mut ids, &ListOp::Insert { id: "b".to_owned(), before: Some("c".to_owned()) }), None);
        assert_eq!(apply(&mut ids, &ListOp::Insert { id: "b".to_owned(), before: Some("a".to_owned()) }), Some(()));
        assert_eq!(ids, ["b", "a"]);
    }
}
