//! Tests of changes that happen because time passes.

use crate::store::failing::Failing;
use crate::store::{DueStore, EndedBy, JobRow, JobState, Row, Store, StoreError, Value};
use crate::testing::{ANA, BRUNO, START, SUPPORT, TestCentre};
use crate::web_chat::{WebChatEventKind, WebChatRequest};
use crate::{WebChatReply, WebChatStarted};
use rstest::rstest;

fn page(test: &mut TestCentre, chat: &WebChatStarted, open: bool) {
    let request = WebChatRequest::Page { protocol: chat.protocol.clone(), secret: chat.secret.clone(), open };
    assert_eq!(test.web_chat(request), WebChatReply::Done);
}

#[test]
fn a_chat_returns_to_the_queue_after_five_minutes_without_the_agents_link() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.advance(1);
    let later = test.customer("Rafael", SUPPORT);
    test.take_events(ANA);
    test.advance(5 * 60 * 1000 - 2);
    test.tick();
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_some(), "not yet");
    test.take_events(ANA);
    test.advance(1);
    test.tick();
    let told = test.take_event_names(ANA);
    assert_eq!(told.iter().filter(|name| **name == "JobFinishedEvent").count(), 2);
    assert_eq!(told.last().map(String::as_str), Some("AgentStatusEvent"));
    let kinds: Vec<_> = test.customer_events(&chat).into_iter().map(|event| event.kind).collect();
    assert!(kinds.ends_with(&[WebChatEventKind::ReturnedToQueue, WebChatEventKind::Position { position: 1 }]));
    // The customer is first in the queue again.
    let waiting = test.store.jobs_in_state(JobState::Waiting).unwrap();
    assert_eq!(waiting[0].protocol, chat.protocol);
    assert_eq!(waiting[1].protocol, later.protocol);
    let bruno = test.at_work(BRUNO);
    let job = test.listed_job(&bruno, "chat", &chat.protocol).unwrap();
    assert_eq!(job["agentId"], BRUNO);
}

#[test]
fn an_agent_whose_link_sends_heartbeats_keeps_the_chats() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    for _ in 0..40 {
        test.advance(10_000);
        test.beat(&ana);
        test.tick();
    }
    assert!(test.listed_job(&ana, "chat", &chat.protocol).is_some());
}

#[test]
fn chats_of_an_agent_who_logged_off_return_to_the_queue_after_the_same_time() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.request(Some(&ana.token), "POST", "/auth/logoff", "").ok();
    let bruno = test.at_work(BRUNO);
    test.tick();
    assert!(test.listed_job(&bruno, "chat", &chat.protocol).is_none());
    test.advance(5 * 60 * 1000);
    test.beat(&bruno);
    test.tick();
    assert!(test.listed_job(&bruno, "chat", &chat.protocol).is_some());
}

#[rstest]
#[case::before_the_limit(2 * 60 * 1000 - 1, false)]
#[case::silent_for_too_long(2 * 60 * 1000, true)]
fn a_customer_is_inactive_after_two_minutes_of_silence(#[case] after_ms: i64, #[case] inactive: bool) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.advance(1_000);
    test.customer_writes(&chat, "Oi");
    test.take_events(ANA);
    test.advance(after_ms);
    test.beat(&ana);
    test.tick();
    test.tick();
    let told: &[&str] = if inactive { &["ChatInactiveEvent"] } else { &[] };
    assert_eq!(test.take_event_names(ANA), told, "told once");
    let status = test.listed_job(&ana, "chat", &chat.protocol).unwrap()["clientStatus"].clone();
    assert_eq!(status, if inactive { "inactive" } else { "online" });
}

#[test]
fn a_customer_without_an_open_page_is_inactive_until_the_page_is_opened_again() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.take_events(ANA);
    page(&mut test, &chat, false);
    test.advance(9_999);
    test.tick();
    assert!(test.take_events(ANA).is_empty(), "a reload is no absence");
    test.advance(1);
    test.tick();
    assert_eq!(test.take_event_names(ANA), ["ChatInactiveEvent"]);
    page(&mut test, &chat, true);
    assert_eq!(test.take_event_names(ANA), ["ChatTypingEvent"]);
    assert_eq!(test.listed_job(&ana, "chat", &chat.protocol).unwrap()["clientStatus"], "online");
}

#[test]
fn a_customer_whose_page_never_opened_is_inactive_after_ten_seconds_and_online_once_it_opens() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    let status = |test: &mut TestCentre| test.listed_job(&ana, "chat", &chat.protocol).unwrap()["clientStatus"].clone();
    test.advance(9_999);
    test.tick();
    assert_eq!(status(&mut test), "online", "a new attendance is online (CHT-002)");
    test.advance(1);
    test.tick();
    assert_eq!(status(&mut test), "inactive");
    page(&mut test, &chat, true);
    assert_eq!(status(&mut test), "online");
}

#[rstest]
#[case::no_page_was_ever_open(false, "inactive")]
#[case::the_page_is_open(true, "online")]
fn an_attendance_that_is_assigned_again_has_the_earlier_status_of_the_customer(
    #[case] open: bool,
    #[case] expected: &str,
) {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    if open {
        page(&mut test, &chat, true);
    }
    test.advance(10_000);
    test.tick();
    test.advance(5 * 60 * 1000);
    test.tick();
    let bruno = test.at_work(BRUNO);
    assert_eq!(test.listed_job(&bruno, "chat", &chat.protocol).unwrap()["clientStatus"], expected);
}

#[test]
fn the_thread_of_an_attendance_that_is_assigned_again_names_its_return_and_its_agent() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    for agent in [BRUNO, ANA] {
        test.advance(5 * 60 * 1000);
        test.tick();
        test.at_work(agent);
    }
    let messages = test.store.messages_after(&chat.protocol, 0, 10).unwrap();
    let lines: Vec<_> =
        messages.iter().map(|message| (message.system_key.as_str(), message.agent_name.as_str())).collect();
    assert_eq!(lines, [("chatStarted", "Ana Souza"), ("chatResumed", "Bruno Lima"), ("chatResumed", "Ana Souza")]);
    let preview = test.store.job(&chat.protocol).unwrap().unwrap().last_message.unwrap();
    assert_eq!(preview.system_key, "chatStarted", "the preview is not the line");
}

#[test]
fn a_waiting_customer_without_a_page_leaves_the_queue() {
    let mut test = TestCentre::new();
    let chat = test.customer("Helena", SUPPORT);
    let next = test.customer("Rafael", SUPPORT);
    page(&mut test, &next, true);
    page(&mut test, &chat, false);
    test.advance(59_999);
    test.tick();
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().state, JobState::Waiting);
    test.advance(1);
    test.tick();
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().state, JobState::Abandoned);
    let told = test.customer_events(&chat).pop().unwrap();
    assert_eq!(told.kind, WebChatEventKind::Ended { by: EndedBy::System });
    let last = test.customer_events(&next).pop().unwrap();
    assert_eq!(last.kind, WebChatEventKind::Position { position: 1 });
}

#[test]
fn bey_127_a_waiting_customer_whose_page_never_opened_leaves_the_queue_after_a_minute() {
    let mut test = TestCentre::new();
    let chat = test.customer("Helena", SUPPORT);
    test.advance(59_999);
    test.tick();
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().state, JobState::Waiting);
    test.advance(1);
    test.tick();
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().state, JobState::Abandoned);
}

#[test]
fn bey_127_after_a_crash_customers_and_agents_who_do_not_reconnect_are_removed() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let pause = serde_json::json!({ "pauseId": "2", "pauseName": "Café" });
    test.post(&ana, "/pauses/chat/enter/agent/101", pause).ok();
    let (gone, back) = (test.customer("Helena", SUPPORT), test.customer("Rafael", SUPPORT));
    for chat in [&gone, &back] {
        page(&mut test, chat, true);
    }
    test.advance(10 * 60 * 1000);
    test.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
    assert!(!test.store.session(&ana.id).unwrap().unwrap().linked);
    page(&mut test, &back, true);
    test.advance(60_000);
    test.tick();
    let state = |chat: &crate::WebChatStarted| test.store.job(&chat.protocol).unwrap().unwrap().state;
    assert_eq!((state(&gone), state(&back)), (JobState::Abandoned, JobState::Waiting));
}

#[test]
fn expired_tokens_and_credentials_are_deleted_a_day_later() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.advance((12 + 24) * 60 * 60 * 1000);
    test.tick();
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 expired");
    test.advance(1);
    test.tick();
    assert_eq!(test.get(&ana, "/agents/101").refusal(), "401 invalidToken");
}

#[test]
fn tick_returns_the_earliest_due_time() {
    let mut test = TestCentre::new();
    assert_eq!(test.tick(), START.plus_ms(60_000), "nothing is due");
    test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.advance(1_000);
    page(&mut test, &chat, false);
    assert_eq!(test.tick(), START.plus_ms(11_000), "the page may be back until then");
}

#[rstest]
#[case::an_unreadable_row_of_its_own(StoreError::Corrupt("unreadable".to_owned()), 60_000)]
#[case::a_conflict(StoreError::Conflict("again".to_owned()), 1_000)]
#[case::a_time_out_of_the_store(StoreError::Unavailable("too slow".to_owned()), 1_000)]
fn due_work_that_fails_is_postponed_and_does_not_stop_other_work(#[case] error: StoreError, #[case] after_ms: i64) {
    let mut test = TestCentre::new();
    let broken = test.customer("Helena", SUPPORT);
    let next = test.customer("Rafael", SUPPORT);
    test.advance(60_000);
    let (store, key) = (test.store.clone(), vec![Value::text(&broken.protocol)]);
    let mut store = Failing { store, table: JobRow::TABLE, key, error: error.clone() };
    test.with(|centre, _, context| {
        assert_eq!(centre.tick(&mut store, context), Ok(context.now.plus_ms(1_000)), "the check of the queue");
        let postponed = store.due_at("customer", broken.protocol.as_str()).unwrap();
        assert_eq!(postponed, Some(context.now.plus_ms(after_ms)));
        assert_eq!(context.fault, Some(error), "for the log");
    });
    test.store = store.store;
    let state = |test: &TestCentre, chat: &WebChatStarted| test.store.job(&chat.protocol).unwrap().unwrap().state;
    assert_eq!((state(&test, &broken), state(&test, &next)), (JobState::Waiting, JobState::Abandoned));
    test.advance(60_000);
    test.tick();
    assert_eq!(state(&test, &broken), JobState::Abandoned, "it is tried again");
}

#[test]
fn with_nothing_due_no_attendance_is_read_however_many_exist() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    for number in 0..20 {
        let chat = test.customer(&format!("Cliente{number}"), SUPPORT);
        page(&mut test, &chat, true);
    }
    test.advance(1_000);
    test.tick();
    test.advance(8_000);
    test.beat(&ana);
    test.store.take_listed_jobs();
    test.tick();
    assert_eq!(test.store.take_listed_jobs(), 0, "the queue was checked once");
}

#[test]
fn a_request_reports_the_due_time_that_it_sets_and_a_refused_request_reports_none() {
    let mut test = TestCentre::new();
    test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.advance(1_000);
    test.tick();
    let closed =
        |secret: &str| WebChatRequest::Page { protocol: chat.protocol.clone(), secret: secret.to_owned(), open: false };
    let due_of = |test: &mut TestCentre, request: WebChatRequest| {
        test.with(|centre, store, context| {
            centre.web_chat(store, context, &request);
            context.due
        })
    };
    assert_eq!(due_of(&mut test, closed("another")), None);
    assert_eq!(due_of(&mut test, closed(&chat.secret)), Some(START.plus_ms(11_000)), "without a page until then");
}

#[test]
fn at_the_start_due_times_are_set_for_rows_of_a_server_without_due_times() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let pause = serde_json::json!({ "pauseId": "2", "pauseName": "Café" });
    let chat = test.customer("Helena", SUPPORT);
    test.post(&ana, "/pauses/chat/enter/agent/101", pause).ok();
    let waiting = test.customer("Rafael", SUPPORT);
    test.with(|centre, store, context| centre.link_down(store, context, &ana.principal).unwrap());
    for (kind, subject) in
        [("customer", chat.protocol.as_str()), ("customer", waiting.protocol.as_str()), ("agent_gone", ANA)]
    {
        assert!(test.store.due_at(kind, subject).unwrap().is_some(), "{kind} {subject}");
        test.store.delete_due(kind, subject).unwrap();
    }
    test.with(|centre, store, context| centre.start_up(store, context, true).unwrap());
    test.advance(5 * 60 * 1000);
    test.tick();
    let state = |chat: &WebChatStarted| test.store.job(&chat.protocol).unwrap().unwrap().state;
    assert_eq!((state(&chat), state(&waiting)), (JobState::Waiting, JobState::Abandoned));
}
