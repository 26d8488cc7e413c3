//! Changes of a list: cancel, resume, and another attempt of failed entries. One change of a list is pending at a time. A repetition of each
//! changes nothing more, so that the kernel repeats a request without an answer.

use super::machine::{Broadcasts, Exit, Pending};
use super::policy::{may_resume, may_retry};
use crate::flow::{Answer, Context, HttpRequest, ListEvent, ServerWrite, Text, folded, path};
use crate::session::ActingAgent;
use crate::shell::SnackbarKind;
use crate::wire::{
    BroadcastChangeRequest, BroadcastId, BroadcastReply, CancelBroadcastRequest, FailedAttempt, ScheduleId,
};
use serde::Serialize;

/// A change of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum BroadcastAction {
    /// Nothing more is sent.
    Cancel,
    /// The server goes on with a paused list.
    Resume,
    /// Failed entries are sent again.
    Retry,
}

impl BroadcastAction {
    fn refused(self) -> Text {
        Text::key(match self {
            Self::Cancel => "broadcasts.cancelFailed",
            Self::Resume => "broadcasts.resumeFailed",
            Self::Retry => "broadcasts.retryFailed",
        })
    }

    /// What the agent is told of a change that the server answered. The list may have ended before the request arrived: then nothing was
    /// changed, and it is not said to be.
    fn done(self, reply: &BroadcastReply) -> (SnackbarKind, Text) {
        let list = &reply.broadcast;
        let is_open = list.counts.queued + list.counts.sending > 0;
        match self {
            Self::Cancel if list.cancelled_at.is_some() => {
                (SnackbarKind::Success, Text::key("broadcast.cancel.toastSuccess"))
            }
            Self::Resume if is_open && list.paused_reason.is_empty() => {
                (SnackbarKind::Success, Text::key("broadcasts.resumed"))
            }
            Self::Resume if is_open => (SnackbarKind::Warning, Text::key("broadcasts.resumeFailed")),
            Self::Cancel | Self::Resume => (SnackbarKind::Info, Text::key("broadcasts.alreadyOver")),
            Self::Retry if reply.queued == 0 => (SnackbarKind::Info, Text::key("broadcasts.noneAgain")),
            Self::Retry => (SnackbarKind::Success, Text::key("broadcasts.queuedAgain").with("count", reply.queued)),
        }
    }
}

/// A name without regard to case, accents and the number of spaces, as the dialog compares it.
fn compared(name: &str) -> String {
    folded(name).split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Broadcasts {
    /// Cancels a list, if the agent typed its name.
    pub fn cancel(&mut self, context: &mut Context, agent: &ActingAgent, id: &BroadcastId, name: &str) -> Vec<Exit> {
        let Some(known) = self.lists.get(id).filter(|known| known.word.may_cancel()) else { return Vec::new() };
        if compared(&known.list.name) != compared(name) {
            return vec![Exit::Said(SnackbarKind::Warning, Text::key("broadcasts.cancelName"))];
        }
        let body = CancelBroadcastRequest { agent_id: agent.agent_id.clone(), broadcast_id: id.clone() };
        let request = ServerWrite::ChangeBroadcast.put("broadcast/whatsapp/cancel").json(&body);
        self.change(context, id, BroadcastAction::Cancel, request);
        Vec::new()
    }

    /// Goes on with a paused list.
    pub fn resume(&mut self, context: &mut Context, agent: &ActingAgent, id: &BroadcastId) {
        if self.lists.get(id).is_some_and(|known| may_resume(&known.list)) {
            let body = BroadcastChangeRequest { agent_id: agent.agent_id.clone(), entries: Vec::new() };
            let path = path!["broadcast", "whatsapp", id, "resume"];
            self.change(context, id, BroadcastAction::Resume, ServerWrite::ChangeBroadcast.put(path).json(&body));
        }
    }

    /// Sends failed entries again; without entries all that may be sent again.
    pub fn retry(&mut self, context: &mut Context, agent: &ActingAgent, id: &BroadcastId, entries: &[ScheduleId]) {
        if !self.lists.get(id).is_some_and(|known| may_retry(&known.list)) {
            return;
        }
        let opened = self.opened.as_ref().filter(|opened| opened.id == *id);
        let chosen = entries.iter().filter_map(|entry| opened?.entry(entry)).filter(|entry| entry.retryable);
        let chosen = chosen
            .map(|entry| FailedAttempt { schedule_id: entry.schedule_id.clone(), attempt: entry.attempt })
            .collect::<Vec<_>>();
        // No entries would mean all entries.
        if !entries.is_empty() && chosen.is_empty() {
            return;
        }
        let body = BroadcastChangeRequest { agent_id: agent.agent_id.clone(), entries: chosen };
        let path = path!["broadcast", "whatsapp", id, "retry"];
        self.change(context, id, BroadcastAction::Retry, ServerWrite::ChangeBroadcast.post(path).json(&body));
    }

    fn change(&mut self, context: &mut Context, id: &BroadcastId, action: BroadcastAction, request: HttpRequest) {
        if self.busy.get(id).is_none() {
            self.busy.insert(id.clone(), action);
            context.request(&mut self.requests, Pending::Change(id.clone(), action), request.repeat_when_busy());
            self.mark_list(context, id);
        }
    }

    pub(super) fn on_changed(
        &mut self,
        context: &mut Context,
        agent: &ActingAgent,
        id: &BroadcastId,
        action: BroadcastAction,
        answer: Answer,
    ) -> Vec<Exit> {
        self.busy.remove(id);
        self.mark_list(context, id);
        let said = match answer.read::<BroadcastReply>() {
            Ok(reply) => {
                let (kind, text) = action.done(&reply);
                self.put_list(context, reply.broadcast);
                Exit::Said(kind, text)
            }
            Err(answer) => {
                // The state of the list was another one than the page showed, or is not known.
                self.apply_lists_event(context, agent, ListEvent::NeededAfresh);
                self.apply_entries_event(context, agent, ListEvent::NeededAfresh);
                let is_unknown = answer.is_uncertain();
                let text = if is_unknown { ServerWrite::ChangeBroadcast.unknown() } else { action.refused() };
                Exit::Said(SnackbarKind::Error, text)
            }
        };
        let closed = (action == BroadcastAction::Cancel).then(|| Exit::CancelAnswered(id.clone()));
        closed.into_iter().chain([said]).collect()
    }
}
