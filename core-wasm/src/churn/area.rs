//! The churn risk, registered with the workspace.

use super::registry::NAME;
use super::{Churn, ChurnIntent, ChurnSlice, Exit, slices};
use crate::flow::{Answer, AreaName, Entity, RequestId, SliceKey};
use crate::notifications::Topic;
use crate::shell::SnackbarKind;
use crate::workspace::registry::{Area, AreaExit, Show, Shown};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for Churn {
    type Intent = ChurnIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[&Show(&slices::OF, |workspace, entity| {
        workspace.churn.view(&entity).map(|view| ChurnSlice::ChurnOf(Box::new(view)))
    })];

    fn live_keys(workspace: &Workspace, keys: &mut Vec<SliceKey>) {
        keys.extend(workspace.churn.entities().map(|entity| slices::OF.of(entity)));
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exit = workspace.churn.on_reply(context!(workspace), request, answer);
        workspace.route(exit);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.churn = Churn::default();
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let agent = workspace.acting_agent().agent_id;
        let churn = &mut workspace.churn;
        let context = context!(workspace);
        match intent {
            ChurnIntent::LoadChurn { kind, id } => churn.load(context, Entity::new(kind, id)),
            ChurnIntent::OpenRiskRemoval { id, open } => churn.open_removal(context, &id, open),
            ChurnIntent::TypeJustification { id, text } => churn.count_characters(context, &id, &text),
            ChurnIntent::RemoveRisk { id, text } => churn.remove(context, &agent, &id, &text),
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Removed(contact, text) => {
                workspace.people.risk_removed(context!(workspace), &contact);
                let name = workspace.people.contact_name(&contact.as_str().into());
                workspace.snackbar(Topic::Contact(contact.as_str().into(), name), SnackbarKind::Success, text);
            }
        }
    }
}
