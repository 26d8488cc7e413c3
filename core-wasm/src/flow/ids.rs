//! Identifiers from a seeded generator, the core's only randomness. Each instance gets a new seed, so that no identifier
//! repeats after a restart (the server would drop a repeated `custom_id` as a duplicate).

use crate::wire::CustomId;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

const CUSTOM_ID_LETTERS: &[u8; 36] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const CUSTOM_ID_LENGTH: usize = 10;

/// Source of identifiers, numbers and randomness.
pub struct Ids {
    random: ChaCha8Rng,
    last_number: u64,
}

impl Ids {
    /// A generator whose output depends on `seed` only.
    pub fn new(seed: [u8; 32]) -> Self {
        Self { random: ChaCha8Rng::from_seed(seed), last_number: 0 }
    }

    /// Ten characters A–Z0–9 (spec conversation §4 "Sent messages").
    pub fn custom_id(&mut self) -> CustomId {
        let text = (0..CUSTOM_ID_LENGTH).map(|_| self.letter()).collect::<String>();
        CustomId(text)
    }

    /// The next number, unique within this instance.
    pub fn number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// An index below `bound`, for colours and jitter; 0 for a bound of 0.
    pub fn random_below(&mut self, bound: u32) -> u32 {
        if bound == 0 { 0 } else { self.random.next_u32() % bound }
    }

    fn letter(&mut self) -> char {
        // 252 is a multiple of 36: values from 252 up would make the first letters more frequent.
        loop {
            let byte = (self.random.next_u32() & 0xff) as usize;
            if byte < 252 {
                return CUSTOM_ID_LETTERS.get(byte % 36).copied().map_or('A', char::from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wap_014_wap_015_custom_ids_have_ten_upper_case_letters_or_digits_and_depend_on_the_seed() {
        let id = Ids::new([7; 32]).custom_id();
        assert_eq!(id.0.len(), 10);
        assert!(id.0.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()));
        assert_eq!(id, Ids::new([7; 32]).custom_id());
        assert_ne!(id, Ids::new([8; 32]).custom_id());
    }
}
