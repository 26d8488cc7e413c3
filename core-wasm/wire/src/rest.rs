//! Bodies of the session, system and job calls (spec session §7; shapes decided in docs/contract.md).

use super::tolerant::{Item, Items, ItemsVisitor, or_default};
use super::{AgentId, AgentRole, Channel, ChannelStatusRecord, CustomId, Message, OrgUnitId, Protocol, Secret, Wall};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// `POST /auth/login`. Read by the server only; the core writes it from its own `Secret`, exposed at that one place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginRequest {
    pub login: String,
    pub password: Secret<String>,
}

/// The token itself travels in the `authorization` header of the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LoginReply {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
    #[serde(rename = "loginIdentifier")]
    pub login_identifier: String,
    #[serde(rename = "agentName")]
    pub agent_name: String,
    pub role: AgentRole,
}

/// `POST /auth/validate`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidateRequest {
    pub agent_id: AgentId,
    pub org_unit_id: OrgUnitId,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ValidateReply {
    pub success: bool,
    /// A short-lived credential of the broker; never the token.
    pub broker: Option<BrokerCredentials>,
}

/// Written by the server: the passcode is a plain string on the wire and becomes a `Secret` in the core.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct BrokerCredentials {
    pub login: String,
    pub passcode: String,
    pub expires_at: Option<Wall>,
    /// `/queue/agent.{agentId}`
    pub destination: String,
    /// Grows with each credential of the agent: what is told to older links names theirs.
    pub number: u64,
}

/// `GET /system`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SystemReply {
    pub version: String,
    pub broker: BrokerSettings,
    pub settings: SystemSettings,
}

/// In the destinations `{agentId}` stands for the agent's own; an empty one gets nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct BrokerSettings {
    /// `wss://…`, `ws://…`, or a path of the page's own origin (`/broker`).
    pub url: String,
    /// Where pings are answered (CON-030).
    pub communicator_queue: String,
    pub whatsapp_queue: String,
    pub chatvisor_queue: String,
    /// Where sign-in and log-off are told to the broker, if it wants to know (CHN-065).
    pub login_queue: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SystemSettings {
    pub jobs_per_channel: u32,
    pub session_check_seconds: u32,
    pub attachment_limit_bytes: u32,
}

/// `GET /system/datetime`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SystemDatetime {
    pub datetime: Option<Wall>,
}

/// `POST /system/start-listener-queue`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartListenerRequest {
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    pub queue: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StartListenerReply {
    pub success: bool,
    pub queue: String,
}

/// Answer of `POST /channels/{channel}/connect|disconnect/agent/{id}` (empty body).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelReply {
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    #[serde(flatten)]
    pub state: ChannelStatusRecord,
}

/// `POST /chat/typing`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypingRequest {
    pub protocol: Protocol,
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    pub typing: bool,
    /// The one under which the words will be sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_id: Option<CustomId>,
}

/// `POST /job/chat/finish` and `POST /job/chat/close`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    pub protocol: Protocol,
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Success {
    pub success: bool,
}

/// `GET /job/{protocol}/messages?after={seq}`: messages with a greater `seq`, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct MessagesReply {
    pub as_of_seq: u64,
    /// `custom_id`s of this agent that the server holds for this protocol, for a re-read before a resend.
    pub custom_ids: Vec<CustomId>,
    pub data: Items<Message>,
}

/// A list that comes bare or in `data`; with the pager's fields where it is a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ListBody<T> {
    pub data: Items<T>,
    pub current_page: u32,
    pub per_page: u32,
    pub total: u32,
}

impl<'de, T: Item> Deserialize<'de> for ListBody<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListVisitor(PhantomData))
    }
}

/// By hand: an untagged enum would buffer the body, and `Items` reads raw text.
struct ListVisitor<T>(PhantomData<T>);

/// The object form of a list.
#[derive(Deserialize)]
#[serde(bound = "T: Item")]
struct PageBody<T> {
    data: Items<T>,
    #[serde(default)]
    current_page: u32,
    #[serde(default)]
    per_page: u32,
    #[serde(default)]
    total: u32,
}

impl<'de, T: Item> Visitor<'de> for ListVisitor<T> {
    type Value = ListBody<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list, or an object with a list in `data`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<ListBody<T>, A::Error> {
        let data = ItemsVisitor(PhantomData).visit_seq(items)?;
        let total = u32::try_from(data.len()).unwrap_or(u32::MAX);
        Ok(ListBody { data, current_page: 1, per_page: total, total })
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<ListBody<T>, A::Error> {
        let PageBody { data, current_page, per_page, total } =
            PageBody::deserialize(MapAccessDeserializer::new(fields))?;
        Ok(ListBody { data, current_page, per_page, total })
    }
}

/// Every refusal: 4xx and 5xx answers (design: wire, REST).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ErrorBody {
    /// `UPPER_SNAKE_CASE`; converted to a camel-case translation key, with `details` as replacements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// `camelCase`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, Value>,
    /// For logs only, except the one text the specification fixes: `Provided token is expired.`
    pub message: String,
    /// 422: the reason per field.
    #[serde(skip_serializing_if = "FieldErrors::is_empty")]
    pub errors: FieldErrors,
}

pub type FieldErrors = BTreeMap<String, String>;
