//! Identifiers of the protocol, and numbers that the machines give to their links and calls.

use serde::{Deserialize, Serialize};

/// Length of a transaction id (RTC-031).
pub const TRANSACTION_LENGTH: usize = 12;
const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Random numbers of the caller. The state machines have none of their own.
pub trait Random {
    /// A number below `bound`; 0 for a bound of 0.
    fn below(&mut self, bound: u32) -> u32;
}

/// Identifier of a Janus session. At most 53 bits, so that JavaScript can read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(pub u64);

/// Identifier of a plugin handle in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HandleId(pub u64);

/// Identifies a request; its answers contain the same text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Transaction(pub String);

impl Transaction {
    /// A new id of 12 letters and digits (RTC-031).
    pub fn random(random: &mut dyn Random) -> Self {
        let letter = |_| {
            let index = random.below(62) as usize;
            LETTERS.get(index).copied().map_or('A', char::from)
        };
        Self((0..TRANSACTION_LENGTH).map(letter).collect())
    }
}

/// Number of a link to a node. Inputs from an earlier link are ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkNumber(pub u32);

impl LinkNumber {
    /// The number of the next link.
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

/// Number of a call within one instance of the client. Reports of the browser about an earlier call are ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CallNumber(pub u32);

impl CallNumber {
    /// The number of the next call.
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Sequence;

    #[test]
    fn rtc_031_a_transaction_id_has_twelve_random_letters_or_digits() {
        let mut random = Sequence::default();
        let ids: Vec<Transaction> = (0..100).map(|_| Transaction::random(&mut random)).collect();
        for id in &ids {
            assert_eq!(id.0.len(), 12);
            assert!(id.0.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{id:?}");
        }
        let distinct: std::collections::BTreeSet<&Transaction> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len());
    }
}
