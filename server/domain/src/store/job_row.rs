//! How the row of an attendance begins.

use super::{AgentMarks, JobRow, JobState};
use wire::{AgentId, AttendanceGroupId, Channel, ClientStatus, OrgUnitId, Protocol, QueueId, Wall};

impl JobRow {
    /// The customer typed the identifier and nobody confirmed it: it may be another person's.
    pub(crate) fn has_unverified_identifier(&self) -> bool {
        self.identifier_verified == Some(false)
    }

    /// An attendance that waits since `now` and has nothing else yet.
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
            secret_hash: String::new(),
            address_hash: None,
            contact_id: None,
            tags: Vec::new(),
            created_at: now,
            waiting_since: now,
            published_position: 0,
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
            last_customer_activity: now,
            page_gone_since: None,
            customer_seen: false,
            returned_to_queue: false,
            transfer_count: 0,
            transferred_by: None,
            transfer: None,
            web_chat_number: 0,
            contact_noted: None,
            has_no_traces: false,
            marks: AgentMarks::default(),
        }
    }
}
