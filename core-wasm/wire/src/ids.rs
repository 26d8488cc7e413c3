//! Identifiers as newtypes, so that a protocol cannot be passed as an agent. Read from text or number.

use super::name::{Name, Named};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        text_id!($(#[$doc])* $name of String);
    };
    ($(#[$doc:meta])* $name:ident of $inner:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// True for a missing id: the wire's fields default to the empty id.
            pub fn is_empty(&self) -> bool {
                self.0.is_empty()
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.into()
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }

        impl Named for $name {
            fn text(&self) -> &str {
                &self.0
            }

            fn text_hash(&self) -> u32 {
                self.0.text_hash()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(TextOrNumber(PhantomData)).map(Self)
            }
        }
    };
}

text_id!(
    /// One attendance (spec session §1): the key of a job everywhere.
    Protocol of Name
);
text_id!(
    /// An agent.
    AgentId
);
text_id!(
    /// An org unit: the part of the contact centre that an agent belongs to.
    OrgUnitId
);
text_id!(
    /// A queue or a campaign.
    QueueId
);
text_id!(
    /// An attendance group.
    AttendanceGroupId
);
text_id!(
    /// A contact.
    ContactId
);
text_id!(
    /// A company that contacts belong to.
    EmployerId
);
text_id!(
    /// A qualification.
    QualificationId
);
text_id!(
    /// A pause.
    PauseId
);
text_id!(
    /// Id of a message that the agent sends: 10 characters A–Z0–9 (spec conversation §4), made by the core and repeated
    /// by every retry.
    CustomId
);
text_id!(
    /// Id of an internal note: made by the core as a `CustomId`, and repeated by every retry.
    NoteId
);
text_id!(
    /// A broadcast: one template to many customers.
    BroadcastId
);
text_id!(
    /// A customer of a broadcast, or a callback.
    ScheduleId
);
text_id!(
    /// Unique per broker event; the core remembers the last 4,096 to drop repeated frames.
    EventId
);

impl Protocol {
    /// Order of the protocols that the contact centre assigns: by day, then by the number within the day. That number
    /// has six digits, and seven on a day with more than a million attendances, so comparing the texts would be wrong.
    pub fn order(&self) -> (&str, usize, &str) {
        let (day, number) = self.as_str().split_at_checked(DAY_CHARS).unwrap_or((self.as_str(), ""));
        (day, number.len(), number)
    }
}

/// Number of characters of the day `YYYYMMDD`.
const DAY_CHARS: usize = 8;

impl From<Protocol> for Name {
    fn from(protocol: Protocol) -> Self {
        protocol.0
    }
}

impl From<&Protocol> for Name {
    fn from(protocol: &Protocol) -> Self {
        protocol.0.clone()
    }
}

struct TextOrNumber<T>(PhantomData<T>);

impl<T: for<'a> From<&'a str>> serde::de::Visitor<'_> for TextOrNumber<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an identifier as text or number")
    }

    fn visit_str<E>(self, text: &str) -> Result<T, E> {
        Ok(text.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<T, E> {
        Ok(number.to_string().as_str().into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<T, E> {
        Ok(number.to_string().as_str().into())
    }

    /// Whole numbers are printed without a fraction.
    fn visit_f64<E>(self, number: f64) -> Result<T, E> {
        Ok(number.to_string().as_str().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocols_are_ordered_as_the_contact_centre_assigned_them() {
        let given = ["20261127999999", "20261128000001", "20261128999999", "202611281000000", "20261129000001"];
        let mut protocols: Vec<Protocol> = given.iter().rev().map(|text| Protocol::from(*text)).collect();
        protocols.sort_by(|one, other| one.order().cmp(&other.order()));
        assert_eq!(protocols, given.map(Protocol::from));
        assert!(Protocol::from("").order() < Protocol::from("ç").order());
    }
}
