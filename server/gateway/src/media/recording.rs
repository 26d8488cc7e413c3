//! Recordings of calls: two channels of G.711, in portions, so that a process that ends loses the last one only.
//!
//! The engine writes nothing itself. A file is the concatenation of its portions: a WAV file whose header leaves the length open, because it is
//! not known before the end.

use std::fmt;
use std::sync::Arc;

use super::LegId;
use super::g711::{FRAME_SAMPLES, Frame, SAMPLE_RATE, SILENCE, encode};
use super::mix::sum;

/// Bytes of the header of a file. Sound follows, two bytes for each sample: the customer's (left) and the company's (right).
pub const HEADER_BYTES: usize = 58;
/// Bytes of one second of sound.
pub const BYTES_PER_SECOND: u64 = CHANNELS as u64 * SAMPLE_RATE as u64;
const CHANNELS: usize = 2;
/// Frames of a portion: four seconds.
const PORTION_FRAMES: usize = 200;
const PORTION_BYTES: usize = PORTION_FRAMES * FRAME_SAMPLES * CHANNELS;
/// `WAVE_FORMAT_MULAW`.
const MU_LAW: u16 = 7;

/// Frequency of the beep in Hz, as usual for recorded calls (ITU-T E.180, Supplement 2: 1,400 Hz).
const BEEP_HZ: f64 = 1_400.0;
/// Duration of the beep in samples: 400 ms.
const BEEP_SAMPLES: usize = SAMPLE_RATE as usize * 2 / 5;
const BEEP_AMPLITUDE: f64 = 6_000.0;

/// The name of a recording, chosen by the contact centre.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordingId(pub String);

impl fmt::Display for RecordingId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "recording {}", self.0)
    }
}

/// The notice that the parties of a call hear before its recording begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// No notice.
    None,
    /// A short tone.
    Beep,
    /// The announcement of the configuration; the tone where there is none, so that a recording that is to be announced is.
    Announcement,
}

/// The legs in each channel. A leg in neither channel is not recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Channels {
    /// The legs in the left channel: the customer.
    pub customer: Vec<LegId>,
    /// The legs in the right channel: the company.
    pub company: Vec<LegId>,
}

/// A command for a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordingCommand {
    /// Begin the recording, after the notice. A repeated command changes nothing.
    Begin {
        /// The notice before the recording.
        notice: Notice,
        /// The legs that hear the notice, in addition to their mix.
        told: Vec<LegId>,
    },
    /// Record other legs from now on.
    Follow(Channels),
    /// Record silence from now on, or the legs again.
    Pause(bool),
    /// End the recording; its last portion follows.
    End,
}

/// The change of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingChange {
    /// The notice is over, and sound is recorded from now on.
    Began,
    /// The recording cannot continue: its portions are not accepted.
    Stopped,
}

/// The next bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portion {
    /// The recording.
    pub recording: RecordingId,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The portion begins the file: the first bytes are the header.
    pub is_first: bool,
    /// No portion follows.
    pub is_last: bool,
}

/// The header of a file with so many bytes of sound; `None`: the length is open, and readers read to the end.
#[must_use]
pub fn header(sound: Option<u64>) -> [u8; HEADER_BYTES] {
    let open = u32::MAX;
    let length = sound.map_or(open, |bytes| u32::try_from(bytes).unwrap_or(open));
    let riff = if length == open { open } else { length.saturating_add(50) };
    let samples = if length == open { open } else { length / 2 };
    let bytes_per_second = u32::try_from(BYTES_PER_SECOND).unwrap_or(open);
    let parts: [&[u8]; 16] = [
        b"RIFF",
        &riff.to_le_bytes(),
        b"WAVE",
        b"fmt ",
        &18_u32.to_le_bytes(),
        &MU_LAW.to_le_bytes(),
        &2_u16.to_le_bytes(),
        &SAMPLE_RATE.to_le_bytes(),
        &bytes_per_second.to_le_bytes(),
        // Bytes of a sample of both channels, bits of a sample of one, no further fields.
        &[2, 0, 8, 0, 0, 0],
        b"fact",
        &4_u32.to_le_bytes(),
        &samples.to_le_bytes(),
        b"data",
        &length.to_le_bytes(),
        &[],
    ];
    let mut header = [0; HEADER_BYTES];
    for (to, from) in header.iter_mut().zip(parts.concat()) {
        *to = from;
    }
    header
}

/// The samples of the beep.
fn beep() -> Arc<[i16]> {
    let step = 2.0 * std::f64::consts::PI * BEEP_HZ / f64::from(SAMPLE_RATE);
    (0..BEEP_SAMPLES).map(|sample| (BEEP_AMPLITUDE * (step * sample as f64).sin()) as i16).collect()
}

/// A notice while it is heard.
#[derive(Debug)]
struct Playing {
    samples: Arc<[i16]>,
    position: usize,
    told: Vec<LegId>,
}

impl Playing {
    /// The next 20 ms; `None`: it is over.
    fn next_frame(&mut self) -> Option<Frame> {
        let rest = self.samples.get(self.position..).filter(|rest| !rest.is_empty())?;
        let mut frame = SILENCE;
        for (to, from) in frame.iter_mut().zip(rest) {
            *to = *from;
        }
        self.position += FRAME_SAMPLES;
        Some(frame)
    }
}

/// The result of 20 ms of a recording.
#[derive(Debug, PartialEq)]
pub enum Recorded {
    /// No result.
    Nothing,
    /// These legs hear this frame of the notice.
    Notice(Box<Frame>, Vec<LegId>),
    /// Sound is recorded from this frame on.
    Began,
    /// These bytes are complete.
    Portion {
        /// The bytes.
        bytes: Vec<u8>,
        /// The bytes begin the file.
        is_first: bool,
    },
}

/// One recording under way.
#[derive(Debug)]
pub struct Recorder {
    channels: Channels,
    notice: Option<Playing>,
    has_begun: bool,
    is_paused: bool,
    /// Recorded bytes that are not in a portion yet.
    bytes: Vec<u8>,
    /// Portions so far.
    portions: u64,
}

impl Recorder {
    /// A recording that begins after its notice.
    pub fn new(notice: Notice, told: Vec<LegId>, announcement: Option<&Arc<[i16]>>) -> Self {
        let samples = match (notice, announcement) {
            (Notice::None, _) => None,
            (Notice::Announcement, Some(announcement)) => Some(Arc::clone(announcement)),
            (Notice::Announcement, None) | (Notice::Beep, _) => Some(beep()),
        };
        let notice = samples.map(|samples| Playing { samples, position: 0, told });
        let mut bytes = Vec::with_capacity(HEADER_BYTES + PORTION_BYTES);
        bytes.extend_from_slice(&header(None));
        Self { channels: Channels::default(), notice, has_begun: false, is_paused: false, bytes, portions: 0 }
    }

    /// Records other legs from now on.
    pub fn follow(&mut self, channels: Channels) {
        self.channels = channels;
    }

    /// Records silence, or the legs.
    pub const fn pause(&mut self, is_paused: bool) {
        self.is_paused = is_paused;
    }

    /// Takes 20 ms. `said` is what a leg said; `None`: the leg is gone.
    pub fn take(&mut self, said: impl Fn(LegId) -> Option<Frame>) -> Recorded {
        if let Some(notice) = &mut self.notice {
            if let Some(frame) = notice.next_frame() {
                return Recorded::Notice(Box::new(frame), notice.told.clone());
            }
            self.notice = None;
        }
        let sum_of = |legs: &[LegId]| -> Frame {
            let frames: Vec<Frame> = legs.iter().filter_map(|leg| said(*leg)).collect();
            sum(frames.iter())
        };
        let (customer, company) = match self.is_paused {
            true => (SILENCE, SILENCE),
            false => (sum_of(&self.channels.customer), sum_of(&self.channels.company)),
        };
        self.write(&customer, &company);
        if !std::mem::replace(&mut self.has_begun, true) {
            return Recorded::Began;
        }
        if self.bytes.len() < PORTION_BYTES {
            return Recorded::Nothing;
        }
        let is_first = self.is_at_first();
        self.portions += 1;
        let bytes = std::mem::replace(&mut self.bytes, Vec::with_capacity(PORTION_BYTES));
        Recorded::Portion { bytes, is_first }
    }

    /// Whether the next portion is the first one.
    pub const fn is_at_first(&self) -> bool {
        self.portions == 0
    }

    /// Frames that the mixer left out after a delay of the process: silence, so that the file is as long as the call.
    pub fn skip(&mut self, frames: usize) {
        if self.has_begun {
            (0..frames).for_each(|_| self.write(&SILENCE, &SILENCE));
        }
    }

    /// The bytes that are not written yet. Those of a recording that never began are no file.
    pub fn end(self) -> Vec<u8> {
        if self.has_begun { self.bytes } else { Vec::new() }
    }

    fn write(&mut self, customer: &Frame, company: &Frame) {
        let samples = customer.iter().zip(company);
        self.bytes.extend(samples.flat_map(|(customer, company)| [encode(*customer), encode(*company)]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::g711::{decode, share_of_tone};

    #[test]
    fn a_header_says_two_channels_of_mu_law_and_their_length() {
        let known = header(Some(32_000));
        assert_eq!(&known[..4], b"RIFF");
        assert_eq!(known[4..8], 32_050_u32.to_le_bytes(), "all that follows");
        assert_eq!((known[20], known[22]), (7, 2));
        assert_eq!(known[24..32], [8_000_u32.to_le_bytes(), 16_000_u32.to_le_bytes()].concat());
        assert_eq!((known[32], known[34]), (2, 8));
        assert_eq!(known[46..50], 16_000_u32.to_le_bytes(), "samples");
        assert_eq!(&known[50..54], b"data");
        assert_eq!(known[54..], 32_000_u32.to_le_bytes());
        let open = header(None);
        assert_eq!((&open[4..8], &open[54..]), (&[0xff; 4][..], &[0xff; 4][..]));
        assert_eq!(BYTES_PER_SECOND * 3_600, 57_600_000, "bytes of an hour");
    }

    fn frames_until_began(recorder: &mut Recorder) -> usize {
        (0..1_000).take_while(|_| recorder.take(|_| None) != Recorded::Began).count()
    }

    #[test]
    fn the_notice_is_heard_before_anything_is_recorded() {
        let told = vec![LegId(1)];
        let announcement: Arc<[i16]> = vec![500; 401].into();
        let cases = [
            (Notice::None, None, 0),
            (Notice::Beep, None, 20),
            (Notice::Announcement, Some(&announcement), 3),
            (Notice::Announcement, None, 20),
        ];
        for (notice, announcement, frames) in cases {
            let mut recorder = Recorder::new(notice, told.clone(), announcement);
            assert_eq!(frames_until_began(&mut recorder), frames, "{notice:?}");
            assert_eq!(recorder.end().len(), HEADER_BYTES + 320);
        }
        let mut recorder = Recorder::new(Notice::Beep, told.clone(), None);
        let Recorded::Notice(frame, legs) = recorder.take(|_| None) else { panic!("the beep") };
        assert!(share_of_tone(&*frame, BEEP_HZ) > 0.9);
        assert_eq!(legs, told);
        assert_eq!(recorder.end(), [0_u8; 0], "ended before it began");
    }

    #[test]
    fn a_portion_is_complete_after_four_seconds_and_the_rest_follows_at_the_end() {
        let mut recorder = Recorder::new(Notice::None, Vec::new(), None);
        recorder.follow(Channels { customer: vec![LegId(1)], company: vec![LegId(2), LegId(3)] });
        let said = |leg: LegId| Some([i16::try_from(leg.0 * 1_000).unwrap(); FRAME_SAMPLES]);
        let mut portions = Vec::new();
        for _ in 0..250 {
            if let Recorded::Portion { bytes, is_first } = recorder.take(said) {
                assert!(is_first);
                portions.push(bytes);
            }
        }
        assert!(!recorder.is_at_first());
        let rest = recorder.end();
        assert_eq!(portions.len(), 1);
        assert_eq!(portions[0].len() + rest.len(), HEADER_BYTES + 250 * 320);
        let sample = |at: usize| (decode(rest[at]), decode(rest[at + 1]));
        assert!(matches!(sample(0), (980..1_020, 4_800..5_200)), "{:?}", sample(0));
    }

    #[test]
    fn a_pause_and_skipped_frames_are_silence() {
        let mut recorder = Recorder::new(Notice::None, Vec::new(), None);
        recorder.follow(Channels { customer: vec![LegId(1)], company: Vec::new() });
        let said = |_: LegId| Some([1_000; FRAME_SAMPLES]);
        recorder.take(said);
        recorder.pause(true);
        recorder.take(said);
        recorder.pause(false);
        recorder.skip(1);
        recorder.take(said);
        let bytes = recorder.end();
        let levels: Vec<bool> =
            bytes[HEADER_BYTES..].chunks(320).map(|frame| frame.iter().any(|code| decode(*code) != 0)).collect();
        assert_eq!(levels, [true, false, false, true]);
    }
}
