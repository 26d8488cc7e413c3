//! Further names of customers: a network may know a customer by a number, by an id without a number, and by a changed
//! number.

use super::StoreResult;
use super::backend::{Backend, get, list, put};
use super::erasure::{ErasedCustomer, Erasure, Fate};
use super::retention::{KeptFor, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::Wall;

/// A further name of the customer of a conversation. Key: (`route_id`, `alias`); look-up: (`route_id`, `customer`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConversationAliasRow {
    /// The route.
    pub route_id: String,
    /// The further name; a number is in canonical form.
    pub alias: String,
    /// The customer, as in `ConversationRow::customer`.
    pub customer: String,
    /// When the network last used both names together, to the precision of a month.
    pub at: Wall,
}

impl ConversationAliasRow {
    const OF_CUSTOMER: &'static Index = &Index::new("conversation_alias_of_customer", &["route_id", "customer"]);
    const BY_AGE: &'static Index = &Index::new("conversation_alias_by_age", &["at"]);

    fn fate(&self, customer: &ErasedCustomer) -> Fate<Self> {
        let is_theirs = [&self.alias, &self.customer].into_iter().any(|name| customer.identifiers.contains(name));
        if is_theirs && customer.routes.contains(&self.route_id) { Fate::Deleted } else { Fate::Kept }
    }
}

impl Row for ConversationAliasRow {
    const TABLE: &'static Table = &Table {
        name: "conversation_alias",
        columns: &[Column::text("route_id"), Column::text("alias"), Column::text("customer"), Column::number("at")],
        key: 2,
        indexes: &[ConversationAliasRow::OF_CUSTOMER, ConversationAliasRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::Attendances, ConversationAliasRow::BY_AGE, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::EveryRow(ConversationAliasRow::fate);

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.route_id), Value::text(&self.alias), Value::text(&self.customer), self.at.into()]
    }
}

/// Look-ups and changes of further names; part of `Store`.
pub trait ConversationAliasStore: Backend {
    /// The customer with this further name on the route.
    fn conversation_alias(&self, route_id: &str, alias: &str) -> StoreResult<Option<ConversationAliasRow>> {
        get(self, [Value::text(route_id), Value::text(alias)])
    }
    /// The further names of the conversation's customer.
    fn aliases_of_conversation(&self, route_id: &str, customer: &str) -> StoreResult<Vec<ConversationAliasRow>> {
        let of_customer = [Value::text(route_id), Value::text(customer)];
        list(self, &Scan::of::<ConversationAliasRow>().by(ConversationAliasRow::OF_CUSTOMER).equal(of_customer))
    }
    /// Inserts or replaces the name by (`route_id`, `alias`).
    fn put_conversation_alias(&mut self, row: &ConversationAliasRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> ConversationAliasStore for B {}
