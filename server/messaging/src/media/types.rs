//! The allow-list: which types of files are accepted, and which endings of a name belong to each type.
//!
//! The type is detected from the content (`sniff`). A name whose ending is not in the row of its type gets the first ending of
//! the row (`saved_name`), so that no file is saved under an ending that makes a system open it as something else.

/// How files of a type may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handling {
    /// Browsers may show the file in a page.
    Shown,
    /// The file is only saved.
    Saved,
    /// The file contains other files: it is only saved, and only accepted if the limits allow archives.
    Archive,
}

use Handling::{Archive, Saved, Shown};

/// Type of texts that a browser would run or render: they are served as plain bytes.
pub(super) const OPAQUE: &str = "application/octet-stream";
pub(super) const ZIP: &str = "application/zip";
pub(super) const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
pub(super) const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
pub(super) const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
pub(super) const ODT: &str = "application/vnd.oasis.opendocument.text";
pub(super) const ODS: &str = "application/vnd.oasis.opendocument.spreadsheet";
pub(super) const ODP: &str = "application/vnd.oasis.opendocument.presentation";
pub(super) const DOC: &str = "application/msword";
pub(super) const XLS: &str = "application/vnd.ms-excel";
pub(super) const PPT: &str = "application/vnd.ms-powerpoint";

/// Every type that is accepted, with its endings. The first ending is the one that a name without a fitting ending gets.
pub(super) const TYPES: &[(Handling, &str, &[&str])] = &[
    (Shown, "image/jpeg", &["jpg", "jpeg", "jpe", "jfif"]),
    (Shown, "image/png", &["png"]),
    (Shown, "image/gif", &["gif"]),
    (Shown, "image/webp", &["webp"]),
    (Shown, "image/bmp", &["bmp"]),
    (Shown, "image/avif", &["avif"]),
    (Saved, "image/heif", &["heic", "heif"]),
    (Saved, "image/tiff", &["tif", "tiff"]),
    (Shown, "audio/mpeg", &["mp3"]),
    (Shown, "audio/mp4", &["m4a", "mp4"]),
    (Shown, "audio/m4a", &["m4a", "mp4"]),
    (Shown, "audio/aac", &["aac"]),
    (Shown, "audio/ogg", &["ogg", "oga", "opus", "ogv"]),
    (Shown, "audio/webm", &["weba", "webm"]),
    (Shown, "audio/x-wav", &["wav"]),
    (Shown, "audio/x-flac", &["flac"]),
    (Saved, "audio/amr", &["amr"]),
    (Saved, "audio/3gpp", &["3gp"]),
    (Shown, "video/mp4", &["mp4", "m4v"]),
    (Shown, "video/webm", &["webm"]),
    (Shown, "video/ogg", &["ogv", "ogg"]),
    (Saved, "video/x-m4v", &["m4v", "mp4"]),
    (Saved, "video/quicktime", &["mov"]),
    (Saved, "video/3gpp", &["3gp"]),
    (Saved, "video/x-matroska", &["mkv", "mka"]),
    (Saved, "video/x-msvideo", &["avi"]),
    (Saved, "video/mpeg", &["mpg", "mpeg"]),
    (Shown, "application/pdf", &["pdf"]),
    (Saved, DOCX, &["docx", "dotx"]),
    (Saved, XLSX, &["xlsx", "xltx"]),
    (Saved, PPTX, &["pptx", "ppsx", "potx"]),
    (Saved, ODT, &["odt", "ott"]),
    (Saved, ODS, &["ods", "ots"]),
    (Saved, ODP, &["odp", "otp"]),
    (Saved, DOC, &["doc"]),
    (Saved, XLS, &["xls"]),
    (Saved, PPT, &["ppt", "pps"]),
    (Saved, "application/rtf", &["rtf"]),
    // Whatever its content, a file with one of these endings is opened as text or as a table.
    (Saved, "text/plain", &["txt", "csv", "tsv", "log", "md", "json", "ics", "vcf"]),
    (Saved, OPAQUE, &["bin", "txt", "csv", "tsv", "log", "md", "json"]),
    (Archive, ZIP, &["zip"]),
    (Archive, "application/vnd.rar", &["rar"]),
    (Archive, "application/x-7z-compressed", &["7z"]),
    (Archive, "application/x-tar", &["tar"]),
    (Archive, "application/gzip", &["gz", "tgz"]),
    (Archive, "application/x-bzip2", &["bz2"]),
    (Archive, "application/x-xz", &["xz"]),
    (Archive, "application/zstd", &["zst"]),
];

/// Endings of a type that is not in the list, for example of a file that was stored under an earlier list.
const UNKNOWN: &[&str] = &["bin"];

/// How files of a type may be used; `None` if they are not accepted.
pub(super) fn handling_of(mime: &str) -> Option<Handling> {
    TYPES.iter().find(|(_, known, _)| *known == mime).map(|(handling, ..)| *handling)
}

/// The endings that belong to a type, the preferred one first.
pub(super) fn endings_of(mime: &str) -> &'static [&'static str] {
    TYPES.iter().find(|(_, known, _)| *known == mime).map_or(UNKNOWN, |(_, _, endings)| endings)
}

/// Whether browsers may show files of this type in a page.
pub fn is_inline(mime: &str) -> bool {
    handling_of(mime) == Some(Shown)
}

/// A type without its parameters, in lower case.
pub(super) fn essence(mime: &str) -> String {
    mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The part of a type before the slash.
pub(super) fn family(mime: &str) -> &str {
    mime.split('/').next().unwrap_or_default()
}

/// `image`, `audio` or `video` for an ending of such files, else empty.
pub(super) fn media_family_of_ending(ending: &str) -> Option<&'static str> {
    let (_, mime, _) = TYPES.iter().find(|(_, _, endings)| endings.contains(&ending))?;
    Some(family(mime)).filter(|family| matches!(*family, "image" | "audio" | "video"))
}
