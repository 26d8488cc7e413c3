//! Rows and look-ups of WhatsApp and Instagram: routes, conversations, provider ids, campaigns, templates, presets, bots.
//! An attendance is a `JobRow` with a `WhatsAppJobRow`.

use super::StoreResult;
use super::backend::{Backend, first, get, insert, list, put};
use super::erasure::Erasure;
use super::retention::{KeptFor, NEVER, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Index, Row, Scan, Table, Value};
use super::voice::CampaignFact;
use super::whatsapp_changes::ChangeFacts;
use serde::{Deserialize, Serialize};
use wire::{AgentId, AttendanceGroupId, MessageMedia, MessageStatus, MetaType, OrgUnitId, Protocol, QueueId, Wall};

/// A number or account of the company at a provider. Key: `id`; look-up: (`provider`, `account`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatsAppRouteRow {
    /// Identifier.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Provider: `simulated`, `meta`, `twilio`, `gupshup` or another word.
    pub provider: String,
    /// Account of the company at the provider, as webhooks name it.
    pub account: String,
    /// Number or account as customers see it.
    pub phone: String,
    /// Sub-type of the route.
    pub meta_type: MetaType,
    /// Queue of customers who write to this route.
    pub queue_id: QueueId,
    /// Org unit of the route.
    pub org_unit_id: OrgUnitId,
    /// Whether the provider can be reached.
    pub connected: bool,
    /// Ids of different messages whose effects failed since the provider last accepted one; empty while it is
    /// disconnected.
    #[serde(default)]
    pub failing: Vec<String>,
    /// Customers of this route are simulated by this server, whatever its provider.
    pub is_simulated: bool,
}

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
    /// The changes that the customer made to the message, also before the message arrived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<ChangeFacts>,
    /// When it was stored.
    #[serde(default)]
    pub at: Wall,
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

/// A campaign that agents begin attendances on. Key: `id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatsAppCampaignRow {
    /// Identifier.
    pub id: QueueId,
    /// Displayed name.
    pub name: String,
    /// Group whose members work on it.
    pub group_id: AttendanceGroupId,
    /// Queue of its attendances when they return.
    pub queue_id: QueueId,
    /// Org unit of the campaign.
    pub org_unit_id: OrgUnitId,
    /// Its routes; the first one is used if the agent names none.
    pub route_ids: Vec<String>,
    /// Whether agents may write although the conversation window is closed.
    pub without_template: bool,
}

/// An approved template of a route. Key: `id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateRow {
    /// Identifier.
    pub id: String,
    /// The route.
    pub route_id: String,
    /// Name at the provider.
    pub name: String,
    /// Language, for example `pt_BR`.
    pub language: String,
    /// Category of the provider.
    pub category: String,
    /// Header line above the text.
    pub header: String,
    /// Kind of the file in the header, which each message must bring. Absent in rows of an older server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_media: Option<MessageMedia>,
    /// Text with `{{1}}`, `{{2}}`, … for the variables.
    pub body: String,
    /// Footer line below the text.
    pub footer: String,
    /// Labels of the buttons.
    pub buttons: Vec<String>,
    /// Names of the variables, in order.
    pub variables: Vec<String>,
}

/// A preset message. Key: `id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresetRow {
    /// Identifier.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// The text.
    pub text: String,
    /// Kind: `text`, or a word for presets that are sent unchanged.
    pub kind: String,
    /// Org unit of the preset.
    pub org_unit_id: OrgUnitId,
    /// Queues and campaigns that offer it.
    pub used_by: Vec<QueueId>,
}

/// A bot. Key: `id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotRow {
    /// Identifier.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Org unit of the bot.
    pub org_unit_id: OrgUnitId,
}

impl WhatsAppRouteRow {
    const BY_ACCOUNT: &'static Index = &Index::unique("whatsapp_route_by_account", &["provider", "account"]);
}

impl Row for WhatsAppRouteRow {
    const TABLE: &'static Table = &Table {
        name: "whatsapp_route",
        columns: &[Column::text("id"), Column::text("provider"), Column::text("account")],
        key: 1,
        indexes: &[WhatsAppRouteRow::BY_ACCOUNT],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.provider), Value::text(&self.account)]
    }
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

macro_rules! keyed_by_id {
    ($($row:ty = $table:literal;)*) => {
        $(impl Row for $row {
            const TABLE: &'static Table = &Table { name: $table, columns: &[Column::text("id")], key: 1, indexes: &[] };
            const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
            const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

            fn values(&self) -> Vec<Value> {
                vec![Value::text(&self.id)]
            }
        })*
    };
}

keyed_by_id! {
    WhatsAppCampaignRow = "whatsapp_campaign";
    TemplateRow = "whatsapp_template";
    PresetRow = "preset_message";
    BotRow = "bot";
}

/// Look-ups and changes of WhatsApp and Instagram; part of `Store`.
pub trait WhatsAppStore: Backend {
    /// The route with this identifier.
    fn whatsapp_route(&self, id: &str) -> StoreResult<Option<WhatsAppRouteRow>> {
        get(self, [Value::text(id)])
    }
    /// The route of this account at the provider.
    fn whatsapp_route_of(&self, provider: &str, account: &str) -> StoreResult<Option<WhatsAppRouteRow>> {
        let equal = [Value::text(provider), Value::text(account)];
        first(self, Scan::of::<WhatsAppRouteRow>().by(WhatsAppRouteRow::BY_ACCOUNT).equal(equal))
    }
    /// Every route, by identifier.
    fn whatsapp_routes(&self) -> StoreResult<Vec<WhatsAppRouteRow>> {
        list(self, &Scan::of::<WhatsAppRouteRow>())
    }
    /// Inserts or replaces by `id`. `StoreError::Conflict` if another route has the account.
    fn put_whatsapp_route(&mut self, row: &WhatsAppRouteRow) -> StoreResult<()> {
        put(self, row)
    }

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

    /// The campaign with this identifier.
    fn whatsapp_campaign(&self, id: &QueueId) -> StoreResult<Option<WhatsAppCampaignRow>> {
        get(self, [Value::text(id)])
    }
    /// Every campaign, by identifier.
    fn whatsapp_campaigns(&self) -> StoreResult<Vec<WhatsAppCampaignRow>> {
        list(self, &Scan::of::<WhatsAppCampaignRow>())
    }
    /// Inserts or replaces by `id`.
    fn put_whatsapp_campaign(&mut self, row: &WhatsAppCampaignRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The template with this identifier.
    fn template(&self, id: &str) -> StoreResult<Option<TemplateRow>> {
        get(self, [Value::text(id)])
    }
    /// Every template, by identifier.
    fn templates(&self) -> StoreResult<Vec<TemplateRow>> {
        list(self, &Scan::of::<TemplateRow>())
    }
    /// Inserts or replaces by `id`.
    fn put_template(&mut self, row: &TemplateRow) -> StoreResult<()> {
        put(self, row)
    }

    /// The preset with this identifier.
    fn preset(&self, id: &str) -> StoreResult<Option<PresetRow>> {
        get(self, [Value::text(id)])
    }
    /// Every preset, by identifier.
    fn presets(&self) -> StoreResult<Vec<PresetRow>> {
        list(self, &Scan::of::<PresetRow>())
    }
    /// Inserts or replaces by `id`.
    fn put_preset(&mut self, row: &PresetRow) -> StoreResult<()> {
        put(self, row)
    }

    /// Every bot, by identifier.
    fn bots(&self) -> StoreResult<Vec<BotRow>> {
        list(self, &Scan::of::<BotRow>())
    }
    /// Inserts or replaces by `id`.
    fn put_bot(&mut self, row: &BotRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> WhatsAppStore for B {}
