//! Which controls of a call are enabled, and which parts of the page stay available during a call.

use super::bench::Bench;
use super::voice::{bar, call_waits, intends, job, registered, takes_call, talking};
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use crate::qualification::QualificationIntent;
use crate::session::SessionIntent;
use crate::session::SessionPhaseView::SignedOut;
use crate::shell::Dialog;
use crate::view::View;
use crate::voice::{CallStatus, VoiceIntent, VoiceSlice, slices};
use rstest::rstest;
use serde_json::{Value, json};

fn ends(bench: &mut Bench, protocol: &str) {
    bench.event("HangupEvent", json!({ "protocol": protocol, "requestSource": "CLIENT" }));
}

fn qualification(protocol: &str) -> Option<Dialog> {
    Some(Dialog::Qualification { protocol: protocol.into() })
}

#[test]
fn a_customer_who_has_not_answered_cannot_be_put_on_hold() {
    let mut bench = registered();
    bench.leg_arrives();
    intends(&mut bench, VoiceIntent::AcceptCall);
    bench.leg_is_answered().event("NewVoiceJobEvent", job(json!({ "callType": "MANUAL" })));
    let shown = bar(&bench).expect("the call bar");
    assert_eq!((shown.status, shown.audible), (CallStatus::Dialling, false));
    intends(&mut bench, VoiceIntent::Hold { held: true });
    assert!(!bench.sip_requests().contains(&"hold".to_owned()));
    bench.event("ManualCallStatusEvent", json!({ "protocol": "V1", "status": "ANSWER" }));
    assert!(bar(&bench).expect("the call bar").audible);
    intends(&mut bench, VoiceIntent::Hold { held: true });
    assert!(bench.sip_requests().contains(&"hold".to_owned()));
}

#[test]
fn while_voice_reconnects_the_agent_can_neither_mute_nor_hold_the_call() {
    let mut bench = talking();
    let call = bench.peer_call();
    bench.reports_voice(json!({ "type": "ice", "call": call, "state": "disconnected" })).advance(6_000);
    let shown = bar(&bench).expect("the call bar");
    assert_eq!((shown.status, shown.audible), (CallStatus::Reconnecting, false));
}

#[rstest]
#[case::the_server_accepts_the_hang_up(200, json!({ "success": true }))]
#[case::the_leg_in_this_page_ends_although_the_server_is_away(503, json!({}))]
fn a_pending_hang_up_is_shown_until_the_call_has_ended(#[case] status: u16, #[case] body: Value) {
    let mut bench = talking();
    bench.answer("POST voice/hang-up", status, body);
    intends(&mut bench, VoiceIntent::HangUp);
    assert_eq!(bar(&bench).map(|bar| (bar.status, bar.hanging_up)), Some((CallStatus::InCall, true)));
    ends(&mut bench, "V1");
    assert_eq!(bar(&bench).map(|bar| (bar.status, bar.hanging_up)), Some((CallStatus::Ended, false)));
    intends(&mut bench, VoiceIntent::Redial { protocol: "V1".into() });
    assert_eq!(bar(&bench).map(|bar| bar.hanging_up), Some(false));
}

#[test]
fn a_redial_closes_the_qualification_of_its_attendance_and_a_confirmation_before_the_end_sends_nothing() {
    let mut bench = talking();
    ends(&mut bench, "V1");
    bench.leg_ends();
    assert_eq!(bench.dialog(), qualification("V1"));
    let (protocol, observation) = ("V1".into(), "Caiu".to_owned());
    bench.intent(Intent::Qualification(QualificationIntent::ObserveQualification { protocol, observation }));
    intends(&mut bench, VoiceIntent::Redial { protocol: "V1".into() });
    assert_eq!(bench.dialog(), None);
    bench.forget().intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "V1".into() }));
    assert!(bench.calls_of("POST job/voice/qualify").is_empty());
    assert_eq!(bench.qualification("V1").observation, "Caiu", "what was written is kept");
}

#[test]
fn the_next_call_closes_the_open_qualification_and_keeps_its_values() {
    let mut bench = talking();
    ends(&mut bench, "V1");
    bench.leg_ends();
    assert_eq!(bench.dialog(), qualification("V1"));
    let (protocol, observation) = ("V1".into(), "Quer um desconto".to_owned());
    bench.intent(Intent::Qualification(QualificationIntent::ObserveQualification { protocol, observation }));
    call_waits(&mut bench);
    assert_eq!(bench.dialog(), qualification("V1"), "a ringing call disturbs no writing");
    intends(&mut bench, VoiceIntent::AcceptCall);
    bench.leg_is_answered().event("NewVoiceJobEvent", job(json!({ "protocol": "V2", "uniqueId": "u2" })));
    assert_eq!(bench.dialog(), None);
    bench.intent(Intent::Qualification(QualificationIntent::OpenQualification { protocol: "V1".into() }));
    assert_eq!(bench.dialog(), qualification("V1"), "the agent opens it in the call");
    assert_eq!(bench.qualification("V1").observation, "Quer um desconto");
}

#[test]
fn an_attendance_that_ends_during_a_call_waits_for_qualification_in_the_list_without_a_dialog() {
    let mut bench = registered();
    takes_call(&mut bench);
    bench.event("NewVoiceJobEvent", job(json!({ "protocol": "V2", "uniqueId": "u2" })));
    ends(&mut bench, "V1");
    assert_eq!((bench.dialog(), bench.row("V1").disabled), (None, true));
    ends(&mut bench, "V2");
    assert_eq!(bench.dialog(), qualification("V2"));
}

#[test]
fn the_open_history_is_refetched_after_the_end_of_a_call() {
    let mut bench = registered();
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() });
    let reads = |bench: &Bench| bench.calls_of("GET agents/history").len();
    let before = reads(&bench);
    bench.event("NewVoiceJobEvent", job(json!({})));
    assert_eq!(bench.path(), "/attendance/V1");
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() });
    let visited = reads(&bench);
    ends(&mut bench, "V1");
    assert_eq!((before, reads(&bench)), (1, visited + 1));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "V1".into() }));
    assert_eq!(reads(&bench), visited + 2);
}

#[test]
fn an_answer_of_the_agent_is_shown_in_its_field_of_the_script() {
    let mut bench = registered();
    bench.answer("GET queues/voice/9/script", 200, json!({ "id": "12", "name": "Venda" }));
    bench.answer("GET script/12/fields", 200, json!({ "data": [{ "id": "1", "name": "Plano" }] }));
    takes_call(&mut bench);
    intends(&mut bench, VoiceIntent::OpenScript { protocol: "V1".into() });
    let (protocol, field_id, value) = ("V1".into(), "1".to_owned(), "Ouro".to_owned());
    // The bench checks that each changed view was marked as changed.
    bench.intent(Intent::Jobs(JobsIntent::AnswerScript { protocol, field_id, value }));
    let View::Voice(VoiceSlice::VoiceJob(job)) = bench.workspace.view(&slices::VOICE_JOB.of("V1".into())) else {
        panic!("no voice job");
    };
    assert_eq!(job.script.expect("the script").fields[0].value, "Ouro");
}

#[test]
fn signing_out_during_a_call_asks_for_confirmation_also_before_its_attendance_arrives() {
    let mut bench = registered();
    let sign_out = |confirmed| Intent::Session(SessionIntent::SignOut { confirmed });
    call_waits(&mut bench);
    intends(&mut bench, VoiceIntent::AcceptCall);
    bench.leg_is_answered().intent(sign_out(false));
    assert_eq!(bench.dialog(), Some(Dialog::ConfirmSignOut { open_jobs: 0 }));
    bench.close_dialog().event("NewVoiceJobEvent", job(json!({})));
    bench.intent(sign_out(false));
    assert_eq!(bench.dialog(), Some(Dialog::ConfirmSignOut { open_jobs: 1 }));
    bench.intent(sign_out(true));
    assert_eq!(bench.session().phase, SignedOut);
}
