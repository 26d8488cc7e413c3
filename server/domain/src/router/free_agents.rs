//! Chooses the agent for an attendance. Candidates are read in the order of choice until one is free, never all agents
//! of a group.

use super::{able_agent, gone_at};
use crate::centre::{AgentChoice, Transaction};
use crate::store::{CandidateRow, ChannelRow, GroupRow, StoreResult};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use wire::{AgentId, AttendanceGroupId, Channel, Wall};

/// Number of candidates that are read first, and the factor by which each further portion is larger.
const FIRST_READ: usize = 4;

/// Agents who can get an attendance, with the number of their open attendances; read once per change.
#[derive(Default)]
pub(crate) struct FreeAgents {
    /// The number of open attendances; `None`: the agent cannot get another one.
    channels: BTreeMap<(AgentId, Channel), Option<ChannelRow>>,
    /// The first candidates of a group, in their order before this change.
    candidates: BTreeMap<(AttendanceGroupId, Channel), Candidates>,
    /// Groups without a free agent.
    exhausted: BTreeSet<(AttendanceGroupId, Channel)>,
}

#[derive(Default)]
struct Candidates {
    read: Vec<CandidateRow>,
    /// Whether the group has no further candidates.
    are_all: bool,
}

/// The outcome of a search among the candidates that were read.
enum Search {
    Found(AgentId),
    Nobody,
    /// A candidate that was not read may come first.
    Unknown,
}

impl AgentChoice for FreeAgents {
    fn take_best(
        &mut self,
        tx: &mut Transaction<'_, '_>,
        group: &GroupRow,
        channel: Channel,
        excluded: &BTreeSet<AgentId>,
    ) -> StoreResult<Option<AgentId>> {
        let best = self.best(tx, group, channel, excluded)?;
        if let Some(agent) = &best
            && let Some(Some(row)) = self.channels.get_mut(&(agent.clone(), channel))
        {
            row.open_jobs += 1;
        }
        Ok(best)
    }
}

impl FreeAgents {
    /// Whether an agent of the group can get an attendance of the channel.
    pub fn has_any(&mut self, tx: &mut Transaction<'_, '_>, group: &GroupRow, channel: Channel) -> StoreResult<bool> {
        Ok(self.best(tx, group, channel, &BTreeSet::new())?.is_some())
    }

    fn best(
        &mut self,
        tx: &mut Transaction<'_, '_>,
        group: &GroupRow,
        channel: Channel,
        excluded: &BTreeSet<AgentId>,
    ) -> StoreResult<Option<AgentId>> {
        let searched = (group.group.id.clone(), channel);
        if self.exhausted.contains(&searched) {
            return Ok(None);
        }
        let mut candidates = self.candidates.remove(&searched).unwrap_or_default();
        let best = loop {
            match self.search(tx, &candidates, channel, excluded)? {
                Search::Found(agent) => break Some(agent),
                Search::Nobody => break None,
                Search::Unknown => {
                    let wanted = (candidates.read.len() * FIRST_READ).max(FIRST_READ);
                    candidates.read = tx.store.candidate_agents(&searched.0, channel, wanted)?;
                    candidates.are_all = candidates.read.len() < wanted;
                }
            }
        };
        self.candidates.insert(searched.clone(), candidates);
        if best.is_none() && excluded.is_empty() {
            self.exhausted.insert(searched);
        }
        Ok(best)
    }

    fn search(
        &mut self,
        tx: &mut Transaction<'_, '_>,
        candidates: &Candidates,
        channel: Channel,
        excluded: &BTreeSet<AgentId>,
    ) -> StoreResult<Search> {
        let limit = tx.rules(channel).at_a_time(tx.config);
        let mut best: Option<(u32, Wall, &AgentId)> = None;
        let mut is_certain = candidates.are_all;
        for candidate in &candidates.read {
            let agent = &candidate.agent_id;
            // Candidates are read in ascending order, and this change only adds attendances: no later candidate can be
            // better.
            let at_best = (candidate.open_jobs, candidate.idle_since, agent);
            if candidate.open_jobs >= limit || best.is_some_and(|best| best < at_best) {
                is_certain = true;
                break;
            }
            if excluded.contains(agent) {
                continue;
            }
            let Some(row) = self.read(tx, agent, channel)? else { continue };
            let one = (row.open_jobs, row.idle_since, agent);
            if row.open_jobs < limit && best.is_none_or(|best| one < best) {
                best = Some(one);
            }
        }
        Ok(match best {
            Some((_, _, agent)) if is_certain => Search::Found(agent.clone()),
            None if is_certain => Search::Nobody,
            _ => Search::Unknown,
        })
    }

    fn read(
        &mut self,
        tx: &mut Transaction<'_, '_>,
        agent: &AgentId,
        channel: Channel,
    ) -> StoreResult<Option<&ChannelRow>> {
        let row = match self.channels.entry((agent.clone(), channel)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let able = able_agent(tx, agent, channel)?;
                if able.is_none() && gone_at(tx, agent)?.is_some_and(|at| at <= tx.now()) {
                    // The next link of the agent makes the agent a candidate again. Otherwise every choice would read
                    // agents who left without signing out, because they are idle longest.
                    tx.store.delete_candidates(agent)?;
                }
                // An agent whose telephone rings counts as having a call.
                let has_call = tx.rules(channel).is_reserved(tx, agent)?;
                unknown.insert(able.map(|row| ChannelRow { open_jobs: row.open_jobs + u32::from(has_call), ..row }))
            }
        };
        Ok(row.as_ref())
    }
}
