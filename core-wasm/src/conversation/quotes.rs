//! Messages of the agent that answer, and therefore quote, another message of the thread (WAP-069). A message that the
//! server does not have cannot be quoted: the answer is sent without the quote.

use super::conversation_facts::facts_of;
use super::machine::{Conversation, Exit};
use super::outbox::Outgoing;
use super::thread::Thread;
use crate::flow::Context;
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{AnsweredMessage, Message, Protocol};

impl Conversation {
    /// The agent chooses the message that the next text or file answers; an empty local id removes the choice.
    pub fn answer(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        answered: &str,
    ) {
        if facts_of(jobs, protocol).is_some() {
            self.drafts.answer(context, &acting_agent.agent_id, protocol, answered);
        }
    }

    /// The agent sends the text of the composer as an answer to a message. `answered`: its local id.
    pub fn reply(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        text: &str,
        answered: &str,
    ) -> Option<Exit> {
        let text = Outgoing::text(text.trim_end());
        let is_empty = text.text.trim().is_empty();
        let outgoing = text.answering(self.thread(protocol), answered);
        let exit = self.send_draft(context, jobs, acting_agent, protocol, outgoing);
        if !is_empty && !matches!(exit, Some(Exit::Refused(..))) {
            self.answer_sent(context, acting_agent, protocol, answered);
        }
        exit
    }

    /// A message that answers the chosen one was accepted: the choice is removed.
    pub(super) fn answer_sent(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        answered: &str,
    ) {
        if self.drafts.answered(protocol) == answered {
            self.drafts.answer(context, &acting_agent.agent_id, protocol, "");
        }
    }
}

impl Outgoing {
    /// The message, with the quote of the message with this local id; an empty id means no quote.
    pub(super) fn answering(mut self, thread: Option<&Thread>, answered: &str) -> Self {
        let entry = thread.and_then(|thread| thread.entry(answered));
        let is_quotable =
            |message: &&Message| !message.message_id.is_empty() && !message.system_message && !message.revoked;
        if let Some(message) = entry.map(|entry| &entry.message).filter(is_quotable) {
            self.extras.answered.clone_from(&message.message_id);
            self.shown.answered = Some(quote(message));
        }
        self
    }
}

fn quote(message: &Message) -> AnsweredMessage {
    AnsweredMessage {
        message_id: message.message_id.clone(),
        message: if message.message.is_empty() { &message.caption } else { &message.message }.clone(),
        message_media_type: message.media(),
        sender_type: message.sender_type,
        agent_id: message.agent_id.clone(),
        agent_name: message.agent_name.clone(),
        revoked: message.revoked,
    }
}
