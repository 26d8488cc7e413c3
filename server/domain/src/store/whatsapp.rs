//! Rows and look-ups of WhatsApp and Instagram: conversations, their attendances, and ids of providers.
//! An attendance is a `JobRow` with a `WhatsAppJobRow`.

use super::StoreResult;
use super::backend::{Backend, get, insert, list, put};
use super::erasure::Erasure;
use super::retention::{KeptFor, NEVER, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::voice::CampaignFact;
use super::whatsapp_changes::ChangeFacts;
use serde::{Deserialize, Serialize};
use wire::{AgentId, BroadcastId, MessageStatus, OrgUnitId, Protocol, Wall};

/// The conversation of a customer on a route, over all its attendances. Key: (`route_id`, `customer`); look-up: `current`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConversationRow {
    /// The route.
    pub route_id: String,
    /// The customer's number in its canonical form, or the account; a conversation of an older server may have another form of the number.
    pub customer: String,
    /// The number or account as the network writes it, for sends; empty: as `customer`.
    #[serde(default)]
    pub network_id: String,
    /// Name that the customer gave last; empty before the first message.
    pub name: String,
    /// Org unit of the route.
    pub org_unit_id: OrgUnitId,
    /// The agent of the open attendance, or of the last one (the owner).
    pub owner: Option<AgentId>,
    /// The attendance that is waiting, active or in the inbox.
    pub current: Option<Protocol>,
    /// End of the last attendance.
    pub last_ended_at: Option<Wall>,
    /// When the customer wrote last: the conversation window begins there.
    pub last_receipt: Option<Wall>,
    /// When the last template was sent.
    pub template_sent_at: Option<Wall>,
    /// Whether the owner pinned the conversation.
    pub pinned: bool,
    /// Whether the owner marked the conversation as unread.
    pub marked_unread: bool,
    /// Whether the customer opted out of messages that the company begins.
    pub opted_out: bool,
    /// When the customer last said so, or allowed them again; `None`: never.
    #[serde(default)]
    pub consent_at: Option<Wall>,
    /// Whether the provider reported that the number has no WhatsApp.
    pub number_not_exists: bool,
    /// Why no agent may begin an attendance; `None`: agents may.
    pub claim: Option<ClaimFact>,
}

impl ConversationRow {
    /// The customer's number or account as the network writes it.
    pub fn written(&self) -> &str {
        if self.network_id.is_empty() { &self.customer } else { &self.network_id }
    }
}

/// Why no agent may begin an attendance with a customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClaimFact {
    /// A bot talks with the customer.
    Bot,
    /// The customer evaluates the attendance of this agent.
    Evaluation(AgentId),
    /// The customer is in the wallet of this agent.
    Wallet(AgentId),
}

/// The data of a WhatsApp attendance beyond `JobRow`. Key: `protocol`; look-ups: (`route_id`, `customer`), `customer`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatsAppJobRow {
    /// The attendance.
    pub protocol: Protocol,
    /// Route of the conversation.
    pub route_id: String,
    /// Customer of the conversation.
    pub customer: String,
    /// Campaign of an attendance that an agent began.
    pub campaign: Option<CampaignFact>,
}

/// An id of a provider. Each id becomes exactly one message. Key: (`route_id`, `provider_id`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderMessageRow {
    /// The route.
    pub route_id: String,
    /// Id that the provider gave.
    pub provider_id: String,
    /// The message; `None` while a receipt arrived before the answer to the send.
    pub message: Option<MessagePlace>,
    /// The receipt that arrived before the answer to the send.
    pub early: Option<ReceiptFact>,
    /// The entry of a broadcast that was sent under this id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryPlace>,
    /// The changes that the customer made to the message, also before the message arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<ChangeFacts>,
    /// When the message was stored.
    #[serde(default)]
    pub at: Wall,
}

/// An attempt of an entry of a broadcast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryPlace {
    /// The list.
    pub broadcast_id: BroadcastId,
    /// Position in the list.
    pub position: u32,
    /// Number of the attempt.
    pub attempt: u32,
}

/// Place of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessagePlace {
    /// The attendance.
    pub protocol: Protocol,
    /// Position in its thread.
    pub seq: u64,
}

/// Content of a receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceiptFact {
    /// Delivery state.
    pub status: MessageStatus,
    /// Why the delivery failed; empty without a reason.
    pub reason: String,
}

impl ConversationRow {
    /// UNIQUE: an attendance belongs to one conversation.
    const BY_CURRENT: &'static Index = &Index::unique("whatsapp_conversation_by_current", &["current"]);
    const OPEN: &'static Index = &Index::new("whatsapp_conversation_open", &["route_id", "is_open"]);
    const BY_AGE: &'static Index = &Index::new("whatsapp_conversation_by_age", &["kept_from"]);

    /// The customer's last activity, which is not before the end of an attendance. A conversation with an opt-out is kept however old it
    /// is.
    fn kept_from(&self) -> Value {
        if self.current.is_some() || self.opted_out {
            return NEVER;
        }
        let times = [self.last_ended_at, self.last_receipt, self.template_sent_at];
        times.into_iter().flatten().max().map_or(Value::Integer(0), Value::from)
    }
}

impl Row for ConversationRow {
    const TABLE: &'static Table = &Table {
        name: "whatsapp_conversation",
        columns: &[
            Column::text("route_id"),
            Column::text("customer"),
            Column::optional_text("current"),
            Column::number("is_open"),
            Column::number("kept_from"),
        ],
        key: 2,
        indexes: &[ConversationRow::BY_CURRENT, ConversationRow::OPEN, ConversationRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::Attendances, ConversationRow::BY_AGE, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::Keys(|customer| {
        let of_route = |route| customer.identifiers.iter().map(move |identifier| (route, identifier));
        let conversations = customer.routes.iter().flat_map(of_route);
        conversations.map(|(route, identifier)| vec![Value::text(route), Value::text(identifier)]).collect()
    });

    fn values(&self) -> Vec<Value> {
        let current = self.current.as_ref().map_or(Value::Null, Value::text);
        vec![
            Value::text(&self.route_id),
            Value::text(&self.customer),
            current,
            self.current.is_some().into(),
            self.kept_from(),
        ]
    }
}

impl WhatsAppJobRow {
    const BY_CUSTOMER: &'static Index = &Index::new("whatsapp_job_by_customer", &["customer", "route_id"]);
}

impl Row for WhatsAppJobRow {
    const TABLE: &'static Table = &Table {
        name: "whatsapp_job",
        columns: &[Column::text("protocol"), Column::text("customer"), Column::text("route_id")],
        key: 1,
        indexes: &[WhatsAppJobRow::BY_CUSTOMER],
    };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Attendance, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.protocol), Value::text(&self.customer), Value::text(&self.route_id)]
    }
}

impl ProviderMessageRow {
    const BY_ATTENDANCE: &'static Index = &Index::new("provider_message_by_attendance", &["protocol"]);
    const BY_AGE: &'static Index = &Index::new("provider_message_by_age", &["kept_from"]);
}

impl Row for ProviderMessageRow {
    const TABLE: &'static Table = &Table {
        name: "provider_message",
        columns: &[
            Column::text("route_id"),
            Column::text("provider_id"),
            Column::optional_text("protocol"),
            Column::number("kept_from"),
        ],
        key: 2,
        indexes: &[ProviderMessageRow::BY_ATTENDANCE, ProviderMessageRow::BY_AGE],
    };

    const RETENTION: &'static [Retention] = &[
        Retention::With(Owner::Attendance, OwnedRows::by(ProviderMessageRow::BY_ATTENDANCE)),
        Retention::For(KeptFor::EarlyReceipts, ProviderMessageRow::BY_AGE, Removal::Row),
    ];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        let protocol = self.message.as_ref().map_or(Value::Null, |place| Value::text(&place.protocol));
        let kept_from = if self.message.is_none() { self.at.into() } else { NEVER };
        vec![Value::text(&self.route_id), Value::text(&self.provider_id), protocol, kept_from]
    }
}

/// Look-ups and changes of WhatsApp and Instagram; part of `Store`.
pub trait WhatsAppStore: Backend {
    /// The conversation of this customer on this route.
    fn conversation(&self, route_id: &str, customer: &str) -> StoreResult<Option<ConversationRow>> {
        get(self, [Value::text(route_id), Value::text(customer)])
    }
    /// Conversations of the route, by customer.
    fn conversations_of_route(&self, route_id: &str) -> StoreResult<Vec<ConversationRow>> {
        list(self, &Scan::of::<ConversationRow>().equal([Value::text(route_id)]))
    }
    /// Conversations of the route with an attendance that is waiting, active or in the inbox.
    fn open_conversations(&self, route_id: &str) -> StoreResult<Vec<ConversationRow>> {
        let open = Scan::of::<ConversationRow>().by(ConversationRow::OPEN);
        list(self, &open.equal([Value::text(route_id), true.into()]))
    }
    /// Inserts or replaces by (`route_id`, `customer`). `StoreError::Conflict` if another conversation has the attendance.
    fn put_conversation(&mut self, row: &ConversationRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The WhatsApp data of this attendance.
    fn whatsapp_job(&self, protocol: &Protocol) -> StoreResult<Option<WhatsAppJobRow>> {
        get(self, [Value::text(protocol)])
    }
    /// Attendances of the customer on every route, by route, then protocol.
    fn whatsapp_jobs_of(&self, customer: &str) -> StoreResult<Vec<WhatsAppJobRow>> {
        list(self, &Scan::of::<WhatsAppJobRow>().by(WhatsAppJobRow::BY_CUSTOMER).equal([Value::text(customer)]))
    }
    /// Inserts or replaces by `protocol`.
    fn put_whatsapp_job(&mut self, row: &WhatsAppJobRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The row of this provider id.
    fn provider_message(&self, route_id: &str, provider_id: &str) -> StoreResult<Option<ProviderMessageRow>> {
        get(self, [Value::text(route_id), Value::text(provider_id)])
    }
    /// Inserts by (`route_id`, `provider_id`).
    fn insert_provider_message(&mut self, row: &ProviderMessageRow) -> StoreResult<()> {
        insert(self, row)
    }
    /// Inserts or replaces by (`route_id`, `provider_id`).
    fn put_provider_message(&mut self, row: &ProviderMessageRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> WhatsAppStore for B {}
