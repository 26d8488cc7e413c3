//! Scenarios of tags, history and churn risk for the examples in docs/contract/history.

use super::{Day, read};
use crate::body::Body;
use crate::qualification::QualificationsRequest;
use crate::testing::{ANA, TestCentre, qualify_body};
use crate::{WhatsAppInbound, WhatsAppInboundMessage};
use serde_json::json;
use wire::{ChurnContactRequest, ChurnEmployerRequest, JobTagRequest, JustificationRequest, Protocol, TagItemsRequest};

pub(super) const FOLDER: &str = "history";

/// Whether the request belongs to tags, history or churn risk; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    match body.name {
        "TagItemsRequest" => read::<TagItemsRequest>(body),
        "JobTagRequest" => read::<JobTagRequest>(body),
        "ChurnContactRequest" => read::<ChurnContactRequest>(body),
        "ChurnEmployerRequest" => read::<ChurnEmployerRequest>(body),
        "JustificationRequest" => read::<JustificationRequest>(body),
        "QualificationsRequest" => read::<QualificationsRequest>(body),
        _ => return false,
    }
    true
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    test.connect(&ana, "whatsapp").ok();
    let message = WhatsAppInboundMessage {
        provider_id: "h1".to_owned(),
        customer: "5511955550101".to_owned(),
        name: "Helena Duarte".to_owned(),
        text: "Obrigada!".to_owned(),
        ..WhatsAppInboundMessage::default()
    };
    test.with(|centre, store, context| {
        let message = WhatsAppInbound::Message(Box::new(message));
        centre.whatsapp_inbound(store, context, "gupshup", "551140004000", &[message]).unwrap()
    });
    let jobs = test.get(&ana, "/agents/101/jobs/active").ok().body["data"]["whatsapp"].clone();
    let protocol = Protocol::from(jobs[0]["protocol"].as_str().unwrap());
    let qualification =
        json!({ "channel": "whatsapp", "qualify_id": "63", "qualify_path": "WhatsApp > Sem interesse" });
    let mut body = qualify_body(&ana, &protocol);
    body.as_object_mut().unwrap().extend(qualification.as_object().unwrap().clone());
    test.post(&ana, "/job/whatsapp/qualify", body).ok();
    for (file, path) in [
        ("history/tag-catalogue.json", "/new-tag/tags"),
        ("history/history.json", "/contacts/history?contact_id=1"),
        ("history/last-contact.json", "/contacts/1/last-contact"),
        ("history/found-messages.json", "/messages/search?text=obrig"),
    ] {
        day.answers.insert(file, test.get(&ana, path).ok().body);
    }
    let about = json!({ "contact_id": "1" });
    let churn = |call: &str| format!("/organia/churn-buster/{call}");
    let factors = test.post(&ana, &churn("contact-probability-values"), about.clone()).ok().body;
    day.answers.insert("history/churn-factors.json", factors);
    let reason = "A cliente confirmou por telefone que renova o plano.";
    let removal = json!({ "contact_id": "1", "agent_id": ANA, "justification": reason });
    test.post(&ana, &churn("justification"), removal).ok();
    let removed = test.post(&ana, &churn("contact-max-data"), about).ok().body;
    day.answers.insert("history/churn-probability.json", removed);
}
