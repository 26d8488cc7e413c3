//! Conformance of pauses, notifications, failed sign-ins and extensions.

use super::{Check, committed, holds, pause_fact, retention};
use crate::store::{
    AttemptRow, ExtensionRow, KeptFor, NotificationRow, PauseRow, QueueSettings, QueueSettingsRow, SecondFactorRow,
    SignInPlaceRow, Store,
};
use wire::{AgentId, Channel, OrgUnitId, Protocol, QueueId, Wall};

pub(super) fn check(store: &mut dyn Store) -> Check {
    pauses(store)?;
    notifications(store)?;
    attempts(store)?;
    sign_in_places(store)?;
    second_factors(store)?;
    queue_settings(store)?;
    extensions(store)?;
    rolled_back(store)
}

fn pause(id: &str, unit: &str, position: u32) -> PauseRow {
    PauseRow {
        id: id.to_owned(),
        name: format!("Pausa {id}"),
        org_unit_id: OrgUnitId::from(unit),
        position,
        channels: vec![Channel::Chat, Channel::Voice],
        max_seconds: 600,
        login: true,
    }
}

fn pauses(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        store.put_pause(&pause("b", "u1", 1))?;
        store.put_pause(&pause("a", "u1", 2))?;
        store.put_pause(&pause("c", "u2", 0))?;
        Ok(())
    })?;
    holds(store.pause("a")? == Some(pause("a", "u1", 2)), "a pause comes back as it was put")?;
    holds(store.pause("x")?.is_none(), "an unknown pause is none")?;
    let of_unit = store.pauses_of(&OrgUnitId::from("u1"))?;
    holds(of_unit == [pause("b", "u1", 1), pause("a", "u1", 2)], "pauses of an org unit come by position")
}

fn notification(id: &str, number: u64, agent: &str, read: bool) -> NotificationRow {
    NotificationRow {
        id: id.to_owned(),
        number,
        agent_id: AgentId::from(agent),
        at: Wall(i64::try_from(number).unwrap_or_default() * 10),
        read,
        kind: "pause".to_owned(),
        channel: Some(Channel::Chat),
        protocol: Protocol::default(),
        text: "Almoço 🍲".to_owned(),
        pause: Some(pause_fact()),
    }
}

fn notifications(store: &mut dyn Store) -> Check {
    committed(store, |store| {
        store.put_notification(&notification("n2", 2, "1", true))?;
        store.put_notification(&notification("n10", 10, "1", false))?;
        store.put_notification(&notification("n3", 3, "1", false))?;
        store.put_notification(&notification("n4", 4, "2", false))?;
        Ok(())
    })?;
    let ana = AgentId::from("1");
    holds(
        store.notification("n10")? == Some(notification("n10", 10, "1", false)),
        "a notification comes back as it was put",
    )?;
    let ids = |rows: Vec<NotificationRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    holds(ids(store.notifications_of(&ana, 9)?) == ["n10", "n3", "n2"], "notifications come newest first")?;
    holds(ids(store.notifications_of(&ana, 1)?) == ["n10"], "notifications come up to the limit")?;
    holds(ids(store.unread_notifications_of(&ana)?) == ["n10", "n3"], "unread ones come newest first")?;
    committed(store, |store| Ok(store.put_notification(&notification("n3", 3, "1", true))?))?;
    holds(ids(store.unread_notifications_of(&ana)?) == ["n10"], "a read one is unread no more")?;
    retention::deletes_before(store, KeptFor::Notifications, 30)?;
    holds(ids(store.notifications_of(&ana, 9)?) == ["n10", "n3"], "old notifications are forgotten")?;
    committed(store, |store| {
        store.delete_notification("n3")?;
        Ok(store.delete_notification("unknown")?)
    })?;
    holds(ids(store.notifications_of(&ana, 9)?) == ["n10"], "a deleted notification is listed no more")
}

fn attempts(store: &mut dyn Store) -> Check {
    let row = |key: &str, failures: u32, at: i64| AttemptRow {
        key: key.to_owned(),
        failures,
        last_failed_at: Wall(at),
        previous_failed_at: None,
    };
    committed(store, |store| {
        for (key, at) in [("a", 10), ("b", 20), ("c", 30)] {
            store.put_attempts(&row(key, 1, at))?;
        }
        Ok(store.put_attempts(&row("b", 2, 25))?)
    })?;
    holds(store.attempts("b")? == Some(row("b", 2, 25)), "failed sign-ins come back as they were put")?;
    retention::deletes_before(store, KeptFor::Attempts, 25)?;
    committed(store, |store| Ok(store.delete_attempts("c")?))?;
    holds(store.attempts("a")?.is_none() && store.attempts("c")?.is_none(), "failed sign-ins are forgotten")?;
    holds(store.attempts("b")?.is_some(), "later failures stay")
}

fn sign_in_places(store: &mut dyn Store) -> Check {
    let row = |key: &str, at: i64| SignInPlaceRow { key: key.to_owned(), last_at: Wall(at) };
    committed(store, |store| {
        for (key, at) in [("a", 10), ("b", 20), ("b", 30)] {
            store.put_sign_in_place(&row(key, at))?;
        }
        Ok(())
    })?;
    holds(store.sign_in_place("b")? == Some(row("b", 30)), "the place of a sign-in has its last time")?;
    holds(store.oldest_aged(KeptFor::SignInPlaces)? == Some(Wall(10)), "the oldest place is found")?;
    retention::deletes_before(store, KeptFor::SignInPlaces, 30)?;
    holds(store.sign_in_place("a")?.is_none() && store.sign_in_place("b")?.is_some(), "old places are forgotten")
}

fn second_factors(store: &mut dyn Store) -> Check {
    let row = |agent: &str, last_step: Option<u64>| SecondFactorRow {
        agent_id: AgentId::from(agent),
        sealed_secret: "sealed".to_owned(),
        active: true,
        last_step,
        recovery_hashes: vec!["a".to_owned(), "b".to_owned()],
        since: Wall(3),
    };
    let (one, other) = (AgentId::from("1"), AgentId::from("2"));
    committed(store, |store| {
        store.put_second_factor(&row("1", None))?;
        store.put_second_factor(&row("1", Some(55_000_000)))?;
        store.put_second_factor(&row("2", None))?;
        Ok(store.delete_second_factor(&AgentId::from("9"))?)
    })?;
    holds(store.second_factor(&one)? == Some(row("1", Some(55_000_000))), "a second factor comes back as it was put")?;
    committed(store, |store| Ok(store.delete_second_factor(&one)?))?;
    holds(store.second_factor(&one)?.is_none(), "a deleted second factor is none")?;
    holds(store.second_factor(&other)? == Some(row("2", None)), "the second factor of another agent stays")
}

fn queue_settings(store: &mut dyn Store) -> Check {
    let row = |queue: &str, wrap_up_seconds: u32| QueueSettingsRow {
        queue_id: QueueId::from(queue),
        settings: QueueSettings { wrap_up_seconds, ..QueueSettings::default() },
    };
    committed(store, |store| {
        store.put_queue_settings(&row("q1", 30))?;
        store.put_queue_settings(&row("q1", 60))?;
        Ok(store.put_queue_settings(&row("q2", 90))?)
    })?;
    let settings = |queue: &str| store.queue_settings(&QueueId::from(queue));
    holds(settings("q1")? == row("q1", 60).settings, "settings come back as they were put")?;
    holds(settings("q2")? == row("q2", 90).settings, "settings of another queue stay")?;
    holds(settings("q3")? == QueueSettings::default(), "a queue without settings has the defaults")
}

fn extensions(store: &mut dyn Store) -> Check {
    let row = |reachable: bool| ExtensionRow { id: "1001".to_owned(), org_unit_id: OrgUnitId::from("u1"), reachable };
    committed(store, |store| {
        store.put_extension(&row(false))?;
        Ok(store.put_extension(&row(true))?)
    })?;
    holds(store.extension("1001")? == Some(row(true)), "an extension comes back as it was put last")?;
    holds(store.extension("9999")?.is_none(), "an unknown extension is none")
}

fn rolled_back(store: &mut dyn Store) -> Check {
    store.begin()?;
    store.put_pause(&pause("r", "u9", 0))?;
    store.put_notification(&notification("r", 99, "9", false))?;
    store.put_attempts(&AttemptRow {
        key: "r".to_owned(),
        failures: 1,
        last_failed_at: Wall(1),
        previous_failed_at: None,
    })?;
    store.delete_attempts("b")?;
    store.rollback()?;
    let gone = store.pause("r")?.is_none() && store.notification("r")?.is_none() && store.attempts("r")?.is_none();
    holds(gone && store.attempts("b")?.is_some(), "a roll-back takes presence back too")
}
