//! Reports of providers: messages of customers, receipts, consent, and whether a route can be reached. Repeated items
//! and items in another order give the same result.

use super::broadcasts;
use super::change;
use super::conversation;
use super::delivery;
use super::file;
use super::identity::{self, Names};
use super::notice;
use super::provider::{WhatsAppDelivery, WhatsAppInbound, WhatsAppInboundMessage, WhatsAppReceipt};
use super::send;
use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::jobs;
use crate::media;
use crate::router;
use crate::store::{
    ConversationRow, JobRow, JobState, MessagePlace, ProviderMessageRow, ReceiptFact, Store, StoreResult,
    WhatsAppRouteRow,
};
use crate::suppression;
use serde_json::json;
use wire::order::place_of_customer;
use wire::{
    AgentId, AnsweredMessage, FileState, IncomingCampaign, Message, MessageKind, MessageMedia, MessageStatus,
    SenderType, Wall, WhatsAppChangeEvent, WhatsAppContent, WhatsAppMessageEvent, events,
};

impl Centre {
    /// Applies a provider's report about the route of this account, each item in a transaction of its own. `false`: no
    /// route has the account.
    pub fn whatsapp_inbound(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        provider: &str,
        account: &str,
        items: &[WhatsAppInbound],
    ) -> StoreResult<bool> {
        let mut is_known = true;
        for item in in_order(items) {
            is_known &= self.transact_store(store, context, |tx| {
                let Some(route) = tx.store.whatsapp_route_of(provider, account)? else { return Ok(false) };
                take(tx, route, item).map(|()| true)
            })?;
        }
        Ok(is_known)
    }
}

/// Sorts the messages of one report into the order in which the customers sent them: providers gather what they could not deliver at once, in any
/// order. Other items keep their places, and messages of the same second theirs.
fn in_order(items: &[WhatsAppInbound]) -> impl Iterator<Item = &WhatsAppInbound> {
    let is_message = |item: &&WhatsAppInbound| matches!(item, WhatsAppInbound::Message(_));
    let mut messages: Vec<&WhatsAppInbound> = items.iter().filter(is_message).collect();
    messages.sort_by_key(|item| match item {
        WhatsAppInbound::Message(message) => message.sent_at.unwrap_or(Wall(i64::MAX)),
        _ => Wall(i64::MAX),
    });
    let mut messages = messages.into_iter();
    items.iter().map(move |item| if is_message(&item) { messages.next().unwrap_or(item) } else { item })
}

fn take(tx: &mut Transaction<'_, '_>, route: WhatsAppRouteRow, item: &WhatsAppInbound) -> StoreResult<()> {
    match item {
        WhatsAppInbound::Message(message) => take_message(tx, &route, message),
        WhatsAppInbound::Change(item) => change::take(tx, &route, item),
        WhatsAppInbound::Notice(item) => notice::take(tx, &route, item),
        WhatsAppInbound::Receipt(receipt) => take_receipt(tx, &route, receipt),
        WhatsAppInbound::Consent { customer, granted, at } => {
            let names = Names { customer, user_id: "" };
            let conversation = identity::conversation_of(tx, &route, names)?;
            // Reports may be repeated and arrive late: what the customer said last counts, be it in a word or to the provider.
            let at = at.unwrap_or(tx.now()).min(tx.now());
            if conversation.consent_at.is_some_and(|known| known > at) {
                return Ok(());
            }
            if *granted {
                suppression::forget_opt_out(tx, &route.id, &conversation.customer)?;
            }
            let consent_at = Some(at);
            tx.store.put_conversation(&ConversationRow { opted_out: !granted, consent_at, ..conversation })
        }
    }
}

fn take_message(
    tx: &mut Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    inbound: &WhatsAppInboundMessage,
) -> StoreResult<()> {
    let known = tx.store.provider_message(&route.id, &inbound.provider_id)?;
    if let Some(known) = known.filter(|known| known.message.is_some()) {
        return file::ask_again(tx, route, inbound, known.message);
    }
    let names = Names { customer: &inbound.customer, user_id: &inbound.user_id };
    let mut conversation = identity::conversation_of(tx, route, names)?;
    let changes = change::before(tx, &route.id, &inbound.provider_id, &conversation.customer)?;
    let is_revoked = changes.as_ref().is_some_and(|changes| changes.revoked);
    if is_revoked && conversation::current(tx, &conversation)?.is_none() {
        // A message that the customer removed before it arrived needs no agent.
        return Ok(());
    }
    // The provider's clock may be ahead; a late message does not move the window back.
    let sent_at = inbound.sent_at.map_or(tx.now(), |at| at.min(tx.now()));
    conversation.last_receipt = conversation.last_receipt.max(Some(sent_at));
    conversation.number_not_exists = false;
    if wire::is_visible(&inbound.name) {
        inbound.name.trim().clone_into(&mut conversation.name);
    }
    let has_wish = broadcasts::note_words(tx, &mut conversation, &inbound.text, sent_at)?;
    let Some(mut job) = attendance_of(tx, route, &mut conversation)? else {
        return if has_wish { tx.store.put_conversation(&conversation) } else { Ok(()) };
    };
    tx.store.put_conversation(&conversation)?;
    let arrived = tx.now();
    let placed = place_of_customer(sent_at, job.created_at, arrived);
    let mut message = Message {
        time: Some(sent_at),
        placed_at: Some(placed).filter(|placed| *placed != sent_at),
        arrived_at: Some(arrived).filter(|arrived| *arrived != sent_at),
        ..message_of(tx, route, &conversation, inbound)?
    };
    if let Some(changes) = &changes {
        changes.show_on(&mut message);
        message.status_version = 1;
        job.message_changes = job.message_changes.saturating_add(1);
    }
    let message = jobs::add_message_as(tx, &mut job, message, &inbound.provider_id)?;
    let row = ProviderMessageRow {
        route_id: route.id.clone(),
        provider_id: inbound.provider_id.clone(),
        message: Some(MessagePlace { protocol: job.protocol.clone(), seq: message.seq }),
        early: None,
        entry: None,
        changes,
        at: tx.now(),
    };
    if row.changes.is_some() {
        tx.store.put_provider_message(&row)?;
    } else {
        tx.store.insert_provider_message(&row)?;
    }
    if let Some(file) = inbound.file.as_ref().filter(|_| !is_revoked) {
        file::request(tx, route, &message, file)?;
    }
    jobs::customer_wrote(tx, &mut job, &message)?;
    job.customer_name.clone_from(&conversation.name);
    let known = (job.chat_identifier.clone(), job.contact_id.clone());
    // The network may have reported the number of a customer who was known by an id, or another number.
    job.chat_identifier = identity::identifier(&conversation);
    // Somebody may have registered the customer in another attendance since.
    identity::find_contact(tx, &mut job, &conversation)?;
    let job = jobs::save(tx, job)?;
    match job.state {
        JobState::Active => {
            if known != (job.chat_identifier.clone(), job.contact_id.clone()) {
                jobs::publish(tx, &job)?;
            }
            publish_message(tx, &job, &conversation, message)
        }
        JobState::Inbox => {
            conversation::publish_inbox(tx, &job)?;
            publish_message(tx, &job, &conversation, message)
        }
        // Queue order is set only for a new attendance; a later message does not change it.
        JobState::Waiting if job.seq == 1 => router::customer_entered(tx, &job.protocol, &job.group_id).map(|_| ()),
        _ => Ok(()),
    }
}

/// The attendance that gets the customer's message: the current one, an entry of the owner's inbox, or a new one in the
/// queue of the route. `None`: the route has no queue.
fn attendance_of(
    tx: &mut Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    conversation: &mut ConversationRow,
) -> StoreResult<Option<JobRow>> {
    if let Some(job) = conversation::current(tx, conversation)? {
        return Ok(Some(job));
    }
    let Some(queue) = tx.store.queue(&route.queue_id)? else { return Ok(None) };
    let Some(group) = tx.store.group(&queue.group_id)? else { return Ok(None) };
    let owner = inbox_owner(tx, conversation, &group.members);
    let mut job = conversation::begin(tx, conversation, queue, group, None)?;
    match owner {
        Some(agent) => {
            job.state = JobState::Inbox;
            job.agent_id = agent;
        }
        None => conversation.owner = None,
    }
    Ok(Some(job))
}

/// The agent of the last attendance, while the agent still serves the queue and the time for the inbox is not over.
fn inbox_owner(tx: &Transaction<'_, '_>, conversation: &ConversationRow, members: &[AgentId]) -> Option<AgentId> {
    let ended_at = conversation.last_ended_at?;
    let is_recent = tx.now().since_ms(ended_at) < tx.config.whatsapp.sticky_ms;
    conversation.owner.clone().filter(|owner| is_recent && members.contains(owner))
}

/// Builds the customer's message; the caller sets its time.
fn message_of(
    tx: &mut Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    conversation: &ConversationRow,
    inbound: &WhatsAppInboundMessage,
) -> StoreResult<Message> {
    let answered = match &inbound.answered_id {
        Some(id) => tx.store.provider_message(&route.id, id)?.and_then(|row| row.message),
        None => None,
    };
    let answered = match answered {
        Some(place) => tx.store.message(&place.protocol, place.seq)?,
        None => None,
    };
    let strategy_campaign = answered.as_ref().and_then(|message| message.strategy_campaign.clone());
    let is_answer = inbound.answered_id.is_some();
    let shown = answered.map(jobs::answered_of).or_else(|| is_answer.then(AnsweredMessage::default));
    let mut message = Message {
        from: conversation.customer.clone(),
        to: route.phone.clone(),
        sender_type: SenderType::Customer,
        message: inbound.text.clone(),
        kind: if strategy_campaign.is_some() { MessageKind::Send } else { MessageKind::Text },
        status: MessageStatus::Sent,
        forwarded: inbound.forwarded,
        contact_cards: inbound.contact_cards.clone(),
        details: inbound.details.clone(),
        answered: shown,
        strategy_campaign,
        custom_fields: is_answer.then(|| json!({ "isAnswered": true })),
        ..Message::default()
    };
    if !inbound.contact_cards.is_empty() {
        message.message_media_type = Some(MessageMedia::Contact);
    } else if let Some(file) = &inbound.file {
        message.message = String::new();
        message.caption.clone_from(&inbound.text);
        message.message_media_type = Some(file.kind);
        message.mimetype.clone_from(&file.mimetype);
        message.file_name.clone_from(&file.file_name);
        message.file_state = Some(FileState::Pending);
    }
    Ok(message)
}

fn publish_message(
    tx: &mut Transaction<'_, '_>,
    job: &JobRow,
    conversation: &ConversationRow,
    message: Message,
) -> StoreResult<()> {
    let message = media::with_address(tx, message);
    // The event of the message does not contain changes that arrived before it, so they are published separately.
    let change = (message.status_version > 0).then(|| message.clone());
    let content = WhatsAppContent {
        text: message.message.clone(),
        contact_cards: message.contact_cards.clone(),
        file_name: message.file_name.clone(),
        file_size: message.file_size,
        file_state: message.file_state,
        details: message.details.clone(),
    };
    let campaign = message.strategy_campaign.clone().map(|campaign| IncomingCampaign {
        strategy_campaign_id: campaign.id,
        strategy_campaign_name: campaign.name,
        mailing_id: campaign.mailing_id,
        mailing_name: campaign.mailing_name,
        template_id: campaign.template_id,
    });
    let event = WhatsAppMessageEvent {
        protocol: job.protocol.clone(),
        identifier: conversation.customer.clone(),
        from: conversation.name.clone(),
        message: json!(content).to_string(),
        message_sent_at: message.time,
        placed_at: message.placed_at,
        arrived_at: message.arrived_at,
        message_id: message.id_primary().to_owned(),
        api_message_id: message.id_secondary().to_owned(),
        filemime: message.mimetype,
        message_caption: message.caption,
        message_media_type: message.message_media_type,
        message_attachment_url: message.attachment_url,
        bot: message.bot,
        forwarded: message.forwarded,
        answered: message.answered,
        custom_fields: message.custom_fields,
        strategy_campaign: campaign,
        thread_seq: message.seq,
    };
    tx.publish_event(&job.agent_id, events::whatsapp::Event::Message(Box::new(event)))?;
    let Some(message) = change else { return Ok(()) };
    let event = WhatsAppChangeEvent { message, message_changes: job.message_changes };
    tx.publish_event(&job.agent_id, events::whatsapp::Event::Change(Box::new(event)))
}

fn take_receipt(tx: &mut Transaction<'_, '_>, route: &WhatsAppRouteRow, receipt: &WhatsAppReceipt) -> StoreResult<()> {
    let (status, reason) = match &receipt.status {
        WhatsAppDelivery::Sent => (MessageStatus::Sent, ""),
        WhatsAppDelivery::Delivered => (MessageStatus::Delivered, ""),
        WhatsAppDelivery::Read => (MessageStatus::Read, ""),
        WhatsAppDelivery::Failed(reason) => (MessageStatus::Error, reason.as_str()),
    };
    let fact = ReceiptFact { status, reason: reason.to_owned() };
    let known = tx.store.provider_message(&route.id, &receipt.provider_id)?;
    let known_changes = known.as_ref().and_then(|row| row.changes.clone());
    if let Some(ProviderMessageRow { message: Some(place), .. }) = known {
        return delivery::apply(tx, &place, fact, true);
    }
    if let Some(ProviderMessageRow { entry: Some(place), .. }) = known {
        return broadcasts::receipt_of_entry(tx, &place, &fact);
    }
    if let Some(key) = &receipt.key
        && let Some(place) = broadcasts::settle_entry(tx, &route.id, &receipt.provider_id, key)?
    {
        if let Some(early) = known.and_then(|row| row.early) {
            broadcasts::receipt_of_entry(tx, &place, &early)?;
        }
        return broadcasts::receipt_of_entry(tx, &place, &fact);
    }
    let settled = match &receipt.key {
        Some(key) => send::settle(tx, &route.id, &receipt.provider_id, key)?,
        None => None,
    };
    match (settled, known.and_then(|row| row.early)) {
        (Some(place), early) => {
            early.map_or(Ok(()), |fact| delivery::apply(tx, &place, fact, true))?;
            delivery::apply(tx, &place, fact, true)
        }
        // The answer to the send comes later and reports the same.
        (None, _) if status == MessageStatus::Sent => Ok(()),
        // The answer to the send comes later and applies the receipt.
        (None, Some(known)) if !delivery::is_later(known.status, status) => Ok(()),
        (None, _) => tx.store.put_provider_message(&ProviderMessageRow {
            route_id: route.id.clone(),
            provider_id: receipt.provider_id.clone(),
            message: None,
            early: Some(fact),
            entry: None,
            changes: known_changes,
            at: tx.now(),
        }),
    }
}
