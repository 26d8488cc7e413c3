//! Names that are handed around: protocols and the local ids of messages stand in every key of a slice, a timer or a
//! record. A copy counts up instead of copying the text, and two names are told apart by a number.

use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

#[derive(Clone)]
pub struct Name {
    /// FNV-1a of the text: the same in every run.
    hash: u32,
    text: Arc<str>,
}

/// What a table can be asked with.
pub trait Named {
    fn text(&self) -> &str;

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
    /// `s17`: a letter and a number.
    pub fn numbered(letter: char, number: u64) -> Self {
        format!("{letter}{number}").into()
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Any order that is the same in every run, where nobody sees it.
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

/// Without memory of its own: every field that is read stands so first.
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

/// As texts: this order is seen, where moments are equal.
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
        fn names_are_equal_and_ordered_as_their_texts(first in "[a-c]{0,3}", second in "[a-c]{0,3}") {
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
