//! Chat, registered with the workspace.

use super::Chat;
use super::registry::NAME;
use crate::flow::{AreaName, Text};
use crate::jobs::RemovalReason;
use crate::notifications::Topic;
use crate::shell::SnackbarKind;
use crate::wire::{Channel, ClientStatus, EventMeta, events};
use crate::workspace::registry::Area;
use crate::workspace::{Workspace, context};
use std::convert::Infallible;

impl Area for Chat {
    type Intent = Infallible;
    type Event = events::chat::Event;

    const NAME: AreaName = NAME;

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
                workspace.jobs.set_typing(context!(workspace), &event.protocol, event.typing);
            }
            events::chat::Event::Inactive(event) => {
                workspace.jobs.on_customer_status(&event.protocol, meta);
                workspace.jobs.set_client_status(context!(workspace), &event.protocol, ClientStatus::Inactive);
            }
            events::chat::Event::End(event) => {
                if workspace.end_job(&event.protocol) {
                    workspace.snackbar(
                        Topic::CustomerEnded(event.protocol),
                        SnackbarKind::Info,
                        Text::key("endChatByClient"),
                    );
                }
            }
            events::chat::Event::TransferResponse(event) => {
                workspace.remove_job(&event.protocol, RemovalReason::Transferred)
            }
        }
    }

    fn on_intent(_: &mut Workspace, intent: Infallible) {
        match intent {}
    }
}
