//! The pause of a channel as a fact of its row: how it begins, ends, is scheduled and reaches its maximum. `pauses` decides which agent
//! may begin which pause.

use crate::centre::Transaction;
use crate::due::Due;
use crate::store::{ChannelRow, PauseFact, StoreResult};
use wire::{AgentId, Channel, Wall};

/// Starts a pause now; a pause in force ends now.
pub(crate) fn begin_pause(row: &mut ChannelRow, pause: PauseFact, now: Wall) {
    end_pause(row, now);
    row.scheduled_pause = None;
    row.pause = Some(PauseFact { since: now, ..pause });
}

/// Ends the pause and adds its length to `paused_ms`; a scheduled pause is kept.
pub(crate) fn end_pause(row: &mut ChannelRow, now: Wall) {
    if let Some(pause) = row.pause.take() {
        row.paused_ms += now.since_ms(pause.since).max(0);
    }
}

/// An attendance opens in a pause, for example a call that rang when the agent paused: the pause goes on when the last active attendance
/// ends (CHN-010).
pub(super) fn postpone_pause(row: &mut ChannelRow, now: Wall) {
    let running = row.pause.clone();
    end_pause(row, now);
    if let Some(pause) = running {
        row.scheduled_pause = Some(PauseFact { since: now, exceeded: false, ..pause });
    }
}

/// Starts the scheduled pause after the last active attendance; returns whether there was one.
pub(super) fn begin_scheduled(row: &mut ChannelRow, now: Wall) -> bool {
    match row.scheduled_pause.take() {
        Some(pause) => {
            begin_pause(row, pause, now);
            true
        }
        None => false,
    }
}

/// The pause of a channel whose login starts paused (SES-058).
pub(super) fn login_pause(tx: &Transaction<'_, '_>, row: &ChannelRow) -> StoreResult<Option<PauseFact>> {
    let Some(agent) = tx.store.agent(&row.agent_id)? else { return Ok(None) };
    if row.channel != Channel::Voice || !agent.record.agent_login_starts_paused.voice {
        return Ok(None);
    }
    let pauses = tx.store.pauses_of(&agent.record.org_unit_id)?;
    Ok(pauses.into_iter().find(|pause| pause.login).map(|pause| PauseFact {
        id: pause.id,
        name: pause.name,
        since: tx.now(),
        max_seconds: pause.max_seconds,
        exceeded: false,
    }))
}

/// Subject of `Due::PauseMaximum`.
fn subject(agent: &AgentId, channel: Channel) -> String {
    format!("{agent}/{}", channel.as_str())
}

/// Sets when the pause in force exceeds its maximum.
pub(crate) fn set_pause_maximum_due(tx: &mut Transaction<'_, '_>, row: &ChannelRow) -> StoreResult<()> {
    tx.set_due(Due::PauseMaximum, &subject(&row.agent_id, row.channel), pause_maximum_at(row))
}

/// When the agent is notified of the exceeded maximum; `None` for a pause without maximum and after the notification.
pub(crate) fn pause_maximum_at(row: &ChannelRow) -> Option<Wall> {
    let pause = row.pause.as_ref().filter(|pause| pause.max_seconds > 0 && !pause.exceeded)?;
    Some(pause.since.plus_ms(i64::from(pause.max_seconds) * 1000))
}
