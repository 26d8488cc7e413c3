//! Limits of failed sign-ins (BEY-104): the first few cause no delay. Further failures of an account from one address
//! delay and then lock this account for this address. Many failures from an address delay and lock the accounts that
//! failed there. Many failures of an account delay it at addresses where it never signed in. So an attacker locks out
//! neither the owner of an account nor an office with the same address.

use crate::centre::Transaction;
use crate::http::Failure;
use crate::retention;
use crate::security::{self, SecurityAction};
use crate::store::{AttemptRow, KeptFor, SignInPlaceRow, StoreResult};
use std::collections::BTreeMap;
use wire::{ErrorBody, Wall};

/// Limit of failed sign-ins; failures expire after `lock_ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignInLimit {
    /// Number of failures without delay.
    pub free: u32,
    /// Number of failures after which sign-in is locked; `None`: never.
    pub lock_after: Option<u32>,
    /// Length of the lock, in milliseconds.
    pub lock_ms: i64,
}

/// The time of the last sign-in at an address is stored again after this time.
const PLACE_WRITTEN_MS: i64 = 24 * 60 * 60 * 1000;

const FIRST_WAIT_MS: i64 = 1_000;
const LONGEST_WAIT_MS: i64 = 30_000;

impl SignInLimit {
    /// Limit per login and address.
    pub const PAIR: Self = Self { free: 5, lock_after: Some(10), lock_ms: 15 * 60 * 1000 };
    /// Limit per login.
    pub const ACCOUNT: Self = Self { free: 20, lock_after: None, lock_ms: 15 * 60 * 1000 };
    /// Limit per address; one address may serve a whole call centre.
    pub const ADDRESS: Self = Self { free: 30, lock_after: Some(100), lock_ms: 15 * 60 * 1000 };

    /// Delay in milliseconds after this number of `failures`.
    pub(crate) fn wait_ms(self, failures: u32) -> i64 {
        match failures {
            n if n < self.free => 0,
            n if self.lock_after.is_some_and(|lock| n >= lock) => self.lock_ms,
            n => FIRST_WAIT_MS.saturating_mul(1 << (n - self.free).min(16)).min(LONGEST_WAIT_MS),
        }
    }
}

/// The keys under which the failures of a sign-in are counted. They contain the login, so unknown logins behave like
/// known ones.
struct Keys {
    place: String,
    pair: String,
    account: String,
    address: Option<String>,
}

/// The subject of a counter of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// This account from this address.
    Pair,
    /// This account, from any address.
    Account,
    /// Any account from this address.
    Address,
}

/// What the server knows about a caller before it verifies the password.
#[derive(Clone, Copy, Debug)]
struct KnownCaller {
    /// The account has failed from this address.
    failed_here: bool,
    /// The account has signed in from this address.
    signed_in_here: bool,
}

/// An account with many failures from all addresses is delayed at addresses where it neither failed nor signed in.
const ACCOUNT_ELSEWHERE: SignInLimit = SignInLimit { free: 100, ..SignInLimit::ACCOUNT };

/// The limit that the failures of a scope have for this caller; `None`: the failures do not limit this caller.
fn limit_for(scope: Scope, known: KnownCaller, configured: SignInLimit) -> Option<SignInLimit> {
    match (scope, known.failed_here, known.signed_in_here) {
        (Scope::Pair, _, _) | (Scope::Account | Scope::Address, true, _) => Some(configured),
        (Scope::Account, false, false) => {
            Some(SignInLimit { free: configured.free.max(ACCOUNT_ELSEWHERE.free), ..configured })
        }
        (Scope::Account, false, true) | (Scope::Address, false, _) => None,
    }
}

impl Keys {
    fn of(tx: &Transaction<'_, '_>, login: &str) -> Self {
        let address = tx.context.address.as_deref();
        let place = format!("{login}@{}", address.unwrap_or_default());
        Self {
            pair: format!("pair:{place}"),
            place,
            account: format!("account:{login}"),
            address: address.map(|address| format!("address:{address}")),
        }
    }

    fn with_limits<'a>(&'a self, tx: &Transaction<'_, '_>) -> Vec<(Scope, &'a str, SignInLimit)> {
        let pair = (Scope::Pair, self.pair.as_str(), tx.config.sign_in_per_pair);
        let account = (Scope::Account, self.account.as_str(), tx.config.sign_in_per_account);
        let address = self.address.as_deref().map(|key| (Scope::Address, key, tx.config.sign_in_per_address));
        [Some(pair), Some(account), address].into_iter().flatten().collect()
    }
}

/// Counts the sign-in as failed before its password is verified, so that parallel guesses cannot pass the limit; after
/// a correct password `release` removes the count. Refuses with 429 while the caller has to wait.
pub(crate) fn reserve(tx: &mut Transaction<'_, '_>, login: &str) -> Result<(), Failure> {
    let keys = Keys::of(tx, login);
    let now = tx.now();
    let known = KnownCaller {
        failed_here: tx.store.attempts(&keys.pair)?.is_some(),
        signed_in_here: tx.store.sign_in_place(&keys.place)?.is_some(),
    };
    let mut longest_ms = 0;
    for (scope, key, configured) in keys.with_limits(tx) {
        let (Some(row), Some(limit)) = (tx.store.attempts(key)?, limit_for(scope, known, configured)) else { continue };
        longest_ms = longest_ms.max(limit.wait_ms(row.failures) - now.since_ms(row.last_failed_at));
    }
    if longest_ms > 0 {
        let agent = tx.store.agent_by_login(login)?.map(|agent| agent.id);
        security::note_sign_in(tx, SecurityAction::SignInDelayed, login, agent.as_ref());
        return Err(too_many(longest_ms));
    }
    for (_, key, limit) in keys.with_limits(tx) {
        let before = tx.store.attempts(key)?;
        let fresh = before.filter(|row| now.since_ms(row.last_failed_at) < limit.lock_ms);
        let failures = fresh.as_ref().map_or(0, |row| row.failures).saturating_add(1);
        let previous_failed_at = fresh.map(|row| row.last_failed_at);
        tx.store.put_attempts(&AttemptRow {
            key: key.to_owned(),
            failures,
            last_failed_at: now,
            previous_failed_at,
        })?;
    }
    Ok(retention::keep(tx, KeptFor::Attempts, now)?)
}

/// Removes the counted attempt of a successful sign-in, deletes the failures of this account from this address, and
/// stores the address as known. Other failures stay: one known password must not allow guessing others.
pub(crate) fn release(tx: &mut Transaction<'_, '_>, login: &str) -> StoreResult<()> {
    let keys = Keys::of(tx, login);
    tx.store.delete_attempts(&keys.pair)?;
    take_back_of(tx, [Some(keys.account), keys.address])?;
    remember(tx, keys.place)
}

/// Removes only this counted attempt: the password is right, but the sign-in is not complete without a code. Earlier failures stay, so that a
/// known password does not allow guessing codes.
pub(crate) fn take_back(tx: &mut Transaction<'_, '_>, login: &str) -> StoreResult<()> {
    let keys = Keys::of(tx, login);
    take_back_of(tx, [Some(keys.pair), Some(keys.account), keys.address])
}

fn take_back_of(tx: &mut Transaction<'_, '_>, keys: impl IntoIterator<Item = Option<String>>) -> StoreResult<()> {
    for key in keys.into_iter().flatten() {
        match tx.store.attempts(&key)? {
            Some(AttemptRow { failures, previous_failed_at: Some(last_failed_at), .. }) if failures > 1 => {
                let failures = failures - 1;
                tx.store.put_attempts(&AttemptRow { key, failures, last_failed_at, previous_failed_at: None })?;
            }
            _ => tx.store.delete_attempts(&key)?,
        }
    }
    Ok(())
}

/// The time of an address that was used within a day is not stored again.
fn remember(tx: &mut Transaction<'_, '_>, key: String) -> StoreResult<()> {
    let now: Wall = tx.now();
    let is_fresh = |row: &SignInPlaceRow| now.since_ms(row.last_at) < PLACE_WRITTEN_MS;
    if tx.store.sign_in_place(&key)?.as_ref().is_some_and(is_fresh) {
        return Ok(());
    }
    tx.store.put_sign_in_place(&SignInPlaceRow { key, last_at: now })?;
    retention::keep(tx, KeptFor::SignInPlaces, now)
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
