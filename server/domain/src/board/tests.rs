//! The live board and what a supervisor can do from it.

use crate::testing::{ANA, BRUNO, CARLA, SUPPORT, World};
use rstest::rstest;
use serde_json::{Value, json};

const BOARD: &str = "/supervisor/201/board";

/// The rows that the supervisor was told, newest last.
fn told(world: &mut World) -> Vec<Value> {
    let frames = world.take_frames(CARLA).into_iter();
    frames.filter(|frame| frame["event"] == "AgentBoardEvent").map(|mut frame| frame["agent"].take()).collect()
}

fn row(world: &mut World, carla: &crate::testing::Agent, id: &str) -> Value {
    let board = world.get(carla, BOARD).ok().body;
    board["data"].as_array().unwrap().iter().find(|row| row["agentId"] == id).expect("a row").clone()
}

#[test]
fn the_board_shows_every_agent_of_the_org_unit_with_channels_and_times() {
    let mut world = World::new();
    let carla = world.sign_in(CARLA);
    let ana = world.at_work(ANA);
    world.customer("Helena", SUPPORT);
    world.advance(61_000);
    let board = world.get(&carla, BOARD).ok().body;
    let ids: Vec<_> = board["data"].as_array().unwrap().iter().map(|row| row["agentId"].clone()).collect();
    assert_eq!(ids, ["101", "102", "103"], "agents, not supervisors");
    let last = world.take_frames(CARLA).pop().unwrap();
    assert_eq!((&board["asOfSeq"], &board["epoch"]), (&last["seq"], &last["epoch"]));
    let of_ana = row(&mut world, &carla, ANA);
    assert_eq!((&of_ana["logged"], &of_ana["linked"]), (&json!(true), &json!(true)));
    assert_eq!(of_ana["since"], "2026-11-20T13:45:00.000Z");
    assert_eq!(of_ana["channels"]["chat"]["status"], "in_attendance");
    assert_eq!(of_ana["channels"]["chat"]["activeAttendances"], 1);
    assert_eq!(of_ana["channels"]["voice"], json!(null), "not among the agent's channels");
    let of_bruno = row(&mut world, &carla, BRUNO);
    assert_eq!((&of_bruno["logged"], &of_bruno["since"]), (&json!(false), &json!(null)));
    world.bare(&ana, "POST", "/auth/logoff").ok();
    let of_ana = row(&mut world, &carla, ANA);
    assert_eq!((&of_ana["logged"], &of_ana["since"]), (&json!(false), &json!("2026-11-20T13:46:01.000Z")));
}

#[test]
fn every_change_is_told_to_the_supervisor_and_equals_what_the_board_says() {
    let mut world = World::new();
    let carla = world.sign_in(CARLA);
    let newest = |world: &mut World, what: &str| {
        let newest = told(world).pop().unwrap_or_else(|| panic!("{what} was not told"));
        assert_eq!(newest, row(world, &carla, ANA), "{what}");
        newest
    };
    let ana = world.sign_in(ANA);
    assert_eq!(newest(&mut world, "the sign-in and link")["linked"], true);
    world.connect_chat(&ana);
    assert_eq!(newest(&mut world, "the channel")["channels"]["chat"]["status"], "available");
    let one = world.customer("Helena", SUPPORT);
    assert_eq!(newest(&mut world, "an attendance")["channels"]["chat"]["activeAttendances"], 1);
    let two = world.customer("Rafael", SUPPORT);
    assert_eq!(newest(&mut world, "a second one")["channels"]["chat"]["activeAttendances"], 2);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    world.post(&ana, "/pauses/chat/enter/agent/101", coffee).ok();
    assert_eq!(newest(&mut world, "a scheduled pause")["channels"]["chat"]["scheduledPause"], "Café");
    world.finish(&ana, &one.protocol).ok();
    world.finish(&ana, &two.protocol).ok();
    assert_eq!(newest(&mut world, "the pause")["channels"]["chat"]["pause"], "Café");
    world.advance(15 * 60 * 1000);
    world.tick();
    assert_eq!(newest(&mut world, "the maximum")["channels"]["chat"]["pauseExceeded"], true);
    world.bare(&carla, "PUT", "/agents/101/set-absent-mode").ok();
    assert_eq!(newest(&mut world, "absence")["agentAbsentEnabled"], true);
    let principal = ana.principal.clone();
    world.with(|centre, store, context| centre.link_down(store, context, &principal).unwrap());
    assert_eq!(newest(&mut world, "a lost link")["linked"], false);
    world.bare(&ana, "POST", "/auth/logoff").ok();
    assert_eq!(newest(&mut world, "the log-off")["logged"], false);
}

#[test]
fn versions_of_one_agents_rows_grow_and_a_supervisor_without_a_session_is_told_nothing() {
    let mut world = World::new();
    let ana = world.sign_in(ANA);
    assert!(world.take_frames(CARLA).is_empty());
    world.sign_in(CARLA);
    world.connect_chat(&ana);
    world.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    let versions: Vec<_> = world.take_frames(CARLA).iter().map(|frame| frame["version"].as_u64().unwrap()).collect();
    assert_eq!(versions, [1, 2]);
}

#[rstest]
#[case::an_agent(ANA, "/supervisor/101/board", "403")]
#[case::an_agent_at_the_supervisors(ANA, BOARD, "403")]
#[case::another_supervisors(CARLA, "/supervisor/202/board", "403")]
fn the_board_is_for_its_own_supervisor(#[case] caller: &str, #[case] path: &str, #[case] expected: &str) {
    let mut world = World::new();
    let caller = world.sign_in(caller);
    assert_eq!(world.get(&caller, path).refusal(), expected);
}

#[test]
fn a_supervisor_ends_a_session_and_its_links_are_told_why() {
    let mut world = World::new();
    let ana = world.at_work(ANA);
    let carla = world.sign_in(CARLA);
    let path = "/agents/101/force-disconnect";
    world.bare(&carla, "POST", path).ok();
    let ended = world.delivery.ended_sessions.remove(0);
    let farewell: Value = serde_json::from_str(&ended.farewell.unwrap()).unwrap();
    assert_eq!((&farewell["event"], &farewell["reason"]), (&json!("ForcedDisconnectEvent"), &json!("supervisor")));
    assert_eq!(world.get(&ana, "/agents/101").refusal(), "401 invalidToken");
    world.bare(&carla, "POST", path).ok();
    assert!(world.delivery.ended_sessions.is_empty(), "there was none left");
    let bruno = world.sign_in(BRUNO);
    assert_eq!(world.bare(&bruno, "POST", path).refusal(), "403");
}
