//! A day of pauses and notifications, for the examples in docs/contract/presence.

use super::{Day, event_name, read};
use crate::body::Body;
use crate::pauses::{PauseAllRequest, PauseRequest, UnpauseAllRequest};
use crate::testing::{ANA, SUPPORT, World};
use core_wasm::wire::Channel;
use serde_json::json;

pub(super) const FOLDER: &str = "presence";

/// Whether this is a request of presence; it is read strictly then.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "PauseRequest" => read::<PauseRequest>(body),
        "PauseAllRequest" => read::<PauseAllRequest>(body),
        "UnpauseAllRequest" => read::<UnpauseAllRequest>(body),
        _ => return false,
    }
    true
}

pub(super) fn day(day: &mut Day) {
    let mut world = World::new();
    world.give_all_channels(ANA);
    let ana = world.sign_in(ANA);
    for channel in Channel::ALL {
        world.connect(&ana, channel.as_str()).ok();
    }
    day.answers.insert("presence/pauses.json", world.get(&ana, "/pauses").ok().body);
    let chat = world.customer("Helena", SUPPORT);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    let scheduled = world.post(&ana, "/pauses/chat/enter/agent/101", coffee.clone()).ok().body;
    day.answers.insert("presence/pause-reply.json", scheduled);
    let lunch = json!({ "channels": ["voice", "whatsapp", "chat"], "pauseId": "1", "pauseName": "Almoço" });
    let all = world.post(&ana, "/pauses/all/enter/agent/101", lunch).ok().body;
    day.answers.insert("presence/pause-all-reply.json", all);
    day.answers.insert("presence/agent-pauses.json", world.get(&ana, "/pauses/agent/101").ok().body);
    world.finish(&ana, &chat.protocol).ok();
    let list = world.get(&ana, "/agents/notifications/agent?agentId=101").ok().body;
    day.answers.insert("presence/notifications.json", list);
    let read = world.request(Some(&ana.token), "PUT", "/agents/notifications/read?agentNotifyId=1", "").ok().body;
    day.answers.insert("presence/notification.json", read);
    world.post(&ana, "/pauses/all/leave/agent/101", json!({ "channels": ["voice", "whatsapp", "chat"] })).ok();
    let refused = world.request(Some(&ana.token), "POST", "/pauses/voice/leave/agent/101", "");
    day.errors.insert("presence/error-already-unpaused.json", refused.body);
    for channel in Channel::ALL {
        let path = format!("/channels/{}/disconnect/agent/101", channel.as_str());
        world.request(Some(&ana.token), "POST", &path, "").ok();
    }
    let refused = world.post(&ana, "/pauses/chat/enter/agent/101", coffee);
    day.errors.insert("presence/error-pause.json", refused.body);
    for raw in world.take_frames(ANA) {
        day.events.entry(event_name(&raw)).or_insert(raw);
    }
}
