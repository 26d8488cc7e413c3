//! Identifiers that customers type, and the signature by which the operator's site confirms one (docs/operations.md).
//!
//! The signature is HMAC-SHA256 over `{expires}.{identifier}` with the secret that the server shares with the site.

use crate::centre::Transaction;
use crate::digest::{is_signed, sign_hex};
use crate::http::Failure;

/// The confirmation of a typed identifier by the operator's site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentifierSignature {
    /// End of its validity, in seconds since 1970-01-01 UTC.
    pub expires: i64,
    /// The signature in hexadecimal.
    pub signature: String,
}

impl IdentifierSignature {
    /// Signs an identifier as the operator's site does; the demo, tests and the simulation act as that site.
    pub fn sign(secret: &str, identifier: &str, expires: i64) -> Self {
        Self { expires, signature: sign_hex(secret, &signed_text(identifier, expires)) }
    }
}

/// The value that a signature confirms, and its field in a refusal.
#[derive(Clone, Copy)]
pub(crate) enum Typed {
    /// The identifier of a chat.
    Identifier,
    /// The number of a web telephone.
    Phone,
}

impl Typed {
    fn field(self) -> &'static str {
        match self {
            Self::Identifier => "identifierSignature",
            Self::Phone => "phoneSignature",
        }
    }
}

/// Whether the identifier is confirmed. The signature is checked over the stored identifier, without surrounding spaces and a
/// leading plus. A check over the typed identifier would let a signature for `+x` confirm `x`, another customer.
///
/// Errors: 422 for a signature that is wrong, has expired, or cannot be checked because the server has no secret.
pub(crate) fn is_verified(
    tx: &Transaction<'_, '_>,
    typed: Typed,
    identifier: &str,
    signature: Option<&IdentifierSignature>,
) -> Result<bool, Failure> {
    let Some(given) = signature else { return Ok(false) };
    let invalid = || Failure::field(typed.field(), "invalid");
    let of_demo = match typed {
        Typed::Identifier => None,
        Typed::Phone => tx.config.voice.demo_site.as_ref(),
    };
    let text = signed_text(identifier, given.expires);
    let is_of = |secret: &wire::Secret<String>| is_signed(secret.expose(), &text, &given.signature);
    if !tx.config.identifier_secret.iter().chain(of_demo).any(is_of) {
        return Err(invalid());
    }
    if given.expires.saturating_mul(1000) <= tx.now().0 {
        return Err(Failure::field(typed.field(), "expired"));
    }
    Ok(true)
}

fn signed_text(identifier: &str, expires: i64) -> String {
    format!("{expires}.{identifier}")
}
