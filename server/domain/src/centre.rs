//! The contact centre's front: every entry opens a transaction, runs one area and closes it. A refusal leaves nothing
//! behind, not even a delivery. The rules are in the areas; this file only leads to them.

use crate::config::CentreConfig;
use crate::context::{Context, Delivery};
use crate::http::{Failure, HttpReply, HttpRequest};
use crate::routes;
use crate::store::{Store, StoreError, StoreResult};
use core_wasm::wire::Wall;

/// Holds no data: everything that it knows is in the store.
#[derive(Clone, Debug, Default)]
pub struct Centre {
    pub config: CentreConfig,
}

/// What one entry works with; handed down to every rule.
pub(crate) struct Work<'w, 'c> {
    pub config: &'w CentreConfig,
    pub store: &'w mut dyn Store,
    pub context: &'w mut Context<'c>,
}

impl Work<'_, '_> {
    pub fn now(&self) -> Wall {
        self.context.now
    }
}

impl Centre {
    pub fn new(config: CentreConfig) -> Self {
        Self { config }
    }

    /// Everything under the REST base address.
    pub fn http(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &HttpRequest) -> HttpReply {
        let outcome = self.transact(store, context, |work| routes::answer(work, request));
        match outcome {
            Ok((body, authorization)) => HttpReply { status: 200, authorization, body },
            Err(failure) => HttpReply::from_outcome(Err(failure)),
        }
    }

    /// Runs `change` in one transaction. What it delivered before a failure is forgotten with its changes.
    pub(crate) fn transact<T>(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        change: impl FnOnce(&mut Work<'_, '_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let delivered_before = std::mem::take(&mut context.delivery);
        let outcome =
            in_transaction(store, context, |store, context| change(&mut Work { config: &self.config, store, context }));
        context.fault = match &outcome {
            Err(Failure::Store(error)) => Some(error.clone()),
            _ => None,
        };
        if outcome.is_err() {
            context.delivery = Delivery::default();
        }
        context.delivery.add_earlier(delivered_before);
        outcome
    }

    /// The same for entries that no rule refuses.
    pub(crate) fn transact_store<T>(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        change: impl FnOnce(&mut Work<'_, '_>) -> StoreResult<T>,
    ) -> StoreResult<T> {
        self.transact(store, context, |work| change(work).map_err(Failure::from)).map_err(|failure| match failure {
            Failure::Store(error) => error,
            Failure::Refused { status, .. } => StoreError(format!("refused with {status}")),
        })
    }
}

fn in_transaction<T>(
    store: &mut dyn Store,
    context: &mut Context<'_>,
    change: impl FnOnce(&mut dyn Store, &mut Context<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    store.begin()?;
    let outcome = change(store, context).and_then(|value| Ok(store.commit().map(|()| value)?));
    if outcome.is_err() {
        // A roll-back that fails has nobody to tell; the next `begin` will.
        let _ = store.rollback();
    }
    outcome
}

#[cfg(test)]
mod tests;
