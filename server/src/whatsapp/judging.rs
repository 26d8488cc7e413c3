//! Whether a file is taken: its type, its name and what is in it, and what a virus scanner says, if there is one.

use messaging::media::{MediaLimits, ScanError, SniffFault, Sniffed, Verdict, sniff};
use thiserror::Error;

use super::Messaging;

/// A file before it is judged.
pub struct UnjudgedFile {
    /// The file.
    pub bytes: Vec<u8>,
    /// Type as the sender claims.
    pub claimed: Option<String>,
    /// Name as the sender gave it.
    pub name: Option<String>,
    /// Archives are allowed.
    pub archives: bool,
}

/// Why a file is not taken.
#[derive(Debug, Error)]
pub enum FileFault {
    /// By its bytes or its name.
    #[error(transparent)]
    Sniff(#[from] SniffFault),
    /// The scanner found something.
    #[error("the virus scanner found something")]
    Infected,
    /// The scanner does not answer: what was not scanned is not taken.
    #[error("the file could not be judged")]
    NotJudged,
}

impl Messaging {
    /// Judges a file; returns its bytes and what it is.
    ///
    /// # Errors
    /// It is not taken.
    pub async fn judge(&self, file: UnjudgedFile) -> Result<(Vec<u8>, Sniffed), FileFault> {
        let max_bytes = self.inner.attachment_max_bytes;
        // Some files take a while: on a thread of its own.
        let sniffing = tokio::task::spawn_blocking(move || {
            let UnjudgedFile { bytes, claimed, name, archives } = file;
            let limits = MediaLimits { max_bytes, archives, ..MediaLimits::default() };
            let sniffed = sniff(&bytes, claimed.as_deref(), name.as_deref(), limits)?;
            Ok::<_, FileFault>((bytes, sniffed))
        });
        let (bytes, sniffed) = sniffing.await.map_err(|error| {
            tracing::error!(%error, "a file was not judged");
            FileFault::NotJudged
        })??;
        if let Some(scanner) = &self.inner.scanner {
            match scanner.scan(&bytes).await {
                Ok(Verdict::Clean) => {}
                Ok(Verdict::Found(name)) => {
                    tracing::warn!(target: "security", action = "fileRefused", detail = name, "security event");
                    return Err(FileFault::Infected);
                }
                Err(error) => {
                    log_failed_scan(&error);
                    return Err(FileFault::NotJudged);
                }
            }
        }
        Ok((bytes, sniffed))
    }
}

fn log_failed_scan(error: &ScanError) {
    tracing::error!(%error, "the virus scanner does not answer: no files are taken");
}
