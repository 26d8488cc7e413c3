//! Rows and look-ups of automatic dialling: campaigns, their numbers, and the numbers that are being dialled.

use super::backend::{Backend, delete, first, get, list, put};
use super::erasure::Erasure;
use super::retention::{KeptFor, NEVER, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::{StoreResult, reservations};
use serde::{Deserialize, Serialize};
use wire::{AgentId, AttendanceGroupId, OrgUnitId, QueueId, Wall};

/// Automatic dialling of a voice campaign. Key: `campaign_id`; look-up: `group_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DialerRow {
    /// The campaign.
    pub campaign_id: QueueId,
    /// Group whose agents get the calls of the dialler.
    pub group_id: AttendanceGroupId,
    /// Whether numbers are dialled now.
    pub running: bool,
    /// Maximum of attempts for a number.
    pub max_attempts: u32,
    /// A busy number is dialled again after this time, in milliseconds.
    pub busy_retry_ms: i64,
    /// A number that was not answered, or whose qualification does not finish its dialling, is dialled again after this time.
    pub retry_ms: i64,
}

/// State of a number of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DialerNumberState {
    /// The number is dialled at `due_at` or later.
    Open,
    /// The number is being dialled.
    Dialling,
    /// The customer answered; the qualification of the attendance decides.
    Reached,
    /// The number is not dialled any more.
    Finished,
}

impl DialerNumberState {
    /// The spelling in a database column.
    pub fn as_str(self) -> &'static str {
        match self {
            DialerNumberState::Open => "open",
            DialerNumberState::Dialling => "dialling",
            DialerNumberState::Reached => "reached",
            DialerNumberState::Finished => "finished",
        }
    }
}

/// A number of a campaign's list. Key: (`campaign_id`, `phone`); look-ups: `state`, `due_at`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DialerNumberRow {
    /// The campaign.
    pub campaign_id: QueueId,
    /// The number, digits only.
    pub phone: String,
    /// Name of the customer as the list has it.
    pub name: String,
    /// State.
    pub state: DialerNumberState,
    /// Number of attempts so far.
    pub attempts: u32,
    /// When the number may be dialled; numbers are dialled in this order.
    pub due_at: Wall,
}

/// A number that is being dialled, with the agent who is reserved for it. Key: (`org_unit_id`, `phone`): an org unit never
/// dials a number twice at the same time; look-ups: `unique_id`, `agent_id`, `campaign_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DialRow {
    /// The org unit of the campaign.
    pub org_unit_id: OrgUnitId,
    /// The number.
    pub phone: String,
    /// Identifier of the call in the telephone system.
    pub unique_id: String,
    /// The reserved agent.
    pub agent_id: AgentId,
    /// The campaign.
    pub campaign_id: QueueId,
}

impl DialerRow {
    const BY_GROUP: &'static Index = &Index::new("dialer_by_group", &["group_id"]);
}

impl Row for DialerRow {
    const TABLE: &'static Table = &Table {
        name: "dialer",
        columns: &[Column::text("campaign_id"), Column::text("group_id")],
        key: 1,
        indexes: &[DialerRow::BY_GROUP],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.campaign_id), Value::text(&self.group_id)]
    }
}

impl DialerNumberRow {
    const BY_TIME: &'static Index = &Index::new("dialer_number_by_time", &["campaign_id", "state", "due_at"]);
    const BY_AGE: &'static Index = &Index::new("dialer_number_by_age", &["kept_from"]);
}

impl Row for DialerNumberRow {
    const TABLE: &'static Table = &Table {
        name: "dialer_number",
        columns: &[
            Column::text("campaign_id"),
            Column::text("phone"),
            Column::text("state"),
            Column::number("due_at"),
            Column::number("kept_from"),
        ],
        key: 2,
        indexes: &[DialerNumberRow::BY_TIME, DialerNumberRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::Attendances, DialerNumberRow::BY_AGE, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::Keys(|customer| {
        let of_campaign = |campaign| customer.identifiers.iter().map(move |phone| (campaign, phone));
        let numbers = customer.campaigns.iter().flat_map(of_campaign);
        numbers.map(|(campaign, phone)| vec![Value::text(campaign), Value::text(phone)]).collect()
    });

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.campaign_id),
            Value::text(&self.phone),
            Value::text(self.state.as_str()),
            self.due_at.into(),
            if self.state == DialerNumberState::Finished { self.due_at.into() } else { NEVER },
        ]
    }
}

impl DialRow {
    pub(super) const BY_UNIQUE_ID: &'static Index = &Index::unique("dial_by_unique_id", &["unique_id"]);
    const BY_AGENT: &'static Index = &Index::unique("dial_by_agent", &["agent_id"]);
    const BY_CAMPAIGN: &'static Index = &Index::new("dial_by_campaign", &["campaign_id"]);
}

impl Row for DialRow {
    const TABLE: &'static Table = &Table {
        name: "dial",
        columns: &[
            Column::text("org_unit_id"),
            Column::text("phone"),
            Column::text("unique_id"),
            Column::text("agent_id"),
            Column::text("campaign_id"),
        ],
        key: 2,
        indexes: &[DialRow::BY_UNIQUE_ID, DialRow::BY_AGENT, DialRow::BY_CAMPAIGN],
    };

    const RETENTION: &'static [Retention] = &[Retention::Work("deleted when the call is answered or ends")];
    const ERASURE: Erasure<Self> = Erasure::Together("a call of the customer is ended before");

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.org_unit_id),
            Value::text(&self.phone),
            Value::text(&self.unique_id),
            Value::text(&self.agent_id),
            Value::text(&self.campaign_id),
        ]
    }
}

/// Look-ups and changes of automatic dialling; part of `Store`.
pub trait DialerStore: Backend {
    /// Automatic dialling of this campaign.
    fn dialer(&self, campaign: &QueueId) -> StoreResult<Option<DialerRow>> {
        get(self, [Value::text(campaign)])
    }
    /// Automatic dialling of the campaigns of this group, by campaign.
    fn dialers_of_group(&self, group: &AttendanceGroupId) -> StoreResult<Vec<DialerRow>> {
        list(self, &Scan::of::<DialerRow>().by(DialerRow::BY_GROUP).equal([Value::text(group)]))
    }
    /// Inserts or replaces the campaign's dialling by `campaign_id`.
    fn put_dialer(&mut self, row: &DialerRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The row of this number in the campaign.
    fn dialer_number(&self, campaign: &QueueId, phone: &str) -> StoreResult<Option<DialerNumberRow>> {
        get(self, [Value::text(campaign), Value::text(phone)])
    }
    /// The open number of the campaign with the earliest time.
    fn next_dialer_number(&self, campaign: &QueueId) -> StoreResult<Option<DialerNumberRow>> {
        let open = [Value::text(campaign), Value::text(DialerNumberState::Open.as_str())];
        first(self, Scan::of::<DialerNumberRow>().by(DialerNumberRow::BY_TIME).equal(open))
    }
    /// Inserts or replaces the number by (`campaign_id`, `phone`).
    fn put_dialer_number(&mut self, row: &DialerNumberRow) -> StoreResult<()> {
        put(self, row)
    }

    /// Deletes by (`campaign_id`, `phone`).
    fn delete_dialer_number(&mut self, row: &DialerNumberRow) -> StoreResult<()> {
        delete::<DialerNumberRow>(self, [Value::text(&row.campaign_id), Value::text(&row.phone)])
    }

    /// The call of this org unit that dials the number.
    fn dial(&self, unit: &OrgUnitId, phone: &str) -> StoreResult<Option<DialRow>> {
        get(self, [Value::text(unit), Value::text(phone)])
    }
    /// The call with this identifier in the telephone system.
    fn dial_by_unique_id(&self, unique_id: &str) -> StoreResult<Option<DialRow>> {
        first(self, Scan::of::<DialRow>().by(DialRow::BY_UNIQUE_ID).equal([Value::text(unique_id)]))
    }
    /// Every call that dials a number, by org unit and number.
    fn dials(&self) -> StoreResult<Vec<DialRow>> {
        list(self, &Scan::of::<DialRow>())
    }
    /// Calls that dial a number of this campaign.
    fn dials_of_campaign(&self, campaign: &QueueId) -> StoreResult<Vec<DialRow>> {
        list(self, &Scan::of::<DialRow>().by(DialRow::BY_CAMPAIGN).equal([Value::text(campaign)]))
    }
    /// Whether a call dials a number of this campaign.
    fn is_dialling(&self, campaign: &QueueId) -> StoreResult<bool> {
        let dials = Scan::of::<DialRow>().by(DialRow::BY_CAMPAIGN).equal([Value::text(campaign)]);
        Ok(first::<DialRow>(self, dials)?.is_some())
    }
    /// Inserts the call by (`org_unit_id`, `phone`), and reserves its agent. `StoreError::Conflict` if the org unit dials
    /// the number already, or another call has reserved the agent.
    fn insert_dial(&mut self, row: &DialRow) -> StoreResult<()> {
        reservations::insert_dial(self, row)
    }
    /// Deletes the call; an unknown one changes nothing.
    fn delete_dial(&mut self, unique_id: &str) -> StoreResult<()> {
        reservations::delete_dial(self, unique_id)
    }
}

impl<B: Backend> DialerStore for B {}
