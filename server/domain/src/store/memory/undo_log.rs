//! Tables of the store in memory, and the undo log that `rollback` replays. Every change of a table is logged here.

use super::MemoryStore;
use crate::store::{
    AgentRow, AttemptRow, BrokerCredentialRow, ChannelRow, ContactField, ContactRow, ExtensionRow, FrameRow, GroupRow,
    JobRow, JobState, NotificationRow, PauseRow, QualificationRow, QueueRow, QueueTail, SendRow, SessionRow, TokenRow,
    WebChatEventRow,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{
    AgentId, AttendanceGroupId, Channel, ContactId, CustomId, Message, OrgUnit, OrgUnitId, Protocol, QualificationId,
    QueueId, Wall,
};

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tables {
    pub counters: BTreeMap<String, u64>,
    pub org_units: BTreeMap<OrgUnitId, OrgUnit>,
    pub agents: BTreeMap<AgentId, AgentRow>,
    pub groups: BTreeMap<AttendanceGroupId, GroupRow>,
    pub queues: BTreeMap<QueueId, QueueRow>,
    pub qualifications: BTreeMap<QualificationId, QualificationRow>,
    pub sessions: BTreeMap<AgentId, SessionRow>,
    pub tokens: BTreeMap<String, TokenRow>,
    pub credentials: BTreeMap<String, BrokerCredentialRow>,
    pub channels: BTreeMap<(AgentId, Channel), ChannelRow>,
    pub jobs: BTreeMap<Protocol, JobRow>,
    /// Index of attendances by state and waiting time.
    pub jobs_by_state: BTreeSet<(JobState, Wall, Protocol)>,
    pub jobs_by_agent: BTreeSet<(AgentId, Protocol)>,
    pub jobs_by_secret: BTreeMap<String, Protocol>,
    pub messages: BTreeMap<(Protocol, u64), Message>,
    pub sends: BTreeMap<(String, Protocol, CustomId), SendRow>,
    pub contacts: BTreeMap<ContactId, ContactRow>,
    pub contacts_by: BTreeSet<(ContactField, String, ContactId)>,
    pub queue_tails: BTreeMap<AgentId, QueueTail>,
    pub frames: BTreeMap<(AgentId, u64), FrameRow>,
    pub web_chat_events: BTreeMap<(Protocol, u64), WebChatEventRow>,
    pub pauses: BTreeMap<String, PauseRow>,
    pub notifications: BTreeMap<String, NotificationRow>,
    pub attempts: BTreeMap<String, AttemptRow>,
    pub extensions: BTreeMap<String, ExtensionRow>,
}

/// The value of a key before the transaction changed it.
#[derive(Clone, Debug)]
pub(super) enum Undo {
    Counter(String, Option<u64>),
    OrgUnit(OrgUnitId, Option<OrgUnit>),
    Agent(AgentId, Option<Box<AgentRow>>),
    Group(AttendanceGroupId, Option<GroupRow>),
    Queue(QueueId, Option<QueueRow>),
    Qualification(QualificationId, Option<QualificationRow>),
    Session(AgentId, Option<SessionRow>),
    Token(String, Option<TokenRow>),
    Credential(String, Option<BrokerCredentialRow>),
    Channel((AgentId, Channel), Option<ChannelRow>),
    Job(Protocol, Option<Box<JobRow>>),
    Message((Protocol, u64), Option<Box<Message>>),
    Send((String, Protocol, CustomId), Option<Box<SendRow>>),
    Contact(ContactId, Option<Box<ContactRow>>),
    QueueTail(AgentId, Option<QueueTail>),
    FrameRow((AgentId, u64), Option<FrameRow>),
    WebChatEvent((Protocol, u64), Option<WebChatEventRow>),
    Pause(String, Option<PauseRow>),
    Notification(String, Option<Box<NotificationRow>>),
    Attempts(String, Option<AttemptRow>),
    Extension(String, Option<ExtensionRow>),
}

impl MemoryStore {
    pub(super) fn log_undo(&mut self, undo: Undo) {
        if let Some(undo_log) = &mut self.undo_log {
            undo_log.push(undo);
        }
    }

    /// Sets or removes an attendance and its indexes; returns the previous row.
    pub(super) fn set_job(&mut self, protocol: &Protocol, row: Option<JobRow>) -> Option<JobRow> {
        let before = match &row {
            Some(row) => self.tables.jobs.insert(protocol.clone(), row.clone()),
            None => self.tables.jobs.remove(protocol),
        };
        if let Some(before) = &before {
            self.tables.jobs_by_state.remove(&(before.state, before.waiting_since, protocol.clone()));
            self.tables.jobs_by_agent.remove(&(before.agent_id.clone(), protocol.clone()));
            self.tables.jobs_by_secret.remove(&before.secret_hash);
        }
        if let Some(row) = row {
            self.tables.jobs_by_state.insert((row.state, row.waiting_since, protocol.clone()));
            self.tables.jobs_by_secret.insert(row.secret_hash.clone(), protocol.clone());
            if matches!(row.state, JobState::Active | JobState::Ended) {
                self.tables.jobs_by_agent.insert((row.agent_id, protocol.clone()));
            }
        }
        before
    }

    pub(super) fn set_contact(&mut self, id: &ContactId, row: Option<ContactRow>) -> Option<ContactRow> {
        let before = match &row {
            Some(row) => self.tables.contacts.insert(id.clone(), row.clone()),
            None => self.tables.contacts.remove(id),
        };
        for field in ContactField::ALL {
            if let Some(before) = &before {
                self.tables.contacts_by.remove(&(field, before.identifier(field).to_owned(), id.clone()));
            }
            if let Some(row) = &row {
                self.tables.contacts_by.insert((field, row.identifier(field).to_owned(), id.clone()));
            }
        }
        before
    }

    pub(super) fn undo(&mut self, step: Undo) {
        let tables = &mut self.tables;
        match step {
            Undo::Counter(key, before) => restore(&mut tables.counters, key, before),
            Undo::OrgUnit(key, before) => restore(&mut tables.org_units, key, before),
            Undo::Agent(key, before) => restore(&mut tables.agents, key, before.map(|row| *row)),
            Undo::Group(key, before) => restore(&mut tables.groups, key, before),
            Undo::Queue(key, before) => restore(&mut tables.queues, key, before),
            Undo::Qualification(key, before) => restore(&mut tables.qualifications, key, before),
            Undo::Session(key, before) => restore(&mut tables.sessions, key, before),
            Undo::Token(key, before) => restore(&mut tables.tokens, key, before),
            Undo::Credential(key, before) => restore(&mut tables.credentials, key, before),
            Undo::Channel(key, before) => restore(&mut tables.channels, key, before),
            Undo::Message(key, before) => restore(&mut tables.messages, key, before.map(|row| *row)),
            Undo::Send(key, before) => restore(&mut tables.sends, key, before.map(|row| *row)),
            Undo::QueueTail(key, before) => restore(&mut tables.queue_tails, key, before),
            Undo::FrameRow(key, before) => restore(&mut tables.frames, key, before),
            Undo::WebChatEvent(key, before) => restore(&mut tables.web_chat_events, key, before),
            Undo::Pause(key, before) => restore(&mut tables.pauses, key, before),
            Undo::Notification(key, before) => restore(&mut tables.notifications, key, before.map(|row| *row)),
            Undo::Attempts(key, before) => restore(&mut tables.attempts, key, before),
            Undo::Extension(key, before) => restore(&mut tables.extensions, key, before),
            Undo::Job(key, before) => {
                self.set_job(&key, before.map(|row| *row));
            }
            Undo::Contact(key, before) => {
                self.set_contact(&key, before.map(|row| *row));
            }
        }
    }

    pub(super) fn delete_token(&mut self, hash: String) {
        let before = self.tables.tokens.remove(&hash);
        self.log_undo(Undo::Token(hash, before));
    }

    pub(super) fn delete_credential(&mut self, login: String) {
        let before = self.tables.credentials.remove(&login);
        self.log_undo(Undo::Credential(login, before));
    }

    pub(super) fn delete_frame(&mut self, key: (AgentId, u64)) {
        let before = self.tables.frames.remove(&key);
        self.log_undo(Undo::FrameRow(key, before));
    }
}

fn restore<K: Ord, V>(table: &mut BTreeMap<K, V>, key: K, before: Option<V>) {
    match before {
        Some(row) => {
            table.insert(key, row);
        }
        None => {
            table.remove(&key);
        }
    }
}
