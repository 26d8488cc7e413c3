//! How types of the wire are stored. The wire's reader is tolerant and may rename a field for the page; a stored row is
//! strict, and its spelling never changes. A new field of a wire type does not compile until its storage is decided
//! here.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use wire::{
    AgentAbsent, AgentId, AgentPreferences, AgentRecord, AgentRole, AnsweredMessage, AttendanceGroup,
    AttendanceGroupId, Channel, ChannelTimes, Contact, ContactCard, ContactColumn, ContactId, ContactIdentifiers,
    CustomId, Employer, EmployerId, EmployerRole, FileState, JobTag, LastContact, LoginStartsPaused, Message,
    MessageDetails, MessageKind, MessageMedia, MessageStatus, OrgUnit, OrgUnitId, OtherIdentifier, Protocol,
    QualificationId, QualificationRecord, Reaction, SecondFactorPolicy, SendMessageReply, SenderType, StrategyCampaign,
    TemplateShown, TimeInformations, TransferTarget, Wall,
};

/// One message of a thread.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Message")]
pub(super) struct StoredMessage {
    protocol: Protocol,
    seq: u64,
    message_id: String,
    custom_id: CustomId,
    from: String,
    to: String,
    #[serde(rename = "senderType")]
    sender_type: SenderType,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message_media_type: Option<MessageMedia>,
    #[serde(rename = "type")]
    kind: MessageKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<Wall>,
    #[serde(default, rename = "placedAt", skip_serializing_if = "Option::is_none")]
    placed_at: Option<Wall>,
    #[serde(default, rename = "arrivedAt", skip_serializing_if = "Option::is_none")]
    arrived_at: Option<Wall>,
    status: MessageStatus,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    error: String,
    #[serde(default, rename = "statusVersion")]
    status_version: u64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    avatar: String,
    agent_id: AgentId,
    agent_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    mimetype: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    caption: String,
    system_message: bool,
    #[serde(default, rename = "systemKey", skip_serializing_if = "String::is_empty")]
    system_key: String,
    #[serde(default, rename = "transferredTo", skip_serializing_if = "Option::is_none")]
    transferred_to: Option<TransferTarget>,
    bot: bool,
    forwarded: bool,
    #[serde(default, rename = "message_attachment_url", skip_serializing_if = "String::is_empty")]
    attachment_url: String,
    #[serde(default, rename = "fileName", skip_serializing_if = "String::is_empty")]
    file_name: String,
    #[serde(default, rename = "fileSize")]
    file_size: u64,
    #[serde(default, rename = "fileState", skip_serializing_if = "Option::is_none")]
    file_state: Option<FileState>,
    #[serde(default, rename = "contactCards", skip_serializing_if = "Vec::is_empty")]
    contact_cards: Vec<ContactCard>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    details: Option<Box<MessageDetails>>,
    #[serde(default, skip_serializing_if = "is_false")]
    edited: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    revoked: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reactions: Vec<Reaction>,
    #[serde(default, rename = "messageAnswered", skip_serializing_if = "Option::is_none")]
    answered: Option<AnsweredMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    template: Option<TemplateShown>,
    #[serde(default, rename = "strategyCampaign", skip_serializing_if = "Option::is_none")]
    strategy_campaign: Option<StrategyCampaign>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    header_agent_name: String,
    #[serde(default)]
    header_show_agent_name: bool,
    #[serde(default)]
    header_show_complete_agent_name: bool,
    #[serde(default, rename = "customFields", skip_serializing_if = "Option::is_none")]
    custom_fields: Option<Value>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Reply to a sent message.
#[derive(Serialize, Deserialize)]
#[serde(remote = "SendMessageReply")]
pub(super) struct StoredSendReply {
    message_id: String,
    custom_id: CustomId,
    seq: u64,
    time: Option<Wall>,
    #[serde(default)]
    status: MessageStatus,
}

/// An org unit.
#[derive(Serialize, Deserialize)]
#[serde(remote = "OrgUnit", rename_all = "camelCase")]
pub(super) struct StoredOrgUnit {
    id: OrgUnitId,
    name: String,
    broadcast_whatsapp_enabled: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    agent_call_org_unit_blocked: bool,
}

/// The agent's own record.
#[derive(Serialize, Deserialize)]
#[serde(remote = "AgentRecord", rename_all = "camelCase")]
pub(super) struct StoredAgentRecord {
    identifier: String,
    logged: bool,
    agent_id: AgentId,
    agent_name: String,
    #[serde(rename = "org_unit_id")]
    org_unit_id: OrgUnitId,
    channels: Vec<Channel>,
    avatar: String,
    email: String,
    login_identifier: String,
    role: AgentRole,
    /// The field is computed for each request and not stored.
    #[serde(skip)]
    second_factor: SecondFactorPolicy,
    #[serde(rename = "useWebRTC")]
    use_web_rtc: String,
    campaign_voice_default: String,
    campaign_whatsapp_default: String,
    #[serde(with = "StoredPreferences")]
    agent_preferences: AgentPreferences,
    agent_ack_call: String,
    agent_ack_call_volume: u32,
    #[serde(with = "StoredAbsent")]
    agent_absent: AgentAbsent,
    #[serde(with = "StoredLoginPause")]
    agent_login_starts_paused: LoginStartsPaused,
    #[serde(with = "StoredTimes")]
    time_informations: TimeInformations,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AgentPreferences", rename_all = "camelCase")]
struct StoredPreferences {
    web_rtc_auto_reconnect: bool,
    notify_whats_app_message: bool,
    notify_chat_message: bool,
    notify_voice_connection_lost: bool,
    call_control_behavior: String,
    after_attendance_behavior: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AgentAbsent", rename_all = "camelCase")]
struct StoredAbsent {
    agent_absent_enabled: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "LoginStartsPaused", rename_all = "camelCase")]
struct StoredLoginPause {
    voice: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TimeInformations", rename_all = "camelCase")]
struct StoredTimes {
    total_login_time_duration: f64,
    #[serde(with = "StoredChannelTimes")]
    whatsapp: ChannelTimes,
    #[serde(with = "StoredChannelTimes")]
    chat: ChannelTimes,
    #[serde(with = "StoredChannelTimes")]
    voice: ChannelTimes,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ChannelTimes", rename_all = "camelCase")]
struct StoredChannelTimes {
    total_logged_time: f64,
    pauses_time: f64,
    active_attendances: u32,
    current_status_time: f64,
}

/// An attendance group.
#[derive(Serialize, Deserialize)]
#[serde(remote = "AttendanceGroup", rename_all = "camelCase")]
pub(super) struct StoredGroup {
    id: AttendanceGroupId,
    name: String,
    #[serde(rename = "observation_required")]
    observation_required: bool,
    #[serde(rename = "queue_voice_context")]
    queue_voice_context: String,
    channel: Option<Channel>,
    broadcast_enabled: bool,
    ack_call_behavior: String,
    ack_call_assisted_transfer_behavior: String,
}

/// A qualification.
#[derive(Serialize, Deserialize)]
#[serde(remote = "QualificationRecord")]
pub(super) struct StoredQualificationRecord {
    id: QualificationId,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    finish_dialing: bool,
}

/// A contact.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Contact", rename_all = "camelCase")]
pub(super) struct StoredContact {
    id: ContactId,
    fullname: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
    #[serde(with = "StoredIdentifiers")]
    identifiers: ContactIdentifiers,
    // The row stores these fields in its own form.
    #[serde(skip)]
    other_identifiers: Vec<OtherIdentifier>,
    // Found when a contact is answered.
    #[serde(skip)]
    unreadable: Vec<String>,
    #[serde(with = "tags")]
    tags: Vec<JobTag>,
    #[serde(default, rename = "contact_tags", skip_serializing_if = "String::is_empty")]
    contact_tags: String,
    #[serde(default, rename = "employer_tags", skip_serializing_if = "String::is_empty")]
    employer_tags: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    employer: Option<Value>,
    #[serde(default, rename = "employer_name", skip_serializing_if = "String::is_empty")]
    employer_name: String,
    email: String,
    #[serde(default, skip_serializing_if = "EmployerId::is_empty")]
    employer_id: EmployerId,
    preferential: bool,
    // The row stores the agent of the wallet; the name and the last attendance are read when a contact is answered.
    #[serde(skip)]
    preferential_agent_id: AgentId,
    #[serde(skip)]
    preferential_agent_name: String,
    #[serde(default)]
    version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    churn_risk: Option<f64>,
    #[serde(skip)]
    last_contact: Option<LastContact>,
}

/// A column of contacts.
#[derive(Serialize, Deserialize)]
#[serde(remote = "ContactColumn")]
pub(super) struct StoredColumn {
    database: String,
    desc: String,
    show: String,
    order: i32,
    category: String,
}

/// A company; the number of its contacts is not stored.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Employer", rename_all = "camelCase")]
pub(super) struct StoredEmployer {
    employer_id: EmployerId,
    name: String,
    social_name: String,
    code: String,
    cnpj: String,
    #[serde(with = "roles")]
    roles: Vec<EmployerRole>,
    #[serde(skip)]
    contacts: u32,
    #[serde(with = "tags")]
    tags: Vec<JobTag>,
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "EmployerRole", rename_all = "camelCase")]
struct StoredRole {
    employer_role_id: String,
    name: String,
}

/// Roles in a company.
mod roles {
    use super::*;

    #[derive(Serialize)]
    struct Written<'a>(#[serde(with = "StoredRole")] &'a EmployerRole);

    #[derive(Deserialize)]
    struct Read(#[serde(with = "StoredRole")] EmployerRole);

    pub fn serialize<S: Serializer>(roles: &[EmployerRole], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(roles.iter().map(Written))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<EmployerRole>, D::Error> {
        Ok(Vec::<Read>::deserialize(deserializer)?.into_iter().map(|Read(role)| role).collect())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ContactIdentifiers")]
struct StoredIdentifiers {
    id: String,
    whatsapp_identifier: String,
    chat_identifier: String,
    phone1: String,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "JobTag")]
struct StoredTag {
    tag_item_id: String,
    tag_item_name: String,
    tag_item_color: String,
}

/// A list of tags.
pub(super) mod tags {
    use super::*;

    #[derive(Serialize)]
    struct Written<'a>(#[serde(with = "StoredTag")] &'a JobTag);

    #[derive(Deserialize)]
    struct Read(#[serde(with = "StoredTag")] JobTag);

    pub fn serialize<S: Serializer>(tags: &[JobTag], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(tags.iter().map(Written))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<JobTag>, D::Error> {
        Ok(Vec::<Read>::deserialize(deserializer)?.into_iter().map(|Read(tag)| tag).collect())
    }
}

/// A message that may be absent.
pub(super) mod optional_message {
    use super::*;

    #[derive(Serialize)]
    struct Written<'a>(#[serde(with = "StoredMessage")] &'a Message);

    #[derive(Deserialize)]
    struct Read(#[serde(with = "StoredMessage")] Message);

    pub fn serialize<S: Serializer>(message: &Option<Message>, serializer: S) -> Result<S::Ok, S::Error> {
        message.as_ref().map(Written).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Message>, D::Error> {
        Ok(Option::<Read>::deserialize(deserializer)?.map(|Read(message)| message))
    }
}
