//! The channel chips. The server's statuses become chip states here, in one match, so that a new status cannot be
//! forgotten; words, shape and tone of each chip state are the ui's one table.

use super::Channels;
use super::machine::Request;
use super::rule::Media;
use crate::flow::Text;
use crate::wire::{Channel, ChannelStatus, ReportedStatus};
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ChannelStatusView {
    Available,
    Disconnected,
    Paused,
    ScheduledPause,
    InAttendance,
    /// A request is with the server, or the server says so itself (CHN-002).
    Processing,
    /// It was available before the computer slept; whether it still is, is being asked (BEY-029).
    Checking,
    /// The voice of the browser is being brought back.
    Lost,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChannelView {
    pub channel: Channel,
    pub status: ChannelStatusView,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// Name of the pause in force or scheduled.
    pub pause: Option<String>,
    pub open_jobs: u32,
    /// Customers who wait in the queues of this channel (CHN-005).
    pub on_hold: u32,
    pub connected: bool,
}

/// What stands in the dialog that asks for the extension.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExtensionView {
    /// What is wrong with what was typed.
    pub invalid: Option<Text>,
    /// Why the server refused.
    pub failure: Option<Text>,
    pub pending: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChannelsView {
    pub items: Vec<ChannelView>,
    pub extension: ExtensionView,
}

impl ChannelStatusView {
    pub fn of_reported(told: ReportedStatus) -> Self {
        if told.processing && told.status == ChannelStatus::InAttendance {
            ChannelStatusView::Processing
        } else {
            told.status.into()
        }
    }
}

impl From<ChannelStatus> for ChannelStatusView {
    fn from(status: ChannelStatus) -> Self {
        match status {
            ChannelStatus::Available => ChannelStatusView::Available,
            ChannelStatus::Disconnected => ChannelStatusView::Disconnected,
            ChannelStatus::Paused => ChannelStatusView::Paused,
            ChannelStatus::ScheduledPause => ChannelStatusView::ScheduledPause,
            ChannelStatus::InAttendance => ChannelStatusView::InAttendance,
        }
    }
}

impl Channels {
    pub fn view(&self, in_doubt: bool) -> ChannelsView {
        ChannelsView {
            items: self.enabled().iter().map(|channel| self.channel_view(*channel, in_doubt)).collect(),
            extension: ExtensionView {
                pending: self.state(Channel::Voice).request == Some(Request::Connecting),
                ..self.extension().clone()
            },
        }
    }

    fn channel_view(&self, channel: Channel, in_doubt: bool) -> ChannelView {
        let state = self.state(channel);
        let status = match state.request {
            Some(Request::Connecting | Request::Disconnecting) => ChannelStatusView::Processing,
            None if in_doubt && state.status == ChannelStatus::Available => ChannelStatusView::Checking,
            None if state.facts.connected && state.facts.media == Some(Media::Reconnecting) => ChannelStatusView::Lost,
            None if state.facts.processing && state.facts.open_jobs == 0 => {
                ChannelStatusView::of_reported(ReportedStatus { status: state.status, processing: true })
            }
            None => state.status.into(),
        };
        ChannelView {
            channel,
            status,
            since: state.since.map(crate::wire::Wall::as_js),
            pause: state.pause.clone().or_else(|| state.scheduled_pause.clone()),
            open_jobs: state.facts.open_jobs,
            on_hold: state.on_hold,
            connected: state.facts.connected,
        }
    }
}
