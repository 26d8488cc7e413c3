//! Calls: agents with browser voice, customers on the telephone, the gateway's own signalling and the real contact centre.

use core_wasm::Intent;
use core_wasm::channels::ChannelsIntent;
use core_wasm::session::SessionIntent;
use core_wasm::voice::{
    CallBarView, CallStatus, IceState, IncomingCallView, VoiceIntent, VoiceSlice, VoiceStatus, VoiceView,
};
use core_wasm::wire::Channel;
use core_wasm::{View, voice};
use rstest::rstest;
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::contact_centre::store::{CallPhase, JobState, Store, VoiceStore};
use workspace_sim::{Sim, core_wasm, minutes, ms, numbers, secs};

const CUSTOMER: &str = "5511955550101";

fn does(sim: &mut Sim, index: usize, intent: VoiceIntent) {
    sim.agent(index).intent(Intent::Voice(intent));
    sim.settle();
}

/// Available agents whose voice channel is connected.
fn at_work(agents: usize) -> Sim {
    at_work_on(agents, &[])
}

/// Like `at_work`, while a campaign dials these numbers; without numbers the campaign does not run.
fn at_work_on(agents: usize, phones: &[&str]) -> Sim {
    let logins = ["elisa.prado", "fabio.reis"];
    let mut sim = Sim::with_logins(1, &logins[..agents], CentreConfig::default());
    sim.arrange(|store| {
        for agent in ["301", "302"] {
            let mut row = store.agent(&agent.into()).expect("store").expect("the agent");
            row.record.agent_ack_call = "Y".to_owned();
            row.record.use_web_rtc = "Y".to_owned();
            row.record.agent_preferences.web_rtc_auto_reconnect = true;
            store.put_agent(&row).expect("store");
        }
    });
    if !phones.is_empty() {
        sim.campaign_dials(phones);
    }
    for index in 0..agents {
        sim.agent(index).signs_in();
        sim.advance(secs(1));
        connects(&mut sim, index);
    }
    sim
}

fn connects(sim: &mut Sim, index: usize) {
    sim.agent(index).intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice }));
    sim.settle();
}

fn voice_of(sim: &mut Sim, index: usize) -> VoiceView {
    match sim.agent(index).view(&voice::slices::VOICE.key()) {
        View::Voice(VoiceSlice::Voice(view)) => *view,
        other => panic!("{other:?}"),
    }
}

fn bar(sim: &mut Sim, index: usize) -> Option<CallBarView> {
    match sim.agent(index).view(&voice::slices::CALL_BAR.key()) {
        View::Voice(VoiceSlice::CallBar(bar)) => Some(*bar),
        _ => None,
    }
}

fn status(sim: &mut Sim, index: usize) -> Option<CallStatus> {
    bar(sim, index).map(|bar| bar.status)
}

fn incoming(sim: &mut Sim, index: usize) -> Option<IncomingCallView> {
    match sim.agent(index).view(&voice::slices::INCOMING_CALL.key()) {
        View::Voice(VoiceSlice::IncomingCall(call)) => Some(*call),
        _ => None,
    }
}

/// Number of the preferential customer in the question to the agent.
fn question(sim: &mut Sim, index: usize) -> Option<String> {
    match sim.agent(index).view(&voice::slices::PREFERENTIAL_CALL.key()) {
        View::Voice(VoiceSlice::PreferentialCall(call)) => Some(call.phone),
        _ => None,
    }
}

/// A customer talks to the first agent.
fn talking(agents: usize) -> (Sim, workspace_sim::voice_gateway::CallId) {
    let mut sim = at_work(agents);
    let call = sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    does(&mut sim, 0, VoiceIntent::AcceptCall);
    assert_eq!(status(&mut sim, 0), Some(CallStatus::InCall));
    (sim, call)
}

fn calls_in(sim: &Sim, phase: CallPhase) -> usize {
    sim.store().calls_in_phase(phase).expect("store").len()
}

#[test]
fn a_call_of_a_queue_rings_is_accepted_and_ended_by_the_customer() {
    let mut sim = at_work(1);
    assert_eq!(voice_of(&mut sim, 0).status, VoiceStatus::Connected);
    sim.expect_agreement();
    let call = sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    assert!(incoming(&mut sim, 0).is_some());
    sim.expect_agreement();
    does(&mut sim, 0, VoiceIntent::AcceptCall);
    assert_eq!((incoming(&mut sim, 0), status(&mut sim, 0)), (None, Some(CallStatus::InCall)));
    sim.expect_agreement().advance(secs(90));
    sim.expect_agreement().customer_hangs_up(call).settle();
    assert_eq!((status(&mut sim, 0), calls_in(&sim, CallPhase::Talking)), (Some(CallStatus::Ended), 0));
    sim.expect_agreement().advance(minutes(1)).expect_agreement();
}

#[test]
fn a_hang_up_of_the_agent_ends_the_call_for_agent_and_customer() {
    let (mut sim, _) = talking(1);
    does(&mut sim, 0, VoiceIntent::HangUp);
    assert_eq!((status(&mut sim, 0), calls_in(&sim, CallPhase::Talking)), (Some(CallStatus::Ended), 0));
    sim.expect_agreement().advance(secs(20)).expect_agreement();
}

#[test]
fn a_call_that_one_agent_declines_rings_for_the_other_agent() {
    let mut sim = at_work(2);
    sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    let first = usize::from(incoming(&mut sim, 0).is_none());
    does(&mut sim, first, VoiceIntent::RejectCall);
    assert!(incoming(&mut sim, first).is_none() && incoming(&mut sim, 1 - first).is_some());
    sim.expect_agreement();
    does(&mut sim, 1 - first, VoiceIntent::AcceptCall);
    assert_eq!(status(&mut sim, 1 - first), Some(CallStatus::InCall));
    sim.expect_agreement();
}

#[test]
fn the_ringing_stops_when_its_call_ends() {
    let mut sim = at_work(1);
    let call = sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    assert!(incoming(&mut sim, 0).is_some());
    sim.customer_hangs_up(call).advance(ms(200));
    assert_eq!((incoming(&mut sim, 0), bar(&mut sim, 0)), (None, None));
    sim.advance(secs(30)).expect_agreement();
}

#[test]
fn a_call_is_accepted_once_however_often_the_agent_accepts_it() {
    let mut sim = at_work(1);
    sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    for _ in 0..3 {
        sim.agent(0).intent(Intent::Voice(VoiceIntent::AcceptCall));
    }
    sim.settle();
    assert_eq!((status(&mut sim, 0), calls_in(&sim, CallPhase::Talking)), (Some(CallStatus::InCall), 1));
    sim.expect_agreement();
}

#[test]
fn two_calls_at_the_same_time_ring_one_after_the_other() {
    let (mut sim, first) = talking(1);
    sim.calls("5571955550106", numbers::SALES);
    sim.settle();
    assert_eq!((incoming(&mut sim, 0), status(&mut sim, 0)), (None, Some(CallStatus::InCall)));
    sim.expect_agreement();
    sim.customer_hangs_up(first).advance(secs(2));
    sim.expect_agreement();
}

#[test]
fn bey_024_a_page_that_is_reloaded_in_a_call_keeps_the_call() {
    let (mut sim, _) = talking(1);
    sim.agent(0).reload();
    sim.advance(secs(3));
    assert_eq!((status(&mut sim, 0), calls_in(&sim, CallPhase::Talking)), (Some(CallStatus::InCall), 1));
    assert_eq!(voice_of(&mut sim, 0).status, VoiceStatus::Connected);
    sim.expect_agreement();
}

#[test]
fn a_call_continues_after_the_socket_of_its_signalling_is_lost() {
    let (mut sim, call) = talking(1);
    sim.cuts_signalling(0).advance(secs(5));
    assert_eq!((status(&mut sim, 0), calls_in(&sim, CallPhase::Talking)), (Some(CallStatus::InCall), 1));
    sim.expect_agreement();
    sim.customer_hangs_up(call).settle();
    assert_eq!(status(&mut sim, 0), Some(CallStatus::Ended));
    sim.expect_agreement();
}

#[test]
fn a_killed_gateway_ends_its_calls_and_the_agent_takes_the_next_one() {
    let (mut sim, _) = talking(1);
    sim.gateway_restarts().advance(secs(10));
    assert_eq!((status(&mut sim, 0), calls_in(&sim, CallPhase::Talking)), (Some(CallStatus::Ended), 0));
    assert_eq!(voice_of(&mut sim, 0).status, VoiceStatus::Connected);
    sim.expect_agreement();
    connects(&mut sim, 0);
    sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    does(&mut sim, 0, VoiceIntent::AcceptCall);
    assert_eq!(status(&mut sim, 0), Some(CallStatus::InCall));
    sim.expect_agreement();
}

#[test]
fn after_a_gateway_forgot_its_sessions_new_ones_are_made_and_the_next_call_rings() {
    let mut sim = at_work(1);
    // The gateway refuses the next keep-alive.
    sim.gateway_forgets_sessions().advance(secs(10));
    assert_eq!(voice_of(&mut sim, 0).status, VoiceStatus::Connected);
    sim.expect_agreement();
    connects(&mut sim, 0);
    sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    assert!(incoming(&mut sim, 0).is_some());
    sim.expect_agreement();
}

#[test]
fn a_second_tab_takes_over_the_call() {
    let mut sim = at_work(1);
    sim.locks_tabs();
    sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    does(&mut sim, 0, VoiceIntent::AcceptCall);
    let second = sim.agent(0).opens_another_tab();
    sim.advance(secs(5));
    assert_eq!((status(&mut sim, 0), status(&mut sim, second)), (None, Some(CallStatus::InCall)));
    sim.expect_agreement();
}

#[test]
fn a_call_for_an_agent_without_a_microphone_returns_to_the_queue() {
    let mut sim = at_work(1);
    sim.has_microphone(0, false);
    sim.calls(CUSTOMER, numbers::SALES);
    sim.settle();
    does(&mut sim, 0, VoiceIntent::AcceptCall);
    assert_eq!((incoming(&mut sim, 0), calls_in(&sim, CallPhase::Talking)), (None, 0));
    sim.advance(secs(5)).expect_agreement();
}

#[test]
fn a_call_continues_without_a_microphone_and_voice_is_disconnected_when_the_call_has_ended() {
    let (mut sim, call) = talking(1);
    sim.has_microphone(0, false).microphone_is_lost(0).advance(secs(10));
    assert_eq!((status(&mut sim, 0), calls_in(&sim, CallPhase::Talking)), (Some(CallStatus::InCall), 1));
    sim.customer_hangs_up(call).advance(secs(2));
    assert_eq!(voice_of(&mut sim, 0).status, VoiceStatus::Disconnected);
    assert_eq!(calls_in(&sim, CallPhase::Talking), 0);
    sim.expect_agreement();
}

#[test]
fn a_call_continues_after_ice_failed() {
    let (mut sim, _) = talking(1);
    sim.ice(0, IceState::Failed).advance(secs(5));
    assert_eq!((status(&mut sim, 0), calls_in(&sim, CallPhase::Talking)), (Some(CallStatus::InCall), 1));
    sim.expect_agreement();
}

#[test]
fn an_agent_who_calls_a_number_sees_the_result_of_the_call() {
    for (number, answered) in
        [(numbers::ANSWERS, true), (numbers::BUSY, false), (numbers::SILENT, false), (numbers::UNKNOWN, false)]
    {
        let mut sim = at_work(1);
        let dial = VoiceIntent::Dial {
            phone: number.to_owned(),
            contact_id: Default::default(),
            campaign_id: Default::default(),
        };
        does(&mut sim, 0, dial);
        sim.advance(secs(40));
        let expected = if answered { CallStatus::InCall } else { CallStatus::Ended };
        assert_eq!((status(&mut sim, 0), number), (Some(expected), number));
        assert_eq!(bar(&mut sim, 0).is_some_and(|bar| bar.result.is_some()), !answered, "{number}");
        sim.expect_agreement();
    }
}

#[test]
fn a_campaign_calls_customers_for_a_free_agent_and_continues_after_the_call() {
    let second = format!("{}0002", numbers::ALSO_ANSWER);
    let mut sim = at_work_on(1, &[numbers::BUSY, numbers::ANSWERS, &second]);
    sim.advance(secs(3));
    let call = incoming(&mut sim, 0).expect("the customer who answered rings");
    assert_eq!((call.phone.as_str(), call.origin), (numbers::ANSWERS, voice::IncomingOrigin::Dialer));
    sim.expect_agreement();
    does(&mut sim, 0, VoiceIntent::AcceptCall);
    assert_eq!(status(&mut sim, 0), Some(CallStatus::InCall));
    sim.expect_agreement().advance(secs(30));
    assert_eq!(calls_in(&sim, CallPhase::Talking), 1, "no other number is dialled for the agent");
    let reached = sim.reached(numbers::ANSWERS).expect("a call");
    sim.expect_agreement().customer_hangs_up(reached).advance(secs(3));
    assert_eq!(incoming(&mut sim, 0).map(|call| call.phone), Some(second.clone()));
    sim.expect_agreement();
    let reached = sim.reached(&second).expect("a call");
    sim.customer_hangs_up(reached).advance(minutes(2));
    assert_eq!((incoming(&mut sim, 0), calls_in(&sim, CallPhase::Ringing)), (None, 0));
    sim.expect_agreement();
}

#[test]
fn chn_022_a_preferential_call_rings_at_the_agent_who_confirms_it_and_without_an_answer_at_the_next_agent_after_a_time_limit()
 {
    for confirmed in [true, false] {
        let mut sim = at_work(2);
        sim.calls(numbers::KEPT, numbers::SALES);
        sim.settle();
        assert_eq!((question(&mut sim, 0).as_deref(), question(&mut sim, 1)), (Some(numbers::KEPT), None));
        assert_eq!((incoming(&mut sim, 0), incoming(&mut sim, 1)), (None, None), "nobody's telephone rings");
        sim.expect_agreement();
        does(&mut sim, 0, VoiceIntent::ConfirmPreferential { confirmed });
        assert_eq!((question(&mut sim, 0), incoming(&mut sim, 0).is_some()), (None, confirmed));
        sim.expect_agreement().advance(secs(21));
        assert!(incoming(&mut sim, 0).is_some() || incoming(&mut sim, 1).is_some());
        sim.expect_agreement();
    }
}

#[test]
fn mute_hold_and_tones_do_not_end_or_change_the_call() {
    let (mut sim, _) = talking(1);
    does(&mut sim, 0, VoiceIntent::Mute { muted: true });
    assert!(bar(&mut sim, 0).is_some_and(|bar| bar.muted));
    does(&mut sim, 0, VoiceIntent::Hold { held: true });
    assert_eq!(status(&mut sim, 0), Some(CallStatus::OnHold));
    sim.expect_agreement();
    does(&mut sim, 0, VoiceIntent::Hold { held: false });
    does(&mut sim, 0, VoiceIntent::SendTones { tones: "12#".to_owned() });
    assert_eq!(status(&mut sim, 0), Some(CallStatus::InCall));
    sim.expect_agreement();
}

#[test]
fn signing_out_during_a_call_ends_the_call() {
    let (mut sim, _) = talking(1);
    sim.agent(0).intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    sim.advance(secs(2));
    assert_eq!(calls_in(&sim, CallPhase::Talking), 0);
    let open = sim.store().jobs_in_state(JobState::Active).expect("store");
    assert!(open.iter().all(|job| job.channel != Channel::Voice));
    sim.expect_agreement();
}

#[test]
fn two_hundred_consecutive_calls_leave_no_timer() {
    let mut sim = at_work(1);
    let mut before = Vec::new();
    for number in 0..=200 {
        let call = sim.calls(&format!("55119555{number:05}"), numbers::SALES);
        sim.settle();
        assert!(incoming(&mut sim, 0).is_some(), "call {number} rings");
        if number % 4 < 2 {
            does(&mut sim, 0, VoiceIntent::AcceptCall);
        }
        match number % 4 {
            0 => does(&mut sim, 0, VoiceIntent::HangUp),
            2 => does(&mut sim, 0, VoiceIntent::RejectCall),
            _ => {}
        }
        // Ends the calls that the agent did not end. Look-ups and reports of the end take less than half a minute.
        sim.customer_hangs_up(call).advance(secs(30));
        if number == 0 {
            before = sim.agent(0).timers();
        }
    }
    sim.expect_agreement();
    assert_eq!(sim.agent(0).timers(), before);
}

/// A generator of random numbers that depend only on the seed (Knuth's MMIX).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// One action of an agent or a customer, or one fault; between two of them nothing settles unless time passes.
fn happens(sim: &mut Sim, dice: &mut Dice, open: &mut Vec<workspace_sim::voice_gateway::CallId>) {
    let index = usize::from(dice.below(2) == 1);
    let wants = |sim: &mut Sim, intent| {
        sim.agent(index).intent(Intent::Voice(intent));
    };
    match dice.below(26) {
        0..=2 => {
            let from = format!("55119555{:05}", dice.below(100_000));
            open.push(sim.calls(&from, numbers::SALES));
        }
        3..=4 if !open.is_empty() => {
            let place = usize::try_from(dice.below(open.len() as u64)).unwrap_or_default();
            sim.customer_hangs_up(open.swap_remove(place));
        }
        5..=7 => wants(sim, VoiceIntent::AcceptCall),
        8 => wants(sim, VoiceIntent::RejectCall),
        9..=10 => wants(sim, VoiceIntent::HangUp),
        11 => wants(sim, VoiceIntent::Mute { muted: dice.below(2) == 0 }),
        12 => wants(sim, VoiceIntent::Hold { held: dice.below(2) == 0 }),
        13 => {
            let number = [numbers::ANSWERS, numbers::BUSY, numbers::UNKNOWN][usize::from(dice.below(3) as u8)];
            let (contact_id, campaign_id) = Default::default();
            wants(sim, VoiceIntent::Dial { phone: number.to_owned(), contact_id, campaign_id });
        }
        24 => wants(sim, VoiceIntent::ConfirmPreferential { confirmed: dice.below(2) == 0 }),
        25 => open.push(sim.calls(numbers::KEPT, numbers::SALES)),
        14 => {
            sim.cuts_signalling(index);
        }
        15 => {
            sim.ice(
                index,
                [IceState::Disconnected, IceState::Failed, IceState::Connected][usize::from(dice.below(3) as u8)],
            );
        }
        16 if dice.below(3) == 0 => {
            if dice.below(2) == 0 {
                sim.gateway_restarts()
            } else {
                sim.gateway_forgets_sessions()
            };
            open.clear();
        }
        17 => {
            sim.agent(index).drop_link();
        }
        18 => {
            sim.agent(index).reload();
        }
        19 => {
            let pause = Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice });
            sim.agent(index).intent(pause);
        }
        _ => {
            sim.advance(ms(dice.below(4_000)));
        }
    }
}

#[rstest]
#[case(1)]
#[case(2)]
#[case(3)]
#[case(4)]
#[case(5)]
#[case(6)]
fn bey_120_random_days_of_calls_end_with_every_page_showing_what_the_server_holds(#[case] seed: u64) {
    let mut sim = at_work(2);
    let (mut dice, mut open) = (Dice(seed), Vec::new());
    for step in 0..240 {
        happens(&mut sim, &mut dice, &mut open);
        if step % 40 == 39 {
            // Look-ups of hang-ups, reconnects and claims end within a minute.
            sim.advance(minutes(1)).expect_agreement();
        }
    }
}

#[rstest]
#[case(11)]
#[case(12)]
#[case(13)]
fn bey_120_random_days_of_a_campaign_end_with_every_page_showing_what_the_server_holds(#[case] seed: u64) {
    let numbers: Vec<String> = (0..40).map(|number| format!("{}{number:04}", numbers::ALSO_ANSWER)).collect();
    let mut phones: Vec<&str> = numbers.iter().map(String::as_str).collect();
    phones.extend([numbers::BUSY, numbers::SILENT, numbers::UNKNOWN]);
    let mut sim = at_work_on(2, &phones);
    let (mut dice, mut open) = (Dice(seed), Vec::new());
    for step in 0..240 {
        happens(&mut sim, &mut dice, &mut open);
        if dice.below(8) == 0 {
            let place = usize::try_from(dice.below(numbers.len() as u64)).unwrap_or_default();
            if let Some(call) = sim.reached(&numbers[place]) {
                sim.customer_hangs_up(call);
            }
        }
        if step % 40 == 39 {
            sim.advance(minutes(1)).expect_agreement();
        }
    }
    let reached = numbers.iter().filter(|phone| !sim.store().calls_of_phone(phone).expect("store").is_empty()).count();
    assert!(reached > 0, "the campaign reached nobody");
}
