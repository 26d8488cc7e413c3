//! Properties that hold for every order of events: one place per message, one effect per event, one conversation per
//! text.

use super::bench::Bench;
use super::samples::{active_jobs, chat_job, customer_message, send_reply};
use crate::connection;
use crate::conversation;
use crate::conversation::ConversationIntent;
use crate::flow::{BrokerCommand, Effect, HttpFailure, StoreKey, StorePlace};
use crate::input::{Intent, PageInput, StoreFailure};
use crate::jobs::JobsIntent;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

fn draft(protocol: &str, text: &str) -> Intent {
    Intent::Conversation(ConversationIntent::DraftChanged { protocol: protocol.into(), text: text.to_owned() })
}

fn writes(bench: &Bench, wanted: &StoreKey) -> usize {
    let of = |effect: &&Effect| matches!(effect, Effect::Persist(_, key, Some(_)) if key == wanted);
    bench.effects.iter().filter(of).count()
}

#[test]
fn con_023_each_connection_requests_heartbeats_of_2500_ms() {
    let mut bench = Bench::signed_in();
    bench.broker(crate::input::BrokerInput::Closed { link: bench.link }).advance(5_000);
    let asked: Vec<u32> = bench
        .broker_commands()
        .into_iter()
        .filter_map(|command| match command {
            BrokerCommand::Connect { heartbeat_ms, .. } => Some(*heartbeat_ms),
            _ => None,
        })
        .collect();
    assert_eq!(asked, [2_500, 2_500]);
}

#[test]
fn per_005_a_record_that_changes_all_the_time_is_written_every_half_second() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000).forget();
    for tenth in 0..50 {
        bench.customer_writes("P1", tenth + 1, "Oi").advance(100);
    }
    let written = writes(&bench, &conversation::records::THREAD.of("P1".into()));
    assert!((10..=17).contains(&written), "{written} writes in five seconds");
    let record = bench.stored(StorePlace::Database, "attendance/P1").expect("a record").to_owned();
    bench.customer_writes("P1", 99, "A última").advance(499);
    assert_ne!(bench.stored(StorePlace::Database, "attendance/P1"), Some(record.as_str()));
}

#[rstest]
#[case::per_008_the_storage_is_full(StoreFailure::Full)]
#[case::per_008_the_storage_is_unavailable(StoreFailure::Unavailable)]
fn without_storage_the_state_is_kept_in_memory_and_one_warning_is_logged(#[case] failure: StoreFailure) {
    let mut bench = Bench::signed_in();
    bench.storage = Some(Err(failure));
    bench.attends("P1").customer_writes("P1", 1, "Bom dia!").advance(20_000);
    bench.sends("P1", "Olá!").intent(draft("P1", "Um momento"));
    bench.advance(60_000).customer_writes("P1", 51, "Obrigada").advance(500);
    assert_eq!(
        (bench.texts("P1"), bench.draft("P1").text.as_str()),
        (["Bom dia!", "Olá!", "Obrigada"].map(str::to_owned).into(), "Um momento")
    );
    let warnings = bench.reports().iter().filter(|report| report.code == "storageUnavailable").count();
    assert_eq!((warnings, bench.acknowledged().len()), (1, 3));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bey_006_messages_are_in_the_servers_order_whatever_order_they_arrive_in(
        order in Just((1..=12u64).collect::<Vec<_>>()).prop_shuffle(),
        doubled in prop::collection::vec(1..=12u64, 0..4),
    ) {
        let mut bench = Bench::signed_in();
        bench.attends("P1").hold("POST chat/messages").sends("P1", "ainda a caminho");
        for seq in order.into_iter().chain(doubled) {
            bench.customer_writes("P1", seq, &format!("mensagem {seq}"));
        }
        let mut expected: Vec<String> = (1..=12).map(|seq| format!("mensagem {seq}")).collect();
        expected.push("ainda a caminho".to_owned());
        prop_assert_eq!(bench.texts("P1"), expected);
    }
}

#[test]
fn bey_006_messages_without_numbers_are_ordered_by_the_servers_time() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    for (id, time, text) in [("b", "10:00:02", "dois"), ("c", "10:00:03", "três"), ("a", "10:00:01", "um")] {
        bench.event(
            "ChatMessageEvent",
            json!({ "message": { "protocol": "P1", "message_id": id, "senderType": "customer", "message": text,
                    "time": format!("2026-11-20T{time}.000Z") } }),
        );
    }
    assert_eq!(bench.texts("P1"), ["um", "dois", "três"]);
}

#[rstest]
#[case::bey_007_with_its_event_id(true)]
#[case::bey_007_without_an_event_id(false)]
fn a_frame_that_is_delivered_twice_is_applied_once(#[case] with_identifier: bool) {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    let mut body = json!({ "event": "ChatMessageEvent", "message": customer_message("P2", 1, "Alguém aí?") });
    if with_identifier {
        body["eventId"] = json!("e-twice");
    }
    bench.frame(&body.to_string()).advance(1_000);
    let shown = |bench: &Bench| {
        let keys = bench.workspace.live_keys().into_iter().filter(|key| *key != connection::slices::LINK.key());
        keys.map(|key| bench.workspace.view(&key)).collect::<Vec<_>>()
    };
    let before = shown(&bench);
    bench.forget().frame(&body.to_string());
    assert_eq!(shown(&bench), before);
    assert_eq!((bench.sounds().len(), bench.row("P2").unread, bench.notifications().items[0].count), (0, 1, 1));
    assert_eq!(bench.acknowledged().len(), 0, "acknowledged when its journal is stored");
    bench.advance(500);
    assert_eq!(bench.acknowledged().len(), 1);
}

#[test]
fn bey_008_a_text_is_sent_in_the_conversation_in_which_it_was_written_although_another_one_was_opened() {
    let mut bench = Bench::signed_in();
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[chat_job("P1"), chat_job("P2")]));
    bench.attends("P1").attends("P2").intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    bench.fail("POST chat/messages", HttpFailure::NoAnswer).sends("P1", "Para Mariana").forget();
    bench
        .intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }))
        .intent(draft("P2", "Para outra pessoa"))
        .advance(5_000);
    bench.reload().start("/attendance/P2").advance(5_000);
    let sent: Vec<Value> = bench.calls_of("POST chat/messages").iter().map(|call| call.json()).collect();
    assert!(sent.len() >= 3, "{} tries", sent.len());
    assert!(sent.iter().all(|body| body["protocol"] == "P1" && body["message"] == "Para Mariana"), "{sent:?}");
    let reply = send_reply(&sent[0]["custom_id"], 1, bench.now.wall);
    bench.answer("POST chat/messages", 200, reply).advance(31_000);
    assert_eq!((bench.texts("P1"), bench.texts("P2")), (vec!["Para Mariana".to_owned()], vec![]));
}

#[test]
fn bey_009_a_draft_is_stored_within_500_ms_and_restored_after_a_reload_a_crash_and_another_conversation() {
    let mut bench = Bench::signed_in();
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[chat_job("P1"), chat_job("P2")]));
    bench
        .attends("P1")
        .attends("P2")
        .intent(draft("P1", "Segue o bole"))
        .advance(200)
        .intent(draft("P1", "Segue o boleto"));
    bench.advance(499);
    assert!(bench.stored(StorePlace::Unsent, "draft/101/P1").is_some_and(|record| record.contains("Segue o boleto")));
    bench
        .intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }))
        .intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    assert_eq!((bench.draft("P1").text.as_str(), bench.draft("P2").text.as_str()), ("Segue o boleto", ""));
    // The bench's reload creates a new core with the stored records, which is also the result of a crash.
    bench.reload().start("/attendance/P1");
    assert_eq!(bench.draft("P1").text, "Segue o boleto");
}

#[test]
fn a_clock_that_is_set_moves_no_message_and_loses_no_draft() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").customer_writes("P1", 1, "um").intent(draft("P1", "Um momento"));
    for (seq, hours) in (2..).zip([48, -72, 24]) {
        bench.now.wall = bench.now.wall.plus_ms(hours * 3_600_000);
        bench.page(PageInput::Focus { focused: true }).customer_writes("P1", seq, "?").advance(1_000);
    }
    assert_eq!((bench.texts("P1")[0].as_str(), bench.draft("P1").text.as_str()), ("um", "Um momento"));
}
