//! A message of the agent is shown at once, then stored, sent and repeated until the server confirms it; it is marked
//! as failed only when the server refuses it. Before a repetition, and before a failed message is discarded, the thread
//! is refetched, because the message may have arrived. Messages of the customer arrive as events. `kept.rs` handles the
//! texts of removed attendances and the texts found at the start.

use super::conversation_facts::facts_of;
use super::drafts::Drafts;
use super::earlier::Earlier;
use super::outbox::Outbox;
use super::presets::Presets;
use super::registry::NAME;
use super::rules::ConversationRules;
use super::search::Search;
use super::threads::{ConversationKey, Threads};
use super::typing::Typing;
use super::unsent::Unsent;
use super::uploads::Upload;
use crate::flow::{Answer, Asked, Context, LocalId, RequestId, Requests, ServerWrite, SortedMap, StoreId, Table, Text};
use crate::jobs::{Jobs, OnTheWay};
use crate::session::ActingAgent;
use crate::wire::{AgentId, ContactId, CustomId, Protocol, TypingRequest};

/// An effect of a message on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// A refusal, shown in a snackbar; the agent's text is kept.
    Refused(Protocol, Text),
    /// A message for an unknown attendance arrived: the list may be outdated.
    UnknownJob,
    /// The customer wrote a message.
    CustomerWrote {
        /// The attendance.
        protocol: Protocol,
        /// Local id of the unread message; `None` if the agent has the conversation open and focused.
        unseen: Option<LocalId>,
    },
    /// The server no longer knows the attendance.
    JobGone(Protocol),
    /// The thread has to be refetched from the server now.
    ReadThread(Protocol),
    /// Unsent texts of a removed attendance were kept for the agent.
    KeptUnsent(Protocol),
    /// The server has a message that an ended session sent.
    DeliveredLate {
        /// The agent who sent the message.
        author: AgentId,
        /// The attendance.
        protocol: Protocol,
        /// Id of the message.
        custom_id: CustomId,
    },
}

#[derive(Clone, Debug)]
pub(super) enum Pending {
    Send {
        protocol: Protocol,
        custom_id: CustomId,
        author: AgentId,
        /// The number of the session, counted on this page, that sent the message.
        session: u32,
    },
    Typing,
    /// A portion of a thread is requested.
    Messages(ConversationKey, Asked),
    /// New addresses of files are requested. `first`: the number of the first message of the portion.
    Renewal {
        key: ConversationKey,
        first: u64,
    },
    Upload {
        protocol: Protocol,
        custom_id: CustomId,
    },
    /// A list of preset messages is requested, by its address.
    Presets(String, Asked),
    /// The attendance whose conversation is searched.
    Search(Protocol, Asked),
    /// The attendance and the contact whose messages are loaded.
    Earlier(Protocol, ContactId, Asked),
    /// The attendance and the id of the message whose file needs a new address.
    EarlierAgain(Protocol, String),
}

/// Threads, drafts, outbox, unsent texts and typing of all conversations.
pub struct Conversation {
    /// Texts in the composers.
    pub drafts: Drafts,
    /// Texts of ended attendances that were never sent.
    pub unsent: Unsent,
    pub(super) threads: Threads,
    pub(super) outbox: Outbox,
    pub(super) typing: Typing,
    pub(super) storing: SortedMap<StoreId, (Protocol, CustomId)>,
    /// Files of messages that the server does not have yet.
    pub(super) uploads: SortedMap<(Protocol, CustomId), Upload>,
    pub(super) presets: Presets,
    pub(super) searches: Table<Search>,
    pub(super) earlier: Table<Earlier>,
    pub(super) requests: Requests<Pending>,
    /// Number of sessions that ended on this page; it identifies the present one.
    pub(super) session: u32,
}

impl Default for Conversation {
    fn default() -> Self {
        Self {
            drafts: Drafts::default(),
            unsent: Unsent::default(),
            threads: Threads::default(),
            outbox: Outbox::default(),
            typing: Typing::default(),
            storing: SortedMap::new(),
            uploads: SortedMap::new(),
            presets: Presets::default(),
            searches: Table::default(),
            earlier: Table::default(),
            requests: Requests::new(NAME),
            session: 0,
        }
    }
}

impl Conversation {
    /// The unconfirmed messages.
    pub fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    /// Messages and files of the agent that are being sent.
    pub fn on_the_way(&self, protocol: &Protocol) -> OnTheWay {
        let tried = || self.outbox.entries(protocol).iter().filter(|entry| !entry.state.is_failed());
        let is_file = |name: &&String| !name.is_empty();
        let files = tried().map(|entry| &entry.shown.file_name).filter(is_file).cloned().collect();
        OnTheWay { messages: u32::try_from(tried().count()).unwrap_or(u32::MAX), files }
    }

    /// Number of customer messages after this one; all of the thread if the message is an earlier one.
    pub fn of_customer_after(&self, protocol: &Protocol, local_id: &str) -> u32 {
        self.thread(protocol).map_or(0, |thread| thread.of_customer_below(local_id))
    }

    /// Whether the server refused a message of the agent that the agent has not repeated or discarded.
    pub fn has_refused(&self, protocol: &Protocol) -> bool {
        self.outbox.entries(protocol).iter().any(|entry| entry.state.is_failed())
    }

    /// The agent typed in the composer of this attendance.
    pub fn draft_changed(
        &mut self,
        context: &mut Context,
        jobs: &Jobs,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        text: &str,
    ) {
        let Some(facts) = facts_of(jobs, protocol) else { return };
        self.drafts.typed(context, &acting_agent.agent_id, protocol, text);
        let Some(rules) = facts.rules.filter(|_| !facts.ended) else { return };
        if text.is_empty() {
            self.stop_typing(context, acting_agent, protocol);
        } else if self.typing.key_pressed(context, protocol, rules) {
            self.send_typing(context, acting_agent, protocol, rules, true);
        }
    }

    /// The agent stopped typing, sent the message or emptied the composer.
    pub fn stop_typing(&mut self, context: &mut Context, acting_agent: &ActingAgent, protocol: &Protocol) {
        if let Some(rules) = self.typing.stopped(context, protocol) {
            self.send_typing(context, acting_agent, protocol, rules, false);
        }
    }

    fn send_typing(
        &mut self,
        context: &mut Context,
        acting_agent: &ActingAgent,
        protocol: &Protocol,
        rules: &ConversationRules,
        typing: bool,
    ) {
        let Some(path) = rules.typing_path else { return };
        let custom_id = Some(self.typing.next_id(context, protocol));
        let body =
            TypingRequest { protocol: protocol.clone(), agent_id: acting_agent.agent_id.clone(), typing, custom_id };
        context.request(&mut self.requests, Pending::Typing, ServerWrite::Typing.post(path).json(&body));
    }

    /// The answer to one of this area's requests. `seen`: the conversation that the agent has open and focused.
    pub fn on_reply(
        &mut self,
        context: &mut Context,
        jobs: &mut Jobs,
        acting_agent: &ActingAgent,
        seen: Option<&Protocol>,
        request: RequestId,
        answer: Answer,
    ) -> Vec<Exit> {
        match self.requests.take(request) {
            Some(Pending::Send { protocol, custom_id, author, session }) if session != self.session => {
                self.late_answer(context, author, protocol, custom_id, &answer)
            }
            Some(Pending::Send { protocol, custom_id, .. }) => {
                self.on_sent(context, jobs, acting_agent, &protocol, &custom_id, answer)
            }
            Some(Pending::Messages(key, asked)) => {
                if self.threads.get(&key).is_none_or(|thread| !thread.loader().awaits(asked)) {
                    return Vec::new();
                }
                let seen = seen == Some(key.protocol());
                self.on_messages(context, jobs, acting_agent, &key, answer, seen)
            }
            Some(Pending::Renewal { key, first }) => {
                self.on_renewed(context, jobs, &key, first, answer);
                Vec::new()
            }
            Some(Pending::Upload { protocol, custom_id }) => {
                self.on_uploaded(context, jobs, acting_agent, &protocol, &custom_id, answer)
            }
            Some(Pending::Presets(address, asked)) => {
                self.on_presets(context, &address, asked, answer);
                Vec::new()
            }
            Some(Pending::Search(protocol, asked)) => {
                self.on_found(context, &protocol, asked, answer);
                Vec::new()
            }
            Some(Pending::Earlier(protocol, of, asked)) => {
                self.on_earlier(context, &protocol, &of, asked, answer);
                Vec::new()
            }
            Some(Pending::EarlierAgain(protocol, asked)) => {
                self.on_earlier_again(context, jobs, &protocol, &asked, answer);
                Vec::new()
            }
            Some(Pending::Typing) | None => Vec::new(),
        }
    }
}
