//! Files of messages: their store, their type, their signed addresses and their download.

mod address;
mod blobs;
mod disposition;
mod download;
mod folder;
mod signed;
mod sniff;
#[cfg(test)]
mod tests;

pub use address::ResolvePolicy;
pub use blobs::{BlobId, BlobReader, Blobs};
pub(crate) use disposition::header_safe;
pub use disposition::{Disposition, content_disposition};
pub use download::{DownloadFault, DownloadSettings, Downloaded, Downloader};
pub use folder::FolderBlobs;
pub use signed::{AddressFault, SignedAddress};
pub use sniff::{MediaLimits, SniffFault, Sniffed, is_inline, sniff};
