//! Chat, registered with the workspace.

use super::{Chat, records, slices, timers};
use crate::view::View;
use crate::wire::json_text;
use crate::workspace::context;
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, Timed, When};

impl Area for Chat {
    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::DRAFT, |workspace, protocol| View::Draft(workspace.chat.drafts.view(&protocol)))];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::OUTBOX_STORE, |workspace, (protocol, custom_id)| {
            let agent = workspace.acting_agent();
            let exit = workspace.chat.stop_waiting_for_store(context!(workspace), &agent, &protocol, &custom_id);
            workspace.route_chat(exit.into_iter().collect());
        }),
        &When(&timers::OUTBOX_RETRY, |workspace, protocol| {
            let agent = workspace.acting_agent();
            let exit = workspace.chat.retry_waiting(context!(workspace), &agent, &protocol);
            workspace.route_chat(exit.into_iter().collect());
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
}
