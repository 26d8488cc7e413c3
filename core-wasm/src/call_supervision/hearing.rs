//! Which participants of a supervised call hear each other: one total function of their roles and the mode of the room,
//! as in the telephone system. The page only shows the result; the telephone system opens and closes the audio.

use crate::wire::{CallMode, CallParty, CallPartyRole, CallRoom, SupervisionMode, TransferPhase};

/// A participant of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A party of the call.
    Party(CallPartyRole),
    /// A supervisor.
    Supervisor(SupervisionMode),
}

/// Whether `listener` hears `speaker` if both have open microphones and are not on hold. `hears_consultations`: the
/// rule of the org unit.
pub fn hears(listener: Place, speaker: Place, mode: CallMode, hears_consultations: bool) -> bool {
    use CallPartyRole::{Agent, Consulted};
    use Place::{Party, Supervisor};
    let consults = |place: Place| matches!(place, Party(Agent | Consulted));
    match (listener, speaker, mode) {
        (_, Supervisor(SupervisionMode::Listen), _) => false,
        (_, Supervisor(SupervisionMode::Whisper), _) => listener == Party(Agent),
        (Party(Agent), Supervisor(SupervisionMode::Barge), _) | (_, _, CallMode::Together) => true,
        // A supervisor hears what the agent hears; a consultation only if the rule allows it.
        (Supervisor(_), Supervisor(_), CallMode::Consulting) => hears_consultations,
        (Supervisor(_), other, CallMode::Consulting) | (other, Supervisor(_), CallMode::Consulting) => {
            hears_consultations && consults(other)
        }
        (_, _, CallMode::Consulting) => consults(listener) == consults(speaker),
        (_, _, CallMode::WithCustomer) => (listener == Party(Consulted)) == (speaker == Party(Consulted)),
    }
}

/// Facts about this supervisor, besides the room.
#[derive(Clone, Copy, Debug, Default)]
pub struct Own {
    /// The server's mode of this supervisor's supervision.
    pub mode: SupervisionMode,
    /// The supervisor muted the microphone.
    pub muted: bool,
    /// The rule of the org unit about consultations.
    pub hears_consultations: bool,
}

/// The parties that have answered, in their order; the supervisor comes after them.
pub fn present(room: &CallRoom) -> impl Iterator<Item = &CallParty> {
    room.parties.iter().filter(|party| !party.ringing)
}

/// The customer hears music from the first ring of a destination on.
fn mode_of(room: &CallRoom) -> CallMode {
    let rings = room.transfer.as_ref().is_some_and(|transfer| transfer.phase == TransferPhase::Ringing);
    if rings { CallMode::Consulting } else { room.mode }
}

/// For each present party and finally for the supervisor: the positions of the participants whom it hears.
pub fn heard_by(room: &CallRoom, own: Own) -> Vec<Vec<usize>> {
    let mode = mode_of(room);
    // For each participant: its role, whether it is on hold or holds the others, and whether its microphone is closed.
    let mut people: Vec<(Place, bool, bool)> =
        present(room).map(|party| (Place::Party(party.role), party.held || party.holds, party.muted)).collect();
    people.push((Place::Supervisor(own.mode), false, own.muted));
    let listens = |listener: usize| -> Vec<usize> {
        let one = people.get(listener);
        let partners = people.iter().enumerate().filter(|(speaker, (place, held, _))| {
            one.is_some_and(|(own_place, own_held, _)| {
                *speaker != listener && !own_held && !held && hears(*own_place, *place, mode, own.hears_consultations)
            })
        });
        let partners: Vec<(usize, &(Place, bool, bool))> = partners.collect();
        let is_only_listening = listener + 1 == people.len() && own.mode != SupervisionMode::Barge;
        if is_only_listening && partners.iter().all(|(_, (place, ..))| *place == Place::Party(CallPartyRole::Customer))
        {
            // A customer on hold speaks to nobody, so a supervisor who only listens or whispers does not hear the customer.
            return Vec::new();
        }
        partners.into_iter().filter(|(_, (_, _, closed))| !closed).map(|(speaker, _)| speaker).collect()
    };
    (0..people.len()).map(listens).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::CallTransfer;
    use rstest::rstest;

    fn room(mode: CallMode, roles: &[CallPartyRole]) -> CallRoom {
        let party = |(number, role): (usize, &CallPartyRole)| CallParty {
            party: number as u64 + 1,
            role: *role,
            ..CallParty::default()
        };
        CallRoom { mode, parties: roles.iter().enumerate().map(party).collect(), ..CallRoom::default() }
    }

    /// The result as text: `c<a` means that the customer hears the agent; `s` is the supervisor.
    fn told(room: &CallRoom, own: Own) -> String {
        let letter = |role: CallPartyRole| match role {
            CallPartyRole::Customer => 'c',
            CallPartyRole::Agent => 'a',
            CallPartyRole::Consulted => 'k',
            CallPartyRole::Colleague => 'o',
        };
        let letters: Vec<char> = present(room).map(|party| letter(party.role)).chain(['s']).collect();
        let lines = heard_by(room, own).into_iter().enumerate().map(|(listener, heard)| {
            let heard: String = heard.into_iter().map(|speaker| letters[speaker]).collect();
            format!("{}<{heard}", letters[listener])
        });
        lines.collect::<Vec<_>>().join(" ")
    }

    const TWO: [CallPartyRole; 2] = [CallPartyRole::Customer, CallPartyRole::Agent];
    const THREE: [CallPartyRole; 3] = [CallPartyRole::Customer, CallPartyRole::Agent, CallPartyRole::Consulted];
    const FOUR: [CallPartyRole; 3] = [CallPartyRole::Customer, CallPartyRole::Agent, CallPartyRole::Colleague];

    #[rstest]
    #[case::listen(SupervisionMode::Listen, CallMode::Together, &TWO, "c<a a<c s<ca")]
    #[case::whisper(SupervisionMode::Whisper, CallMode::Together, &TWO, "c<a a<cs s<ca")]
    #[case::barge(SupervisionMode::Barge, CallMode::Together, &TWO, "c<as a<cs s<ca")]
    #[case::barge_in_a_conference(SupervisionMode::Barge, CallMode::Together, &FOUR, "c<aos a<cos o<cas s<cao")]
    #[case::whisper_in_a_conference(SupervisionMode::Whisper, CallMode::Together, &FOUR, "c<ao a<cos o<ca s<cao")]
    #[case::listen_in_a_consultation(SupervisionMode::Listen, CallMode::Consulting, &THREE, "c< a<k k<a s<ak")]
    #[case::whisper_while_the_customer_has_music(SupervisionMode::Whisper, CallMode::Consulting, &THREE, "c< a<ks k<a s<ak")]
    #[case::barge_in_a_consultation(SupervisionMode::Barge, CallMode::Consulting, &THREE, "c< a<ks k<as s<ak")]
    #[case::barge_while_the_agent_is_back(SupervisionMode::Barge, CallMode::WithCustomer, &THREE, "c<as a<cs k< s<ca")]
    fn bey_136_in_each_mode_the_same_participants_hear_each_other_as_in_the_telephone_system(
        #[case] mode: SupervisionMode,
        #[case] of_room: CallMode,
        #[case] roles: &[CallPartyRole],
        #[case] expected: &str,
    ) {
        let own = Own { mode, muted: false, hears_consultations: true };
        assert_eq!(told(&room(of_room, roles), own), expected);
    }

    #[test]
    fn bey_137_a_consultation_is_not_heard_without_the_rule_and_the_agent_still_hears_the_supervisor() {
        let own = Own { mode: SupervisionMode::Barge, muted: false, hears_consultations: false };
        assert_eq!(told(&room(CallMode::Consulting, &THREE), own), "c< a<ks k<a s<");
    }

    #[test]
    fn a_party_with_a_closed_microphone_is_not_heard_and_a_party_on_hold_hears_no_other_party() {
        let own = Own { mode: SupervisionMode::Barge, muted: true, hears_consultations: true };
        let mut call = room(CallMode::Together, &FOUR);
        call.parties[0].held = true;
        call.parties[2].muted = true;
        assert_eq!(told(&call, own), "c< a< o<a s<a");
    }

    #[rstest]
    #[case::listen(SupervisionMode::Listen, "c< a< s<")]
    #[case::whisper(SupervisionMode::Whisper, "c< a< s<")]
    #[case::barge(SupervisionMode::Barge, "c<s a< s<c")]
    fn bey_136_only_a_supervisor_in_the_mode_barge_hears_a_customer_whom_the_agent_holds(
        #[case] mode: SupervisionMode,
        #[case] expected: &str,
    ) {
        let mut call = room(CallMode::Together, &TWO);
        call.parties[1].holds = true;
        assert_eq!(told(&call, Own { mode, ..Own::default() }), expected);
    }

    #[test]
    fn a_ringing_party_hears_nobody_and_the_customer_hears_music_meanwhile() {
        let mut call = room(CallMode::Together, &THREE);
        call.parties[2].ringing = true;
        call.transfer = Some(CallTransfer { phase: TransferPhase::Ringing, ..CallTransfer::default() });
        assert_eq!(told(&call, Own { mode: SupervisionMode::Whisper, ..Own::default() }), "c< a<s s<");
    }
}
