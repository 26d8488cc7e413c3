//! Checks the contents of ZIP archives by their directory. Nothing is decompressed.

use std::io::{self, BufReader};

use zip::ZipArchive;

use super::blobs::ReadSeek;
use super::names::{clean_name, ending_of};
use super::refused::{is_bundle, is_refused};
use super::sniff::SniffFault;
use super::types::{DOCX, ODP, ODS, ODT, PPTX, XLSX, ZIP, endings_of};

/// Maximum of entries in an archive. Office documents have some hundred.
const MAX_ENTRIES: usize = 10_000;
/// Number of bytes of a file that are searched at once.
const PIECE: usize = 64 * 1024;
/// First bytes of each entry of a directory (APPNOTE.TXT 4.3.12).
const ENTRY_SIGNATURE: &[u8] = b"PK\x01\x02";

/// The type of a ZIP archive: of an office document, or of an archive of other files. `found` is its type by its first bytes,
/// `ending` that of its name. Archives with a program, documents with macros and archives without a readable directory are
/// refused.
pub(super) fn zip_type(file: &mut dyn ReadSeek, found: &str, ending: Option<&str>) -> Result<&'static str, SniffFault> {
    let unreadable = || SniffFault::NotAllowed(ZIP.to_owned());
    // The library would read the whole directory before it returns the number of entries.
    let entries = entries_of(file).map_err(|_| unreadable())?;
    if entries > MAX_ENTRIES {
        return Err(unreadable());
    }
    let archive = ZipArchive::new(BufReader::new(file)).map_err(|_| unreadable())?;
    let names: Result<Vec<_>, _> = archive.file_names().map(|name| name.map(|name| name.to_lowercase())).collect();
    let names = names.map_err(|_| unreadable())?;
    if names.iter().any(|name| is_program(name)) {
        return Err(SniffFault::Program);
    }
    let mime = office_type(&names, found, ending).unwrap_or(ZIP);
    if names.iter().any(|name| is_macro(name, mime)) {
        return Err(SniffFault::Macros);
    }
    Ok(mime)
}

/// Counts the possible entries of the directory, one piece of the file at a time, and stops at the maximum.
fn entries_of(file: &mut dyn ReadSeek) -> io::Result<usize> {
    file.rewind()?;
    let mut count = 0;
    let mut piece = vec![0; PIECE];
    let mut kept = 0;
    loop {
        let rest = piece.get_mut(kept..).unwrap_or_default();
        let read = file.read(rest)?;
        let filled = piece.get(..kept + read).unwrap_or_default();
        count += filled.windows(ENTRY_SIGNATURE.len()).filter(|window| *window == ENTRY_SIGNATURE).count();
        if read == 0 || count > MAX_ENTRIES {
            file.rewind()?;
            return Ok(count);
        }
        // A signature may lie across two pieces.
        let tail = (ENTRY_SIGNATURE.len() - 1).min(filled.len());
        let from = filled.len() - tail;
        piece.copy_within(from..from + tail, 0);
        kept = tail;
    }
}

/// The entry is a program, or a folder that macOS runs as one.
fn is_program(name: &str) -> bool {
    let mut segments = name.split(['/', '\\']).rev();
    let is_refused_file = segments.next().and_then(|file| ending_of(&clean_name(file))).is_some_and(|e| is_refused(&e));
    is_refused_file || segments.filter_map(|folder| ending_of(&clean_name(folder))).any(|ending| is_bundle(&ending))
}

/// The type of an office document by the names in its directory, in lower case.
fn office_type(names: &[String], found: &str, ending: Option<&str>) -> Option<&'static str> {
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    let has_folder = |folder: &str| names.iter().any(|name| name.starts_with(folder));
    if has("[content_types].xml") {
        let types = [("word/", DOCX), ("xl/", XLSX), ("ppt/", PPTX)];
        let mut fitting = types.iter().filter(|(folder, _)| has_folder(folder)).map(|(_, mime)| *mime);
        return fitting.next().filter(|_| fitting.next().is_none());
    }
    if !has("content.xml") || !has("meta-inf/manifest.xml") {
        return None;
    }
    // The type stands in the first entry. If it is in another entry, the ending of the name decides which document it is.
    let types = [ODT, ODS, ODP];
    let has_ending = |mime: &&str| ending.is_some_and(|ending| endings_of(mime).contains(&ending));
    types.into_iter().find(|mime| *mime == found).or_else(|| types.into_iter().find(has_ending))
}

/// The entry is a macro of an office document of this type, or the folder of its macros.
fn is_macro(name: &str, mime: &str) -> bool {
    match mime {
        ODT | ODS | ODP => name.starts_with("basic/") || name.starts_with("scripts/"),
        // Visual Basic in all three, and the older macro sheets of Excel.
        DOCX | XLSX | PPTX => {
            let part = name.rsplit('/').next().unwrap_or_default();
            matches!(part, "vbaproject.bin" | "vbadata.xml") || name.starts_with("xl/macrosheets/")
        }
        _ => false,
    }
}
