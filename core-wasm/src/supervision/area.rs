//! Supervision, registered with the workspace.

use super::SupervisionSlice;
use super::registry::NAME;
use super::{CallRules, Exit, Supervision, SupervisionIntent, slices};
use crate::flow::{Answer, AreaName, RequestId, SliceKey, Text};
use crate::notifications::Topic;
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::{AgentId, EventMeta, events};
use crate::workspace::registry::{Area, AreaExit, Show, ShowList, Shown};
use crate::workspace::{Workspace, context};

impl Area for Supervision {
    type Intent = SupervisionIntent;
    type Event = events::supervision::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::SUPERVISION, |workspace, ()| SupervisionSlice::Supervision(workspace.supervision.view())),
        &ShowList(&slices::ORDER, |workspace, ()| Some(workspace.supervision.order())),
        &Show(&slices::ROW, |workspace, agent| {
            workspace.supervision.row(&agent).map(|row| SupervisionSlice::BoardRow(Box::new(row)))
        }),
    ];

    fn live_keys(workspace: &Workspace, keys: &mut Vec<SliceKey>) {
        keys.extend(workspace.supervision.agents().map(|agent| slices::ROW.of(agent.clone())));
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let supervisor = workspace.session.agent_id();
        let exit = workspace.supervision.on_reply(context!(workspace), &supervisor, request, answer);
        workspace.route(exit);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.supervision = Supervision::default();
    }

    fn reconcile(workspace: &mut Workspace, agent: &AgentId) {
        if workspace.supervision.is_loaded() || workspace.supervision.is_loading() {
            workspace.supervision.load(context!(workspace), agent);
        }
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        match event {
            events::supervision::Event::Board(_) if workspace.supervision.covers(meta) => {}
            events::supervision::Event::Board(event) => {
                workspace.supervision.take_event(context!(workspace), meta, *event);
            }
            events::supervision::Event::Call(news) => workspace.call_supervision_news(*news),
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let acting_agent = workspace.acting_agent();
        match intent {
            SupervisionIntent::ReloadBoard => {
                workspace.supervision.load(context!(workspace), &acting_agent.agent_id);
                workspace.dead_effects.reload(context!(workspace));
            }
            SupervisionIntent::FilterBoard { filter } => workspace.supervision.set_filter(context!(workspace), filter),
            SupervisionIntent::SetAbsent { agent_id, absent, confirmed } => {
                workspace.set_absent(agent_id, absent, confirmed)
            }
            SupervisionIntent::ForceDisconnect { agent_id, confirmed } => {
                workspace.force_disconnect(agent_id, confirmed)
            }
            SupervisionIntent::OpenCallRules => {
                workspace.shell.dialogs.open(context!(workspace), Dialog::CallRules);
                workspace.supervision.load_rules(context!(workspace), &acting_agent.org_unit_id);
            }
            SupervisionIntent::SaveCallRules { agent_is_told, hears_consultations, agent_calls_blocked } => {
                let rules = CallRules { agent_is_told, hears_consultations, agent_calls_blocked };
                let unit = &acting_agent.org_unit_id;
                let exit = workspace.supervision.save_rules(context!(workspace), unit, rules);
                workspace.route(exit);
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::NotLoaded => workspace.schedule_reconcile(),
            Self::Done(text) => workspace.snackbar(Topic::Supervision, SnackbarKind::Success, text),
            Self::Refused(text) => workspace.snackbar(Topic::Supervision, SnackbarKind::Error, text),
            Self::RulesRefused(text) => {
                if workspace.shell.dialogs.find(|dialog| (*dialog == Dialog::CallRules).then_some(())).is_none() {
                    workspace.snackbar(Topic::Supervision, SnackbarKind::Error, text);
                }
            }
            Self::RulesSaved => {
                workspace.shell.dialogs.close(context!(workspace), |dialog| *dialog == Dialog::CallRules);
                let text = Text::key("supervision.rules.saved");
                workspace.snackbar(Topic::Supervision, SnackbarKind::Success, text);
            }
        }
    }
}

impl Workspace {
    fn set_absent(&mut self, agent_id: AgentId, absent: bool, confirmed: bool) {
        if confirmed {
            self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::ConfirmAbsent { .. }));
            self.supervision.set_absent(context!(self), &agent_id, absent);
        } else if let Some((name, _)) = self.supervision.summary_of(&agent_id) {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmAbsent { agent_id, name, absent });
        }
    }

    fn force_disconnect(&mut self, agent_id: AgentId, confirmed: bool) {
        if confirmed {
            self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::ConfirmForceDisconnect { .. }));
            self.supervision.disconnect(context!(self), &agent_id);
        } else if let Some((name, open_jobs)) = self.supervision.summary_of(&agent_id) {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmForceDisconnect { agent_id, name, open_jobs });
        }
    }
}
