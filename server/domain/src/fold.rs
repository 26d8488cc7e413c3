//! Normalises text for comparisons in a search.

use unicode_normalization::UnicodeNormalization;

/// The text in lower case without accents, as the core and the page normalise it.
pub(crate) fn folded(text: &str) -> String {
    let is_accent = |letter: &char| ('\u{300}'..='\u{36f}').contains(letter);
    text.nfd().filter(|letter| !is_accent(letter)).flat_map(char::to_lowercase).collect()
}
