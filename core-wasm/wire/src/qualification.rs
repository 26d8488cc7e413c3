//! How an attendance is qualified (spec session §3 "Qualification", §7 "Qualify payload").

use super::{AgentId, AttendanceGroupId, Channel, Protocol, QualificationId, ScriptField};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `GET qualifications/{id}` (a queue's or campaign's list) and `GET qualifications?qualify_alias=`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct QualificationRecord {
    pub id: QualificationId,
    /// A path such as `Renovação > Aceita`.
    pub name: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub finish_dialing: bool,
}

/// Body of `POST /job/{channel}/qualify`: exactly this shape on every channel.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QualifyPayload {
    pub protocol: Protocol,
    pub qualify_id: QualificationId,
    pub agent_id: AgentId,
    pub qualify_path: String,
    pub uniqueid: String,
    /// Id of the contact.
    pub contact: String,
    pub agent_name: String,
    /// Id of the queue, or empty.
    pub queue: String,
    /// Id of the campaign, or empty.
    pub campaign: String,
    /// Ids of the attendance's tag items.
    pub tags: Vec<String>,
    pub observation: String,
    /// Whole seconds from `startDateQualification` to the moment of qualifying.
    pub duration: u64,
    pub channel: Option<Channel>,
    pub qualify_type: String,
    pub finish_qualification: bool,
    pub attendance_type: String,
    pub client_whatsapp: String,
    pub contact_identifier: String,
    pub client_chat: String,
    pub from: String,
    pub phone: String,
    pub finish_dialing: bool,
    pub schedule: Option<Value>,
    pub fields_form: Vec<ScriptField>,
    pub inbox: bool,
    #[serde(rename = "attendanceGroupId")]
    pub attendance_group_id: AttendanceGroupId,
    #[serde(rename = "attendanceGroupName")]
    pub attendance_group_name: String,
}
