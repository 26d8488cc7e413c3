//! Settings of broadcasts.

use contact_centre::BroadcastConfig;

use super::{SettingsError, Variables, checked};

/// The greatest limit of customers of a list: a request with more does not fit into a body.
const MOST_CONTACTS: usize = 10_000;

/// Reads the settings of broadcasts.
///
/// # Errors A setting is no valid number.
pub(super) fn read(variable: Variables<'_>) -> Result<BroadcastConfig, SettingsError> {
    let defaults = BroadcastConfig::default();
    let is_size = |text: &str| text.parse().is_ok_and(|count: usize| (1..=MOST_CONTACTS).contains(&count));
    let is_rate = |text: &str| text.parse().is_ok_and(|count: u32| (1..=1_000).contains(&count));
    let is_count = |text: &str| text.parse::<u32>().is_ok();
    let max_contacts = checked(variable, "BROADCAST_MAX_CONTACTS", "a number from 1 to 10000", is_size)?;
    let per_second = checked(variable, "BROADCAST_PER_SECOND", "a number from 1 to 1000", is_rate)?;
    let daily = checked(variable, "BROADCAST_DAILY_CUSTOMERS", "a number; 0 is no limit", is_count)?;
    let words = |name, default: Vec<String>| {
        let list = |text: String| text.split(',').map(|word| word.trim().to_owned()).collect();
        variable(name).map_or(default, list)
    };
    Ok(BroadcastConfig {
        max_contacts: max_contacts.and_then(|text| text.parse().ok()).unwrap_or(defaults.max_contacts),
        per_second: per_second.and_then(|text| text.parse().ok()).unwrap_or(defaults.per_second),
        daily_customers: daily.and_then(|text| text.parse().ok()).filter(|count| *count > 0),
        opt_out_words: words("OPT_OUT_WORDS", defaults.opt_out_words),
        opt_in_words: words("OPT_IN_WORDS", defaults.opt_in_words),
    })
}
