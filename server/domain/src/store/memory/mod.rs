//! The store in memory, for tests and the simulation: ordered maps and an undo log for `rollback`. Rows are ordered by
//! key, so a caller that relies on another order fails here.

mod presence;
mod undo_log;

use super::{
    AgentRow, BrokerCredentialRow, ChannelRow, ContactField, ContactRow, FrameRow, GroupRow, JobRow, JobState,
    QualificationRow, QueueRow, QueueTail, SendRow, SessionRow, Store, StoreError, StoreResult, TokenRow,
    WebChatEventRow,
};
use undo_log::{Tables, Undo};
use wire::{
    AgentId, AgentRole, AttendanceGroupId, Channel, ContactId, CustomId, Message, OrgUnit, OrgUnitId, Protocol,
    QualificationId, QueueId, Wall,
};

/// A store whose data ends with the value.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    tables: Tables,
    /// `None` outside a transaction.
    undo_log: Option<Vec<Undo>>,
    /// Attendances handed out in lists, so that a test can count the work of a call.
    #[cfg(test)]
    listed_jobs: std::cell::Cell<usize>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Attendances handed out in lists since the last call of this.
    #[cfg(test)]
    pub(crate) fn take_listed_jobs(&self) -> usize {
        self.listed_jobs.take()
    }
}

impl Store for MemoryStore {
    fn begin(&mut self) -> StoreResult<()> {
        if self.undo_log.is_some() {
            return Err(StoreError("a transaction inside a transaction".to_owned()));
        }
        self.undo_log = Some(Vec::new());
        Ok(())
    }

    fn commit(&mut self) -> StoreResult<()> {
        self.undo_log.take().map(|_| ()).ok_or_else(|| StoreError("no transaction to commit".to_owned()))
    }

    fn rollback(&mut self) -> StoreResult<()> {
        let undo_log = self.undo_log.take().ok_or_else(|| StoreError("no transaction to roll back".to_owned()))?;
        for step in undo_log.into_iter().rev() {
            self.undo(step);
        }
        Ok(())
    }

    fn next_number(&mut self, counter: &str) -> StoreResult<u64> {
        let before = self.tables.counters.get(counter).copied();
        let next = before.unwrap_or(0) + 1;
        self.tables.counters.insert(counter.to_owned(), next);
        self.log_undo(Undo::Counter(counter.to_owned(), before));
        Ok(next)
    }

    fn org_unit(&self, id: &OrgUnitId) -> StoreResult<Option<OrgUnit>> {
        Ok(self.tables.org_units.get(id).cloned())
    }

    fn put_org_unit(&mut self, row: &OrgUnit) -> StoreResult<()> {
        let before = self.tables.org_units.insert(row.id.clone(), row.clone());
        self.log_undo(Undo::OrgUnit(row.id.clone(), before));
        Ok(())
    }

    fn agent(&self, id: &AgentId) -> StoreResult<Option<AgentRow>> {
        Ok(self.tables.agents.get(id).cloned())
    }

    fn agent_by_login(&self, login: &str) -> StoreResult<Option<AgentRow>> {
        Ok(self.tables.agents.values().find(|row| row.login == login).cloned())
    }

    fn agents(&self) -> StoreResult<Vec<AgentRow>> {
        Ok(self.tables.agents.values().cloned().collect())
    }

    fn supervisors(&self) -> StoreResult<Vec<AgentRow>> {
        let rows = self.tables.agents.values().filter(|row| row.record.role == AgentRole::Supervisor);
        Ok(rows.cloned().collect())
    }

    fn put_agent(&mut self, row: &AgentRow) -> StoreResult<()> {
        let before = self.tables.agents.insert(row.id.clone(), row.clone());
        self.log_undo(Undo::Agent(row.id.clone(), before.map(Box::new)));
        Ok(())
    }

    fn group(&self, id: &AttendanceGroupId) -> StoreResult<Option<GroupRow>> {
        Ok(self.tables.groups.get(id).cloned())
    }

    fn groups_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<GroupRow>> {
        Ok(self.tables.groups.values().filter(|row| row.members.contains(agent)).cloned().collect())
    }

    fn put_group(&mut self, row: &GroupRow) -> StoreResult<()> {
        let before = self.tables.groups.insert(row.group.id.clone(), row.clone());
        self.log_undo(Undo::Group(row.group.id.clone(), before));
        Ok(())
    }

    fn queue(&self, id: &QueueId) -> StoreResult<Option<QueueRow>> {
        Ok(self.tables.queues.get(id).cloned())
    }

    fn queues(&self, channel: Channel) -> StoreResult<Vec<QueueRow>> {
        Ok(self.tables.queues.values().filter(|row| row.channel == channel).cloned().collect())
    }

    fn put_queue(&mut self, row: &QueueRow) -> StoreResult<()> {
        let before = self.tables.queues.insert(row.id.clone(), row.clone());
        self.log_undo(Undo::Queue(row.id.clone(), before));
        Ok(())
    }

    fn qualification(&self, id: &QualificationId) -> StoreResult<Option<QualificationRow>> {
        Ok(self.tables.qualifications.get(id).cloned())
    }

    fn qualifications_of(&self, list: &QueueId) -> StoreResult<Vec<QualificationRow>> {
        let offered = self.tables.qualifications.values().filter(|row| row.list.as_ref() == Some(list));
        let mut rows: Vec<_> = offered.cloned().collect();
        rows.sort_by_key(|row| row.position);
        Ok(rows)
    }

    fn qualification_by_alias(&self, alias: &str) -> StoreResult<Option<QualificationRow>> {
        Ok(self.tables.qualifications.values().find(|row| row.alias.as_deref() == Some(alias)).cloned())
    }

    fn put_qualification(&mut self, row: &QualificationRow) -> StoreResult<()> {
        let before = self.tables.qualifications.insert(row.record.id.clone(), row.clone());
        self.log_undo(Undo::Qualification(row.record.id.clone(), before));
        Ok(())
    }

    fn session(&self, agent: &AgentId) -> StoreResult<Option<SessionRow>> {
        Ok(self.tables.sessions.get(agent).cloned())
    }

    fn put_session(&mut self, row: &SessionRow) -> StoreResult<()> {
        let before = self.tables.sessions.insert(row.agent_id.clone(), row.clone());
        self.log_undo(Undo::Session(row.agent_id.clone(), before));
        Ok(())
    }

    fn token(&self, hash: &str) -> StoreResult<Option<TokenRow>> {
        Ok(self.tables.tokens.get(hash).cloned())
    }

    fn put_token(&mut self, row: &TokenRow) -> StoreResult<()> {
        let before = self.tables.tokens.insert(row.hash.clone(), row.clone());
        self.log_undo(Undo::Token(row.hash.clone(), before));
        Ok(())
    }

    fn tokens_of_session(&self, session_id: &str) -> StoreResult<Vec<TokenRow>> {
        Ok(self.tables.tokens.values().filter(|row| row.session_id == session_id).cloned().collect())
    }

    fn delete_tokens_of_session(&mut self, session_id: &str) -> StoreResult<()> {
        let rows = self.tables.tokens.values().filter(|row| row.session_id == session_id);
        for hash in rows.map(|row| row.hash.clone()).collect::<Vec<_>>() {
            self.delete_token(hash);
        }
        Ok(())
    }

    fn broker_credential(&self, login: &str) -> StoreResult<Option<BrokerCredentialRow>> {
        Ok(self.tables.credentials.get(login).cloned())
    }

    fn put_broker_credential(&mut self, row: &BrokerCredentialRow) -> StoreResult<()> {
        let before = self.tables.credentials.insert(row.login.clone(), row.clone());
        self.log_undo(Undo::Credential(row.login.clone(), before));
        Ok(())
    }

    fn delete_broker_credentials_of_session(&mut self, session_id: &str) -> StoreResult<()> {
        let rows = self.tables.credentials.values().filter(|row| row.session_id == session_id);
        for login in rows.map(|row| row.login.clone()).collect::<Vec<_>>() {
            self.delete_credential(login);
        }
        Ok(())
    }

    fn delete_expired(&mut self, before: Wall) -> StoreResult<()> {
        let tokens = self.tables.tokens.values().filter(|row| row.expires_at < before);
        for hash in tokens.map(|row| row.hash.clone()).collect::<Vec<_>>() {
            self.delete_token(hash);
        }
        let credentials = self.tables.credentials.values().filter(|row| row.expires_at < before);
        for login in credentials.map(|row| row.login.clone()).collect::<Vec<_>>() {
            self.delete_credential(login);
        }
        Ok(())
    }

    fn channel(&self, agent: &AgentId, channel: Channel) -> StoreResult<Option<ChannelRow>> {
        Ok(self.tables.channels.get(&(agent.clone(), channel)).cloned())
    }

    fn connected_channels(&self, channel: Channel) -> StoreResult<Vec<ChannelRow>> {
        Ok(self.tables.channels.values().filter(|row| row.channel == channel && row.connected).cloned().collect())
    }

    fn put_channel(&mut self, row: &ChannelRow) -> StoreResult<()> {
        let key = (row.agent_id.clone(), row.channel);
        let before = self.tables.channels.insert(key.clone(), row.clone());
        self.log_undo(Undo::Channel(key, before));
        Ok(())
    }

    fn job(&self, protocol: &Protocol) -> StoreResult<Option<JobRow>> {
        Ok(self.tables.jobs.get(protocol).cloned())
    }

    fn jobs_of_agent(&self, agent: &AgentId) -> StoreResult<Vec<JobRow>> {
        let of_agent = self.tables.jobs_by_agent.range((agent.clone(), Protocol::default())..);
        let jobs: Vec<JobRow> = of_agent
            .take_while(|(owner, _)| owner == agent)
            .filter_map(|(_, protocol)| self.tables.jobs.get(protocol).cloned())
            .collect();
        #[cfg(test)]
        self.listed_jobs.set(self.listed_jobs.get() + jobs.len());
        Ok(jobs)
    }

    fn job_by_secret(&self, hash: &str) -> StoreResult<Option<JobRow>> {
        Ok(self.tables.jobs_by_secret.get(hash).and_then(|protocol| self.tables.jobs.get(protocol)).cloned())
    }

    fn jobs_in_state(&self, state: JobState) -> StoreResult<Vec<JobRow>> {
        let in_state = self.tables.jobs_by_state.range((state, Wall(i64::MIN), Protocol::default())..);
        let jobs: Vec<JobRow> = in_state
            .take_while(|(found, ..)| *found == state)
            .filter_map(|(.., protocol)| self.tables.jobs.get(protocol).cloned())
            .collect();
        #[cfg(test)]
        self.listed_jobs.set(self.listed_jobs.get() + jobs.len());
        Ok(jobs)
    }

    fn put_job(&mut self, row: &JobRow) -> StoreResult<()> {
        let before = self.set_job(&row.protocol, Some(row.clone()));
        self.log_undo(Undo::Job(row.protocol.clone(), before.map(Box::new)));
        Ok(())
    }

    fn messages_after(&self, protocol: &Protocol, after: u64, limit: usize) -> StoreResult<Vec<Message>> {
        let newer = self.tables.messages.range((protocol.clone(), after.saturating_add(1))..);
        Ok(newer.take_while(|((owner, _), _)| owner == protocol).take(limit).map(|(_, row)| row.clone()).collect())
    }

    fn put_message(&mut self, row: &Message) -> StoreResult<()> {
        let key = (row.protocol.clone(), row.seq);
        let before = self.tables.messages.insert(key.clone(), row.clone());
        self.log_undo(Undo::Message(key, before.map(Box::new)));
        Ok(())
    }

    fn send(&self, sender: &str, protocol: &Protocol, custom_id: &CustomId) -> StoreResult<Option<SendRow>> {
        Ok(self.tables.sends.get(&(sender.to_owned(), protocol.clone(), custom_id.clone())).cloned())
    }

    fn sends_of(&self, sender: &str, protocol: &Protocol) -> StoreResult<Vec<SendRow>> {
        let from = (sender.to_owned(), protocol.clone(), CustomId::default());
        let of_sender = self.tables.sends.range(from..);
        let mut rows: Vec<_> = of_sender
            .take_while(|((owner, of, _), _)| owner == sender && of == protocol)
            .map(|(_, row)| row.clone())
            .collect();
        rows.sort_by_key(|row| row.reply.seq);
        Ok(rows)
    }

    fn put_send(&mut self, row: &SendRow) -> StoreResult<()> {
        let key = (row.sender.clone(), row.protocol.clone(), row.custom_id.clone());
        let before = self.tables.sends.insert(key.clone(), row.clone());
        self.log_undo(Undo::Send(key, before.map(Box::new)));
        Ok(())
    }

    fn contact(&self, id: &ContactId) -> StoreResult<Option<ContactRow>> {
        Ok(self.tables.contacts.get(id).cloned())
    }

    fn contacts_by(&self, field: ContactField, value: &str) -> StoreResult<Vec<ContactRow>> {
        if value.is_empty() {
            return Ok(Vec::new());
        }
        let with_value = self.tables.contacts_by.range((field, value.to_owned(), ContactId::default())..);
        Ok(with_value
            .take_while(|(of, found, _)| *of == field && found == value)
            .filter_map(|(.., id)| self.tables.contacts.get(id).cloned())
            .collect())
    }

    fn search_contacts(
        &self,
        text: &str,
        org_units: &[OrgUnitId],
        offset: usize,
        limit: usize,
    ) -> StoreResult<(Vec<ContactRow>, usize)> {
        let matches = |row: &&ContactRow| {
            org_units.contains(&row.org_unit_id)
                && (row.contact.fullname.to_lowercase().contains(text)
                    || row.contact.email.to_lowercase().contains(text)
                    || ContactField::ALL.iter().any(|field| row.identifier(*field).to_lowercase().contains(text)))
        };
        let mut rows: Vec<_> = self.tables.contacts.values().filter(matches).cloned().collect();
        rows.sort_by(|one, other| {
            (&one.contact.fullname, &one.contact.id).cmp(&(&other.contact.fullname, &other.contact.id))
        });
        let total = rows.len();
        Ok((rows.into_iter().skip(offset).take(limit).collect(), total))
    }

    fn put_contact(&mut self, row: &ContactRow) -> StoreResult<()> {
        let before = self.set_contact(&row.contact.id, Some(row.clone()));
        self.log_undo(Undo::Contact(row.contact.id.clone(), before.map(Box::new)));
        Ok(())
    }

    fn queue_tail(&self, agent: &AgentId) -> StoreResult<Option<QueueTail>> {
        Ok(self.tables.queue_tails.get(agent).cloned())
    }

    fn put_queue_tail(&mut self, row: &QueueTail) -> StoreResult<()> {
        let before = self.tables.queue_tails.insert(row.agent_id.clone(), row.clone());
        self.log_undo(Undo::QueueTail(row.agent_id.clone(), before));
        Ok(())
    }

    fn put_frame(&mut self, row: &FrameRow) -> StoreResult<()> {
        let key = (row.agent_id.clone(), row.seq);
        let before = self.tables.frames.insert(key.clone(), row.clone());
        self.log_undo(Undo::FrameRow(key, before));
        Ok(())
    }

    fn frames_after(&self, agent: &AgentId, after: u64, limit: usize) -> StoreResult<Vec<FrameRow>> {
        let newer = self.tables.frames.range((agent.clone(), after.saturating_add(1))..);
        Ok(newer.take_while(|((owner, _), _)| owner == agent).take(limit).map(|(_, row)| row.clone()).collect())
    }

    fn frame_count(&self, agent: &AgentId) -> StoreResult<usize> {
        Ok(self.tables.frames.range((agent.clone(), 0)..=(agent.clone(), u64::MAX)).count())
    }

    fn acknowledge(&mut self, agent: &AgentId, seq: u64) -> StoreResult<()> {
        self.delete_frame((agent.clone(), seq));
        Ok(())
    }

    fn clear_frames(&mut self, agent: &AgentId) -> StoreResult<()> {
        let of_agent = self.tables.frames.range((agent.clone(), 0)..=(agent.clone(), u64::MAX));
        for key in of_agent.map(|(key, _)| key.clone()).collect::<Vec<_>>() {
            self.delete_frame(key);
        }
        Ok(())
    }

    fn put_web_chat_event(&mut self, row: &WebChatEventRow) -> StoreResult<()> {
        let key = (row.protocol.clone(), row.number);
        let before = self.tables.web_chat_events.insert(key.clone(), row.clone());
        self.log_undo(Undo::WebChatEvent(key, before));
        Ok(())
    }

    fn web_chat_events_after(
        &self,
        protocol: &Protocol,
        after: u64,
        limit: usize,
    ) -> StoreResult<Vec<WebChatEventRow>> {
        let newer = self.tables.web_chat_events.range((protocol.clone(), after.saturating_add(1))..);
        Ok(newer.take_while(|((owner, _), _)| owner == protocol).take(limit).map(|(_, row)| row.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::conformance;

    #[test]
    fn the_memory_store_conforms() {
        assert_eq!(conformance::check(&mut MemoryStore::new()), Ok(()));
    }
}
