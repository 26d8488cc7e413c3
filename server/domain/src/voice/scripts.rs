//! Scripts of voice campaigns and queues.

use super::campaigns;
use crate::auth::Caller;
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::Failure;
use crate::scripts;
use wire::{Channel, QueueId};

/// `GET /campaigns/voice/{id}/script`.
pub(crate) fn of_campaign(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let campaign = campaigns::of_unit(tx, caller, &QueueId::from(call.param("id")))?;
    scripts::used_by(tx, &campaign.org_unit_id, &campaign.id)
}

/// `GET /queues/voice/{id}/script`.
pub(crate) fn of_queue(tx: &mut Transaction<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let id = QueueId::from(call.param("id"));
    let queue = tx.store.queue(&id)?.filter(|row| row.channel == Channel::Voice);
    let org_unit = queue.ok_or_else(|| Failure::not_found("queue"))?.org_unit_id;
    caller.must_belong_to(&org_unit)?;
    scripts::used_by(tx, &org_unit, &id)
}
