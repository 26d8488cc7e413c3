//! The entry point of the domain: every method runs one area in one transaction. A refusal discards changes and
//! recipients unless it is marked `keeping`. The rules are in the areas.

mod registered;
mod rules;

pub(crate) use registered::{Areas, Customers, Presence};
pub(crate) use rules::{AgentChoice, ChannelRules, CustomerNews, Offer};

use crate::config::CentreConfig;
use crate::context::{Context, Recipients};
use crate::http::Failure;
use crate::password_hashing::{PasswordOutcome, PasswordTask};
use crate::store::{OfCountry, Store, StoreError, StoreResult};
use wire::Wall;

/// The contact centre. It holds only its configuration and its areas; all data is in the store.
#[derive(Clone, Debug)]
pub struct Centre {
    /// Configuration.
    pub config: CentreConfig,
    pub(crate) areas: &'static Areas,
}

/// The configuration, store and context of one request, passed to every rule.
pub(crate) struct Transaction<'w, 'c> {
    pub config: &'w CentreConfig,
    pub areas: &'static Areas,
    pub store: &'w mut dyn Store,
    pub context: &'w mut Context<'c>,
}

impl Transaction<'_, '_> {
    pub fn now(&self) -> Wall {
        self.context.now
    }

    /// The outcome of a password task. If it is not available yet, this run ends and the request is run again with the
    /// outcome. Changes made before are kept, so there must be none but a counted sign-in.
    pub fn password(&self, task: PasswordTask) -> Result<PasswordOutcome, Failure> {
        self.context.password_outcome(&task).ok_or(Failure::Password(task))
    }
}

impl Centre {
    /// Runs `change` in one transaction; a failure discards its changes and its recipients.
    pub(crate) fn transact<T>(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        change: impl FnOnce(&mut Transaction<'_, '_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let earlier_recipients = std::mem::take(&mut context.recipients);
        let earlier_due = context.due.take();
        let outcome = in_transaction(store, context, |store, context| {
            let store = &mut OfCountry { backend: store, country: self.config.number_country };
            change(&mut Transaction { config: &self.config, areas: self.areas, store, context })
        });
        context.fault = match &outcome {
            Err(Failure::Store(error)) => Some(error.clone()),
            _ => None,
        };
        match &outcome {
            Ok(_) => {}
            // The changes may be stored. A recipient that is notified although nothing changed finds nothing new, so the recipients stay. If the
            // secret of a new account was not stored, its page requests another one.
            Err(Failure::Store(StoreError::InDoubt(_))) => {}
            Err(_) => {
                context.recipients = Recipients::default();
                context.due = None;
            }
        }
        if let Some(due) = earlier_due {
            context.note_due(due);
        }
        context.recipients.add_earlier(earlier_recipients);
        outcome
    }

    /// Like `transact`, for methods that no rule refuses.
    pub(crate) fn transact_store<T>(
        &self,
        store: &mut dyn Store,
        context: &mut Context<'_>,
        change: impl FnOnce(&mut Transaction<'_, '_>) -> StoreResult<T>,
    ) -> StoreResult<T> {
        self.transact(store, context, |tx| change(tx).map_err(Failure::from)).map_err(|failure| match failure {
            Failure::Store(error) => error,
            Failure::Refused { status, .. } => StoreError::Corrupt(format!("refused with {status}")),
            Failure::Password(_) => StoreError::Corrupt("the entry needs a password task".to_owned()),
        })
    }
}

fn in_transaction<T>(
    store: &mut dyn Store,
    context: &mut Context<'_>,
    change: impl FnOnce(&mut dyn Store, &mut Context<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    store.begin()?;
    let outcome = change(store, context);
    let is_kept = match &outcome {
        Ok(_) => true,
        Err(failure) => failure.keeps(),
    };
    let ended = if is_kept { store.commit() } else { store.rollback() };
    if is_kept && ended.is_err() {
        // This error is ignored: the caller gets the failure of the commit.
        let _ = store.rollback();
    }
    match ended {
        Err(error) if is_kept => Err(error.into()),
        // The error of the roll-back is dropped, because its cause says more; the next `begin` reports it.
        _ => outcome,
    }
}

#[cfg(test)]
mod tests;
