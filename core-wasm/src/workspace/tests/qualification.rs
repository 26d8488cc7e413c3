//! Each finished attendance is qualified: the choices, the sent body, and the result.

use super::bench::Bench;
use super::samples::{chat_job, with};
use super::words::said;
use crate::contacts::ContactsIntent;
use crate::flow::{HttpFailure, StorePlace};
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::qualification;
use crate::qualification::QualificationIntent;
use crate::shell::Dialog;
use crate::view::View;
use rstest::rstest;
use serde_json::{Value, json};

const QUALIFY: &str = "POST job/chat/qualify";

/// The chat P1 of a known contact has just been finished.
fn finished() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1").finishes("P1").forget();
    bench
}

fn chooses(bench: &mut Bench, id: &str) {
    bench.intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: "P1".into(),
        qualification_id: id.into(),
    }));
}

fn observes(bench: &mut Bench, observation: &str) {
    bench.intent(Intent::Qualification(QualificationIntent::ObserveQualification {
        protocol: "P1".into(),
        observation: observation.to_owned(),
    }));
}

fn confirms(bench: &mut Bench) {
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "P1".into() }));
}

fn opens(bench: &mut Bench, protocol: &str) {
    bench.intent(Intent::Qualification(QualificationIntent::OpenQualification { protocol: protocol.into() }));
}

fn asks(protocol: &str) -> Option<Dialog> {
    Some(Dialog::Qualification { protocol: protocol.into() })
}

#[test]
fn qua_001_every_finished_attendance_and_no_open_one_is_qualified() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2").attends("P3");
    opens(&mut bench, "P3");
    assert_eq!(bench.dialog(), None, "P3 is not finished");
    bench.finishes("P1");
    assert_eq!(bench.dialog(), asks("P1"));
    bench.close_dialog().event("ChatEndEvent", json!({ "protocol": "P2" }));
    opens(&mut bench, "P2");
    assert_eq!(bench.dialog(), asks("P2"));
    bench.intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: "P2".into(),
        qualification_id: "2".into(),
    }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "P2".into() }));
    assert_eq!(
        (bench.call(QUALIFY).json()["protocol"].as_str(), bench.has_job("P2"), bench.has_job("P1")),
        (Some("P2"), false, true)
    );
}

#[test]
fn api_084_the_qualifications_of_the_jobs_queue_are_offered() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").finishes("P1");
    let call = bench.call("GET qualifications/10");
    assert_eq!((call.query.len(), &call.body), (0, &None));
    let offered: Vec<String> = bench.qualification("P1").options.into_iter().map(|option| option.name).collect();
    assert_eq!(offered, ["Renovação > Aceita", "Engano"]);
}

#[rstest]
#[case::an_empty_list(200, json!({ "data": [] }))]
#[case::no_list(404, json!({}))]
fn api_085_qua_003_qua_004_without_a_list_the_default_unqualified_is_used(#[case] status: u16, #[case] body: Value) {
    let mut bench = Bench::signed_in();
    bench.answer("GET qualifications/10", status, body).attends("P1").finishes("P1");
    assert_eq!(bench.call("GET qualifications").query_text(), "qualify_alias=unqualified");
    assert_eq!(
        (bench.qualification("P1").automatic.as_deref(), bench.qualification("P1").options.len()),
        (Some("unqualified"), 0)
    );
    confirms(&mut bench);
    let payload = bench.call(QUALIFY).json();
    assert_eq!((payload["qualify_id"].as_str(), payload["qualify_path"].as_str()), (Some("99"), Some("unqualified")));
    assert!(!bench.has_job("P1"));
}

#[test]
fn a_job_without_queue_and_campaign_uses_the_default_qualification() {
    let mut bench = Bench::signed_in();
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P1"), json!({ "queue": null })) })).finishes("P1");
    assert_eq!(bench.qualification("P1").automatic.as_deref(), Some("unqualified"));
}

/// The answer to a finish is late: the agent is writing in another conversation when it arrives.
#[test]
fn a_late_answer_to_a_finish_opens_no_dialog_over_another_dialog() {
    let late = |registered: bool, goes_on: bool| {
        let mut bench = Bench::signed_in();
        match registered {
            true => bench.attends("P1"),
            false => bench.attends_visitor("P1"),
        };
        bench.attends("P2").open("P1").hold("POST job/chat/finish").finishes("P1");
        if goes_on {
            bench.open("P2");
        }
        bench.reply("POST job/chat/finish", 200, json!({ "success": true }));
        bench
    };
    let bench = late(true, false);
    assert!(matches!(bench.dialog(), Some(Dialog::Qualification { .. })));
    for registered in [true, false] {
        let bench = late(registered, true);
        assert_eq!((bench.dialog(), bench.said()), (None, vec![]));
        assert_eq!(bench.workspace.shell.route().protocol(), Some(&"P2".into()));
        assert!(bench.workspace.jobs.get(&"P1".into()).is_some_and(|job| job.is_ended()), "it waits in the list");
    }
}

#[test]
fn qua_005_ctc_017_an_unregistered_contact_is_registered_before_qualifying() {
    let mut bench = Bench::signed_in();
    bench.attends_visitor("V1").finishes("V1");
    assert_eq!((bench.dialog(), bench.said()), (None, vec!["Cadastre o contato para continuar.".to_owned()]));
    assert!(bench.contact("V1").form.is_some() && bench.contact("V1").needed);
    bench.intent(Intent::Qualification(QualificationIntent::ReloadQualifications { protocol: "V1".into() }));
    bench.intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: "V1".into(),
        qualification_id: "1".into(),
    }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "V1".into() }));
    assert_eq!((bench.calls_of(QUALIFY).len(), bench.has_job("V1")), (0, true));
    bench.intent(Intent::Contacts(ContactsIntent::SaveContact {
        protocol: "V1".into(),
        fullname: "Marina".to_owned(),
        identifier: "visitor-1".to_owned(),
        email: String::new(),
    }));
    opens(&mut bench, "V1");
    bench.intent(Intent::Qualification(QualificationIntent::ChooseQualification {
        protocol: "V1".into(),
        qualification_id: "1".into(),
    }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "V1".into() }));
    assert_eq!((bench.call(QUALIFY).json()["contact"].as_str(), bench.has_job("V1")), (Some("9"), false));
}

#[test]
fn qua_005_if_the_server_does_not_know_the_contact_the_agent_must_register_it() {
    let mut bench = finished();
    bench.answer(QUALIFY, 409, json!({ "reason": "CONTACT_NOT_REGISTERED" }));
    chooses(&mut bench, "1");
    confirms(&mut bench);
    assert_eq!((bench.has_job("P1"), bench.dialog(), bench.contact("P1").needed), (true, None, true));
}

#[test]
fn api_136_qua_008_the_payload_has_exactly_this_shape() {
    let mut bench = finished();
    chooses(&mut bench, "1");
    observes(&mut bench, " Renovou por um ano. ");
    bench.advance(42_400);
    confirms(&mut bench);
    let expected = json!({
        "protocol": "P1", "qualify_id": "1", "agent_id": "101", "qualify_path": "Renovação > Aceita", "uniqueid": "u-P1",
        "contact": "5", "agent_name": "Ana Souza", "queue": "10", "campaign": "", "tags": [], "observation": "Renovou por um ano.",
        "duration": 42, "channel": "chat", "qualify_type": "positive", "finish_qualification": true, "attendance_type": "QUEUE",
        "client_whatsapp": "", "contact_identifier": "mariana@site", "client_chat": "mariana@site", "from": "Mariana", "phone": "",
        "finish_dialing": true, "schedule": null, "fields_form": [], "inbox": false,
        "attendanceGroupId": "10", "attendanceGroupName": "Renovações",
    });
    assert_eq!((bench.call(QUALIFY).json(), bench.call(QUALIFY).query.len()), (expected, 0));
}

#[rstest]
#[case::a_duration_that_is_rounded_down(10_499, 10)]
#[case::a_duration_that_is_rounded_up(10_500, 11)]
fn qua_009_qua_010_the_duration_is_whole_seconds_from_the_finish_to_the_qualifying(
    #[case] passed_ms: u64,
    #[case] seconds: u64,
) {
    let mut bench = finished();
    chooses(&mut bench, "1");
    bench.advance(passed_ms);
    confirms(&mut bench);
    assert_eq!(bench.call(QUALIFY).json()["duration"], seconds);
}

#[test]
fn qua_006_qua_007_the_payload_has_the_observation_and_the_changed_script_fields_that_are_not_empty() {
    let mut bench = Bench::signed_in();
    bench.attends("P1");
    for (field, value) in [("f1", "sim"), ("f2", "talvez"), ("f1", "não"), ("f2", " "), ("f3", "12")] {
        bench.intent(Intent::Jobs(JobsIntent::AnswerScript {
            protocol: "P1".into(),
            field_id: field.to_owned(),
            value: value.to_owned(),
        }));
    }
    bench.finishes("P1");
    chooses(&mut bench, "1");
    observes(&mut bench, "ligou ontem");
    bench.advance(300);
    let altered = json!([{ "id": "f1", "value": "não" }, { "id": "f3", "value": "12" }]);
    let record: Value =
        serde_json::from_str(bench.stored(StorePlace::Database, "jobs/P1").expect("the record")).expect("JSON");
    assert_eq!(record["wire"]["fiedlsScriptAltered"], altered);
    confirms(&mut bench);
    let payload = bench.call(QUALIFY).json();
    assert_eq!((&payload["observation"], &payload["fields_form"]), (&json!("ligou ontem"), &altered));
}

#[test]
fn qua_011_a_required_observation_left_empty_blocks_qualifying() {
    let mut bench = Bench::signed_in();
    let strict = with(chat_job("P1"), json!({ "attendanceGroupInfo": { "observationRequired": true } }));
    bench.event("NewChatEvent", json!({ "job": strict })).finishes("P1").forget();
    chooses(&mut bench, "1");
    observes(&mut bench, "  ");
    confirms(&mut bench);
    let form = bench.qualification("P1");
    assert_eq!(
        (said(&form.observation_error.expect("an error")).as_str(), bench.calls.len()),
        ("Esse campo é obrigatório", 0)
    );
    observes(&mut bench, "Renovou.");
    assert_eq!(bench.qualification("P1").observation_error, None);
    confirms(&mut bench);
    assert_eq!(bench.calls_of(QUALIFY).len(), 1);
}

#[test]
fn shell_027_shell_028_shell_029_without_a_choice_the_field_shows_its_error_and_nothing_is_sent() {
    let mut bench = finished();
    confirms(&mut bench);
    assert_eq!(said(&bench.qualification("P1").choice_error.expect("an error")), "Esse campo é obrigatório");
    assert_eq!(bench.calls.len(), 0);
}

#[test]
fn api_137_qua_013_qua_014_after_qualifying_the_job_is_closed_removed_and_the_state_reset() {
    let mut bench = finished();
    chooses(&mut bench, "1");
    observes(&mut bench, "Renovou.");
    bench.advance(300);
    assert!(bench.stored(StorePlace::Database, "qualification/P1").is_some());
    confirms(&mut bench);
    let close = bench.call("POST job/chat/close");
    assert_eq!(
        (close.json(), close.query.len()),
        (json!({ "protocol": "P1", "agentId": "101", "org_unit_id": "1" }), 0)
    );
    assert_eq!((bench.has_job("P1"), bench.dialog(), bench.path().as_str()), (false, None, "/attendance"));
    assert_eq!(bench.workspace.view(&qualification::slices::QUALIFICATION.of("P1".into())), View::Absent);
    assert_eq!(bench.said(), ["Qualificação realizada com sucesso"]);
    bench.advance(300);
    assert_eq!(bench.stored(StorePlace::Database, "qualification/P1"), None);
    bench.attends("P1").finishes("P1");
    assert_eq!((bench.qualification("P1").chosen, bench.qualification("P1").observation.as_str()), (None, ""));
}

#[rstest]
#[case::server_fault(500, json!({}))]
#[case::refused(422, json!({ "errors": { "qualify_id": "unknown" } }))]
#[case::conflict(409, json!({ "reason": "JOB_OPEN" }))]
fn qua_015_a_failed_qualification_is_shown_and_the_job_stays(#[case] status: u16, #[case] body: Value) {
    let mut bench = finished();
    bench.answer(QUALIFY, status, body);
    chooses(&mut bench, "1");
    observes(&mut bench, "Renovou.");
    confirms(&mut bench);
    assert_eq!(bench.said(), ["Não foi possível realizar a qualificação."]);
    let form = bench.qualification("P1");
    assert_eq!(
        (form.pending, form.chosen.as_deref(), form.observation.as_str(), bench.has_job("P1")),
        (false, Some("1"), "Renovou.", true)
    );
    assert_eq!(bench.calls_of("POST job/chat/close").len(), 0);
}

#[test]
fn qua_015_bey_153_without_any_answer_the_text_says_that_the_result_is_unknown_and_the_agent_can_repeat_it() {
    let mut bench = finished();
    bench.fail(QUALIFY, HttpFailure::TimedOut);
    chooses(&mut bench, "1");
    confirms(&mut bench);
    assert_eq!((bench.said().len(), bench.qualification("P1").pending), (0, true));
    bench.gives_up();
    let sentence = "Não sabemos se a qualificação foi registrada. Tente de novo: ela não é registrada duas vezes.";
    assert_eq!((bench.said(), bench.has_job("P1")), (vec![sentence.to_owned()], true));
    bench.answer(QUALIFY, 200, json!({ "success": true }));
    confirms(&mut bench);
    assert!(!bench.has_job("P1"));
}

#[rstest]
#[case::chat("chat", "Atendimento de Chat P1 qualificado com sucesso")]
#[case::whatsapp("whatsapp", "Atendimento de WhatsApp P1 qualificado com sucesso")]
#[case::voice("voice", "Atendimento de Voz P1 qualificado com sucesso")]
fn qua_017_qua_019_a_qualified_event_removes_the_job_and_names_channel_and_protocol(
    #[case] channel: &str,
    #[case] sentence: &str,
) {
    let mut bench = Bench::signed_in();
    bench.event("NewChatEvent", json!({ "job": with(chat_job("P1"), json!({ "channel": channel })) }));
    bench.event("QualifiedAttendanceEvent", json!({ "protocol": "P1", "channel": channel }));
    assert_eq!((bench.has_job("P1"), bench.said().first().map(String::as_str)), (false, Some(sentence)));
}

#[test]
fn qua_018_answer_and_event_in_any_order_remove_the_job_and_show_the_snackbar_once() {
    let mut bench = finished();
    chooses(&mut bench, "1");
    confirms(&mut bench);
    bench.event("QualifiedAttendanceEvent", json!({ "protocol": "P1", "channel": "chat" }));
    assert_eq!(bench.said(), ["Qualificação realizada com sucesso"]);
    let mut bench = finished();
    bench.hold(QUALIFY);
    chooses(&mut bench, "1");
    confirms(&mut bench);
    bench.event("QualifiedAttendanceEvent", json!({ "protocol": "P1", "channel": "chat" }));
    bench.reply(QUALIFY, 200, json!({ "success": true }));
    assert_eq!((bench.said(), bench.has_job("P1")), (vec!["Qualificação realizada com sucesso".to_owned()], false));
    assert_eq!(bench.calls_of("POST job/chat/close").len(), 1);
}

#[test]
fn a_failed_load_of_qualifications_is_shown_and_can_be_repeated() {
    let mut bench = Bench::signed_in();
    bench.answer("GET qualifications/10", 500, json!({})).attends("P1").finishes("P1");
    assert!(bench.qualification("P1").load_failed);
    bench.answer("GET qualifications/10", 200, json!([{ "id": 1, "name": "Aceita" }]));
    bench.intent(Intent::Qualification(QualificationIntent::ReloadQualifications { protocol: "P1".into() }));
    assert_eq!((bench.qualification("P1").load_failed, bench.qualification("P1").options.len()), (false, 1));
}

#[test]
fn confirming_a_qualification_twice_sends_one_request() {
    let mut bench = finished();
    bench.hold(QUALIFY);
    chooses(&mut bench, "1");
    confirms(&mut bench);
    confirms(&mut bench);
    assert_eq!((bench.calls_of(QUALIFY).len(), bench.qualification("P1").pending), (1, true));
}
