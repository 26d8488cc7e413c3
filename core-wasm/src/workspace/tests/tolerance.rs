//! Answers of a newer server: items that this version cannot read or show (BEY-121).

use super::bench::Bench;
use super::samples::{active_jobs, chat_job, with};
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::wire::MessageMedia;
use serde_json::json;

const ACTIVE: &str = "GET agents/101/jobs/active";

fn reported(bench: &Bench) -> Vec<&str> {
    let reports = bench.reports().into_iter().filter(|report| report.code == "unsupportedItem");
    reports.map(|report| report.detail.as_str()).collect()
}

#[test]
fn bey_121_a_message_of_an_unknown_kind_shows_as_not_supported_and_is_reported_once() {
    let mut bench = Bench::signed_in();
    let message = |seq: u64| {
        json!({ "message": { "protocol": "P1", "seq": seq, "message_id": format!("m{seq}|"), "senderType": "customer",
            "message_media_type": "location", "message": "" } })
    };
    bench.attends("P1").event("ChatMessageEvent", message(1)).event("ChatMessageEvent", message(2));
    assert_eq!(bench.row("P1").preview.and_then(|preview| preview.label), Some(MessageMedia::Unsupported));
    let shown = |bench: &Bench| bench.thread("P1").iter().map(|message| message.media).collect::<Vec<_>>();
    assert_eq!(shown(&bench), [Some(MessageMedia::Unsupported); 2]);
    assert_eq!(reported(&bench), ["messages"]);
}

#[test]
fn bey_121_an_attendance_of_an_unknown_channel_is_left_out_and_takes_no_other_away() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").attends("P2");
    let unknown = with(chat_job("P3"), json!({ "channel": "hologram" }));
    let listed = active_jobs(&[chat_job("P1"), unknown]);
    bench.answer(ACTIVE, 200, listed.clone()).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!((bench.has_job("P1"), bench.has_job("P2"), bench.has_job("P3")), (true, true, false));
    bench.answer(ACTIVE, 200, listed).intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!((bench.summary().load_failed, reported(&bench)), (false, vec!["jobs"]));
}
