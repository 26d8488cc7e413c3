//! Test fixture: a WhatsApp customer, a provider and agents in virtual time.

mod agents;
mod calls;
mod changes;
mod countries;
mod files;
mod identity;
mod inbound;
mod lookups;
mod notices;
mod order;
mod outgoing;
mod reachability;
mod sending;
mod transfers;
mod uncertain;

use crate::testing::{Agent, Answered, TestCentre};
use crate::{
    Effect, EffectKind, FetchedFile, FileOrder, FileOutcome, WhatsAppChange, WhatsAppChangeKind, WhatsAppFailure,
    WhatsAppFailureAbout, WhatsAppInbound, WhatsAppInboundFile, WhatsAppInboundMessage, WhatsAppOutcome, WhatsAppSend,
};
use serde_json::{Value, json};
use wire::{MessageMedia, Protocol};

/// Account of the demo route with a conversation window, and its provider.
const ROUTE: (&str, &str) = ("gupshup", "551140004000");
const HELENA: &str = "5511955550101";
const HOUR_MS: i64 = 60 * 60 * 1000;

fn text(id: &str, customer: &str, words: &str) -> WhatsAppInboundMessage {
    WhatsAppInboundMessage {
        provider_id: id.to_owned(),
        customer: customer.to_owned(),
        name: "Helena".to_owned(),
        text: words.to_owned(),
        ..WhatsAppInboundMessage::default()
    }
}

fn report(test: &mut TestCentre, item: WhatsAppInbound) {
    let (provider, account) = ROUTE;
    let known = test.with(|centre, store, context| {
        centre.whatsapp_inbound(store, context, provider, account, std::slice::from_ref(&item)).unwrap()
    });
    assert!(known, "the demo data has the route");
}

fn writes(test: &mut TestCentre, id: &str, customer: &str, words: &str) {
    report(test, WhatsAppInbound::Message(Box::new(text(id, customer, words))));
}

/// The customer changes the message with this id at this time, in milliseconds after the start.
fn changes(test: &mut TestCentre, id: &str, after_ms: i64, kind: WhatsAppChangeKind) {
    let sent_at = Some(crate::testing::START.plus_ms(after_ms));
    let change = WhatsAppChange { message_id: id.to_owned(), customer: HELENA.to_owned(), sent_at, kind };
    report(test, WhatsAppInbound::Change(change));
}

fn edited(words: &str) -> WhatsAppChangeKind {
    WhatsAppChangeKind::Edited(words.to_owned())
}

fn reacted(emoji: &str) -> WhatsAppChangeKind {
    WhatsAppChangeKind::Reacted(emoji.to_owned())
}

/// A file whose content is stored.
fn file(id: &str, kind: MessageMedia) -> FetchedFile {
    FetchedFile {
        media_id: id.to_owned(),
        kind,
        mimetype: "image/jpeg".to_owned(),
        file_name: format!("{id}.jpg"),
        size: 7,
    }
}

/// The message arrives with a file that is not fetched yet.
fn announces_file(test: &mut TestCentre, message: WhatsAppInboundMessage) {
    let file = WhatsAppInboundFile {
        reference: "at the provider".to_owned(),
        kind: MessageMedia::Image,
        mimetype: "image/png".to_owned(),
        file_name: "foto.png".to_owned(),
    };
    report(test, WhatsAppInbound::Message(Box::new(WhatsAppInboundMessage { file: Some(file), ..message })));
}

fn writes_with_file(test: &mut TestCentre, message: WhatsAppInboundMessage, file: &FetchedFile) {
    announces_file(test, message);
    assert_eq!(fetches(test, &FileOutcome::Fetched(file.clone())).len(), 1);
}

/// The worker carries out the due effects with this outcome. Returns for each whether the content is kept.
fn fetches(test: &mut TestCentre, outcome: &FileOutcome) -> Vec<bool> {
    let due = |test: &mut TestCentre| {
        test.with(|centre, store, context| centre.take_effects(store, context, EffectKind::FetchFile, 10).unwrap())
    };
    let mut kept = Vec::new();
    for effect in due(test) {
        let order: FileOrder = serde_json::from_str(&effect.body).unwrap();
        kept.push(
            test.with(|centre, store, context| centre.file_fetched(store, context, &effect, &order, outcome).unwrap()),
        );
    }
    kept
}

/// Signs the agent in, opens a link and connects WhatsApp; takes the frames away.
fn at_work(test: &mut TestCentre, id: &str) -> Agent {
    let agent = test.sign_in(id);
    test.connect(&agent, "whatsapp").ok();
    test.take_frames(id);
    agent
}

fn jobs(test: &mut TestCentre, agent: &Agent, list: &str) -> Vec<Value> {
    let body = test.get(agent, &format!("/agents/{}/jobs/active", agent.id)).ok().body;
    body["data"].get(list).and_then(Value::as_array).cloned().unwrap_or_default()
}

fn only_job(test: &mut TestCentre, agent: &Agent) -> (Protocol, Value) {
    let mut listed = jobs(test, agent, "whatsapp");
    assert_eq!(listed.len(), 1, "{listed:?}");
    let job = listed.remove(0);
    (Protocol::from(job["protocol"].as_str().unwrap()), job)
}

fn thread(test: &mut TestCentre, agent: &Agent, protocol: &Protocol) -> Vec<Value> {
    let body = test.get(agent, &format!("/job/{protocol}/messages")).ok().body;
    body["data"].as_array().unwrap().clone()
}

fn texts(messages: &[Value]) -> Vec<&str> {
    messages.iter().filter(|one| one["system_message"] == false).map(|one| one["message"].as_str().unwrap()).collect()
}

/// `POST /whatsapp/messages` with these fields.
fn send(test: &mut TestCentre, agent: &Agent, protocol: &Protocol, fields: Value) -> Answered {
    let mut body = json!({
        "protocol": protocol, "custom_id": test.custom_id(), "agentId": agent.id, "org_unit_id": "1", "message": "",
    });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    test.post(agent, "/whatsapp/messages", body)
}

fn about(test: &mut TestCentre, agent: &Agent, call: &str, protocol: &Protocol) -> Answered {
    test.post(agent, &format!("/whatsapp/{call}"), json!({ "agent_id": agent.id, "protocol": protocol }))
}

/// An attempt that failed because the provider cannot be reached.
fn away() -> WhatsAppOutcome {
    failed(WhatsAppFailureAbout::Route, None)
}

fn failed(about: WhatsAppFailureAbout, retry_after_ms: Option<u64>) -> WhatsAppOutcome {
    WhatsAppOutcome::Failed(WhatsAppFailure { cause: "away".to_owned(), retry_after_ms, about })
}

fn take_sends(test: &mut TestCentre) -> Vec<Effect> {
    test.with(|centre, store, context| centre.take_effects(store, context, EffectKind::SendWhatsApp, 10).unwrap())
}

fn sent(test: &mut TestCentre, effect: &Effect, outcome: &WhatsAppOutcome) {
    test.with(|centre, store, context| centre.whatsapp_sent(store, context, effect, outcome).unwrap());
}

/// The messages that the provider receives; each send ends with this outcome.
fn provider_takes(test: &mut TestCentre, outcome: &WhatsAppOutcome) -> Vec<WhatsAppSend> {
    let taken = take_sends(test);
    for effect in &taken {
        sent(test, effect, outcome);
    }
    taken.iter().map(|effect| serde_json::from_str(&effect.body).unwrap()).collect()
}

fn begin(test: &mut TestCentre, agent: &Agent, phone: &str) -> Answered {
    let request = json!({ "agentId": agent.id, "channel": "whatsapp", "phone": phone, "campaignId": "31" });
    test.post(agent, "/job/whatsapp/active-job", request)
}
