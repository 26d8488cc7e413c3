//! Attendances: their wire form, their messages, and the requests that load them (spec conversation §3 "Job", §7).
//!
//! An attendance is identified by its protocol, its messages are numbered by `seq`. `router`, `chat`, `qualification`,
//! `contacts` and `web_chat` change attendances; all store them with `save`.

pub(crate) mod abandonment;
pub(crate) mod snooze;

use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::{CustomerNews, Transaction};
use crate::channels;
use crate::http::{Failure, Listed, json};
use crate::media;
use crate::store::{EndedBy, JobRow, JobState, Sequence, StoreResult};
use crate::waits;
use wire::{
    AgentId, AnsweredMessage, AttendanceGroupInfo, AttendanceType, Job, JobTag, Message, MessagesReply, Protocol,
    QueueInfo, SenderType, Wall, rfc3339,
};

/// Maximum of messages in one reply; the next portion starts after the last `seq`.
const MESSAGES_PER_PAGE: usize = 200;

/// Messages of a thread without an author; the workspace translates their key. A message about an act of an agent names the
/// agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SystemMessage {
    /// An agent was assigned; the message names the agent.
    Started,
    /// An agent was assigned again after a return to the queue; the message names the agent.
    Resumed,
    /// The agent ended the attendance; the message names the agent.
    EndedByAgent,
    EndedByClient,
    /// The system ended the attendance, neither the agent nor the customer.
    EndedBySystem,
    /// Another agent transferred the attendance; the message names the agent, and its text is the note for the
    /// receiving agent.
    Transferred,
    /// The customer has another number or user id, which is the text.
    AddressChanged,
    /// The customer has another device, or installed the messenger again.
    IdentityChanged,
    /// The customer sent something that cannot be shown; the text is the provider's name of its kind.
    Unsupported,
}

impl SystemMessage {
    fn key(self) -> &'static str {
        match self {
            SystemMessage::Started => "chatStarted",
            SystemMessage::Resumed => "chatResumed",
            SystemMessage::EndedByAgent => "chatEndedByAgent",
            SystemMessage::EndedByClient => "chatEndedByClient",
            SystemMessage::EndedBySystem => "chatEndedBySystem",
            SystemMessage::Transferred => "chatTransferred",
            SystemMessage::AddressChanged => "customerAddressChanged",
            SystemMessage::IdentityChanged => "customerIdentityChanged",
            SystemMessage::Unsupported => "customerSentUnsupported",
        }
    }
}

/// A new protocol: date and a counter that never decreases, so it is unique (JOB-001).
pub(crate) fn next_protocol(tx: &mut Transaction<'_, '_>) -> StoreResult<Protocol> {
    let day: String = rfc3339(tx.now()).chars().take(10).filter(char::is_ascii_digit).collect();
    let number = tx.store.next_number(Sequence::Protocol)?;
    Ok(format!("{day}{number:06}").into())
}

/// Stores a changed attendance under the next version, and sets the due times of its customer.
pub(crate) fn save(tx: &mut Transaction<'_, '_>, mut job: JobRow) -> StoreResult<JobRow> {
    job.version += 1;
    snooze::settle(tx, &mut job)?;
    (tx.areas.customers.saving)(tx, &mut job)?;
    tx.store.put_job(&job)?;
    (tx.areas.customers.saved)(tx, &job)?;
    tx.rules(job.channel).saved(tx, &job)?;
    abandonment::set_due(tx, &job)?;
    Ok(job)
}

/// The attendance in the form that the agent receives, with its contact. Messages are read separately; `seq` is the
/// number of the last one.
pub(crate) fn view(tx: &Transaction<'_, '_>, row: &JobRow) -> StoreResult<Job> {
    let contact = match &row.contact_id {
        Some(id) => tx.store.contact(id)?.map(|found| (tx.areas.customers.shown)(tx, found)).transpose()?,
        None => None,
    };
    let settings = tx.store.queue_settings(&row.queue_id)?;
    let ended = matches!(row.state, JobState::Ended | JobState::Qualified | JobState::Abandoned);
    let job = Job {
        protocol: row.protocol.clone(),
        channel: Some(row.channel),
        contact,
        contact_id: row.contact_id.clone().unwrap_or_default(),
        contact_identifier: row.chat_identifier.clone(),
        identifier_verified: row.identifier_verified,
        from: row.customer_name.clone(),
        queue: Some(QueueInfo { id: row.queue_id.clone(), name: row.queue_name.clone() }),
        tags: row.tags.clone(),
        last_message: row.last_message.clone().map(|message| media::with_address(tx, message)),
        messages_not_read: row.messages_not_read,
        unanswered_since: row.unanswered_since.filter(|_| !ended),
        answered: row.answered,
        snoozed_until: snooze::until(row),
        answer_targets: settings.answer_targets(),
        open_hours: settings.calendar.map(|calendar| waits::open_hours(tx.now(), row.unanswered_since, &calendar)),
        unread: row.messages_not_read > 0 || row.marks.unread,
        pinned: row.marks.pinned,
        disabled: ended,
        attendance_type: Some(AttendanceType::Queue),
        active_attendance: true,
        attendance_group_id: row.group_id.clone(),
        attendance_group_name: row.group_name.clone(),
        attendance_group_info: AttendanceGroupInfo { observation_required: row.observation_required },
        unique_id: row.protocol.to_string(),
        start_date_qualification: row.start_date_qualification,
        attendance_tags: row.tags.clone(),
        client_status: row.client_status,
        timestamp_last_message: row.last_message.as_ref().and_then(|message| message.time).or(Some(row.created_at)),
        closed_without_qualify: row.state == JobState::Ended,
        transfer_count: row.transfer_count,
        transfer: row.transfer.clone().filter(|_| row.state == JobState::Active),
        time: row.assigned_at.or(Some(row.created_at)),
        agent_id: row.agent_id.clone(),
        org_unit_id: row.org_unit_id.clone(),
        seq: row.seq,
        message_changes: row.message_changes,
        version: row.version,
        ..Job::default()
    };
    tx.rules(row.channel).describe(tx, row, job)
}

/// Publishes a new or changed attendance to its agent.
pub(crate) fn publish(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    tx.rules(job.channel).publish(tx, job)
}

/// Sets the contact if exactly one visible contact has the customer's identifier; otherwise, and for an identifier that is
/// not verified, the agent decides.
pub(crate) fn find_contact(tx: &Transaction<'_, '_>, job: &mut JobRow) -> StoreResult<()> {
    if job.contact_id.is_none() && !job.has_unverified_identifier() {
        let found = tx.store.contacts_by(tx.rules(job.channel).identifier(), &job.chat_identifier)?;
        let mut visible =
            found.into_iter().filter(|row| row.org_unit_id.is_empty() || row.org_unit_id == job.org_unit_id);
        if let (Some(only), None) = (visible.next(), visible.next()) {
            job.contact_id = Some(only.contact.id);
        }
    }
    Ok(())
}

/// The customer wrote a message: if the agent has not answered, the customer waits since the first unanswered message.
pub(crate) fn customer_wrote(tx: &mut Transaction<'_, '_>, job: &mut JobRow, message: &Message) -> StoreResult<()> {
    job.messages_not_read = job.messages_not_read.saturating_add(1);
    // The message is unread by itself.
    job.marks.unread = false;
    let before = job.unanswered_since;
    job.unanswered_since = before.into_iter().chain(message.waits_since()).min();
    snooze::customer_wrote(tx, job)?;
    wait_changed(tx, job, before)
}

/// Updates the board, which shows how long a customer has waited for the agent.
fn wait_changed(tx: &mut Transaction<'_, '_>, job: &JobRow, before: Option<Wall>) -> StoreResult<()> {
    if job.state == JobState::Active && job.unanswered_since != before {
        tx.board_changed(&job.agent_id)?;
    }
    Ok(())
}

/// The server accepted an agent's message, also a copy of another conversation's message: the customer of this one can
/// read it.
pub(crate) fn agent_wrote(tx: &mut Transaction<'_, '_>, job: &mut JobRow) -> StoreResult<()> {
    job.messages_not_read = 0;
    job.marks.unread = false;
    let before = job.unanswered_since.take();
    job.answered = true;
    wait_changed(tx, job, before)
}

/// Numbers and stores a message; the caller stores the attendance.
pub(crate) fn add_message(tx: &mut Transaction<'_, '_>, job: &mut JobRow, message: Message) -> StoreResult<Message> {
    let provider_id = tx.context.random_hex(8);
    let message = Message { time: Some(tx.now()), ..message };
    add_message_as(tx, job, message, &provider_id)
}

/// Like `add_message`, with the provider's id and the message's own time.
pub(crate) fn add_message_as(
    tx: &mut Transaction<'_, '_>,
    job: &mut JobRow,
    mut message: Message,
    provider_id: &str,
) -> StoreResult<Message> {
    job.seq += 1;
    message.protocol = job.protocol.clone();
    message.seq = job.seq;
    message.message_id = format!("{}.{}|{provider_id}", job.protocol, job.seq);
    tx.store.insert_message(&message)?;
    // A message that arrives late is placed before the last one.
    if job.last_message.as_ref().is_none_or(|last| last.place() <= message.place()) {
        job.last_message = Some(message.clone());
    }
    Ok(message)
}

/// Adds a system message. `agent` did what it reports; `None`: no agent did it.
pub(crate) fn add_system_message(
    tx: &mut Transaction<'_, '_>,
    job: &mut JobRow,
    line: SystemMessage,
    agent: Option<&AgentId>,
) -> StoreResult<Message> {
    add_system_text(tx, job, line, agent, Message::default())
}

/// Like `add_system_message`; `content` is the text that a person wrote, or the target of a transfer.
pub(crate) fn add_system_text(
    tx: &mut Transaction<'_, '_>,
    job: &mut JobRow,
    line: SystemMessage,
    agent: Option<&AgentId>,
    content: Message,
) -> StoreResult<Message> {
    let last_spoken = job.last_message.clone();
    let message = Message {
        sender_type: SenderType::System,
        system_message: true,
        system_key: line.key().to_owned(),
        agent_id: agent.cloned().unwrap_or_default(),
        agent_name: agent.map(|agent| agent_name(tx, agent)).transpose()?.unwrap_or_default(),
        ..content
    };
    let message = add_message(tx, job, message)?;
    // The list preview shows the last written message rather than a system message.
    if last_spoken.is_some() {
        job.last_message = last_spoken;
    }
    Ok(message)
}

/// The name of an agent; empty for one who does not exist.
pub(crate) fn agent_name(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<String> {
    Ok(tx.store.agent(agent)?.map(|row| row.record.agent_name).unwrap_or_default())
}

/// Customer messages after the last answer of an agent.
pub(crate) fn unanswered(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<u32> {
    let (mut before, mut count) = (job.seq.saturating_add(1), 0_u32);
    loop {
        let older = tx.store.messages_before(&job.protocol, before, MESSAGES_PER_PAGE)?;
        for message in &older {
            match message.sender_type {
                SenderType::Agent => return Ok(count),
                SenderType::Customer => count = count.saturating_add(1),
                SenderType::Bot | SenderType::System => {}
            }
        }
        let Some(first) = older.last() else { return Ok(count) };
        before = first.seq;
    }
}

/// The customer learns what happened, if the channel has a way for it.
pub(crate) fn notify_customer(tx: &mut Transaction<'_, '_>, job: &JobRow, news: CustomerNews<'_>) -> StoreResult<()> {
    tx.rules(job.channel).notify_customer(tx, job, news)
}

/// Ends an active attendance: the customer is notified, the thread gets a system message, the agent can qualify.
/// Returns the row and the system message; the caller publishes the events for the agent and then calls
/// `release_agent`.
pub(crate) fn end(tx: &mut Transaction<'_, '_>, mut job: JobRow, by: EndedBy) -> StoreResult<(JobRow, Message)> {
    let line = match by {
        EndedBy::Customer => SystemMessage::EndedByClient,
        EndedBy::Agent => SystemMessage::EndedByAgent,
        EndedBy::System => SystemMessage::EndedBySystem,
    };
    let agent = (by == EndedBy::Agent).then(|| job.agent_id.clone());
    job.state = JobState::Ended;
    job.ended_at = Some(tx.now());
    job.ended_by = Some(by);
    job.start_date_qualification = Some(tx.now());
    job.transfer = None;
    let message = add_system_message(tx, &mut job, line, agent.as_ref())?;
    notify_customer(tx, &job, CustomerNews::Ended(by))?;
    tx.rules(job.channel).ended(tx, &job)?;
    Ok((save(tx, job)?, message))
}

/// Called after the events of an end: updates the agent's channel and assigns waiting customers.
pub(crate) fn release_agent(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    channels::recount(tx, &job.agent_id, job.channel, true)?;
    tx.agent_is_free(&job.agent_id)
}

/// The caller's own attendance; an unknown one is 404, another agent's 403.
pub(crate) fn own_job(tx: &Transaction<'_, '_>, caller: &Caller, protocol: &Protocol) -> Result<JobRow, Failure> {
    let job = tx.store.job(protocol)?.ok_or_else(|| Failure::not_found("attendance"))?;
    caller.must_be(&job.agent_id)?;
    Ok(job)
}

/// `GET /job/{protocol}/messages?after=`.
pub(crate) fn messages(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let after = match call.query("after") {
        Some(text) => text.parse::<u64>().map_err(|_| Failure::field("after", "invalid"))?,
        None => 0,
    };
    let job = own_job(tx, caller, &Protocol::from(call.param("protocol")))?;
    let sends = tx.store.sends_of(&sender_of(&caller.agent_id), &job.protocol)?;
    let data = tx.store.messages_after(&job.protocol, after, MESSAGES_PER_PAGE)?;
    json(&MessagesReply {
        custom_ids: sends.into_iter().map(|send| send.custom_id).collect(),
        message_changes: job.message_changes,
        data: data.into_iter().map(|message| media::with_address(tx, message)).collect::<Vec<_>>().into(),
    })
}

/// The message of a `message_id` (`{protocol}.{seq}|…`).
pub(crate) fn message_by_id(tx: &Transaction<'_, '_>, id: &str) -> StoreResult<Option<Message>> {
    let (server_id, _) = id.split_once('|').unwrap_or((id, ""));
    let place = server_id.rsplit_once('.').and_then(|(protocol, seq)| Some((protocol, seq.parse().ok()?)));
    place.map_or(Ok(None), |(protocol, seq)| tx.store.message(&Protocol::from(protocol), seq))
}

/// A message in the form in which the bubble of its answer quotes it.
pub(crate) fn answered_of(message: Message) -> AnsweredMessage {
    let text = if message.message.is_empty() { message.caption } else { message.message };
    AnsweredMessage {
        message_id: message.message_id,
        message: text,
        message_media_type: message.message_media_type,
        sender_type: message.sender_type,
        agent_id: message.agent_id,
        agent_name: message.agent_name,
        revoked: message.revoked,
    }
}

/// Sender name of an agent in `SendRow`.
pub(crate) fn sender_of(agent: &AgentId) -> String {
    format!("agent:{agent}")
}

/// `GET /tags/protocol/{protocol}`.
pub(crate) fn tags(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let job = own_job(tx, caller, &Protocol::from(call.param("protocol")))?;
    json(&Listed::<JobTag> { data: job.tags })
}

#[cfg(test)]
mod tests;
