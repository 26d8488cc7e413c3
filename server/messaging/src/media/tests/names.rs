//! Signed addresses and file names.

use proptest::prelude::*;
use rstest::rstest;
use wire::Secret;

use crate::media::{AddressFault, BlobId, Disposition, SignedAddress, content_disposition};

fn key() -> Secret<Vec<u8>> {
    Secret::new(vec![7; 32])
}

fn id(text: &str) -> BlobId {
    BlobId::new(text).unwrap()
}

fn address(disposition: Disposition) -> SignedAddress {
    SignedAddress { id: id("0123456789abcdef"), until_ms: 1_764_082_800_000, disposition }
}

/// The signature was made by another program.
#[test]
fn the_signature_of_an_address_covers_file_expiry_and_disposition() {
    let query = address(Disposition::Inline).query(&key()).unwrap();
    let sign = "d869dba10e9c5f13bbe1624fafc6b1ce950f069789b636bde784a785671860b7";
    assert_eq!(query, format!("until=1764082800000&as=inline&sign={sign}"));
}

#[rstest]
#[case(Disposition::Inline)]
#[case(Disposition::Attachment)]
fn an_address_of_a_file_is_valid_until_its_expiry(#[case] disposition: Disposition) {
    let address = address(disposition);
    let query = address.query(&key()).unwrap();
    let verify = |now_ms| SignedAddress::verify(&key(), &address.id, &query, now_ms);
    assert_eq!(verify(0), Ok(address.clone()));
    assert_eq!(verify(1_764_082_799_999), Ok(address.clone()));
    assert_eq!(verify(1_764_082_800_000), Err(AddressFault::Expired));
}

#[test]
fn a_changed_address_of_a_file_is_refused() {
    let address = address(Disposition::Attachment);
    let query = address.query(&key()).unwrap();
    let verify = |id: &BlobId, query: &str| SignedAddress::verify(&key(), id, query, 0);
    let later = query.replace("until=1764082800000", "until=1964082800000");
    let shown = query.replace("as=attachment", "as=inline");
    for changed in [&later, &shown] {
        assert_eq!(verify(&address.id, changed), Err(AddressFault::Wrong), "{changed}");
    }
    assert_eq!(verify(&id("0123456789abcdee"), &query), Err(AddressFault::Wrong));
    let other_key = Secret::new(vec![8; 32]);
    assert_eq!(SignedAddress::verify(&other_key, &address.id, &query, 0), Err(AddressFault::Wrong));
    for malformed in ["", "until=1", "until=1&as=inline&sign=zz", "as=inline&sign=00"] {
        assert_eq!(verify(&address.id, malformed), Err(AddressFault::Malformed), "{malformed}");
    }
}

#[rstest]
#[case("0123456789abcdef", true)]
#[case("0189-abc-0123456789", true)]
#[case("short", false)]
#[case("0123456789abcde/", false)]
#[case("../0123456789abcd", false)]
#[case("0123456789abcdef.partial", false)]
#[case("0123456789ABCDEF", false)]
#[case("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0", false)]
fn an_id_that_is_a_path_is_refused(#[case] text: &str, #[case] is_id: bool) {
    assert_eq!(BlobId::new(text).is_some(), is_id);
    assert_eq!(serde_json::from_str::<BlobId>(&format!("{text:?}")).is_ok(), is_id);
}

#[rstest]
#[case(Some("nota.pdf"), "attachment; filename=\"nota.pdf\"; filename*=UTF-8''nota.pdf")]
#[case(
    Some("relatório final.pdf"),
    "attachment; filename=\"relat_rio final.pdf\"; filename*=UTF-8''relat%C3%B3rio%20final.pdf"
)]
#[case(Some("../../etc/passwd"), "attachment; filename=\"passwd\"; filename*=UTF-8''passwd")]
#[case(Some("C:\\Users\\a\\b.txt"), "attachment; filename=\"b.txt\"; filename*=UTF-8''b.txt")]
#[case(
    Some("a\"; x=\"\r\nset-cookie: b"),
    "attachment; filename=\"a x=set-cookie b\"; filename*=UTF-8''a%20x%3Dset-cookie%20b"
)]
#[case(Some("gpj.\u{202e}exe"), "attachment; filename=\"gpj.exe\"; filename*=UTF-8''gpj.exe")]
#[case(Some("..."), "attachment")]
#[case(None, "attachment")]
fn a_file_name_cannot_leave_its_header(#[case] name: Option<&str>, #[case] header: &str) {
    assert_eq!(content_disposition(Disposition::Attachment, name), header);
}

#[test]
fn a_long_name_is_cut_and_a_picture_is_shown() {
    let header = content_disposition(Disposition::Inline, Some(&"a".repeat(500)));
    assert_eq!(header, format!("inline; filename=\"{0}\"; filename*=UTF-8''{0}", "a".repeat(120)));
}

proptest! {
    #[test]
    fn every_file_name_makes_a_valid_header(name in ".*") {
        let header = content_disposition(Disposition::Attachment, Some(&name));
        prop_assert!(header.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{}", header);
        let quotes = header.matches('"').count();
        prop_assert!(quotes == 0 || quotes == 2, "{}", header);
        prop_assert!(!header.contains('/') && !header.contains('\\'), "{}", header);
    }
}
