//! Conformance of two concurrent connections to one database.

use super::web_chat::chat;
use super::{Check, committed, dialer, effects, holds, job, voice};
use crate::store::{CallPhase, EffectLane, EffectRow, JobState, Store, StoreError, StoreResult, WebChatRow};
use wire::{AgentId, Message, OrgUnit, OrgUnitId, Protocol, Wall};

/// Checks two connections of one empty database. Neither connection waits for the other: a backend with one writer
/// answers the second writer with a conflict.
///
/// # Errors
/// The first statement that does not hold.
pub fn check_interleaved(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    a_reader_sees_one_state(one, other)?;
    a_second_change_is_run_again(one, other)?;
    a_second_insert_is_run_again(one, other)?;
    a_deleted_row_is_not_there_again(one, other)?;
    a_due_time_is_taken_once(one, other)?;
    what_is_written_meanwhile_is_looked_at(one, other)?;
    a_sequence_of_effects_goes_on(one, other)?;
    a_limit_is_checked_by_one_after_the_other(one, other)?;
    an_agent_gets_one_call(one, other)
}

fn unit(name: &str) -> OrgUnit {
    OrgUnit { id: OrgUnitId::from("interleaved"), name: name.to_owned(), ..OrgUnit::default() }
}

fn a_reader_sees_one_state(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    let id = OrgUnitId::from("interleaved");
    committed(one, |store| Ok(store.put_org_unit(&unit("before"))?))?;
    one.begin()?;
    one.put_org_unit(&unit("after"))?;
    holds(other.org_unit(&id)? == Some(unit("before")), "an open transaction is not seen by others")?;
    one.commit()?;
    holds(other.org_unit(&id)? == Some(unit("after")), "a committed transaction is seen by others")
}

/// Reads, changes and writes as the domain does: the next number of the attendance, and the message with that number.
fn add_message(store: &mut dyn Store, protocol: &Protocol, text: &str) -> StoreResult<()> {
    let row = store.job(protocol)?;
    let mut row = row.ok_or_else(|| StoreError::Corrupt("the attendance is missing".to_owned()))?;
    row.seq += 1;
    store.insert_message(&Message {
        protocol: protocol.clone(),
        seq: row.seq,
        message: text.to_owned(),
        ..Message::default()
    })?;
    store.put_job(&row)
}

/// Runs `second` in a transaction of `other` that began before `first` of `one` was committed, and again if it was a conflict. Returns the
/// result of its first run.
fn overlapping(
    one: &mut dyn Store,
    other: &mut dyn Store,
    first: impl FnOnce(&mut dyn Store) -> StoreResult<()>,
    second: impl Fn(&mut dyn Store) -> StoreResult<()>,
) -> Result<StoreResult<()>, String> {
    one.begin()?;
    // The first read fixes the state that a transaction sees.
    one.agent(&AgentId::from("0"))?;
    let began = other.begin().and_then(|()| other.agent(&AgentId::from("0")).map(|_| ()));
    let is_open = began.is_ok();
    first(one)?;
    one.commit()?;
    let outcome = began.and_then(|()| second(other)).and_then(|()| other.commit());
    if matches!(outcome, Err(StoreError::Conflict(_))) {
        if is_open {
            other.rollback()?;
        }
        committed(other, |store| Ok(second(store)?))?;
    }
    Ok(outcome)
}

/// Like `overlapping`, for two changes that must conflict.
fn interleaved(
    one: &mut dyn Store,
    other: &mut dyn Store,
    first: impl FnOnce(&mut dyn Store) -> StoreResult<()>,
    second: impl Fn(&mut dyn Store) -> StoreResult<()>,
) -> Check {
    let outcome = overlapping(one, other, first, second)?;
    holds(matches!(outcome, Err(StoreError::Conflict(_))), &format!("the later change is a conflict: {outcome:?}"))
}

/// Like `overlapping`, for two changes that need not conflict. A backend with one writer runs the later one again nevertheless.
fn side_by_side(
    one: &mut dyn Store,
    other: &mut dyn Store,
    first: impl FnOnce(&mut dyn Store) -> StoreResult<()>,
    second: impl Fn(&mut dyn Store) -> StoreResult<()>,
) -> Check {
    match overlapping(one, other, first, second)? {
        Ok(()) | Err(StoreError::Conflict(_)) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

fn a_second_change_is_run_again(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    let protocol = Protocol::from("interleaved");
    let mut row = job("interleaved", JobState::Active, "1", 1);
    row.seq = 0;
    committed(one, |store| Ok(store.put_job(&row)?))?;
    interleaved(
        one,
        other,
        |store| add_message(store, &protocol, "first"),
        |store| add_message(store, &protocol, "second"),
    )?;
    let texts: Vec<_> = one.messages_after(&protocol, 0, 9)?.into_iter().map(|row| (row.seq, row.message)).collect();
    holds(
        texts == [(1, "first".to_owned()), (2, "second".to_owned())],
        &format!("both messages are stored, in order: {texts:?}"),
    )
}

/// A transaction changes the row that another one has deleted.
fn a_deleted_row_is_not_there_again(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    let id = "deleted";
    committed(one, |store| Ok(store.insert_effect(&effects::of_sequence(id, ""))?))?;
    let postpone = |store: &mut dyn Store| match store.effect(id)? {
        Some(row) => store.put_effect(&EffectRow { not_before: Wall(5), ..row }),
        None => Ok(()),
    };
    interleaved(one, other, |store| store.delete_effect(id), postpone)?;
    holds(one.effect(id)?.is_none(), "a row that was deleted is not there again")
}

/// Neither transaction sees the other's row; only the UNIQUE index detects both.
fn a_second_insert_is_run_again(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    let start = |store: &mut dyn Store, protocol: &str| match store.web_chat_by_secret("interleaved secret")? {
        Some(_) => Ok(()),
        None => {
            store.put_web_chat(&WebChatRow { secret_hash: "interleaved secret".to_owned(), ..chat(protocol) })?;
            store.put_job(&job(protocol, JobState::Waiting, "", 1))
        }
    };
    interleaved(one, other, |store| start(store, "chat-1"), |store| start(store, "chat-2"))?;
    let stored = (one.job(&Protocol::from("chat-1"))?.is_some(), one.job(&Protocol::from("chat-2"))?.is_some());
    holds(stored == (true, false), "one secret starts one chat, also at the same time")
}

/// Two instances take the same due work: each checks whether it is still due, and deletes the due time together with
/// its work.
fn a_due_time_is_taken_once(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    let protocol = Protocol::from("interleaved");
    committed(one, |store| Ok(store.set_due("interleaved", "1", Some(Wall(1)), Wall(0))?))?;
    let take = |store: &mut dyn Store, text: &str| {
        if store.take_due("interleaved", "1", Wall(1))? {
            add_message(store, &protocol, text)?;
        }
        Ok(())
    };
    interleaved(one, other, |store| take(store, "one"), |store| take(store, "other"))?;
    let texts: Vec<_> = one.messages_after(&protocol, 2, 9)?.into_iter().map(|row| row.message).collect();
    holds(texts == ["one"], &format!("what is due happens once: {texts:?}"))
}

/// A fact is written while another transaction, which does not see it, checks the subject: the subject is checked again.
fn what_is_written_meanwhile_is_looked_at(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    let is_due = |store: &dyn Store, subject: &str| store.due_at("interleaved", subject).map(|at| at == Some(Wall(1)));
    let take = |store: &mut dyn Store, subject: &str| store.take_due("interleaved", subject, Wall(1)).map(|_| ());
    let mark = |store: &mut dyn Store, subject: &str| store.mark_due("interleaved", subject, Wall(1), Wall(1));
    let set = |store: &mut dyn Store, subject: &str| store.set_due("interleaved", subject, Some(Wall(1)), Wall(1));
    for subject in ["marked after", "set after", "marked before", "set before"] {
        committed(one, |store| Ok(set(store, subject)?))?;
    }
    side_by_side(one, other, |store| take(store, "marked after"), |store| mark(store, "marked after"))?;
    holds(is_due(one, "marked after")?, "a mark is not taken by who does not see it")?;
    side_by_side(one, other, |store| mark(store, "marked before"), |store| take(store, "marked before"))?;
    holds(
        is_due(one, "marked before")? == one.due_rows("interleaved", "marked before")?.len().eq(&1),
        "one mark stays, or none",
    )?;
    interleaved(one, other, |store| take(store, "set after"), |store| set(store, "set after"))?;
    holds(is_due(one, "set after")?, "a due time that is set again is not taken by who does not see what was written")?;
    interleaved(one, other, |store| set(store, "set before"), |store| take(store, "set before"))?;
    holds(!is_due(one, "set before")?, "a due time is taken by who sees what was written")
}

/// An effect is requested while the only earlier one of its sequence ends, and the other way round: the new effect does not wait for
/// one that has ended.
fn a_sequence_of_effects_goes_on(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    let append = |store: &mut dyn Store, id: &str| store.append_effect(&effects::of_sequence(id, "interleaved"));
    let end = |store: &mut dyn Store, id: &str| {
        let Some(row) = store.effect(id)? else { return Ok(()) };
        store.delete_effect(id)?;
        store.start_next_effect(&row, Wall(2)).map(|_| ())
    };
    let due = |store: &dyn Store| -> StoreResult<Vec<String>> {
        Ok(store.effects_until("interleaved", EffectLane::Prompt, Wall(9), 9)?.into_iter().map(|row| row.id).collect())
    };
    committed(one, |store| Ok(append(store, "e-1")?))?;
    interleaved(one, other, |store| end(store, "e-1"), |store| append(store, "e-2"))?;
    holds(due(other)? == ["e-2"], "an effect does not wait for one that ended meanwhile")?;
    interleaved(one, other, |store| append(store, "e-3"), |store| end(store, "e-2"))?;
    holds(due(other)? == ["e-3"], "an effect that was appended meanwhile begins when the earlier one ends")?;
    holds(other.effect("e-2")?.is_none(), "an effect that ended is not there again")
}

/// A transaction that checks a limit writes the next version of the limit's counter, also if the counter has no row
/// yet.
fn a_limit_is_checked_by_one_after_the_other(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    let start = |store: &mut dyn Store, protocol: &str| {
        store.next_version("limit/interleaved")?;
        match store.open_chats_of_address("interleaved address")? {
            0 | 1 => {
                let address_hash = Some("interleaved address".to_owned());
                store.put_web_chat(&WebChatRow { address_hash, ..chat(protocol) })
            }
            _ => Ok(()),
        }
    };
    interleaved(one, other, |store| start(store, "limit-1"), |store| start(store, "limit-2"))?;
    interleaved(one, other, |store| start(store, "limit-3"), |store| start(store, "limit-4"))?;
    let open = one.open_chats_of_address("interleaved address")?;
    holds(open == 2, &format!("no more than the limit: {open}"))
}

/// A queue's call, a number of a campaign and the agent's own call reserve the same agent at the same time. The
/// reservation is the only row that they have in common.
fn an_agent_gets_one_call(one: &mut dyn Store, other: &mut dyn Store) -> Check {
    let agent = AgentId::from("interleaved");
    let is_free = |store: &dyn Store| Ok(store.reservation_of(&agent)?.is_none());
    let ring = |store: &mut dyn Store, call: &str| match is_free(store)? {
        true => store.put_call(&voice::call_at(call, CallPhase::Ringing, &agent)),
        false => Ok(()),
    };
    let dial = |store: &mut dyn Store, call: &str| match is_free(store)? {
        true => store.insert_dial(&dialer::dial(call, call, agent.as_str(), "interleaved")),
        false => Ok(()),
    };
    let own_call = |store: &mut dyn Store, call: &str| match is_free(store)? {
        true => store.reserve_agent(&agent, call),
        false => Ok(()),
    };
    let is_of = |store: &dyn Store, call: &str, statement: &str| -> Check {
        let reservation = store.reservation_of(&agent)?.map(|row| row.unique_id);
        holds(reservation.as_deref() == Some(call), &format!("{statement}: {reservation:?}"))
    };
    interleaved(one, other, |store| ring(store, "i-1"), |store| dial(store, "i-2"))?;
    is_of(other, "i-1", "an agent whose telephone rings is not kept free for a campaign")?;
    holds(other.dial(&OrgUnitId::from("dial-unit"), "i-2")?.is_none(), "the campaign does not dial")?;
    committed(one, |store| Ok(store.put_call(&voice::call_at("i-1", CallPhase::Ended, &agent))?))?;
    interleaved(one, other, |store| dial(store, "i-3"), |store| ring(store, "i-4"))?;
    is_of(other, "i-3", "no other call rings at an agent who is kept free")?;
    holds(other.call(&Protocol::from("i-4"))?.is_none(), "the call does not ring")?;
    committed(one, |store| Ok(store.delete_dial("i-3")?))?;
    interleaved(one, other, |store| ring(store, "i-5"), |store| ring(store, "i-6"))?;
    is_of(other, "i-5", "two calls of two groups do not ring at one agent")?;
    committed(one, |store| Ok(store.put_call(&voice::call_at("i-5", CallPhase::Ended, &agent))?))?;
    interleaved(one, other, |store| own_call(store, "i-7"), |store| dial(store, "i-8"))?;
    is_of(other, "i-7", "an agent who dials is not kept free for a campaign")
}
