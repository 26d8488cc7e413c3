//! A broadcast with the customer, for tests that go over every table.

use super::{TestCustomer, UNIT};
use crate::store::{BroadcastEntryRow, BroadcastRow, BroadcastStore, BroadcastUseRow, EntryStage, MemoryStore};
use crate::testing::ANA;
use wire::{
    AgentId, AttendanceGroupId, BroadcastCounts, BroadcastId, BroadcastStatus, CustomId, EntryStatus, OrgUnitId,
    QueueId, Wall,
};

/// A list with one entry, which the provider accepted.
pub(super) fn put_broadcast(store: &mut MemoryStore, customer: &TestCustomer, at: Wall) {
    let broadcast_id = BroadcastId(format!("broadcast-{}", customer.number));
    let list = BroadcastRow {
        id: broadcast_id.clone(),
        agent_id: AgentId::from(ANA),
        org_unit_id: OrgUnitId::from(UNIT),
        custom_id: CustomId(format!("C{:09}", customer.number)),
        request_digest: String::new(),
        name: format!("Transmissão {}", customer.number),
        folded_name: format!("transmissao {}", customer.number),
        group_id: AttendanceGroupId::from("g"),
        group_name: String::new(),
        campaign_id: QueueId::from("c"),
        campaign_name: String::new(),
        queue_id: QueueId::from("q"),
        route_id: "r1".to_owned(),
        route_name: String::new(),
        template_id: "t".to_owned(),
        template_name: String::new(),
        template_body: String::new(),
        language: String::new(),
        variables: Vec::new(),
        header_media: None,
        header_link: String::new(),
        created_at: at,
        starts_at: at,
        status: BroadcastStatus::Sending,
        finished_at: Some(at),
        cancelled_at: None,
        paused_reason: String::new(),
        resumes_at: None,
        counts: BroadcastCounts { sent: 1, ..BroadcastCounts::default() },
        retryable: 0,
        leased: 0,
        outcomes: 1,
        failures: 0,
        version: 2,
        published_version: 2,
    };
    store.put_broadcast(&list).unwrap();
    let entry = BroadcastEntryRow {
        broadcast_id,
        position: 0,
        contact_id: customer.contact_id(),
        name: customer.name.to_owned(),
        identifier: customer.external.to_owned(),
        number: customer.phone.to_owned(),
        values: vec![customer.name.to_owned(), customer.email.to_owned()],
        status: EntryStatus::Sent,
        reason: String::new(),
        attempt: 1,
        is_retryable: false,
        stage: EntryStage::Ended,
        not_before: at,
        changed_at: at,
        version: 2,
    };
    store.put_broadcast_entry(&entry).unwrap();
    let (route_id, customer) = ("r1".to_owned(), customer.phone.to_owned());
    store.put_broadcast_use(&BroadcastUseRow { route_id, customer, at }).unwrap();
}
