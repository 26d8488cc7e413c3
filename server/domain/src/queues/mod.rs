//! Chat queues as an agent sees them (spec conversation §7 "Chat"). Nothing here changes them; `router` assigns waiting
//! customers.

pub(crate) mod settings;

use crate::auth::Caller;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, Listed, json};
use crate::store::{QueueRow, StoreResult};
use wire::{Channel, OrgUnitId, QueueId, QueueRecord};

/// `GET /queues/chat`.
pub(crate) fn chat_queues(tx: &mut Transaction<'_, '_>, _call: &Call, caller: &Caller) -> Answer {
    list(tx, Channel::Chat, &caller.org_unit_id)
}

/// Queues of a channel that belong to the org unit.
pub(crate) fn list(tx: &Transaction<'_, '_>, channel: Channel, org_unit: &OrgUnitId) -> Answer {
    let mut data = Vec::new();
    for row in tx.store.queues_of_unit(org_unit, channel)? {
        data.push(record(tx, row)?);
    }
    json(&Listed { data })
}

/// `GET /queues/chat/{id}`.
pub(crate) fn chat_queue(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    one(tx, Channel::Chat, call, caller)
}

/// The queue of a channel that the path names.
pub(crate) fn one(tx: &Transaction<'_, '_>, channel: Channel, call: &Call, caller: &Caller) -> Answer {
    let row = row(tx, channel, call, caller)?;
    json(&record(tx, row)?)
}

/// The row of the queue of a channel that the path names.
pub(crate) fn row(
    tx: &Transaction<'_, '_>,
    channel: Channel,
    call: &Call,
    caller: &Caller,
) -> Result<QueueRow, Failure> {
    let row = tx.store.queue(&QueueId::from(call.param("id")))?.filter(|row| row.channel == channel);
    let row = row.ok_or_else(|| Failure::not_found("queue"))?;
    caller.must_belong_to(&row.org_unit_id)?;
    Ok(row)
}

/// The queue as an agent sees it.
pub(crate) fn record(tx: &Transaction<'_, '_>, row: QueueRow) -> StoreResult<QueueRecord> {
    let group_name = tx.store.group(&row.group_id)?.map(|group| group.group.name).unwrap_or_default();
    Ok(QueueRecord {
        qualifications: !tx.store.qualifications_of(&row.id)?.is_empty(),
        id: row.id,
        name: row.name,
        channel: Some(row.channel),
        attendance_group_id: row.group_id,
        attendance_group_name: group_name,
        org_unit_id: row.org_unit_id,
        agents_available: None,
        waiting: None,
    })
}
