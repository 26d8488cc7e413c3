//! Effects: I/O that the domain requests in the transaction that causes it. A worker of the transport takes due effects, carries them out and
//! reports the outcome. An effect is carried out at least once; its id is the idempotency key.
//!
//! An attempt without an outcome (the process ended) may have succeeded; after `LEASE_MS` the kind decides what follows (`IfUncertain`). A failed
//! attempt is repeated after a growing pause, or after the pause that the other side asked for. An effect that was refused or failed too often is
//! dead: it stays until a supervisor asks for another attempt. Effects of one sequence are carried out in the order in which they were requested;
//! each begins when the earlier ones are done or dead. Each kind has lanes (`EffectLane`): prompt effects come before those of the mass lane. The
//! mass lane has its own sequences and its own limit of simultaneous attempts, so that no number of mass messages delays an agent's text. A worker
//! renews the lease of an effect that it still carries out.

use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::due::Due;
use crate::store::{EffectLane, EffectRow, Store, StoreError, StoreResult};
use serde::Serialize;
use wire::{OrgUnitId, Wall};

/// An attempt without an outcome is uncertain after this time, unless its worker renews the lease.
const LEASE_MS: i64 = 60_000;
/// Pause after the first failed attempt; doubled for each further one.
const FIRST_PAUSE_MS: i64 = 1_000;
/// The longest pause that the other side may ask for.
const LONGEST_ASKED_PAUSE_MS: u64 = 60 * 60_000;
/// A worker that has not taken a new effect is called again after this time.
const CALLED_AGAIN_MS: i64 = 2_000;

/// The kinds of effects. Their names are stored and must not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EffectKind {
    /// Sends the close notice and deletes the queue of an ended session at an external broker. Body: `EndedSession`.
    EndBrokerQueue,
    /// Sends a message to a customer through the provider of its route. Body: `WhatsAppSend`.
    SendWhatsApp,
    /// Sends a message of a broadcast to a customer through the provider of its route. Body: `BroadcastSend`.
    SendBroadcast,
    /// Asks the external service for the churn risk of a contact. Body: `ChurnQuestion`.
    ScoreChurn,
    /// Gives a command to the telephone system. Body: `CallCommand`.
    CommandTelephone,
    /// Fetches the file of a customer's message from the provider. Body: `FileOrder`.
    FetchFile,
    /// Deletes the content of files whose rows were deleted. Body: their identifiers.
    DeleteFiles,
}

impl EffectKind {
    /// Every kind of effect.
    pub const ALL: [EffectKind; 7] = [
        EffectKind::EndBrokerQueue,
        EffectKind::SendWhatsApp,
        EffectKind::SendBroadcast,
        EffectKind::ScoreChurn,
        EffectKind::CommandTelephone,
        EffectKind::FetchFile,
        EffectKind::DeleteFiles,
    ];

    /// Name of the kind in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            EffectKind::EndBrokerQueue => "end_broker_queue",
            EffectKind::SendWhatsApp => "send_whatsapp",
            EffectKind::SendBroadcast => "send_broadcast",
            EffectKind::ScoreChurn => "score_churn",
            EffectKind::CommandTelephone => "command_telephone",
            EffectKind::FetchFile => "fetch_file",
            EffectKind::DeleteFiles => "delete_files",
        }
    }

    /// The kind with this name in the store.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// The consequence of an attempt without an outcome: the process ended, and the other side may have carried out the
/// effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfUncertain {
    /// Another attempt, because carrying out the effect twice does no harm.
    Repeat,
    /// No further attempt, because carrying out the effect twice is worse than not at all. The worker reports that the
    /// outcome is unknown.
    Report,
}

/// The rules of a kind of effect.
struct EffectPolicy {
    /// The lane of an effect whose request names no lane.
    lane: EffectLane,
    if_uncertain: IfUncertain,
    /// The longest pause between failed attempts, in ms.
    longest_pause_ms: i64,
    /// Number of attempts before an effect is dead.
    max_attempts: u32,
}

impl EffectPolicy {
    const REPEATED: Self = Self {
        lane: EffectLane::Prompt,
        if_uncertain: IfUncertain::Repeat,
        longest_pause_ms: 5 * 60_000,
        max_attempts: 20,
    };
}

impl EffectKind {
    /// The consequence of an attempt without an outcome.
    pub fn if_uncertain(self) -> IfUncertain {
        self.policy().if_uncertain
    }

    fn policy(self) -> EffectPolicy {
        match self {
            // A customer must not get a message twice. The pause is short because attempts also detect that a route works again.
            EffectKind::SendWhatsApp => EffectPolicy {
                lane: EffectLane::Prompt,
                if_uncertain: IfUncertain::Report,
                longest_pause_ms: 60_000,
                max_attempts: 64,
            },
            EffectKind::SendBroadcast => EffectPolicy {
                lane: EffectLane::Mass,
                if_uncertain: IfUncertain::Report,
                longest_pause_ms: 60_000,
                max_attempts: 64,
            },
            // Providers keep files for days: a file is still fetched after a night of wrong credentials or of a full
            // disk.
            EffectKind::FetchFile => {
                EffectPolicy { longest_pause_ms: 30 * 60_000, max_attempts: 40, ..EffectPolicy::REPEATED }
            }
            EffectKind::EndBrokerQueue | EffectKind::CommandTelephone => EffectPolicy::REPEATED,
            // An import and the retention request thousands of these effects, and no agent waits for one of them.
            EffectKind::ScoreChurn | EffectKind::DeleteFiles => {
                EffectPolicy { lane: EffectLane::Mass, ..EffectPolicy::REPEATED }
            }
        }
    }
}

/// One attempt of an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Idempotency key: the same for every attempt.
    pub id: String,
    /// JSON that the kind defines.
    pub body: String,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    /// Whether the attempt began earlier and has no outcome. A worker that is not carrying it out now reports the outcome as unknown and
    /// makes no further attempt. Only for kinds with `IfUncertain::Report`.
    pub is_uncertain: bool,
}

/// An attempt that a worker carries out now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectLease {
    /// Identifier of the effect.
    pub id: String,
    /// Number of the attempt.
    pub attempt: u32,
}

impl Effect {
    /// The lease of this attempt.
    pub fn lease(&self) -> EffectLease {
        EffectLease { id: self.id.clone(), attempt: self.attempt }
    }
}

/// The outcome of an attempt. A cause is shown to supervisors and logged: it never contains the body or a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectOutcome {
    /// The effect is done.
    Done,
    /// The attempt failed; a later one may succeed.
    Failed {
        /// Why the attempt failed.
        cause: String,
        /// Milliseconds that the other side asked to wait (`Retry-After`).
        retry_after_ms: Option<u64>,
    },
    /// No further attempt can succeed.
    Refused(String),
}

impl Transaction<'_, '_> {
    /// Requests an effect that is carried out after this transaction.
    pub fn request_effect<T: Serialize>(
        &mut self,
        kind: EffectKind,
        org_unit: &OrgUnitId,
        body: &T,
    ) -> StoreResult<()> {
        self.request_effect_after(kind, org_unit, "", body)
    }

    /// Like `request_effect`; the effect waits for earlier effects of the sequence. An empty name means no sequence.
    pub fn request_effect_after<T: Serialize>(
        &mut self,
        kind: EffectKind,
        org_unit: &OrgUnitId,
        sequence: &str,
        body: &T,
    ) -> StoreResult<()> {
        self.request_effect_in(kind, kind.policy().lane, org_unit, sequence, body)
    }

    /// Like `request_effect_after`, in this lane. The effect waits only for earlier effects of the sequence in the same
    /// lane.
    pub fn request_effect_in<T: Serialize>(
        &mut self,
        kind: EffectKind,
        lane: EffectLane,
        org_unit: &OrgUnitId,
        sequence: &str,
        body: &T,
    ) -> StoreResult<()> {
        let row = EffectRow {
            id: self.context.random_hex(16),
            kind: kind.as_str().to_owned(),
            lane,
            body: serde_json::to_string(body).map_err(|error| StoreError::Corrupt(error.to_string()))?,
            org_unit_id: org_unit.clone(),
            created_at: self.now(),
            not_before: self.now(),
            attempts: 0,
            is_dead: false,
            cause: String::new(),
            sequence: sequence_in(lane, sequence),
            position: 0,
            is_waiting: false,
            is_running: false,
        };
        self.store.append_effect(&row)?;
        begin(self, kind)
    }
}

/// The name of a sequence in the store. In the prompt lane it is the name that was used before there were lanes.
fn sequence_in(lane: EffectLane, sequence: &str) -> String {
    match lane {
        EffectLane::Mass if !sequence.is_empty() => format!("{} {sequence}", lane.as_str()),
        EffectLane::Mass | EffectLane::Prompt => sequence.to_owned(),
    }
}

/// Wakes the worker of the kind at once, and again later: the first wake-up is lost if the server process ends right after its
/// commit.
fn begin(tx: &mut Transaction<'_, '_>, kind: EffectKind) -> StoreResult<()> {
    tx.context.recipients.effects.insert(kind);
    let again_at = tx.now().plus_ms(CALLED_AGAIN_MS);
    tx.mark_due(Due::Effects, kind.as_str(), again_at)
}

impl Centre {
    /// Begins an attempt of at most `limit` effects that are due, prompt ones first; the caller reports each with `end_effect`.
    pub fn take_effects(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        kind: EffectKind,
        limit: usize,
    ) -> StoreResult<Vec<Effect>> {
        self.transact_store(store, context, |tx| take(tx, kind, limit))
    }

    /// Begins attempts like `take_effects`, up to a limit for each lane.
    pub fn take_effects_of_lanes(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        kind: EffectKind,
        room: &[(EffectLane, usize)],
    ) -> StoreResult<Vec<(EffectLane, Effect)>> {
        self.transact_store(store, context, |tx| {
            let mut due = Vec::new();
            for (lane, limit) in room {
                due.extend(tx.store.effects_until(kind.as_str(), *lane, tx.now(), *limit)?);
            }
            begin_attempts(tx, kind, due)
        })
    }

    /// Renews the lease of attempts that are still carried out, so that they do not become uncertain. An attempt that has ended stays
    /// unchanged.
    pub fn renew_effects(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        kind: EffectKind,
        leases: &[EffectLease],
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| renew(tx, kind, leases))
    }

    /// Reports the outcome of an attempt. A second outcome of an effect, and a failure of an earlier attempt, change
    /// nothing.
    pub fn end_effect(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        effect: &Effect,
        outcome: EffectOutcome,
    ) -> StoreResult<()> {
        self.transact_store(store, context, |tx| end(tx, effect, outcome))
    }
}

/// Like `Centre::take_effects`, in a transaction that reads more.
pub(crate) fn take(tx: &mut Transaction<'_, '_>, kind: EffectKind, limit: usize) -> StoreResult<Vec<Effect>> {
    let mut due = Vec::new();
    for lane in EffectLane::ALL {
        due.extend(tx.store.effects_until(kind.as_str(), lane, tx.now(), limit.saturating_sub(due.len()))?);
    }
    Ok(begin_attempts(tx, kind, due)?.into_iter().map(|(_, effect)| effect).collect())
}

fn begin_attempts(
    tx: &mut Transaction<'_, '_>,
    kind: EffectKind,
    due: Vec<EffectRow>,
) -> StoreResult<Vec<(EffectLane, Effect)>> {
    let mut taken = Vec::new();
    for row in due {
        let is_uncertain = row.is_running && kind.if_uncertain() == IfUncertain::Report;
        let attempts = if is_uncertain { row.attempts } else { row.attempts.saturating_add(1) };
        let row = EffectRow { attempts, is_running: true, not_before: tx.now().plus_ms(LEASE_MS), ..row };
        tx.store.put_effect(&row)?;
        taken.push((row.lane, Effect { id: row.id, body: row.body, attempt: attempts, is_uncertain }));
    }
    set_due(tx, kind)?;
    Ok(taken)
}

fn renew(tx: &mut Transaction<'_, '_>, kind: EffectKind, leases: &[EffectLease]) -> StoreResult<()> {
    let not_before = tx.now().plus_ms(LEASE_MS);
    for EffectLease { id, attempt } in leases {
        let row = tx.store.effect(id)?;
        if let Some(row) = row.filter(|row| row.is_running && !row.is_dead && row.attempts == *attempt) {
            tx.store.put_effect(&EffectRow { not_before, ..row })?;
        }
    }
    set_due(tx, kind)
}

/// Like `Centre::end_effect`, in the transaction that applies the consequences of the outcome.
pub(crate) fn end(tx: &mut Transaction<'_, '_>, effect: &Effect, outcome: EffectOutcome) -> StoreResult<()> {
    let Some(row) = tx.store.effect(&effect.id)?.filter(|row| !row.is_dead) else { return Ok(()) };
    match outcome {
        EffectOutcome::Done => {
            tx.store.delete_effect(&row.id)?;
            start_next(tx, &row)
        }
        _ if row.attempts != effect.attempt => Ok(()),
        EffectOutcome::Failed { cause, retry_after_ms } if !is_last_attempt(&row) => {
            let Some(kind) = EffectKind::parse(&row.kind) else { return Ok(()) };
            let not_before = tx.now().plus_ms(pause_ms(tx.context, kind, row.attempts, retry_after_ms));
            tx.store.put_effect(&EffectRow { not_before, cause, is_running: false, ..row })?;
            set_due(tx, kind)
        }
        EffectOutcome::Failed { cause, .. } | EffectOutcome::Refused(cause) => {
            let dead = EffectRow { is_dead: true, is_running: false, not_before: tx.now(), cause, ..row.clone() };
            tx.store.put_effect(&dead)?;
            start_next(tx, &row)
        }
    }
}

/// Makes the effect after `ended` in its sequence due.
fn start_next(tx: &mut Transaction<'_, '_>, ended: &EffectRow) -> StoreResult<()> {
    match tx.store.start_next_effect(ended, tx.now())? {
        Some(next) => EffectKind::parse(&next.kind).map_or(Ok(()), |kind| begin(tx, kind)),
        None => Ok(()),
    }
}

/// Whether the effect is dead if this attempt fails.
pub(crate) fn is_last_attempt(row: &EffectRow) -> bool {
    EffectKind::parse(&row.kind).is_some_and(|kind| row.attempts >= kind.policy().max_attempts)
}

/// The pause after this number of failed attempts, or the longer one that the other side asked for. Up to a quarter is added at random, so
/// that effects that failed together are not repeated together.
fn pause_ms(context: &mut Context<'_>, kind: EffectKind, attempts: u32, asked_ms: Option<u64>) -> i64 {
    let grown =
        FIRST_PAUSE_MS.saturating_mul(1 << attempts.saturating_sub(1).min(16)).min(kind.policy().longest_pause_ms);
    let asked = i64::try_from(asked_ms.unwrap_or_default().min(LONGEST_ASKED_PAUSE_MS)).unwrap_or_default();
    let pause = grown.max(asked);
    let mut random = [0];
    context.entropy.fill(&mut random);
    pause + pause / 4 * i64::from(random[0]) / 255
}

/// Sets when the worker of the kind runs next.
fn set_due(tx: &mut Transaction<'_, '_>, kind: EffectKind) -> StoreResult<()> {
    let mut at: Option<Wall> = None;
    for lane in EffectLane::ALL {
        let next = tx.store.next_effect(kind.as_str(), lane)?.map(|row| row.not_before);
        at = at.into_iter().chain(next).min();
    }
    tx.set_due(Due::Effects, kind.as_str(), at)
}

/// Effects of the kind are due: wakes its worker.
pub(crate) fn call_worker(tx: &mut Transaction<'_, '_>, subject: &str) -> StoreResult<()> {
    if let Some(kind) = EffectKind::parse(subject) {
        tx.context.recipients.effects.insert(kind);
    }
    Ok(())
}

/// Wakes every worker at the start: an earlier process may have left effects undone.
pub(crate) fn start(tx: &mut Transaction<'_, '_>) -> StoreResult<()> {
    tx.context.recipients.effects.extend(EffectKind::ALL);
    Ok(())
}

/// Attempts a dead effect again, with the same idempotency key. An effect that is not dead is unchanged.
pub(crate) fn revive(tx: &mut Transaction<'_, '_>, row: &EffectRow) -> StoreResult<()> {
    if !row.is_dead {
        return Ok(());
    }
    let not_before = tx.now();
    // The repeated effect does not wait for its sequence, which went on without it.
    tx.store.put_effect(&EffectRow { is_dead: false, attempts: 0, not_before, ..row.clone() })?;
    EffectKind::parse(&row.kind).map_or(Ok(()), |kind| begin(tx, kind))
}

#[cfg(test)]
mod lane_tests;
#[cfg(test)]
mod tests;
