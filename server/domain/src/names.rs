//! Names that people type. A name without a visible character, or with only marks of direction, would be an empty place in
//! a list (ASVS 2.2.1).

use crate::http::Failure;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use wire::limits::NAME_MAX_CHARS;

/// Whether the text has a character that a reader sees.
pub(crate) fn is_visible(text: &str) -> bool {
    text.chars().any(|letter| !is_blank(letter) && is_drawn(letter))
}

/// The trimmed name of a customer.
///
/// # Errors 422 `name: required` without a visible character, `tooLong` with more than `NAME_MAX_CHARS` characters.
pub(crate) fn customer_name(name: &str) -> Result<&str, Failure> {
    let name = name.trim();
    if !is_visible(name) {
        return Err(Failure::field("name", "required"));
    }
    if name.chars().count() > NAME_MAX_CHARS {
        return Err(Failure::field("name", "tooLong"));
    }
    Ok(name)
}

/// Combining marks alone are not visible.
fn is_drawn(letter: char) -> bool {
    matches!(
        letter.general_category_group(),
        GeneralCategoryGroup::Letter
            | GeneralCategoryGroup::Number
            | GeneralCategoryGroup::Punctuation
            | GeneralCategoryGroup::Symbol
    )
}

/// Letters and symbols without a visible form: fillers of Hangul, and the Braille pattern without a dot.
fn is_blank(letter: char) -> bool {
    matches!(letter, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}' | '\u{1d159}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::a_name("Zoë", true)]
    #[case::another_script("محمد", true)]
    #[case::an_emoji("🌻", true)]
    #[case::a_digit("7", true)]
    #[case::a_letter_among_marks("\u{202e}a\u{202c}", true)]
    #[case::an_empty_name("", false)]
    #[case::only_spaces("\u{a0}\u{2003}\u{3000}", false)]
    #[case::only_marks_of_direction("\u{202e}\u{202e}", false)]
    #[case::only_joiners("\u{200d}\u{200b}\u{feff}", false)]
    #[case::only_a_soft_hyphen("\u{ad}", false)]
    #[case::only_fillers("\u{3164}\u{115f}\u{ffa0}", false)]
    #[case::only_braille_without_a_dot("\u{2800}", false)]
    #[case::only_an_accent("\u{301}", false)]
    #[case::only_control_characters("\u{0}\u{7}", false)]
    #[case::only_tag_characters("\u{e0041}\u{e007f}", false)]
    fn a_name_must_have_a_visible_character(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(is_visible(text), expected);
    }
}
