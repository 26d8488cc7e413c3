//! What providers report: webhooks, and the simulated messenger's items. Each call is answered after the store has it, so
//! that a provider repeats what this process did not take; a repeated item changes nothing.

use contact_centre::WhatsAppInbound;
use contact_centre::store::StoreResult;
use messaging::Inbound;
use messaging::media::BlobId;

use super::Messaging;
use crate::service::CallScope;

impl Messaging {
    /// Takes the items of a call, in order. An item that names its account belongs to that one, whatever address was called;
    /// receipts belong to `account`. `false`: no route has an account of the items.
    ///
    /// # Errors
    /// The store failed; the provider has to call again.
    pub async fn take(&self, provider: &str, account: &str, items: Vec<Inbound>) -> StoreResult<bool> {
        let mut batches: Vec<(String, Vec<WhatsAppInbound>)> = Vec::new();
        for item in items {
            if let Inbound::Ignored(reason) = &item {
                tracing::info!(provider, account, reason, "an item of a provider was not read");
            }
            let of = account_of(&item).unwrap_or(account).to_owned();
            let Some(taken) = messaging_adapter::inbound(item) else { continue };
            match batches.last_mut() {
                Some((last, batch)) if *last == of => batch.push(taken),
                _ => batches.push((of, vec![taken])),
            }
        }
        let provider = provider.to_owned();
        let work = move |scope: CallScope<'_, '_>| {
            let mut is_known = true;
            for (account, batch) in &batches {
                is_known &= scope.centre.whatsapp_inbound(scope.store, scope.context, &provider, account, batch)?;
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

fn account_of(item: &Inbound) -> Option<&str> {
    match item {
        Inbound::Message(message) => Some(&message.account),
        Inbound::AddressChanged(change) => Some(&change.account),
        Inbound::OptIn(opt_in) => Some(&opt_in.account),
        Inbound::Receipt(_) | Inbound::Ignored(_) => None,
    }
}
