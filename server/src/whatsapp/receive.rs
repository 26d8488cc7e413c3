//! What providers report: webhooks, and the simulated messenger's items. Each call is answered after the store has it, so
//! that a provider repeats what this process did not take; a repeated item changes nothing.

use std::time::Duration;

use contact_centre::store::StoreResult;
use contact_centre::{WhatsAppInbound, WhatsAppInboundFile};
use messaging::media::{BlobId, Sniffed};
use messaging::{FetchFault, Inbound, InboundContent, InboundMedia};

use super::Messaging;
use super::judging::UnjudgedFile;
use super::providers::Connection;
use crate::service::CallScope;

/// Pauses before further attempts to download a customer's file. The provider waits for the answer meanwhile.
const DOWNLOAD_PAUSES: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(2)];

impl Messaging {
    /// Takes the items of a call, in order. An item that names its account belongs to that one, whatever address was called;
    /// receipts belong to `account`. `false`: no route has an account of the items.
    ///
    /// # Errors
    /// The store failed; the provider has to call again.
    pub async fn take(
        &self,
        connection: &Connection,
        provider: &str,
        account: &str,
        items: Vec<Inbound>,
    ) -> StoreResult<bool> {
        let mut batches: Vec<(String, Vec<WhatsAppInbound>)> = Vec::new();
        for item in items {
            if let Inbound::Ignored(reason) = &item {
                tracing::info!(provider, account, reason, "an item of a provider was not read");
            }
            let of = account_of(&item).unwrap_or(account).to_owned();
            let file = match &item {
                Inbound::Message(message) => match &message.content {
                    InboundContent::Media(media) => Some(self.keep(connection, media).await),
                    _ => None,
                },
                _ => None,
            };
            let Some(taken) = messaging_adapter::inbound(item, file) else { continue };
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

    /// Downloads and keeps a customer's file. A file that cannot be had or is not allowed leaves the message without it: the
    /// agent sees that there was one.
    async fn keep(&self, connection: &Connection, media: &InboundMedia) -> WhatsAppInboundFile {
        let mut file = WhatsAppInboundFile {
            media_id: String::new(),
            kind: messaging_adapter::medium(media.kind),
            mimetype: media.mime.clone().unwrap_or_default(),
            file_name: media.file_name.clone().unwrap_or_default(),
            size: 0,
        };
        let downloaded = match self.download(connection, media).await {
            Ok(downloaded) => downloaded,
            Err(fault) => {
                tracing::warn!(provider = connection.provider.name(), %fault, "a customer's file was not downloaded");
                return file;
            }
        };
        let claimed = downloaded.mime.or_else(|| media.mime.clone());
        let name = media.file_name.clone();
        let bytes = match self.judge(UnjudgedFile { bytes: downloaded.bytes, claimed, name, archives: false }).await {
            Ok((bytes, Sniffed { mime, kind, file_name, .. })) => {
                file.kind = messaging_adapter::shown_medium(media.kind, kind);
                file.mimetype = mime;
                file.file_name = file_name;
                bytes
            }
            Err(fault) => {
                tracing::warn!(provider = connection.provider.name(), %fault, "a customer's file is not kept");
                return file;
            }
        };
        file.size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        match self.write_blob(bytes).await {
            Ok(id) => file.media_id = id.as_str().to_owned(),
            Err(error) => tracing::error!(%error, "a customer's file was not written"),
        }
        file
    }

    async fn download(
        &self,
        connection: &Connection,
        media: &InboundMedia,
    ) -> Result<messaging::media::Downloaded, FetchFault> {
        for pause in DOWNLOAD_PAUSES {
            match connection.fetch(&media.reference).await {
                Err(fault) if fault.is_temporary() => tokio::time::sleep(pause).await,
                done => return done,
            }
        }
        connection.fetch(&media.reference).await
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
        Inbound::OptIn(opt_in) => Some(&opt_in.account),
        Inbound::Receipt(_) | Inbound::Ignored(_) => None,
    }
}
