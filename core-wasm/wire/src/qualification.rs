//! The qualification of an attendance (spec session §3 "Qualification", §7 "Qualify payload").

use super::{AgentId, AttendanceGroupId, Channel, Protocol, QualificationId, ScriptField};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `GET qualifications/{id}` (the list of a queue or campaign) and `GET qualifications?qualify_alias=`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct QualificationRecord {
    /// Id of the qualification.
    pub id: QualificationId,
    /// A path such as `Renovação > Aceita`.
    pub name: String,
    /// Kind of result; sent back as `qualify_type`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The customer is not dialled again.
    pub finish_dialing: bool,
}

/// Body of `POST /job/{channel}/qualify`: exactly this shape on every channel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualifyPayload {
    /// The attendance.
    pub protocol: Protocol,
    /// Id of the chosen qualification.
    pub qualify_id: QualificationId,
    /// The agent.
    pub agent_id: AgentId,
    /// Name of the chosen qualification with its path.
    pub qualify_path: String,
    /// `uniqueId` of the attendance.
    pub uniqueid: String,
    /// Id of the contact.
    pub contact: String,
    /// Name of the agent.
    pub agent_name: String,
    /// Id of the queue, or empty.
    pub queue: String,
    /// Id of the campaign, or empty.
    pub campaign: String,
    /// Ids of the attendance's tag items.
    pub tags: Vec<String>,
    /// The agent's observation.
    pub observation: String,
    /// Whole seconds from `startDateQualification` to the moment of qualifying.
    pub duration: u64,
    /// Channel of the attendance.
    pub channel: Option<Channel>,
    /// Kind of the chosen qualification.
    pub qualify_type: String,
    /// Always true.
    pub finish_qualification: bool,
    /// `MANUAL` or `QUEUE`.
    pub attendance_type: String,
    /// The customer's WhatsApp number; empty on other channels.
    pub client_whatsapp: String,
    /// The customer's identifier on the channel.
    pub contact_identifier: String,
    /// The customer's chat identifier; empty on other channels.
    pub client_chat: String,
    /// Name that the customer gave.
    pub from: String,
    /// The customer's telephone number.
    pub phone: String,
    /// The customer is not dialled again.
    pub finish_dialing: bool,
    /// Scheduled call, if any.
    pub schedule: Option<Value>,
    /// Answers of the script.
    pub fields_form: Vec<ScriptField>,
    /// The attendance came from the inbox.
    pub inbox: bool,
    /// Id of the attendance group.
    #[serde(rename = "attendanceGroupId")]
    pub attendance_group_id: AttendanceGroupId,
    /// Name of the attendance group.
    #[serde(rename = "attendanceGroupName")]
    pub attendance_group_name: String,
}
