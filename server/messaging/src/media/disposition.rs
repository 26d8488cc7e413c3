//! `Content-Disposition` with a file name that came from outside (RFC 6266, RFC 8187).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

/// Longest file name in characters.
const MAX_NAME: usize = 120;
/// Characters that need no encoding in an extended value (RFC 8187, `attr-char`).
const ATTR_CHAR: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Whether a browser shows a file or saves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Disposition {
    /// Shown in the page.
    Inline,
    /// Saved as a file.
    Attachment,
}

impl Disposition {
    /// The word of the header and of signed addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Inline => "inline",
            Self::Attachment => "attachment",
        }
    }
}

/// The header's value. Directories, control characters and characters with a meaning in file systems leave the name.
pub fn content_disposition(disposition: Disposition, file_name: Option<&str>) -> String {
    let name = file_name.map(safe_name).unwrap_or_default();
    if name.is_empty() {
        return disposition.word().to_owned();
    }
    let fallback: String = name.chars().map(|letter| if letter.is_ascii() { letter } else { '_' }).collect();
    let extended = utf8_percent_encode(&name, ATTR_CHAR);
    format!("{}; filename=\"{fallback}\"; filename*=UTF-8''{extended}", disposition.word())
}

/// The last segment of a name, without characters that could end a header, leave a folder or hide the type.
fn safe_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept = last.chars().filter(|letter| !is_unsafe(*letter)).take(MAX_NAME);
    kept.collect::<String>().trim_matches(['.', ' ']).to_owned()
}

/// Control characters, characters that Windows or a shell read, and marks that reverse the direction of text.
fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '"' | '%' | '*' | ':' | ';' | '<' | '>' | '?' | '|' | '`' | '$')
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A value for a quoted parameter of a header in a form.
pub(crate) fn header_safe(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !matches!(letter, '"' | '\\')).collect()
}
