//! Normalization of texts for searches.

use crate::wire::unicode::decomposed;

/// Lower case without accents, for comparisons in a search. The page folds in the same way (`ui/src/i18n/fold.ts`).
pub fn folded(text: &str) -> String {
    let is_accent = |letter: &char| ('\u{300}'..='\u{36f}').contains(letter);
    decomposed(text).chars().filter(|letter| !is_accent(letter)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    #[test]
    fn folding_removes_accents_and_capitals_and_orders_other_marks() {
        for (text, folds_to) in
            [("São José", "sao jose"), ("ÇÃO", "cao"), ("\u{c5}\u{212b}", "aa"), ("ب\u{651}\u{64e}", "ب\u{64e}\u{651}")]
        {
            assert_eq!(folded(text), folds_to);
        }
    }

    proptest! {
        #[test]
        fn a_text_is_decomposed_as_the_librarys_iterator_does(text in "(\\PC|[\u{300}-\u{36f}\u{591}-\u{5bd}\u{64b}-\u{655}]){0,12}") {
            prop_assert_eq!(decomposed(&text), text.nfd().collect::<String>());
        }
    }
}
