//! The views of colleagues: state and counts of the list, one row per colleague, and the card of the internal call.

use super::Colleagues;
use super::call::Phase;
use super::list::{CallObstacle, ColleagueCounts, ColleagueFilter, ColleagueObstacle, obstacle_of};
use crate::channels::ChannelStatusView;
use crate::shell::{avatar_color, initials};
use crate::wire::{AgentId, Channel, Colleague, Wall};
use serde::Serialize;

/// The list without its rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ColleaguesView {
    /// The list is being loaded for the first time.
    pub loading: bool,
    /// The load failed, and there is no earlier list to show.
    pub failed: bool,
    /// Number of all colleagues.
    pub total: u32,
    /// Counts of the colleagues that match search and groups.
    pub counts: ColleagueCounts,
    /// The filter.
    pub filter: ColleagueFilter,
    /// Names of all groups, each once.
    pub groups: Vec<String>,
    /// When presence was loaded last: JavaScript time value on the server's clock.
    pub read_at: Option<f64>,
    /// The last request for presence failed: the shown presence is that of `read_at`.
    pub stale: bool,
    /// Why no colleague can be called now; `None`: colleagues can be called.
    pub obstacle: Option<CallObstacle>,
}

/// A channel of a colleague.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ColleagueChannelView {
    /// The channel.
    pub channel: Channel,
    /// Status of the channel.
    pub status: ChannelStatusView,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// Name of the pause, active or scheduled.
    pub pause: Option<String>,
    /// Number of open attendances.
    pub active_attendances: u32,
}

/// A colleague.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ColleagueRowView {
    /// The agent's id.
    pub agent_id: String,
    /// Full name.
    pub name: String,
    /// Initials for the avatar.
    pub initials: String,
    /// Background colour of the avatar.
    pub color: String,
    /// Extension; empty without a telephone.
    pub extension: String,
    /// Names of the attendance groups.
    pub groups: Vec<String>,
    /// The channels that the colleague may use.
    pub channels: Vec<ColleagueChannelView>,
    /// Number of open attendances on all channels.
    pub open_attendances: u32,
    /// Why the colleague cannot be called; `None`: a call is possible.
    pub obstacle: Option<ColleagueObstacle>,
}

/// What the card of an internal call shows (INT-003 to INT-005).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum InternalCallStage {
    /// The agent calls.
    Calling,
    /// A colleague calls.
    Ringing,
    /// Both agents talk, or the confirmation is pending.
    InProgress,
}

/// The card of the internal call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct InternalCallView {
    /// What the card shows.
    pub stage: InternalCallStage,
    /// Whether the agent made the call.
    pub is_caller: bool,
    /// Name of the other agent.
    pub name: String,
    /// Initials for the avatar.
    pub initials: String,
    /// Background colour of the avatar.
    pub color: String,
    /// Extension of the other agent.
    pub extension: String,
    /// Groups of the other agent.
    pub groups: Vec<String>,
    /// Start of the ring or of the conversation: JavaScript time value on the server's clock. `None` until the server
    /// has the call.
    pub since: Option<f64>,
    /// The page has the leg of the call, so that it can accept and mute. Otherwise the agent's desk phone has it.
    pub here: bool,
    /// The microphone is closed.
    pub muted: bool,
}

/// Facts of other areas that the views show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnFacts {
    /// The agent's voice channel is connected.
    pub voice_connected: bool,
    /// The agent's telephone has a call, or one waits.
    pub in_call: bool,
    /// The page has the leg of the internal call.
    pub leg_here: bool,
    /// The microphone is closed.
    pub muted: bool,
}

impl Colleagues {
    /// The view of the slice `colleagues`.
    pub fn view(&self, own: OwnFacts) -> ColleaguesView {
        let mut groups: Vec<String> = self.rows.iter().flat_map(|row| row.groups.iter().cloned()).collect();
        groups.sort();
        groups.dedup();
        ColleaguesView {
            loading: !self.loaded && !self.failed,
            failed: self.failed,
            total: u32::try_from(self.rows.len()).unwrap_or(u32::MAX),
            counts: self.filter.counts(self.rows.iter()),
            filter: self.filter.clone(),
            groups,
            read_at: self.read_at.map(Wall::as_js),
            stale: self.stale,
            obstacle: self.obstacle(own),
        }
    }

    /// Why the agent cannot call any colleague now.
    pub fn obstacle(&self, own: OwnFacts) -> Option<CallObstacle> {
        if self.blocked {
            Some(CallObstacle::Blocked)
        } else if !own.voice_connected {
            Some(CallObstacle::OwnVoiceDisconnected)
        } else if own.in_call || self.phase != Phase::None {
            Some(CallObstacle::OwnCall)
        } else {
            None
        }
    }

    /// The view of a row; `None` for an agent who is not in the list.
    pub fn row(&self, agent: &AgentId) -> Option<ColleagueRowView> {
        self.rows.iter().find(|row| row.id == *agent).map(|row| self.row_view(row))
    }

    fn row_view(&self, row: &Colleague) -> ColleagueRowView {
        let channels = Channel::ALL.into_iter().filter_map(|channel| {
            let state = row.status.channels.of(channel)?;
            Some(ColleagueChannelView {
                channel,
                status: ChannelStatusView::of_reported(state.status),
                since: state.since.map(Wall::as_js),
                pause: state.pause.clone(),
                active_attendances: state.active_attendances,
            })
        });
        ColleagueRowView {
            agent_id: row.id.0.clone(),
            name: row.name.clone(),
            initials: initials(&row.name),
            color: avatar_color(&row.name).to_owned(),
            extension: row.status.extension.clone(),
            groups: row.groups.clone(),
            channels: channels.collect(),
            open_attendances: row.status.open_attendances,
            obstacle: obstacle_of(row, self.is_with(&row.id)),
        }
    }

    /// The card of the call; `None` without a call, and while its end is pending (INT-006).
    pub fn call_view(&self, own: OwnFacts) -> Option<InternalCallView> {
        let stage = match self.phase {
            Phase::None | Phase::Ending | Phase::Withdrawn => return None,
            Phase::Asked | Phase::Doubtful | Phase::Calling => InternalCallStage::Calling,
            Phase::Ringing => InternalCallStage::Ringing,
            Phase::Answering | Phase::Talking => InternalCallStage::InProgress,
        };
        let call = &self.call;
        let is_known = self.phase.is_known();
        Some(InternalCallView {
            stage,
            is_caller: call.is_caller,
            name: call.colleague_name.clone(),
            initials: initials(&call.colleague_name),
            color: avatar_color(&call.colleague_name).to_owned(),
            extension: self.colleague_extension().to_owned(),
            groups: call.colleague_groups.clone(),
            since: is_known.then(|| call.answered_at.unwrap_or(call.since).as_js()),
            here: own.leg_here,
            muted: own.leg_here && own.muted,
        })
    }
}
