//! Signatures and shared secrets of webhooks, compared in constant time.

use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use sha2::Sha256;
use subtle::ConstantTimeEq;
use wire::Secret;

use crate::http::RawCall;
use crate::provider::SignatureFault;

/// Checks a header `sha256=<hexadecimal HMAC-SHA256 of the body>`.
/// Source: Meta, "Webhooks: validate payloads", header `X-Hub-Signature-256`.
pub(crate) fn verify_sha256_header(
    call: &RawCall,
    header: &str,
    secret: &Secret<String>,
) -> Result<(), SignatureFault> {
    let claimed = call.header(header).ok_or(SignatureFault::Missing)?;
    let claimed = claimed.strip_prefix("sha256=").ok_or(SignatureFault::Malformed)?;
    let claimed = hex::decode(claimed).map_err(|_| SignatureFault::Malformed)?;
    verify_sha256(secret.expose().as_bytes(), &[&call.body], &claimed)
}

/// Checks an HMAC-SHA256 over the parts in their order.
pub(crate) fn verify_sha256(key: &[u8], parts: &[&[u8]], claimed: &[u8]) -> Result<(), SignatureFault> {
    sha256(key, parts)?.verify_slice(claimed).map_err(|_| SignatureFault::Wrong)
}

/// An HMAC-SHA256 over the parts in their order.
pub(crate) fn sign_sha256(key: &[u8], parts: &[&[u8]]) -> Result<Vec<u8>, SignatureFault> {
    Ok(sha256(key, parts)?.finalize().into_bytes().to_vec())
}

fn sha256(key: &[u8], parts: &[&[u8]]) -> Result<Hmac<Sha256>, SignatureFault> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).map_err(|_| SignatureFault::Malformed)?;
    parts.iter().for_each(|part| mac.update(part));
    Ok(mac)
}

/// Checks an HMAC-SHA1 over the parts in their order. Twilio signs with SHA-1.
pub(crate) fn verify_sha1(key: &[u8], parts: &[&[u8]], claimed: &[u8]) -> Result<(), SignatureFault> {
    let mut mac = Hmac::<Sha1>::new_from_slice(key).map_err(|_| SignatureFault::Malformed)?;
    parts.iter().for_each(|part| mac.update(part));
    mac.verify_slice(claimed).map_err(|_| SignatureFault::Wrong)
}

/// Whether two texts are equal, in a time that depends only on their lengths. An empty secret equals nothing.
pub(crate) fn same_text(secret: &Secret<String>, claimed: &str) -> bool {
    !secret.expose().is_empty() && bool::from(secret.expose().as_bytes().ct_eq(claimed.as_bytes()))
}

/// Checks the secret that the provider was given for its webhook requests: `authorization: Bearer <secret>`, or the field `token` of the
/// address if the provider can only be given an address. For providers that document no signature.
pub(crate) fn verify_shared_secret(call: &RawCall, secret: &Secret<String>) -> Result<(), SignatureFault> {
    let by_header = call.header("authorization").and_then(|value| value.strip_prefix("Bearer ")).map(str::to_owned);
    let claimed = by_header.or_else(|| call.query("token")).ok_or(SignatureFault::Missing)?;
    if same_text(secret, &claimed) { Ok(()) } else { Err(SignatureFault::Wrong) }
}
