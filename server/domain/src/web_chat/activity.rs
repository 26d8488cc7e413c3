//! Whether a customer is typing, online or inactive.

use super::{CUSTOMER, WebChatReply, must_be_open};
use crate::centre::Transaction;
use crate::chat;
use crate::http::Failure;
use crate::jobs;
use crate::store::{JobRow, JobState, StoreResult};
use wire::{ChatInactiveEvent, ChatTypingEvent, ClientStatus, CustomId, events};

pub(super) fn set_typing(
    tx: &mut Transaction<'_, '_>,
    mut job: JobRow,
    typing: bool,
    custom_id: Option<&CustomId>,
) -> Result<WebChatReply, Failure> {
    must_be_open(&job)?;
    if chat::is_already_sent(tx, CUSTOMER, &job.protocol, custom_id)? {
        return Ok(WebChatReply::Done);
    }
    job.typing = typing;
    mark_customer_active(tx, &mut job);
    let job = jobs::save(tx, job)?;
    publish_typing(tx, &job)?;
    Ok(WebChatReply::Done)
}

/// Publishes the typing state; for the agent it also means that the customer is online.
fn publish_typing(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    if job.state != JobState::Active {
        return Ok(());
    }
    let event = ChatTypingEvent { protocol: job.protocol.clone(), typing: job.typing };
    tx.publish_event(&job.agent_id, events::chat::Event::Typing(event))
}

pub(super) fn mark_customer_active(tx: &Transaction<'_, '_>, job: &mut JobRow) {
    job.last_customer_activity = tx.now();
    job.client_status = ClientStatus::Online;
    job.page_gone_since = None;
    job.customer_seen = true;
}

pub(super) fn set_page(tx: &mut Transaction<'_, '_>, mut job: JobRow, open: bool) -> Result<WebChatReply, Failure> {
    let was_online = job.client_status == ClientStatus::Online;
    if must_be_open(&job).is_err() {
        return Ok(WebChatReply::Done);
    }
    if open {
        mark_customer_active(tx, &mut job);
    } else {
        job.page_gone_since = Some(tx.now());
    }
    let job = jobs::save(tx, job)?;
    if open && !was_online {
        publish_typing(tx, &job)?;
    }
    Ok(WebChatReply::Done)
}

/// The customer of an active chat was silent, or without a page, for the configured time.
pub(crate) fn set_inactive(tx: &mut Transaction<'_, '_>, mut job: JobRow) -> StoreResult<()> {
    job.client_status = ClientStatus::Inactive;
    job.typing = false;
    let job = jobs::save(tx, job)?;
    let event = ChatInactiveEvent { protocol: job.protocol.clone() };
    tx.publish_event(&job.agent_id, events::chat::Event::Inactive(event))
}
