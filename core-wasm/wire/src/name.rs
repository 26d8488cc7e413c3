//! Shared text for keys: protocols and local message ids are part of every slice, timer and record key. A clone is a
//! reference count and comparison starts with a precomputed hash.

use serde::{Serialize, Serializer};
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// An immutable shared text with its hash.
#[derive(Clone)]
pub struct Name {
    /// FNV-1a of the text: the same in every run.
    hash: u32,
    text: Arc<str>,
}

/// A key by which `flow::Table` can be searched.
pub trait Named {
    /// The text of the key.
    fn text(&self) -> &str;

    /// FNV-1a of the text; the same in every run.
    fn text_hash(&self) -> u32 {
        hash_of(self.text())
    }
}

impl Named for str {
    fn text(&self) -> &str {
        self
    }
}

impl Named for String {
    fn text(&self) -> &str {
        self
    }
}

impl Named for &str {
    /// The text of the key.
    fn text(&self) -> &str {
        self
    }
}

impl Named for Name {
    fn text(&self) -> &str {
        self
    }

    fn text_hash(&self) -> u32 {
        self.hash
    }
}

fn hash_of(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Name {
    /// A text such as `s17`: a letter and a number.
    pub fn numbered(letter: char, number: u64) -> Self {
        format!("{letter}{number}").into()
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Arbitrary but deterministic order (by hash), for orders that are never shown.
    pub fn cmp_by_number(&self, other: &Self) -> Ordering {
        self.hash.cmp(&other.hash).then_with(|| self.cmp(other))
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// Empty name; `Arc::default()` does not allocate.
impl Default for Name {
    fn default() -> Self {
        Self { hash: hash_of(""), text: Arc::default() }
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self { hash: hash_of(text), text: text.into() }
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<&String> for Name {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<&Name> for Name {
    fn from(name: &Name) -> Self {
        name.clone()
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.as_str().to_owned()
    }
}

/// A text compares and hashes like the name made of it.
impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && (Arc::ptr_eq(&self.text, &other.text) || self.text == other.text)
    }
}

impl Eq for Name {}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Lexicographic; visible as the tie-break of equal timestamps.
impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.text, &other.text) { Ordering::Equal } else { self.text.cmp(&other.text) }
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn names_compare_as_their_texts(first in "[a-c]{0,3}", second in "[a-c]{0,3}") {
            let (one, other) = (Name::from(first.as_str()), Name::from(second.as_str()));
            prop_assert_eq!(one == other, first == second);
            prop_assert_eq!(one.cmp(&other), first.cmp(&second));
            prop_assert_eq!(one.cmp_by_number(&other) == Ordering::Equal, first == second);
            prop_assert_eq!(one.text_hash(), first.text_hash());
        }

        #[test]
        fn a_numbered_name_is_the_letter_and_the_number(number in any::<u64>(), digits in 0u32..20) {
            for number in [number, number % 10_u64.pow(digits), 0, u64::MAX] {
                prop_assert_eq!(Name::numbered('s', number), Name::from(format!("s{number}")));
            }
        }
    }
}
