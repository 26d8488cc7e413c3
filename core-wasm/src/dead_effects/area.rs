//! Effects that were given up, registered with the workspace.

use super::registry::NAME;
use super::{DeadEffects, DeadEffectsIntent, DeadEffectsSlice, Exit, RetryPhase, slices, timers};
use crate::flow::{Answer, AreaName, ListEvent, RequestId, ServerWrite, Text};
use crate::notifications::Topic;
use crate::shell::{Dialog, SnackbarKind};
use crate::workspace::registry::{Area, AreaExit, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for DeadEffects {
    type Intent = DeadEffectsIntent;
    type Event = Infallible;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::DEAD_EFFECTS, |workspace, ()| DeadEffectsSlice::DeadEffects(workspace.dead_effects.view()))];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::DEAD_EFFECTS, |workspace, ()| {
        workspace.dead_effects.apply_list_event(context!(workspace), ListEvent::Due);
    })];

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let exits = workspace.dead_effects.on_reply(context!(workspace), request, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.dead_effects = DeadEffects::default();
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        match intent {
            DeadEffectsIntent::OpenDeadEffects => {
                workspace.shell.dialogs.open(context!(workspace), Dialog::DeadEffects);
                workspace.dead_effects.reload(context!(workspace));
            }
            DeadEffectsIntent::ReloadDeadEffects => workspace.dead_effects.reload(context!(workspace)),
            DeadEffectsIntent::RetryEffect { id } => workspace.dead_effects.retry(context!(workspace), &id),
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        let Self::Ended(phase) = self;
        let is_open = workspace.shell.dialogs.find(|dialog| (*dialog == Dialog::DeadEffects).then_some(())).is_some();
        if is_open {
            return;
        }
        let (kind, text) = match phase {
            RetryPhase::Retried => (SnackbarKind::Success, Text::key("deadEffects.retried")),
            RetryPhase::Gone => (SnackbarKind::Warning, Text::key("deadEffects.gone")),
            RetryPhase::Failed => (SnackbarKind::Error, Text::key("deadEffects.failed")),
            RetryPhase::Unknown => (SnackbarKind::Error, ServerWrite::RetryEffect.unknown()),
            RetryPhase::Idle => (SnackbarKind::Error, Text::key("deadEffects.failedAgain")),
            RetryPhase::Retrying | RetryPhase::LookingUp => return,
        };
        workspace.snackbar(Topic::Supervision, kind, text);
    }
}
