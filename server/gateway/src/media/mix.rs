//! Computes the sound that one leg hears: the sum of other legs and at most one sound.

use std::collections::BTreeMap;

use super::g711::{Frame, SILENCE};
use super::sound::Generator;
use super::{LegId, Mix};

/// Above this sum the limiter begins; below it the sum is exact.
const KNEE: i32 = 24_576;
/// Range that the limiter has for everything above the knee.
const HEADROOM: i32 = i16::MAX as i32 - KNEE;

/// The sound of a leg in the last 20 ms.
#[derive(Clone, Copy, Debug)]
pub struct LegSound {
    /// The sound of the leg.
    pub frame: Frame,
    /// Whether the leg sends packets.
    pub is_sending: bool,
}

/// A mix that is played.
#[derive(Debug, Default)]
pub struct Mixing {
    mix: Mix,
    /// The generator of the mix's sound while it is heard. Each time the sound begins anew.
    playing: Option<Generator>,
}

impl Mixing {
    /// A mix from its beginning.
    pub const fn new(mix: Mix) -> Self {
        Self { mix, playing: None }
    }

    /// The next 20 ms. A closed leg has no sound and sends no packets.
    pub fn next_frame(&mut self, said: &BTreeMap<LegId, LegSound>) -> Frame {
        let is_replaced = self.mix.instead_of.iter().any(|leg| said.get(leg).is_some_and(|said| said.is_sending));
        self.playing = match (self.mix.sound, self.playing.take()) {
            (Some(sound), None) if !is_replaced => Some(Generator::new(sound)),
            (Some(_), playing) if !is_replaced => playing,
            _ => None,
        };
        let sound = self.playing.as_mut().map(Generator::next_frame);
        let voices = self.mix.legs.iter().filter_map(|leg| said.get(leg)).map(|said| &said.frame);
        sum(voices.chain(&sound))
    }
}

/// The sum of frames. A single one is passed on as it is.
pub fn sum<'a>(mut frames: impl Iterator<Item = &'a Frame>) -> Frame {
    let (first, second) = (frames.next(), frames.next());
    let Some(second) = second else { return first.copied().unwrap_or(SILENCE) };
    let mut total = [0_i32; SILENCE.len()];
    for frame in first.into_iter().chain([second]).chain(frames) {
        for (sample, other) in total.iter_mut().zip(frame) {
            *sample += i32::from(*other);
        }
    }
    total.map(limit)
}

/// Keeps a sum in the range of a sample: what is above the knee is compressed, ever more towards the end of the range and never
/// cut off there, so that loud talkers sound loud and not broken.
fn limit(sum: i32) -> i16 {
    let excess = sum.abs() - KNEE;
    let magnitude = if excess <= 0 { sum.abs() } else { KNEE + compress(excess) };
    i16::try_from(if sum < 0 { -magnitude } else { magnitude }).unwrap_or(i16::MAX)
}

/// 0 for 0 with slope 1, towards `HEADROOM` for large values.
fn compress(excess: i32) -> i32 {
    let (excess, headroom) = (i64::from(excess), i64::from(HEADROOM));
    i32::try_from(headroom * excess / (headroom + excess)).unwrap_or(HEADROOM)
}

#[cfg(test)]
mod tests {
    use super::super::Sound;
    use super::super::g711::{FRAME_SAMPLES, level, share_of_tone};
    use super::*;

    #[test]
    fn a_sum_is_exact_up_to_the_knee_and_a_single_frame_is_passed_on() {
        assert_eq!(sum([&[100; 160], &[-30; 160]].into_iter()), [70; 160]);
        assert_eq!(sum([&[20_000; 160], &[4_576; 160]].into_iter()), [24_576; 160]);
        assert_eq!(sum([&[i16::MIN; 160]].into_iter()), [i16::MIN; 160]);
        assert_eq!(sum([].into_iter()), SILENCE);
    }

    /// Six talkers at full volume: the sum neither wraps nor is cut off.
    #[test]
    fn sums_louder_than_the_limit_stay_distinguishable_within_the_range_of_a_sample() {
        let most = 6 * i32::from(i16::MAX);
        let limited: Vec<i16> = (KNEE..=most).step_by(2_048).map(limit).collect();
        assert!(limited.windows(2).all(|pair| pair[0] < pair[1]), "{limited:?}");
        assert!(limited.iter().all(|sample| *sample < i16::MAX), "no two loud sums are cut off to the same one");
        for sum in [0, 1, 24_576, 24_577, 40_000, most] {
            assert_eq!(limit(-sum), -limit(sum), "{sum}");
        }
        assert!((-most..most).step_by(97).all(|sum| limit(sum) <= limit(sum + 97)));
        let (before, after) = (limit(KNEE), limit(KNEE + 100));
        assert!((98..=100).contains(&(after - before)), "the limiter begins without a bend: {before} {after}");
    }

    #[test]
    fn two_loud_tones_are_both_heard_and_nearly_nothing_else() {
        let tone = |frequency: f64| -> Vec<i16> {
            let sample =
                |n: usize| (30_000.0 * (2.0 * std::f64::consts::PI * frequency * n as f64 / 8_000.0).sin()) as i16;
            (0..8_000).map(sample).collect()
        };
        let (low, high) = (tone(500.0), tone(1_300.0));
        let heard: Vec<i16> = low
            .chunks(FRAME_SAMPLES)
            .zip(high.chunks(FRAME_SAMPLES))
            .flat_map(|(low, high)| {
                let frame = |part: &[i16]| -> Frame { part.try_into().unwrap() };
                sum([&frame(low), &frame(high)].into_iter())
            })
            .collect();
        let (low, high) = (share_of_tone(&heard, 500.0), share_of_tone(&heard, 1_300.0));
        assert!(low > 0.45 && high > 0.45 && low + high > 0.93, "{low} {high}");
    }

    fn said(legs: &[(u64, bool)]) -> BTreeMap<LegId, LegSound> {
        let frame = |leg: u64| [i16::try_from(leg).unwrap(); 160];
        legs.iter()
            .map(|(leg, is_sending)| (LegId(*leg), LegSound { frame: frame(*leg), is_sending: *is_sending }))
            .collect()
    }

    fn tone() -> Option<Sound> {
        Some(Sound::Tone { frequency: 1_000.0 })
    }

    #[test]
    fn a_sound_is_always_heard_with_the_legs_or_only_while_none_of_some_legs_sends() {
        let mut always = Mixing::new(Mix { legs: vec![LegId(7)], sound: tone(), instead_of: Vec::new() });
        let frame = always.next_frame(&said(&[(7, true)]));
        assert_eq!(frame.map(|sample| sample - 7), Generator::new(Sound::Tone { frequency: 1_000.0 }).next_frame());
        let legs = vec![LegId(7), LegId(9)];
        let mut instead = Mixing::new(Mix { legs: legs.clone(), sound: tone(), instead_of: legs });
        assert_eq!(instead.next_frame(&said(&[(7, true), (9, true)])), [16; 160]);
        assert_eq!(instead.next_frame(&said(&[(7, false), (9, true)])), [16; 160], "one of them is there");
        assert!(level(&instead.next_frame(&said(&[(7, false), (9, false)]))) > 0.1);
        assert!(level(&instead.next_frame(&said(&[]))) > 0.1, "closed legs");
        assert_eq!(instead.next_frame(&said(&[(7, true)])), [7; 160], "the sound ends with the first packet");
    }

    #[test]
    fn a_muted_leg_counts_as_heard() {
        let mut muted = Mixing::new(Mix { legs: Vec::new(), sound: tone(), instead_of: vec![LegId(7)] });
        assert_eq!(muted.next_frame(&said(&[(7, true)])), SILENCE);
        assert!(level(&muted.next_frame(&said(&[(7, false)]))) > 0.1);
    }
}
