//! What a file is, by its bytes. What a client or provider claims is only used to refuse a contradiction.

use serde::{Deserialize, Serialize};

use crate::types::MediaKind;

/// Limits of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MediaLimits {
    /// Largest file in bytes, inclusive.
    pub max_bytes: u64,
}

impl Default for MediaLimits {
    /// 5 MB (WAP-062).
    fn default() -> Self {
        Self { max_bytes: 5 * 1024 * 1024 }
    }
}

impl MediaLimits {
    /// A file of this length is allowed.
    pub fn fits(self, length: usize) -> bool {
        u64::try_from(length).is_ok_and(|length| length <= self.max_bytes)
    }
}

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sniffed {
    /// The type to serve it with.
    pub mime: String,
    /// How a message shows it. Whether sound is a voice message only the message knows.
    pub kind: MediaKind,
    /// Browsers may show it in a page. Others are only ever saved.
    pub inline: bool,
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SniffFault {
    /// No bytes.
    #[error("the file is empty")]
    Empty,
    /// Above the limit.
    #[error("the file has more than {max_bytes} bytes")]
    TooLarge {
        /// The limit.
        max_bytes: u64,
    },
    /// A program, by its bytes or its name.
    #[error("the file is a program")]
    Program,
    /// A type that is not allowed.
    #[error("files of type {0} are not allowed")]
    NotAllowed(String),
    /// Claimed as a picture or a recording and found to be something else.
    #[error("claimed as {claimed}, found {found}")]
    Contradiction {
        /// Type or extension as claimed.
        claimed: String,
        /// Type of the bytes.
        found: String,
    },
}

/// Extensions that systems run when a person opens them. Archives of programs look like other archives, so the name counts too.
const PROGRAMS: &[&str] = &[
    "apk", "app", "bat", "cmd", "com", "cpl", "dll", "exe", "hta", "ipa", "jar", "js", "jse", "lnk", "msi", "msp",
    "pif", "ps1", "reg", "scr", "sh", "vb", "vbe", "vbs", "wsf",
];
/// Types that browsers show safely.
const INLINE: &[&str] = &[
    "application/pdf",
    "audio/aac",
    "audio/m4a",
    "audio/mp4",
    "audio/mpeg",
    "audio/ogg",
    "audio/opus",
    "audio/webm",
    "audio/x-flac",
    "audio/x-wav",
    "image/avif",
    "image/bmp",
    "image/gif",
    "image/jpeg",
    "image/png",
    "image/webp",
    "video/mp4",
    "video/ogg",
    "video/webm",
];
/// Documents beside those of Office Open XML and OpenDocument, whose types have a common start.
const DOCUMENTS: &[&str] = &[
    "application/msword",
    "application/pdf",
    "application/rtf",
    "application/vnd.ms-excel",
    "application/vnd.ms-powerpoint",
    "application/zip",
];
/// Type of texts that a browser would run or render: they are served as plain bytes.
const OPAQUE: &str = "application/octet-stream";

/// Browsers may show files of this type in a page.
pub fn is_inline(mime: &str) -> bool {
    INLINE.contains(&mime)
}

/// Finds what a file is, or why it is refused (WAP-062). `claimed` is a MIME type, with or without parameters.
pub fn sniff(
    bytes: &[u8],
    claimed: Option<&str>,
    file_name: Option<&str>,
    limits: MediaLimits,
) -> Result<Sniffed, SniffFault> {
    if bytes.is_empty() {
        return Err(SniffFault::Empty);
    }
    if !limits.fits(bytes.len()) {
        return Err(SniffFault::TooLarge { max_bytes: limits.max_bytes });
    }
    let claimed = claimed.map(essence);
    let extension = file_name.and_then(extension_of);
    if extension.as_deref().is_some_and(|extension| PROGRAMS.contains(&extension)) {
        return Err(SniffFault::Program);
    }
    let found = named_office(found_type(bytes, claimed.as_deref())?, extension.as_deref());
    check_claim(claimed.as_deref(), extension.as_deref(), &found)?;
    let kind = match family(&found) {
        "image" => MediaKind::Image,
        "video" => MediaKind::Video,
        "audio" => MediaKind::Audio { voice: false },
        _ => MediaKind::Document,
    };
    Ok(Sniffed { inline: is_inline(&found), kind, mime: found })
}

fn found_type(bytes: &[u8], claimed: Option<&str>) -> Result<String, SniffFault> {
    let Some(found) = infer::get(bytes) else {
        return unsigned_type(bytes).map(|mime| container(&mime, claimed));
    };
    let mime = found.mime_type();
    match mime {
        "text/html" | "text/xml" => return Ok(OPAQUE.to_owned()),
        "text/x-shellscript" => return Err(SniffFault::Program),
        _ => {}
    }
    let is_document = DOCUMENTS.contains(&mime)
        || mime.starts_with("application/vnd.openxmlformats-officedocument.")
        || mime.starts_with("application/vnd.oasis.opendocument.");
    match found.matcher_type() {
        // Two letters are the whole signature of this type, and texts begin with them, too.
        infer::MatcherType::Image if mime == "image/bmp" && is_text(bytes) => unsigned_type(bytes),
        infer::MatcherType::App => Err(SniffFault::Program),
        infer::MatcherType::Image => Ok(mime.to_owned()),
        infer::MatcherType::Audio | infer::MatcherType::Video => Ok(container(mime, claimed)),
        _ if is_document => Ok(mime.to_owned()),
        _ => Err(SniffFault::NotAllowed(mime.to_owned())),
    }
}

/// Office documents are zip archives; where their signature is not at its usual place, the name decides how the file is called, not how it is shown.
fn named_office(found: String, extension: Option<&str>) -> String {
    match (found.as_str(), extension) {
        ("application/zip", Some("docx")) => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ("application/zip", Some("xlsx")) => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ("application/zip", Some("pptx")) => {
            "application/vnd.openxmlformats-officedocument.presentationml.presentation"
        }
        ("application/zip", Some("odt")) => "application/vnd.oasis.opendocument.text",
        ("application/zip", Some("ods")) => "application/vnd.oasis.opendocument.spreadsheet",
        ("application/zip", Some("odp")) => "application/vnd.oasis.opendocument.presentation",
        _ => return found,
    }
    .to_owned()
}

/// Containers hold sound or pictures with sound: the claim decides which.
fn container(found: &str, claimed: Option<&str>) -> String {
    match (found, claimed.map(family)) {
        ("video/mp4" | "video/x-m4v", Some("audio")) => "audio/mp4".to_owned(),
        ("video/webm" | "video/x-matroska", Some("audio")) => "audio/webm".to_owned(),
        ("video/3gpp", Some("audio")) => "audio/3gpp".to_owned(),
        ("audio/ogg", Some("video")) => "video/ogg".to_owned(),
        ("audio/opus", _) => "audio/ogg".to_owned(),
        _ => found.to_owned(),
    }
}

/// What has no signature: containers of other brands (ISO/IEC 14496-12, `ftyp`) and texts.
fn unsigned_type(bytes: &[u8]) -> Result<String, SniffFault> {
    if bytes.get(4..8) == Some(b"ftyp") {
        let is_3gp = bytes.get(8..10) == Some(b"3g");
        return Ok(if is_3gp { "video/3gpp" } else { "video/mp4" }.to_owned());
    }
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if !is_utf16 && !is_text(bytes) {
        return Err(SniffFault::NotAllowed(OPAQUE.to_owned()));
    }
    if bytes.starts_with(b"#!") {
        return Err(SniffFault::Program);
    }
    // Markup anywhere, not only at the beginning: browsers look further than a signature does.
    let is_markup = is_utf16 || bytes.contains(&b'<');
    Ok(if is_markup { OPAQUE } else { "text/plain" }.to_owned())
}

/// Text has no control characters. Texts in older encodings are texts too.
fn is_text(bytes: &[u8]) -> bool {
    let is_control = |byte: &u8| *byte < 0x20 && !matches!(*byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b);
    !bytes.iter().any(is_control)
}

/// A file that is claimed as a picture or a recording has to be one.
fn check_claim(claimed: Option<&str>, extension: Option<&str>, found: &str) -> Result<(), SniffFault> {
    let by_name = extension.map(|extension| (extension, family_of_extension(extension)));
    let by_type = claimed.map(|claimed| (claimed, family(claimed)));
    for (claim, claimed_family) in by_type.into_iter().chain(by_name) {
        let fits = match claimed_family {
            // A drawing of vectors is markup; it is accepted as a file and never shown.
            "image" if found == OPAQUE => matches!(claim, "image/svg+xml" | "svg"),
            "image" => family(found) == "image",
            "audio" | "video" => matches!(family(found), "audio" | "video"),
            _ => true,
        };
        if !fits {
            return Err(SniffFault::Contradiction { claimed: claim.to_owned(), found: found.to_owned() });
        }
    }
    Ok(())
}

/// A type without its parameters, in lower case.
fn essence(mime: &str) -> String {
    mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn family(mime: &str) -> &str {
    mime.split('/').next().unwrap_or_default()
}

fn extension_of(file_name: &str) -> Option<String> {
    let name = file_name.trim_end_matches(['.', ' ']);
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase())
}

fn family_of_extension(extension: &str) -> &'static str {
    match extension {
        "avif" | "bmp" | "gif" | "heic" | "heif" | "jfif" | "jpe" | "jpeg" | "jpg" | "png" | "svg" | "tif" | "tiff"
        | "webp" => "image",
        "3gp" | "avi" | "m4v" | "mkv" | "mov" | "mp4" | "mpeg" | "mpg" | "ogv" | "webm" => "video",
        "aac" | "amr" | "flac" | "m4a" | "mp3" | "oga" | "ogg" | "opus" | "wav" => "audio",
        _ => "",
    }
}
