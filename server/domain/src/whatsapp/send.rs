//! `POST /whatsapp/messages`: one text, file, template or forwarded message, within the conversation window; and the
//! outcome of the send at the provider.

use super::attendance;
use super::change;
use super::conversation::{self, Place};
use super::delivery;
use super::identity;
use super::outgoing;
use super::provider::{WhatsAppFailure, WhatsAppOutcome, WhatsAppSend, WhatsAppSendContent};
use super::reachability;
use super::template;
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::{Centre, Transaction};
use crate::chat;
use crate::context::Context;
use crate::effects::{self, Effect, EffectKind, EffectOutcome};
use crate::http::{Failure, json};
use crate::jobs;
use crate::media;
use crate::store::{
    ConversationRow, EffectRow, JobRow, JobState, MessagePlace, ProviderMessageRow, ReceiptFact, Store, StoreError,
    StoreResult,
};
use wire::{Channel, Message, MessageMedia, MessageStatus, SendMessageReply, SendWhatsAppRequest, SenderType};

/// The error of a message that the provider did not answer for about an hour.
const UNREACHABLE: &str = "PROVIDER_UNREACHABLE";

/// `POST /whatsapp/messages`.
pub(crate) fn send_message(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: SendWhatsAppRequest = call.body()?;
    chat::check_custom_id(&request.custom_id)?;
    let sender = jobs::sender_of(&caller.agent_id);
    let given = json(&request)?;
    if let Some(first) = chat::first_answer(tx, &sender, &request.protocol, &request.custom_id, &given)? {
        return json(&first);
    }
    let mut job = attendance::own(tx, caller, &request.protocol)?;
    check_content(tx, &request)?;
    if job.state != JobState::Active {
        return Err(Failure::cause("jobEnded"));
    }
    let place = Place::of(tx, &job)?;
    outgoing::check_text(place.network(), &request)?;
    if request.template.is_none() && place.is_window_closed(tx)? {
        return Err(Failure::cause("windowClosed"));
    }
    let (message, content) = content_of(tx, caller, &job, &place, &request)?;
    let (answered, answered_id) = answered_message(tx, &place, &request.answered)?;
    let message = Message {
        custom_id: request.custom_id,
        from: place.route.phone.clone(),
        to: place.conversation.customer.clone(),
        sender_type: SenderType::Agent,
        status: MessageStatus::Queued,
        agent_id: caller.agent_id.clone(),
        agent_name: caller.agent_name.clone(),
        answered,
        ..message
    };
    let message = jobs::add_message(tx, &mut job, message)?;
    jobs::agent_wrote(tx, &mut job)?;
    job.transfer = None;
    let reply = chat::record_send(tx, &sender, &message, given)?;
    request_send(tx, &job, &place, &message, content, answered_id)?;
    let template_sent_at = message.template.as_ref().and(message.time).or(place.conversation.template_sent_at);
    let conversation = ConversationRow { template_sent_at, marked_unread: false, ..place.conversation };
    tx.store.put_conversation(&conversation)?;
    jobs::save(tx, job)?;
    tx.publish_message(&caller.agent_id, message)?;
    json::<SendMessageReply>(&reply)
}

/// Exactly one of a text, a file, a template and a forwarded message; a text beside a file is its caption, and a file beside a template is
/// that of its header.
fn check_content(tx: &Transaction<'_, '_>, request: &SendWhatsAppRequest) -> Result<(), Failure> {
    if request.message.len() > tx.config.message_limit_bytes {
        return Err(Failure::field("message", "tooLong"));
    }
    let sources = [!request.media_id.is_empty(), request.template.is_some(), !request.forwarded_from.is_empty()];
    let is_text = !request.message.trim().is_empty();
    match sources {
        [false, false, false] if is_text => Ok(()),
        [false, false, false] => Err(Failure::field("message", "required")),
        [true, false, false] => Ok(()),
        [_, true, false] | [false, false, true] if !is_text => Ok(()),
        _ => Err(Failure::field("message", "invalid")),
    }
}

/// The message in the thread, and the content for the provider.
pub(super) type Content = (Message, WhatsAppSendContent);

fn content_of(
    tx: &mut Transaction<'_, '_>,
    caller: &Caller,
    job: &JobRow,
    place: &Place,
    request: &SendWhatsAppRequest,
) -> Result<Content, Failure> {
    if let Some(choice) = &request.template {
        return template::content(tx, caller, place, choice, &request.media_id);
    }
    if !request.forwarded_from.is_empty() {
        return forwarded_content(tx, caller, place, &request.forwarded_from);
    }
    if request.media_id.is_empty() {
        let message = Message { message: request.message.clone(), ..Message::default() };
        return Ok((message, WhatsAppSendContent::Text(request.message.clone())));
    }
    let message = media::use_upload(tx, &job.protocol, &caller.agent_id, &request.media_id, &request.message)?;
    let content = outgoing::file_content(place.network(), &message, request.voice, "mediaId")?;
    Ok((message, content))
}

/// A copy of a message that the caller may read.
fn forwarded_content(tx: &Transaction<'_, '_>, caller: &Caller, place: &Place, id: &str) -> Result<Content, Failure> {
    let unknown = || Failure::field("forwardedFrom", "unknown");
    let source = jobs::message_by_id(tx, id)?.ok_or_else(unknown)?;
    let job = tx.store.job(&source.protocol)?.filter(|job| job.channel == Channel::Whatsapp).ok_or_else(unknown)?;
    if !attendance::may_read(tx, caller, &job)? || source.system_message || !source.is_supported() || source.revoked {
        return Err(unknown());
    }
    // Files of agents are within the limit of a caption; a customer's caption may be longer.
    if source.file_size > u64::from(tx.config.attachment_limit_bytes) {
        return Err(Failure::field("forwardedFrom", "tooLarge"));
    }
    // The text of a template with a file becomes the caption of the copy.
    let is_template_with_file = source.template.is_some() && source.message_media_type.is_some();
    let (text, caption) =
        if is_template_with_file { (String::new(), source.message) } else { (source.message, source.caption) };
    let message = Message {
        message: text,
        message_media_type: source.message_media_type,
        mimetype: source.mimetype,
        caption,
        attachment_url: source.attachment_url,
        file_name: source.file_name,
        file_size: source.file_size,
        contact_cards: source.contact_cards,
        forwarded: true,
        ..Message::default()
    };
    let content = match message.message_media_type {
        None => {
            outgoing::check_length(place.network().text_limit(), &message.message, "forwardedFrom")?;
            WhatsAppSendContent::Text(message.message.clone())
        }
        Some(MessageMedia::Contact) => WhatsAppSendContent::Contacts(message.contact_cards.clone()),
        Some(_) => outgoing::file_content(place.network(), &message, false, "forwardedFrom")?,
    };
    Ok((message, content))
}

/// The answered message of the same conversation, as a bubble quotes it, with its id at the provider.
fn answered_message(
    tx: &Transaction<'_, '_>,
    place: &Place,
    id: &str,
) -> Result<(Option<wire::AnsweredMessage>, Option<String>), Failure> {
    if id.is_empty() {
        return Ok((None, None));
    }
    let unknown = || Failure::field("messageAnswered", "unknown");
    let message = jobs::message_by_id(tx, id)?.ok_or_else(unknown)?;
    let facts = tx.store.whatsapp_job(&message.protocol)?.ok_or_else(unknown)?;
    if (&facts.route_id, &facts.customer) != (&place.job.route_id, &place.job.customer) {
        return Err(unknown());
    }
    // Messages of agents get the provider's id with the answer to the send; a customer's message has it from the start.
    let provider_id = tx.store.provider_message(&place.route.id, message.id_secondary())?.map(|row| row.provider_id);
    Ok((Some(jobs::answered_of(message)), provider_id))
}

fn request_send(
    tx: &mut Transaction<'_, '_>,
    job: &JobRow,
    place: &Place,
    message: &Message,
    content: WhatsAppSendContent,
    answered_id: Option<String>,
) -> StoreResult<()> {
    let body = WhatsAppSend {
        provider: place.route.provider.clone(),
        account: place.route.account.clone(),
        is_simulated: place.route.is_simulated,
        route_id: place.route.id.clone(),
        to: place.conversation.written().to_owned(),
        protocol: message.protocol.clone(),
        seq: message.seq,
        window_open: !conversation::is_closed(&place.route, &place.conversation, tx.now()),
        answered_id,
        content,
    };
    // A later message of the same customer waits while an earlier one is repeated.
    let customer = format!("whatsapp/{}/{}", body.route_id, place.conversation.customer);
    tx.request_effect_after(EffectKind::SendWhatsApp, &job.org_unit_id, &customer, &body)
}

impl Centre {
    /// Reports the outcome of an attempt to send a message. A second outcome of an effect changes nothing.
    pub fn whatsapp_sent(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        effect: &Effect,
        outcome: &WhatsAppOutcome,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let Some(row) = tx.store.effect(&effect.id)?.filter(|row| !row.is_dead) else {
                return accepted_late(tx, effect, outcome);
            };
            let send = send_of(&row.body)?;
            match outcome {
                WhatsAppOutcome::Accepted { provider_id, customer } => {
                    accepted(tx, &send, provider_id)?;
                    identity::is_named(tx, &send, customer)?;
                }
                WhatsAppOutcome::Refused(reason) => refused(tx, &send, reason)?,
                WhatsAppOutcome::Unknown => unknown(tx, &send, &effect.id)?,
                WhatsAppOutcome::Failed(_) if effects::is_last_attempt(&row) => refused(tx, &send, UNREACHABLE)?,
                WhatsAppOutcome::Failed(failure) => {
                    reachability::attempt_failed(tx, &send.route_id, effect, failure.about)?;
                    let WhatsAppFailure { cause, retry_after_ms, .. } = failure.clone();
                    return effects::end(tx, effect, EffectOutcome::Failed { cause, retry_after_ms });
                }
            }
            // Also after an error: agents cannot write while a route is disconnected, so nothing else would detect that
            // it works again.
            reachability::message_ended(tx, &send.route_id)?;
            effects::end(tx, effect, EffectOutcome::Done)
        })
    }
}

fn send_of(body: &str) -> StoreResult<WhatsAppSend> {
    serde_json::from_str(body).map_err(|error| StoreError::Corrupt(error.to_string()))
}

fn place_of(send: &WhatsAppSend) -> MessagePlace {
    MessagePlace { protocol: send.protocol.clone(), seq: send.seq }
}

/// Stores the provider's id, by which receipts find the message from now on. Applies a receipt that arrived earlier, else the state that
/// the provider accepted the message.
fn accepted(tx: &mut Transaction<'_, '_>, send: &WhatsAppSend, provider_id: &str) -> StoreResult<()> {
    let known = tx.store.provider_message(&send.route_id, provider_id)?;
    keep_place(tx, &send.route_id, provider_id, place_of(send))?;
    let early = known.and_then(|row| row.early);
    delivery::apply(tx, &place_of(send), early.unwrap_or_else(delivery::taken), true)
}

fn keep_place(tx: &mut Transaction<'_, '_>, route_id: &str, provider_id: &str, place: MessagePlace) -> StoreResult<()> {
    let changes = tx.store.provider_message(route_id, provider_id)?.and_then(|row| row.changes);
    tx.store.put_provider_message(&ProviderMessageRow {
        route_id: route_id.to_owned(),
        provider_id: provider_id.to_owned(),
        message: Some(place.clone()),
        early: None,
        entry: None,
        changes: changes.clone(),
        at: tx.now(),
    })?;
    // The customer may have reacted before the answer to the send arrived.
    changes.map_or(Ok(()), |changes| change::apply(tx, &place, &changes))
}

/// The name under which the store keeps a message whose send has no known outcome. No provider gives such an id.
fn name_of_key(key: &str) -> String {
    format!("key:{key}")
}

/// Whether the message has an error that a receipt with the effect's id can still remove.
fn unknown(tx: &mut Transaction<'_, '_>, send: &WhatsAppSend, key: &str) -> StoreResult<()> {
    keep_place(tx, &send.route_id, &name_of_key(key), place_of(send))?;
    refused(tx, send, delivery::UNKNOWN)
}

/// The outcome of an attempt arrives after it was reported as unknown: the provider has the message.
fn accepted_late(tx: &mut Transaction<'_, '_>, effect: &Effect, outcome: &WhatsAppOutcome) -> StoreResult<()> {
    let WhatsAppOutcome::Accepted { provider_id, .. } = outcome else { return Ok(()) };
    let route_id = send_of(&effect.body)?.route_id;
    match settle(tx, &route_id, provider_id, &effect.id)? {
        Some(place) => delivery::apply(tx, &place, delivery::taken(), true),
        None => Ok(()),
    }
}

/// The message that was sent with this key and whose send has no known outcome; the provider accepted it under this id. `None`: there is
/// no such message.
pub(super) fn settle(
    tx: &mut Transaction<'_, '_>,
    route_id: &str,
    provider_id: &str,
    key: &str,
) -> StoreResult<Option<MessagePlace>> {
    let place = match tx.store.provider_message(route_id, &name_of_key(key))?.and_then(|row| row.message) {
        Some(place) => place,
        None => match under_way(tx, route_id, key)? {
            Some((effect, send)) => {
                // A later report of its worker changes nothing.
                effects::end(tx, &effect, EffectOutcome::Done)?;
                place_of(&send)
            }
            None => return Ok(None),
        },
    };
    keep_place(tx, route_id, provider_id, place.clone())?;
    reachability::message_ended(tx, route_id)?;
    Ok(Some(place))
}

/// The attempt with this key, if its outcome is not reported yet.
fn under_way(tx: &Transaction<'_, '_>, route_id: &str, key: &str) -> StoreResult<Option<(Effect, WhatsAppSend)>> {
    let is_send = |row: &EffectRow| row.kind == EffectKind::SendWhatsApp.as_str() && row.attempts > 0 && !row.is_dead;
    let Some(row) = tx.store.effect(key)?.filter(is_send) else { return Ok(None) };
    let send = send_of(&row.body)?;
    let effect = Effect { id: row.id, body: row.body, attempt: row.attempts, is_uncertain: false };
    Ok((send.route_id == route_id).then_some((effect, send)))
}

fn refused(tx: &mut Transaction<'_, '_>, send: &WhatsAppSend, reason: &str) -> StoreResult<()> {
    let fact = ReceiptFact { status: MessageStatus::Error, reason: reason.to_owned() };
    delivery::apply(tx, &place_of(send), fact, false)
}
