//! `workspace-server queue show` and `queue set`.

use contact_centre::store::{QueueSettings, StoreError};
use contact_centre::wire::Channel;
use contact_centre::{Argon2id, CentreConfig, QueueSettingsError, VoiceConfig};
use thiserror::Error;

use crate::service::{CallScope, CentreService};
use crate::store::{self, Location, OpenDatabase, OpenError};

/// Why the settings of a queue were not read or changed; displayed as one sentence.
#[derive(Debug, Error)]
pub enum QueueCommandError {
    /// The data folder or the database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The queue is unknown, or a value is invalid.
    #[error(transparent)]
    Settings(#[from] QueueSettingsError),
    /// The settings cannot be printed.
    #[error("The settings cannot be printed: {0}.")]
    Print(#[from] serde_json::Error),
}

impl From<StoreError> for QueueCommandError {
    fn from(error: StoreError) -> Self {
        QueueCommandError::Settings(QueueSettingsError::Store(error))
    }
}

/// One line for each queue: identifier, org unit, channel and name.
///
/// # Errors
/// See `QueueCommandError`.
pub async fn list(database: &Location) -> Result<String, QueueCommandError> {
    let OpenDatabase { stores, lock: _lock } = store::open_for_change(database).await?;
    let service = CentreService::open(CentreConfig::default(), Argon2id::standard(), stores).await?;
    let read = |scope: CallScope<'_, '_>| -> Result<Vec<String>, StoreError> {
        let mut lines = Vec::new();
        for channel in Channel::ALL {
            for row in scope.store.queues(channel)? {
                lines.push(format!("{}\t{}\t{}\t{}", row.id, row.org_unit_id, channel.as_str(), row.name));
            }
        }
        Ok(lines)
    };
    Ok(service.call(read).await??.join("\n"))
}

/// The settings of a queue as JSON.
///
/// # Errors
/// See `QueueCommandError`.
pub async fn show(database: &Location, queue: String) -> Result<String, QueueCommandError> {
    // The lock of the data folder, if no server has it, is held until the end of the command.
    let OpenDatabase { stores, lock: _lock } = store::open_for_change(database).await?;
    let service = CentreService::open(CentreConfig::default(), Argon2id::standard(), stores).await?;
    let read = move |scope: CallScope<'_, '_>| scope.centre.queue_settings(scope.store, scope.context, &queue);
    text(&service.call(read).await??)
}

/// Changes the settings of a queue or campaign that the JSON object names, while servers run; returns all settings as JSON.
///
/// # Errors
/// See `QueueCommandError`; nothing was changed then.
pub async fn set(
    database: &Location,
    queue: String,
    change: String,
    voice: VoiceConfig,
) -> Result<String, QueueCommandError> {
    let OpenDatabase { stores, lock: _lock } = store::open_for_change(database).await?;
    let config = CentreConfig { voice, ..CentreConfig::default() };
    let service = CentreService::open(config, Argon2id::standard(), stores).await?;
    let write =
        move |scope: CallScope<'_, '_>| scope.centre.change_queue_settings(scope.store, scope.context, &queue, &change);
    text(&service.call(write).await??)
}

fn text(settings: &QueueSettings) -> Result<String, QueueCommandError> {
    Ok(serde_json::to_string_pretty(settings)?)
}
