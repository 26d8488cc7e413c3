//! Settings of sign-ins and of the end of sessions.

use std::collections::BTreeMap;

use contact_centre::SecondFactorConfig;
use contact_centre::wire::{OrgUnitId, SecondFactorPolicy, Secret};

use super::{SECRET_MIN_CHARS, SettingsError, Variables, checked};

const MINUTE_MS: i64 = 60_000;
/// Maximum of the idle time: a session lasts a day at most.
const LONGEST_IDLE_MINUTES: i64 = 24 * 60;

/// Settings of sign-ins and of the end of sessions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionSettings {
    /// Idle time after which a session ends, in milliseconds; `None`: never.
    pub idle_ms: Option<i64>,
    /// Second factors of the org units.
    pub second_factor: SecondFactorConfig,
}

impl SessionSettings {
    pub(super) fn read(variable: Variables<'_>) -> Result<Self, SettingsError> {
        let is_minutes = |text: &str| text.parse().is_ok_and(|count| (2..=LONGEST_IDLE_MINUTES).contains(&count));
        let minutes = checked(variable, "SESSION_IDLE_MINUTES", "a number from 2 to 1440", is_minutes)?;
        let idle_ms = minutes.and_then(|text| text.parse::<i64>().ok()).map(|minutes| minutes * MINUTE_MS);
        let key = secret_of(variable, "SECOND_FACTOR_KEY")?;
        let former_key = secret_of(variable, "SECOND_FACTOR_KEY_FORMER")?;
        let form = "off, optional or required, for org units too: optional,2:required";
        let given = checked(variable, "SECOND_FACTOR", form, |text| policies(text).is_some())?;
        let (everywhere, units) = given.as_deref().and_then(policies).unwrap_or_default();
        if given.is_some() && key.is_none() {
            return Err(SettingsError::Alone("SECOND_FACTOR", "SECOND_FACTOR_KEY"));
        }
        if former_key.is_some() && key.is_none() {
            return Err(SettingsError::Alone("SECOND_FACTOR_KEY_FORMER", "SECOND_FACTOR_KEY"));
        }
        Ok(Self { idle_ms, second_factor: SecondFactorConfig { key, former_key, everywhere, units } })
    }
}

/// Parses a key of second factors; the command that resets a factor does not need it.
fn secret_of(variable: Variables<'_>, name: &'static str) -> Result<Option<Secret<String>>, SettingsError> {
    match variable(name) {
        Some(text) if text.chars().count() < SECRET_MIN_CHARS => Err(SettingsError::ShortSecret(name)),
        text => Ok(text.map(Secret::new)),
    }
}

type Policies = (SecondFactorPolicy, BTreeMap<OrgUnitId, SecondFactorPolicy>);

/// Parses a policy for all org units, and `unit:policy` for one, separated by commas.
fn policies(text: &str) -> Option<Policies> {
    let mut everywhere = None;
    let mut units = BTreeMap::new();
    for part in text.split(',').map(str::trim) {
        let is_new = match part.split_once(':') {
            Some((unit, policy)) if !unit.trim().is_empty() => {
                units.insert(OrgUnitId::from(unit.trim()), policy_of(policy.trim())?).is_none()
            }
            Some(_) => false,
            None => everywhere.replace(policy_of(part)?).is_none(),
        };
        if !is_new {
            return None;
        }
    }
    Some((everywhere.unwrap_or_default(), units))
}

fn policy_of(word: &str) -> Option<SecondFactorPolicy> {
    match word {
        "off" => Some(SecondFactorPolicy::Off),
        "optional" => Some(SecondFactorPolicy::Optional),
        "required" => Some(SecondFactorPolicy::Required),
        _ => None,
    }
}
