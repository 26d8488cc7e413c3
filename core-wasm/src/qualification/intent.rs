//! What the agent asks of qualification.

use crate::wire::{Protocol, QualificationId};
use serde::Deserialize;

/// Written by the ui as `{ area: "qualification", type: "…", … }`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum QualificationIntent {
    OpenQualification {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    ReloadQualifications {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
    ChooseQualification {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        qualification_id: QualificationId,
    },
    ObserveQualification {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
        observation: String,
    },
    ConfirmQualification {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        protocol: Protocol,
    },
}
