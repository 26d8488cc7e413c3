//! Settings of retention: how many days rows are kept.

use contact_centre::RetentionConfig;

use super::{SettingsError, Variables, checked};

/// Maximum of days: a hundred years.
const LONGEST_DAYS: u32 = 36_500;

/// Reads the settings of retention.
///
/// # Errors A setting is no valid number of days.
pub(super) fn read(variable: Variables<'_>) -> Result<RetentionConfig, SettingsError> {
    let days = |name, default: u32| {
        let is_days = |text: &str| text.parse().is_ok_and(|days: u32| days <= LONGEST_DAYS);
        let text = checked(variable, name, "a number of days from 0 (for ever) to 36500", is_days)?;
        Ok(text.and_then(|text| text.parse().ok()).unwrap_or(default))
    };
    let defaults = RetentionConfig::default();
    Ok(RetentionConfig {
        attendances_days: days("RETENTION_DAYS_ATTENDANCES", defaults.attendances_days)?,
        traces_days: days("RETENTION_DAYS_TRACES", defaults.traces_days)?,
        audit_days: days("RETENTION_DAYS_AUDIT", defaults.audit_days)?,
        dead_effects_days: days("RETENTION_DAYS_DEAD_EFFECTS", defaults.dead_effects_days)?,
        notifications_days: days("RETENTION_DAYS_NOTIFICATIONS", defaults.notifications_days)?,
        sign_in_places_days: days("RETENTION_DAYS_SIGN_IN_PLACES", defaults.sign_in_places_days)?,
        early_receipts_days: days("RETENTION_DAYS_EARLY_RECEIPTS", defaults.early_receipts_days)?,
        unused_files_days: days("RETENTION_DAYS_UNUSED_FILES", defaults.unused_files_days)?,
        broadcasts_days: days("RETENTION_DAYS_BROADCASTS", defaults.broadcasts_days)?,
        recordings_days: days("RETENTION_DAYS_RECORDINGS", defaults.recordings_days)?,
    })
}
