//! The customer's rows of calls, for tests that go over every table.

use super::{CAMPAIGN, TestCustomer, UNIT};
use crate::store::{
    BlockedNumberRow, CallPhase, CallRow, CustomerFact, DialRow, DialerNumberRow, DialerNumberState, DialerStore,
    MemoryStore, ScriptAnswerRow, ScriptStore, VoiceAccountRow, VoiceStore,
};
use serde_json::json;
use wire::{AgentId, CallType, OrgUnitId, QueueId, Wall};

fn answer(customer: &TestCustomer, owner: String, at: Wall) -> ScriptAnswerRow {
    ScriptAnswerRow { owner, field_id: "1:1".to_owned(), value: customer.text.to_owned(), at }
}

pub(super) fn put_voice(store: &mut MemoryStore, customer: &TestCustomer, at: Wall) {
    let [_, protocol, _] = customer.protocols();
    let phone = customer.phone.to_owned();
    store
        .put_call(&CallRow {
            protocol: protocol.clone(),
            unique_id: format!("call-{}", customer.number),
            call_type: CallType::Queue,
            phone: phone.clone(),
            telephone: None,
            outgoing: false,
            campaign: None,
            schedule: Some(json!({ "name": customer.name })),
            phase: CallPhase::Ended,
            answered_at: None,
            ring: None,
            missed: Vec::new(),
            room: None,
            last_party: 0,
            transfers: Vec::new(),
        })
        .unwrap();
    let fact = CustomerFact {
        name: customer.name.to_owned(),
        phone: phone.clone(),
        phone_verified: None,
        queue_id: QueueId::from("5000"),
        address_hash: None,
    };
    store
        .insert_voice_account(&VoiceAccountRow {
            exten: format!("customer-{}", customer.number),
            agent_id: AgentId::default(),
            secret_hash: String::new(),
            registered: false,
            version: 0,
            hidden: false,
            customer: Some(fact),
        })
        .unwrap();
    let owners = [
        ScriptAnswerRow::of_attendance(&protocol),
        ScriptAnswerRow::of_contact(&customer.contact_id()),
        ScriptAnswerRow::of_identifier(&format!("{UNIT}:{}", customer.email)),
    ];
    owners.into_iter().for_each(|owner| store.put_script_answer(&answer(customer, owner, at)).unwrap());
    let org_unit_id = OrgUnitId::from(UNIT);
    store.put_blocked_number(&BlockedNumberRow { org_unit_id, phone: phone.clone() }).unwrap();
    store
        .put_dialer_number(&DialerNumberRow {
            campaign_id: QueueId::from(CAMPAIGN),
            phone,
            name: customer.name.to_owned(),
            state: DialerNumberState::Finished,
            attempts: 1,
            due_at: at,
        })
        .unwrap();
}

/// A campaign dials the customer now.
pub(crate) fn put_dial(store: &mut MemoryStore, customer: &TestCustomer) {
    let (org_unit_id, phone) = (OrgUnitId::from(UNIT), customer.phone.to_owned());
    let unique_id = format!("dial-{}", customer.number);
    let (agent_id, campaign_id) = (AgentId::from("301"), QueueId::from(CAMPAIGN));
    store.insert_dial(&DialRow { org_unit_id, phone, unique_id, agent_id, campaign_id }).unwrap();
}
