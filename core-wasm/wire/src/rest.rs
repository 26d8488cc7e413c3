//! Bodies of the requests about session, system and jobs (spec session §7; shapes decided in docs/contract.md).

use super::reader::{UnreadText, Unreadable};
use super::tolerant::{Item, Items, or_default, read_object};
use super::{AgentId, AgentRole, Channel, ChannelStatusRecord, CustomId, Message, OrgUnitId, Protocol, Secret, Wall};
use derive::ReadObject;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Body of `POST /auth/login`. Read by the server only; the core writes the body itself and exposes its `Secret` only
/// there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoginRequest {
    /// The name the agent signs in with.
    pub login: String,
    /// The password.
    pub password: Secret<String>,
}

/// Answer of `POST /auth/login`; the token is in the answer's `authorization` header.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct LoginReply {
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// The agent's org unit.
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
    /// The name the agent signs in with.
    #[serde(rename = "loginIdentifier")]
    pub login_identifier: String,
    /// Full name.
    #[serde(rename = "agentName")]
    pub agent_name: String,
    /// What the agent may do.
    pub role: AgentRole,
    /// Recovery codes that are left, if the sign-in used one.
    #[serde(rename = "recoveryCodesLeft", skip_serializing_if = "Option::is_none")]
    pub recovery_codes_left: Option<u32>,
}

/// `POST /auth/validate`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidateRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// The agent's org unit.
    pub org_unit_id: OrgUnitId,
    /// The agent used the page since the last session check.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acted: bool,
}

/// Answer of `POST /auth/validate`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ValidateReply {
    /// Whether the server carried the call out.
    pub success: bool,
    /// A short-lived credential of the broker; never the token.
    pub broker: Option<BrokerCredentials>,
    /// When an idle session ends; missing if sessions do not end by idling, and during a call.
    #[serde(rename = "idleEndsAt", skip_serializing_if = "Option::is_none")]
    pub idle_ends_at: Option<Wall>,
}

/// Written by the server: the passcode is a plain string on the wire and becomes a `Secret` in the core.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BrokerCredentials {
    /// User of the broker.
    pub login: String,
    /// Password of the broker.
    pub passcode: String,
    /// When the broker begins to refuse it for a new link.
    pub expires_at: Option<Wall>,
    /// `/queue/agent.{agentId}`
    pub destination: String,
    /// Grows with each credential of the agent; `upTo` of events refers to it.
    pub number: u64,
}

/// `GET /system`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct SystemReply {
    /// Version of the server.
    pub version: String,
    /// The address and the settings of the broker.
    pub broker: BrokerSettings,
    /// Limits of the installation.
    pub settings: SystemSettings,
}

/// The address of the broker, and the destinations of messages from the core. `{agentId}` in a destination is replaced
/// by the agent's id; no message is sent to an empty destination.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BrokerSettings {
    /// `wss://…`, `ws://…`, or a path of the page's own origin (`/broker`).
    pub url: String,
    /// Destination of the pong to a broker ping (CON-027, CON-030).
    pub communicator_queue: String,
    /// Destination of the same pong for WhatsApp (CON-027).
    pub whatsapp_queue: String,
    /// Destination of the chatvisor pong (CON-028).
    pub chatvisor_queue: String,
    /// Destination of sign-in and sign-out messages; empty if the broker does not want them (CHN-065).
    pub login_queue: String,
}

/// Limits of the installation; 0 if the server sent none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct SystemSettings {
    /// Greatest number of attendances per channel.
    pub jobs_per_channel: u32,
    /// Interval of the session check.
    pub session_check_seconds: u32,
    /// Largest attachment.
    pub attachment_limit_bytes: u32,
    /// Longest new password, in characters; `PASSWORD_MAX_CHARS` unless the installation allows more.
    pub password_max_chars: u32,
    /// Country whose numbers people write without its code (ISO 3166-1); empty: `BR`.
    pub number_country: String,
}

/// `GET /system/datetime`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct SystemDatetime {
    /// The server's clock.
    pub datetime: Option<Wall>,
}

/// `POST /system/start-listener-queue`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartListenerRequest {
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// Name of the queue to listen to.
    pub queue: String,
}

/// Answer of `POST /system/start-listener-queue`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct StartListenerReply {
    /// Whether the server carried the call out.
    pub success: bool,
    /// Name of the queue.
    pub queue: String,
}

/// Answer of `POST /channels/{channel}/connect|disconnect/agent/{id}` (empty body).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, remote = "Self")]
pub struct ChannelReply {
    /// The channel; `None` if missing or unknown.
    #[serde(deserialize_with = "or_default")]
    pub channel: Option<Channel>,
    /// Events of this agent's queue up to this number are already in the answer.
    #[serde(rename = "asOfSeq")]
    pub as_of_seq: u64,
    /// Numbering that `as_of_seq` belongs to; empty if the server numbers no answer of this kind.
    pub epoch: String,
    /// Facts of the channel after the call.
    #[serde(flatten, skip_deserializing)]
    pub state: ChannelStatusRecord,
}

crate::flat_struct!(ChannelReply, state);

/// `POST /chat/typing`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypingRequest {
    /// The attendance.
    pub protocol: Protocol,
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// The agent is typing.
    pub typing: bool,
    /// Id with which the message will be sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_id: Option<CustomId>,
}

/// `POST /job/chat/finish` and `POST /job/chat/close`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    /// The attendance.
    pub protocol: Protocol,
    /// The agent.
    #[serde(rename = "agentId")]
    pub agent_id: AgentId,
    /// The agent's org unit.
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
}

/// Answer of requests that return no data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct Success {
    /// Whether the server carried the call out.
    pub success: bool,
}

/// `GET /job/{protocol}/messages?after={seq}`: messages with a greater `seq`, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct MessagesReply {
    /// `custom_id`s of this agent's messages that the server has for this protocol, also of messages that have another
    /// id now; checked before a message is sent again.
    pub custom_ids: Vec<CustomId>,
    /// `messageChanges` of the attendance.
    #[serde(skip_serializing_if = "crate::message::is_zero")]
    pub message_changes: u64,
    /// The messages.
    pub data: Items<Message>,
}

/// A list, bare or in `data`, with the fields of paging if it is one portion.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ListBody<T> {
    /// The items of this portion.
    pub data: Items<T>,
    /// Number of this portion, from 1; 0 if the server sent none.
    pub current_page: u32,
    /// Number of items in a portion.
    pub per_page: u32,
    /// Number of items in all portions.
    pub total: u32,
}

impl<'de, T: Item> Deserialize<'de> for ListBody<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = UnreadText::deserialize(deserializer)?;
        let PageBody { data, current_page, per_page, total, is_bare } =
            PageBody::read(text.get()).map_err(serde::de::Error::custom)?;
        let data = Items::read(&data);
        if is_bare {
            let total = u32::try_from(data.len()).unwrap_or(u32::MAX);
            return Ok(Self { data, current_page: 1, per_page: total, total });
        }
        Ok(Self { data, current_page, per_page, total })
    }
}

/// A list whose items are not read yet. It does not depend on the type of the items, so that the module contains its
/// reader once.
#[derive(Deserialize)]
struct PageBody<'a> {
    #[serde(borrow)]
    data: Vec<UnreadText<'a>>,
    #[serde(default)]
    current_page: u32,
    #[serde(default)]
    per_page: u32,
    #[serde(default)]
    total: u32,
    /// Whether the body is the list itself: then its readable items are the only portion.
    #[serde(skip)]
    is_bare: bool,
}

impl<'a> PageBody<'a> {
    fn read(text: &'a str) -> Result<Self, Unreadable> {
        if text.trim_start().starts_with('[') {
            let data = read_object(text, |reader| Vec::deserialize(reader))?;
            return Ok(Self { data, current_page: 0, per_page: 0, total: 0, is_bare: true });
        }
        read_object(text, |reader| Self::deserialize(reader))
    }
}

/// Body of 4xx and 5xx answers (docs/contract.md).
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default)]
pub struct ErrorBody {
    /// `UPPER_SNAKE_CASE`; the core converts it to a camel-case translation key with `details` as replacements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Cause in `camelCase`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// Replacements for the translated reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, Value>,
    /// Text for logs only, except the one that the specification fixes: `Provided token is expired.`
    pub message: String,
    /// The reason per field, for status 422.
    #[serde(skip_serializing_if = "FieldErrors::is_empty")]
    pub errors: FieldErrors,
}

/// Reason per field name.
pub type FieldErrors = BTreeMap<String, String>;
