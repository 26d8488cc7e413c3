//! Scenarios of the supervision of calls for the examples in docs/contract/supervision.

use super::{Day, event_name, read};
use crate::body::Body;
use crate::testing::{CARLA, ELISA, SALES, TestCentre};
use crate::{CallNews, PartyNews, RelayServer};
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
    let frames = test.take_frames(CARLA).into_iter().map(|raw| (event_name(&raw), raw));
    day.events.extend(frames.filter(|(name, _)| name == "CallSupervisionEvent"));
}
