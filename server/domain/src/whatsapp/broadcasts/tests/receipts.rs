//! Receipts: early, doubled, reordered, of a cancelled list, and with the key of a send.

use super::{
    accept, begin, cancel, centre, change, create, list_of, number_of, provider_id, receipt, sent, statuses, take, work,
};
use crate::WhatsAppDelivery::{self, Delivered, Failed, Read, Sent};
use rstest::rstest;
use serde_json::json;

fn failed(word: &str) -> WhatsAppDelivery {
    Failed(word.to_owned())
}

#[rstest]
#[case::in_order(&[Delivered, Read], "READ")]
#[case::reordered(&[Read, Delivered], "READ")]
#[case::doubled(&[Delivered, Delivered, Sent], "DELIVERED")]
#[case::a_failure(&[failed("LIMITED_BY_NETWORK"), Delivered], "FAILED marketingLimit")]
#[case::a_failure_after_the_delivery(&[Delivered, failed("UNDELIVERABLE")], "DELIVERED")]
#[case::a_failure_twice(&[failed("UNDELIVERABLE"), failed("TOO_FAST")], "FAILED UNDELIVERABLE")]
fn bey_140_a_status_only_goes_forward(#[case] receipts: &[WhatsAppDelivery], #[case] expected: &str) {
    for is_early in [false, true] {
        let (mut test, ana) = centre();
        let id = create(&mut test, &ana, 1);
        test.tick();
        let effect = take(&mut test).remove(0);
        let message = begin(&mut test, &effect).unwrap();
        let provider = provider_id(&number_of(0));
        if !is_early {
            sent(&mut test, &effect, &accept(&message));
            assert_eq!(statuses(&test, &id), ["SENT"]);
        }
        receipts.iter().for_each(|status| receipt(&mut test, &provider, None, status.clone()));
        sent(&mut test, &effect, &accept(&message));
        assert_eq!(statuses(&test, &id), [expected], "early: {is_early}");
    }
}

#[test]
fn a_receipt_finds_the_entry_of_a_cancelled_list() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 2);
    test.tick();
    let effect = take(&mut test).remove(0);
    let message = begin(&mut test, &effect).unwrap();
    cancel(&mut test, &ana, &id).ok();
    sent(&mut test, &effect, &accept(&message));
    receipt(&mut test, &provider_id(&number_of(0)), None, Delivered);
    assert_eq!(statuses(&test, &id), ["DELIVERED", "QUEUED"]);
}

#[test]
fn a_receipt_with_the_key_may_come_before_the_answer_to_the_send() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 1);
    test.tick();
    let effect = take(&mut test).remove(0);
    let message = begin(&mut test, &effect).unwrap();
    receipt(&mut test, &provider_id(&number_of(0)), Some(&effect.id), Sent);
    assert_eq!(statuses(&test, &id), ["SENT"]);
    sent(&mut test, &effect, &accept(&message));
    receipt(&mut test, &provider_id(&number_of(0)), Some(&effect.id), Read);
    assert_eq!(statuses(&test, &id), ["READ"]);
}

#[test]
fn a_late_delivery_of_an_earlier_attempt_keeps_the_next_one_from_being_sent() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 1);
    work(&mut test, accept);
    receipt(&mut test, &provider_id(&number_of(0)), None, failed("LIMITED_BY_NETWORK"));
    change(&mut test, &ana, &id, "retry", json!([])).ok();
    assert_eq!(statuses(&test, &id), ["QUEUED"]);
    receipt(&mut test, &provider_id(&number_of(0)), None, Delivered);
    test.advance(60_000);
    assert!(work(&mut test, accept).is_empty());
    assert_eq!(statuses(&test, &id), ["DELIVERED"]);
}

#[test]
fn receipts_of_one_customer_change_the_entry_of_that_customer_only() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 3);
    work(&mut test, accept);
    receipt(&mut test, &provider_id(&number_of(1)), None, Read);
    assert_eq!(statuses(&test, &id), ["SENT", "READ", "SENT"]);
    assert_eq!(list_of(&test, &id).counts.read, 1);
}

#[test]
fn a_failure_that_a_receipt_reports_counts_among_the_failures_of_the_list() {
    let (mut test, ana) = centre();
    test.centre.config.whatsapp.broadcasts.per_second = 20;
    let id = create(&mut test, &ana, 40);
    work(&mut test, accept);
    for customer in 0..10 {
        receipt(&mut test, &provider_id(&number_of(customer)), None, failed("UNDELIVERABLE"));
    }
    assert_eq!(list_of(&test, &id).paused_reason, "manyFailures");
}

#[test]
fn failures_that_are_reported_before_the_answers_to_the_sends_pause_the_list_too() {
    let (mut test, ana) = centre();
    test.centre.config.whatsapp.broadcasts.per_second = 20;
    let id = create(&mut test, &ana, 40);
    test.tick();
    for (customer, effect) in (0..).zip(take(&mut test)) {
        begin(&mut test, &effect).unwrap();
        let word = if customer % 2 == 1 { failed("UNDELIVERABLE") } else { Sent };
        receipt(&mut test, &provider_id(&number_of(customer)), Some(&effect.id), word);
    }
    let list = list_of(&test, &id);
    assert_eq!((list.outcomes, list.failures, list.paused_reason.as_str()), (20, 10, "manyFailures"));
}

#[test]
fn bey_140_a_repeated_report_that_an_earlier_attempt_was_sent_does_not_keep_the_next_one_from_being_sent() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 1);
    work(&mut test, accept);
    receipt(&mut test, &provider_id(&number_of(0)), None, failed("LIMITED_BY_NETWORK"));
    change(&mut test, &ana, &id, "retry", json!([])).ok();
    receipt(&mut test, &provider_id(&number_of(0)), None, Sent);
    assert_eq!(statuses(&test, &id), ["QUEUED"]);
    test.advance(60_000);
    assert_eq!(work(&mut test, accept).len(), 1);
}
