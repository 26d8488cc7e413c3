//! Requests that set and end absent mode.

use crate::store::{JobState, Store};
use crate::testing::{ANA, BRUNO, CARLA, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::json;
use wire::AgentId;

const SET: &str = "/agents/101/set-absent-mode";
const REMOVE: &str = "/agents/101/remove-absent-mode";

#[test]
fn sec_002_a_supervisor_sets_absent_mode_and_the_agent_gets_an_event() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let carla = test.sign_in(CARLA);
    test.take_frames(ANA);
    test.advance(5_000);
    let body = test.bare(&carla, "PUT", SET).ok().body;
    let expected = json!({
        "success": true, "agentId": "101", "agentAbsentEnabled": true, "since": "2026-11-20T13:45:05.000Z",
        "supervisorName": "Carla Dias", "version": 1,
    });
    assert_eq!(body, expected);
    let told = test.take_frames(ANA).remove(0);
    assert_eq!((&told["event"], &told["version"]), (&json!("AgentAbsentEvent"), &json!(1)));
    for field in ["agentId", "agentAbsentEnabled", "since", "supervisorName"] {
        assert_eq!(told[field], expected[field], "{field}");
    }
    assert_eq!(test.get(&ana, "/agents/101").ok().body["agentAbsent"]["agentAbsentEnabled"], true);
    let status = test.get(&ana, "/agents/101/status").ok().body;
    for field in ["version", "agentAbsentEnabled", "since", "supervisorName"] {
        assert_eq!(status["absence"][field], expected[field], "{field}");
    }
    assert_eq!(test.bare(&carla, "PUT", SET).ok().body, expected, "again: the same");
    assert!(test.take_frames(ANA).is_empty());
}

#[test]
fn api_030_the_agent_ends_absent_mode() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let carla = test.sign_in(CARLA);
    test.bare(&carla, "PUT", SET).ok();
    test.take_frames(ANA);
    let body = test.bare(&ana, "PUT", REMOVE).ok().body;
    assert_eq!((&body["success"], &body["agentAbsentEnabled"]), (&json!(true), &json!(false)));
    assert_eq!(test.get(&ana, "/agents/101").ok().body["agentAbsent"]["agentAbsentEnabled"], false);
    assert_eq!(test.take_event_names(ANA), ["AgentAbsentEvent"]);
    test.bare(&ana, "PUT", REMOVE).ok();
    assert!(test.take_frames(ANA).is_empty(), "there was nothing to end");
}

#[test]
fn abs_004_an_absent_agent_gets_no_new_attendances_until_absent_mode_ends() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let carla = test.sign_in(CARLA);
    let open = test.customer("Helena", SUPPORT);
    test.bare(&carla, "PUT", SET).ok();
    let waiting = test.customer("Rafael", SUPPORT);
    test.tick();
    assert_eq!(test.store.job(&waiting.protocol).unwrap().unwrap().state, JobState::Waiting);
    test.agent_writes(&ana, &open.protocol, "Sigo aqui").ok();
    test.bare(&ana, "PUT", REMOVE).ok();
    assert_eq!(test.store.job(&waiting.protocol).unwrap().unwrap().agent_id, AgentId::from(ANA));
}

#[test]
fn absent_mode_outlives_a_new_sign_in_and_a_supervisor_can_end_it() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let carla = test.sign_in(CARLA);
    test.bare(&carla, "PUT", SET).ok();
    test.request(Some(&ana.token), "POST", "/auth/logoff", "").ok();
    let ana = test.sign_in(ANA);
    assert_eq!(test.get(&ana, "/agents/101").ok().body["agentAbsent"]["agentAbsentEnabled"], true);
    assert_eq!(test.bare(&carla, "PUT", REMOVE).ok().body["agentAbsentEnabled"], false);
}

#[rstest]
#[case::an_agent_sets_the_own_absent_mode(ANA, SET)]
#[case::an_agent_sets_absent_mode_of_a_colleague(BRUNO, SET)]
#[case::an_agent_ends_absent_mode_of_a_colleague(BRUNO, REMOVE)]
#[case::a_supervisor_sets_absent_mode_of_another_supervisor(CARLA, "/agents/201/set-absent-mode")]
#[case::absent_mode_of_an_unknown_agent(CARLA, "/agents/999/set-absent-mode")]
fn other_agents_and_supervisors_cannot_change_absent_mode(#[case] caller: &str, #[case] path: &str) {
    let mut test = TestCentre::new();
    let caller = test.sign_in(caller);
    assert_eq!(test.bare(&caller, "PUT", path).refusal(), "403");
}

#[test]
fn a_supervisor_of_another_org_unit_is_refused() {
    let mut test = TestCentre::new();
    let mut row = test.store.agent(&AgentId::from(CARLA)).unwrap().unwrap();
    row.record.org_unit_id = "2".into();
    test.store.put_agent(&row).unwrap();
    let token = test.login("carla.dias", "supervisora1").ok().authorization.unwrap();
    for (method, path) in [("PUT", SET), ("PUT", REMOVE), ("POST", "/agents/101/force-disconnect")] {
        assert_eq!(test.request(Some(&token), method, path, "").refusal(), "403", "{path}");
    }
}
