//! The rules of the voice channel.

use super::{campaigns, dialer, ending, ring};
use crate::address::{self, NumberCountry};
use crate::centre::{AgentChoice, ChannelRules, Offer, Transaction};
use crate::config::CentreConfig;
use crate::http::Failure;
use crate::store::{ChannelRow, ContactField, GroupRow, JobRow, StoreResult};
use wire::{AgentId, Job, QueueId};

/// The rules of the voice channel.
#[derive(Debug)]
pub(crate) struct VoiceRules;

impl ChannelRules for VoiceRules {
    fn identifier(&self) -> ContactField {
        ContactField::Phone1
    }

    /// Compares two numbers, however they are written.
    fn is_same_customer(&self, country: NumberCountry, one: &str, other: &str) -> bool {
        address::key(country, one) == address::key(country, other)
    }

    fn is_written(&self) -> bool {
        false
    }

    fn describe(&self, tx: &Transaction<'_, '_>, row: &JobRow, job: Job) -> StoreResult<Job> {
        super::describe(tx, row, job)
    }

    fn publish(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        super::publish_job(tx, job)
    }

    fn campaign_of(&self, tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Option<QueueId>> {
        Ok(tx.store.call(&job.protocol)?.and_then(|call| call.campaign).map(|campaign| campaign.id))
    }

    fn at_a_time(&self, _config: &CentreConfig) -> u32 {
        1
    }

    fn can_reach(&self, tx: &Transaction<'_, '_>, row: &ChannelRow) -> StoreResult<bool> {
        Ok(row.wrap_up.is_none() && !row.internal_call && ring::can_ring(tx, row)?)
    }

    fn is_reserved(&self, tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
        ring::is_reserved(tx, agent)
    }

    fn is_offered(&self) -> bool {
        true
    }

    fn offer(&self, tx: &Transaction<'_, '_>, job: &JobRow) -> StoreResult<Option<Offer>> {
        ring::offer(tx, job)
    }

    fn ask(&self, tx: &mut Transaction<'_, '_>, job: &JobRow, agent: &AgentId) -> StoreResult<()> {
        ring::ask(tx, job, agent)
    }

    fn queue_served(
        &self,
        tx: &mut Transaction<'_, '_>,
        free: &mut dyn AgentChoice,
        group: &GroupRow,
    ) -> StoreResult<()> {
        dialer::dial_for_group(tx, free, group)
    }

    fn end_by_agent(&self, tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow> {
        ending::close_open(tx, job)
    }

    fn release(&self, tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow> {
        ending::release(tx, &job.protocol)?;
        Ok(tx.store.job(&job.protocol)?.unwrap_or(job))
    }

    fn qualified(&self, tx: &mut Transaction<'_, '_>, job: &JobRow, finish_dialing: bool) -> StoreResult<()> {
        dialer::qualified(tx, job, finish_dialing)
    }

    fn check_default_campaign(
        &self,
        tx: &Transaction<'_, '_>,
        agent: &AgentId,
        campaign: &QueueId,
    ) -> Result<(), Failure> {
        if campaign.is_empty() { Ok(()) } else { campaigns::own(tx, agent, campaign).map(|_| ()) }
    }
}
