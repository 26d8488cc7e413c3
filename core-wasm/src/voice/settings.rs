//! The agent's voice settings that the server keeps: ring volume, reconnect, default campaign (VOI-035, VOI-081, CON-016).

use super::link::LinkFacts;
use super::machine::{Pending, Voice};
use super::{Exit, timers};
use crate::flow::{Answer, Context, HttpCall, Text, path};
use crate::shell::SnackbarKind;
use crate::wire::{
    AckCallVolumeRequest, AgentRecord, AutoReconnectRequest, CampaignDefaultRequest, CampaignRecord, Channel, ListBody,
};
use serde::Serialize;

/// The volume is saved this long after its last change (API-028).
const VOLUME_SAVED_AFTER_MS: u64 = 500;
const LOUDEST: u32 = 100;

/// The agent's voice settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct VoiceSettings {
    /// Volume of the ring tone, 0–100.
    pub ring_volume: u32,
    /// The page reconnects by itself.
    pub auto_reconnect: bool,
    /// Id of the campaign of manual calls; empty: none.
    pub default_campaign: String,
}

impl VoiceSettings {
    pub(super) fn take_record(&mut self, record: &AgentRecord) {
        self.ring_volume = record.agent_ack_call_volume.min(LOUDEST);
        self.auto_reconnect = record.agent_preferences.web_rtc_auto_reconnect;
        self.default_campaign.clone_from(&record.campaign_voice_default);
    }
}

impl Voice {
    /// The agent moves the volume of the ring tone; it is used at once and saved when it rests.
    pub fn set_ring_volume(&mut self, context: &mut Context, volume: u32) {
        self.settings.ring_volume = volume.min(LOUDEST);
        self.volume_moves = true;
        context.timer(timers::VOLUME.key(), VOLUME_SAVED_AFTER_MS);
    }

    /// Volume of the ring tone of the call that waits; 0 if it does not ring.
    pub fn ring_tone_volume(&self) -> u32 {
        if self.rings() { self.settings.ring_volume } else { 0 }
    }

    pub(super) fn save_volume(&mut self, context: &mut Context) {
        self.volume_moves = false;
        let request = AckCallVolumeRequest { agent_id: self.agent.clone(), volume: self.settings.ring_volume };
        let call = HttpCall::put(path!["agents", self.agent, "ackcall-volume"]).json(&request).repeat_when_busy();
        context.call(&mut self.calls, Pending::Volume, call);
    }

    pub(super) fn on_volume(&mut self, answer: &Answer) -> Vec<Exit> {
        if is_saved(answer) { Vec::new() } else { not_saved(answer) }
    }

    /// The agent switches reconnecting on or off (CON-016).
    pub fn set_auto_reconnect(&mut self, context: &mut Context, enabled: bool) -> Vec<Exit> {
        let before = std::mem::replace(&mut self.settings.auto_reconnect, enabled);
        if before == enabled {
            return Vec::new();
        }
        let request = AutoReconnectRequest { agent_id: self.agent.clone(), web_rtc_auto_reconnect: enabled };
        let call =
            HttpCall::put(path!["agents", self.agent, "webrtc-auto-reconnect"]).json(&request).repeat_when_busy();
        context.call(&mut self.calls, Pending::AutoReconnect(before), call);
        self.follow_auto_reconnect(context)
    }

    pub(super) fn on_auto_reconnect(&mut self, context: &mut Context, before: bool, answer: &Answer) -> Vec<Exit> {
        if is_saved(answer) {
            return Vec::new();
        }
        self.settings.auto_reconnect = before;
        let mut exits = not_saved(answer);
        exits.extend(self.follow_auto_reconnect(context));
        exits
    }

    fn follow_auto_reconnect(&mut self, context: &mut Context) -> Vec<Exit> {
        let facts = LinkFacts { auto_reconnect: self.settings.auto_reconnect, ..self.facts };
        self.set_facts(context, facts)
    }

    /// The agent chooses the campaign of manual calls; empty: none (VOI-081).
    pub fn set_default_campaign(&mut self, context: &mut Context, campaign: &str) {
        let before = std::mem::replace(&mut self.settings.default_campaign, campaign.to_owned());
        let request = CampaignDefaultRequest {
            agent_id: self.agent.clone(),
            channel: Channel::Voice,
            campaign_id: campaign.into(),
        };
        let call = HttpCall::put(path!["agents", self.agent, "set-campaign-default"]).json(&request).repeat_when_busy();
        context.call(&mut self.calls, Pending::DefaultCampaign(before), call);
    }

    pub(super) fn on_default_campaign(&mut self, before: String, answer: &Answer) -> Vec<Exit> {
        if is_saved(answer) {
            return Vec::new();
        }
        self.settings.default_campaign = before;
        not_saved(answer)
    }

    /// Whether the change of a setting waits for its answer, or for the slider to rest.
    pub fn saves_setting(&self) -> bool {
        let saves = |pending: &Pending| {
            matches!(pending, Pending::AutoReconnect(_) | Pending::DefaultCampaign(_) | Pending::Volume)
        };
        self.volume_moves || self.calls.any(saves)
    }

    /// Loads the campaigns that the agent may dial with (API-023).
    pub fn load_campaigns(&mut self, context: &mut Context) {
        let call = HttpCall::get(path!["agents", self.agent, "campaigns", "voice"]);
        context.call(&mut self.calls, Pending::Campaigns, call);
    }

    pub(super) fn on_campaigns(&mut self, context: &mut Context, answer: Answer) -> Vec<Exit> {
        if let Ok(list) = answer.read::<ListBody<CampaignRecord>>() {
            context.report_unreadable("campaign", list.data.unreadable);
            self.campaigns = list.data.into_vec();
        }
        Vec::new()
    }
}

fn is_saved(answer: &Answer) -> bool {
    matches!(answer, Answer::Ok(_))
}

/// Without an answer the server may have the setting all the same.
fn not_saved(answer: &Answer) -> Vec<Exit> {
    let in_doubt = answer.is_passing().then_some(Exit::SettingsInDoubt);
    std::iter::once(Exit::Snackbar(SnackbarKind::Error, Text::key("voiceSettingNotSaved"))).chain(in_doubt).collect()
}
