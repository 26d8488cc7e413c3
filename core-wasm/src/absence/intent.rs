//! Intents of absent mode.

use crate::flow::FromPage;

/// Written by the ui as `{ area: "absence", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AbsenceIntent {
    /// "Voltar ao atendimento". Staying absent only closes the dialog.
    ReturnFromAbsence,
}
