//! The agent's own records (spec session §3 "Agent attendance record", "Org unit").

use super::second_factor::SecondFactorPolicy;
use super::tolerant::readable;
use super::{AbsenceRecord, AgentId, Channel, OrgUnitId, Protocol, ReportedStatus, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};

/// The role of the agent, which decides about rights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum AgentRole {
    /// The agent may see the board, set absent mode and end sessions.
    Supervisor,
    /// The agent has no rights beyond the own work; also any role that this version does not know.
    #[default]
    #[serde(other)]
    Agent,
}

/// `GET /agents/{id}`: the agent attendance record (SES-058).
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentRecord {
    /// The agent's number in the contact centre; not the name for the sign-in.
    pub identifier: String,
    /// The agent has a session.
    pub logged: bool,
    /// The agent.
    pub agent_id: AgentId,
    /// Full name.
    pub agent_name: String,
    /// The agent's org unit.
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
    /// Channels that the agent may use, as far as this version knows them.
    #[serde(deserialize_with = "readable")]
    pub channels: Vec<Channel>,
    /// Address of the picture; empty without one.
    pub avatar: String,
    /// E-mail address of the agent.
    pub email: String,
    /// The name that the agent signs in with.
    pub login_identifier: String,
    /// What the agent may do.
    pub role: AgentRole,
    /// The policy about second factors in the org unit; not sent if there is none.
    #[serde(skip_serializing_if = "SecondFactorPolicy::is_off")]
    pub second_factor: SecondFactorPolicy,
    /// `Y` or `N`.
    #[serde(rename = "useWebRTC")]
    pub use_web_rtc: String,
    /// Id of the default voice campaign; empty without one.
    pub campaign_voice_default: String,
    /// Id of the default WhatsApp campaign; empty without one.
    pub campaign_whatsapp_default: String,
    /// Preferences that the server keeps.
    pub agent_preferences: AgentPreferences,
    /// `Y`: queue and dialler calls open the incoming-call dialog first (proposed by VOI-033).
    pub agent_ack_call: String,
    /// 0–100.
    pub agent_ack_call_volume: u32,
    /// Absent mode at the time of the answer.
    pub agent_absent: AgentAbsent,
    /// Channels that begin with the login pause.
    pub agent_login_starts_paused: LoginStartsPaused,
    /// Working times of the day.
    pub time_informations: TimeInformations,
}

/// Preferences of the agent that the server keeps (spec session §3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentPreferences {
    /// Whether the softphone reconnects automatically.
    pub web_rtc_auto_reconnect: bool,
    /// Desktop notification for a WhatsApp message.
    pub notify_whats_app_message: bool,
    /// Desktop notification for a chat message.
    pub notify_chat_message: bool,
    /// Desktop notification when the voice connection is lost.
    pub notify_voice_connection_lost: bool,
    /// Where the controls of a call are shown, e.g. `inside` (proposed by SES-061).
    pub call_control_behavior: String,
    /// What the page opens after an attendance, e.g. `qualification` (proposed by SES-061).
    pub after_attendance_behavior: String,
}

/// Absent mode in the agent's record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentAbsent {
    /// A supervisor has set the agent absent.
    pub agent_absent_enabled: bool,
}

/// Channels that begin with the login pause after sign-in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct LoginStartsPaused {
    /// The voice channel begins paused.
    pub voice: bool,
}

/// Working times of the day; all durations are in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct TimeInformations {
    /// Time signed in.
    pub total_login_time_duration: f64,
    /// Times of the WhatsApp channel.
    pub whatsapp: ChannelTimes,
    /// Times of the chat channel.
    pub chat: ChannelTimes,
    /// Times of the voice channel.
    pub voice: ChannelTimes,
}

/// Times of one channel, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ChannelTimes {
    /// Time connected.
    pub total_logged_time: f64,
    /// Time in pauses.
    pub pauses_time: f64,
    /// Number of open attendances.
    pub active_attendances: u32,
    /// Time in the current status.
    pub current_status_time: f64,
}

/// `GET /org-unit/{id}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct OrgUnit {
    /// Id of the org unit.
    pub id: OrgUnitId,
    /// Name shown to the agent.
    pub name: String,
    /// The org unit may send WhatsApp broadcasts.
    pub broadcast_whatsapp_enabled: bool,
    /// Agents of the org unit may not call each other (INT-013).
    pub agent_call_org_unit_blocked: bool,
}

/// `GET /agents/{id}/status`: the server's facts of every channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentStatus {
    /// The agent.
    pub agent_id: AgentId,
    /// Events of this agent's queue up to this number are contained in the answer.
    pub as_of_seq: u64,
    /// Numbering that `as_of_seq` belongs to; see [`EventMeta`](super::EventMeta).
    pub epoch: String,
    /// Facts per channel.
    pub channels: ChannelsStatus,
    /// Absent mode; `None` if the server does not send it here.
    pub absence: Option<AbsenceRecord>,
}

/// Facts of every channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct ChannelsStatus {
    /// Facts of the voice channel.
    pub voice: ChannelStatusRecord,
    /// Facts of the WhatsApp channel.
    pub whatsapp: ChannelStatusRecord,
    /// Facts of the chat channel.
    pub chat: ChannelStatusRecord,
}

impl ChannelsStatus {
    /// The facts of `channel`.
    pub fn of(&self, channel: Channel) -> &ChannelStatusRecord {
        match channel {
            Channel::Voice => &self.voice,
            Channel::Whatsapp => &self.whatsapp,
            Channel::Chat => &self.chat,
        }
    }

    /// The facts of `channel`, to change.
    pub fn of_mut(&mut self, channel: Channel) -> &mut ChannelStatusRecord {
        match channel {
            Channel::Voice => &mut self.voice,
            Channel::Whatsapp => &mut self.whatsapp,
            Channel::Chat => &mut self.chat,
        }
    }
}

/// The server's facts of one channel (spec session §4 "Channel status").
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct ChannelStatusRecord {
    /// The agent is connected to the channel.
    pub connected: bool,
    /// Status as the server reports it.
    pub status: ReportedStatus,
    /// Start of this status; `None` if the server does not send it.
    pub since: Option<Wall>,
    /// Name of the active pause, if any.
    pub pause: Option<String>,
    /// Start of the active pause; `None` without one, or if the server does not send it.
    pub pause_since: Option<Wall>,
    /// Name of the scheduled pause, if any.
    pub scheduled_pause: Option<String>,
    /// Attendances on hold on this channel.
    pub on_hold: u32,
    /// The wrap-up after a call, during which no other call rings (voice only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrap_up: Option<WrapUp>,
    /// The agent is in an internal call, or one rings (voice only; INT-009).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub internal_call: bool,
}

/// The wrap-up after a call; the server sets its length from the setting of the queue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct WrapUp {
    /// The attendance of the call.
    pub protocol: Protocol,
    /// When the wrap-up began.
    pub since: Option<Wall>,
    /// When the wrap-up ends automatically.
    pub until: Wall,
    /// How often the agent has extended the wrap-up by a minute.
    pub extended: u32,
    /// How often the agent may extend the wrap-up.
    pub extensions: u32,
}

/// Body of the requests that extend and end a wrap-up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct WrapUpRequest {
    /// The attendance of the call, so that the request does not apply to a later wrap-up.
    pub protocol: Protocol,
    /// Number of the requested extension, from 1 on, so that a repetition does not extend it again.
    #[serde(skip_serializing_if = "is_zero")]
    pub extension: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}
