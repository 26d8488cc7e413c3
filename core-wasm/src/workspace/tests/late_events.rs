//! Events that were on their way for long: a fact is as old as its event, not as its arrival.

use super::bench::Bench;
use super::samples::{customer_message, with};
use super::voice::{bar, incoming, intends, job, registered, talking};
use crate::absence::{AbsenceSlice, slices};
use crate::flow::JobGroup;
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::view::View;
use crate::voice::VoiceIntent;
use crate::wire::{ClientStatus, Wall, rfc3339};
use rstest::rstest;
use serde_json::{Value, json};

const LATE_MS: i64 = 300_000;

/// The event was sent this long before it arrives.
fn arrives_late(bench: &mut Bench, event: &str, fields: Value) -> Wall {
    let sent = bench.now.wall.plus_ms(-LATE_MS);
    bench.event(event, with(fields, json!({ "sentAt": rfc3339(sent) })));
    sent
}

fn qualification_since(bench: &Bench, protocol: &str) -> Option<Wall> {
    bench.workspace.jobs.get(&protocol.into()).and_then(|job| job.qualification_started())
}

#[test]
fn the_timer_of_a_call_counts_from_the_answer_that_the_page_heard_of_late() {
    let mut bench = registered();
    let manual = json!({ "callType": "MANUAL" });
    bench.leg_arrives();
    intends(&mut bench, VoiceIntent::AcceptCall);
    bench.leg_is_answered().event("NewVoiceJobEvent", job(manual));
    let answered = json!({ "protocol": "V1", "uniqueId": "u1", "status": "ANSWER" });
    let sent = arrives_late(&mut bench, "ManualCallStatusEvent", answered);
    assert_eq!(bar(&bench).and_then(|bar| bar.since), Some(sent.as_js()));
}

#[rstest]
#[case::in_order(false)]
#[case::before_its_attendance(true)]
fn a_call_and_its_attendance_end_when_the_call_ended(#[case] before_attendance: bool) {
    let ended = json!({ "protocol": "V1", "uniqueId": "u1", "requestSource": "CLIENT" });
    let (bench, sent) = if before_attendance {
        let mut bench = registered();
        let sent = arrives_late(&mut bench, "HangupEvent", ended);
        bench.event("NewVoiceJobEvent", job(json!({}))).advance(10_000);
        (bench, sent)
    } else {
        let mut bench = talking();
        bench.advance(600_000);
        let begun = bar(&bench).and_then(|bar| bar.since).expect("a timer");
        let sent = arrives_late(&mut bench, "HangupEvent", ended);
        assert_eq!(bar(&bench).and_then(|bar| bar.duration_ms), Some(sent.as_js() - begun));
        (bench, sent)
    };
    assert_eq!(qualification_since(&bench, "V1"), Some(sent));
}

/// The list was read after the event was sent: the call rang again, and was answered.
#[test]
fn an_end_that_a_newer_list_contains_is_of_an_earlier_ring() {
    let mut bench = registered();
    let list = json!({ "asOfSeq": 899, "epoch": "e1", "data": { "voice": [job(json!({}))["job"]] } });
    bench.answer("GET agents/101/jobs/active", 200, list).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    let ended =
        |seq: u64| json!({ "protocol": "V1", "uniqueId": "u1", "requestSource": "CLIENT", "seq": seq, "epoch": "e1" });
    bench.event("HangupEvent", ended(899)).advance(20_000);
    assert_eq!(bench.order(JobGroup::Active), ["V1"]);
    bench.event("HangupEvent", ended(900)).advance(20_000);
    assert_eq!(bench.order(JobGroup::ToQualify), ["V1"]);
}

#[test]
fn a_request_that_a_newer_list_does_not_name_is_over() {
    let mut bench = registered();
    let list = json!({ "asOfSeq": 899, "epoch": "e1", "data": {} });
    bench.answer("GET agents/101/jobs/active", 200, list).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    let asks = |seq: u64| {
        json!({ "agentId": "101", "phoneNumber": "5511", "uniqueId": "u1", "queueId": "9", "callType": "QUEUE",
            "ackCallBehavior": "ring", "type": "contactFound", "name": "Marina Prado", "seq": seq, "epoch": "e1" })
    };
    bench.event("AckCallRequestEvent", asks(899));
    assert_eq!(incoming(&bench), None);
    bench.event("AckCallRequestEvent", asks(900));
    assert!(incoming(&bench).is_some());
}

#[test]
fn a_chat_ends_when_the_customer_ended_it() {
    let mut bench = Bench::signed_in();
    bench.attends("7");
    let sent = arrives_late(&mut bench, "ChatEndEvent", json!({ "protocol": "7" }));
    assert_eq!(qualification_since(&bench, "7"), Some(sent));
}

#[test]
fn absent_mode_began_when_the_supervisor_began_it() {
    let mut bench = Bench::signed_in();
    let absent = json!({ "agentId": "101", "agentAbsentEnabled": true, "version": 3 });
    let sent = arrives_late(&mut bench, "AgentAbsentEvent", absent);
    let View::Absence(AbsenceSlice::Absence(view)) = bench.workspace.view(&slices::ABSENCE.key()) else {
        panic!("no view of absent mode");
    };
    assert_eq!(view.since, Some(sent.as_js()));
}

#[test]
fn an_event_of_a_clock_ahead_of_the_server_happens_now() {
    let mut bench = Bench::signed_in();
    bench.attends("7");
    let ahead = rfc3339(bench.now.wall.plus_ms(LATE_MS));
    bench.event("ChatEndEvent", json!({ "protocol": "7", "sentAt": ahead }));
    assert_eq!(qualification_since(&bench, "7"), Some(bench.now.wall));
}

/// The thread was read after the customer wrote: the message of the event is there already, and the list has an older state of the page.
#[test]
fn a_customer_whose_message_was_read_with_the_thread_is_online_when_its_event_arrives() {
    let mut bench = Bench::signed_in();
    bench.attends("7").event("ChatInactiveEvent", json!({ "protocol": "7" }));
    assert_eq!(bench.row("7").client_status, ClientStatus::Inactive);
    let message = customer_message("7", 1, "Oi");
    bench.answer("GET job/7/messages", 200, json!({ "data": [message] }));
    bench.intent(Intent::Jobs(JobsIntent::ReloadThread { protocol: "7".into() }));
    bench.event("ChatMessageEvent", json!({ "message": message }));
    assert_eq!(bench.row("7").client_status, ClientStatus::Online);
}

/// The agent ends the chat before the page hears that the customer is back.
#[test]
fn a_customer_who_was_back_before_the_agent_ended_the_chat_is_online_and_not_typing() {
    let mut bench = Bench::signed_in();
    bench.attends("7").event("ChatInactiveEvent", json!({ "protocol": "7" }));
    bench.intent(Intent::Jobs(JobsIntent::FinishJob { protocol: "7".into(), confirmed: true, waits: false }));
    assert!(bench.row("7").disabled);
    bench.event("ChatTypingEvent", json!({ "protocol": "7", "typing": true }));
    assert_eq!((bench.row("7").client_status, bench.row("7").typing), (ClientStatus::Online, false));
}
