//! What areas of higher layers register with the centre: the rules of channels, and the consequences of changes in lower areas. The table
//! is filled in once, in `registry.rs`, which is above all areas.

use super::Transaction;
use super::rules::ChannelRules;
use crate::store::{ChannelRow, ContactRow, JobRow, StoreResult};
use wire::{AgentId, Channel, Contact};

/// A change of an agent's presence.
type OfAgent = fn(&mut Transaction<'_, '_>, &AgentId) -> StoreResult<()>;

/// The areas of a centre.
#[derive(Debug)]
pub(crate) struct Areas {
    pub chat: &'static dyn ChannelRules,
    pub voice: &'static dyn ChannelRules,
    pub whatsapp: &'static dyn ChannelRules,
    pub presence: Presence,
    pub customers: Customers,
}

/// A consequence of a change of an agent's presence, in the same transaction.
#[derive(Debug)]
pub(crate) struct Presence {
    /// A session began.
    pub session_began: OfAgent,
    /// A session ended.
    pub session_ended: OfAgent,
    /// Secrets that the session gave out may be known to somebody else: they are revoked, the session goes on.
    pub secrets_revoked: OfAgent,
    /// A link of the agent opened, stopped responding or closed.
    pub link_changed: OfAgent,
    /// The agent may take attendances now.
    pub is_free: OfAgent,
    /// The agent connected a channel.
    pub channel_connected: fn(&mut Transaction<'_, '_>, &ChannelRow) -> StoreResult<()>,
}

/// Functions that an area registers for the customer of an attendance.
#[derive(Debug)]
pub(crate) struct Customers {
    /// A changed attendance is about to be stored.
    pub saving: fn(&mut Transaction<'_, '_>, &mut JobRow) -> StoreResult<()>,
    /// A changed attendance was stored.
    pub saved: fn(&mut Transaction<'_, '_>, &JobRow) -> StoreResult<()>,
    /// The contact in the form that an agent receives.
    pub shown: fn(&Transaction<'_, '_>, ContactRow) -> StoreResult<Contact>,
}

impl Areas {
    /// The rules of the channel.
    pub fn rules(&self, channel: Channel) -> &'static dyn ChannelRules {
        match channel {
            Channel::Chat => self.chat,
            Channel::Voice => self.voice,
            Channel::Whatsapp => self.whatsapp,
        }
    }
}

impl Transaction<'_, '_> {
    /// The rules of the channel.
    pub fn rules(&self, channel: Channel) -> &'static dyn ChannelRules {
        self.areas.rules(channel)
    }

    /// The agent may take attendances now: customers who wait are assigned.
    pub fn agent_is_free(&mut self, agent: &AgentId) -> StoreResult<()> {
        (self.areas.presence.is_free)(self, agent)
    }
}
