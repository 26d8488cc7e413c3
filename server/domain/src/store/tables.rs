//! The table of every entity. Names of tables and columns are those of the first release and never change.

use super::erasure::{Erasure, Fate};
use super::retention::{KeptFor, OwnedRows, Owner, Removal, Retention};
use super::row::{Column, Entity, Index, Row, Table, Value};
use super::stored::{StoredMessage, StoredOrgUnit};
use super::{
    AgentRow, AttemptRow, AuditRow, BlockedNumberRow, BotRow, BroadcastEntryRow, BroadcastPaceRow, BroadcastRow,
    BroadcastUseRow, BrokerCredentialRow, CallRecordingRow, CallRow, CallSupervisionRow, CampaignRow, CandidateRow,
    ChannelRow, ChurnRemovalRow, ChurnScoreRow, ContactAddressRow, ContactColumnRow, ContactField, ContactFilterRow,
    ContactRow, ConversationAliasRow, ConversationRow, DialRow, DialerNumberRow, DialerRow, DueRow, EffectRow,
    EmployerRow, ExtensionRow, FrameRow, GroupRow, ImportPortionRow, ImportRow, InternalCallRow, JobRow, ListViewRow,
    MediaRow, MembershipRow, NoteRow, NotificationRow, OnHoldRow, PauseRow, PresetRow, ProviderMessageRow,
    QualificationRow, QueueRow, QueueSettingsRow, QueueTail, ReservationRow, SamePersonRow, ScriptAnswerRow, ScriptRow,
    SecondFactorRow, SendRow, SessionRow, SignInPlaceRow, SolvedPuzzleRow, SupervisionRulesRow, SuppressedRow, TagRow,
    TemplateRow, TermRow, TextRow, TokenRow, UnusedMediaRow, VoiceAccountRow, WebChatEventRow, WebChatRow,
    WebChatUseRow, WhatsAppCampaignRow, WhatsAppJobRow, WhatsAppRouteRow,
};
use serde::{Deserializer, Serializer};
use wire::{AgentRole, Channel, Message, OrgUnit};

/// Every entity of the store.
pub const ENTITIES: &[Entity] = &[
    Entity::of::<OrgUnit>(),
    Entity::of::<AgentRow>(),
    Entity::of::<GroupRow>(),
    Entity::of::<MembershipRow>(),
    Entity::of::<QueueRow>(),
    Entity::of::<QueueSettingsRow>(),
    Entity::of::<QualificationRow>(),
    Entity::of::<SessionRow>(),
    Entity::of::<TokenRow>(),
    Entity::of::<BrokerCredentialRow>(),
    Entity::of::<ChannelRow>(),
    // Before attendances, which were divided into both.
    Entity::of::<WebChatRow>(),
    Entity::of::<JobRow>(),
    Entity::of::<Message>(),
    Entity::of::<SendRow>(),
    Entity::of::<ContactRow>(),
    Entity::of::<ContactAddressRow>(),
    Entity::of::<QueueTail>(),
    Entity::of::<FrameRow>(),
    Entity::of::<WebChatEventRow>(),
    Entity::of::<WebChatUseRow>(),
    Entity::of::<SolvedPuzzleRow>(),
    Entity::of::<PauseRow>(),
    Entity::of::<NotificationRow>(),
    Entity::of::<AttemptRow>(),
    Entity::of::<SignInPlaceRow>(),
    Entity::of::<ExtensionRow>(),
    Entity::of::<SecondFactorRow>(),
    Entity::of::<DueRow>(),
    Entity::of::<CallRow>(),
    Entity::of::<VoiceAccountRow>(),
    Entity::of::<CampaignRow>(),
    Entity::of::<ScriptRow>(),
    Entity::of::<ScriptAnswerRow>(),
    Entity::of::<BlockedNumberRow>(),
    Entity::of::<DialerRow>(),
    Entity::of::<DialerNumberRow>(),
    Entity::of::<DialRow>(),
    Entity::of::<ReservationRow>(),
    Entity::of::<InternalCallRow>(),
    Entity::of::<CallRecordingRow>(),
    Entity::of::<CallSupervisionRow>(),
    Entity::of::<SupervisionRulesRow>(),
    Entity::of::<EffectRow>(),
    Entity::of::<WhatsAppRouteRow>(),
    Entity::of::<ConversationRow>(),
    Entity::of::<ConversationAliasRow>(),
    Entity::of::<WhatsAppJobRow>(),
    Entity::of::<ProviderMessageRow>(),
    Entity::of::<BroadcastRow>(),
    Entity::of::<BroadcastEntryRow>(),
    Entity::of::<BroadcastPaceRow>(),
    Entity::of::<BroadcastUseRow>(),
    Entity::of::<WhatsAppCampaignRow>(),
    Entity::of::<TemplateRow>(),
    Entity::of::<PresetRow>(),
    Entity::of::<BotRow>(),
    Entity::of::<MediaRow>(),
    Entity::of::<UnusedMediaRow>(),
    Entity::of::<CandidateRow>(),
    Entity::of::<OnHoldRow>(),
    Entity::of::<TagRow>(),
    Entity::of::<ChurnRemovalRow>(),
    Entity::of::<ChurnScoreRow>(),
    Entity::of::<TermRow>(),
    Entity::of::<EmployerRow>(),
    Entity::of::<ContactColumnRow>(),
    Entity::of::<ContactFilterRow>(),
    Entity::of::<AuditRow>(),
    Entity::of::<ImportRow>(),
    Entity::of::<ImportPortionRow>(),
    Entity::of::<SuppressedRow>(),
    Entity::of::<SamePersonRow>(),
    Entity::of::<NoteRow>(),
    Entity::of::<TextRow>(),
    Entity::of::<ListViewRow>(),
];

impl Row for OrgUnit {
    const TABLE: &'static Table = &Table { name: "org_unit", columns: &[Column::text("id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id)]
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredOrgUnit::serialize(self, serializer)
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        StoredOrgUnit::deserialize(deserializer)
    }
}

impl AgentRow {
    pub(super) const BY_LOGIN: &'static Index = &Index::unique("agent_by_login", &["login"]);
    pub(super) const BY_ORG_UNIT: &'static Index = &Index::new("agent_by_org_unit", &["org_unit_id", "role"]);
    pub(super) const WITH_CALLS: &'static Index =
        &Index::new("agent_with_calls", &["org_unit_id", "role", "takes_calls"]);

    pub(super) fn role_value(role: AgentRole) -> Value {
        Value::text(match role {
            AgentRole::Agent => "agent",
            AgentRole::Supervisor => "supervisor",
        })
    }
}

impl Row for AgentRow {
    const TABLE: &'static Table = &Table {
        name: "agent",
        columns: &[
            Column::text("id"),
            Column::text("login"),
            Column::text("role"),
            Column::text("org_unit_id"),
            Column::number("takes_calls"),
        ],
        key: 1,
        indexes: &[AgentRow::BY_LOGIN, AgentRow::BY_ORG_UNIT, AgentRow::WITH_CALLS],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("accounts")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        let role = AgentRow::role_value(self.record.role);
        vec![
            Value::text(&self.id),
            Value::text(&self.login),
            role,
            Value::text(&self.record.org_unit_id),
            self.record.channels.contains(&Channel::Voice).into(),
        ]
    }
}

impl Row for GroupRow {
    const TABLE: &'static Table =
        &Table { name: "attendance_group", columns: &[Column::text("id")], key: 1, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.group.id)]
    }
}

impl MembershipRow {
    pub(super) const BY_GROUP: &'static Index = &Index::new("group_member_by_group", &["group_id"]);
}

impl Row for MembershipRow {
    const TABLE: &'static Table = &Table {
        name: "group_member",
        columns: &[Column::text("agent_id"), Column::text("group_id")],
        key: 2,
        indexes: &[MembershipRow::BY_GROUP],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.agent_id), Value::text(&self.group_id)]
    }
}

impl QueueRow {
    pub(super) const BY_CHANNEL: &'static Index = &Index::new("queue_by_channel", &["channel"]);
    pub(super) const BY_ORG_UNIT: &'static Index = &Index::new("queue_by_org_unit", &["org_unit_id", "channel"]);
}

impl Row for QueueRow {
    const TABLE: &'static Table = &Table {
        name: "queue",
        columns: &[Column::text("id"), Column::text("channel"), Column::text("org_unit_id")],
        key: 1,
        indexes: &[QueueRow::BY_CHANNEL, QueueRow::BY_ORG_UNIT],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(self.channel.as_str()), Value::text(&self.org_unit_id)]
    }
}

impl QualificationRow {
    pub(super) const BY_LIST: &'static Index = &Index::new("qualification_by_list", &["list", "position"]);
    pub(super) const BY_ALIAS: &'static Index =
        &Index::new("qualification_by_alias_of_unit", &["alias", "org_unit_id"]);
}

impl Row for QualificationRow {
    const TABLE: &'static Table = &Table {
        name: "qualification",
        columns: &[
            Column::text("id"),
            Column::optional_text("list"),
            Column::number("position"),
            Column::optional_text("alias"),
            Column::text("org_unit_id"),
        ],
        key: 1,
        indexes: &[QualificationRow::BY_LIST, QualificationRow::BY_ALIAS],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.record.id),
            self.list.as_ref().map_or(Value::Null, Value::text),
            Value::number(self.position),
            self.alias.as_ref().map_or(Value::Null, Value::text),
            Value::text(&self.org_unit_id),
        ]
    }
}

impl SessionRow {
    pub(super) const BY_LINK: &'static Index = &Index::new("session_by_link", &["linked", "org_unit_id"]);
}

impl Row for SessionRow {
    const TABLE: &'static Table = &Table {
        name: "session",
        columns: &[Column::text("agent_id"), Column::text("org_unit_id"), Column::number("linked")],
        key: 1,
        indexes: &[SessionRow::BY_LINK],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("the last one of each agent")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.agent_id), Value::text(&self.org_unit_id), self.linked.into()]
    }
}

impl TokenRow {
    pub(super) const BY_SESSION: &'static Index = &Index::new("token_by_session", &["session_id"]);
    pub(super) const BY_EXPIRY: &'static Index = &Index::new("token_by_expiry", &["expires_at"]);
}

impl Row for TokenRow {
    const TABLE: &'static Table = &Table {
        name: "token",
        columns: &[Column::text("hash"), Column::text("session_id"), Column::number("expires_at")],
        key: 1,
        indexes: &[TokenRow::BY_SESSION, TokenRow::BY_EXPIRY],
    };

    const RETENTION: &'static [Retention] = &[Retention::For(KeptFor::Credentials, TokenRow::BY_EXPIRY, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.hash), Value::text(&self.session_id), self.expires_at.into()]
    }
}

impl BrokerCredentialRow {
    pub(super) const BY_SESSION: &'static Index = &Index::new("broker_credential_by_session", &["session_id"]);
    pub(super) const BY_EXPIRY: &'static Index = &Index::new("broker_credential_by_expiry", &["expires_at"]);
}

impl Row for BrokerCredentialRow {
    const TABLE: &'static Table = &Table {
        name: "broker_credential",
        columns: &[Column::text("login"), Column::text("session_id"), Column::number("expires_at")],
        key: 1,
        indexes: &[BrokerCredentialRow::BY_SESSION, BrokerCredentialRow::BY_EXPIRY],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::Credentials, BrokerCredentialRow::BY_EXPIRY, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.login), Value::text(&self.session_id), self.expires_at.into()]
    }
}

impl ChannelRow {
    pub(super) const BY_CONNECTION: &'static Index =
        &Index::new("agent_channel_by_connection", &["channel", "connected", "agent_id"]);
    /// UNIQUE: an extension serves one agent.
    pub(super) const BY_EXTENSION: &'static Index = &Index::unique("agent_channel_by_extension", &["extension_in_use"]);
}

impl Row for ChannelRow {
    const TABLE: &'static Table = &Table {
        name: "agent_channel",
        columns: &[
            Column::text("agent_id"),
            Column::text("channel"),
            Column::number("connected"),
            Column::optional_text("extension_in_use"),
        ],
        key: 2,
        indexes: &[ChannelRow::BY_CONNECTION, ChannelRow::BY_EXTENSION],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("the channels of each agent")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("agents are no customers");

    fn values(&self) -> Vec<Value> {
        let extension = if self.connected { Value::text_or_null(&self.exten) } else { Value::Null };
        vec![Value::text(&self.agent_id), Value::text(self.channel.as_str()), self.connected.into(), extension]
    }
}

impl Row for Message {
    const TABLE: &'static Table =
        &Table { name: "message", columns: &[Column::text("protocol"), Column::number("seq")], key: 2, indexes: &[] };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Attendance, OwnedRows::BY_KEY)];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.protocol), Value::number(self.seq)]
    }

    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredMessage::serialize(self, serializer)
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        StoredMessage::deserialize(deserializer)
    }
}

impl SendRow {
    pub(super) const BY_SEQ: &'static Index = &Index::new("sent_by_seq", &["sender", "protocol", "seq"]);
    const BY_ATTENDANCE: &'static Index = &Index::new("sent_by_attendance", &["protocol"]);
}

impl Row for SendRow {
    const TABLE: &'static Table = &Table {
        name: "sent",
        columns: &[Column::text("sender"), Column::text("protocol"), Column::text("custom_id"), Column::number("seq")],
        key: 3,
        indexes: &[SendRow::BY_SEQ, SendRow::BY_ATTENDANCE],
    };

    const RETENTION: &'static [Retention] = &[Retention::With(Owner::Traces, OwnedRows::by(SendRow::BY_ATTENDANCE))];
    const ERASURE: Erasure<Self> = Erasure::Owned;

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.sender),
            Value::text(&self.protocol),
            Value::text(&self.custom_id),
            Value::number(self.reply.seq),
        ]
    }
}

impl ContactRow {
    const ORG_UNIT: &'static str = "org_unit_id";

    // UNIQUE: no two contacts of an org unit have the same identifier.
    const BY_ID: &'static Index =
        &Index::unique("contact_by_external_identifier", &["external_identifier", ContactRow::ORG_UNIT]);
    const BY_WHATSAPP: &'static Index =
        &Index::unique("contact_by_whatsapp_identifier", &["whatsapp_identifier", ContactRow::ORG_UNIT]);
    const BY_CHAT: &'static Index =
        &Index::unique("contact_by_chat_identifier", &["chat_identifier", ContactRow::ORG_UNIT]);
    const BY_PHONE: &'static Index = &Index::unique("contact_by_phone1", &["phone1", ContactRow::ORG_UNIT]);

    pub(super) fn index_of(field: ContactField) -> &'static Index {
        match field {
            ContactField::Id => ContactRow::BY_ID,
            ContactField::WhatsappIdentifier => ContactRow::BY_WHATSAPP,
            ContactField::ChatIdentifier => ContactRow::BY_CHAT,
            ContactField::Phone1 => ContactRow::BY_PHONE,
        }
    }
}

impl Row for ContactRow {
    const TABLE: &'static Table = &Table {
        name: "contact",
        columns: &[
            Column::text("id"),
            Column::text(ContactRow::ORG_UNIT),
            Column::optional_text("external_identifier"),
            Column::optional_text("whatsapp_identifier"),
            Column::optional_text("chat_identifier"),
            Column::optional_text("phone1"),
        ],
        key: 1,
        indexes: &[ContactRow::BY_ID, ContactRow::BY_WHATSAPP, ContactRow::BY_CHAT, ContactRow::BY_PHONE],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("until an agent or the operator deletes the contact")];
    const ERASURE: Erasure<Self> = Erasure::Together("deleted with its search terms");

    fn values(&self) -> Vec<Value> {
        let mut values = vec![Value::text(&self.contact.id), Value::text(&self.org_unit_id)];
        values.extend(ContactField::ALL.map(|field| Value::text_or_null(self.identifier(field))));
        values
    }
}

impl PauseRow {
    pub(super) const BY_ORG_UNIT: &'static Index = &Index::new("pause_by_org_unit", &["org_unit_id", "position"]);
}

impl Row for PauseRow {
    const TABLE: &'static Table = &Table {
        name: "pause",
        columns: &[Column::text("id"), Column::text("org_unit_id"), Column::number("position")],
        key: 1,
        indexes: &[PauseRow::BY_ORG_UNIT],
    };

    const RETENTION: &'static [Retention] = &[Retention::Kept("configuration of the operator")];
    const ERASURE: Erasure<Self> = Erasure::Nothing("configuration");

    fn values(&self) -> Vec<Value> {
        vec![Value::text(&self.id), Value::text(&self.org_unit_id), Value::number(self.position)]
    }
}

impl NotificationRow {
    pub(super) const BY_AGENT: &'static Index = &Index::new("notification_by_agent", &["agent_id", "number"]);
    pub(super) const UNREAD: &'static Index = &Index::new("notification_unread", &["agent_id", "read", "number"]);
    pub(super) const BY_TIME: &'static Index = &Index::new("notification_by_time", &["at"]);
}

impl Row for NotificationRow {
    const TABLE: &'static Table = &Table {
        name: "notification",
        columns: &[
            Column::text("id"),
            Column::text("agent_id"),
            Column::number("number"),
            Column::number("read"),
            Column::number("at"),
        ],
        key: 1,
        indexes: &[NotificationRow::BY_AGENT, NotificationRow::UNREAD, NotificationRow::BY_TIME],
    };

    const RETENTION: &'static [Retention] =
        &[Retention::For(KeptFor::Notifications, NotificationRow::BY_TIME, Removal::Row)];
    const ERASURE: Erasure<Self> = Erasure::EveryRow(|row, customer| {
        let is_about = customer.protocols.contains(&row.protocol) || customer.is_named(&row.text);
        if is_about { Fate::Deleted } else { Fate::Kept }
    });

    fn values(&self) -> Vec<Value> {
        vec![
            Value::text(&self.id),
            Value::text(&self.agent_id),
            Value::number(self.number),
            self.read.into(),
            self.at.into(),
        ]
    }
}
