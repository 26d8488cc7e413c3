//! The second factor as the ui shows it.

use super::{FactorStep, SecondFactor};
use crate::flow::Text;
use crate::wire::SecondFactorPolicy;
use serde::Serialize;
use std::fmt;

/// The second factor: the present step, and the agent's own factor in a session.
#[derive(Clone, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorView {
    /// What the page asks for.
    pub step: FactorStep,
    /// A request is pending.
    pub saving: bool,
    /// Secret of the new app, in base32; empty in other steps.
    pub secret: String,
    /// The secret as an address, for the QR code.
    pub uri: String,
    /// The recovery codes of the new factor; empty in other steps.
    pub recovery_codes: Vec<String>,
    /// The agent's factor in a session; `None` until it is loaded.
    pub own: Option<OwnFactorView>,
    /// Error of the code.
    pub code_error: Option<Text>,
    /// Error of the password.
    pub password_error: Option<Text>,
    /// Why the last request failed, if no field is wrong.
    pub error: Option<Text>,
}

/// The agent's factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OwnFactorView {
    /// The policy of the agent's org unit.
    pub policy: SecondFactorPolicy,
    /// Whether a sign-in of the agent asks for a code.
    pub active: bool,
    /// Number of recovery codes that were not used.
    pub recovery_codes_left: u32,
}

/// Prints neither the secret nor the recovery codes.
impl fmt::Debug for SecondFactorView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, saving, own, code_error, password_error, error, .. } = self;
        write!(formatter, "SecondFactorView({step:?} {saving} {own:?} {code_error:?} {password_error:?} {error:?})")
    }
}

impl SecondFactor {
    pub(in crate::session) fn view(&self) -> SecondFactorView {
        let set_up = self.set_up.expose();
        let shows_secret = self.step == FactorStep::FirstCode;
        let secret = |text: &String| if shows_secret { text.clone() } else { String::new() };
        SecondFactorView {
            step: self.step,
            saving: self.saving,
            secret: secret(&set_up.secret),
            uri: secret(&set_up.uri),
            recovery_codes: match self.step {
                FactorStep::RecoveryCodes => self.recovery_codes.expose().clone(),
                _ => Vec::new(),
            },
            own: self.status.as_ref().map(|status| OwnFactorView {
                policy: status.policy,
                active: status.active,
                recovery_codes_left: status.recovery_codes_left,
            }),
            code_error: self.code_error.clone(),
            password_error: self.password_error.clone(),
            error: self.error.clone(),
        }
    }
}
