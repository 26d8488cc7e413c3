//! Events that arrive late: the time of a fact is that of its event, not that of its arrival.

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

/// The event arrives this long after the server sent it.
fn arrives_late(bench: &mut Bench, event: &str, fields: Value) -> Wall {
    let sent = bench.now.wall.plus_ms(-LATE_MS);
    bench.event(event, with(fields, json!({ "sentAt": rfc3339(sent) })));
    sent
}

fn qualification_since(bench: &Bench, protocol: &str) -> Option<Wall> {
    bench.workspace.jobs.get(&protocol.into()).and_then(|job| job.qualification_started())
}

#[test]
fn the_timer_of_a_call_counts_from_the_answer_of_the_call_also_if_its_event_arrives_late() {
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
#[case::events_in_order(false)]
#[case::the_end_of_the_call_before_its_attendance(true)]
fn a_late_event_ends_a_call_and_its_attendance_at_the_time_of_the_end(#[case] before_attendance: bool) {
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

/// The server read the list after it sent the event: meanwhile the call rang again and was answered.
#[test]
fn an_end_that_is_older_than_the_list_belongs_to_an_earlier_ring_and_changes_nothing() {
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
fn a_call_request_that_a_newer_list_does_not_contain_is_over() {
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
fn a_late_event_ends_a_chat_at_the_time_when_the_customer_ended_it() {
    let mut bench = Bench::signed_in();
    bench.attends("7");
    let sent = arrives_late(&mut bench, "ChatEndEvent", json!({ "protocol": "7" }));
    assert_eq!(qualification_since(&bench, "7"), Some(sent));
}

#[test]
fn a_late_event_begins_absent_mode_at_the_time_of_the_supervisors_mark() {
    let mut bench = Bench::signed_in();
    let absent = json!({ "agentId": "101", "agentAbsentEnabled": true, "version": 3 });
    let sent = arrives_late(&mut bench, "AgentAbsentEvent", absent);
    let View::Absence(AbsenceSlice::Absence(view)) = bench.workspace.view(&slices::ABSENCE.key()) else {
        panic!("no view of absent mode");
    };
    assert_eq!(view.since, Some(sent.as_js()));
}

#[test]
fn an_event_with_a_future_time_is_dated_at_its_arrival() {
    let mut bench = Bench::signed_in();
    bench.attends("7");
    let ahead = rfc3339(bench.now.wall.plus_ms(LATE_MS));
    bench.event("ChatEndEvent", json!({ "protocol": "7", "sentAt": ahead }));
    assert_eq!(qualification_since(&bench, "7"), Some(bench.now.wall));
}

/// The server read the thread after the customer wrote: the thread contains the message of the event already, while the
/// list has an older state.
#[test]
fn a_customer_whose_message_was_loaded_with_the_thread_is_online_when_its_event_arrives() {
    let mut bench = Bench::signed_in();
    bench.attends("7").event("ChatInactiveEvent", json!({ "protocol": "7" }));
    assert_eq!(bench.row("7").client_status, ClientStatus::Inactive);
    let message = customer_message("7", 1, "Oi");
    bench.answer("GET job/7/messages", 200, json!({ "data": [message] }));
    bench.intent(Intent::Jobs(JobsIntent::ReloadThread { protocol: "7".into() }));
    bench.event("ChatMessageEvent", json!({ "message": message }));
    assert_eq!(bench.row("7").client_status, ClientStatus::Online);
}

/// The agent ends the chat before the event arrives that the customer is back.
#[test]
fn a_customer_who_was_back_before_the_agent_ended_the_chat_is_online_and_not_typing() {
    let mut bench = Bench::signed_in();
    bench.attends("7").event("ChatInactiveEvent", json!({ "protocol": "7" }));
    bench.intent(Intent::Jobs(JobsIntent::FinishJob { protocol: "7".into(), confirmed: true, waits: false }));
    assert!(bench.row("7").disabled);
    bench.event("ChatTypingEvent", json!({ "protocol": "7", "typing": true }));
    assert_eq!((bench.row("7").client_status, bench.row("7").typing), (ClientStatus::Online, false));
}
