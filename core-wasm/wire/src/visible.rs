//! Invisible texts and names. Telephones send them: white space, direction marks, fillers, an accent without its
//! letter.

use crate::unicode::is_combining_mark;

/// Whether a text has a visible character.
pub fn is_visible(text: &str) -> bool {
    text.chars().any(is_seen)
}

/// The first visible text; empty if there is none.
pub fn first_visible<'a>(texts: impl IntoIterator<Item = &'a str>) -> &'a str {
    texts.into_iter().find(|text| is_visible(text)).unwrap_or_default()
}

/// White space, control and format characters, fillers and combining marks are invisible by themselves.
fn is_seen(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_control() && !is_filler(letter) && !is_combining_mark(letter)
}

/// Characters with Unicode's property `Default_Ignorable_Code_Point`, and two letters that are drawn as blanks.
fn is_filler(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{34f}'
            | '\u{600}'..='\u{605}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::bey_167_empty("")]
    #[case::bey_167_blanks(" \t\n\u{a0}\u{2003}\u{3000}")]
    #[case::bey_167_direction("\u{200e}\u{200f}\u{202e}")]
    #[case::bey_167_zero_width("\u{200b}\u{200c}\u{200d}\u{2060}\u{2063}\u{2064}\u{feff}")]
    #[case::bey_167_fillers("\u{3164}\u{115f}\u{1160}\u{ffa0}\u{2800}")]
    #[case::bey_167_soft_hyphen("\u{ad}")]
    #[case::bey_167_marks_alone("\u{301}\u{20dd}\u{fe0f}")]
    #[case::bey_167_tags("\u{e0041}\u{e007f}")]
    #[case::bey_167_control("\u{1}\u{7f}")]
    fn a_text_without_a_visible_character_is_recognised_as_invisible(#[case] text: &str) {
        assert!(!is_visible(text), "{text:?}");
        assert_eq!(first_visible([text, "5511"]), "5511");
    }

    #[rstest]
    #[case::letter("a")]
    #[case::bey_167_accent_on_its_letter("e\u{301}")]
    #[case::bey_167_visible_and_invisible_characters("\u{200b}Zé\u{200e}")]
    #[case::bey_167_emoji("👨‍👩‍👧")]
    #[case::bey_167_flag_emoji("🇧🇷")]
    #[case::bey_167_keycap("1\u{fe0f}\u{20e3}")]
    #[case::bey_167_dot(".")]
    #[case::bey_167_other_scripts("שלום")]
    #[case::bey_167_replacement_character("\u{fffd}")]
    fn a_text_with_a_visible_character_is_recognised_as_visible(#[case] text: &str) {
        assert!(is_visible(text), "{text:?}");
    }
}
