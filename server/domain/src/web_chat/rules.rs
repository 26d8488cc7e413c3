//! The rules of the web chat channel.

use super::{CustomerMessage, WebChatEventKind, activity, event_row};
use crate::centre::{ChannelRules, CustomerNews, Transaction};
use crate::jobs;
use crate::store::{ContactField, EndedBy, JobRow, StoreResult, WebChatRow};
use wire::{ClientStatus, Job, NewChatEvent, events};

/// The rules of the web chat channel.
#[derive(Debug)]
pub(crate) struct WebChatRules;

impl ChannelRules for WebChatRules {
    fn identifier(&self) -> ContactField {
        ContactField::ChatIdentifier
    }

    fn has_strangers(&self) -> bool {
        true
    }

    fn describe(&self, _tx: &Transaction<'_, '_>, _row: &JobRow, job: Job) -> StoreResult<Job> {
        Ok(job)
    }

    fn publish(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        let view = jobs::view(tx, job)?;
        tx.publish_event(&job.agent_id, events::chat::Event::New(Box::new(NewChatEvent { job: view })))
    }

    fn assigning(&self, tx: &mut Transaction<'_, '_>, job: &mut JobRow) -> StoreResult<()> {
        let Some(mut chat) = tx.store.web_chat(&job.protocol)? else { return Ok(()) };
        chat.published_position = 0;
        if chat.page_gone_since.is_none() && (chat.customer_seen || !job.returned_to_queue) {
            job.client_status = ClientStatus::Online;
            // The silence of a waiting customer does not count.
            chat.last_activity = tx.now();
        }
        tx.store.put_web_chat(&chat)
    }

    fn returning(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        match tx.store.web_chat(&job.protocol)? {
            Some(chat) if !chat.customer_seen => {
                // The time without a page counts from the return, so that the customer is not abandoned at once.
                tx.store.put_web_chat(&WebChatRow { page_gone_since: Some(tx.now()), ..chat })
            }
            _ => Ok(()),
        }
    }

    fn saved(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        if job.is_over()
            && let Some(chat) = tx.store.web_chat(&job.protocol)?
            && chat.address_hash.is_some()
        {
            tx.store.put_web_chat(&WebChatRow { address_hash: None, ..chat })?;
        }
        activity::set_customer_due(tx, job)
    }

    fn notify_customer(&self, tx: &mut Transaction<'_, '_>, job: &JobRow, news: CustomerNews<'_>) -> StoreResult<()> {
        match tx.store.web_chat(&job.protocol)? {
            Some(chat) => append_event(tx, chat, kind_of(news)),
            None => Ok(()),
        }
    }

    fn last_position(&self, tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<u32> {
        Ok(tx.store.web_chat(&job.protocol)?.map(|chat| chat.published_position).unwrap_or_default())
    }

    fn tell_position(&self, tx: &mut Transaction<'_, '_>, job: &JobRow, position: u32) -> StoreResult<()> {
        match tx.store.web_chat(&job.protocol)? {
            Some(chat) if chat.published_position != position => {
                let chat = WebChatRow { published_position: position, ..chat };
                append_event(tx, chat, WebChatEventKind::Position { position })
            }
            _ => Ok(()),
        }
    }

    fn end_by_agent(&self, tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow> {
        Ok(jobs::end(tx, job, EndedBy::Agent)?.0)
    }
}

pub(super) fn kind_of(news: CustomerNews<'_>) -> WebChatEventKind {
    match news {
        CustomerNews::AgentJoined(agent_name) => WebChatEventKind::AgentJoined { agent_name },
        CustomerNews::Message(message) => {
            WebChatEventKind::Message { message: Box::new(CustomerMessage::from(message)) }
        }
        CustomerNews::ReturnedToQueue => WebChatEventKind::ReturnedToQueue,
        CustomerNews::Ended(by) => WebChatEventKind::Ended { by },
    }
}

/// Appends an event to the stream of the customer, and stores the chat.
pub(super) fn append_event(
    tx: &mut Transaction<'_, '_>,
    mut chat: WebChatRow,
    kind: WebChatEventKind,
) -> StoreResult<()> {
    chat.last_event += 1;
    let row = event_row(&chat.protocol, chat.last_event, tx.now(), kind)?;
    tx.store.insert_web_chat_event(&row)?;
    tx.store.put_web_chat(&chat)?;
    tx.context.recipients.chats.insert(chat.protocol);
    Ok(())
}
