//! SHA-256, signatures with it, and hexadecimal.

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal: the stored form of tokens, passcodes and customers' secrets.
pub(crate) fn sha256_hex(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// Bytes in hexadecimal, lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// HMAC-SHA256 of a text in hexadecimal.
pub(crate) fn sign_hex(key: &str, text: &str) -> String {
    hmac_of(key, text).map(|mac| hex(&mac.finalize().into_bytes())).unwrap_or_default()
}

/// Whether `signature` is `sign_hex` of the text. The time that the comparison takes does not depend on the signature.
pub(crate) fn is_signed(key: &str, text: &str, signature: &str) -> bool {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let given: Option<Vec<u8>> = signature.as_bytes().chunks(2).map(byte).collect();
    hmac_of(key, text).zip(given).is_some_and(|(mac, given)| mac.verify_slice(&given).is_ok())
}

/// HMAC takes keys of every length.
fn hmac_of(key: &str, text: &str) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).ok()?;
    mac.update(text.as_bytes());
    Some(mac)
}
