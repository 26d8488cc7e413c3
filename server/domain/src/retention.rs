//! How long rows are kept that no request deletes: their deletion is due when the oldest of them is old enough.

use crate::centre::Transaction;
use crate::config::{CentreConfig, StartPuzzle};
use crate::due::Due;
use crate::store::{Store, StoreResult};
use wire::Wall;

/// An expired token is kept this long, so that its holder gets the cause `expired` instead of `invalidToken`.
const EXPIRED_KEPT_MS: i64 = 24 * 60 * 60 * 1000;
const NOTIFICATIONS_KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// An agent who comes back from a holiday comes back from a known place.
const PLACES_KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Rows with a limited life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Retained {
    /// Tokens and broker credentials, from their expiry on.
    Credentials,
    /// Stored notifications, from their creation on.
    Notifications,
    /// Failed sign-ins, from the last one on.
    Attempts,
    /// Where accounts signed in, from the last time on.
    SignInPlaces,
    /// Solved puzzles of starts, from the start on.
    SolvedPuzzles,
}

impl Retained {
    pub const ALL: [Retained; 5] = [
        Retained::Credentials,
        Retained::Notifications,
        Retained::Attempts,
        Retained::SignInPlaces,
        Retained::SolvedPuzzles,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Retained::Credentials => "credentials",
            Retained::Notifications => "notifications",
            Retained::Attempts => "attempts",
            Retained::SignInPlaces => "sign_in_places",
            Retained::SolvedPuzzles => "solved_puzzles",
        }
    }

    fn kept_ms(self, config: &CentreConfig) -> i64 {
        match self {
            Retained::Credentials => EXPIRED_KEPT_MS,
            Retained::Notifications => NOTIFICATIONS_KEPT_MS,
            Retained::Attempts => config.sign_in_per_account.lock_ms,
            Retained::SignInPlaces => PLACES_KEPT_MS,
            // The solution has expired by then.
            Retained::SolvedPuzzles => StartPuzzle::VALID_MS,
        }
    }

    fn delete_before(self, store: &mut dyn Store, before: Wall) -> StoreResult<()> {
        match self {
            Retained::Credentials => store.delete_expired(before),
            Retained::Notifications => store.delete_old_notifications(before),
            Retained::Attempts => store.delete_old_attempts(before),
            Retained::SignInPlaces => store.delete_old_sign_in_places(before),
            Retained::SolvedPuzzles => store.delete_old_solved_puzzles(before),
        }
    }

    fn oldest(self, store: &dyn Store) -> StoreResult<Option<Wall>> {
        match self {
            Retained::Credentials => store.first_expiry(),
            Retained::Notifications => store.oldest_notification(),
            Retained::Attempts => store.oldest_attempt(),
            Retained::SignInPlaces => store.oldest_sign_in_place(),
            Retained::SolvedPuzzles => store.oldest_solved_puzzle(),
        }
    }
}

/// A row was stored whose life counts from `from`: sets when it is deleted.
pub(crate) fn keep(tx: &mut Transaction<'_, '_>, what: Retained, from: Wall) -> StoreResult<()> {
    let at = from.plus_ms(what.kept_ms(tx.config) + 1);
    tx.mark_due(Due::Retention, what.as_str(), at)
}

/// Deletes what is old enough; the next oldest row decides when that is due again.
pub(crate) fn delete_old(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let Some(what) = Retained::ALL.into_iter().find(|what| what.as_str() == subject) else { return Ok(()) };
    let kept_ms = what.kept_ms(tx.config);
    let before = tx.now().plus_ms(-kept_ms);
    what.delete_before(tx.store, before)?;
    what.oldest(tx.store)?.map_or(Ok(()), |oldest| keep(tx, what, oldest))
}

/// Makes every deletion due now: a server without due times left rows behind.
pub(crate) fn start(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    Retained::ALL.into_iter().try_for_each(|what| tx.mark_due(Due::Retention, what.as_str(), tx.now()))
}
