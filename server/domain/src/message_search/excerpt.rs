//! The part of a text around the words that a search found.

use crate::fold::folded;
use wire::ExcerptPart;

/// Maximum of characters before the first found word.
const BEFORE: usize = 40;
/// Maximum of characters in an excerpt.
const LENGTH: usize = 180;
/// Marks the omitted rest of the text.
const REST: char = '…';

/// A letter with its form for comparison.
struct Letter {
    shown: char,
    /// The form for comparison: letters and digits without accents and case; empty for other characters.
    compared: String,
}

/// The text around the first word that begins with one of `words`, in pieces. White space is reduced to one space.
pub(super) fn excerpt(text: &str, words: &[String]) -> Vec<ExcerptPart> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters: Vec<Letter> = text.chars().map(letter).collect();
    let found = found(&letters, words);
    let first = found.iter().position(|is_found| *is_found).unwrap_or_default();
    let from = start(&letters, first.saturating_sub(BEFORE), first);
    let until = letters.len().min(from + LENGTH);
    let mut parts: Vec<ExcerptPart> = Vec::new();
    let mut add = |letter: char, found: bool| match parts.last_mut() {
        Some(last) if last.found == found => last.text.push(letter),
        _ => parts.push(ExcerptPart { text: letter.to_string(), found }),
    };
    if from > 0 {
        add(REST, false);
    }
    for (letter, found) in letters.iter().zip(&found).take(until).skip(from) {
        add(letter.shown, *found);
    }
    if until < letters.len() {
        add(REST, false);
    }
    parts
}

fn letter(shown: char) -> Letter {
    let compared = folded(shown.encode_utf8(&mut [0; 4])).chars().filter(|letter| letter.is_alphanumeric()).collect();
    Letter { shown, compared }
}

/// The beginning of a word at `wished` or after it, but not after `first`.
fn start(letters: &[Letter], wished: usize, first: usize) -> usize {
    if wished == 0 {
        return 0;
    }
    let space = letters.iter().enumerate().take(first).skip(wished).find(|(_, letter)| letter.shown == ' ');
    space.map_or(wished, |(position, _)| position + 1)
}

/// For each letter, whether it belongs to a word that begins like a searched word.
fn found(letters: &[Letter], words: &[String]) -> Vec<bool> {
    let mut found = vec![false; letters.len()];
    let mut is_inside = false;
    for (position, letter) in letters.iter().enumerate() {
        // A combining mark neither begins nor ends a word.
        let is_letter = !letter.compared.is_empty() || is_inside && is_accent(letter.shown);
        let begins = is_letter && !is_inside;
        is_inside = is_letter;
        if !begins {
            continue;
        }
        for word in words {
            if let Some(end) = end_of(letters, position, word) {
                found.iter_mut().take(end).skip(position).for_each(|found| *found = true);
            }
        }
    }
    found
}

fn is_accent(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

/// The position after the word at `position` if that word begins with `word`; signs within it are ignored.
fn end_of(letters: &[Letter], position: usize, word: &str) -> Option<usize> {
    let mut rest = word;
    for (number, letter) in letters.iter().enumerate().skip(position) {
        if rest.is_empty() {
            let is_end = letter.compared.is_empty() && !is_accent(letter.shown);
            if is_end {
                return Some(number);
            }
            continue;
        }
        if letter.shown == ' ' {
            return None;
        }
        rest = match rest.strip_prefix(letter.compared.as_str()) {
            Some(rest) => rest,
            // A letter that is compared as two letters may end the searched word with the first of them.
            None if letter.compared.starts_with(rest) => "",
            None => return None,
        };
    }
    rest.is_empty().then_some(letters.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// The excerpt with the found words in brackets.
    fn shown(text: &str, words: &[&str]) -> String {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let piece = |part: ExcerptPart| if part.found { format!("[{}]", part.text) } else { part.text };
        excerpt(text, &words).into_iter().map(piece).collect()
    }

    #[rstest]
    #[case::a_word_with_other_accents_and_case("A Renovação é hoje", &["renovacao"], "A [Renovação] é hoje")]
    #[case::letters_with_a_combining_mark("A Renovac\u{327}a\u{303}o e\u{301} hoje", &["renovacao", "e"], "A [Renovac\u{327}a\u{303}o] [e\u{301}] hoje")]
    #[case::the_beginning_of_a_word("renovações", &["renov"], "[renovações]")]
    #[case::not_the_inside_of_a_word("prenovar", &["renov"], "prenovar")]
    #[case::several_words("boleto e fatura", &["fatura", "boleto"], "[boleto] e [fatura]")]
    #[case::a_word_with_signs_within("meu guarda-chuva novo", &["guardachuva"], "meu [guarda-chuva] novo")]
    #[case::a_word_after_a_sign("*boleto*", &["boleto"], "*[boleto]*")]
    #[case::a_text_with_markup("<b>boleto</b>", &["boleto"], "<b>[boleto]</b>")]
    #[case::a_text_of_several_lines("um\n\n boleto", &["boleto"], "um [boleto]")]
    fn found_words_are_marked_in_their_original_spelling(
        #[case] text: &str,
        #[case] words: &[&str],
        #[case] expected: &str,
    ) {
        assert_eq!(shown(text, words), expected);
    }

    #[test]
    fn a_long_text_is_cut_around_the_first_found_word() {
        let text = format!("{}boleto {}", "palavra ".repeat(50), "depois ".repeat(50));
        let found = shown(&text, &["boleto"]);
        assert!(found.starts_with("…palavra ") && found.contains("[boleto]") && found.ends_with('…'), "{found}");
        assert!(found.chars().count() <= LENGTH + 4, "{found}");
    }
}
