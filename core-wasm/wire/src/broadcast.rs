//! Broadcasts: one template of WhatsApp to many customers (spec conversation §3, §4, §7; shapes decided in docs/contract.md, "Broadcasts").

use super::broadcast_status::EntryStatus;
use super::tolerant::{Items, or_default};
use super::{AgentId, AttendanceGroupId, BroadcastId, ContactId, CustomId, OrgUnitId, QueueId, ScheduleId, Wall};
use derive::ReadObject;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The status of a list on the wire (BRD-002). Further words of a list follow from its times and counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BroadcastStatus {
    /// At least one entry was taken for sending.
    Sending,
    /// No entry was taken for sending yet. Also a status of a newer server.
    #[default]
    #[serde(other)]
    Queued,
}

/// Where the value of a template's variable comes from. Exactly one field is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct VariableSource {
    /// Field of each contact, or column of its row of the file, which comes first; empty: the text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// The same text for all contacts.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// The template of a broadcast.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct BroadcastTemplate {
    /// Id of the template.
    pub id: String,
    /// The sources of the variables, in the order of `TemplateRecord::variables`.
    pub variables: Vec<VariableSource>,
    /// Address of the header's file (`templates::is_header_link`); empty without one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub header_link: String,
}

/// A customer who is to receive a broadcast: a contact, or a row of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct BroadcastContact {
    /// The contact; empty: the number.
    #[serde(skip_serializing_if = "ContactId::is_empty")]
    pub contact_id: ContactId,
    /// Number as the file has it; empty: the contact's number of WhatsApp.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub phone: String,
    /// Name as the file has it; empty: the contact's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Values of the row, by column.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<String, String>,
}

/// Body of `POST /broadcast/whatsapp` (API-182) and of `POST /broadcast/whatsapp/check`, which creates nothing and ignores name and
/// `custom_id`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct BroadcastRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// The agent's org unit.
    pub org_unit_id: OrgUnitId,
    /// Id of the request: a repetition gets the first answer.
    pub custom_id: CustomId,
    /// 3 to 100 characters; unique in the org unit, without regard to case and accents.
    pub name: String,
    /// Group of the agent with `broadcastEnabled`.
    pub attendance_group_id: AttendanceGroupId,
    /// Campaign of the group.
    pub campaign_id: QueueId,
    /// Route of the campaign; empty: its first one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub route_id: String,
    /// The template.
    pub template: BroadcastTemplate,
    /// 1 to `limits::BROADCAST_MAX_CONTACTS` customers, unless the installation allows more.
    pub contacts: Vec<BroadcastContact>,
    /// When the sending begins; `None`: at once. Never outside the open hours of the campaign's queue in the customer's time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Wall>,
}

/// How many entries of a list have each status. The sum is the number of entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastCounts {
    /// `QUEUED`.
    pub queued: u32,
    /// `SENDING`.
    pub sending: u32,
    /// `SENT`.
    pub sent: u32,
    /// `DELIVERED`.
    pub delivered: u32,
    /// `READ`.
    pub read: u32,
    /// `ALREADY_IN_ATTENDANCE`.
    pub already_in_attendance: u32,
    /// `IDENTIFIER_NOT_FOUND`.
    pub identifier_not_found: u32,
    /// `DAILY_LIMIT_REACHED`.
    pub daily_limit_reached: u32,
    /// `MISSING_PREFIX`.
    pub missing_prefix: u32,
    /// `MISMATCH`.
    pub mismatch: u32,
    /// `FAILED`.
    pub failed: u32,
}

impl BroadcastCounts {
    /// The number of entries with this status.
    pub fn of(&self, status: EntryStatus) -> u32 {
        match status {
            EntryStatus::Queued => self.queued,
            EntryStatus::Sending => self.sending,
            EntryStatus::Sent => self.sent,
            EntryStatus::Delivered => self.delivered,
            EntryStatus::Read => self.read,
            EntryStatus::AlreadyInAttendance => self.already_in_attendance,
            EntryStatus::IdentifierNotFound => self.identifier_not_found,
            EntryStatus::DailyLimitReached => self.daily_limit_reached,
            EntryStatus::MissingPrefix => self.missing_prefix,
            EntryStatus::Mismatch => self.mismatch,
            EntryStatus::Failed => self.failed,
        }
    }

    /// The number of entries with this status, to be changed.
    pub fn of_mut(&mut self, status: EntryStatus) -> &mut u32 {
        match status {
            EntryStatus::Queued => &mut self.queued,
            EntryStatus::Sending => &mut self.sending,
            EntryStatus::Sent => &mut self.sent,
            EntryStatus::Delivered => &mut self.delivered,
            EntryStatus::Read => &mut self.read,
            EntryStatus::AlreadyInAttendance => &mut self.already_in_attendance,
            EntryStatus::IdentifierNotFound => &mut self.identifier_not_found,
            EntryStatus::DailyLimitReached => &mut self.daily_limit_reached,
            EntryStatus::MissingPrefix => &mut self.missing_prefix,
            EntryStatus::Mismatch => &mut self.mismatch,
            EntryStatus::Failed => &mut self.failed,
        }
    }

    /// The number of all entries.
    pub fn total(&self) -> u32 {
        EntryStatus::ALL.into_iter().fold(0, |sum, status| sum.saturating_add(self.of(status)))
    }
}

/// A broadcast list: an item of `GET /broadcast/whatsapp/agent/{agentId}` (API-183).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastList {
    /// Id of the list.
    #[serde(rename = "whatsapp_broadcast_list_id")]
    pub id: BroadcastId,
    /// Status on the wire.
    #[serde(deserialize_with = "or_default")]
    pub status: BroadcastStatus,
    /// Name.
    pub name: String,
    /// The agent who created it.
    pub agent_id: AgentId,
    /// Group.
    pub attendance_group_id: AttendanceGroupId,
    /// Name of the group.
    pub attendance_group_name: String,
    /// Campaign.
    pub campaign_id: QueueId,
    /// Name of the campaign.
    pub campaign_name: String,
    /// Route.
    pub route_id: String,
    /// Name of the route.
    pub route_name: String,
    /// Name of the template.
    pub template_name: String,
    /// Text of the template, with placeholders.
    pub template_body: String,
    /// When it was created.
    pub created_at: Wall,
    /// When its sending begins or began.
    pub starts_at: Wall,
    /// When its last entry got its final status; `None`: some have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub finished_at: Option<Wall>,
    /// When the agent cancelled it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub cancelled_at: Option<Wall>,
    /// Why the server sends nothing of it now (`broadcast_reasons`); empty: it is not paused.
    pub paused_reason: String,
    /// When the server goes on by itself with a paused list; `None`: when the agent resumes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub resumes_at: Option<Wall>,
    /// How many entries have each status.
    pub counts: BroadcastCounts,
    /// How many entries may be sent again.
    pub retryable: u32,
    /// Grows with every change of the list or of an entry; an older version is ignored.
    pub version: u64,
}

/// `GET /broadcast/whatsapp/agent/{agentId}`: the agent's lists, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastLists {
    /// Broadcast events up to this `seq` are contained in the answer.
    pub as_of_seq: u64,
    /// Numbering that `as_of_seq` belongs to.
    pub epoch: String,
    /// The lists.
    pub data: Items<BroadcastList>,
}

/// A customer of a list (BRD-003): an item of `GET /broadcast/whatsapp/{id}/contacts`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastEntry {
    /// Id of the entry.
    pub schedule_id: ScheduleId,
    /// Name.
    pub contact_name: String,
    /// Identifier of the contact, or the number as the file has it.
    pub contact_identifier: String,
    /// The contact; empty for a number without one.
    pub contact_id: ContactId,
    /// Number to which the message goes, in its canonical form; empty if there is none.
    #[serde(rename = "contactWhatsAppIdentifier")]
    pub contact_whatsapp_identifier: String,
    /// Status of the newest attempt.
    #[serde(deserialize_with = "or_default")]
    pub status: EntryStatus,
    /// Why it has this status: a word of `broadcast_reasons`, or a reason of `WhatsAppStatusEvent`; empty without one.
    pub reason: String,
    /// Number of the attempt, from 1; a retry begins the next one.
    pub attempt: u32,
    /// Whether the entry may be sent again.
    pub retryable: bool,
    /// When the status changed.
    pub changed_at: Wall,
}

/// `GET /broadcast/whatsapp/{id}/contacts?agentId=&after=`: a portion of the entries, in the order of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastEntries {
    /// Broadcast events up to this `seq` are contained in the answer.
    pub as_of_seq: u64,
    /// Numbering that `as_of_seq` belongs to.
    pub epoch: String,
    /// The entries.
    pub data: Items<BroadcastEntry>,
    /// Value of `after` for the next portion; empty: this was the last one.
    pub next: String,
}

/// Answer of `POST /broadcast/whatsapp`, `PUT /broadcast/whatsapp/cancel`, `PUT /broadcast/whatsapp/{id}/resume` and
/// `POST /broadcast/whatsapp/{id}/retry`: the list after the change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default)]
pub struct BroadcastReply {
    /// The list.
    pub broadcast: BroadcastList,
    /// Number of entries that were queued again; only of a retry.
    pub queued: u32,
}

/// Body of `PUT /broadcast/whatsapp/cancel` (API-184). A repetition changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CancelBroadcastRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// The list.
    #[serde(rename = "whatsAppBroadcastId")]
    pub broadcast_id: BroadcastId,
}

/// Body of `PUT /broadcast/whatsapp/{id}/resume`, and of `POST /broadcast/whatsapp/{id}/retry`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BroadcastChangeRequest {
    /// The agent.
    pub agent_id: AgentId,
    /// The entries to send again, each with the attempt that failed: a repetition of the request changes nothing. Empty: every entry that
    /// may be sent again. Not read by `resume`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<FailedAttempt>,
}

/// An attempt of an entry that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FailedAttempt {
    /// The entry.
    pub schedule_id: ScheduleId,
    /// Number of the attempt.
    pub attempt: u32,
}

/// Answer of `POST /broadcast/whatsapp/check`: what the server would do now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[serde(default, rename_all = "camelCase")]
pub struct BroadcastCheck {
    /// Number of customers who would get the message.
    pub receives: u32,
    /// The customers who would not, in the order of the request.
    pub left_out: Items<LeftOut>,
    /// When the first message would be sent.
    pub first_at: Wall,
    /// When the last message would be sent, about.
    pub last_at: Wall,
    /// Greatest number of customers to whom the route may begin a conversation within 24 hours; `None`: unknown or without limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_limit: Option<u32>,
    /// Number of customers of the last 24 hours that count in this limit.
    pub daily_used: u32,
}

/// A customer who is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ReadObject)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct LeftOut {
    /// Position in `BroadcastRequest::contacts`, from 0.
    pub index: u32,
    /// Name.
    pub contact_name: String,
    /// The status that the entry would get.
    #[serde(deserialize_with = "or_default")]
    pub status: EntryStatus,
    /// The reason (`broadcast_reasons`).
    pub reason: String,
    /// The column without a value; empty for other reasons.
    pub column: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::from_tolerant;

    #[test]
    fn brd_004_an_entry_has_eleven_statuses_and_each_is_counted() {
        let mut counts = BroadcastCounts::default();
        for (number, status) in (1..).zip(EntryStatus::ALL) {
            *counts.of_mut(status) = number;
            let word = serde_json::to_value(status).unwrap();
            assert_eq!(serde_json::from_value::<EntryStatus>(word).unwrap(), status);
        }
        let read: Vec<u32> = EntryStatus::ALL.into_iter().map(|status| counts.of(status)).collect();
        assert_eq!((read, counts.total()), ((1..=11).collect(), 66));
    }

    #[test]
    fn a_list_and_an_entry_of_a_newer_server_can_be_read() {
        let list: BroadcastList =
            from_tolerant(r#"{"whatsapp_broadcast_list_id":7,"status":"PLANNED","counts":{"sent":2,"held":1},"x":1}"#)
                .unwrap();
        assert_eq!((list.id.as_str(), list.status, list.counts.total()), ("7", BroadcastStatus::Queued, 2));
        let entry: BroadcastEntry = from_tolerant(r#"{"scheduleId":"3","status":"HELD"}"#).unwrap();
        assert_eq!((entry.schedule_id.as_str(), entry.status), ("3", EntryStatus::Failed));
    }
}
