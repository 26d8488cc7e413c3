//! Saved views of the attendance list (docs/contract.md, "Saved views"): a name for the filters, the order and the search that an agent uses together.

use super::tolerant::or_default;
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// The order of the list in a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ListViewOrder {
    /// The newest message first.
    #[default]
    Newest,
    /// The customers who wait longest for an answer first.
    LongestWaiting,
}

/// The filters and the order of the list in a view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ListViewFilters {
    /// Hidden channels, whose attendances are not listed; `instagram` is one of them.
    pub hidden_channels: Vec<String>,
    /// Ids of queues and campaigns; empty: all.
    pub queues: Vec<String>,
    /// Tags of the contact, by the ids of their items.
    pub contact_tags: Vec<u32>,
    /// Tags of the company.
    pub employer_tags: Vec<u32>,
    /// Tags of the attendance.
    pub attendance_tags: Vec<u32>,
    /// Only customers who wait for an answer.
    pub only_waiting: bool,
    /// The order.
    #[serde(deserialize_with = "or_default")]
    pub order: ListViewOrder,
    /// Text of the search; may be empty.
    pub search: String,
}

/// A saved view: an item of `GET /agents/{id}/list-views`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ListView {
    /// Id that the page gave the view.
    pub id: String,
    /// Name of the view.
    pub name: String,
    /// The filters, the order and the search text of the view.
    pub filters: ListViewFilters,
    /// Queues and campaigns of the filters that do not exist any more.
    pub gone_queues: Vec<String>,
    /// Tags of the filters that do not exist any more.
    pub gone_tags: Vec<u32>,
}

/// Body of `PUT /agents/{id}/list-views/{viewId}`: creates or replaces the view. A repetition changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SaveListViewRequest {
    /// Name of the view.
    pub name: String,
    /// The filters, the order and the search text of the view.
    pub filters: ListViewFilters,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::from_tolerant;

    #[test]
    fn a_saved_view_can_be_read_if_the_server_leaves_fields_out() {
        let view: ListView =
            from_tolerant(r#"{"id":"V1","name":"Vendas","filters":{"order":"byName","queues":["10"],"new":1}}"#)
                .unwrap();
        let filters = ListViewFilters { queues: vec!["10".to_owned()], ..ListViewFilters::default() };
        assert_eq!((view.id.as_str(), view.name.as_str(), view.filters), ("V1", "Vendas", filters));
    }
}
