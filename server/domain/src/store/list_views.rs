//! Saved views of the attendance lists of agents.

use super::StoreResult;
use super::backend::{Backend, delete, get, list, put};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AgentId, ListViewFilters};

/// A saved view. Key: (`agent_id`, `id`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListViewRow {
    /// The agent who owns the view.
    pub agent_id: AgentId,
    /// Id that the page chose for the view.
    pub id: String,
    /// Name of the view.
    pub name: String,
    /// The filters of the view.
    pub filters: ListViewFilters,
}

impl Row for ListViewRow {
    const TABLE: &'static Table =
        &Table { name: "list_view", columns: &[Column::text("agent_id"), Column::text("id")], key: 2, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("settings of an agent, who removes them")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("filters of an agent's list");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.agent_id), Value::text(&self.id)]
    }
}

/// Look-ups and changes of saved views.
pub trait ListViewStore: Backend {
    /// The agent's view with this id.
    fn list_view(&self, agent: &AgentId, id: &str) -> StoreResult<Option<ListViewRow>> {
        get(self, [Value::text(agent), Value::text(id)])
    }
    /// The agent's views, by their ids.
    fn list_views_of(&self, agent: &AgentId) -> StoreResult<Vec<ListViewRow>> {
        list(self, &Scan::of::<ListViewRow>().equal([Value::text(agent)]))
    }
    /// Inserts or replaces the view by (`agent_id`, `id`).
    fn put_list_view(&mut self, row: &ListViewRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes the view if it exists.
    fn delete_list_view(&mut self, agent: &AgentId, id: &str) -> StoreResult<()> {
        delete::<ListViewRow>(self, [Value::text(agent), Value::text(id)])
    }
}

impl<B: Backend + ?Sized> ListViewStore for B {}
