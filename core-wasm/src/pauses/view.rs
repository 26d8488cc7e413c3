//! The view of pauses: the list to choose from, and the pause of each channel.

use super::Pauses;
use crate::wire::{Channel, HeldPause, Wall};
use serde::Serialize;

/// A pause that the agent can enter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PauseReasonView {
    /// Id, for `enterPause`.
    pub id: String,
    /// Name.
    pub name: String,
    /// Channels that it may be used on.
    pub channels: Vec<Channel>,
    /// Maximum in seconds; 0: none.
    pub max_duration_seconds: u32,
}

/// The pause of one channel.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PauseChannelView {
    /// The channel.
    pub channel: Channel,
    /// Name of the active pause.
    pub pause: Option<String>,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// Maximum of the active pause in seconds; 0: none.
    pub max_duration_seconds: u32,
    /// The active pause exceeded its maximum.
    pub exceeded: bool,
    /// Name of the scheduled pause, which begins when the open attendances end.
    pub scheduled: Option<String>,
    /// A request is pending.
    pub pending: bool,
}

/// Pauses of the agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PausesView {
    /// Pauses to choose from, without the login pause.
    pub reasons: Vec<PauseReasonView>,
    /// The pauses are loaded for the first time.
    pub loading: bool,
    /// The load failed and there is nothing older to show.
    pub failed: bool,
    /// The channels that the agent may use.
    pub channels: Vec<PauseChannelView>,
}

impl Pauses {
    /// The view of the slice `pauses`; `enabled`: channels that the agent may use.
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
