//! `workspace-server customer erase`.

use contact_centre::store::StoreError;
use contact_centre::{
    Argon2id, CentreConfig, CustomerErasure, ErasedRows, ErasureError, NumberCountry, WhatsAppConfig,
};
use messaging::media::{BlobId, Blobs, FolderBlobs};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

use crate::service::CentreService;
use crate::settings::ProviderSettings;
use crate::store::{self, Location, OpenDatabase, OpenError};
use crate::whatsapp::{self, MessagingError};

/// Why a customer was not erased; displayed as one sentence.
#[derive(Debug, Error)]
pub enum CustomerCommandError {
    /// The data folder or the database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The files of messages cannot be reached.
    #[error("The files of messages cannot be reached: {0}.")]
    Files(#[from] MessagingError),
    /// The customer is unknown, has open attendances, or cannot be erased.
    #[error("{0}")]
    Erasure(ErasureError),
}

impl From<StoreError> for CustomerCommandError {
    fn from(error: StoreError) -> Self {
        CustomerCommandError::Erasure(ErasureError::Store(error))
    }
}

/// The result of an erasure; displayed as one line for each table.
#[derive(Debug, PartialEq, Eq)]
pub struct Erased {
    /// Rows that were deleted or blanked, by table.
    pub rows: BTreeMap<&'static str, usize>,
    /// Files whose content was deleted.
    pub files: usize,
    /// Files whose content could not be deleted; a running server deletes them, or the next start.
    pub files_left: usize,
}

impl fmt::Display for Erased {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() && self.files == 0 && self.files_left == 0 {
            return formatter.write_str("No row is about this customer.");
        }
        let mut lines: Vec<String> = self.rows.iter().map(|(table, rows)| format!("{table}: {rows}")).collect();
        lines.push(format!("files: {}", self.files));
        if self.files_left > 0 {
            lines.push(format!("files that the server deletes later: {}", self.files_left));
        }
        formatter.write_str(&lines.join("\n"))
    }
}

/// Maximum of erasure runs for a customer: a repetition finds rows that running servers wrote at the same moment.
const RUNS: usize = 10;

/// Erases a customer, while servers run, and deletes the customer's files.
///
/// # Errors
/// See `CustomerCommandError`; nothing was changed then.
pub async fn erase(
    database: &Location,
    files: &ProviderSettings,
    country: NumberCountry,
    erasure: CustomerErasure,
) -> Result<Erased, CustomerCommandError> {
    // The lock of the data folder, if no server has it, is held until the end of the command.
    let OpenDatabase { stores, lock: _lock } = store::open_for_change(database).await?;
    stores.overwrite_deleted()?;
    let media_key = whatsapp::media_key(files)?;
    let blobs = FolderBlobs::open(&files.media_folder).map_err(MessagingError::from)?;
    let whatsapp = WhatsAppConfig { media_key, ..WhatsAppConfig::default() };
    let config = CentreConfig { whatsapp, number_country: country, ..CentreConfig::default() };
    let service = CentreService::open(config, Argon2id::standard(), stores).await?;
    let mut erased = Erased { rows: BTreeMap::new(), files: 0, files_left: 0 };
    for _ in 0..RUNS {
        let erasure = erasure.clone();
        let run = service.call(move |scope| scope.centre.erase_customer(scope.store, scope.context, &erasure)).await?;
        let ErasedRows { rows, files } = match run {
            Ok(run) => run,
            Err(error) if erased.rows.is_empty() => return Err(CustomerCommandError::Erasure(error)),
            // A customer who is back already counts as a new customer: all earlier data is erased.
            Err(_) => break,
        };
        if rows.is_empty() && files.is_empty() {
            break;
        }
        rows.into_iter().for_each(|(table, rows)| *erased.rows.entry(table).or_default() += rows);
        for id in files.iter().filter_map(|id| BlobId::new(id)) {
            match blobs.delete(&id).await {
                Ok(_) => erased.files += 1,
                Err(_) => erased.files_left += 1,
            }
        }
    }
    service.flush().await?;
    Ok(erased)
}
