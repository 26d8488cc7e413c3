//! The collection of attendances: how they are added, changed and removed.

use super::bench::Bench;
use super::samples::{active_jobs, agent_message, chat_job, customer_message, with};
use super::words::said;
use crate::conversation::ConversationIntent;
use crate::conversation::MessageDelivery;
use crate::flow::{HttpFailure, JobGroup, StorePlace, Text};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::qualification::QualificationIntent;
use crate::shell::Author;
use crate::wire::ClientStatus::{Inactive, Online};
use crate::wire::Wall;
use rstest::rstest;
use serde_json::{Value, json};

const ACTIVE: &str = "GET agents/101/jobs/active";

/// Whether the agent has opened the attendance, and whether it has ended; `None`: the attendance was removed.
fn life(bench: &Bench, protocol: &str) -> Option<(bool, bool)> {
    bench.workspace.jobs.get(&protocol.into()).map(|job| (job.is_opened(), job.is_ended()))
}

const ADDED: Option<(bool, bool)> = Some((false, false));
const ACTIVE_JOB: Option<(bool, bool)> = Some((true, false));
const FINISHED: Option<(bool, bool)> = Some((true, true));

/// The server's list, as new as this event.
fn server_list(as_of_seq: u64, lists: Value) -> Value {
    json!({ "asOfSeq": as_of_seq, "epoch": "e1", "data": lists })
}

#[test]
fn job_001_two_events_of_one_protocol_are_one_job() {
    let mut bench = Bench::signed_in();
    bench
        .attends("P1")
        .event("NewChatEvent", json!({ "job": with(chat_job("P1"), json!({ "version": 2, "from": "M." })) }));
    bench
        .answer(ACTIVE, 200, active_jobs(&[chat_job("P1"), chat_job("P1")]))
        .intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!((bench.order(JobGroup::Active), bench.summary().total), (vec!["P1".to_owned()], 1));
}

#[test]
fn job_002_qua_013_a_job_is_added_active_finished_qualified_and_removed() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2");
    assert_eq!(life(&bench, "P2"), ADDED);
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }));
    assert_eq!(life(&bench, "P2"), ACTIVE_JOB);
    bench.finishes("P2");
    assert_eq!(life(&bench, "P2"), FINISHED);
    bench.hold("POST job/chat/qualify").intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: "P2".into(),
        qualification_id: "1".into(),
    }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "P2".into() }));
    assert_eq!(life(&bench, "P2"), FINISHED);
    bench.reply("POST job/chat/qualify", 200, json!({ "success": true }));
    assert_eq!((life(&bench, "P2"), bench.has_job("P2"), bench.summary().total), (None, false, 1));
}

#[test]
fn job_006_a_new_chat_event_adds_a_chat_job_to_the_list() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(300);
    let row = bench.row("P1");
    assert_eq!(
        (row.name.as_str(), row.queue.as_str(), row.channel.as_str()),
        ("Mariana Albuquerque", "Renovações", "chat")
    );
    assert_eq!(bench.order(JobGroup::Active), ["P1"]);
    let collection: Value =
        serde_json::from_str(bench.stored(StorePlace::Database, "jobs").expect("the record")).expect("JSON");
    assert_eq!(collection["jobList"], json!(["P1"]));
}

#[test]
fn job_009_a_new_job_event_for_a_known_protocol_enables_and_merges_it() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").event("ChatEndEvent", json!({ "protocol": "P1" }));
    let again = with(chat_job("P1"), json!({ "version": 2, "queue": { "id": "20", "name": "Suporte" } }));
    bench.event("NewChatEvent", json!({ "job": again }));
    assert_eq!((bench.row("P1").disabled, bench.row("P1").queue.as_str()), (false, "Suporte"));
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P1"), json!({ "version": 1, "disabled": true })) }));
    assert!(!bench.row("P1").disabled, "an older version changes nothing");
}

#[test]
fn job_010_job_012_a_job_finished_event_removes_the_job_shows_a_snackbar_and_refetches_the_status() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").forget().event("JobFinishedEvent", json!({ "protocol": "P1", "channel": "chat" }));
    assert_eq!((bench.has_job("P1"), bench.path().as_str()), (false, "/attendance"));
    assert_eq!(bench.said(), ["Atendimento P1 finalizado"]);
    assert_eq!(bench.names(), ["GET agents/101/status"]);
}

#[test]
fn job_013_job_014_the_servers_list_removes_jobs_that_it_does_not_contain_and_adds_missing_ones() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2");
    bench
        .answer(ACTIVE, 200, server_list(2, json!({ "chat": [chat_job("P2"), chat_job("P3")] })))
        .intent(Intent::Jobs(JobsIntent::ReloadJobs));
    let mut left = bench.order(JobGroup::Active);
    left.sort_unstable();
    assert_eq!(left, ["P2", "P3"]);
}

#[test]
fn job_013_a_job_that_arrived_after_the_request_of_the_list_stays() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").hold(ACTIVE).intent(Intent::Jobs(JobsIntent::ReloadJobs)).attends("P2");
    bench.reply(ACTIVE, 200, server_list(1, json!({ "chat": [] })));
    assert_eq!(bench.order(JobGroup::Active), ["P2"]);
}

#[rstest]
#[case::job_002_by_the_customer(true)]
#[case::job_002_by_the_agent(false)]
fn an_attendance_that_ended_during_a_load_of_the_list_is_not_reopened_by_the_list(#[case] by_customer: bool) {
    let mut bench = Bench::signed_in();
    bench.attends("P1").hold(ACTIVE).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    if by_customer {
        bench.event("ChatEndEvent", json!({ "protocol": "P1" }));
    } else {
        bench.finishes("P1");
    }
    bench.reply(ACTIVE, 200, server_list(1, json!({ "chat": [chat_job("P1")] })));
    assert_eq!((bench.order(JobGroup::Active), bench.order(JobGroup::ToQualify)), (vec![], vec!["P1".to_owned()]));
}

#[test]
fn an_attendance_that_was_removed_during_a_load_of_the_list_is_not_restored_by_the_list() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").hold(ACTIVE).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    bench.reply(ACTIVE, 200, server_list(2, json!({ "chat": [chat_job("P1"), chat_job("P2")] })));
    assert_eq!(bench.order(JobGroup::Active), ["P2"]);
}

#[test]
fn an_older_list_does_not_undo_the_status_of_the_customer_and_the_last_message() {
    let mut bench = Bench::signed_in();
    bench
        .attends("P1")
        .attends("P2")
        .customer_writes("P1", 1, "Bom dia!")
        .hold(ACTIVE)
        .intent(Intent::Jobs(JobsIntent::ReloadJobs));
    bench.customer_writes("P1", 2, "Alguém aí?").event("ChatInactiveEvent", json!({ "protocol": "P1" }));
    let before = with(chat_job("P1"), json!({ "seq": 1, "lastMessage": customer_message("P1", 1, "Bom dia!") }));
    bench.reply(ACTIVE, 200, server_list(3, json!({ "chat": [before, chat_job("P2")] })));
    assert_eq!((bench.row("P1").client_status, bench.job("P1").client_status), (Inactive, Inactive));
    assert!(format!("{:?}", bench.row("P1").preview).contains("Alguém aí?"), "{:?}", bench.row("P1").preview);
    // The answer to a later request is newer than the event.
    bench
        .answer(ACTIVE, 200, server_list(5, json!({ "chat": [chat_job("P1"), chat_job("P2")] })))
        .intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(bench.row("P1").client_status, Online);
}

#[test]
fn an_attendance_that_returns_ignores_an_answer_that_was_requested_for_its_earlier_thread() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").customer_writes("P1", 1, "Bom dia!").hold("GET job/P1/messages");
    bench.intent(Intent::Jobs(JobsIntent::ReloadThread { protocol: "P1".into() }));
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" })).attends("P1");
    bench.reply("GET job/P1/messages", 200, json!({ "data": [customer_message("P1", 2, "Alguém aí?")] }));
    assert_eq!(bench.texts("P1"), Vec::<String>::new());
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    let asked = bench.calls_of("GET job/P1/messages").pop().expect("a call").query_text();
    assert_eq!(asked, "after=0");
}

#[test]
fn job_015_fields_of_the_server_replace_those_of_the_job_and_local_fields_are_kept() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").intent(Intent::Jobs(JobsIntent::ScrollChanged { protocol: "P1".into(), scroll_top: 120.0 }));
    bench.intent(Intent::Jobs(JobsIntent::AnswerScript {
        protocol: "P1".into(),
        field_id: "f1".to_owned(),
        value: "sim".to_owned(),
    }));
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Um rascunho".to_owned(),
    }));
    let renamed = json!({ "id": "5", "fullname": "Mariana Prado" });
    let reported =
        with(chat_job("P1"), json!({ "version": 5, "contact": renamed, "scrollTop": 0, "color": "#000000" }));
    let local = |bench: &Bench| {
        let stored = bench.job_record(&"P1".into()).expect("the job").wire;
        (stored.scroll_top, stored.fields_script_altered, stored.color, stored.tab)
    };
    let before = local(&bench);
    assert_eq!((before.0, before.1.len(), before.2.is_empty()), (120.0, 1, false));
    bench.answer(ACTIVE, 200, active_jobs(&[reported])).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(local(&bench), before);
    assert_eq!((bench.row("P1").name.as_str(), bench.draft("P1").text.as_str()), ("Mariana Prado", "Um rascunho"));
}

#[rstest]
#[case::chat_closed("chatClosed")]
#[case::whatsapp_closed("whatsappClosedJobs")]
fn job_016_a_job_of_a_list_named_closed_is_closed_without_qualification_and_disabled(#[case] list: &str) {
    let mut bench = Bench::new();
    bench
        .answer(ACTIVE, 200, server_list(0, json!({ "chat": [chat_job("P1")], list: [chat_job("P2")] })))
        .start("/login")
        .sign_in();
    let flags = |protocol: &str| {
        let job = bench.workspace.jobs.get(&protocol.into()).expect("the job");
        (job.server().closed_without_qualify, job.is_ended())
    };
    assert_eq!((flags("P1"), flags("P2")), ((false, false), (true, true)));
    assert_eq!(bench.order(JobGroup::ToQualify), ["P2"]);
}

#[rstest]
#[case::server_fault(500, json!({}))]
#[case::forbidden(403, json!({}))]
#[case::not_a_list(200, json!({ "data": 7 }))]
fn api_021_job_017_a_failed_load_of_active_jobs_is_shown_and_nothing_is_lost(#[case] status: u16, #[case] body: Value) {
    let mut bench = Bench::signed_in();
    bench.attends("P1").answer(ACTIVE, status, body).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(
        (bench.said(), bench.order(JobGroup::Active)),
        (vec!["Não foi possível recuperar os atendimentos ativos.".to_owned()], vec!["P1".to_owned()])
    );
    bench.answer(ACTIVE, 200, active_jobs(&[chat_job("P1"), chat_job("P2")])).advance(5_000);
    assert_eq!(bench.summary().total, 2);
}

#[test]
fn job_017_an_unanswered_load_of_active_jobs_is_shown() {
    let mut bench = Bench::signed_in();
    bench.fail(ACTIVE, HttpFailure::TimedOut).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(bench.said(), ["Não foi possível recuperar os atendimentos ativos."]);
}

#[test]
fn a_list_that_could_not_be_loaded_is_shown_as_failed_until_it_is_loaded() {
    let mut bench = Bench::new();
    bench.fail(ACTIVE, HttpFailure::TimedOut).start("/login").sign_in();
    assert_eq!((bench.summary().loaded, bench.summary().load_failed), (false, true));
    bench.answer(ACTIVE, 200, active_jobs(&[])).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!((bench.summary().loaded, bench.summary().load_failed), (true, false));
}

#[test]
fn a_repeated_failure_of_the_list_is_shown_once_until_the_list_is_loaded() {
    let mut bench = Bench::new();
    let shown = |bench: &Bench| -> Vec<(u32, String)> {
        bench.snackbars().into_iter().map(|snackbar| (snackbar.id, snackbar.body.key)).collect()
    };
    bench.fail(ACTIVE, HttpFailure::TimedOut).start("/login").sign_in();
    let first = shown(&bench);
    assert_eq!(first.iter().map(|(_, key)| key.as_str()).collect::<Vec<_>>(), ["jobs.restoreFailed"]);
    bench.fail(ACTIVE, HttpFailure::TimedOut).advance(5_000).fail(ACTIVE, HttpFailure::TimedOut).advance(5_000);
    assert_eq!((bench.summary().load_failed, shown(&bench)), (true, first));
}

#[test]
fn job_019_an_opened_job_becomes_the_active_job() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2");
    for protocol in ["P2", "P1"] {
        bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: protocol.into() })).advance(300);
        assert_eq!(bench.workspace.jobs.active_job(), Some(&protocol.into()));
        let record: Value =
            serde_json::from_str(bench.stored(StorePlace::Database, "jobs").expect("the record")).expect("JSON");
        assert_eq!(record["activeJob"], protocol);
    }
    bench.intent(Intent::Jobs(JobsIntent::CloseJob));
    assert_eq!(bench.workspace.jobs.active_job(), None);
}

#[test]
fn job_029_the_row_with_the_newest_message_is_first_and_rows_under_the_pointer_keep_their_places() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").customer_writes("P1", 1, "a").customer_writes("P2", 2, "b");
    assert_eq!(bench.order(JobGroup::Active), ["P2", "P1"]);
    bench.intent(Intent::Jobs(JobsIntent::HoldOrder { inside: true })).customer_writes("P1", 3, "c");
    assert_eq!(bench.order(JobGroup::Active), ["P2", "P1"]);
    bench.intent(Intent::Jobs(JobsIntent::HoldOrder { inside: false }));
    assert_eq!(bench.order(JobGroup::Active), ["P1", "P2"]);
    bench.intent(Intent::Jobs(JobsIntent::HoldOrder { inside: true })).customer_writes("P2", 4, "d").advance(10_000);
    assert_eq!(bench.order(JobGroup::Active), ["P2", "P1"]);
}

#[test]
fn job_038_the_preview_of_the_agents_own_message_begins_with_voce() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").customer_writes("P1", 1, "Bom dia!");
    assert!(bench.row("P1").preview.expect("a preview").author == Author::Customer);
    bench.advance(20_000).sends("P1", "Olá!");
    let preview = bench.row("P1").preview.expect("a preview");
    assert_eq!(
        (preview.author, said(&Text::key("jobs.preview.own").with("text", preview.text))),
        (Author::Own, "Você: Olá!".to_owned())
    );
}

#[test]
fn api_080_the_messages_of_an_opened_job_are_requested_by_its_protocol() {
    let mut bench = Bench::new();
    let page = json!({ "asOfSeq": 0, "data": [customer_message("20261120/1", 1, "Oi"), agent_message("20261120/1", 2, "AAAAAAAAAA", "Olá!")] });
    bench.answer("GET job/20261120%2F1/messages", 200, page);
    bench.start("/login").sign_in().attends("20261120/1");
    let call = bench.call("GET job/20261120%2F1/messages");
    assert_eq!((call.query_text().as_str(), &call.body), ("after=0", &None));
    let thread: Vec<(String, MessageDelivery)> =
        bench.thread("20261120/1").into_iter().map(|message| (message.text, message.delivery)).collect();
    assert_eq!(thread, [("Oi".to_owned(), MessageDelivery::Received), ("Olá!".to_owned(), MessageDelivery::Sent)]);
    bench.forget().intent(Intent::Jobs(JobsIntent::ReloadThread { protocol: "20261120/1".into() }));
    assert_eq!(bench.call("GET job/20261120%2F1/messages").query_text(), "after=2");
}

#[test]
fn a_failed_load_of_a_thread_is_shown_and_can_be_repeated() {
    let mut bench = Bench::signed_in();
    bench.answer("GET job/P1/messages", 500, json!({})).attends("P1");
    assert!(bench.job("P1").thread_failed);
    bench.answer("GET job/P1/messages", 200, json!({ "data": [customer_message("P1", 1, "Oi")] }));
    bench.intent(Intent::Jobs(JobsIntent::ReloadThread { protocol: "P1".into() }));
    assert_eq!((bench.job("P1").thread_failed, bench.texts("P1")), (false, vec!["Oi".to_owned()]));
}

#[test]
fn a_list_requested_during_a_load_is_loaded_again_after_it() {
    let mut bench = Bench::signed_in();
    bench
        .forget()
        .hold(ACTIVE)
        .intent(Intent::Jobs(JobsIntent::ReloadJobs))
        .intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(bench.calls_of(ACTIVE).len(), 1);
    // Answered before a gap in the broker's events; the second request covers the gap.
    bench.reply(ACTIVE, 200, active_jobs(&[chat_job("P1")]));
    assert_eq!((bench.has_job("P1"), bench.calls_of(ACTIVE).len()), (true, 2));
    bench.reply(ACTIVE, 200, active_jobs(&[chat_job("P2")]));
    assert_eq!((bench.has_job("P1"), bench.has_job("P2"), bench.calls_of(ACTIVE).len()), (false, true, 2));
}

#[test]
fn a_failed_load_of_a_thread_is_repeated_with_growing_delays_and_at_once_after_a_reconcile() {
    let mut bench = Bench::signed_in();
    bench.fail("GET job/P1/messages", HttpFailure::TimedOut).event("NewChatEvent", json!({ "job": chat_job("P1") }));
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    let asked = |bench: &Bench| bench.calls.iter().filter(|call| call.name.starts_with("GET job/P1/messages")).count();
    for (seconds, times) in [(5, 2), (10, 3), (20, 4), (40, 5), (40, 6)] {
        bench.fail("GET job/P1/messages", HttpFailure::TimedOut).advance(seconds * 1_000 - 1);
        assert_eq!(asked(&bench), times - 1);
        bench.advance(1);
        assert_eq!(asked(&bench), times);
    }
    bench.answer(ACTIVE, 200, active_jobs(&[chat_job("P1")])).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(asked(&bench), 7);
}

#[test]
fn api_180_the_tags_of_a_job_are_loaded_by_its_protocol_shown_and_qualified_with_it() {
    let mut bench = Bench::signed_in();
    let tags = json!([{ "tag_item_id": "31", "tag_item_name": "VIP", "tag_item_color": "#2E7D32" }, { "tag_item_id": "32", "tag_item_name": "x", "tag_item_color": "red;}" }]);
    bench.answer("GET tags/protocol/P1", 200, tags).attends("P1");
    let call = bench.calls_of("GET tags/protocol/P1")[0];
    assert_eq!((call.query.len(), &call.body), (0, &None));
    let shown: Vec<(String, String)> = bench.job("P1").tags.into_iter().map(|tag| (tag.name, tag.color)).collect();
    assert_eq!(shown, [("VIP".to_owned(), "#2E7D32".to_owned()), ("x".to_owned(), String::new())]);
    bench.finishes("P1").intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: "P1".into(),
        qualification_id: "1".into(),
    }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "P1".into() }));
    assert_eq!(bench.call("POST job/chat/qualify").json()["tags"], json!(["31", "32"]));
}

#[test]
fn api_131_a_chat_queue_sent_with_its_id_only_gets_its_name() {
    let mut bench = Bench::signed_in();
    let nameless = with(chat_job("P1"), json!({ "queue": { "id": "20" } }));
    bench.hold("GET queues/chat/20").event("NewChatEvent", json!({ "job": nameless }));
    let call = bench.call("GET queues/chat/20");
    assert_eq!((call.query.len(), &call.body, bench.row("P1").queue.as_str()), (0, &None, ""));
    bench.reply("GET queues/chat/20", 200, json!({ "id": 20, "name": "Suporte", "channel": "chat" }));
    assert_eq!(bench.row("P1").queue, "Suporte");
    bench.forget().event("NewChatEvent", json!({ "job": nameless }));
    assert_eq!((bench.row("P1").queue.as_str(), bench.calls_of("GET queues/chat/20").len()), ("Suporte", 0));
}

#[test]
fn messages_missed_while_the_link_was_lost_are_loaded_by_the_reconcile() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").customer_writes("P1", 1, "Oi").page(PageInput::Focus { focused: false }).forget();
    let behind = with(chat_job("P1"), json!({ "seq": 3 }));
    let missed = json!({ "data": [customer_message("P1", 2, "Alô?"), customer_message("P1", 3, "Oi?")] });
    bench
        .answer(ACTIVE, 200, active_jobs(&[behind]))
        .answer("GET job/P1/messages", 200, missed)
        .page(PageInput::Gap { ms: 60_000.0 });
    assert_eq!(bench.call("GET job/P1/messages").query_text(), "after=1");
    assert_eq!((bench.texts("P1"), bench.row("P1").unread), (["Oi", "Alô?", "Oi?"].map(str::to_owned).to_vec(), 3));
}

#[test]
fn a_job_without_protocol_is_ignored_and_a_removed_job_leaves_no_timer() {
    let mut bench = Bench::signed_in();
    bench.event("NewChatEvent", json!({ "job": { "channel": "chat" } }));
    assert_eq!(bench.summary().total, 0);
    bench
        .attends("P1")
        .customer_writes("P1", 1, "Oi")
        .event("ChatTypingEvent", json!({ "protocol": "P1", "typing": true }));
    bench
        .intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol: "P1".into(), text: "x".to_owned() }));
    assert!(bench.workspace.timers().any(|timer| timer.protocol().is_some()));
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    assert!(bench.workspace.timers().all(|timer| timer.protocol().is_none()));
}

#[test]
fn a_row_shows_customer_time_and_unread_count() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").customer_writes("P2", 4, "  Bom\n dia! ");
    let row = bench.rows(JobGroup::Active).remove(0);
    assert_eq!((row.protocol.as_str(), row.unread, row.initials.as_str()), ("P2", 1, "MA"));
    assert_eq!(
        (row.preview.expect("a preview").text.as_str(), row.time),
        ("Bom dia!", Some(Wall(super::bench::START.0 + 40_000).as_js()))
    );
}
