//! Encrypts secrets that the server has to read again (sealing): AES-256-GCM with a key that is not in the database.
//! The key is derived from a text of the operator by HMAC-SHA256 together with a purpose, so that one text can serve
//! several purposes.

use crate::digest::mac_bytes;
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

const PURPOSE: &str = "sealing 1";

fn key_of(text: &str) -> Option<LessSafeKey> {
    let bytes = mac_bytes(text, PURPOSE)?;
    UnboundKey::new(&AES_256_GCM, &bytes).ok().map(LessSafeKey::new)
}

/// Encrypts bytes for their owner: only the same key and owner can decrypt them. `nonce` is random and used once.
pub(crate) fn seal(key: &str, owner: &str, nonce: [u8; NONCE_LEN], plain: &[u8]) -> Option<String> {
    let mut sealed = plain.to_vec();
    key_of(key)?
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(owner.as_bytes()), &mut sealed)
        .ok()?;
    Some(hex::encode(nonce) + &hex::encode(sealed))
}

/// Decrypts the output of `seal`; `None` with another key, for another owner, or after a change of the bytes.
pub(crate) fn open(key: &str, owner: &str, sealed: &str) -> Option<Vec<u8>> {
    let bytes = hex::decode(sealed).ok()?;
    let (nonce, rest) = bytes.split_first_chunk::<NONCE_LEN>()?;
    let mut rest = rest.to_vec();
    let plain = key_of(key)?
        .open_in_place(Nonce::assume_unique_for_key(*nonce), Aad::from(owner.as_bytes()), &mut rest)
        .ok()?;
    Some(plain.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const KEY: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn a_sealed_secret_is_decrypted_only_with_the_same_key_and_owner_and_is_unreadable_otherwise() {
        let sealed = seal(KEY, "101", [7; NONCE_LEN], b"12345678901234567890").unwrap();
        assert_eq!(open(KEY, "101", &sealed).as_deref(), Some(b"12345678901234567890".as_slice()));
        assert!(!sealed.contains(&hex::encode(b"12345678901234567890")));
        let other_nonce = seal(KEY, "101", [8; NONCE_LEN], b"12345678901234567890").unwrap();
        assert_ne!(sealed, other_nonce);
    }

    #[rstest]
    #[case::another_key("another key of thirty-two letters", "101", |sealed: &str| sealed.to_owned())]
    #[case::another_owner(KEY, "102", |sealed: &str| sealed.to_owned())]
    #[case::a_truncated_text(KEY, "101", |sealed: &str| sealed.get(..sealed.len() - 2).unwrap().to_owned())]
    #[case::a_changed_text(KEY, "101", |sealed: &str| sealed.replacen(|_: char| true, if sealed.starts_with('1') { "2" } else { "1" }, 1))]
    #[case::a_text_that_is_no_hexadecimal(KEY, "101", |_: &str| "zz".to_owned())]
    #[case::an_empty_text(KEY, "101", |_: &str| String::new())]
    fn a_text_that_was_not_sealed_with_this_key_and_owner_is_not_decrypted(
        #[case] key: &str,
        #[case] owner: &str,
        #[case] change: fn(&str) -> String,
    ) {
        let sealed = seal(KEY, "101", [7; NONCE_LEN], b"12345678901234567890").unwrap();
        assert_eq!(open(key, owner, &change(&sealed)), None);
    }
}
