//! The agent's preferences for the attendance list: its order and its filters.

use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// The order of the attendance list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ListOrder {
    /// The newest message first (JOB-029).
    #[default]
    Newest,
    /// The longest waiting customers first.
    LongestWaiting,
}

/// The page that is shown after the open attendance was qualified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum AfterClosing {
    /// The list.
    #[default]
    List,
    /// The conversation of the listed customer who has waited longest; the list if no customer waits.
    NextWaiting,
}

/// Ids of tag items by the kind of entity that has them; an empty list does not filter (JOB-023, JOB-026).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct ListTags {
    /// Tags of the contact.
    pub contact: Vec<u32>,
    /// Tags of the company.
    pub employer: Vec<u32>,
    /// Tags of the attendance.
    pub attendance: Vec<u32>,
}

/// The kinds of tags that the rows of the list show (JOB-024).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct TagVisibility {
    /// Tags of the attendance.
    pub attendance: bool,
    /// Tags of the contact.
    pub contact: bool,
    /// Tags of the company.
    pub employer: bool,
}

impl Default for TagVisibility {
    fn default() -> Self {
        Self { attendance: true, contact: true, employer: true }
    }
}
