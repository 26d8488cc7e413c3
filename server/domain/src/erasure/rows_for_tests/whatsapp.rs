//! The customer's rows of WhatsApp and of files, for tests that go over every table.

use super::{TestCustomer, UNIT};
use crate::store::{
    ConversationAliasRow, ConversationAliasStore, ConversationRow, FileStore, MediaRow, MemoryStore, MessagePlace,
    ProviderMessageRow, ReceiptFact, RouteStore, UnusedMediaRow, WhatsAppJobRow, WhatsAppStore,
};
use crate::testing::ANA;
use wire::{AgentId, MessageMedia, MessageStatus, OrgUnitId, Wall};

fn route() -> String {
    "r1".to_owned()
}

pub(super) fn put_whatsapp(store: &mut MemoryStore, customer: &TestCustomer, at: Wall) {
    let [chat, _, protocol] = customer.protocols();
    let mut own = store.whatsapp_routes().unwrap().remove(0);
    own.id = route();
    own.account = "account of tests".to_owned();
    own.org_unit_id = OrgUnitId::from(UNIT);
    store.put_whatsapp_route(&own).unwrap();
    let phone = customer.phone.to_owned();
    store
        .put_conversation(&ConversationRow {
            route_id: route(),
            customer: phone.clone(),
            network_id: phone.clone(),
            name: customer.name.to_owned(),
            org_unit_id: OrgUnitId::from(UNIT),
            owner: Some(AgentId::from(ANA)),
            current: None,
            last_ended_at: Some(at),
            last_receipt: Some(at),
            template_sent_at: None,
            pinned: false,
            marked_unread: false,
            opted_out: false,
            consent_at: None,
            number_not_exists: false,
            claim: None,
        })
        .unwrap();
    let alias = format!("BR.{}", customer.number);
    let alias = ConversationAliasRow { route_id: route(), alias, customer: phone.clone(), at };
    store.put_conversation_alias(&alias).unwrap();
    let facts = WhatsAppJobRow { protocol: protocol.clone(), route_id: route(), customer: phone, campaign: None };
    store.put_whatsapp_job(&facts).unwrap();
    let place = Some(MessagePlace { protocol: protocol.clone(), seq: 1 });
    let provider_id = format!("wamid.{}", customer.number);
    let row = ProviderMessageRow {
        route_id: route(),
        provider_id,
        message: place,
        early: None,
        entry: None,
        changes: None,
        at,
    };
    store.put_provider_message(&row).unwrap();
    let early = Some(ReceiptFact { status: MessageStatus::Read, reason: String::new() });
    store
        .put_provider_message(&ProviderMessageRow {
            provider_id: format!("foreign.{}", customer.number),
            message: None,
            early,
            ..row
        })
        .unwrap();
    for (id, protocol) in customer.files().into_iter().zip([protocol, chat]) {
        let media = MediaRow {
            id,
            protocol,
            agent_id: AgentId::default(),
            kind: MessageMedia::Image,
            mimetype: "image/png".to_owned(),
            file_name: format!("{}.png", customer.name),
            size: 9,
            created_at: at,
        };
        store.put_media(&media).unwrap();
        if media.id.contains("received") {
            super::supervision::put_recording(store, &media, at);
        }
        if media.id.contains("unsent") {
            store.put_unused_media(&UnusedMediaRow { id: media.id, created_at: at }).unwrap();
        }
    }
}
