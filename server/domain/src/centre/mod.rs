//! The contact centre's front: every entry opens a transaction, runs one area and closes it. A refusal leaves nothing
//! behind, not even a delivery, unless it says so. The rules are in the areas; this file only leads to them.

use crate::config::CentreConfig;
use crate::context::{Context, PasswordOutcome, PasswordTask, Recipients};
use crate::http::{Failure, HttpReply, HttpRequest, HttpStep};
use crate::routes;
use crate::store::{Store, StoreError, StoreResult};
use core_wasm::wire::Wall;

/// A call asks for one; what it asks for can change once while nobody held the store.
const MOST_PASSWORD_TASKS: usize = 4;

/// Holds no data: everything that it knows is in the store.
#[derive(Clone, Debug, Default)]
pub struct Centre {
    pub config: CentreConfig,
}

/// What one entry works with; handed down to every rule.
pub(crate) struct Transaction<'w, 'c> {
    pub config: &'w CentreConfig,
    pub store: &'w mut dyn Store,
    pub context: &'w mut Context<'c>,
}

impl Transaction<'_, '_> {
    pub fn now(&self) -> Wall {
        self.context.now
    }

    /// The outcome of work on a password; where it is not there yet, the call ends and is run again with it.
    pub fn password(&self, task: PasswordTask) -> Result<PasswordOutcome, Failure> {
        self.context.password_outcome(&task).ok_or(Failure::Password(task))
    }
}

impl Centre {
    pub fn new(config: CentreConfig) -> Self {
        Self { config }
    }

    /// Everything under the REST base address, in one go: passwords are worked on while the store is held.
    pub fn http(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &HttpRequest) -> HttpReply {
        for _ in 0..MOST_PASSWORD_TASKS {
            match self.http_step(store, context, request) {
                HttpStep::Done(reply) => return reply,
                HttpStep::Password(task) => {
                    let outcome = task.run(context.hasher);
                    context.password = Some((task, outcome));
                }
            }
        }
        HttpReply::from_outcome(Err(Failure::Store(StoreError("a password was asked for again and again".to_owned()))))
    }

    /// The same, but a password is left to the caller: it takes long, and the store need not be held meanwhile.
    pub fn http_step(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &HttpRequest) -> HttpStep {
        let outcome = self.transact(store, context, |tx| routes::answer(tx, request));
        match outcome {
            Ok((body, authorization)) => {
                HttpStep::Done(HttpReply { status: 200, authorization, body, ..HttpReply::default() })
            }
            Err(Failure::Password(task)) => HttpStep::Password(task),
            Err(failure) => HttpStep::Done(HttpReply::from_outcome(Err(failure))),
        }
    }

    /// Runs `change` in one transaction. What it delivered before a failure is forgotten with its changes.
    pub(crate) fn transact<T>(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        change: impl FnOnce(&mut Transaction<'_, '_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let earlier_recipients = std::mem::take(&mut context.recipients);
        let outcome = in_transaction(store, context, |store, context| {
            change(&mut Transaction { config: &self.config, store, context })
        });
        context.fault = match &outcome {
            Err(Failure::Store(error)) => Some(error.clone()),
            _ => None,
        };
        if outcome.is_err() {
            context.recipients = Recipients::default();
        }
        context.recipients.add_earlier(earlier_recipients);
        outcome
    }

    /// The same for entries that no rule refuses.
    pub(crate) fn transact_store<T>(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        change: impl FnOnce(&mut Transaction<'_, '_>) -> StoreResult<T>,
    ) -> StoreResult<T> {
        self.transact(store, context, |tx| change(tx).map_err(Failure::from)).map_err(|failure| match failure {
            Failure::Store(error) => error,
            Failure::Refused { status, .. } => StoreError(format!("refused with {status}")),
            Failure::Password(_) => StoreError("a password was asked for".to_owned()),
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
    if outcome.as_ref().is_err_and(Failure::keeps) {
        store.commit()?;
    } else if outcome.is_err() {
        // A roll-back that fails has nobody to tell; the next `begin` will.
        let _ = store.rollback();
    }
    outcome
}

#[cfg(test)]
mod tests;
