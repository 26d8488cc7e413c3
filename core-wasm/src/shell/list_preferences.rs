//! What an agent prefers of the attendance list: its order, and what it shows.

use serde::{Deserialize, Serialize};

/// The order of the attendance list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ListOrder {
    /// The newest message first (JOB-029).
    #[default]
    Newest,
    /// Those who wait for an answer longest first.
    LongestWaiting,
}

/// What shows after the agent qualified the attendance that was open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum AfterClosing {
    /// The list.
    #[default]
    List,
    /// Of the customers whom the list shows, the one who has waited longest. The list if nobody waits.
    NextWaiting,
}

/// Ids of tag items by what they are put on; an empty list does not filter (JOB-023, JOB-026).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// Which tags the rows of the list show, by what they are put on (JOB-024).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
