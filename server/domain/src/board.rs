//! The supervisor's live board: who of the org unit's agents is there, on which channels, since when. Read once, then told
//! agent by agent over the supervisor's own queue. Only supervisors with an open session are told.

use crate::auth::{self, Caller};
use crate::centre::Work;
use crate::channels;
use crate::events::queue_head;
use crate::http::json;
use crate::routes::{Answer, Call};
use crate::store::{AgentRow, StoreResult};
use core_wasm::wire::{AgentId, AgentRole, Channel, ChannelStatusRecord, Success, Wall};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Board {
    as_of_seq: u64,
    epoch: String,
    data: Vec<BoardRow>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BoardRow {
    agent_id: AgentId,
    agent_name: String,
    login_identifier: String,
    avatar: String,
    logged: bool,
    /// The broker link is up, as far as the transport has told.
    linked: bool,
    /// Since when `logged` is as it is.
    since: Option<Wall>,
    agent_absent_enabled: bool,
    absent_since: Option<Wall>,
    channels: BoardChannels,
}

/// None for a channel that the agent may not work on.
#[derive(Default, Serialize)]
struct BoardChannels {
    voice: Option<BoardChannel>,
    whatsapp: Option<BoardChannel>,
    chat: Option<BoardChannel>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BoardChannel {
    #[serde(flatten)]
    state: ChannelStatusRecord,
    active_attendances: u32,
    pause_exceeded: bool,
}

#[derive(Serialize)]
struct BoardEvent {
    /// Grows per agent: an older row than the one held is ignored.
    version: u64,
    agent: BoardRow,
}

/// `GET /supervisor/{id}/board`.
pub(crate) fn read(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    caller.must_be(&AgentId::from(call.param("id")))?;
    let mut data = Vec::new();
    for agent in work.store.agents()? {
        if stands_on_it(&agent) && agent.record.org_unit_id == caller.org_unit_id {
            data.push(row_of(work, agent)?);
        }
    }
    let head = queue_head(work, &caller.agent_id)?;
    json(&Board { as_of_seq: head.seq, epoch: head.epoch, data })
}

/// `POST /agents/{id}/force-disconnect`: a supervisor ends an agent's session. Without one there is nothing to end.
pub(crate) fn force_disconnect(work: &mut Work<'_, '_>, call: &Call, caller: &Caller) -> Answer {
    let agent = caller.supervised(work, &AgentId::from(call.param("id")))?;
    if let Some(session) = work.store.session(&agent.id)?.filter(|session| session.ended_at.is_none()) {
        auth::force_off(work, &session, "supervisor")?;
    }
    json(&Success { success: true })
}

/// Something about this agent changed that the board shows.
pub(crate) fn tell(work: &mut Work<'_, '_>, agent: &AgentId) -> StoreResult<()> {
    let Some(agent) = work.store.agent(agent)?.filter(stands_on_it) else { return Ok(()) };
    let mut readers = Vec::new();
    for supervisor in work.store.supervisors()? {
        let open = work.store.session(&supervisor.id)?.is_some_and(|session| session.ended_at.is_none());
        if open && supervisor.record.org_unit_id == agent.record.org_unit_id {
            readers.push(supervisor.id);
        }
    }
    if readers.is_empty() {
        return Ok(());
    }
    let version = work.store.next_number(&format!("agent-board/{}", agent.id))?;
    let event = BoardEvent { version, agent: row_of(work, agent)? };
    for reader in readers {
        work.tell(&reader, "AgentBoardEvent", &event)?;
    }
    Ok(())
}

fn stands_on_it(agent: &AgentRow) -> bool {
    agent.record.role == AgentRole::Agent
}

fn row_of(work: &Work<'_, '_>, agent: AgentRow) -> StoreResult<BoardRow> {
    let session = work.store.session(&agent.id)?;
    let logged = session.as_ref().is_some_and(|session| session.ended_at.is_none());
    let mut board = BoardChannels::default();
    for channel in agent.record.channels {
        let row = channels::row_of(work, &agent.id, channel)?;
        let shown = BoardChannel {
            state: channels::state(&row),
            active_attendances: row.open_jobs,
            pause_exceeded: row.pause.is_some_and(|pause| pause.exceeded),
        };
        match channel {
            Channel::Voice => board.voice = Some(shown),
            Channel::Whatsapp => board.whatsapp = Some(shown),
            Channel::Chat => board.chat = Some(shown),
        }
    }
    Ok(BoardRow {
        agent_id: agent.id,
        agent_name: agent.record.agent_name,
        login_identifier: agent.record.login_identifier,
        avatar: agent.record.avatar,
        logged,
        linked: logged && session.as_ref().is_some_and(|session| session.linked),
        since: session.map(|session| session.ended_at.unwrap_or(session.started_at)),
        agent_absent_enabled: agent.record.agent_absent.agent_absent_enabled,
        absent_since: agent.absence.map(|fact| fact.since),
        channels: board,
    })
}

#[cfg(test)]
mod tests;
