//! Short-lived addresses of files: they need no session, so that a browser or a provider can open them.

use wire::Secret;

use super::blobs::BlobId;
use super::disposition::Disposition;
use crate::http::query_value;
use crate::provider::SignatureFault;
use crate::signature::{sign_sha256, verify_sha256};

/// The signature of one file for some minutes. Its query is added to the address of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedAddress {
    /// Identifier of the file.
    pub id: BlobId,
    /// Expiry in milliseconds since 1970, exclusive.
    pub until_ms: u64,
    /// Whether the file is shown or saved.
    pub disposition: Disposition,
}

/// Why an address is refused. The server answers 404 to all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressFault {
    /// The query is not one of `SignedAddress`.
    #[error("the address cannot be read")]
    Malformed,
    /// The signature is wrong.
    #[error("the signature is wrong")]
    Wrong,
    /// The address has expired.
    #[error("the address has expired")]
    Expired,
}

impl SignedAddress {
    /// The query `until=…&as=…&sign=…`, without a question mark. The key has at least 32 random bytes.
    pub fn query(&self, key: &Secret<Vec<u8>>) -> Result<String, SignatureFault> {
        let (until, word) = (self.until_ms.to_string(), self.disposition.word());
        let sign = hex::encode(sign_sha256(key.expose(), &parts(self.id.as_str(), &until, word))?);
        Ok(format!("until={until}&as={word}&sign={sign}"))
    }

    /// Checks the query of an address in constant time; whether it has expired is checked only if its signature is
    /// right.
    pub fn verify(key: &Secret<Vec<u8>>, id: &BlobId, query: &str, now_ms: u64) -> Result<Self, AddressFault> {
        let value = |name| query_value(query, name).ok_or(AddressFault::Malformed);
        let (until, word) = (value("until")?, value("as")?);
        let claimed = hex::decode(value("sign")?).map_err(|_| AddressFault::Malformed)?;
        verify_sha256(key.expose(), &parts(id.as_str(), &until, &word), &claimed).map_err(|_| AddressFault::Wrong)?;
        let until_ms: u64 = until.parse().map_err(|_| AddressFault::Malformed)?;
        let disposition = match word.as_str() {
            "inline" => Disposition::Inline,
            "attachment" => Disposition::Attachment,
            _ => return Err(AddressFault::Malformed),
        };
        if until_ms <= now_ms {
            return Err(AddressFault::Expired);
        }
        Ok(Self { id: id.clone(), until_ms, disposition })
    }
}

/// Line ends separate the parts; no part contains one when the signature is made.
fn parts<'a>(id: &'a str, until: &'a str, word: &'a str) -> [&'a [u8]; 5] {
    [id.as_bytes(), b"\n", until.as_bytes(), b"\n", word.as_bytes()]
}
