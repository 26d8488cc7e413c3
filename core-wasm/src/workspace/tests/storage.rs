//! The stored records: where they are stored, how they are restored, and that the next agent on the computer finds
//! none.

use super::bench::Bench;
use super::samples::{active_jobs, agent_record, chat_job, customer_message, login_reply, validate_reply, with};
use crate::channels;
use crate::conversation;
use crate::conversation::ConversationIntent;
use crate::flow::{Effect, HttpFailure, SliceKey, StorePlace};
use crate::input::{Intent, PageInput};
use crate::jobs;
use crate::jobs::JobsIntent;
use crate::notifications;
use crate::qualification::QualificationIntent;
use crate::session::SessionIntent;
use crate::session::SessionPhaseView::{Checking, Ready, SignedOut};
use crate::view::View;
use crate::wire::Channel;
use rstest::rstest;
use serde_json::{Value, json};

const ACTIVE: &str = "GET agents/101/jobs/active";

/// An agent at work: two chats, a draft, a message that is being sent, a chosen qualification that was not sent, a
/// snackbar.
fn at_work() -> Bench {
    let mut bench = Bench::signed_in();
    bench.answer(
        "GET tags/protocol/P1",
        200,
        json!([{ "tag_item_id": "31", "tag_item_name": "VIP", "tag_item_color": "#2E7D32" }]),
    );
    bench.attends("P1").attends("P2").attends("P3").customer_writes("P1", 1, "Bom dia!").customer_writes("P2", 1, "Oi");
    bench.event("ChatEndEvent", json!({ "protocol": "P3" }));
    bench
        .intent(Intent::Qualification(QualificationIntent::OpenQualification { protocol: "P3".into() }))
        .close_dialog();
    bench.intent(Intent::Qualification(QualificationIntent::ObserveQualification {
        protocol: "P3".into(),
        observation: "Ligar amanhã".to_owned(),
    }));
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Um rascunho".to_owned(),
    }));
    bench.intent(Intent::Jobs(JobsIntent::ScrollChanged { protocol: "P1".into(), scroll_top: 48.0 }));
    bench.fail("POST chat/messages", HttpFailure::NoAnswer).sends("P2", "Um momento").advance(5_000);
    bench.answer(
        ACTIVE,
        200,
        active_jobs(&[chat_job("P1"), chat_job("P2"), with(chat_job("P3"), json!({ "disabled": true }))]),
    );
    bench
}

fn record(bench: &Bench, name: &str) -> Value {
    let text = bench.stored(StorePlace::Database, name).unwrap_or_else(|| panic!("{name} in {:?}", bench.disk.keys()));
    serde_json::from_str(text).expect("JSON")
}

/// The views that a reload must restore. The message that is being sent in P2 is restored when the agent's identity is
/// known.
fn durable_views(bench: &Bench) -> Vec<(SliceKey, View)> {
    let of_job = [&jobs::slices::ROW, &conversation::slices::THREAD];
    let global = [
        channels::slices::CHANNELS.key(),
        notifications::slices::NOTIFICATIONS.key(),
        jobs::slices::PINNED.key(),
        jobs::slices::ACTIVE.key(),
        jobs::slices::TO_QUALIFY.key(),
    ];
    let durable = |key: &SliceKey| {
        let of_another_job = key.protocol().is_some_and(|protocol| protocol.as_str() != "P2");
        global.contains(key) || (of_another_job && of_job.iter().any(|kind| kind.has(key)))
    };
    let ids = |view: View| {
        if let View::List(list) = view { View::List(crate::flow::ListSnapshot { version: 0, ..list }) } else { view }
    };
    let keys = bench.workspace.live_keys().into_iter().filter(durable);
    keys.map(|key| (key.clone(), ids(bench.workspace.view(&key)))).collect()
}

#[test]
fn per_002_after_a_reload_the_slices_have_their_stored_values_until_the_server_corrects_them() {
    let mut bench = at_work();
    let before = durable_views(&bench);
    bench.hold("POST auth/validate").reload().start("/attendance/P1");
    assert_eq!(bench.session().phase, Checking);
    let after = durable_views(&bench);
    for (old, new) in before.iter().zip(&after) {
        assert_eq!(old, new);
    }
    assert_eq!((before.len(), bench.texts("P1")), (after.len(), vec!["Bom dia!".to_owned()]));
    // The server's state has changed: P2 was removed, chat is disconnected.
    bench.answer(ACTIVE, 200, active_jobs(&[chat_job("P1")])).answer(
        "GET agents/101/status",
        200,
        json!({ "channels": {} }),
    );
    bench.reply("POST auth/validate", 200, validate_reply());
    assert_eq!((bench.session().phase, bench.has_job("P1"), bench.has_job("P2")), (Ready, true, false));
    assert!(!bench.channel(Channel::Chat).connected);
}

#[test]
fn per_002_per_006_drafts_choices_and_unsent_messages_survive_a_reload() {
    let mut bench = at_work();
    let custom_id = bench.calls_of("POST chat/messages")[0].json()["custom_id"].clone();
    bench.reload().start("/attendance/P1");
    assert_eq!((bench.draft("P1").text.as_str(), bench.job("P1").scroll_top), ("Um rascunho", 48.0));
    assert_eq!(bench.qualification("P3").observation, "Ligar amanhã");
    assert_eq!(bench.texts("P2"), ["Oi", "Um momento"]);
    assert_eq!(bench.calls_of("POST chat/messages")[0].json()["custom_id"], custom_id);
}

#[test]
fn the_records_of_every_area_are_in_the_local_database() {
    let bench = at_work();
    assert_eq!(record(&bench, "authentication")["agent_id"], "101");
    assert_eq!(record(&bench, "agents")["agentName"], "Ana Souza");
    assert_eq!(record(&bench, "system")["version"], "5.0.575");
    assert_eq!(record(&bench, "attendanceGroups")[0]["name"], "Renovações");
    assert_eq!(record(&bench, "channel")["channels"]["chat"]["status"], "in_attendance");
    assert_eq!(record(&bench, "jobs")["jobList"].as_array().map(Vec::len), Some(3));
    let oi = customer_message("P2", 1, "Oi");
    assert_eq!(record(&bench, "jobs")["lastMessages"]["P2"], oi["message_id"], "the last one that the server has");
    assert_eq!(record(&bench, "jobs/P1")["wire"]["contact"]["fullname"], "Mariana Albuquerque");
    assert_eq!(record(&bench, "jobs/P1")["wire"]["tags"][0]["tag_item_name"], "VIP");
    assert_eq!(record(&bench, "attendance/P1")["messages"][0]["message"], "Bom dia!");
    assert_eq!(record(&bench, "qualification/P3")["observation"], "Ligar amanhã");
    let notices = record(&bench, "notifications");
    assert!(notices.as_array().is_some_and(|kept| kept.iter().any(|notice| notice["body"] == "Oi")), "{notices}");
    assert_eq!(record(&bench, "connection")["epoch"], "e1");
}

#[test]
fn per_003_the_token_is_in_local_storage_and_every_record_of_the_session_in_a_database() {
    let bench = at_work();
    let local: Vec<&str> = bench
        .disk
        .keys()
        .filter(|(place, _)| *place == StorePlace::LocalStorage)
        .map(|(_, name)| name.as_str())
        .collect();
    assert_eq!((local, bench.stored(StorePlace::LocalStorage, "token")), (vec!["token"], Some("token-1")));
    assert!(bench.disk.keys().filter(|(place, _)| *place == StorePlace::Database).count() >= 12);
    let leaks = |text: &String| text.contains("token-1") || text.contains("agente123") || text.contains("short-lived");
    let leaked: Vec<_> =
        bench.disk.iter().filter(|((place, _), text)| *place != StorePlace::LocalStorage && leaks(text)).collect();
    assert_eq!(leaked, vec![]);
}

/// The way in which a session is lost.
#[derive(Clone, Copy)]
enum Loss {
    NoToken,
    LostToken,
    FailedCheck,
}

#[rstest]
#[case::the_token_is_missing(Loss::NoToken)]
#[case::the_token_was_lost(Loss::LostToken)]
#[case::failed_start_up_check(Loss::FailedCheck)]
fn per_004_memory_and_local_database_are_cleared_so_that_the_next_agent_sees_nothing(#[case] loss: Loss) {
    let mut bench = at_work();
    match loss {
        Loss::NoToken => {
            bench.disk.remove(&(StorePlace::LocalStorage, "token".to_owned()));
            bench.reload().start("/attendance/P1");
        }
        Loss::LostToken => {
            bench.page(PageInput::TokenMissing);
        }
        Loss::FailedCheck => {
            bench.answer("POST auth/validate", 403, json!({})).reload().start("/attendance/P1");
        }
    }
    assert_eq!((bench.session().phase, bench.path().as_str()), (SignedOut, "/login"));
    assert!(bench.effects.contains(&Effect::ClearStorage));
    let left: Vec<_> = bench.disk.keys().filter(|(place, _)| *place != StorePlace::Unsent).collect();
    assert_eq!(left, Vec::<&(StorePlace, String)>::new());
    assert_eq!((bench.summary().total, bench.notifications().items.len(), bench.session().agent.clone()), (0, 0, None));
    // Another agent signs in on this computer and even gets a job of the same protocol.
    bench.answer_with_token("POST auth/login", "token-b", with(login_reply(), json!({ "agentId": "202" })));
    bench.answer("POST auth/validate", 200, validate_reply());
    for (name, body) in [
        ("GET agents/202", with(agent_record(), json!({ "agentId": "202", "agentName": "Bruno Reis" }))),
        ("GET agents/202/status", json!({ "channels": {} })),
        ("GET agents/202/member/attendance-groups", json!([])),
        ("GET agents/202/jobs/active", active_jobs(&[chat_job("P1"), chat_job("P2")])),
    ] {
        bench.answer(name, 200, body);
    }
    bench.sign_in().forget();
    assert_eq!((bench.session().phase, bench.draft("P1").text.as_str()), (Ready, ""));
    assert_eq!((bench.texts("P2"), bench.calls_of("POST chat/messages").len()), (vec![], 0));
}

#[test]
fn per_004_an_act_that_reaches_the_page_after_the_session_ended_leaves_nothing_for_the_next_agent() {
    let mut bench = at_work();
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })).forget();
    let observe = QualificationIntent::ObserveQualification { protocol: "P1".into(), observation: "Renova".to_owned() };
    let choose = QualificationIntent::ChooseQualification { protocol: "P1".into(), qualification_id: "1".into() };
    for intent in [Intent::Qualification(choose), Intent::Qualification(observe)] {
        bench.intent(intent);
    }
    bench.advance(60_000);
    let left: Vec<_> = bench.disk.keys().filter(|(place, _)| *place == StorePlace::Database).collect();
    assert_eq!(left, Vec::<&(StorePlace, String)>::new());
}

#[test]
fn per_006_unsent_texts_are_offered_again_to_the_same_agent_for_24_hours() {
    for (later_ms, offered) in [(24 * 3_600_000, "Um rascunho"), (24 * 3_600_000 + 10_000, "")] {
        let mut bench = at_work();
        bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })).advance(later_ms - 5_000);
        bench.sign_in();
        assert_eq!(bench.draft("P1").text, offered);
    }
}

#[test]
fn per_005_an_unreadable_record_is_ignored_and_the_others_are_used() {
    let mut bench = at_work();
    for name in ["channel", "jobs", "jobs/P2", "attendance/P1", "notifications", "agents"] {
        bench.disk.insert((StorePlace::Database, name.to_owned()), "{\"half".to_owned());
    }
    bench.hold("POST auth/validate").reload().start("/attendance/P1");
    assert_eq!((bench.has_job("P1"), bench.has_job("P2"), bench.has_job("P3")), (true, false, true));
    assert_eq!((bench.texts("P1"), bench.session().phase), (vec![], Checking));
}

#[test]
fn fields_that_the_core_does_not_use_are_kept_in_the_record_of_jobs() {
    let mut bench = at_work();
    let with_parts = with(
        record(&bench, "jobs"),
        json!({ "manualActivations": ["P8"], "inboxJobs": ["P9"], "assistedTransfer": { "accepted": true } }),
    );
    bench.disk.insert((StorePlace::Database, "jobs".to_owned()), with_parts.to_string());
    bench.reload().start("/attendance").customer_writes("P1", 9, "Alô?").advance(1_000);
    let kept = record(&bench, "jobs");
    assert_eq!((&kept["manualActivations"], &kept["inboxJobs"]), (&json!(["P8"]), &json!(["P9"])));
    assert_eq!(kept["assistedTransfer"], json!({ "accepted": true }));
}

#[test]
fn a_page_that_is_hidden_stores_pending_records_at_once() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(300).customer_writes("P1", 1, "Oi");
    assert!(!bench.stored(StorePlace::Database, "attendance/P1").expect("a record").contains("Oi"));
    bench.page(crate::input::PageInput::Visible { visible: false });
    assert!(bench.stored(StorePlace::Database, "attendance/P1").expect("a record").contains("Oi"));
}
