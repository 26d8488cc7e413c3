//! The qualification dialog as the interface shows it.

use super::machine::{Options, Qualification};
use crate::flow::Text;
use crate::jobs::Jobs;
use crate::wire::{AttendanceGroup, Protocol};
use serde::Serialize;

/// One qualification to choose.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QualificationOptionView {
    /// Id of the qualification.
    pub id: String,
    /// Name with its path.
    pub name: String,
}

/// The qualification dialog.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QualificationView {
    /// The attendance.
    pub protocol: String,
    /// Name of the customer.
    pub contact_name: String,
    /// The list is being loaded.
    pub loading: bool,
    /// Loading the list failed.
    pub load_failed: bool,
    /// The qualifications to choose from.
    pub options: Vec<QualificationOptionView>,
    /// Name of the default qualification that is used because the queue has no list.
    pub automatic: Option<String>,
    /// Id of the chosen qualification.
    pub chosen: Option<String>,
    /// Error of the choice.
    pub choice_error: Option<Text>,
    /// Initial value of the observation field.
    pub observation: String,
    /// The attendance group requires an observation.
    pub observation_required: bool,
    /// Error of the observation.
    pub observation_error: Option<Text>,
    /// Why the server refused the qualification.
    pub error: Option<Text>,
    /// Confirming waits for the server.
    pub pending: bool,
}

impl Qualification {
    /// The dialog of an attendance; `None` if the attendance does not exist or has no form.
    pub fn view(&self, jobs: &Jobs, groups: &[AttendanceGroup], protocol: &Protocol) -> Option<QualificationView> {
        let job = jobs.get(protocol)?;
        let form = self.form(protocol)?;
        let required = || Some(Text::key("qualification.requiredField"));
        let options = match &form.options {
            Options::Ready(options) => options
                .iter()
                .map(|option| QualificationOptionView { id: option.id.0.clone(), name: option.name.clone() })
                .collect(),
            _ => Vec::new(),
        };
        Some(QualificationView {
            protocol: protocol.to_string(),
            contact_name: job.name().to_owned(),
            loading: matches!(form.options, Options::NotAsked | Options::Loading),
            load_failed: form.options == Options::Failed,
            options,
            automatic: form.automatic.as_ref().map(|default| default.name.clone()),
            chosen: form.chosen.as_ref().map(|id| id.0.clone()),
            choice_error: form.choice_missing.then(required).flatten(),
            observation: form.observation.clone(),
            observation_required: Self::observation_required(jobs, groups, protocol),
            observation_error: form.observation_missing.then(required).flatten(),
            error: form.error.clone(),
            pending: form.pending,
        })
    }
}
