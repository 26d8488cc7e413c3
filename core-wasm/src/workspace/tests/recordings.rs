//! Recordings of calls: the sign and the pause in the call bar, and the playback in the history of a supervisor.

use super::bench::Bench;
use super::history::{acts, entry};
use super::voice::{bar, intends, talking};
use crate::flow::HttpFailure;
use crate::history::{HistoryIntent, HistoryRecordingView, PlaybackState};
use crate::input::PageInput;
use crate::voice::VoiceIntent;
use rstest::rstest;
use serde_json::{Value, json};

const ROOM: &str = "POST voice/room";
const ACTIVE: &str = "GET agents/101/jobs/active";
const PLAYBACK: &str = "POST call-recordings/r1/playback";

/// The page of the history of a supervisor, with a call.
pub(super) fn supervisors_history() -> Bench {
    history_of("supervisor")
}

fn history_of(role: &str) -> Bench {
    let mut bench = Bench::new();
    bench.answer("GET agents/101", 200, json!({ "agentId": "101", "role": role }));
    bench.start("/login").sign_in();
    let call = entry("V1", json!({ "channel": "voice", "hasMessages": false }));
    let recordings = json!({ "data": [{ "id": "r1", "protocol": "V1", "uniqueId": "u1",
        "beganAt": "2026-11-19T13:52:10.000Z", "endedAt": "2026-11-19T14:10:00.000Z", "end": "stopped",
        "pauses": [{ "from": "2026-11-19T13:55:00.000Z", "to": "2026-11-19T13:55:30.000Z" }] }] });
    bench.answer("GET call-recordings", 200, recordings);
    bench.answer("GET agents/history", 200, json!({ "data": [call], "total": 1 }));
    bench.page(PageInput::RouteRequested { path: "/history".to_owned() });
    bench
}

/// Like `history_of`, with the call opened.
pub(super) fn opened_call(role: &str) -> Bench {
    let mut bench = history_of(role);
    acts(&mut bench, HistoryIntent::OpenHistoryEntry { protocol: "V1".into() });
    bench
}

fn shown(bench: &Bench) -> Vec<HistoryRecordingView> {
    bench.history_entry("V1").expect("the opened call").recordings
}

fn plays(bench: &mut Bench) {
    acts(bench, HistoryIntent::PlayRecording { protocol: "V1".into(), id: "r1".to_owned() });
}

#[test]
fn bey_138_a_supervisor_sees_the_recordings_of_a_call_and_gets_their_addresses_by_playing_them() {
    let mut bench = opened_call("supervisor");
    let before = shown(&bench);
    assert_eq!((before[0].end, before[0].pauses, before[0].state), ("stopped", 1, PlaybackState::Closed));
    assert_eq!(before[0].sound, "");
    bench.answer(PLAYBACK, 200, json!({ "sound": "/api/a", "waveform": "/api/b" }));
    bench.forget();
    plays(&mut bench);
    let after = shown(&bench);
    assert_eq!((after[0].state, after[0].sound.as_str()), (PlaybackState::Ready, "/api/a"));
    assert_eq!(after[0].waveform, "/api/b");
    assert_eq!(bench.calls_of(PLAYBACK).len(), 1);
}

#[rstest]
#[case::refused(403)]
#[case::gone(404)]
fn bey_138_a_playback_that_is_refused_is_said_and_can_be_asked_for_again(#[case] status: u16) {
    let mut bench = opened_call("supervisor");
    bench.answer(PLAYBACK, status, Value::Null);
    plays(&mut bench);
    assert_eq!(shown(&bench)[0].state, PlaybackState::Failed);
    bench.answer(PLAYBACK, 200, json!({ "sound": "/api/a", "waveform": "/api/b" }));
    plays(&mut bench);
    assert_eq!(shown(&bench)[0].state, PlaybackState::Ready);
}

#[test]
fn bey_138_an_agent_asks_for_no_recordings() {
    let bench = opened_call("agent");
    assert_eq!(bench.calls_of("GET call-recordings").len(), 0);
    assert_eq!(shown(&bench), []);
}

/// Sends an event with this recording of the call; `Null`: there is no recording.
fn reports_recording(bench: &mut Bench, recording: Value) {
    let mut event = json!({ "protocol": "V1", "uniqueId": "u1" });
    if !recording.is_null() {
        event["recording"] = recording;
    }
    bench.event("CallUpdateEvent", event);
}

fn paused() -> Value {
    json!({ "pausedSince": "2026-11-20T13:45:00.000Z" })
}

/// Whether silence is recorded, and whether a change is asked for; `None`: the bar shows no recording.
fn recording(bench: &Bench) -> Option<(bool, bool)> {
    let recording = bar(bench)?.recording?;
    assert!(recording.owned);
    Some((recording.paused_since.is_some(), recording.waiting))
}

fn pauses(bench: &mut Bench, paused: bool) {
    intends(bench, VoiceIntent::PauseRecording { paused });
}

#[test]
fn bey_138_the_call_bar_shows_a_pause_of_the_recording_when_the_server_reports_it_and_not_when_it_was_requested() {
    let mut bench = talking();
    assert_eq!(recording(&bench), None);
    pauses(&mut bench, true);
    assert_eq!(bench.calls_of(ROOM).len(), 0, "nothing is recorded");
    reports_recording(&mut bench, json!({}));
    assert_eq!(recording(&bench), Some((false, false)));
    bench.hold(ROOM);
    for _ in 0..2 {
        pauses(&mut bench, true);
    }
    assert_eq!(bench.call(ROOM).json()["action"], "pauseRecording");
    assert_eq!(recording(&bench), Some((false, true)));
    bench.reply(ROOM, 200, json!({ "success": true }));
    assert_eq!(recording(&bench), Some((false, true)), "its news are due");
    reports_recording(&mut bench, paused());
    assert_eq!(recording(&bench), Some((true, false)));
    bench.answer(ROOM, 200, json!({ "success": true })).forget();
    pauses(&mut bench, false);
    assert_eq!(bench.call(ROOM).json()["action"], "resumeRecording");
    reports_recording(&mut bench, json!({}));
    assert_eq!(recording(&bench), Some((false, false)));
    reports_recording(&mut bench, Value::Null);
    assert_eq!(recording(&bench), None);
}

/// A supervisor who comes or goes meanwhile is no answer.
#[test]
fn bey_138_a_pause_whose_answer_is_lost_is_looked_up() {
    let mut bench = talking();
    reports_recording(&mut bench, json!({}));
    bench.fail(ROOM, HttpFailure::NoAnswer).hold(ACTIVE).forget();
    pauses(&mut bench, true);
    bench.advance(2_500);
    assert_eq!(bench.calls_of(ACTIVE).len(), 1);
    assert_eq!(recording(&bench), Some((false, true)));
    let job = super::samples::with(super::voice::job(json!({}))["job"].clone(), json!({ "callRecording": paused() }));
    bench.reply(ACTIVE, 200, json!({ "asOfSeq": 50, "epoch": "e1", "data": { "voice": [job] } }));
    assert_eq!(recording(&bench), Some((true, false)));
}

#[test]
fn bey_138_a_refused_pause_leaves_the_bar_and_is_said() {
    let mut bench = talking();
    reports_recording(&mut bench, json!({}));
    bench.answer(ROOM, 409, json!({ "cause": "notRecorded" }));
    pauses(&mut bench, true);
    assert_eq!(recording(&bench), Some((false, false)));
    assert_eq!(bench.said().first().map(String::as_str), Some("A ligação não está sendo gravada"));
}
