//! Rows that have a number, a portion at a time, for the rewriting of numbers that an older server stored.

use super::backend::Backend;
use super::erasure::rows_behind;
use super::row::{Row, Value};
use super::{BlockedNumberRow, ConversationRow, DialerNumberRow, StoreResult};

/// Portions of rows that have a number. Each is behind a key, in the order of keys, and empty after the last row.
pub trait StoredNumberStore: Backend {
    /// Blocked numbers behind (`org_unit_id`, `phone`).
    fn blocked_numbers_behind(&self, last: &[String]) -> StoreResult<Vec<BlockedNumberRow>>;
    /// Numbers of campaigns behind (`campaign_id`, `phone`).
    fn dialer_numbers_behind(&self, last: &[String]) -> StoreResult<Vec<DialerNumberRow>>;
    /// Conversations behind (`route_id`, `customer`).
    fn conversations_behind(&self, last: &[String]) -> StoreResult<Vec<ConversationRow>>;
}

impl<B: Backend> StoredNumberStore for B {
    fn blocked_numbers_behind(&self, last: &[String]) -> StoreResult<Vec<BlockedNumberRow>> {
        behind(self, last)
    }
    fn dialer_numbers_behind(&self, last: &[String]) -> StoreResult<Vec<DialerNumberRow>> {
        behind(self, last)
    }
    fn conversations_behind(&self, last: &[String]) -> StoreResult<Vec<ConversationRow>> {
        behind(self, last)
    }
}

fn behind<R: Row>(store: &dyn Backend, last: &[String]) -> StoreResult<Vec<R>> {
    let last: Vec<Value> = last.iter().map(Value::text).collect();
    rows_behind(store, Some(last.as_slice()).filter(|last| !last.is_empty()))
}
