//! Tests of the limits of failed sign-ins: delays and refused requests.

use super::*;
use crate::store::PresenceStore;
use crate::testing::{ANA, TestCentre};
use rstest::rstest;
use serde_json::json;

#[rstest]
#[case::no_failure(0, 0)]
#[case::the_last_failure_without_delay(4, 0)]
#[case::the_first_delay(5, 1_000)]
#[case::a_longer_delay(6, 2_000)]
#[case::the_longest_delay(9, 16_000)]
#[case::the_lock(10, 900_000)]
#[case::the_lock_after_many_more_failures(u32::MAX, 900_000)]
fn the_delay_after_failed_sign_ins_increases_up_to_a_lock(#[case] failures: u32, #[case] expected_ms: i64) {
    assert_eq!(SignInLimit::PAIR.wait_ms(failures), expected_ms);
}

#[test]
fn the_delay_after_failed_sign_ins_never_decreases_and_is_limited_before_the_lock() {
    let limit = SignInLimit::ADDRESS;
    let waits: Vec<i64> = (0..=100).map(|failures| limit.wait_ms(failures)).collect();
    assert!(waits.is_sorted());
    assert_eq!(waits[99], LONGEST_WAIT_MS);
}

fn fail(test: &mut TestCentre, login: &str, times: usize) {
    for _ in 0..times {
        assert_eq!(test.login(login, "wrong").refusal(), "401 INVALID_CREDENTIALS");
    }
}

#[test]
fn bey_104_an_account_is_delayed_and_then_locked() {
    let mut test = TestCentre::new();
    fail(&mut test, "ana.souza", 5);
    for wait_ms in [1_000, 2_000, 4_000, 8_000, 16_000] {
        let answer = test.login("Ana.Souza", "agente123");
        assert_eq!(answer.refusal(), "429 TOO_MANY_ATTEMPTS", "the right password waits too");
        let seconds = u32::try_from(wait_ms / 1000).unwrap();
        assert_eq!((answer.retry_after_seconds, &answer.body["details"]["seconds"]), (Some(seconds), &json!(seconds)));
        test.advance(wait_ms);
        fail(&mut test, "ana.souza", 1);
    }
    test.advance(15 * 60 * 1000 - 1);
    assert_eq!(test.login("ana.souza", "agente123").retry_after_seconds, Some(1), "locked");
    assert_eq!(test.login("bruno.lima", "agente123").status, 200, "another account is free");
    test.advance(1);
    assert_eq!(test.login("ana.souza", "agente123").status, 200);
}

#[test]
fn bey_104_failed_sign_ins_from_many_addresses_delay_an_account_but_do_not_lock_its_owner_out() {
    let mut test = TestCentre::new();
    for stranger in 0..30 {
        test.address = Some(format!("203.0.113.{stranger}"));
        fail(&mut test, "ana.souza", 1);
    }
    test.address = Some("203.0.113.0".to_owned());
    fail_at_the_limit(&mut test);
    test.address = Some("198.51.100.7".to_owned());
    assert_eq!(test.login("ana.souza", "agente123").status, 200, "the owner's address has not failed");
}

/// The account's delay after failures from one address also applies to other addresses.
fn fail_at_the_limit(test: &mut TestCentre) {
    assert_eq!(test.login("ana.souza", "wrong").refusal(), "429 TOO_MANY_ATTEMPTS");
}

#[test]
fn failed_sign_ins_from_many_addresses_never_lock_an_account() {
    assert_eq!(SignInLimit::ACCOUNT.wait_ms(u32::MAX), LONGEST_WAIT_MS);
}

#[test]
fn parallel_guesses_are_counted_before_their_passwords_are_verified() {
    use crate::{HttpRequest, HttpStep};
    let mut test = TestCentre::new();
    let guess = |number: usize| {
        let body = json!({ "login": "ana.souza", "password": format!("guess-{number}") }).to_string();
        HttpRequest { method: "POST".to_owned(), path: "/auth/login".to_owned(), body, ..HttpRequest::default() }
    };
    let verified = (0..50).filter(|number| {
        let request = guess(*number);
        let step = test.with(|centre, store, context| centre.http_step(store, context, &request));
        matches!(step, HttpStep::Password(_))
    });
    assert_eq!(verified.count(), 5, "as many as are free");
}

#[test]
fn bey_104_an_unknown_account_is_delayed_like_a_known_one() {
    let mut test = TestCentre::new();
    fail(&mut test, "nobody", 5);
    assert_eq!(test.login("nobody", "x").refusal(), "429 TOO_MANY_ATTEMPTS");
}

#[test]
fn bey_104_an_address_with_many_failures_is_delayed_and_locked_for_accounts_that_failed_there_only() {
    let mut test = TestCentre::new();
    test.address = Some("203.0.113.7".to_owned());
    for number in 0..100 {
        fail(&mut test, &format!("guess-{number}"), 1);
    }
    assert_eq!(test.login("guess-7", "x").retry_after_seconds, Some(900), "locked");
    assert_eq!(test.login("bruno.lima", "agente123").status, 200, "a colleague in the same office");
    fail(&mut test, "ana.souza", 1);
    assert_eq!(test.login("ana.souza", "agente123").refusal(), "429 TOO_MANY_ATTEMPTS");
    test.address = Some("203.0.113.8".to_owned());
    assert_eq!(test.login("ana.souza", "agente123").status, 200, "another address is free");
    test.address = Some("203.0.113.7".to_owned());
    test.advance(15 * 60 * 1000);
    fail(&mut test, "guess-7", 1);
}

/// Guesses from many addresses: each address has a few attempts without delay.
#[test]
fn bey_104_an_account_with_many_failures_is_delayed_at_addresses_where_it_never_signed_in() {
    let mut test = TestCentre::new();
    let office = Some("198.51.100.7".to_owned());
    test.address.clone_from(&office);
    test.login("ana.souza", "agente123").ok();
    test.advance(60_000);
    for stranger in 0..100 {
        test.address = Some(format!("203.0.113.{stranger}"));
        fail(&mut test, "ana.souza", 1);
    }
    test.address = Some("192.0.2.1".to_owned());
    fail_at_the_limit(&mut test);
    fail(&mut test, "bruno.lima", 1);
    test.address = office;
    assert_eq!(test.login("ana.souza", "agente123").status, 200, "it signed in here before");
}

#[rstest]
#[case::this_account_from_this_address(Scope::Pair, true, true, Some(5))]
#[case::account_that_failed_here(Scope::Account, true, false, Some(20))]
#[case::account_that_failed_and_signed_in_here(Scope::Account, true, true, Some(20))]
#[case::account_that_is_new_here(Scope::Account, false, false, Some(100))]
#[case::account_that_signed_in_here(Scope::Account, false, true, None)]
#[case::address_for_an_account_that_failed_here(Scope::Address, true, true, Some(30))]
#[case::address_for_another_account(Scope::Address, false, false, None)]
#[case::address_for_an_account_that_signed_in_here(Scope::Address, false, true, None)]
fn failures_of_others_delay_only_accounts_that_failed_or_are_new_at_the_address(
    #[case] scope: Scope,
    #[case] failed_here: bool,
    #[case] signed_in_here: bool,
    #[case] free: Option<u32>,
) {
    let configured = match scope {
        Scope::Pair => SignInLimit::PAIR,
        Scope::Account => SignInLimit::ACCOUNT,
        Scope::Address => SignInLimit::ADDRESS,
    };
    let limit = limit_for(scope, KnownCaller { failed_here, signed_in_here }, configured);
    assert_eq!(limit.map(|limit| limit.free), free);
}

#[test]
fn an_address_of_a_sign_in_is_forgotten_after_90_days() {
    let mut test = TestCentre::new();
    test.address = Some("203.0.113.7".to_owned());
    test.login("ana.souza", "agente123").ok();
    let is_known = |test: &TestCentre| test.store.sign_in_place("ana.souza@203.0.113.7").unwrap().is_some();
    test.advance(90 * 24 * 60 * 60 * 1000);
    test.tick();
    assert!(is_known(&test));
    test.advance(2);
    test.tick();
    assert!(!is_known(&test));
}

#[test]
fn a_successful_sign_in_clears_the_failures_of_the_account_for_this_address_only() {
    let mut test = TestCentre::new();
    test.address = Some("203.0.113.7".to_owned());
    fail(&mut test, "ana.souza", 4);
    test.login("ana.souza", "agente123").ok();
    fail(&mut test, "ana.souza", 4);
    assert_eq!(test.store.attempts("pair:ana.souza@203.0.113.7").unwrap().unwrap().failures, 4);
    assert_eq!(test.store.attempts("account:ana.souza").unwrap().unwrap().failures, 8, "for every address together");
    assert_eq!(test.store.attempts("address:203.0.113.7").unwrap().unwrap().failures, 8);
}

#[test]
fn bey_104_a_right_password_is_no_failure_while_another_session_is_open() {
    let mut test = TestCentre::new();
    test.address = Some("203.0.113.7".to_owned());
    test.at_work(ANA);
    for _ in 0..20 {
        assert_eq!(test.login("ana.souza", "agente123").refusal(), "409 ALREADY_CONNECTED");
    }
    for key in ["pair:ana.souza@203.0.113.7", "account:ana.souza", "address:203.0.113.7"] {
        assert_eq!(test.store.attempts(key).unwrap(), None, "{key}");
    }
}

#[test]
fn failed_sign_ins_expire() {
    let mut test = TestCentre::new();
    fail(&mut test, "ana.souza", 4);
    test.advance(15 * 60 * 1000);
    fail(&mut test, "ana.souza", 4);
    assert_eq!(test.login("ana.souza", "agente123").status, 200, "four and four are not eight");
    fail(&mut test, "nobody", 1);
    test.advance(15 * 60 * 1000 + 1);
    test.tick();
    assert_eq!(test.store.attempts("account:nobody").unwrap(), None);
}

#[test]
fn a_sign_in_that_the_limit_refuses_is_not_counted_as_another_failure() {
    let mut test = TestCentre::new();
    fail(&mut test, "ana.souza", 5);
    for _ in 0..20 {
        assert_eq!(test.login("ana.souza", "wrong").status, 429);
    }
    test.advance(1_000);
    assert_eq!(test.login("ana.souza", "agente123").status, 200);
}

#[test]
fn a_sign_in_request_returns_before_its_password_task_runs() {
    use crate::{Argon2id, HttpRequest, HttpStep};
    let mut test = TestCentre::new();
    let body = json!({ "login": "ana.souza", "password": "agente123" }).to_string();
    let request =
        HttpRequest { method: "POST".to_owned(), path: "/auth/login".to_owned(), body, ..HttpRequest::default() };
    let step = test.with(|centre, store, context| centre.http_step(store, context, &request));
    let HttpStep::Password(task) = step else { panic!("{step:?}") };
    assert_eq!(format!("{task:?}"), "PasswordTask", "no password is printed");
    let outcome = task.run(&Argon2id::cheap());
    let step = test.with(|centre, store, context| {
        context.password = Some((task, outcome));
        centre.http_step(store, context, &request)
    });
    let HttpStep::Done(reply) = step else { panic!("{step:?}") };
    assert_eq!(reply.status, 200);
}
