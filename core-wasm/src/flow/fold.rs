//! Texts as a search compares them.

use unicode_normalization::UnicodeNormalization;

/// Lower case without accents, for comparisons in a search. The page folds in the same way (`ui/src/i18n/fold.ts`).
pub fn folded(text: &str) -> String {
    let is_accent = |letter: &char| ('\u{300}'..='\u{36f}').contains(letter);
    text.nfd().filter(|letter| !is_accent(letter)).flat_map(char::to_lowercase).collect()
}
