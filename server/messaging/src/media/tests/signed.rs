//! Tests of signed addresses of files.

use rstest::rstest;
use wire::Secret;

use crate::media::{AddressFault, BlobId, Disposition, SignedAddress};

fn key() -> Secret<Vec<u8>> {
    Secret::new(vec![7; 32])
}

fn id(text: &str) -> BlobId {
    BlobId::new(text).unwrap()
}

fn address(disposition: Disposition) -> SignedAddress {
    SignedAddress { id: id("0123456789abcdef"), until_ms: 1_764_082_800_000, disposition }
}

/// Another program (openssl) made the signature.
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
fn an_id_in_a_signed_address_that_is_a_path_is_refused(#[case] text: &str, #[case] is_id: bool) {
    assert_eq!(BlobId::new(text).is_some(), is_id);
    assert_eq!(serde_json::from_str::<BlobId>(&format!("{text:?}")).is_ok(), is_id);
}
