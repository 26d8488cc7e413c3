//! Time-driven changes: attendances of disconnected agents return to the queue, silent customers become inactive,
//! waiting customers without an open page leave the queue, expired tokens are deleted. The caller calls `tick` regularly.

use crate::broker::last_seen;
use crate::centre::{Centre, Transaction};
use crate::context::Context;
use crate::pauses;
use crate::router;
use crate::store::{EndedBy, JobRow, JobState, Store, StoreResult};
use crate::web_chat;
use wire::{ClientStatus, Wall};

/// Latest next call, even if nothing is due.
const LONGEST_SLEEP_MS: i64 = 60_000;
/// An expired token is kept this long, so that its holder gets the cause `expired` instead of `invalidToken`.
const EXPIRED_KEPT_MS: i64 = 24 * 60 * 60 * 1000;

/// Notification retention.
const NOTIFICATIONS_KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

impl Centre {
    /// Applies everything that is due; returns when it wants to be called next.
    pub fn tick(&self, store: &mut dyn Store, context: &mut Context<'_>) -> StoreResult<Wall> {
        self.transact_store(store, context, |tx| {
            let mut next = tx.now().plus_ms(LONGEST_SLEEP_MS);
            let mut left = Vec::new();
            for job in tx.store.jobs_in_state(JobState::Active)? {
                next = next.min(check_active(tx, job, &mut left)?);
            }
            router::return_to_queue(tx, left)?;
            for job in tx.store.jobs_in_state(JobState::Waiting)? {
                next = next.min(check_waiting(tx, job)?);
            }
            if let Some(due) = pauses::expire(tx)? {
                next = next.min(due);
            }
            router::assign_waiting(tx)?;
            tx.store.delete_old_notifications(tx.now().plus_ms(-NOTIFICATIONS_KEPT_MS))?;
            tx.store.delete_old_attempts(tx.now().plus_ms(-tx.config.sign_in_per_account.lock_ms))?;
            tx.store.delete_expired(tx.now().plus_ms(-EXPIRED_KEPT_MS))?;
            Ok(next)
        })
    }
}

/// Applies what is due for an active attendance; returns when it is due next, at least a millisecond from now. An
/// attendance whose agent is gone is added to `left`.
fn check_active(tx: &mut Transaction<'_, '_>, job: JobRow, left: &mut Vec<JobRow>) -> StoreResult<Wall> {
    let now = tx.now();
    let never = now.plus_ms(LONGEST_SLEEP_MS);
    let agent_gone_at = match last_seen(tx, &job.agent_id)? {
        Some(last) => last.plus_ms(tx.config.link_gone_ms),
        None => now,
    };
    if agent_gone_at <= now {
        left.push(job);
        return Ok(never);
    }
    if job.client_status != ClientStatus::Online {
        return Ok(agent_gone_at);
    }
    let silent_at = job.last_customer_activity.plus_ms(tx.config.customer_silent_ms);
    // A customer whose page never opened counts as gone since the assignment.
    let without_page_since = job.page_gone_since.or(job.assigned_at.filter(|_| !job.customer_seen));
    let page_gone_at = without_page_since.map(|since| since.plus_ms(tx.config.customer_page_gone_ms));
    let inactive_at = page_gone_at.map_or(silent_at, |at| at.min(silent_at));
    if inactive_at <= now {
        web_chat::set_inactive(tx, job)?;
        return Ok(agent_gone_at);
    }
    Ok(agent_gone_at.min(inactive_at))
}

fn check_waiting(tx: &mut Transaction<'_, '_>, job: JobRow) -> StoreResult<Wall> {
    let now = tx.now();
    // A customer whose page never opened counts as gone since the start.
    let Some(since) = job.page_gone_since.or((!job.customer_seen).then_some(job.waiting_since)) else {
        return Ok(now.plus_ms(LONGEST_SLEEP_MS));
    };
    let given_up_at = since.plus_ms(tx.config.customer_abandons_ms);
    if given_up_at <= now {
        web_chat::abandon(tx, job, EndedBy::System)?;
    }
    Ok(given_up_at.max(now.plus_ms(1)))
}

#[cfg(test)]
mod tests;
