//! What the agent asks of the attendances.

use crate::wire::Protocol;
use serde::Deserialize;

/// Written by the ui as `{ area: "jobs", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum JobsIntent {
    OpenJob {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Back to the list, where only one pane fits.
    CloseJob,
    /// Pointer or focus entered or left the list: rows keep their places meanwhile.
    HoldOrder {
        inside: bool,
    },
    /// Narrows the list to what the text finds; an empty one ends the search.
    SearchJobs {
        text: String,
    },
    ReloadJobs,
    ReloadThread {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    ScrollChanged {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        scroll_top: f64,
    },
    AnswerScript {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        field_id: String,
        value: String,
    },
}
