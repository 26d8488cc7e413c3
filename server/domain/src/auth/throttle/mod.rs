//! Limits of failed sign-ins: a few are free, further ones delay the account and the address, many lock them for a
//! while (BEY-104).

use crate::centre::Transaction;
use crate::http::Failure;
use crate::store::{AttemptRow, StoreResult};
use std::collections::BTreeMap;
use wire::ErrorBody;

/// Limit of failed sign-ins; failures expire after `lock_ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignInLimit {
    /// Failures without delay.
    pub free: u32,
    /// Failures from which on sign-in is locked.
    pub lock_after: u32,
    /// Length of the lock, in milliseconds.
    pub lock_ms: i64,
}

const FIRST_WAIT_MS: i64 = 1_000;
const LONGEST_WAIT_MS: i64 = 30_000;

impl SignInLimit {
    /// Limit per login.
    pub const ACCOUNT: Self = Self { free: 5, lock_after: 10, lock_ms: 15 * 60 * 1000 };
    /// Limit per address; one address may serve a whole call centre.
    pub const ADDRESS: Self = Self { free: 30, lock_after: 100, lock_ms: 15 * 60 * 1000 };

    /// Delay after the last of `failures`, in milliseconds.
    pub(crate) fn wait_ms(self, failures: u32) -> i64 {
        match failures {
            n if n < self.free => 0,
            n if n >= self.lock_after => self.lock_ms,
            n => FIRST_WAIT_MS.saturating_mul(1 << (n - self.free).min(16)).min(LONGEST_WAIT_MS),
        }
    }
}

/// Keys of the account and the address. The account key is the login, so unknown logins behave as known ones.
fn keys(tx: &Transaction<'_, '_>, login: &str) -> Vec<(String, SignInLimit)> {
    let account = (format!("account:{login}"), tx.config.sign_in_per_account);
    let address = tx.context.address.as_ref().map(|address| format!("address:{address}"));
    [Some(account), address.map(|key| (key, tx.config.sign_in_per_address))].into_iter().flatten().collect()
}

/// Refuses with 429 while the account or the address has to wait.
pub(crate) fn check(tx: &Transaction<'_, '_>, login: &str) -> Result<(), Failure> {
    let mut longest_ms = 0;
    for (key, limit) in keys(tx, login) {
        let Some(row) = tx.store.attempts(&key)? else { continue };
        longest_ms = longest_ms.max(limit.wait_ms(row.failures) - tx.now().since_ms(row.last_failed_at));
    }
    if longest_ms <= 0 { Ok(()) } else { Err(too_many(longest_ms)) }
}

pub(crate) fn count(tx: &mut Transaction<'_, '_>, login: &str) -> StoreResult<()> {
    let now = tx.now();
    for (key, limit) in keys(tx, login) {
        let before = tx.store.attempts(&key)?;
        let fresh = before.filter(|row| now.since_ms(row.last_failed_at) < limit.lock_ms);
        let failures = fresh.map_or(0, |row| row.failures).saturating_add(1);
        tx.store.put_attempts(&AttemptRow { key, failures, last_failed_at: now })?;
    }
    Ok(())
}

/// Clears the account after a successful sign-in, but not the address: one known password must not allow guessing
/// others.
pub(crate) fn clear(tx: &mut Transaction<'_, '_>, login: &str) -> StoreResult<()> {
    tx.store.delete_attempts(&format!("account:{login}"))
}

fn too_many(wait_ms: i64) -> Failure {
    let seconds = u32::try_from(wait_ms.saturating_add(999) / 1000).unwrap_or(u32::MAX);
    Failure::refused(
        429,
        ErrorBody {
            reason: Some("TOO_MANY_ATTEMPTS".to_owned()),
            details: BTreeMap::from([("seconds".to_owned(), seconds.into())]),
            message: "too many failed sign-ins".to_owned(),
            ..ErrorBody::default()
        },
    )
    .retry_after(seconds)
}

#[cfg(test)]
mod tests;
