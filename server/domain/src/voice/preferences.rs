//! Voice preferences in the agent's record: ring volume, automatic reconnect.

use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use wire::{AckCallVolumeRequest, AgentRecord, AutoReconnectRequest, Success};

const LOUDEST: u32 = 100;

/// `PUT /agents/{id}/ackcall-volume`.
pub(crate) fn set_ring_volume(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: AckCallVolumeRequest = call.body()?;
    if request.volume > LOUDEST {
        return Err(Failure::field("volume", "invalid"));
    }
    change_preferences(tx, caller, |record| record.agent_ack_call_volume = request.volume)
}

/// `PUT /agents/{id}/webrtc-auto-reconnect`.
pub(crate) fn set_auto_reconnect(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: AutoReconnectRequest = call.body()?;
    change_preferences(tx, caller, |record| {
        record.agent_preferences.web_rtc_auto_reconnect = request.web_rtc_auto_reconnect
    })
}

fn change_preferences(tx: &mut Transaction<'_, '_>, caller: &Caller, set: impl FnOnce(&mut AgentRecord)) -> Answer {
    let mut agent = tx.store.agent(&caller.agent_id)?.ok_or_else(|| Failure::not_found("agent"))?;
    set(&mut agent.record);
    tx.store.put_agent(&agent)?;
    json(&Success { success: true })
}
