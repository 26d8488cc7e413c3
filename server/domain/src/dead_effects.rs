//! The list of effects that failed for good, for supervisors.

use crate::auth::SupervisorCall;
use crate::call::Answer;
use crate::centre::Transaction;
use crate::effects;
use crate::http::{Failure, Listed, json};
use serde::Serialize;
use wire::{Success, Wall};

/// Default number of effects in a portion of the list.
const LISTED: usize = 200;

/// An effect that failed for good, as supervisors see it; the body may be about a customer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DeadEffect {
    id: String,
    kind: String,
    created_at: Wall,
    given_up_at: Wall,
    attempts: u32,
    cause: String,
}

/// `GET /effects/dead`: the dead effects of the supervisor's org unit, newest first.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let rows = tx.store.dead_effects(&call.caller.org_unit_id, LISTED)?;
    let data = rows.into_iter().map(|row| DeadEffect {
        id: row.id,
        kind: row.kind,
        created_at: row.created_at,
        given_up_at: row.not_before,
        attempts: row.attempts,
        cause: row.cause,
    });
    json(&Listed { data: data.collect() })
}

/// `POST /effects/{id}/retry`: attempts a dead effect again, with the same idempotency key. A repeated request changes
/// nothing.
pub(crate) fn retry(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let row = tx.store.effect(call.request().param("id"))?.ok_or_else(|| Failure::not_found("effect"))?;
    call.caller.must_belong_to(&row.org_unit_id)?;
    effects::revive(tx, &row)?;
    json(&Success { success: true })
}
