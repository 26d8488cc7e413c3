//! The disk of the database and the files. When it is nearly full, no new chats and calls of strangers and no files are
//! accepted, so that open work can be finished: texts, log-offs, qualifications.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::Response;
use messaging::media::Blobs;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::http::body::refusal;

/// Pause between two checks. A second of uploads at the speed of a disk is far less than the default floor.
const LOOK_PAUSE: Duration = Duration::from_secs(5);
/// Number of checks between two sums of all files; a sum reads the whole folder.
const LOOKS_PER_SUM: u32 = 12;

/// Limits of the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskLimits {
    /// Free bytes below which the disk counts as full.
    pub floor: u64,
    /// Maximum of bytes of all message files together; `None`: no limit.
    pub media: Option<u64>,
}

impl Default for DiskLimits {
    fn default() -> Self {
        Self { floor: 512 * 1024 * 1024, media: None }
    }
}

/// Whether the disk is full; clones share it.
#[derive(Clone, Default)]
pub struct Disk {
    is_full: Arc<AtomicBool>,
}

/// The checked folders, files and limits.
pub struct Watched {
    /// Folders on the checked disks.
    pub folders: Vec<PathBuf>,
    /// The files of messages.
    pub blobs: Arc<dyn Blobs>,
    /// The limits.
    pub limits: DiskLimits,
}

impl Disk {
    /// Checks the disk now, and again until the server stops.
    pub async fn start(watched: Watched, mut stopped: watch::Receiver<bool>) -> Self {
        let disk = Self::default();
        let mut media = 0;
        disk.look(&watched, 0, &mut media).await;
        let looking = disk.clone();
        tokio::spawn(async move {
            for count in 1_u32.. {
                tokio::select! {
                    () = sleep(LOOK_PAUSE) => {}
                    _ = stopped.wait_for(|stopped| *stopped) => return,
                }
                looking.look(&watched, count, &mut media).await;
            }
        });
        disk
    }

    /// A disk without space.
    #[cfg(test)]
    pub fn full_for_tests() -> Self {
        Self { is_full: Arc::new(AtomicBool::new(true)) }
    }

    pub fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// `media`: the last sum of the length of all files.
    async fn look(&self, watched: &Watched, count: u32, media: &mut u64) {
        if let (Some(_), true) = (watched.limits.media, count.is_multiple_of(LOOKS_PER_SUM)) {
            match watched.blobs.total_bytes().await {
                Ok(bytes) => *media = bytes,
                Err(error) => tracing::error!(%error, "the files of messages cannot be summed"),
            }
        }
        let free = match free_bytes(watched.folders.clone()).await {
            Ok(free) => free,
            Err(error) => {
                tracing::error!(%error, "the free space of the disk cannot be read");
                u64::MAX
            }
        };
        let is_full = free < watched.limits.floor || watched.limits.media.is_some_and(|limit| *media >= limit);
        if is_full != self.is_full.swap(is_full, Ordering::Relaxed) {
            match is_full {
                true => tracing::error!(free, media, "the disk is full: no new chats of customers, no files"),
                false => tracing::warn!(free, media, "the disk has space again"),
            }
        }
    }
}

/// The smallest free space among the disks of these folders.
async fn free_bytes(folders: Vec<PathBuf>) -> io::Result<u64> {
    let look = move || folders.iter().try_fold(u64::MAX, |least, folder| Ok(least.min(fs4::available_space(folder)?)));
    tokio::task::spawn_blocking(look).await.map_err(io::Error::other)?
}

/// 507: nothing was stored; a later request may succeed.
pub fn full() -> Response {
    refusal(StatusCode::INSUFFICIENT_STORAGE, "STORAGE_FULL", "the disk is full")
}
