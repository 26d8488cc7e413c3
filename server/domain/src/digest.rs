//! SHA-256 and signatures with it, in hexadecimal.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal: the stored form of tokens, passcodes and customers' secrets.
pub(crate) fn sha256_hex(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

/// Number of zero bits at the beginning of the SHA-256 of a text.
pub(crate) fn leading_zero_bits(text: &str) -> u32 {
    let digest = Sha256::digest(text.as_bytes());
    let zeros = digest.iter().take_while(|byte| **byte == 0).count();
    let bits = digest.get(zeros).map_or(0, |byte| byte.leading_zeros());
    u32::try_from(zeros).unwrap_or_default() * u8::BITS + bits
}

/// HMAC-SHA256 of a text in hexadecimal.
pub(crate) fn sign_hex(key: &str, text: &str) -> String {
    hmac_of(key, text).map(|mac| hex::encode(mac.finalize().into_bytes())).unwrap_or_default()
}

/// Whether `signature` is `sign_hex` of the text. The time that the comparison takes does not depend on the signature.
pub(crate) fn is_signed(key: &str, text: &str, signature: &str) -> bool {
    hmac_of(key, text).zip(hex::decode(signature).ok()).is_some_and(|(mac, given)| mac.verify_slice(&given).is_ok())
}

/// HMAC-SHA256 of a text.
pub(crate) fn mac_bytes(key: &str, text: &str) -> Option<[u8; 32]> {
    hmac_of(key, text).map(|mac| mac.finalize().into_bytes().into())
}

/// HMAC takes keys of every length.
fn hmac_of(key: &str, text: &str) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).ok()?;
    mac.update(text.as_bytes());
    Some(mac)
}
