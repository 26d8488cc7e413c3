//! Chat, registered with the workspace.

use super::registry::NAME;
use super::{Chat, Exit};
use crate::flow::{Answer, AreaName, CallId, Text};
use crate::shell::SnackbarKind;
use crate::wire::{Channel, EventMeta, events};
use crate::workspace::registry::{Area, AreaExit};
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for Chat {
    type Intent = Infallible;
    type Event = events::chat::Event;

    const NAME: AreaName = NAME;

    fn on_reply(workspace: &mut Workspace, call: CallId, answer: Answer) {
        let exits = workspace.chat.on_reply(context!(workspace), &mut workspace.jobs, call, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.chat = Chat::default();
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        if workspace.jobs.covers(meta) {
            return;
        }
        match event {
            events::chat::Event::New(event) => {
                let mut job = event.job;
                job.channel = job.channel.or(Some(Channel::Chat));
                workspace.on_job_event(job, meta);
            }
            events::chat::Event::Typing(event) => {
                workspace.jobs.on_customer_status(&event.protocol, meta);
                workspace.chat.on_typing(context!(workspace), &mut workspace.jobs, &event.protocol, event.typing);
            }
            events::chat::Event::Inactive(event) => {
                workspace.jobs.on_customer_status(&event.protocol, meta);
                workspace.chat.on_inactive(context!(workspace), &mut workspace.jobs, &event.protocol);
            }
            events::chat::Event::End(event) => {
                let ended = workspace.jobs.get(&event.protocol).is_some_and(|job| !job.is_ended());
                let now = workspace.server_now();
                let exits = workspace.jobs.disable(context!(workspace), &event.protocol, Some(now));
                workspace.route(exits);
                workspace.refresh_status();
                if ended {
                    workspace.attendance_finished(&event.protocol);
                    workspace.snackbar(SnackbarKind::Info, Text::key("endChatByClient"));
                }
            }
        }
    }

    fn on_intent(_: &mut Workspace, intent: Infallible) {
        match intent {}
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
