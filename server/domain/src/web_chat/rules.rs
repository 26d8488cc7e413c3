//! The rules of the web chat channel.

use super::{CustomerMessage, WebChatEventKind, activity, event_row};
use crate::centre::{ChannelRules, CustomerNews, Transaction};
use crate::jobs;
use crate::store::{ContactField, EndedBy, JobRow, StoreResult};
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
        job.published_position = 0;
        if job.page_gone_since.is_none() && (job.customer_seen || !job.returned_to_queue) {
            job.client_status = ClientStatus::Online;
            // The silence of a waiting customer does not count.
            job.last_customer_activity = tx.now();
        }
        Ok(())
    }

    fn returning(&self, tx: &mut Transaction<'_, '_>, job: &mut JobRow) -> StoreResult<()> {
        if !job.customer_seen {
            // The time without a page counts from the return, so that the customer is not abandoned at once.
            job.page_gone_since = Some(tx.now());
        }
        Ok(())
    }

    fn saved(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        activity::set_customer_due(tx, job)
    }

    fn notify_customer(
        &self,
        tx: &mut Transaction<'_, '_>,
        job: &mut JobRow,
        news: CustomerNews<'_>,
    ) -> StoreResult<()> {
        tell(tx, job, kind_of(news))
    }

    fn last_position(&self, _tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<u32> {
        Ok(job.published_position)
    }

    fn tell_position(&self, tx: &mut Transaction<'_, '_>, mut job: JobRow, position: u32) -> StoreResult<()> {
        job.published_position = position;
        tell(tx, &mut job, WebChatEventKind::Position { position })?;
        jobs::save(tx, job).map(|_| ())
    }

    fn end_by_agent(&self, tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow> {
        Ok(jobs::end(tx, job, EndedBy::Agent)?.0)
    }
}

fn kind_of(news: CustomerNews<'_>) -> WebChatEventKind {
    match news {
        CustomerNews::AgentJoined(agent_name) => WebChatEventKind::AgentJoined { agent_name },
        CustomerNews::Message(message) => {
            WebChatEventKind::Message { message: Box::new(CustomerMessage::from(message)) }
        }
        CustomerNews::ReturnedToQueue => WebChatEventKind::ReturnedToQueue,
        CustomerNews::Ended(by) => WebChatEventKind::Ended { by },
    }
}

/// Appends an event to the stream of the customer; the caller stores the attendance.
fn tell(tx: &mut Transaction<'_, '_>, job: &mut JobRow, kind: WebChatEventKind) -> StoreResult<()> {
    job.web_chat_number += 1;
    let row = event_row(&job.protocol, job.web_chat_number, tx.now(), kind)?;
    tx.store.insert_web_chat_event(&row)?;
    tx.context.recipients.chats.insert(job.protocol.clone());
    Ok(())
}
