//! `workspace-server account create`.

use contact_centre::wire::{AgentId, OrgUnitId};
use contact_centre::{AccountError, Argon2id, CentreConfig, NewAccount};
use thiserror::Error;

use crate::service::CentreService;
use crate::settings::NewAccountArguments;
use crate::store::{self, Location, OpenError};

/// Why an account was not created; displayed as one sentence.
#[derive(Debug, Error)]
pub enum CreateError {
    /// The data folder or the database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The account is invalid, exists, or cannot be stored.
    #[error("{0}")]
    Account(AccountError),
}

impl From<AccountError> for CreateError {
    fn from(error: AccountError) -> Self {
        CreateError::Account(error)
    }
}

/// Creates an account in the database, which no server may have open; returns its identifier.
///
/// # Errors
/// See `CreateError`; nothing was changed then.
pub async fn create(
    database: &Location,
    account: NewAccountArguments,
    password: String,
) -> Result<AgentId, CreateError> {
    let opened = store::open_database(database, false).await?;
    let service = CentreService::open(CentreConfig::default(), Argon2id::standard(), opened.stores)
        .await
        .map_err(AccountError::Store)?;
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
