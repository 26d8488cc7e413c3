//! Scenarios of internal calls for the examples in docs/contract/colleagues.

use super::{Day, event_name, read};
use crate::CallNews;
use crate::body::Body;
use crate::testing::{ELISA, FABIO, TestCentre};
use serde_json::json;
use wire::{AgentCallsRequest, ColleagueStatusRequest, InternalCallRequest, InternalHangUpRequest};

pub(super) const FOLDER: &str = "colleagues";

/// Whether the request belongs to colleagues; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "ColleagueStatusRequest" => read::<ColleagueStatusRequest>(body),
        "InternalCallRequest" => read::<InternalCallRequest>(body),
        "InternalHangUpRequest" => read::<InternalHangUpRequest>(body),
        "AgentCallsRequest" => read::<AgentCallsRequest>(body),
        _ => return false,
    }
    true
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    let elisa = test.at_telephone(ELISA);
    let fabio = test.at_telephone(FABIO);
    let pause = json!({ "pauseId": "1", "pauseName": "Almoço" });
    test.post(&fabio, &format!("/pauses/voice/enter/agent/{FABIO}"), pause).ok();
    day.answers.insert("colleagues/list.json", test.get(&elisa, "/internal-call/list?username=elisa.prado").ok().body);
    let listed = json!({ "extenList": ["2002"], "username": "elisa.prado" });
    day.answers.insert("colleagues/status-reply.json", test.post(&elisa, "/internal-call/status", listed).ok().body);
    let reply = test.post(&elisa, "/internal-call/call", json!({ "from": "2001", "to": "2002" })).ok().body;
    let call = reply["call"]["uniqueId"].as_str().unwrap().to_owned();
    day.answers.insert("colleagues/call-reply.json", reply);
    test.news(CallNews::Answered { call, exten: "2002".to_owned() });
    test.post(&elisa, "/internal-call/hangup", json!({ "from": "2001" })).ok();
    for raw in test.take_frames(ELISA) {
        day.events.entry(event_name(&raw)).or_insert(raw);
    }
}
