//! The operator's settings for second factors.

use std::collections::BTreeMap;
use wire::{OrgUnitId, SecondFactorPolicy, Secret};

/// The policy for second factors, by org unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecondFactorConfig {
    /// Encrypts the secrets of apps and keys the hashes of recovery codes. Without this key no second factor can be set up or
    /// verified.
    pub key: Option<Secret<String>>,
    /// The former key: secrets encrypted with it can still be decrypted, and are encrypted with the present key when
    /// the next code is accepted.
    pub former_key: Option<Secret<String>>,
    /// The policy of org units that are not named.
    pub everywhere: SecondFactorPolicy,
    /// The policies of org units that have their own.
    pub units: BTreeMap<OrgUnitId, SecondFactorPolicy>,
}

impl SecondFactorConfig {
    /// The policy of the org unit.
    pub fn policy_of(&self, unit: &OrgUnitId) -> SecondFactorPolicy {
        match self.key {
            Some(_) => self.units.get(unit).copied().unwrap_or(self.everywhere),
            None => SecondFactorPolicy::Off,
        }
    }
}
