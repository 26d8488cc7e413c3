//! Scenarios of the supervision of calls for the examples in docs/contract/supervision.

use super::{Day, event_name, read};
use crate::body::Body;
use crate::testing::{CARLA, ELISA, SALES, TestCentre, voice_body};
use crate::{CallCommand, CallNews, PartyNews, RecordingNews, RelayServer};
use serde_json::json;
use wire::{CallSupervisionRequest, SupervisionModeRequest, SupervisionRules, TakeOverRequest};

pub(super) const FOLDER: &str = "supervision";

/// Whether the request belongs to the supervision of calls; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "CallSupervisionRequest" => read::<CallSupervisionRequest>(body),
        "SupervisionModeRequest" => read::<SupervisionModeRequest>(body),
        "TakeOverRequest" => read::<TakeOverRequest>(body),
        "SupervisionRules" => read::<SupervisionRules>(body),
        _ => return false,
    }
    true
}

/// Carla supervises a call of Elisa, whose customer is unknown.
pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    test.at_telephone(ELISA);
    test.call_arrives("c1", "5511955550101", SALES);
    test.news(CallNews::Answered { call: "c1".to_owned(), exten: "2001".to_owned() });
    let carla = test.sign_in(CARLA);
    test.centre.config.voice.relay_servers =
        vec![RelayServer { urls: vec!["stun:relay.example".to_owned()], ..RelayServer::default() }];
    let reply = test.post(&carla, "/call-supervision", json!({ "agentId": ELISA })).ok().body;
    test.news(CallNews::Registered { exten: reply["webRtc"]["exten"].as_str().unwrap().to_owned() });
    test.news(CallNews::Party { call: "c1".to_owned(), party: 3, news: PartyNews::Answered });
    let path = format!("/call-supervision/{}", reply["supervision"]["id"].as_str().unwrap());
    day.answers.insert("supervision/reply.json", reply);
    day.answers.insert("supervision/list.json", test.get(&carla, "/call-supervision").ok().body);
    let changed = test.put(&carla, &path, json!({ "mode": "whisper" })).ok().body;
    day.answers.insert("supervision/call-supervision.json", changed);
    day.answers.insert("supervision/rules.json", test.get(&carla, "/org-unit/1/call-supervision").ok().body);
    recordings(day);
    let frames = test.take_frames(CARLA).into_iter().map(|raw| (event_name(&raw), raw));
    day.events.extend(frames.filter(|(name, _)| name == "CallSupervisionEvent"));
}

/// A recorded call with a pause, which Carla plays.
fn recordings(day: &mut Day) {
    let mut test = TestCentre::new();
    let change = r#"{"recording": "beep"}"#;
    test.with(|centre, store, context| centre.change_queue_settings(store, context, SALES, change)).unwrap();
    let elisa = test.at_telephone(ELISA);
    test.call_arrives("c1", "5511955550101", SALES);
    test.news(CallNews::Answered { call: "c1".to_owned(), exten: "2001".to_owned() });
    let started = test.commands.iter().find_map(|command| match command {
        CallCommand::Record { recording, .. } => Some(recording.clone()),
        _ => None,
    });
    let recording = started.expect("the call is recorded");
    let news = |news| CallNews::Recording { call: "c1".to_owned(), recording: recording.clone(), news };
    test.news(news(RecordingNews::Began));
    let protocol = test.take_frames(ELISA).iter().find_map(|frame| Some(frame["protocol"].as_str()?.to_owned()));
    let protocol = protocol.expect("the attendance");
    let mut pause = voice_body(&elisa, &protocol);
    pause["uniqueId"] = json!("c1");
    pause["action"] = json!("pauseRecording");
    test.post(&elisa, "/voice/room", pause).ok();
    test.news(news(RecordingNews::Paused(true)));
    test.news(news(RecordingNews::Paused(false)));
    test.news(news(RecordingNews::Ended));
    let carla = test.sign_in(CARLA);
    let listed = test.get(&carla, &format!("/call-recordings?protocol={protocol}")).ok().body;
    day.answers.insert("supervision/recordings.json", listed);
    let path = format!("/call-recordings/{recording}/playback");
    day.answers.insert("supervision/playback.json", test.post(&carla, &path, json!({})).ok().body);
}
