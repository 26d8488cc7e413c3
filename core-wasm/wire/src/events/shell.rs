//! Events of the shell.

use super::{AreaEvent, events};
use serde::{Deserialize, Serialize};

events! {
    /// An event of the shell.
    OpenUrl(OpenUrlEvent) = "OpenUrlEvent",
}

/// The page opens an external address for the agent (spec conversation §5 "Open-URL event").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenUrlEvent {
    /// Address of the page.
    pub url: String,
}
