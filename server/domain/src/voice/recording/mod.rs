//! Recording of calls (docs/contract.md "Recording of calls", decision 115; BEY-138): off unless the queue or the campaign of a call demands it.
//!
//! A recording belongs to a call, not to an agent: it begins when an agent and the customer begin to talk, and goes on through hold, consultation,
//! conference, transfer and queue until the call ends. The telephone system says when sound is recorded and when silence; what was asked for is
//! kept apart. The bytes are the transport's.

mod machine;
mod playback;

pub(crate) use playback::{list, play};

use super::room;
use super::{CallCommand, RecordOrder, RecordingNews};
use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::effects::EffectKind;
use crate::http::Failure;
use crate::retention;
use crate::store::{
    CallPhase, CallRecordingRow, CallRow, JobRow, KeptFor, MediaRow, RecordingPhase, RecordingRule, Store, StoreResult,
};
use machine::{Event, Outcome};
use wire::{AgentId, CallRecording, MessageMedia, OrgUnitId, RecordingEnd, RecordingPause};

/// Type of the files.
const MIMETYPE: &str = "audio/wav";
/// Bytes of an identifier: 32 characters.
const ID_BYTES: usize = 16;

/// Agent and customer begin to talk, also after a queue: the call is recorded from now on if a rule demands it, and is not recorded yet.
pub(super) fn answered(tx: &mut Transaction<'_, '_>, job: &JobRow, call: &CallRow) -> StoreResult<()> {
    if !tx.config.voice.is_embedded() || tx.store.open_recording_of(&call.unique_id)?.is_some() {
        return Ok(());
    }
    let campaign = match &call.campaign {
        Some(campaign) => tx.store.queue_settings(&campaign.id)?.recording,
        None => RecordingRule::Off,
    };
    let rule = machine::rule_of(campaign, tx.store.queue_settings(&job.queue_id)?.recording);
    if rule == RecordingRule::Off {
        return Ok(());
    }
    let row = CallRecordingRow {
        id: tx.context.random_hex(ID_BYTES),
        protocol: job.protocol.clone(),
        unique_id: call.unique_id.clone(),
        org_unit_id: job.org_unit_id.clone(),
        rule,
        phase: RecordingPhase::Asked,
        pause_wanted: false,
        asked_at: tx.now(),
        began_at: None,
        paused_since: None,
        pauses: Vec::new(),
        ended_at: None,
        end: None,
    };
    tx.store.put_media(&MediaRow {
        id: row.id.clone(),
        protocol: row.protocol.clone(),
        agent_id: AgentId::default(),
        kind: MessageMedia::Audio,
        mimetype: MIMETYPE.to_owned(),
        file_name: format!("{}.wav", row.protocol),
        // Its length is that of the bytes.
        size: 0,
        created_at: tx.now(),
    })?;
    tx.store.insert_call_recording(&row)?;
    command(tx, &row, RecordOrder::Begin(rule))
}

fn command(tx: &mut Transaction<'_, '_>, row: &CallRecordingRow, order: RecordOrder) -> StoreResult<()> {
    let (call, recording) = (row.unique_id.clone(), row.id.clone());
    super::command(tx, &CallCommand::Record { call, recording, order })
}

/// Whether a command for a recording is still to be carried out.
pub(super) fn is_wanted(tx: &Transaction<'_, '_>, recording: &str, order: RecordOrder) -> StoreResult<bool> {
    let row = tx.store.call_recording(recording)?.filter(CallRecordingRow::is_open);
    Ok(match order {
        RecordOrder::Begin(_) => row.is_some_and(|row| row.phase == RecordingPhase::Asked),
        RecordOrder::Pause(paused) => row.is_some_and(|row| row.pause_wanted == paused),
        RecordOrder::End => true,
    })
}

/// The telephone system says something about a recording.
pub(super) fn news(tx: &mut Transaction<'_, '_>, recording: &str, news: RecordingNews) -> StoreResult<()> {
    let event = match news {
        RecordingNews::Began => Event::Began,
        RecordingNews::Paused(true) => Event::Paused,
        RecordingNews::Paused(false) => Event::Resumed,
        RecordingNews::Ended => Event::Ended(RecordingEnd::Complete),
        RecordingNews::Stopped => Event::Ended(RecordingEnd::Stopped),
    };
    let Some(row) = tx.store.call_recording(recording)? else { return Ok(()) };
    let unique_id = row.unique_id.clone();
    apply(tx, row, event)?;
    room::notify_agents_in_call(tx, &unique_id)
}

/// Stores what follows on an event.
fn apply(tx: &mut Transaction<'_, '_>, mut row: CallRecordingRow, event: Event) -> StoreResult<()> {
    let now = tx.now();
    match machine::next(row.phase, event) {
        Outcome::Nothing => {}
        Outcome::Goes(phase) => {
            row.phase = phase;
            row.began_at = row.began_at.or(Some(now));
            end_pause(&mut row, now);
            row.paused_since = (phase == RecordingPhase::Paused).then_some(now);
            tx.store.put_call_recording(&row)?;
        }
        Outcome::Over(end) => {
            end_pause(&mut row, now);
            (row.phase, row.ended_at, row.end) = (RecordingPhase::Over, Some(now), Some(end));
            tx.store.put_call_recording(&row)?;
            retention::keep(tx, KeptFor::Recordings, now)?;
        }
        Outcome::NeverBegan => {
            tx.store.delete_call_recording(&row.id)?;
            tx.store.delete_media(&row.id)?;
            tx.request_effect(EffectKind::DeleteFiles, &OrgUnitId::default(), &[&row.id])?;
        }
    }
    Ok(())
}

fn end_pause(row: &mut CallRecordingRow, now: wire::Wall) {
    if let Some(from) = row.paused_since.take() {
        row.pauses.push(RecordingPause { from, to: now });
    }
}

/// The call ended. The telephone system may say the same a moment later.
pub(super) fn call_over(tx: &mut Transaction<'_, '_>, unique_id: &str) -> StoreResult<()> {
    match tx.store.open_recording_of(unique_id)? {
        Some(row) => apply(tx, row, Event::Ended(RecordingEnd::Complete)),
        None => Ok(()),
    }
}

/// The call left the contact centre, which has no part in it any more.
pub(super) fn left(tx: &mut Transaction<'_, '_>, unique_id: &str) -> StoreResult<()> {
    let Some(row) = tx.store.open_recording_of(unique_id)? else { return Ok(()) };
    command(tx, &row, RecordOrder::End)?;
    apply(tx, row, Event::Ended(RecordingEnd::Complete))
}

/// Recordings end with the process that carried their calls.
pub(crate) fn end_at_start(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    let open = tx.store.open_recordings()?;
    open.into_iter().try_for_each(|row| apply(tx, row, Event::Ended(RecordingEnd::Interrupted)))
}

/// The agent wants silence to be recorded, or sound again. What is already so is a success.
pub(super) fn pause(tx: &mut Transaction<'_, '_>, call: &CallRow, paused: bool) -> Result<(), Failure> {
    let row = tx.store.open_recording_of(&call.unique_id)?;
    let has_begun = |row: &CallRecordingRow| row.phase != RecordingPhase::Asked;
    let row = row.filter(has_begun).ok_or_else(|| Failure::cause("notRecorded"))?;
    if row.pause_wanted == paused {
        return Ok(());
    }
    let row = CallRecordingRow { pause_wanted: paused, ..row };
    tx.store.put_call_recording(&row)?;
    Ok(command(tx, &row, RecordOrder::Pause(paused))?)
}

/// The recording of a call as its agents see it.
pub(super) fn view(tx: &Transaction<'_, '_>, call: &CallRow) -> StoreResult<Option<CallRecording>> {
    if call.phase != CallPhase::Talking {
        return Ok(None);
    }
    let row = tx.store.open_recording_of(&call.unique_id)?.filter(|row| row.phase != RecordingPhase::Asked);
    Ok(row.map(|row| CallRecording { paused_since: row.paused_since }))
}

impl Centre {
    /// The sound of a recording can no longer be written: it ends, and its call goes on.
    ///
    /// # Errors
    /// The store failed.
    pub fn recording_stopped(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        recording: &str,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| {
            let Some(row) = tx.store.call_recording(recording)?.filter(CallRecordingRow::is_open) else {
                return Ok(());
            };
            let unique_id = row.unique_id.clone();
            command(tx, &row, RecordOrder::End)?;
            apply(tx, row, Event::Ended(RecordingEnd::Stopped))?;
            room::notify_agents_in_call(tx, &unique_id)
        })
    }
}
