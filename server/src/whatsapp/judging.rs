//! Checks whether a file is accepted: its type, its name, its content, and the result of a virus scanner, if there is
//! one.

use std::io::{self, Read};

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use messaging::media::{BlobWriter, MediaLimits, ReadSeek, ScanError, SniffFault, Sniffed, Verdict, sniff, sniff_file};
use thiserror::Error;

use super::Messaging;

/// Number of bytes of a file in memory at a time.
const PIECE: usize = 64 * 1024;

/// A file in memory before it is checked.
pub struct UnjudgedFile {
    /// Content of the file.
    pub bytes: Vec<u8>,
    /// Type as the sender claims.
    pub claimed: Option<String>,
    /// Name as the sender gave it.
    pub name: Option<String>,
    /// Whether archives are allowed.
    pub archives: bool,
}

/// A file that was written but is not stored yet.
pub struct UnkeptFile<'a> {
    /// The file.
    pub file: &'a mut dyn BlobWriter,
    /// Type as the sender claims.
    pub claimed: Option<String>,
    /// Name as the sender gave it.
    pub name: Option<String>,
    /// The largest file of its network, in bytes.
    pub max_bytes: u64,
}

/// Why a file is refused.
#[derive(Debug, Error)]
pub enum FileFault {
    /// Because of its content or its name.
    #[error(transparent)]
    Sniff(#[from] SniffFault),
    /// The scanner found a virus.
    #[error("the virus scanner found something")]
    Infected,
    /// The scanner does not answer: a file that was not scanned is refused.
    #[error("the file could not be judged")]
    NotJudged,
}

impl Messaging {
    /// Checks a file; returns its content and its detected type.
    ///
    /// # Errors The file is refused.
    pub async fn judge(&self, file: UnjudgedFile) -> Result<(Vec<u8>, Sniffed), FileFault> {
        let max_bytes = self.inner.attachment_max_bytes;
        // Runs on a thread of its own, because some files take a while.
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
            check(scanner.scan(&bytes).await)?;
        }
        Ok((bytes, sniffed))
    }

    /// Checks a file of a provider, which is on the disk; returns its detected type. It is read piece by piece.
    ///
    /// # Errors The file is refused.
    pub async fn judge_unkept(&self, unkept: UnkeptFile<'_>) -> Result<Sniffed, FileFault> {
        let UnkeptFile { file, claimed, name, max_bytes } = unkept;
        let not_read = |error: io::Error| {
            tracing::error!(%error, "a file was not judged");
            FileFault::NotJudged
        };
        let mut written = file.written().await.map_err(not_read)?;
        let sniffing = tokio::task::spawn_blocking(move || {
            let limits = MediaLimits { max_bytes, ..MediaLimits::default() };
            sniff_file(written.as_mut(), claimed.as_deref(), name.as_deref(), limits)
        });
        let sniffed = sniffing.await.map_err(|error| not_read(io::Error::other(error)))??;
        if let Some(scanner) = &self.inner.scanner {
            let written = file.written().await.map_err(not_read)?;
            check(scanner.scan_chunks(pieces(written)).await)?;
        }
        Ok(sniffed)
    }
}

/// The content of a file, piece by piece.
fn pieces(file: Box<dyn ReadSeek>) -> BoxStream<'static, io::Result<Bytes>> {
    let pieces = stream::try_unfold(file, |mut file| async move {
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = vec![0; PIECE];
            let read = file.read(&mut piece)?;
            piece.truncate(read);
            Ok::<_, io::Error>((piece, file))
        });
        let (piece, file) = read.await.map_err(io::Error::other)??;
        Ok((!piece.is_empty()).then(|| (Bytes::from(piece), file)))
    });
    Box::pin(pieces)
}

fn check(scanned: Result<Verdict, ScanError>) -> Result<(), FileFault> {
    match scanned {
        Ok(Verdict::Clean) => Ok(()),
        Ok(Verdict::Found(name)) => {
            tracing::warn!(target: "security", action = "fileRefused", detail = name, "security event");
            Err(FileFault::Infected)
        }
        Err(error) => {
            log_failed_scan(&error);
            Err(FileFault::NotJudged)
        }
    }
}

fn log_failed_scan(error: &ScanError) {
    tracing::error!(%error, "the virus scanner does not answer: no files are taken");
}
