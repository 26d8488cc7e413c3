//! Rows of older versions, some of whose fields are of other entities now. A backend divides them when it computes the columns of their
//! table anew.

use super::row::{Row, Table, Value, unreadable};
use super::{JobRow, JobState, StoreError, StoreResult, WebChatRow};
use serde::Deserialize;
use serde_json::Map;
use wire::{Channel, Protocol, Wall};

/// A row of an older version, as this one stores it.
#[derive(Clone, Debug, PartialEq)]
pub struct DividedRow {
    /// JSON of the row.
    pub row: String,
    /// New rows with the fields that it had.
    pub parts: Vec<RowPart>,
}

/// A row with fields that another row had.
#[derive(Clone, Debug)]
pub struct RowPart {
    /// Table of the part, which precedes the table of the divided row in `ENTITIES`.
    pub table: &'static Table,
    /// Values of the table's columns.
    pub values: Vec<Value>,
    /// JSON of the row.
    pub row: String,
}

impl PartialEq for RowPart {
    fn eq(&self, other: &Self) -> bool {
        (self.table.name, &self.values, &self.row) == (other.table.name, &other.values, &other.row)
    }
}

impl DividedRow {
    /// A row that keeps all its fields.
    pub(super) fn whole(row: String) -> Self {
        Self { row, parts: Vec::new() }
    }
}

/// Fields of the web chat that attendances of every channel had until 5.0.
const FIELDS_OF_WEB_CHAT: [&str; 7] = [
    "secret_hash",
    "address_hash",
    "position_told",
    "last_customer_activity",
    "page_gone_since",
    "customer_seen",
    "outside_number",
];

#[derive(Deserialize)]
struct FormerJob {
    protocol: Protocol,
    channel: Channel,
    state: JobState,
    secret_hash: String,
    #[serde(default)]
    address_hash: Option<String>,
    position_told: u32,
    last_customer_activity: Wall,
    #[serde(default)]
    page_gone_since: Option<Wall>,
    #[serde(default)]
    customer_seen: bool,
    outside_number: u64,
    #[serde(default)]
    has_no_traces: bool,
}

impl FormerJob {
    /// The web chat of the attendance; `None` for other channels, and for one that no page opens any more.
    fn into_web_chat(self) -> Option<WebChatRow> {
        let is_open = matches!(self.state, JobState::Waiting | JobState::Active);
        (self.channel == Channel::Chat && !self.has_no_traces).then_some(WebChatRow {
            protocol: self.protocol,
            secret_hash: self.secret_hash,
            address_hash: self.address_hash.filter(|_| is_open),
            published_position: self.position_told,
            last_activity: self.last_customer_activity,
            page_gone_since: self.page_gone_since,
            customer_seen: self.customer_seen,
            last_event: self.outside_number,
        })
    }
}

/// Takes the fields of the web chat out of an attendance.
pub(super) fn divide_job(stored: String) -> StoreResult<DividedRow> {
    let failed = |error: serde_json::Error| unreadable(JobRow::TABLE, &error);
    let mut fields: Map<String, serde_json::Value> = serde_json::from_str(&stored).map_err(failed)?;
    if !fields.contains_key("secret_hash") {
        return Ok(DividedRow::whole(stored));
    }
    let former: FormerJob = serde_json::from_str(&stored).map_err(failed)?;
    for field in FIELDS_OF_WEB_CHAT {
        fields.remove(field);
    }
    let parts = former.into_web_chat().map(|chat| part_of(&chat)).transpose()?.into_iter().collect();
    Ok(DividedRow { row: serde_json::to_string(&fields).map_err(failed)?, parts })
}

fn part_of<R: Row>(row: &R) -> StoreResult<RowPart> {
    let text = serde_json::to_string(row).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    Ok(RowPart { table: R::TABLE, values: row.values(), row: text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{AnyRow, ENTITIES};

    #[test]
    fn a_row_of_this_version_stays_as_it_is() {
        let job = JobRow::waiting("1".into(), Channel::Chat, Wall(1)).to_json().unwrap();
        assert_eq!(divide_job(job.clone()), Ok(DividedRow { row: job, parts: Vec::new() }));
    }

    #[test]
    fn a_row_without_a_field_that_it_must_have_is_corrupt() {
        let divided = divide_job(r#"{"secret_hash":"h","protocol":"1"}"#.to_owned());
        assert!(matches!(divided, Err(StoreError::Corrupt(_))), "{divided:?}");
    }

    /// The backends make the tables in this order.
    #[test]
    fn the_table_of_web_chats_is_there_before_attendances_are_divided() {
        let place = |table: &Table| ENTITIES.iter().position(|entity| entity.table.name == table.name);
        assert!(place(WebChatRow::TABLE) < place(JobRow::TABLE));
    }
}
