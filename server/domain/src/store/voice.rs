//! Rows and look-ups of calls, voice accounts and campaigns.

use super::backend::{Backend, delete, first, get, insert, list, put};
use super::erasure::{Erasure, Fate};
use super::retention::{OwnedRows, Owner, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::voice_room::{RoomFact, TransferFact};
use super::{StoreResult, reservations};
use serde::{Deserialize, Serialize};
use wire::{AgentId, AttendanceGroupId, CallType, OrgUnitId, Protocol, QueueId, Wall};

/// State of a call, from its start to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CallPhase {
    /// The customer's telephone is being called.
    Dialling,
    /// The customer waits in the queue and hears music.
    Waiting,
    /// The customer waits, and the agent in whose wallet the contact is was asked.
    Asking,
    /// The customer waits, and an agent's telephone rings.
    Ringing,
    /// Customer and agent talk.
    Talking,
    /// The call ended.
    Ended,
}

impl CallPhase {
    /// The spelling in a database column.
    pub fn as_str(self) -> &'static str {
        match self {
            CallPhase::Dialling => "dialling",
            CallPhase::Waiting => "waiting",
            CallPhase::Asking => "asking",
            CallPhase::Ringing => "ringing",
            CallPhase::Talking => "talking",
            CallPhase::Ended => "ended",
        }
    }
}

/// The agent whose telephone rings, or who is asked about the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RingFact {
    /// The agent.
    pub agent_id: AgentId,
    /// Extension that rings; empty while the agent is asked.
    pub exten: String,
    /// Start of the ringing or of the question.
    pub since: Wall,
    /// Whether the agent rejected the call; the telephone reports the rejection later.
    pub rejected: bool,
}

/// A ring that an agent did not answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissedRing {
    /// The agent.
    pub agent_id: AgentId,
    /// End of the ringing.
    pub at: Wall,
}

/// The call of a voice attendance. Key: `protocol`; look-ups: `unique_id`, `phase`, `phone`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallRow {
    /// The attendance.
    pub protocol: Protocol,
    /// Identifier of the call in the telephone system; a redial gives a new one.
    pub unique_id: String,
    /// How the attendance began.
    pub call_type: CallType,
    /// The customer's number, digits only, or `anonymous`.
    pub phone: String,
    /// Extension of the customer's telephone, if it has an account for this call.
    pub telephone: Option<String>,
    /// Whether the centre made the call: the agent's telephone is then the calling side.
    pub outgoing: bool,
    /// Campaign of the call.
    pub campaign: Option<CampaignFact>,
    /// The schedule that the call belongs to, as the page named it.
    pub schedule: Option<serde_json::Value>,
    /// State.
    pub phase: CallPhase,
    /// When the called side answered.
    #[serde(default)]
    pub answered_at: Option<Wall>,
    /// The agent whose telephone rings, or who is asked about the call.
    pub ring: Option<RingFact>,
    /// Agents who did not answer this call.
    pub missed: Vec<MissedRing>,
    /// The parties in the call; `None` for a call of two parties in which nobody was put on hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomFact>,
    /// The highest number that a party of the call had; 0 before the first further party.
    #[serde(default)]
    pub last_party: u64,
    /// Completed transfers of the call, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<TransferFact>,
}

/// Campaign of a call, with its name at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignFact {
    /// The campaign.
    pub id: QueueId,
    /// Name of the campaign.
    pub name: String,
}

/// An account of the voice gateway. Key: `exten`; look-ups: `agent_id`, `address_hash`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoiceAccountRow {
    /// Extension or number of the telephone.
    pub exten: String,
    /// The agent; empty for a customer's telephone and for a desk telephone.
    pub agent_id: AgentId,
    /// SHA-256 of the secret in hexadecimal; empty before the first one was issued.
    pub secret_hash: String,
    /// Whether a telephone is registered at the gateway.
    pub registered: bool,
    /// Number of changes of the secret so far.
    #[serde(default)]
    pub version: u64,
    /// The customer, for a telephone of one call.
    pub customer: Option<CustomerFact>,
    /// Whether the telephone is the hidden telephone of a supervision: nobody can call it, and it can call nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// The customer of a telephone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerFact {
    /// Name as the customer entered it.
    pub name: String,
    /// The customer's number, digits only.
    pub phone: String,
    /// Whether the operator's site confirmed the number; `None`: the customer typed none.
    #[serde(default)]
    pub phone_verified: Option<bool>,
    /// The queue that the customer may call.
    pub queue_id: QueueId,
    /// SHA-256 of the network address that requested the telephone, in hexadecimal.
    pub address_hash: Option<String>,
}

/// A voice campaign. Key: `id`; look-ups: `group_id`, `org_unit_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignRow {
    /// Identifier.
    pub id: QueueId,
    /// Displayed name.
    pub name: String,
    /// Group whose members work on the campaign.
    pub group_id: AttendanceGroupId,
    /// Org unit of the campaign.
    pub org_unit_id: OrgUnitId,
}

/// A number that must not be called. Key: (`org_unit_id`, `phone`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockedNumberRow {
    /// Org unit that must not call the number.
    pub org_unit_id: OrgUnitId,
    /// The number, digits only.
    pub phone: String,
}

impl CallRow {
    pub(super) const BY_UNIQUE_ID: &'static Index = &Index::unique("voice_call_by_unique_id", &["unique_id"]);
    const BY_PHASE: &'static Index = &Index::new("voice_call_by_phase", &["phase"]);
    const BY_PHONE: &'static Index = &Index::new("voice_call_by_phone", &["phone", "phase"]);

    /// Whether the call has ended.
    pub fn is_over(&self) -> bool {
        self.phase == CallPhase::Ended
    }
}

impl Row for CallRow {
    const TABLE: &'static Table = &Table {
        name: "voice_call",
        columns: &[Column::text("protocol"), Column::text("unique_id"), Column::text("phase"), Column::text("phone")],
        key: 1,
        indexes: &[CallRow::BY_UNIQUE_ID, CallRow::BY_PHASE, CallRow::BY_PHONE],
    };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Attendance, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.protocol),
            Value::text(&self.unique_id),
            Value::text(self.phase.as_str()),
            Value::text(&self.phone),
        ]
    }
}

impl VoiceAccountRow {
    const BY_AGENT: &'static Index = &Index::unique("voice_account_by_agent", &["agent_id"]);
    const BY_ADDRESS: &'static Index = &Index::new("voice_account_by_address", &["address_hash"]);

    /// Whether the telephone belongs to a customer, not to an agent.
    pub fn is_customers(&self) -> bool {
        self.customer.is_some()
    }

    /// Whether the account is a desk telephone: it belongs to the agent who connects voice with its extension.
    pub fn is_desk(&self) -> bool {
        self.agent_id.is_empty() && !self.is_customers() && !self.hidden
    }
}

impl Row for VoiceAccountRow {
    const TABLE: &'static Table = &Table {
        name: "voice_account",
        columns: &[Column::text("exten"), Column::optional_text("agent_id"), Column::optional_text("address_hash")],
        key: 1,
        indexes: &[VoiceAccountRow::BY_AGENT, VoiceAccountRow::BY_ADDRESS],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::Work("accounts of customers and supervisions end with their call; others are configuration")];
    const ERASURE: Erasure<Self> = Erasure::EveryRow(|row, customer| match &row.customer {
        Some(fact) if customer.identifiers.contains(&fact.phone) || customer.is_named(&fact.name) => Fate::Deleted,
        Some(_) | None => Fate::Kept,
    });

    fn values(&self) -> Vec<Value> {
        let address = self.customer.as_ref().and_then(|customer| customer.address_hash.as_deref());
        let address = address.map_or(Value::Null, Value::text);
        vec![Value::text(&self.exten), Value::text_or_null(self.agent_id.as_str()), address]
    }
}

impl CampaignRow {
    const BY_GROUP: &'static Index = &Index::new("voice_campaign_by_group", &["group_id"]);
    const BY_ORG_UNIT: &'static Index = &Index::new("voice_campaign_by_org_unit", &["org_unit_id"]);
}

impl Row for CampaignRow {
    const TABLE: &'static Table = &Table {
        name: "voice_campaign",
        columns: &[Column::text("id"), Column::text("group_id"), Column::text("org_unit_id")],
        key: 1,
        indexes: &[CampaignRow::BY_GROUP, CampaignRow::BY_ORG_UNIT],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.group_id), Value::text(&self.org_unit_id)]
    }
}

impl Row for BlockedNumberRow {
    const TABLE: &'static Table = &Table {
        name: "blocked_number",
        columns: &[Column::text("org_unit_id"), Column::text("phone")],
        key: 2,
        indexes: &[],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("the list of numbers that must not be called")];
    const ERASURE: Erasure<Self> = Erasure::Keys(|customer| {
        let key = |phone| vec![Value::text(&customer.org_unit_id), Value::text(phone)];
        customer.identifiers.iter().map(key).collect()
    });

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.org_unit_id), Value::text(&self.phone)]
    }
}

/// Look-ups and changes of calls, voice accounts and campaigns; part of `Store`.
pub trait VoiceStore: Backend {
    /// The call of this attendance.
    fn call(&self, protocol: &Protocol) -> StoreResult<Option<CallRow>> {
        get(self, [Value::text(protocol)])
    }
    /// The call with this identifier in the telephone system.
    fn call_by_unique_id(&self, unique_id: &str) -> StoreResult<Option<CallRow>> {
        first(self, Scan::of::<CallRow>().by(CallRow::BY_UNIQUE_ID).equal([Value::text(unique_id)]))
    }
    /// Calls in this phase, by protocol.
    fn calls_in_phase(&self, phase: CallPhase) -> StoreResult<Vec<CallRow>> {
        list(self, &Scan::of::<CallRow>().by(CallRow::BY_PHASE).equal([Value::text(phase.as_str())]))
    }
    /// Calls with this number, including ended ones.
    fn calls_of_phone(&self, phone: &str) -> StoreResult<Vec<CallRow>> {
        list(self, &Scan::of::<CallRow>().by(CallRow::BY_PHONE).equal([Value::text(phone)]))
    }
    /// Inserts or replaces the call by `protocol`, together with its reservation. `StoreError::Conflict` if another call
    /// has the `unique_id` or the agent.
    fn put_call(&mut self, row: &CallRow) -> StoreResult<()> {
        reservations::put_call(self, row)
    }

    /// The account of this extension.
    fn voice_account(&self, exten: &str) -> StoreResult<Option<VoiceAccountRow>> {
        get(self, [Value::text(exten)])
    }
    /// The account of this agent.
    fn voice_account_of(&self, agent: &AgentId) -> StoreResult<Option<VoiceAccountRow>> {
        first(self, Scan::of::<VoiceAccountRow>().by(VoiceAccountRow::BY_AGENT).equal([Value::text(agent)]))
    }
    /// Every account, by extension.
    fn voice_accounts(&self) -> StoreResult<Vec<VoiceAccountRow>> {
        list(self, &Scan::of::<VoiceAccountRow>())
    }
    /// Number of telephones of customers from the address.
    fn telephones_of_address(&self, address_hash: &str) -> StoreResult<usize> {
        let of_address = [Value::text(address_hash)];
        self.count(&Scan::of::<VoiceAccountRow>().by(VoiceAccountRow::BY_ADDRESS).equal(of_address))
    }
    /// Inserts or replaces by `exten`. `StoreError::Conflict` if the agent has another account.
    fn put_voice_account(&mut self, row: &VoiceAccountRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Inserts by `exten`.
    fn insert_voice_account(&mut self, row: &VoiceAccountRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// Deletes the account; an unknown extension changes nothing.
    fn delete_voice_account(&mut self, exten: &str) -> StoreResult<()> {
        delete::<VoiceAccountRow>(self, [Value::text(exten)])
    }

    /// The campaign with this identifier.
    fn campaign(&self, id: &QueueId) -> StoreResult<Option<CampaignRow>> {
        get(self, [Value::text(id)])
    }
    /// Campaigns of the group, by identifier.
    fn campaigns_of_group(&self, group: &AttendanceGroupId) -> StoreResult<Vec<CampaignRow>> {
        list(self, &Scan::of::<CampaignRow>().by(CampaignRow::BY_GROUP).equal([Value::text(group)]))
    }
    /// Campaigns of the org unit, by identifier.
    fn campaigns_of_unit(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<CampaignRow>> {
        list(self, &Scan::of::<CampaignRow>().by(CampaignRow::BY_ORG_UNIT).equal([Value::text(org_unit)]))
    }
    /// Inserts or replaces by `id`.
    fn put_campaign(&mut self, row: &CampaignRow) -> StoreResult<()> {
        put(self, row)
    }

    /// Whether the org unit must not call the number.
    fn is_blocked_number(&self, org_unit: &OrgUnitId, phone: &str) -> StoreResult<bool> {
        let row: Option<BlockedNumberRow> = get(self, [Value::text(org_unit), Value::text(phone)])?;
        Ok(row.is_some())
    }
    /// Inserts or replaces by (`org_unit_id`, `phone`).
    fn put_blocked_number(&mut self, row: &BlockedNumberRow) -> StoreResult<()> {
        put(self, row)
    }
    /// Deletes by (`org_unit_id`, `phone`).
    fn delete_blocked_number(&mut self, row: &BlockedNumberRow) -> StoreResult<()> {
        delete::<BlockedNumberRow>(self, [Value::text(&row.org_unit_id), Value::text(&row.phone)])
    }
}

impl<B: Backend> VoiceStore for B {}
