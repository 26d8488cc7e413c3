//! Conformance of broadcasts: unique names and requests, the order of entries, and the customers of a route.

use super::{Check, committed, holds};
use crate::store::{BroadcastEntryRow, BroadcastPaceRow, BroadcastRow, BroadcastUseRow, EntryStage, Store, StoreError};
use wire::{
    AgentId, AttendanceGroupId, BroadcastCounts, BroadcastId, BroadcastStatus, ContactId, CustomId, EntryStatus,
    MessageMedia, OrgUnitId, QueueId, Wall,
};

fn list(id: &str, name: &str, at: i64) -> BroadcastRow {
    BroadcastRow {
        id: BroadcastId::from(id),
        agent_id: AgentId::from("bc-1"),
        org_unit_id: OrgUnitId::from("bc"),
        custom_id: CustomId::from(id),
        request_digest: "d".to_owned(),
        name: name.to_owned(),
        folded_name: name.to_lowercase(),
        group_id: AttendanceGroupId::from("1"),
        group_name: "G".to_owned(),
        campaign_id: QueueId::from("2"),
        campaign_name: "C".to_owned(),
        queue_id: QueueId::from("3"),
        route_id: "4".to_owned(),
        route_name: "R".to_owned(),
        template_id: "5".to_owned(),
        template_name: "T".to_owned(),
        template_body: "Olá {{1}}".to_owned(),
        language: "pt_BR".to_owned(),
        variables: vec!["1".to_owned()],
        header_media: Some(MessageMedia::Image),
        header_link: "https://exemplo.com/a.png".to_owned(),
        created_at: Wall(at),
        starts_at: Wall(at),
        status: BroadcastStatus::Sending,
        finished_at: Some(Wall(at)),
        cancelled_at: Some(Wall(at)),
        paused_reason: "listPaused".to_owned(),
        resumes_at: Some(Wall(at)),
        counts: BroadcastCounts { queued: 3, ..BroadcastCounts::default() },
        retryable: 1,
        leased: 1,
        outcomes: 1,
        failures: 1,
        version: 3,
        published_version: 2,
    }
}

fn entry(position: u32, stage: EntryStage, not_before: i64) -> BroadcastEntryRow {
    BroadcastEntryRow {
        broadcast_id: BroadcastId::from("a"),
        position,
        contact_id: ContactId::from("7"),
        name: "Íris".to_owned(),
        identifier: "i".to_owned(),
        number: "5511955550101".to_owned(),
        values: vec!["Íris".to_owned()],
        status: EntryStatus::Queued,
        reason: "duplicate".to_owned(),
        attempt: 2,
        is_retryable: position == 1,
        stage,
        not_before: Wall(not_before),
        changed_at: Wall(1),
        version: u64::from(10 - position),
    }
}

pub(super) fn check(store: &mut dyn Store) -> Check {
    let (one, other) = (list("a", "Natal", 1), list("b", "Verão", 2));
    committed(store, |store| {
        store.put_broadcast(&one)?;
        Ok(store.put_broadcast(&other)?)
    })?;
    let agent = AgentId::from("bc-1");
    holds(store.broadcast(&one.id)?.as_ref() == Some(&one), "a list is read by its id")?;
    holds(store.broadcasts_of(&agent, 9)? == [other.clone(), one.clone()], "lists come newest first")?;
    holds(store.broadcast_of_request(&agent, &one.custom_id)?.as_ref() == Some(&one), "by its request")?;
    holds(store.broadcast_of_name(&one.org_unit_id, "natal")?.as_ref() == Some(&one), "by its folded name")?;
    store.begin()?;
    let same_name = store.put_broadcast(&BroadcastRow { custom_id: "c".into(), ..list("c", "NATAL", 3) });
    store.rollback()?;
    holds(matches!(same_name, Err(StoreError::Conflict(_))), "a name is unique in its org unit")?;
    entries(store, &one.id)?;
    customers(store)
}

fn entries(store: &mut dyn Store, id: &BroadcastId) -> Check {
    let rows = [entry(0, EntryStage::Waiting, 30), entry(1, EntryStage::Waiting, 20), entry(2, EntryStage::Ended, 10)];
    committed(store, |store| Ok(rows.iter().try_for_each(|row| store.insert_broadcast_entry(row))?))?;
    let [first, second, third] = &rows;
    holds(store.broadcast_entries(id, None, 2)? == rows[..2], "entries come in the order of the list")?;
    holds(store.broadcast_entries(id, Some(1), 9)? == rows[2..], "behind a position")?;
    holds(store.next_broadcast_entry(id)?.as_ref() == Some(second), "the entry that waits longest is the next one")?;
    let waiting = store.waiting_broadcast_entries(id, Wall(29), 9)?;
    holds(waiting.as_slice() == std::slice::from_ref(second), "an entry waits for its time")?;
    let changed = store.changed_broadcast_entries(id, 8, 9)?;
    holds(changed == [second.clone(), first.clone()], "changes come by their versions")?;
    holds(store.retryable_broadcast_entries(id)?.as_slice() == std::slice::from_ref(second), "failed entries")?;
    holds(store.broadcast_entry(id, 2)?.as_ref() == Some(third), "an entry is read by its position")
}

fn customers(store: &mut dyn Store) -> Check {
    let used = |customer: &str, at: i64| BroadcastUseRow {
        route_id: "bc".to_owned(),
        customer: customer.to_owned(),
        at: Wall(at),
    };
    let pace = BroadcastPaceRow { route_id: "bc".to_owned(), used_until_us: 7, paused_until: Wall(8) };
    committed(store, |store| {
        store.put_broadcast_pace(&pace)?;
        store.put_broadcast_use(&used("x", 1))?;
        store.put_broadcast_use(&used("x", 5))?;
        Ok(store.put_broadcast_use(&used("y", 3))?)
    })?;
    holds(store.broadcast_pace("bc")? == Some(pace), "the pace of a route is read by the route")?;
    holds(store.broadcast_uses_after("bc", Wall(2))? == 2, "each customer counts once")?;
    holds(store.broadcast_uses_after("bc", Wall(3))? == 1, "only later ones count")?;
    holds(store.first_broadcast_use("bc", Wall(2))? == Some(used("y", 3)), "the earliest customer")
}
