//! Saved views, registered with the workspace.

use super::machine::filters_of;
use super::registry::NAME;
use super::{Exit, ListViews, ListViewsIntent, ListViewsSlice, ViewsPhase, slices};
use crate::flow::{Answer, AreaName, RequestId, Text};
use crate::notifications::Topic;
use crate::shell::SnackbarKind;
use crate::wire::AgentId;
use crate::workspace::registry::{Area, AreaExit, Show, Shown};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for ListViews {
    type Intent = ListViewsIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::VIEWS, |workspace, ()| {
        let now = filters_of(workspace.shell.preferences(), workspace.jobs.searched());
        ListViewsSlice::ListViews(Box::new(workspace.list_views.view(&now)))
    })];

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let is_stale = workspace.list_views.on_reply(context!(workspace), request, answer);
        if is_stale && workspace.session.is_ready() {
            let agent = workspace.session.agent_id();
            workspace.list_views.load(context!(workspace), &agent);
        }
    }

    fn reset(workspace: &mut Workspace) {
        workspace.list_views = ListViews::default();
    }

    fn reconcile(workspace: &mut Workspace, agent: &AgentId) {
        // Only this agent changes the views, so they are refetched only when the panel opens.
        if workspace.list_views.phase() != ViewsPhase::Ready {
            workspace.list_views.load(context!(workspace), agent);
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let agent = workspace.acting_agent().agent_id;
        let views = &mut workspace.list_views;
        let context = context!(workspace);
        match intent {
            ListViewsIntent::ChooseListView { id } => {
                let exits = views.choose(context, &id);
                workspace.route(exits);
            }
            ListViewsIntent::SaveListView { name, search } => {
                let filters = filters_of(workspace.shell.preferences(), &search);
                views.save(context, &agent, &name, filters);
            }
            ListViewsIntent::RenameListView { id, name } => views.rename(context, &agent, &id, &name),
            ListViewsIntent::DeleteListView { id } => views.delete(context, &agent, &id),
            ListViewsIntent::ReloadListViews => views.load(context, &agent),
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Show { change, search } => {
                workspace.change_preferences(*change);
                workspace.jobs.search(context!(workspace), &search);
            }
            Self::PartIsGone { view } => {
                let text = Text::key("jobs.views.partIsGone").with("view", view);
                workspace.snackbar(Topic::Setting, SnackbarKind::Warning, text);
            }
        }
    }
}
