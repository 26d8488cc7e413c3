//! Conversations, registered with the workspace.

use super::registry::NAME;
use super::uploads::MediaMessage;
use super::{
    Conversation, ConversationIntent, ConversationSlice, EarlierView, Exit, FailedMessageAction, MessageView,
    SearchView, records, slices, timers,
};
use crate::flow::{Answer, AreaName, FactKey, ListEvent, RequestId, SliceKey, Text};
use crate::jobs::{self, RemovalReason};
use crate::notifications::Topic;
use crate::shell::{PreferencesChange, SnackbarKind, used_once_more};
use crate::wire::{EventMeta, Message, Protocol, events, json_text};
use crate::workspace::registry::{Area, AreaExit, Keep, Kept, Show, ShowList, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Conversation {
    type Intent = ConversationIntent;
    type Event = events::conversation::Event;

    const NAME: AreaName = NAME;

    const SLICES: &'static [&'static dyn Shown] = &[
        &Show(&slices::DRAFT, |workspace, protocol| {
            ConversationSlice::Draft(workspace.conversation.drafts.view(&workspace.jobs, &protocol))
        }),
        &ShowList(&slices::THREAD, |workspace, protocol| Some(workspace.conversation.thread(&protocol)?.list())),
        &Show(&slices::PRESETS, |workspace, protocol| {
            let (agent, uses) = (workspace.acting_agent(), &workspace.shell.preferences().preset_uses);
            let view = workspace.conversation.presets_view(&workspace.jobs, &agent, &protocol, uses)?;
            Some(ConversationSlice::Presets(Box::new(view)))
        }),
        &Show(&slices::SEARCH, |workspace, protocol| {
            let (search, thread) =
                (workspace.conversation.search_of(&protocol)?, workspace.conversation.thread(&protocol)?);
            Some(ConversationSlice::ConversationSearch(Box::new(SearchView::of(
                &protocol,
                thread,
                search,
                workspace.session.viewer(),
            ))))
        }),
        &Show(&slices::EARLIER, |workspace, protocol| {
            let earlier = workspace.conversation.earlier_of(&workspace.jobs, &protocol)?;
            Some(ConversationSlice::EarlierMessages(Box::new(EarlierView::of(earlier, workspace.session.viewer()))))
        }),
        &Show(&slices::MESSAGE, |workspace, (protocol, local_id)| {
            let (job, thread) = (workspace.jobs.get(&protocol)?, workspace.conversation.thread(&protocol)?);
            let viewer = workspace.session.viewer();
            let mut message = MessageView::of(thread, job.name(), &workspace.time_zone, viewer, &local_id);
            let upload = workspace.conversation.upload_part(&protocol, &local_id);
            if let Some(content) = message.as_mut().and_then(|message| message.content.as_mut()) {
                content.upload = upload;
            }
            message.map(|message| ConversationSlice::Message(Box::new(message)))
        }),
    ];

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&timers::OUTBOX_STORE, |workspace, (protocol, custom_id)| {
            let agent = workspace.acting_agent();
            let exit = workspace.conversation.stop_waiting_for_store(
                context!(workspace),
                &mut workspace.jobs,
                &agent,
                &protocol,
                &custom_id,
            );
            workspace.route(exit);
        }),
        &When(&timers::OUTBOX_RETRY, |workspace, protocol| {
            let agent = workspace.acting_agent();
            let exit =
                workspace.conversation.retry_waiting(context!(workspace), &mut workspace.jobs, &agent, &protocol);
            workspace.route(exit);
        }),
        &When(&timers::TYPING_SILENCE, |workspace, protocol| {
            let agent = workspace.acting_agent();
            workspace.conversation.stop_typing(context!(workspace), &agent, &protocol);
        }),
        &When(&timers::WINDOW, |workspace, protocol| {
            let agent = workspace.acting_agent();
            workspace.conversation.fail_locked(context!(workspace), &mut workspace.jobs, &agent, &protocol);
            workspace.conversation.window_moved(context!(workspace), &workspace.jobs, &protocol);
        }),
        &When(&timers::THREAD_RETRY, |workspace, protocol| {
            workspace.conversation.retry_thread(context!(workspace), &workspace.jobs, &protocol);
        }),
        &When(&timers::PRESETS, |workspace, protocol| {
            workspace.conversation.apply_presets_event(context!(workspace), &workspace.jobs, &protocol, ListEvent::Due);
        }),
        &When(&timers::SEARCH_RETRY, |workspace, protocol| {
            let agent = workspace.session.agent_id();
            let (conversation, jobs) = (&mut workspace.conversation, &workspace.jobs);
            conversation.apply_search_event(context!(workspace), jobs, &agent, &protocol, ListEvent::Due);
        }),
        &When(&timers::EARLIER, |workspace, protocol| {
            let agent = workspace.acting_agent();
            let (conversation, jobs) = (&mut workspace.conversation, &workspace.jobs);
            conversation.apply_earlier_event(context!(workspace), jobs, &agent, &protocol, ListEvent::Due);
        }),
        &When(&timers::SEARCH, |workspace, protocol| {
            workspace.conversation.show_results(context!(workspace), &protocol);
        }),
        &When(&timers::UNSENT_EXPIRY, |workspace, ()| {
            let agent = workspace.session.agent_id();
            workspace.conversation.unsent.expire(context!(workspace), &agent);
        }),
    ];

    const RECORDS: &'static [&'static dyn Kept] = &[
        &Keep(&records::THREAD, |workspace, protocol| {
            workspace.conversation.thread_record_of(&protocol).as_ref().map(json_text)
        }),
        // Drafts and the outbox belong to the signed-in agent, also when the session has just ended.
        &Keep(&records::DRAFT, |workspace, (_, protocol)| {
            let mut draft = workspace.conversation.drafts.record(&protocol, workspace.server_now())?;
            draft.customer = workspace.jobs.customer(&protocol).map(|customer| customer.name).unwrap_or_default();
            Some(json_text(&draft))
        }),
        &Keep(&records::OUTBOX, |workspace, (_, protocol, custom_id)| {
            let kept = || workspace.conversation.unsent.record(&protocol, &custom_id).cloned();
            workspace.conversation.outbox().record(&protocol, &custom_id).or_else(kept).as_ref().map(json_text)
        }),
    ];

    fn live_keys(workspace: &Workspace, keys: &mut Vec<SliceKey>) {
        for protocol in workspace.jobs.protocols() {
            let thread = workspace.conversation.thread(protocol);
            let ids = thread.into_iter().flat_map(|thread| thread.list().ids());
            keys.extend(ids.map(|id| slices::MESSAGE.of((protocol.clone(), id.clone()))));
        }
    }

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        let threads = stored.all(&records::THREAD);
        workspace.conversation.restore_threads(context!(workspace), &mut workspace.jobs, threads);
    }

    fn fact_changed(workspace: &mut Workspace, fact: &FactKey) {
        if let Some(protocol) = jobs::facts::ATTENDANCE.ids(fact) {
            workspace.conversation.follow_window(context!(workspace), &workspace.jobs, &protocol);
        } else if let Some(protocol) = jobs::facts::CUSTOMER.ids(fact) {
            // Messages show the customer's name.
            workspace.conversation.mark_messages_of(context!(workspace), &protocol);
        }
    }

    fn on_event(workspace: &mut Workspace, meta: &EventMeta, event: Self::Event) {
        match event {
            events::conversation::Event::Message(event) => {
                workspace.message_arrived(event.message, meta);
            }
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: Self::Intent) {
        let acting_agent = workspace.acting_agent();
        match intent {
            ConversationIntent::DraftChanged { protocol, text } => {
                workspace.conversation.draft_changed(
                    context!(workspace),
                    &workspace.jobs,
                    &acting_agent,
                    &protocol,
                    &text,
                );
            }
            ConversationIntent::Answer { protocol, answered } => {
                workspace.conversation.answer(
                    context!(workspace),
                    &workspace.jobs,
                    &acting_agent,
                    &protocol,
                    &answered,
                );
            }
            ConversationIntent::SendMessage { protocol, text } => {
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
            ConversationIntent::RetryMessage { protocol, local_id } => {
                let exit = workspace.conversation.retry_failed(
                    context!(workspace),
                    &mut workspace.jobs,
                    &acting_agent,
                    &protocol,
                    &local_id,
                );
                workspace.route(exit);
            }
            ConversationIntent::SendMedia { protocol, file, caption, answered } => {
                let media = MediaMessage { file, caption, answered };
                let exit = workspace.conversation.send_media(
                    context!(workspace),
                    &mut workspace.jobs,
                    &acting_agent,
                    &protocol,
                    media,
                );
                workspace.route(exit);
            }
            ConversationIntent::Reply { protocol, text, answered } => {
                workspace.resume_unsent_of(&protocol);
                let exit = workspace.conversation.reply(
                    context!(workspace),
                    &mut workspace.jobs,
                    &acting_agent,
                    &protocol,
                    &text,
                    &answered,
                );
                workspace.route(exit);
            }
            ConversationIntent::LoadPresets { protocol } => {
                workspace.conversation.load_presets(context!(workspace), &workspace.jobs, &protocol);
            }
            ConversationIntent::PresetInserted { protocol, preset_id } => {
                let context = context!(workspace);
                workspace.conversation.preset_inserted(context, &workspace.jobs, &acting_agent, &protocol, &preset_id);
                workspace.preset_used(&preset_id);
            }
            ConversationIntent::SendPreset { protocol, preset_id } => {
                workspace.preset_used(&preset_id);
                let exit = workspace.conversation.send_preset(
                    context!(workspace),
                    &mut workspace.jobs,
                    &acting_agent,
                    &protocol,
                    &preset_id,
                );
                workspace.route(exit);
            }
            ConversationIntent::Search { protocol, text } => {
                let agent = &acting_agent.agent_id;
                workspace.conversation.search(context!(workspace), &workspace.jobs, agent, &protocol, &text);
            }
            ConversationIntent::SearchMore { protocol } => {
                let agent = &acting_agent.agent_id;
                let exit = workspace.conversation.search_more(context!(workspace), &workspace.jobs, agent, &protocol);
                workspace.route(exit);
            }
            ConversationIntent::LoadEarlier { protocol } => {
                workspace.conversation.load_earlier(context!(workspace), &workspace.jobs, &acting_agent, &protocol);
            }
            ConversationIntent::RenewEarlier { protocol, message_id } => {
                workspace.conversation.renew_earlier(context!(workspace), &workspace.jobs, &protocol, message_id);
            }
            ConversationIntent::CancelUpload { protocol, local_id } => {
                workspace.conversation.cancel_upload(
                    context!(workspace),
                    &mut workspace.jobs,
                    &acting_agent,
                    &protocol,
                    &local_id,
                );
            }
            // An ended attendance has no composer to hold the text, so the message stays in the thread.
            ConversationIntent::EditMessage { protocol, .. }
                if workspace.jobs.get(&protocol).is_some_and(|job| job.is_ended()) => {}
            ConversationIntent::EditMessage { protocol, local_id } => {
                let refused =
                    workspace.conversation.write_again(context!(workspace), &acting_agent, &protocol, &local_id);
                if refused {
                    return;
                }
                workspace.give_up(&protocol, &local_id, FailedMessageAction::Edit)
            }
            ConversationIntent::DiscardMessage { protocol, local_id } => {
                workspace.give_up(&protocol, &local_id, FailedMessageAction::Discard)
            }
        }
    }

    fn on_reply(workspace: &mut Workspace, request: RequestId, answer: Answer) {
        let agent = workspace.acting_agent();
        let seen = workspace.visible_conversation();
        let jobs = &mut workspace.jobs;
        let exits = workspace.conversation.on_reply(context!(workspace), jobs, &agent, seen.as_ref(), request, answer);
        workspace.route(exits);
    }

    fn reset(workspace: &mut Workspace) {
        workspace.conversation.reset(context!(workspace));
    }

    fn job_removed(workspace: &mut Workspace, protocol: &Protocol, _reason: RemovalReason) {
        let agent = workspace.acting_agent();
        let exits = workspace.conversation.job_removed(context!(workspace), &workspace.jobs, &agent, protocol);
        workspace.route(exits);
    }
}

impl AreaExit for Exit {
    fn follow(self, workspace: &mut Workspace) {
        match self {
            Self::Refused(protocol, text) => workspace.snackbar(Topic::Message(protocol), SnackbarKind::Error, text),
            Self::UnknownJob => {
                let agent = workspace.session.agent_id();
                workspace.jobs.restore(context!(workspace), &agent);
            }
            Self::CustomerWrote { protocol, unseen } => {
                workspace.customer_wrote(&protocol, unseen.is_none(), unseen.as_ref());
            }
            Self::JobGone(_) => workspace.reconcile(),
            Self::ReadThread(protocol) => {
                workspace.conversation.load_thread_afresh(context!(workspace), &workspace.jobs, &protocol);
            }
            Self::DeliveredLate { author, protocol, custom_id } => {
                workspace.drop_unsent_message(&author, &protocol, &custom_id);
            }
            Self::KeptUnsent(protocol) => {
                workspace.snackbar(Topic::TextsKept(protocol), SnackbarKind::Warning, Text::key("chat.unsent.kept"));
            }
        }
    }
}

impl Workspace {
    /// The agent used a preset message: it comes earlier in the lists from now on.
    fn preset_used(&mut self, id: &str) {
        let uses = used_once_more(&self.shell.preferences().preset_uses, id);
        self.change_preferences(PreferencesChange { preset_uses: Some(uses), ..PreferencesChange::default() });
        self.conversation.presets_used(context!(self));
    }

    /// An event of any channel brings a message of either side. A thread detects duplicates by `seq`.
    pub(crate) fn message_arrived(&mut self, message: Message, meta: &EventMeta) {
        let seen = self.visible_conversation();
        let acting_agent = || self.session.acting_agent();
        let jobs = &mut self.jobs;
        let exits = self.conversation.on_message(context!(self), jobs, acting_agent, meta, message, seen.as_ref());
        self.route(exits);
    }

    fn give_up(&mut self, protocol: &Protocol, local_id: &str, action: FailedMessageAction) {
        let exit = self.conversation.ask_before_giving_up(context!(self), protocol, local_id, action);
        self.route(exit);
    }
}
