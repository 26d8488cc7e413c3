//! How often an agent used which preset messages (BEY-161).

use serde::{Deserialize, Serialize};

/// How often the agent used a preset message (BEY-161).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PresetUse {
    /// Id of the preset.
    pub id: String,
    /// Times.
    pub uses: u32,
}

/// More than an agent uses.
const MOST_PRESETS: usize = 100;

/// The counts after one more use. Of too many presets the one that was used least leaves; the present one stays.
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
    fn of_too_many_presets_the_least_used_one_leaves() {
        let mut uses = used_once_more(&[], "first");
        for id in 0..MOST_PRESETS {
            uses = used_once_more(&used_once_more(&uses, &id.to_string()), "first");
        }
        assert_eq!(uses.len(), MOST_PRESETS);
        assert!(uses.iter().any(|used| used.id == "first" && used.uses > 100));
        assert!(uses.iter().any(|used| used.id == "99"), "the last one stays");
    }
}
