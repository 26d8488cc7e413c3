//! Several attendances at once (BEY-156): the agent selects them in the list, qualifies those that have ended with one
//! choice or finishes those that are open, and sees one result. Three requests are under way at a time. Attendances
//! that remained undone stay selected.
//!
//! Phases: `Selecting`, `Asked` (the dialog is open), `Working`, `Told` (the dialog shows the attendances that remained
//! undone).

use super::bulk_item::{BulkItem, BulkItemEvent, BulkReason};
use super::bulk_lists::{CommonChoice, QueueList, QueueLists, choice_of, common};
use super::machine::Options;
use crate::wire::{Channel, Protocol, QualificationRecord, QueueId};
use serde::{Deserialize, Serialize};

/// Greatest number of pending requests.
const AT_A_TIME: usize = 3;

/// The task for the selected attendances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BulkTask {
    /// Ended attendances are qualified; if the queue has no list of qualifications, with the default qualification.
    Qualify,
    /// Open attendances are finished; afterwards they wait for their qualification.
    Finish,
}

/// What a bulk action does to the attendances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BulkAim {
    /// At least one of the ended attendances gets a qualification that the agent chose.
    Qualify,
    /// Ended attendances are closed: none of their queues has qualifications.
    Close,
    /// Open attendances are finished.
    Finish,
}

impl BulkAim {
    /// `only_closes`: none of the queues has qualifications.
    pub(super) fn of(task: BulkTask, only_closes: bool) -> Self {
        match task {
            BulkTask::Finish => Self::Finish,
            BulkTask::Qualify if only_closes => Self::Close,
            BulkTask::Qualify => Self::Qualify,
        }
    }
}

/// The facts of an attendance that a bulk action needs.
#[derive(Clone, Debug, PartialEq)]
pub struct BulkFact {
    /// The attendance.
    pub protocol: Protocol,
    /// Name of the customer.
    pub name: String,
    /// Channel of the attendance.
    pub channel: Channel,
    /// The attendance has ended.
    pub ended: bool,
    /// The customer is registered.
    pub registered: bool,
    /// The queue or campaign whose qualifications apply to it.
    pub list: Option<QueueId>,
    /// An observation is required.
    pub observation_required: bool,
    /// The customer waits for an answer.
    pub waits: bool,
    /// A text, a file or a message of the agent was not sent.
    pub unsent: bool,
    /// Number of messages that are being sent.
    pub on_the_way: u32,
}

impl BulkFact {
    /// Whether the task of the dialog applies to this attendance.
    pub(super) fn concerns(&self, task: BulkTask) -> bool {
        match task {
            BulkTask::Qualify => self.ended,
            BulkTask::Finish => !self.ended && self.channel != Channel::Voice,
        }
    }

    /// Why the attendance cannot be part of the task; `None` if it can.
    pub(super) fn obstacle(&self, task: BulkTask) -> Option<BulkReason> {
        match task {
            BulkTask::Qualify if !self.ended => Some(BulkReason::OpenAgain),
            BulkTask::Qualify => (!self.registered).then_some(BulkReason::NeedsContact),
            BulkTask::Finish => None,
        }
    }

    /// Whether the attendance has reached the state that the task aims at.
    fn is_reached(&self, task: BulkTask) -> bool {
        task == BulkTask::Finish && self.ended
    }
}

/// One attendance of the work.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WorkItem {
    pub protocol: Protocol,
    pub name: String,
    pub channel: Channel,
    pub state: BulkItem,
}

/// The attendances of the bulk action.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Work {
    pub task: BulkTask,
    /// None of the queues has qualifications.
    pub only_closes: bool,
    pub items: Vec<WorkItem>,
}

/// The phase of the bulk action.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Phase {
    /// The agent selects attendances, or none is selected.
    #[default]
    Selecting,
    /// The dialog asks what to do.
    Asked(BulkTask),
    /// The requests are being sent.
    Working(Work),
    /// The dialog shows the result, because attendances remained undone.
    Told(Work),
}

/// The record of a running bulk action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredBulk {
    task: BulkTask,
    /// None of the queues has qualifications. Absent in records of an older version.
    #[serde(default)]
    only_closes: bool,
    /// Number of attendances that were done.
    done: u32,
    /// The other attendances, with the state that they have after the reload.
    rest: Vec<(Protocol, String, Channel)>,
}

/// An action of the workspace for the bulk action.
#[derive(Clone, Debug, PartialEq)]
pub enum BulkStep {
    /// The list of a queue is needed.
    LoadList(Option<QueueId>),
    /// The attendance is qualified.
    Qualify(Protocol, QualificationRecord),
    /// The attendance is finished; `true`: after its messages were sent.
    Finish(Protocol, bool),
    /// The bulk action is over; `left` is 0 if every attendance was done.
    Over {
        /// What was done.
        aim: BulkAim,
        /// How many are done.
        done: u32,
        /// Number of attendances that remained undone.
        left: u32,
    },
}

/// Selection, choice and running work of a bulk action.
#[derive(Debug, Default)]
pub struct Bulk {
    /// The selected attendances, in the order of the list.
    pub(super) selected: Vec<Protocol>,
    pub(super) facts: Vec<BulkFact>,
    pub(super) phase: Phase,
    pub(super) lists: QueueLists,
    pub(super) choice: Option<CommonChoice>,
    pub(super) observation: String,
    pub(super) choice_missing: bool,
    pub(super) observation_missing: bool,
    /// Number of attendances that were done before the page was reloaded.
    pub(super) done_before: u32,
}

impl Bulk {
    /// Whether there is nothing to update.
    pub fn is_idle(&self) -> bool {
        self.selected.is_empty() && self.phase == Phase::Selecting
    }

    /// The attendances whose facts are needed.
    pub fn protocols(&self) -> Vec<Protocol> {
        match &self.phase {
            Phase::Selecting | Phase::Asked(_) | Phase::Told(_) => self.selected.clone(),
            Phase::Working(work) => work.items.iter().map(|item| item.protocol.clone()).collect(),
        }
    }

    /// Whether requests are being sent.
    pub fn is_working(&self) -> bool {
        matches!(self.phase, Phase::Working(_))
    }

    /// Whether the dialog is open in this phase.
    pub fn has_dialog(&self) -> bool {
        matches!(self.phase, Phase::Asked(_) | Phase::Told(_))
    }

    /// The agent selected these attendances; during a running bulk action the selection stays.
    pub fn select(&mut self, protocols: Vec<Protocol>) {
        if !matches!(self.phase, Phase::Working(_)) {
            self.selected.clear();
            for protocol in protocols {
                if !self.selected.contains(&protocol) {
                    self.selected.push(protocol);
                }
            }
            self.phase = Phase::Selecting;
        }
    }

    /// The dialog of a task opens. Returns the lists that it needs; `None` if the task applies to no selected
    /// attendance.
    pub fn ask(&mut self, task: BulkTask) -> Option<Vec<BulkStep>> {
        let is_meant = self.facts.iter().any(|fact| fact.concerns(task));
        if !is_meant || matches!(self.phase, Phase::Working(_)) {
            return None;
        }
        self.phase = Phase::Asked(task);
        (self.choice_missing, self.observation_missing) = (false, false);
        Some(if task == BulkTask::Qualify { self.missing_lists() } else { Vec::new() })
    }

    /// The lists that were not loaded, or whose load failed.
    pub fn missing_lists(&mut self) -> Vec<BulkStep> {
        let meant = self.facts.iter().filter(|fact| fact.concerns(BulkTask::Qualify));
        let ids: Vec<Option<QueueId>> = meant.map(|fact| fact.list.clone()).collect();
        let mut steps = Vec::new();
        for id in ids {
            let list = self.lists.or_default(id.clone());
            if matches!(list.options, Options::NotAsked | Options::Failed) {
                list.options = Options::Loading;
                steps.push(BulkStep::LoadList(id));
            }
        }
        steps
    }

    /// The list of a queue was answered.
    pub fn list_loaded(&mut self, id: Option<QueueId>, list: QueueList) {
        self.lists.insert(id, list);
        let options = self.options();
        if super::bulk_lists::option_of(&options, self.choice.as_ref()).is_none() {
            self.choice = None;
        }
    }

    /// The qualifications that all selected attendances have in common.
    pub(super) fn options(&self) -> Vec<QualificationRecord> {
        let mut ids: Vec<&Option<QueueId>> = Vec::new();
        for fact in self.facts.iter().filter(|fact| fact.concerns(BulkTask::Qualify)) {
            if fact.obstacle(BulkTask::Qualify).is_none() && !ids.contains(&&fact.list) {
                ids.push(&fact.list);
            }
        }
        common(ids.into_iter().filter_map(|id| self.lists.get(id)))
    }

    /// The agent chose a qualification.
    pub fn choose(&mut self, id: &str) {
        self.choice = choice_of(&self.options(), id);
        self.choice_missing = false;
    }

    /// The agent changed the observation.
    pub fn observe(&mut self, observation: &str) {
        observation.clone_into(&mut self.observation);
        self.observation_missing &= observation.trim().is_empty();
    }

    /// An attendance that can be qualified needs an observation.
    pub(super) fn observation_required(&self) -> bool {
        let can_be = |fact: &&BulkFact| fact.concerns(BulkTask::Qualify) && fact.obstacle(BulkTask::Qualify).is_none();
        self.facts.iter().filter(can_be).any(|fact| fact.observation_required)
    }

    /// The agent confirmed the dialog: the bulk action begins, or missing values are marked. Returns whether it begins.
    pub fn confirm(&mut self) -> bool {
        let Phase::Asked(task) = self.phase else { return false };
        let meant: Vec<&BulkFact> = self.facts.iter().filter(|fact| fact.concerns(task)).collect();
        let possible = meant.iter().filter(|fact| fact.obstacle(task).is_none());
        let possible: Vec<&BulkFact> = possible.copied().collect();
        if possible.is_empty() {
            return false;
        }
        if task == BulkTask::Qualify {
            let list = |fact: &&BulkFact| self.lists.get(&fact.list);
            if possible.iter().filter_map(list).any(QueueList::is_loading) {
                return false;
            }
            let needs_choice = |fact: &BulkFact| {
                self.lists.get(&fact.list).is_none_or(|list| list.chosen(self.choice.as_ref()).is_none())
            };
            let observed = !self.observation.trim().is_empty();
            let required = possible.iter().any(|fact| fact.observation_required);
            self.choice_missing = possible.iter().any(|fact| needs_choice(fact));
            self.observation_missing = required && !observed;
            if self.choice_missing || self.observation_missing {
                return false;
            }
        }
        // Attendances whose messages are being sent come last, so that they do not delay the others.
        let mut meant = meant;
        meant.sort_by_key(|fact| fact.on_the_way > 0);
        let item = |fact: &BulkFact| WorkItem {
            protocol: fact.protocol.clone(),
            name: fact.name.clone(),
            channel: fact.channel,
            state: match fact.obstacle(task) {
                Some(reason) => BulkItem::Waiting.after(BulkItemEvent::Blocked(reason)),
                None => BulkItem::Waiting,
            },
        };
        let items = meant.into_iter().map(item).collect();
        let only_closes = self.only_closes(&possible);
        self.done_before = 0;
        self.phase = Phase::Working(Work { task, only_closes, items });
        true
    }

    /// The agent cancels the remaining attendances. Returns those whose finish may still wait for messages.
    pub fn cancel(&mut self) -> Vec<Protocol> {
        let Phase::Working(work) = &mut self.phase else { return Vec::new() };
        let under_way = work.items.iter().filter(|item| item.state == BulkItem::UnderWay);
        let waiting = if work.task == BulkTask::Finish {
            under_way.map(|item| item.protocol.clone()).collect()
        } else {
            Vec::new()
        };
        for item in &mut work.items {
            item.state = item.state.after(BulkItemEvent::Cancelled);
        }
        waiting
    }

    /// Applies an event to an attendance of the bulk action. Returns whether it is part of it and had not ended yet.
    pub fn apply_event(&mut self, protocol: &Protocol, event: BulkItemEvent) -> bool {
        let (Phase::Working(work) | Phase::Told(work)) = &mut self.phase else { return false };
        let Some(item) = work.items.iter_mut().find(|item| item.protocol == *protocol) else { return false };
        let was_final = item.state.is_final();
        item.state = item.state.after(event);
        !was_final
    }

    /// Whether a request about the attendance is pending, or is looked up.
    pub fn is_under_way(&self, protocol: &Protocol) -> bool {
        let Phase::Working(work) = &self.phase else { return false };
        let is_meant =
            |item: &WorkItem| item.protocol == *protocol && !item.state.is_final() && item.state != BulkItem::Waiting;
        work.items.iter().any(is_meant)
    }

    /// The server's list was loaded: an attendance that was looked up and is in the list has not changed.
    pub fn listed(&mut self) {
        let Phase::Working(work) = &mut self.phase else { return };
        for item in &mut work.items {
            item.state = item.state.after(BulkItemEvent::Unchanged);
        }
    }

    /// Updates the facts of the attendances. `dialog`: the dialog is open. Returns whether the view may have changed.
    pub fn follow(&mut self, facts: Vec<BulkFact>, dialog: bool) -> bool {
        let mut has_changed = self.facts != facts;
        self.facts = facts;
        match &mut self.phase {
            Phase::Selecting => {}
            Phase::Asked(_) | Phase::Told(_) if !dialog => {
                self.phase = Phase::Selecting;
                has_changed = true;
            }
            Phase::Asked(_) => {}
            Phase::Working(work) | Phase::Told(work) => {
                // A finished attendance stays in the list until it is qualified.
                let gone = match work.task {
                    BulkTask::Qualify => BulkItemEvent::Gone,
                    BulkTask::Finish => BulkItemEvent::Away,
                };
                for item in &mut work.items {
                    let before = item.state;
                    match self.facts.iter().find(|fact| fact.protocol == item.protocol) {
                        None => item.state = item.state.after(gone),
                        Some(fact) if fact.is_reached(work.task) => {
                            item.state = item.state.after(BulkItemEvent::Reached);
                        }
                        Some(_) => {}
                    }
                    has_changed |= item.state != before;
                }
            }
        }
        if matches!(self.phase, Phase::Selecting | Phase::Asked(_)) {
            let is_listed = |protocol: &Protocol| self.facts.iter().any(|fact| fact.protocol == *protocol);
            let before = self.selected.len();
            self.selected.retain(is_listed);
            has_changed |= self.selected.len() != before;
        }
        has_changed
    }

    /// Sends the next requests, up to the limit of pending ones; or ends the bulk action.
    pub fn advance(&mut self) -> Vec<BulkStep> {
        let Phase::Working(work) = &mut self.phase else { return Vec::new() };
        let mut under_way =
            work.items.iter().filter(|item| !item.state.is_final() && item.state != BulkItem::Waiting).count();
        let mut steps = Vec::new();
        for item in work.items.iter_mut().filter(|item| item.state == BulkItem::Waiting) {
            if under_way >= AT_A_TIME {
                break;
            }
            let Some(fact) = self.facts.iter().find(|fact| fact.protocol == item.protocol) else { continue };
            let step = match (work.task, fact.obstacle(work.task)) {
                (_, Some(reason)) => Err(reason),
                (BulkTask::Finish, None) => Ok(BulkStep::Finish(item.protocol.clone(), fact.on_the_way > 0)),
                (BulkTask::Qualify, None) => {
                    let chosen = self.lists.get(&fact.list).and_then(|list| list.chosen(self.choice.as_ref()));
                    let step = chosen.map(|chosen| BulkStep::Qualify(item.protocol.clone(), chosen));
                    step.ok_or(BulkReason::NotOffered)
                }
            };
            match step {
                Ok(step) => {
                    item.state = item.state.after(BulkItemEvent::Sent);
                    under_way += 1;
                    steps.push(step);
                }
                Err(reason) => item.state = item.state.after(BulkItemEvent::Blocked(reason)),
            }
        }
        if steps.is_empty() && work.items.iter().all(|item| item.state.is_final()) {
            steps.push(self.end());
        }
        steps
    }

    /// All attendances are done or remained undone; the latter stay selected.
    fn end(&mut self) -> BulkStep {
        let Phase::Working(work) = std::mem::take(&mut self.phase) else {
            return BulkStep::Over { aim: BulkAim::Qualify, done: 0, left: 0 };
        };
        let is_done = |item: &&WorkItem| item.state == BulkItem::Done;
        let done = work.items.iter().filter(is_done).count();
        let left: Vec<&WorkItem> = work.items.iter().filter(|item| !is_done(item)).collect();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let step = BulkStep::Over {
            aim: BulkAim::of(work.task, work.only_closes),
            done: self.done_before.saturating_add(count(done)),
            left: count(left.len()),
        };
        self.selected = left.iter().map(|item| item.protocol.clone()).collect();
        // The facts of attendances that are not selected any more are dropped.
        self.facts.retain(|fact| self.selected.contains(&fact.protocol));
        if left.is_empty() {
            // No value of it is used for another selection.
            (self.choice, self.observation) = (None, String::new());
        } else {
            self.phase = Phase::Told(work);
        }
        step
    }

    /// The record: only a running bulk action is stored.
    pub fn record(&self) -> Option<StoredBulk> {
        let Phase::Working(work) = &self.phase else { return None };
        let is_done = |item: &&WorkItem| item.state == BulkItem::Done;
        let done = u32::try_from(work.items.iter().filter(is_done).count()).unwrap_or(u32::MAX);
        let rest = work.items.iter().filter(|item| item.state != BulkItem::Done);
        let rest = rest.map(|item| (item.protocol.clone(), item.name.clone(), item.channel)).collect();
        let done = self.done_before.saturating_add(done);
        Some(StoredBulk { task: work.task, only_closes: work.only_closes, done, rest })
    }

    /// The page was reloaded: nothing is sent automatically, and the list shows which attendances were done.
    pub fn restore(&mut self, record: StoredBulk) {
        let state = BulkItem::LookingUp(BulkReason::Interrupted);
        let item = |(protocol, name, channel)| WorkItem { protocol, name, channel, state };
        let items = record.rest.into_iter().map(item).collect();
        self.done_before = record.done;
        self.phase = Phase::Working(Work { task: record.task, only_closes: record.only_closes, items });
    }
}
