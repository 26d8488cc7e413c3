//! What providers report: webhooks, and the simulated messenger's items. Each call is answered after the store has it, so
//! that a provider repeats what this process did not take; a repeated item changes nothing.

use contact_centre::store::StoreResult;
use messaging::Inbound;
use messaging::media::BlobId;
use messaging_adapter::AccountItems;

use super::Messaging;
use crate::service::CallScope;

impl Messaging {
    /// Takes the items of a call, in order. An item that names its account belongs to that one, whatever address was called;
    /// receipts belong to `account`. `false`: no route has an account of the items.
    ///
    /// # Errors
    /// The store failed; the provider has to call again.
    pub async fn take(&self, provider: &str, account: &str, items: Vec<Inbound>) -> StoreResult<bool> {
        for item in &items {
            if let Inbound::Ignored(reason) = item {
                tracing::info!(provider, account, reason, "an item of a provider was not read");
            }
        }
        let batches = messaging_adapter::by_account(account, items);
        let provider = provider.to_owned();
        let work = move |scope: CallScope<'_, '_>| {
            let mut is_known = true;
            for AccountItems { account, items } in &batches {
                is_known &= scope.centre.whatsapp_inbound(scope.store, scope.context, &provider, account, items)?;
            }
            Ok(is_known)
        };
        self.inner.service.call(work).await?
    }

    /// Writes bytes under a new id.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub async fn write_blob(&self, bytes: Vec<u8>) -> std::io::Result<BlobId> {
        let mut random = [0_u8; 16];
        getrandom::fill(&mut random).map_err(|error| std::io::Error::other(error.to_string()))?;
        let id = BlobId::new(&hex::encode(random)).ok_or_else(|| std::io::Error::other("no id"))?;
        self.inner.blobs.write(&id, bytes.into()).await?;
        Ok(id)
    }
}
