//! The churn risk as the interface shows it.

use super::machine::Churn;
use crate::flow::{Entity, Text};
use crate::shell::{RiskBand, percent};
use crate::wire::Wall;
use crate::wire::limits::{JUSTIFICATION_MAX_CHARS, JUSTIFICATION_MIN_CHARS};
use serde::Serialize;

/// One reason of a risk.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChurnFactorView {
    /// `lastContactDays`, `unansweredAttendances` or `negativeQualifications`; another service may send a sentence.
    pub reason: String,
    /// The number in the reason, for example of days; 0 for a sentence.
    pub count: u32,
    /// Part of the probability in percent, rounded.
    pub percent: u32,
}

/// The open form that removes a risk.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RiskRemovalView {
    /// Number of typed characters without the spaces around them.
    pub length: u32,
    /// The least number of characters.
    pub shortest: u32,
    /// The greatest number of characters.
    pub longest: u32,
    /// Removing waits for the server.
    pub pending: bool,
    /// Why the risk was not removed; the text stays.
    pub error: Option<Text>,
}

/// The risk of a contact or a company.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChurnView {
    /// Probability that the customer leaves, 0 to 100, rounded; `None`: no risk, it was removed or not computed.
    pub percent: Option<u32>,
    /// Level of the risk.
    pub band: Option<RiskBand>,
    /// When the risk was computed, as a JavaScript time value.
    pub updated_at: Option<f64>,
    /// Why an agent removed the risk; empty if no agent did.
    pub justification: String,
    /// Reasons, the largest part first; empty for a company.
    pub factors: Vec<ChurnFactorView>,
    /// The open form in which the agent removes the risk.
    pub form: Option<RiskRemovalView>,
}

impl Churn {
    /// The risk of an entity; `None` before it is known, and if it could not be loaded.
    pub fn view(&self, entity: &Entity) -> Option<ChurnView> {
        let risk = self.risk(entity)?;
        let known = risk.known.as_ref()?;
        let probability = known.probability.filter(|value| value.is_finite());
        Some(ChurnView {
            percent: probability.map(percent),
            band: probability.map(RiskBand::of),
            updated_at: known.updated_at.map(Wall::as_js),
            justification: known.justification.clone(),
            factors: risk
                .factors
                .iter()
                .map(|factor| ChurnFactorView {
                    reason: factor.reason.clone(),
                    count: factor.count,
                    percent: percent(factor.value),
                })
                .collect(),
            form: risk.form.as_ref().map(|form| RiskRemovalView {
                length: u32::try_from(form.length).unwrap_or(u32::MAX),
                shortest: JUSTIFICATION_MIN_CHARS as u32,
                longest: JUSTIFICATION_MAX_CHARS as u32,
                pending: form.pending,
                error: form.error.clone(),
            }),
        })
    }
}
