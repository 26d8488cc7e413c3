//! Conformance of the history of attendances, of tags and of removed churn risks.

use super::{Check, committed, holds, job};
use crate::store::{
    ChurnRemovalRow, ChurnScoreRow, History, HistoryOf, JobRow, JobState, Store, StoreResult, TagKind, TagRow,
};
use wire::{AgentId, AttendanceGroupId, ChurnFactor, ContactId, JobTag, OrgUnitId, Protocol, Wall};

pub(super) fn check(store: &mut dyn Store) -> Check {
    history(store)?;
    tags(store)?;
    churn_removals(store)?;
    churn_scores(store)
}

fn history(store: &mut dyn Store) -> Check {
    let row = |protocol: &str, state: JobState, agent: &str, contact: &str, created_at: i64| JobRow {
        org_unit_id: OrgUnitId::from("uh"),
        chat_identifier: format!("customer of {contact}"),
        contact_id: (!contact.is_empty()).then(|| ContactId::from(contact)),
        created_at: Wall(created_at),
        ..job(protocol, state, agent, 1)
    };
    committed(store, |store| {
        store.put_job(&row("h1", JobState::Qualified, "h-ana", "hc1", 10))?;
        store.put_job(&row("h3", JobState::Ended, "h-ana", "hc2", 30))?;
        store.put_job(&row("h2", JobState::Active, "h-ana", "hc1", 20))?;
        store.put_job(&row("h4", JobState::Abandoned, "", "hc1", 20))?;
        store.put_job(&row("h5", JobState::Waiting, "", "hc1", 40))?;
        store.put_job(&row("h6", JobState::Inbox, "h-ana", "hc1", 50))?;
        store.put_job(&row("h8", JobState::Qualified, "h-bia", "", 60))?;
        let elsewhere = OrgUnitId::from("uh2");
        Ok(store.put_job(&JobRow { org_unit_id: elsewhere, ..row("h7", JobState::Qualified, "h-ana", "hc1", 5) })?)
    })?;
    let unit = OrgUnitId::from("uh");
    let of = |of: HistoryOf| History::all(&unit, of);
    let found = |store: &dyn Store, history: &History, limit: usize| -> StoreResult<Vec<Protocol>> {
        Ok(store.history(history, limit)?.into_iter().map(|row| row.protocol).collect())
    };
    let is = |found: Vec<Protocol>, expected: &[&str]| found.iter().map(Protocol::as_str).eq(expected.iter().copied());
    let ana = of(HistoryOf::Agent(AgentId::from("h-ana")));
    holds(is(found(store, &ana, 9)?, &["h3", "h2", "h1"]), "an agent's history begins with the last start")?;
    holds(is(found(store, &ana, 2)?, &["h3", "h2"]), "a history is read up to the limit")?;
    holds(store.history_count(&ana)? == 3, "a history is counted")?;
    let all = of(HistoryOf::OrgUnit);
    holds(is(found(store, &all, 9)?, &["h8", "h3", "h4", "h2", "h1"]), "starts of one time come by protocol")?;
    let contact = of(HistoryOf::Contact(ContactId::from("hc1")));
    holds(
        is(found(store, &contact, 9)?, &["h4", "h2", "h1"]),
        "waiting and unopened attendances are not in the history",
    )?;
    let customer = of(HistoryOf::Customer("customer of hc2".to_owned()));
    holds(is(found(store, &customer, 9)?, &["h3"]), "a customer is found by the identifier")?;
    let part = History { from: Some(Wall(20)), until: Some(Wall(30)), ..all.clone() };
    holds(is(found(store, &part, 9)?, &["h4", "h2"]), "a part begins with its start and ends before its end")?;
    holds(store.history_count(&part)? == 2, "a part is counted")?;
    let since = History { from: Some(Wall(30)), ..all.clone() };
    holds(is(found(store, &since, 9)?, &["h8", "h3"]), "a part may have no end")?;
    let before = History { until: Some(Wall(20)), ..all };
    holds(is(found(store, &before, 9)?, &["h1"]), "a part may have no start")?;
    committed(store, |store| Ok(store.put_job(&row("h5", JobState::Active, "h-bia", "hc1", 40))?))?;
    holds(is(found(store, &contact, 1)?, &["h5"]), "an attendance enters the history with its agent")
}

fn tags(store: &mut dyn Store) -> Check {
    let tag = |unit: &str, id: &str, kind: TagKind| TagRow {
        org_unit_id: OrgUnitId::from(unit),
        id: id.to_owned(),
        name: "Perfil ⭐".to_owned(),
        kind,
        group_id: Some(AttendanceGroupId::from("g1")),
        items: vec![JobTag { tag_item_id: "7".to_owned(), ..JobTag::default() }],
    };
    committed(store, |store| {
        store.put_tag(&tag("u1", "t2", TagKind::Employer))?;
        store.put_tag(&tag("u1", "t1", TagKind::Contact))?;
        store.put_tag(&tag("u2", "t1", TagKind::Contact))?;
        Ok(store.put_tag(&tag("u1", "t1", TagKind::Attendance))?)
    })?;
    let found = store.tags_of(&OrgUnitId::from("u1"))?;
    holds(found == [tag("u1", "t1", TagKind::Attendance), tag("u1", "t2", TagKind::Employer)], "tags come by id")
}

fn churn_removals(store: &mut dyn Store) -> Check {
    let removal = |contact: &str, at: i64| ChurnRemovalRow {
        contact_id: ContactId::from(contact),
        at: Wall(at),
        agent_id: AgentId::from("1"),
        justification: "<b>motivo</b>".to_owned(),
        probability: 37.5,
    };
    committed(store, |store| {
        for row in [removal("c1", 2), removal("c1", 9), removal("c1", 5), removal("c2", 12)] {
            store.insert_churn_removal(&row)?;
        }
        Ok(())
    })?;
    let last = store.churn_removal(&ContactId::from("c1"))?;
    holds(last == Some(removal("c1", 9)), "the last removal of the contact counts")?;
    holds(store.churn_removal(&ContactId::from("c3"))?.is_none(), "another contact has none")
}

fn churn_scores(store: &mut dyn Store) -> Check {
    let score = |contact: &str, asked_at: i64, value: f64| ChurnScoreRow {
        contact_id: ContactId::from(contact),
        asked_at: Wall(asked_at),
        factors: Some(vec![ChurnFactor { reason: "Fatura em atraso".to_owned(), count: 0, value }]),
    };
    committed(store, |store| {
        for row in [score("c1", 2, 12.5), score("c2", 3, 40.0), score("c1", 9, 61.25)] {
            store.put_churn_score(&row)?;
        }
        Ok(())
    })?;
    let last = store.churn_score(&ContactId::from("c1"))?;
    holds(last == Some(score("c1", 9, 61.25)), "the last answer of the service counts")?;
    holds(store.churn_score(&ContactId::from("c3"))?.is_none(), "another contact has none")
}
