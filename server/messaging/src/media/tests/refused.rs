//! Tests of endings that are refused, and of those that are only renamed.

use rstest::rstest;

use super::samples::{JPEG, PNG, TEXT, tried, tried_by_agent, zip_of};
use crate::media::SniffFault;
use crate::media::refused::REFUSED;

#[test]
fn a_file_with_a_refused_ending_is_refused_whatever_its_content_also_inside_an_archive() {
    for ending in REFUSED.iter().copied().flatten() {
        for name in [format!("a.{ending}"), format!("foto.jpg.{}", ending.to_uppercase())] {
            assert_eq!(tried(TEXT, "", &name), Err(SniffFault::Program), "{name}");
            assert_eq!(tried(PNG, "image/png", &name), Err(SniffFault::Program), "{name}");
            let archive = zip_of(["leia-me.txt", name.as_str()]);
            assert_eq!(tried(&archive, "", "a.zip"), Err(SniffFault::Program), "{name}");
            assert_eq!(tried_by_agent(&archive, "", "a.zip"), Err(SniffFault::Program), "{name}");
        }
    }
}

#[test]
fn each_refused_ending_is_once_in_the_table_in_lower_case() {
    let mut all: Vec<&str> = REFUSED.iter().copied().flatten().copied().collect();
    assert!(all.iter().all(|ending| ending.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')));
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

/// Endings that a security review found accepted, and those that are run most often.
#[rstest]
fn a_file_with_an_ending_that_runs_or_opens_a_program_is_refused(
    #[values(
        "exe",
        "com",
        "scr",
        "msi",
        "bat",
        "cmd",
        "js",
        "vbs",
        "wsf",
        "wsh",
        "hta",
        "ps1",
        "ps1xml",
        "psm1",
        "reg",
        "inf",
        "lnk",
        "url",
        "scf",
        "library-ms",
        "settingcontent-ms",
        "appref-ms",
        "msc",
        "rdp",
        "jnlp",
        "gadget",
        "chm",
        "desktop",
        "command",
        "workflow",
        "sh",
        "jar",
        "apk",
        "iso",
        "docm",
        "dotm",
        "xlsm",
        "xlam",
        "xll",
        "pptm",
        "slk",
        "iqy"
    )]
    ending: &str,
) {
    assert_eq!(tried(TEXT, "", &format!("a.{ending}")), Err(SniffFault::Program));
}

/// Customers send these files, and nothing runs under the ending that is added.
#[rstest]
fn a_file_with_an_ending_that_only_shows_something_is_renamed(
    #[values("html", "htm", "xhtml", "svg", "mht", "mhtml", "xml", "eml", "ini", "php", "ret", "unknown")] ending: &str,
) {
    let name = format!("a.{ending}");
    assert_eq!(tried(TEXT, "", &name).unwrap().file_name, format!("{name}.txt"));
    assert_eq!(tried(JPEG, "", &name).unwrap().file_name, format!("{name}.jpg"));
    assert_eq!(tried(b"<a>1</a>", "", &name).unwrap().file_name, format!("{name}.bin"));
}

#[rstest]
#[case("a.exe\u{200b}")]
#[case("a.e\u{ad}xe")]
#[case("a.exe\u{feff}\u{2060}")]
#[case("a.exe\u{e0020}")]
#[case("a\u{202e}gpj.exe")]
#[case("a.exe. .")]
#[case("a.exe\u{a0}\u{3000}")]
#[case("a.exe\r\n")]
#[case("a.ex:e")]
#[case("foto.jpg/a.exe")]
#[case("C:\\temp\\a.EXE")]
fn a_program_cannot_hide_its_ending_in_its_name(#[case] name: &str) {
    assert_eq!(tried(TEXT, "", name), Err(SniffFault::Program));
}

#[rstest]
#[case("programa.exe.gz")]
#[case("programa.exe .gz")]
#[case("programa.lnk.bin")]
fn a_compressed_program_is_refused_by_the_name_that_it_would_get(#[case] name: &str) {
    assert_eq!(tried_by_agent(super::samples::GZIP, "", name), Err(SniffFault::Program));
}
