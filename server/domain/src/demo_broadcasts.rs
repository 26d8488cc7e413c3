//! Demo data of broadcasts: the org unit and a group may send them, and an agent has a complete list and a planned one.

use crate::demo::{CONTACTS, ORG_UNIT};
use crate::demo_whatsapp::{CAMPAIGN, SALES, SALES_ROUTE};
use crate::due::Due;
use crate::store::{BroadcastEntryRow, BroadcastRow, EntryStage, Store, StoreResult};
use wire::{
    AgentId, AttendanceGroupId, BroadcastCounts, BroadcastId, BroadcastStatus, ContactId, CustomId, EntryStatus,
    OrgUnitId, QueueId, Wall, broadcast_reasons as reasons,
};

/// The agent who has the lists.
const AGENT: &str = "101";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Status and reason of the entries of the complete list, in the order of the demo's contacts.
const RESULTS: [(EntryStatus, &str); 6] = [
    (EntryStatus::Read, ""),
    (EntryStatus::Delivered, ""),
    (EntryStatus::Sent, ""),
    (EntryStatus::AlreadyInAttendance, ""),
    (EntryStatus::Failed, reasons::MARKETING_LIMIT),
    (EntryStatus::Failed, reasons::OPTED_OUT),
];

/// Adds missing rows; existing rows are kept.
pub(crate) fn put_broadcasts(store: &mut dyn Store, now: Wall) -> StoreResult<()> {
    let agent = AgentId::from(AGENT);
    if !store.broadcasts_of(&agent, 1)?.is_empty() {
        return Ok(());
    }
    if let Some(mut unit) = store.org_unit(&OrgUnitId::from(ORG_UNIT))? {
        unit.broadcast_whatsapp_enabled = true;
        store.put_org_unit(&unit)?;
    }
    if let Some(mut row) = store.group(&AttendanceGroupId::from(SALES))? {
        row.group.broadcast_enabled = true;
        store.put_group(&row)?;
    }
    let ended_at = now.plus_ms(-DAY_MS);
    let mut complete = list("b0000001", "Renovação de setembro", ended_at);
    complete.status = BroadcastStatus::Sending;
    complete.finished_at = Some(ended_at.plus_ms(60_000));
    put_list(store, complete, &RESULTS)?;
    let starts_at = now.plus_ms(2 * DAY_MS);
    let planned = BroadcastRow { created_at: now, ..list("b0000002", "Renovação de outubro", starts_at) };
    let waiting = [(EntryStatus::Queued, ""); 3];
    store.set_due(Due::Broadcast.as_str(), planned.id.as_str(), Some(starts_at), now)?;
    put_list(store, planned, &waiting)
}

fn list(id: &str, name: &str, at: Wall) -> BroadcastRow {
    BroadcastRow {
        id: BroadcastId::from(id),
        agent_id: AgentId::from(AGENT),
        org_unit_id: OrgUnitId::from(ORG_UNIT),
        custom_id: CustomId(format!("DEMO{}", id.get(2..).unwrap_or_default())),
        request_digest: String::new(),
        name: name.to_owned(),
        folded_name: crate::fold::folded(name),
        group_id: AttendanceGroupId::from(SALES),
        group_name: "Vendas WhatsApp".to_owned(),
        campaign_id: QueueId::from(CAMPAIGN),
        campaign_name: "Renovação por WhatsApp".to_owned(),
        queue_id: QueueId::from(SALES),
        route_id: SALES_ROUTE.to_owned(),
        route_name: "Vendas".to_owned(),
        template_id: "renovacao_1".to_owned(),
        template_name: "renovacao".to_owned(),
        template_body: "Olá {{1}}, o seu plano vence em {{2}}.".to_owned(),
        language: "pt_BR".to_owned(),
        variables: vec!["1".to_owned(), "2".to_owned()],
        header_media: None,
        header_link: String::new(),
        created_at: at,
        starts_at: at,
        status: BroadcastStatus::Queued,
        finished_at: None,
        cancelled_at: None,
        paused_reason: String::new(),
        resumes_at: None,
        counts: BroadcastCounts::default(),
        retryable: 0,
        leased: 0,
        outcomes: 0,
        failures: 0,
        version: 1,
        published_version: 1,
    }
}

/// Stores the list with an entry for each result, and the counts that follow.
fn put_list(store: &mut dyn Store, mut list: BroadcastRow, results: &[(EntryStatus, &str)]) -> StoreResult<()> {
    for (position, ((status, reason), (name, email, phone))) in (0..).zip(results.iter().zip(CONTACTS)) {
        let is_retryable = *status == EntryStatus::AlreadyInAttendance || *reason == reasons::MARKETING_LIMIT;
        *list.counts.of_mut(*status) += 1;
        list.retryable += u32::from(is_retryable);
        let is_waiting = *status == EntryStatus::Queued;
        store.put_broadcast_entry(&BroadcastEntryRow {
            broadcast_id: list.id.clone(),
            position,
            contact_id: ContactId((position + 1).to_string()),
            name: name.to_owned(),
            identifier: email.to_owned(),
            number: phone.to_owned(),
            values: vec![name.to_owned(), "dezembro".to_owned()],
            status: *status,
            reason: (*reason).to_owned(),
            attempt: 1,
            is_retryable,
            stage: if is_waiting { EntryStage::Waiting } else { EntryStage::Ended },
            not_before: list.starts_at,
            changed_at: list.starts_at.min(list.finished_at.unwrap_or(list.created_at)),
            version: 1,
        })?;
    }
    store.put_broadcast(&list)
}
