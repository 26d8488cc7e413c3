//! Tests of what an agent may read about other people.

use crate::store::{SessionRow, Store};
use crate::testing::{ANA, BRUNO, CARLA, TestCentre};
use rstest::rstest;
use serde_json::json;
use wire::{AgentId, OrgUnitId};

#[test]
fn api_018_available_colleagues_are_signed_in_reachable_and_not_absent() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let carla = test.sign_in(CARLA);
    let available = |test: &mut TestCentre| test.get(&ana, "/agents/available").ok().body["data"].clone();
    assert_eq!(available(&mut test), json!([]), "neither the caller nor a supervisor");
    let bruno = test.at_work(BRUNO);
    let found = available(&mut test);
    assert_eq!((&found[0]["id"], &found[0]["name"]), (&json!("102"), &json!("Bruno Lima")));
    assert_eq!(
        found[0]["channels"],
        json!({ "voice": "disconnected", "whatsapp": "disconnected", "chat": "available" })
    );
    test.bare(&carla, "PUT", "/agents/102/set-absent-mode").ok();
    assert_eq!(available(&mut test), json!([]), "absent");
    test.bare(&carla, "PUT", "/agents/102/remove-absent-mode").ok();
    let principal = bruno.principal.clone();
    test.with(|centre, store, context| centre.link_down(store, context, &principal).unwrap());
    assert_eq!(available(&mut test), json!([]), "not reachable");
}

/// An older server stored sessions without their org unit.
#[rstest]
#[case::at_the_start_if_the_broker_kept_the_link(true)]
#[case::with_the_next_report_of_the_link(false)]
fn an_agent_who_signed_in_at_an_older_server_is_listed_again(#[case] link_is_open: bool) {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.sign_in(ANA), test.at_work(BRUNO));
    let session = test.store.session(&bruno.id).unwrap().unwrap();
    let older = SessionRow { org_unit_id: OrgUnitId::default(), linked: link_is_open, ..session };
    test.store.put_session(&older).unwrap();
    let available = |test: &mut TestCentre| test.get(&ana, "/agents/available").ok().body["data"].clone();
    assert_eq!(available(&mut test), json!([]));
    if link_is_open {
        test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    } else {
        test.link_up(&bruno);
    }
    assert_eq!(available(&mut test)[0]["id"], "102");
}

#[rstest]
#[case::api_033_a_supervisor("/supervisor/201")]
#[case::api_034_details_of_a_user("/users/201/details")]
fn people_of_the_org_unit_can_be_read(#[case] path: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let expected = json!({
        "id": "201", "name": "Carla Dias", "email": "carla.dias@example.com", "avatar": "", "role": "supervisor",
        "org_unit_id": "1",
    });
    assert_eq!(test.get(&ana, path).ok().body, expected);
}

#[rstest]
#[case::an_agent_as_supervisor("/supervisor/102", "404")]
#[case::an_unknown_id("/users/999/details", "403")]
#[case::a_user_of_another_unit("/users/102/details", "403")]
#[case::a_supervisor_of_another_unit("/supervisor/201", "403")]
fn people_of_another_org_unit_cannot_be_read(#[case] path: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    if expected == "403" {
        for id in [BRUNO, CARLA] {
            let mut row = test.store.agent(&AgentId::from(id)).unwrap().unwrap();
            row.record.org_unit_id = "2".into();
            test.store.put_agent(&row).unwrap();
        }
    }
    assert_eq!(test.get(&ana, path).refusal(), expected);
}

#[rstest]
#[case::shell_049_any_url("javascript:alert(1)", "200")]
#[case::an_empty_url(" ", "url: required")]
#[case::a_url_with_a_line_break("https://a.example/\nx", "url: invalid")]
fn sec_014_a_supervisor_sends_an_agent_a_url(#[case] url: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let carla = test.sign_in(CARLA);
    let reply = test.post(&carla, "/agents/101/open-url", serde_json::json!({ "url": url }));
    if expected == "200" {
        reply.ok();
        let told = test.take_frames(ANA).into_iter().find(|frame| frame["event"] == "OpenUrlEvent").unwrap();
        assert_eq!(told["url"], url);
    } else {
        let (field, fault) = expected.split_once(": ").unwrap();
        assert_eq!((reply.status, &reply.body["errors"][field]), (422, &serde_json::json!(fault)));
    }
}
