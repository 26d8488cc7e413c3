//! The rules of the WhatsApp channel, including Instagram.

use super::{begin, conversation, lookups};
use crate::address::{self, NumberCountry};
use crate::centre::{ChannelRules, Transaction};
use crate::http::Failure;
use crate::jobs;
use crate::store::{ContactField, EndedBy, JobRow, StoreResult};
use wire::{AgentId, Job, OrgUnitId, QueueId, WhatsAppTransferEvent, events};

/// The rules of the WhatsApp channel, including Instagram.
#[derive(Debug)]
pub(crate) struct WhatsAppRules;

impl ChannelRules for WhatsAppRules {
    fn identifier(&self) -> ContactField {
        ContactField::WhatsappIdentifier
    }

    /// Compares two numbers, however they are written.
    fn is_same_customer(&self, country: NumberCountry, one: &str, other: &str) -> bool {
        address::network_key(country, one) == address::network_key(country, other)
    }

    fn describe(&self, tx: &Transaction<'_, '_>, row: &JobRow, job: Job) -> StoreResult<Job> {
        conversation::describe(tx, row, job)
    }

    fn publish(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        conversation::publish_job(tx, job)
    }

    fn campaign_of(&self, tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Option<QueueId>> {
        Ok(tx.store.whatsapp_job(&job.protocol)?.and_then(|facts| facts.campaign).map(|campaign| campaign.id))
    }

    fn assigned(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        conversation::assigned(tx, job)
    }

    fn transferred(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        conversation::assigned(tx, job)?;
        let event = WhatsAppTransferEvent { job: jobs::view(tx, job)?, transfer: true };
        tx.publish_event(&job.agent_id, events::whatsapp::Event::Transfer(Box::new(event)))
    }

    fn returned(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        conversation::returned(tx, job)
    }

    fn ended(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        conversation::ended(tx, job)
    }

    fn end_by_agent(&self, tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow> {
        Ok(jobs::end(tx, job, EndedBy::Agent)?.0)
    }

    fn engagement(
        &self,
        tx: &Transaction<'_, '_>,
        agent: &AgentId,
        org_unit: &OrgUnitId,
        identifier: &str,
    ) -> StoreResult<Option<&'static str>> {
        begin::engagement(tx, agent, org_unit, identifier)
    }

    fn check_default_campaign(
        &self,
        tx: &Transaction<'_, '_>,
        agent: &AgentId,
        campaign: &QueueId,
    ) -> Result<(), Failure> {
        if campaign.is_empty() { Ok(()) } else { lookups::check_default_campaign(tx, agent, campaign) }
    }
}
