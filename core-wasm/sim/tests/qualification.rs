//! Qualifying a finished attendance, with every kind of refusal and every order of answer and event.

use core_wasm::jobs::JobsIntent;
use core_wasm::qualification::QualificationIntent;
use core_wasm::shell::Dialog;
use core_wasm::{Intent, wire::Protocol};
use rstest::rstest;
use workspace_sim::contact_centre::store::{JobState, Store};
use workspace_sim::{FailKind, RENEWALS, SUPPORT, Sim, core_wasm, secs};

/// A chat of a known customer in this queue.
fn attending(queue: &str) -> (Sim, Protocol) {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("helena").is_known_as(Some("helena.duarte@example.com")).starts(queue);
    (sim, chat)
}

fn qualify_dialog(chat: &Protocol) -> Option<Dialog> {
    Some(Dialog::Qualification { protocol: chat.clone() })
}

#[test]
fn qua_005_ctc_017_with_an_unregistered_contact_qualifying_opens_the_contact_form_instead() {
    let mut sim = Sim::new(1);
    sim.agent(0).signs_in().connects_chat();
    let chat = sim.customer("Mariana").starts(RENEWALS);
    sim.agent(0).finishes(&chat).expect_snackbar("contacts.registerFirst").expect_dialog(None);
    let panel = sim.agent(0).contact(&chat).unwrap();
    assert!(panel.needed && panel.form.is_some());
    sim.agent(0).registers(&chat, "Mariana Alves", "mariana@example.com");
    sim.agent(0)
        .intent(Intent::Qualification(QualificationIntent::OpenQualification { protocol: chat.clone() }))
        .expect_dialog(qualify_dialog(&chat));
}

#[test]
fn qua_005_a_qualification_that_the_server_refuses_for_an_unregistered_contact_keeps_the_attendance_and_shows_why() {
    let (mut sim, chat) = attending(SUPPORT);
    sim.agent(0).finishes(&chat);
    sim.fail_next("qualify", FailKind::Answer(409, r#"{"reason":"CONTACT_NOT_REGISTERED"}"#));
    sim.agent(0).confirms_qualification(&chat).expect_snackbar("contacts.registerFirst").expect_dialog(None);
    sim.agent(0).expect_rows_to_qualify(&["Helena Duarte"]);
}

#[test]
fn qua_011_a_group_that_requires_an_observation_refuses_an_empty_one() {
    let (mut sim, chat) = attending(RENEWALS);
    sim.agent(0).finishes(&chat).chooses(&chat, "1");
    assert!(sim.agent(0).qualification(&chat).unwrap().observation_required);
    let from = sim.trace_length();
    sim.agent(0).observes(&chat, "  \n").confirms_qualification(&chat);
    let form = sim.agent(0).qualification(&chat).unwrap();
    assert_eq!(form.observation_error.unwrap().key, "qualification.requiredField");
    assert!(!sim.trace_since(from).contains("POST job/chat/qualify"));
    sim.agent(0).observes(&chat, "Aceitou").confirms_qualification(&chat).expect_rows_to_qualify(&[]);
}

#[test]
fn a_choice_is_required_if_the_queue_has_qualifications() {
    let (mut sim, chat) = attending(RENEWALS);
    sim.agent(0).finishes(&chat).observes(&chat, "Sem escolha").confirms_qualification(&chat);
    let form = sim.agent(0).qualification(&chat).unwrap();
    assert_eq!((form.choice_error.unwrap().key.as_str(), form.options.len()), ("qualification.requiredField", 7));
}

#[test]
fn qua_003_qua_004_qua_023_a_queue_without_qualifications_uses_the_default_unqualified() {
    let (mut sim, chat) = attending(SUPPORT);
    sim.agent(0).finishes(&chat);
    assert!(
        sim.trace().contains("GET qualifications/20")
            && sim.trace().contains("GET qualifications?qualify_alias=unqualified")
    );
    let form = sim.agent(0).qualification(&chat).unwrap();
    assert_eq!((form.automatic.as_deref(), form.options.len()), (Some("Sem qualificação"), 0));
    sim.agent(0).confirms_qualification(&chat).expect_snackbar("qualificationSuccess");
    let kept = sim.store().job(&chat).unwrap().unwrap().qualification.unwrap().payload;
    assert_eq!(kept.qualify_id.as_str(), "99");
}

#[test]
fn qua_013_qua_014_after_a_qualification_the_attendance_is_closed_and_removed_with_its_form() {
    let (mut sim, chat) = attending(SUPPORT);
    sim.agent(0).finishes(&chat);
    let from = sim.trace_length();
    sim.agent(0).confirms_qualification(&chat);
    sim.agent(0).expect_rows_to_qualify(&[]).expect_snackbar("qualificationSuccess").expect_dialog(None);
    assert!(sim.trace_since(from).contains("200 POST job/chat/close"));
    assert_eq!((sim.agent(0).job(&chat), sim.agent(0).qualification(&chat)), (None, None));
    assert_eq!(sim.store().job(&chat).unwrap().unwrap().state, JobState::Qualified);
    sim.expect_agreement();
}

#[rstest]
#[case::a_server_fault(FailKind::Status(500))]
#[case::a_refusal(FailKind::Answer(422, r#"{"errors":{"qualify_id":"unknown"}}"#))]
fn qua_015_a_failed_qualification_is_shown_and_the_attendance_stays(#[case] fault: FailKind) {
    let (mut sim, chat) = attending(RENEWALS);
    sim.agent(0).finishes(&chat).chooses(&chat, "1").observes(&chat, "Aceitou");
    sim.fail_next("qualify", fault);
    sim.agent(0).confirms_qualification(&chat).expect_snackbar("qualification.failed");
    sim.agent(0).expect_rows_to_qualify(&["Helena Duarte"]).expect_dialog(qualify_dialog(&chat));
    let form = sim.agent(0).qualification(&chat).unwrap();
    assert_eq!((form.pending, form.chosen.as_deref(), form.observation.as_str()), (false, Some("1"), "Aceitou"));
    sim.agent(0).confirms_qualification(&chat).expect_rows_to_qualify(&[]);
}

#[rstest]
#[case::the_event_arrives_first(false)]
#[case::the_answer_arrives_first(true)]
fn qua_014_qua_018_an_own_qualification_is_shown_once_whether_answer_or_event_is_first(#[case] hold: bool) {
    let (mut sim, chat) = attending(SUPPORT);
    sim.agent(0).finishes(&chat);
    if hold {
        sim.hold_frames();
    }
    sim.agent(0).confirms_qualification(&chat);
    sim.release_frames().settle();
    let snackbar: Vec<String> = sim.agent(0).snackbars().into_iter().map(|note| note.body.key).collect();
    assert_eq!(snackbar, ["qualificationSuccess"]);
    sim.expect_agreement();
}

#[test]
fn qua_017_an_attendance_qualified_elsewhere_is_removed_and_the_snackbar_names_channel_and_protocol() {
    let (mut sim, chat) = attending(SUPPORT);
    sim.agent(0).finishes(&chat);
    let body = format!(r#"{{"event":"QualifiedAttendanceEvent","eventId":"q1","protocol":"{chat}","channel":"chat"}}"#);
    sim.agent(0).receives_frame(&body).expect_rows_to_qualify(&[]).expect_dialog(None);
    sim.agent(0).expect_snackbar("qualification.qualifiedEvent");
    let params = sim.agent(0).snackbars()[0].body.params.clone();
    assert_eq!(
        (params.get("channel").unwrap().as_str(), params.get("protocol").unwrap().as_str()),
        ("Chat", chat.as_str())
    );
}

#[test]
fn qua_018_a_qualified_event_for_a_removed_attendance_shows_nothing() {
    let (mut sim, _) = attending(SUPPORT);
    let body = r#"{"event":"QualifiedAttendanceEvent","eventId":"q1","protocol":"77","channel":"chat"}"#;
    sim.agent(0).receives_frame(body).expect_no_snackbar();
}

#[test]
fn qua_006_qua_007_qua_009_qua_010_the_payload_contains_observation_altered_fields_and_whole_seconds() {
    let (mut sim, chat) = attending(RENEWALS);
    let answer = |field: &str, value: &str| {
        Intent::Jobs(JobsIntent::AnswerScript {
            protocol: chat.clone(),
            field_id: field.to_owned(),
            value: value.to_owned(),
        })
    };
    sim.agent(0).intent(answer("4", "sim")).intent(answer("5", "talvez")).intent(answer("5", ""));
    sim.agent(0).finishes(&chat);
    sim.advance(secs(93));
    sim.agent(0).chooses(&chat, "2").observes(&chat, " Vai pensar ").confirms_qualification(&chat);
    let kept = sim.store().job(&chat).unwrap().unwrap().qualification.unwrap().payload;
    let fields: Vec<(&str, &str)> =
        kept.fields_form.iter().map(|field| (field.id.as_str(), field.value.as_str())).collect();
    assert_eq!(fields, [("4", "sim")]);
    assert_eq!(kept.observation, "Vai pensar");
    assert!((93..=95).contains(&kept.duration), "{}", kept.duration);
    assert_eq!(kept.tags, ["31"]);
}

#[test]
fn choice_and_observation_of_a_qualification_survive_a_reload() {
    let (mut sim, chat) = attending(RENEWALS);
    sim.agent(0).finishes(&chat).chooses(&chat, "3").observes(&chat, "Achou caro").reload();
    sim.agent(0).intent(Intent::Qualification(QualificationIntent::OpenQualification { protocol: chat.clone() }));
    sim.settle();
    let form = sim.agent(0).qualification(&chat).unwrap();
    assert_eq!((form.chosen.as_deref(), form.observation.as_str()), (Some("3"), "Achou caro"));
    sim.agent(0).confirms_qualification(&chat).expect_rows_to_qualify(&[]);
    sim.expect_agreement();
}

#[test]
fn bey_153_a_qualification_whose_answer_was_lost_is_completed_without_a_second_click() {
    let (mut sim, chat) = attending(SUPPORT);
    sim.agent(0).finishes(&chat);
    sim.hold_frames().fail_next("qualify", FailKind::LostReply);
    sim.agent(0).confirms_qualification(&chat);
    assert!(sim.agent(0).snackbars().iter().all(|note| note.body.key != "qualification.failed"));
    sim.advance(secs(2));
    sim.agent(0).expect_snackbar("qualificationSuccess").expect_rows_to_qualify(&[]);
    sim.release_frames();
    sim.expect_agreement();
}
