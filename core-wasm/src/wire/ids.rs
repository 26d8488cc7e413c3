//! Identifiers as types, so that a protocol is never mistaken for an agent. Read from text or number (design: wire).

use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }

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
                id.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(TextOrNumber).map(Self)
            }
        }
    };
}

text_id!(
    /// One attendance (spec session §1): the key of a job everywhere.
    Protocol
);
text_id!(AgentId);
text_id!(OrgUnitId);
text_id!(QueueId);
text_id!(AttendanceGroupId);
text_id!(ContactId);
text_id!(QualificationId);
text_id!(
    /// Made by the core when the agent presses send: 10 characters A–Z0–9 (spec conversation §4); repeated by every retry.
    CustomId
);
text_id!(
    /// Unique per broker event; the last 4,096 are remembered so that a repeated frame changes nothing.
    EventId
);

struct TextOrNumber;

impl serde::de::Visitor<'_> for TextOrNumber {
    type Value = String;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an identifier as text or number")
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_string<E>(self, text: String) -> Result<String, E> {
        Ok(text)
    }

    fn visit_u64<E>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_i64<E>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    /// Whole ones without a fraction; by serde_json's printer, which is in the module anyway.
    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<String, E> {
        if number.fract() == 0.0 && number.abs() < 9e15 {
            return Ok((number as i64).to_string());
        }
        serde_json::to_string(&number).map_err(E::custom)
    }
}
