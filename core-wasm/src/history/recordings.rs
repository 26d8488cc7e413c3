//! Recordings of an opened call (BEY-138). A supervisor gets their list with the call; the addresses of one when it is played, which the server
//! notes.

use super::machine::{History, Pending};
use super::slices;
use crate::flow::{Answer, Context, HttpRequest, ServerWrite, path};
use crate::wire::{CallRecordingRecord, Channel, ListBody, Protocol, RecordingEnd, RecordingPlayback, Wall};
use serde::Serialize;

/// A recording and the state of its playback.
pub(super) struct Recording {
    record: CallRecordingRecord,
    state: PlaybackState,
    addresses: RecordingPlayback,
}

/// The state of a playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PlaybackState {
    /// The playback was not requested.
    Closed,
    /// The server was asked for the addresses.
    Asked,
    /// The recording can be played.
    Ready,
    /// There are no addresses.
    Failed,
}

/// A recording of an opened call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HistoryRecordingView {
    /// Id of the recording.
    pub id: String,
    /// When the sound of the recording begins.
    pub began_at: f64,
    /// How the recording ended; `open`: it continues.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "'open' | 'complete' | 'interrupted' | 'stopped'"))]
    pub end: &'static str,
    /// How often silence was recorded.
    pub pauses: u32,
    /// The state of the playback.
    pub state: PlaybackState,
    /// Address of the sound; empty before it can be played.
    pub sound: String,
    /// Address of the loudness of the recording over time.
    pub waveform: String,
}

impl Recording {
    pub(super) fn view(&self) -> HistoryRecordingView {
        HistoryRecordingView {
            id: self.record.id.clone(),
            began_at: Wall::as_js(self.record.began_at),
            end: match self.record.end {
                None => "open",
                Some(RecordingEnd::Complete) => "complete",
                Some(RecordingEnd::Interrupted) => "interrupted",
                Some(RecordingEnd::Stopped) => "stopped",
            },
            pauses: u32::try_from(self.record.pauses.len()).unwrap_or(u32::MAX),
            state: self.state,
            sound: self.addresses.sound.clone(),
            waveform: self.addresses.waveform.clone(),
        }
    }
}

impl History {
    /// A supervisor opened a call: its recordings are loaded.
    pub fn load_recordings(&mut self, context: &mut Context, protocol: &Protocol) {
        if self.opened.get(protocol).is_some_and(|opened| opened.entry.channel == Some(Channel::Voice)) {
            let request = HttpRequest::get("call-recordings").query("protocol", protocol);
            context.request(&mut self.requests, Pending::Recordings(protocol.clone()), request);
        }
    }

    /// A supervisor plays a recording, or again after its address has expired.
    pub fn play(&mut self, context: &mut Context, protocol: &Protocol, id: &str) {
        if self.set_playback(context, protocol, id, PlaybackState::Asked, RecordingPlayback::default()) {
            let request = ServerWrite::PlayRecording.post(path!["call-recordings", id, "playback"]);
            context.request(&mut self.requests, Pending::Playback(protocol.clone(), id.to_owned()), request);
        }
    }

    fn set_playback(
        &mut self,
        context: &mut Context,
        protocol: &Protocol,
        id: &str,
        state: PlaybackState,
        addresses: RecordingPlayback,
    ) -> bool {
        let recordings = self.opened.get_mut(protocol).map(|opened| &mut opened.recordings);
        let found = recordings.into_iter().flatten().find(|recording| recording.record.id == id);
        let Some(recording) = found.filter(|recording| recording.state != state) else { return false };
        (recording.state, recording.addresses) = (state, addresses);
        context.dirty(slices::ENTRY.of(protocol.as_str().into()));
        true
    }

    pub(super) fn recordings_answered(&mut self, context: &mut Context, protocol: &Protocol, answer: Answer) {
        let Ok(list) = answer.read::<ListBody<CallRecordingRecord>>() else { return };
        let Some(opened) = self.opened.get_mut(protocol) else { return };
        let recording =
            |record| Recording { record, state: PlaybackState::Closed, addresses: RecordingPlayback::default() };
        opened.recordings = list.data.into_vec().into_iter().map(recording).collect();
        context.dirty(slices::ENTRY.of(protocol.as_str().into()));
    }

    pub(super) fn playback_answered(&mut self, context: &mut Context, protocol: &Protocol, id: &str, answer: Answer) {
        let (state, addresses) = match answer.read() {
            Ok(addresses) => (PlaybackState::Ready, addresses),
            Err(_) => (PlaybackState::Failed, RecordingPlayback::default()),
        };
        self.set_playback(context, protocol, id, state, addresses);
    }
}
