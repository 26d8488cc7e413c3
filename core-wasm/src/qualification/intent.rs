//! Intents of qualification.

use super::bulk::BulkTask;
use crate::flow::FromPage;
use crate::wire::{Protocol, QualificationId};

/// An action of the agent; the page writes `{ area: "qualification", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum QualificationIntent {
    /// Opens the qualification of an ended attendance.
    OpenQualification {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// Loads the list again after a failure.
    ReloadQualifications {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The agent chose a qualification.
    ChooseQualification {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The chosen qualification.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        qualification_id: QualificationId,
    },
    /// The agent changed the observation.
    ObserveQualification {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The whole text of the observation.
        observation: String,
    },
    /// The agent ends an open attendance of a text channel and qualifies it with the values of the dialog.
    FinishAndQualify {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        /// The finish follows the messages and files that are being sent.
        waits: bool,
    },
    /// The agent confirms the qualification.
    ConfirmQualification {
        /// The attendance.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    /// The agent selects several attendances in the list; an empty selection ends it.
    SelectInBulk {
        /// All selected attendances, in the order of the list.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string[]"))]
        protocols: Vec<Protocol>,
    },
    /// Opens the dialog for the selected attendances.
    AskInBulk {
        /// The task for them.
        task: BulkTask,
    },
    /// Loads the lists of the queues again whose load failed.
    ReloadBulkLists,
    /// The agent chose the qualification for all of them.
    ChooseInBulk {
        /// The chosen option.
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        qualification_id: QualificationId,
    },
    /// The agent changed the observation for all of them.
    ObserveInBulk {
        /// The whole text of the observation.
        observation: String,
    },
    /// The agent confirms the dialog.
    ConfirmBulk,
    /// The agent cancels the requests that were not sent yet.
    CancelBulk,
}
