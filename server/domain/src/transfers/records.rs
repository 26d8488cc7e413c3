//! The transfers of an attendance (JOB-040): those of a call are stored with it, those of a conversation are messages of its thread.

use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Listed, json};
use crate::jobs;
use crate::store::{JobRow, StoreResult};
use crate::voice;
use wire::{Channel, DestinationKind, Message, Protocol, TransferDestination, TransferRecord};

/// Number of messages of a thread that are read at once.
const PORTION: usize = 200;

/// `GET /job/{id}/transfers`.
pub(crate) fn records(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let job = jobs::own_job(tx, caller, &Protocol::from(call.param("id")))?;
    let data = match job.channel {
        Channel::Voice => {
            let call = tx.store.call(&job.protocol)?;
            call.as_ref().map(voice::transfer_records).unwrap_or_default()
        }
        Channel::Chat | Channel::Whatsapp => of_thread(tx, &job)?,
    };
    json(&Listed { data })
}

/// A conversation is transferred at once: each system message about a transfer stands for an accepted one.
fn of_thread(tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Vec<TransferRecord>> {
    let (mut after, mut found) = (0, Vec::new());
    loop {
        let messages = tx.store.messages_after(&job.protocol, after, PORTION)?;
        let Some(last) = messages.last() else { return Ok(found) };
        after = last.seq;
        for message in messages {
            let number = u32::try_from(found.len()).unwrap_or(u32::MAX).saturating_add(1);
            found.extend(record(message, number));
        }
    }
}

fn record(message: Message, number: u32) -> Option<TransferRecord> {
    let target = message.transferred_to?;
    let destination = if target.agent_id.is_empty() {
        TransferDestination { kind: DestinationKind::Queue, id: String::new(), name: target.queue_name }
    } else {
        TransferDestination { kind: DestinationKind::Agent, id: target.agent_id.0, name: target.agent_name }
    };
    let at = message.time.unwrap_or_default();
    Some(TransferRecord {
        number,
        kind: None,
        agent_id: message.agent_id,
        agent_name: message.agent_name,
        destination,
        note: message.message,
        asked_at: at,
        ended_at: Some(at),
        cause: String::new(),
    })
}
