//! The chat's story from the first word to the end. What the agent sends appears at once, is stored, sent, repeated
//! until the server confirms it, and marked failed only when the server refuses it. Before a repetition, and before a
//! failed message is given up, the thread is read again: the words may have arrived. What the customer does arrives as
//! events. Finishing asks the server; the attendance then waits for qualification. What becomes of words whose
//! attendance is gone, and of those found at the start, is told in `unsent.rs`.

use super::drafts::Drafts;
use super::outbox::Outbox;
use super::registry::NAME;
use super::typing::Typing;
use super::unsent::Unsent;
use crate::flow::{Answer, CallId, Calls, Context, HttpCall, LocalId, StoreId, Text};
use crate::jobs::Jobs;
use crate::session::ActingAgent;
use crate::wire::{ClientStatus, CustomId, JobRequest, Message, Protocol, SenderType, TypingRequest};
use litemap::LiteMap;

#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// To be told in a snackbar; the text of the person is kept.
    Refused(Text),
    /// A message for an attendance nobody knows here: the list may be out of date.
    UnknownJob,
    /// The customer wrote something the agent is not looking at.
    Unseen { protocol: Protocol, local_id: LocalId },
    /// The customer wrote in the conversation before the agent's eyes; people who hear the page may be told.
    CustomerWrote(Protocol),
    /// The agent's own finish was taken by the server.
    Finished(Protocol),
    /// The server does not know the attendance any more.
    JobGone(Protocol),
    /// No answer to the finish: it may have been taken, so the server is asked.
    FinishInDoubt,
    /// What the server holds of this conversation is to be read now.
    ReadThread(Protocol),
    /// Words that were never sent, of an attendance that is gone, are kept for the agent.
    KeptUnsent(Protocol),
}

#[derive(Clone, Debug)]
pub(super) enum Pending {
    Send { protocol: Protocol, custom_id: CustomId },
    Typing,
    Finish(Protocol),
    Close,
}

pub struct Chat {
    pub drafts: Drafts,
    pub unsent: Unsent,
    pub(super) outbox: Outbox,
    pub(super) typing: Typing,
    pub(super) storing: LiteMap<StoreId, (Protocol, CustomId)>,
    pub(super) calls: Calls<Pending>,
}

impl Default for Chat {
    fn default() -> Self {
        Self {
            drafts: Drafts::default(),
            unsent: Unsent::default(),
            outbox: Outbox::default(),
            typing: Typing::default(),
            storing: LiteMap::new(),
            calls: Calls::new(NAME),
        }
    }
}

impl Chat {
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// The agent typed in the field of this conversation.
    pub fn draft_changed(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        text: &str,
    ) {
        if jobs.get(protocol).is_none() {
            return;
        }
        self.drafts.typed(context, &acting_agent.agent_id, protocol, text);
        if jobs.get(protocol).is_some_and(|job| job.wire.disabled) {
            return;
        }
        if text.is_empty() {
            self.stop_typing(context, acting_agent, protocol);
        } else if self.typing.key_pressed(context, protocol) {
            self.send_typing(context, acting_agent, protocol, true);
        }
    }

    pub fn stop_typing(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) {
        if self.typing.stopped(context, protocol) {
            self.send_typing(context, acting_agent, protocol, false);
        }
    }

    fn send_typing(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol, typing: bool) {
        let custom_id = Some(self.typing.next_id(context, protocol));
        let request =
            TypingRequest { protocol: protocol.clone(), agent_id: acting_agent.agent_id.clone(), typing, custom_id };
        context.call(&mut self.calls, Pending::Typing, HttpCall::post("chat/typing").json(&request));
    }

    /// Asks the server to end the attendance; the button waits meanwhile.
    pub fn finish(&mut self, context: &mut Context, jobs: &mut Jobs, acting_agent: &ActingAgent, protocol: &Protocol) {
        let open = jobs.get(protocol).is_some_and(|job| !job.wire.disabled && !job.busy.contains(&"finish"));
        if !open {
            return;
        }
        jobs.set_busy(context, protocol, "finish", true);
        let call = HttpCall::post("job/chat/finish").json(&job_request(acting_agent, protocol));
        context.call(&mut self.calls, Pending::Finish(protocol.clone()), call);
    }

    /// After qualification the channel's job is closed too (QUA-013); the server takes a repetition as done.
    pub fn close(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) {
        let call = HttpCall::post("job/chat/close").json(&job_request(acting_agent, protocol));
        context.call(&mut self.calls, Pending::Close, call);
    }

    pub fn on_reply(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        call: CallId,
        answer: Answer,
    ) -> Vec<Exit> {
        match self.calls.take(call) {
            Some(Pending::Send { protocol, custom_id }) => {
                self.on_sent(context, jobs, acting_agent, &protocol, &custom_id, answer)
            }
            Some(Pending::Finish(protocol)) => self.on_finished(context, jobs, &protocol, &answer),
            Some(Pending::Typing | Pending::Close) | None => Vec::new(),
        }
    }

    fn on_finished(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        protocol: &Protocol,
        answer: &Answer,
    ) -> Vec<Exit> {
        jobs.set_busy(context, protocol, "finish", false);
        match answer {
            Answer::Ok(_) => vec![Exit::Finished(protocol.clone())],
            Answer::NotFound(_) => vec![Exit::JobGone(protocol.clone())],
            answer if answer.is_passing() => vec![Exit::Refused(Text::key("jobs.finishFailed")), Exit::FinishInDoubt],
            _ => vec![Exit::Refused(Text::key("jobs.finishFailed"))],
        }
    }

    /// A message event of either side. `visible_conversation` is the conversation before the agent's eyes, with the page focused;
    /// `on_path` the one whose page is shown.
    pub fn on_message(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: impl FnOnce() -> ActingAgent,
        mut message: Message,
        visible_conversation: Option<&Protocol>,
    ) -> Vec<Exit> {
        let Some(protocol) = jobs.get(&message.protocol).map(|job| job.wire.protocol.clone()) else {
            jobs.keep_unattended(context, message);
            return vec![Exit::UnknownJob];
        };
        // From here on it is found by identity.
        message.protocol = protocol.clone();
        if message.sender_type == SenderType::Agent && self.outbox.entry(&protocol, &message.custom_id).is_some() {
            let custom_id = message.custom_id.clone();
            jobs.take_message(context, message, true);
            return self.confirmed(context, jobs, &acting_agent(), &protocol, &custom_id).into_iter().collect();
        }
        let from_customer = message.sender_type == SenderType::Customer;
        let seen = visible_conversation == Some(&protocol);
        let Some(local_id) = jobs.take_message(context, message, seen).filter(|_| from_customer) else {
            return Vec::new();
        };
        vec![if seen { Exit::CustomerWrote(protocol) } else { Exit::Unseen { protocol, local_id } }]
    }

    pub fn on_typing(&mut self, context: &mut Context, jobs: &mut Jobs, protocol: &Protocol, typing: bool) {
        jobs.set_typing(context, protocol, typing);
    }

    pub fn on_inactive(&mut self, context: &mut Context, jobs: &mut Jobs, protocol: &Protocol) {
        jobs.set_client_status(context, protocol, ClientStatus::Inactive);
    }
}

fn job_request(acting_agent: &ActingAgent, protocol: &Protocol) -> JobRequest {
    JobRequest {
        protocol: protocol.clone(),
        agent_id: acting_agent.agent_id.clone(),
        org_unit_id: acting_agent.org_unit_id.clone(),
    }
}
