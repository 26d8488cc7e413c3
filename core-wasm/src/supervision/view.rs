//! The views of the board: its state and counts, and one row per agent.

use super::display::BoardSummaryView;
use super::{CallRules, Supervision};
use crate::channels::ChannelStatusView;
use crate::flow::Text;
use crate::wire::{AgentId, BoardRow, BoardWait, Channel, OpenSpan, Wall};
use serde::Serialize;

/// A channel of an agent on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardChannelView {
    /// The channel.
    pub channel: Channel,
    /// State of its chip.
    pub status: ChannelStatusView,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// Name of the active pause.
    pub pause: Option<String>,
    /// Name of the scheduled pause.
    pub scheduled_pause: Option<String>,
    /// The active pause exceeded its maximum.
    pub pause_exceeded: bool,
    /// Number of open attendances.
    pub active_attendances: u32,
}

/// How long a customer waits for the agent's answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardWaitView {
    /// When the customer began to wait: JavaScript time value on the server's clock.
    pub since: f64,
    /// In how many milliseconds the queue wants the answer; absent without such a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub target: Option<f64>,
    /// The opening hours of the queue as JavaScript time values, each opening followed by its end. Absent if it is
    /// always open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub hours: Option<Vec<f64>>,
}

impl From<&BoardWait> for BoardWaitView {
    fn from(wait: &BoardWait) -> Self {
        let hours =
            |spans: &Vec<OpenSpan>| spans.iter().flat_map(|span| [span.from.as_js(), span.until.as_js()]).collect();
        Self {
            since: wait.since.as_js(),
            target: wait.target_ms.map(|target| target as f64),
            hours: wait.open_hours.as_ref().map(hours),
        }
    }
}

/// An agent on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardRowView {
    /// The agent's id.
    pub agent_id: String,
    /// Full name.
    pub name: String,
    /// What the agent signs in with.
    pub login: String,
    /// Initials for the avatar.
    pub initials: String,
    /// Background colour of the avatar.
    pub color: String,
    /// The agent has a session.
    pub logged: bool,
    /// The agent's broker link is connected.
    pub linked: bool,
    /// Start of the session, or its end if there is none: JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// The agent is marked absent.
    pub absent: bool,
    /// JavaScript time value on the server's clock; `None` if not absent.
    pub absent_since: Option<f64>,
    /// Channels that the agent may use.
    pub channels: Vec<BoardChannelView>,
    /// The longest waiting customer of the agent; absent if no customer waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub longest_wait: Option<BoardWaitView>,
    /// A request of this supervisor about the agent is pending.
    pub pending: bool,
}

/// The supervisor's board without its rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SupervisionView {
    /// The board is loaded for the first time.
    pub loading: bool,
    /// The load failed and there is nothing older to show.
    pub failed: bool,
    /// Counts over all agents, whatever the filter shows.
    pub summary: BoardSummaryView,
    /// Channels that at least one agent may use.
    pub channels: Vec<Channel>,
    /// The rules of calls of the org unit; absent until they are read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub rules: Option<CallRules>,
    /// Why the rules were not read or not saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub rules_fault: Option<Text>,
    /// The rules are saved.
    pub saving_rules: bool,
}

impl Supervision {
    /// The view of the slice `supervision`.
    pub fn view(&self) -> SupervisionView {
        let rows = || self.shown_rows();
        SupervisionView {
            loading: !self.loaded && !self.failed,
            failed: self.failed,
            summary: BoardSummaryView::of(rows()),
            channels: Channel::ALL
                .into_iter()
                .filter(|channel| rows().any(|row| row.channels.of(*channel).is_some()))
                .collect(),
            rules: self.rules(),
            rules_fault: self.rules_fault(),
            saving_rules: self.is_saving_rules(),
        }
    }

    /// The view of an agent's row; `None` before the first load and for an agent who is not on the board.
    pub fn row(&self, agent: &AgentId) -> Option<BoardRowView> {
        self.shown_rows().find(|row| row.agent_id == *agent).map(|row| self.row_view(row))
    }

    fn row_view(&self, row: &BoardRow) -> BoardRowView {
        let channels = Channel::ALL.into_iter().filter_map(|channel| {
            let state = row.channels.of(channel)?;
            Some(BoardChannelView {
                channel,
                status: ChannelStatusView::of_reported(state.status),
                since: state.since.map(Wall::as_js),
                pause: state.pause.clone(),
                scheduled_pause: state.scheduled_pause.clone(),
                pause_exceeded: state.pause_exceeded,
                active_attendances: state.active_attendances,
            })
        });
        BoardRowView {
            agent_id: row.agent_id.0.clone(),
            name: row.agent_name.clone(),
            login: row.login_identifier.clone(),
            initials: crate::shell::initials(&row.agent_name),
            color: crate::shell::avatar_color(&row.agent_name).to_owned(),
            logged: row.logged,
            linked: row.linked,
            since: row.since.map(Wall::as_js),
            absent: row.agent_absent_enabled,
            absent_since: row.absent_since.map(Wall::as_js),
            channels: channels.collect(),
            longest_wait: row.longest_wait.as_ref().map(BoardWaitView::from),
            pending: self.is_pending(&row.agent_id),
        }
    }
}
