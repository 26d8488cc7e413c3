//! Listing stored notifications and marking them read or unread.

use super::raise_pause;
use crate::centre::Transaction;
use crate::testing::{ANA, BRUNO, TestCentre, pause_fact};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{AgentId, Channel};

fn raise(test: &mut TestCentre, agent: &str, name: &str) {
    test.with(|centre, store, context| {
        let mut tx = Transaction { config: &centre.config, areas: centre.areas, store, context };
        raise_pause(&mut tx, &AgentId::from(agent), Channel::Chat, pause_fact(name)).unwrap();
    });
}

fn read_marks(body: &Value) -> Vec<&str> {
    body["data"].as_array().unwrap().iter().map(|item| item["agent_notify_read"].as_str().unwrap()).collect()
}

#[test]
fn api_189_not_001_the_agents_notifications_are_listed_newest_first() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    for name in ["Almoço", "Café"] {
        raise(&mut test, ANA, name);
    }
    raise(&mut test, BRUNO, "Feedback");
    let body = test.get(&ana, "agents/notifications/agent?agentId=101").ok().body;
    let names: Vec<_> = body["data"].as_array().unwrap().iter().map(|item| item["pauseName"].clone()).collect();
    assert_eq!((names, &body["unread"]), (vec![json!("Café"), json!("Almoço")], &json!(2)));
    let first = &body["data"][0];
    assert_eq!((&first["agent_notify_read"], &first["agent_notify_read_display"]), (&json!("N"), &json!("N")));
    assert!(first["agent_notify_id"].is_string());
}

#[test]
fn api_190_api_191_not_002_a_notification_is_read_and_unread_again() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    raise(&mut test, ANA, "Almoço");
    let put = |test: &mut TestCentre, path: &str| test.request(Some(&ana.token), "PUT", path, "").ok().body;
    for (path, mark, unread) in [("read", "Y", 0), ("read", "Y", 0), ("not/read", "N", 1)] {
        let body = put(&mut test, &format!("agents/notifications/{path}?agentNotifyId=1"));
        assert_eq!(body["agent_notify_read"], mark);
        let list = test.get(&ana, "/agents/notifications/agent?agentId=101").ok().body;
        assert_eq!((read_marks(&list), &list["unread"]), (vec![mark], &json!(unread)));
    }
}

#[test]
fn api_192_not_003_all_notifications_of_the_agent_are_marked_as_read_at_once() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let bruno = test.sign_in(BRUNO);
    for agent in [ANA, ANA, BRUNO] {
        raise(&mut test, agent, "Almoço");
    }
    test.request(Some(&ana.token), "PUT", "agents/notifications/read/all?agentId=101", "").ok();
    let of_ana = test.get(&ana, "/agents/notifications/agent?agentId=101").ok().body;
    let of_bruno = test.get(&bruno, "/agents/notifications/agent?agentId=102").ok().body;
    assert_eq!((read_marks(&of_ana), read_marks(&of_bruno)), (vec!["Y", "Y"], vec!["N"]));
}

#[test]
fn a_dismissed_notification_is_not_listed_and_dismissing_it_again_changes_nothing() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    for name in ["Almoço", "Café"] {
        raise(&mut test, ANA, name);
    }
    for _ in 0..2 {
        test.bare(&ana, "PUT", "/agents/notifications/dismiss?agentNotifyId=1").ok();
        let body = test.get(&ana, "/agents/notifications/agent?agentId=101").ok().body;
        assert_eq!((read_marks(&body), &body["unread"]), (vec!["N"], &json!(1)));
        assert_eq!(body["data"][0]["pauseName"], "Café");
    }
}

#[rstest]
#[case::list_the_notifications("GET", "/agents/notifications/agent?agentId=102", "403")]
#[case::list_the_notifications_of_no_agent("GET", "/agents/notifications/agent", "422 agentId:required")]
#[case::mark_a_notification_as_read("PUT", "/agents/notifications/read?agentNotifyId=1", "403")]
#[case::mark_a_notification_as_unread("PUT", "/agents/notifications/not/read?agentNotifyId=1", "403")]
#[case::mark_an_unknown_notification_as_read("PUT", "/agents/notifications/read?agentNotifyId=99", "404")]
#[case::mark_no_notification_as_read("PUT", "/agents/notifications/read", "422 agentNotifyId:required")]
#[case::dismiss_a_notification("PUT", "/agents/notifications/dismiss?agentNotifyId=1", "403")]
#[case::dismiss_no_notification("PUT", "/agents/notifications/dismiss", "422 agentNotifyId:required")]
#[case::mark_all_notifications_as_read("PUT", "/agents/notifications/read/all?agentId=102", "403")]
fn requests_about_another_agents_notifications_are_refused(
    #[case] method: &str,
    #[case] path: &str,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    raise(&mut test, BRUNO, "Almoço");
    assert_eq!(test.request(Some(&ana.token), method, path, "").refusal(), expected);
}

#[test]
fn a_notification_is_deleted_after_its_retention() {
    let mut test = TestCentre::new();
    raise(&mut test, ANA, "Almoço");
    let day = 24 * 60 * 60 * 1000;
    test.advance(30 * day);
    test.tick();
    let ana = test.sign_in(ANA);
    let list = |test: &mut TestCentre| test.get(&ana, "/agents/notifications/agent?agentId=101").ok().body;
    assert_eq!(read_marks(&list(&mut test)), ["N"]);
    test.advance(1);
    test.tick();
    assert!(read_marks(&list(&mut test)).is_empty());
}
