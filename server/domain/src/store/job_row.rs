//! Creates the row of a new attendance.

use super::{AgentMarks, JobRow, JobState};
use wire::{AgentId, AttendanceGroupId, Channel, ClientStatus, OrgUnitId, Protocol, QueueId, Wall};

impl JobRow {
    /// The customer typed the identifier and nobody confirmed it: it may belong to another person.
    pub(crate) fn has_unverified_identifier(&self) -> bool {
        self.identifier_verified == Some(false)
    }

    /// A new attendance that waits since `now`.
    pub(crate) fn waiting(protocol: Protocol, channel: Channel, now: Wall) -> Self {
        Self {
            protocol,
            channel,
            state: JobState::Waiting,
            agent_id: AgentId::default(),
            queue_id: QueueId::default(),
            queue_name: String::new(),
            group_id: AttendanceGroupId::default(),
            group_name: String::new(),
            observation_required: false,
            org_unit_id: OrgUnitId::default(),
            customer_name: String::new(),
            chat_identifier: String::new(),
            identifier_verified: None,
            contact_id: None,
            tags: Vec::new(),
            created_at: now,
            waiting_since: now,
            assigned_at: None,
            first_assigned_at: None,
            ended_at: None,
            ended_by: None,
            start_date_qualification: None,
            qualification: None,
            seq: 0,
            message_changes: 0,
            version: 0,
            last_message: None,
            messages_not_read: 0,
            unanswered_since: None,
            answered: false,
            snoozed: None,
            client_status: ClientStatus::Online,
            returned_to_queue: false,
            transfer_count: 0,
            transferred_by: None,
            transfer: None,
            contact_noted: None,
            has_no_traces: false,
            marks: AgentMarks::default(),
        }
    }
}
