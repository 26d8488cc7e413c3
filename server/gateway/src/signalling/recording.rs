//! Recordings of calls. What is recorded follows from who talks with the customer (`Call::recorded`); a recording belongs to the call and so follows
//! the customer through hold, consultation, conference, transfer and queue.

use super::Signalling;
use super::call::{CallRecording, Phase};
use crate::control::{CallFact, CallId, RecordOrder, RecordingState};
use crate::media::{Channels, LegId, MediaCommand, Notice, RecordingChange, RecordingCommand, RecordingId};
use crate::room::Role;

impl Signalling {
    pub(super) fn on_record_order(&mut self, id: CallId, recording: RecordingId, order: RecordOrder) {
        match order {
            RecordOrder::Begin(notice) => self.begin_recording(id, recording, notice),
            RecordOrder::Pause(is_paused) => self.pause_recording(id, &recording, is_paused),
            RecordOrder::End => {
                if let Some(ended) = self.take_recording(id, &recording) {
                    self.recording_ended(id, ended.id);
                }
            }
        }
    }

    fn begin_recording(&mut self, id: CallId, recording: RecordingId, notice: Notice) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        if call.recording.as_ref().is_some_and(|open| open.id == recording) {
            return;
        }
        if call.recording.is_some() || !matches!(call.phase, Phase::Talking | Phase::Waiting) {
            return self.recording_fact(id, recording, RecordingState::Ended);
        }
        let told: Vec<LegId> = call.parties.values().filter(|party| party.is_present).map(|party| party.leg).collect();
        let (is_paused, channels) = (false, Channels::default());
        call.recording = Some(CallRecording { id: recording.clone(), is_paused, channels });
        self.media(MediaCommand::Record { recording, command: RecordingCommand::Begin { notice, told } });
        self.follow_recording(id);
    }

    fn pause_recording(&mut self, id: CallId, recording: &RecordingId, is_paused: bool) {
        let open =
            self.calls.get_mut(&id).and_then(|call| call.recording.as_mut()).filter(|open| open.id == *recording);
        let Some(open) = open.filter(|open| open.is_paused != is_paused) else { return };
        open.is_paused = is_paused;
        self.media(MediaCommand::Record { recording: recording.clone(), command: RecordingCommand::Pause(is_paused) });
        self.recording_fact(id, recording.clone(), RecordingState::Paused(is_paused));
    }

    /// Records who talks with the customer now. Without a customer there is nothing to record any more.
    pub(super) fn follow_recording(&mut self, id: CallId) {
        let Some(call) = self.calls.get_mut(&id) else { return };
        let (channels, has_customer) = (call.recorded(), call.first_with(Role::Customer).is_some());
        let Some(open) = call.recording.as_mut() else { return };
        let recording = open.id.clone();
        if !has_customer {
            call.recording = None;
            return self.recording_ended(id, recording);
        }
        if open.channels != channels {
            open.channels = channels.clone();
            self.media(MediaCommand::Record { recording, command: RecordingCommand::Follow(channels) });
        }
    }

    pub(super) fn on_recording_changed(&mut self, recording: &RecordingId, change: RecordingChange) {
        let of_recording = |open: &CallRecording| open.id == *recording;
        let mut calls = self.calls.iter();
        // The call may have ended while the event was on its way.
        let found = calls.find(|(_, call)| call.recording.as_ref().is_some_and(of_recording)).map(|(id, _)| *id);
        let Some(id) = found else { return };
        let state = match change {
            RecordingChange::Began => RecordingState::Began,
            RecordingChange::Stopped => {
                self.take_recording(id, recording);
                RecordingState::Stopped
            }
        };
        self.recording_fact(id, recording.clone(), state);
    }

    fn take_recording(&mut self, id: CallId, recording: &RecordingId) -> Option<CallRecording> {
        self.calls.get_mut(&id)?.recording.take_if(|open| open.id == *recording)
    }

    /// Ends a recording that its call has no longer.
    pub(super) fn recording_ended(&mut self, id: CallId, recording: RecordingId) {
        self.media(MediaCommand::Record { recording: recording.clone(), command: RecordingCommand::End });
        self.recording_fact(id, recording, RecordingState::Ended);
    }

    fn recording_fact(&mut self, call: CallId, recording: RecordingId, state: RecordingState) {
        self.fact(CallFact::Recording { call, recording, state });
    }
}
