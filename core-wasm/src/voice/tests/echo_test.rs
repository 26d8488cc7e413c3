//! The echo test: a call without an attendance that every other call ends.

use super::agent::Agent;
use crate::voice::{DialTarget, EchoTest};
use serde_json::json;

/// The echo test rings at the voice server.
fn calling() -> Agent {
    let mut agent = Agent::registered();
    agent.sent.clear();
    agent.run(|voice, context| voice.begin_echo_test(context));
    let call = janus::CallNumber(agent.call_number());
    let offer = janus::frame::Jsep { kind: janus::frame::JsepKind::Offer, sdp: "an offer".to_owned() };
    agent.signalling_input(janus::Input::Peer(call, janus::PeerInput::Described(offer)));
    agent.acknowledges();
    agent.news();
    agent
}

fn connected() -> Agent {
    let mut agent = calling();
    agent.sip(json!({ "event": "calling" }), None);
    agent.sip_answer();
    agent
}

#[test]
fn the_echo_test_is_a_call_that_the_call_bar_does_not_show() {
    let mut agent = calling();
    let request = agent.sent.iter().find(|frame| frame["body"]["request"] == "call").expect("a call");
    assert!(request["body"]["uri"].as_str().is_some_and(|uri| uri.starts_with("sip:*43@")));
    assert_eq!(agent.voice.echo_test(), EchoTest::Calling);
    agent.sip_answer();
    assert_eq!(agent.voice.echo_test(), EchoTest::Connected);
    assert!(!agent.voice.view().in_call && agent.voice.call_bar(&crate::jobs::Jobs::default()).is_none());
    agent.leg_ends();
    assert_eq!((agent.voice.echo_test(), agent.news()), (EchoTest::Possible, vec![]));
}

#[test]
fn the_agent_can_end_the_echo_test() {
    let mut agent = connected();
    agent.sent.clear();
    agent.run(|voice, context| voice.end_echo_test(context));
    assert_eq!(agent.sip_requests(), ["hangup"]);
    agent.leg_ends().run(|voice, context| voice.end_echo_test(context));
    assert_eq!(agent.sip_requests(), ["hangup"]);
}

#[test]
fn an_incoming_call_ends_the_echo_test_and_is_accepted_when_its_leg_arrives() {
    let mut agent = connected();
    agent.sent.clear();
    agent.is_called(json!({}));
    assert_eq!(agent.sip_requests(), ["hangup"]);
    agent.run(|voice, context| voice.accept(context)).leg_ends();
    assert_eq!((agent.sip_requests(), agent.voice.echo_test()), (vec!["hangup".to_owned()], EchoTest::Unavailable));
    agent.leg_arrives().leg_is_answered();
    assert_eq!(agent.sip_requests(), ["hangup", "accept"]);
}

#[test]
fn a_dialled_call_ends_the_echo_test_and_its_own_leg_is_accepted() {
    let mut agent = connected();
    agent.sent.clear();
    agent.run(|voice, context| voice.dial(context, DialTarget::default(), true));
    agent.leg_ends().leg_of("u1");
    assert_eq!(agent.sip_requests(), ["hangup"], "whose leg it is, the answer says");
    let reply = json!({ "success": true, "protocol": "V1", "uniqueId": "u1" });
    agent.answer("POST job/voice/active-job", 200, reply).leg_is_answered();
    assert_eq!(agent.sip_requests(), ["hangup", "accept"]);
}

#[test]
fn without_a_registered_idle_telephone_no_echo_test_begins() {
    let begins = |mut agent: Agent| {
        agent.sent.clear();
        agent.run(|voice, context| voice.begin_echo_test(context));
        (agent.voice.echo_test(), agent.sip_requests().len())
    };
    assert_eq!(begins(Agent::new()), (EchoTest::Unavailable, 0));
    assert_eq!(begins(Agent::in_agent_channel()), (EchoTest::Unavailable, 0));
    let mut called = Agent::registered();
    called.is_called(json!({}));
    assert_eq!(begins(called), (EchoTest::Unavailable, 0));
    let mut dialling = Agent::registered();
    dialling.run(|voice, context| voice.dial(context, DialTarget::default(), true));
    assert_eq!(begins(dialling), (EchoTest::Unavailable, 0));
}

#[test]
fn a_refused_echo_test_leaves_the_telephone_idle() {
    let mut agent = calling();
    agent.sip(json!({ "event": "hangup", "code": 404, "reason": "Not Found" }), None);
    assert_eq!((agent.voice.echo_test(), agent.news()), (EchoTest::Possible, vec![]));
}
