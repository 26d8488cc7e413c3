//! Sample files: pictures by Pillow, sound and video by FFmpeg, documents by LibreOffice; archives and compound files are built
//! here.

use std::io::{Cursor, Write};

use crate::media::{MediaLimits, SniffFault, Sniffed, sniff};

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../../fixtures/files/", $name))
    };
}

pub(super) const JPEG: &[u8] = file!("picture.jpg");
pub(super) const PNG: &[u8] = file!("picture.png");
pub(super) const GIF: &[u8] = file!("picture.gif");
pub(super) const ANIMATED_GIF: &[u8] = file!("animated.gif");
pub(super) const WEBP: &[u8] = file!("picture.webp");
pub(super) const LOSSLESS_WEBP: &[u8] = file!("lossless.webp");
pub(super) const ANIMATED_WEBP: &[u8] = file!("animated.webp");
pub(super) const BMP: &[u8] = file!("picture.bmp");
pub(super) const AVIF: &[u8] = file!("picture.avif");
pub(super) const HEIC: &[u8] = file!("picture.heic");
pub(super) const TIFF: &[u8] = file!("picture.tif");
pub(super) const MP3: &[u8] = file!("sound.mp3");
pub(super) const M4A: &[u8] = file!("sound.m4a");
pub(super) const OPUS: &[u8] = file!("sound.opus");
pub(super) const FLAC: &[u8] = file!("sound.flac");
pub(super) const WAV: &[u8] = file!("sound.wav");
pub(super) const AAC: &[u8] = file!("sound.aac");
pub(super) const WEBM_SOUND: &[u8] = file!("sound.webm");
/// One frame of silence.
pub(super) const AMR: &[u8] = b"#!AMR\n\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00";
pub(super) const MP4: &[u8] = file!("video.mp4");
pub(super) const M4V: &[u8] = file!("video.m4v");
pub(super) const MOV: &[u8] = file!("video.mov");
pub(super) const MKV: &[u8] = file!("video.mkv");
pub(super) const AVI: &[u8] = file!("video.avi");
pub(super) const WEBM: &[u8] = file!("video.webm");
pub(super) const MPEG: &[u8] = file!("video.mpg");
pub(super) const THREE_GP: &[u8] = file!("video.3gp");
pub(super) const OGV: &[u8] = file!("video.ogv");
pub(super) const PDF: &[u8] = file!("text.pdf");
pub(super) const RTF: &[u8] = file!("text.rtf");
pub(super) const DOC: &[u8] = file!("text.doc");
pub(super) const XLS: &[u8] = file!("table.xls");
pub(super) const DOCX: &[u8] = file!("text.docx");
pub(super) const XLSX: &[u8] = file!("table.xlsx");
pub(super) const PPTX: &[u8] = file!("slides.pptx");
pub(super) const ODT: &[u8] = file!("text.odt");
pub(super) const ODS: &[u8] = file!("table.ods");
pub(super) const ODP: &[u8] = file!("slides.odp");
pub(super) const TEXT: &[u8] = "nome;valor\r\nolá;1\r\n".as_bytes();
pub(super) const HTML: &[u8] = b"<!DOCTYPE html><script>alert(1)</script>";
pub(super) const SVG: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
pub(super) const EXE: &[u8] = b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff";
/// Archives without entries, and the text `x` compressed.
pub(super) const RAR: &[u8] =
    b"Rar!\x1a\x07\x00\xcf\x90\x73\x00\x00\x0d\x00\x00\x00\x00\x00\x00\x00\xc4\x3d\x7b\x00\x40\x07\x00";
pub(super) const SEVEN_ZIP: &[u8] = b"7z\xbc\xaf\x27\x1c\x00\x04\x8d\x9b\xd5\x0f\x00\x00\x00\x00\
    \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00";
pub(super) const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xab\x00\x00\x83\x16\xdc\x8c\x01\x00\x00\x00";
pub(super) const BZIP2: &[u8] =
    b"BZh91AY&SYwK\xb0\x14\x00\x00\x00\x00\x80\x00@ \x00!\x18F\x82\xeeH\xa7\n\x12\x0e\xe9v\x02\x80";
pub(super) const XZ: &[u8] =
    b"\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4F\x02\x00!\x01\x16\x00\x00\x00t/\xe5\xa3\x01\x00\x00x\x00\x00\x00\x00\
    E\xae\xef\x83\xf8\xee\x16\n\x00\x01\x19\x01\xa5,\x81\xcc\x1f\xb6\xf3}\x01\x00\x00\x00\x00\x04YZ";
pub(super) const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd\x20\x01\x09\x00\x00x";

/// Detects the type of a customer's file; an empty claim or name means none.
pub(super) fn tried(bytes: &[u8], claimed: &str, name: &str) -> Result<Sniffed, SniffFault> {
    tried_with(MediaLimits::default(), bytes, claimed, name)
}

/// Detects the type of an agent's file.
pub(super) fn tried_by_agent(bytes: &[u8], claimed: &str, name: &str) -> Result<Sniffed, SniffFault> {
    tried_with(MediaLimits { archives: true, ..MediaLimits::default() }, bytes, claimed, name)
}

pub(super) fn tried_with(limits: MediaLimits, bytes: &[u8], claimed: &str, name: &str) -> Result<Sniffed, SniffFault> {
    let given = |text| if str::is_empty(text) { None } else { Some(text) };
    sniff(bytes, given(claimed), given(name), limits)
}

/// A ZIP archive with these entries.
pub(super) fn zip_of<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for name in names {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(b"x").unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// This archive with further entries.
pub(super) fn zip_with(bytes: &[u8], names: &[&str]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new_append(Cursor::new(bytes.to_vec())).unwrap();
    for name in names {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A compound file of the program with this class id, with these storages.
pub(super) fn compound_of(class: &str, storages: &[&str]) -> Vec<u8> {
    compound_with(cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap(), Some(class), storages)
}

/// This compound file with further storages.
pub(super) fn compound_and(bytes: &[u8], storages: &[&str]) -> Vec<u8> {
    compound_with(cfb::CompoundFile::open(Cursor::new(bytes.to_vec())).unwrap(), None, storages)
}

fn compound_with(mut file: cfb::CompoundFile<Cursor<Vec<u8>>>, class: Option<&str>, storages: &[&str]) -> Vec<u8> {
    if let Some(class) = class {
        file.set_storage_clsid("/", class.parse().unwrap()).unwrap();
    }
    for storage in storages {
        file.create_storage_all(storage).unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// Class id of PowerPoint's documents.
pub(super) const POWERPOINT: &str = "64818d10-4f9b-11cf-86ea-00aa00b929e8";

/// A TAR archive with one empty file.
fn tar() -> Vec<u8> {
    let mut bytes = vec![0; 10_240];
    bytes[..5].copy_from_slice(b"a.txt");
    bytes[257..265].copy_from_slice(b"ustar\x0000");
    bytes
}

/// A file of each accepted type, with the claim that decides between sound and video.
pub(super) fn sample(mime: &str) -> (Vec<u8>, &'static str) {
    let (bytes, claimed) = match mime {
        "image/jpeg" => (JPEG, ""),
        "image/png" => (PNG, ""),
        "image/gif" => (GIF, ""),
        "image/webp" => (WEBP, ""),
        "image/bmp" => (BMP, ""),
        "image/avif" => (AVIF, ""),
        "image/heif" => (HEIC, ""),
        "image/tiff" => (TIFF, ""),
        "audio/mpeg" => (MP3, ""),
        "audio/mp4" => (MP4, "audio/mp4"),
        "audio/m4a" => (M4A, ""),
        "audio/aac" => (AAC, ""),
        "audio/ogg" => (OPUS, ""),
        "audio/webm" => (WEBM_SOUND, "audio/webm"),
        "audio/x-wav" => (WAV, ""),
        "audio/x-flac" => (FLAC, ""),
        "audio/amr" => (AMR, ""),
        "audio/3gpp" => (THREE_GP, "audio/3gpp"),
        "video/mp4" => (MP4, ""),
        "video/webm" => (WEBM, ""),
        "video/ogg" => (OGV, "video/ogg"),
        "video/x-m4v" => (M4V, ""),
        "video/quicktime" => (MOV, ""),
        "video/3gpp" => (THREE_GP, ""),
        "video/x-matroska" => (MKV, ""),
        "video/x-msvideo" => (AVI, ""),
        "video/mpeg" => (MPEG, ""),
        "application/pdf" => (PDF, ""),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => (DOCX, ""),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" => (XLSX, ""),
        "application/vnd.openxmlformats-officedocument.presentationml.presentation" => (PPTX, ""),
        "application/vnd.oasis.opendocument.text" => (ODT, ""),
        "application/vnd.oasis.opendocument.spreadsheet" => (ODS, ""),
        "application/vnd.oasis.opendocument.presentation" => (ODP, ""),
        "application/msword" => (DOC, ""),
        "application/vnd.ms-excel" => (XLS, ""),
        "application/vnd.ms-powerpoint" => return (compound_of(POWERPOINT, &[]), ""),
        "application/rtf" => (RTF, ""),
        "text/plain" => (TEXT, ""),
        "application/octet-stream" => (HTML, ""),
        "application/zip" => return (zip_of(["a.txt", "b/c.html"]), ""),
        "application/vnd.rar" => (RAR, ""),
        "application/x-7z-compressed" => (SEVEN_ZIP, ""),
        "application/x-tar" => return (tar(), ""),
        "application/gzip" => (GZIP, ""),
        "application/x-bzip2" => (BZIP2, ""),
        "application/x-xz" => (XZ, ""),
        "application/zstd" => (ZSTD, ""),
        other => panic!("no sample of {other}"),
    };
    (bytes.to_vec(), claimed)
}
