//! A call as the facts of the gateway describe it, and the sound that each party must hear by the hearing table. Written apart
//! from the rules of the signalling, which it checks.

use std::collections::{BTreeMap, BTreeSet};

use crate::room::{Mode, PartyId, Role, Supervision, hears};

/// A party as the facts describe it.
#[derive(Clone, Debug)]
pub struct Member {
    pub role: Role,
    pub telephone: usize,
    pub is_present: bool,
    pub held: bool,
    pub holds: bool,
    pub muted: bool,
}

/// A call as the facts describe it.
#[derive(Clone, Debug)]
pub struct Model {
    pub mode: Mode,
    pub waits: bool,
    pub members: BTreeMap<PartyId, Member>,
    /// Telephones without network.
    pub cut: BTreeSet<usize>,
}

/// The sound that a telephone must hear.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    pub tones: BTreeSet<usize>,
    pub sound: Background,
    /// Silence of a muted partner.
    pub may_be_silent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Background {
    Nothing,
    Music,
    /// Simulated speech, which has pauses.
    Ringing,
}

impl Model {
    pub fn expected(&self, id: PartyId) -> Expected {
        let listener = &self.members[&id];
        let only = |sound| Expected { tones: BTreeSet::new(), sound, may_be_silent: false };
        if self.waits {
            return only(Background::Music);
        }
        if listener.holds {
            return only(Background::Nothing);
        }
        if listener.held {
            return only(Background::Music);
        }
        let others = || {
            let others = self.members.iter().filter(|(other, member)| **other != id && member.is_present);
            others.map(|(_, member)| member).filter(|member| hears(listener.role, member.role, self.mode))
        };
        let mut heard: Vec<&Member> = others().filter(|member| !member.held && !member.holds).collect();
        let only_listens = matches!(listener.role, Role::Supervisor(Supervision::Listen | Supervision::Whisper));
        if only_listens && heard.iter().all(|member| member.role == Role::Customer) {
            // A customer on hold is not heard by a party that does not talk with the customer.
            heard.clear();
        }
        let is_there = |member: &&&Member| !self.cut.contains(&member.telephone);
        let tones =
            heard.iter().filter(is_there).filter(|member| !member.muted).map(|member| member.telephone).collect();
        let partners: Vec<&Member> =
            heard.iter().copied().filter(|member| member.role != Role::Supervisor(Supervision::Whisper)).collect();
        let sound = if partners.iter().any(|member| is_there(&member)) {
            Background::Nothing
        } else if !partners.is_empty() || listener.role != Role::Agent || others().any(|member| member.holds) {
            Background::Music
        } else if self.members.values().any(|member| !member.is_present && member.role.is_counted()) {
            Background::Ringing
        } else {
            Background::Nothing
        };
        let may_be_silent = partners.iter().any(|member| member.muted);
        Expected { tones, sound, may_be_silent }
    }

    pub fn all_expected(&self) -> BTreeMap<PartyId, Expected> {
        let present = self.members.iter().filter(|(_, member)| member.is_present);
        present.map(|(id, _)| (*id, self.expected(*id))).collect()
    }
}

impl Member {
    pub const fn new(role: Role, telephone: usize, is_present: bool) -> Self {
        Self { role, telephone, is_present, held: false, holds: false, muted: false }
    }
}
