//! Messages that the agent sent and the server has not confirmed, in order, per protocol. An entry is stored before it
//! is sent and repeated with the same `custom_id` until the server answers; the server ignores a repetition, so that
//! the customer gets the message once (BEY-002). Before a repetition the thread is refetched, in case a server does not
//! ignore repetitions. Only the first entry of a protocol is sent at a time.
//!
//! States of an entry: `Uploading` (its file; see `uploads.rs`), `Storing`, `Ready`, `Asking` (the thread is read before a repetition), `InFlight`, `Waiting` (for
//! the next try), `Failed` (the server refused it; the agent decides), `GivingUp` (the agent edits or discards a failed
//! message; the thread is read first, because the message may have arrived).

use super::rules::ConversationRules;
use super::uploads::FileToSend;
use crate::flow::{Mono, Table};
use crate::session::ActingAgent;
use crate::wire::{CustomId, Message, MessageStatus, Protocol, SenderType, TemplateChoice, Wall};
use derive::ReadObject;
use serde::Serialize;

const FIRST_RETRY_MS: u64 = 1_000;
const LONGEST_RETRY_MS: u64 = 30_000;

/// State of an outbox entry; the module comment explains the states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryState {
    /// The file of the message is being uploaded; later messages are sent before it.
    Uploading,
    /// The entry is being stored.
    Storing,
    /// The message can be sent.
    Ready,
    /// The thread is being refetched before a repetition.
    Asking,
    /// The send request waits for its answer.
    InFlight,
    /// The entry waits for the next try.
    Waiting,
    /// The server refused the message; the agent decides.
    Failed,
    /// The agent edits or discards a failed message; the thread is refetched first.
    GivingUp(FailedMessageAction),
}

impl EntryState {
    /// Whether the server refused the message, so that the next entry can be sent.
    pub fn is_failed(self) -> bool {
        matches!(self, EntryState::Failed | EntryState::GivingUp(_))
    }
}

/// The action of the agent on a failed message that is not sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedMessageAction {
    /// The text is discarded.
    Discard,
    /// The text returns to the composer and is sent with a new id.
    Edit,
}

/// The content of a WhatsApp message besides its text. Empty for a message that contains only text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct Extras {
    /// Id of the uploaded file; empty without one.
    pub media_id: String,
    /// The template and its variables.
    pub template: Option<TemplateChoice>,
    /// `message_id` of the message that this one answers; empty without one.
    pub answered: String,
    /// `message_id` of the message that is forwarded; empty without one.
    pub forwarded_from: String,
    /// The file is a recording of the agent in the format of voice messages.
    pub voice: bool,
}

/// A message to send: the data for the server, and what the thread shows until the server's copy arrives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outgoing {
    /// The text or the caption.
    pub text: String,
    /// The content of the message besides the text.
    pub extras: Extras,
    /// The message as the thread shows it; sender, ids and time are set when it is sent.
    pub shown: Message,
    /// The file that is uploaded before the message is sent.
    pub file: Option<FileToSend>,
}

/// One message of the outbox.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Id of the message, the same in every try.
    pub custom_id: CustomId,
    /// Rules of the attendance's channel.
    pub rules: &'static ConversationRules,
    /// The text of the message, or the caption of its file.
    pub text: String,
    /// What the message contains beside the text.
    pub extras: Extras,
    /// The message as the thread shows it.
    pub shown: Message,
    /// When the agent sent it, on the server's clock.
    pub written_at: Wall,
    /// Set if the message was sent while the server's time was unknown: `written_at` is by the browser's clock.
    pub undated: Option<Mono>,
    /// State of the entry.
    pub state: EntryState,
    /// Number of tries that got no answer.
    pub attempts: u32,
    /// An earlier try may have reached the server, so the thread is refetched before the next one.
    pub doubtful: bool,
    /// Number of the entry, which grows with each new one; a clock that is set back does not change the order
    /// (BEY-004).
    pub number: u64,
    /// Name of the customer, for the list of unsent texts.
    pub customer: String,
}

/// An outbox entry or an unsent text as it is stored.
#[derive(Clone, Debug, PartialEq, Default, Serialize, ReadObject)]
#[serde(default)]
pub struct OutboxRecord {
    /// The attendance.
    pub protocol: Protocol,
    /// Id of the message.
    pub custom_id: CustomId,
    /// The text of the message.
    pub text: String,
    /// The content of the message besides the text; `None` if there is only text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extras: Option<Extras>,
    /// The message as the thread shows it; `None` if there is only text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<Message>,
    /// When the agent sent the message.
    pub written_at: Wall,
    /// `written_at` is by the browser's clock, which may be wrong; it is corrected once the server's time is known.
    pub undated: bool,
    /// Position in the queue of the attendance.
    pub number: u64,
    /// The server refused the message.
    pub failed: bool,
    /// The attendance was removed: the text is kept for the agent and never sent again.
    pub lost: bool,
    /// The agent has read that the message was not sent.
    pub read: bool,
    /// Name of the customer; empty if it is not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub customer: String,
}

impl Outgoing {
    /// A record of a message that contains only text.
    pub fn text(text: &str) -> Self {
        let shown = Message { message: text.to_owned(), ..Message::default() };
        Self { text: text.to_owned(), shown, ..Self::default() }
    }
}

impl OutboxRecord {
    /// Sets `written_at` to `now` if it is undated and the server's time is `known`. Returns whether it changed.
    pub fn date(&mut self, now: Wall, known: bool) -> bool {
        let dated = self.undated && known;
        if dated {
            self.written_at = now;
            self.undated = false;
        }
        dated
    }
}

/// The unconfirmed messages of all attendances.
#[derive(Default)]
pub struct Outbox {
    queues: Table<Vec<Entry>>,
}

impl Outbox {
    /// Adds an entry after the others of its attendance.
    pub fn push(&mut self, protocol: &Protocol, entry: Entry) {
        self.queues.or_default(protocol).push(entry);
    }

    /// The entry of this message, unless the server has confirmed it.
    pub fn entry(&self, protocol: &Protocol, custom_id: &CustomId) -> Option<&Entry> {
        self.queues.get(protocol)?.iter().find(|entry| entry.custom_id == *custom_id)
    }

    /// The entry of this message, to change it.
    pub fn entry_mut(&mut self, protocol: &Protocol, custom_id: &CustomId) -> Option<&mut Entry> {
        self.queues.get_mut(protocol)?.iter_mut().find(|entry| entry.custom_id == *custom_id)
    }

    /// Removes the entry of this message.
    pub fn remove(&mut self, protocol: &Protocol, custom_id: &CustomId) -> Option<Entry> {
        let queue = self.queues.get_mut(protocol)?;
        let index = queue.iter().position(|entry| entry.custom_id == *custom_id)?;
        let entry = queue.remove(index);
        if queue.is_empty() {
            self.queues.remove(protocol);
        }
        Some(entry)
    }

    /// The next entry to send: the first that is not failed, if it is ready. Later messages are sent before a failed
    /// one.
    pub fn next_ready(&mut self, protocol: &Protocol) -> Option<&mut Entry> {
        let queue = self.queues.get_mut(protocol)?;
        let is_next = |entry: &&mut Entry| !entry.state.is_failed() && entry.state != EntryState::Uploading;
        queue.iter_mut().find(is_next).filter(|entry| entry.state == EntryState::Ready)
    }

    /// The entries of one attendance, in the order they were written.
    pub fn entries(&self, protocol: &Protocol) -> &[Entry] {
        self.queues.get(protocol).map(Vec::as_slice).unwrap_or_default()
    }

    /// Corrects the dates of entries that were written before the server's time was known; returns the corrected
    /// entries.
    pub fn date(&mut self, now: Wall, mono: Mono) -> Vec<(Protocol, CustomId)> {
        let mut dated = Vec::new();
        for protocol in self.protocols() {
            for entry in self.queues.get_mut(&protocol).into_iter().flatten() {
                if let Some(pressed) = entry.undated.take() {
                    entry.written_at = now.plus_ms(-i64::try_from(mono.since_ms(pressed)).unwrap_or_default());
                    dated.push((protocol.clone(), entry.custom_id.clone()));
                }
            }
        }
        dated
    }

    /// The entries of one protocol about which the thread is asked before a repetition.
    pub fn in_question(&self, protocol: &Protocol) -> Vec<(CustomId, EntryState)> {
        self.states(protocol, |entry| matches!(entry.state, EntryState::Asking | EntryState::GivingUp(_)))
    }

    /// The entries of one protocol that match, with their states.
    pub fn states(&self, protocol: &Protocol, matches: impl Fn(&Entry) -> bool) -> Vec<(CustomId, EntryState)> {
        let matching = self.entries(protocol).iter().filter(|entry| matches(entry));
        matching.map(|entry| (entry.custom_id.clone(), entry.state)).collect()
    }

    /// Attendances with entries.
    pub fn protocols(&self) -> Vec<Protocol> {
        self.queues.keys().map(Protocol::from).collect()
    }

    /// Whether the server has confirmed every message.
    pub fn is_empty(&self) -> bool {
        self.queues.is_empty()
    }

    /// The record of every entry.
    pub fn records(&self) -> impl Iterator<Item = OutboxRecord> {
        self.queues.iter().flat_map(move |(protocol, queue)| {
            let protocol = Protocol::from(protocol);
            queue.iter().filter_map(move |entry| self.record(&protocol, &entry.custom_id))
        })
    }

    /// The record of one entry. A file is lost when the page is closed: the record of a message whose file is not on
    /// the server only says that it was not sent.
    pub fn record(&self, protocol: &Protocol, custom_id: &CustomId) -> Option<OutboxRecord> {
        let entry = self.entry(protocol, custom_id)?;
        if entry.needs_upload() {
            return Some(entry.lost_record(protocol));
        }
        Some(OutboxRecord {
            protocol: protocol.clone(),
            custom_id: entry.custom_id.clone(),
            text: entry.text.clone(),
            extras: entry.has_extras().then(|| entry.extras.clone()),
            shown: entry.has_extras().then(|| entry.shown.clone()),
            written_at: entry.written_at,
            undated: entry.undated.is_some(),
            number: entry.number,
            failed: entry.state.is_failed(),
            lost: false,
            read: false,
            customer: entry.customer.clone(),
        })
    }
}

impl Entry {
    /// Whether the file is not on the server: such a message cannot be sent after a reload.
    fn needs_upload(&self) -> bool {
        let is_copy = !self.extras.forwarded_from.is_empty();
        self.shown.message_media_type.is_some() && self.extras.media_id.is_empty() && !is_copy
    }

    fn has_extras(&self) -> bool {
        self.extras != Extras::default()
    }

    /// The record of a message that will not be sent: its text, or a name for the list of unsent texts.
    pub(super) fn lost_record(&self, protocol: &Protocol) -> OutboxRecord {
        let shown = &self.shown;
        let is_named = shown.message_media_type.is_some() || shown.template.is_some() || shown.forwarded;
        // The address of a file is valid on this page only.
        let shown = is_named.then(|| Message { attachment_url: String::new(), ..shown.clone() });
        OutboxRecord {
            protocol: protocol.clone(),
            custom_id: self.custom_id.clone(),
            text: self.text.clone(),
            shown,
            written_at: self.written_at,
            lost: true,
            customer: self.customer.clone(),
            ..OutboxRecord::default()
        }
    }
}

/// The agent's message as the thread shows it before the server has it. `shown` is its content.
pub(super) fn own_message(
    acting_agent: &ActingAgent,
    protocol: &Protocol,
    custom_id: &CustomId,
    shown: Message,
    written_at: Wall,
) -> Message {
    Message {
        protocol: protocol.clone(),
        custom_id: custom_id.clone(),
        sender_type: SenderType::Agent,
        time: Some(written_at),
        status: MessageStatus::Sent,
        agent_id: acting_agent.agent_id.clone(),
        agent_name: acting_agent.name.clone(),
        ..shown
    }
}

/// Delay before the next try in milliseconds: 1, 2, 4 … 30 s.
pub fn retry_after_ms(attempts: u32) -> u64 {
    FIRST_RETRY_MS.saturating_mul(1 << attempts.saturating_sub(1).min(5)).min(LONGEST_RETRY_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_sent_again_after_1_2_4_8_16_and_then_every_30_seconds() {
        let waits: Vec<u64> = (1..=7).map(retry_after_ms).collect();
        assert_eq!(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    }

    #[test]
    fn one_message_of_a_protocol_is_sent_at_a_time_and_a_failed_one_does_not_block_the_next() {
        let protocol = Protocol::from("1");
        let entry = |id: &str, state| Entry {
            custom_id: id.into(),
            rules: crate::conversation::rules::rules_of(crate::wire::Channel::Chat).expect("chat"),
            text: String::new(),
            extras: Extras::default(),
            shown: Message::default(),
            written_at: Wall(0),
            undated: None,
            state,
            attempts: 0,
            doubtful: false,
            number: 0,
            customer: String::new(),
        };
        let mut outbox = Outbox::default();
        outbox.push(&protocol, entry("A", EntryState::InFlight));
        outbox.push(&protocol, entry("B", EntryState::Ready));
        assert!(outbox.next_ready(&protocol).is_none());
        outbox.entry_mut(&protocol, &"A".into()).unwrap().state = EntryState::Failed;
        assert_eq!(outbox.next_ready(&protocol).map(|entry| entry.custom_id.clone()), Some("B".into()));
    }
}
