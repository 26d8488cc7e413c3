//! Untrusted file names: which characters stay, and with which ending a file is saved.

use super::types::{endings_of, essence};

/// Longest name in characters.
const MAX_NAME: usize = 120;

/// The name under which a file of this type is saved. A name keeps its ending if the ending belongs to the type; otherwise the
/// ending of the type is added. The name has no folders, no invisible characters and no characters with a meaning in file
/// systems; if no other character is left, it is empty.
pub fn saved_name(file_name: &str, mime: &str) -> String {
    let name = clean_name(file_name);
    if name.is_empty() {
        return name;
    }
    let endings = endings_of(&essence(mime));
    let kept = name.rsplit_once('.').filter(|(_, ending)| endings.contains(&ending.to_ascii_lowercase().as_str()));
    let (stem, ending) = kept.unwrap_or((&name, endings.first().copied().unwrap_or_default()));
    // The stem is cut, never the ending: otherwise a cut name could show another ending.
    let stem: String = stem.chars().take(MAX_NAME.saturating_sub(1 + ending.len())).collect();
    format!("{}.{ending}", stem.trim_end_matches(is_trimmed))
}

/// The last segment of a name, without characters that could end a header, leave a folder or hide the ending.
pub(super) fn clean_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = last.chars().filter(|letter| !is_unsafe(*letter) && !is_invisible(*letter)).collect();
    kept.trim_matches(is_trimmed).to_owned()
}

/// The ending of a cleaned name, in lower case.
pub(super) fn ending_of(clean_name: &str) -> Option<String> {
    clean_name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())
}

/// Windows ignores these at the end of a name; at its beginning a dot hides the file.
fn is_trimmed(letter: char) -> bool {
    letter == '.' || letter.is_whitespace()
}

/// Control characters, and characters that Windows or a shell read.
fn is_unsafe(letter: char) -> bool {
    letter.is_control() || matches!(letter, '"' | '%' | '*' | ':' | ';' | '<' | '>' | '?' | '|' | '`' | '$')
}

/// Invisible characters: Unicode's `Default_Ignorable_Code_Point`, among them joiners and marks that reverse the direction of
/// text, and the separators of lines and paragraphs.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
