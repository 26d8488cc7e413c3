//! Changes that customers make to messages: a text is edited, a message is removed, a reaction is set or removed (BEY-166). A change is
//! stored as the state of its message, whenever it arrives: before the message, after the end of its attendance, twice or in the wrong
//! order. It begins no attendance and marks nothing as unread.

use super::conversation;
use super::identity;
use super::provider::{WhatsAppChange, WhatsAppChangeKind};
use crate::centre::Transaction;
use crate::store::{
    ChangeFacts, EditFact, JobRow, JobState, MessagePlace, ProviderMessageRow, ReactionFact, StoreResult,
    WhatsAppRouteRow,
};
use crate::{jobs, media};
use wire::{AnsweredMessage, Message, MessageMedia, Protocol, Reaction, SenderType, Wall, WhatsAppChangeEvent, events};

impl ChangeFacts {
    /// Stores a change by this customer. `false`: it changes nothing.
    fn note(&mut self, customer: &str, at: Wall, change: &WhatsAppChangeKind) -> bool {
        if self.customer.is_empty() {
            customer.clone_into(&mut self.customer);
        } else if self.customer != customer {
            return false;
        }
        let before = self.clone();
        match change {
            // A removed message stays removed.
            WhatsAppChangeKind::Edited(_) if self.revoked => {}
            WhatsAppChangeKind::Edited(text) => {
                if self.edit.as_ref().is_none_or(|known| known.at <= at) {
                    self.edit = Some(EditFact { text: text.clone(), at });
                }
            }
            WhatsAppChangeKind::Revoked => {
                self.revoked = true;
                self.edit = None;
            }
            WhatsAppChangeKind::Reacted(emoji) => {
                if self.reaction.as_ref().is_none_or(|known| known.at <= at) {
                    self.reaction = Some(ReactionFact { emoji: emoji.clone(), at });
                }
            }
        }
        *self != before
    }

    /// Applies this state to the message. Only the customer's own messages can be edited and removed.
    pub(super) fn show_on(&self, message: &mut Message) {
        let is_own = message.sender_type == SenderType::Customer;
        if self.revoked && is_own {
            *message = revoked(std::mem::take(message));
            return;
        }
        if let Some(edit) = self.edit.as_ref().filter(|_| is_own) {
            let text = match message.message_media_type {
                None => Some(&mut message.message),
                Some(MessageMedia::Contact | MessageMedia::Unsupported) => None,
                Some(_) => Some(&mut message.caption),
            };
            if let Some(text) = text {
                message.edited |= *text != edit.text;
                text.clone_from(&edit.text);
            }
        }
        let reaction = self.reaction.as_ref().filter(|reaction| !reaction.emoji.is_empty());
        message.reactions = reaction
            .map(|reaction| Reaction { emoji: reaction.emoji.clone(), sender_type: SenderType::Customer })
            .into_iter()
            .collect();
    }
}

/// The message without its content: place, ids and times stay.
fn revoked(message: Message) -> Message {
    Message {
        revoked: true,
        message: String::new(),
        caption: String::new(),
        message_media_type: None,
        mimetype: String::new(),
        attachment_url: String::new(),
        file_name: String::new(),
        file_size: 0,
        file_state: None,
        contact_cards: Vec::new(),
        details: None,
        edited: false,
        reactions: Vec::new(),
        answered: None,
        ..message
    }
}

/// Applies a change to a message. If the message has not arrived yet, the change is stored for it.
pub(super) fn take(tx: &mut Transaction<'_, '_>, route: &WhatsAppRouteRow, change: &WhatsAppChange) -> StoreResult<()> {
    note(tx, route, &change.message_id, change)?;
    if change.kind == WhatsAppChangeKind::Revoked {
        // A message with several files became several messages.
        for number in 1.. {
            let part = format!("{}#{number}", change.message_id);
            if tx.store.provider_message(&route.id, &part)?.is_none() {
                break;
            }
            note(tx, route, &part, change)?;
        }
    }
    Ok(())
}

fn note(tx: &mut Transaction<'_, '_>, route: &WhatsAppRouteRow, id: &str, change: &WhatsAppChange) -> StoreResult<()> {
    let customer = identity::key(tx.store, route, &change.customer)?;
    let at = change.sent_at.map_or(tx.now(), |at| at.min(tx.now()));
    let known = tx.store.provider_message(&route.id, id)?;
    let mut row = known.unwrap_or_else(|| ProviderMessageRow {
        route_id: route.id.clone(),
        provider_id: id.to_owned(),
        message: None,
        early: None,
        entry: None,
        changes: None,
        at: tx.now(),
    });
    if let Some(place) = &row.message {
        let facts = tx.store.whatsapp_job(&place.protocol)?;
        if facts.is_none_or(|facts| facts.customer != customer) {
            return Ok(());
        }
    }
    let mut facts = row.changes.take().unwrap_or_default();
    if !facts.note(&customer, at, &change.kind) {
        return Ok(());
    }
    row.changes = Some(facts.clone());
    tx.store.put_provider_message(&row)?;
    row.message.map_or(Ok(()), |place| apply(tx, &place, &facts))
}

/// The stored changes of a message that arrives now; for a part of a message also the removal of the whole message.
pub(super) fn before(
    tx: &Transaction<'_, '_>,
    route_id: &str,
    id: &str,
    customer: &str,
) -> StoreResult<Option<ChangeFacts>> {
    let facts_of = |id: &str| -> StoreResult<Option<ChangeFacts>> {
        let facts = tx.store.provider_message(route_id, id)?.and_then(|row| row.changes);
        Ok(facts.filter(|facts| facts.customer == customer))
    };
    match (facts_of(id)?, id.split_once('#')) {
        (None, Some((whole, _))) => Ok(facts_of(whole)?.filter(|facts| facts.revoked)),
        (facts, _) => Ok(facts),
    }
}

/// Applies the changes to a stored message, and to the messages that quote it.
pub(super) fn apply(tx: &mut Transaction<'_, '_>, place: &MessagePlace, facts: &ChangeFacts) -> StoreResult<()> {
    let Some(known) = tx.store.message(&place.protocol, place.seq)? else { return Ok(()) };
    let mut message = known.clone();
    facts.show_on(&mut message);
    if message == known {
        return Ok(());
    }
    let is_quoted_otherwise = quote_of(&message) != quote_of(&known);
    store_changed_message(tx, message.clone())?;
    if is_quoted_otherwise { change_quotes(tx, &message, &facts.customer) } else { Ok(()) }
}

fn quote_of(message: &Message) -> AnsweredMessage {
    jobs::answered_of(message.clone())
}

/// Answers in the customer's attendances quote the present form of the answered message.
fn change_quotes(tx: &mut Transaction<'_, '_>, message: &Message, customer: &str) -> StoreResult<()> {
    let Some(facts) = tx.store.whatsapp_job(&message.protocol)? else { return Ok(()) };
    let mut protocols: Vec<Protocol> = vec![message.protocol.clone()];
    let current = tx.store.conversation(&facts.route_id, customer)?.and_then(|conversation| conversation.current);
    protocols.extend(current.filter(|current| *current != message.protocol));
    let shown = quote_of(message);
    for protocol in protocols {
        for mut answer in tx.store.messages_after(&protocol, 0, usize::MAX)? {
            let quote = answer.answered.as_mut().filter(|quote| quote.message_id == shown.message_id);
            if let Some(quote) = quote.filter(|quote| **quote != shown) {
                quote.clone_from(&shown);
                store_changed_message(tx, answer)?;
            }
        }
    }
    Ok(())
}

/// Stores a changed message under its next version, and notifies the agent.
fn store_changed_message(tx: &mut Transaction<'_, '_>, mut message: Message) -> StoreResult<()> {
    message.status_version = message.status_version.saturating_add(1);
    tx.store.put_message(&message)?;
    let Some(mut job) = tx.store.job(&message.protocol)? else { return Ok(()) };
    job.message_changes = job.message_changes.saturating_add(1);
    let last = job.last_message.as_mut().filter(|last| last.seq == message.seq);
    let is_last = last.is_some();
    if let Some(last) = last {
        *last = message.clone();
    }
    let job = match job.state {
        JobState::Active | JobState::Inbox | JobState::Waiting => jobs::save(tx, job)?,
        // A change in an attendance that has ended has no further consequence.
        _ => {
            tx.store.put_job(&job)?;
            job
        }
    };
    if is_last && job.state == JobState::Inbox {
        conversation::publish_inbox(tx, &job)?;
    }
    publish(tx, &job, message)
}

fn publish(tx: &mut Transaction<'_, '_>, job: &JobRow, message: Message) -> StoreResult<()> {
    let message = media::with_address(tx, message);
    let event = WhatsAppChangeEvent { message, message_changes: job.message_changes };
    // The thread of a later attendance shows the messages of earlier ones above it.
    let reader = later_agent(tx, job)?;
    for agent in std::iter::once(job.agent_id.clone()).chain(reader.filter(|reader| *reader != job.agent_id)) {
        if !agent.is_empty() {
            tx.publish_event(&agent, events::whatsapp::Event::Change(Box::new(event.clone())))?;
        }
    }
    Ok(())
}

/// The agent of the customer's open attendance.
fn later_agent(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Option<wire::AgentId>> {
    let Some(facts) = tx.store.whatsapp_job(&job.protocol)? else { return Ok(None) };
    let conversation = tx.store.conversation(&facts.route_id, &facts.customer)?;
    let current = conversation.map(|conversation| conversation::current(tx, &conversation)).transpose()?.flatten();
    Ok(current.filter(|current| current.state == JobState::Active).map(|current| current.agent_id))
}
