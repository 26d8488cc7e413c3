//! The store of files in one folder of this machine, readable only by the owner.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::future::BoxFuture;
use futures_util::stream;
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio::task::spawn_blocking;

use super::blobs::{BlobId, BlobReader, BlobWriter, Blobs, ReadSeek};

/// Extension of files that are not complete. Ids have no dot, so that no id can name one.
const PARTIAL: &str = "partial";
/// Number of bytes that a reader has in memory.
const CHUNK: usize = 64 * 1024;

/// A folder as a store of files.
#[derive(Clone, Debug)]
pub struct FolderBlobs {
    folder: PathBuf,
}

impl FolderBlobs {
    /// Opens the folder, creates it if it is missing, and deletes incomplete files of an earlier process.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == PARTIAL) {
                fs::remove_file(path)?;
            }
        }
        Ok(Self { folder })
    }

    fn path(&self, id: &BlobId) -> PathBuf {
        self.folder.join(id.as_str())
    }
}

impl Blobs for FolderBlobs {
    fn write(&self, id: &BlobId, bytes: Bytes) -> BoxFuture<'static, io::Result<()>> {
        let (folder, path) = (self.folder.clone(), self.path(id));
        on_thread(move || write_whole(&folder, &path, &bytes))
    }

    fn create(&self, id: &BlobId) -> BoxFuture<'static, io::Result<Box<dyn BlobWriter>>> {
        let (folder, path) = (self.folder.clone(), self.path(id));
        on_thread(move || {
            let (partial, file) = create_partial(&path)?;
            Ok(Box::new(FolderWriter { folder, path, partial: Some(partial), file: Arc::new(file) })
                as Box<dyn BlobWriter>)
        })
    }

    fn append(&self, id: &BlobId, bytes: Bytes) -> BoxFuture<'static, io::Result<()>> {
        let path = self.path(id);
        on_thread(move || {
            let mut file = OpenOptions::new().append(true).open(path)?;
            file.write_all(&bytes)?;
            file.sync_data()
        })
    }

    fn read_from(&self, id: &BlobId, place: u64) -> BoxFuture<'static, io::Result<Option<BlobReader>>> {
        let path = self.path(id);
        Box::pin(async move {
            let mut file = match tokio::fs::File::open(path).await {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error),
            };
            let length = file.metadata().await?.len();
            if place > 0 {
                file.seek(SeekFrom::Start(place)).await?;
            }
            let chunks = stream::try_unfold(file, |mut file| async move {
                let mut chunk = BytesMut::with_capacity(CHUNK);
                let read = file.read_buf(&mut chunk).await?;
                Ok((read > 0).then(|| (chunk.freeze(), file)))
            });
            Ok(Some(BlobReader { length, chunks: Box::pin(chunks) }))
        })
    }

    fn delete(&self, id: &BlobId) -> BoxFuture<'static, io::Result<bool>> {
        let (folder, path) = (self.folder.clone(), self.path(id));
        on_thread(move || match fs::remove_file(path) {
            Ok(()) => sync_folder(&folder).map(|()| true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        })
    }

    fn older_than(&self, age: Duration) -> BoxFuture<'static, io::Result<Vec<BlobId>>> {
        let folder = self.folder.clone();
        on_thread(move || {
            let mut old = Vec::new();
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let Some(id) = entry.file_name().to_str().and_then(BlobId::new) else { continue };
                match entry.metadata().and_then(|facts| facts.modified()) {
                    // A clock that was set back makes a file look younger, so that it is checked later.
                    Ok(written) if written.elapsed().is_ok_and(|past| past >= age) => old.push(id),
                    Ok(_) => {}
                    // The file was deleted meanwhile.
                    Err(error) if error.kind() == ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(old)
        })
    }

    fn total_bytes(&self) -> BoxFuture<'static, io::Result<u64>> {
        let folder = self.folder.clone();
        on_thread(move || {
            let mut total: u64 = 0;
            for entry in fs::read_dir(folder)? {
                match entry?.metadata() {
                    Ok(facts) => total = total.saturating_add(facts.len()),
                    // The file was deleted meanwhile.
                    Err(error) if error.kind() == ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(total)
        })
    }
}

fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> BoxFuture<'static, io::Result<T>> {
    Box::pin(async move { spawn_blocking(work).await.map_err(io::Error::other)? })
}

/// A file in the folder while it is written, under a temporary name.
struct FolderWriter {
    folder: PathBuf,
    path: PathBuf,
    /// The temporary file; `None` after it was finished.
    partial: Option<PathBuf>,
    file: Arc<File>,
}

impl BlobWriter for FolderWriter {
    fn write(&mut self, bytes: Bytes) -> BoxFuture<'_, io::Result<()>> {
        let file = Arc::clone(&self.file);
        on_thread(move || (&*file).write_all(&bytes))
    }

    fn written(&mut self) -> BoxFuture<'_, io::Result<Box<dyn ReadSeek>>> {
        let partial = self.partial.clone();
        on_thread(move || {
            let partial = partial.ok_or(ErrorKind::NotFound)?;
            Ok(Box::new(File::open(partial)?) as Box<dyn ReadSeek>)
        })
    }

    fn finish(mut self: Box<Self>) -> BoxFuture<'static, io::Result<()>> {
        on_thread(move || {
            self.file.sync_all()?;
            if let Some(partial) = &self.partial {
                fs::rename(partial, &self.path)?;
            }
            self.partial = None;
            sync_folder(&self.folder)
        })
    }
}

impl Drop for FolderWriter {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            // If this fails, the next start deletes the file (`FolderBlobs::open`).
            let _ = fs::remove_file(partial);
        }
    }
}

fn create_partial(path: &Path) -> io::Result<(PathBuf, File)> {
    if path.try_exists()? {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let partial = path.with_extension(PARTIAL);
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&partial)?;
    Ok((partial, file))
}

/// Writes a temporary file, then renames it: a reader finds the whole file or none.
fn write_whole(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (partial, mut file) = create_partial(path)?;
    let renamed = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&partial, path));
    if renamed.is_err() {
        fs::remove_file(&partial)?;
    }
    renamed.and_then(|()| sync_folder(folder))
}

/// The name of a file survives a crash only after its folder was written to the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
