//! Lets a virus scanner check a file: clamd, by its INSTREAM command. Every unclear answer is an error and never counts as a
//! clean file.

use std::convert::Infallible;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use bytes::Bytes;
use clamav_client::tokio::{TransportProtocol, scan_buffer, scan_stream};
use futures_util::stream::BoxStream;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, Join, Take, join};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;

/// Longest answer in bytes. Names of viruses have some tens.
const MAX_ANSWER: u64 = 1024;
/// Number of bytes that are sent at a time.
const CHUNK: usize = 64 * 1024;

/// Address of the scanner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScannerAddress {
    /// Host and port, for example `127.0.0.1:3310`. Files are sent unencrypted.
    Tcp(String),
    /// Path of a Unix socket, for example `/run/clamav/clamd.ctl`.
    Unix(PathBuf),
}

impl FromStr for ScannerAddress {
    type Err = Infallible;

    /// A text that begins with a slash is a path.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(if text.starts_with('/') { Self::Unix(text.into()) } else { Self::Tcp(text.to_owned()) })
    }
}

/// Result of the scan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The scanner found nothing.
    Clean,
    /// The scanner found a virus with this name.
    Found(String),
}

/// Why a file was not scanned.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// There was no connection, or it broke. The scanner also breaks it when a file is larger than its
    /// `StreamMaxLength`.
    #[error("the virus scanner cannot be reached: {0}")]
    Unreachable(#[from] io::Error),
    /// There was no answer in time.
    #[error("the virus scanner did not answer in time")]
    TimedOut,
    /// The scanner reports an error, or its answer is incomplete, too long or of another form.
    #[error("the virus scanner answered {0:?}")]
    Answer(String),
}

/// A virus scanner.
#[derive(Clone, Debug)]
pub struct Scanner {
    address: ScannerAddress,
    timeout: Duration,
}

impl Scanner {
    /// A scanner at this address. `timeout` is the longest time for one file, from the connection to the answer.
    pub fn new(address: ScannerAddress, timeout: Duration) -> Self {
        Self { address, timeout }
    }

    /// Scans a file over a connection of its own.
    ///
    /// # Errors
    /// The file was not scanned.
    pub async fn scan(&self, bytes: &[u8]) -> Result<Verdict, ScanError> {
        let exchange = scan_buffer(bytes, Connection { address: &self.address }, Some(CHUNK));
        let answer = timeout(self.timeout, exchange).await.map_err(|_| ScanError::TimedOut)??;
        verdict_of(&answer)
    }

    /// Scans a file that is read piece by piece.
    ///
    /// # Errors
    /// The file was not scanned.
    pub async fn scan_chunks(&self, chunks: BoxStream<'static, io::Result<Bytes>>) -> Result<Verdict, ScanError> {
        let exchange = scan_stream(chunks, Connection { address: &self.address }, Some(CHUNK));
        let answer = timeout(self.timeout, exchange).await.map_err(|_| ScanError::TimedOut)??;
        verdict_of(&answer)
    }
}

/// Parses `stream: OK` or `stream: NAME FOUND`, each with its final zero byte: without it the answer may be incomplete.
fn verdict_of(answer: &[u8]) -> Result<Verdict, ScanError> {
    let text = String::from_utf8_lossy(answer);
    let result = text.strip_suffix('\0').and_then(|line| line.strip_prefix("stream: "));
    match result {
        Some("OK") => Ok(Verdict::Clean),
        Some(line) if !line.contains(char::is_control) => match line.strip_suffix(" FOUND") {
            Some(name) if !name.is_empty() => Ok(Verdict::Found(name.to_owned())),
            _ => Err(ScanError::Answer(line.to_owned())),
        },
        _ => Err(ScanError::Answer(text.into_owned())),
    }
}

/// Opens connections that read no more bytes than an answer may have.
struct Connection<'a> {
    address: &'a ScannerAddress,
}

type Reader = Take<Box<dyn AsyncRead + Send + Unpin>>;
type Writer = Box<dyn AsyncWrite + Send + Unpin>;

impl TransportProtocol for Connection<'_> {
    type Stream = Join<Reader, Writer>;

    async fn connect(&self) -> io::Result<Self::Stream> {
        let (reader, writer): (Box<dyn AsyncRead + Send + Unpin>, Writer) = match self.address {
            ScannerAddress::Tcp(address) => {
                let (reader, writer) = TcpStream::connect(address).await?.into_split();
                (Box::new(reader), Box::new(writer))
            }
            ScannerAddress::Unix(path) => {
                let (reader, writer) = UnixStream::connect(path).await?.into_split();
                (Box::new(reader), Box::new(writer))
            }
        };
        Ok(join(reader.take(MAX_ANSWER), writer))
    }
}
