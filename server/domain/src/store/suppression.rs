//! Numbers of erased customers who must not be called or written to.

use super::StoreResult;
use super::backend::{Backend, delete, get, put};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Row, Table, Value};
use serde::{Deserialize, Serialize};
use wire::Wall;

/// The opt-out of an erased customer from calls or messages. Key: (`scope`, `digest`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuppressedRow {
    /// The forbidden contact (call or message), and the org unit that it is forbidden to.
    pub scope: String,
    /// Keyed digest of the number; the key is not in the database.
    pub digest: String,
    /// When the customer was erased.
    pub at: Wall,
}

impl Row for SuppressedRow {
    const TABLE: &'static Table = &Table {
        name: "suppressed_number",
        columns: &[Column::text("scope"), Column::text("digest")],
        key: 2,
        indexes: &[],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::Kept("as long as the customer's wish; one for each erased customer with one")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("a keyed digest, kept so that the customer's wish holds");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.scope), Value::text(&self.digest)]
    }
}

/// Look-ups and changes of suppressed numbers; part of `Store`.
pub trait SuppressionStore: Backend {
    /// Whether the number with this digest is suppressed.
    fn is_suppressed(&self, scope: &str, digest: &str) -> StoreResult<bool> {
        Ok(get::<SuppressedRow>(self, [Value::text(scope), Value::text(digest)])?.is_some())
    }
    /// Inserts or replaces by (`scope`, `digest`).
    fn put_suppressed(&mut self, row: &SuppressedRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the number; an unknown one changes nothing.
    fn delete_suppressed(&mut self, scope: &str, digest: &str) -> StoreResult<()> {
        delete::<SuppressedRow>(self, [Value::text(scope), Value::text(digest)])
    }
}

impl<B: Backend> SuppressionStore for B {}
