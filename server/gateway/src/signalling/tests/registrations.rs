//! Registrations: how often they are reported, which handle has an extension, and the consequences of a deleted
//! account.

use rstest::rstest;
use serde_json::json;

use super::bench::{Bench, CUSTOMER};
use crate::control::{CallFact, CallId, CallSide, ControlCommand, EndCause};

fn registered(extension: &str) -> CallFact {
    CallFact::Registered { extension: extension.into() }
}

fn unregistered(extension: &str) -> CallFact {
    CallFact::Unregistered { extension: extension.into() }
}

#[rstest]
#[case::the_last_change_is_a_registration(true)]
#[case::the_last_change_is_an_end(false)]
fn of_thousands_of_registration_changes_the_first_five_and_the_last_state_are_reported(#[case] ends_registered: bool) {
    let mut bench = Bench::new();
    let phone = bench.registered("2001");
    for _ in 0..1_000 {
        bench.request(phone, "unregister");
        bench.ask(phone, json!({"request": "register", "username": "sip:2001@c", "secret": "secret-2001"}), None);
    }
    if !ends_registered {
        bench.request(phone, "unregister");
    }
    // The first registration was reported before.
    let again = || [unregistered("2001"), registered("2001")];
    let mut expected: Vec<CallFact> = again().into_iter().chain(again()).collect();
    assert_eq!(bench.facts(), expected);
    bench.pass(5);
    if !ends_registered {
        expected.push(unregistered("2001"));
    }
    assert_eq!(bench.facts(), expected);
}

#[test]
fn facts_of_calls_are_reported_at_once_while_changes_of_registrations_wait() {
    let mut bench = Bench::new();
    let (phone, other) = (bench.registered("2001"), bench.registered("2002"));
    for _ in 0..10 {
        bench.request(phone, "unregister");
        bench.ask(phone, json!({"request": "register", "username": "sip:2001@c", "secret": "secret-2001"}), None);
    }
    bench.forget();
    for _ in 0..20 {
        bench.call(phone, "2002");
        bench.accept(other);
        bench.request(phone, "hangup");
    }
    let ended = bench.facts().iter().filter(|fact| matches!(fact, CallFact::Ended { .. })).count();
    assert_eq!((ended, bench.facts().len()), (20, 80));
}

#[test]
fn a_second_registration_of_a_customer_replaces_the_first_and_ends_its_call() {
    let mut bench = Bench::new();
    let first = bench.registered("551199");
    bench.call(first, "queue");
    bench.forget();
    let second = bench.phone();
    bench.ask(second, json!({"request": "register", "username": "sip:551199@c", "secret": "secret-551199"}), None);
    assert_eq!(bench.frames(first), ["hangup 200 to BYE [call-2]", "closed: Close PC", "unregistered 551199"]);
    let ended = CallFact::Ended { call: CallId(104), cause: EndCause::HungUp(CallSide::Caller) };
    assert_eq!(bench.facts(), [ended, registered("551199")], "the extension stays registered");
    bench.forget();
    bench.call(first, "queue");
    assert_eq!(bench.frames(first), ["sip error 447 [call-4]"]);
}

#[test]
fn a_second_registration_of_an_agent_keeps_the_call_of_the_first() {
    let mut bench = Bench::new();
    let first = bench.registered("3001");
    bench.call(first, "customer");
    bench.forget();
    let second = bench.registered("3001");
    bench.request(first, "hangup");
    assert_eq!(bench.frames(first)[0], "hangingup [hangup-4]");
    assert_eq!(bench.frames(second), Vec::<String>::new());
}

#[test]
fn an_extension_that_the_centre_withdraws_loses_its_handles_and_its_calls() {
    let mut bench = Bench::new();
    let (customer, first, second) = (bench.registered("2002"), bench.registered("3001"), bench.registered("3001"));
    bench.call(second, "2002");
    bench.accept(customer);
    bench.forget();
    bench.control(ControlCommand::Unregister { extension: "3001".into() });
    assert_eq!(bench.frames(first), ["unregistered 3001"]);
    let left = ["hangup 200 Session Terminated [call-4]", "closed: Close PC", "unregistered 3001"];
    assert_eq!(bench.frames(second), left);
    assert_eq!(bench.frames(customer)[0], "hangup 200 Session Terminated [accept-5]");
    let ended = CallFact::Ended { call: CallId(110), cause: EndCause::Released };
    assert_eq!(bench.facts(), [ended, unregistered("3001")]);
    bench.forget();
    bench.call(second, "2002");
    assert_eq!(bench.frames(second), ["sip error 447 [call-6]"]);
    bench.call(customer, "3001");
    assert_eq!(bench.frames(customer).pop().unwrap(), "hangup 480 Temporarily Unavailable [call-7]");
}

#[test]
fn an_extension_without_a_telephone_is_reported_as_unregistered_when_the_centre_withdraws_it() {
    let mut bench = Bench::new();
    bench.control(ControlCommand::Unregister { extension: "3001".into() });
    assert_eq!(bench.facts(), [unregistered("3001")]);
}

#[test]
fn the_centre_is_asked_for_the_route_of_a_number_with_the_calling_party() {
    let mut bench = Bench::new();
    let (agent, customer) = (bench.registered("3001"), bench.registered("551199"));
    bench.call(customer, "origin");
    bench.control(ControlCommand::Dial { call: CallId(7), extension: "3001".into(), to: "origin".into() });
    bench.accept(agent);
    let (from, to) = ("5000".to_owned(), "origin".to_owned());
    bench.control(ControlCommand::Originate { call: CallId(8), from, to: to.clone() });
    let from = "5521".to_owned();
    bench.control(ControlCommand::CustomerCall { call: CallId(9), from, to, customer: CUSTOMER });
    let ends = bench.facts().into_iter().filter_map(|fact| match fact {
        CallFact::Ended { call, cause } => Some((call.0, cause)),
        _ => None,
    });
    // `FixedRoutes` has a different refusal for each origin of a call to this number.
    let expected = [EndCause::NotFound, EndCause::Blacklisted, EndCause::Busy, EndCause::NotFound];
    assert_eq!(ends.map(|(_, cause)| cause).collect::<Vec<_>>(), expected);
}
