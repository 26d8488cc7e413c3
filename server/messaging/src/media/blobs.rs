//! The interface of the store of files.

use std::fmt;
use std::io::{self, Read, Seek};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use serde::{Deserialize, Serialize};

/// Shortest and longest id.
const ID_LENGTHS: std::ops::RangeInclusive<usize> = 16..=64;

/// Name of a file in the store: random, made by the server, never from what a client or provider sent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BlobId(String);

impl BlobId {
    /// An id of 16 to 64 characters `a-z`, `0-9` and `-`; anything else is `None`.
    pub fn new(id: &str) -> Option<Self> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        (ID_LENGTHS.contains(&id.len()) && id.bytes().all(fits)).then(|| Self(id.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BlobId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl TryFrom<String> for BlobId {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Self, Self::Error> {
        Self::new(&id).ok_or("not an id of a file")
    }
}

impl From<BlobId> for String {
    fn from(id: BlobId) -> Self {
        id.0
    }
}

/// A file that can be read.
pub struct BlobReader {
    /// Length in bytes.
    pub length: u64,
    /// The content from the beginning to the end.
    pub chunks: BoxStream<'static, io::Result<Bytes>>,
}

/// Content that can be read from any position.
pub trait ReadSeek: Read + Seek + Send {}

impl<T: Read + Seek + Send> ReadSeek for T {}

/// A file while it is written, piece by piece. An unfinished file cannot be read by its id, and is deleted when this value is
/// dropped.
pub trait BlobWriter: Send {
    /// Writes the next bytes.
    fn write(&mut self, bytes: Bytes) -> BoxFuture<'_, io::Result<()>>;

    /// The bytes written so far, so that the file can be checked before it is stored.
    fn written(&mut self) -> BoxFuture<'_, io::Result<Box<dyn ReadSeek>>>;

    /// Finishes the file. When this returns, the file survives a crash.
    fn finish(self: Box<Self>) -> BoxFuture<'static, io::Result<()>>;
}

/// A store of files.
pub trait Blobs: Send + Sync {
    /// Stores a file. When this returns, the file survives a crash; before that it cannot be read. For an id that exists the
    /// error is `ErrorKind::AlreadyExists`.
    fn write(&self, id: &BlobId, bytes: Bytes) -> BoxFuture<'static, io::Result<()>>;

    /// Begins a file that is written piece by piece. For an id that exists, or is being written, the error is
    /// `ErrorKind::AlreadyExists`.
    fn create(&self, id: &BlobId) -> BoxFuture<'static, io::Result<Box<dyn BlobWriter>>>;

    /// Appends to a file. When this returns, the bytes survive a crash; of an attempt that failed a part may be there. No file is
    /// `ErrorKind::NotFound`: one that was deleted is not begun anew.
    fn append(&self, id: &BlobId, bytes: Bytes) -> BoxFuture<'static, io::Result<()>>;

    /// Opens a file; `None` where there is none.
    fn read(&self, id: &BlobId) -> BoxFuture<'static, io::Result<Option<BlobReader>>> {
        self.read_from(id, 0)
    }

    /// Opens a file at a place; nothing is read behind its end. The length is that of the whole file.
    fn read_from(&self, id: &BlobId, place: u64) -> BoxFuture<'static, io::Result<Option<BlobReader>>>;

    /// Deletes a file; `false` if it does not exist.
    fn delete(&self, id: &BlobId) -> BoxFuture<'static, io::Result<bool>>;

    /// The files that were written at least this long ago.
    fn older_than(&self, age: Duration) -> BoxFuture<'static, io::Result<Vec<BlobId>>>;

    /// Total length of all files, in bytes.
    fn total_bytes(&self) -> BoxFuture<'static, io::Result<u64>>;
}
