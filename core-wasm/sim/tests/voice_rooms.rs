//! Random hours of two agents who only telephone: transfers, consultations, conferences and internal calls, with lost
//! answers, reloads and interrupted signalling in between. The rules of calls and rooms hold at every time (exactly one
//! owner or one queue, a conference continues when an agent leaves). After every few steps everything becomes quiet,
//! and then page, contact centre and telephone system agree: no leg without a party, no party without a leg.

use core_wasm::Intent;
use core_wasm::channels::ChannelsIntent;
use core_wasm::colleagues::ColleaguesIntent;
use core_wasm::shell::ShellIntent;
use core_wasm::voice::{CallStatus, VoiceIntent};
use core_wasm::wire::{Channel, DestinationKey, DestinationKind, TransferKind};
use rstest::rstest;
use std::collections::BTreeSet;
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::contact_centre::store::Store;
use workspace_sim::voice_gateway::CallId;
use workspace_sim::{FailKind, Sim, core_wasm, ms, numbers, secs};

const LOGINS: [&str; 2] = ["elisa.prado", "fabio.reis"];
const IDS: [&str; 2] = ["301", "302"];
const STEPS: u32 = 120;
const REST_EVERY: u32 = 12;
/// Number of attempts to find a possible action, because most are impossible at most times.
const TRIES: u32 = 8;
/// Delays between two steps.
const DELAYS: [u64; 6] = [0, 20, 50, 500, 2_000, 5_000];
/// Requests whose answer may be lost.
const PATHS: [&str; 5] = ["job/voice/transfer", "voice/room", "conference", "internal-call", "voice/hang-up"];

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

fn two_agents(seed: u64) -> Sim {
    let mut sim = Sim::with_logins(seed, &LOGINS, CentreConfig::default());
    sim.arrange(|store| {
        for agent in IDS {
            let mut row = store.agent(&agent.into()).expect("store").expect("the agent");
            row.record.agent_ack_call = "Y".to_owned();
            row.record.use_web_rtc = "Y".to_owned();
            row.record.agent_preferences.web_rtc_auto_reconnect = true;
            store.put_agent(&row).expect("store");
        }
    });
    for index in 0..2 {
        sim.agent(index).signs_in();
        sim.advance(secs(1));
        connects(&mut sim, index);
        sim.settle();
    }
    sim.watches_calls();
    sim
}

fn connects(sim: &mut Sim, index: usize) {
    let channel = Channel::Voice;
    sim.agent(index).intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel }));
}

/// An action of an agent in the room that is shown, or on the call.
fn in_room(dice: &mut Dice, parties: &[u64]) -> VoiceIntent {
    let party = dice.one(parties);
    dice.one(&[
        VoiceIntent::CompleteTransfer,
        VoiceIntent::CancelTransfer,
        VoiceIntent::TalkWith { customer: true },
        VoiceIntent::TalkWith { customer: false },
        VoiceIntent::JoinConference,
        VoiceIntent::JoinConference,
        VoiceIntent::HoldParty { party, held: true },
        VoiceIntent::HoldParty { party, held: false },
        VoiceIntent::RemoveParty { party },
        VoiceIntent::LeaveConference,
        VoiceIntent::EndConference,
        VoiceIntent::DismissTransferFailure,
    ])
}

/// A destination: the other agent, the queue, the campaign, or an external number.
fn destination(dice: &mut Dice, other: usize) -> DestinationKey {
    let (kind, id) = dice.one(&[
        (DestinationKind::Agent, IDS[other]),
        (DestinationKind::Agent, IDS[other]),
        (DestinationKind::Agent, IDS[other]),
        (DestinationKind::Queue, numbers::SALES),
        (DestinationKind::Campaign, numbers::CAMPAIGN),
        (DestinationKind::Number, numbers::BUSY),
        (DestinationKind::Number, numbers::SILENT),
    ]);
    DestinationKey { kind, id: id.to_owned() }
}

/// One step; returns the action, if one was possible.
fn step(sim: &mut Sim, dice: &mut Dice, calls: &mut Vec<CallId>) -> Option<&'static str> {
    let index = dice.below(2);
    let bar = sim.agent(index).call_bar().filter(|bar| bar.status != CallStatus::Ended);
    let colleague = sim.agent(index).internal_call();
    let is_free = bar.is_none() && colleague.is_none();
    let voice = |sim: &mut Sim, intent: VoiceIntent| {
        sim.agent(index).intent(Intent::Voice(intent));
    };
    let with_colleague = |sim: &mut Sim, intent: ColleaguesIntent| {
        sim.agent(index).intent(Intent::Colleagues(intent));
    };
    Some(match dice.below(26) {
        0..=2 if calls.len() < 2 => {
            calls.push(sim.calls(numbers::ANSWERS, numbers::SALES));
            "a customer calls"
        }
        3..=7 if sim.agent(index).incoming_call().is_some() => {
            let accepts = dice.below(4) > 0;
            voice(sim, if accepts { VoiceIntent::AcceptCall } else { VoiceIntent::RejectCall });
            if accepts { "accepts" } else { "rejects" }
        }
        8..=10 if bar.as_ref().is_some_and(|bar| !bar.protocol.is_empty()) => {
            let kind = dice.one(&[TransferKind::Blind, TransferKind::Assisted]);
            let (destination, note) = (destination(dice, 1 - index), "recado".to_owned());
            voice(sim, VoiceIntent::TransferCall { kind, destination, note });
            "transfers"
        }
        11 if bar.as_ref().is_some_and(|bar| !bar.protocol.is_empty()) => {
            let destination = destination(dice, 1 - index);
            voice(sim, VoiceIntent::AddToConference { destination });
            "adds somebody"
        }
        12..=16 => {
            let room = bar?.room?;
            let parties: Vec<u64> = room.parties.iter().map(|party| party.party).collect();
            (!parties.is_empty()).then_some(())?;
            let intent = in_room(dice, &parties);
            voice(sim, intent);
            "acts in a room"
        }
        17 if bar.is_some() => {
            voice(sim, VoiceIntent::HangUp);
            "hangs up"
        }
        18 if bar.is_some() => {
            let held = dice.below(2) == 0;
            voice(sim, VoiceIntent::Hold { held });
            "holds"
        }
        19 if !calls.is_empty() => {
            let place = dice.below(calls.len());
            let call = calls.swap_remove(place);
            sim.customer_hangs_up(call);
            "the customer hangs up"
        }
        20 if is_free => {
            // The list contains the colleagues to call.
            sim.agent(index).intent(Intent::Shell(ShellIntent::OpenArea { path: "/colleagues".to_owned() }));
            sim.advance(ms(300));
            let agent_id = IDS[1 - index].into();
            with_colleague(sim, ColleaguesIntent::CallColleague { agent_id });
            "calls the colleague"
        }
        21..=22 if colleague.is_some() => {
            let intents = [
                ColleaguesIntent::AcceptColleague,
                ColleaguesIntent::AcceptColleague,
                ColleaguesIntent::DeclineColleague,
                ColleaguesIntent::HangUpColleague,
            ];
            let intent = dice.one(&intents);
            with_colleague(sim, intent);
            "answers or ends an internal call"
        }
        23 => {
            let kind = dice.one(&[FailKind::LostReply, FailKind::Status(503), FailKind::NoAnswer]);
            sim.fail_next(dice.one(&PATHS), kind);
            "an answer is lost"
        }
        24 => {
            sim.agent(index).reload();
            "reloads"
        }
        25 => {
            sim.cuts_signalling(index);
            "the signalling is cut"
        }
        _ => return None,
    })
}

#[rstest]
fn random_transfers_conferences_and_internal_calls_leave_one_owner_or_one_queue(
    #[values(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)] seed: u64,
) {
    let (mut sim, mut dice, mut calls) = (two_agents(seed), Dice(seed), Vec::new());
    let mut done = BTreeSet::new();
    for number in 1..=STEPS {
        if let Some(what) = (0..TRIES).find_map(|_| step(&mut sim, &mut dice, &mut calls)) {
            done.insert(what);
            eprintln!("{number}: {what}");
        }
        sim.advance(ms(dice.one(&DELAYS)));
        if number % REST_EVERY == 0 {
            eprintln!("{number}: rest");
            sim.forget_faults();
            sim.advance(secs(90));
            for index in 0..2 {
                connects(&mut sim, index);
            }
            sim.advance(secs(5));
            sim.expect_agreement();
        }
    }
    assert!(done.contains("transfers") && done.contains("calls the colleague"), "{done:?}");
}
