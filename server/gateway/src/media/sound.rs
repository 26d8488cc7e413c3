//! Sounds that the gateway makes itself: ring-back and busy tones, music, and the speech-like sound of simulated customers.

use std::f64::consts::PI;

use super::g711::{FRAME_SAMPLES, Frame, SAMPLE_RATE};

/// Ring-back and busy tones in Brazil (Anatel): 425 Hz.
pub const TONE_HZ: f64 = 425.0;
const RATE: u64 = SAMPLE_RATE as u64;
const TONE_AMPLITUDE: f64 = 6_000.0;
const MUSIC_AMPLITUDE: f64 = 3_000.0;
const SPEECH_AMPLITUDE: f64 = 9_000.0;

/// A melody of eight notes of half a second each, Hz.
const MELODY: [f64; 8] = [523.25, 659.25, 783.99, 659.25, 587.33, 698.46, 880.0, 698.46];

/// The kind of sound that a generator plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sound {
    /// 425 Hz, 1 s on and 4 s off: the other side rings.
    Ringing,
    /// 425 Hz, 250 ms on and 250 ms off.
    Busy,
    /// Music on hold and in a queue.
    Music,
    /// Speech-like syllables with pauses. The `pitch` in Hz distinguishes the speakers.
    Speech {
        /// Fundamental frequency in Hz.
        pitch: f64,
    },
    /// A continuous tone, in Hz.
    Tone {
        /// Frequency in Hz.
        frequency: f64,
    },
}

/// Generates one sound frame by frame; the position is kept, so that frames join without clicks.
#[derive(Clone, Debug)]
pub struct Generator {
    sound: Sound,
    position: u64,
}

impl Generator {
    /// A generator at the beginning of `sound`.
    #[must_use]
    pub const fn new(sound: Sound) -> Self {
        Self { sound, position: 0 }
    }

    /// The sound that is played.
    #[must_use]
    pub const fn sound(&self) -> Sound {
        self.sound
    }

    /// The next 20 ms.
    pub fn next_frame(&mut self) -> Frame {
        let mut frame = [0; FRAME_SAMPLES];
        for sample in &mut frame {
            *sample = sample_at(self.sound, self.position) as i16;
            self.position += 1;
        }
        frame
    }
}

fn sample_at(sound: Sound, position: u64) -> f64 {
    match sound {
        Sound::Ringing => cadence(position, RATE, RATE * 5) * TONE_AMPLITUDE * sine(position, TONE_HZ),
        Sound::Busy => cadence(position, RATE / 4, RATE / 2) * TONE_AMPLITUDE * sine(position, TONE_HZ),
        Sound::Music => music(position),
        Sound::Speech { pitch } => speech(position, pitch),
        Sound::Tone { frequency } => TONE_AMPLITUDE * sine(position, frequency),
    }
}

fn sine(position: u64, frequency: f64) -> f64 {
    (2.0 * PI * frequency * position as f64 / f64::from(SAMPLE_RATE)).sin()
}

/// 1.0 in the first `on` samples of each `period`, else 0.0.
fn cadence(position: u64, on: u64, period: u64) -> f64 {
    if position % period < on { 1.0 } else { 0.0 }
}

fn music(position: u64) -> f64 {
    let note = RATE / 2;
    let index = usize::try_from(position / note).unwrap_or(0) % MELODY.len();
    let frequency = MELODY.get(index).copied().unwrap_or(TONE_HZ);
    // Each note fades, which also avoids a click at its end.
    let fade = 1.0 - (position % note) as f64 / note as f64;
    MUSIC_AMPLITUDE * fade * (sine(position, frequency) + 0.3 * sine(position, frequency * 2.0))
}

/// Four syllables a second; after seven of them a pause of one.
fn speech(position: u64, pitch: f64) -> f64 {
    let syllable = RATE / 4;
    if (position / syllable) % 8 == 7 {
        return 0.0;
    }
    let envelope = (PI * (position % syllable) as f64 / syllable as f64).sin();
    let voice = sine(position, pitch) + 0.5 * sine(position, pitch * 2.0) + 0.25 * sine(position, pitch * 3.0);
    SPEECH_AMPLITUDE * envelope * voice / 1.75
}

#[cfg(test)]
mod tests {
    use super::super::g711::{level, share_of_tone};
    use super::*;

    fn seconds(sound: Sound, seconds: usize) -> Vec<i16> {
        let mut generator = Generator::new(sound);
        (0..seconds * 50).flat_map(|_| generator.next_frame()).collect()
    }

    #[test]
    fn ringing_is_one_second_of_425_hz_in_five() {
        let samples = seconds(Sound::Ringing, 6);
        assert!(share_of_tone(&samples[..8_000], TONE_HZ) > 0.99);
        assert_eq!(level(&samples[8_000..40_000]), 0.0);
        assert!(level(&samples[40_000..]) > 0.1);
    }

    #[test]
    fn busy_changes_each_quarter_of_a_second() {
        let samples = seconds(Sound::Busy, 1);
        let levels: Vec<bool> = samples.chunks(2_000).map(|part| level(part) > 0.1).collect();
        assert_eq!(levels, [true, false, true, false]);
    }

    #[test]
    fn music_plays_all_the_time_and_changes_its_note() {
        let samples = seconds(Sound::Music, 2);
        assert!(samples.chunks(800).all(|part| level(part) > 0.001));
        assert!(share_of_tone(&samples[..2_000], MELODY[0]) > 0.8);
        assert!(share_of_tone(&samples[4_000..6_000], MELODY[1]) > 0.8);
    }

    #[test]
    fn simulated_speech_has_pauses_and_keeps_its_pitch() {
        let samples = seconds(Sound::Speech { pitch: 180.0 }, 2);
        assert!(level(&samples[..14_000]) > 0.05);
        assert_eq!(level(&samples[14_001..15_999]), 0.0);
        assert!(share_of_tone(&samples[..2_000], 180.0) > 0.4);
        assert!(share_of_tone(&samples[..2_000], 250.0) < 0.1);
    }

    #[test]
    fn each_syllable_of_simulated_speech_fades_in_and_out() {
        let samples = seconds(Sound::Speech { pitch: 180.0 }, 1);
        for syllable in samples.chunks(2_000) {
            assert!(level(&syllable[950..1_050]) > 0.1);
            assert!(level(&syllable[..50]).max(level(&syllable[1_950..])) < 0.02);
        }
    }

    #[test]
    fn frames_join_without_a_gap() {
        let samples = seconds(Sound::Tone { frequency: 440.0 }, 1);
        assert!(share_of_tone(&samples, 440.0) > 0.999);
    }
}
