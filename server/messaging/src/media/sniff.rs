//! Detects the type of a file from its content, and decides whether it is accepted. The claim of a client or provider
//! is only used to refuse a contradiction. `types` lists the accepted types, `refused` the refused names.

use std::io::{Cursor, Read, SeekFrom};

use serde::{Deserialize, Serialize};

use super::archive::zip_type;
use super::blobs::ReadSeek;
use super::names::{clean_name, ending_of, saved_name};
use super::ole::{check_macros, has_oversized_table, is_compound};
use super::pixels::{largest_frame_of, pixels_of};
use super::refused::is_refused;
use super::types::{
    DOC, Handling, ODP, ODS, ODT, OPAQUE, PPT, XLS, ZIP, essence, family, handling_of, media_family_of_ending,
};
use crate::types::MediaKind;

/// Limits of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MediaLimits {
    /// Largest file in bytes, inclusive.
    pub max_bytes: u64,
    /// Largest picture in pixels, inclusive.
    pub max_pixels: u64,
    /// Whether archives that are not office documents are accepted.
    pub archives: bool,
}

impl Default for MediaLimits {
    /// 5 MB (WAP-062), 40 megapixels (a browser needs 4 bytes for each), and no archives: their contents are not unpacked and
    /// checked, so only agents may send them.
    fn default() -> Self {
        Self { max_bytes: 5 * 1024 * 1024, max_pixels: 40_000_000, archives: false }
    }
}

impl MediaLimits {
    /// Whether a file of this length is allowed.
    pub fn fits(self, length: usize) -> bool {
        u64::try_from(length).is_ok_and(|length| length <= self.max_bytes)
    }
}

/// The result of the detection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sniffed {
    /// The type with which it is served.
    pub mime: String,
    /// How a message shows the file. Whether sound is a voice message is not detected here.
    pub kind: MediaKind,
    /// Whether browsers may show the file in a page. Other files are only saved.
    pub inline: bool,
    /// The name under which it is stored, shown and saved (`saved_name`); empty if it had no name.
    pub file_name: String,
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SniffFault {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is larger than the limit.
    #[error("the file has more than {max_bytes} bytes")]
    TooLarge {
        /// The exceeded limit.
        max_bytes: u64,
    },
    /// The file is a program, by its content, by its name or by a name inside it.
    #[error("the file is or contains a program")]
    Program,
    /// The file is an office document with macros.
    #[error("the document contains macros")]
    Macros,
    /// The file is an archive, and the limits do not allow archives.
    #[error("archives are not allowed")]
    Archive,
    /// The file is a picture with more pixels than the limit.
    #[error("the picture has too many pixels")]
    TooManyPixels,
    /// The file cannot be read.
    #[error("the file cannot be read")]
    Unreadable,
    /// The type is not allowed, or its contents cannot be checked.
    #[error("files of type {0} are not allowed")]
    NotAllowed(String),
    /// The file was claimed as a picture or a recording, but its content is something else.
    #[error("claimed as {claimed}, found {found}")]
    Contradiction {
        /// The claimed type or extension.
        claimed: String,
        /// The type of the content.
        found: String,
    },
}

/// Files up to this length are read as a whole. Of longer files only the beginning is in memory: types whose check needs the whole file
/// (texts, and office documents of before 2007) are refused above this length.
pub const WHOLE_MAX_BYTES: u64 = 5 * 1024 * 1024;
/// Length of the beginning of a file that is too long to be read as a whole. Signatures and headers of pictures are
/// shorter.
const HEAD_BYTES: u64 = 256 * 1024;

/// The content of a file.
struct Content<'a> {
    /// All of the content, or its beginning.
    head: &'a [u8],
    is_whole: bool,
    file: &'a mut dyn ReadSeek,
}

/// Detects the type of a file, or the reason for refusing it (WAP-062). `claimed` is a MIME type, with or without
/// parameters.
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
    let content = Content { head: bytes, is_whole: true, file: &mut Cursor::new(bytes) };
    judge(content, claimed, file_name, limits)
}

/// Like `sniff`, for a file on a disk. At most `WHOLE_MAX_BYTES` of it are in memory.
pub fn sniff_file(
    file: &mut dyn ReadSeek,
    claimed: Option<&str>,
    file_name: Option<&str>,
    limits: MediaLimits,
) -> Result<Sniffed, SniffFault> {
    let unreadable = |_| SniffFault::Unreadable;
    let length = file.seek(SeekFrom::End(0)).map_err(unreadable)?;
    if length > limits.max_bytes {
        return Err(SniffFault::TooLarge { max_bytes: limits.max_bytes });
    }
    file.rewind().map_err(unreadable)?;
    let is_whole = length <= WHOLE_MAX_BYTES;
    let mut head = Vec::new();
    let wanted = if is_whole { WHOLE_MAX_BYTES } else { HEAD_BYTES };
    file.take(wanted).read_to_end(&mut head).map_err(unreadable)?;
    if is_whole {
        return sniff(&head, claimed, file_name, limits);
    }
    judge(Content { head: &head, is_whole, file }, claimed, file_name, limits)
}

fn judge(
    mut content: Content<'_>,
    claimed: Option<&str>,
    file_name: Option<&str>,
    limits: MediaLimits,
) -> Result<Sniffed, SniffFault> {
    let claimed = claimed.map(essence);
    let name = file_name.map(clean_name).unwrap_or_default();
    let ending = ending_of(&name);
    if ending.as_deref().is_some_and(is_refused) {
        return Err(SniffFault::Program);
    }
    let found = found_type(&mut content, claimed.as_deref(), ending.as_deref())?;
    check_claim(claimed.as_deref(), ending.as_deref(), &found)?;
    match handling_of(&found) {
        None => return Err(SniffFault::NotAllowed(found)),
        Some(Handling::Archive) => check_archive(&name, limits)?,
        Some(Handling::Shown | Handling::Saved) => {}
    }
    let kind = match family(&found) {
        "image" => MediaKind::Image,
        "video" => MediaKind::Video,
        "audio" => MediaKind::Audio { voice: false },
        _ => MediaKind::Document,
    };
    if kind == MediaKind::Image {
        match pixels(&mut content, &found) {
            None => return Err(SniffFault::NotAllowed(found)),
            Some(pixels) if pixels > limits.max_pixels => return Err(SniffFault::TooManyPixels),
            Some(_) => {}
        }
    }
    let inline = handling_of(&found) == Some(Handling::Shown);
    Ok(Sniffed { inline, kind, file_name: saved_name(&name, &found), mime: found })
}

/// The headers of a picture are at its beginning. Only a JPEG may have larger headers anywhere.
fn pixels(content: &mut Content<'_>, mime: &str) -> Option<u64> {
    let pixels = pixels_of(content.head, mime)?;
    if content.is_whole || mime != "image/jpeg" {
        return Some(pixels);
    }
    largest_frame_of(content.file).ok()?.map(|largest| largest.max(pixels))
}

fn found_type(content: &mut Content<'_>, claimed: Option<&str>, ending: Option<&str>) -> Result<String, SniffFault> {
    let bytes = content.head;
    if !content.is_whole && is_compound(bytes) {
        return Err(SniffFault::TooLarge { max_bytes: WHOLE_MAX_BYTES });
    }
    if has_oversized_table(bytes) {
        return Err(SniffFault::NotAllowed(OPAQUE.to_owned()));
    }
    let Some(found) = infer::get(bytes) else {
        return unsigned_type(content).map(|mime| container(&mime, claimed));
    };
    let mime = found.mime_type();
    match found.matcher_type() {
        // Some pictures have signatures of two or three letters, which texts may begin with, too.
        infer::MatcherType::Image if is_text(bytes) => unsigned_type(content),
        infer::MatcherType::App => Err(SniffFault::Program),
        infer::MatcherType::Audio | infer::MatcherType::Video => Ok(container(mime, claimed)),
        infer::MatcherType::Text if mime == "text/x-shellscript" => Err(SniffFault::Program),
        infer::MatcherType::Text => Ok(OPAQUE.to_owned()),
        infer::MatcherType::Doc | infer::MatcherType::Archive => document_type(content, mime, ending),
        _ => Ok(mime.to_owned()),
    }
}

/// Types of files that contain other files.
fn document_type(content: &mut Content<'_>, mime: &str, ending: Option<&str>) -> Result<String, SniffFault> {
    match mime {
        DOC | XLS | PPT => check_macros(content.head, mime).map(|()| mime.to_owned()),
        ZIP | ODT | ODS | ODP => zip_type(content.file, mime, ending).map(str::to_owned),
        _ if mime.starts_with("application/vnd.openxmlformats-officedocument.") => {
            zip_type(content.file, mime, ending).map(str::to_owned)
        }
        // Fonts, which are not texts.
        OPAQUE => Err(SniffFault::NotAllowed(OPAQUE.to_owned())),
        _ => Ok(mime.to_owned()),
    }
}

/// A compressed file is named after what it contains.
fn check_archive(name: &str, limits: MediaLimits) -> Result<(), SniffFault> {
    let inner = name.rsplit_once('.').and_then(|(stem, _)| ending_of(&clean_name(stem)));
    if inner.as_deref().is_some_and(is_refused) {
        return Err(SniffFault::Program);
    }
    if limits.archives { Ok(()) } else { Err(SniffFault::Archive) }
}

/// These containers hold sound, or pictures with sound; the claim decides between the two.
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

/// Types without a signature: containers of other brands (ISO/IEC 14496-12, `ftyp`) and texts.
fn unsigned_type(content: &Content<'_>) -> Result<String, SniffFault> {
    let bytes = content.head;
    if bytes.get(4..8) == Some(b"ftyp") {
        let is_3gp = bytes.get(8..10) == Some(b"3g");
        return Ok(if is_3gp { "video/3gpp" } else { "video/mp4" }.to_owned());
    }
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if !is_utf16 && !is_text(bytes) {
        return Err(SniffFault::NotAllowed(OPAQUE.to_owned()));
    }
    // Only the end of the file shows whether it is a text without a signature.
    if !content.is_whole {
        return Err(SniffFault::TooLarge { max_bytes: WHOLE_MAX_BYTES });
    }
    if bytes.starts_with(b"#!") {
        return Err(SniffFault::Program);
    }
    if is_sylk(bytes) {
        return Err(SniffFault::NotAllowed("application/x-sylk".to_owned()));
    }
    // Searches for markup anywhere, not only at the beginning: browsers search further than the signature.
    let is_markup = is_utf16 || bytes.contains(&b'<');
    Ok(if is_markup { OPAQUE } else { "text/plain" }.to_owned())
}

/// A text has no control characters. Texts in older encodings count as texts too.
fn is_text(bytes: &[u8]) -> bool {
    let is_control = |byte: &u8| *byte < 0x20 && !matches!(*byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b);
    !bytes.iter().any(is_control)
}

/// Excel reads tables of this format, and runs their macros, under the ending `csv`, too. A table whose first column is called
/// `ID` begins in the same way, but has no line of cells.
fn is_sylk(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let is_cell_or_name =
        |line: &[u8]| matches!(line, [b'C', b';', b'X' | b'Y' | b'K' | b'E', ..] | [b'N', b'N', b';', ..]);
    lines.next().is_some_and(|first| first.starts_with(b"ID;")) && lines.any(is_cell_or_name)
}

/// A file that is claimed as a picture or a recording must be one.
fn check_claim(claimed: Option<&str>, ending: Option<&str>, found: &str) -> Result<(), SniffFault> {
    let by_name = ending.and_then(|ending| Some((ending, media_family_of_ending(ending)?)));
    let by_type = claimed.map(|claimed| (claimed, family(claimed)));
    for (claim, claimed_family) in by_type.into_iter().chain(by_name) {
        let fits = match claimed_family {
            // A vector drawing is markup; it is accepted as a file and never shown.
            "image" if found == OPAQUE => claim == "image/svg+xml",
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
