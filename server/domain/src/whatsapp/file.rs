//! Files of customers' messages. The message is stored at once, so that the provider does not wait; its file is fetched by the effect
//! `FetchFile`, and the agent's page gets an event with the result.

use super::conversation;
use super::provider::{FetchedFile, FileOrder, FileOutcome, FileRefusal, WhatsAppInboundFile, WhatsAppInboundMessage};
use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::effects::{self, Effect, EffectKind, EffectOutcome};
use crate::store::{JobRow, JobState, MediaRow, MessagePlace, Store, StoreResult, WhatsAppRouteRow};
use crate::{jobs, media};
use wire::{AgentId, FileState, Message, WhatsAppFileEvent, events};

/// Requests the fetch of a stored message's file.
pub(super) fn request(
    tx: &mut Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    message: &Message,
    file: &WhatsAppInboundFile,
) -> StoreResult<()> {
    let order = FileOrder {
        provider: route.provider.clone(),
        is_simulated: route.is_simulated,
        protocol: message.protocol.clone(),
        seq: message.seq,
        reference: file.reference.clone(),
        kind: file.kind,
        mimetype: file.mimetype.clone(),
        file_name: file.file_name.clone(),
    };
    tx.request_effect(EffectKind::FetchFile, &route.org_unit_id, &order)
}

/// The provider repeated a message: its file is fetched again if the earlier fetch failed for good.
pub(super) fn ask_again(
    tx: &mut Transaction<'_, '_>,
    route: &WhatsAppRouteRow,
    inbound: &WhatsAppInboundMessage,
    place: Option<MessagePlace>,
) -> StoreResult<()> {
    let (Some(file), Some(place)) = (&inbound.file, place) else { return Ok(()) };
    let Some(mut message) = tx.store.message(&place.protocol, place.seq)? else { return Ok(()) };
    if !matches!(message.file_state, Some(FileState::Gone | FileState::Unreachable)) {
        return Ok(());
    }
    message.file_state = Some(FileState::Pending);
    request(tx, route, &message, file)?;
    store_changed_message(tx, message)
}

impl Centre {
    /// Reports how an attempt of the effect `FetchFile` ended. `false`: no message has the file, so its content can be
    /// deleted.
    pub fn file_fetched(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        effect: &Effect,
        order: &FileOrder,
        outcome: &FileOutcome,
    ) -> StoreResult<bool> {
        self.transact_store(store, context, |tx| fetched(tx, effect, order, outcome))
    }
}

fn fetched(
    tx: &mut Transaction<'_, '_>,
    effect: &Effect,
    order: &FileOrder,
    outcome: &FileOutcome,
) -> StoreResult<bool> {
    let row = tx.store.effect(&effect.id)?.filter(|row| !row.is_dead);
    let message = tx.store.message(&order.protocol, order.seq)?.filter(|_| row.is_some());
    let is_last = row.is_some_and(|row| effects::is_last_attempt(&row));
    let ended = match outcome {
        FileOutcome::Fetched(_) | FileOutcome::Refused(_) => EffectOutcome::Done,
        // Without the message nobody needs the file.
        FileOutcome::Failed { .. } if message.is_none() => EffectOutcome::Done,
        FileOutcome::Failed { cause, retry_after_ms } => {
            EffectOutcome::Failed { cause: cause.clone(), retry_after_ms: *retry_after_ms }
        }
    };
    effects::end(tx, effect, ended)?;
    let Some(mut message) = message.filter(|message| message.attachment_url.is_empty() && !message.revoked) else {
        return is_kept(tx, outcome);
    };
    match outcome {
        FileOutcome::Fetched(file) => {
            store_file(tx, &message, file)?;
            message.message_media_type = Some(file.kind);
            message.mimetype.clone_from(&file.mimetype);
            message.file_name.clone_from(&file.file_name);
            message.file_size = file.size;
            message.attachment_url = media::stored(&file.media_id);
            message.file_state = None;
        }
        FileOutcome::Refused(refusal) => message.file_state = Some(state_of(*refusal)),
        FileOutcome::Failed { .. } if is_last => message.file_state = Some(FileState::Unreachable),
        FileOutcome::Failed { .. } => return Ok(true),
    }
    store_changed_message(tx, message)?;
    is_kept(tx, outcome)
}

/// Whether a message already has this content, also from an earlier report of the same attempt.
fn is_kept(tx: &Transaction<'_, '_>, outcome: &FileOutcome) -> StoreResult<bool> {
    match outcome {
        FileOutcome::Fetched(file) => Ok(tx.store.media(&file.media_id)?.is_some()),
        FileOutcome::Refused(_) | FileOutcome::Failed { .. } => Ok(true),
    }
}

fn state_of(refusal: FileRefusal) -> FileState {
    match refusal {
        FileRefusal::TooLarge => FileState::TooLarge,
        FileRefusal::NotAllowed => FileState::NotAllowed,
        FileRefusal::Gone => FileState::Gone,
    }
}

fn store_file(tx: &mut Transaction<'_, '_>, message: &Message, file: &FetchedFile) -> StoreResult<()> {
    tx.store.put_media(&MediaRow {
        id: file.media_id.clone(),
        protocol: message.protocol.clone(),
        agent_id: AgentId::default(),
        kind: file.kind,
        mimetype: file.mimetype.clone(),
        file_name: file.file_name.clone(),
        size: file.size,
        created_at: tx.now(),
    })
}

/// Stores a message whose file changed, and notifies the agent.
fn store_changed_message(tx: &mut Transaction<'_, '_>, mut message: Message) -> StoreResult<()> {
    message.status_version = message.status_version.saturating_add(1);
    tx.store.put_message(&message)?;
    let Some(mut job) = tx.store.job(&message.protocol)? else { return Ok(()) };
    if let Some(last) = job.last_message.as_mut().filter(|last| last.seq == message.seq) {
        *last = message.clone();
        job = jobs::save(tx, job)?;
        if job.state == JobState::Inbox {
            conversation::publish_inbox(tx, &job)?;
        }
    }
    publish(tx, &job, message)
}

fn publish(tx: &mut Transaction<'_, '_>, job: &JobRow, message: Message) -> StoreResult<()> {
    if job.agent_id.is_empty() {
        return Ok(());
    }
    let message = media::with_address(tx, message);
    let event = WhatsAppFileEvent {
        protocol: message.protocol,
        thread_seq: message.seq,
        status_version: message.status_version,
        message_media_type: message.message_media_type,
        mimetype: message.mimetype,
        file_name: message.file_name,
        file_size: message.file_size,
        attachment_url: message.attachment_url,
        file_state: message.file_state,
    };
    tx.publish_event(&job.agent_id, events::whatsapp::Event::File(Box::new(event)))
}
