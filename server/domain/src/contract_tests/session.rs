//! Scenarios of second factors and of idle sessions for the examples in docs/contract/session.

use super::{Day, assert_same, read};
use crate::SecondFactorConfig;
use crate::auth::second_factor::{ActivateRequest, CodeSignIn, ConfirmRequest, RemoveRequest, SetUpRequest};
use crate::body::Body;
use crate::testing::{ANA, BRUNO, TestCentre};
use serde_json::{Value, json};
use wire::{SecondFactorPolicy, Secret};

/// Whether the request belongs to a second factor; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "CodeSignIn" => read::<CodeSignIn>(body),
        "SecondFactorRequest" => read::<SetUpRequest>(body),
        "SecondFactorConfirm" => read::<ConfirmRequest>(body),
        "SecondFactorActivate" => read::<ActivateRequest>(body),
        "SecondFactorRemove" => read::<RemoveRequest>(body),
        _ => return false,
    }
    true
}

/// Second factors are optional: agents may set one up.
pub(super) fn optional_factors() -> SecondFactorConfig {
    SecondFactorConfig {
        key: Some(Secret::new("0123456789abcdef0123456789abcdef".to_owned())),
        former_key: None,
        everywhere: SecondFactorPolicy::Optional,
        units: [].into(),
    }
}

fn text(body: &Value, field: &str) -> String {
    body[field].as_str().unwrap_or_else(|| panic!("{body}")).to_owned()
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    test.centre.config.second_factor =
        SecondFactorConfig { everywhere: SecondFactorPolicy::Required, ..optional_factors() };
    let refused = test.login("ana.souza", "agente123").body;
    let token = text(&refused["details"], "token");
    day.errors.insert("session/error-second-factor-set-up-required.json", refused);
    let path = |step: &str| format!("/agents/{ANA}/second-factor{step}");
    let own = json!({ "agentId": ANA });
    let given = test.request(Some(&token), "POST", &path(""), &own.to_string()).ok().body;
    let totp = totp_rs::Totp::from_url(text(&given, "uri")).unwrap();
    day.answers.insert("session/second-factor-set-up.json", given);
    let code = totp.generate(u64::try_from(test.now.0 / 1_000).unwrap()).to_string();
    let first = json!({ "agentId": ANA, "code": code }).to_string();
    let codes = test.request(Some(&token), "POST", &path("/confirm"), &first).ok().body;
    let recovery = codes["recoveryCodes"][0].as_str().unwrap().to_owned();
    day.answers.insert("session/recovery-codes.json", codes);
    let signed_in = test.request(Some(&token), "POST", &path("/activate"), &own.to_string()).ok();
    let session = signed_in.authorization.unwrap();
    let status = test.request(Some(&session), "GET", &path(""), "").ok().body;
    day.answers.insert("session/second-factor.json", status);
    let proof = json!({ "agentId": ANA, "password": "agente123", "code": recovery }).to_string();
    let codes = test.request(Some(&session), "POST", &path("/recovery-codes"), &proof).ok().body;
    assert_same(&codes, "session/recovery-codes.json");
    let recovery = codes["recoveryCodes"][0].as_str().unwrap().to_owned();
    test.request(Some(&session), "POST", "/auth/logoff", "").ok();
    let refused = test.login("ana.souza", "agente123").body;
    let challenge = text(&refused["details"], "token");
    day.errors.insert("session/error-second-factor-required.json", refused);
    let with_code = json!({ "token": challenge, "code": recovery }).to_string();
    let signed_in = test.request(None, "POST", "/auth/second-factor", &with_code).ok().body;
    day.answers.insert("session/code-signed-in.json", signed_in);
    let again = test.request(None, "POST", "/auth/second-factor", &with_code).body;
    day.errors.insert("session/error-challenge-expired.json", again);
    idle(day);
}

fn idle(day: &mut Day) {
    let mut test = TestCentre::new();
    test.centre.config.session_idle_ms = Some(60_000);
    let bruno = test.sign_in(BRUNO);
    test.advance(60_000);
    test.tick();
    day.errors.insert("session/error-session-idle.json", test.get(&bruno, "/agents/102").body);
}
