//! Tests of when a route counts as disconnected, and of which agents get the event of a change.

use super::{HELENA, at_work, away, failed, jobs, only_job, provider_takes, send, sent, take_sends, writes};
use crate::testing::{ANA, Agent, BRUNO, TestCentre};
use crate::{EffectKind, WhatsAppFailureAbout, WhatsAppOutcome};
use rstest::rstest;
use serde_json::{Value, json};
use wire::Protocol;

fn accepted(id: &str) -> WhatsAppOutcome {
    WhatsAppOutcome::accepted(id)
}

/// The events about a route that the agent received, as `connected`.
fn route_events(test: &mut TestCentre, agent: &str) -> Vec<Value> {
    let frames = test.take_frames(agent).into_iter().filter(|frame| frame["event"] == "WhatsAppRouteEvent");
    frames.map(|frame| frame["connected"].clone()).collect()
}

#[rstest]
#[case::the_next_message_is_accepted(accepted("p1"))]
#[case::the_next_message_is_refused(WhatsAppOutcome::Refused("WINDOW_CLOSED".to_owned()))]
fn wap_044_agents_with_an_open_attendance_get_one_event_for_the_loss_and_one_for_the_return_of_the_route(
    #[case] end: WhatsAppOutcome,
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    at_work(&mut test, BRUNO);
    writes(&mut test, "w1", HELENA, "Bom dia");
    let (protocol, _) = only_job(&mut test, &ana);
    send(&mut test, &ana, &protocol, json!({ "message": "Olá" })).ok();
    let events: Vec<Vec<Value>> = (0..4)
        .map(|_| {
            provider_takes(&mut test, &away());
            test.advance(10_000);
            route_events(&mut test, ANA)
        })
        .collect();
    assert_eq!(json!(events), json!([[], [], [false], []]), "after the third attempt, once");
    let path = format!("/agents/{ANA}/jobs/active");
    let down =
        |test: &mut TestCentre| test.get(&ana, &path).ok().body["data"]["whatsapp"][0]["routeDisconnected"].clone();
    assert_eq!(down(&mut test), json!(true));
    assert_eq!(provider_takes(&mut test, &end).len(), 1);
    assert_eq!(route_events(&mut test, ANA), [json!(true)]);
    assert_eq!(down(&mut test), Value::Null);
    assert_eq!(route_events(&mut test, BRUNO), [] as [Value; 0], "Bruno has no attendance of the route");
}

/// Ana talks with this number of customers and has sent each a text.
fn texts_to(test: &mut TestCentre, ana: &Agent, count: usize) {
    for number in 0..count {
        writes(test, &format!("w{number}"), &format!("551195555010{number}"), "Bom dia");
    }
    for job in jobs(test, ana, "whatsapp") {
        send(test, ana, &Protocol::from(job["protocol"].as_str().unwrap()), json!({ "message": "Olá" })).ok();
    }
}

fn is_connected(test: &TestCentre) -> bool {
    crate::store::RouteStore::whatsapp_route(&test.store, "1").unwrap().unwrap().connected
}

/// Fails every attempt this many times.
fn fail(test: &mut TestCentre, times: u32, about: WhatsAppFailureAbout) {
    for _ in 0..times {
        provider_takes(test, &failed(about, None));
        test.advance(60_000 + 15_000);
    }
}

#[rstest]
#[case::one_message_with_an_error(1, 30, WhatsAppFailureAbout::Message, true)]
#[case::two_messages_with_an_error(2, 30, WhatsAppFailureAbout::Message, true)]
#[case::three_messages_with_an_error(3, 3, WhatsAppFailureAbout::Message, false)]
#[case::three_messages_that_failed_twice(3, 2, WhatsAppFailureAbout::Message, true)]
#[case::one_message_without_a_connection(1, 3, WhatsAppFailureAbout::Route, false)]
#[case::three_messages_that_are_refused_for_their_rate(3, 30, WhatsAppFailureAbout::Pace, true)]
fn a_route_is_disconnected_by_failures_of_several_messages_or_of_the_connection(
    #[case] messages: usize,
    #[case] times: u32,
    #[case] about: WhatsAppFailureAbout,
    #[case] stays_connected: bool,
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    texts_to(&mut test, &ana, messages);
    fail(&mut test, times, about);
    assert_eq!(is_connected(&test), stays_connected);
}

#[test]
fn an_accepted_message_clears_the_earlier_failures_of_its_route() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    texts_to(&mut test, &ana, 3);
    let about = WhatsAppFailureAbout::Message;
    for _ in 0..3 {
        // Two messages fail, and the third one is not attempted.
        for effect in take_sends(&mut test).iter().take(2) {
            sent(&mut test, effect, &failed(about, None));
        }
        test.advance(30_000);
    }
    let route = |test: &TestCentre| crate::store::RouteStore::whatsapp_route(&test.store, "1").unwrap().unwrap();
    assert_eq!(route(&test).failing.len(), 2);
    test.advance(60_000);
    let taken = take_sends(&mut test);
    let held = taken.iter().find(|effect| effect.attempt < 4).unwrap();
    sent(&mut test, held, &accepted("p1"));
    assert_eq!((route(&test).failing.len(), route(&test).connected), (0, true));
}

#[rstest]
#[case::longer_than_the_servers_own_pause(Some(120_000), 120_000, 150_000)]
#[case::shorter_than_the_servers_own_pause(Some(10), 1_000, 1_250)]
#[case::no_requested_pause(None, 1_000, 1_250)]
#[case::more_than_an_hour(Some(86_400_000), 3_600_000, 4_500_000)]
#[case::a_pause_beyond_every_time(Some(u64::MAX), 3_600_000, 4_500_000)]
fn the_next_attempt_to_send_waits_as_long_as_the_provider_asked(
    #[case] asked: Option<u64>,
    #[case] earliest: i64,
    #[case] latest: i64,
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    texts_to(&mut test, &ana, 1);
    let effect = take_sends(&mut test).remove(0);
    sent(&mut test, &effect, &failed(WhatsAppFailureAbout::Pace, asked));
    let pause =
        crate::store::EffectStore::effect(&test.store, &effect.id).unwrap().unwrap().not_before.since_ms(test.now);
    assert!((earliest..=latest).contains(&pause), "{pause}");
    test.advance(pause);
    test.tick();
    assert!(test.recipients.effects.contains(&EffectKind::SendWhatsApp), "the due time calls the worker");
}
