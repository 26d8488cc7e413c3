//! Conformance of campaigns that are dialled, their numbers, and the numbers in dialling.

use super::{Check, committed, holds};
use crate::store::{DialRow, DialerNumberRow, DialerNumberState, DialerRow, Store, StoreError};
use wire::{AgentId, AttendanceGroupId, OrgUnitId, QueueId, Wall};

pub(super) fn check(store: &mut dyn Store) -> Check {
    dialers(store)?;
    numbers(store)?;
    dials(store)
}

fn dialers(store: &mut dyn Store) -> Check {
    let dialer = |campaign: &str, group: &str, running: bool| DialerRow {
        campaign_id: QueueId::from(campaign),
        group_id: AttendanceGroupId::from(group),
        running,
        max_attempts: 3,
        busy_retry_ms: 60_000,
        retry_ms: 300_000,
    };
    committed(store, |store| {
        store.put_dialer(&dialer("d2", "dg", true))?;
        store.put_dialer(&dialer("d1", "dg", false))?;
        store.put_dialer(&dialer("d3", "other", true))?;
        Ok(store.put_dialer(&dialer("d1", "dg", true))?)
    })?;
    holds(store.dialer(&QueueId::from("d1"))? == Some(dialer("d1", "dg", true)), "dialling comes back as it was put")?;
    let of_group = store.dialers_of_group(&AttendanceGroupId::from("dg"))?;
    holds(of_group == [dialer("d1", "dg", true), dialer("d2", "dg", true)], "it is found by its group")
}

fn numbers(store: &mut dyn Store) -> Check {
    let campaign = QueueId::from("d1");
    let number = |phone: &str, state: DialerNumberState, due_at: i64| DialerNumberRow {
        campaign_id: QueueId::from("d1"),
        phone: phone.to_owned(),
        name: "Rita 📞".to_owned(),
        state,
        attempts: 2,
        due_at: Wall(due_at),
    };
    committed(store, |store| {
        store.put_dialer_number(&number("551", DialerNumberState::Open, 30))?;
        store.put_dialer_number(&number("552", DialerNumberState::Open, 20))?;
        store.put_dialer_number(&number("553", DialerNumberState::Reached, 10))?;
        let other = DialerNumberRow { campaign_id: QueueId::from("d2"), ..number("551", DialerNumberState::Open, 5) };
        Ok(store.put_dialer_number(&other)?)
    })?;
    let next = store.next_dialer_number(&campaign)?;
    holds(next == Some(number("552", DialerNumberState::Open, 20)), "the open number with the earliest time is next")?;
    committed(store, |store| Ok(store.put_dialer_number(&number("552", DialerNumberState::Dialling, 20))?))?;
    let next = store.next_dialer_number(&campaign)?.map(|row| row.phone);
    holds(next.as_deref() == Some("551"), "a number that is dialled is not next")?;
    let found = store.dialer_number(&campaign, "553")?;
    holds(found == Some(number("553", DialerNumberState::Reached, 10)), "a number is found by its campaign")
}

pub(super) fn dial(phone: &str, call: &str, agent: &str, campaign: &str) -> DialRow {
    DialRow {
        org_unit_id: OrgUnitId::from("dial-unit"),
        phone: phone.to_owned(),
        unique_id: call.to_owned(),
        agent_id: AgentId::from(agent),
        campaign_id: QueueId::from(campaign),
    }
}

fn dials(store: &mut dyn Store) -> Check {
    let unit = OrgUnitId::from("dial-unit");
    committed(store, |store| {
        store.insert_dial(&dial("552", "a2", "dial-2", "d1"))?;
        Ok(store.insert_dial(&dial("551", "a1", "dial-1", "d2"))?)
    })?;
    holds(
        store.dial(&unit, "551")? == Some(dial("551", "a1", "dial-1", "d2")),
        "a dialled number comes back as it was put",
    )?;
    holds(store.dial_by_unique_id("a2")? == Some(dial("552", "a2", "dial-2", "d1")), "it is found by its call")?;
    holds(store.dials()?.len() == 2, "every dialled number is listed")?;
    holds(
        store.dials_of_campaign(&QueueId::from("d1"))? == [dial("552", "a2", "dial-2", "d1")],
        "it is found by its campaign",
    )?;
    for (row, why) in [
        (dial("551", "a3", "dial-3", "d1"), "an org unit dials a number once at a time"),
        (dial("553", "a3", "dial-1", "d1"), "an agent is kept free for one number"),
        (dial("553", "a1", "dial-3", "d1"), "two calls cannot have one identifier"),
    ] {
        store.begin()?;
        let refused = store.insert_dial(&row);
        store.rollback()?;
        holds(matches!(refused, Err(StoreError::Conflict(_))), why)?;
    }
    let elsewhere = DialRow { org_unit_id: OrgUnitId::from("other-unit"), ..dial("551", "a5", "dial-5", "d1") };
    committed(store, |store| Ok(store.insert_dial(&elsewhere)?))?;
    holds(store.dial(&elsewhere.org_unit_id, "551")? == Some(elsewhere), "another org unit dials the same number")?;
    committed(store, |store| {
        store.delete_dial("a5")?;
        store.delete_dial("a1")?;
        Ok(store.delete_dial("a9")?)
    })?;
    holds(store.dial(&unit, "551")?.is_none(), "a dial that ended is gone")
}
