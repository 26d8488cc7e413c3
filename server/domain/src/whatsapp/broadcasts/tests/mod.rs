//! Test fixture of broadcasts: an agent with lists, a worker, and a provider, in virtual time.

mod consent;
mod creating;
mod faults;
mod limits;
mod random;
mod receipts;
mod sending;

use crate::store::{BroadcastEntryRow, BroadcastRow, BroadcastStore, EntryStage, MemoryStore};
use crate::testing::{ANA, Agent, Answered, TestCentre};
use crate::{
    BroadcastSend, Centre, Context, Effect, EffectKind, WhatsAppDelivery, WhatsAppFailure, WhatsAppFailureAbout,
    WhatsAppInbound, WhatsAppInboundMessage, WhatsAppOutcome, WhatsAppReceipt, WhatsAppSend,
};
use serde_json::{Value, json};
use wire::{BroadcastCounts, BroadcastId};

/// The demo's route with a conversation window, and its provider.
const ROUTE: (&str, &str) = ("gupshup", "551140004000");
const ROUTE_ID: &str = "1";
const HELENA: &str = "5511955550101";
const HOUR_MS: i64 = 60 * 60 * 1000;
const LEASE_MS: i64 = 60_000;

/// A centre without the demo's lists, and the agent at work.
fn centre() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    crate::erasure::rows_for_tests::clear(&mut test.store, |entity| entity.table.name.starts_with("broadcast"));
    let ana = test.sign_in(ANA);
    test.connect(&ana, "whatsapp").ok();
    test.take_frames(ANA);
    (test, ana)
}

/// A request with these contacts and changed fields.
fn request(test: &mut TestCentre, contacts: Value, changes: Value) -> Value {
    let custom_id = test.custom_id();
    let mut body = json!({
        "agentId": ANA, "orgUnitId": "1", "customId": custom_id, "name": format!("Lista {custom_id}"),
        "attendanceGroupId": "40", "campaignId": "31", "contacts": contacts,
        "template": { "id": "retorno_1", "variables": [{ "column": "fullname" }] },
    });
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    body
}

fn post(test: &mut TestCentre, ana: &Agent, contacts: Value, changes: Value) -> Answered {
    let body = request(test, contacts, changes);
    test.post(ana, "/broadcast/whatsapp", body)
}

fn id_of(answer: &Answered) -> BroadcastId {
    BroadcastId::from(answer.body["broadcast"]["whatsapp_broadcast_list_id"].as_str().unwrap())
}

/// A list to this number of customers of Curitiba, the first of whom has the number `number_of(0)`.
fn create(test: &mut TestCentre, ana: &Agent, customers: u32) -> BroadcastId {
    id_of(&post(test, ana, rows(customers), json!({})).ok())
}

fn rows(customers: u32) -> Value {
    let row = |number| {
        let name = format!("Cliente {number}");
        json!({ "phone": number_of(number), "name": name, "fields": { "fullname": name } })
    };
    (0..customers).map(row).collect()
}

fn number_of(customer: u32) -> String {
    format!("5541991{customer:06}")
}

/// The worker takes what is due: effects of the same time in any order, here in that of the list.
fn take(test: &mut TestCentre) -> Vec<Effect> {
    let take = |centre: &Centre, store: &mut MemoryStore, context: &mut Context<'_>| {
        centre.take_effects(store, context, EffectKind::SendBroadcast, 1_000).unwrap()
    };
    let mut taken = test.with(take);
    taken.sort_by_key(|effect| serde_json::from_str::<BroadcastSend>(&effect.body).unwrap().position);
    taken
}

fn begin(test: &mut TestCentre, effect: &Effect) -> Option<WhatsAppSend> {
    test.with(|centre, store, context| centre.begin_broadcast_send(store, context, effect).unwrap())
}

fn sent(test: &mut TestCentre, effect: &Effect, outcome: &WhatsAppOutcome) {
    test.with(|centre, store, context| centre.broadcast_sent(store, context, effect, outcome).unwrap());
}

/// The worker sends what is due; each message ends with this outcome, accepted ones under an id of their own. Returns what was sent.
fn work(test: &mut TestCentre, outcome: impl Fn(&WhatsAppSend) -> WhatsAppOutcome) -> Vec<WhatsAppSend> {
    test.tick();
    let mut messages = Vec::new();
    for effect in take(test) {
        assert!(!effect.is_uncertain, "no attempt was interrupted");
        let Some(message) = begin(test, &effect) else { continue };
        sent(test, &effect, &outcome(&message));
        messages.push(message);
    }
    messages
}

fn accept(message: &WhatsAppSend) -> WhatsAppOutcome {
    WhatsAppOutcome::accepted(&provider_id(&message.to))
}

fn provider_id(customer: &str) -> String {
    format!("wamid.{customer}")
}

fn refuse(word: &str) -> impl Fn(&WhatsAppSend) -> WhatsAppOutcome + use<> {
    let word = word.to_owned();
    move |_| WhatsAppOutcome::Refused(word.clone())
}

fn fail(about: WhatsAppFailureAbout, retry_after_ms: Option<u64>) -> impl Fn(&WhatsAppSend) -> WhatsAppOutcome {
    move |_| WhatsAppOutcome::Failed(WhatsAppFailure { cause: "away".to_owned(), retry_after_ms, about })
}

fn report(test: &mut TestCentre, item: WhatsAppInbound) {
    let (provider, account) = ROUTE;
    test.with(|centre, store, context| {
        assert!(centre.whatsapp_inbound(store, context, provider, account, std::slice::from_ref(&item)).unwrap());
    });
}

fn receipt(test: &mut TestCentre, provider_id: &str, key: Option<&str>, status: WhatsAppDelivery) {
    let (provider_id, key) = (provider_id.to_owned(), key.map(str::to_owned));
    report(test, WhatsAppInbound::Receipt(WhatsAppReceipt { provider_id, key, status }));
}

fn writes(test: &mut TestCentre, id: &str, customer: &str, text: &str) {
    let message = WhatsAppInboundMessage {
        provider_id: id.to_owned(),
        customer: customer.to_owned(),
        text: text.to_owned(),
        ..WhatsAppInboundMessage::default()
    };
    report(test, WhatsAppInbound::Message(Box::new(message)));
}

fn list_of(test: &TestCentre, id: &BroadcastId) -> BroadcastRow {
    test.store.broadcast(id).unwrap().unwrap()
}

fn entries_of(test: &TestCentre, id: &BroadcastId) -> Vec<BroadcastEntryRow> {
    test.store.broadcast_entries(id, None, 100_000).unwrap()
}

/// Status and reason of each entry; the counts of the list are compared with the entries.
fn statuses(test: &TestCentre, id: &BroadcastId) -> Vec<String> {
    check_counts(test, id);
    let text = |row: &BroadcastEntryRow| {
        let status = serde_json::to_value(row.status).unwrap();
        format!("{} {}", status.as_str().unwrap(), row.reason).trim_end().to_owned()
    };
    entries_of(test, id).iter().map(text).collect()
}

/// The counts of a list are those of its entries (BEY-140).
fn check_counts(test: &TestCentre, id: &BroadcastId) {
    let (list, entries) = (list_of(test, id), entries_of(test, id));
    let mut counts = BroadcastCounts::default();
    entries.iter().for_each(|row| *counts.of_mut(row.status) += 1);
    let retryable = entries.iter().filter(|row| row.is_retryable).count();
    let leased = entries.iter().filter(|row| row.stage == EntryStage::Leased).count();
    assert_eq!((list.counts, list.retryable as usize, list.leased as usize), (counts, retryable, leased));
    assert_eq!(list.finished_at.is_some(), counts.queued + counts.sending == 0);
}

fn cancel(test: &mut TestCentre, ana: &Agent, id: &BroadcastId) -> Answered {
    test.put(ana, "/broadcast/whatsapp/cancel", json!({ "agentId": ANA, "whatsAppBroadcastId": id }))
}

fn change(test: &mut TestCentre, ana: &Agent, id: &BroadcastId, what: &str, entries: Value) -> Answered {
    let (path, body) = (format!("/broadcast/whatsapp/{id}/{what}"), json!({ "agentId": ANA, "entries": entries }));
    if what == "resume" { test.put(ana, &path, body) } else { test.post(ana, &path, body) }
}
