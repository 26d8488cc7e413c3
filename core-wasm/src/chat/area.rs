//! Chat, registered with the workspace.

use super::registry::NAME;
use super::{Chat, ChatIntent, Exit, FailedMessageAction, records, slices, timers};
use crate::flow::{Answer, AreaName, CallId, Text};
use crate::shell::{Dialog, SnackbarKind};
use crate::view::View;
use crate::wire::{Protocol, json_text};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, Shown, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Chat {
    type Intent = ChatIntent;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::DRAFT, |workspace, protocol| View::Draft(workspace.chat.drafts.view(&protocol)))];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::OUTBOX_STORE, |workspace, (protocol, custom_id)| {
            let agent = workspace.acting_agent();
            let exit = workspace.chat.stop_waiting_for_store(context!(workspace), &agent, &protocol, &custom_id);
            workspace.route(exit);
        }),
        &When(&timers::OUTBOX_RETRY, |workspace, protocol| {
            let agent = workspace.acting_agent();
            let exit = workspace.chat.retry_waiting(context!(workspace), &agent, &protocol);
            workspace.route(exit);
        }),
        &When(&timers::TYPING_SILENCE, |workspace, protocol| {
            let agent = workspace.acting_agent();
            workspace.chat.stop_typing(context!(workspace), &agent, &protocol);
        }),
        &When(&timers::UNSENT_EXPIRY, |workspace, ()| {
            let agent = workspace.session.agent_id();
            workspace.chat.unsent.expire(context!(workspace), &agent);
        }),
    ];

    const RECORDS: &'static [&'static dyn Kept] = &[
        // Drafts and outbox belong to the agent at work, also when the session has just ended.
        &Keep(&records::DRAFT, |workspace, (_, protocol)| {
            workspace.chat.drafts.record(&protocol, workspace.server_now()).as_ref().map(json_text)
        }),
        &Keep(&records::OUTBOX, |workspace, (_, protocol, custom_id)| {
            let kept = || workspace.chat.unsent.record(&protocol, &custom_id).cloned();
            workspace.chat.outbox().record(&protocol, &custom_id).or_else(kept).as_ref().map(json_text)
        }),
    ];

    fn on_reply(workspace: &mut Workspace, call: CallId, answer: Answer) {
        let agent = workspace.acting_agent();
        let exits = workspace.chat.on_reply(context!(workspace), &mut workspace.jobs, &agent, call, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.chat = Chat::default();
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol) {
        let agent = workspace.acting_agent();
        let exits = workspace.chat.job_removed(context!(workspace), &agent, protocol);
        workspace.route(exits);
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let acting_agent = workspace.acting_agent();
        match intent {
            ChatIntent::DraftChanged { protocol, text } => {
                workspace.chat.draft_changed(context!(workspace), &workspace.jobs, &acting_agent, &protocol, &text);
            }
            ChatIntent::SendMessage { protocol, text } => {
                workspace.resume_unsent_of(&protocol);
                let exit =
                    workspace.chat.send(context!(workspace), &mut workspace.jobs, &acting_agent, &protocol, &text);
                workspace.route(exit);
            }
            ChatIntent::RetryMessage { protocol, local_id } => {
                let exit = workspace.chat.retry_failed(
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
            Self::UnknownJob => workspace.reconcile(),
            Self::Unseen { protocol, local_id } => workspace.customer_wrote(&protocol, Some(&local_id)),
            Self::CustomerWrote(protocol) => {
                workspace.customer_wrote(&protocol, None);
                if workspace.visible_conversation().as_ref() == Some(&protocol) {
                    workspace.shell.announce(context!(workspace), Text::key("chat.announce.newMessage"));
                }
            }
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
            Self::ReadThread(protocol) => workspace.jobs.load_thread_afresh(context!(workspace), &protocol),
            Self::KeptUnsent(protocol) => {
                let text = Text::key("chat.unsent.kept").with("protocol", &protocol);
                workspace.snackbar(SnackbarKind::Warning, text);
            }
        }
    }
}

impl Workspace {
    fn give_up(&mut self, protocol: &Protocol, local_id: &str, farewell: FailedMessageAction) {
        let exit = self.chat.ask_before_giving_up(context!(self), &mut self.jobs, protocol, local_id, farewell);
        self.route(exit);
    }

    fn finish_job(&mut self, protocol: Protocol, confirmed: bool) {
        let acting_agent = self.acting_agent();
        if confirmed {
            self.shell.dialogs.close(context!(self), |dialog| matches!(dialog, Dialog::ConfirmFinish { .. }));
            self.chat.finish(context!(self), &mut self.jobs, &acting_agent, &protocol);
        } else if self.jobs.get(&protocol).is_some_and(|job| !job.wire.disabled) {
            self.shell.dialogs.open(context!(self), Dialog::ConfirmFinish { protocol });
        }
    }
}
