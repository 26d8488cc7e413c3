//! Jitter buffer of one leg: evens out the arrival of packets, fills lost ones with silence and drops late packets.

use std::collections::VecDeque;

use super::g711::{FRAME_SAMPLES, Frame, SILENCE};

/// Samples that are collected before playing begins: 40 ms.
const START_SAMPLES: usize = 2 * FRAME_SAMPLES;
/// Maximum of waiting samples: 200 ms. The oldest are dropped above it, so that delay does not grow.
const MAX_SAMPLES: usize = 10 * FRAME_SAMPLES;
/// A larger jump of the RTP time is a new beginning, not a loss.
const MAX_GAP: u64 = MAX_SAMPLES as u64;

/// Waiting samples of one leg.
#[derive(Debug, Default)]
pub struct JitterBuffer {
    samples: VecDeque<i16>,
    /// RTP time that follows the newest sample.
    expected: Option<u64>,
    playing: bool,
}

impl JitterBuffer {
    /// Adds the samples of a packet with its RTP time in samples.
    pub fn push(&mut self, rtp_time: u64, samples: impl ExactSizeIterator<Item = i16>) {
        if let Some(expected) = self.expected {
            if rtp_time < expected && expected - rtp_time <= MAX_GAP {
                return;
            }
            let gap = rtp_time.saturating_sub(expected);
            if gap <= MAX_GAP && self.playing {
                self.samples.extend(std::iter::repeat_n(0, gap as usize));
            }
        }
        self.expected = Some(rtp_time + samples.len() as u64);
        self.samples.extend(samples);
        let excess = self.samples.len().saturating_sub(MAX_SAMPLES);
        self.samples.drain(..excess);
    }

    /// The next 20 ms; silence while the buffer collects. An empty buffer begins to collect again.
    pub fn pop(&mut self) -> Frame {
        if !self.playing && self.samples.len() >= START_SAMPLES {
            self.playing = true;
        }
        if !self.playing || self.samples.len() < FRAME_SAMPLES {
            self.playing = false;
            return SILENCE;
        }
        let mut frame = SILENCE;
        for (to, from) in frame.iter_mut().zip(self.samples.drain(..FRAME_SAMPLES)) {
            *to = from;
        }
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::super::g711::level;
    use super::*;

    fn packet(sample: i16) -> std::array::IntoIter<i16, FRAME_SAMPLES> {
        [sample; FRAME_SAMPLES].into_iter()
    }

    fn heard(buffer: &mut JitterBuffer, frames: usize) -> Vec<i16> {
        (0..frames).map(|_| buffer.pop()[0] / 1_000).collect()
    }

    #[test]
    fn playing_begins_after_two_packets() {
        let mut buffer = JitterBuffer::default();
        buffer.push(0, packet(1_100));
        assert_eq!(heard(&mut buffer, 1), [0]);
        buffer.push(160, packet(2_100));
        assert_eq!(heard(&mut buffer, 3), [1, 2, 0]);
    }

    #[test]
    fn a_lost_packet_is_silence_and_a_late_one_is_dropped() {
        let mut buffer = JitterBuffer::default();
        buffer.push(0, packet(1_100));
        buffer.push(160, packet(2_100));
        assert_eq!(heard(&mut buffer, 1), [1]);
        buffer.push(480, packet(4_100));
        buffer.push(320, packet(3_100));
        assert_eq!(heard(&mut buffer, 3), [2, 0, 4]);
    }

    #[test]
    fn a_gap_before_playing_begins_is_not_filled() {
        let mut buffer = JitterBuffer::default();
        buffer.push(0, packet(1_100));
        buffer.push(800, packet(2_100));
        assert_eq!(heard(&mut buffer, 3), [1, 2, 0]);
    }

    #[test]
    fn the_delay_of_the_jitter_buffer_stays_under_200_ms() {
        let mut buffer = JitterBuffer::default();
        for n in 0..40 {
            buffer.push(n * 160, packet(if n < 30 { 1_100 } else { 2_100 }));
        }
        assert_eq!(heard(&mut buffer, 11), [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0]);
    }

    #[test]
    fn a_jump_of_the_timestamp_restarts_the_jitter_buffer() {
        let mut buffer = JitterBuffer::default();
        buffer.push(1_000_000, packet(1_100));
        buffer.push(1_000_160, packet(1_100));
        buffer.push(50, packet(2_100));
        assert_eq!(heard(&mut buffer, 3), [1, 1, 2]);
    }

    #[test]
    fn packets_of_different_lengths_are_joined_to_frames() {
        let mut buffer = JitterBuffer::default();
        for n in 0..8 {
            buffer.push(n * 80, [1_100; 80].into_iter());
        }
        assert!((0..4).all(|_| level(&buffer.pop()) > 0.03));
        assert_eq!(level(&buffer.pop()), 0.0);
    }
}
