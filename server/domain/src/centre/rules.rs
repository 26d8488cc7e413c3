//! What a channel says about itself. An attendance is handled the same way on every channel; where channels differ, the rules of its
//! channel are asked, which the area of the channel registers (`registered.rs`). No module below the channels names one of them for it.

use super::Transaction;
use crate::address::NumberCountry;
use crate::config::CentreConfig;
use crate::http::Failure;
use crate::store::{ChannelRow, ContactField, EndedBy, GroupRow, JobRow, StoreResult};
use std::collections::BTreeSet;
use std::fmt::Debug;
use wire::{AgentId, Channel, Job, Message, OrgUnitId, QueueId, Wall};

/// What the customer of an attendance learns about it.
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

/// What an agent must accept before the attendance is theirs, as it waits now.
pub(crate) struct Offer {
    /// Agents who did not accept it a moment ago.
    pub excluded: BTreeSet<AgentId>,
    /// When the first of them may be asked again.
    pub again_at: Option<Wall>,
}

/// The choice of the agent who gets the next attendance.
pub(crate) trait AgentChoice {
    /// The agent of the group for an attendance of the channel, who then has one more; none of the excluded ones.
    fn take_best(
        &mut self,
        tx: &mut Transaction<'_, '_>,
        group: &GroupRow,
        channel: Channel,
        excluded: &BTreeSet<AgentId>,
    ) -> StoreResult<Option<AgentId>>;
}

/// The rules of one channel: a row of the table in `registered.rs`. A method that has a default says what most channels do.
pub(crate) trait ChannelRules: Debug + Sync {
    /// The identifier by which customers of the channel are known.
    fn identifier(&self) -> ContactField;

    /// Whether two identifiers are of one customer.
    fn is_same_customer(&self, country: NumberCountry, one: &str, other: &str) -> bool {
        let _ = country;
        one == other
    }

    /// Customers write and are answered in writing.
    fn is_written(&self) -> bool {
        true
    }

    /// A customer may stay unknown: the channel reveals no identifier.
    fn has_strangers(&self) -> bool {
        false
    }

    /// Adds what is the channel's own to the wire's form of an attendance.
    fn describe(&self, tx: &Transaction<'_, '_>, row: &JobRow, job: Job) -> StoreResult<Job>;

    /// Publishes a new or changed attendance to its agent.
    fn publish(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()>;

    /// The campaign of an attendance that an agent or a dialler began.
    fn campaign_of(&self, _tx: &Transaction<'_, '_>, _job: &JobRow) -> StoreResult<Option<QueueId>> {
        Ok(None)
    }

    // --- Assignment ---

    /// Active attendances that an agent has at most.
    fn at_a_time(&self, config: &CentreConfig) -> u32 {
        config.jobs_per_channel
    }

    /// Whether an attendance can reach an agent whose channel is connected and not paused.
    fn can_reach(&self, _tx: &Transaction<'_, '_>, _row: &ChannelRow) -> StoreResult<bool> {
        Ok(true)
    }

    /// Whether an attendance that is not the agent's yet has the agent already.
    fn is_reserved(&self, _tx: &Transaction<'_, '_>, _agent: &AgentId) -> StoreResult<bool> {
        Ok(false)
    }

    /// An attendance waits until an agent has accepted it; else it is assigned.
    fn is_offered(&self) -> bool {
        false
    }

    /// What is to be accepted; `None` while an agent is asked. Only if attendances are offered.
    fn offer(&self, _tx: &Transaction<'_, '_>, _job: &JobRow) -> StoreResult<Option<Offer>> {
        Ok(None)
    }

    /// Asks the agent to accept the attendance. Only if attendances are offered.
    fn ask(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow, _agent: &AgentId) -> StoreResult<()> {
        Ok(())
    }

    /// Customers of the group who waited have their agents: the channel may begin attendances for agents who are still free.
    fn queue_served(
        &self,
        _tx: &mut Transaction<'_, '_>,
        _free: &mut dyn AgentChoice,
        _group: &GroupRow,
    ) -> StoreResult<()> {
        Ok(())
    }

    // --- What happens to an attendance ---

    /// The attendance is about to get its agent; the caller stores it.
    fn assigning(&self, _tx: &mut Transaction<'_, '_>, _job: &mut JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// The attendance has an agent now.
    fn assigned(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// The attendance has another agent now, who gets it with its messages.
    fn transferred(&self, tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
        self.publish(tx, job)
    }

    /// The attendance goes back to its queue because its agent is gone; the caller stores it.
    fn returning(&self, _tx: &mut Transaction<'_, '_>, _job: &mut JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// The attendance is in a queue again, without an agent.
    fn returned(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// The attendance ended.
    fn ended(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// A changed attendance was stored.
    fn saved(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow) -> StoreResult<()> {
        Ok(())
    }

    /// The customer learns what happened. The caller stores the attendance.
    fn notify_customer(
        &self,
        _tx: &mut Transaction<'_, '_>,
        _job: &mut JobRow,
        _news: CustomerNews<'_>,
    ) -> StoreResult<()> {
        Ok(())
    }

    /// The position in the queue that the customer learned last; 0: none, or customers of the channel learn none.
    fn last_position(&self, _tx: &Transaction<'_, '_>, _job: &JobRow) -> StoreResult<u32> {
        Ok(0)
    }

    /// The customer learns another position in the queue.
    fn tell_position(&self, _tx: &mut Transaction<'_, '_>, _job: JobRow, _position: u32) -> StoreResult<()> {
        Ok(())
    }

    /// Ends the active attendance that its agent qualifies.
    fn end_by_agent(&self, tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow>;

    /// Ends what of the attendance goes on outside the centre, without its agent and its customer: the operator erases the customer.
    fn release(&self, _tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<JobRow> {
        Ok(job)
    }

    /// The attendance was qualified; `finish_dialing`: its customer is not to be called again.
    fn qualified(&self, _tx: &mut Transaction<'_, '_>, _job: &JobRow, _finish_dialing: bool) -> StoreResult<()> {
        Ok(())
    }

    /// Why the customer with this identifier cannot lose it: somebody attends them by it.
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
