//! Tests of messages whose send has an unknown outcome: they are never repeated, and a later report of the provider
//! settles them.

use super::{HELENA, at_work, only_job, report, send, sent, take_sends, thread, writes};
use crate::testing::{ANA, Agent, TestCentre};
use crate::{Effect, WhatsAppDelivery, WhatsAppInbound, WhatsAppOutcome, WhatsAppReceipt};
use rstest::rstest;
use serde_json::{Value, json};
use wire::Protocol;

const LEASE_MS: i64 = 60_000;

/// A text whose send the worker has begun; the process ends before there is an outcome.
fn interrupted() -> (TestCentre, Agent, Protocol, Effect) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    send(&mut test, &ana, &protocol, json!({ "message": "Olá" })).ok();
    let effect = take_sends(&mut test).remove(0);
    test.take_frames(ANA);
    (test, ana, protocol, effect)
}

/// Like `interrupted`; then the next process reports the unknown outcome.
fn reported() -> (TestCentre, Agent, Protocol, Effect) {
    let (mut test, ana, protocol, effect) = interrupted();
    test.advance(LEASE_MS);
    let again = take_sends(&mut test).remove(0);
    assert_eq!((&again.id, again.attempt, again.is_uncertain), (&effect.id, 1, true));
    sent(&mut test, &again, &WhatsAppOutcome::Unknown);
    (test, ana, protocol, effect)
}

fn receipt(test: &mut TestCentre, key: Option<&str>, status: WhatsAppDelivery) {
    let key = key.map(str::to_owned);
    report(test, WhatsAppInbound::Receipt(WhatsAppReceipt { provider_id: "p1".to_owned(), key, status }));
}

/// Status, reason and version of the message in the events that the agent received.
fn statuses(test: &mut TestCentre) -> Vec<Value> {
    let frames = test.take_frames(ANA).into_iter().filter(|frame| frame["event"] == "WhatsAppStatusEvent");
    frames.map(|frame| json!([frame["status"], frame["reason"], frame["statusVersion"]])).collect()
}

fn in_thread(test: &mut TestCentre, agent: &Agent, protocol: &Protocol) -> Value {
    let messages = thread(test, agent, protocol);
    let message = messages.iter().find(|one| one["message"] == "Olá").unwrap();
    json!([message["status"], message["error"], message["statusVersion"]])
}

#[test]
fn a_send_that_a_restart_interrupted_is_reported_as_unknown_and_not_repeated() {
    let (mut test, ana, protocol, _) = reported();
    assert_eq!(statuses(&mut test), [json!(["error", "DELIVERY_UNKNOWN", 1])]);
    assert_eq!(in_thread(&mut test, &ana, &protocol), json!(["error", "DELIVERY_UNKNOWN", 1]));
    test.advance(24 * 60 * LEASE_MS / 60);
    assert!(take_sends(&mut test).is_empty());
}

#[test]
fn the_next_message_to_a_customer_is_sent_after_one_with_an_unknown_outcome() {
    let (mut test, ana, protocol, _) = interrupted();
    send(&mut test, &ana, &protocol, json!({ "message": "Tudo bem?" })).ok();
    test.advance(LEASE_MS - 1);
    assert!(take_sends(&mut test).is_empty());
    test.advance(1);
    let again = take_sends(&mut test).remove(0);
    sent(&mut test, &again, &WhatsAppOutcome::Unknown);
    let next = take_sends(&mut test).remove(0);
    assert!(next.body.contains("Tudo bem?") && !next.is_uncertain, "{next:?}");
}

#[rstest]
#[case::receipt_sent(WhatsAppDelivery::Sent, json!(["sent", "", 2]))]
#[case::receipt_delivered(WhatsAppDelivery::Delivered, json!(["delivered", "", 2]))]
#[case::receipt_read(WhatsAppDelivery::Read, json!(["read", "", 2]))]
#[case::receipt_failed(WhatsAppDelivery::Failed("RECIPIENT_BLOCKED".to_owned()), json!(["error", "RECIPIENT_BLOCKED", 2]))]
fn a_receipt_with_the_key_of_the_send_settles_its_unknown_outcome(
    #[case] status: WhatsAppDelivery,
    #[case] expected: Value,
) {
    let (mut test, ana, protocol, effect) = reported();
    statuses(&mut test);
    receipt(&mut test, Some(&effect.id), status.clone());
    receipt(&mut test, Some(&effect.id), status);
    assert_eq!(statuses(&mut test), std::slice::from_ref(&expected), "once");
    let [status, reason, version] = [&expected[0], &expected[1], &expected[2]];
    let reason = if reason == "" { Value::Null } else { reason.clone() };
    assert_eq!(in_thread(&mut test, &ana, &protocol), json!([status, reason, version]));
}

#[test]
fn a_receipt_without_the_key_is_applied_after_another_one_connected_its_id_with_the_key() {
    let (mut test, _, _, effect) = reported();
    statuses(&mut test);
    receipt(&mut test, Some(&effect.id), WhatsAppDelivery::Sent);
    receipt(&mut test, None, WhatsAppDelivery::Read);
    assert_eq!(statuses(&mut test), [json!(["sent", "", 2]), json!(["read", "", 3])]);
}

#[test]
fn a_receipt_without_the_key_that_arrives_first_is_applied_when_one_with_the_key_arrives() {
    let (mut test, ana, protocol, effect) = reported();
    receipt(&mut test, None, WhatsAppDelivery::Read);
    receipt(&mut test, Some(&effect.id), WhatsAppDelivery::Sent);
    assert_eq!(in_thread(&mut test, &ana, &protocol), json!(["read", null, 2]));
}

#[rstest]
#[case::unknown_key("0000")]
#[case::empty_key("")]
fn a_receipt_with_another_key_settles_no_unknown_outcome(#[case] key: &str) {
    let (mut test, ana, protocol, _) = reported();
    receipt(&mut test, Some(key), WhatsAppDelivery::Delivered);
    assert_eq!(in_thread(&mut test, &ana, &protocol), json!(["error", "DELIVERY_UNKNOWN", 1]));
}

#[test]
fn a_receipt_that_arrives_before_the_answer_settles_the_attempt_to_send() {
    let (mut test, ana, protocol, effect) = interrupted();
    receipt(&mut test, Some(&effect.id), WhatsAppDelivery::Delivered);
    sent(&mut test, &effect, &WhatsAppOutcome::accepted("p1"));
    assert_eq!(in_thread(&mut test, &ana, &protocol), json!(["delivered", null, 1]));
    test.advance(LEASE_MS);
    assert!(take_sends(&mut test).is_empty());
}

#[test]
fn an_answer_that_arrives_after_the_report_of_an_unknown_outcome_settles_it() {
    let (mut test, ana, protocol, effect) = reported();
    sent(&mut test, &effect, &WhatsAppOutcome::accepted("p1"));
    assert_eq!(in_thread(&mut test, &ana, &protocol), json!(["sent", null, 2]));
    receipt(&mut test, None, WhatsAppDelivery::Read);
    assert_eq!(in_thread(&mut test, &ana, &protocol), json!(["read", null, 3]));
}

#[test]
fn a_second_report_of_an_unknown_outcome_of_a_send_changes_nothing() {
    let (mut test, ana, protocol, effect) = reported();
    receipt(&mut test, Some(&effect.id), WhatsAppDelivery::Delivered);
    sent(&mut test, &effect, &WhatsAppOutcome::Unknown);
    sent(&mut test, &effect, &WhatsAppOutcome::Refused("WINDOW_CLOSED".to_owned()));
    assert_eq!(in_thread(&mut test, &ana, &protocol), json!(["delivered", null, 2]));
}
