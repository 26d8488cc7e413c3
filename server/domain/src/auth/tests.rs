//! Sign-in, tokens and session check.

use crate::store::{DueStore, SessionRow, Store};
use crate::testing::{ANA, TestCentre};
use crate::{BrokerPrincipal, BrokerRefusal};
use rstest::rstest;
use serde_json::json;
use wire::{AgentId, AreaEvent, BrokerEvent};

#[test]
fn api_006_ses_005_ses_006_sign_in_gives_the_agent_in_the_body_and_the_token_in_the_header() {
    let mut test = TestCentre::new();
    let answer = test.login(" Ana.Souza ", "agente123").ok();
    assert_eq!(
        answer.body,
        json!({
            "agentId": "101", "org_unit_id": "1", "loginIdentifier": "ana.souza", "agentName": "Ana Souza",
            "role": "agent",
        })
    );
    let token = answer.authorization.unwrap();
    assert_eq!(token.strip_prefix("Bearer ").unwrap().len(), 64, "256 bits in hexadecimal");
    assert_eq!(test.request(Some(&token), "GET", "/agents/101", "").status, 200);
}

#[rstest]
#[case::wrong_password("ana.souza", "agente124")]
#[case::unknown_login("nobody", "agente123")]
#[case::empty_password("", "")]
fn unknown_login_and_wrong_password_get_the_same_reply(#[case] login: &str, #[case] password: &str) {
    let answer = TestCentre::new().login(login, password);
    assert_eq!(answer.refusal(), "401 INVALID_CREDENTIALS");
    assert_eq!(answer.authorization, None);
}

#[rstest]
#[case::with_heartbeats(0, "409 ALREADY_CONNECTED")]
#[case::last_heartbeat_at_the_limit(15_000, "409 ALREADY_CONNECTED")]
#[case::without_heartbeats(15_001, "200")]
fn a_second_sign_in_is_refused_while_the_other_link_has_a_recent_heartbeat(
    #[case] silent_ms: i64,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    test.sign_in(ANA);
    test.advance(silent_ms);
    assert_eq!(test.login("ana.souza", "agente123").refusal(), expected);
}

#[test]
fn ses_008_a_refused_second_sign_in_says_when_the_other_session_began() {
    let mut test = TestCentre::new();
    let began = test.now.0;
    test.sign_in(ANA);
    test.advance(5_000);
    assert_eq!(test.login("ana.souza", "agente123").body["details"]["since"], serde_json::json!(began));
}

#[test]
fn a_sign_in_that_takes_over_ends_only_the_other_session() {
    let mut test = TestCentre::new();
    let old = test.at_work(ANA);
    test.advance(20_000);
    let token = test.login("ana.souza", "agente123").ok().authorization.unwrap();
    let ended = test.recipients.ended_sessions.clone();
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0].session_id, old.principal.session_id);
    let (meta, event) = BrokerEvent::parse(ended[0].close_notice.as_deref().unwrap());
    assert_eq!(event.unwrap().name(), "ForcedDisconnectEvent");
    assert_eq!(meta.seq, None, "the farewell is outside the queue, so the new session never reads it");
    assert!(test.take_events(ANA).is_empty(), "the new session begins with an empty queue");
    assert_eq!(test.get(&old, "/agents/101").refusal(), "401 invalidToken");
    // A late `link_down` of the old session does not affect the new one.
    let new = crate::testing::Agent { token, ..old.clone() };
    let principal = test.broker_principal(&new);
    let new = crate::testing::Agent { principal, ..new };
    test.link_up(&new);
    test.with(|centre, store, context| centre.link_down(store, context, &old.principal).unwrap());
    assert_eq!(test.login("ana.souza", "agente123").refusal(), "409 ALREADY_CONNECTED");
    assert_eq!(test.get(&new, "/agents/101").status, 200);
}

/// The number of the agent's sessions whose token the server accepts.
fn active(test: &mut TestCentre, tokens: &[&str]) -> usize {
    tokens.iter().filter(|token| test.request(Some(token), "GET", "/agents/101", "").status == 200).count()
}

#[test]
fn ses_063_an_agent_never_has_two_active_sessions() {
    let mut test = TestCentre::new();
    let first = test.at_work(ANA);
    for _ in 0..3 {
        test.advance(15_000);
        let refused = test.login("ana.souza", "agente123");
        assert_eq!((refused.refusal().as_str(), refused.authorization), ("409 ALREADY_CONNECTED", None));
        assert!(test.recipients.ended_sessions.is_empty(), "a refused sign-in ends nothing");
        assert_eq!(active(&mut test, &[&first.token]), 1);
        test.beat(&first);
    }
    // Without heartbeats the sign-in that begins the second session also ends the first one.
    test.advance(15_001);
    let second = test.login("ana.souza", "agente123").ok().authorization.unwrap();
    let ended: Vec<String> = test.recipients.ended_sessions.iter().map(|ended| ended.session_id.clone()).collect();
    assert_eq!(ended, std::slice::from_ref(&first.principal.session_id));
    assert_eq!(active(&mut test, &[&first.token]), 0);
    assert_eq!(active(&mut test, &[&first.token, &second]), 1);
    // No report of the first session's link makes that session active again.
    test.beat(&first);
    test.link_up(&first);
    let session = test.store.session(&AgentId::from(ANA)).unwrap().unwrap();
    assert_eq!((session.ended_at, session.linked, session.last_beat), (None, false, None));
    assert_eq!(active(&mut test, &[&first.token, &second]), 1);
    // A session that never had a link is taken over in the same way.
    let third = test.login("ana.souza", "agente123").ok().authorization.unwrap();
    assert_eq!(test.recipients.ended_sessions.len(), 1);
    assert_eq!(active(&mut test, &[&second]), 0);
    assert_eq!(active(&mut test, &[&first.token, &second, &third]), 1);
}

#[test]
fn api_007_log_off_revokes_every_token_of_the_session_together() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.advance(6 * 60 * 60 * 1000);
    let second = test.get(&ana, "/agents/101").ok().authorization.unwrap();
    let answer = test.request(Some(&ana.token), "POST", "/auth/logoff", "").ok();
    assert_eq!(answer.body, json!({ "success": true }));
    assert_eq!(answer.authorization, None, "a revoked session gets no new token");
    assert_eq!(test.recipients.ended_sessions.len(), 1, "its links are closed");
    for token in [&ana.token, &second] {
        assert_eq!(test.request(Some(token), "GET", "/agents/101", "").refusal(), "401 invalidToken");
    }
    let kept = format!("{:?}", test.store);
    assert!(!kept.contains("TokenRow") && !kept.contains("BrokerCredentialRow"), "nothing of them is kept");
    assert_eq!(test.login("ana.souza", "agente123").status, 200, "a log-off frees the login at once");
}

#[rstest]
#[case::no_token_header(None, "401 invalidToken")]
#[case::unknown_token(Some("Bearer 1234"), "401 invalidToken")]
#[case::other_scheme_than_bearer(Some("Basic YTpi"), "401 invalidToken")]
#[case::empty_token(Some("Bearer "), "401 invalidToken")]
fn a_request_without_a_valid_token_is_refused(#[case] header: Option<&str>, #[case] expected: &str) {
    let mut test = TestCentre::new();
    test.sign_in(ANA);
    assert_eq!(test.request(header, "GET", "/agents/101", "").refusal(), expected);
}

#[test]
fn api_008_an_expired_token_is_refused_with_the_specified_text() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.advance(12 * 60 * 60 * 1000 - 1);
    assert_eq!(test.get(&ana, "/agents/101").status, 200);
    test.advance(1);
    let body = json!({ "agent_id": "101", "org_unit_id": "1" });
    let answer = test.post(&ana, "/auth/validate", body);
    assert_eq!(answer.status, 401);
    assert_eq!(answer.body, json!({ "cause": "expired", "message": "Provided token is expired." }));
    test.tick();
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 expired", "cleaning does not change the cause");
}

#[rstest]
#[case::in_the_first_half_of_its_life(6 * 60 * 60 * 1000 - 1, false)]
#[case::in_the_second_half_of_its_life(6 * 60 * 60 * 1000, true)]
fn a_token_is_renewed_after_half_its_life(#[case] age_ms: i64, #[case] renewed: bool) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.advance(age_ms);
    assert_eq!(test.get(&ana, "/agents/101").ok().authorization.is_some(), renewed);
}

#[test]
fn tokens_of_one_session_are_valid_until_their_own_expiry() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.advance(7 * 60 * 60 * 1000);
    let second = test.get(&ana, "/agents/101").ok().authorization.unwrap();
    assert_eq!(test.get(&ana, "/agents/101").status, 200, "the first stays valid");
    test.advance(6 * 60 * 60 * 1000);
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 expired");
    assert_eq!(test.request(Some(&second), "GET", "/agents/101", "").status, 200);
}

#[test]
fn bey_129_a_session_ends_after_a_day_however_often_its_token_was_renewed() {
    let mut test = TestCentre::new();
    let mut ana = test.sign_in(ANA);
    for _ in 0..3 {
        test.advance(7 * 60 * 60 * 1000);
        ana.token = test.get(&ana, "/agents/101").ok().authorization.unwrap();
    }
    test.advance(3 * 60 * 60 * 1000 - 1);
    assert_eq!(test.get(&ana, "/agents/101").status, 200);
    test.advance(1);
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 expired");
}

#[test]
fn broker_logins_are_unique_to_their_session() {
    let mut test = TestCentre::new();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..20 {
        let ana = test.sign_in(ANA);
        let body = json!({ "agent_id": "101", "org_unit_id": "1" });
        let reply = test.post(&ana, "/auth/validate", body).ok().body;
        assert!(seen.insert(reply["broker"]["login"].as_str().unwrap().to_owned()), "a login of an earlier session");
        test.bare(&ana, "POST", "/auth/logoff").ok();
    }
}

#[test]
fn a_token_of_an_ended_session_is_refused_even_if_its_row_exists() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let session = test.store.session(&AgentId::from(ANA)).unwrap().unwrap();
    test.store.put_session(&SessionRow { ended_at: Some(test.now), ..session }).unwrap();
    assert_eq!(test.get(&ana, "/agents/101").status, 401);
}

#[test]
fn api_008_api_009_the_session_check_gives_a_broker_credential() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let answer = test.post(&ana, "/auth/validate", json!({ "agent_id": "101", "org_unit_id": "1" })).ok();
    assert_eq!(answer.body["success"], true);
    let broker = &answer.body["broker"];
    assert_eq!(broker["destination"], "/queue/agent.101");
    let (login, passcode) = (broker["login"].as_str().unwrap(), broker["passcode"].as_str().unwrap());
    assert!(!ana.token.contains(passcode), "never the token");
    let enter = |test: &TestCentre, passcode: &str| test.centre.broker_login(&test.store, test.now, login, passcode);
    let session_id = ana.principal.session_id.clone();
    assert_eq!(enter(&test, passcode), Ok(BrokerPrincipal { agent_id: AgentId::from(ANA), session_id, number: 2 }));
    assert_eq!(enter(&test, "wrong"), Err(BrokerRefusal::Unknown));
    test.advance(5 * 60 * 1000);
    assert_eq!(enter(&test, passcode), Err(BrokerRefusal::Expired));
}

#[test]
fn an_agent_has_a_bounded_number_of_broker_credentials() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let mut logins = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let answer = test.post(&ana, "/auth/validate", json!({ "agent_id": "101", "org_unit_id": "1" })).ok();
        logins.insert(answer.body["broker"]["login"].as_str().unwrap().to_owned());
    }
    assert_eq!(logins.len(), 16);
}

#[rstest]
#[case::id_of_another_agent(json!({ "agent_id": "102", "org_unit_id": "1" }), "403")]
#[case::id_of_another_org_unit(json!({ "agent_id": "101", "org_unit_id": "2" }), "403")]
#[case::missing_id(json!({ "agent_id": "101" }), "422 org_unit_id:required")]
#[case::extra_field(json!({ "agent_id": "101", "org_unit_id": "1", "x": 1 }), "422 x:unknown")]
fn the_session_check_is_for_the_callers_own_session(#[case] body: serde_json::Value, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    assert_eq!(test.post(&ana, "/auth/validate", body).refusal(), expected);
}

#[test]
fn the_store_does_not_contain_the_token() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let token = ana.token.strip_prefix("Bearer ").unwrap();
    let kept = format!("{:?}", test.store);
    assert!(!kept.contains(token));
    assert!(!kept.contains("agente123"));
    assert!(kept.contains("$argon2id$"));
}

/// An open link would go on receiving new attendances, although no request of its page is accepted any more.
#[test]
fn bey_129_a_session_ends_at_its_longest_life_and_its_links_get_the_reason() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let session_ms = test.centre.config.session_ms;
    test.advance(session_ms - 1);
    test.link_up(&ana);
    test.tick();
    assert!(test.recipients.ended_sessions.is_empty());
    test.advance(1);
    test.tick();
    let ended = test.recipients.ended_sessions.remove(0);
    let notice: serde_json::Value = serde_json::from_str(&ended.close_notice.unwrap()).unwrap();
    assert_eq!((&notice["event"], &notice["reason"]), (&json!("ForcedDisconnectEvent"), &json!("expired")));
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 expired");
    assert!(test.store.session(&ana.id).unwrap().unwrap().ended_at.is_some());
}

/// An older server stored no due time for the end of a session.
#[test]
fn after_a_restart_of_the_server_open_sessions_still_end_at_their_longest_life() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.store.delete_due(crate::due::Due::SessionEnd.as_str(), ANA).unwrap();
    test.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
    let session_ms = test.centre.config.session_ms;
    test.advance(session_ms);
    test.tick();
    assert!(test.store.session(&ana.id).unwrap().unwrap().ended_at.is_some());
}
