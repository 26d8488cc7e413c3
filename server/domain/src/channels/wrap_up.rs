//! The wrap-up: a time after a call in which no other call rings at the agent, set by the queue. It ends by itself, by the agent, when
//! another call was answered, or with the session. A call that nobody answers interrupts it, and it continues afterwards. While voice is
//! disconnected it continues too. Neither makes it longer or shorter.

use super::pause::begin_scheduled;
use super::{publish_change, publish_status, reply, row_of, save};
use crate::auth::{Caller, NamesAgent, OwnCall};
use crate::call::Answer;
use crate::centre::Transaction;
use crate::due::Due;
use crate::http::Failure;
use crate::notifications;
use crate::store::{ChannelRow, JobRow, StoreResult, WrapUpFact};
use wire::{AgentId, Channel, ChannelChange, WrapUp, WrapUpRequest};

/// Time that one extension of the wrap-up adds.
const EXTENSION_MS: i64 = 60_000;

impl NamesAgent for WrapUpRequest {
    fn agent(&self) -> Option<&AgentId> {
        None
    }
}

/// The wrap-up in the form that the agent's page receives.
pub(super) fn shown(fact: &WrapUpFact) -> WrapUp {
    WrapUp {
        protocol: fact.protocol.clone(),
        since: Some(fact.since),
        until: fact.until,
        extended: fact.extended,
        extensions: fact.extensions,
    }
}

/// Begins the wrap-up after an answered call ended. It is published before the end of the call, so that no page shows the agent as
/// available in between.
pub(crate) fn begin(tx: &mut Transaction<'_, '_>, job: &JobRow) -> StoreResult<()> {
    let settings = tx.store.queue_settings(&job.queue_id)?;
    let is_signed_in = tx.store.session(&job.agent_id)?.is_some_and(|session| session.ended_at.is_none());
    let mut row = row_of(tx, &job.agent_id, Channel::Voice)?;
    let interrupted = row.interrupted_wrap_up.take();
    if settings.wrap_up_seconds == 0 || !is_signed_in {
        if interrupted.is_some() {
            tx.store.put_channel(&row)?;
        }
        return Ok(());
    }
    let fact = WrapUpFact {
        protocol: job.protocol.clone(),
        since: tx.now(),
        until: tx.now().plus_ms(i64::from(settings.wrap_up_seconds) * 1_000),
        extended: 0,
        extensions: settings.wrap_up_extensions,
    };
    store_wrap_up(tx, ChannelRow { wrap_up: Some(fact), ..row })?;
    publish_status(tx, &job.agent_id)
}

/// Stores the row and when its wrap-up ends.
fn store_wrap_up(tx: &mut Transaction<'_, '_>, row: ChannelRow) -> StoreResult<ChannelRow> {
    let until = row.wrap_up.as_ref().map(|fact| fact.until);
    tx.set_due(Due::WrapUp, row.agent_id.as_str(), until)?;
    save(tx, row)
}

/// Removes the wrap-up from a row that the caller stores: the agent leaves.
pub(super) fn remove(tx: &mut Transaction<'_, '_>, row: &mut ChannelRow) -> StoreResult<()> {
    interrupt(tx, row)?;
    row.interrupted_wrap_up = None;
    Ok(())
}

/// Interrupts the wrap-up of a row that the caller stores: the agent has another call.
pub(super) fn interrupt(tx: &mut Transaction<'_, '_>, row: &mut ChannelRow) -> StoreResult<()> {
    if let Some(fact) = row.wrap_up.take() {
        tx.set_due(Due::WrapUp, row.agent_id.as_str(), None)?;
        row.interrupted_wrap_up = Some(fact);
    }
    Ok(())
}

/// Continues an interrupted wrap-up whose time is not over, in a row that the caller stores: the call that interrupted it has ended.
pub(super) fn resume(tx: &mut Transaction<'_, '_>, row: &mut ChannelRow) -> StoreResult<()> {
    let now = tx.now();
    let Some(fact) = row.interrupted_wrap_up.take().filter(|fact| fact.until > now) else { return Ok(()) };
    if row.wrap_up.is_none() {
        tx.set_due(Due::WrapUp, row.agent_id.as_str(), Some(fact.until))?;
        row.wrap_up = Some(fact);
    }
    Ok(())
}

/// After the end of a wrap-up: begins a pause that waited for it, or assigns the agent the next call.
fn after_wrap_up(tx: &mut Transaction<'_, '_>, row: ChannelRow) -> StoreResult<()> {
    let mut row = ChannelRow { wrap_up: None, ..row };
    row.idle_since = tx.now();
    let begun = row.connected && row.open_jobs == 0 && begin_scheduled(&mut row, tx.now());
    let row = store_wrap_up(tx, row)?;
    if begun {
        publish_change(tx, &row, ChannelChange::Pause)?;
        if let Some(pause) = row.pause {
            notifications::raise_pause(tx, &row.agent_id, Channel::Voice, pause)?;
        }
        return Ok(());
    }
    publish_status(tx, &row.agent_id)?;
    tx.agent_is_free(&row.agent_id)
}

/// Due work: the time of the wrap-up is over. Subject: the agent.
pub(crate) fn is_due(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    let row = row_of(tx, &AgentId::from(subject), Channel::Voice)?;
    match &row.wrap_up {
        Some(fact) if fact.until <= tx.now() => after_wrap_up(tx, row),
        Some(_) => store_wrap_up(tx, row).map(|_| ()),
        None => Ok(()),
    }
}

/// `POST /channels/voice/wrap-up/end/agent/{id}`. Idempotent: a wrap-up that is over is a success.
pub(crate) fn end_now(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let WrapUpRequest { protocol, .. } = call.body()?;
    let row = row_of(tx, &caller.agent_id, Channel::Voice)?;
    if row.wrap_up.as_ref().is_some_and(|fact| fact.protocol == protocol) {
        after_wrap_up(tx, row)?;
    }
    reply(tx, &caller.agent_id, Channel::Voice)
}

/// `POST /channels/voice/wrap-up/extend/agent/{id}`: adds a minute. Idempotent by the number of the extension.
pub(crate) fn extend(tx: &mut Transaction<'_, '_>, call: &OwnCall<'_>, caller: &Caller) -> Answer {
    let WrapUpRequest { protocol, extension } = call.body()?;
    let mut row = row_of(tx, &caller.agent_id, Channel::Voice)?;
    match extended(row.wrap_up.as_ref().filter(|fact| fact.protocol == protocol), extension) {
        Extended::Over => return Err(Failure::cause("wrapUpOver")),
        Extended::UsedUp => return Err(Failure::cause("noMoreExtensions")),
        Extended::Repeated => {}
        Extended::To(fact) => {
            row.wrap_up = Some(fact);
            store_wrap_up(tx, row)?;
            publish_status(tx, &caller.agent_id)?;
        }
    }
    reply(tx, &caller.agent_id, Channel::Voice)
}

/// The outcome of a request for an extension of the wrap-up.
#[derive(Debug, PartialEq, Eq)]
enum Extended {
    /// The wrap-up of that call is over.
    Over,
    /// The queue allows no further extension.
    UsedUp,
    /// The extension with this number was given before.
    Repeated,
    /// The wrap-up lasts a minute longer.
    To(WrapUpFact),
}

fn extended(fact: Option<&WrapUpFact>, extension: u32) -> Extended {
    match fact {
        None => Extended::Over,
        Some(fact) if (1..=fact.extended).contains(&extension) => Extended::Repeated,
        Some(fact) if fact.extended >= fact.extensions || extension != fact.extended + 1 => Extended::UsedUp,
        Some(fact) => Extended::To(WrapUpFact {
            extended: fact.extended + 1,
            until: fact.until.plus_ms(EXTENSION_MS),
            ..fact.clone()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::Wall;

    #[test]
    fn an_extension_of_the_wrap_up_is_given_once_for_its_number_and_as_often_as_the_queue_allows() {
        let fact = |extended| WrapUpFact {
            protocol: "1".into(),
            since: Wall(0),
            until: Wall(60_000),
            extended,
            extensions: 2,
        };
        let longer = |extended| Extended::To(WrapUpFact { until: Wall(120_000), ..fact(extended) });
        for (name, held, extension, expected) in [
            ("the first", Some(fact(0)), 1, longer(1)),
            ("the second", Some(fact(1)), 2, longer(2)),
            ("the first again", Some(fact(1)), 1, Extended::Repeated),
            ("the first after the second", Some(fact(2)), 1, Extended::Repeated),
            ("the third", Some(fact(2)), 3, Extended::UsedUp),
            ("one is left out", Some(fact(0)), 2, Extended::UsedUp),
            ("no number", Some(fact(0)), 0, Extended::UsedUp),
            ("it is over", None, 1, Extended::Over),
        ] {
            assert_eq!(extended(held.as_ref(), extension), expected, "{name}");
        }
    }
}
