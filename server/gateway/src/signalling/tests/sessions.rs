//! Tests of the session protocol: errors, claims, time-outs, long poll.

use rstest::rstest;
use serde_json::{Value, json};

use super::bench::Bench;
use crate::control::CallFact;
use crate::signalling::Input;

#[rstest]
#[case::session_is_unknown(json!({"janus": "keepalive", "session_id": 1}), 458)]
#[case::claim_of_an_unknown_session(json!({"janus": "claim", "session_id": 1}), 458)]
#[case::handle_is_unknown(json!({"janus": "message", "session_id": 101, "handle_id": 1, "body": {}}), 459)]
#[case::handle_of_another_session(json!({"janus": "message", "session_id": 103, "handle_id": 102, "body": {}}), 459)]
#[case::plugin_is_unknown(json!({"janus": "attach", "session_id": 101, "plugin": "janus.plugin.echotest"}), 460)]
#[case::session_verb_without_session(json!({"janus": "attach", "plugin": "janus.plugin.sip"}), 457)]
#[case::handle_verb_without_handle(json!({"janus": "message", "session_id": 101, "body": {}}), 457)]
#[case::session_verb_on_a_handle(json!({"janus": "destroy", "session_id": 101, "handle_id": 102}), 457)]
#[case::create_in_a_session(json!({"janus": "create", "session_id": 101}), 457)]
#[case::verb_is_unknown(json!({"janus": "dance"}), 453)]
#[case::no_verb(json!({}), 456)]
#[case::wrong_token(json!({"janus": "create", "token": "wrong"}), 403)]
#[case::wrong_api_secret(json!({"janus": "keepalive", "session_id": 101, "apisecret": "wrong"}), 403)]
fn an_invalid_request_of_the_session_protocol_is_refused_with_its_code(#[case] mut frame: Value, #[case] code: u16) {
    let mut bench = Bench::new();
    let (first, second) = (bench.phone(), bench.phone());
    assert_eq!((first.session, first.handle, second.session), (101, 102, 103));
    frame["transaction"] = json!("t");
    bench.frame(first.link, &frame);
    let answer = bench.messages_to(first.link).pop().unwrap();
    assert_eq!((&answer["error"]["code"], &answer["transaction"]), (&json!(code), &json!("t")));
}

#[test]
fn a_request_of_the_plugin_is_acknowledged_before_its_error_is_sent() {
    let mut bench = Bench::new();
    let phone = bench.phone();
    bench.request(phone, "transfer");
    bench.request(phone, "hold");
    let kinds: Vec<Value> = bench.messages_to(phone.link).iter().map(|message| message["janus"].clone()).collect();
    assert_eq!(kinds, ["ack", "event", "ack", "event"]);
    assert_eq!(bench.frames(phone), ["sip error 442 [transfer-1]", "sip error 447 [hold-2]"]);
}

#[test]
fn info_and_ping_need_no_session() {
    let mut bench = Bench::new();
    let link = bench.link();
    for verb in ["info", "ping"] {
        bench.frame(link, &json!({"janus": verb, "transaction": "t"}));
    }
    assert_eq!(bench.frames_to(link), ["server_info [t]", "pong [t]"]);
}

#[test]
fn a_session_without_requests_for_a_minute_ends() {
    let mut bench = Bench::new();
    let phone = bench.registered("2001");
    bench.pass(50);
    bench.frame(phone.link, &json!({"janus": "keepalive", "transaction": "k", "session_id": phone.session}));
    bench.pass(59);
    assert_eq!(bench.frames(phone), Vec::<String>::new());
    bench.pass(1);
    assert_eq!(bench.frames(phone), ["timeout"]);
    assert_eq!(bench.facts(), [CallFact::Unregistered { extension: "2001".into() }]);
    bench.forget();
    bench.frame(phone.link, &json!({"janus": "keepalive", "transaction": "k", "session_id": phone.session}));
    assert_eq!(bench.frames(phone), ["error 458"]);
}

#[test]
fn a_claimed_session_receives_the_events_that_happened_while_it_had_no_link() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    bench.accept(callee);
    bench.run(Input::LinkClosed { link: caller.link });
    bench.forget();
    bench.pass(4);
    bench.request(callee, "hangup");
    assert_eq!(bench.frames(caller), Vec::<String>::new());
    let link = bench.link();
    bench.frame(link, &json!({"janus": "claim", "transaction": "r", "session_id": caller.session}));
    let expected = ["success [r]", "hangup 200 Session Terminated [call-3]", "closed: Close PC"];
    assert_eq!(bench.frames_to(link), expected);
    // The old link may be reported as closed later; it no longer belongs to the session.
    bench.run(Input::LinkClosed { link: caller.link });
    bench.pass(40);
    bench.frame(link, &json!({"janus": "keepalive", "transaction": "k", "session_id": caller.session}));
    assert_eq!(bench.frames_to(link), expected);
}

#[test]
fn a_session_that_nobody_claims_ends_with_its_call() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    bench.accept(callee);
    bench.run(Input::LinkClosed { link: caller.link });
    bench.forget();
    bench.pass(19);
    assert_eq!(bench.frames(callee), Vec::<String>::new());
    bench.pass(1);
    assert_eq!(bench.frames(callee)[0], "hangup 200 Session Terminated [accept-4]");
    let link = bench.link();
    bench.frame(link, &json!({"janus": "claim", "transaction": "r", "session_id": caller.session}));
    assert_eq!(bench.frames_to(link), ["error 458"]);
}

#[test]
fn destroying_a_session_ends_its_call_and_sends_only_the_confirmation() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    bench.accept(callee);
    bench.forget();
    bench.frame(caller.link, &json!({"janus": "destroy", "transaction": "d", "session_id": caller.session}));
    assert_eq!(bench.frames(caller), ["success [d]"]);
    assert_eq!(bench.frames(callee), ["hangup 200 Session Terminated [accept-4]", "closed: Close PC"]);
    assert!(bench.machine.is_idle());
}

fn post(bench: &mut Bench, session: Option<u64>, handle: Option<u64>, frame: &Value) -> Value {
    let link = bench.link();
    bench.run(Input::Post { link, session, handle, text: frame.to_string() });
    bench.messages_to(link).pop().unwrap()
}

/// A session over HTTP with a handle.
fn polled(bench: &mut Bench) -> (u64, u64) {
    let session =
        post(bench, None, None, &json!({"janus": "create", "transaction": "c"}))["data"]["id"].as_u64().unwrap();
    let attach = json!({"janus": "attach", "transaction": "a", "plugin": "janus.plugin.sip"});
    let handle = post(bench, Some(session), None, &attach)["data"]["id"].as_u64().unwrap();
    (session, handle)
}

fn poll(bench: &mut Bench, session: u64, max_events: Option<usize>) -> crate::signalling::LinkId {
    let link = bench.link();
    bench.run(Input::Poll { link, session, max_events, token: None, api_secret: None });
    link
}

#[test]
fn events_wait_for_the_next_long_poll_of_the_session() {
    let mut bench = Bench::new();
    let (session, handle) = polled(&mut bench);
    let register = json!({"janus": "message", "transaction": "m",
        "body": {"request": "register", "username": "sip:2001@c", "secret": "secret-2001"}});
    assert_eq!(post(&mut bench, Some(session), Some(handle), &register)["janus"], "ack");
    let link = poll(&mut bench, session, None);
    assert_eq!(bench.frames_to(link), ["registering [m]"], "one event where no list was asked for");
    let link = poll(&mut bench, session, Some(10));
    let list = bench.messages_to(link).pop().unwrap();
    assert_eq!(list.as_array().map(Vec::len), Some(1));
    let link = poll(&mut bench, session, Some(10));
    assert_eq!(bench.messages_to(link), Vec::<Value>::new());
    let unregister = json!({"janus": "message", "transaction": "u", "body": {"request": "unregister"}});
    post(&mut bench, Some(session), Some(handle), &unregister);
    let list = bench.messages_to(link).pop().unwrap();
    assert_eq!(list.as_array().map(Vec::len), Some(2), "all events of one input are answered together");
}

#[test]
fn a_long_poll_without_events_is_answered_after_30_s_and_keeps_the_session() {
    let mut bench = Bench::new();
    let (session, handle) = polled(&mut bench);
    let register = json!({"janus": "message", "transaction": "m",
        "body": {"request": "register", "username": "sip:2001@c", "secret": "secret-2001"}});
    post(&mut bench, Some(session), Some(handle), &register);
    poll(&mut bench, session, Some(10));
    for _ in 0..4 {
        let link = poll(&mut bench, session, None);
        bench.pass(29);
        assert_eq!(bench.frames_to(link), Vec::<String>::new());
        bench.pass(1);
        assert_eq!(bench.frames_to(link), ["keepalive"]);
    }
    // The answer of the last long poll counts as activity.
    bench.pass(59);
    let keep_alive = json!({"janus": "keepalive", "transaction": "k"});
    assert_eq!(post(&mut bench, Some(session), None, &keep_alive)["janus"], "ack");
    bench.pass(60);
    let link = poll(&mut bench, session, None);
    assert_eq!(bench.frames_to(link), ["error 458"]);
}

#[test]
fn a_second_long_poll_of_a_session_ends_the_first() {
    let mut bench = Bench::new();
    let (session, _) = polled(&mut bench);
    let first = poll(&mut bench, session, Some(5));
    let second = poll(&mut bench, session, Some(5));
    assert_eq!(bench.messages_to(first), [json!([{"janus": "keepalive"}])]);
    assert_eq!(bench.messages_to(second), Vec::<Value>::new());
    post(&mut bench, Some(session), None, &json!({"janus": "destroy", "transaction": "d"}));
    assert_eq!(
        bench.messages_to(second),
        [json!([{"janus": "keepalive"}])],
        "no request waits for a session that ended"
    );
}

#[test]
fn an_event_for_an_interrupted_long_poll_is_delivered_by_the_next_one() {
    let mut bench = Bench::new();
    let (session, handle) = polled(&mut bench);
    let cut = poll(&mut bench, session, None);
    bench.run(Input::LinkClosed { link: cut });
    let register = json!({"janus": "message", "transaction": "m",
        "body": {"request": "register", "username": "sip:2001@c", "secret": "wrong"}});
    post(&mut bench, Some(session), Some(handle), &register);
    assert_eq!(bench.messages_to(cut), Vec::<Value>::new());
    let link = poll(&mut bench, session, None);
    assert_eq!(bench.frames_to(link), ["registering [m]"]);
}

#[test]
fn a_long_poll_without_the_token_is_refused() {
    let mut bench = Bench::new();
    let (session, _) = polled(&mut bench);
    let link = bench.link();
    bench.run(Input::Poll { link, session, max_events: None, token: Some("wrong".into()), api_secret: None });
    assert_eq!(bench.frames_to(link), ["error 403"]);
}
