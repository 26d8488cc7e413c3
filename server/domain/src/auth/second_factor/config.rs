//! What the operator decided about second factors.

use std::collections::BTreeMap;
use wire::{OrgUnitId, SecondFactorPolicy, Secret};

/// Second factors, by org unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecondFactorConfig {
    /// Seals the secrets of apps and keys the hashes of recovery codes; without it no factor is set up, and none can be verified.
    pub key: Option<Secret<String>>,
    /// The key before: what it sealed is read, and sealed anew at the next code that is taken.
    pub former_key: Option<Secret<String>>,
    /// For org units that are not named.
    pub everywhere: SecondFactorPolicy,
    /// For these org units.
    pub units: BTreeMap<OrgUnitId, SecondFactorPolicy>,
}

impl SecondFactorConfig {
    /// What holds in the org unit.
    pub fn policy_of(&self, unit: &OrgUnitId) -> SecondFactorPolicy {
        match self.key {
            Some(_) => self.units.get(unit).copied().unwrap_or(self.everywhere),
            None => SecondFactorPolicy::Off,
        }
    }
}
