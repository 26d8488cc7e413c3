//! The agent closes an attendance: with its qualification, after its last messages, and what is shown next.

use super::bench::Bench;
use super::chat::in_chat;
use super::samples::{active_jobs, chat_job, contact, send_reply, with};
use super::uploads::file;
use crate::contacts::ContactsIntent;
use crate::conversation::ConversationIntent;
use crate::flow::HttpFailure;
use crate::input::{Intent, PageInput};
use crate::jobs::{ClosingView, JobsIntent};
use crate::qualification::QualificationIntent;
use crate::shell::{AfterClosing, Dialog, PreferencesChange, ShellIntent};
use crate::transfers::TransfersIntent;
use rstest::rstest;
use serde_json::json;

const ACTIVE: &str = "GET agents/101/jobs/active";
const FINISH: &str = "POST job/chat/finish";
const QUALIFY: &str = "POST job/chat/qualify";
const SEND: &str = "POST chat/messages";

fn asks_to_finish(bench: &mut Bench) {
    bench.intent(Intent::Jobs(JobsIntent::FinishJob { protocol: "P1".into(), confirmed: false, waits: false }));
    assert_eq!(bench.dialog(), Some(Dialog::ConfirmFinish { protocol: "P1".into() }));
}

fn chooses(bench: &mut Bench) {
    let (protocol, qualification_id) = ("P1".into(), "2".into());
    bench.intent(Intent::Qualification(QualificationIntent::ChooseQualification { protocol, qualification_id }));
}

fn finishes_and_qualifies(bench: &mut Bench, waits: bool) {
    bench.intent(Intent::Qualification(QualificationIntent::FinishAndQualify { protocol: "P1".into(), waits }));
}

/// The dialog of the finish is open, and a qualification is chosen.
fn chosen() -> Bench {
    let mut bench = in_chat();
    asks_to_finish(&mut bench);
    chooses(&mut bench);
    bench.forget();
    bench
}

#[test]
fn bey_158_one_dialog_finishes_and_qualifies_an_attendance() {
    let mut bench = chosen();
    finishes_and_qualifies(&mut bench, false);
    let order: Vec<_> =
        bench.calls.iter().map(|call| call.name.as_str()).filter(|name| name.contains("job/")).collect();
    assert_eq!(order, [FINISH, QUALIFY, "POST job/chat/close"]);
    assert_eq!(bench.call(QUALIFY).json()["qualify_id"], "2");
    assert_eq!((bench.has_job("P1"), bench.dialog()), (false, None));
    assert_eq!(bench.said(), ["Qualificação realizada com sucesso"]);
}

#[test]
fn no_attendance_is_finished_while_the_qualification_is_not_chosen() {
    let mut bench = in_chat();
    asks_to_finish(&mut bench);
    bench.forget();
    finishes_and_qualifies(&mut bench, false);
    assert_eq!((bench.calls.len(), bench.qualification("P1").choice_error.is_some()), (0, true));
    assert!(!bench.job("P1").disabled);
}

#[test]
fn a_refused_qualification_of_a_finished_attendance_is_shown_in_the_dialog_of_the_qualification() {
    let mut bench = chosen();
    bench.answer(QUALIFY, 500, json!({}));
    finishes_and_qualifies(&mut bench, false);
    assert_eq!(bench.dialog(), Some(Dialog::Qualification { protocol: "P1".into() }));
    let form = bench.qualification("P1");
    assert_eq!((form.chosen.as_deref(), form.error.is_some(), bench.job("P1").disabled), (Some("2"), true, true));
}

#[test]
fn an_attendance_that_the_customer_ends_while_the_dialog_is_open_is_only_qualified() {
    let mut bench = chosen();
    bench.event("ChatEndEvent", json!({ "protocol": "P1" }));
    assert_eq!(bench.dialog(), Some(Dialog::Qualification { protocol: "P1".into() }));
    bench.intent(Intent::Qualification(QualificationIntent::ConfirmQualification { protocol: "P1".into() }));
    assert_eq!((bench.calls_of(FINISH).len(), bench.calls_of(QUALIFY).len(), bench.has_job("P1")), (0, 1, false));
}

#[rstest]
#[case::the_look_up_finds_it_finished(true)]
#[case::the_look_up_finds_it_open(false)]
fn a_finish_without_an_answer_is_looked_up_before_a_text_reports_the_result(#[case] was_finished: bool) {
    let mut bench = chosen();
    bench.hold(ACTIVE).fail(FINISH, HttpFailure::NoAnswer);
    finishes_and_qualifies(&mut bench, false);
    assert_eq!((bench.said().len(), bench.job("P1").closing), (0, Some(ClosingView::LookingUp)));
    bench.reply(ACTIVE, 200, active_jobs(&[with(chat_job("P1"), json!({ "disabled": was_finished }))]));
    let refused = vec!["Não foi possível finalizar o atendimento. Tente de novo.".to_owned()];
    if was_finished {
        assert_eq!((bench.calls_of(QUALIFY).len(), bench.said().contains(&refused[0])), (1, false));
    } else {
        assert_eq!((bench.calls_of(QUALIFY).len(), bench.said()), (0, refused));
        assert_eq!(bench.dialog(), Some(Dialog::ConfirmFinish { protocol: "P1".into() }), "the choice is kept");
    }
}

#[rstest]
#[case::the_message_was_sent(Some(200), true)]
#[case::the_message_was_refused(Some(403), false)]
fn a_finish_that_waits_for_messages_depends_on_the_result_of_their_sending(
    #[case] status: Option<u16>,
    #[case] finishes: bool,
) {
    let mut bench = chosen();
    bench.hold(SEND).sends("P1", "Já envio o boleto.");
    assert_eq!(bench.job("P1").on_the_way.map(|on_the_way| on_the_way.messages), Some(1));
    finishes_and_qualifies(&mut bench, true);
    assert_eq!((bench.calls_of(FINISH).len(), bench.job("P1").closing), (0, Some(ClosingView::AfterSending)));
    let custom_id = bench.call(SEND).json()["custom_id"].clone();
    let body = send_reply(&custom_id, 1, bench.now.wall);
    bench.reply(SEND, status.expect("a status"), if finishes { body } else { json!({ "message": "?" }) });
    assert_eq!(bench.calls_of(FINISH).len(), usize::from(finishes));
    if !finishes {
        let said = bench.said();
        assert_eq!(
            said.last().map(String::as_str),
            Some("Uma mensagem não foi enviada. O atendimento continua aberto.")
        );
        assert_eq!((bench.job("P1").closing, bench.job("P1").disabled), (None, false));
    }
}

fn sends_and_finishes(bench: &mut Bench) {
    bench.hold(SEND).sends("P1", "Obrigada, até logo!");
    bench.intent(Intent::Jobs(JobsIntent::FinishJob { protocol: "P1".into(), confirmed: false, waits: true }));
    assert_eq!(bench.dialog(), None, "the server does not have the message yet");
}

fn is_sent(bench: &mut Bench) {
    let custom_id = bench.call(SEND).json()["custom_id"].clone();
    let body = send_reply(&custom_id, 1, bench.now.wall);
    bench.reply(SEND, 200, body);
}

#[test]
fn the_dialog_of_a_finish_after_a_last_message_opens_when_the_server_has_the_message() {
    let mut bench = in_chat();
    sends_and_finishes(&mut bench);
    is_sent(&mut bench);
    assert_eq!(bench.dialog(), Some(Dialog::ConfirmFinish { protocol: "P1".into() }));
    assert_eq!((bench.calls_of(FINISH).len(), bench.job("P1").closing), (0, None), "the agent is asked first");
}

#[test]
fn a_refused_last_message_keeps_the_conversation_open() {
    let mut bench = in_chat();
    sends_and_finishes(&mut bench);
    bench.reply(SEND, 422, json!({}));
    assert_eq!((bench.dialog(), bench.job("P1").disabled), (None, false));
    let said = bench.said();
    assert_eq!(said.last().map(String::as_str), Some("Uma mensagem não foi enviada. O atendimento continua aberto."));
}

#[rstest]
#[case::the_customer_has_written(|bench: &mut Bench| { bench.customer_writes("P1", 7, "Mais uma coisa"); })]
#[case::the_agent_has_opened_another_conversation(|bench: &mut Bench| { bench.attends("P2").intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() })); })]
fn after_a_last_message_no_dialog_of_the_finish_opens_if(#[case] happens: fn(&mut Bench)) {
    let mut bench = in_chat();
    sends_and_finishes(&mut bench);
    happens(&mut bench);
    is_sent(&mut bench);
    assert_eq!((bench.dialog(), bench.job("P1").disabled), (None, false));
}

#[test]
fn a_customer_who_writes_while_the_finish_waits_keeps_the_conversation_open() {
    let mut bench = chosen();
    bench.hold(SEND).sends("P1", "Já envio o boleto.");
    finishes_and_qualifies(&mut bench, true);
    bench.customer_writes("P1", 7, "Mais uma coisa");
    assert_eq!((bench.job("P1").closing, bench.calls_of(FINISH).len()), (None, 0));
    let custom_id = bench.call(SEND).json()["custom_id"].clone();
    let body = send_reply(&custom_id, 1, bench.now.wall);
    bench.reply(SEND, 200, body);
    assert_eq!((bench.calls_of(FINISH).len(), bench.job("P1").disabled), (0, false));
    let said = bench.said();
    assert_eq!(said.last().map(String::as_str), Some("O cliente escreveu. O atendimento continua aberto."));
}

#[test]
fn the_dialog_of_the_finish_names_the_file_that_is_being_sent_and_the_agent_can_stop_waiting() {
    let mut bench = chosen();
    let (protocol, caption, answered) = ("P1".into(), String::new(), String::new());
    let file = file("application/pdf", 1_000.0);
    bench.intent(Intent::Conversation(ConversationIntent::SendMedia { protocol, file, caption, answered }));
    let on_the_way = bench.job("P1").on_the_way.expect("a file");
    assert_eq!((on_the_way.messages, on_the_way.files), (1, vec!["nota fiscal.pdf".to_owned()]));
    finishes_and_qualifies(&mut bench, true);
    bench.intent(Intent::Jobs(JobsIntent::CancelFinish { protocol: "P1".into() }));
    assert_eq!((bench.job("P1").closing, bench.calls_of(FINISH).len()), (None, 0));
}

fn prefers_the_next_one(bench: &mut Bench) {
    let change = PreferencesChange { after_closing: Some(AfterClosing::NextWaiting), ..Default::default() };
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change }));
}

#[test]
fn bey_158_after_the_qualification_the_conversation_of_the_longest_waiting_customer_opens_and_stays_unread() {
    let mut bench = in_chat();
    prefers_the_next_one(&mut bench);
    for (at, protocol) in ["P2", "P3", "P4"].into_iter().enumerate() {
        bench.attends(protocol).advance(1_000 + at as u64);
    }
    bench.customer_writes("P3", 1, "Oi").advance(1_000).customer_writes("P2", 2, "Olá");
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    asks_to_finish(&mut bench);
    chooses(&mut bench);
    finishes_and_qualifies(&mut bench, false);
    assert_eq!(bench.path(), "/attendance/P3");
    bench.advance(5_000);
    assert_eq!(bench.row("P3").unread, 1, "the agent has done nothing since");
    bench.page(PageInput::Acted).advance(750);
    assert_eq!(bench.row("P3").unread, 0);
}

#[test]
fn without_a_waiting_customer_the_list_is_shown_after_the_qualification() {
    let mut bench = in_chat();
    prefers_the_next_one(&mut bench);
    bench.attends("P2").attends("P3").intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    asks_to_finish(&mut bench);
    chooses(&mut bench);
    finishes_and_qualifies(&mut bench, false);
    assert_eq!(bench.path(), "/attendance");
}

#[rstest]
#[case::transfer(true)]
#[case::qualification(false)]
fn bey_158_after_the_registration_of_the_customer_the_action_that_needed_it_continues(#[case] transfers: bool) {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/visitor-1", 200, json!([])).attends_visitor("P1").attends("P2");
    if transfers {
        let intent = TransfersIntent::LoadDestinations { protocol: "P1".into() };
        bench.intent(Intent::Transfers(intent));
    } else {
        bench.event("ChatEndEvent", json!({ "protocol": "P1" }));
        let intent = QualificationIntent::OpenQualification { protocol: "P1".into() };
        bench.intent(Intent::Qualification(intent));
    }
    assert_eq!((bench.dialog(), bench.contact("P1").needed), (None, true));
    bench.answer("POST contacts", 200, contact("9", "Marina Prado"));
    let (fullname, identifier) = ("Marina Prado".to_owned(), "marina@site".to_owned());
    let save = ContactsIntent::SaveContact { protocol: "P1".into(), fullname, identifier, email: String::new() };
    bench.intent(Intent::Contacts(save));
    let goes_on = if transfers {
        Dialog::Transfer { protocol: "P1".into() }
    } else {
        Dialog::Qualification { protocol: "P1".into() }
    };
    assert_eq!(bench.dialog(), Some(goes_on));
}

#[test]
fn a_registration_that_the_agent_cancelled_continues_no_action_later() {
    let mut bench = Bench::signed_in();
    bench.answer("GET contacts/visitor-1", 200, json!([])).attends_visitor("P1").attends("P2");
    bench.intent(Intent::Transfers(TransfersIntent::LoadDestinations { protocol: "P1".into() }));
    bench.intent(Intent::Contacts(ContactsIntent::CloseContactForm { protocol: "P1".into() }));
    bench.intent(Intent::Contacts(ContactsIntent::OpenContactForm { protocol: "P1".into() }));
    bench.answer("POST contacts", 200, contact("9", "Marina Prado"));
    let (fullname, identifier) = ("Marina Prado".to_owned(), "marina@site".to_owned());
    let save = ContactsIntent::SaveContact { protocol: "P1".into(), fullname, identifier, email: String::new() };
    bench.intent(Intent::Contacts(save));
    assert_eq!(bench.dialog(), None);
}

#[test]
fn no_count_of_unread_messages_includes_an_ended_attendance() {
    let mut bench = in_chat();
    bench.attends("P2").customer_writes("P2", 1, "Oi").customer_writes("P2", 2, "Alguém aí?");
    assert_eq!((bench.row("P2").unread, bench.summary().unread, bench.summary().active), (2, 2, 2));
    bench.event("ChatEndEvent", json!({ "protocol": "P2" }));
    assert_eq!((bench.row("P2").unread, bench.summary().unread, bench.summary().active), (0, 0, 1));
    assert_eq!((bench.summary().total, bench.row("P2").waiting), (2, None));
}

#[test]
fn a_message_below_the_visible_part_of_the_thread_stays_unread() {
    let mut bench = in_chat();
    bench.attends("P2");
    for seq in 1..=4 {
        bench.customer_writes("P2", seq, &format!("Mensagem {seq}"));
    }
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }));
    let ids: Vec<String> = bench.thread("P2").into_iter().map(|message| message.local_id).collect();
    let sees = |bench: &mut Bench, id: &str| {
        let intent = JobsIntent::ViewedTo { protocol: "P2".into(), local_id: id.to_owned() };
        bench.intent(Intent::Jobs(intent)).advance(750);
        bench.row("P2").unread
    };
    assert_eq!(bench.thread("P2").iter().position(|message| message.new_from_here), Some(0));
    assert_eq!([sees(&mut bench, &ids[1]), sees(&mut bench, &ids[0])], [2, 2], "what was seen stays read");
    bench.customer_writes("P2", 5, "Mensagem 5").advance(5_000);
    assert_eq!(bench.row("P2").unread, 3, "it is below the visible part");
    let last = bench.thread("P2").pop().expect("a message").local_id;
    assert_eq!(sees(&mut bench, &last), 0);
}

#[test]
fn the_only_attendance_opens_automatically_and_stays_unread() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").customer_writes("P1", 1, "Oi").advance(10_000);
    assert_eq!((bench.path().as_str(), bench.row("P1").unread), ("/attendance/P1", 1));
    bench.page(PageInput::Acted).advance(749);
    assert_eq!(bench.row("P1").unread, 1);
    bench.advance(1);
    assert_eq!(bench.row("P1").unread, 0);
}

#[test]
fn the_line_of_new_messages_is_above_the_first_unread_message_also_after_a_first_sign_in() {
    let mut bench = Bench::new();
    let reported = |protocol| with(chat_job(protocol), json!({ "messagesNotRead": 2, "seq": 3 }));
    bench.answer(ACTIVE, 200, active_jobs(&[reported("P1"), reported("P2")])).start("/login").sign_in();
    let messages: Vec<_> =
        (1..=3).map(|seq| super::samples::customer_message("P1", seq, &format!("Mensagem {seq}"))).collect();
    bench.answer("GET job/P1/messages", 200, json!({ "data": messages }));
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    let lines: Vec<bool> = bench.thread("P1").iter().map(|message| message.new_from_here).collect();
    assert_eq!(lines, [false, true, false]);
}
