//! SHA-256 and hexadecimal.

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal: the stored form of tokens, passcodes and customers' secrets.
pub(crate) fn sha256_hex(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// Bytes in hexadecimal, lower case.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
