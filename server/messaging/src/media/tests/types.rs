//! Tests of the allow-list, row by row.

use rstest::rstest;

use super::samples::{sample, tried, tried_by_agent};
use crate::media::refused::is_refused;
use crate::media::types::{Handling, TYPES};
use crate::media::{SniffFault, is_inline, saved_name};

#[test]
fn a_file_of_every_accepted_type_keeps_each_ending_of_its_type() {
    for (handling, mime, endings) in TYPES {
        let (bytes, claimed) = sample(mime);
        for ending in *endings {
            for name in [format!("a.{ending}"), format!("Olá mundo.{}", ending.to_uppercase())] {
                let sniffed = tried_by_agent(&bytes, claimed, &name).unwrap_or_else(|fault| panic!("{name}: {fault}"));
                assert_eq!((sniffed.mime.as_str(), sniffed.file_name.as_str()), (*mime, name.as_str()));
                assert_eq!(sniffed.inline, *handling == Handling::Shown, "{name}");
            }
        }
    }
}

#[test]
fn a_file_of_every_accepted_type_with_another_ending_gets_the_ending_of_its_type_appended() {
    for (_, mime, endings) in TYPES {
        let (bytes, claimed) = sample(mime);
        for name in ["a", "a.html", "a.svg", "a.mht", "a.eml", "a.xml", "nota.fiscal 2024"] {
            let sniffed =
                tried_by_agent(&bytes, claimed, name).unwrap_or_else(|fault| panic!("{mime} {name}: {fault}"));
            assert_eq!(sniffed.file_name, format!("{name}.{}", endings[0]), "{mime}");
        }
        assert_eq!(tried_by_agent(&bytes, claimed, "").unwrap().file_name, "");
    }
}

#[test]
fn archives_are_accepted_from_agents_and_refused_from_customers() {
    let archives = TYPES.iter().filter(|(handling, ..)| *handling == Handling::Archive);
    for (_, mime, endings) in archives.clone() {
        let (bytes, claimed) = sample(mime);
        for name in [format!("a.{}", endings[0]), "a.docx".to_owned(), String::new()] {
            assert_eq!(tried(&bytes, claimed, &name), Err(SniffFault::Archive), "{mime} {name}");
            assert!(tried_by_agent(&bytes, claimed, &name).is_ok(), "{mime} {name}");
        }
    }
    assert_eq!(archives.count(), 8);
}

#[test]
fn each_type_is_once_in_the_list_and_has_no_refused_ending() {
    for (place, (_, mime, endings)) in TYPES.iter().enumerate() {
        assert!(TYPES.iter().skip(place + 1).all(|(_, other, _)| other != mime), "{mime}");
        assert!(!endings.is_empty() && !endings.iter().any(|ending| is_refused(ending)), "{mime}");
    }
}

#[rstest]
#[case("image/png", true)]
#[case("application/pdf", true)]
#[case("image/svg+xml", false)]
#[case("text/html", false)]
#[case("text/plain", false)]
#[case("application/zip", false)]
#[case("", false)]
fn only_files_of_listed_types_are_shown_in_a_page(#[case] mime: &str, #[case] inline: bool) {
    assert_eq!(is_inline(mime), inline);
}

#[rstest]
#[case("a.html", "image/png", "a.html.png")]
#[case("x.rdp", "text/plain", "x.rdp.txt")]
#[case("x.exe", "text/plain; charset=utf-8", "x.exe.txt")]
#[case("x.csv", "Text/Plain", "x.csv")]
#[case("x.html", "application/octet-stream", "x.html.bin")]
#[case("notas.txt", "application/octet-stream", "notas.txt")]
#[case("x.docm", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "x.docm.docx")]
#[case("x.html", "text/html", "x.html.bin")]
#[case("x.svg", "image/svg+xml", "x.svg.bin")]
#[case("x", "", "x.bin")]
#[case("x.bin", "", "x.bin")]
#[case("", "image/png", "")]
fn an_ending_that_does_not_belong_to_the_type_is_followed_by_one_that_does(
    #[case] name: &str,
    #[case] mime: &str,
    #[case] saved: &str,
) {
    assert_eq!(saved_name(name, mime), saved);
}
