//! State machine of the channels. A channel is disconnected until the agent connects it and the server confirms. Its
//! status is derived from facts: some come from the server (connected, pauses, on hold), the number of open attendances
//! comes from the workspace. A refusal changes no fact; a text is shown to the agent.
//!
//! Requests: `None`, `Connecting`, `Disconnecting` — one at a time per channel.

use super::record::{ChannelsRecord, PreviousStatus};
use super::refusal::ExtensionForm;
use super::registry::NAME;
use super::rule::{Media, status_of};
use super::state::ChannelState;
use super::voice_return::{VoiceReturn, VoiceReturnEvent};
use super::wrap_up::WrapUpState;
use super::{facts, records, slices};
use crate::flow::{Answer, AnswerAge, Context, EventNumber, Fresh, ReportLevel, RequestId, Requests, Text};
use crate::wire::{
    AbsenceRecord, AgentId, AgentStatus, Channel, ChannelChange, ChannelEvent, ChannelStatus, ChannelStatusRecord,
    ChannelsStatus, EventMeta, ReportedStatus, Wall,
};

/// A pending request about a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// The agent connects the channel.
    Connecting,
    /// The agent disconnects the channel.
    Disconnecting,
}

/// An effect of the channels on other areas.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    /// A snackbar shows this error.
    Refused(Text),
    /// Voice needs an extension: a dialog asks for it (CHN-037).
    ExtensionNeeded,
    /// The dialog for the extension closes. Contains the extension with which voice is connected.
    ExtensionDone(Option<String>),
    /// The channel's status changed; screen readers announce it.
    StatusChanged(Channel, ChannelStatus),
    /// Screen readers announce this text.
    Announce(Text),
    /// The status load got no answer and must be repeated.
    NotLoaded,
    /// An answer has another epoch than the facts of the channel; the status must be loaded again.
    Incomparable,
    /// Absent mode, as the status answer contains it.
    Absence(AbsenceRecord),
}

#[derive(Clone, Debug)]
pub(super) enum Pending {
    Connect(Channel),
    ConnectVoice(String),
    Disconnect(Channel),
    Status(AgentId),
    ExtendWrapUp,
    EndWrapUp,
}

/// The agent's channels.
pub struct Channels {
    pub(super) voice: ChannelState,
    whatsapp: ChannelState,
    chat: ChannelState,
    /// Channels that this agent may use; only these are shown.
    enabled: Vec<Channel>,
    /// Status of voice before it was disconnected, or at the time when the page was last hidden (spec session §4,
    /// RTC-016).
    pub(super) previous_voice: Option<PreviousStatus>,
    /// Whether voice is connected again after a loss.
    pub(super) voice_return: VoiceReturn,
    /// When the agent disconnected voice last, on the server's clock.
    pub(super) voice_left_at: Option<Wall>,
    /// Channels whose facts changed while the status is being loaded: its answer may be older.
    pub(super) status: Fresh<Channel>,
    /// Another load was requested while one was pending, whose answer may be older than the new request.
    pub(super) status_again: bool,
    pub(super) extension: ExtensionForm,
    /// The wrap-up after a call.
    pub(super) wrap_up: WrapUpState,
    pub(super) requests: Requests<Pending>,
}

/// Reason of a `VoiceLogoffEvent` that the end of the telephone's registration caused.
const REGISTRATION_ENDED: &str = "registrationEnded";

impl Default for Channels {
    fn default() -> Self {
        Self {
            voice: ChannelState::default(),
            whatsapp: ChannelState::default(),
            chat: ChannelState::default(),
            enabled: Vec::new(),
            previous_voice: None,
            voice_return: VoiceReturn::default(),
            voice_left_at: None,
            status: Fresh::default(),
            status_again: false,
            extension: ExtensionForm::default(),
            wrap_up: WrapUpState::default(),
            requests: Requests::new(NAME),
        }
    }
}

impl Channels {
    pub(super) fn state(&self, channel: Channel) -> &ChannelState {
        match channel {
            Channel::Voice => &self.voice,
            Channel::Whatsapp => &self.whatsapp,
            Channel::Chat => &self.chat,
        }
    }

    pub(super) fn state_mut(&mut self, channel: Channel) -> &mut ChannelState {
        match channel {
            Channel::Voice => &mut self.voice,
            Channel::Whatsapp => &mut self.whatsapp,
            Channel::Chat => &mut self.chat,
        }
    }

    /// The last derived status.
    pub fn status(&self, channel: Channel) -> ChannelStatus {
        self.state(channel).status
    }

    /// Since when the channel has its status, on the server's clock.
    pub fn status_since(&self, channel: Channel) -> Option<Wall> {
        self.state(channel).since
    }

    /// Whether the server has the channel connected.
    pub fn is_connected(&self, channel: Channel) -> bool {
        self.state(channel).facts.connected
    }

    /// Channels that this agent may use.
    pub fn enabled(&self) -> &[Channel] {
        &self.enabled
    }

    /// Channels of the agent's record.
    pub fn set_enabled(&mut self, context: &mut Context, enabled: &[Channel]) {
        if self.enabled != enabled {
            self.enabled = enabled.to_vec();
            self.enabled.sort_unstable();
            self.enabled.dedup();
            context.dirty(slices::CHANNELS.key());
            context.persist(records::CHANNEL.key());
        }
    }

    /// The browser's voice was marked as ended while the channel was disconnected; now the channel is connected again.
    pub fn voice_media_ended(&self) -> bool {
        self.is_connected(Channel::Voice) && self.voice.facts.media == Some(Media::Stopped)
    }

    /// The server does not process anything for this channel any more (CHN-020).
    pub fn end_processing(&mut self, context: &mut Context, channel: Channel) -> Option<Exit> {
        let processing = std::mem::take(&mut self.state_mut(channel).facts.processing);
        if processing { self.recompute(context, channel) } else { None }
    }

    /// Only one request per channel is pending at a time, and only a request that changes something is sent.
    pub(super) fn may_ask(&self, channel: Channel, connected: bool) -> bool {
        let state = self.state(channel);
        state.request.is_none() && state.facts.connected == connected
    }

    #[cfg(test)]
    pub fn media(&self) -> Option<Media> {
        self.voice.facts.media
    }

    pub(super) fn extension(&self) -> &ExtensionForm {
        &self.extension
    }

    /// Number of open attendances.
    pub fn open_jobs(&self, channel: Channel) -> u32 {
        self.state(channel).facts.open_jobs
    }

    /// Sets the state of the browser's voice, as the voice connection reports it.
    pub fn set_media(&mut self, context: &mut Context, media: Media) -> Option<Exit> {
        if media == Media::Stopped {
            self.remember_voice(context);
        }
        match media {
            Media::Connected => self.voice_came_back(context),
            Media::Reconnecting | Media::Stopped => self.decide_voice(context, VoiceReturnEvent::Lost),
        }
        self.voice.facts.media = Some(media);
        self.recompute(context, Channel::Voice)
    }

    /// The browser's voice is not connected yet: the channel is not available, but this is no loss, so the earlier
    /// status is not remembered.
    pub fn expect_media(&mut self, context: &mut Context) -> Option<Exit> {
        self.voice.facts.media = Some(Media::Stopped);
        self.recompute(context, Channel::Voice)
    }

    /// Handles the answer to a request of this area.
    pub fn on_reply(&mut self, context: &mut Context, request: RequestId, answer: Answer) -> Vec<Exit> {
        match self.requests.take(request) {
            Some(Pending::Connect(channel)) => self.on_connection_reply(context, channel, answer, Request::Connecting),
            Some(Pending::ConnectVoice(exten)) => {
                let mut exits = self.on_connection_reply(context, Channel::Voice, answer, Request::Connecting);
                let refused = exits.iter().position(|exit| matches!(exit, Exit::Refused(_)));
                match refused.map(|place| exits.remove(place)) {
                    // Shown in the dialog for the extension, not in a snackbar (ERR-001).
                    Some(Exit::Refused(text)) => self.extension.failure = Some(text),
                    _ if self.is_connected(Channel::Voice) => exits.push(Exit::ExtensionDone(Some(exten))),
                    _ => exits.push(Exit::ExtensionDone(None)),
                }
                exits
            }
            Some(Pending::Disconnect(channel)) => {
                self.on_connection_reply(context, channel, answer, Request::Disconnecting)
            }
            Some(Pending::Status(agent)) => {
                let exits = match answer.read::<AgentStatus>() {
                    Ok(status) => self.take_loaded_status(context, status),
                    Err(answer) => {
                        self.status.fail();
                        context.report(ReportLevel::Warning, "statusNotLoaded", "");
                        if answer.is_passing() { vec![Exit::NotLoaded] } else { Vec::new() }
                    }
                };
                if self.status_again {
                    self.refresh(context, &agent);
                }
                exits
            }
            Some(Pending::ExtendWrapUp | Pending::EndWrapUp) => self.on_wrap_up_reply(context, answer),
            None => Vec::new(),
        }
    }

    /// The answer to a status load. A channel keeps the state of an event that is newer than the answer. If the two
    /// cannot be compared, the status is loaded again later, so that many events cause few requests.
    fn take_loaded_status(&mut self, context: &mut Context, status: AgentStatus) -> Vec<Exit> {
        let freshness = self.status.answer(status.as_of_seq, &status.epoch);
        let again = freshness.is_again().then_some(Exit::NotLoaded);
        let mut exits: Vec<Exit> = Vec::new();
        for channel in Channel::ALL.into_iter().filter(|channel| freshness.applies_to(channel)) {
            self.state_mut(channel).coverage.extend(status.as_of_seq, &status.epoch);
            exits.extend(self.take_record(context, channel, status.channels.of(channel)));
        }
        exits.into_iter().chain(status.absence.map(Exit::Absence)).chain(again).collect()
    }

    /// Takes the server's facts of every channel.
    pub fn take_status(&mut self, context: &mut Context, status: AgentStatus) -> Vec<Exit> {
        let channels = &status.channels;
        let changes = Channel::ALL.map(|channel| {
            self.state_mut(channel).coverage.extend(status.as_of_seq, &status.epoch);
            self.take_record(context, channel, channels.of(channel))
        });
        changes.into_iter().flatten().chain(status.absence.map(Exit::Absence)).collect()
    }

    /// Sets the facts of one channel from the answer to a request that changed it. An answer that is older than the
    /// present facts is dropped: an event after the request has already reported a newer state.
    pub fn take_reply(
        &mut self,
        context: &mut Context,
        channel: Channel,
        as_of_seq: u64,
        epoch: &str,
        record: &ChannelStatusRecord,
    ) -> Option<Exit> {
        let coverage = &mut self.state_mut(channel).coverage;
        match coverage.compare(as_of_seq, epoch) {
            AnswerAge::Older => None,
            AnswerAge::Unknown => Some(Exit::Incomparable),
            AnswerAge::Newer => {
                if !epoch.is_empty() {
                    coverage.extend(as_of_seq, epoch);
                }
                self.take_record(context, channel, record)
            }
        }
    }

    /// An event with the state of a channel. It is dropped if the facts already contain it, or if its version is older
    /// than the last one (design: wire, Broker).
    pub fn take_event(
        &mut self,
        context: &mut Context,
        channel: Channel,
        meta: &EventMeta,
        version: u64,
        record: &ChannelStatusRecord,
    ) -> Option<Exit> {
        if self.is_old(channel, meta, version) {
            return None;
        }
        let state = self.state_mut(channel);
        state.version = version.max(state.version);
        state.coverage.extend_to(meta);
        self.status.event(channel, EventNumber::of(meta));
        self.take_record(context, channel, record)
    }

    /// Whether the facts are already newer than this event.
    fn is_old(&self, channel: Channel, meta: &EventMeta, version: u64) -> bool {
        let state = self.state(channel);
        (version != 0 && version < state.version) || state.coverage.contains(meta)
    }

    /// A channel was connected, disconnected, paused or unpaused. The name of the event decides, also if the state in
    /// it is missing.
    pub fn take_change(
        &mut self,
        context: &mut Context,
        channel: Channel,
        meta: &EventMeta,
        change: ChannelChange,
        event: ChannelEvent,
    ) -> Option<Exit> {
        let mut record = event.state;
        match change {
            ChannelChange::Login => record.connected = true,
            ChannelChange::Logoff => {
                (record.connected, record.status) = (false, ReportedStatus::default());
                let is_news = !self.is_old(channel, meta, event.version);
                if channel == Channel::Voice && event.reason == REGISTRATION_ENDED && is_news {
                    self.registration_ended(context);
                }
            }
            ChannelChange::Pause => {
                record.connected = true;
                record.pause = record.pause.or(Some(event.reason));
                record.scheduled_pause = None;
            }
            ChannelChange::Unpause => {
                record.connected |= self.is_connected(channel);
                (record.pause, record.pause_since, record.scheduled_pause) = (None, None, None);
            }
        }
        self.take_event(context, channel, meta, event.version, &record)
    }

    /// The server reports that the channel is not paused any more (PAU-028).
    pub fn on_pause_gone(&mut self, context: &mut Context, channel: Channel) -> Option<Exit> {
        let record = self.state(channel).record();
        let record = ChannelStatusRecord { pause: None, pause_since: None, scheduled_pause: None, ..record };
        self.take_record(context, channel, &record)
    }

    /// Names of the active and of the scheduled pause, from the server.
    pub fn pause_names(&self, channel: Channel) -> [Option<&str>; 2] {
        let state = self.state(channel);
        [state.pause.as_deref(), state.scheduled_pause.as_deref()]
    }

    /// Start of the active pause, if the server reported it.
    pub fn pause_since(&self, channel: Channel) -> Option<Wall> {
        self.state(channel).pause_since
    }

    /// Takes the server's facts of one channel.
    pub fn take_record(
        &mut self,
        context: &mut Context,
        channel: Channel,
        record: &ChannelStatusRecord,
    ) -> Option<Exit> {
        // Some servers send only a status word, without `connected` (CHN-003).
        let connected = record.connected || record.status.status != ChannelStatus::Disconnected;
        if channel == Channel::Voice {
            if !connected {
                self.remember_voice(context);
            }
            self.follow_voice_intent(context, connected);
        }
        self.state_mut(channel).take(record, connected);
        self.recompute(context, channel)
    }

    /// Number of open attendances of a channel, counted by the jobs.
    pub fn set_open_jobs(&mut self, context: &mut Context, channel: Channel, open_jobs: u32) -> Option<Exit> {
        let state = self.state(channel);
        // A stored status from before a reload may depend on attendances that were not restored.
        if state.facts.open_jobs == open_jobs && state.status == status_of(&state.facts) {
            return None;
        }
        self.state_mut(channel).facts.open_jobs = open_jobs;
        self.recompute(context, channel)
    }

    /// Sets the number of voice attendances, and whether the agent is in the room of another agent's call. Both at
    /// once, so that a guest who becomes the owner of the attendance stays busy without a gap.
    pub fn set_voice_work(&mut self, context: &mut Context, open_jobs: u32, guest: bool) -> Option<Exit> {
        if self.voice.facts.guest == guest {
            return None;
        }
        (self.voice.facts.guest, self.voice.facts.open_jobs) = (guest, open_jobs);
        self.recompute(context, Channel::Voice)
    }

    fn recompute(&mut self, context: &mut Context, channel: Channel) -> Option<Exit> {
        let changed = self.state_mut(channel).derive(context.happened_at());
        context.dirty(slices::CHANNELS.key());
        context.changed(facts::STATUS.key());
        context.persist(records::CHANNEL.key());
        changed.map(|status| Exit::StatusChanged(channel, status))
    }

    /// The record of the channels.
    pub fn record(&self) -> ChannelsRecord {
        let mut channels = ChannelsStatus::default();
        for channel in Channel::ALL {
            *channels.of_mut(channel) = self.state(channel).record();
        }
        ChannelsRecord {
            enabled: self.enabled.clone(),
            channels,
            previous_voice: self.previous_voice.clone(),
            voice_intent: self.voice_return.intent,
            guest: self.voice.facts.guest,
        }
    }

    /// Restores the facts from before a reload.
    pub fn restore(&mut self, record: ChannelsRecord) {
        self.enabled = record.enabled;
        self.previous_voice = record.previous_voice;
        self.voice_return.intent = record.voice_intent;
        for channel in Channel::ALL {
            *self.state_mut(channel) = ChannelState::restored(record.channels.of(channel));
        }
        self.voice.facts.guest = record.guest;
        // The beginning was announced before the page was reloaded; the timer of the warning is set when the server's
        // time is known.
        self.wrap_up = self.voice.wrap_up.clone().map(WrapUpState::Running).unwrap_or_default();
    }
}
