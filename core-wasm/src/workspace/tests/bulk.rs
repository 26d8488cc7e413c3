//! Bulk actions (BEY-156): which attendances are selected, what the dialog asks, which requests are sent, and which
//! result is shown.

use super::bench::Bench;
use super::failure_rows::{Row, Told};
use super::samples::{active_jobs, chat_job, contact, visitor_job, with};
use crate::conversation::ConversationIntent;
use crate::flow::HttpFailure;
use crate::input::Intent;
use crate::qualification::{
    self, BulkAim, BulkDialogView, BulkItemState, BulkReason, BulkStage, BulkTask, BulkView, QualificationIntent,
    QualificationSlice,
};
use crate::shell::Dialog;
use crate::view::View;
use rstest::rstest;
use serde_json::json;

const ACTIVE: &str = "GET agents/101/jobs/active";
const QUALIFY: &str = "POST job/chat/qualify";
const FINISH: &str = "POST job/chat/finish";

impl Bench {
    fn bulk(&self) -> BulkView {
        match self.workspace.view(&qualification::slices::BULK.key()) {
            View::Qualification(QualificationSlice::Bulk(view)) => *view,
            other => panic!("{other:?}"),
        }
    }

    fn bulk_dialog(&self) -> BulkDialogView {
        self.bulk().dialog.expect("a dialog")
    }

    fn bulk_intent(&mut self, intent: QualificationIntent) -> &mut Self {
        self.intent(Intent::Qualification(intent))
    }

    fn selects(&mut self, protocols: &[&str]) -> &mut Self {
        let protocols = protocols.iter().map(|protocol| (*protocol).into()).collect();
        self.bulk_intent(QualificationIntent::SelectInBulk { protocols })
    }

    fn asks(&mut self, task: BulkTask) -> &mut Self {
        self.bulk_intent(QualificationIntent::AskInBulk { task })
    }

    fn qualifies_all(&mut self, id: &str) -> &mut Self {
        self.asks(BulkTask::Qualify)
            .bulk_intent(QualificationIntent::ChooseInBulk { qualification_id: id.into() })
            .bulk_intent(QualificationIntent::ConfirmBulk)
    }

    fn finishes_all(&mut self) -> &mut Self {
        self.asks(BulkTask::Finish).bulk_intent(QualificationIntent::ConfirmBulk)
    }

    /// The texts of the snackbars, without those about the ends of the attendances at the start of each test.
    fn results(&self) -> Vec<String> {
        self.said().into_iter().filter(|text| text != "O cliente encerrou o chat").collect()
    }

    /// The attendances that remained undone, with the reason.
    fn left(&self) -> Vec<(String, BulkReason)> {
        let dialog = self.bulk_dialog();
        assert_eq!(dialog.stage, BulkStage::Told);
        let left = dialog.items.into_iter().filter(|item| item.state == BulkItemState::Left);
        left.map(|item| (item.protocol, item.reason.expect("a reason"))).collect()
    }
}

/// Chats that their customers have ended.
fn ended(protocols: &[&str]) -> Bench {
    let mut bench = Bench::signed_in();
    for protocol in protocols {
        bench.attends(protocol).event("ChatEndEvent", json!({ "protocol": protocol }));
    }
    bench.forget();
    bench
}

/// The server's list of ended chats.
fn list_of_ended_chats(protocols: &[&str]) -> serde_json::Value {
    let jobs = protocols.iter().map(|protocol| with(chat_job(protocol), json!({ "disabled": true })));
    // Later than the ends.
    with(active_jobs(&jobs.collect::<Vec<_>>()), json!({ "asOfSeq": 50 }))
}

/// The requests of a bulk action, for the table of failures.
pub const BULK_ROWS: &[Row] = &[
    Row {
        pending: "qualification::BulkList",
        call: "GET qualifications/10",
        before: || ended(&["P1"]),
        told: Told::Inline,
        act: |bench| {
            bench.selects(&["P1"]).asks(BulkTask::Qualify);
        },
    },
    Row {
        pending: "qualification::BulkQualify",
        call: QUALIFY,
        before: || ended(&["P1"]),
        told: Told::Inline,
        act: |bench| {
            bench.hold(ACTIVE).selects(&["P1"]).qualifies_all("1");
        },
    },
];

#[test]
fn bey_156_several_ended_conversations_are_qualified_with_one_choice_and_one_result() {
    let mut bench = ended(&["P1", "P2", "P3", "P4", "P5"]);
    bench.selects(&["P1", "P2", "P3", "P4", "P5"]).asks(BulkTask::Qualify);
    assert_eq!(bench.calls_of("GET qualifications/10").len(), 1, "one queue, one list");
    bench.hold(QUALIFY).qualifies_all("2");
    assert_eq!(bench.calls_of(QUALIFY).len(), 3, "three at a time");
    assert!(bench.calls_of(QUALIFY).iter().all(|call| call.json()["qualify_id"] == "2"));
    for done in 1..=5 {
        assert_eq!((bench.bulk_dialog().stage, bench.results().len()), (BulkStage::Working, 0), "{done}");
        bench.reply(QUALIFY, 200, json!({ "success": true }));
    }
    assert_eq!(bench.results(), ["5 qualificados."]);
    assert_eq!((bench.summary().total, bench.dialog(), bench.bulk()), (0, None, BulkView::default()));
}

#[test]
fn bey_156_an_unregistered_customer_is_named_and_left_out_and_stays_selected() {
    let mut bench = ended(&["P1", "P2"]);
    bench.event("NewChatEvent", json!({ "job": visitor_job("P3") })).event("ChatEndEvent", json!({ "protocol": "P3" }));
    bench.selects(&["P1", "P2", "P3"]).asks(BulkTask::Qualify);
    let dialog = bench.bulk_dialog();
    let blocked: Vec<_> = dialog.items.iter().filter_map(|item| Some((item.protocol.as_str(), item.reason?))).collect();
    assert_eq!((dialog.count, blocked), (2, vec![("P3", BulkReason::NeedsContact)]));
    bench.qualifies_all("1");
    assert_eq!(bench.calls_of(QUALIFY).len(), 2);
    assert_eq!(bench.left(), [("P3".to_owned(), BulkReason::NeedsContact)]);
    assert_eq!(
        (bench.bulk_dialog().count, bench.bulk().selected, bench.results().len()),
        (2, vec!["P3".to_owned()], 0)
    );
    assert_eq!(bench.dialog(), Some(Dialog::Bulk), "one result, in the dialog");
}

#[test]
fn bey_156_for_several_queues_their_common_qualifications_are_offered_and_each_queue_gets_its_own_id() {
    let mut bench = ended(&["P1"]);
    let other = with(chat_job("P2"), json!({ "queue": { "id": "11", "name": "Suporte" } }));
    bench.answer(
        "GET qualifications/11",
        200,
        json!({ "data": [
        { "id": "70", "name": "Senha", "type": "neutral", "finish_dialing": false },
        { "id": "71", "name": "Engano", "type": "neutral", "finish_dialing": false },
    ] }),
    );
    bench.event("NewChatEvent", json!({ "job": other })).event("ChatEndEvent", json!({ "protocol": "P2" }));
    bench.selects(&["P1", "P2"]).asks(BulkTask::Qualify);
    let names: Vec<String> = bench.bulk_dialog().options.into_iter().map(|option| option.name).collect();
    assert_eq!(names, ["Engano"]);
    bench.qualifies_all("2");
    let sent: Vec<_> = bench.calls_of(QUALIFY).iter().map(|call| call.json()["qualify_id"].clone()).collect();
    assert_eq!(sent, [json!("2"), json!("71")]);
}

#[test]
fn bey_156_conversations_of_a_queue_without_qualifications_are_closed_without_a_choice() {
    let mut bench = ended(&["P1", "P2"]);
    bench.answer("GET qualifications/10", 200, json!({ "data": [] }));
    bench.selects(&["P1", "P2"]).asks(BulkTask::Qualify);
    assert_eq!((bench.bulk_dialog().choice_needed, bench.bulk_dialog().aim), (false, BulkAim::Close));
    bench.bulk_intent(QualificationIntent::ConfirmBulk);
    assert_eq!(bench.results(), ["2 encerrados."]);
    let sent: Vec<_> = bench.calls_of(QUALIFY).iter().map(|call| call.json()["qualify_id"].clone()).collect();
    assert_eq!((sent, bench.summary().total), (vec![json!("99"), json!("99")], 0));
}

#[test]
fn no_request_is_sent_while_the_choice_is_missing_or_a_list_of_qualifications_could_not_be_loaded() {
    let mut bench = ended(&["P1", "P2"]);
    bench.answer("GET qualifications/10", 500, json!({}));
    bench.selects(&["P1", "P2"]).asks(BulkTask::Qualify).bulk_intent(QualificationIntent::ConfirmBulk);
    assert_eq!((bench.bulk_dialog().load_failed, bench.calls_of(QUALIFY).len()), (true, 0));
    let list = json!({ "data": [{ "id": "1", "name": "Engano", "type": "neutral", "finish_dialing": false }] });
    bench.answer("GET qualifications/10", 200, list).bulk_intent(QualificationIntent::ReloadBulkLists);
    bench.bulk_intent(QualificationIntent::ConfirmBulk);
    let dialog = bench.bulk_dialog();
    assert_eq!((dialog.load_failed, dialog.choice_error.is_some(), bench.calls_of(QUALIFY).len()), (false, true, 0));
}

#[test]
fn an_observation_that_one_attendance_requires_is_asked_for_and_sent_for_all_attendances() {
    let mut bench = ended(&["P1"]);
    let strict = with(chat_job("P2"), json!({ "attendanceGroupInfo": { "observationRequired": true } }));
    bench.event("NewChatEvent", json!({ "job": strict })).event("ChatEndEvent", json!({ "protocol": "P2" }));
    bench.selects(&["P1", "P2"]).qualifies_all("1");
    let dialog = bench.bulk_dialog();
    assert_eq!((dialog.observation_required, dialog.observation_error.is_some()), (true, true));
    bench.bulk_intent(QualificationIntent::ObserveInBulk { observation: "Fim do dia".to_owned() });
    bench.bulk_intent(QualificationIntent::ConfirmBulk);
    let sent: Vec<_> = bench.calls_of(QUALIFY).iter().map(|call| call.json()["observation"].clone()).collect();
    assert_eq!(sent, [json!("Fim do dia"), json!("Fim do dia")]);
}

#[rstest]
#[case::the_look_up_finds_it_qualified(true)]
#[case::the_look_up_finds_it_not_qualified(false)]
fn bey_156_a_qualification_without_an_answer_is_looked_up_before_the_result(#[case] was_qualified: bool) {
    let mut bench = ended(&["P1", "P2"]);
    bench.hold(QUALIFY).hold(ACTIVE).selects(&["P1", "P2"]).qualifies_all("1");
    bench.lose(QUALIFY, HttpFailure::NoAnswer).reply(QUALIFY, 200, json!({ "success": true }));
    // A qualification is repeated first.
    for pause_ms in [1_250, 2_500, 5_000, 10_000] {
        bench.advance(pause_ms).lose(QUALIFY, HttpFailure::NoAnswer);
    }
    let states: Vec<_> = bench.bulk_dialog().items.iter().map(|item| item.state).collect();
    assert_eq!(states, [BulkItemState::LookingUp, BulkItemState::Done]);
    bench.reply(ACTIVE, 200, if was_qualified { list_of_ended_chats(&[]) } else { list_of_ended_chats(&["P1"]) });
    if was_qualified {
        assert_eq!((bench.results(), bench.bulk()), (vec!["2 qualificados.".to_owned()], BulkView::default()));
    } else {
        assert_eq!(bench.left(), [("P1".to_owned(), BulkReason::NoAnswer)]);
        assert_eq!((bench.bulk_dialog().count, bench.bulk().selected), (1, vec!["P1".to_owned()]));
    }
}

#[rstest]
#[case::the_customer_needs_a_registration(json!({ "reason": "CONTACT_NOT_REGISTERED" }), BulkReason::NeedsContact)]
#[case::an_observation_is_required(json!({ "errors": { "observation": "required" } }), BulkReason::NeedsObservation)]
#[case::any_other_reason(json!({ "message": "?" }), BulkReason::Refused)]
fn bey_156_an_attendance_that_the_server_refuses_stays_selected_with_the_reason(
    #[case] body: serde_json::Value,
    #[case] reason: BulkReason,
) {
    let mut bench = ended(&["P1", "P2"]);
    bench.hold(QUALIFY).selects(&["P1", "P2"]).qualifies_all("1");
    bench.reply(QUALIFY, 422, body).reply(QUALIFY, 200, json!({ "success": true }));
    assert_eq!(bench.left(), [("P1".to_owned(), reason)]);
    assert_eq!((bench.bulk().selected, bench.has_job("P2")), (vec!["P1".to_owned()], false));
    // The same choice is sent once more.
    bench.hold(QUALIFY).asks(BulkTask::Qualify).bulk_intent(QualificationIntent::ConfirmBulk);
    bench.reply(QUALIFY, 200, json!({ "success": true }));
    assert_eq!((bench.results(), bench.summary().total), (vec!["1 qualificado.".to_owned()], 0));
}

#[test]
fn bey_156_the_agent_can_cancel_unsent_requests_and_the_sent_ones_are_waited_for() {
    let mut bench = ended(&["P1", "P2", "P3", "P4", "P5"]);
    bench.hold(QUALIFY).selects(&["P1", "P2", "P3", "P4", "P5"]).qualifies_all("1");
    bench.bulk_intent(QualificationIntent::CancelBulk);
    assert_eq!(bench.bulk_dialog().stage, BulkStage::Working, "three answers are missing");
    for _ in 0..3 {
        bench.reply(QUALIFY, 200, json!({ "success": true }));
    }
    assert_eq!(bench.calls_of(QUALIFY).len(), 3);
    assert_eq!(bench.left(), [("P4".to_owned(), BulkReason::Cancelled), ("P5".to_owned(), BulkReason::Cancelled)]);
}

#[test]
fn a_bulk_action_continues_while_its_dialog_is_closed_and_the_dialog_can_be_opened_again() {
    let mut bench = ended(&["P1", "P2"]);
    bench.hold(QUALIFY).selects(&["P1", "P2"]).qualifies_all("1");
    bench.close_dialog();
    assert_eq!((bench.dialog(), bench.bulk_dialog().stage), (None, BulkStage::Working));
    bench.asks(BulkTask::Qualify);
    assert_eq!((bench.dialog(), bench.calls_of(QUALIFY).len()), (Some(Dialog::Bulk), 2));
    bench.close_dialog().reply(QUALIFY, 422, json!({})).reply(QUALIFY, 200, json!({ "success": true }));
    assert_eq!(bench.dialog(), Some(Dialog::Bulk), "something was left");
}

#[test]
fn an_event_that_arrives_before_the_answer_shows_no_result_twice() {
    let mut bench = ended(&["P1", "P2"]);
    bench.hold(QUALIFY).selects(&["P1", "P2"]).qualifies_all("1");
    for protocol in ["P1", "P2"] {
        bench.event("QualifiedAttendanceEvent", json!({ "protocol": protocol, "channel": "chat" }));
    }
    bench.reply(QUALIFY, 200, json!({ "success": true })).reply(QUALIFY, 200, json!({ "success": true }));
    assert_eq!((bench.results(), bench.bulk()), (vec!["2 qualificados.".to_owned()], BulkView::default()));
}

#[test]
fn an_attendance_that_leaves_the_list_before_its_request_is_not_counted_as_done() {
    let mut bench = ended(&["P1", "P2", "P3", "P4"]);
    bench.hold(QUALIFY).selects(&["P1", "P2", "P3", "P4"]).qualifies_all("1");
    bench.event("QualifiedAttendanceEvent", json!({ "protocol": "P4", "channel": "chat" }));
    for _ in 0..3 {
        bench.reply(QUALIFY, 200, json!({ "success": true }));
    }
    assert_eq!(bench.left(), [("P4".to_owned(), BulkReason::Elsewhere)]);
}

#[test]
fn bey_156_after_a_reload_the_bulk_action_sends_nothing_and_the_list_shows_which_attendances_were_done() {
    let mut bench = ended(&["P1", "P2", "P3", "P4"]);
    bench.hold(QUALIFY).selects(&["P1", "P2", "P3", "P4"]).qualifies_all("1");
    bench.reply(QUALIFY, 200, json!({ "success": true }));
    bench.advance(1_000).answer(ACTIVE, 200, list_of_ended_chats(&["P3", "P4"])).reload();
    bench.start("/attendance");
    assert_eq!(bench.calls_of(QUALIFY).len(), 0);
    assert_eq!(bench.left(), [("P3".to_owned(), BulkReason::Interrupted), ("P4".to_owned(), BulkReason::Interrupted)]);
    assert_eq!((bench.bulk_dialog().count, bench.bulk().selected.len()), (2, 2));
}

#[test]
fn an_attendance_that_leaves_the_list_leaves_the_selection_and_closing_the_dialog_keeps_the_selection() {
    let mut bench = ended(&["P1", "P2"]);
    bench.selects(&["P1", "P2", "P1"]).asks(BulkTask::Qualify);
    bench.close_dialog();
    assert_eq!((bench.bulk().selected.len(), bench.bulk().dialog), (2, None));
    bench.event("QualifiedAttendanceEvent", json!({ "protocol": "P1", "channel": "chat" }));
    assert_eq!(bench.bulk().selected, ["P2"]);
    bench.asks(BulkTask::Finish);
    assert_eq!(bench.dialog(), None, "none of the selected is open");
}

fn open(protocols: &[&str]) -> Bench {
    let mut bench = Bench::signed_in();
    for protocol in protocols {
        bench.attends(protocol);
    }
    bench.forget();
    bench
}

#[test]
fn bey_156_several_open_conversations_are_finished_after_one_confirmation_that_names_the_waiting_customers() {
    let mut bench = open(&["P1", "P2", "P3"]);
    bench.customer_writes("P1", 1, "Alguém aí?");
    let (protocol, text) = ("P2".into(), "Já vou".to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol, text }));
    bench.selects(&["P1", "P2", "P3"]).asks(BulkTask::Finish);
    let dialog = bench.bulk_dialog();
    assert_eq!((dialog.count, dialog.unanswered, dialog.unsent), (3, 1, 1));
    assert_eq!(bench.calls_of(FINISH).len(), 0);
    bench.bulk_intent(QualificationIntent::ConfirmBulk);
    assert_eq!((bench.calls_of(FINISH).len(), bench.results()), (3, vec!["3 finalizados.".to_owned()]));
    assert!(["P1", "P2", "P3"].iter().all(|protocol| bench.job(protocol).disabled));
    assert_eq!((bench.dialog(), bench.bulk()), (None, BulkView::default()), "no dialog of a qualification for each");
}

#[rstest]
#[case::the_look_up_finds_it_finished(true)]
#[case::the_look_up_finds_it_open(false)]
fn bey_156_a_finish_without_an_answer_in_a_bulk_action_is_looked_up(#[case] was_finished: bool) {
    let mut bench = open(&["P1", "P2"]);
    bench.hold(FINISH).hold(ACTIVE).selects(&["P1", "P2"]).finishes_all();
    bench.lose(FINISH, HttpFailure::NoAnswer).reply(FINISH, 200, json!({ "success": true }));
    let of = |protocol: &str, ended: bool| with(chat_job(protocol), json!({ "disabled": ended }));
    bench.reply(ACTIVE, 200, active_jobs(&[of("P1", was_finished), of("P2", true)]));
    if was_finished {
        assert_eq!(bench.results(), ["2 finalizados."]);
    } else {
        assert_eq!(bench.left(), [("P1".to_owned(), BulkReason::Refused)]);
        assert_eq!((bench.bulk_dialog().count, bench.results().len()), (1, 0), "one result, no notice for each");
        assert_eq!((bench.bulk().open, bench.bulk().ended), (1, 0), "what is done is not selected any more");
    }
}

/// The page was without a connection, and the customer went to a colleague: nobody finished the conversation.
#[test]
fn bey_156_a_finish_without_an_answer_whose_conversation_left_the_list_is_not_counted_as_done() {
    let mut bench = open(&["P1", "P2"]);
    bench.hold(FINISH).hold(ACTIVE).selects(&["P1", "P2"]).finishes_all();
    bench.lose(FINISH, HttpFailure::NoAnswer).reply(FINISH, 200, json!({ "success": true }));
    let list = active_jobs(&[with(chat_job("P2"), json!({ "disabled": true }))]);
    // The list is newer than the events that added both attendances.
    bench.reply(ACTIVE, 200, with(list, json!({ "asOfSeq": 99 })));
    assert_eq!(bench.left(), [("P1".to_owned(), BulkReason::Elsewhere)]);
    assert_eq!(bench.results().len(), 0);
}

#[test]
fn bey_156_a_finish_waits_for_the_messages_of_its_conversation_and_can_be_cancelled() {
    let mut bench = open(&["P1", "P2"]);
    bench.hold("POST chat/messages").sends("P1", "Até logo.");
    bench.selects(&["P1", "P2"]).finishes_all();
    assert_eq!((bench.calls_of(FINISH).len(), bench.job("P2").disabled), (1, true));
    bench.bulk_intent(QualificationIntent::CancelBulk);
    assert_eq!(bench.left(), [("P1".to_owned(), BulkReason::Cancelled)]);
    assert_eq!((bench.job("P1").disabled, bench.job("P1").closing), (false, None));
}

#[test]
fn a_refused_message_keeps_its_conversation_open_and_is_named_as_the_reason() {
    let mut bench = open(&["P1"]);
    bench.hold("POST chat/messages").sends("P1", "Até logo.").selects(&["P1"]).finishes_all();
    bench.reply("POST chat/messages", 403, json!({ "message": "?" }));
    assert_eq!(bench.left(), [("P1".to_owned(), BulkReason::NotSent)]);
    assert_eq!((bench.calls_of(FINISH).len(), bench.job("P1").disabled), (0, false));
}

#[test]
fn bey_156_conversations_of_every_channel_are_qualified_by_the_route_of_their_channel() {
    let mut bench = ended(&["P1"]);
    let of_contact = json!({ "contact": contact("5", "Mariana"), "contactId": "5", "activeAttendance": true });
    bench.attends_whatsapp("W1", of_contact.clone());
    bench.attends_whatsapp("I1", with(of_contact, json!({ "metaType": "instagram" })));
    bench.selects(&["W1", "I1"]).finishes_all();
    assert_eq!(bench.calls_of("POST job/whatsapp/finish").len(), 2);
    bench.answer(
        "GET qualifications/20",
        200,
        json!({ "data": [
        { "id": "8", "name": "Engano", "type": "neutral", "finish_dialing": false },
    ] }),
    );
    bench.selects(&["P1", "W1", "I1"]).asks(BulkTask::Qualify);
    let option = bench.bulk_dialog().options.first().expect("an option").id.clone();
    bench.qualifies_all(&option);
    let counts = [QUALIFY, "POST job/whatsapp/qualify"].map(|name| bench.calls_of(name).len());
    assert_eq!((counts, bench.summary().total), ([1, 2], 0));
}
