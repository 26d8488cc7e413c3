//! A call: its parties, its phase, and the mix that each party hears. Pure rules; nothing is sent here.

use std::collections::BTreeMap;

use crate::control::{CallOrigin, CallSide, SimulatedCustomer};
use crate::media::{Channels, Description, Hear, LegId, Mix, RecordingId, Sound};
use crate::room::{Mode, PartyId, Role, Supervision, hears};

/// A call.
#[derive(Debug)]
pub struct Call {
    pub kind: CallKind,
    pub from: String,
    pub to: String,
    pub phase: Phase,
    pub mode: Mode,
    pub parties: BTreeMap<PartyId, Party>,
    /// The highest number that a party had; numbers are not reused.
    pub last_party: PartyId,
    /// Whether the consulted party takes over when it answers.
    pub completes: bool,
    /// Recording of the call, if there is one.
    pub recording: Option<CallRecording>,
}

/// The recording of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRecording {
    pub id: RecordingId,
    pub is_paused: bool,
    /// The legs that are recorded now.
    pub channels: Channels,
}

/// How a call began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// A registered handle called.
    Telephone,
    /// The centre called for an agent.
    Dialled,
    /// The centre called a customer.
    Centre,
    /// A simulated customer of the network called.
    Network,
}

/// Phase of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The caller's own telephone rings: the centre calls for an agent.
    CallingBack,
    /// The caller's offer is with the media for an answer.
    Preparing,
    /// The callee rings.
    Ringing,
    /// The gateway answered; the caller hears music. A callee may ring.
    Waiting,
    /// The echo test runs.
    Echo,
    /// Both sides talk; there may be further parties.
    Talking,
}

/// The consequence for a call when one of its parties leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// The call continues for the others.
    GoesOn,
    /// The call ends for all.
    Ends,
}

/// One party of a call. Each has one leg.
#[derive(Debug)]
pub struct Party {
    pub leg: LegId,
    pub role: Role,
    /// Extension or number.
    pub number: String,
    pub device: Device,
    /// The gateway's description that the client has not received yet.
    pub description: Option<Description>,
    /// Whether the client received a description, so that it has a connection.
    pub described: bool,
    /// Whether the party called or answered: it can hear and be heard.
    pub is_present: bool,
    /// Whether the party put the others on hold by its own telephone: it hears nothing and nobody hears it.
    pub holds: bool,
    /// Whether the party is on hold: it hears music and nobody hears it.
    pub held: bool,
    /// Whether the microphone of the party is closed in the gateway.
    pub muted: bool,
    /// The mix that the party hears now.
    pub hear: Hear,
}

/// The endpoint of a party.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Device {
    /// A handle.
    Browser(u64),
    /// Generated sound of the gateway.
    Simulated(SimulatedCustomer),
    /// A number that rings and that nobody answers.
    Unanswered,
}

impl Call {
    pub fn new(kind: CallKind, from: String, to: String) -> Self {
        Self {
            kind,
            from,
            to,
            phase: Phase::Preparing,
            mode: Mode::Together,
            parties: BTreeMap::new(),
            last_party: PartyId::CALLEE,
            completes: false,
            recording: None,
        }
    }

    /// The calling party, in the form for the contact centre.
    pub fn origin(&self) -> CallOrigin<'_> {
        match self.kind {
            CallKind::Telephone => CallOrigin::Telephone(&self.from),
            CallKind::Dialled => CallOrigin::Dialled(&self.from),
            CallKind::Centre => CallOrigin::Centre(&self.from),
            CallKind::Network => CallOrigin::Network(&self.from),
        }
    }

    /// The role of the party that called, or that was called first.
    pub fn role_of_side(&self, side: CallSide) -> Role {
        if side == self.agent_side() { Role::Agent } else { Role::Customer }
    }

    fn agent_side(&self) -> CallSide {
        match self.kind {
            CallKind::Dialled => CallSide::Caller,
            CallKind::Telephone | CallKind::Centre | CallKind::Network => CallSide::Callee,
        }
    }

    /// The side that a party belongs to: every party except the customer belongs to the agent's side.
    pub fn side(&self, id: PartyId) -> CallSide {
        match (id, self.parties.get(&id).map(|party| party.role)) {
            (PartyId::CALLER, _) => CallSide::Caller,
            (PartyId::CALLEE, _) => CallSide::Callee,
            (_, Some(Role::Customer)) => self.agent_side().other(),
            _ => self.agent_side(),
        }
    }

    pub fn party(&self, id: PartyId) -> Option<&Party> {
        self.parties.get(&id)
    }

    pub fn has_caller(&self) -> bool {
        self.parties.contains_key(&PartyId::CALLER)
    }

    pub fn callee(&self) -> Option<&Party> {
        self.party(PartyId::CALLEE)
    }

    /// The first party with this role; parties in the room come before those that ring.
    pub fn first_with(&self, role: Role) -> Option<PartyId> {
        let with_role = || self.parties.iter().filter(|(_, party)| party.role == role);
        with_role().find(|(_, party)| party.is_present).or_else(|| with_role().next()).map(|(id, _)| *id)
    }

    /// Parties in the room, without supervisors.
    pub fn present(&self) -> impl Iterator<Item = (PartyId, &Party)> {
        let counted = self.parties.iter().filter(|(_, party)| party.is_present && party.role.is_counted());
        counted.map(|(id, party)| (*id, party))
    }

    /// Whether an agent is in the room: `false` while a ringing party will take over.
    pub fn has_agent(&self) -> bool {
        self.present().any(|(_, party)| party.role == Role::Agent)
    }

    /// Parties in the room and parties that ring, without supervisors.
    pub fn counted(&self) -> usize {
        self.parties.values().filter(|party| party.role.is_counted()).count()
    }

    pub fn supervisors(&self) -> usize {
        self.parties.len() - self.counted()
    }

    /// The consequence for the call if a party leaves.
    pub fn without(&self, id: PartyId) -> Without {
        let Some(leaving) = self.party(id) else { return Without::GoesOn };
        if !leaving.role.is_counted() {
            return Without::GoesOn;
        }
        if self.phase != Phase::Talking {
            return Without::Ends;
        }
        let remaining: Vec<Role> =
            self.present().filter(|(other, _)| *other != id).map(|(_, party)| party.role).collect();
        let somebody_rings = || self.parties.values().any(|party| !party.is_present && party.role.can_keep_customer());
        match remaining.as_slice() {
            [] => Without::Ends,
            // The customer is not lost with the agent: a ringing party takes over.
            [Role::Customer] if somebody_rings() => Without::GoesOn,
            [_] => Without::Ends,
            _ => Without::GoesOn,
        }
    }

    /// The others of the conversation that `id` is in: the parties that receive its keys and texts. Those of a
    /// supervisor are received by nobody.
    pub fn partners(&self, id: PartyId) -> Vec<PartyId> {
        let Some(speaker) = self.party(id).filter(|party| party.role.is_counted()) else { return Vec::new() };
        let hearing =
            self.present().filter(|(other, party)| *other != id && hears(party.role, speaker.role, self.mode));
        hearing.map(|(other, _)| other).collect()
    }

    /// The mix of a party in a talking or waiting call: the parties of the hearing table, and at most one sound.
    pub fn heard_by(&self, id: PartyId) -> Hear {
        let Some(listener) = self.party(id).filter(|party| party.is_present) else { return Hear::silence() };
        match (self.phase, listener.holds) {
            (Phase::Waiting, _) => return Hear::sound(Sound::Music),
            (_, true) => return Hear::silence(),
            (_, false) if listener.held => return Hear::sound(Sound::Music),
            (_, false) => {}
        }
        let by_table: Vec<&Party> = self
            .parties
            .iter()
            .filter(|(other, party)| **other != id && party.is_present && hears(listener.role, party.role, self.mode))
            .map(|(_, party)| party)
            .collect();
        let mut heard: Vec<&Party> = by_table.iter().copied().filter(|party| !party.holds && !party.held).collect();
        if matches!(listener.role, Role::Supervisor(Supervision::Listen | Supervision::Whisper))
            && heard.iter().all(|party| party.role == Role::Customer)
        {
            // A customer on hold speaks to nobody, so a supervisor who only listens or whispers does not hear the customer. A supervisor who
            // joined the call can speak with the customer.
            heard.clear();
        }
        let legs = heard.iter().filter(|party| !party.muted).map(|party| party.leg).collect();
        // A whispering supervisor does not count as a partner: without another partner the sound stays.
        let is_partner = |party: &&&Party| party.role != Role::Supervisor(Supervision::Whisper);
        let instead_of: Vec<LegId> = heard.iter().filter(is_partner).map(|party| party.leg).collect();
        let sound = if instead_of.is_empty() {
            self.sound_for(listener, by_table.iter().any(|party| party.holds))
        } else {
            Some(Sound::Music)
        };
        Hear::Mix(Mix { legs, sound, instead_of })
    }

    /// The legs that a recording has: the conversation between customer and company. The customer is recorded while
    /// somebody of the company hears the customer, the company as the customer hears it. So a whisper, a consultation,
    /// the time on hold and in a queue, music and tones are not recorded.
    pub fn recorded(&self) -> Channels {
        if self.phase != Phase::Talking {
            return Channels::default();
        }
        let talking = || self.parties.values().filter(|party| party.is_present && !party.holds && !party.held);
        let (customers, company): (Vec<&Party>, Vec<&Party>) =
            talking().partition(|party| party.role == Role::Customer);
        // Who only listens is nobody to talk to.
        let is_partner =
            |party: &&&Party| !matches!(party.role, Role::Supervisor(Supervision::Listen | Supervision::Whisper));
        let hears = |listener: &Party, speaker: &Party| hears(listener.role, speaker.role, self.mode);
        let is_heard = |speaker: &Party, by: &[&Party]| by.iter().any(|listener| hears(listener, speaker));
        let partners: Vec<&Party> = company.iter().filter(is_partner).copied().collect();
        let legs_of = |speakers: &[&Party], listeners: &[&Party]| -> Vec<LegId> {
            let heard = speakers.iter().filter(|speaker| !speaker.muted && is_heard(speaker, listeners));
            heard.map(|speaker| speaker.leg).collect()
        };
        Channels { customer: legs_of(&customers, &partners), company: legs_of(&company, &customers) }
    }

    /// The sound for a party that hears nobody.
    fn sound_for(&self, listener: &Party, is_put_on_hold: bool) -> Option<Sound> {
        match listener.role {
            Role::Agent if is_put_on_hold => Some(Sound::Music),
            Role::Agent if self.parties.values().any(|party| !party.is_present && party.role.is_counted()) => {
                Some(Sound::Ringing)
            }
            // The customer is on hold, or no other party is in the call.
            Role::Agent => None,
            Role::Customer | Role::Consulted | Role::Colleague | Role::Supervisor(_) => Some(Sound::Music),
        }
    }
}

impl Party {
    pub fn new(leg: LegId, role: Role, number: String, device: Device, is_present: bool) -> Self {
        Self {
            leg,
            role,
            number,
            device,
            description: None,
            described: false,
            is_present,
            holds: false,
            held: false,
            muted: false,
            hear: Hear::silence(),
        }
    }
}
