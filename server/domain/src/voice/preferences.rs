//! Preferences in the agent's record: ring volume, reconnecting, default campaign.

use super::campaigns;
use crate::auth::{Caller, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::http::{Failure, json};
use crate::whatsapp;
use wire::{
    AckCallVolumeRequest, AgentRecord, AutoReconnectRequest, CampaignDefaultRequest, Channel, QueueId, Success,
};

const LOUDEST: u32 = 100;

/// `PUT /agents/{id}/ackcall-volume`.
pub(crate) fn set_ring_volume(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: AckCallVolumeRequest = call.body()?;
    if request.volume > LOUDEST {
        return Err(Failure::field("volume", "invalid"));
    }
    change(tx, caller, |record| record.agent_ack_call_volume = request.volume)
}

/// `PUT /agents/{id}/webrtc-auto-reconnect`.
pub(crate) fn set_auto_reconnect(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: AutoReconnectRequest = call.body()?;
    change(tx, caller, |record| record.agent_preferences.web_rtc_auto_reconnect = request.web_rtc_auto_reconnect)
}

/// `PUT /agents/{id}/set-campaign-default`; an empty campaign sets none.
pub(crate) fn set_default_campaign(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let request: CampaignDefaultRequest = call.body()?;
    let is_set = !request.campaign_id.is_empty();
    match request.channel {
        Channel::Voice if is_set => drop(campaigns::of_caller(tx, caller, &request.campaign_id)?),
        Channel::Whatsapp if is_set => whatsapp::check_default_campaign(tx, caller, &request.campaign_id)?,
        Channel::Voice | Channel::Whatsapp => {}
        Channel::Chat => return Err(Failure::field("channel", "invalid")),
    }
    let QueueId(campaign) = request.campaign_id;
    change(tx, caller, |record| match request.channel {
        Channel::Whatsapp => record.campaign_whatsapp_default = campaign,
        Channel::Voice | Channel::Chat => record.campaign_voice_default = campaign,
    })
}

fn change(tx: &mut Transaction<'_, '_>, caller: &Caller, set: impl FnOnce(&mut AgentRecord)) -> Answer {
    let mut agent = tx.store.agent(&caller.agent_id)?.ok_or_else(|| Failure::not_found("agent"))?;
    set(&mut agent.record);
    tx.store.put_agent(&agent)?;
    json(&Success { success: true })
}
