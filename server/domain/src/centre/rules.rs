//! The rules in which channels differ. An attendance is handled the same way on every channel otherwise. The area of a channel
//! registers its rules (`registered.rs`), so that no module below the channels names a channel.

use super::Transaction;
use crate::address::NumberCountry;
use crate::config::CentreConfig;
use crate::http::Failure;
use crate::store::{ChannelRow, ContactField, EndedBy, GroupRow, JobRow, StoreResult};
use std::collections::BTreeSet;
use std::fmt::Debug;
use wire::{AgentId, Channel, Job, Message, OrgUnitId, QueueId, Wall};

/// An event of an attendance that its customer is notified of.
#[derive(Clone, Debug)]
pub(crate) enum CustomerNews<'m> {
    /// An agent was assigned, with this name.
    AgentJoined(String),
    /// A message of either side.
    Message(&'m Message),
    /// The agent left; the customer waits again.
    ReturnedToQueue,
    /// The attendance ended.
    Ended(EndedBy),
}

/// An attendance that an agent must accept before it is assigned.
pub(crate) struct Offer {
    /// Agents who recently did not accept the attendance.
    pub excluded: BTreeSet<AgentId>,
    /// When the first of these agents may be asked again.
    pub again_at: Option<Wall>,
}

/// The choice of the agent who gets the next attendance.
pub(crate) trait AgentChoice {
    /// Chooses an agent of the group for an attendance of the channel and counts it for that agent; excluded agents are
    /// left out.
    fn take_best(
        &mut self,
        tx: &mut Transaction<'_, '_>,
        group: &GroupRow,
        channel: Channel,
        excluded: &BTreeSet<AgentId>,
    ) -> StoreResult<Option<AgentId>>;
}

/// The rules of one channel: a row of the table in `registered.rs`. The default of a method is what most channels do.
pub(crate) trait ChannelRules: Debug + Sync {
    /// The identifier by which customers of the channel are known.
    fn identifier(&self) -> ContactField;

    /// Whether two identifiers are of one customer.
    fn is_same_customer(&self, country: NumberCountry, one: &str, other: &str) -> bool {
        let _ = country;
        one == other
    }

    /// Whether customers of the channel write and are answered in writing.
    fn is_written(&self) -> bool {
        true
    }

    /// Whether a customer may stay unknown because the channel reveals no identifier.
    fn has_strangers(&self) -> bool {
        false
    }

    /// Adds the fields of the channel to the wire form of an attendance.
    fn describe(&self, tx: &Transaction<'_, '_>, row: &JobRow, job: Job) -> StoreResult<Job>;

    /// Publishes a new or changed attendance to its agent.
    fn publish(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()>;

    /// The campaign of an attendance that an agent or a dialler began.
    fn campaign_of(&self, _tx: &Transaction<'_, '_>, _job: &JobRow) -> StoreResult<Option<QueueId>> {
        Ok(None)
    }

    // --- Assignment ---

    /// Maximum of active attendances of an agent.
    fn at_a_time(&self, config: &CentreConfig) -> u32 {
        config.jobs_per_channel
    }

    /// Whether an attendance can reach an agent whose channel is connected and not paused.
    fn can_reach(&self, _tx: &Transaction<'_, '_>, _row: &ChannelRow) -> StoreResult<bool> {
        Ok(true)
    }

    /// Whether the agent already has an attendance that is not assigned yet.
    fn is_reserved(&self, _tx: &Transaction<'_, '_>, _agent: &AgentId) -> StoreResult<bool> {
        Ok(false)
    }

    /// Whether an attendance waits until an agent has accepted it; otherwise it is assigned at once.
    fn is_offered(&self) -> bool {
        false
    }

    /// What the agent must accept; `None` while an agent is asked. Only for channels that offer attendances.
    fn offer(&self, _tx: &Transaction<'_, '_>, _job: &JobRow) -> StoreResult<Option<Offer>> {
        Ok(None)
    }

    /// Asks the agent to accept the attendance. Only for channels that offer attendances.
    fn ask(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow, _agent: &AgentId) -> StoreResult<()> {
        Ok(())
    }

    /// All waiting customers of the group that can be assigned were assigned: the channel may begin attendances for agents
    /// who are still free.
    fn queue_served(
        &self,
        _tx: &mut Transaction<'_, '_>,
        _free: &mut dyn AgentChoice,
        _group: &GroupRow,
    ) -> StoreResult<()> {
        Ok(())
    }

    // --- What happens to an attendance ---

    /// Called before the attendance gets its agent; the caller stores it.
    fn assigning(&self, _tx: &mut Transaction<'_, '_>, _job: &mut JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// Called after the attendance got an agent.
    fn assigned(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// Called after the attendance got another agent, who receives it with its messages.
    fn transferred(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        self.publish(tx, job)
    }

    /// The attendance goes back to its queue because its agent is gone.
    fn returning(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// Called after the attendance returned to a queue without an agent.
    fn returned(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// Called after the attendance ended.
    fn ended(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// Called after a changed attendance was stored.
    fn saved(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// The customer learns what happened.
    fn notify_customer(
        &self,
        _tx: &mut Transaction<'_, '_>,
        _job: &JobRow,
        _news: CustomerNews<'_>,
    ) -> StoreResult<()> {
        Ok(())
    }

    /// The queue position that the customer was last notified of; 0: none, or the channel notifies no positions.
    fn last_position(&self, _tx: &Transaction<'_, '_>, _job: &JobRow) -> StoreResult<u32> {
        Ok(0)
    }

    /// The customer learns the position in the queue, if it is another one than the last.
    fn tell_position(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow, _position: u32) -> StoreResult<()> {
        Ok(())
    }

    /// Ends an active attendance that its agent qualifies.
    fn end_by_agent(&self, tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow>;

    /// Ends the parts of the attendance outside the centre, without notifying agent and customer: the operator erases the customer.
    fn release(&self, _tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow> {
        Ok(job)
    }

    /// Called after the attendance was qualified; `finish_dialing`: its customer is not to be called again.
    fn qualified(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow, _finish_dialing: bool) -> StoreResult<()> {
        Ok(())
    }

    /// Why this identifier cannot be taken from its customer: an agent attends the customer by it now.
    fn engagement(
        &self,
        _tx: &Transaction<'_, '_>,
        _agent: &AgentId,
        _org_unit: &OrgUnitId,
        _identifier: &str,
    ) -> StoreResult<Option<&'static str>> {
        Ok(None)
    }

    /// Refuses a campaign that cannot be the agent's default one.
    fn check_default_campaign(
        &self,
        _tx: &Transaction<'_, '_>,
        _agent: &AgentId,
        _campaign: &QueueId,
    ) -> Result<(), Failure> {
        Err(Failure::field("channel", "invalid"))
    }
}
