//! Limits of what one address, and all together, may take of the machine.

use contact_centre::wire::limits;

use super::{SettingsError, Variables, checked};
use crate::disk::DiskLimits;
use crate::http::quotas::QuotaSettings;

const MB: u64 = 1_000_000;

/// Limits of the machine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LimitSettings {
    /// Connections of one address, 0: no limit; `None`: a part of all. A proxy connects for everybody, so behind one it does not count.
    pub connections_per_address: Option<usize>,
    /// What customers of one address may take.
    pub quotas: QuotaSettings,
    /// The disk.
    pub disk: DiskLimits,
    /// Longest new password, in characters; `None`: the domain's default.
    pub password_max_chars: Option<usize>,
}

impl LimitSettings {
    pub(super) fn read(variable: Variables<'_>) -> Result<Self, SettingsError> {
        let defaults = Self::default();
        let quotas = QuotaSettings {
            starts_per_hour: number(variable, "STARTS_PER_ADDRESS")?.unwrap_or(defaults.quotas.starts_per_hour),
            mb_per_day: number(variable, "MB_PER_ADDRESS")?.unwrap_or(defaults.quotas.mb_per_day),
        };
        let bytes = |name| Ok::<_, SettingsError>(number(variable, name)?.map(|count| u64::from(count) * MB));
        let disk = DiskLimits {
            floor: bytes("DISK_FLOOR_MB")?.unwrap_or(defaults.disk.floor),
            media: bytes("MEDIA_MAX_MB")?.filter(|bytes| *bytes > 0),
        };
        let connections_per_address = number(variable, "CONNECTIONS_PER_ADDRESS")?;
        let is_length = |text: &str| {
            text.parse().is_ok_and(|count| (limits::PASSWORD_MAX_CHARS..=limits::PASSWORD_LIMIT_CHARS).contains(&count))
        };
        let longest = checked(variable, "PASSWORD_MAX_CHARS", "a number from 15 to 128", is_length)?;
        Ok(Self {
            connections_per_address: connections_per_address.map(|count| count as usize),
            quotas,
            disk,
            password_max_chars: longest.and_then(|text| text.parse().ok()),
        })
    }
}

fn number(variable: Variables<'_>, name: &'static str) -> Result<Option<u32>, SettingsError> {
    let text = checked(variable, name, "a number", |text| text.parse::<u32>().is_ok())?;
    Ok(text.and_then(|text| text.parse().ok()))
}
