//! Internal calls between two agents with browser voice: the real cores, the gateway's signalling and the real contact centre.

use core_wasm::channels::{ChannelStatusView, ChannelsIntent};
use core_wasm::colleagues::{ColleaguesIntent, InternalCallStage};
use core_wasm::shell::ShellIntent;
use core_wasm::wire::Channel;
use core_wasm::{Intent, colleagues};
use rstest::rstest;
use workspace_sim::contact_centre::CentreConfig;
use workspace_sim::contact_centre::store::{InternalCallStore, Store, VoiceStore};
use workspace_sim::{Sim, core_wasm, numbers, secs};

const CUSTOMER: &str = "5511955550101";

/// Two available agents with telephones in the browser; the first one has the list of colleagues open.
fn two_agents() -> Sim {
    let mut sim = Sim::with_logins(1, &["elisa.prado", "fabio.reis"], CentreConfig::default());
    sim.arrange(|store| {
        for agent in ["301", "302"] {
            let mut row = store.agent(&agent.into()).expect("store").expect("the agent");
            row.record.use_web_rtc = "Y".to_owned();
            store.put_agent(&row).expect("store");
        }
    });
    for index in 0..2 {
        sim.agent(index).signs_in();
        sim.advance(secs(1));
        sim.agent(index).intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice }));
        sim.settle();
    }
    sim.agent(0).intent(Intent::Shell(ShellIntent::OpenArea { path: "/colleagues".to_owned() }));
    sim.advance(secs(2));
    sim
}

fn does(sim: &mut Sim, index: usize, intent: ColleaguesIntent) {
    sim.agent(index).intent(Intent::Colleagues(intent));
    sim.advance(secs(2));
}

fn places(sim: &mut Sim) {
    does(sim, 0, ColleaguesIntent::CallColleague { agent_id: "302".into() });
}

fn stages(sim: &mut Sim) -> [Option<InternalCallStage>; 2] {
    [0, 1].map(|index| sim.agent(index).internal_call().map(|call| call.stage))
}

fn statuses(sim: &mut Sim) -> [Option<ChannelStatusView>; 2] {
    [0, 1].map(|index| sim.agent(index).voice_channel_status())
}

fn talking() -> Sim {
    let mut sim = two_agents();
    places(&mut sim);
    does(&mut sim, 1, ColleaguesIntent::AcceptColleague);
    sim
}

const FREE: [Option<ChannelStatusView>; 2] = [Some(ChannelStatusView::Available); 2];
const BUSY: [Option<ChannelStatusView>; 2] = [Some(ChannelStatusView::InAttendance); 2];

#[test]
fn int_001_int_004_int_005_int_009_an_agent_calls_a_colleague_who_accepts() {
    let mut sim = two_agents();
    places(&mut sim);
    assert_eq!(stages(&mut sim), [Some(InternalCallStage::Calling), Some(InternalCallStage::Ringing)]);
    assert_eq!(statuses(&mut sim), BUSY);
    does(&mut sim, 1, ColleaguesIntent::AcceptColleague);
    assert_eq!(stages(&mut sim), [Some(InternalCallStage::InProgress); 2]);
    assert!(sim.agent(0).call_bar().is_none() && sim.agent(1).incoming_call().is_none());
    let calls = sim.store().internal_calls().expect("store");
    assert_eq!(calls.len(), 1);
    assert!(calls[0].answered_at.is_some() && sim.store().jobs_of_agent(&"301".into()).expect("store").is_empty());
    sim.expect_agreement();
}

#[rstest]
#[case::int_007_the_caller_hangs_up(true, 0, ColleaguesIntent::HangUpColleague)]
#[case::int_012_the_callee_hangs_up(true, 1, ColleaguesIntent::HangUpColleague)]
#[case::int_012_the_caller_cancels(false, 0, ColleaguesIntent::HangUpColleague)]
#[case::int_008_the_callee_declines(false, 1, ColleaguesIntent::DeclineColleague)]
fn int_006_int_010_every_end_clears_both_cards_and_makes_both_available(
    #[case] talks: bool,
    #[case] who: usize,
    #[case] intent: ColleaguesIntent,
) {
    let mut sim = if talks { talking() } else { two_agents() };
    if !talks {
        places(&mut sim);
    }
    does(&mut sim, who, intent);
    assert_eq!((stages(&mut sim), statuses(&mut sim)), ([None, None], FREE));
    assert!(sim.store().internal_calls().expect("store").is_empty());
    sim.expect_agreement();
    // Both telephones are free again.
    places(&mut sim);
    assert_eq!(stages(&mut sim), [Some(InternalCallStage::Calling), Some(InternalCallStage::Ringing)]);
}

#[test]
fn the_caller_is_informed_that_the_colleague_did_not_answer() {
    let mut sim = two_agents();
    places(&mut sim);
    sim.advance(secs(90));
    assert_eq!((stages(&mut sim), statuses(&mut sim)), ([None, None], FREE));
    let said: Vec<String> = sim.agent(0).snackbars().into_iter().map(|bar| bar.body.key).collect();
    assert!(said.iter().any(|key| key == "colleagues.ended.notAnswered"), "{said:?}");
    sim.expect_agreement();
}

#[test]
fn a_customer_waits_during_an_internal_call_and_rings_after_it() {
    let mut sim = talking();
    sim.calls(CUSTOMER, numbers::SALES);
    sim.advance(secs(2));
    assert!(sim.agent(0).incoming_call().is_none() && sim.agent(1).incoming_call().is_none());
    does(&mut sim, 0, ColleaguesIntent::HangUpColleague);
    sim.advance(secs(4));
    let rings = [0, 1].map(|index| sim.agent(index).incoming_call().is_some() || sim.agent(index).call_bar().is_some());
    assert!(rings.contains(&true), "{:?}", sim.store().calls_of_phone(CUSTOMER));
}

#[test]
fn a_page_that_is_reloaded_during_an_internal_call_shows_the_call_and_keeps_its_leg() {
    let mut sim = talking();
    sim.agent(0).reload();
    sim.advance(secs(6));
    assert_eq!(stages(&mut sim), [Some(InternalCallStage::InProgress); 2]);
    assert!(sim.agent(0).internal_call().is_some_and(|call| call.here), "the leg is on the page");
    does(&mut sim, 0, ColleaguesIntent::HangUpColleague);
    assert_eq!((stages(&mut sim), statuses(&mut sim)), ([None, None], FREE));
}

#[test]
fn the_list_of_colleagues_marks_the_colleague_in_the_agents_call() {
    let mut sim = talking();
    let key = colleagues::slices::ROW.of("302".into());
    let core_wasm::View::Colleagues(colleagues::ColleaguesSlice::ColleagueRow(row)) = sim.agent(0).view(&key) else {
        panic!("no row")
    };
    assert_eq!(row.obstacle, Some(colleagues::ColleagueObstacle::WithYou));
}
