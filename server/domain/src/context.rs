//! The environment of one request, and the recipients that the transport must notify after it. No rules.

use crate::effects::EffectKind;
use crate::entropy::Entropy;
use crate::password_hashing::{PasswordHasher, PasswordOutcome, PasswordTask};
use crate::security::SecurityEvent;
use crate::store::StoreError;
use crate::voice::AccountChange;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wire::{AgentId, Protocol, Wall};

/// Environment of one request. After the request the transport notifies `recipients`.
pub struct Context<'a> {
    /// Time of the request.
    pub now: Wall,
    /// Source of randomness.
    pub entropy: &'a mut dyn Entropy,
    /// Password hasher.
    pub hasher: &'a dyn PasswordHasher,
    /// Recipients to notify after the commit.
    pub recipients: Recipients,
    /// Network address of the caller, if known.
    pub address: Option<String>,
    /// Scheme and host by which the caller's page reaches the server's sockets, for example `wss://centre.example`.
    pub web_socket_origin: Option<String>,
    /// The task that an earlier run of the request asked for, and its outcome.
    pub password: Option<(PasswordTask, PasswordOutcome)>,
    /// Cause of the last 500 reply; not part of the reply.
    pub fault: Option<StoreError>,
    /// The earliest due time that the request set: the transport calls `tick` then.
    pub due: Option<Wall>,
    /// Security events of the request, also of a refused one.
    pub security: Vec<SecurityEvent>,
}

impl<'a> Context<'a> {
    /// A context for one request.
    pub fn new(now: Wall, entropy: &'a mut dyn Entropy, hasher: &'a dyn PasswordHasher) -> Self {
        let recipients = Recipients::default();
        let (address, web_socket_origin) = (None, None);
        Self {
            now,
            entropy,
            hasher,
            recipients,
            address,
            web_socket_origin,
            password: None,
            fault: None,
            due: None,
            security: Vec::new(),
        }
    }

    /// The outcome of this task, if the request was run again with it.
    pub(crate) fn password_outcome(&self, task: &PasswordTask) -> Option<PasswordOutcome> {
        self.password.as_ref().filter(|(asked, _)| asked.is_same(task)).map(|(_, outcome)| outcome.clone())
    }

    /// `bytes` random bytes in hexadecimal.
    pub(crate) fn random_hex(&mut self, bytes: usize) -> String {
        let mut buffer = vec![0; bytes];
        self.entropy.fill(&mut buffer);
        hex::encode(buffer)
    }

    pub(crate) fn note_due(&mut self, at: Wall) {
        self.due = Some(self.due.map_or(at, |due| due.min(at)));
    }

    pub(crate) fn salt(&mut self) -> [u8; 16] {
        let mut salt = [0; 16];
        self.entropy.fill(&mut salt);
        salt
    }
}

/// Recipients to notify after the commit; empty after a refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipients {
    /// Agents whose broker queue has new frames.
    pub queues: BTreeSet<AgentId>,
    /// Agents whose queue was cleared before that: frames that an external broker still holds are obsolete.
    pub cleared: BTreeSet<AgentId>,
    /// Web chats with new events.
    pub chats: BTreeSet<Protocol>,
    /// Agents whose customer starts or stops typing. Not stored: an agent without a link misses it.
    pub agents_of_typing: Vec<AgentTyping>,
    /// Customers whose agent starts or stops typing. Not stored: a page without a stream misses it.
    pub customers_of_typing: Vec<CustomerTyping>,
    /// Ended sessions: their broker links get the close notice, if any, and are closed.
    pub ended_sessions: Vec<EndedSession>,
    /// Changed accounts of the telephone system.
    pub accounts: Vec<AccountChange>,
    /// Kinds of effects that are due: the workers of these kinds take them.
    pub effects: BTreeSet<EffectKind>,
}

impl Recipients {
    /// Whether there are no recipients.
    pub fn is_empty(&self) -> bool {
        let Self { queues, cleared, chats, agents_of_typing, customers_of_typing, ended_sessions, effects, accounts } =
            self;
        queues.is_empty()
            && cleared.is_empty()
            && chats.is_empty()
            && agents_of_typing.is_empty()
            && customers_of_typing.is_empty()
            && ended_sessions.is_empty()
            && effects.is_empty()
            && accounts.is_empty()
    }

    /// Adds the recipients of a later request.
    pub fn add(&mut self, later: Recipients) {
        let earlier = std::mem::replace(self, later);
        self.add_earlier(earlier);
    }

    /// Adds the recipients of an earlier request in the same context.
    pub(crate) fn add_earlier(&mut self, earlier: Recipients) {
        self.queues.extend(earlier.queues);
        self.cleared.extend(earlier.cleared);
        self.chats.extend(earlier.chats);
        self.effects.extend(earlier.effects);
        let later = std::mem::replace(&mut self.ended_sessions, earlier.ended_sessions);
        self.ended_sessions.extend(later);
        let later = std::mem::replace(&mut self.accounts, earlier.accounts);
        self.accounts.extend(later);
        let later = std::mem::replace(&mut self.agents_of_typing, earlier.agents_of_typing);
        self.agents_of_typing.extend(later);
        let later = std::mem::replace(&mut self.customers_of_typing, earlier.customers_of_typing);
        self.customers_of_typing.extend(later);
    }
}

/// A report that a customer types, for the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentTyping {
    /// Agent of the attendance.
    pub agent_id: AgentId,
    /// The attendance.
    pub protocol: Protocol,
    /// Body of the frame (`ChatTypingEvent`). It has no `seq` and needs no acknowledgement.
    pub frame: String,
}

/// A report that an agent types, for the customer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerTyping {
    /// The attendance.
    pub protocol: Protocol,
    /// Time of the request.
    pub at: Wall,
    /// Whether the agent types.
    pub typing: bool,
}

/// A session that ended in this request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedSession {
    /// Owner of the session.
    pub agent_id: AgentId,
    /// The session.
    pub session_id: String,
    /// Body of a last frame (`ForcedDisconnectEvent`) for the links of this session. It is not stored, has no `seq` and
    /// needs no acknowledgement, so it cannot reach a later session.
    pub close_notice: Option<String>,
}
