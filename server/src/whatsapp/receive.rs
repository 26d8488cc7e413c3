//! Receives reports of providers: webhooks, and the simulated messenger's items. Each request is answered after its items
//! are stored, so that a provider repeats items that were not stored; a repeated item changes nothing.

use contact_centre::store::StoreResult;
use messaging::Inbound;
use messaging::media::BlobId;
use messaging_adapter::AccountItems;

use super::Messaging;
use crate::service::CallScope;

impl Messaging {
    /// Stores the items of a request, in order. An item that names its account belongs to that account, whatever the address
    /// of the webhook; receipts belong to `account`. `false`: no route has an account of the items.
    ///
    /// # Errors The store failed; the provider has to repeat the request.
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

    /// Writes content under a new id.
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
