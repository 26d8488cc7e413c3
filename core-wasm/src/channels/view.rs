//! The view of the channel chips. One match maps the server's statuses to chip states, so that a new status cannot be
//! forgotten; the ui has one table with label, shape and tone of each chip state.

use super::Channels;
use super::machine::Request;
use super::rule::Media;
use super::wrap_up::WrapUpView;
use crate::connection::DeviceProblem;
use crate::flow::Text;
use crate::wire::{Channel, ChannelStatus, ReportedStatus};
use serde::Serialize;

/// State of a channel chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ChannelStatusView {
    /// The channel is connected and free.
    Available,
    /// The channel is not connected.
    Disconnected,
    /// A pause is active.
    Paused,
    /// A pause begins when the open attendances end.
    ScheduledPause,
    /// The channel has open attendances.
    InAttendance,
    /// The wrap-up after a call is running: no call rings (BEY-159).
    WrapUp,
    /// A request is pending, or the server reports processing (CHN-002).
    Processing,
    /// The channel was available before the computer slept; the server's answer is pending (BEY-029).
    Checking,
    /// The browser's voice was lost and is being reconnected.
    Lost,
}

/// Why a channel receives no attendance although the agent wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ChannelCause {
    /// There is no microphone.
    MicrophoneMissing,
    /// The browser may not use the microphone.
    MicrophoneRefused,
    /// Another program uses the microphone.
    MicrophoneInUse,
    /// The audio of the connection ended.
    AudioStopped,
    /// No telephone is registered with the extension.
    TelephoneNotRegistered,
}

impl From<DeviceProblem> for ChannelCause {
    fn from(problem: DeviceProblem) -> Self {
        match problem {
            DeviceProblem::Missing => Self::MicrophoneMissing,
            DeviceProblem::Refused => Self::MicrophoneRefused,
            DeviceProblem::InUse => Self::MicrophoneInUse,
            DeviceProblem::Stopped => Self::AudioStopped,
        }
    }
}

/// Facts of the voice connection that the chips show.
#[derive(Clone, Copy, Debug, Default)]
pub struct VoiceCheck {
    /// The voice server has not answered since the computer slept.
    pub checking: bool,
    /// The problem of the agent's microphone or headphone.
    pub device: Option<DeviceProblem>,
    /// The agent uses a desk phone, not the browser.
    pub on_desk: bool,
    /// The agent's telephone is in a call, also before its attendance arrives and after it ended.
    pub in_call: bool,
}

/// One channel chip.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChannelView {
    /// The channel.
    pub channel: Channel,
    /// State of the chip.
    pub status: ChannelStatusView,
    /// JavaScript time value on the server's clock.
    pub since: Option<f64>,
    /// Name of the active or scheduled pause.
    pub pause: Option<String>,
    /// Number of open attendances.
    pub open_jobs: u32,
    /// Number of customers waiting in the queues of this channel (CHN-005).
    pub on_hold: u32,
    /// Whether the server has the channel connected.
    pub connected: bool,
    /// Why the channel receives no attendance; `None` if the status explains it.
    pub cause: Option<ChannelCause>,
    /// The wrap-up after a call; also while a pause waits for its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub wrap_up: Option<WrapUpView>,
    /// The agent is in a call with a colleague, or such a call rings.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub internal_call: bool,
    /// The agent is in the room of another agent's call.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub guest: bool,
}

/// The dialog that asks for the extension.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExtensionView {
    /// Why the typed extension is not valid.
    pub invalid: Option<Text>,
    /// Why the server refused the connection.
    pub failure: Option<Text>,
    /// The connection is pending.
    pub pending: bool,
}

/// All channels of the agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChannelsView {
    /// Channels that the agent may use, in a fixed order.
    pub items: Vec<ChannelView>,
    /// The dialog that asks for the extension.
    pub extension: ExtensionView,
}

impl ChannelStatusView {
    /// Chip state of a status that the server reported.
    pub fn of_reported(reported: ReportedStatus) -> Self {
        if reported.processing && reported.status == ChannelStatus::InAttendance {
            ChannelStatusView::Processing
        } else {
            reported.status.into()
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
    /// The view of the slice `channels`. `in_doubt`: the computer slept and the present state is not yet confirmed.
    pub fn view(&self, in_doubt: bool, voice: VoiceCheck) -> ChannelsView {
        let item = |channel: &Channel| match channel {
            Channel::Voice => {
                let voice = VoiceCheck { checking: in_doubt || voice.checking, ..voice };
                self.channel_view(*channel, voice)
            }
            Channel::Whatsapp | Channel::Chat => {
                self.channel_view(*channel, VoiceCheck { checking: in_doubt, ..VoiceCheck::default() })
            }
        };
        ChannelsView {
            items: self.enabled().iter().map(item).collect(),
            extension: ExtensionView {
                invalid: self.extension().invalid.clone(),
                failure: self.extension().failure.clone(),
                pending: self.state(Channel::Voice).request == Some(Request::Connecting),
            },
        }
    }

    fn channel_view(
        &self,
        channel: Channel,
        VoiceCheck { checking, device, on_desk, in_call }: VoiceCheck,
    ) -> ChannelView {
        let state = self.state(channel);
        let telephone_is_gone = on_desk && channel == Channel::Voice && self.telephone_is_gone();
        let status = match state.request {
            Some(Request::Connecting | Request::Disconnecting) => ChannelStatusView::Processing,
            None if state.facts.connected && state.facts.media == Some(Media::Reconnecting) => ChannelStatusView::Lost,
            // Checked before the doubt after a gap: an agent whom a customer may hear is not shown as free.
            None if in_call && state.status == ChannelStatus::Available => ChannelStatusView::InAttendance,
            None if checking && state.status == ChannelStatus::Available => ChannelStatusView::Checking,
            None if state.facts.processing && state.facts.open_jobs == 0 => {
                ChannelStatusView::of_reported(ReportedStatus { status: state.status, processing: true })
            }
            None if state.facts.wrap_up
                && state.facts.open_jobs == 0
                && !in_call
                && state.status == ChannelStatus::InAttendance =>
            {
                ChannelStatusView::WrapUp
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
            wrap_up: self.wrap_up_view().filter(|_| channel == Channel::Voice && state.facts.connected),
            internal_call: state.facts.internal_call,
            guest: state.facts.guest,
            cause: device.map(Into::into).or(telephone_is_gone.then_some(ChannelCause::TelephoneNotRegistered)),
        }
    }
}
