//! Tests that each security event is recorded, and that none contains a typed text.

use crate::routes::API_ROUTES;
use crate::testing::{ANA, BRUNO, CARLA, TestCentre};
use crate::{Access, SecurityEvent};
use rstest::rstest;

/// The events of the last request, as `action agent by detail`.
fn noted(test: &mut TestCentre) -> Vec<String> {
    let events: Vec<SecurityEvent> = std::mem::take(&mut test.security);
    let line = |SecurityEvent { action, agent_id, by, detail }: SecurityEvent| {
        let words = [action.as_str(), agent_id.as_str(), by.as_str(), &detail];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    events.into_iter().map(line).collect()
}

#[test]
fn bey_104_sign_ins_are_recorded_without_the_typed_texts() {
    let mut test = TestCentre::new();
    test.address = Some("203.0.113.7".to_owned());
    test.login("ana.souza", "agente123").ok();
    assert_eq!(noted(&mut test), ["signedIn 101"]);
    test.login("ana.souza", "wrong-password").refusal();
    assert_eq!(noted(&mut test), ["signInFailed 101"]);
    test.login("my-secret-password", "x").refusal();
    let unknown = noted(&mut test);
    assert!(unknown.len() == 1 && unknown[0].starts_with("signInFailed ") && unknown[0].len() == 29, "{unknown:?}");
    for _ in 0..4 {
        test.login("ana.souza", "wrong-password").refusal();
    }
    noted(&mut test);
    assert_eq!(test.login("ana.souza", "agente123").refusal(), "429 TOO_MANY_ATTEMPTS");
    assert_eq!(noted(&mut test), ["signInDelayed 101"]);
}

#[test]
fn the_end_of_a_session_is_recorded_with_its_reason() {
    let mut test = TestCentre::new();
    let (ana, carla) = (test.sign_in(ANA), test.sign_in(CARLA));
    noted(&mut test);
    test.bare(&ana, "POST", "/auth/logoff").ok();
    assert_eq!(noted(&mut test), ["signedOut 101"]);
    let bruno = test.sign_in(BRUNO);
    noted(&mut test);
    test.bare(&carla, "POST", &format!("/agents/{}/force-disconnect", bruno.id)).ok();
    let carla_id = carla.id.as_str();
    assert_eq!(
        noted(&mut test),
        ["sessionEnded 102 supervisor".to_owned(), format!("supervised 102 {carla_id} disconnect agent 102")]
    );
}

#[rstest]
#[case::a_route_of_another_agent("GET", "/agents/102", "forbidden 101 /agents/{id}")]
#[case::a_route_of_supervisors("POST", "/agents/102/reset-password", "forbidden 101 /agents/{id}/reset-password")]
fn a_forbidden_request_is_recorded_with_its_route(#[case] method: &str, #[case] path: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    noted(&mut test);
    assert_eq!(test.bare(&ana, method, path).refusal(), "403");
    assert_eq!(noted(&mut test), [expected]);
}

/// Supervisors' acts on others are in the audit; a new route must be described there.
#[test]
fn every_change_by_a_supervisor_has_its_description_in_the_audit() {
    let supervised = |route: &&crate::ApiRoute| {
        route.method != "GET" && matches!(route.access(), Access::Supervisor | Access::OwnOrSupervisor)
    };
    for route in API_ROUTES.iter().filter(supervised) {
        assert!(crate::audit::supervised_action(route.method, route.path).is_some(), "{} {}", route.method, route.path);
    }
}

#[rstest]
#[case::password_reset("POST", "reset-password", "resetPassword")]
#[case::absent_mode("PUT", "set-absent-mode", "setAbsent")]
#[case::forced_disconnect("POST", "force-disconnect", "disconnect")]
fn a_supervisors_act_on_an_agent_is_a_row_of_the_audit(#[case] method: &str, #[case] path: &str, #[case] action: &str) {
    let mut test = TestCentre::new();
    let (bruno, carla) = (test.at_work(BRUNO), test.sign_in(CARLA));
    test.bare(&carla, method, &format!("/agents/{}/{path}", bruno.id)).ok();
    let rows = test.get(&carla, "/audit").ok().body;
    let row = &rows["data"][0];
    let found =
        ["action", "kind", "id", "name", "agentId"].map(|field| row[field].as_str().unwrap_or_default().to_owned());
    assert_eq!(found, [action, "agent", bruno.id.as_str(), "Bruno Lima", carla.id.as_str()].map(str::to_owned));
}
