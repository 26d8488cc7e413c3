//! Checks about agents at work: what the server must fulfil whenever it has sent an event to an agent, what a page may
//! do while another tab has the session, and whether the supervisor's board is correct. Nothing here changes the state,
//! except its own records.

use crate::browser::Browser;
use crate::network::{Delivery, Party};
use crate::server::Server;
use crate::sim::Sim;
use contact_centre::store::{ChannelRow, JobRow, JobState, Store, WhatsAppStore};
use contact_centre::wire::{AgentId, Channel, Protocol, Wall};
use core_wasm::Step;
use core_wasm::flow::{Effect, Mono, StorePlace};
use core_wasm::session::SessionPhaseView;
use std::collections::{BTreeMap, BTreeSet};

/// Duration of a message from one tab to another.
const TAB_MS: u64 = 1;

#[derive(Default)]
pub(crate) struct Presence {
    /// Open attendances of each agent on the channel at the last event.
    open: BTreeMap<(AgentId, Channel), BTreeSet<Protocol>>,
    /// Attendances that each agent ever had, also in the inbox. Beginning or reopening one is the agent's own decision.
    held: BTreeSet<(AgentId, Protocol)>,
    /// The pause that begins after the last of them.
    scheduled: BTreeMap<(AgentId, Channel), String>,
}

/// Channels whose attendances come from a queue and whose status follows only from them.
const CHANNELS: [Channel; 2] = [Channel::Chat, Channel::Whatsapp];

impl Presence {
    /// An attendance reaches only an agent who is connected and neither paused, about to pause nor absent (ABS-005). A
    /// pause is active only without an open attendance; a scheduled one begins when the last attendance ends (PAU-013).
    pub fn check(&mut self, server: &Server, agent: &AgentId, now: Wall) -> Result<(), String> {
        CHANNELS.into_iter().try_for_each(|channel| self.check_channel(server, agent, channel, now))
    }

    fn check_channel(&mut self, server: &Server, agent: &AgentId, channel: Channel, now: Wall) -> Result<(), String> {
        let Some(row) = server.store.channel(agent, channel).expect("store") else { return Ok(()) };
        let jobs = server.store.jobs_of_agent(agent).expect("store");
        let is_open = |job: &&JobRow| job.channel == channel && job.state == JobState::Active;
        let open: BTreeSet<Protocol> = jobs.iter().filter(is_open).map(|job| job.protocol.clone()).collect();
        let before = self.open.insert((agent.clone(), channel), open.clone()).unwrap_or_default();
        let is_own = |protocol: &&Protocol| {
            let facts = server.store.whatsapp_job(protocol).expect("store");
            self.held.contains(&(agent.clone(), (*protocol).clone()))
                || facts.is_some_and(|facts| facts.campaign.is_some())
        };
        let from_queue = open.difference(&before).find(|protocol| !is_own(protocol)).cloned();
        let in_inbox = server.store.jobs_of_agent_in(agent, JobState::Inbox).expect("store");
        self.held.extend(jobs.into_iter().chain(in_inbox).map(|job| (agent.clone(), job.protocol)));
        if let Some(new) = from_queue {
            let absent = server.store.agent(agent).expect("store").is_some_and(|agent| agent.absence.is_some());
            if !row.connected || row.pause.is_some() || row.scheduled_pause.is_some() || absent {
                return Err(format!("{new} reached agent {agent}, absent: {absent}, {row:?}"));
            }
        }
        let holds = row.open_jobs as usize == open.len()
            && (row.pause.is_none() || open.is_empty())
            && (row.scheduled_pause.is_none() || !open.is_empty());
        if !holds {
            return Err(format!("agent {agent} has {open:?} and {row:?}"));
        }
        self.scheduled_begins(&(agent.clone(), channel), &row, now)
    }

    fn scheduled_begins(&mut self, place: &(AgentId, Channel), row: &ChannelRow, now: Wall) -> Result<(), String> {
        let before = match &row.scheduled_pause {
            Some(pause) => self.scheduled.insert(place.clone(), pause.id.clone()),
            None => self.scheduled.remove(place),
        };
        match &row.pause {
            Some(pause) if before.as_ref() == Some(&pause.id) && pause.since != now => {
                Err(format!("the pause that waited began at {:?} and is reported at {now:?}", pause.since))
            }
            _ => Ok(()),
        }
    }
}

/// A page that released the session sends and writes nothing until it is reloaded, except texts that the disk had
/// refused.
pub(crate) fn keeps_still(step: &Step) -> Result<(), String> {
    let acts = |effect: &&Effect| match effect {
        Effect::Http(..) | Effect::Broker(_) | Effect::Sound(..) | Effect::Desktop(_) | Effect::Voice(_) => true,
        Effect::Persist(_, key, _) => key.place() != StorePlace::Unsent,
        _ => false,
    };
    match step.effects.iter().find(acts) {
        Some(effect) => Err(format!("another tab works, and this one does {effect:?}")),
        None => Ok(()),
    }
}

/// A page without a session writes no record of one: the end of the session cleared them.
pub(crate) fn writes_no_session(step: &Step) -> Result<(), String> {
    let writes = |effect: &&Effect| matches!(effect, Effect::Persist(_, key, _) if key.place() == StorePlace::Database);
    match step.effects.iter().find(writes) {
        Some(effect) => Err(format!("nobody is signed in, and this page does {effect:?}")),
        None => Ok(()),
    }
}

pub(crate) fn is_signed_out(browser: &Browser) -> bool {
    browser.mirror.session_phase() == Some(SessionPhaseView::SignedOut)
}

pub(crate) fn is_in_other_tab(browser: &Browser) -> bool {
    browser.mirror.session_phase() == Some(SessionPhaseView::InOtherTab)
}

impl Sim {
    /// One page of this browser takes the session: the page that had it loses the lock, and gets a message soon
    /// afterwards.
    pub(crate) fn claim_session(&mut self, party: Party) {
        if !self.tabs_are_locked {
            return;
        }
        let machine = self.browsers[party.agent].machine;
        if let Some(before) = self.locks.insert(machine, party).filter(|before| *before != party) {
            let at = Mono(self.now.0 + TAB_MS);
            self.network.send(at, Delivery::TabDisabled { party: before });
        }
    }

    /// A closed page holds no lock.
    pub(crate) fn release_session(&mut self, party: Party) {
        self.locks.retain(|_, holder| *holder != party);
    }
}
