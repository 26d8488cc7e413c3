//! Setting a new password, with a temporary token or in a session.

use super::bench::Bench;
use super::words::said;
use crate::flow::{StorePlace, Text};
use crate::input::{Intent, PageInput};
use crate::session::NewPasswordView;
use crate::session::SessionIntent;
use crate::session::SessionPhaseView::{Ready, SignedOut};
use crate::shell::Dialog;
use crate::wire::Secret;
use rstest::rstest;
use serde_json::json;

const CHANGE: &str = "PUT agents/101/change-password";
const LINK: &str = "/reset-password?agent=101&token=temporary";

fn form(bench: &Bench) -> NewPasswordView {
    bench.session().new_password
}

fn types(bench: &mut Bench, password: &str, repeated: &str, save: bool) {
    types_with_current(bench, "", password, repeated, save);
}

fn types_with_current(bench: &mut Bench, current: &str, password: &str, repeated: &str, save: bool) {
    let secret = |text: &str| Secret::new(text.to_owned());
    bench.intent(Intent::Session(SessionIntent::NewPassword {
        current: secret(current),
        password: secret(password),
        repeated: secret(repeated),
        save,
    }));
}

fn sentence(text: Option<Text>) -> Option<String> {
    text.as_ref().map(said)
}

fn opened(path: &str) -> Bench {
    let mut bench = Bench::new();
    bench.answer(CHANGE, 200, json!({ "success": true })).start(path);
    bench
}

#[test]
fn nav_003_ses_057_the_page_for_a_new_password_is_public_and_needs_a_link() {
    let bench = opened(LINK);
    assert_eq!(
        (bench.path().as_str(), bench.session().phase, form(&bench).linked),
        ("/reset-password", SignedOut, true)
    );
    let mut bare = opened("/reset-password");
    assert_eq!((bare.path().as_str(), form(&bare).linked), ("/reset-password", false));
    types(&mut bare, "nova-senha-1", "nova-senha-1", true);
    assert_eq!(bare.names(), Vec::<&str>::new());
}

#[test]
fn ses_053_ses_057_two_equal_entries_are_saved_with_the_temporary_token_and_the_agent_signs_in() {
    let mut bench = opened(LINK);
    types(&mut bench, "nova-senha-1", "nova-senha-1", true);
    let call = bench.call(CHANGE);
    assert_eq!(call.json(), json!({ "agentId": "101", "password": "nova-senha-1" }));
    assert_eq!(call.token.as_deref(), Some("temporary"));
    assert_eq!((bench.path().as_str(), form(&bench).linked), ("/login", false));
    assert!(said(&bench.session().notice.expect("a notice")).starts_with("Senha alterada"));
    bench.sign_in();
    assert_eq!((bench.session().phase, &bench.call("POST auth/login").token), (Ready, &None));
}

#[rstest]
#[case::ses_054_too_short("1234567", "1234567", Some("Senha deve ter no mínimo 8 caracteres"), None)]
#[case::ses_055_too_long("1234567890123456", "1234567890123456", Some("Senha deve ter no máximo 15 caracteres"), None)]
#[case::ses_056_different("nova-senha-1", "nova-senha-2", None, Some("Senhas não conferem"))]
#[case::ses_054_ses_056_too_short_and_different(
    "1234567",
    "",
    Some("Senha deve ter no mínimo 8 caracteres"),
    Some("Senhas não conferem")
)]
fn a_password_that_breaks_a_rule_shows_the_reason_and_is_not_sent(
    #[case] password: &str,
    #[case] repeated: &str,
    #[case] first: Option<&str>,
    #[case] second: Option<&str>,
) {
    let mut bench = opened(LINK);
    types(&mut bench, password, repeated, false);
    assert_eq!((form(&bench).password_error, form(&bench).repeated_error), (None, None), "not before it is confirmed");
    types(&mut bench, password, repeated, true);
    assert_eq!(sentence(form(&bench).password_error).as_deref(), first);
    assert_eq!(sentence(form(&bench).repeated_error).as_deref(), second);
    assert_eq!(bench.names(), Vec::<&str>::new());
    types(&mut bench, "nova-senha-1", "nova-senha-1", false);
    let mended = form(&bench);
    assert_eq!((mended.password_error, mended.repeated_error), (None, None), "mended while it is typed");
    assert_eq!((mended.length_kept, mended.same, bench.names().len()), (true, true, 0));
}

#[rstest]
#[case::the_link_has_expired(401, json!({ "cause": "expired", "message": "Provided token is expired." }))]
#[case::the_link_was_used(401, json!({ "cause": "invalidToken" }))]
#[case::the_link_is_of_another_agent(403, json!({}))]
fn an_expired_link_shows_the_reason_and_ends_no_session(#[case] status: u16, #[case] body: serde_json::Value) {
    let mut bench = Bench::with_token();
    bench.answer(CHANGE, status, body).start(LINK);
    types(&mut bench, "nova-senha-1", "nova-senha-1", true);
    assert_eq!((bench.session().phase, bench.path().as_str()), (Ready, "/reset-password"));
    assert_eq!(
        sentence(form(&bench).error).as_deref(),
        Some("Este link expirou ou já foi usado. Peça outro ao seu supervisor.")
    );
    assert!(!form(&bench).linked);
}

#[test]
fn a_failed_change_of_the_password_keeps_the_link_and_a_second_click_sends_nothing_while_the_first_request_is_pending()
{
    let mut bench = opened(LINK);
    for (status, told) in [
        (500, "Não foi possível alterar a senha. Tente de novo."),
        // Without an answer it is unknown whether the server changed the password (BEY-153).
        (504, "Não sabemos se a senha foi alterada. Na próxima entrada, tente primeiro a nova senha."),
    ] {
        bench.answer(CHANGE, status, json!({}));
        types(&mut bench, "nova-senha-1", "nova-senha-1", true);
        assert_eq!(sentence(form(&bench).error).as_deref(), Some(told));
    }
    bench.hold(CHANGE).forget();
    types(&mut bench, "nova-senha-1", "nova-senha-1", true);
    types(&mut bench, "nova-senha-1", "nova-senha-1", true);
    assert_eq!((bench.names().len(), form(&bench).saving), (1, true));
    bench.reply(CHANGE, 200, json!({ "success": true }));
    assert_eq!(bench.path(), "/login");
}

#[rstest]
#[case::ses_054_the_rule_of_the_server("tooShort", "Senha deve ter no mínimo 8 caracteres")]
#[case::ses_055_the_rule_of_the_server("tooLong", "Senha deve ter no máximo 15 caracteres")]
#[case::the_agents_own_login("isLogin", "A senha não pode conter o seu usuário")]
#[case::a_common_password("tooCommon", "Esta senha é muito comum. Escolha outra.")]
fn the_servers_refusal_of_a_password_field_is_shown_below_the_field(#[case] fault: &str, #[case] shown: &str) {
    let mut bench = opened(LINK);
    bench.answer(CHANGE, 422, json!({ "errors": { "password": fault } }));
    types(&mut bench, "nova-senha-1", "nova-senha-1", true);
    assert_eq!((sentence(form(&bench).password_error).as_deref(), form(&bench).error), (Some(shown), None));
}

#[test]
fn a_sign_in_that_requires_a_new_password_leads_to_the_page_for_it() {
    let mut bench = opened("/login");
    let details = json!({ "agentId": "101", "token": "temporary" });
    bench.answer("POST auth/login", 409, json!({ "reason": "PASSWORD_CHANGE_REQUIRED", "details": details })).sign_in();
    assert_eq!((bench.path().as_str(), form(&bench).linked), ("/reset-password", true));
    assert_eq!((bench.session().phase, bench.session().error), (SignedOut, None));
    types(&mut bench, "nova-senha-1", "nova-senha-1", true);
    assert_eq!((bench.call(CHANGE).token.as_deref(), bench.path().as_str()), (Some("temporary"), "/login"));
}

#[test]
fn a_link_for_a_new_password_stays_valid_if_the_stored_token_has_expired() {
    let mut bench = Bench::with_token();
    bench.answer("POST auth/validate", 401, json!({ "cause": "expired" })).start(LINK);
    assert_eq!((bench.path().as_str(), form(&bench).linked), ("/reset-password", true));
}

#[test]
fn a_signed_in_agent_changes_the_password_and_stays_signed_in() {
    let mut bench = Bench::signed_in();
    bench.answer(CHANGE, 200, json!({ "success": true })).intent(Intent::Session(SessionIntent::OpenNewPassword));
    assert_eq!(bench.dialog(), Some(Dialog::NewPassword));
    types_with_current(&mut bench, "agente123", "nova-senha-1", "nova-senha-1", true);
    let expected = json!({ "agentId": "101", "currentPassword": "agente123", "password": "nova-senha-1" });
    assert_eq!(bench.call(CHANGE).json(), expected);
    assert_eq!((bench.call(CHANGE).token.as_deref(), bench.session().phase), (Some("token-1"), Ready));
    assert_eq!((bench.dialog(), bench.said()), (None, vec!["Senha alterada".to_owned()]));
    bench.intent(Intent::Session(SessionIntent::OpenNewPassword));
    assert_eq!(form(&bench), NewPasswordView { longest: 15, ..NewPasswordView::default() });
}

#[test]
fn bey_129_a_signed_in_agent_needs_the_current_password() {
    let mut bench = Bench::signed_in();
    bench.intent(Intent::Session(SessionIntent::OpenNewPassword)).forget();
    types(&mut bench, "nova-senha-1", "nova-senha-1", true);
    assert_eq!(sentence(form(&bench).current_error).as_deref(), Some("Informe a senha atual"));
    assert_eq!(bench.names(), Vec::<&str>::new());
    bench.answer(CHANGE, 422, json!({ "errors": { "currentPassword": "wrong" } }));
    types_with_current(&mut bench, "wrong-one", "nova-senha-1", "nova-senha-1", true);
    assert_eq!(sentence(form(&bench).current_error).as_deref(), Some("Senha atual incorreta"));
    assert_eq!((form(&bench).error, form(&bench).saving), (None, false));
    types_with_current(&mut bench, "agente123", "nova-senha-1", "nova-senha-1", false);
    assert_eq!(form(&bench).current_error, None, "mended while it is typed");
}

#[test]
fn a_signed_in_agent_who_uses_a_link_for_a_new_password_must_sign_in_again() {
    let mut bench = Bench::with_token();
    bench.answer(CHANGE, 200, json!({ "success": true })).start(LINK);
    types(&mut bench, "nova-senha-1", "nova-senha-1", true);
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
    assert!(said(&bench.session().notice.expect("a notice")).starts_with("Senha alterada"));
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), None);
}

#[test]
fn the_authorization_header_in_the_answer_to_a_password_change_is_not_used_as_the_token() {
    let mut bench = opened(LINK);
    bench.answer_with_token(CHANGE, "Bearer strange", json!({ "success": true }));
    types(&mut bench, "nova-senha-1", "nova-senha-1", true);
    assert_eq!(bench.stored(StorePlace::LocalStorage, "token"), None);
    bench.page(PageInput::RouteRequested { path: "/attendance".to_owned() });
    assert_eq!(bench.path(), "/login");
}
