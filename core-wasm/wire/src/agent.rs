//! The agent's own records (spec session §3 "Agent attendance record", "Org unit").

use super::tolerant::readable;
use super::{AbsenceRecord, AgentId, Channel, OrgUnitId, ReportedStatus, Wall};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum AgentRole {
    Supervisor,
    /// Also what a role that this version does not know may do.
    #[default]
    #[serde(other)]
    Agent,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentRecord {
    pub identifier: String,
    pub logged: bool,
    pub agent_id: AgentId,
    pub agent_name: String,
    #[serde(rename = "org_unit_id")]
    pub org_unit_id: OrgUnitId,
    /// Channels this agent may work on, as far as this version knows them.
    #[serde(deserialize_with = "readable")]
    pub channels: Vec<Channel>,
    pub avatar: String,
    pub email: String,
    pub login_identifier: String,
    pub role: AgentRole,
    /// `Y` or `N`.
    #[serde(rename = "useWebRTC")]
    pub use_web_rtc: String,
    pub campaign_voice_default: String,
    pub campaign_whatsapp_default: String,
    pub agent_preferences: AgentPreferences,
    pub agent_ack_call: String,
    /// 0–100.
    pub agent_ack_call_volume: u32,
    pub agent_absent: AgentAbsent,
    pub agent_login_starts_paused: LoginStartsPaused,
    pub time_informations: TimeInformations,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentPreferences {
    pub web_rtc_auto_reconnect: bool,
    pub notify_whats_app_message: bool,
    pub notify_chat_message: bool,
    pub notify_voice_connection_lost: bool,
    pub call_control_behavior: String,
    pub after_attendance_behavior: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentAbsent {
    pub agent_absent_enabled: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct LoginStartsPaused {
    pub voice: bool,
}

/// All durations in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TimeInformations {
    pub total_login_time_duration: f64,
    pub whatsapp: ChannelTimes,
    pub chat: ChannelTimes,
    pub voice: ChannelTimes,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ChannelTimes {
    pub total_logged_time: f64,
    pub pauses_time: f64,
    pub active_attendances: u32,
    pub current_status_time: f64,
}

/// `GET /org-unit/{id}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct OrgUnit {
    pub id: OrgUnitId,
    pub name: String,
    pub broadcast_whatsapp_enabled: bool,
}

/// `GET /agents/{id}/status`: the server's facts of every channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AgentStatus {
    pub agent_id: AgentId,
    /// Events of this agent's queue up to this number are already in the answer.
    pub as_of_seq: u64,
    pub epoch: String,
    pub channels: ChannelsStatus,
    /// Absent mode as it is now; missing where the server does not tell it here.
    pub absence: Option<AbsenceRecord>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChannelsStatus {
    pub voice: ChannelStatusRecord,
    pub whatsapp: ChannelStatusRecord,
    pub chat: ChannelStatusRecord,
}

impl ChannelsStatus {
    pub fn of(&self, channel: Channel) -> &ChannelStatusRecord {
        match channel {
            Channel::Voice => &self.voice,
            Channel::Whatsapp => &self.whatsapp,
            Channel::Chat => &self.chat,
        }
    }

    pub fn of_mut(&mut self, channel: Channel) -> &mut ChannelStatusRecord {
        match channel {
            Channel::Voice => &mut self.voice,
            Channel::Whatsapp => &mut self.whatsapp,
            Channel::Chat => &mut self.chat,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ChannelStatusRecord {
    pub connected: bool,
    pub status: ReportedStatus,
    /// Since when this status holds.
    pub since: Option<Wall>,
    /// Name of the pause in force, if any.
    pub pause: Option<String>,
    /// Name of the pause that begins when the open attendances end, if any.
    pub scheduled_pause: Option<String>,
    /// Attendances on hold on this channel.
    pub on_hold: u32,
}
