//! Tests of setting up a second factor, of sign-ins with a code, and of refusals without one.

use super::codes;
use crate::store::{SecondFactorStore, Store};
use crate::testing::{ANA, Agent, Answered, TestCentre};
use crate::{AccountError, SecondFactorConfig};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{AgentId, SecondFactorPolicy, Secret};

const KEY: &str = "0123456789abcdef0123456789abcdef";
const STEP_MS: i64 = 30_000;
const LOGIN: &str = "ana.souza";
const PASSWORD: &str = "agente123";
const PATH: &str = "/agents/101/second-factor";

fn centre(policy: SecondFactorPolicy) -> TestCentre {
    let mut test = TestCentre::new();
    test.centre.config.second_factor = SecondFactorConfig {
        key: Some(Secret::new(KEY.to_owned())),
        units: [("1".into(), policy)].into(),
        ..SecondFactorConfig::default()
    };
    // The clock starts at the beginning of a time step.
    test.now = test.now.plus_ms(-(test.now.0 % STEP_MS));
    test
}

/// The code that the app shows for this secret, `steps` time steps later than now.
fn code_of(test: &TestCentre, secret: &str, steps: i64) -> String {
    let bytes = totp_rs::Secret::try_from_base32(secret).unwrap().as_bytes().to_vec();
    let seconds = test.now.plus_ms(steps * STEP_MS).0 / 1_000;
    codes::totp(bytes, "app", "agent").unwrap().generate(u64::try_from(seconds).unwrap()).to_string()
}

fn token_of(answer: &Answered) -> String {
    answer.body["details"]["token"].as_str().unwrap_or_else(|| panic!("{:?}", answer.body)).to_owned()
}

fn post(test: &mut TestCentre, token: &str, path: &str, body: Value) -> Answered {
    test.request(Some(token), "POST", path, &body.to_string())
}

/// Sets up a factor at the sign-in and ends the session; returns the secret of the app and the recovery codes.
fn set_up(test: &mut TestCentre) -> (String, Vec<String>) {
    let token = token_of(&test.login(LOGIN, PASSWORD));
    let (secret, codes) = confirmed(test, &token, json!({ "agentId": "101" }));
    let session = post(test, &token, &format!("{PATH}/activate"), json!({ "agentId": "101" })).ok();
    let session = session.authorization.expect("the set-up completes the sign-in");
    test.request(Some(&session), "POST", "/auth/logoff", "").ok();
    (secret, codes)
}

fn confirmed(test: &mut TestCentre, token: &str, request: Value) -> (String, Vec<String>) {
    let given = post(test, token, PATH, request).ok().body;
    let secret = given["secret"].as_str().unwrap().to_owned();
    let code = code_of(test, &secret, 0);
    let body = post(test, token, &format!("{PATH}/confirm"), json!({ "agentId": "101", "code": code })).ok().body;
    (secret, serde_json::from_value(body["recoveryCodes"].clone()).unwrap())
}

fn sign_in_with(test: &mut TestCentre, code: &str) -> Answered {
    let answer = test.login(LOGIN, PASSWORD);
    assert_eq!(answer.refusal(), "409 SECOND_FACTOR_REQUIRED");
    give_code(test, &token_of(&answer), code)
}

fn give_code(test: &mut TestCentre, token: &str, code: &str) -> Answered {
    test.request(None, "POST", "/auth/second-factor", &json!({ "token": token, "code": code }).to_string())
}

fn actions(test: &mut TestCentre) -> Vec<&'static str> {
    std::mem::take(&mut test.security).into_iter().map(|event| event.action.as_str()).collect()
}

#[rstest]
#[case::off(SecondFactorPolicy::Off, "200")]
#[case::optional(SecondFactorPolicy::Optional, "200")]
#[case::required(SecondFactorPolicy::Required, "409 SECOND_FACTOR_SET_UP_REQUIRED")]
fn an_agent_without_a_factor_signs_in_by_the_policy_of_the_org_unit(
    #[case] policy: SecondFactorPolicy,
    #[case] expected: &str,
) {
    let mut test = centre(policy);
    let answer = test.login(LOGIN, PASSWORD);
    assert_eq!((answer.refusal().as_str(), answer.authorization.is_some()), (expected, expected == "200"));
    assert_eq!(test.login(LOGIN, "wrong").refusal(), "401 INVALID_CREDENTIALS", "the password comes first");
}

#[test]
fn without_a_key_no_org_unit_has_second_factors() {
    let mut test = centre(SecondFactorPolicy::Required);
    test.centre.config.second_factor.key = None;
    assert_eq!(test.login(LOGIN, PASSWORD).status, 200);
}

#[test]
fn the_set_up_at_a_sign_in_gives_the_app_its_secret_then_ten_recovery_codes_then_the_session() {
    let mut test = centre(SecondFactorPolicy::Required);
    let answer = test.login(LOGIN, PASSWORD);
    assert_eq!(answer.body["details"]["seconds"], 900);
    let token = token_of(&answer);
    let given = post(&mut test, &token, PATH, json!({ "agentId": "101" })).ok().body;
    let (secret, uri) = (given["secret"].as_str().unwrap(), given["uri"].as_str().unwrap());
    assert_eq!(uri, format!("otpauth://totp/Agente:ana.souza?secret={secret}&issuer=Agente"));
    let wrong = post(&mut test, &token, &format!("{PATH}/confirm"), json!({ "agentId": "101", "code": "000000" }));
    assert_eq!(wrong.refusal(), "422 code:wrong");
    let early = post(&mut test, &token, &format!("{PATH}/activate"), json!({ "agentId": "101" }));
    assert_eq!(early.refusal(), "409 SECOND_FACTOR_NOT_BEGUN", "an app that was not proved is not activated");
    let body = json!({ "agentId": "101", "code": code_of(&test, secret, 0) });
    let confirmed = post(&mut test, &token, &format!("{PATH}/confirm"), body).ok();
    assert_eq!(confirmed.authorization, None, "no session before the recovery codes are kept");
    let codes: Vec<String> = serde_json::from_value(confirmed.body["recoveryCodes"].clone()).unwrap();
    assert_eq!(codes.len(), 10);
    assert!(codes.iter().all(|code| code.len() == 19 && code.split('-').all(|part| part.len() == 4)), "{codes:?}");
    actions(&mut test);
    let session = post(&mut test, &token, &format!("{PATH}/activate"), json!({ "agentId": "101" })).ok();
    assert_eq!(session.body["agentId"], "101");
    assert_eq!(actions(&mut test), ["secondFactorSetUp", "signedIn"]);
    let session = session.authorization.unwrap();
    assert_eq!(test.request(Some(&session), "GET", "/agents/101", "").status, 200);
    assert_eq!(post(&mut test, &token, PATH, json!({ "agentId": "101" })).refusal(), "401 invalidToken");
}

#[test]
fn an_agent_who_did_not_keep_the_recovery_codes_begins_again_with_another_secret() {
    let mut test = centre(SecondFactorPolicy::Required);
    let token = token_of(&test.login(LOGIN, PASSWORD));
    let (first, _) = confirmed(&mut test, &token, json!({ "agentId": "101" }));
    let (second, _) = set_up(&mut test);
    assert_ne!(first, second);
    test.advance(2 * STEP_MS);
    let (old, new) = (code_of(&test, &first, 0), code_of(&test, &second, 0));
    assert_eq!(sign_in_with(&mut test, &old).refusal(), "422 code:wrong");
    assert_eq!(sign_in_with(&mut test, &new).status, 200);
}

#[rstest]
#[case::one_step_early(-1, "200")]
#[case::now(0, "200")]
#[case::one_step_late(1, "200")]
#[case::two_steps_early(-2, "422 code:wrong")]
#[case::two_steps_late(2, "422 code:wrong")]
fn a_code_is_taken_one_step_before_and_after_its_own(#[case] of_step: i64, #[case] expected: &str) {
    let mut test = centre(SecondFactorPolicy::Required);
    let (secret, _) = set_up(&mut test);
    test.advance(10 * STEP_MS);
    let code = code_of(&test, &secret, of_step);
    assert_eq!(sign_in_with(&mut test, &code).refusal(), expected);
}

#[test]
fn a_code_of_the_app_or_an_earlier_one_signs_in_only_once() {
    let mut test = centre(SecondFactorPolicy::Required);
    let (secret, _) = set_up(&mut test);
    let set_up_code = code_of(&test, &secret, 0);
    assert_eq!(sign_in_with(&mut test, &set_up_code).refusal(), "422 code:used", "the code of the set-up");
    test.advance(10 * STEP_MS);
    let (earlier, code) = (code_of(&test, &secret, -1), code_of(&test, &secret, 0));
    let (left, right) = code.split_at(3);
    let spaced = format!(" {left} {right} ");
    let token = sign_in_with(&mut test, &spaced).ok().authorization.unwrap();
    test.request(Some(&token), "POST", "/auth/logoff", "").ok();
    assert_eq!(sign_in_with(&mut test, &code).refusal(), "422 code:used");
    assert_eq!(sign_in_with(&mut test, &earlier).refusal(), "422 code:used");
    test.advance(STEP_MS);
    let next = code_of(&test, &secret, 0);
    assert_eq!(sign_in_with(&mut test, &next).status, 200);
}

#[test]
fn a_recovery_code_signs_in_once_and_the_answer_says_how_many_are_left() {
    let mut test = centre(SecondFactorPolicy::Required);
    let (secret, recovery) = set_up(&mut test);
    actions(&mut test);
    let typed = recovery[3].to_lowercase().replace('-', " ");
    let answer = sign_in_with(&mut test, &typed).ok();
    assert_eq!(answer.body["recoveryCodesLeft"], 9);
    assert_eq!(actions(&mut test), ["recoveryCodeUsed", "signedIn"]);
    let token = answer.authorization.unwrap();
    let status = test.request(Some(&token), "GET", PATH, "").ok().body;
    assert_eq!(status, json!({ "policy": "required", "active": true, "recoveryCodesLeft": 9 }));
    test.request(Some(&token), "POST", "/auth/logoff", "").ok();
    assert_eq!(sign_in_with(&mut test, &recovery[3]).refusal(), "422 code:wrong");
    assert_eq!(actions(&mut test), ["signedOut", "codeRefused"]);
    test.advance(10 * STEP_MS);
    let code = code_of(&test, &secret, 0);
    let by_app = sign_in_with(&mut test, &code).ok();
    assert_eq!(by_app.body["recoveryCodesLeft"], Value::Null, "a code of the app uses none");
}

#[test]
fn the_token_of_the_password_step_allows_only_the_request_with_the_code() {
    let mut test = centre(SecondFactorPolicy::Required);
    let waiting = token_of(&test.login(LOGIN, PASSWORD));
    for (method, path) in
        [("GET", "/agents/101"), ("POST", "/auth/validate"), ("PUT", "/agents/101/change-password"), ("GET", PATH)]
    {
        let answer = test.request(Some(&waiting), method, path, "{}");
        assert_eq!(answer.refusal(), "401 invalidToken", "{method} {path} while the factor is set up");
    }
    assert_eq!(give_code(&mut test, &waiting, "000000").refusal(), "409 CHALLENGE_EXPIRED");
    set_up(&mut test);
    let challenge = token_of(&test.login(LOGIN, PASSWORD));
    for path in ["/agents/101", PATH] {
        assert_eq!(test.request(Some(&challenge), "GET", path, "").refusal(), "401 invalidToken");
    }
    for path in [PATH.to_owned(), format!("{PATH}/activate"), format!("{PATH}/remove")] {
        assert_eq!(
            post(&mut test, &challenge, &path, json!({ "agentId": "101" })).refusal(),
            "401 invalidToken",
            "{path}"
        );
    }
}

#[test]
fn the_token_for_the_code_step_expires_after_five_minutes_and_is_used_once() {
    let mut test = centre(SecondFactorPolicy::Required);
    let (secret, _) = set_up(&mut test);
    let token = token_of(&test.login(LOGIN, PASSWORD));
    test.advance(5 * 60 * 1_000 - 1);
    let code = code_of(&test, &secret, 0);
    let session = give_code(&mut test, &token, &code).ok().authorization.unwrap();
    test.request(Some(&session), "POST", "/auth/logoff", "").ok();
    test.advance(STEP_MS);
    let next = code_of(&test, &secret, 0);
    assert_eq!(give_code(&mut test, &token, &next).refusal(), "409 CHALLENGE_EXPIRED", "used");
    let late = token_of(&test.login(LOGIN, PASSWORD));
    test.advance(5 * 60 * 1_000);
    let code = code_of(&test, &secret, 0);
    assert_eq!(give_code(&mut test, &late, &code).refusal(), "409 CHALLENGE_EXPIRED", "late");
}

/// The right password must not reset the counter of wrong codes.
#[test]
fn bey_104_wrong_codes_are_limited_like_wrong_passwords_also_between_right_passwords() {
    let mut test = centre(SecondFactorPolicy::Required);
    let (secret, _) = set_up(&mut test);
    test.advance(10 * STEP_MS);
    for _ in 0..5 {
        assert_eq!(sign_in_with(&mut test, "000000").refusal(), "422 code:wrong");
    }
    assert_eq!(test.login(LOGIN, PASSWORD).refusal(), "429 TOO_MANY_ATTEMPTS");
    test.advance(1_000);
    let token = token_of(&test.login(LOGIN, PASSWORD));
    assert_eq!(give_code(&mut test, &token, "000000").refusal(), "422 code:wrong");
    let code = code_of(&test, &secret, 0);
    assert_eq!(give_code(&mut test, &token, &code).refusal(), "429 TOO_MANY_ATTEMPTS", "the right code waits, too");
    test.advance(2_000);
    let code = code_of(&test, &secret, 0);
    let session = give_code(&mut test, &token, &code).ok().authorization.unwrap();
    test.request(Some(&session), "POST", "/auth/logoff", "").ok();
    assert_eq!(test.login(LOGIN, PASSWORD).refusal(), "409 SECOND_FACTOR_REQUIRED", "the failures are forgotten");
}

#[test]
fn a_sign_in_after_a_password_reset_still_requires_the_code() {
    let mut test = centre(SecondFactorPolicy::Required);
    set_up(&mut test);
    test.with(|centre, store, context| centre.reset_password(store, context, &AgentId::from(ANA)).unwrap());
    let token = token_of(&test.login(LOGIN, PASSWORD));
    let body = json!({ "agentId": "101", "password": "nova-senha-1" });
    test.request(Some(&token), "PUT", "/agents/101/change-password", &body.to_string()).ok();
    assert_eq!(test.login(LOGIN, "nova-senha-1").refusal(), "409 SECOND_FACTOR_REQUIRED");
}

#[test]
fn a_second_sign_in_with_a_code_is_refused_while_the_other_session_has_a_link() {
    let mut test = centre(SecondFactorPolicy::Optional);
    let ana = test.sign_in(ANA);
    let (secret, _) = set_up_in_session(&mut test, &ana);
    test.advance(2 * STEP_MS);
    test.beat(&ana);
    let code = code_of(&test, &secret, 0);
    let refused = sign_in_with(&mut test, &code);
    assert_eq!((refused.refusal().as_str(), refused.authorization), ("409 ALREADY_CONNECTED", None));
    assert_eq!(sign_in_with(&mut test, &code).refusal(), "422 code:used");
}

fn set_up_in_session(test: &mut TestCentre, agent: &Agent) -> (String, Vec<String>) {
    let made = confirmed(test, &agent.token, json!({ "agentId": "101", "password": PASSWORD }));
    let active = post(test, &agent.token, &format!("{PATH}/activate"), json!({ "agentId": "101" })).ok();
    assert_eq!((active.body["agentId"].as_str(), active.authorization), (Some("101"), None));
    made
}

#[test]
fn in_a_session_the_factor_is_set_up_with_the_password_and_turned_off_with_password_and_code() {
    let mut test = centre(SecondFactorPolicy::Optional);
    let ana = test.sign_in(ANA);
    for (request, expected) in [
        (json!({ "agentId": "101" }), "422 password:required"),
        (json!({ "agentId": "101", "password": "wrong" }), "422 password:wrong"),
    ] {
        assert_eq!(test.post(&ana, PATH, request).refusal(), expected);
    }
    let (secret, _) = set_up_in_session(&mut test, &ana);
    let again = json!({ "agentId": "101", "password": PASSWORD });
    assert_eq!(test.post(&ana, PATH, again).refusal(), "409 SECOND_FACTOR_ACTIVE", "a stolen session replaces no app");
    test.advance(2 * STEP_MS);
    let code = code_of(&test, &secret, 0);
    let remove = |password: &str, code: &str| json!({ "agentId": "101", "password": password, "code": code });
    let path = format!("{PATH}/remove");
    assert_eq!(test.post(&ana, &path, remove("wrong", &code)).refusal(), "422 password:wrong");
    assert_eq!(test.post(&ana, &path, remove(PASSWORD, "000000")).refusal(), "422 code:wrong");
    actions(&mut test);
    test.post(&ana, &path, remove(PASSWORD, &code)).ok();
    assert_eq!(actions(&mut test), ["secondFactorRemoved"]);
    test.bare(&ana, "POST", "/auth/logoff").ok();
    assert_eq!(test.login(LOGIN, PASSWORD).status, 200);
}

#[rstest]
#[case::off(SecondFactorPolicy::Off, "409 SECOND_FACTOR_OFF", "409 SECOND_FACTOR_NOT_BEGUN")]
#[case::required(SecondFactorPolicy::Required, "409 SECOND_FACTOR_ACTIVE", "409 SECOND_FACTOR_IS_REQUIRED")]
fn the_policy_of_the_org_unit_decides_whether_an_agent_may_change_the_factor_in_a_session(
    #[case] policy: SecondFactorPolicy,
    #[case] set_up_expected: &str,
    #[case] remove_expected: &str,
) {
    let mut test = centre(SecondFactorPolicy::Optional);
    let ana = test.sign_in(ANA);
    if policy == SecondFactorPolicy::Required {
        set_up_in_session(&mut test, &ana);
    }
    test.centre.config.second_factor.units = [("1".into(), policy)].into();
    let password = json!({ "agentId": "101", "password": PASSWORD });
    assert_eq!(test.post(&ana, PATH, password).refusal(), set_up_expected);
    let remove = json!({ "agentId": "101", "password": PASSWORD, "code": "000000" });
    assert_eq!(test.post(&ana, &format!("{PATH}/remove"), remove).refusal(), remove_expected);
}

#[rstest]
#[case::policy_turned_off(|config: &mut SecondFactorConfig| config.units = [].into(), "409 SECOND_FACTOR_REQUIRED")]
#[case::policy_without_key(|config: &mut SecondFactorConfig| config.key = None, "409 SECOND_FACTOR_UNAVAILABLE")]
fn an_agent_with_an_active_factor_is_asked_for_a_code_after_every_change_of_the_policy(
    #[case] change: fn(&mut SecondFactorConfig),
    #[case] expected: &str,
) {
    let mut test = centre(SecondFactorPolicy::Required);
    set_up(&mut test);
    change(&mut test.centre.config.second_factor);
    assert_eq!(test.login(LOGIN, PASSWORD).refusal(), expected);
}

#[test]
fn with_another_key_no_code_is_accepted() {
    let mut test = centre(SecondFactorPolicy::Required);
    let (secret, recovery) = set_up(&mut test);
    test.centre.config.second_factor.key = Some(Secret::new("another key of thirty-two letters".to_owned()));
    test.advance(2 * STEP_MS);
    let code = code_of(&test, &secret, 0);
    for code in [code.as_str(), &recovery[0]] {
        assert_eq!(sign_in_with(&mut test, code).refusal(), "409 SECOND_FACTOR_UNAVAILABLE");
    }
}

#[test]
fn after_a_change_of_the_key_agents_sign_in_with_secrets_of_the_former_key() {
    let mut test = centre(SecondFactorPolicy::Required);
    let (secret, recovery) = set_up(&mut test);
    let leave = |test: &mut TestCentre, answer: Answered| {
        let token = answer.ok().authorization.expect("a session");
        test.request(Some(&token), "POST", "/auth/logoff", "").ok();
    };
    let config = &mut test.centre.config.second_factor;
    config.former_key = config.key.replace(Secret::new("another key of thirty-two letters".to_owned()));
    // The first code that is accepted, here a recovery code hashed with the former key, re-encrypts the secret with the
    // present key.
    let answer = sign_in_with(&mut test, &recovery[0]);
    leave(&mut test, answer);
    test.centre.config.second_factor.former_key = None;
    test.advance(2 * STEP_MS);
    let code = code_of(&test, &secret, 0);
    let answer = sign_in_with(&mut test, &code);
    leave(&mut test, answer);
    assert_eq!(sign_in_with(&mut test, &recovery[1]).refusal(), "422 code:wrong", "its hash is of the former key");
}

#[test]
fn the_store_holds_neither_the_secret_nor_a_recovery_code() {
    let mut test = centre(SecondFactorPolicy::Required);
    let (secret, recovery) = set_up(&mut test);
    let stored = format!("{:?}", test.store.second_factor(&AgentId::from(ANA)).unwrap().unwrap());
    let bytes = totp_rs::Secret::try_from_base32(&secret).unwrap().as_bytes().to_vec();
    let plain = [secret, hex::encode(bytes), recovery[0].clone(), recovery[0].replace('-', "")];
    for text in plain {
        assert!(!stored.contains(&text), "{text}");
    }
}

#[test]
fn new_recovery_codes_take_the_place_of_the_old_ones_with_password_and_code() {
    let mut test = centre(SecondFactorPolicy::Required);
    let (secret, old) = set_up(&mut test);
    let code = code_of(&test, &secret, 1);
    let session = sign_in_with(&mut test, &code).ok().authorization.unwrap();
    let path = format!("{PATH}/recovery-codes");
    let ask = |test: &mut TestCentre, password: &str, code: &str| {
        post(test, &session, &path, json!({ "agentId": "101", "password": password, "code": code }))
    };
    assert_eq!(ask(&mut test, "wrong", &old[0]).refusal(), "422 password:wrong");
    assert_eq!(ask(&mut test, PASSWORD, "000000").refusal(), "422 code:wrong");
    let used = code_of(&test, &secret, 1);
    assert_eq!(ask(&mut test, PASSWORD, &used).refusal(), "422 code:used");
    actions(&mut test);
    let renewed = ask(&mut test, PASSWORD, &old[0]).ok().body;
    assert_eq!(actions(&mut test), ["recoveryCodeUsed", "recoveryCodesRenewed"]);
    let new: Vec<String> = serde_json::from_value(renewed["recoveryCodes"].clone()).unwrap();
    assert!(new.len() == 10 && new.iter().all(|code| !old.contains(code)), "{new:?}");
    let status = test.request(Some(&session), "GET", PATH, "").ok().body;
    assert_eq!((&status["active"], &status["recoveryCodesLeft"]), (&json!(true), &json!(10)));
    test.request(Some(&session), "POST", "/auth/logoff", "").ok();
    assert_eq!(sign_in_with(&mut test, &old[1]).refusal(), "422 code:wrong", "the old ones are void");
    assert_eq!(sign_in_with(&mut test, &new[0]).ok().body["recoveryCodesLeft"], 9);
}

#[test]
fn an_agent_without_a_factor_gets_no_recovery_codes() {
    let mut test = centre(SecondFactorPolicy::Optional);
    let ana = test.sign_in(ANA);
    let body = json!({ "agentId": "101", "password": PASSWORD, "code": "123456" });
    let refused = post(&mut test, &ana.token, &format!("{PATH}/recovery-codes"), body);
    assert_eq!(refused.refusal(), "409 SECOND_FACTOR_NOT_BEGUN");
}

#[test]
fn the_operator_resets_the_second_factor_of_an_account_which_ends_the_session_and_is_audited() {
    let mut test = centre(SecondFactorPolicy::Optional);
    let (ana, carla) = (test.sign_in(ANA), test.sign_in(crate::testing::CARLA));
    let reset = |test: &mut TestCentre, login: &str| {
        test.with(|centre, store, context| centre.reset_second_factor(store, context, login))
    };
    assert_eq!(reset(&mut test, LOGIN), Err(AccountError::NoSecondFactor));
    assert_eq!(reset(&mut test, "nobody"), Err(AccountError::Unknown));
    set_up_in_session(&mut test, &ana);
    actions(&mut test);
    assert_eq!(reset(&mut test, " Ana.Souza "), Ok(AgentId::from(ANA)));
    assert_eq!(actions(&mut test), ["sessionEnded", "secondFactorReset"]);
    let of_command = std::mem::take(&mut test.recipients.ended_sessions);
    assert_eq!(of_command.len(), 1);
    test.tick();
    assert_eq!(test.recipients.ended_sessions, of_command, "a running server closes the links of the session");
    test.tick();
    assert!(test.recipients.ended_sessions.is_empty(), "once");
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 invalidToken");
    assert_eq!(test.login(LOGIN, PASSWORD).status, 200);
    let rows = test.get(&carla, "/audit").ok().body;
    let row = ["action", "kind", "id", "name", "agentName"]
        .map(|field| rows["data"][0][field].as_str().unwrap_or_default().to_owned());
    assert_eq!(row, ["resetSecondFactor", "agent", ANA, "Ana Souza", "operator"].map(str::to_owned));
}

#[test]
fn a_created_account_changes_its_password_before_it_sets_a_factor_up() {
    let mut test = centre(SecondFactorPolicy::Required);
    let mut row = test.store.agent(&AgentId::from(ANA)).unwrap().unwrap();
    row.must_change_password = true;
    test.store.put_agent(&row).unwrap();
    let token = token_of(&test.login(LOGIN, PASSWORD));
    let body = json!({ "agentId": "101", "password": "nova-senha-1" });
    test.request(Some(&token), "PUT", "/agents/101/change-password", &body.to_string()).ok();
    assert_eq!(test.login(LOGIN, "nova-senha-1").refusal(), "409 SECOND_FACTOR_SET_UP_REQUIRED");
}
