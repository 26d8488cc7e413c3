//! Events of the shell.

use super::{AreaEvent, events};
use derive::ReadObject;
use serde::Serialize;

events! {
    /// An event of the shell.
    OpenUrl(OpenUrlEvent) = "OpenUrlEvent",
}

/// The page opens an external address for the agent (spec conversation §5 "Open-URL event").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct OpenUrlEvent {
    /// Address of the page.
    pub url: String,
}
