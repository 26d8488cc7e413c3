//! Sending: one message to each customer, what is looked at again, cancel, retry and the events of the agent.

use super::{
    ANA, HELENA, HOUR_MS, accept, begin, cancel, centre, change, create, entries_of, id_of, list_of, post, provider_id,
    receipt, refuse, rows, sent, statuses, take, work, writes,
};
use crate::store::{BlockedNumberRow, BroadcastStore, QueueSettings, QueueSettingsRow, QueueSettingsStore, VoiceStore};
use crate::testing::TestCentre;
use crate::{EffectKind, WhatsAppDelivery};
use serde_json::{Value, json};
use wire::{BroadcastId, BroadcastStatus, OrgUnitId, Wall, rfc3339};

/// The events about broadcasts that the agent received.
fn events(test: &mut TestCentre) -> Vec<Value> {
    let is_own = |frame: &Value| frame["event"].as_str().unwrap().starts_with("Broadcast");
    test.take_frames(ANA).into_iter().filter(is_own).collect()
}

#[test]
fn each_customer_of_a_list_gets_the_template_once() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 3);
    assert_eq!(list_of(&test, &id).status, BroadcastStatus::Queued);
    let messages = work(&mut test, accept);
    let numbers: Vec<String> = messages.iter().map(|message| message.to.clone()).collect();
    assert_eq!(numbers, [0, 1, 2].map(super::number_of));
    assert_eq!(statuses(&test, &id), ["SENT"; 3]);
    let list = list_of(&test, &id);
    assert_eq!((list.status, list.finished_at), (BroadcastStatus::Sending, Some(test.now)));
    test.advance(24 * HOUR_MS);
    assert!(work(&mut test, accept).is_empty());
}

#[test]
fn events_report_the_list_and_its_entries_to_the_agent() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 200);
    let [created]: [Value; 1] = events(&mut test).try_into().unwrap();
    assert_eq!((&created["event"], &created["status"]), (&json!("BroadcastStatusEvent"), &json!("QUEUED")));
    while list_of(&test, &id).finished_at.is_none() {
        work(&mut test, accept);
        test.advance(500);
        test.beat(&ana);
    }
    test.tick();
    let frames = events(&mut test);
    let names: Vec<&str> = frames.iter().map(|frame| frame["event"].as_str().unwrap()).collect();
    assert!(names.len() < 20, "changes are joined: {}", names.len());
    let changed: usize = frames.iter().filter_map(|frame| Some(frame["schedules"].as_array()?.len())).sum();
    assert_eq!(changed, 200);
    let last = frames.iter().rfind(|frame| frame["event"] == "BroadcastStatusEvent").unwrap();
    assert_eq!((&last["status"], &last["broadcast"]["counts"]["sent"]), (&json!("SENDING"), &json!(200)));
    receipt(&mut test, &provider_id(&super::number_of(7)), None, WhatsAppDelivery::Read);
    test.advance(500);
    test.tick();
    let [one]: [Value; 1] = events(&mut test).try_into().unwrap();
    assert_eq!((&one["type"], &one["status"]), (&json!("update-schedule"), &json!("READ")));
    assert_eq!(one["scheduleId"], json!(format!("{id}-7")));
}

#[test]
fn brd_003_the_lists_come_newest_first_and_the_entries_in_portions() {
    let (mut test, ana) = centre();
    test.centre.config.whatsapp.broadcasts.max_contacts = 2_000;
    let first = create(&mut test, &ana, 1);
    test.advance(1);
    let second = id_of(&post(&mut test, &ana, rows(1_500), json!({})).ok());
    let body = test.get(&ana, &format!("/broadcast/whatsapp/agent/{ANA}")).ok().body;
    let ids: Vec<&Value> =
        body["data"].as_array().unwrap().iter().map(|row| &row["whatsapp_broadcast_list_id"]).collect();
    assert_eq!(ids, [&json!(second), &json!(first)]);
    let portion = |test: &mut TestCentre, after: &str| {
        let path = format!("/broadcast/whatsapp/{second}/contacts?agentId={ANA}&after={after}");
        let body = test.get(&ana, &path).ok().body;
        (body["data"].as_array().unwrap().len(), body["next"].as_str().unwrap().to_owned())
    };
    let (number, next) = portion(&mut test, "");
    assert_eq!((number, next.as_str()), (1_000, "999"));
    assert_eq!(portion(&mut test, &next), (500, String::new()));
    let path = format!("/broadcast/whatsapp/{first}/contacts?agentId={ANA}");
    let body = test.get(&ana, &path).ok().body;
    let entry = &body["data"][0];
    let held = ["contactName", "contactIdentifier", "contactId", "contactWhatsAppIdentifier", "status", "scheduleId"];
    let values = held.map(|field| entry[field].as_str().unwrap().to_owned());
    let number = super::number_of(0);
    assert_eq!(values, ["Cliente 0", &number, "", &number, "QUEUED", &format!("{first}-0")]);
}

/// The list of one customer, which is leased and not begun; then `change` happens, and the worker goes on.
fn after(change: impl FnOnce(&mut TestCentre)) -> String {
    let (mut test, ana) = centre();
    let id = id_of(&post(&mut test, &ana, json!([{ "contactId": "1" }]), json!({})).ok());
    test.tick();
    let effects = take(&mut test);
    change(&mut test);
    for effect in effects {
        if let Some(message) = begin(&mut test, &effect) {
            sent(&mut test, &effect, &accept(&message));
        }
    }
    assert!(list_of(&test, &id).finished_at.is_some());
    statuses(&test, &id).remove(0)
}

#[test]
fn bey_142_a_customer_who_opted_out_meanwhile_gets_no_message() {
    assert_eq!(after(|test| writes(test, "w1", HELENA, "Parar")), "FAILED optedOut");
}

#[test]
fn a_number_that_was_blocked_meanwhile_gets_no_message() {
    let blocked = after(|test| {
        let (org_unit_id, phone) = (OrgUnitId::from("1"), HELENA.to_owned());
        test.store.put_blocked_number(&BlockedNumberRow { org_unit_id, phone }).unwrap();
    });
    assert_eq!(blocked, "FAILED blocked");
}

#[test]
fn a_customer_whose_attendance_began_meanwhile_gets_no_message() {
    assert_eq!(after(|test| writes(test, "w1", HELENA, "Bom dia")), "ALREADY_IN_ATTENDANCE");
    assert_eq!(after(|_| ()), "SENT");
}

#[test]
fn brd_001_bey_140_nothing_is_sent_after_a_cancel_but_what_was_under_way() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 3);
    test.tick();
    let effects = take(&mut test);
    let under_way = begin(&mut test, &effects[0]).unwrap();
    cancel(&mut test, &ana, &id).ok();
    assert_eq!([&effects[1], &effects[2]].map(|effect| begin(&mut test, effect)), [None, None]);
    sent(&mut test, &effects[0], &accept(&under_way));
    assert_eq!(statuses(&test, &id), ["SENT", "QUEUED", "QUEUED"]);
    let again = cancel(&mut test, &ana, &id).ok();
    assert_eq!(again.body["broadcast"]["version"], list_of(&test, &id).version, "a repetition changes nothing");
    test.advance(HOUR_MS);
    assert!(work(&mut test, accept).is_empty());
    let path = format!("/broadcast/whatsapp/{id}/contacts?agentId={ANA}");
    assert_eq!(test.get(&ana, &path).ok().body["data"][1]["reason"], "cancelled");
    assert_eq!(change(&mut test, &ana, &id, "retry", json!([])).status, 409);
}

#[test]
fn a_message_that_failed_before_a_cancel_is_not_tried_again() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 1);
    work(&mut test, super::fail(crate::WhatsAppFailureAbout::Message, None));
    cancel(&mut test, &ana, &id).ok();
    test.advance(HOUR_MS);
    assert!(work(&mut test, accept).is_empty());
    assert_eq!(statuses(&test, &id), ["FAILED cancelled"]);
}

#[test]
fn a_retry_sends_the_failed_attempt_once_more_however_often_it_is_asked() {
    let (mut test, ana) = centre();
    let id = create(&mut test, &ana, 2);
    work(&mut test, refuse("LIMITED_BY_NETWORK"));
    assert_eq!(statuses(&test, &id), ["FAILED marketingLimit"; 2]);
    let named = json!([{ "scheduleId": entries_of(&test, &id)[0].schedule_id(), "attempt": 1 }]);
    let first = change(&mut test, &ana, &id, "retry", named.clone()).ok().body;
    let second = change(&mut test, &ana, &id, "retry", named).ok().body;
    assert_eq!((&first["queued"], &second["queued"]), (&json!(1), &json!(0)));
    test.advance(HOUR_MS);
    assert_eq!(work(&mut test, accept).len(), 1);
    assert_eq!(change(&mut test, &ana, &id, "retry", json!([])).ok().body["queued"], 1);
    test.advance(HOUR_MS);
    assert_eq!(work(&mut test, accept).len(), 1);
    assert_eq!(statuses(&test, &id), ["SENT"; 2]);
    assert_eq!(entries_of(&test, &id).iter().map(|row| row.attempt).collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn a_planned_list_begins_at_its_time() {
    let (mut test, ana) = centre();
    let starts_at = test.now.plus_ms(HOUR_MS);
    let id = id_of(&post(&mut test, &ana, rows(1), json!({ "startsAt": rfc3339(starts_at) })).ok());
    test.advance(HOUR_MS - 1);
    assert!(work(&mut test, accept).is_empty());
    test.advance(1);
    assert_eq!(work(&mut test, accept).len(), 1);
    assert_eq!(statuses(&test, &id), ["SENT"]);
}

#[test]
fn messages_wait_for_the_open_hours_in_the_zone_of_each_customer() {
    let (mut test, ana) = centre();
    let calendar = r#"{"zone":"America/Sao_Paulo","days":{"sat":["08:00-18:00"]}}"#;
    let settings = QueueSettings { calendar: serde_json::from_str(calendar).ok(), ..QueueSettings::default() };
    test.store.put_queue_settings(&QueueSettingsRow { queue_id: "40".into(), settings }).unwrap();
    let fields = json!({ "fullname": "X" });
    let contacts =
        json!([{ "phone": "5511955550909", "fields": fields }, { "phone": "5592955550909", "fields": fields }]);
    let id = id_of(&post(&mut test, &ana, contacts, json!({})).ok());
    assert!(work(&mut test, accept).is_empty());
    let at = |test: &mut TestCentre, text: &str| {
        test.now = Wall::parse(text).unwrap();
        work(test, accept).into_iter().map(|message| message.to).collect::<Vec<_>>()
    };
    assert_eq!(at(&mut test, "2026-11-21T10:59:59Z"), [""; 0]);
    assert_eq!(at(&mut test, "2026-11-21T11:00:01Z"), ["5511955550909"]);
    assert_eq!(at(&mut test, "2026-11-21T12:00:01Z"), ["5592955550909"]);
    assert_eq!(statuses(&test, &id), ["SENT"; 2]);
}

#[test]
fn bey_142_the_word_of_a_customer_ends_broadcasts_until_the_customer_allows_them() {
    let (mut test, ana) = centre();
    work(&mut test, accept);
    let result = |test: &mut TestCentre| {
        let contacts = json!([{ "phone": super::number_of(1), "fields": { "fullname": "X" } }]);
        let starts_at = rfc3339(test.now.plus_ms(60_000));
        let id = id_of(&post(test, &ana, contacts, json!({ "startsAt": starts_at })).ok());
        statuses(test, &id).remove(0)
    };
    assert_eq!(result(&mut test), "QUEUED");
    writes(&mut test, "w1", &super::number_of(1), "stop");
    assert_eq!(result(&mut test), "FAILED optedOut");
    writes(&mut test, "w2", &super::number_of(1), "Quero parar de pagar multa");
    assert_eq!(result(&mut test), "FAILED optedOut");
    writes(&mut test, "w3", &super::number_of(1), "VOLTAR");
    assert_eq!(result(&mut test), "QUEUED");
}

#[test]
fn an_answer_to_a_broadcast_begins_an_attendance_and_a_delivery_begins_none() {
    let (mut test, ana) = centre();
    create(&mut test, &ana, 1);
    work(&mut test, accept);
    receipt(&mut test, &provider_id(&super::number_of(0)), None, WhatsAppDelivery::Read);
    let jobs = |test: &mut TestCentre| {
        let body = test.get(&ana, &format!("/agents/{ANA}/jobs/active")).ok().body;
        body["data"]["whatsapp"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(jobs(&mut test), 0);
    writes(&mut test, "w1", &super::number_of(0), "Quero renovar");
    assert_eq!(jobs(&mut test), 1);
}

#[test]
fn an_effect_of_a_broadcast_is_in_the_mass_lane() {
    let (mut test, ana) = centre();
    create(&mut test, &ana, 1);
    test.tick();
    let taken = test.with(|centre, store, context| {
        let lanes = [(crate::store::EffectLane::Prompt, 9)];
        centre.take_effects_of_lanes(store, context, EffectKind::SendBroadcast, &lanes).unwrap()
    });
    assert!(taken.is_empty());
    assert_eq!(take(&mut test).len(), 1);
}

#[test]
fn a_list_without_a_recipient_is_complete_at_once() {
    let (mut test, ana) = centre();
    let id: BroadcastId = id_of(&post(&mut test, &ana, json!([{ "phone": "1" }]), json!({})).ok());
    assert_eq!(list_of(&test, &id).finished_at, Some(test.now));
    assert!(test.store.next_broadcast_entry(&id).unwrap().is_none());
}
