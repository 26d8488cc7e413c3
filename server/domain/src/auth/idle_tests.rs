//! The end of sessions whose agents do nothing.

use crate::store::{JobState, Store};
use crate::testing::{ANA, Agent, SUPPORT, TestCentre};
use crate::{API_ROUTES, Access};
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wire::{Channel, rfc3339};

const MINUTE_MS: i64 = 60_000;
const IDLE_MS: i64 = 15 * MINUTE_MS;

/// Ana is signed in, sessions end after 15 idle minutes, and the link sends heartbeats.
fn at_work() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    test.centre.config.session_idle_ms = Some(IDLE_MS);
    let ana = test.at_work(ANA);
    (test, ana)
}

fn pass(test: &mut TestCentre, agent: &Agent, ms: i64) {
    test.advance(ms);
    test.beat(agent);
    test.tick();
}

fn check(test: &mut TestCentre, agent: &Agent, acted: bool) -> Value {
    test.post(agent, "/auth/validate", json!({ "agent_id": ANA, "org_unit_id": "1", "acted": acted })).ok().body
}

#[test]
fn an_idle_session_ends_after_the_idle_time_and_its_links_and_channels_get_the_reason() {
    let (mut test, ana) = at_work();
    pass(&mut test, &ana, IDLE_MS - 1);
    assert_eq!(test.get(&ana, "/agents/101").status, 200);
    pass(&mut test, &ana, 1);
    let ended = test.recipients.ended_sessions.remove(0);
    assert!(ended.close_notice.unwrap().contains("\"reason\":\"idle\""));
    assert!(!test.store.channel(&ana.id, Channel::Chat).unwrap().unwrap().connected);
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 idle");
    assert_eq!(test.login("ana.souza", "agente123").status, 200);
}

#[test]
fn without_the_setting_no_idle_session_ends() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let reply = check(&mut test, &ana, false);
    assert!(reply.get("idleEndsAt").is_none(), "{reply}");
    pass(&mut test, &ana, 10 * IDLE_MS);
    assert_eq!(test.get(&ana, "/agents/101").status, 200);
}

#[rstest]
#[case::the_session_check_of_an_idle_agent("POST", "/auth/validate", json!({ "agent_id": "101", "org_unit_id": "1" }), false)]
#[case::the_session_check_after_an_act("POST", "/auth/validate", json!({ "agent_id": "101", "org_unit_id": "1", "acted": true }), true)]
#[case::a_get_request("GET", "/agents/101/jobs/active", Value::Null, false)]
#[case::the_registration_of_the_queue("POST", "/system/start-listener-queue", json!({ "agentId": "101", "queue": "/queue/agent.101" }), false)]
#[case::a_changed_setting("PUT", "/agents/101/chat-notify-message", json!({ "agentId": "101", "notify": 1 }), true)]
#[case::a_refused_request("POST", "/chat/messages", json!({ "protocol": "1" }), false)]
fn only_requests_that_the_agent_causes_keep_the_session_open(
    #[case] method: &str,
    #[case] path: &str,
    #[case] body: Value,
    #[case] keeps: bool,
) {
    let (mut test, ana) = at_work();
    pass(&mut test, &ana, IDLE_MS - MINUTE_MS);
    let text = if body.is_null() { String::new() } else { body.to_string() };
    test.request(Some(&ana.token), method, path, &text);
    pass(&mut test, &ana, MINUTE_MS);
    assert_eq!(test.get(&ana, "/agents/101").status == 200, keeps, "{:?}", test.get(&ana, "/agents/101"));
    pass(&mut test, &ana, IDLE_MS);
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 idle");
}

#[test]
fn the_session_check_says_when_the_session_ends() {
    let (mut test, ana) = at_work();
    let began = test.now;
    assert_eq!(check(&mut test, &ana, false)["idleEndsAt"], rfc3339(began.plus_ms(IDLE_MS)));
    pass(&mut test, &ana, MINUTE_MS);
    assert_eq!(check(&mut test, &ana, true)["idleEndsAt"], rfc3339(began.plus_ms(IDLE_MS + MINUTE_MS)));
}

#[test]
fn an_open_chat_does_not_keep_the_session_and_stays_with_an_agent_who_comes_back() {
    let (mut test, ana) = at_work();
    let chat = test.customer("Helena", SUPPORT);
    pass(&mut test, &ana, IDLE_MS);
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 idle");
    let again = test.sign_in(ANA);
    let jobs = test.get(&again, "/agents/101/jobs/active").ok().body;
    assert!(jobs.to_string().contains(chat.protocol.as_str()), "{jobs}");
}

#[test]
fn a_call_keeps_the_session_and_the_idle_time_begins_with_its_end() {
    let (mut test, ana) = at_work();
    let chat = test.customer("Helena", SUPPORT);
    let mut call = test.store.job(&chat.protocol).unwrap().unwrap();
    call.channel = Channel::Voice;
    test.store.put_job(&call).unwrap();
    assert!(check(&mut test, &ana, false).get("idleEndsAt").is_none(), "no warning during a call");
    for _ in 0..60 {
        pass(&mut test, &ana, MINUTE_MS);
    }
    assert_eq!(test.get(&ana, "/agents/101").status, 200);
    call.state = JobState::Ended;
    test.store.put_job(&call).unwrap();
    for _ in 0..14 {
        pass(&mut test, &ana, MINUTE_MS);
    }
    assert_eq!(test.get(&ana, "/agents/101").status, 200, "the idle time did not begin before the end of the call");
    pass(&mut test, &ana, MINUTE_MS);
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 idle");
}

/// A route that is not listed here counts as an act. Decide for each new route whether it belongs here.
#[test]
fn the_requests_that_a_page_sends_by_itself_are_listed() {
    let changing = API_ROUTES.iter().filter(|route| route.method != "GET" && route.access() != Access::Public);
    let automatic: BTreeSet<&str> = changing.filter(|route| !route.is_act()).map(|route| route.path).collect();
    assert_eq!(automatic.len(), 16, "each listed route exists: {automatic:?}");
}
