//! Tests of types detected from content and claim.

use rstest::rstest;

use super::samples::{
    EXE, HTML, JPEG, MP3, MP4, OPUS, PDF, PNG, SVG, THREE_GP, WEBM, WEBM_SOUND, WEBP, XLSX, tried, tried_by_agent,
    zip_of,
};
use crate::media::{MediaLimits, SniffFault, Sniffed, sniff};
use crate::types::MediaKind;

const ELF: &[u8] =
    b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x3e\x00\x01\x00\x00\x00\x00\x00\x00\x00\
    \x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00";

#[rstest]
#[case::wap_062_allowed_type(JPEG, "image/jpeg", "a.jpg", "image/jpeg", MediaKind::Image, true)]
#[case(JPEG, "image/png", "a.png", "image/jpeg", MediaKind::Image, true)]
#[case(PNG, "", "", "image/png", MediaKind::Image, true)]
#[case(WEBP, "image/webp", "", "image/webp", MediaKind::Image, true)]
#[case(OPUS, "audio/ogg; codecs=opus", "", "audio/ogg", MediaKind::Audio { voice: false }, true)]
#[case(MP3, "audio/mpeg", "a.mp3", "audio/mpeg", MediaKind::Audio { voice: false }, true)]
#[case(MP4, "video/mp4", "a.mp4", "video/mp4", MediaKind::Video, true)]
#[case(MP4, "Audio/MP4", "a.m4a", "audio/mp4", MediaKind::Audio { voice: false }, true)]
#[case(THREE_GP, "video/3gpp", "a.3gp", "video/3gpp", MediaKind::Video, false)]
#[case(THREE_GP, "audio/3gpp", "", "audio/3gpp", MediaKind::Audio { voice: false }, false)]
#[case(b"BMW X1;2024\n", "text/csv", "carros.csv", "text/plain", MediaKind::Document, false)]
#[case(WEBM_SOUND, "audio/webm;codecs=opus", "", "audio/webm", MediaKind::Audio { voice: false }, true)]
#[case(WEBM, "video/webm", "", "video/webm", MediaKind::Video, true)]
#[case(PDF, "application/pdf", "a.pdf", "application/pdf", MediaKind::Document, true)]
#[case(&zip_of(["a.txt"]), "application/zip", "a.zip", "application/zip", MediaKind::Document, false)]
#[case(
    XLSX,
    "application/zip",
    "a.xlsx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    MediaKind::Document,
    false
)]
#[case(b"GIFs e fotos\n", "text/plain", "lista.txt", "text/plain", MediaKind::Document, false)]
#[case(b"ID;Produto;C\r\n1;Caf\xe9;C\r\n", "text/csv", "a.csv", "text/plain", MediaKind::Document, false)]
#[case(b"{\\rtf1 x}", "", "a.rtf", "application/rtf", MediaKind::Document, false)]
#[case(b"nome;valor\r\n\xe1;1", "text/csv", "a.csv", "text/plain", MediaKind::Document, false)]
#[case("olá\n".as_bytes(), "text/plain", "a.txt", "text/plain", MediaKind::Document, false)]
fn the_content_of_an_allowed_file_decides_its_type(
    #[case] bytes: &[u8],
    #[case] claimed: &str,
    #[case] name: &str,
    #[case] mime: &str,
    #[case] kind: MediaKind,
    #[case] inline: bool,
) {
    let sniffed = tried_by_agent(bytes, claimed, name).unwrap();
    assert_eq!((sniffed.mime.as_str(), sniffed.kind, sniffed.inline), (mime, kind, inline));
}

#[rstest]
#[case(SVG, "image/svg+xml", "a.svg", "a.svg.bin")]
#[case(HTML, "text/html", "a.html", "a.html.bin")]
#[case(HTML, "text/plain", "a.txt", "a.txt")]
#[case(b"some text <script src=//x></script>", "text/plain", "a.txt", "a.txt")]
#[case(b"<?xml version=\"1.0\"?><svg/>", "", "", "")]
#[case(b"\xff\xfe<\x00s\x00", "text/plain", "a.txt", "a.txt")]
fn a_file_with_markup_is_never_shown_in_a_page(
    #[case] bytes: &[u8],
    #[case] claimed: &str,
    #[case] name: &str,
    #[case] saved: &str,
) {
    let opaque = Sniffed {
        mime: "application/octet-stream".into(),
        kind: MediaKind::Document,
        inline: false,
        file_name: saved.into(),
    };
    assert_eq!(tried(bytes, claimed, name), Ok(opaque));
}

#[rstest]
#[case(EXE, "image/jpeg", "photo.jpg")]
#[case(ELF, "image/jpeg", "photo.jpg")]
#[case(b"#!/bin/sh\nrm -rf /", "text/plain", "a.txt")]
#[case(b"#! /usr/bin/env x\n", "text/plain", "a.txt")]
#[case(b"@echo off", "text/plain", "a.bat")]
#[case(&zip_of(["a.txt"]), "application/zip", "app.JAR")]
#[case(&zip_of(["a.txt"]), "application/zip", "app.apk. .")]
#[case(JPEG, "image/jpeg", "photo.jpg.exe")]
fn a_program_is_refused_whatever_its_name(#[case] bytes: &[u8], #[case] claimed: &str, #[case] name: &str) {
    assert_eq!(tried(bytes, claimed, name), Err(SniffFault::Program));
}

#[rstest]
#[case(&zip_of(["a.txt"]), "image/jpeg", "", "image/jpeg", "application/zip")]
#[case(&zip_of(["a.txt"]), "", "photo.jpg", "jpg", "application/zip")]
#[case(HTML, "image/svg+xml", "a.png", "png", "application/octet-stream")]
#[case(b"plain", "", "photo.png", "png", "text/plain")]
#[case(PDF, "audio/mpeg", "a.mp3", "audio/mpeg", "application/pdf")]
#[case(JPEG, "", "a.mp4", "mp4", "image/jpeg")]
#[case(HTML, "image/jpeg", "a.jpg", "image/jpeg", "application/octet-stream")]
fn a_file_that_contradicts_its_claimed_type_is_refused(
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
#[case(b"II*\x00\x10\x00\x00\x00CR\x02\x00", "image/x-canon-cr2")]
#[case(b"MThd\x00\x00\x00\x06", "audio/midi")]
#[case(b"FLV\x01\x05", "video/x-flv")]
#[case(b"CWS\x05\x00", "application/x-shockwave-flash")]
#[case(b"MSCF\x00\x00\x00\x00", "application/vnd.ms-cab-compressed")]
#[case(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage")]
#[case(b"ID;PWXL;N;E\nNN;NAuto_open;ER1C1\nE\n", "application/x-sylk")]
#[case(b"ID;P\r\nC;X1;Y1;EEXEC(\"calc\")\r\nE", "application/x-sylk")]
#[case(b"\x00\x01\x02\x03", "application/octet-stream")]
#[case(b"text with \x07", "application/octet-stream")]
fn files_of_other_types_are_refused(#[case] bytes: &[u8], #[case] found: &str) {
    for name in ["", "a.txt", "a.csv", "a.bin"] {
        assert_eq!(tried_by_agent(bytes, "", name), Err(SniffFault::NotAllowed(found.into())));
    }
}

#[test]
fn wap_062_a_file_of_five_megabytes_is_allowed_and_one_byte_more_is_not() {
    let limit = 5 * 1024 * 1024;
    assert!(tried(&vec![b'a'; limit], "", "").is_ok());
    let fault = SniffFault::TooLarge { max_bytes: 5_242_880 };
    assert_eq!(tried(&vec![b'a'; limit + 1], "", ""), Err(fault));
    assert_eq!(tried(b"", "", ""), Err(SniffFault::Empty));
    let small = MediaLimits { max_bytes: 3, ..MediaLimits::default() };
    assert!(sniff(b"abc", None, None, small).is_ok());
    assert_eq!(sniff(b"abcd", None, None, small), Err(SniffFault::TooLarge { max_bytes: 3 }));
}
