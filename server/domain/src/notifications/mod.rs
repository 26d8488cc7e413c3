//! Stored notifications (spec conversation §3 "Notification", §7): published by `NotificationEvent`, marked read and
//! unread and dismissed by the agent. Created when a scheduled pause begins and when a pause exceeds its maximum.

use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::retention;
use crate::store::{KeptFor, NotificationRow, PauseFact, Sequence, StoreResult};
use serde::Serialize;
use wire::{AgentId, Channel, HeldPause, NotificationEvent, Protocol, Success, events};

/// Default number of notifications in a portion.
const PAGE_SIZE: usize = 200;

/// Kind of a notification about a note that mentions the agent.
const MENTION: &str = "mention";

/// Kind of a notification about a snoozed conversation that returned.
const SNOOZE: &str = "snooze";

#[derive(Serialize)]
struct NotificationList {
    unread: usize,
    data: Vec<NotificationEvent>,
}

impl From<NotificationRow> for NotificationEvent {
    fn from(row: NotificationRow) -> Self {
        let read = if row.read { "Y" } else { "N" };
        Self {
            agent_notify_id: row.id,
            agent_notify_read: read.to_owned(),
            agent_notify_read_display: read.to_owned(),
            agent_id: row.agent_id,
            time: Some(row.at),
            kind: row.kind,
            channel: row.channel,
            protocol: row.protocol,
            text: row.text,
            customer: String::new(),
            pause: row.pause.map(HeldPause::from).unwrap_or_default(),
        }
    }
}

/// The content of a notification.
struct News {
    kind: &'static str,
    channel: Channel,
    protocol: Protocol,
    text: String,
    pause: Option<PauseFact>,
}

/// Notifies of a pause that began by schedule or exceeded its maximum.
pub(crate) fn raise_pause(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentId,
    channel: Channel,
    pause: PauseFact,
) -> StoreResult<()> {
    let text = pause.name.clone();
    raise(tx, agent, News { kind: "pause", channel, protocol: Protocol::default(), text, pause: Some(pause) })
}

/// Notifies of a note that mentions the agent. It names the author and the attendance, never the note's text.
pub(crate) fn raise_mention(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentId,
    channel: Channel,
    protocol: &Protocol,
    author: &str,
) -> StoreResult<()> {
    let (protocol, text) = (protocol.clone(), author.to_owned());
    raise(tx, agent, News { kind: MENTION, channel, protocol, text, pause: None })
}

/// Notifies of a snoozed conversation that returned at its time.
pub(crate) fn raise_snooze(
    tx: &mut Transaction<'_, '_>,
    agent: &AgentId,
    channel: Channel,
    protocol: &Protocol,
) -> StoreResult<()> {
    let protocol = protocol.clone();
    raise(tx, agent, News { kind: SNOOZE, channel, protocol, text: String::new(), pause: None })
}

fn raise(tx: &mut Transaction<'_, '_>, agent: &AgentId, news: News) -> StoreResult<()> {
    let number = tx.store.next_number(Sequence::Notification)?;
    let row = NotificationRow {
        id: number.to_string(),
        number,
        agent_id: agent.clone(),
        at: tx.now(),
        read: false,
        kind: news.kind.to_owned(),
        channel: Some(news.channel),
        protocol: news.protocol,
        text: news.text,
        pause: news.pause,
    };
    tx.store.put_notification(&row)?;
    retention::keep(tx, KeptFor::Notifications, row.at)?;
    let event = shown(tx, row)?;
    tx.publish_event(agent, events::notifications::Event::New(event))
}

/// The notification in the form that its agent receives. The customer's name is not stored with it but read from the customer's rows, so
/// that it is erased with the customer.
fn shown(tx: &Transaction<'_, '_>, row: NotificationRow) -> StoreResult<NotificationEvent> {
    let names_customer = [MENTION, SNOOZE].contains(&row.kind.as_str());
    let mut event = NotificationEvent::from(row);
    if let Some(job) = if names_customer { tx.store.job(&event.protocol)? } else { None } {
        let contact = job.contact_id.as_ref().map(|id| tx.store.contact(id)).transpose()?.flatten();
        let name = contact.map(|row| row.contact.fullname).unwrap_or_default();
        event.customer = wire::first_visible([name.as_str(), &job.customer_name, &job.chat_identifier]).to_owned();
    }
    Ok(event)
}

/// `GET /agents/notifications/agent?agentId=`.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let agent = own_agent(call, caller)?;
    let rows = tx.store.notifications_of(&agent, PAGE_SIZE)?;
    let unread = tx.store.unread_notification_count(&agent)?;
    let data = rows.into_iter().map(|row| shown(tx, row)).collect::<StoreResult<_>>()?;
    json(&NotificationList { unread, data })
}

/// `PUT /agents/notifications/read?agentNotifyId=`.
pub(crate) fn read(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    set_read(tx, call, caller, true)
}

/// `PUT /agents/notifications/not/read?agentNotifyId=`.
pub(crate) fn not_read(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    set_read(tx, call, caller, false)
}

/// `PUT /agents/notifications/dismiss?agentNotifyId=`: deletes the notification. A repetition changes nothing.
pub(crate) fn dismiss(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let id = call.query("agentNotifyId").ok_or_else(|| Failure::field("agentNotifyId", "required"))?;
    if let Some(row) = tx.store.notification(id)? {
        caller.must_be(&row.agent_id)?;
        tx.store.delete_notification(id)?;
    }
    json(&Success { success: true })
}

/// `PUT /agents/notifications/read/all?agentId=`.
pub(crate) fn read_all(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let agent = own_agent(call, caller)?;
    for row in tx.store.unread_notifications_of(&agent)? {
        tx.store.put_notification(&NotificationRow { read: true, ..row })?;
    }
    json(&Success { success: true })
}

fn set_read(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller, read: bool) -> Answer {
    let id = call.query("agentNotifyId").ok_or_else(|| Failure::field("agentNotifyId", "required"))?;
    let row = tx.store.notification(id)?.ok_or_else(|| Failure::not_found("notification"))?;
    caller.must_be(&row.agent_id)?;
    let row = NotificationRow { read, ..row };
    tx.store.put_notification(&row)?;
    json(&shown(tx, row)?)
}

fn own_agent(call: &OwnCall<'_>, caller: &Caller) -> Result<AgentId, Failure> {
    call.query("agentId").ok_or_else(|| Failure::field("agentId", "required"))?;
    Ok(caller.agent_id.clone())
}

#[cfg(test)]
mod tests;
