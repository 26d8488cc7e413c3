//! New passwords, in a session and with a temporary token.

use crate::testing::{ANA, Answered, BRUNO, CARLA, World};
use rstest::rstest;
use serde_json::{Value, json};

const CHANGE: &str = "/agents/101/change-password";

fn change(world: &mut World, token: &str, password: &str) -> Answered {
    let body = json!({ "agentId": "101", "password": password });
    world.request(Some(token), "PUT", CHANGE, &body.to_string())
}

#[test]
fn api_026_a_new_password_replaces_the_old_one_and_the_session_stays() {
    let mut world = World::new();
    let ana = world.sign_in(ANA);
    assert_eq!(change(&mut world, &ana.token, "nova-senha-1").ok().body, json!({ "success": true }));
    assert_eq!(world.get(&ana, "/agents/101").status, 200);
    world.bare(&ana, "POST", "/auth/logoff").ok();
    assert_eq!(world.login("ana.souza", "agente123").refusal(), "401 INVALID_CREDENTIALS");
    assert_eq!(world.login("ana.souza", "nova-senha-1").status, 200);
}

#[rstest]
#[case::ses_054_seven("1234567", "422 password:tooShort", "Senha deve ter no mínimo 8 caracteres")]
#[case::seven_letters_of_two_bytes("ááááááá", "422 password:tooShort", "Senha deve ter no mínimo 8 caracteres")]
#[case::ses_055_sixteen("1234567890123456", "422 password:tooLong", "Senha deve ter no máximo 15 caracteres")]
#[case::eight("12345678", "200", "")]
#[case::fifteen("123456789012345", "200", "")]
#[case::fifteen_letters_of_two_bytes("ááááááááááááááá", "200", "")]
fn a_password_has_8_to_15_letters(#[case] password: &str, #[case] expected: &str, #[case] message: &str) {
    let mut world = World::new();
    let ana = world.sign_in(ANA);
    let answer = change(&mut world, &ana.token, password);
    assert_eq!(answer.refusal(), expected);
    if answer.status != 200 {
        assert_eq!(answer.body["message"], message);
    }
}

#[test]
fn nobody_sets_anothers_password_and_the_body_names_the_same_agent() {
    let mut world = World::new();
    let ana = world.sign_in(ANA);
    let (bruno, carla) = (world.sign_in(BRUNO), world.sign_in(CARLA));
    for caller in [&bruno, &carla] {
        assert_eq!(change(&mut world, &caller.token, "nova-senha-1").refusal(), "403");
    }
    let other = json!({ "agentId": "102", "password": "nova-senha-1" });
    assert_eq!(world.put(&ana, CHANGE, other).refusal(), "403");
    assert_eq!(world.request(None, "PUT", CHANGE, "{}").refusal(), "401 invalidToken");
}

fn reset(world: &mut World) -> Value {
    let carla = world.sign_in(CARLA);
    world.bare(&carla, "POST", "/agents/101/reset-password").ok().body
}

#[test]
fn ses_057_a_temporary_token_opens_the_change_of_the_password_once_and_nothing_else() {
    let mut world = World::new();
    let given = reset(&mut world);
    assert_eq!((&given["agentId"], &given["expiresAt"]), (&json!("101"), &json!("2026-11-20T14:00:00.000Z")));
    let token = given["token"].as_str().unwrap().to_owned();
    for (method, path) in [("GET", "/agents/101"), ("POST", "/auth/logoff"), ("PUT", "/agents/101/remove-absent-mode")]
    {
        assert_eq!(world.request(Some(&token), method, path, "").refusal(), "401 invalidToken", "{path}");
    }
    let answer = change(&mut world, &token, "nova-senha-1").ok();
    assert_eq!(answer.authorization, None, "it does not become a session");
    assert_eq!(change(&mut world, &token, "outra-senha-2").refusal(), "401 invalidToken");
    assert_eq!(world.login("ana.souza", "nova-senha-1").status, 200);
}

#[test]
fn a_sign_in_that_must_change_the_password_gets_the_token_instead_of_a_session() {
    let mut world = World::new();
    let first = reset(&mut world)["token"].as_str().unwrap().to_owned();
    assert_eq!(world.login("ana.souza", "wrong-one").refusal(), "401 INVALID_CREDENTIALS");
    let answer = world.login("ana.souza", "agente123");
    assert_eq!(answer.refusal(), "409 PASSWORD_CHANGE_REQUIRED");
    assert_eq!((answer.authorization, &answer.body["details"]["agentId"]), (None, &json!("101")));
    let token = answer.body["details"]["token"].as_str().unwrap().to_owned();
    assert_eq!(change(&mut world, &first, "nova-senha-1").refusal(), "401 invalidToken", "the newest counts");
    change(&mut world, &token, "nova-senha-1").ok();
    assert_eq!(world.login("ana.souza", "nova-senha-1").status, 200);
}

#[test]
fn a_temporary_token_lives_for_a_quarter_of_an_hour() {
    let mut world = World::new();
    let token = reset(&mut world)["token"].as_str().unwrap().to_owned();
    world.advance(15 * 60 * 1000);
    let answer = change(&mut world, &token, "nova-senha-1");
    assert_eq!(
        (answer.refusal().as_str(), &answer.body["message"]),
        ("401 expired", &json!("Provided token is expired."))
    );
}

#[test]
fn a_password_that_was_reset_ends_the_sessions_that_are_open() {
    let mut world = World::new();
    let ana = world.sign_in(ANA);
    let token = reset(&mut world)["token"].as_str().unwrap().to_owned();
    assert_eq!(world.get(&ana, "/agents/101").status, 200, "a reset alone changes nothing");
    change(&mut world, &token, "nova-senha-1").ok();
    let farewell: Value = serde_json::from_str(world.delivery.ended_sessions[0].farewell.as_ref().unwrap()).unwrap();
    assert_eq!(farewell["reason"], "passwordChanged");
    assert_eq!(world.get(&ana, "/agents/101").refusal(), "401 invalidToken");
}

#[rstest]
#[case::an_agent(BRUNO, "/agents/101/reset-password")]
#[case::oneself(BRUNO, "/agents/102/reset-password")]
#[case::a_supervisor(CARLA, "/agents/201/reset-password")]
fn only_a_supervisor_resets_and_only_agents(#[case] caller: &str, #[case] path: &str) {
    let mut world = World::new();
    let caller = world.sign_in(caller);
    assert_eq!(world.bare(&caller, "POST", path).refusal(), "403");
}
