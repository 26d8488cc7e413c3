//! The list of attendances: which attendances are added and removed, when each is shown, and the result of a restore.

use core_wasm::flow::JobGroup;
use core_wasm::jobs::JobsIntent;
use core_wasm::{Intent, PageInput};
use rstest::rstest;
use workspace_sim::contact_centre::store::{JobState, Store};
use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, core_wasm, minutes, ms, secs};

fn at_work() -> Sim {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    sim
}

#[test]
fn job_001_job_009_a_new_chat_event_for_a_known_protocol_updates_its_job() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).receives_frame(&format!(
        r#"{{"event":"NewChatEvent","eventId":"n1","job":{{"protocol":"{chat}","channel":"chat","from":"Mariana Alves","activeAttendance":true,"version":99}}}}"#
    ));
    sim.agent(0).expect_rows(&["Mariana Alves"]);
    // An older state event is ignored.
    sim.agent(0).receives_frame(&format!(
        r#"{{"event":"NewChatEvent","eventId":"n2","job":{{"protocol":"{chat}","channel":"chat","from":"Mari","activeAttendance":true,"version":98}}}}"#
    ));
    sim.agent(0).expect_rows(&["Mariana Alves"]);
}

#[test]
fn job_010_job_011_a_job_finished_event_removes_the_job_shows_a_snackbar_and_refetches_the_status() {
    let mut sim = at_work();
    let mariana = sim.customer("Mariana").starts(SUPPORT);
    sim.customer("Rafael").starts(SUPPORT);
    // The timers of the attendance must be removed with it.
    sim.customer("Mariana").types(true);
    let from = sim.trace_length();
    let body = format!(r#"{{"event":"JobFinishedEvent","eventId":"f1","protocol":"{mariana}","channel":"chat"}}"#);
    sim.agent(0).receives_frame(&body).expect_rows(&["Rafael"]).expect_snackbar("jobFinished");
    assert_eq!(sim.agent(0).snackbars()[0].body.params.get("protocol").unwrap(), mariana.as_str());
    assert!(sim.trace_since(from).contains("200 GET agents/101/status"));
    sim.agent(0).expect_rows_to_qualify(&[]);
}

#[test]
fn job_013_job_014_a_reconcile_removes_attendances_that_the_server_lost_and_adds_missing_ones() {
    let mut sim = at_work();
    let mariana = sim.customer("Mariana").starts(SUPPORT);
    sim.hold_frames();
    let rafael = sim.customer("Rafael").starts(SUPPORT);
    // Changed without an event for the browser, as if the event had been lost with a queue.
    sim.arrange(|store| {
        let mut job = store.job(&mariana).unwrap().unwrap();
        job.state = JobState::Qualified;
        store.put_job(&job).unwrap();
    });
    sim.agent(0).expect_rows(&["Mariana"]).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    sim.settle();
    sim.agent(0).expect_rows(&["Rafael"]).expect_route(&format!("/attendance/{rafael}"));
    assert_eq!(sim.agent(0).messages(&mariana), Vec::new());
    sim.release_frames();
    sim.expect_agreement();
}

#[test]
fn an_attendance_of_an_agent_who_is_away_for_five_minutes_goes_to_another_agent() {
    let mut sim = Sim::with_agents(1, 2);
    sim.agent(0).signs_in().connects_chat();
    let mariana = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).goes_offline();
    sim.agent(1).signs_in().connects_chat();
    sim.advance(minutes(6));
    sim.agent(1).expect_rows(&["Mariana"]).expect_route(&format!("/attendance/{mariana}"));
    sim.agent(1).expect_thread(&mariana, &["system: chatStarted", "system: chatResumed"]);
    sim.agent(0).comes_online();
    sim.advance(secs(20));
    sim.agent(0).expect_rows(&[]).expect_route("/attendance");
    sim.customer("Mariana").expect_hears("returned to queue").expect_hears("Bruno Lima joined");
    sim.expect_agreement();
}

#[test]
fn job_015_fields_of_the_server_replace_those_of_the_browser_and_local_fields_are_kept() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(RENEWALS);
    sim.agent(0)
        .types(&chat, "Rascunho")
        .intent(Intent::Jobs(JobsIntent::ScrollChanged { protocol: chat.clone(), scroll_top: 42.0 }));
    let answer = Intent::Jobs(JobsIntent::AnswerScript {
        protocol: chat.clone(),
        field_id: "4".to_owned(),
        value: "sim".to_owned(),
    });
    sim.agent(0).intent(answer);
    sim.arrange(|store| {
        let mut job = store.job(&chat).unwrap().unwrap();
        job.customer_name = "Mariana Alves".to_owned();
        job.version += 1;
        store.put_job(&job).unwrap();
    });
    sim.agent(0).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    sim.settle();
    sim.agent(0).expect_rows(&["Mariana Alves"]);
    assert_eq!(
        (sim.agent(0).draft(&chat).text, sim.agent(0).job(&chat).unwrap().scroll_top),
        ("Rascunho".to_owned(), 42.0)
    );
    sim.agent(0).registers(&chat, "Mariana Alves", "mariana@example.com").finishes(&chat);
    sim.agent(0).chooses(&chat, "5").observes(&chat, "Tirou a dúvida").confirms_qualification(&chat);
    let kept = sim.store().job(&chat).unwrap().unwrap().qualification.unwrap().payload;
    assert_eq!((kept.fields_form[0].id.as_str(), kept.fields_form[0].value.as_str()), ("4", "sim"));
}

#[test]
fn job_016_an_attendance_of_the_closed_list_is_disabled() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).drop_link();
    sim.customer("Mariana").ends();
    sim.advance(secs(6));
    sim.agent(0).expect_rows(&[]).expect_rows_to_qualify(&["Mariana"]);
    assert!(sim.agent(0).row(&chat).unwrap().disabled);
    // A new instance knows the attendance only from the list.
    sim.agent(0).signs_out().signs_in().expect_rows(&[]).expect_rows_to_qualify(&["Mariana"]);
    sim.expect_agreement();
}

#[rstest]
#[case::a_server_fault(FailKind::Status(500))]
#[case::no_answer(FailKind::NoAnswer)]
#[case::an_unreadable_answer(FailKind::Answer(200, "<html>"))]
fn job_017_job_039_a_failed_load_of_the_list_is_shown_and_repeated_and_the_jobs_are_kept(#[case] fault: FailKind) {
    let mut sim = at_work();
    sim.customer("Mariana").starts(SUPPORT);
    sim.fail_next("jobs/active", fault);
    sim.agent(0).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    sim.settle();
    sim.agent(0).expect_snackbar("jobs.restoreFailed").expect_rows(&["Mariana"]);
    let from = sim.trace_length();
    sim.advance(secs(6));
    assert!(sim.trace_since(from).contains("200 GET agents/101/jobs/active"));
    sim.expect_agreement();
}

#[test]
fn nav_038_the_only_attendance_is_opened_automatically_and_a_second_one_is_not() {
    let mut sim = at_work();
    let mariana = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).expect_route(&format!("/attendance/{mariana}"));
    sim.customer("Rafael").starts(SUPPORT);
    sim.agent(0).expect_route(&format!("/attendance/{mariana}"));
}

#[test]
fn nav_036_nav_039_an_attendance_that_may_not_navigate_is_opened_neither_automatically_nor_by_a_click() {
    let mut sim = at_work();
    let body = r#"{"event":"NewChatEvent","eventId":"n1","job":{"protocol":"77","channel":"chat","from":"Bia","activeAttendance":false}}"#;
    sim.agent(0).receives_frame(body).expect_rows(&["Bia"]).expect_route("/attendance");
    sim.agent(0).opens(&"77".into()).expect_route("/attendance");
}

#[test]
fn job_020_when_the_open_attendance_is_removed_the_only_other_one_is_shown_or_else_the_list() {
    let mut sim = at_work();
    let protocols: Vec<_> = ["Mariana", "Rafael", "Lia"].map(|name| sim.customer(name).starts(SUPPORT)).into();
    let finished = |sim: &mut Sim, index: usize| {
        let body = format!(r#"{{"event":"JobFinishedEvent","eventId":"f{index}","protocol":"{}"}}"#, protocols[index]);
        sim.agent(0).receives_frame(&body);
    };
    sim.agent(0).expect_route(&format!("/attendance/{}", protocols[0]));
    finished(&mut sim, 0);
    sim.agent(0).expect_route("/attendance").opens(&protocols[1]);
    finished(&mut sim, 1);
    sim.agent(0).expect_route(&format!("/attendance/{}", protocols[2]));
    finished(&mut sim, 2);
    sim.agent(0).expect_route("/attendance");
}

#[test]
fn job_029_the_newest_message_is_on_top_but_rows_do_not_move_under_the_pointer() {
    let mut sim = at_work();
    for name in ["Mariana", "Rafael", "Lia"] {
        sim.customer(name).starts(SUPPORT);
    }
    sim.agent(0).expect_rows(&["Lia", "Rafael", "Mariana"]);
    sim.customer("Rafael").writes("Oi");
    sim.agent(0).expect_rows(&["Rafael", "Lia", "Mariana"]);
    sim.agent(0).intent(Intent::Jobs(JobsIntent::HoldOrder { inside: true }));
    sim.customer("Mariana").writes("E eu?");
    sim.agent(0).expect_rows(&["Rafael", "Lia", "Mariana"]);
    sim.agent(0)
        .intent(Intent::Jobs(JobsIntent::HoldOrder { inside: false }))
        .expect_rows(&["Mariana", "Rafael", "Lia"]);
    sim.agent(0).intent(Intent::Jobs(JobsIntent::HoldOrder { inside: true }));
    sim.customer("Lia").writes("Olá");
    sim.advance(secs(11));
    sim.agent(0).expect_rows(&["Lia", "Mariana", "Rafael"]);
}

#[test]
fn customers_are_assigned_to_the_agent_with_the_fewest_attendances_and_wait_while_every_agent_is_full() {
    let mut sim = Sim::with_agents(1, 2);
    sim.agent(0).signs_in().connects_chat();
    sim.agent(1).signs_in().connects_chat();
    for number in 1..=11 {
        sim.customer(&format!("Cliente {number}")).starts(SUPPORT);
    }
    let open = |sim: &mut Sim, agent: usize| sim.agent(agent).protocols(JobGroup::Active).len();
    assert_eq!((open(&mut sim, 0), open(&mut sim, 1)), (5, 5));
    sim.customer("Cliente 11").expect_hears("position 1");
    sim.customer("Cliente 4").ends();
    sim.customer("Cliente 11").expect_hears("Bruno Lima joined");
    sim.expect_agreement();
}

#[test]
fn a_reconcile_after_sleep_brings_the_missed_messages_and_attendances() {
    let mut sim = at_work();
    let chat = sim.customer("Mariana").starts(SUPPORT);
    sim.agent(0).writes(&chat, "Um momento");
    sim.hold_frames();
    sim.customer("Mariana").writes("Dormiu?");
    let from = sim.trace_length();
    sim.agent(0).page(PageInput::Gap { ms: 3_600_000.0 });
    // Three round trips: link, list and thread.
    sim.advance(ms(130));
    assert!(sim.trace_since(from).contains("200 GET agents/101/jobs/active"));
    sim.agent(0).expect_thread(&chat, &["system: chatStarted", "agent: Um momento (sent)", "customer: Dormiu?"]);
    sim.release_frames();
    sim.expect_agreement();
}
