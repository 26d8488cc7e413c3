//! The list of effects that failed for good, for supervisors.

use crate::auth::SupervisorCall;
use crate::call::Answer;
use crate::centre::Transaction;
use crate::effects::{self, EffectKind};
use crate::http::{Failure, Listed, json};
use wire::limits::DEAD_EFFECTS_MAX;
use wire::{DeadEffect, DeadEffectKind, Success};

/// `GET /effects/dead`: the dead effects of the supervisor's org unit, newest first.
pub(crate) fn list(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let rows = tx.store.dead_effects(&call.caller.org_unit_id, DEAD_EFFECTS_MAX)?;
    let data = rows.into_iter().map(|row| DeadEffect {
        kind: kind_of(&row.kind),
        id: row.id,
        created_at: row.created_at,
        given_up_at: row.not_before,
        attempts: row.attempts,
        cause: row.cause,
    });
    json(&Listed { data: data.collect() })
}

/// The kind on the wire. A newer server may have stored a kind that this one does not know.
fn kind_of(name: &str) -> DeadEffectKind {
    match EffectKind::parse(name) {
        Some(EffectKind::EndBrokerQueue) => DeadEffectKind::EndBrokerQueue,
        // For a supervisor both are messages to customers.
        Some(EffectKind::SendWhatsApp | EffectKind::SendBroadcast) => DeadEffectKind::SendWhatsapp,
        Some(EffectKind::ScoreChurn) => DeadEffectKind::ScoreChurn,
        Some(EffectKind::CommandTelephone) => DeadEffectKind::CommandTelephone,
        Some(EffectKind::FetchFile) => DeadEffectKind::FetchFile,
        Some(EffectKind::DeleteFiles) => DeadEffectKind::DeleteFiles,
        None => DeadEffectKind::Unknown,
    }
}

/// `POST /effects/{id}/retry`: attempts a dead effect again, with the same idempotency key. A repeated request changes
/// nothing.
pub(crate) fn retry(tx: &mut Transaction<'_, '_>, call: &SupervisorCall<'_>) -> Answer {
    let row = tx.store.effect(call.request().param("id"))?.ok_or_else(|| Failure::not_found("effect"))?;
    call.caller.must_belong_to(&row.org_unit_id)?;
    effects::revive(tx, &row)?;
    json(&Success { success: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bey_131_every_kind_of_effect_has_its_stored_name_on_the_wire() {
        for kind in EffectKind::ALL.into_iter().filter(|kind| *kind != EffectKind::SendBroadcast) {
            assert_eq!(serde_json::to_value(kind_of(kind.as_str())).unwrap(), kind.as_str());
        }
        assert_eq!(kind_of("send_broadcast"), DeadEffectKind::SendWhatsapp);
        assert_eq!(kind_of("of_a_newer_server"), DeadEffectKind::Unknown);
    }
}
