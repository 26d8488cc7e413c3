//! The second factor of sign-ins: codes of an authenticator app (TOTP, RFC 6238) and recovery codes.

use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// The policy of an org unit about second factors of its agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SecondFactorPolicy {
    /// An agent without a factor sets one up before the first session.
    Required,
    /// An agent may set a factor up in the preferences, and may turn it off there.
    Optional,
    /// No factor can be set up; also any word that this version does not know.
    #[default]
    #[serde(other)]
    Off,
}

impl SecondFactorPolicy {
    /// Whether no factor can be set up.
    pub fn is_off(&self) -> bool {
        *self == Self::Off
    }
}

/// Answer of `GET /agents/{id}/second-factor`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct SecondFactorStatus {
    /// The policy of the agent's org unit.
    pub policy: SecondFactorPolicy,
    /// A sign-in asks for a code.
    pub active: bool,
    /// Recovery codes that were not used.
    pub recovery_codes_left: u32,
}

/// Answer of `POST /agents/{id}/second-factor`: the secret for the authenticator app. Written by the server; the core
/// keeps both as a `Secret`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct SecondFactorSetUp {
    /// The secret in base32, for typing.
    pub secret: String,
    /// The secret as an address (`otpauth://`), for a QR code.
    pub uri: String,
}

/// Answer of `POST /agents/{id}/second-factor/confirm`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// The recovery codes: each replaces one code of the app, once. The server sends them only this one time.
    pub recovery_codes: Vec<String>,
}
