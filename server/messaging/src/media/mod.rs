//! Files of messages: their store, their type, their signed addresses and their download.

mod address;
mod archive;
mod blobs;
mod disposition;
mod download;
mod folder;
mod names;
mod ole;
mod pixels;
mod refused;
mod scan;
mod signed;
mod sniff;
#[cfg(test)]
mod tests;
mod types;

pub use address::ResolvePolicy;
pub use blobs::{BlobId, BlobReader, BlobWriter, Blobs, ReadSeek};
pub(crate) use disposition::header_safe;
pub use disposition::{Disposition, content_disposition};
pub use download::{DownloadFault, DownloadSettings, Downloaded, Downloader};
pub use folder::FolderBlobs;
pub use names::saved_name;
pub use scan::{ScanError, Scanner, ScannerAddress, Verdict};
pub use signed::{AddressFault, SignedAddress};
pub use sniff::{MediaLimits, SniffFault, Sniffed, WHOLE_MAX_BYTES, sniff, sniff_file};
pub use types::is_inline;
