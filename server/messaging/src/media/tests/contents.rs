//! Tests of files inside files: programs in archives, macros in documents, and directories that cannot be trusted.

use std::io::Cursor;

use proptest::prelude::*;
use rstest::rstest;

use super::samples::{
    DOC, DOCX, EXE, HTML, JPEG, ODS, ODT, PDF, PNG, POWERPOINT, PPTX, XLS, XLSX, compound_and, compound_of, sample,
    tried, tried_by_agent, zip_of, zip_with,
};
use crate::media::types::TYPES;
use crate::media::{MediaLimits, SniffFault, sniff};

const CONTENT_TYPES: &str = "[Content_Types].xml";
const DOCX_TYPE: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const ODS_TYPE: &str = "application/vnd.oasis.opendocument.spreadsheet";

#[rstest]
#[case("setup.exe")]
#[case("a/b/Setup.EXE")]
#[case("a\\b\\setup.exe")]
#[case("setup.exe\u{200b}")]
#[case("setup.exe . ")]
#[case("foto.jpg.lnk")]
#[case("Jogo.app/Contents/MacOS/Jogo")]
#[case("Jogo.App/")]
#[case("classes.dex")]
fn an_archive_with_a_program_is_refused_from_everybody(#[case] entry: &str) {
    let archive = zip_of(["leia-me.txt", entry]);
    assert_eq!(tried(&archive, "application/zip", "a.zip"), Err(SniffFault::Program));
    assert_eq!(tried_by_agent(&archive, "application/zip", "a.zip"), Err(SniffFault::Program));
    assert_eq!(tried_by_agent(&archive, "", "a.docx"), Err(SniffFault::Program));
}

#[rstest]
#[case("www.empresa.com/index.html")]
#[case("exe")]
#[case("a.exe/leia-me.txt")]
#[case("vbaProject.bin")]
fn an_archive_without_a_program_is_accepted_from_agents(#[case] entry: &str) {
    assert_eq!(tried_by_agent(&zip_of([entry]), "", "a.zip").unwrap().mime, "application/zip");
}

#[rstest]
#[case(zip_of([CONTENT_TYPES, "word/document.xml", "word/vbaProject.bin"]))]
#[case(zip_of([CONTENT_TYPES, "word/document.xml", "WORD/VBAPROJECT.BIN"]))]
#[case(zip_of([CONTENT_TYPES, "word/document.xml", "vbaData.xml"]))]
#[case(zip_of([CONTENT_TYPES, "xl/workbook.xml", "xl/vbaProject.bin"]))]
#[case(zip_of([CONTENT_TYPES, "xl/workbook.xml", "xl/macrosheets/sheet1.xml"]))]
#[case(zip_of([CONTENT_TYPES, "ppt/presentation.xml", "ppt/vbaProject.bin"]))]
#[case(zip_with(DOCX, &["word/vbaProject.bin"]))]
#[case(zip_with(XLSX, &["xl/vbaProject.bin"]))]
#[case(zip_with(PPTX, &["ppt/vbaProject.bin"]))]
#[case(zip_with(ODT, &["Basic/Standard/Module1.xml"]))]
#[case(zip_with(ODS, &["Scripts/python/a.xml"]))]
#[case(compound_and(DOC, &["Macros/VBA"]))]
#[case(compound_and(DOC, &["MACROS"]))]
#[case(compound_and(XLS, &["_VBA_PROJECT_CUR/VBA"]))]
#[case(compound_of(POWERPOINT, &["Object 1/VBA"]))]
fn a_document_with_macros_is_refused_from_everybody(#[case] bytes: Vec<u8>) {
    for name in ["a.docx", "a.xlsx", "a.pptx", "a.odt", "a.ods", "a.doc", "a.zip", ""] {
        assert_eq!(tried(&bytes, "", name), Err(SniffFault::Macros), "{name}");
        assert_eq!(tried_by_agent(&bytes, "", name), Err(SniffFault::Macros), "{name}");
    }
}

#[rstest]
#[case::usual_form(zip_of([CONTENT_TYPES, "word/document.xml"]), "a.docx", DOCX_TYPE)]
#[case::entries_in_another_order(zip_of(["docProps/core.xml", "word/document2.xml", CONTENT_TYPES]), "a.docx", DOCX_TYPE)]
#[case::file_without_a_name(zip_of(["_rels/.rels", "word/document.xml", CONTENT_TYPES]), "", DOCX_TYPE)]
#[case::type_in_another_entry(zip_of(["content.xml", "mimetype", "META-INF/manifest.xml"]), "a.ods", ODS_TYPE)]
#[case::template_of_a_document(zip_of(["content.xml", "mimetype", "META-INF/manifest.xml"]), "a.ots", ODS_TYPE)]
fn an_office_document_is_found_by_its_directory(#[case] bytes: Vec<u8>, #[case] name: &str, #[case] mime: &str) {
    assert_eq!(tried(&bytes, "", name).unwrap().mime, mime);
}

#[rstest]
#[case::only_the_main_entry(zip_of(["word/document.xml"]))]
#[case::entries_of_two_documents(zip_of([CONTENT_TYPES, "word/document.xml", "xl/workbook.xml"]))]
#[case::entries_of_no_document(zip_of([CONTENT_TYPES, "a.txt"]))]
#[case::without_a_manifest(zip_of(["mimetype", "content.xml"]))]
fn an_archive_that_only_has_the_name_of_a_document_is_treated_as_an_archive(#[case] bytes: Vec<u8>) {
    for name in ["a.docx", "a.odt"] {
        assert_eq!(tried(&bytes, "", name), Err(SniffFault::Archive));
        assert_eq!(tried_by_agent(&bytes, "", name).unwrap().file_name, format!("{name}.zip"));
    }
}

#[rstest]
#[case::without_a_directory(b"PK\x03\x04\x14\x00\x00\x00\x00\x00".to_vec())]
#[case::truncated_archive(DOCX[..DOCX.len() - 30].to_vec())]
#[case::too_many_entries(zip_of((0..10_001).map(|number| number.to_string()).collect::<Vec<_>>().iter().map(String::as_str)))]
fn an_archive_whose_directory_cannot_be_read_is_refused(#[case] bytes: Vec<u8>) {
    for name in ["a.zip", "a.docx", ""] {
        assert_eq!(tried_by_agent(&bytes, "", name), Err(SniffFault::NotAllowed("application/zip".into())));
    }
}

/// The parser needs 670 MB for 5 MB of this form.
#[test]
fn a_compound_file_with_an_oversized_allocation_table_is_refused_before_it_is_parsed() {
    for next in [1_u32, 2] {
        let mut bytes = DOC.to_vec();
        bytes[68..72].copy_from_slice(&next.to_le_bytes());
        let end = (next as usize + 2) * 512;
        bytes[end - 4..end].copy_from_slice(&1_u32.to_le_bytes());
        assert_eq!(tried(&bytes, "", "a.doc"), Err(SniffFault::NotAllowed("application/octet-stream".into())));
    }
}

#[test]
fn a_compound_file_with_too_many_entries_is_refused() {
    let storages: Vec<String> = (0..2_001).map(|number| format!("s{number}")).collect();
    let bytes = compound_of(POWERPOINT, &storages.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(tried(&bytes, "", "a.ppt"), Err(SniffFault::NotAllowed("application/vnd.ms-powerpoint".into())));
}

/// A large document lists its sectors in a chain of tables, and can be parsed.
#[test]
fn a_large_compound_file_is_accepted() {
    let mut file = cfb::CompoundFile::open(Cursor::new(DOC.to_vec())).unwrap();
    let mut stream = file.create_stream("/Data").unwrap();
    std::io::Write::write_all(&mut stream, &vec![7; 9_000_000]).unwrap();
    drop(stream);
    let bytes = file.into_inner().into_inner();
    assert_ne!(bytes[68..72], [0xfe, 0xff, 0xff, 0xff]);
    let limits = MediaLimits { max_bytes: 16_000_000, ..MediaLimits::default() };
    assert_eq!(sniff(&bytes, None, Some("a.doc"), limits).unwrap().mime, "application/msword");
}

fn joined(first: &[u8], second: &[u8]) -> Vec<u8> {
    [first, second].concat()
}

/// Files of two types at once: the first bytes decide, and the name follows them.
#[rstest]
#[case::picture_and_page(joined(PNG, HTML), "a.html", "image/png", "a.html.png")]
#[case::picture_and_archive(joined(JPEG, &zip_of(["a.txt"])), "a.zip", "image/jpeg", "a.zip.jpg")]
#[case::picture_and_program_archive(joined(JPEG, &zip_of(["a.exe"])), "a.jpg", "image/jpeg", "a.jpg")]
#[case::pdf_and_page(joined(PDF, HTML), "a.htm", "application/pdf", "a.htm.pdf")]
#[case::page_and_pdf(joined(b"<!-- ", PDF), "a.html", "application/pdf", "a.html.pdf")]
fn a_file_of_two_types_is_saved_as_the_detected_type(
    #[case] bytes: Vec<u8>,
    #[case] name: &str,
    #[case] mime: &str,
    #[case] saved: &str,
) {
    let sniffed = tried(&bytes, "", name).unwrap();
    assert_eq!((sniffed.mime.as_str(), sniffed.file_name.as_str()), (mime, saved));
}

#[rstest]
#[case::program_and_archive(joined(EXE, &zip_of(["a.txt"])), SniffFault::Program)]
#[case::archive_and_program(joined(&zip_of(["a.exe"]), EXE), SniffFault::Program)]
#[case::script_and_page(joined(b"#!/bin/sh\n", HTML), SniffFault::Program)]
fn a_file_of_two_types_of_which_one_is_a_program_is_refused(#[case] bytes: Vec<u8>, #[case] fault: SniffFault) {
    assert_eq!(tried_by_agent(&bytes, "", "a.txt"), Err(fault));
}

/// A file of each type with some bytes changed or cut off.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..20);
    (prop::sample::select(TYPES), changes, any::<prop::sample::Index>(), any::<bool>()).prop_map(
        |((_, mime, _), changes, end, is_cut)| {
            let (mut bytes, _) = sample(mime);
            // The bytes that parsers depend on most are at the beginning or at the end.
            for (number, (place, value)) in changes.into_iter().enumerate() {
                let near = place.index(bytes.len().min(600));
                let place = if number % 2 == 0 { near } else { bytes.len() - 1 - near };
                bytes[place] = value;
            }
            if is_cut {
                bytes.truncate(end.index(bytes.len()) + 1);
            }
            bytes
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn no_bytes_cause_a_panic_and_every_accepted_type_is_in_the_list(
        bytes in prop_oneof![damaged(), prop::collection::vec(any::<u8>(), 1..200)],
        name in "[a-z]{1,5}\\.(png|html|docx|zip|exe|txt|mp4)",
    ) {
        let limits = MediaLimits { archives: true, ..MediaLimits::default() };
        if let Ok(sniffed) = sniff(&bytes, None, Some(&name), limits) {
            let row = TYPES.iter().find(|(_, mime, _)| *mime == sniffed.mime).expect("a type of the list");
            let ending = sniffed.file_name.rsplit_once('.').map(|(_, ending)| ending).expect("an ending");
            prop_assert!(row.2.contains(&ending), "{:?}", sniffed);
        }
    }
}
