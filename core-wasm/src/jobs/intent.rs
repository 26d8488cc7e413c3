//! What the agent asks of the attendances.

use crate::wire::Protocol;
use serde::Deserialize;

/// Written by the ui as `{ area: "jobs", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum JobsIntent {
    /// Opens an attendance.
    OpenJob {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Back to the list, where only one pane fits.
    CloseJob,
    /// Pointer or focus entered or left the list: rows keep their places meanwhile.
    HoldOrder {
        /// Pointer or focus is inside the list.
        inside: bool,
    },
    /// Narrows the list to what the text finds; an empty one ends the search.
    SearchJobs {
        /// The whole text of the search field.
        text: String,
    },
    /// Loads the list again after a failure.
    ReloadJobs,
    /// Loads the messages again after a failure.
    ReloadThread {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The agent scrolled the messages.
    ScrollChanged {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Scroll position in CSS pixels.
        scroll_top: f64,
    },
    /// The agent answered a field of the script.
    AnswerScript {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the field.
        field_id: String,
        /// The answer; empty removes it.
        value: String,
    },
}
