//! The agent's actions on a refused message: send it again, edit it or discard it (BEY-003).

use super::machine::{Conversation, Exit};
use super::outbox::{EntryState, FailedMessageAction};
use super::records;
use super::thread::ThreadEntry;
use crate::flow::Context;
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{CustomId, Protocol};

impl Conversation {
    /// The agent sends a failed message again, with the same id. The error mark stays until the server has confirmed it
    /// (BEY-005).
    pub fn retry_failed(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        local_id: &str,
    ) -> Option<Exit> {
        let custom_id = local_id.strip_prefix('c').map(CustomId::from)?;
        let entry = self.outbox.entry_mut(protocol, &custom_id).filter(|entry| entry.state == EntryState::Failed)?;
        entry.state = EntryState::Ready;
        self.set_message_busy(context, protocol, &custom_id, true);
        if self.retry_upload(context, protocol, &custom_id) {
            return None;
        }
        self.send_next(context, jobs, acting_agent, protocol)
    }

    /// The agent edits or discards a failed message. The thread is refetched first, because the message may have
    /// arrived.
    pub fn ask_before_giving_up(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        local_id: &str,
        action: FailedMessageAction,
    ) -> Option<Exit> {
        let custom_id = local_id.strip_prefix('c').map(CustomId::from)?;
        let entry = self.outbox.entry_mut(protocol, &custom_id).filter(|entry| entry.state == EntryState::Failed)?;
        entry.state = EntryState::GivingUp(action);
        self.set_message_busy(context, protocol, &custom_id, true);
        Some(Exit::ReadThread(protocol.clone()))
    }

    /// The agent edits a message that the provider refused: its text is inserted at the beginning of the draft. The
    /// message stays in the thread, because the server has it. Returns whether the message is such a one.
    pub fn write_again(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        local_id: &str,
    ) -> bool {
        let entry = self.thread(protocol).and_then(|thread| thread.entry(local_id));
        let is_refused = |entry: &&ThreadEntry| {
            entry.delivery.is_failed() && entry.message.seq > 0 && !entry.message.message.is_empty()
        };
        let Some(text) = entry.filter(is_refused).map(|entry| entry.message.message.clone()) else { return false };
        self.put_before_draft(context, acting_agent, protocol, &text);
        true
    }

    pub(super) fn put_before_draft(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        text: &str,
    ) {
        let written = self.drafts.text(protocol).to_owned();
        let text = if written.is_empty() { text.to_owned() } else { format!("{text}\n{written}") };
        self.drafts.replace(context, &acting_agent.agent_id, protocol, &text);
    }

    pub(super) fn give_up(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        custom_id: &CustomId,
        action: FailedMessageAction,
    ) {
        let Some(entry) = self.outbox.remove(protocol, custom_id) else { return };
        self.stop_upload(context, protocol, custom_id);
        context.write(records::OUTBOX.of((acting_agent.agent_id.clone(), protocol.clone(), custom_id.clone())), None);
        self.remove_message(context, jobs, protocol, custom_id);
        if action == FailedMessageAction::Edit {
            self.put_before_draft(context, acting_agent, protocol, &entry.text);
        }
    }
}
