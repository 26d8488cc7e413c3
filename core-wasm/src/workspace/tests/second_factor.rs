//! The second factor at a sign-in and in a session, and the end of an idle session.

use super::bench::{Bench, Call};
use super::failure_rows::{Row, Told};
use super::samples::{login_reply, validate_reply, with};
use super::words::said;
use crate::flow::{HttpFailure, StorePlace, Text};
use crate::input::{Intent, PageInput};
use crate::session::FactorStep::{self, AppCode, FirstCode, Password, RecoveryCode, RecoveryCodes};
use crate::session::SessionPhaseView::{Ready, SignedOut};
use crate::session::{SecondFactorView, SessionIntent};
use crate::shell::Dialog;
use crate::wire::{Secret, rfc3339};
use rstest::rstest;
use serde_json::{Value, json};

const LOGIN: &str = "POST auth/login";
const CODE: &str = "POST auth/second-factor";
const OWN: &str = "agents/101/second-factor";

fn own(verb: &str) -> String {
    format!("POST {OWN}{verb}")
}

fn refusal(reason: &str) -> Value {
    json!({ "reason": reason, "details": { "agentId": "101", "token": "next-step", "seconds": 300 } })
}

fn code_refused(fault: &str) -> Value {
    json!({ "errors": { "code": fault } })
}

/// The sign-in page after an answer with 409 and this reason.
fn asked(reason: &str) -> Bench {
    let mut bench = Bench::new();
    bench.answer(LOGIN, 409, refusal(reason));
    bench.answer_with_token(CODE, "Bearer token-1", login_reply());
    bench.answer_with_token(&own("/activate"), "Bearer token-1", login_reply());
    bench.answer(&own(""), 200, json!({ "secret": "GEZDGNBV", "uri": "otpauth://totp/x" }));
    bench.answer(&own("/confirm"), 200, json!({ "recoveryCodes": ["AAAA-BBBB", "CCCC-DDDD"] }));
    bench.answer(&own("/remove"), 200, json!({ "success": true }));
    bench.answer(&own("/recovery-codes"), 200, json!({ "recoveryCodes": ["EEEE-FFFF"] }));
    bench.answer(&format!("GET {OWN}"), 200, json!({ "policy": "optional", "active": true, "recoveryCodesLeft": 10 }));
    bench.start("/login").sign_in();
    bench
}

fn factor(bench: &Bench) -> SecondFactorView {
    bench.session().second_factor
}

fn step(bench: &Bench) -> FactorStep {
    factor(bench).step
}

fn types(bench: &mut Bench, code: &str) {
    bench.intent(Intent::Session(SessionIntent::GiveCode { code: Secret::new(code.to_owned()) }));
}

fn intends(bench: &mut Bench, intent: SessionIntent) {
    bench.intent(Intent::Session(intent));
}

/// The latest request of this name.
fn last<'a>(bench: &'a Bench, name: &str) -> &'a Call {
    bench.calls_of(name).last().copied().unwrap_or_else(|| panic!("no {name} in {:?}", bench.names()))
}

fn spoken(bench: &Bench) -> Vec<String> {
    bench.snackbars().iter().map(|note| said(&note.body)).collect()
}

fn sentence(text: Option<Text>) -> Option<String> {
    text.as_ref().map(said)
}

#[test]
fn a_right_password_of_an_agent_with_a_factor_asks_for_a_code_which_completes_the_sign_in() {
    let mut bench = asked("SECOND_FACTOR_REQUIRED");
    assert_eq!((step(&bench), bench.session().phase, bench.path().as_str()), (AppCode, SignedOut, "/login"));
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), None, "the password alone gives no session");
    types(&mut bench, "287 082");
    assert_eq!(last(&bench, CODE).json(), json!({ "token": "next-step", "code": "287 082" }));
    assert_eq!((step(&bench), bench.session().phase, bench.path().as_str()), (Password, Ready, "/attendance"));
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), Some("token-1"));
}

#[rstest]
#[case::a_wrong_code("wrong", "Código incorreto. Confira o código e a hora do telefone.")]
#[case::a_code_that_was_used("used", "Este código já foi usado. Espere o próximo.")]
fn a_refused_code_keeps_the_step_of_the_code_and_the_typed_login_and_shows_the_reason(
    #[case] fault: &str,
    #[case] sentence_of: &str,
) {
    let mut bench = asked("SECOND_FACTOR_REQUIRED");
    bench.answer(CODE, 422, code_refused(fault));
    types(&mut bench, "000000");
    let view = factor(&bench);
    assert_eq!((view.step, view.saving, bench.session().login.as_str()), (AppCode, false, "ana.souza"));
    assert_eq!(sentence(view.code_error).as_deref(), Some(sentence_of));
    bench.answer_with_token(CODE, "Bearer token-1", login_reply());
    types(&mut bench, "287082");
    assert_eq!(bench.session().phase, Ready);
}

#[test]
fn an_empty_code_is_not_sent() {
    let mut bench = asked("SECOND_FACTOR_REQUIRED");
    types(&mut bench, " - ");
    assert_eq!(sentence(factor(&bench).code_error).as_deref(), Some("Informe o código"));
    assert!(!bench.names().contains(&CODE));
}

#[test]
fn a_recovery_code_signs_in_and_the_agent_reads_how_many_are_left() {
    let mut bench = asked("SECOND_FACTOR_REQUIRED");
    intends(&mut bench, SessionIntent::ChangeCodeKind);
    assert_eq!(step(&bench), RecoveryCode);
    bench.answer(CODE, 422, code_refused("wrong"));
    types(&mut bench, "AAAA-BBBB");
    let error = sentence(factor(&bench).code_error);
    assert_eq!(error.as_deref(), Some("Código de recuperação incorreto ou já usado"));
    bench.answer_with_token(CODE, "Bearer token-1", with(login_reply(), json!({ "recoveryCodesLeft": 9 })));
    types(&mut bench, "AAAA-BBBC");
    assert_eq!(bench.session().phase, Ready);
    assert_eq!(spoken(&bench), ["Você usou um código de recuperação. Restam 9."]);
}

#[rstest]
#[case::the_challenge_has_expired("CHALLENGE_EXPIRED", "O tempo para o código acabou. Digite a senha de novo.")]
#[case::the_agent_has_another_session("ALREADY_CONNECTED", "Agente já está conectado")]
#[case::the_server_has_no_key(
    "SECOND_FACTOR_UNAVAILABLE",
    "O servidor não pode verificar o código agora. Fale com seu supervisor."
)]
fn a_sign_in_that_cannot_continue_returns_to_the_step_of_the_password_with_the_reason(
    #[case] reason: &str,
    #[case] sentence_of: &str,
) {
    let mut bench = asked("SECOND_FACTOR_REQUIRED");
    bench.answer(CODE, 409, json!({ "reason": reason }));
    types(&mut bench, "287082");
    let session = bench.session();
    assert_eq!((step(&bench), session.phase, session.login.as_str()), (Password, SignedOut, "ana.souza"));
    assert_eq!(sentence(session.error).as_deref(), Some(sentence_of));
    bench.answer_with_token(LOGIN, "Bearer token-2", login_reply()).sign_in();
    assert_eq!(bench.session().phase, Ready);
}

#[test]
fn the_page_ends_the_step_of_the_code_when_its_time_is_over_and_ignores_a_late_answer() {
    let mut bench = asked("SECOND_FACTOR_REQUIRED");
    bench.hold(CODE);
    bench.advance(299_000);
    types(&mut bench, "287082");
    bench.advance(1_000);
    let session = bench.session();
    assert_eq!(step(&bench), Password);
    assert_eq!(sentence(session.error).as_deref(), Some("O tempo para o código acabou. Digite a senha de novo."));
    bench.reply(CODE, 422, code_refused("wrong"));
    assert_eq!((step(&bench), factor(&bench).code_error), (Password, None));
}

#[test]
fn a_lost_answer_and_too_many_attempts_keep_the_step_of_the_code() {
    let mut bench = asked("SECOND_FACTOR_REQUIRED");
    bench.fail(CODE, HttpFailure::NoAnswer);
    types(&mut bench, "287082");
    assert_eq!(sentence(factor(&bench).error).as_deref(), Some("Não foi possível concluir. Tente de novo."));
    bench.answer(CODE, 429, json!({ "reason": "TOO_MANY_ATTEMPTS", "details": { "seconds": 8 } }));
    types(&mut bench, "287082");
    assert_eq!(sentence(factor(&bench).error).as_deref(), Some("Muitas tentativas. Espere 8 s e tente de novo."));
    assert_eq!(step(&bench), AppCode);
}

#[test]
fn going_back_to_the_password_forgets_the_challenge() {
    let mut bench = asked("SECOND_FACTOR_REQUIRED");
    intends(&mut bench, SessionIntent::LeaveSecondFactor);
    assert_eq!((step(&bench), bench.session().error), (Password, None));
    types(&mut bench, "287082");
    assert!(!bench.names().contains(&CODE));
}

#[test]
fn an_agent_who_needs_a_factor_sets_it_up_before_the_session_and_keeps_the_recovery_codes() {
    let mut bench = asked("SECOND_FACTOR_SET_UP_REQUIRED");
    let call = last(&bench, &own(""));
    assert_eq!((call.json(), call.token.as_deref()), (json!({ "agentId": "101" }), Some("next-step")));
    let view = factor(&bench);
    assert_eq!((view.step, view.secret.as_str(), view.uri.as_str()), (FirstCode, "GEZDGNBV", "otpauth://totp/x"));
    bench.answer(&own("/confirm"), 422, code_refused("wrong"));
    types(&mut bench, "000000");
    assert_eq!((step(&bench), factor(&bench).code_error.is_some()), (FirstCode, true));
    bench.answer(&own("/confirm"), 200, json!({ "recoveryCodes": ["AAAA-BBBB", "CCCC-DDDD"] }));
    types(&mut bench, "287082");
    let view = factor(&bench);
    assert_eq!((view.step, view.secret.as_str()), (RecoveryCodes, ""), "the secret is shown no longer than needed");
    assert_eq!(view.recovery_codes, ["AAAA-BBBB", "CCCC-DDDD"]);
    assert_eq!(bench.session().phase, SignedOut, "no session before the codes are kept");
    intends(&mut bench, SessionIntent::KeepRecoveryCodes);
    assert_eq!(last(&bench, &own("/activate")).token.as_deref(), Some("next-step"));
    assert_eq!((bench.session().phase, factor(&bench).recovery_codes.len()), (Ready, 0));
}

#[test]
fn a_set_up_of_the_factor_that_the_server_refuses_to_begin_returns_to_the_step_of_the_password() {
    let mut bench = Bench::new();
    bench.answer(LOGIN, 409, refusal("SECOND_FACTOR_SET_UP_REQUIRED")).answer(&own(""), 503, json!({}));
    bench.start("/login").sign_in();
    assert_eq!(step(&bench), Password);
    assert_eq!(sentence(bench.session().error).as_deref(), Some("Não foi possível realizar o login"));
}

#[test]
fn no_secret_of_a_second_factor_is_stored_or_printed() {
    let mut bench = asked("SECOND_FACTOR_SET_UP_REQUIRED");
    let printed = format!("{:?}", factor(&bench));
    assert!(!printed.contains("GEZDGNBV"), "{printed}");
    types(&mut bench, "287082");
    let printed = format!("{:?} {:?}", factor(&bench), bench.disk);
    assert!(!printed.contains("AAAA-BBBB") && !printed.contains("GEZDGNBV"), "{printed}");
}

/// A signed-in agent with the open dialog of the agent's own factor.
fn at_own_factor(active: bool) -> Bench {
    let mut bench = asked("none");
    bench.answer_with_token(LOGIN, "Bearer token-1", login_reply()).sign_in();
    let status = json!({ "policy": "optional", "active": active, "recoveryCodesLeft": if active { 10 } else { 0 } });
    bench.answer(&format!("GET {OWN}"), 200, status);
    intends(&mut bench, SessionIntent::OpenSecondFactor);
    assert_eq!(bench.dialog(), Some(Dialog::SecondFactor));
    bench
}

#[test]
fn in_a_session_the_agent_sets_up_a_factor_with_the_password() {
    let mut bench = at_own_factor(false);
    let password = |text: &str| SessionIntent::SetUpSecondFactor { password: Secret::new(text.to_owned()) };
    intends(&mut bench, password(""));
    assert_eq!(sentence(factor(&bench).password_error).as_deref(), Some("Informe a senha atual"));
    bench.answer(&own(""), 422, json!({ "errors": { "password": "wrong" } }));
    intends(&mut bench, password("errada"));
    assert_eq!(
        (step(&bench), sentence(factor(&bench).password_error)),
        (Password, Some("Senha atual incorreta".to_owned()))
    );
    bench.answer(&own(""), 200, json!({ "secret": "GEZDGNBV", "uri": "otpauth://totp/x" }));
    intends(&mut bench, password("agente123"));
    assert_eq!(last(&bench, &own("")).json(), json!({ "agentId": "101", "password": "agente123" }));
    types(&mut bench, "287082");
    bench.answer(&own("/activate"), 200, login_reply());
    bench.answer(&format!("GET {OWN}"), 200, json!({ "policy": "optional", "active": true, "recoveryCodesLeft": 10 }));
    intends(&mut bench, SessionIntent::KeepRecoveryCodes);
    let view = factor(&bench);
    assert_eq!((view.step, view.own.map(|own| (own.active, own.recovery_codes_left))), (Password, Some((true, 10))));
    assert_eq!((bench.session().phase, spoken(&bench)), (Ready, vec!["Verificação em duas etapas ativada".to_owned()]));
}

#[test]
fn in_a_session_the_agent_turns_the_factor_off_with_password_and_code() {
    let mut bench = at_own_factor(true);
    let remove = |password: &str, code: &str| SessionIntent::RemoveSecondFactor {
        password: Secret::new(password.to_owned()),
        code: Secret::new(code.to_owned()),
    };
    intends(&mut bench, remove("", ""));
    let view = factor(&bench);
    assert!(view.password_error.is_some() && view.code_error.is_some());
    bench.answer(&own("/remove"), 422, code_refused("wrong"));
    intends(&mut bench, remove("agente123", "000000"));
    assert!(factor(&bench).code_error.is_some());
    bench.answer(&own("/remove"), 200, json!({ "success": true }));
    intends(&mut bench, remove("agente123", "287082"));
    let body = last(&bench, &own("/remove")).json();
    assert_eq!(body, json!({ "agentId": "101", "password": "agente123", "code": "287082" }));
    assert_eq!(spoken(&bench), ["Verificação em duas etapas desativada"]);
    intends(&mut bench, SessionIntent::LeaveSecondFactor);
    assert_eq!(bench.dialog(), None);
}

#[test]
fn in_a_session_the_agent_gets_new_recovery_codes_with_password_and_code() {
    let mut bench = at_own_factor(true);
    let renew = |password: &str, code: &str| SessionIntent::RenewRecoveryCodes {
        password: Secret::new(password.to_owned()),
        code: Secret::new(code.to_owned()),
    };
    intends(&mut bench, renew("", ""));
    let view = factor(&bench);
    assert!(view.password_error.is_some() && view.code_error.is_some());
    bench.answer(&own("/recovery-codes"), 422, code_refused("used"));
    intends(&mut bench, renew("agente123", "287082"));
    assert_eq!((step(&bench), factor(&bench).code_error.is_some()), (Password, true));
    bench.answer(&own("/recovery-codes"), 200, json!({ "recoveryCodes": ["EEEE-FFFF"] }));
    intends(&mut bench, renew("agente123", "359152"));
    let body = last(&bench, &own("/recovery-codes")).json();
    assert_eq!(body, json!({ "agentId": "101", "password": "agente123", "code": "359152" }));
    assert_eq!((step(&bench), factor(&bench).recovery_codes), (RecoveryCodes, vec!["EEEE-FFFF".to_owned()]));
    intends(&mut bench, SessionIntent::KeepRecoveryCodes);
    let view = factor(&bench);
    assert_eq!((view.step, view.recovery_codes.len()), (Password, 0), "shown once");
    assert_eq!(view.own.map(|own| own.recovery_codes_left), Some(10), "the state is loaded again");
}

/// The requests of a second factor; each failure is shown in its own form.
pub(super) const SECOND_FACTOR_ROWS: &[Row] = &[
    Row {
        pending: "session::Code",
        call: CODE,
        before: || asked("SECOND_FACTOR_REQUIRED"),
        told: Told::Inline,
        act: |bench| types(bench, "287082"),
    },
    Row {
        pending: "session::FactorStatus",
        call: "GET agents/101/second-factor",
        before: Bench::signed_in,
        told: Told::Inline,
        act: |bench| intends(bench, SessionIntent::OpenSecondFactor),
    },
    Row {
        pending: "session::FactorSetUp",
        call: "POST agents/101/second-factor",
        before: || at_own_factor(false),
        told: Told::Inline,
        act: |bench| {
            intends(bench, SessionIntent::SetUpSecondFactor { password: Secret::new("agente123".to_owned()) });
        },
    },
    Row {
        pending: "session::FactorConfirm",
        call: "POST agents/101/second-factor/confirm",
        before: || asked("SECOND_FACTOR_SET_UP_REQUIRED"),
        told: Told::Inline,
        act: |bench| types(bench, "287082"),
    },
    Row {
        pending: "session::FactorActivate",
        call: "POST agents/101/second-factor/activate",
        before: || {
            let mut bench = asked("SECOND_FACTOR_SET_UP_REQUIRED");
            types(&mut bench, "287082");
            bench
        },
        told: Told::Inline,
        act: |bench| intends(bench, SessionIntent::KeepRecoveryCodes),
    },
    Row {
        pending: "session::FactorRemove",
        call: "POST agents/101/second-factor/remove",
        before: || at_own_factor(true),
        told: Told::Inline,
        act: |bench| {
            let secret = |text: &str| Secret::new(text.to_owned());
            let (password, code) = (secret("agente123"), secret("287082"));
            intends(bench, SessionIntent::RemoveSecondFactor { password, code });
        },
    },
    Row {
        pending: "session::FactorRenew",
        call: "POST agents/101/second-factor/recovery-codes",
        before: || at_own_factor(true),
        told: Told::Inline,
        act: |bench| {
            let secret = |text: &str| Secret::new(text.to_owned());
            let (password, code) = (secret("agente123"), secret("287082"));
            intends(bench, SessionIntent::RenewRecoveryCodes { password, code });
        },
    },
];

const IDLE_MS: u64 = 15 * 60_000;

/// A signed-in agent; the server says that an idle session ends `IDLE_MS` from now, until it names another time.
fn idling() -> Bench {
    let mut bench = Bench::new();
    ends_in(&mut bench, IDLE_MS);
    bench.start("/login").sign_in();
    bench
}

fn ends_in(bench: &mut Bench, ms: u64) {
    let at = rfc3339(bench.now.wall.plus_ms(ms.cast_signed()));
    bench.answer("POST auth/validate", 200, with(validate_reply(), json!({ "idleEndsAt": at })));
}

#[test]
fn an_agent_is_warned_one_minute_before_an_idle_session_ends_and_any_use_of_the_page_keeps_the_session() {
    let mut bench = idling();
    bench.advance(IDLE_MS - 60_001);
    assert_eq!(bench.dialog(), None);
    bench.advance(1);
    assert_eq!(bench.dialog(), Some(Dialog::IdleEnd));
    assert!(last(&bench, "POST auth/validate").json().get("acted").is_none(), "nothing was done until now");
    ends_in(&mut bench, IDLE_MS);
    bench.page(PageInput::Acted);
    assert_eq!(last(&bench, "POST auth/validate").json()["acted"], json!(true), "the server is told at once");
    assert_eq!(bench.dialog(), None);
}

#[test]
fn the_use_of_the_page_is_reported_with_the_next_session_check_only() {
    let mut bench = idling();
    bench.page(PageInput::Acted);
    bench.advance(10_000);
    assert_eq!(last(&bench, "POST auth/validate").json()["acted"], json!(true));
    bench.advance(10_000);
    assert!(last(&bench, "POST auth/validate").json().get("acted").is_none());
}

#[test]
fn the_use_of_the_page_is_not_reported_if_the_server_does_not_end_idle_sessions() {
    let mut bench = Bench::signed_in();
    bench.page(PageInput::Acted);
    bench.advance(10_000);
    assert!(last(&bench, "POST auth/validate").json().get("acted").is_none());
    bench.advance(2 * IDLE_MS);
    assert_eq!(bench.dialog(), None);
}

#[rstest]
#[case::by_a_close_notice_of_the_link(true)]
#[case::by_the_answer_to_a_request(false)]
fn the_sign_in_page_says_that_an_idle_session_was_ended(#[case] by_link: bool) {
    let mut bench = idling();
    if by_link {
        bench.event("ForcedDisconnectEvent", json!({ "agentId": "101", "reason": "idle" }));
    } else {
        let refused = json!({ "cause": "idle", "message": "Provided token is expired." });
        bench.answer("POST auth/validate", 401, refused).advance(10_000);
    }
    let notice = sentence(bench.session().notice).expect("a notice");
    assert_eq!(bench.session().phase, SignedOut);
    assert!(notice.starts_with("Sua sessão terminou porque ficou sem uso."), "{notice}");
}
