//! Scenarios of WhatsApp and Instagram for the examples in docs/contract/whatsapp.

use super::{Day, event_name, read};
use crate::body::Body;
use crate::testing::{ANA, Agent, BRUNO, START, TestCentre};
use crate::{
    EffectKind, FetchedFile, FileOrder, FileOutcome, WhatsAppChange, WhatsAppChangeKind, WhatsAppDelivery,
    WhatsAppFailure, WhatsAppFailureAbout, WhatsAppInbound, WhatsAppInboundFile, WhatsAppInboundMessage,
    WhatsAppOutcome, WhatsAppReceipt,
};
use serde_json::{Value, json};
use wire::{
    ActiveWhatsAppJobRequest, MessageMedia, OptInRequest, QueueId, SendWhatsAppRequest, TransferRequest,
    WhatsAppJobRequest,
};

pub(super) const FOLDER: &str = "whatsapp";

const HELENA: &str = "5511955550101";

/// Whether the request belongs to WhatsApp; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "SendWhatsAppRequest" => read::<SendWhatsAppRequest>(body),
        "WhatsAppJobRequest" => read::<WhatsAppJobRequest>(body),
        "ActiveWhatsAppJobRequest" => read::<ActiveWhatsAppJobRequest>(body),
        "TransferRequest" => read::<TransferRequest>(body),
        "OptInRequest" => read::<OptInRequest>(body),
        _ => return false,
    }
    true
}

fn report(test: &mut TestCentre, item: WhatsAppInbound) {
    test.with(|centre, store, context| {
        centre.whatsapp_inbound(store, context, "gupshup", "551140004000", &[item]).unwrap()
    });
}

fn message(id: &str, text: &str) -> WhatsAppInboundMessage {
    let (customer, name) = (HELENA.to_owned(), "Helena Duarte".to_owned());
    WhatsAppInboundMessage {
        provider_id: id.to_owned(),
        customer,
        name,
        text: text.to_owned(),
        ..WhatsAppInboundMessage::default()
    }
}

fn begin(test: &mut TestCentre, ana: &Agent) -> Value {
    let begin = json!({ "agentId": ANA, "channel": "whatsapp", "contactId": "1", "campaignId": "31", "routeId": "1" });
    test.post(ana, "/job/whatsapp/active-job", begin).ok().body
}

fn job_body(protocol: &Value) -> Value {
    json!({ "agent_id": ANA, "protocol": protocol })
}

/// Adds the events of a call, one of each name, to those of the day.
fn keep(test: &mut TestCentre, day: &mut Day, agent: &str, wanted: &[&str]) {
    for raw in test.take_frames(agent).into_iter().rev() {
        let name = event_name(&raw);
        if wanted.contains(&name.as_str()) {
            day.events.insert(name, raw);
        }
    }
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    let (ana, bruno) = (test.sign_in(ANA), test.sign_in(BRUNO));
    test.connect(&ana, "whatsapp").ok();
    test.connect(&bruno, "whatsapp").ok();
    let begun = begin(&mut test, &ana);
    let protocol = begun["protocol"].clone();
    day.answers.insert("whatsapp/active-job-reply.json", begun);
    let template = json!({
        "protocol": protocol, "custom_id": "A1B2C3D4E5", "agentId": ANA, "org_unit_id": "1", "message": "",
        "template": { "id": "renovacao_1", "variables": ["Helena", "novembro"] },
    });
    test.post(&ana, "/whatsapp/messages", template).ok();
    let take = |test: &mut TestCentre, outcome: WhatsAppOutcome| {
        test.with(|centre, store, context| {
            for effect in centre.take_effects(store, context, EffectKind::SendWhatsApp, 10).unwrap() {
                centre.whatsapp_sent(store, context, &effect, &outcome).unwrap();
            }
        });
    };
    take(&mut test, WhatsAppOutcome::accepted("wamid.0001"));
    let receipt =
        WhatsAppReceipt { provider_id: "wamid.0001".to_owned(), key: None, status: WhatsAppDelivery::Delivered };
    report(&mut test, WhatsAppInbound::Receipt(receipt));
    let file = WhatsAppInboundFile {
        reference: r#"{"id":"1013859600285441"}"#.to_owned(),
        kind: MessageMedia::Image,
        mimetype: "image/jpeg".to_owned(),
        file_name: String::new(),
    };
    let answer = WhatsAppInboundMessage {
        file: Some(file),
        answered_id: Some("wamid.0001".to_owned()),
        sent_at: Some(START.plus_ms(-600_000)),
        ..message("wamid.0002", "Segue o comprovante")
    };
    report(&mut test, WhatsAppInbound::Message(Box::new(answer)));
    let fetched = FileOutcome::Fetched(FetchedFile {
        media_id: "6f1c2d".to_owned(),
        kind: MessageMedia::Image,
        mimetype: "image/jpeg".to_owned(),
        file_name: "comprovante.jpg".to_owned(),
        size: 48_213,
    });
    test.with(|centre, store, context| {
        for effect in centre.take_effects(store, context, EffectKind::FetchFile, 10).unwrap() {
            let order: FileOrder = serde_json::from_str(&effect.body).unwrap();
            centre.file_fetched(store, context, &effect, &order, &fetched).unwrap();
        }
    });
    report(&mut test, WhatsAppInbound::Message(Box::new(message("wamid.0003", "Bom dia! Quero renovar."))));
    let text = json!({
        "protocol": protocol, "custom_id": "A1B2C3D4E9", "agentId": ANA, "org_unit_id": "1", "message": "Obrigada!",
    });
    test.post(&ana, "/whatsapp/messages", text).ok();
    for pause_ms in [1_250, 2_500, 0] {
        take(
            &mut test,
            WhatsAppOutcome::Failed(WhatsAppFailure {
                cause: "it does not respond".to_owned(),
                retry_after_ms: None,
                about: WhatsAppFailureAbout::Route,
            }),
        );
        test.advance(pause_ms);
    }
    keep(
        &mut test,
        day,
        ANA,
        &["WhatsAppStatusEvent", "WhatsAppMessageEvent", "WhatsAppFileEvent", "WhatsAppRouteEvent"],
    );
    lookups(&mut test, day, &ana, &protocol);
    transfer(&mut test, day, &ana, &bruno);
    let end = json!({ "protocol": protocol, "agentId": ANA, "org_unit_id": "1" });
    test.post(&ana, "/job/whatsapp/finish", end).ok();
    report(&mut test, WhatsAppInbound::Message(Box::new(message("wamid.0004", "Ainda tem em estoque?"))));
    keep(&mut test, day, ANA, &["WhatsAppEndEvent", "WhatsAppInboxEvent"]);
    let inbox = test.get(&ana, "/agents/101/jobs/inbox").ok().body;
    let entry = inbox["data"][0]["protocol"].clone();
    day.answers.insert("whatsapp/inbox-jobs.json", inbox);
    test.post(&ana, "/whatsapp/reopen", job_body(&entry)).ok();
    keep(&mut test, day, ANA, &["WhatsAppInboxEndEvent"]);
    test.post(&ana, "/whatsapp/pin", job_body(&entry)).ok();
    keep(&mut test, day, ANA, &["NewWhatsAppEvent"]);
    for kind in [WhatsAppChangeKind::Edited("Tem em estoque?".to_owned()), WhatsAppChangeKind::Reacted("👍".to_owned())]
    {
        test.take_frames(ANA);
        let (message_id, customer) = ("wamid.0004".to_owned(), HELENA.to_owned());
        report(&mut test, WhatsAppInbound::Change(WhatsAppChange { message_id, customer, sent_at: None, kind }));
    }
    keep(&mut test, day, ANA, &["WhatsAppChangeEvent"]);
    let mut campaign = crate::store::RouteStore::whatsapp_campaign(&test.store, &QueueId::from("31")).unwrap().unwrap();
    campaign.route_ids.clear();
    crate::store::RouteStore::put_whatsapp_campaign(&mut test.store, &campaign).unwrap();
    let without_route = json!({ "agentId": ANA, "channel": "whatsapp", "phone": HELENA, "campaignId": "31" });
    test.post(&ana, "/job/whatsapp/active-job", without_route).ok();
    keep(&mut test, day, ANA, &["WhatsAppManualRefusedEvent"]);
}

fn lookups(test: &mut TestCentre, day: &mut Day, ana: &Agent, protocol: &Value) {
    let text = json!({
        "protocol": protocol, "custom_id": "A1B2C3D4E6", "agentId": ANA, "org_unit_id": "1",
        "message": "Pode me mandar o comprovante?",
    });
    let sent = test.post(ana, "/whatsapp/messages", text).ok().body;
    let id = sent["message_id"].as_str().unwrap().replace('|', "%7C");
    let wanted = json!({ "agentId": ANA, "channel": "whatsapp", "phone": HELENA, "campaignId": "31" });
    let sessions = test.post(ana, "/job/whatsapp/check-active-sessions", wanted).ok().body;
    day.answers.insert("whatsapp/active-sessions-reply.json", sessions);
    for (file, path) in [
        ("whatsapp/message.json", format!("/whatsapp/message/{id}")),
        ("whatsapp/search-reply.json", "/whatsapp/messages/search?message=comprovante%3F".to_owned()),
        ("whatsapp/media.json", format!("/contacts/media/whatsapp?contactIdentifier={HELENA}")),
        ("whatsapp/routes.json", "/queues/whatsapp/routes/40".to_owned()),
        ("whatsapp/templates.json", "/campaigns/whatsapp/templates-messages/31".to_owned()),
        ("whatsapp/preset-messages.json", "/queues/whatsapp/40/preset-messages".to_owned()),
        ("whatsapp/transfer-agents.json", "/queues/whatsapp/40/agents-available?agentId=101".to_owned()),
        ("whatsapp/transfer-queues.json", "/queues/whatsapp/agent/org-unit/1".to_owned()),
        ("whatsapp/bots.json", "/bots".to_owned()),
    ] {
        let mut body = test.get(ana, &path).ok().body;
        if file == "whatsapp/media.json" {
            // The field is present only in answers to a message.
            body["data"][0].as_object_mut().unwrap().remove("customFields");
        }
        day.answers.insert(file, body);
    }
}

/// Bruno transfers an attendance to Ana, for whom it is not pinned.
fn transfer(test: &mut TestCentre, day: &mut Day, ana: &Agent, bruno: &Agent) {
    let other = WhatsAppInboundMessage { customer: "5521955550102".to_owned(), ..message("wamid.0009", "Oi") };
    report(test, WhatsAppInbound::Message(Box::new(other)));
    let listed = test.get(bruno, "/agents/102/jobs/active").ok().body;
    let protocol = listed["data"]["whatsapp"][0]["protocol"].clone();
    let request = json!({ "protocol": protocol, "agentId": BRUNO, "toAgentId": ANA, "observation": "Quer renovar" });
    test.post(bruno, "/job/whatsapp/transfer", request).ok();
    keep(test, day, BRUNO, &["WhatsAppTransferResponseEvent"]);
    for mut raw in test.take_frames(ana.id.as_str()) {
        if raw["event"] == "WhatsAppTransferEvent" {
            // The example shows an attendance that is pinned.
            raw["job"]["pinned"] = json!(true);
            day.events.insert(event_name(&raw), raw);
        }
    }
}
