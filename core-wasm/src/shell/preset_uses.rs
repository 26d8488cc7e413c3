//! The number of times that an agent used each preset message (BEY-161).

use serde::{Deserialize, Serialize};

/// The number of times that the agent used a preset message (BEY-161).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PresetUse {
    /// Id of the preset.
    pub id: String,
    /// Number of uses.
    pub uses: u32,
}

/// Greater than the number of presets that an agent uses.
const MOST_PRESETS: usize = 100;

/// The counts after one more use. Beyond the limit the least used preset is removed; the one just used stays.
pub fn used_once_more(uses: &[PresetUse], id: &str) -> Vec<PresetUse> {
    let mut counts = uses.to_vec();
    match counts.iter_mut().find(|used| used.id == id) {
        Some(used) => used.uses = used.uses.saturating_add(1),
        None => {
            counts.sort_by_key(|used| std::cmp::Reverse(used.uses));
            counts.truncate(MOST_PRESETS - 1);
            counts.push(PresetUse { id: id.to_owned(), uses: 1 });
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_the_limit_the_count_of_the_least_used_preset_is_removed() {
        let mut uses = used_once_more(&[], "first");
        for id in 0..MOST_PRESETS {
            uses = used_once_more(&used_once_more(&uses, &id.to_string()), "first");
        }
        assert_eq!(uses.len(), MOST_PRESETS);
        assert!(uses.iter().any(|used| used.id == "first" && used.uses > 100));
        assert!(uses.iter().any(|used| used.id == "99"), "the last one stays");
    }
}
