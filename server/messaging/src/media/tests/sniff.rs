use rstest::rstest;

use crate::media::{MediaLimits, SniffFault, Sniffed, sniff};
use crate::types::MediaKind;

const JPEG: &[u8] = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR";
const WEBP: &[u8] = b"RIFF\x24\x00\x00\x00WEBPVP8 ";
const TIFF: &[u8] = b"II*\x00\x10\x00\x00\x00CR\x02\x00";
const OGG: &[u8] =
    b"OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x13OpusHead";
const MP3: &[u8] = b"ID3\x03\x00\x00\x00\x00\x00\x00";
const MP4: &[u8] = b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2";
const WEBM: &[u8] = &webm();
const THREE_GP: &[u8] = b"\x00\x00\x00\x18ftyp3gp4\x00\x00\x02\x00isom3gp4";
const PDF: &[u8] = b"%PDF-1.7\n%\xe2\xe3";
const ZIP: &[u8] = b"PK\x03\x04\x14\x00\x00\x00\x00\x00";
const EXE: &[u8] = b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff";
const ELF: &[u8] =
    b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x3e\x00\x01\x00\x00\x00\x00\x00\x00\x00\
    \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00";
const SEVEN_ZIP: &[u8] = b"7z\xbc\xaf\x27\x1c\x00\x04";
const SVG: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
const HTML: &[u8] = b"<!DOCTYPE html><script>alert(1)</script>";

/// The signature is read only in files of some length.
const fn webm() -> [u8; 300] {
    let head = b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm";
    let mut all = [0; 300];
    let mut place = 0;
    while place < head.len() {
        all[place] = head[place];
        place += 1;
    }
    all
}

fn tried(bytes: &[u8], claimed: &str, name: &str) -> Result<Sniffed, SniffFault> {
    let given = |text| if str::is_empty(text) { None } else { Some(text) };
    sniff(bytes, given(claimed), given(name), MediaLimits::default())
}

#[rstest]
#[case::wap_062(JPEG, "image/jpeg", "a.jpg", "image/jpeg", MediaKind::Image, true)]
#[case(JPEG, "image/png", "a.png", "image/jpeg", MediaKind::Image, true)]
#[case(PNG, "", "", "image/png", MediaKind::Image, true)]
#[case(WEBP, "image/webp", "", "image/webp", MediaKind::Image, true)]
#[case(TIFF, "image/x-canon-cr2", "a.cr2", "image/x-canon-cr2", MediaKind::Image, false)]
#[case(OGG, "audio/ogg; codecs=opus", "", "audio/ogg", MediaKind::Audio { voice: false }, true)]
#[case(MP3, "audio/mpeg", "a.mp3", "audio/mpeg", MediaKind::Audio { voice: false }, true)]
#[case(MP4, "video/mp4", "a.mp4", "video/mp4", MediaKind::Video, true)]
#[case(MP4, "Audio/MP4", "a.m4a", "audio/mp4", MediaKind::Audio { voice: false }, true)]
#[case(THREE_GP, "video/3gpp", "a.3gp", "video/3gpp", MediaKind::Video, false)]
#[case(THREE_GP, "audio/3gpp", "", "audio/3gpp", MediaKind::Audio { voice: false }, false)]
#[case(b"BMW X1;2024\n", "text/csv", "carros.csv", "text/plain", MediaKind::Document, false)]
#[case(WEBM, "audio/webm;codecs=opus", "", "audio/webm", MediaKind::Audio { voice: false }, true)]
#[case(WEBM, "video/webm", "", "video/webm", MediaKind::Video, true)]
#[case(PDF, "application/pdf", "a.pdf", "application/pdf", MediaKind::Document, true)]
#[case(ZIP, "application/zip", "a.zip", "application/zip", MediaKind::Document, false)]
#[case(
    ZIP,
    "",
    "a.docx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    MediaKind::Document,
    false
)]
#[case(ZIP, "", "a.ods", "application/vnd.oasis.opendocument.spreadsheet", MediaKind::Document, false)]
#[case(b"{\\rtf1 x}", "", "a.rtf", "application/rtf", MediaKind::Document, false)]
#[case(b"nome;valor\r\n\xe1;1", "text/csv", "a.csv", "text/plain", MediaKind::Document, false)]
#[case("olá\n".as_bytes(), "text/plain", "a.txt", "text/plain", MediaKind::Document, false)]
fn the_bytes_of_an_allowed_file_decide_its_type(
    #[case] bytes: &[u8],
    #[case] claimed: &str,
    #[case] name: &str,
    #[case] mime: &str,
    #[case] kind: MediaKind,
    #[case] inline: bool,
) {
    assert_eq!(tried(bytes, claimed, name), Ok(Sniffed { mime: mime.into(), kind, inline }));
}

#[rstest]
#[case(SVG, "image/svg+xml", "a.svg")]
#[case(HTML, "text/html", "a.html")]
#[case(HTML, "text/plain", "a.txt")]
#[case(b"some text <script src=//x></script>", "text/plain", "a.txt")]
#[case(b"<?xml version=\"1.0\"?><svg/>", "", "")]
#[case(b"\xff\xfe<\x00s\x00", "text/plain", "a.txt")]
fn markup_is_never_shown_in_a_page(#[case] bytes: &[u8], #[case] claimed: &str, #[case] name: &str) {
    let opaque = Sniffed { mime: "application/octet-stream".into(), kind: MediaKind::Document, inline: false };
    assert_eq!(tried(bytes, claimed, name), Ok(opaque));
}

#[rstest]
#[case(EXE, "image/jpeg", "photo.jpg")]
#[case(ELF, "image/jpeg", "photo.jpg")]
#[case(b"#!/bin/sh\nrm -rf /", "text/plain", "a.txt")]
#[case(b"#! /usr/bin/env x\n", "text/plain", "a.txt")]
#[case(b"@echo off", "text/plain", "a.bat")]
#[case(ZIP, "application/zip", "app.JAR")]
#[case(ZIP, "application/zip", "app.apk. .")]
#[case(JPEG, "image/jpeg", "photo.jpg.exe")]
fn a_program_is_refused_whatever_its_name(#[case] bytes: &[u8], #[case] claimed: &str, #[case] name: &str) {
    assert_eq!(tried(bytes, claimed, name), Err(SniffFault::Program));
}

#[rstest]
#[case(ZIP, "image/jpeg", "", "image/jpeg", "application/zip")]
#[case(ZIP, "", "photo.jpg", "jpg", "application/zip")]
#[case(b"plain", "", "photo.png", "png", "text/plain")]
#[case(PDF, "audio/mpeg", "a.mp3", "audio/mpeg", "application/pdf")]
#[case(JPEG, "", "a.mp4", "mp4", "image/jpeg")]
#[case(HTML, "image/jpeg", "a.jpg", "image/jpeg", "application/octet-stream")]
fn a_file_that_is_not_what_it_claims_is_refused(
    #[case] bytes: &[u8],
    #[case] claimed: &str,
    #[case] name: &str,
    #[case] claim: &str,
    #[case] found: &str,
) {
    let fault = SniffFault::Contradiction { claimed: claim.into(), found: found.into() };
    assert_eq!(tried(bytes, claimed, name), Err(fault));
}

#[rstest]
#[case(SEVEN_ZIP, "application/x-7z-compressed")]
#[case(b"\x00\x01\x02\x03", "application/octet-stream")]
#[case(b"text with \x07", "application/octet-stream")]
fn files_of_other_types_are_refused(#[case] bytes: &[u8], #[case] found: &str) {
    assert_eq!(tried(bytes, "", ""), Err(SniffFault::NotAllowed(found.into())));
}

#[test]
fn wap_062_five_megabytes_are_allowed_and_one_byte_more_is_not() {
    let limit = 5 * 1024 * 1024;
    assert!(tried(&vec![b'a'; limit], "", "").is_ok());
    let fault = SniffFault::TooLarge { max_bytes: 5_242_880 };
    assert_eq!(tried(&vec![b'a'; limit + 1], "", ""), Err(fault));
    assert_eq!(tried(b"", "", ""), Err(SniffFault::Empty));
    let small = MediaLimits { max_bytes: 3 };
    assert!(sniff(b"abc", None, None, small).is_ok());
    assert_eq!(sniff(b"abcd", None, None, small), Err(SniffFault::TooLarge { max_bytes: 3 }));
}
