//! Actions of the agent on calls, and the views of calls.

use crate::agent::AgentHandle;
use contact_centre::wire::{Channel, Protocol};
use core_wasm::call_supervision::{self, CallSupervisionSlice, SupervisedCallView};
use core_wasm::channels::{ChannelStatusView, ChannelView, ChannelsIntent};
use core_wasm::colleagues::{self, ColleaguesIntent, ColleaguesSlice, InternalCallView};
use core_wasm::voice::{
    self, CallBarView, CallStatus, IncomingCallView, VoiceIntent, VoiceJobView, VoiceSlice, VoiceStatus, VoiceView,
};
use core_wasm::{Intent, View};

impl AgentHandle<'_> {
    /// Executes an intent of voice and waits until everything has arrived.
    pub fn on_voice(&mut self, intent: VoiceIntent) -> &mut Self {
        self.intent(Intent::Voice(intent)).settles()
    }

    pub fn connects_voice(&mut self) -> &mut Self {
        self.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice })).settles()
    }

    /// Disconnects voice; the agent confirms every question.
    pub fn disconnects_voice(&mut self) -> &mut Self {
        let channel = Channel::Voice;
        self.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel, confirmed: true })).settles()
    }

    pub fn dials(&mut self, phone: &str) -> &mut Self {
        let (contact_id, campaign_id) = Default::default();
        self.on_voice(VoiceIntent::Dial { phone: phone.to_owned(), contact_id, campaign_id })
    }

    /// The connection of the agent's telephone; `None` before the page started.
    pub fn voice(&self) -> Option<VoiceView> {
        match self.view(&voice::slices::VOICE.key()) {
            View::Voice(VoiceSlice::Voice(view)) => Some(*view),
            _ => None,
        }
    }

    pub fn voice_status(&self) -> Option<VoiceStatus> {
        self.voice().map(|view| view.status)
    }

    pub fn voice_channel(&self) -> Option<ChannelView> {
        self.channels().into_iter().find(|channel| channel.channel == Channel::Voice)
    }

    pub fn voice_channel_status(&self) -> Option<ChannelStatusView> {
        self.voice_channel().map(|channel| channel.status)
    }

    pub fn call_bar(&self) -> Option<CallBarView> {
        match self.view(&voice::slices::CALL_BAR.key()) {
            View::Voice(VoiceSlice::CallBar(bar)) => Some(*bar),
            _ => None,
        }
    }

    /// The call that this supervisor supervises.
    pub fn supervised_call(&self) -> Option<SupervisedCallView> {
        match self.view(&call_supervision::slices::SUPERVISED_CALL.key()) {
            View::CallSupervision(CallSupervisionSlice::SupervisedCall(view)) => Some(*view),
            _ => None,
        }
    }

    pub fn internal_call(&self) -> Option<InternalCallView> {
        match self.view(&colleagues::slices::INTERNAL_CALL.key()) {
            View::Colleagues(ColleaguesSlice::InternalCall(call)) => Some(*call),
            _ => None,
        }
    }

    pub fn on_colleagues(&mut self, intent: ColleaguesIntent) -> &mut Self {
        self.intent(Intent::Colleagues(intent));
        self
    }

    pub fn call_status(&self) -> Option<CallStatus> {
        self.call_bar().map(|bar| bar.status)
    }

    /// The attendance on the call bar.
    pub fn call_shown(&self) -> Option<Protocol> {
        self.call_bar().map(|bar| Protocol::from(bar.protocol.as_str())).filter(|protocol| !protocol.is_empty())
    }

    /// The call that waits for the agent's decision.
    pub fn incoming_call(&self) -> Option<IncomingCallView> {
        match self.view(&voice::slices::INCOMING_CALL.key()) {
            View::Voice(VoiceSlice::IncomingCall(call)) => Some(*call),
            _ => None,
        }
    }

    pub fn voice_job(&self, protocol: &Protocol) -> Option<VoiceJobView> {
        match self.view(&voice::slices::VOICE_JOB.of(protocol.clone())) {
            View::Voice(VoiceSlice::VoiceJob(job)) => Some(*job),
            _ => None,
        }
    }
}
