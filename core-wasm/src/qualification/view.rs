//! The qualification dialog as the ui shows it.

use super::machine::{Options, Qualification};
use crate::flow::Text;
use crate::jobs::Jobs;
use crate::wire::{AttendanceGroup, Protocol};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QualificationOptionView {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QualificationView {
    pub protocol: String,
    pub contact_name: String,
    pub loading: bool,
    pub load_failed: bool,
    pub options: Vec<QualificationOptionView>,
    /// The queue has no list: this one is used.
    pub automatic: Option<String>,
    pub chosen: Option<String>,
    pub choice_error: Option<Text>,
    pub observation: String,
    pub observation_required: bool,
    pub observation_error: Option<Text>,
    pub error: Option<Text>,
    pub pending: bool,
}

impl Qualification {
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
