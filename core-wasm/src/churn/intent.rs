//! Intents of the churn risk.

use crate::flow::{EntityKind, FromPage};

/// An action of the agent; the page writes `{ area: "churn", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ChurnIntent {
    /// Loads the risk of a contact or a company (slice `churnOf:<kind>/<id>`).
    LoadChurn {
        /// `contact` or `employer`.
        kind: EntityKind,
        /// Id of the contact or the company.
        id: String,
    },
    /// Opens or closes the form that removes the risk of a contact.
    OpenRiskRemoval {
        /// The contact.
        id: String,
        /// False closes the form.
        open: bool,
    },
    /// The agent typed in the form: its characters are counted.
    TypeJustification {
        /// The contact.
        id: String,
        /// The whole text.
        text: String,
    },
    /// Removes the risk of a contact.
    RemoveRisk {
        /// The contact.
        id: String,
        /// Why the risk does not apply any more, as the agent typed it.
        text: String,
    },
}
