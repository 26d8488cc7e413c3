//! Whether a customer is typing, online, inactive or gone.

use super::{CUSTOMER, WebChatReply, abandon, must_be_open};
use crate::centre::Transaction;
use crate::chat;
use crate::config::CentreConfig;
use crate::due::Due;
use crate::http::Failure;
use crate::jobs;
use crate::router;
use crate::store::{EndedBy, JobRow, JobState, StoreResult, WebChatRow};
use wire::{ChatInactiveEvent, ChatTypingEvent, ClientStatus, CustomId, Protocol, Wall, events};

/// A typing request updates the time of the customer's last activity only after this fraction of the silence limit, so
/// that most typing requests write nothing.
const ACTIVITY_STEPS: i64 = 10;

pub(super) fn set_typing(
    tx: &mut Transaction<'_, '_>,
    mut job: JobRow,
    mut chat: WebChatRow,
    typing: bool,
    custom_id: Option<&CustomId>,
) -> Result<WebChatReply, Failure> {
    must_be_open(&job)?;
    if chat::is_already_sent(tx, CUSTOMER, &job.protocol, custom_id)? {
        return Ok(WebChatReply::Done);
    }
    let event = ChatTypingEvent { protocol: job.protocol.clone(), typing };
    if is_known_as_active(tx, &job, &chat) {
        if job.state == JobState::Active {
            tx.send_typing(&job.agent_id, event)?;
        }
        return Ok(WebChatReply::Done);
    }
    mark_customer_active(tx, &mut job, &mut chat);
    let job = save(tx, job, &chat)?;
    publish_typing(tx, &job, event)?;
    Ok(WebChatReply::Done)
}

/// The customer is online and was active a moment ago, so that typing changes nothing that is stored.
fn is_known_as_active(tx: &Transaction<'_, '_>, job: &JobRow, chat: &WebChatRow) -> bool {
    let renewed_until = chat.last_activity.plus_ms(tx.config.customer_silent_ms / ACTIVITY_STEPS);
    job.client_status == ClientStatus::Online
        && chat.customer_seen
        && chat.page_gone_since.is_none()
        && tx.now() < renewed_until
}

/// Publishes a typing event in the queue; for the agent it also means that the customer is online.
fn publish_typing(tx: &mut Transaction<'_, '_>, job: &JobRow, event: ChatTypingEvent) -> StoreResult<()> {
    if job.state != JobState::Active {
        return Ok(());
    }
    tx.publish_event(&job.agent_id, events::chat::Event::Typing(event))
}

/// Marks the customer as active. The caller stores the attendance and the chat.
pub(super) fn mark_customer_active(tx: &Transaction<'_, '_>, job: &mut JobRow, chat: &mut WebChatRow) {
    job.client_status = ClientStatus::Online;
    chat.last_activity = tx.now();
    chat.page_gone_since = None;
    chat.customer_seen = true;
}

/// Stores the chat and the attendance, even if the attendance did not change: a concurrent transaction that makes the
/// customer inactive writes the attendance, too.
fn save(tx: &mut Transaction<'_, '_>, job: JobRow, chat: &WebChatRow) -> StoreResult<JobRow> {
    tx.store.put_web_chat(chat)?;
    jobs::save(tx, job)
}

pub(super) fn set_page(
    tx: &mut Transaction<'_, '_>,
    mut job: JobRow,
    mut chat: WebChatRow,
    open: bool,
) -> Result<WebChatReply, Failure> {
    let was_online = job.client_status == ClientStatus::Online;
    if must_be_open(&job).is_err() {
        return Ok(WebChatReply::Done);
    }
    if open {
        mark_customer_active(tx, &mut job, &mut chat);
    } else {
        chat.page_gone_since = Some(tx.now());
    }
    let job = save(tx, job, &chat)?;
    if open && !was_online {
        publish_typing(tx, &job, ChatTypingEvent { protocol: job.protocol.clone(), typing: false })?;
    }
    Ok(WebChatReply::Done)
}

/// Sets the due time at which the customer's silence or closed page has a consequence.
pub(crate) fn set_customer_due(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    let chat = tx.store.web_chat(&job.protocol)?;
    let at = chat.and_then(|chat| customer_due_at(tx.config, job, &chat));
    tx.set_due(Due::Customer, job.protocol.as_str(), at)
}

/// When a waiting customer without a page leaves the queue, or an online customer of an active chat becomes inactive.
fn customer_due_at(config: &CentreConfig, job: &JobRow, chat: &WebChatRow) -> Option<Wall> {
    match job.state {
        JobState::Waiting => {
            // A customer whose page never opened counts as gone since the start.
            let since = chat.page_gone_since.or((!chat.customer_seen).then_some(job.waiting_since))?;
            Some(since.plus_ms(config.customer_abandons_ms))
        }
        JobState::Active if job.client_status == ClientStatus::Online => {
            let silent_at = chat.last_activity.plus_ms(config.customer_silent_ms);
            // A customer whose page never opened counts as gone since the assignment.
            let without_page_since = chat.page_gone_since.or(job.assigned_at.filter(|_| !chat.customer_seen));
            let page_gone_at = without_page_since.map(|since| since.plus_ms(config.customer_page_gone_ms));
            Some(page_gone_at.map_or(silent_at, |at| at.min(silent_at)))
        }
        JobState::Active | JobState::Ended | JobState::Qualified | JobState::Abandoned | JobState::Inbox => None,
    }
}

/// Due work: applies the consequences that are due for the customer.
pub(crate) fn customer_is_due(tx: &mut Transaction<'_, '_>, protocol: &str) -> StoreResult<()> {
    let of_protocol = Protocol::from(protocol);
    let Some(chat) = tx.store.web_chat(&of_protocol)? else { return Ok(()) };
    let Some(job) = tx.store.job(&of_protocol)? else { return Ok(()) };
    match customer_due_at(tx.config, &job, &chat) {
        Some(at) if at > tx.now() => tx.set_due(Due::Customer, protocol, Some(at)),
        Some(_) if job.state == JobState::Waiting => {
            let group = job.group_id.clone();
            abandon(tx, job, EndedBy::System)?;
            router::queue_changes_soon(tx, &group)
        }
        Some(_) => set_inactive(tx, job),
        None => Ok(()),
    }
}

/// The customer of an active chat was silent, or without a page, for the configured time.
fn set_inactive(tx: &mut Transaction<'_, '_>, mut job: JobRow) -> StoreResult<()> {
    job.client_status = ClientStatus::Inactive;
    let job = jobs::save(tx, job)?;
    let event = ChatInactiveEvent { protocol: job.protocol.clone() };
    tx.publish_event(&job.agent_id, events::chat::Event::Inactive(event))
}
