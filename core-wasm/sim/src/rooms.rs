//! The parties of each call, known only from the telephone system (the facts of the gateway, never from a page or the
//! contact centre), and the rules of rooms: no leg without a party, no party without a leg, one owner or one queue, and
//! a conference continues when one of its agents leaves.

use crate::sim::Sim;
use contact_centre::store::{
    CallPhase, CallRow, CallSupervisionStore, JobRow, JobState, PartyFact, ReservationStore, Store, VoiceStore,
};
use contact_centre::wire::{CallPartyRole, Channel};
use std::collections::{BTreeMap, BTreeSet};
use voice_gateway::{CallFact, CallId, PartyChange, PartyId};

/// With this number of parties a call is a conference or a consultation.
const SEVERAL: usize = 3;

/// The parties of a call by their numbers, and whether they have answered.
type Parties = BTreeMap<u64, bool>;

/// The calls of the gateway.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rooms {
    calls: BTreeMap<CallId, Parties>,
    /// Supervisors, who are in no room, and whether they have answered.
    supervisors: BTreeMap<(CallId, PartyId), bool>,
    /// Calls that a command ends for all.
    ended_for_all: BTreeSet<CallId>,
    /// Calls with several parties that ended without a command that ends them for all.
    broken: Vec<String>,
}

impl Rooms {
    pub fn take(&mut self, fact: &CallFact) {
        match fact {
            CallFact::Started { call, .. } => {
                self.calls.insert(*call, Parties::new());
            }
            CallFact::Answered { call, .. } => {
                let room = self.calls.entry(*call).or_default();
                room.extend([(PartyId::CALLER.0, true), (PartyId::CALLEE.0, true)]);
            }
            // The remaining party waits for an agent.
            CallFact::Queued { call } | CallFact::Unattended { call } => {
                self.calls.insert(*call, Parties::from([(PartyId::CALLER.0, true)]));
            }
            CallFact::Party { call, party, change } if self.supervisors.contains_key(&(*call, *party)) => {
                match change {
                    PartyChange::Answered => {
                        self.supervisors.insert((*call, *party), true);
                    }
                    PartyChange::Failed(_) | PartyChange::Left(_) => {
                        self.supervisors.remove(&(*call, *party));
                    }
                    _ => {}
                }
            }
            CallFact::Party { call, party, change } => {
                let room = self.calls.entry(*call).or_default();
                match change {
                    PartyChange::Ringing => room.insert(party.0, false),
                    PartyChange::Answered => room.insert(party.0, true),
                    PartyChange::Failed(_) | PartyChange::Left(_) => room.remove(&party.0),
                    PartyChange::Held(_)
                    | PartyChange::Holds(_)
                    | PartyChange::Muted(_)
                    | PartyChange::Role(_)
                    | PartyChange::Receiving(_)
                    | PartyChange::Key(_) => None,
                };
            }
            CallFact::Ended { call, cause } => {
                self.supervisors.retain(|(of, _), _| of != call);
                let room = self.calls.remove(call).unwrap_or_default();
                let present = room.values().filter(|present| **present).count();
                if !self.ended_for_all.remove(call) && present >= SEVERAL {
                    self.broken.push(format!("{call:?} of {room:?} ended by {cause:?}"));
                }
            }
            CallFact::Registered { .. }
            | CallFact::Unregistered { .. }
            | CallFact::Ringing { .. }
            | CallFact::Missed { .. }
            | CallFact::Tone { .. }
            | CallFact::Held { .. }
            | CallFact::Media { .. }
            | CallFact::Mode { .. }
            | CallFact::Refused { .. }
            | CallFact::Recording { .. } => {}
        }
    }

    /// A command calls a supervisor.
    pub fn supervises(&mut self, call: CallId, party: PartyId) {
        self.supervisors.insert((call, party), false);
    }

    /// A command ends the call for all parties.
    pub fn ends_for_all(&mut self, call: CallId) {
        self.ended_for_all.insert(call);
    }

    /// The process that carried the calls is gone.
    pub fn clear(&mut self) {
        self.calls.clear();
        self.supervisors.clear();
    }
}

/// The contact centre's room of an answered call; if it has none, agent and customer.
fn parties_of(call: &CallRow) -> Parties {
    match &call.room {
        Some(room) => room.parties.iter().map(|party| (party.party, !party.ringing)).collect(),
        None => Parties::from([(PartyId::CALLER.0, true), (PartyId::CALLEE.0, true)]),
    }
}

impl Sim {
    /// The rules that hold at every time: an attendance of a call has one owner or waits in one queue, as its call
    /// does, and a conference continues when one of its agents leaves.
    pub(crate) fn check_rooms(&self) -> Result<(), String> {
        if let Some(broken) = self.telephony.rooms.broken.first() {
            return Err(format!("a call of several ended with one of them: {broken}"));
        }
        let store = &self.server.store;
        for phase in [CallPhase::Waiting, CallPhase::Talking] {
            for call in store.calls_in_phase(phase).expect("store") {
                let job = store.job(&call.protocol).expect("store");
                let Some(job) = job else { return Err(format!("the call of {} has no attendance", call.protocol)) };
                let waits = phase == CallPhase::Waiting;
                let holds = match job.state {
                    JobState::Waiting => waits && job.agent_id.is_empty(),
                    JobState::Active => !waits && !job.agent_id.is_empty(),
                    _ => false,
                };
                if !holds {
                    let text = format!("{:?} of {:?}", job.state, job.agent_id);
                    return Err(format!("the call of {} is {phase:?}, its attendance {text}", call.protocol));
                }
                let agents = call.room.iter().flat_map(|room| room.shown());
                let agents: Vec<&PartyFact> = agents.filter(|party| party.role == CallPartyRole::Agent).collect();
                if agents.len() > 1 || agents.iter().any(|party| party.agent_id != job.agent_id) {
                    return Err(format!("the call of {} of {} has the agents {agents:?}", call.protocol, job.agent_id));
                }
            }
        }
        Ok(())
    }

    /// The rules that hold when everything is quiet: each leg of the gateway is a party of the contact centre's room,
    /// and each party has a leg.
    pub(crate) fn room_rules(&self) -> Vec<String> {
        // External nodes have no connection to the contact centre.
        if !self.server.centre.config.voice.nodes.is_empty() {
            return Vec::new();
        }
        let talking = self.server.store.calls_in_phase(CallPhase::Talking).expect("store");
        let legs_of = |call: &CallRow| {
            let id = u64::from_str_radix(&call.unique_id, 16).ok().map(CallId)?;
            self.telephony.rooms.calls.get(&id)
        };
        let differs = |call: &CallRow| {
            if self.is_at_other_telephone(call) {
                return None;
            }
            let legs = legs_of(call)?;
            let parties = parties_of(call);
            (*legs != parties).then(|| format!("{}: legs {legs:?}, parties {parties:?}", call.protocol))
        };
        talking.iter().filter_map(differs).chain(self.supervision_rules()).collect()
    }

    /// A supervisor's leg, its supervision and its hidden telephone are there together, and no supervisor has anything else of a call: no attendance, no
    /// place in a room, no reservation.
    fn supervision_rules(&self) -> Vec<String> {
        let store = &self.server.store;
        let rows = store.call_supervisions().expect("store");
        let mut broken = Vec::new();
        let active = rows.iter().filter(|row| row.is_active());
        let expected: BTreeSet<(CallId, PartyId)> = active
            .filter_map(|row| Some((CallId(u64::from_str_radix(&row.unique_id, 16).ok()?), PartyId(row.party))))
            .collect();
        let legs = self.telephony.rooms.supervisors.iter().filter(|(_, answered)| **answered);
        let legs: BTreeSet<(CallId, PartyId)> = legs.map(|(leg, _)| *leg).collect();
        if legs != expected {
            broken.push(format!("legs of supervisors {legs:?}, supervisions {expected:?}"));
        }
        let extensions: BTreeSet<String> = rows.iter().map(|row| row.exten.clone()).collect();
        let accounts = store.voice_accounts().expect("store").into_iter();
        let hidden: BTreeSet<String> = accounts.filter(|account| account.hidden).map(|account| account.exten).collect();
        if hidden != extensions {
            broken.push(format!("hidden telephones {hidden:?}, supervisions {extensions:?}"));
        }
        for row in &rows {
            let supervisor = &row.supervisor_id;
            let has_call = |job: &JobRow| job.channel == Channel::Voice && job.state == JobState::Active;
            let jobs = store.jobs_of_agent(supervisor).expect("store");
            let calls = jobs.iter().filter(|job| has_call(job)).count();
            let room = store.call(&row.protocol).expect("store").and_then(|call| call.room);
            let in_room = room.is_some_and(|room| room.shown().any(|party| party.agent_id == *supervisor));
            let is_reserved = store.reservation_of(supervisor).expect("store").is_some();
            if calls > 0 || in_room || is_reserved {
                broken.push(format!(
                    "{supervisor} supervises and has {calls} calls, in the room: {in_room}, reserved: {is_reserved}"
                ));
            }
        }
        broken
    }

    /// The exchange connects a telephone outside of the browser: the agent's leg is not in the gateway.
    fn is_at_other_telephone(&self, call: &CallRow) -> bool {
        let store = &self.server.store;
        let agent = store.job(&call.protocol).expect("store").map(|job| job.agent_id).unwrap_or_default();
        let exten = store.voice_account_of(&agent).expect("store").map(|account| account.exten).unwrap_or_default();
        let row = store.channel(&agent, Channel::Voice).expect("store");
        [exten, row.map(|row| row.exten).unwrap_or_default()].iter().any(|exten| {
            let exchange = &self.telephony.exchange;
            exchange.device(exten).is_some() || exchange.has_channel_to(exten)
        })
    }
}
