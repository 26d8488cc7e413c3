//! Tests of who hears a supervisor, by measured sound: a tone for each leg, from the first packet on.

use std::collections::BTreeSet;

use super::exchange::{Exchange, extension, port};
use super::*;
use crate::control::{CallFact, CallId, ControlCommand};
use crate::room::{Destination, Partner, PartyId, RoomCommand, Supervision};

const CUSTOMER: usize = 0;
const AGENT: usize = 1;
const SUPERVISOR: usize = 2;
const COLLEAGUE: usize = 3;
/// Frequencies above the notes of the music, with whole periods in 200 ms.
const TONES: [f64; 4] = [1_905.0, 2_240.0, 2_780.0, 3_370.0];
/// Level of a tone that is heard; of a tone that must not be heard less than a tenth may arrive.
const HEARD: f64 = 0.05;
const SILENT: f64 = 0.013;
const SETTLED_MS: u64 = 600;

struct Call(Exchange);

impl Call {
    /// Customer and agent talk.
    fn begin() -> Self {
        let mut call = Self(Exchange::new(&TONES));
        call.0.control(ControlCommand::Originate { call: CallId(1), from: "0800".into(), to: extension(CUSTOMER) });
        call.0.accept(CUSTOMER);
        call.0.control(ControlCommand::Connect { call: CallId(1), extension: extension(AGENT) });
        call.0.accept(AGENT);
        call.0.pass(SETTLED_MS);
        call
    }

    fn command(&mut self, command: RoomCommand) {
        self.0.control(ControlCommand::Room { call: CallId(1), command });
    }

    fn supervise(&mut self) {
        let extension = extension(SUPERVISOR);
        self.command(RoomCommand::Supervise { party: PartyId(3), extension, supervision: Supervision::Listen });
    }

    fn change(&mut self, supervision: Supervision) {
        self.command(RoomCommand::ChangeSupervision { party: PartyId(3), supervision });
        self.0.pass(SETTLED_MS);
    }

    fn level_of(&self, listener: usize, speaker: usize) -> f64 {
        let heard = self.0.network.last_heard(port(listener));
        share_of_tone(heard, TONES[speaker]).max(0.0).sqrt() * level(heard)
    }

    /// The tones that each of these telephones hears.
    #[track_caller]
    fn hears(&self, expected: &[(usize, &[usize])]) {
        for (listener, speakers) in expected {
            for speaker in 0..TONES.len() {
                let level = self.level_of(*listener, speaker);
                let is_heard = speakers.contains(&speaker);
                let holds = if is_heard { level > HEARD } else { level < SILENT };
                assert!(holds, "{listener} hears {speaker}: {level:.4}, expected {is_heard}");
            }
        }
    }
}

#[test]
fn bey_136_a_listening_supervisor_is_heard_by_nobody_a_whispering_one_by_the_agent_and_a_joined_one_by_all() {
    let mut call = Call::begin();
    call.supervise();
    call.0.accept(SUPERVISOR);
    call.0.pass(SETTLED_MS);
    let both = (SUPERVISOR, [CUSTOMER, AGENT].as_slice());
    call.hears(&[(CUSTOMER, &[AGENT]), (AGENT, &[CUSTOMER]), both]);
    call.change(Supervision::Whisper);
    call.hears(&[(CUSTOMER, &[AGENT]), (AGENT, &[CUSTOMER, SUPERVISOR]), both]);
    call.change(Supervision::Barge);
    call.hears(&[(CUSTOMER, &[AGENT, SUPERVISOR]), (AGENT, &[CUSTOMER, SUPERVISOR]), both]);
    call.change(Supervision::Listen);
    call.hears(&[(CUSTOMER, &[AGENT]), (AGENT, &[CUSTOMER]), both]);
}

/// Measured every 20 ms, from before the answer on.
#[test]
fn bey_136_the_microphone_of_a_listening_supervisor_is_closed_from_the_first_packet() {
    let mut call = Call::begin();
    call.supervise();
    call.0.accept(SUPERVISOR);
    let mut loudest = 0.0_f64;
    for _ in 0..100 {
        call.0.pass(20);
        let level = call.level_of(CUSTOMER, SUPERVISOR).max(call.level_of(AGENT, SUPERVISOR));
        loudest = loudest.max(level);
    }
    assert!(loudest < SILENT, "{loudest:.4}");
    assert!(call.level_of(SUPERVISOR, CUSTOMER) > HEARD, "the supervisor is connected and hears the call");
    let answered: BTreeSet<PartyId> = call
        .0
        .facts
        .iter()
        .filter_map(|fact| match fact {
            CallFact::Party { party, change: crate::room::PartyChange::Answered, .. } => Some(*party),
            _ => None,
        })
        .collect();
    assert_eq!(answered, BTreeSet::from([PartyId(3)]));
}

#[test]
fn bey_136_nobody_listens_to_a_customer_on_hold_and_a_whisper_is_heard_by_the_agent() {
    let mut call = Call::begin();
    call.supervise();
    call.0.accept(SUPERVISOR);
    call.change(Supervision::Whisper);
    call.command(RoomCommand::Hold { party: PartyId::CALLER, held: true });
    call.0.pass(SETTLED_MS);
    call.hears(&[(CUSTOMER, &[]), (AGENT, &[SUPERVISOR]), (SUPERVISOR, &[AGENT])]);
    call.change(Supervision::Barge);
    call.hears(&[(CUSTOMER, &[]), (AGENT, &[SUPERVISOR]), (SUPERVISOR, &[AGENT])]);
}

#[test]
fn bey_136_a_supervisor_hears_a_consultation_only_if_the_rule_allows_it() {
    for is_supervised in [false, true] {
        let mut call = Call::begin();
        call.supervise();
        call.0.accept(SUPERVISOR);
        let to = Destination::Extension(extension(COLLEAGUE));
        call.command(RoomCommand::Consult { party: PartyId(4), to, is_supervised });
        call.0.accept(COLLEAGUE);
        call.0.pass(SETTLED_MS);
        let consultation: &[usize] = if is_supervised { &[AGENT, COLLEAGUE] } else { &[] };
        call.hears(&[(CUSTOMER, &[]), (AGENT, &[COLLEAGUE]), (COLLEAGUE, &[AGENT]), (SUPERVISOR, consultation)]);
        call.change(Supervision::Whisper);
        let whisper: &[usize] = &[COLLEAGUE, SUPERVISOR];
        call.hears(&[(CUSTOMER, &[]), (AGENT, whisper), (COLLEAGUE, &[AGENT]), (SUPERVISOR, consultation)]);
        call.command(RoomCommand::TalkWith { partner: Partner::Customer });
        call.0.pass(SETTLED_MS);
        call.hears(&[(CUSTOMER, &[AGENT]), (AGENT, &[CUSTOMER, SUPERVISOR]), (COLLEAGUE, &[])]);
        call.hears(&[(SUPERVISOR, &[CUSTOMER, AGENT])]);
    }
}

#[test]
fn bey_136_after_the_hand_over_to_a_colleague_a_supervisor_is_heard_in_the_same_way() {
    let mut call = Call::begin();
    call.supervise();
    call.0.accept(SUPERVISOR);
    call.change(Supervision::Barge);
    let to = Destination::Extension(extension(COLLEAGUE));
    call.command(RoomCommand::Consult { party: PartyId(4), to, is_supervised: false });
    call.command(RoomCommand::Complete);
    call.0.accept(COLLEAGUE);
    call.0.pass(SETTLED_MS);
    let (customer, colleague) = (&[COLLEAGUE, SUPERVISOR], &[CUSTOMER, SUPERVISOR]);
    call.hears(&[(CUSTOMER, customer), (COLLEAGUE, colleague), (SUPERVISOR, &[CUSTOMER, COLLEAGUE])]);
}
