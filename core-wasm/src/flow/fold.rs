//! Normalization of texts for searches.

use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

/// Lower case without accents, for comparisons in a search. The page folds in the same way (`ui/src/i18n/fold.ts`).
pub fn folded(text: &str) -> String {
    let is_accent = |letter: &char| ('\u{300}'..='\u{36f}').contains(letter);
    decomposed(text).into_iter().filter(|letter| !is_accent(letter)).flat_map(char::to_lowercase).collect()
}

/// The text in normalization form D. `nfd()` is not used: its iterator is also that of the form KD, whose tables would
/// be in the module (BEY-093, docs/decisions/0052).
fn decomposed(text: &str) -> Vec<char> {
    let mut letters = Vec::with_capacity(text.len());
    for letter in text.chars() {
        decompose_canonical(letter, |part| letters.push(part));
    }
    for letter_and_marks in letters.chunk_by_mut(|_, next| canonical_combining_class(*next) != 0) {
        letter_and_marks.sort_by_key(|letter| canonical_combining_class(*letter));
    }
    letters
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
            prop_assert_eq!(decomposed(&text), text.nfd().collect::<Vec<char>>());
        }
    }
}
