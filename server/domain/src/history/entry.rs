//! The wire's form of an attendance in the history.

use crate::centre::Transaction;
use crate::store::{JobRow, JobState, QualificationRow, Store, StoreResult};
use std::collections::BTreeMap;
use wire::{AgentId, Channel, ContactId, HistoryEntry, MetaType};

/// Builds the entries of one answer; each name is read from the store once.
pub(crate) struct Entries<'t, 'w, 'c> {
    tx: &'t Transaction<'w, 'c>,
    agents: BTreeMap<AgentId, String>,
    contacts: BTreeMap<ContactId, String>,
}

/// Kind and campaign of an attendance, if its channel has them.
#[derive(Default)]
pub(super) struct ChannelFacts {
    pub meta_type: Option<MetaType>,
    pub campaign: String,
}

impl<'t, 'w, 'c> Entries<'t, 'w, 'c> {
    pub fn new(tx: &'t Transaction<'w, 'c>) -> Self {
        Self { tx, agents: BTreeMap::new(), contacts: BTreeMap::new() }
    }

    pub fn of(&mut self, row: &JobRow) -> StoreResult<HistoryEntry> {
        let facts = channel_facts(self.tx, row)?;
        let qualification = qualification_of(self.tx.store, row)?;
        let given = row.qualification.as_ref().map(|given| &given.payload);
        let name = self.contact_name(row)?;
        Ok(HistoryEntry {
            protocol: row.protocol.clone(),
            channel: Some(row.channel),
            meta_type: facts.meta_type,
            contact_id: row.contact_id.clone().unwrap_or_default(),
            contact_name: if name.is_empty() { row.customer_name.clone() } else { name },
            contact_identifier: row.chat_identifier.clone(),
            queue_name: row.queue_name.clone(),
            campaign_name: facts.campaign,
            agent_id: row.agent_id.clone(),
            agent_name: self.agent_name(&row.agent_id)?,
            start: Some(row.created_at),
            end: row.ended_at,
            duration_seconds: self.seconds(row),
            state: state_word(row.state).to_owned(),
            qualification: qualification.map_or_else(
                || given.map(|given| given.qualify_path.clone()).unwrap_or_default(),
                |found| found.record.name,
            ),
            observation: given.map(|given| given.observation.clone()).unwrap_or_default(),
            tags: row.tags.clone(),
            has_messages: row.seq > 0 && row.channel != Channel::Voice,
            ..HistoryEntry::default()
        })
    }

    fn seconds(&self, row: &JobRow) -> u64 {
        // Attendances stored by earlier versions have only the latest assignment.
        let Some(assigned) = row.first_assigned_at.or(row.assigned_at) else { return 0 };
        let end = row.ended_at.unwrap_or_else(|| self.tx.now());
        u64::try_from(end.since_ms(assigned) / 1000).unwrap_or_default()
    }

    fn agent_name(&mut self, id: &AgentId) -> StoreResult<String> {
        if id.is_empty() {
            return Ok(String::new());
        }
        if let Some(name) = self.agents.get(id) {
            return Ok(name.clone());
        }
        let name = self.tx.store.agent(id)?.map(|row| row.record.agent_name).unwrap_or_default();
        self.agents.insert(id.clone(), name.clone());
        Ok(name)
    }

    fn contact_name(&mut self, row: &JobRow) -> StoreResult<String> {
        let Some(id) = &row.contact_id else { return Ok(String::new()) };
        if let Some(name) = self.contacts.get(id) {
            return Ok(name.clone());
        }
        let name = self.tx.store.contact(id)?.map(|found| found.contact.fullname).unwrap_or_default();
        self.contacts.insert(id.clone(), name.clone());
        Ok(name)
    }
}

pub(super) fn channel_facts(tx: &Transaction<'_, '_>, row: &JobRow) -> StoreResult<ChannelFacts> {
    match row.channel {
        Channel::Chat => Ok(ChannelFacts::default()),
        Channel::Voice => {
            let campaign = tx.store.call(&row.protocol)?.and_then(|call| call.campaign);
            let campaign = campaign.map(|campaign| campaign.name).unwrap_or_default();
            Ok(ChannelFacts { meta_type: None, campaign })
        }
        Channel::Whatsapp => {
            let Some(facts) = tx.store.whatsapp_job(&row.protocol)? else { return Ok(ChannelFacts::default()) };
            let meta_type = tx.store.whatsapp_route(&facts.route_id)?.map(|route| route.meta_type);
            let campaign = facts.campaign.map(|campaign| campaign.name).unwrap_or_default();
            Ok(ChannelFacts { meta_type, campaign })
        }
    }
}

/// The qualification that the agent chose.
pub(crate) fn qualification_of(store: &dyn Store, row: &JobRow) -> StoreResult<Option<QualificationRow>> {
    match &row.qualification {
        Some(given) => store.qualification(&given.payload.qualify_id),
        None => Ok(None),
    }
}

fn state_word(state: JobState) -> &'static str {
    match state {
        JobState::Active | JobState::Waiting | JobState::Inbox => "active",
        JobState::Ended => "toQualify",
        JobState::Qualified => "qualified",
        JobState::Abandoned => "unattended",
    }
}
