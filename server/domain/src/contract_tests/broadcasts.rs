//! Scenarios of broadcasts for the examples in docs/contract/broadcasts.

use super::{Day, event_name, read};
use crate::body::Body;
use crate::testing::{ANA, TestCentre};
use crate::{EffectKind, WhatsAppFailure, WhatsAppFailureAbout, WhatsAppOutcome};
use serde_json::{Value, json};
use wire::{BroadcastChangeRequest, BroadcastRequest, CancelBroadcastRequest, rfc3339};

pub(super) const FOLDER: &str = "broadcasts";

/// Whether the request belongs to broadcasts; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "BroadcastRequest" => read::<BroadcastRequest>(body),
        "CancelBroadcastRequest" => read::<CancelBroadcastRequest>(body),
        "BroadcastChangeRequest" | "BroadcastRetryRequest" => read::<BroadcastChangeRequest>(body),
        _ => return false,
    }
    true
}

/// The worker takes the due messages; each ends with this outcome.
fn provider_answers(test: &mut TestCentre, outcome: &WhatsAppOutcome) {
    test.with(|centre, store, context| {
        for effect in centre.take_effects(store, context, EffectKind::SendBroadcast, 10).unwrap() {
            centre.begin_broadcast_send(store, context, &effect).unwrap();
            centre.broadcast_sent(store, context, &effect, outcome).unwrap();
        }
    });
}

fn publish(test: &mut TestCentre) {
    test.advance(500);
    test.tick();
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    test.centre.config.whatsapp.broadcasts.daily_customers = Some(250);
    let ana = test.at_work(ANA);
    let request = |custom_id: &str, name: &str, contacts: Value| {
        json!({
            "agentId": ANA, "orgUnitId": "1", "customId": custom_id, "name": name, "attendanceGroupId": "40",
            "campaignId": "31", "contacts": contacts,
            "template": { "id": "retorno_1", "variables": [{ "column": "fullname" }] },
        })
    };
    let three = json!([{ "contactId": "1" }, { "contactId": "2" }, { "phone": "95555-0101", "name": "Sem prefixo" }]);
    let first = request("B7Q2M4K9XA", "Renovação de novembro", three);
    day.answers.insert("broadcasts/check.json", test.post(&ana, "/broadcast/whatsapp/check", first.clone()).ok().body);
    let created = test.post(&ana, "/broadcast/whatsapp", first).ok().body;
    let id = created["broadcast"]["whatsapp_broadcast_list_id"].as_str().unwrap().to_owned();
    test.tick();
    provider_answers(&mut test, &WhatsAppOutcome::Refused("LIMITED_BY_NETWORK".to_owned()));
    publish(&mut test);
    day.answers.insert("broadcasts/lists.json", test.get(&ana, &format!("/broadcast/whatsapp/agent/{ANA}")).ok().body);
    let entries = test.get(&ana, &format!("/broadcast/whatsapp/{id}/contacts?agentId={ANA}")).ok().body;
    let failed = json!([{ "scheduleId": entries["data"][0]["scheduleId"], "attempt": 1 }]);
    day.answers.insert("broadcasts/entries.json", entries);
    let retry = json!({ "agentId": ANA, "entries": failed });
    test.post(&ana, &format!("/broadcast/whatsapp/{id}/retry"), retry).ok();
    publish(&mut test);
    let spam = WhatsAppFailure { cause: "spam".to_owned(), retry_after_ms: None, about: WhatsAppFailureAbout::Spam };
    let later = rfc3339(test.now.plus_ms(60_000));
    let mut second =
        request("B7Q2M4K9XB", "Renovação de dezembro", json!([{ "contactId": "3" }, { "contactId": "4" }]));
    second["startsAt"] = json!(later);
    let planned = test.post(&ana, "/broadcast/whatsapp", second).ok().body;
    let planned = planned["broadcast"]["whatsapp_broadcast_list_id"].clone();
    test.advance(60_000);
    test.beat(&ana);
    test.tick();
    provider_answers(&mut test, &WhatsAppOutcome::Failed(spam));
    let path = format!("/broadcast/whatsapp/{}/resume", planned.as_str().unwrap());
    test.put(&ana, &path, json!({ "agentId": ANA, "entries": [] })).ok();
    let mut third = request("B7Q2M4K9XC", "Renovação de janeiro", json!([{ "contactId": "5" }]));
    third["startsAt"] = json!(rfc3339(test.now.plus_ms(60_000)));
    let third = test.post(&ana, "/broadcast/whatsapp", third).ok().body;
    let cancel = json!({ "agentId": ANA, "whatsAppBroadcastId": third["broadcast"]["whatsapp_broadcast_list_id"] });
    day.answers.insert("broadcasts/reply.json", test.put(&ana, "/broadcast/whatsapp/cancel", cancel).ok().body);
    for raw in test.take_frames(ANA) {
        day.events.entry(event_name(&raw)).or_insert(raw);
    }
}
