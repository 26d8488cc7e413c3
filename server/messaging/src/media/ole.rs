//! Checks the contents of office documents in the older formats (compound files, \[MS-CFB\]).

use std::io::Cursor;

use super::sniff::SniffFault;

/// First bytes of a compound file.
const SIGNATURE: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/// Maximum of entries in the directory. Documents have some tens; a document with many embedded ones has some hundred.
const MAX_ENTRIES: usize = 2_000;
/// Numbers of sectors above this one have other meanings, for example the end of a chain.
const MAX_SECTOR: u32 = 0xffff_fffa;
/// Number of sectors of the allocation table that the header lists itself.
const TABLE_SECTORS_IN_HEADER: usize = 109;

/// A compound file: an office document in a format from before 2007.
pub(super) fn is_compound(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// A compound file whose allocation table is larger than the file needs. Such a table can list one sector a million times: a
/// parser needs 670 MB for 5 MB. No parser may open the file before this check.
pub(super) fn has_oversized_table(bytes: &[u8]) -> bool {
    if !is_compound(bytes) {
        return false;
    }
    // Version 4 has sectors of 4096 bytes, version 3 of 512.
    let sector_length: usize = if bytes.get(26..28) == Some(&[4, 0]) { 4096 } else { 512 };
    let numbers_in_sector = sector_length / 4;
    let needed = bytes.len().div_ceil(sector_length).div_ceil(numbers_in_sector);
    let needed_in_chain = needed.saturating_sub(TABLE_SECTORS_IN_HEADER).div_ceil(numbers_in_sector - 1);
    let mut sector = number_at(bytes, 68);
    for _ in 0..=needed_in_chain {
        match sector {
            // The last number in a sector is the next sector of the chain. The header contains the number of the first
            // one.
            Some(number) if number < MAX_SECTOR => {
                let end = (number as usize).saturating_add(2).saturating_mul(sector_length);
                sector = number_at(bytes, end.saturating_sub(4));
            }
            _ => return false,
        }
    }
    true
}

fn number_at(bytes: &[u8], place: usize) -> Option<u32> {
    let number = bytes.get(place..place.checked_add(4)?)?;
    number.try_into().ok().map(u32::from_le_bytes)
}

/// Refuses an office document with Visual Basic, by the storages of Word and Excel. PowerPoint keeps its macros inside another
/// stream, and the older macro sheets of Excel are cells: neither is found here.
pub(super) fn check_macros(bytes: &[u8], mime: &str) -> Result<(), SniffFault> {
    let unreadable = || SniffFault::NotAllowed(mime.to_owned());
    let file = cfb::CompoundFile::open(Cursor::new(bytes)).map_err(|_| unreadable())?;
    for (number, entry) in file.walk().enumerate() {
        if number >= MAX_ENTRIES {
            return Err(unreadable());
        }
        if matches!(entry.name().to_ascii_lowercase().as_str(), "macros" | "vba" | "_vba_project" | "_vba_project_cur")
        {
            return Err(SniffFault::Macros);
        }
    }
    Ok(())
}
