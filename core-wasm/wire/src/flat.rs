//! Structs that contain the fields of another struct besides their own, as the specification writes them.

#[doc(hidden)]
pub use crate::reader::UnreadText;
#[doc(hidden)]
pub use serde;

/// Reads and writes a struct whose field `$part` has its fields beside those of the struct. The struct derives `Serialize`
/// and `Deserialize` with `#[serde(remote = "Self")]`, and the field has `#[serde(flatten, skip_deserializing)]`.
///
/// The text is read twice, once as the struct and once as the part: serde's own reader of flattened fields copies the
/// object into a buffer and needs a second reader of all types inside (BEY-093).
#[macro_export]
macro_rules! flat_struct {
    ($name:ty, $part:ident) => {
        impl $crate::flat::serde::Serialize for $name {
            fn serialize<S: $crate::flat::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$name>::serialize(self, serializer)
            }
        }

        impl<'de> $crate::flat::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::flat::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text: $crate::flat::UnreadText<'_> = $crate::flat::serde::Deserialize::deserialize(deserializer)?;
                let read = || {
                    let mut value = $crate::read_object(text.get(), |reader| <$name>::deserialize(reader))?;
                    value.$part = $crate::from_object(text.get())?;
                    Ok(value)
                };
                read().map_err(|error: $crate::Unreadable| $crate::flat::serde::de::Error::custom(error))
            }
        }
    };
}
