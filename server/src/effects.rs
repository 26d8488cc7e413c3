//! Effects that the domain asks for. The worker of a kind waits for `EffectCalls`, then takes one effect after another,
//! carries it out and reports the outcome.

use std::collections::BTreeMap;

use contact_centre::store::StoreResult;
use contact_centre::{Effect, EffectKind, EffectOutcome};
use tokio::sync::Notify;

use crate::service::CentreService;

/// Calls the worker of each kind when effects are due.
pub struct EffectCalls(BTreeMap<EffectKind, Notify>);

impl Default for EffectCalls {
    fn default() -> Self {
        Self(EffectKind::ALL.into_iter().map(|kind| (kind, Notify::new())).collect())
    }
}

impl EffectCalls {
    /// Effects of these kinds are due.
    pub fn notify(&self, kinds: impl IntoIterator<Item = EffectKind>) {
        kinds.into_iter().filter_map(|kind| self.0.get(&kind)).for_each(Notify::notify_one);
    }

    /// Waits until effects of the kind are due; a call that came earlier counts.
    pub async fn of(&self, kind: EffectKind) {
        match self.0.get(&kind) {
            Some(calls) => calls.notified().await,
            None => std::future::pending().await,
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

/// Reports how an attempt ended.
///
/// # Errors
/// The store failed.
pub async fn end(service: &CentreService, kind: EffectKind, effect: Effect, outcome: EffectOutcome) -> StoreResult<()> {
    log(kind, &effect, &outcome);
    let ended =
        service.call(move |scope| scope.centre.end_effect(scope.store, scope.context, &effect, outcome.clone()));
    ended.await?
}

fn log(kind: EffectKind, effect: &Effect, outcome: &EffectOutcome) {
    let (kind, id, attempt) = (kind.as_str(), effect.id.as_str(), effect.attempt);
    match outcome {
        EffectOutcome::Done => {}
        EffectOutcome::Failed(cause) => tracing::warn!(kind, id, attempt, cause, "an effect failed"),
        EffectOutcome::Refused(cause) => tracing::error!(kind, id, attempt, cause, "an effect is given up"),
    }
}
