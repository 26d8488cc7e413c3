//! The view of a bulk action on several attendances.

use super::QualificationOptionView;
use super::bulk::{Bulk, BulkAim, BulkFact, BulkTask, Phase, Work, WorkItem};
use super::bulk_item::{BulkItem, BulkReason};
use super::bulk_lists::option_of;
use super::machine::Options;
use crate::flow::Text;
use crate::wire::Channel;
use serde::Serialize;

/// The progress of one attendance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BulkItemState {
    /// The dialog asks about the attendance, or it waits for its turn.
    Waiting,
    /// The server was asked.
    UnderWay,
    /// The result is being looked up.
    LookingUp,
    /// The attendance is done.
    Done,
    /// The attendance is excluded, or remained undone.
    Left,
}

/// One attendance of the dialog.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BulkItemView {
    /// The attendance.
    pub protocol: String,
    /// Name of the customer.
    pub name: String,
    /// Channel of the attendance.
    pub channel: Channel,
    /// The progress of the attendance.
    pub state: BulkItemState,
    /// Why the attendance is excluded or undone; absent for the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub reason: Option<BulkReason>,
}

/// The stage that the dialog shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BulkStage {
    /// The agent decides.
    Asked,
    /// The requests go out.
    Working,
    /// The result, with the attendances that remained undone.
    Told,
}

/// The dialog of a bulk action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BulkDialogView {
    /// The task.
    pub task: BulkTask,
    /// What the task does to these attendances, as far as their lists are loaded.
    pub aim: BulkAim,
    /// The stage of the bulk action.
    pub stage: BulkStage,
    /// The attendances.
    pub items: Vec<BulkItemView>,
    /// Number of attendances that can be done, or are done.
    pub count: u32,
    /// Number of attendances that were done before the page was reloaded.
    pub done_before: u32,
    /// A list is being loaded.
    pub loading: bool,
    /// The list of a queue could not be loaded.
    pub load_failed: bool,
    /// The qualifications that all attendances have in common.
    pub options: Vec<QualificationOptionView>,
    /// Id of the chosen option.
    pub chosen: Option<String>,
    /// At least one attendance needs a choice; the others get the default qualification.
    pub choice_needed: bool,
    /// Error of the choice.
    pub choice_error: Option<Text>,
    /// The observation.
    pub observation: String,
    /// At least one attendance requires an observation.
    pub observation_required: bool,
    /// Error of the observation.
    pub observation_error: Option<Text>,
    /// Number of customers who wait for an answer, before open attendances are finished.
    pub unanswered: u32,
    /// Number of attendances with an unsent message of the agent.
    pub unsent: u32,
}

/// The selection and the dialog.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BulkView {
    /// The selected attendances, in the order of the list.
    pub selected: Vec<String>,
    /// Number of selected attendances that have ended.
    pub ended: u32,
    /// Number of selected attendances that are open.
    pub open: u32,
    /// What the dialog shows; absent while nothing is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub dialog: Option<BulkDialogView>,
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn item_view(item: &WorkItem) -> BulkItemView {
    let (state, reason) = match item.state {
        BulkItem::Waiting => (BulkItemState::Waiting, None),
        BulkItem::UnderWay => (BulkItemState::UnderWay, None),
        BulkItem::LookingUp(_) => (BulkItemState::LookingUp, None),
        BulkItem::Done => (BulkItemState::Done, None),
        BulkItem::Left(reason) => (BulkItemState::Left, Some(reason)),
    };
    BulkItemView { protocol: item.protocol.to_string(), name: item.name.clone(), channel: item.channel, state, reason }
}

impl Bulk {
    /// Selection and dialog.
    pub fn view(&self) -> BulkView {
        let is_selected = |fact: &&BulkFact| self.selected.contains(&fact.protocol);
        let of =
            |task: BulkTask| count(self.facts.iter().filter(is_selected).filter(|fact| fact.concerns(task)).count());
        BulkView {
            selected: self.selected.iter().map(ToString::to_string).collect(),
            ended: of(BulkTask::Qualify),
            open: of(BulkTask::Finish),
            dialog: match &self.phase {
                Phase::Selecting => None,
                Phase::Asked(task) => Some(self.asked_view(*task)),
                Phase::Working(work) => Some(self.work_view(work, BulkStage::Working)),
                Phase::Told(work) => Some(self.work_view(work, BulkStage::Told)),
            },
        }
    }

    /// Whether the queues of these attendances have no qualifications, so that nothing is chosen.
    pub(super) fn only_closes(&self, possible: &[&BulkFact]) -> bool {
        let has_none = |fact: &&BulkFact| {
            let list = self.lists.get(&fact.list);
            list.is_some_and(|list| !list.is_loading() && list.options != Options::Failed && list.automatic.is_some())
        };
        !possible.is_empty() && possible.iter().all(has_none)
    }

    fn asked_view(&self, task: BulkTask) -> BulkDialogView {
        let meant: Vec<&BulkFact> = self.facts.iter().filter(|fact| fact.concerns(task)).collect();
        let possible: Vec<&BulkFact> = meant.iter().copied().filter(|fact| fact.obstacle(task).is_none()).collect();
        let item = |fact: &&BulkFact| {
            let reason = fact.obstacle(task);
            let state = if reason.is_some() { BulkItemState::Left } else { BulkItemState::Waiting };
            let (protocol, name) = (fact.protocol.to_string(), fact.name.clone());
            BulkItemView { protocol, name, channel: fact.channel, state, reason }
        };
        let qualifies = task == BulkTask::Qualify;
        let lists: Vec<_> =
            possible.iter().filter_map(|fact| self.lists.get(&fact.list)).filter(|_| qualifies).collect();
        let options = if qualifies { self.options() } else { Vec::new() };
        let required = || Some(Text::key("qualification.requiredField"));
        BulkDialogView {
            aim: BulkAim::of(task, self.only_closes(&possible)),
            stage: BulkStage::Asked,
            items: meant.iter().map(item).collect(),
            count: count(possible.len()),
            loading: lists.iter().any(|list| list.is_loading()),
            load_failed: lists.iter().any(|list| list.options == Options::Failed),
            chosen: option_of(&options, self.choice.as_ref()).map(|option| option.id.0.clone()),
            options: options
                .into_iter()
                .map(|option| QualificationOptionView { id: option.id.0, name: option.name })
                .collect(),
            choice_needed: lists.iter().any(|list| list.automatic.is_none()),
            choice_error: self.choice_missing.then(required).flatten(),
            observation: self.observation.clone(),
            observation_required: qualifies && self.observation_required(),
            observation_error: self.observation_missing.then(required).flatten(),
            unanswered: count(possible.iter().filter(|fact| fact.waits).count()),
            unsent: count(possible.iter().filter(|fact| fact.unsent).count()),
            ..self.empty_view(task)
        }
    }

    fn work_view(&self, work: &Work, stage: BulkStage) -> BulkDialogView {
        let done = work.items.iter().filter(|item| item.state == BulkItem::Done).count();
        BulkDialogView {
            aim: BulkAim::of(work.task, work.only_closes),
            stage,
            items: work.items.iter().map(item_view).collect(),
            count: self.done_before.saturating_add(count(done)),
            ..self.empty_view(work.task)
        }
    }

    fn empty_view(&self, task: BulkTask) -> BulkDialogView {
        BulkDialogView {
            task,
            aim: BulkAim::of(task, false),
            stage: BulkStage::Asked,
            items: Vec::new(),
            count: 0,
            done_before: self.done_before,
            loading: false,
            load_failed: false,
            options: Vec::new(),
            chosen: None,
            choice_needed: false,
            choice_error: None,
            observation: String::new(),
            observation_required: false,
            observation_error: None,
            unanswered: 0,
            unsent: 0,
        }
    }
}
