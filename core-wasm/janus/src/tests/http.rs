//! The session over HTTP with a long poll.

use crate::flow::{Command, Effect, Event, HttpFailure, Input};
use crate::session::SessionState;
use crate::testing::{Client, HANDLE, SESSION, node, setup};
use crate::{Fault, Node, SessionId};
use rstest::rstest;
use serde_json::{Value, json};

fn nodes() -> Vec<Node> {
    vec![node("https://one/janus"), node("https://two/janus")]
}

/// A client that is registered over HTTP.
fn polling() -> Client {
    let mut client = Client::connecting(setup(nodes()));
    client.posted(Ok(json!({ "janus": "success", "data": { "id": SESSION } })));
    client.posted(Ok(json!({ "janus": "success", "data": { "id": HANDLE } })));
    client.posted(Ok(json!({ "janus": "ack" })));
    client.polled(Ok(json!([{ "janus": "event", "sender": HANDLE,
        "plugindata": { "data": { "result": { "event": "registered" } } } }])));
    assert_eq!(client.events(), [Event::Connected { claimed: false }, Event::Registered]);
    client.effects();
    client
}

#[test]
fn rtc_024_requests_are_posted_to_the_path_of_session_and_handle() {
    let mut client = Client::connecting(setup(nodes()));
    let url = |client: &mut Client| {
        let posts = client.effects().into_iter().filter_map(|effect| match effect {
            Effect::Post { url, .. } => Some(url),
            _ => None,
        });
        posts.collect::<Vec<_>>()
    };
    assert_eq!(url(&mut client), ["https://one/janus"]);
    client.posted(Ok(json!({ "janus": "success", "data": { "id": 5 } })));
    assert_eq!(url(&mut client), ["https://one/janus/5"]);
    client.posted(Ok(json!({ "janus": "success", "data": { "id": 6 } })));
    assert_eq!(url(&mut client), ["https://one/janus/5/6"]);
    assert_eq!(client.sent(), ["create", "attach", "message register"]);
}

#[test]
fn a_long_poll_waits_60_s_for_at_most_10_events_and_is_followed_by_the_next() {
    let mut client = polling();
    client.polled(Ok(json!({ "janus": "keepalive" })));
    let effects = client.effects();
    let [Effect::Poll { url, timeout_ms, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(*timeout_ms, 60_000);
    let url = url.expose();
    assert!(url.starts_with(&format!("https://one/janus/{SESSION}?rid=")), "{url}");
    assert!(url.ends_with("&maxev=10&token=a%20token&apisecret=an-apisecret"), "{url}");
    assert!(!format!("{effects:?}").contains("apisecret"));
}

#[test]
fn a_long_poll_needs_no_keep_alive() {
    let client = polling();
    assert_eq!(client.timers(), []);
}

#[rstest]
#[case::no_connection(HttpFailure::Network)]
#[case::no_answer(HttpFailure::TimedOut)]
#[case::an_error_status(HttpFailure::Status(502))]
fn rtc_028_the_fourth_consecutive_failure_of_the_long_poll_falls_back_to_the_next_node(#[case] failure: HttpFailure) {
    let mut client = polling();
    let polls =
        |client: &mut Client| client.effects().iter().filter(|effect| matches!(effect, Effect::Poll { .. })).count();
    for _ in 0..3 {
        client.polled(Err(failure));
        assert_eq!(polls(&mut client), 1);
    }
    client.polled(Ok(json!({ "janus": "keepalive" })));
    assert_eq!(polls(&mut client), 1);
    for _ in 0..3 {
        client.polled(Err(failure));
    }
    assert_eq!(client.events(), []);
    client.sent();
    client.effects();
    let link = client.link();
    client.polled(Err(failure));
    assert_eq!(client.events(), [Event::SessionEnded]);
    assert_eq!(client.sent(), ["create"]);
    let effects = client.effects();
    assert!(effects.contains(&Effect::CloseLink(link)));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Post { url, .. } if url == "https://two/janus")));
}

#[test]
fn rtc_028_without_another_node_the_connection_is_lost() {
    let mut client = Client::connecting(setup(vec![node("https://one/janus")]));
    client.posted(Ok(json!({ "janus": "success", "data": { "id": SESSION } })));
    for _ in 0..4 {
        assert_eq!(client.events(), []);
        client.polled(Err(HttpFailure::Network));
    }
    assert_eq!(client.events(), [Event::Lost(Fault::LostConnection)]);
    assert_eq!(Fault::LostConnection.text(), "Lost connection to the server (is it down?)");
    client.sent();
    client.command(Command::Reconnect);
    assert_eq!(client.sent(), ["claim"]);
    assert_eq!(client.last().session, Some(SessionId(SESSION)));
}

#[rstest]
#[case::rtc_044_no_connection(HttpFailure::Network, Fault::Network, "Probably a network error, is the server down?")]
#[case::rtc_045_no_answer_in_time(HttpFailure::TimedOut, Fault::TimedOut, "Request timed out")]
#[case::rtc_046_an_error_status(HttpFailure::Status(503), Fault::CallFailed, "API call failed")]
fn a_failed_http_request_reports_the_fault_of_its_failure(
    #[case] failure: HttpFailure,
    #[case] fault: Fault,
    #[case] text: &str,
) {
    let mut client = Client::connecting(setup(nodes()));
    client.posted(Err(failure));
    assert_eq!(client.events(), [Event::Lost(fault)]);
    assert_eq!(fault.text(), text);
}

#[test]
fn rtc_047_an_answer_that_is_not_json_fails_its_request() {
    let mut client = Client::connecting(setup(nodes()));
    let transaction = client.last().transaction.clone();
    client.input(Input::Posted(client.link(), transaction, Ok("<html>".to_owned())));
    assert_eq!(client.events(), [Event::Lost(Fault::Unparsable)]);
    assert_eq!(Fault::Unparsable.text(), "Failed to parse response body");
}

#[test]
fn a_session_that_ends_during_a_long_poll_is_created_again_and_has_one_long_poll() {
    let mut client = polling();
    client.sent();
    client.polled(Ok(json!({ "janus": "error", "error": { "code": 458, "reason": "No such session" } })));
    assert_eq!(client.events(), [Event::SessionEnded]);
    assert_eq!(client.signalling.session(), SessionState::Creating);
    client.posted(Ok(json!({ "janus": "success", "data": { "id": 77 } })));
    let polls = client.effects().into_iter().filter(|effect| matches!(effect, Effect::Poll { .. }));
    assert_eq!(polls.count(), 1);
}

#[test]
fn a_registration_that_cannot_be_posted_is_repeated() {
    let mut client = Client::connecting(setup(nodes()));
    client.posted(Ok(json!({ "janus": "success", "data": { "id": SESSION } })));
    client.posted(Ok(json!({ "janus": "success", "data": { "id": HANDLE } })));
    client.events();
    client.posted(Err(HttpFailure::Network));
    assert_eq!(client.events(), [Event::RegistrationRetries { code: 408, after_ms: 2_000 }]);
}

#[test]
fn a_hang_up_that_cannot_be_posted_is_posted_again_after_the_next_long_poll() {
    let mut client = polling();
    client.sent();
    client.polled(Ok(json!([{ "janus": "event", "sender": HANDLE,
        "plugindata": { "data": { "result": { "event": "incomingcall" } } } }])));
    assert_eq!(client.sent(), ["message decline"]);
    client.posted(Err(HttpFailure::Network));
    client.polled(Err(HttpFailure::Network));
    assert_eq!(client.sent(), Vec::<String>::new());
    client.polled(Ok(json!({ "janus": "keepalive" })));
    assert_eq!(client.sent(), ["message decline"]);
    client.polled(Ok(json!({ "janus": "keepalive" })));
    assert_eq!(client.sent(), Vec::<String>::new());
}

impl Client {
    /// The answer to the last POST.
    fn posted(&mut self, answer: Result<Value, HttpFailure>) {
        let transaction = self.last().transaction.clone();
        let answer = answer.map(|mut frame| {
            frame["transaction"] = json!(transaction);
            frame.to_string()
        });
        self.input(Input::Posted(self.link(), transaction, answer));
    }

    fn polled(&mut self, answer: Result<Value, HttpFailure>) {
        self.input(Input::Polled(self.link(), answer.map(|frames| frames.to_string())));
    }
}
