//! A server without the demo has no way to the simulated messenger.

use std::sync::Arc;

use messaging::media::{BlobWriter, Downloaded};
use messaging::{FetchFault, MediaReference, MediaSource, Outbound, Provider, SendOutcome};

use super::providers::OutgoingFile;

/// The link to the messenger of a server without one: the type has no values.
#[derive(Clone, Copy)]
pub enum MessengerLink {}

impl MessengerLink {
    pub(super) fn provider(self) -> Arc<dyn Provider> {
        match self {}
    }

    #[allow(clippy::unused_async, reason = "called as the one of a development build")]
    pub(super) async fn send(self, _: &dyn Provider, _: &Outbound) -> SendOutcome {
        match self {}
    }

    #[allow(clippy::unused_async, reason = "called as the one of a development build")]
    pub(super) async fn fetch(
        self,
        _: &dyn Provider,
        _: &MediaReference,
        _: u64,
        _: &mut dyn BlobWriter,
    ) -> Result<Downloaded, FetchFault> {
        match self {}
    }

    pub(super) fn place(self, _: OutgoingFile<'_>) -> MediaSource {
        match self {}
    }
}
