//! What must hold after every step of a core, whatever happened: no view changes unmarked, patches give the list they
//! promise, and the rules of docs/architecture.md that a single browser can break. What was marked is rendered at once.
//! What was not marked, and messages, which are many, are rendered every few steps, against everything marked since.

use crate::browser::USER_AGENT;
use crate::counts::Counts;
use core_wasm::channels::ChannelStatusView;
use core_wasm::chat::EntryState;
use core_wasm::flow::{JobGroup, ListOp, ListSnapshot, LocalId, Now, SliceKey, StoreKey};
use core_wasm::jobs::{MessageDelivery, ThreadRecord};
use core_wasm::session::SessionPhaseView;
use core_wasm::wire::{Channel, CustomId, Name, Protocol, Secret};
use core_wasm::{Input, PageInput, Restored, View, Workspace};
use std::collections::{BTreeMap, BTreeSet};

const MOST_SNACKBARS: usize = 3;
/// The core remembers so many changes of a list; a reader further behind pulls the whole.
const REMEMBERED_CHANGES: u32 = 256;

/// How often what was *not* marked is looked at. What was marked is looked at after every step, and marks are kept until
/// the next look, so that a change without a mark is found a few steps later at the latest.
#[derive(Clone, Copy)]
struct Frequency {
    house_every: u32,
    jobs_every: u32,
    messages_every: u32,
    restored_every: u32,
}

const EACH_STEP: Frequency = Frequency { house_every: 1, jobs_every: 1, messages_every: 8, restored_every: 100 };
const IN_A_HURRY: Frequency = Frequency { house_every: 8, jobs_every: 32, messages_every: 96, restored_every: 1000 };

/// One attendance as a reader has it.
struct JobMirror {
    /// In the order of `job_keys`.
    views: [View; JOB_SLICES],
    marked: [bool; JOB_SLICES],
    messages: BTreeMap<LocalId, View>,
    marked_messages: BTreeSet<LocalId>,
}

const JOB_SLICES: usize = 6;

pub(crate) struct Mirror {
    /// The slices that always exist.
    house: Vec<(SliceKey, View)>,
    jobs: BTreeMap<Protocol, JobMirror>,
    outbox: BTreeMap<(Protocol, CustomId), EntryState>,
    frequency: Frequency,
    steps: u32,
}

impl Mirror {
    /// What the first reader sees of a new instance.
    pub fn prime(workspace: &Workspace) -> Self {
        let mut mirror =
            Self { house: Vec::new(), jobs: BTreeMap::new(), outbox: BTreeMap::new(), frequency: EACH_STEP, steps: 0 };
        mirror.begins_anew(workspace);
        mirror
    }

    pub fn in_a_hurry(&mut self) {
        self.frequency = IN_A_HURRY;
    }

    /// Another instance stands in the place of the one before.
    pub fn begins_anew(&mut self, workspace: &Workspace) {
        self.house.clear();
        self.jobs.clear();
        self.outbox.clear();
        for key in workspace.live_keys() {
            let view = workspace.view(&key);
            match protocol_of(&key) {
                None => self.house.push((key, view)),
                Some(protocol) => {
                    let job = self.jobs.entry(protocol.clone()).or_insert_with(|| JobMirror::new(protocol));
                    job.keep(&key, view);
                }
            }
        }
    }

    /// `dirty` of the step that just ended. The error names the rule and shows what broke it.
    pub fn check(
        &mut self,
        workspace: &Workspace,
        dirty: &BTreeSet<SliceKey>,
        counts: &mut Counts,
    ) -> Result<(), String> {
        self.steps = self.steps.wrapping_add(1);
        let whole_house = self.steps.is_multiple_of(self.frequency.house_every);
        for (key, before) in &mut self.house {
            let marked = dirty.contains(key);
            if marked || whole_house {
                compare(workspace, key, before, marked, counts)?;
            }
        }
        for key in dirty {
            if let Some(protocol) = protocol_of(key) {
                self.jobs.entry(protocol.clone()).or_insert_with(|| JobMirror::new(protocol)).mark(key);
            }
        }
        for group in JobGroup::ALL {
            for id in list(&self.house, group) {
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

    fn view(&self, key: &SliceKey) -> &View {
        self.house.iter().find(|(held, _)| held == key).map_or(&View::Absent, |(_, view)| view)
    }

    fn snackbars(&self) -> Result<(), String> {
        match self.view(&SliceKey::Snackbars) {
            View::Snackbars(view) if view.items.len() > MOST_SNACKBARS => {
                Err(format!("{} snackbars at once", view.items.len()))
            }
            _ => Ok(()),
        }
    }

    /// Two jobs never share a protocol: each stands in exactly one group, and every job stands somewhere (JOB-001).
    fn lists_hold_each_job_once(&self) -> Result<(), String> {
        let mut listed: Vec<&Name> = JobGroup::ALL.into_iter().flat_map(|group| list(&self.house, group)).collect();
        let rows = listed.len();
        listed.sort_unstable();
        listed.dedup();
        match self.view(&SliceKey::JobSummary) {
            View::JobSummary(summary) if rows != listed.len() || rows != summary.total as usize => {
                Err(format!("{rows} rows for {} protocols and {} jobs", listed.len(), summary.total))
            }
            _ => Ok(()),
        }
    }

    /// The number at the top is the sum of the numbers at the rows.
    fn counts_are_sums(&self) -> Result<(), String> {
        let rows = self.jobs.values().filter_map(|job| match &job.views[ROW] {
            View::JobRow(row) => Some(row.unread),
            _ => None,
        });
        let sum: u32 = rows.sum();
        match self.view(&SliceKey::JobSummary) {
            View::JobSummary(summary) if summary.unread != sum => {
                Err(format!("{} unread in all, {sum} at the rows", summary.unread))
            }
            _ => Ok(()),
        }
    }

    /// Available means connected, nothing open and no pause; in attendance means something open (CHN-006, CHN-009).
    fn status_follows_the_facts(&self) -> Result<(), String> {
        let View::Channels(channels) = self.view(&SliceKey::Channels) else { return Ok(()) };
        // Until the server has answered, what was stored shows behind a loader.
        if !matches!(self.view(&SliceKey::Session), View::Session(session) if session.phase == SessionPhaseView::Ready)
        {
            return Ok(());
        }
        let open = list(&self.house, JobGroup::Active).len();
        for channel in channels.items.iter().filter(|channel| channel.channel == Channel::Chat) {
            let holds = match channel.status {
                ChannelStatusView::Available => channel.connected && open == 0 && channel.pause.is_none(),
                ChannelStatusView::InAttendance => channel.connected && open > 0 && channel.pause.is_none(),
                ChannelStatusView::Disconnected => !channel.connected,
                _ => true,
            };
            if !holds {
                return Err(format!("chat is {channel:?} with {open} open attendances"));
            }
        }
        Ok(())
    }

    fn timers_belong_to_jobs(&self, workspace: &Workspace) -> Result<(), String> {
        let is_listed =
            |protocol: &Protocol| JobGroup::ALL.into_iter().any(|group| list(&self.house, group).contains(&protocol.0));
        match workspace.timers().find(|timer| timer.protocol().is_some_and(|protocol| !is_listed(protocol))) {
            Some(timer) => Err(format!("{timer:?} is set, but the job is gone")),
            None => Ok(()),
        }
    }

    /// A message leaves only when every earlier one of its attendance has arrived or was refused (BEY-004).
    fn outbox_is_in_order(&mut self, workspace: &Workspace, counts: &mut Counts) -> Result<(), String> {
        let outbox = workspace.outbox();
        if outbox.is_empty() && self.outbox.is_empty() {
            return Ok(());
        }
        let mut now = BTreeMap::new();
        for protocol in outbox.protocols() {
            let line = outbox.entries(&protocol);
            let mut all_refused = true;
            for entry in line {
                let key = (protocol.clone(), entry.custom_id.clone());
                let leaves =
                    entry.state == EntryState::InFlight && self.outbox.get(&key) != Some(&EntryState::InFlight);
                if leaves && !all_refused {
                    return Err(format!("{} overtakes an earlier message of {protocol}: {line:?}", entry.custom_id));
                }
                all_refused &= entry.state.is_failed();
                now.insert(key, entry.state);
            }
        }
        for (key, state) in &now {
            let before = self.outbox.get(key);
            if before != Some(state) {
                counts.outbox(before, Some(state));
            }
        }
        for (_, state) in self.outbox.iter().filter(|(key, _)| !now.contains_key(*key)) {
            counts.outbox(Some(state), None);
        }
        self.outbox = now;
        Ok(())
    }
}

const ROW: usize = 0;
const THREAD: usize = 3;

fn job_keys(protocol: &Protocol) -> [SliceKey; JOB_SLICES] {
    let protocol = || protocol.clone();
    [
        SliceKey::JobRow(protocol()),
        SliceKey::Job(protocol()),
        SliceKey::Draft(protocol()),
        SliceKey::Thread(protocol()),
        SliceKey::Contact(protocol()),
        SliceKey::Qualification(protocol()),
    ]
}

fn place_of(key: &SliceKey) -> Option<usize> {
    Some(match key {
        SliceKey::JobRow(_) => ROW,
        SliceKey::Job(_) => 1,
        SliceKey::Draft(_) => 2,
        SliceKey::Thread(_) => THREAD,
        SliceKey::Contact(_) => 4,
        SliceKey::Qualification(_) => 5,
        _ => return None,
    })
}

impl JobMirror {
    fn new(protocol: &Protocol) -> Self {
        Self {
            views: job_keys(protocol).map(|key| of_nothing(&key)),
            marked: [false; JOB_SLICES],
            messages: BTreeMap::new(),
            marked_messages: BTreeSet::new(),
        }
    }

    fn keep(&mut self, key: &SliceKey, view: View) {
        match (place_of(key), key) {
            (Some(place), _) => self.views[place] = view,
            (None, SliceKey::Message(_, id)) => {
                self.messages.insert(id.clone(), view);
            }
            (None, _) => {}
        }
    }

    fn mark(&mut self, key: &SliceKey) {
        match (place_of(key), key) {
            (Some(place), _) => self.marked[place] = true,
            (None, SliceKey::Message(_, id)) => {
                self.marked_messages.insert(id.clone());
            }
            (None, _) => {}
        }
    }

    fn is_gone(&self) -> bool {
        self.views[ROW] == View::Absent
            && self.messages.is_empty()
            && !matches!(&self.views[2], View::Draft(draft) if draft.epoch > 0 || !draft.text.is_empty())
    }

    fn check(
        &mut self,
        workspace: &Workspace,
        protocol: &Protocol,
        all: bool,
        counts: &mut Counts,
    ) -> Result<(), String> {
        if !all && self.marked == [false; JOB_SLICES] {
            return Ok(());
        }
        for (place, key) in job_keys(protocol).into_iter().enumerate() {
            if all || self.marked[place] {
                compare(workspace, &key, &mut self.views[place], self.marked[place], counts)?;
                self.marked[place] = false;
            }
        }
        Ok(())
    }

    fn check_messages(
        &mut self,
        workspace: &Workspace,
        protocol: &Protocol,
        counts: &mut Counts,
    ) -> Result<(), String> {
        let shown: &[Name] = match &self.views[THREAD] {
            View::List(list) => &list.ids,
            _ => &[],
        };
        for id in shown {
            if !self.messages.contains_key(id) {
                self.messages.insert(id.clone(), View::Absent);
            }
        }
        for (id, before) in &mut self.messages {
            let key = SliceKey::Message(protocol.clone(), id.clone());
            compare(workspace, &key, before, self.marked_messages.contains(id), counts)?;
        }
        // Whatever the server has not confirmed stands below all that it has (BEY-006).
        let confirmed = |id: &LocalId| match self.messages.get(id) {
            Some(View::Message(message)) => {
                !matches!(message.delivery, MessageDelivery::Sending | MessageDelivery::Failed)
            }
            _ => false,
        };
        let first_pending = shown.iter().position(|id| !confirmed(id)).unwrap_or(shown.len());
        if shown.iter().skip(first_pending).any(confirmed) {
            return Err(format!("a confirmed message of {protocol} stands below one that is not: {shown:?}"));
        }
        if !self.marked_messages.is_empty() {
            thread_is_in_order(workspace, protocol)?;
        }
        self.marked_messages.clear();
        self.messages.retain(|_, view| *view != View::Absent);
        Ok(())
    }
}

/// The attendance a slice belongs to.
fn protocol_of(key: &SliceKey) -> Option<&Protocol> {
    match key {
        SliceKey::JobRow(protocol)
        | SliceKey::Job(protocol)
        | SliceKey::Draft(protocol)
        | SliceKey::Thread(protocol)
        | SliceKey::Message(protocol, _)
        | SliceKey::Contact(protocol)
        | SliceKey::Qualification(protocol) => Some(protocol),
        _ => None,
    }
}

fn list(house: &[(SliceKey, View)], group: JobGroup) -> &[Name] {
    match house.iter().find(|(key, _)| *key == SliceKey::JobOrder(group)) {
        Some((_, View::List(list))) => &list.ids,
        _ => &[],
    }
}

fn compare(
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

/// What a reader has before the thing exists.
fn of_nothing(key: &SliceKey) -> View {
    match key {
        SliceKey::Draft(_) => View::Draft(core_wasm::chat::DraftView { epoch: 0, text: String::new() }),
        _ => View::Absent,
    }
}

/// restore(persist(s)) = s: a new instance on the records of this one keeps the same records and shows the same lists.
pub(crate) fn comes_back_whole(workspace: &Workspace) -> Result<(), String> {
    let Some(token) = workspace.record(&StoreKey::Token) else { return Ok(()) };
    let mut keys = vec![
        StoreKey::Authentication,
        StoreKey::Agent,
        StoreKey::System,
        StoreKey::Channel,
        StoreKey::AttendanceGroups,
        StoreKey::Notifications,
        StoreKey::Connection,
    ];
    let lists = JobGroup::ALL.map(SliceKey::JobOrder);
    for key in &lists {
        let View::List(list) = workspace.view(key) else { continue };
        for id in list.ids {
            let protocol = Protocol(id);
            keys.push(StoreKey::Thread(protocol.clone()));
            keys.push(StoreKey::Job(protocol.clone()));
            keys.push(StoreKey::Qualification(protocol));
        }
    }
    let kept = |key: &StoreKey| workspace.record(key).map(|text| (key.name(), text));
    let mut records: Vec<(String, String)> = keys.iter().filter_map(kept).collect();
    records.extend(kept(&StoreKey::Jobs));
    let restored = Restored {
        token: Some(Secret::new(token)),
        preferences: workspace.record(&StoreKey::Preferences),
        records,
        ..Restored::default()
    };
    let mut again = Workspace::new([0; 32], restored);
    let started = PageInput::Started {
        path: "/attendance".to_owned(),
        user_agent: USER_AGENT.to_owned(),
        online: true,
        focused: false,
        visible: true,
    };
    again.handle(Input::Page(started), Now::default());
    for key in &keys {
        let (before, after) = (durable(key, workspace.record(key)), durable(key, again.record(key)));
        if before != after {
            return Err(format!("{} does not come back\nbefore {before:?}\nafter  {after:?}", key.name()));
        }
    }
    for key in &lists {
        // The same attendances; rows that are held in their places (JOB-029) take others after a reload.
        let ids = |workspace: &Workspace| match workspace.view(key) {
            View::List(list) => list.ids.into_iter().collect::<BTreeSet<_>>(),
            _ => BTreeSet::new(),
        };
        let (before, after) = (ids(workspace), ids(&again));
        if before != after {
            return Err(format!("{key} comes back as {after:?} instead of {before:?}"));
        }
    }
    Ok(())
}

/// What the customer does at this moment is not kept.
fn durable(key: &StoreKey, record: Option<String>) -> Option<String> {
    match key {
        StoreKey::Job(_) => record.map(|text| text.replacen(r#""typing":true"#, r#""typing":false"#, 1)),
        _ => record,
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
    use core_wasm::Intent;
    use core_wasm::flow::Mono;
    use core_wasm::wire::Wall;

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
        Now { mono: Mono(1), wall: Wall(1), utc_offset_minutes: 0 }
    }

    #[test]
    fn a_view_that_changes_without_being_marked_is_found_with_its_key_and_both_looks() {
        let (mut workspace, mut mirror) = started();
        let sign_in = Intent::SignIn { login: "ana".to_owned(), password: core_wasm::wire::Secret::default() };
        let mut marked: BTreeSet<SliceKey> =
            workspace.handle(Input::Intent(sign_in), now()).dirty.into_iter().collect();
        assert!(marked.remove(&SliceKey::Session));
        let found = mirror.check(&workspace, &marked, &mut Counts::default()).unwrap_err();
        assert!(found.starts_with("session changed without being marked\nbefore {\"phase\":\"signedOut\""), "{found}");
        assert!(found.contains("now    {\"phase\":\"signingIn\""), "{found}");
    }

    #[test]
    fn an_operation_that_does_not_fit_the_reader_is_refused() {
        let mut ids = vec![Name::from("a")];
        assert_eq!(apply(&mut ids, &ListOp::Remove { id: "b".into() }), None);
        assert_eq!(apply(&mut ids, &ListOp::Insert { id: "a".into(), before: None }), None);
        assert_eq!(apply(&mut ids, &ListOp::Insert { id: "b".into(), before: Some("c".into()) }), None);
        assert_eq!(apply(&mut ids, &ListOp::Insert { id: "b".into(), before: Some("a".into()) }), Some(()));
        assert_eq!(ids, ["b", "a"]);
    }
}
