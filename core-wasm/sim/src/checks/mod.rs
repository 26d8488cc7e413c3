//! Invariants that must hold after every step of a core: no view changes without a mark, patches give the list that
//! they describe, and the rules of docs/architecture.md that a single browser can violate hold. Marked slices are
//! rendered at once. Unmarked slices, and messages, which are many, are rendered every few steps and compared with all
//! marks since.

mod job;
mod restored;
mod rules;
mod views;

use crate::counts::Counts;
use core_wasm::broadcasts;
use core_wasm::conversation::EntryState;
use core_wasm::flow::{JobGroup, SliceKey};
use core_wasm::jobs;
use core_wasm::session;
use core_wasm::session::SessionPhaseView;
use core_wasm::session::SessionSlice;
use core_wasm::wire::{CustomId, Name, Protocol};
use core_wasm::{View, Workspace};
use job::JobMirror;
pub(crate) use restored::comes_back_whole;
use std::collections::{BTreeMap, BTreeSet};
use views::compare;

/// How often unmarked slices are checked. Marked ones are checked after every step. Marks are kept until the next check
/// of the unmarked slices, so that a change without a mark is found at most a few steps later.
#[derive(Clone, Copy)]
struct Frequency {
    house_every: u32,
    jobs_every: u32,
    messages_every: u32,
    restored_every: u32,
}

const EACH_STEP: Frequency = Frequency { house_every: 1, jobs_every: 1, messages_every: 8, restored_every: 100 };
const RARELY: Frequency = Frequency { house_every: 8, jobs_every: 32, messages_every: 96, restored_every: 1000 };

pub(crate) struct Mirror {
    /// The slices that always exist.
    global: Vec<(SliceKey, View)>,
    /// Slices of broadcasts that exist for some time.
    broadcasts: BTreeMap<SliceKey, View>,
    jobs: BTreeMap<Protocol, JobMirror>,
    outbox: BTreeMap<(Protocol, CustomId), EntryState>,
    frequency: Frequency,
    steps: u32,
}

impl Mirror {
    /// The views of a new instance for the first subscriber.
    pub fn prime(workspace: &Workspace) -> Self {
        let mut mirror = Self {
            global: Vec::new(),
            broadcasts: BTreeMap::new(),
            jobs: BTreeMap::new(),
            outbox: BTreeMap::new(),
            frequency: EACH_STEP,
            steps: 0,
        };
        mirror.begins_anew(workspace);
        mirror
    }

    pub fn checks_rarely(&mut self) {
        self.frequency = RARELY;
    }

    /// Another instance replaces the earlier one.
    pub fn begins_anew(&mut self, workspace: &Workspace) {
        self.global.clear();
        self.broadcasts.clear();
        self.jobs.clear();
        self.outbox.clear();
        for key in workspace.live_keys() {
            let view = workspace.view(&key);
            match key.protocol() {
                None if is_of_broadcast(&key) => {
                    self.broadcasts.insert(key, view);
                }
                None => self.global.push((key, view)),
                Some(protocol) => {
                    let job = self.jobs.entry(protocol.clone()).or_insert_with(|| JobMirror::new(protocol));
                    job.keep(&key, view);
                }
            }
        }
    }

    /// Checks the step that just ended, with its `dirty` slices. The error names the violated rule and its values.
    pub fn check(
        &mut self,
        workspace: &Workspace,
        dirty: &BTreeSet<SliceKey>,
        counts: &mut Counts,
    ) -> Result<(), String> {
        self.steps = self.steps.wrapping_add(1);
        let whole_house = self.steps.is_multiple_of(self.frequency.house_every);
        for (key, before) in &mut self.global {
            let marked = dirty.contains(key);
            if marked || whole_house {
                compare(workspace, key, before, marked, counts)?;
            }
        }
        for key in dirty.iter().filter(|key| is_of_broadcast(key)) {
            self.broadcasts.entry(key.clone()).or_insert(View::Absent);
        }
        for (key, before) in &mut self.broadcasts {
            let marked = dirty.contains(key);
            if marked || whole_house {
                compare(workspace, key, before, marked, counts)?;
            }
        }
        self.broadcasts.retain(|_, view| *view != View::Absent);
        for key in dirty {
            if let Some(protocol) = key.protocol() {
                self.jobs.entry(protocol.clone()).or_insert_with(|| JobMirror::new(protocol)).mark(key);
            }
        }
        for group in JobGroup::ALL {
            for id in list(&self.global, group) {
                let protocol = Protocol(id.clone());
                if !self.jobs.contains_key(&protocol) {
                    self.jobs.insert(protocol.clone(), JobMirror::new(&protocol));
                }
            }
        }
        let all_slices = self.steps.is_multiple_of(self.frequency.jobs_every);
        let with_messages = self.steps.is_multiple_of(self.frequency.messages_every);
        for (protocol, job) in &mut self.jobs {
            job.check(workspace, protocol, all_slices, counts)?;
            if with_messages {
                job.check_messages(workspace, protocol, counts)?;
            }
        }
        self.jobs.retain(|_, job| !job.is_gone());
        self.snackbars()?;
        self.lists_hold_each_job_once()?;
        self.counts_are_sums()?;
        self.status_follows_the_facts()?;
        self.timers_belong_to_jobs(workspace)?;
        self.outbox_is_in_order(workspace, counts)?;
        if self.steps.is_multiple_of(self.frequency.restored_every) {
            comes_back_whole(workspace)?;
        }
        Ok(())
    }

    pub fn session_phase(&self) -> Option<SessionPhaseView> {
        match self.view(&session::slices::SESSION.key()) {
            View::Session(SessionSlice::Session(session)) => Some(session.phase),
            _ => None,
        }
    }

    /// The last view of this slice that a subscriber has.
    pub fn view(&self, key: &SliceKey) -> &View {
        self.global.iter().find(|(held, _)| held == key).map_or(&View::Absent, |(_, view)| view)
    }
}

/// Whether the slice is a list, an entry or a contact to choose.
fn is_of_broadcast(key: &SliceKey) -> bool {
    use broadcasts::slices::{CARD, CONTACT, ENTRY};
    CARD.has(key) || ENTRY.has(key) || CONTACT.has(key)
}

fn list(global: &[(SliceKey, View)], group: JobGroup) -> &[Name] {
    match global.iter().find(|(key, _)| *key == jobs::order_key(group)) {
        Some((_, View::List(list))) => &list.ids,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::flow::{Mono, Now};
    use core_wasm::session::SessionIntent;
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
        mirror.check(&workspace, &step.dirty.into_iter().collect(), &mut Counts::default()).unwrap();
        (workspace, mirror)
    }

    fn now() -> Now {
        Now { mono: Mono(1), wall: Wall(1) }
    }

    #[test]
    fn a_view_that_changes_without_a_mark_is_reported_with_its_key_and_both_values() {
        let (mut workspace, mut mirror) = started();
        let sign_in = Intent::Session(SessionIntent::SignIn {
            login: "ana".to_owned(),
            password: core_wasm::wire::Secret::default(),
        });
        let mut marked: BTreeSet<SliceKey> =
            workspace.handle(Input::Intent(sign_in), now()).dirty.into_iter().collect();
        assert!(marked.remove(&session::slices::SESSION.key()));
        let found = mirror.check(&workspace, &marked, &mut Counts::default()).unwrap_err();
        assert!(found.starts_with("session changed without being marked\nbefore {\"phase\":\"signedOut\""), "{found}");
        assert!(found.contains("now    {\"phase\":\"signingIn\""), "{found}");
    }
}
