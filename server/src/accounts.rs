//! `workspace-server account create` and `account reset-second-factor`.

use std::fs::File;

use contact_centre::wire::{AgentId, OrgUnitId};
use contact_centre::{AccountError, Argon2id, CentreConfig, NewAccount};
use thiserror::Error;

use crate::service::CentreService;
use crate::settings::NewAccountArguments;
use crate::store::{self, Location, OpenDatabase, OpenError};

/// Why an account was not created or changed; displayed as one sentence.
#[derive(Debug, Error)]
pub enum AccountCommandError {
    /// The data folder or the database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The account is invalid, exists already, is unknown, or cannot be stored.
    #[error("{0}")]
    Account(AccountError),
}

impl From<AccountError> for AccountCommandError {
    fn from(error: AccountError) -> Self {
        AccountCommandError::Account(error)
    }
}

/// Creates an account, while servers run; returns its identifier.
///
/// # Errors
/// See `AccountCommandError`; nothing was changed then.
pub async fn create(
    database: &Location,
    account: NewAccountArguments,
    password: String,
) -> Result<AgentId, AccountCommandError> {
    // The lock of the data folder, if no server has it, is held until the end of the command.
    let (service, _lock) = open(database).await?;
    let account = NewAccount {
        login: account.login,
        name: account.name,
        password,
        role: account.role.into(),
        org_unit: OrgUnitId::from(account.org_unit),
        queues: account.queues,
    };
    let created = service.call(move |scope| contact_centre::create_account(scope.store, scope.context, &account)).await;
    Ok(created.map_err(AccountError::Store)??)
}

/// Removes the second factor of an account, while servers run, which close the links of its session; returns the agent.
///
/// # Errors
/// See `AccountCommandError`; nothing was changed then.
pub async fn reset_second_factor(database: &Location, login: String) -> Result<AgentId, AccountCommandError> {
    // The lock of the data folder, if no server has it, is held until the end of the command.
    let (service, _lock) = open(database).await?;
    let reset = service.call(move |scope| scope.centre.reset_second_factor(scope.store, scope.context, &login)).await;
    Ok(reset.map_err(AccountError::Store)??)
}

async fn open(database: &Location) -> Result<(CentreService, Option<File>), AccountCommandError> {
    let OpenDatabase { stores, lock } = store::open_for_change(database).await?;
    let opened = CentreService::open(CentreConfig::default(), Argon2id::standard(), stores).await;
    Ok((opened.map_err(AccountError::Store)?, lock))
}
