//! Tests of file names in headers.

use proptest::prelude::*;
use rstest::rstest;

use crate::media::types::{TYPES, endings_of};
use crate::media::{Disposition, content_disposition, saved_name};

#[rstest]
#[case(Some("nota.pdf"), "application/pdf", "attachment; filename=\"nota.pdf\"; filename*=UTF-8''nota.pdf")]
#[case(
    Some("relatório final.pdf"),
    "application/pdf",
    "attachment; filename=\"relat_rio final.pdf\"; filename*=UTF-8''relat%C3%B3rio%20final.pdf"
)]
#[case(Some("../../etc/passwd"), "text/plain", "attachment; filename=\"passwd.txt\"; filename*=UTF-8''passwd.txt")]
#[case(Some("C:\\Users\\a\\b.txt"), "text/plain", "attachment; filename=\"b.txt\"; filename*=UTF-8''b.txt")]
#[case(
    Some("a\"; x=\"\r\nset-cookie: b"),
    "text/plain",
    "attachment; filename=\"a x=set-cookie b.txt\"; filename*=UTF-8''a%20x%3Dset-cookie%20b.txt"
)]
#[case(Some("gpj.\u{202e}exe"), "image/jpeg", "attachment; filename=\"gpj.exe.jpg\"; filename*=UTF-8''gpj.exe.jpg")]
#[case(Some("a.html"), "image/png", "attachment; filename=\"a.html.png\"; filename*=UTF-8''a.html.png")]
#[case(Some("a.svg"), "image/svg+xml", "attachment; filename=\"a.svg.bin\"; filename*=UTF-8''a.svg.bin")]
#[case(Some("..."), "image/png", "attachment")]
#[case(Some("\u{200b}\u{2060}"), "image/png", "attachment")]
#[case(None, "image/png", "attachment")]
fn a_file_name_cannot_add_to_its_header_or_change_the_files_type(
    #[case] name: Option<&str>,
    #[case] mime: &str,
    #[case] header: &str,
) {
    assert_eq!(content_disposition(Disposition::Attachment, name, mime), header);
}

#[rstest]
#[case("foto de férias 日本 🎉.jpg", "foto de férias 日本 🎉.jpg")]
#[case("رسالة.jpg", "رسالة.jpg")]
#[case("a\u{200b}b\u{200c}c\u{200d}d\u{2060}e\u{feff}f\u{ad}g.jpg", "abcdefg.jpg")]
#[case("foto.jpg.", "foto.jpg")]
#[case("foto.jpg . .", "foto.jpg")]
#[case("foto .jpg", "foto.jpg")]
#[case(".jpg", "jpg.jpg")]
#[case(".htaccess", "htaccess.jpg")]
#[case("a..jpg", "a.jpg")]
#[case("a/b\\c.jpg", "c.jpg")]
#[case("a.jpg/", "")]
#[case("a.exe::$DATA", "a.exeDATA.jpg")]
fn visible_letters_of_a_name_stay_and_invisible_ones_are_removed(#[case] name: &str, #[case] saved: &str) {
    assert_eq!(saved_name(name, "image/jpeg"), saved);
}

#[test]
fn a_long_name_is_cut_before_its_ending() {
    let header = content_disposition(Disposition::Inline, Some(&"a".repeat(500)), "image/png");
    assert_eq!(header, format!("inline; filename=\"{0}.png\"; filename*=UTF-8''{0}.png", "a".repeat(116)));
    let hidden = format!("{}.exe.png", "a".repeat(116));
    assert_eq!(saved_name(&hidden, "image/png"), format!("{}.png", "a".repeat(116)));
    let long = format!("{}.jpeg", "á".repeat(500));
    assert_eq!(saved_name(&long, "image/jpeg"), format!("{}.jpeg", "á".repeat(115)));
}

fn mimes() -> impl Strategy<Value = String> {
    let listed = prop::sample::select(TYPES.iter().map(|(_, mime, _)| (*mime).to_owned()).collect::<Vec<_>>());
    prop_oneof![listed, "[a-z]{1,9}/[a-z+.-]{1,9}", Just(String::new())]
}

fn names() -> impl Strategy<Value = String> {
    prop_oneof![
        ".*",
        "[a-z .\u{200b}]{0,9}\\.(exe|html|png|txt|pdf|EXE)[ .\u{200b}\u{202e}]{0,3}",
        ".{100,300}\\.[a-z]{1,9}"
    ]
}

proptest! {
    #[test]
    fn every_file_name_gives_a_valid_header(name in names(), mime in mimes()) {
        let header = content_disposition(Disposition::Attachment, Some(&name), &mime);
        prop_assert!(header.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{}", header);
        let quotes = header.matches('"').count();
        prop_assert!(quotes == 0 || quotes == 2, "{}", header);
        prop_assert!(!header.contains('/') && !header.contains('\\'), "{}", header);
    }

    #[test]
    fn the_ending_of_a_saved_name_belongs_to_the_type(name in names(), mime in mimes()) {
        let saved = saved_name(&name, &mime);
        let ending = saved.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        prop_assert!(saved.is_empty() || ending.is_some_and(|ending| endings_of(&mime).contains(&ending.as_str())), "{}", saved);
        prop_assert!(saved.chars().count() <= 120);
        prop_assert_eq!(saved_name(&saved, &mime), saved);
    }
}
