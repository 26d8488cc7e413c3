//! Recordings of calls (docs/contract.md "Recording of calls"; BEY-138).
//!
//! The server says whether a call is recorded; a page never shows a pause before sound is no longer recorded.

use super::tolerant::or_default;
use super::{Protocol, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// The recording of a call under way, as its agents see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct CallRecording {
    /// Since when silence is recorded; `None`: sound is recorded.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "or_default")]
    pub paused_since: Option<Wall>,
}

/// How a recording ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RecordingEnd {
    /// The recording ended with the customer's call.
    #[default]
    Complete,
    /// The recording ended with the process that carried the call: the last seconds are missing.
    Interrupted,
    /// The sound could not be written any more; the call went on.
    Stopped,
}

/// A time in which silence was recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordingPause {
    /// Beginning of the pause.
    pub from: Wall,
    /// End of the pause.
    pub to: Wall,
}

/// A recording of an attendance, as supervisors of its org unit see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallRecordingRecord {
    /// Id of the recording.
    pub id: String,
    /// The attendance.
    pub protocol: Protocol,
    /// The call.
    pub unique_id: String,
    /// When the sound of the recording begins.
    pub began_at: Wall,
    /// When the recording ended; `None`: it continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Wall>,
    /// How the recording ended; `None`: it continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<RecordingEnd>,
    /// Times in which silence was recorded.
    pub pauses: Vec<RecordingPause>,
}

/// `POST /call-recordings/{id}/playback`: addresses that work for an hour. Each answer is a row of the audit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordingPlayback {
    /// The sound: WAV with two channels, the customer left, the company right.
    pub sound: String,
    /// Address of the loudness over time, which is JSON.
    pub waveform: String,
}
