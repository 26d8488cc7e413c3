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
