//! Sources of randomness.

/// Source of randomness: the operating system in the server, a seeded generator in tests.
pub trait Entropy {
    /// Fills `bytes` with random bytes.
    fn fill(&mut self, bytes: &mut [u8]);
}

/// SplitMix64 for tests and the simulation: repeatable, never for secrets.
#[derive(Clone, Debug)]
pub struct SeededEntropy(pub u64);

impl Entropy for SeededEntropy {
    fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^= word >> 31;
            for (byte, random) in chunk.iter_mut().zip(word.to_le_bytes()) {
                *byte = random;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Entropy, SeededEntropy};

    /// The generator's published values for the seed 1234567, and the beginning of a number for an incomplete chunk.
    #[test]
    fn the_seeded_generator_is_splitmix64() {
        let mut bytes = [0; 20];
        SeededEntropy(1_234_567).fill(&mut bytes);
        let numbers: Vec<u64> =
            bytes.chunks_exact(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap())).collect();
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        assert_eq!(bytes[16..], 9_817_491_932_198_370_423_u64.to_le_bytes()[..4]);
    }
}
