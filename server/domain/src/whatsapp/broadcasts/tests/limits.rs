//! The pace of a route, and what pauses a list.

use super::{
    HOUR_MS, LEASE_MS, ROUTE_ID, accept, begin, centre, change, create, entries_of, fail, list_of, refuse, sent,
    statuses, take, work,
};
use crate::WhatsAppFailureAbout::{Message, Pace, Route, Spam};
use crate::store::{ConversationRow, RouteStore, WhatsAppStore};
use crate::testing::{Agent, TestCentre};
use rstest::rstest;
use serde_json::json;
use wire::{BroadcastId, Wall};

/// Sends for this time in steps of half a second; returns the number of messages.
fn send_for(test: &mut TestCentre, ana: &Agent, ms: i64) -> usize {
    let mut messages = 0;
    for _ in 0..ms / 500 {
        messages += work(test, accept).len();
        test.advance(500);
        test.beat(ana);
    }
    messages
}

fn paused(test: &TestCentre, id: &BroadcastId) -> (String, Option<Wall>) {
    let list = list_of(test, id);
    (list.paused_reason, list.resumes_at)
}

#[test]
fn a_route_sends_eighty_messages_a_second() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 400);
    let first = send_for(&mut test, &ana, 1_000);
    assert!((80..=160).contains(&first), "{first}");
    let second = send_for(&mut test, &ana, 2_000);
    assert!((100..=240).contains(&second), "{second}");
    send_for(&mut test, &ana, 10_000);
    assert_eq!(statuses(&test, &id), vec!["SENT"; 400]);
}

#[test]
fn one_customer_gets_a_message_every_six_seconds() {
    let (mut test, ana) = centre();
    let lists = [create(&mut test, &ana, 1), create(&mut test, &ana, 1)];
    assert_eq!(work(&mut test, accept).len(), 1);
    test.advance(5_999);
    assert_eq!(work(&mut test, accept).len(), 0);
    test.advance(501);
    assert_eq!(work(&mut test, accept).len(), 1);
    lists.iter().for_each(|id| assert_eq!(statuses(&test, id), ["SENT"]));
}

#[test]
fn the_limit_of_customers_of_a_day_pauses_the_list_until_the_first_of_them_leaves_it() {
    let (mut test, ana) = centre();
    test.centre.config.whatsapp.broadcasts.daily_customers = Some(3);
    let id = create(&mut test, &ana, 5);
    let began = test.now;
    assert_eq!(work(&mut test, accept).len(), 3);
    test.advance(500);
    work(&mut test, accept);
    assert_eq!(paused(&test, &id), ("dailyLimit".to_owned(), Some(began.plus_ms(24 * HOUR_MS + 1))));
    test.advance(23 * HOUR_MS);
    assert_eq!(work(&mut test, accept).len(), 0);
    test.now = began.plus_ms(24 * HOUR_MS + 1);
    assert_eq!(work(&mut test, accept).len(), 2);
    assert_eq!(statuses(&test, &id), ["SENT"; 5]);
    assert_eq!(paused(&test, &id).0, "");
}

#[test]
fn bey_140_a_burst_of_429_delays_messages_and_fails_none() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 30);
    for _ in 0..4 {
        work(&mut test, fail(Pace, Some(1_000)));
        test.advance(1_500);
    }
    for _ in 0..40 {
        work(&mut test, accept);
        test.advance(10_000);
    }
    assert_eq!(statuses(&test, &id), ["SENT"; 30]);
    assert!(test.store.whatsapp_route(ROUTE_ID).unwrap().unwrap().connected);
}

#[rstest]
#[case::template_paused("TEMPLATE_PAUSED", "templatePaused")]
#[case::spam("SPAM", "spamLimit")]
fn a_paused_template_and_reported_spam_pause_the_list_until_the_agent_resumes_it(
    #[case] word: &str,
    #[case] reason: &str,
) {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 3);
    test.tick();
    let effects = take(&mut test);
    let message = begin(&mut test, &effects[0]).unwrap();
    let outcome = if word == "SPAM" { fail(Spam, None)(&message) } else { refuse(word)(&message) };
    sent(&mut test, &effects[0], &outcome);
    assert_eq!(paused(&test, &id), (reason.to_owned(), None));
    assert_eq!([&effects[1], &effects[2]].map(|effect| begin(&mut test, effect)), [None, None]);
    test.advance(HOUR_MS);
    assert_eq!(work(&mut test, accept).len(), 0);
    assert_eq!(statuses(&test, &id), [format!("FAILED {reason}").as_str(), "QUEUED", "QUEUED"]);
    change(&mut test, &ana, &id, "resume", json!([])).ok();
    assert_eq!(work(&mut test, accept).len(), 2);
    assert_eq!(change(&mut test, &ana, &id, "retry", json!([])).ok().body["queued"], 1);
}

#[test]
fn many_failures_pause_the_list() {
    let (mut test, ana) = centre();
    test.centre.config.whatsapp.broadcasts.per_second = 20;
    let id = create(&mut test, &ana, 100);
    work(&mut test, refuse("UNDELIVERABLE"));
    assert_eq!(paused(&test, &id), ("manyFailures".to_owned(), None));
    test.advance(HOUR_MS);
    assert_eq!(work(&mut test, accept).len(), 0);
    assert_eq!(list_of(&test, &id).counts.failed, 20);
}

#[test]
fn a_disconnected_route_pauses_the_list_and_one_that_works_again_resumes_it() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 200);
    for _ in 0..3 {
        work(&mut test, fail(Route, None));
        test.advance(LEASE_MS);
    }
    work(&mut test, fail(Route, None));
    assert!(!test.store.whatsapp_route(ROUTE_ID).unwrap().unwrap().connected);
    test.advance(LEASE_MS);
    work(&mut test, fail(Route, None));
    assert_eq!(paused(&test, &id).0, "routeDisconnected");
    for _ in 0..30 {
        test.advance(LEASE_MS);
        work(&mut test, accept);
    }
    assert_eq!(paused(&test, &id), (String::new(), None));
    assert_eq!(statuses(&test, &id), vec!["SENT"; 200]);
}

#[test]
fn bey_142_a_customer_opts_out_by_the_network_and_never_by_a_fault_of_the_transport() {
    for (word, opted_out) in [("MARKETING_STOPPED", true), ("PROVIDER_FAULT", false), ("UNDELIVERABLE", false)] {
        let (mut test, ana) = centre();
        create(&mut test, &ana, 1);
        work(&mut test, refuse(word));
        let known: Option<ConversationRow> = test.store.conversation(ROUTE_ID, &super::number_of(0)).unwrap();
        assert_eq!(known.is_some_and(|row| row.opted_out), opted_out, "{word}");
    }
}

#[test]
fn a_provider_that_does_not_answer_for_about_an_hour_fails_the_message() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 1);
    for _ in 0..64 {
        work(&mut test, fail(Message, None));
        test.advance(2 * LEASE_MS);
    }
    assert_eq!(statuses(&test, &id), ["FAILED PROVIDER_UNREACHABLE"]);
    assert!(entries_of(&test, &id)[0].is_retryable);
}

#[test]
fn a_clock_that_was_set_back_stops_no_list_and_repeats_no_message() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 100);
    let mut numbers: Vec<String> = work(&mut test, accept).into_iter().map(|message| message.to).collect();
    test.now = test.now.plus_ms(-HOUR_MS);
    for _ in 0..130 {
        test.advance(LEASE_MS / 2);
        numbers.extend(work(&mut test, accept).into_iter().map(|message| message.to));
    }
    assert_eq!(statuses(&test, &id), vec!["SENT"; 100]);
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), 100);
}

#[test]
fn a_complete_list_is_not_paused() {
    let (mut test, ana) = centre();
    test.centre.config.whatsapp.broadcasts.per_second = 20;
    let id = create(&mut test, &ana, 21);
    work(&mut test, refuse("PROVIDER_FAULT"));
    assert_eq!(paused(&test, &id).0, "manyFailures");
    change(&mut test, &ana, &id, "resume", json!([])).ok();
    test.advance(1_000);
    work(&mut test, refuse("TEMPLATE_PAUSED"));
    assert_eq!(paused(&test, &id), (String::new(), None));
    assert!(list_of(&test, &id).finished_at.is_some());
}
