//! Effects that the domain requests. The worker of a kind waits for `EffectCalls`, then takes one effect after another, carries it out and
//! reports the outcome. When the server stops, workers take no further effects and finish those in progress: an interrupted attempt has no
//! outcome, and the agent would have to find out whether the message was sent.

mod worker;

pub use worker::{EffectWorker, LaneLimit, store_outcome};

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use contact_centre::store::StoreResult;
use contact_centre::{Effect, EffectKind, EffectOutcome};
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use crate::service::CentreService;

/// Longest time that the stop waits for effects in progress: a request to a provider takes at most 15 s.
const DRAIN_LIMIT: Duration = Duration::from_secs(17);

/// Wakes the worker of each kind when effects are due, and knows which workers still run.
pub struct EffectCalls {
    calls: BTreeMap<EffectKind, Notify>,
    workers: TaskTracker,
}

impl Default for EffectCalls {
    fn default() -> Self {
        let calls = EffectKind::ALL.into_iter().map(|kind| (kind, Notify::new())).collect();
        Self { calls, workers: TaskTracker::new() }
    }
}

impl EffectCalls {
    /// Wakes the workers of these kinds, whose effects are due.
    pub fn notify(&self, kinds: impl IntoIterator<Item = EffectKind>) {
        kinds.into_iter().filter_map(|kind| self.calls.get(&kind)).for_each(Notify::notify_one);
    }

    /// Waits until effects of the kind are due; an earlier wake-up counts.
    pub async fn of(&self, kind: EffectKind) {
        match self.calls.get(&kind) {
            Some(calls) => calls.notified().await,
            None => std::future::pending().await,
        }
    }

    /// Starts a worker. It returns after the server stopped and no effect is in progress.
    pub fn start_worker(&self, worker: impl Future<Output = ()> + Send + 'static) {
        self.workers.spawn(worker);
    }

    /// Waits until every worker has returned, at most `DRAIN_LIMIT`.
    pub async fn drain(&self) {
        self.workers.close();
        if timeout(DRAIN_LIMIT, self.workers.wait()).await.is_err() {
            tracing::warn!("requests to other services that did not end in time have no outcome");
        }
    }
}

/// Begins an attempt of the next effect of the kind that is due. The caller carries it out and reports the outcome with
/// `end`; without an outcome it is repeated later.
///
/// # Errors
/// The store failed.
pub async fn take(service: &CentreService, kind: EffectKind) -> StoreResult<Option<Effect>> {
    let taken = service.call(move |scope| scope.centre.take_effects(scope.store, scope.context, kind, 1));
    Ok(taken.await??.pop())
}

/// Reports the outcome of an attempt.
///
/// # Errors
/// The store failed.
pub async fn end(service: &CentreService, kind: EffectKind, effect: Effect, outcome: EffectOutcome) -> StoreResult<()> {
    log(kind, &effect, &outcome);
    let ended =
        service.call(move |scope| scope.centre.end_effect(scope.store, scope.context, &effect, outcome.clone()));
    ended.await?
}

/// Like `end`; a failure of the store is logged, and the effect is due again after its lease.
pub async fn end_or_log(service: &CentreService, kind: EffectKind, effect: Effect, outcome: EffectOutcome) {
    if let Err(error) = end(service, kind, effect, outcome).await {
        tracing::error!(kind = kind.as_str(), %error, "the outcome of an effect was not stored");
    }
}

fn log(kind: EffectKind, effect: &Effect, outcome: &EffectOutcome) {
    let (kind, id, attempt) = (kind.as_str(), effect.id.as_str(), effect.attempt);
    match outcome {
        EffectOutcome::Done => {}
        EffectOutcome::Failed { cause, .. } => tracing::warn!(kind, id, attempt, cause, "an effect failed"),
        EffectOutcome::Refused(cause) => tracing::error!(kind, id, attempt, cause, "an effect is given up"),
    }
}

#[cfg(test)]
mod tests;
