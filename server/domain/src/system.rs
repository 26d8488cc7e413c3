//! System requests: settings, server time, registration of the agent's queue.

use crate::auth::{Caller, OwnCall};
use crate::call::{Answer, Call};
use crate::centre::Transaction;
use crate::http::{Failure, json};
use wire::{StartListenerReply, StartListenerRequest, SystemDatetime, SystemReply, SystemSettings};

/// `GET /system`.
pub(crate) fn system(tx: &mut Transaction<'_, '_>, _call: &Call) -> Answer {
    let config = tx.config;
    json(&SystemReply {
        version: config.version.clone(),
        broker: config.broker.clone(),
        settings: SystemSettings {
            jobs_per_channel: config.jobs_per_channel,
            session_check_seconds: config.session_check_seconds,
            attachment_limit_bytes: config.attachment_limit_bytes,
            password_max_chars: u32::try_from(config.password_max_chars).unwrap_or(u32::MAX),
            number_country: config.number_country.code(),
        },
    })
}

/// `GET /white-label/settings`.
pub(crate) fn white_label(tx: &mut Transaction<'_, '_>, _call: &Call) -> Answer {
    json(&tx.config.white_label)
}

/// `GET /configuration`.
pub(crate) fn configuration(tx: &mut Transaction<'_, '_>, _call: &Call) -> Answer {
    json(&tx.config.services)
}

/// `GET /system/datetime`.
pub(crate) fn datetime(tx: &mut Transaction<'_, '_>, _call: &Call) -> Answer {
    json(&SystemDatetime { datetime: Some(tx.now()) })
}

/// `POST /system/start-listener-queue`: accepts only the caller's own queue destination.
pub(crate) fn start_listener_queue(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: StartListenerRequest = call.body()?;
    let queues = tx.config.queues;
    if !queues.is_destination(&request.queue) {
        return Err(Failure::field("queue", "invalid"));
    }
    if queues.destination(&caller.agent_id, &caller.session_id) != request.queue {
        return Err(Failure::forbidden());
    }
    json(&StartListenerReply { success: true, queue: request.queue })
}
