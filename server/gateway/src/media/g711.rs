//! G.711, the codec of the gateway, because it can be mixed and generated without an encoder library: mu-law (PCMU) and
//! A-law (PCMA). Inside the gateway samples are linear, so that legs of both forms can be in one call.

/// Samples per second.
pub const SAMPLE_RATE: u32 = 8_000;
/// Samples of one frame of 20 ms.
pub const FRAME_SAMPLES: usize = 160;
/// Bias added before the logarithmic steps (ITU-T G.711, mu-law).
const BIAS: i32 = 0x84;
const CLIP: i32 = 32_635;

/// A form of G.711.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// mu-law, payload type 0: PCMU.
    Mu,
    /// A-law, payload type 8: PCMA. The telephone networks of Brazil and Europe use it.
    A,
}

impl Law {
    /// Encodes a frame.
    #[must_use]
    pub fn encode_frame(self, frame: &Frame) -> Vec<u8> {
        match self {
            Self::Mu => encode_frame(frame),
            Self::A => frame.iter().map(|sample| encode_a(*sample)).collect(),
        }
    }

    /// Decodes one sample.
    #[must_use]
    pub fn decode(self, code: u8) -> i16 {
        match self {
            Self::Mu => decode(code),
            Self::A => decode_a(code),
        }
    }
}

/// 20 ms of sound.
pub type Frame = [i16; FRAME_SAMPLES];

/// A frame without sound.
pub const SILENCE: Frame = [0; FRAME_SAMPLES];

/// Encodes one sample in mu-law.
#[must_use]
pub fn encode(sample: i16) -> u8 {
    let magnitude = (i32::from(sample).abs()).min(CLIP) + BIAS;
    // The bias sets bit 7, so the exponent is between 0 and 7.
    let exponent = (24 - magnitude.leading_zeros().min(24)).min(7);
    let mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    let sign = if sample < 0 { 0x80 } else { 0 };
    !u8::try_from(sign | ((exponent as i32) << 4) | mantissa).unwrap_or(u8::MAX)
}

/// Decodes one sample of mu-law.
#[must_use]
pub fn decode(code: u8) -> i16 {
    let code = !code;
    let exponent = (code >> 4) & 0x07;
    let magnitude = (((i32::from(code & 0x0f)) << 3) + BIAS) << exponent;
    let sample = if code & 0x80 == 0 { magnitude - BIAS } else { BIAS - magnitude };
    i16::try_from(sample).unwrap_or(0)
}

/// The even bits of A-law are inverted on the line (ITU-T G.711).
const EVEN_BITS: u8 = 0x55;

/// Encodes one sample in A-law, which has 13 bits.
fn encode_a(sample: i16) -> u8 {
    // Negative samples use the one's complement: -1 has the smallest magnitude, like 0.
    let (sign, magnitude) = if sample >= 0 { (0x80, sample) } else { (0, !sample) };
    let magnitude = u16::try_from(magnitude).unwrap_or(0) >> 3;
    // The first two segments have the same step, each further one twice that of the one before.
    let segment = 11_u32.saturating_sub(magnitude.leading_zeros());
    let step = magnitude >> segment.max(1) & 0x0f;
    (sign | u8::try_from(segment << 4 | u32::from(step)).unwrap_or(0x7f)) ^ EVEN_BITS
}

/// Decodes one sample of A-law, to the middle of its step.
fn decode_a(code: u8) -> i16 {
    let code = code ^ EVEN_BITS;
    let (segment, step) = ((code >> 4) & 0x07, i16::from(code & 0x0f) << 4);
    let magnitude = match segment {
        0 => step + 8,
        _ => (step + 0x108) << (segment - 1),
    };
    if code & 0x80 == 0 { -magnitude } else { magnitude }
}

/// Encodes a frame in mu-law.
#[must_use]
pub fn encode_frame(frame: &Frame) -> Vec<u8> {
    frame.iter().map(|sample| encode(*sample)).collect()
}

/// Root mean square of the samples, 0.0 (silence) to 1.0.
#[must_use]
pub fn level(samples: &[i16]) -> f64 {
    if samples.is_empty() {
        return 0.0;
    }
    let sum: f64 = samples.iter().map(|sample| f64::from(*sample).powi(2)).sum();
    (sum / samples.len() as f64).sqrt() / 32_768.0
}

/// Share of the samples' power that is at `frequency` Hz, 0.0 to 1.0 (Goertzel's algorithm).
#[must_use]
pub fn share_of_tone(samples: &[i16], frequency: f64) -> f64 {
    let step = 2.0 * std::f64::consts::PI * frequency / f64::from(SAMPLE_RATE);
    let coefficient = 2.0 * step.cos();
    let (mut before, mut last, mut power) = (0.0, 0.0, 0.0);
    for sample in samples {
        let value = f64::from(*sample);
        let next = value + coefficient * last - before;
        before = last;
        last = next;
        power += value * value;
    }
    if power == 0.0 {
        return 0.0;
    }
    let at_frequency = last * last + before * before - coefficient * last * before;
    2.0 * at_frequency / (power * samples.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mulaw_codes_of_samples_equal_those_of_the_standard() {
        let codes = [(0, 0xff), (-1, 0x7f), (32_635, 0x80), (-32_635, 0x00), (32_767, 0x80), (i16::MIN, 0x00)];
        for (sample, code) in codes {
            assert_eq!(encode(sample), code, "{sample}");
        }
    }

    #[test]
    fn each_mulaw_code_decodes_to_a_sample_that_encodes_to_it_again() {
        // 0x7f is negative zero; its sample is zero, which encodes as positive zero.
        for code in (0..=u8::MAX).filter(|code| *code != 0x7f) {
            assert_eq!(encode(decode(code)), code);
        }
    }

    #[test]
    fn the_error_of_mulaw_encoding_is_under_a_sixteenth_of_the_sample() {
        for sample in (-32_000_i16..32_000).step_by(37) {
            let error = (i32::from(decode(encode(sample))) - i32::from(sample)).abs();
            assert!(error <= i32::from(sample).abs() / 16 + 8, "{sample}: {error}");
        }
    }

    #[test]
    fn alaw_codes_of_samples_equal_those_of_the_standard() {
        let codes = [
            (0, 0xd5),
            (-1, 0x55),
            (8, 0xd5),
            (16, 0xd4),
            (-16, 0x55),
            (-17, 0x54),
            (255, 0xda),
            (256, 0xc5),
            (1_000, 0xfa),
            (32_767, 0xaa),
            (i16::MIN, 0x2a),
        ];
        for (sample, code) in codes {
            assert_eq!(encode_a(sample), code, "{sample}");
        }
        assert_eq!([0xd5, 0x55, 0xaa, 0x2a].map(decode_a), [8, -8, 32_256, -32_256]);
    }

    #[test]
    fn each_alaw_code_decodes_to_a_sample_that_encodes_to_it_again() {
        for code in 0..=u8::MAX {
            assert_eq!(encode_a(decode_a(code)), code);
        }
    }

    #[test]
    fn the_error_of_mulaw_and_alaw_one_after_the_other_is_under_an_eighth_of_the_sample() {
        for sample in (-32_000_i16..32_000).step_by(37) {
            for [first, second] in [[Law::A, Law::Mu], [Law::Mu, Law::A], [Law::A, Law::A]] {
                let passed = [first, second]
                    .iter()
                    .fold(sample, |sample, law| law.decode(law.encode_frame(&[sample; FRAME_SAMPLES])[0]));
                let error = (i32::from(passed) - i32::from(sample)).abs();
                assert!(error <= i32::from(sample).abs() / 8 + 16, "{sample}: {error}");
            }
        }
    }

    #[test]
    fn a_pure_tone_has_its_level_and_its_share_of_the_frequency() {
        let tone: Vec<i16> = (0..800)
            .map(|n| (16_384.0 * (2.0 * std::f64::consts::PI * 500.0 * f64::from(n) / 8_000.0).sin()) as i16)
            .collect();
        assert!((level(&tone) - 0.3535).abs() < 0.001);
        assert!((share_of_tone(&tone, 500.0) - 1.0).abs() < 0.01);
        assert!(share_of_tone(&tone, 900.0) < 0.01);
        assert_eq!(share_of_tone(&SILENCE, 500.0), 0.0);
    }
}
