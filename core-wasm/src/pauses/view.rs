//! The pauses as the ui shows them: reasons to choose from, and what each channel holds.

use super::Pauses;
use crate::wire::{Channel, HeldPause, Wall};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PauseReasonView {
    pub id: String,
    pub name: String,
    pub channels: Vec<Channel>,
    /// 0: no maximum.
    pub max_duration_seconds: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PauseChannelView {
    pub channel: Channel,
    /// Name of the pause in force.
    pub pause: Option<String>,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    pub max_duration_seconds: u32,
    /// It takes longer than it may.
    pub exceeded: bool,
    /// Name of the pause that begins when the open attendances end.
    pub scheduled: Option<String>,
    /// A request is with the server.
    pub pending: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PausesView {
    pub reasons: Vec<PauseReasonView>,
    pub loading: bool,
    pub failed: bool,
    /// Of the channels the agent may work on.
    pub channels: Vec<PauseChannelView>,
}

impl Pauses {
    pub fn view(&self, enabled: &[Channel]) -> PausesView {
        PausesView {
            reasons: self
                .reasons()
                .map(|pause| PauseReasonView {
                    id: pause.id.0.clone(),
                    name: pause.name.clone(),
                    channels: pause.channels.clone(),
                    max_duration_seconds: pause.max_duration_seconds,
                })
                .collect(),
            loading: self.is_loading(),
            failed: self.has_failed(),
            channels: enabled.iter().map(|channel| self.channel_view(*channel)).collect(),
        }
    }

    fn channel_view(&self, channel: Channel) -> PauseChannelView {
        let active = self.active(channel);
        let name = |held: &HeldPause| held.pause_name.clone();
        PauseChannelView {
            channel,
            pause: active.map(name),
            since: active.and_then(|held| held.since).map(Wall::as_js),
            max_duration_seconds: active.map(|held| held.max_duration_seconds).unwrap_or_default(),
            exceeded: self.exceeded().contains(&channel),
            scheduled: self.scheduled(channel).map(name),
            pending: self.is_pending(channel),
        }
    }
}
