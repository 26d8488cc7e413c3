//! Absent mode, registered with the workspace.

use super::AbsenceSlice;
use super::registry::NAME;
use super::{Absence, AbsenceIntent, Exit, slices};
use crate::flow::{Answer, AreaName, RequestId};
use crate::notifications::Topic;
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::{EventMeta, events};
use crate::workspace::registry::{Area, AreaExit, Show, Shown};
use crate::workspace::{Workspace, context};

impl Area for Absence {
    type Intent = AbsenceIntent;
    type Event = events::absence::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::ABSENCE, |workspace, ()| AbsenceSlice::Absence(workspace.absence.view()))];

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exit = workspace.absence.on_reply(context!(workspace), request, answer);
        workspace.route(exit);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.absence = Absence::default();
    }

    fn on_event(workspace: &mut Workspace, _: &EventMeta, event: Self::Event) {
        // The area checks the version of the event itself, so no answer covers it.
        match event {
            events::absence::Event::Changed(event) => {
                if event.agent_id.is_empty() || event.agent_id == workspace.session.agent_id() {
                    let exit = workspace.absence.take(context!(workspace), event);
                    workspace.route(exit);
                }
            }
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let acting_agent = workspace.acting_agent();
        match intent {
            AbsenceIntent::ReturnFromAbsence => {
                workspace.absence.come_back(context!(workspace), &acting_agent.agent_id)
            }
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Began => {
                workspace.stop_calling();
                workspace.shell.dialogs.open(context!(workspace), Dialog::AgentAbsent);
            }
            Self::Ended => {
                workspace.shell.dialogs.close(context!(workspace), |dialog| *dialog == Dialog::AgentAbsent);
            }
            Self::Refused(text) => workspace.snackbar(Topic::Absence, SnackbarKind::Error, text),
        }
    }
}
