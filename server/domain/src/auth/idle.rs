//! The end of a session by its age, or because its agent did nothing for `session_idle_ms`.
//!
//! An *act* is a request that the agent causes: every one that changes something, but for those that the page sends by itself
//! (`ApiRoute::is_act`). A GET request is no act, because the page also sends GET requests by itself. A telephone call keeps the session open,
//! because its agent speaks and sends no request. Attendances by text do not: the customer would wait for an absent agent. They stay with an
//! agent who signs in again within `link_gone_ms`.

use super::{Caller, force_end};
use crate::centre::Transaction;
use crate::due::Due;
use crate::store::{JobState, SessionRow, StoreResult};
use wire::{AgentId, Channel, Wall};

/// The time of the last act is stored at most this often.
const ACT_WRITTEN_MS: i64 = 30_000;
/// The idle time begins at most this long after the end of a call.
const CALL_CHECK_MS: i64 = 60_000;

/// Sets when the session ends unless its agent acts.
pub(crate) fn set_session_end(tx: &mut Transaction<'_, '_>, session: &SessionRow) -> StoreResult<()> {
    let (ends_at, _) = end_of(tx, session);
    tx.set_due(Due::SessionEnd, session.agent_id.as_str(), Some(ends_at))
}

/// When the session ends if its agent does nothing more, and whether the idle time is the reason.
fn end_of(tx: &Transaction<'_, '_>, session: &SessionRow) -> (Wall, bool) {
    let by_age = session.started_at.plus_ms(tx.config.session_ms);
    let acted_at = session.acted_at.unwrap_or(session.started_at);
    match tx.config.session_idle_ms.map(|idle_ms| acted_at.plus_ms(idle_ms)) {
        Some(by_idling) if by_idling < by_age => (by_idling, true),
        _ => (by_age, false),
    }
}

/// When the agent's session ends if the agent does nothing more; `None` if idle sessions do not end in this
/// installation.
pub(super) fn idle_end(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<Option<Wall>> {
    if tx.config.session_idle_ms.is_none() {
        return Ok(None);
    }
    let session = tx.store.session(agent)?.filter(|session| session.ended_at.is_none());
    let ends_at = session.map(|session| end_of(tx, &session)).filter(|(_, by_idling)| *by_idling);
    match ends_at {
        Some((ends_at, _)) if !is_in_call(tx, agent)? => Ok(Some(ends_at)),
        _ => Ok(None),
    }
}

/// Records that the agent caused a request of the session.
pub(crate) fn note_act(tx: &mut Transaction<'_, '_>, caller: &Caller) -> StoreResult<()> {
    if tx.config.session_idle_ms.is_none() {
        return Ok(());
    }
    let session = tx.store.session(&caller.agent_id)?;
    let session = session.filter(|row| row.session_id == caller.session_id && row.ended_at.is_none());
    let now = tx.now();
    match session {
        Some(session) if now.since_ms(session.acted_at.unwrap_or(session.started_at)) >= ACT_WRITTEN_MS => {
            tx.store.put_session(&SessionRow { acted_at: Some(now), ..session })
        }
        _ => Ok(()),
    }
}

/// Due work: ends the session if it reached its longest life or if its agent was idle for too long. Its tokens stay, so that a page that was
/// offline also gets the reason in the answer.
pub(crate) fn session_is_due(tx: &mut Transaction<'_, '_>, agent: &str) -> StoreResult<()> {
    let agent_id = AgentId::from(agent);
    let Some(session) = tx.store.session(&agent_id)?.filter(|session| session.ended_at.is_none()) else {
        return Ok(());
    };
    let now = tx.now();
    let (ends_at, by_idling) = end_of(tx, &session);
    if ends_at > now {
        return tx.set_due(Due::SessionEnd, agent, Some(ends_at));
    }
    if !by_idling {
        return force_end(tx, &session, "expired");
    }
    if is_in_call(tx, &agent_id)? {
        let session = SessionRow { acted_at: Some(now), ..session };
        tx.store.put_session(&session)?;
        let (ends_at, _) = end_of(tx, &session);
        return tx.set_due(Due::SessionEnd, agent, Some(ends_at.min(now.plus_ms(CALL_CHECK_MS))));
    }
    force_end(tx, &SessionRow { ended_idle: true, ..session }, "idle")
}

fn is_in_call(tx: &Transaction<'_, '_>, agent: &AgentId) -> StoreResult<bool> {
    let jobs = tx.store.jobs_of_agent_in(agent, JobState::Active)?;
    Ok(jobs.iter().any(|job| job.channel == Channel::Voice))
}
