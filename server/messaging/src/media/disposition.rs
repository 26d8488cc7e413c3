//! `Content-Disposition` with an untrusted file name (RFC 6266, RFC 8187).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use super::names::saved_name;

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
    /// The word in the header and in signed addresses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Inline => "inline",
            Self::Attachment => "attachment",
        }
    }
}

/// The header's value for a file of this type, with the name under which it is saved (`saved_name`).
pub fn content_disposition(disposition: Disposition, file_name: Option<&str>, mime: &str) -> String {
    let name = file_name.map(|name| saved_name(name, mime)).unwrap_or_default();
    if name.is_empty() {
        return disposition.word().to_owned();
    }
    let fallback: String = name.chars().map(|letter| if letter.is_ascii() { letter } else { '_' }).collect();
    let extended = utf8_percent_encode(&name, ATTR_CHAR);
    format!("{}; filename=\"{fallback}\"; filename*=UTF-8''{extended}", disposition.word())
}

/// A value for a quoted parameter of a header inside a form.
pub(crate) fn header_safe(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() && !matches!(letter, '"' | '\\')).collect()
}
