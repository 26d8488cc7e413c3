//! The second factor of sign-ins: codes of an authenticator app (TOTP, RFC 6238) and recovery codes.

use serde::{Deserialize, Serialize};

/// Whether the agents of an org unit have a second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SecondFactorPolicy {
    /// An agent who has none sets one up before the first session.
    Required,
    /// An agent may set one up in the preferences, and may turn it off there.
    Optional,
    /// None can be set up; also any word that this version does not know.
    #[default]
    #[serde(other)]
    Off,
}

impl SecondFactorPolicy {
    /// Whether none can be set up.
    pub fn is_off(&self) -> bool {
        *self == Self::Off
    }
}

/// Answer of `GET /agents/{id}/second-factor`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SecondFactorStatus {
    /// What holds in the agent's org unit.
    pub policy: SecondFactorPolicy,
    /// A sign-in asks for a code.
    pub active: bool,
    /// Recovery codes that were not used.
    pub recovery_codes_left: u32,
}

/// Answer of `POST /agents/{id}/second-factor`: what the authenticator app needs. Written by the server; the core keeps both as a
/// `Secret`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SecondFactorSetUp {
    /// The secret in base32, to be typed.
    pub secret: String,
    /// The same as an address (`otpauth://`), to be shown as a QR code.
    pub uri: String,
}

/// Answer of `POST /agents/{id}/second-factor/confirm`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Each replaces one code of the app, once. They are given this one time.
    pub recovery_codes: Vec<String>,
}
