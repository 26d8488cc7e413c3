//! Chat, registered with the workspace.

use super::registry::NAME;
use super::{Chat, ChatIntent, Exit};
use crate::conversation::FailedMessageAction;
use crate::flow::{Answer, AreaName, CallId};
use crate::shell::{Dialog, SnackbarKind};
use crate::wire::Protocol;
use crate::workspace::registry::{Area, AreaExit};
use crate::workspace::{Workspace, context};

impl Area for Chat {
    type Intent = ChatIntent;

    const NAME: AreaName = NAME;

    fn on_reply(workspace: &mut Workspace, call: CallId, answer: Answer) {
        let exits = workspace.chat.on_reply(context!(workspace), &mut workspace.jobs, call, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.chat = Chat::default();
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let acting_agent = workspace.acting_agent();
        match intent {
            ChatIntent::DraftChanged { protocol, text } => {
                workspace.conversation.draft_changed(
                    context!(workspace),
                    &workspace.jobs,
                    &acting_agent,
                    &protocol,
                    &text,
                );
            }
            ChatIntent::SendMessage { protocol, text } => {
                workspace.resume_unsent_of(&protocol);
                let exit = workspace.conversation.send(
                    context!(workspace),
                    &mut workspace.jobs,
                    &acting_agent,
                    &protocol,
                    &text,
                );
                workspace.route(exit);
            }
            ChatIntent::RetryMessage { protocol, local_id } => {
                let exit = workspace.conversation.retry_failed(
                    context!(workspace),
                    &mut workspace.jobs,
                    &acting_agent,
                    &protocol,
                    &local_id,
                );
                workspace.route(exit);
            }
            ChatIntent::EditMessage { protocol, local_id } => {
                workspace.give_up(&protocol, &local_id, FailedMessageAction::Edit)
            }
            ChatIntent::DiscardMessage { protocol, local_id } => {
                workspace.give_up(&protocol, &local_id, FailedMessageAction::Discard)
            }
            ChatIntent::FinishJob { protocol, confirmed } => workspace.finish_job(protocol, confirmed),
        }
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Refused(text) => workspace.snackbar(SnackbarKind::Error, text),
            Self::Finished(protocol) => {
                let now = workspace.server_now();
                let exits = workspace.jobs.disable(context!(workspace), &protocol, Some(now));
                workspace.route(exits);
                workspace.attendance_finished(&protocol);
                workspace.refresh_status();
                let exit = workspace.qualification.open(context!(workspace), &workspace.jobs, &protocol);
                workspace.route(exit);
            }
            Self::JobGone(_) | Self::FinishInDoubt => workspace.reconcile(),
        }
    }
}

impl Workspace {
    fn give_up(&mut self, protocol: &Protocol, local_id: &str, action: FailedMessageAction) {
        let exit = self.conversation.ask_before_giving_up(context!(self), &mut self.jobs, protocol, local_id, action);
        self.route(exit);
    }

    fn finish_job(&mut self, protocol: Protocol, confirmed: bool) {
        if confirmed {
            self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::ConfirmFinish { .. }));
            self.finish_by_channel(&protocol);
        } else if self.jobs.get(&protocol).is_some_and(|job| !job.is_ended()) {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmFinish { protocol });
        }
    }
}
