//! Rows and look-ups of what the operator configures for WhatsApp and Instagram: routes, campaigns, templates, presets and bots. Presets are of
//! queues of web chat, too.

use super::StoreResult;
use super::backend::{Backend, first, get, list, put};
use super::erasure::Erasure;
use super::retention::Retention;
use super::row::{Column, Index, Row, Scan, Table, Value};
use serde::{Deserialize, Serialize};
use wire::{AttendanceGroupId, MessageMedia, MetaType, OrgUnitId, QueueId};

/// A number or account of the company at a provider. Key: `id`; look-ups: (`provider`, `account`), `org_unit_id`, `queue_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatsAppRouteRow {
    /// Identifier.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// Provider: `simulated`, `meta`, `twilio`, `gupshup` or another word.
    pub provider: String,
    /// The company's side in the provider's terms, as webhooks name it.
    pub account: String,
    /// Number or account as customers see it.
    pub phone: String,
    /// Sub-type.
    pub meta_type: MetaType,
    /// Queue of customers who write to this route.
    pub queue_id: QueueId,
    /// Org unit of the route.
    pub org_unit_id: OrgUnitId,
    /// The provider can be reached.
    pub connected: bool,
    /// Effects of different messages that failed since the provider took one; empty while it is disconnected.
    #[serde(default)]
    pub failing: Vec<String>,
    /// Customers of this route are simulated by this server, whatever the provider is called.
    pub is_simulated: bool,
}

/// A campaign that agents begin attendances on. Key: `id`; look-ups: `group_id`, `org_unit_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhatsAppCampaignRow {
    /// Identifier.
    pub id: QueueId,
    /// Displayed name.
    pub name: String,
    /// Group whose members work on the campaign.
    pub group_id: AttendanceGroupId,
    /// Queue of its attendances when they return.
    pub queue_id: QueueId,
    /// Org unit of the campaign.
    pub org_unit_id: OrgUnitId,
    /// Routes of the campaign; the first one is used where the agent names none.
    pub route_ids: Vec<String>,
    /// Agents may write although the window is closed.
    pub without_template: bool,
}

/// An approved template of a route. Key: `id`; look-up: `route_id`.
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
    /// Line above the text.
    pub header: String,
    /// The kind of file above the text, which each message brings. Missing in rows of an older server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header_media: Option<MessageMedia>,
    /// Text with `{{1}}`, `{{2}}`, … for the variables.
    pub body: String,
    /// Line below the text.
    pub footer: String,
    /// Labels of the buttons.
    pub buttons: Vec<String>,
    /// Names of the variables, in order.
    pub variables: Vec<String>,
}

/// A preset message. Key: `id`; look-up: `org_unit_id`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresetRow {
    /// Identifier.
    pub id: String,
    /// Displayed name.
    pub name: String,
    /// The text.
    pub text: String,
    /// `text`, or a word whose preset is sent as it is.
    pub kind: String,
    /// Org unit of the preset.
    pub org_unit_id: OrgUnitId,
    /// Queues and campaigns that offer it.
    pub used_by: Vec<QueueId>,
}

/// A bot. Key: `id`; look-up: `org_unit_id`.
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
    const BY_ORG_UNIT: &'static Index = &Index::new("whatsapp_route_by_org_unit", &["org_unit_id"]);
    const BY_QUEUE: &'static Index = &Index::new("whatsapp_route_by_queue", &["queue_id"]);
}

impl Row for WhatsAppRouteRow {
    const TABLE: &'static Table = &Table {
        name: "whatsapp_route",
        columns: &[
            Column::text("id"),
            Column::text("provider"),
            Column::text("account"),
            Column::text("org_unit_id"),
            Column::text("queue_id"),
        ],
        key: 1,
        indexes: &[WhatsAppRouteRow::BY_ACCOUNT, WhatsAppRouteRow::BY_ORG_UNIT, WhatsAppRouteRow::BY_QUEUE],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.id),
            Value::text(&self.provider),
            Value::text(&self.account),
            Value::text(&self.org_unit_id),
            Value::text(&self.queue_id),
        ]
    }
}

impl WhatsAppCampaignRow {
    const BY_GROUP: &'static Index = &Index::new("whatsapp_campaign_by_group", &["group_id"]);
    const BY_ORG_UNIT: &'static Index = &Index::new("whatsapp_campaign_by_org_unit", &["org_unit_id"]);
}

impl Row for WhatsAppCampaignRow {
    const TABLE: &'static Table = &Table {
        name: "whatsapp_campaign",
        columns: &[Column::text("id"), Column::text("group_id"), Column::text("org_unit_id")],
        key: 1,
        indexes: &[WhatsAppCampaignRow::BY_GROUP, WhatsAppCampaignRow::BY_ORG_UNIT],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.group_id), Value::text(&self.org_unit_id)]
    }
}

impl TemplateRow {
    const BY_ROUTE: &'static Index = &Index::new("whatsapp_template_by_route", &["route_id"]);
}

impl Row for TemplateRow {
    const TABLE: &'static Table = &Table {
        name: "whatsapp_template",
        columns: &[Column::text("id"), Column::text("route_id")],
        key: 1,
        indexes: &[TemplateRow::BY_ROUTE],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.route_id)]
    }
}

impl PresetRow {
    const BY_ORG_UNIT: &'static Index = &Index::new("preset_message_by_org_unit", &["org_unit_id"]);
}

impl Row for PresetRow {
    const TABLE: &'static Table = &Table {
        name: "preset_message",
        columns: &[Column::text("id"), Column::text("org_unit_id")],
        key: 1,
        indexes: &[PresetRow::BY_ORG_UNIT],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.org_unit_id)]
    }
}

impl BotRow {
    const BY_ORG_UNIT: &'static Index = &Index::new("bot_by_org_unit", &["org_unit_id"]);
}

impl Row for BotRow {
    const TABLE: &'static Table = &Table {
        name: "bot",
        columns: &[Column::text("id"), Column::text("org_unit_id")],
        key: 1,
        indexes: &[BotRow::BY_ORG_UNIT],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.org_unit_id)]
    }
}

/// Look-ups and changes of that configuration; part of `Store`.
pub trait RouteStore: Backend {
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
    /// Routes of the org unit, by identifier.
    fn whatsapp_routes_of_unit(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<WhatsAppRouteRow>> {
        list(self, &Scan::of::<WhatsAppRouteRow>().by(WhatsAppRouteRow::BY_ORG_UNIT).equal([Value::text(org_unit)]))
    }
    /// Routes whose customers enter the queue, by identifier.
    fn whatsapp_routes_of_queue(&self, queue: &QueueId) -> StoreResult<Vec<WhatsAppRouteRow>> {
        list(self, &Scan::of::<WhatsAppRouteRow>().by(WhatsAppRouteRow::BY_QUEUE).equal([Value::text(queue)]))
    }
    /// Inserts or replaces by `id`. `StoreError::Conflict` if another route has the account.
    fn put_whatsapp_route(&mut self, row: &WhatsAppRouteRow) -> StoreResult<()> {
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
    /// Campaigns of the org unit, by identifier.
    fn whatsapp_campaigns_of_unit(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<WhatsAppCampaignRow>> {
        list(
            self,
            &Scan::of::<WhatsAppCampaignRow>().by(WhatsAppCampaignRow::BY_ORG_UNIT).equal([Value::text(org_unit)]),
        )
    }
    /// Campaigns of the group, by identifier.
    fn whatsapp_campaigns_of_group(&self, group: &AttendanceGroupId) -> StoreResult<Vec<WhatsAppCampaignRow>> {
        list(self, &Scan::of::<WhatsAppCampaignRow>().by(WhatsAppCampaignRow::BY_GROUP).equal([Value::text(group)]))
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
    /// Templates of the route, by identifier.
    fn templates_of_route(&self, route: &str) -> StoreResult<Vec<TemplateRow>> {
        list(self, &Scan::of::<TemplateRow>().by(TemplateRow::BY_ROUTE).equal([Value::text(route)]))
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
    /// Presets of the org unit, by identifier.
    fn presets_of_unit(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<PresetRow>> {
        list(self, &Scan::of::<PresetRow>().by(PresetRow::BY_ORG_UNIT).equal([Value::text(org_unit)]))
    }
    /// Inserts or replaces by `id`.
    fn put_preset(&mut self, row: &PresetRow) -> StoreResult<()> {
        put(self, row)
    }

    /// Bots of the org unit, by identifier.
    fn bots_of_unit(&self, org_unit: &OrgUnitId) -> StoreResult<Vec<BotRow>> {
        list(self, &Scan::of::<BotRow>().by(BotRow::BY_ORG_UNIT).equal([Value::text(org_unit)]))
    }
    /// Inserts or replaces by `id`.
    fn put_bot(&mut self, row: &BotRow) -> StoreResult<()> {
        put(self, row)
    }
}

impl<B: Backend> RouteStore for B {}
