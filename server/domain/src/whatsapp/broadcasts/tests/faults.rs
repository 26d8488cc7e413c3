//! Processes that end at each step of a send, and outcomes that come twice, late or after a cancel (BEY-140).

use super::{
    HOUR_MS, LEASE_MS, accept, begin, cancel, centre, change, create, entries_of, fail, number_of, provider_id,
    receipt, refuse, sent, statuses, take, work,
};
use crate::testing::{Agent, TestCentre};
use crate::{Effect, WhatsAppDelivery, WhatsAppFailureAbout, WhatsAppOutcome};
use rstest::rstest;
use serde_json::json;
use wire::BroadcastId;

/// A list of one customer whose effect the worker has taken.
fn taken() -> (TestCentre, Agent, BroadcastId, Effect) {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 1);
    test.tick();
    let effect = take(&mut test).remove(0);
    (test, ana, id, effect)
}

/// The next process takes the effect after its lease and reports that the outcome is unknown.
fn next_process(test: &mut TestCentre) {
    test.advance(LEASE_MS);
    test.with(|centre, store, context| centre.start_up(store, context, false).unwrap());
    test.tick();
    for effect in take(test) {
        assert!(effect.is_uncertain);
        sent(test, &effect, &WhatsAppOutcome::Unknown);
    }
}

/// Like `taken`; the process ended after the request to the provider began.
fn unknown() -> (TestCentre, Agent, BroadcastId, Effect) {
    let (mut test, ana, id, effect) = taken();
    begin(&mut test, &effect).unwrap();
    next_process(&mut test);
    assert_eq!(statuses(&test, &id), ["FAILED outcomeUnknown"]);
    (test, ana, id, effect)
}

#[test]
fn bey_140_a_process_that_ends_before_the_request_loses_and_repeats_nothing() {
    let (mut test, _, id, _) = taken();
    next_process(&mut test);
    assert_eq!(statuses(&test, &id), ["QUEUED"]);
    test.advance(1_000);
    assert_eq!(work(&mut test, accept).len(), 1);
    assert_eq!(statuses(&test, &id), ["SENT"]);
}

#[test]
fn bey_140_a_message_whose_outcome_is_unknown_is_reported_as_such_and_never_sent_again() {
    let (mut test, ana, id, _) = unknown();
    assert_eq!(change(&mut test, &ana, &id, "retry", json!([])).ok().body["queued"], 0);
    let named = json!([{ "scheduleId": entries_of(&test, &id)[0].schedule_id(), "attempt": 1 }]);
    assert_eq!(change(&mut test, &ana, &id, "retry", named).ok().body["queued"], 0);
    test.advance(48 * HOUR_MS);
    assert!(work(&mut test, accept).is_empty());
    assert_eq!(statuses(&test, &id), ["FAILED outcomeUnknown"]);
}

#[rstest]
#[case::accepted(WhatsAppDelivery::Sent, "SENT")]
#[case::delivered(WhatsAppDelivery::Delivered, "DELIVERED")]
#[case::failed(WhatsAppDelivery::Failed("UNDELIVERABLE".to_owned()), "FAILED UNDELIVERABLE")]
fn bey_140_a_receipt_with_the_key_settles_an_unknown_outcome(#[case] status: WhatsAppDelivery, #[case] expected: &str) {
    let (mut test, _, id, effect) = unknown();
    receipt(&mut test, "p9", Some("another key"), status.clone());
    assert_eq!(statuses(&test, &id), ["FAILED outcomeUnknown"]);
    receipt(&mut test, "p1", Some(&effect.id), status.clone());
    receipt(&mut test, "p1", Some(&effect.id), status);
    assert_eq!(statuses(&test, &id), [expected]);
}

/// A provider that answers late would pause the list, although the customers have the messages.
#[test]
fn a_settled_outcome_is_no_failure_of_the_list_and_a_failure_counts_once() {
    let (mut test, _, id, effect) = unknown();
    assert_eq!(super::list_of(&test, &id).failures, 1);
    receipt(&mut test, "p1", Some(&effect.id), WhatsAppDelivery::Sent);
    assert_eq!(super::list_of(&test, &id).failures, 0);
    receipt(&mut test, "p1", None, WhatsAppDelivery::Failed("UNDELIVERABLE".to_owned()));
    assert_eq!(super::list_of(&test, &id).failures, 1);
    let (mut test, _, id, effect) = unknown();
    receipt(&mut test, "p1", Some(&effect.id), WhatsAppDelivery::Failed("UNDELIVERABLE".to_owned()));
    assert_eq!(
        (statuses(&test, &id).remove(0).as_str(), super::list_of(&test, &id).failures),
        ("FAILED UNDELIVERABLE", 1)
    );
}

/// A provider may have accepted the message before it failed.
#[test]
fn bey_140_an_error_of_the_provider_without_a_reason_is_not_followed_by_a_second_request() {
    let (mut test, ana, id, effect) = taken();
    let message = begin(&mut test, &effect).unwrap();
    sent(&mut test, &effect, &fail(WhatsAppFailureAbout::Unexplained, None)(&message));
    assert_eq!(statuses(&test, &id), ["FAILED outcomeUnknown"]);
    assert_eq!(change(&mut test, &ana, &id, "retry", json!([])).ok().body["queued"], 0);
    test.advance(HOUR_MS);
    assert!(work(&mut test, accept).is_empty());
    receipt(&mut test, "p1", Some(&effect.id), WhatsAppDelivery::Delivered);
    assert_eq!(statuses(&test, &id), ["DELIVERED"]);
}

#[test]
fn a_late_outcome_settles_an_unknown_one() {
    let (mut test, _, id, effect) = unknown();
    sent(&mut test, &effect, &WhatsAppOutcome::accepted("p1"));
    assert_eq!(statuses(&test, &id), ["SENT"]);
    receipt(&mut test, "p1", None, WhatsAppDelivery::Read);
    assert_eq!(statuses(&test, &id), ["READ"]);
}

#[test]
fn an_outcome_that_is_reported_twice_counts_once() {
    let (mut test, _, id, effect) = taken();
    let message = begin(&mut test, &effect).unwrap();
    sent(&mut test, &effect, &accept(&message));
    sent(&mut test, &effect, &accept(&message));
    sent(&mut test, &effect, &refuse("UNDELIVERABLE")(&message));
    assert_eq!(statuses(&test, &id), ["SENT"]);
    assert_eq!(super::list_of(&test, &id).outcomes, 1);
}

#[test]
fn an_outcome_after_a_cancel_counts() {
    let (mut test, ana, id, effect) = taken();
    let message = begin(&mut test, &effect).unwrap();
    cancel(&mut test, &ana, &id).ok();
    sent(&mut test, &effect, &accept(&message));
    assert_eq!(statuses(&test, &id), ["SENT"]);
}

#[test]
fn an_attempt_that_another_process_settled_sends_nothing() {
    let (mut test, _, id, effect) = taken();
    next_process(&mut test);
    assert_eq!(begin(&mut test, &effect), None, "its effect is not there any more");
    assert_eq!(statuses(&test, &id), ["QUEUED"]);
}

#[test]
fn bey_140_with_200_kills_no_customer_of_a_thousand_gets_two_messages_and_none_is_forgotten() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 1_000);
    let mut accepted = std::collections::BTreeMap::<String, u32>::new();
    let (mut kills, mut in_flight) = (0, 0);
    for step in 0..4_000_u32 {
        test.tick();
        for (place, effect) in (step..).zip(take(&mut test)) {
            if effect.is_uncertain {
                sent(&mut test, &effect, &WhatsAppOutcome::Unknown);
                continue;
            }
            let is_killed = |at: u32| kills < 200 && place % 9 == at;
            if is_killed(3) {
                kills += 1;
                continue;
            }
            let Some(message) = begin(&mut test, &effect) else { continue };
            if is_killed(7) {
                // The provider has the message, and the process ended before it stored the answer.
                *accepted.entry(message.to).or_default() += 1;
                kills += 1;
                in_flight += 1;
                continue;
            }
            *accepted.entry(message.to.clone()).or_default() += 1;
            sent(&mut test, &effect, &accept(&message));
        }
        test.advance(500);
        let list = super::list_of(&test, &id);
        if list.finished_at.is_some() {
            break;
        }
        if !list.paused_reason.is_empty() {
            test.beat(&ana);
            change(&mut test, &ana, &id, "resume", json!([])).ok();
        }
    }
    assert_eq!(kills, 200);
    assert!(accepted.values().all(|messages| *messages == 1), "a message was doubled");
    let found = statuses(&test, &id);
    let unknown = found.iter().filter(|status| *status == "FAILED outcomeUnknown").count();
    let sent = found.iter().filter(|status| *status == "SENT").count();
    assert_eq!((unknown, sent + unknown, accepted.len()), (in_flight, 1_000, 1_000));
    receipt(&mut test, &provider_id(&number_of(0)), None, WhatsAppDelivery::Read);
}
