//! The agent's voice settings that the server keeps: ring volume, reconnect, default campaign (VOI-035, VOI-081, CON-016).

use super::connection::VoiceConnectionFacts;
use super::machine::{Pending, Voice};
use super::timer::VoiceTimer;
use super::{Exit, timers};
use crate::flow::{
    Answer, Asked, Context, HttpRequest, ItemList, ListAnswer, ListEvent, Saving, SavingStep, ServerWrite, Text, path,
};
use crate::shell::SnackbarKind;
use crate::wire::{AckCallVolumeRequest, AgentRecord, AutoReconnectRequest, CampaignDefaultRequest, Channel};
use serde::Serialize;

/// The volume is saved at this time after its last change (API-028).
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

/// The requests that save settings, one at a time for each setting.
#[derive(Default)]
pub(super) struct SettingsSaving {
    volume: Saving<u32>,
    auto_reconnect: Saving<bool>,
    default_campaign: Saving<String>,
}

impl VoiceSettings {
    pub(super) fn take_record(&mut self, record: &AgentRecord) {
        self.ring_volume = record.agent_ack_call_volume.min(LOUDEST);
        self.auto_reconnect = record.agent_preferences.web_rtc_auto_reconnect;
        self.default_campaign.clone_from(&record.campaign_voice_default);
    }
}

impl Voice {
    /// The agent changes the volume of the ring tone; it applies at once and is saved when the slider stops.
    pub fn set_ring_volume(&mut self, context: &mut Context, volume: u32) {
        self.settings.ring_volume = volume.min(LOUDEST);
        self.volume_unsaved = true;
        context.timer(timers::VOICE.of(VoiceTimer::Volume), VOLUME_SAVED_AFTER_MS);
    }

    /// Volume of the ring tone for the waiting call; 0 if the call does not ring.
    pub fn ring_tone_volume(&self) -> u32 {
        if self.rings() { self.settings.ring_volume } else { 0 }
    }

    pub(super) fn save_volume(&mut self, context: &mut Context) {
        self.volume_unsaved = false;
        let volume = self.settings.ring_volume;
        if let Some(volume) = self.saving.volume.change(volume, volume) {
            self.send_volume(context, volume);
        }
    }

    fn send_volume(&mut self, context: &mut Context, volume: u32) {
        let body = AckCallVolumeRequest { agent_id: self.agent.clone(), volume };
        let request =
            ServerWrite::SaveSetting.put(path!["agents", self.agent, "ackcall-volume"]).json(&body).repeat_when_busy();
        context.request(&mut self.requests, Pending::Volume, request);
    }

    /// A volume that was not saved still applies, because the agent hears it.
    pub(super) fn on_volume(&mut self, context: &mut Context, answer: &Answer) -> Vec<Exit> {
        match self.saving.volume.answered(is_saved(answer)) {
            SavingStep::Saved => Vec::new(),
            SavingStep::Send(volume) => {
                self.send_volume(context, volume);
                Vec::new()
            }
            SavingStep::Restore(_) => not_saved(answer),
        }
    }

    /// The agent switches reconnecting on or off (CON-016).
    pub fn set_auto_reconnect(&mut self, context: &mut Context, enabled: bool) -> Vec<Exit> {
        let before = std::mem::replace(&mut self.settings.auto_reconnect, enabled);
        if before == enabled {
            return Vec::new();
        }
        if let Some(enabled) = self.saving.auto_reconnect.change(before, enabled) {
            self.send_auto_reconnect(context, enabled);
        }
        self.follow_auto_reconnect(context)
    }

    fn send_auto_reconnect(&mut self, context: &mut Context, enabled: bool) {
        let body = AutoReconnectRequest { agent_id: self.agent.clone(), web_rtc_auto_reconnect: enabled };
        let path = path!["agents", self.agent, "webrtc-auto-reconnect"];
        let request = ServerWrite::SaveSetting.put(path).json(&body).repeat_when_busy();
        context.request(&mut self.requests, Pending::AutoReconnect, request);
    }

    pub(super) fn on_auto_reconnect(&mut self, context: &mut Context, answer: &Answer) -> Vec<Exit> {
        match self.saving.auto_reconnect.answered(is_saved(answer)) {
            SavingStep::Saved => Vec::new(),
            SavingStep::Send(enabled) => {
                self.send_auto_reconnect(context, enabled);
                Vec::new()
            }
            SavingStep::Restore(before) => {
                self.settings.auto_reconnect = before;
                let mut exits = not_saved(answer);
                exits.extend(self.follow_auto_reconnect(context));
                exits
            }
        }
    }

    fn follow_auto_reconnect(&mut self, context: &mut Context) -> Vec<Exit> {
        let facts = VoiceConnectionFacts { auto_reconnect: self.settings.auto_reconnect, ..self.facts };
        self.set_facts(context, facts)
    }

    /// The agent chooses the campaign of manual calls; empty: none (VOI-081).
    pub fn set_default_campaign(&mut self, context: &mut Context, campaign: &str) {
        let before = std::mem::replace(&mut self.settings.default_campaign, campaign.to_owned());
        if let Some(campaign) = self.saving.default_campaign.change(before, campaign.to_owned()) {
            self.send_default_campaign(context, &campaign);
        }
    }

    fn send_default_campaign(&mut self, context: &mut Context, campaign: &str) {
        let body = CampaignDefaultRequest {
            agent_id: self.agent.clone(),
            channel: Channel::Voice,
            campaign_id: campaign.into(),
        };
        let request = ServerWrite::SaveSetting
            .put(path!["agents", self.agent, "set-campaign-default"])
            .json(&body)
            .repeat_when_busy();
        context.request(&mut self.requests, Pending::DefaultCampaign, request);
    }

    pub(super) fn on_default_campaign(&mut self, context: &mut Context, answer: &Answer) -> Vec<Exit> {
        match self.saving.default_campaign.answered(is_saved(answer)) {
            SavingStep::Saved => Vec::new(),
            SavingStep::Send(campaign) => {
                self.send_default_campaign(context, &campaign);
                Vec::new()
            }
            SavingStep::Restore(before) => {
                self.settings.default_campaign = before;
                not_saved(answer)
            }
        }
    }

    /// Whether the change of a setting waits for its answer, or for the slider to stop.
    pub fn saves_setting(&self) -> bool {
        let saves =
            |pending: &Pending| matches!(pending, Pending::AutoReconnect | Pending::DefaultCampaign | Pending::Volume);
        self.volume_unsaved || self.requests.any(saves)
    }

    /// Loads the campaigns with which the agent may dial (API-023).
    pub fn load_campaigns(&mut self, context: &mut Context) {
        self.apply_campaigns_event(context, ListEvent::Reopened);
    }

    /// Applies an event to the list of campaigns.
    pub(super) fn apply_campaigns_event(&mut self, context: &mut Context, event: ListEvent) {
        let step = self.campaigns.after(event);
        if let Some(asked) = step.follow(context, timers::VOICE.of(VoiceTimer::Campaigns)) {
            let request = HttpRequest::get(path!["agents", self.agent, "campaigns", "voice"]);
            context.request(&mut self.requests, Pending::Campaigns(asked), request);
        }
    }

    pub(super) fn on_campaigns(&mut self, context: &mut Context, asked: Asked, answer: Answer) {
        if let Some(step) = self.campaigns.answered(context, asked, ListAnswer::whole(answer)) {
            self.campaigns.shown(context, ItemList::Campaigns);
            step.follow(context, timers::VOICE.of(VoiceTimer::Campaigns));
        }
    }
}

fn is_saved(answer: &Answer) -> bool {
    matches!(answer, Answer::Ok(_))
}

/// Without an answer the server may still have saved the setting.
fn not_saved(answer: &Answer) -> Vec<Exit> {
    let in_doubt = answer.is_passing().then_some(Exit::SettingsInDoubt);
    let text = match answer.is_uncertain() {
        true => ServerWrite::SaveSetting.unknown(),
        false => Text::key("voiceSettingNotSaved"),
    };
    std::iter::once(Exit::Snackbar(SnackbarKind::Error, text)).chain(in_doubt).collect()
}
