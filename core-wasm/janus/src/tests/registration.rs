//! Registration at the SIP proxy.

use crate::Fault;
use crate::flow::{Command, Event};
use crate::frame::{RequestBody, SipRequest};
use crate::registration::RegistrationState;
use crate::testing::{Client, node, setup};
use rstest::rstest;
use serde_json::json;
use wire::Secret;

/// A client whose registration has been sent.
fn registering() -> Client {
    let mut client = Client::connecting(setup(vec![node("wss://one")]));
    client.opened();
    client.make_session();
    client.ack();
    client.events();
    client
}

#[test]
fn rtc_001_the_extension_registers_with_display_name_proxy_port_and_secret() {
    let client = registering();
    let RequestBody::Message { body, jsep: None } = &client.last().body else { panic!("{:?}", client.last()) };
    assert_eq!(
        *body,
        SipRequest::Register {
            username: "sip:1001@proxy".to_owned(),
            display_name: "agent-7-1001".to_owned(),
            proxy: "sip:proxy:5060".to_owned(),
            secret: Secret::new("pass-word".to_owned()),
            incoming_header_prefixes: vec!["X-".to_owned()],
        }
    );
}

#[rstest]
#[case::wrong_password(904)]
#[case::unauthorised_extension(401)]
#[case::forbidden_extension(403)]
#[case::unknown_extension(404)]
#[case::proxy_authentication_failed(407)]
fn a_wrong_password_or_extension_is_not_repeated(#[case] code: u16) {
    let mut client = registering();
    client.sent();
    client.registration_failed(code);
    assert_eq!(client.events(), [Event::RegistrationRefused { code }]);
    client.advance(7_999);
    assert_eq!(client.sent(), Vec::<String>::new());
    client.command(Command::Register);
    assert_eq!(client.sent(), ["message register"]);
}

#[test]
fn a_registration_that_failed_for_another_reason_is_repeated_after_2_4_8_16_and_30_seconds() {
    let mut client = registering();
    for after_ms in [2_000, 4_000, 8_000, 16_000, 30_000, 30_000] {
        client.registration_failed(503);
        assert_eq!(client.events(), [Event::RegistrationRetries { code: 503, after_ms }]);
        client.sent();
        client.quiet(after_ms - 1);
        assert_eq!(client.sent(), Vec::<String>::new());
        client.quiet(1);
        assert_eq!(client.sent(), ["message register"]);
    }
    client.sip(json!({ "event": "registered" }), None);
    client.registration_failed(503);
    assert_eq!(client.events(), [Event::Registered, Event::RegistrationRetries { code: 503, after_ms: 2_000 }]);
}

#[test]
fn a_registration_without_an_answer_is_repeated() {
    let mut client = registering();
    client.quiet(40_000);
    assert_eq!(client.events(), [Event::RegistrationRetries { code: 408, after_ms: 2_000 }]);
}

#[test]
fn an_extension_that_is_registered_already_counts_as_registered() {
    let mut client = registering();
    client.plugin(json!({ "sip": "event", "error_code": 445, "error": "Already registered" }), None);
    assert_eq!(client.events(), [Event::Registered]);
    assert_eq!(client.signalling.registration(), RegistrationState::Registered);
}

#[test]
fn a_registration_that_was_lost_with_the_link_is_sent_again_after_the_claim() {
    let mut client = registering();
    client.closed();
    client.command(Command::Reconnect);
    client.opened();
    client.sent();
    client.reply(json!({ "janus": "success" }));
    assert_eq!(client.sent(), ["message register"]);
}

#[test]
fn after_a_refusal_the_delays_of_a_registration_begin_again() {
    let mut client = registering();
    client.registration_failed(503);
    client.quiet(2_000);
    client.registration_failed(403);
    client.command(Command::Register);
    client.events();
    client.registration_failed(503);
    assert_eq!(client.events(), [Event::RegistrationRetries { code: 503, after_ms: 2_000 }]);
}

#[test]
fn without_a_link_no_registration_is_sent() {
    let mut client = registering();
    client.registration_failed(503);
    client.closed();
    assert_eq!(client.timers(), []);
    client.events();
    client.command(Command::Register);
    assert_eq!(client.events(), [Event::Fault(Fault::ServerDown)]);
}

#[test]
fn debug_output_of_the_client_shows_no_secret() {
    let mut client = registering();
    let effects = client.effects();
    let text = format!("{:?} {effects:?}", client.signalling);
    for secret in ["pass-word", "a token", "an-apisecret"] {
        assert!(!text.contains(secret), "{text}");
    }
}

impl Client {
    fn registration_failed(&mut self, code: u16) {
        self.news(json!({ "event": "registration_failed", "code": code }), None);
    }
}
