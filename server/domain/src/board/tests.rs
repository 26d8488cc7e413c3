//! Tests of the live board and of a supervisor's actions on it.

use crate::store::failing::Failing;
use crate::store::{ChannelRow, Row, Store, StoreError, Value as Column};
use crate::testing::{ANA, BRUNO, CARLA, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::AgentId;

const BOARD: &str = "/supervisor/201/board";

/// Changes are published after this time, in milliseconds.
const SOON_MS: i64 = 250;

/// The board events that the supervisor received after the changes so far.
fn published(test: &mut TestCentre) -> Vec<Value> {
    test.advance(SOON_MS);
    test.tick();
    test.take_frames(CARLA)
}

/// The rows published to the supervisor, newest last.
fn published_rows(test: &mut TestCentre) -> Vec<Value> {
    let frames = published(test).into_iter();
    frames.filter(|frame| frame["event"] == "AgentBoardEvent").map(|mut frame| frame["agent"].take()).collect()
}

fn row(test: &mut TestCentre, carla: &crate::testing::Agent, id: &str) -> Value {
    let board = test.get(carla, BOARD).ok().body;
    board["data"].as_array().unwrap().iter().find(|row| row["agentId"] == id).expect("a row").clone()
}

#[test]
fn the_board_shows_every_agent_of_the_org_unit_with_channels_and_times() {
    let mut test = TestCentre::new();
    let carla = test.sign_in(CARLA);
    let ana = test.at_work(ANA);
    test.customer("Helena", SUPPORT);
    test.advance(61_000);
    test.beat(&ana);
    let last = published(&mut test).pop().unwrap();
    let board = test.get(&carla, BOARD).ok().body;
    let ids: Vec<_> = board["data"].as_array().unwrap().iter().map(|row| row["agentId"].clone()).collect();
    assert_eq!(ids, ["101", "102", "103", "301", "302"], "agents, not supervisors");
    assert_eq!((&board["asOfSeq"], &board["epoch"]), (&last["seq"], &last["epoch"]));
    let of_ana = row(&mut test, &carla, ANA);
    assert_eq!((&of_ana["logged"], &of_ana["linked"]), (&json!(true), &json!(true)));
    assert_eq!(of_ana["since"], "2026-11-20T13:45:00.000Z");
    assert_eq!(of_ana["channels"]["chat"]["status"], "in_attendance");
    assert_eq!(of_ana["channels"]["chat"]["activeAttendances"], 1);
    assert_eq!(of_ana["channels"]["voice"], json!(null), "not among the agent's channels");
    let of_bruno = row(&mut test, &carla, BRUNO);
    assert_eq!((&of_bruno["logged"], &of_bruno["since"]), (&json!(false), &json!(null)));
    test.bare(&ana, "POST", "/auth/logoff").ok();
    let of_ana = row(&mut test, &carla, ANA);
    assert_eq!((&of_ana["logged"], &of_ana["since"]), (&json!(false), &json!("2026-11-20T13:46:01.250Z")));
}

#[test]
fn every_change_of_an_agent_is_published_and_equals_the_row_of_the_board() {
    let mut test = TestCentre::new();
    let carla = test.sign_in(CARLA);
    let newest = |test: &mut TestCentre, what: &str| {
        let newest = published_rows(test).pop().unwrap_or_else(|| panic!("{what} was not published"));
        assert_eq!(newest, row(test, &carla, ANA), "{what}");
        newest
    };
    let ana = test.sign_in(ANA);
    assert_eq!(newest(&mut test, "the sign-in and link")["linked"], true);
    test.connect_chat(&ana);
    assert_eq!(newest(&mut test, "the channel")["channels"]["chat"]["status"], "available");
    let one = test.customer("Helena", SUPPORT);
    assert_eq!(newest(&mut test, "an attendance")["channels"]["chat"]["activeAttendances"], 1);
    let two = test.customer("Rafael", SUPPORT);
    assert_eq!(newest(&mut test, "a second one")["channels"]["chat"]["activeAttendances"], 2);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&ana, "/pauses/chat/enter/agent/101", coffee).ok();
    assert_eq!(newest(&mut test, "a scheduled pause")["channels"]["chat"]["scheduledPause"], "Café");
    test.finish(&ana, &one.protocol).ok();
    test.finish(&ana, &two.protocol).ok();
    assert_eq!(newest(&mut test, "the pause")["channels"]["chat"]["pause"], "Café");
    test.advance(15 * 60 * 1000);
    test.beat(&ana);
    test.tick();
    assert_eq!(newest(&mut test, "the maximum")["channels"]["chat"]["pauseExceeded"], true);
    test.bare(&carla, "PUT", "/agents/101/set-absent-mode").ok();
    assert_eq!(newest(&mut test, "absence")["agentAbsentEnabled"], true);
    let principal = ana.principal.clone();
    test.with(|centre, store, context| centre.link_down(store, context, &principal).unwrap());
    assert_eq!(newest(&mut test, "a lost link")["linked"], false);
    test.bare(&ana, "POST", "/auth/logoff").ok();
    assert_eq!(newest(&mut test, "the log-off")["logged"], false);
}

#[test]
fn versions_of_an_agents_rows_increase_and_a_supervisor_without_a_session_gets_no_events() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert!(published(&mut test).is_empty());
    test.sign_in(CARLA);
    test.connect_chat(&ana);
    let mut frames = published(&mut test);
    test.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    frames.extend(published(&mut test));
    let versions: Vec<_> = frames.iter().map(|frame| frame["version"].as_u64().unwrap()).collect();
    assert_eq!(versions, [1, 2]);
}

#[test]
fn changes_within_a_quarter_of_a_second_are_one_event_for_each_agent() {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.sign_in(ANA), test.sign_in(BRUNO));
    test.sign_in(CARLA);
    published(&mut test);
    let tail = |test: &TestCentre| test.store.queue_tail(&AgentId::from(CARLA)).unwrap();
    let before = tail(&test);
    for _ in 0..3 {
        test.connect_chat(&ana);
        test.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    }
    test.connect_chat(&bruno);
    assert_eq!(tail(&test), before, "a change writes no row that another change writes too");
    let told: Vec<_> = published(&mut test).iter().map(|frame| frame["agent"]["agentId"].clone()).collect();
    assert_eq!(told, [ANA, BRUNO]);
    assert!(published(&mut test).is_empty(), "what was published is not published again");
}

#[test]
fn a_change_that_comes_after_the_publication_of_an_earlier_one_is_published_too() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.sign_in(CARLA);
    published(&mut test);
    test.connect_chat(&ana);
    test.advance(SOON_MS - 1);
    test.bare(&ana, "POST", "/channels/chat/disconnect/agent/101").ok();
    let rows = [published_rows(&mut test), published_rows(&mut test)].concat();
    let last = rows.last().expect("a row");
    assert_eq!(last["channels"]["chat"]["connected"], false);
}

/// A row of one agent that cannot be read does not delay the rows of other agents.
#[test]
fn an_agent_whose_row_cannot_be_read_does_not_hold_up_others() {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.sign_in(ANA), test.sign_in(BRUNO));
    test.sign_in(CARLA);
    published(&mut test);
    test.connect_chat(&ana);
    test.connect_chat(&bruno);
    test.advance(SOON_MS);
    let error = StoreError::Corrupt("unreadable".to_owned());
    let (store, key) = (test.store.clone(), vec![Column::text(ANA), Column::text("chat")]);
    let mut store = Failing { store, table: ChannelRow::TABLE, key, error: error.clone() };
    test.with(|centre, _, context| {
        centre.tick(&mut store, context).unwrap();
        assert_eq!(context.fault, Some(error));
    });
    test.store = store.store;
    let told = |test: &mut TestCentre| -> Vec<String> {
        let frames = test.take_frames(CARLA);
        frames.iter().map(|frame| frame["agent"]["agentId"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(told(&mut test), [BRUNO]);
    test.advance(60_000);
    test.beat(&ana);
    test.beat(&bruno);
    test.tick();
    assert_eq!(told(&mut test), [ANA], "once the row can be read");
}

#[rstest]
#[case::the_board_of_an_agent(ANA, "/supervisor/101/board", "403")]
#[case::an_agent_with_the_path_of_the_supervisor(ANA, BOARD, "403")]
#[case::the_path_of_another_supervisor(CARLA, "/supervisor/202/board", "403")]
fn the_board_is_refused_to_agents_and_other_supervisors(
    #[case] caller: &str,
    #[case] path: &str,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let caller = test.sign_in(caller);
    assert_eq!(test.get(&caller, path).refusal(), expected);
}

#[test]
fn a_supervisor_ends_a_session_and_its_links_get_the_reason() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let carla = test.sign_in(CARLA);
    let path = "/agents/101/force-disconnect";
    test.bare(&carla, "POST", path).ok();
    let ended = test.recipients.ended_sessions.remove(0);
    let close_notice: Value = serde_json::from_str(&ended.close_notice.unwrap()).unwrap();
    assert_eq!(
        (&close_notice["event"], &close_notice["reason"]),
        (&json!("ForcedDisconnectEvent"), &json!("supervisor"))
    );
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 invalidToken");
    test.bare(&carla, "POST", path).ok();
    assert!(test.recipients.ended_sessions.is_empty(), "there was none left");
    let bruno = test.sign_in(BRUNO);
    assert_eq!(test.bare(&bruno, "POST", path).refusal(), "403");
}

#[test]
fn bey_155_the_board_shows_the_longest_waiting_customer_of_an_agent_and_is_updated_by_each_answer() {
    let mut test = TestCentre::new();
    let carla = test.sign_in(CARLA);
    let ana = test.at_work(ANA);
    let (one, two) = (test.customer("Helena", SUPPORT), test.customer("Rafael", SUPPORT));
    published(&mut test);
    assert_eq!(row(&mut test, &carla, ANA)["longestWait"], json!(null), "nobody has written");
    let wait = |test: &mut TestCentre, what: &str| {
        let newest = published_rows(test).pop().unwrap_or_else(|| panic!("{what} was not published"));
        assert_eq!(newest, row(test, &carla, ANA), "{what}");
        newest["longestWait"]["since"].clone()
    };
    test.customer_writes(&one, "Oi");
    let first = test.now;
    assert_eq!(wait(&mut test, "a message"), json!(first));
    test.advance(5_000);
    test.customer_writes(&two, "Bom dia");
    let second = test.now;
    assert_eq!(wait(&mut test, "a second one"), json!(first), "the first one waits longer");
    test.agent_writes(&ana, &one.protocol, "Olá").ok();
    assert_eq!(wait(&mut test, "an answer"), json!(second));
    test.customer_writes(&two, "Alguém aí?");
    assert!(published_rows(&mut test).is_empty(), "the wait goes on as it was");
    test.finish(&ana, &two.protocol).ok();
    assert_eq!(wait(&mut test, "the end"), json!(null));
}
