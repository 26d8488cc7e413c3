//! Setting a password in a session and with a temporary token.

use crate::testing::{ANA, Answered, BRUNO, CARLA, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::AgentId;

const CHANGE: &str = "/agents/101/change-password";

fn change(test: &mut TestCentre, token: &str, password: &str) -> Answered {
    let body = json!({ "agentId": "101", "password": password });
    test.request(Some(token), "PUT", CHANGE, &body.to_string())
}

/// Changes the password in a session, with the current password.
fn replace(test: &mut TestCentre, token: &str, current: &str, password: &str) -> Answered {
    let body = json!({ "agentId": "101", "currentPassword": current, "password": password });
    test.request(Some(token), "PUT", CHANGE, &body.to_string())
}

#[test]
fn api_026_a_new_password_replaces_the_old_one_and_the_session_stays() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let changed = replace(&mut test, &ana.token, "agente123", "nova-senha-1").ok();
    assert_eq!(changed.body, json!({ "success": true }));
    assert_eq!(test.get(&ana, "/agents/101").status, 200);
    test.bare(&ana, "POST", "/auth/logoff").ok();
    assert_eq!(test.login("ana.souza", "agente123").refusal(), "401 INVALID_CREDENTIALS");
    assert_eq!(test.login("ana.souza", "nova-senha-1").status, 200);
}

#[rstest]
#[case::ses_054_seven_characters("1234567", "422 password:tooShort", "Senha deve ter no mínimo 8 caracteres")]
#[case::seven_letters_of_two_bytes("ááááááá", "422 password:tooShort", "Senha deve ter no mínimo 8 caracteres")]
#[case::ses_055_sixteen_characters(
    "1234567890123456",
    "422 password:tooLong",
    "Senha deve ter no máximo 15 caracteres"
)]
#[case::eight_characters("qv7-tulp", "200", "")]
#[case::a_common_password("password", "422 password:tooCommon", "Senha muito comum")]
#[case::digits_in_a_row("12345678", "422 password:tooCommon", "Senha muito comum")]
#[case::one_letter_repeated("aaaaaaaaaa", "422 password:tooCommon", "Senha muito comum")]
#[case::only_spaces("        ", "422 password:tooCommon", "Senha muito comum")]
#[case::keys_in_a_row("qwertyuiop", "422 password:tooCommon", "Senha muito comum")]
#[case::the_login("ana.souza", "422 password:isLogin", "Senha não pode conter o usuário")]
#[case::the_login_and_a_digit("Ana.Souza12", "422 password:isLogin", "Senha não pode conter o usuário")]
#[case::the_login_in_a_longer_password("ana.souza-qv7-x", "200", "")]
#[case::fifteen_characters("123456789012345", "200", "")]
#[case::fifteen_letters_of_two_bytes("çãõéêíóúâôàtulp", "200", "")]
fn a_new_password_has_8_to_15_characters_and_is_not_one_of_the_most_common(
    #[case] password: &str,
    #[case] expected: &str,
    #[case] message: &str,
) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let answer = replace(&mut test, &ana.token, "agente123", password);
    assert_eq!(answer.refusal(), expected);
    if answer.status != 200 {
        assert_eq!(answer.body["message"], message);
    }
}

#[test]
fn bey_129_a_new_password_needs_the_current_one_and_revokes_all_other_tokens() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.advance(7 * 60 * 60 * 1000);
    let own = test.get(&ana, "/agents/101").ok().authorization.unwrap();
    assert_eq!(change(&mut test, &own, "nova-senha-1").refusal(), "422 currentPassword:required");
    assert_eq!(replace(&mut test, &own, "wrong-one", "nova-senha-1").refusal(), "422 currentPassword:wrong");
    replace(&mut test, &own, "agente123", "nova-senha-1").ok();
    assert_eq!(test.request(Some(&own), "GET", "/agents/101", "").status, 200, "the caller's own token stays");
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 invalidToken", "another one may be stolen");
}

/// An attacker who holds the old token would go on receiving the agent's events.
#[test]
fn a_new_password_ends_the_links_and_credentials_of_the_session() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let body = json!({ "agent_id": ana.id, "org_unit_id": "1" });
    let broker = test.post(&ana, "/auth/validate", body).ok().body["broker"].clone();
    let is_accepted = |test: &mut TestCentre| {
        let (login, passcode) = (broker["login"].as_str().unwrap(), broker["passcode"].as_str().unwrap());
        test.centre.broker_login(&test.store, test.now, login, passcode).is_ok()
    };
    assert!(is_accepted(&mut test));
    replace(&mut test, &ana.token, "agente123", "nova-senha-1").ok();
    let closed: Vec<_> = test.recipients.ended_sessions.iter().map(|ended| ended.agent_id.as_str()).collect();
    assert_eq!(closed, [ANA]);
    assert!(!is_accepted(&mut test));
    test.broker_principal(&ana);
}

#[test]
fn wrong_current_passwords_count_as_failed_sign_ins() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    for _ in 0..5 {
        assert_eq!(replace(&mut test, &ana.token, "wrong-one", "nova-senha-1").refusal(), "422 currentPassword:wrong");
    }
    assert_eq!(replace(&mut test, &ana.token, "agente123", "nova-senha-1").refusal(), "429 TOO_MANY_ATTEMPTS");
    assert_eq!(test.get(&ana, "/agents/101").status, 200, "the session stays");
}

#[test]
fn bey_129_a_password_reset_invalidates_the_old_password_and_ends_the_session() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let carla = test.sign_in(CARLA);
    let given = test.bare(&carla, "POST", "/agents/101/reset-password").ok().body;
    let ended = test.recipients.ended_sessions.clone();
    assert_eq!(ended.len(), 1);
    let close_notice: Value = serde_json::from_str(ended[0].close_notice.as_ref().unwrap()).unwrap();
    assert_eq!(close_notice["reason"], "passwordChanged");
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 invalidToken");
    assert_eq!(test.login("ana.souza", "agente123").refusal(), "401 INVALID_CREDENTIALS");
    assert_eq!(test.login("ana.souza", "").refusal(), "401 INVALID_CREDENTIALS");
    change(&mut test, given["token"].as_str().unwrap(), "nova-senha-1").ok();
    assert_eq!(test.login("ana.souza", "nova-senha-1").status, 200);
}

#[test]
fn only_the_agents_own_password_can_be_set() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let (bruno, carla) = (test.sign_in(BRUNO), test.sign_in(CARLA));
    for caller in [&bruno, &carla] {
        assert_eq!(change(&mut test, &caller.token, "nova-senha-1").refusal(), "403");
    }
    let other = json!({ "agentId": "102", "password": "nova-senha-1" });
    assert_eq!(test.put(&ana, CHANGE, other).refusal(), "403");
    assert_eq!(test.request(None, "PUT", CHANGE, "{}").refusal(), "401 invalidToken");
}

fn reset(test: &mut TestCentre) -> Value {
    let carla = test.sign_in(CARLA);
    test.bare(&carla, "POST", "/agents/101/reset-password").ok().body
}

#[test]
fn ses_057_a_temporary_token_authorises_one_password_change_and_nothing_else() {
    let mut test = TestCentre::new();
    let given = reset(&mut test);
    assert_eq!((&given["agentId"], &given["expiresAt"]), (&json!("101"), &json!("2026-11-20T14:00:00.000Z")));
    let token = given["token"].as_str().unwrap().to_owned();
    for (method, path) in [("GET", "/agents/101"), ("POST", "/auth/logoff"), ("PUT", "/agents/101/remove-absent-mode")]
    {
        assert_eq!(test.request(Some(&token), method, path, "").refusal(), "401 invalidToken", "{path}");
    }
    let answer = change(&mut test, &token, "nova-senha-1").ok();
    assert_eq!(answer.authorization, None, "it does not become a session");
    assert_eq!(change(&mut test, &token, "outra-senha-2").refusal(), "401 invalidToken");
    assert_eq!(test.login("ana.souza", "nova-senha-1").status, 200);
}

/// The agent must choose a new password, but the old one still works for that.
fn require_new(test: &mut TestCentre) -> String {
    let ana = AgentId::from(ANA);
    test.with(|centre, store, context| centre.reset_password(store, context, &ana).unwrap().unwrap())
}

#[test]
fn a_sign_in_that_requires_a_new_password_gets_a_token_instead_of_a_session() {
    let mut test = TestCentre::new();
    let first = require_new(&mut test);
    assert_eq!(test.login("ana.souza", "wrong-one").refusal(), "401 INVALID_CREDENTIALS");
    let answer = test.login("ana.souza", "agente123");
    assert_eq!(answer.refusal(), "409 PASSWORD_CHANGE_REQUIRED");
    assert_eq!((answer.authorization, &answer.body["details"]["agentId"]), (None, &json!("101")));
    let token = answer.body["details"]["token"].as_str().unwrap().to_owned();
    assert_eq!(change(&mut test, &first, "nova-senha-1").refusal(), "401 invalidToken", "the newest counts");
    change(&mut test, &token, "nova-senha-1").ok();
    assert_eq!(test.login("ana.souza", "nova-senha-1").status, 200);
}

#[test]
fn a_temporary_token_expires_after_15_minutes() {
    let mut test = TestCentre::new();
    let token = reset(&mut test)["token"].as_str().unwrap().to_owned();
    test.advance(15 * 60 * 1000);
    let answer = change(&mut test, &token, "nova-senha-1");
    assert_eq!(
        (answer.refusal().as_str(), &answer.body["message"]),
        ("401 expired", &json!("Provided token is expired."))
    );
}

#[test]
fn setting_a_password_by_token_ends_the_open_session() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let token = require_new(&mut test);
    assert_eq!(test.get(&ana, "/agents/101").status, 200, "a requirement alone changes nothing");
    change(&mut test, &token, "nova-senha-1").ok();
    let close_notice: Value =
        serde_json::from_str(test.recipients.ended_sessions[0].close_notice.as_ref().unwrap()).unwrap();
    assert_eq!(close_notice["reason"], "passwordChanged");
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 invalidToken");
}

#[rstest]
#[case::an_agent_resets_a_colleagues_password(BRUNO, "/agents/101/reset-password")]
#[case::an_agent_resets_the_own_password(BRUNO, "/agents/102/reset-password")]
#[case::a_supervisor_resets_a_supervisors_password(CARLA, "/agents/201/reset-password")]
fn only_a_supervisor_can_reset_a_password_and_only_that_of_an_agent(#[case] caller: &str, #[case] path: &str) {
    let mut test = TestCentre::new();
    let caller = test.sign_in(caller);
    assert_eq!(test.bare(&caller, "POST", path).refusal(), "403");
}

#[test]
fn an_installation_may_allow_longer_passwords() {
    let mut test = TestCentre::new();
    test.centre = crate::Centre::new(crate::CentreConfig { password_max_chars: 64, ..crate::CentreConfig::default() });
    let ana = test.sign_in(ANA);
    let sixty_four: String = "correct horse battery staple ".chars().cycle().take(64).collect();
    assert_eq!(
        replace(&mut test, &ana.token, "agente123", &format!("{sixty_four}.")).refusal(),
        "422 password:tooLong"
    );
    replace(&mut test, &ana.token, "agente123", &sixty_four).ok();
    assert_eq!(test.get(&ana, "/system").ok().body["settings"]["passwordMaxChars"], 64);
}
