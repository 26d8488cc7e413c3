//! Scenarios of pauses, supervision and passwords for the examples in docs/contract/presence.

use super::{Day, event_name, read};
use crate::agents::NotifyRequest;
use crate::auth::password::ChangePasswordRequest;
use crate::body::Body;
use crate::channels::ConnectVoiceRequest;
use crate::people::OpenUrlRequest;
use crate::testing::{ANA, BRUNO, CARLA, SUPPORT, TestCentre};
use crate::{EffectKind, EffectOutcome, QueueNames};
use serde_json::json;
use wire::{AgentId, Channel, PauseAllRequest, PauseRequest, UnpauseAllRequest, WrapUpRequest};

pub(super) const FOLDER: &str = "presence";

/// Whether the request belongs to presence; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "PauseRequest" => read::<PauseRequest>(body),
        "PauseAllRequest" => read::<PauseAllRequest>(body),
        "UnpauseAllRequest" => read::<UnpauseAllRequest>(body),
        "ChangePasswordRequest" => read::<ChangePasswordRequest>(body),
        "ConnectVoiceRequest" => read::<ConnectVoiceRequest>(body),
        "WrapUpRequest" => read::<WrapUpRequest>(body),
        "OpenUrlRequest" => read::<OpenUrlRequest>(body),
        "NotifyRequest" => read::<NotifyRequest>(body),
        _ => return false,
    }
    true
}

pub(super) fn day(day: &mut Day) {
    pauses(day);
    supervision(day);
    passwords(day);
    given_up_effects(day);
}

fn given_up_effects(day: &mut Day) {
    let mut test = TestCentre::new();
    test.centre.config.queues = QueueNames { prefix: "/amq/queue/agent.", per_session: true };
    let (ana, carla) = (test.sign_in(ANA), test.sign_in(CARLA));
    test.request(Some(&ana.token), "POST", "/auth/logoff", "").ok();
    test.with(|centre, store, context| {
        let effect = centre.take_effects(store, context, EffectKind::EndBrokerQueue, 1).unwrap().remove(0);
        centre.end_effect(store, context, &effect, EffectOutcome::Refused("no such queue".to_owned())).unwrap();
    });
    day.answers.insert("dead-effects.json", test.get(&carla, "/effects/dead").ok().body);
}

fn supervision(day: &mut Day) {
    let mut test = TestCentre::new();
    test.give_all_channels(ANA);
    let carla = test.sign_in(CARLA);
    let ana = test.at_work(ANA);
    let bruno = test.at_work(BRUNO);
    day.answers.insert("presence/board.json", test.get(&carla, "/supervisor/201/board").ok().body);
    let absent = test.bare(&carla, "PUT", "/agents/101/set-absent-mode").ok().body;
    day.answers.insert("presence/absence-reply.json", absent);
    for (file, path) in [
        ("presence/person.json", "/supervisor/201"),
        ("presence/available-agents.json", "/agents/available"),
        ("presence/time-informations.json", "/agents/101/informations/time"),
        ("presence/white-label.json", "/white-label/settings"),
        ("presence/configuration.json", "/configuration"),
    ] {
        let caller = if path == "/agents/available" { &carla } else { &ana };
        day.answers.insert(file, test.get(caller, path).ok().body);
    }
    let taken_over = test.with(|centre, _, context| centre.tab_disabled(context, &bruno.id, Some(2)).unwrap());
    day.events.insert("TabDisabledEvent".to_owned(), serde_json::from_str(&taken_over).unwrap());
    test.post(&carla, "/agents/101/open-url", json!({ "url": "https://crm.example/clientes/5" })).ok();
    let ping = test.centre.ping(test.now).unwrap();
    day.events.insert("PingEvent".to_owned(), serde_json::from_str(&ping).unwrap());
    // Waits until the changes of the board are published.
    test.advance(1_000);
    test.tick();
    for raw in test.take_frames(ANA).into_iter().chain(test.take_frames(CARLA)) {
        day.events.entry(event_name(&raw)).or_insert(raw);
    }
}

fn passwords(day: &mut Day) {
    let mut test = TestCentre::new();
    let carla = test.sign_in(CARLA);
    let given = test.bare(&carla, "POST", "/agents/101/reset-password").ok().body;
    day.answers.insert("presence/password-token.json", given);
    let bruno = AgentId::from(BRUNO);
    test.with(|centre, store, context| centre.reset_password(store, context, &bruno).unwrap());
    day.errors.insert("presence/error-password-change.json", test.login("bruno.lima", "agente123").body);
    for _ in 0..5 {
        test.login("bruno.lima", "wrong");
    }
    day.errors.insert("presence/error-too-many-attempts.json", test.login("bruno.lima", "agente123").body);
}

fn pauses(day: &mut Day) {
    let mut test = TestCentre::new();
    test.give_all_channels(ANA);
    let ana = test.sign_in(ANA);
    for channel in Channel::ALL {
        test.connect(&ana, channel.as_str()).ok();
    }
    day.answers.insert("presence/pauses.json", test.get(&ana, "/pauses").ok().body);
    let chat = test.customer("Helena", SUPPORT);
    let coffee = json!({ "pauseId": "2", "pauseName": "Café" });
    let scheduled = test.post(&ana, "/pauses/chat/enter/agent/101", coffee.clone()).ok().body;
    day.answers.insert("presence/pause-reply.json", scheduled);
    let lunch = json!({ "channels": ["voice", "whatsapp", "chat"], "pauseId": "1", "pauseName": "Almoço" });
    let all = test.post(&ana, "/pauses/all/enter/agent/101", lunch).ok().body;
    day.answers.insert("presence/pause-all-reply.json", all);
    day.answers.insert("presence/agent-pauses.json", test.get(&ana, "/pauses/agent/101").ok().body);
    test.finish(&ana, &chat.protocol).ok();
    let list = test.get(&ana, "/agents/notifications/agent?agentId=101").ok().body;
    day.answers.insert("presence/notifications.json", list);
    let read = test.request(Some(&ana.token), "PUT", "/agents/notifications/read?agentNotifyId=1", "").ok().body;
    day.answers.insert("presence/notification.json", read);
    test.post(&ana, "/pauses/all/leave/agent/101", json!({ "channels": ["voice", "whatsapp", "chat"] })).ok();
    let refused = test.request(Some(&ana.token), "POST", "/pauses/voice/leave/agent/101", "");
    day.errors.insert("presence/error-already-unpaused.json", refused.body);
    for channel in Channel::ALL {
        let path = format!("/channels/{}/disconnect/agent/101", channel.as_str());
        test.request(Some(&ana.token), "POST", &path, "").ok();
    }
    let refused = test.post(&ana, "/pauses/chat/enter/agent/101", coffee);
    day.errors.insert("presence/error-pause.json", refused.body);
    for raw in test.take_frames(ANA) {
        day.events.entry(event_name(&raw)).or_insert(raw);
    }
}
