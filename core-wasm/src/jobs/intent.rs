//! Intents of the attendances.

use crate::flow::FromPage;
use crate::wire::Protocol;

/// An action of the agent; the page writes `{ area: "jobs", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum JobsIntent {
    /// Opens an attendance.
    OpenJob {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Returns to the list on a narrow page.
    CloseJob,
    /// The open conversation shows its messages down to this one, which is at least half visible. A message that is
    /// visible for 750 ms is read.
    ViewedTo {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Local id of the message.
        local_id: String,
    },
    /// Pointer or focus entered or left the list; rows keep their positions while it is inside.
    HoldOrder {
        /// Whether pointer or focus is inside the list.
        inside: bool,
    },
    /// Shows only the attendances that match the text; an empty text ends the search.
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
    /// A file of a message could not be loaded, because its address may have expired. The message is refetched.
    RenewFile {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Local id of the message.
        local_id: String,
    },
    /// The agent scrolled the messages.
    ScrollChanged {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Scroll position in CSS pixels.
        scroll_top: f64,
    },
    /// The agent marks the customer's last messages as needing no answer, or removes that mark.
    NeedsAnswer {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// True: an answer is needed. False ends the wait until the customer writes again.
        needed: bool,
    },
    /// Opens the dialog in which the agent chooses until when the attendance is snoozed.
    AskSnooze {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Snoozes the attendance until a time, or until its customer writes.
    SnoozeJob {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// End of the snooze, as a JavaScript time value on the server's clock.
        until: f64,
    },
    /// Ends the snooze of an attendance.
    CancelSnooze {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The agent entered a value into a field of the script.
    AnswerScript {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// Id of the field.
        field_id: String,
        /// The value; empty removes it.
        value: String,
    },
    /// The agent ends the attendance; opens a confirmation dialog unless `confirmed`.
    FinishJob {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The agent has confirmed the dialog.
        confirmed: bool,
        /// The finish follows the messages and files that are being sent; without `confirmed` the dialog opens after
        /// them.
        #[serde(default)]
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        waits: bool,
    },
    /// The agent cancels the finish that waits for its messages.
    CancelFinish {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
}
