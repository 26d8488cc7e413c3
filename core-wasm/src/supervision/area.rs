//! Supervision, registered with the workspace.

use super::registry::NAME;
use super::{Exit, Supervision, slices};
use crate::flow::{Answer, AreaName, CallId};
use crate::shell::SnackbarKind;
use crate::view::View;
use crate::wire::AgentId;
use crate::workspace::registry::{Area, AreaExit, Show, Shown};
use crate::workspace::{Workspace, context};

impl Area for Supervision {
    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::SUPERVISION, |workspace, ()| View::Supervision(workspace.supervision.view()))];

    fn on_reply(workspace: &mut Workspace, call: CallId, answer: Answer) {
        let supervisor = workspace.session.agent_id();
        let exit = workspace.supervision.on_reply(context!(workspace), &supervisor, call, answer);
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
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Done(text) => workspace.snackbar(SnackbarKind::Success, text),
            Self::Refused(text) => workspace.snackbar(SnackbarKind::Error, text),
        }
    }
}
