//! The worker of the effect `FetchFile`: fetches the files of customers' messages from their providers. A file that cannot be fetched
//! now is tried again for most of a day; for a file that can never be fetched the message gets the reason.

use std::sync::Arc;

use contact_centre::store::EffectLane;
use contact_centre::wire::network_limits::Network;
use contact_centre::wire::{Channel, MetaType};
use contact_centre::{Effect, EffectKind, EffectOutcome, FetchedFile, FileOrder, FileOutcome, FileRefusal};
use messaging::media::{BlobId, DownloadFault, SniffFault};
use messaging::{FetchFault, ReadFault};
use tokio::sync::watch;

use super::Messaging;
use super::judging::{FileFault, UnkeptFile};
use crate::effects::{self, EffectWorker, LaneLimit};
use crate::service::CallScope;

/// Maximum of files that this process fetches at a time. One piece of each is in memory, and the whole of a file of up to 5
/// MB while it is checked.
const WORKER: EffectWorker = EffectWorker {
    kind: EffectKind::FetchFile,
    lanes: &[LaneLimit { lane: EffectLane::Prompt, at_a_time: 8 }],
    drains: false,
};
/// A provider may announce a file a moment before it has it: "not found" is final only from this attempt on, after
/// about 15 s.
const GONE_FROM_ATTEMPT: u32 = 5;

/// Runs until the server stops.
pub async fn run(messaging: Messaging, stopped: watch::Receiver<bool>) {
    let service = messaging.inner.service.clone();
    let carry_out = |effect| {
        let messaging = messaging.clone();
        async move { messaging.carry_out_fetch(effect).await }
    };
    WORKER.work(service, carry_out, stopped).await;
}

impl Messaging {
    async fn carry_out_fetch(&self, effect: Effect) {
        let service = &self.inner.service;
        let Ok(order) = serde_json::from_str::<FileOrder>(&effect.body) else {
            let refused = EffectOutcome::Refused("the body is unreadable".to_owned());
            return effects::end_or_log(service, WORKER.kind, effect, refused).await;
        };
        let outcome = self.fetch(&effect, &order).await;
        log(&effect, &order, &outcome);
        // A repetition writes the same content again.
        let written = BlobId::new(&effect.id);
        let report = Arc::new((effect, order, outcome));
        let change = move |scope: CallScope<'_, '_>| {
            let (effect, order, outcome) = &*report;
            scope.centre.file_fetched(scope.store, scope.context, effect, order, outcome)
        };
        if effects::store_outcome(service, WORKER.kind, change).await == Some(false)
            && let Some(id) = written
            && let Err(error) = self.inner.blobs.delete(&id).await
        {
            tracing::warn!(%error, "a file that no message has was not deleted");
        }
    }

    async fn fetch(&self, effect: &Effect, order: &FileOrder) -> FileOutcome {
        let Some(reference) = messaging_adapter::reference(order) else {
            return FileOutcome::Refused(FileRefusal::Gone);
        };
        let Some(connection) = self.inner.providers.of(&order.provider, order.is_simulated) else {
            return failed(format!("no provider {} is configured", order.provider));
        };
        let Some(id) = BlobId::new(&effect.id) else { return failed("the effect has no usable id".to_owned()) };
        // An earlier attempt may have ended after the file was written and before its report.
        if let Err(error) = self.inner.blobs.delete(&id).await {
            return failed(format!("an earlier file was not deleted: {error}"));
        }
        let mut file = match self.inner.blobs.create(&id).await {
            Ok(file) => file,
            Err(error) => return failed(format!("the file was not written: {error}")),
        };
        let max_bytes = largest_of(order).unwrap_or(self.inner.attachment_max_bytes);
        let downloaded = match connection.fetch(&reference, max_bytes, file.as_mut()).await {
            Ok(downloaded) => downloaded,
            Err(fault) => return of_fetch(&fault, effect.attempt),
        };
        let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let claimed = downloaded.mime.or_else(|| given(&order.mimetype));
        let name = given(&order.file_name);
        let found = match self.judge_unkept(UnkeptFile { file: file.as_mut(), claimed, name, max_bytes }).await {
            Ok(found) => found,
            Err(fault) => return of_file(&fault),
        };
        if let Err(error) = file.finish().await {
            return failed(format!("the file was not written: {error}"));
        }
        FileOutcome::Fetched(FetchedFile {
            media_id: id.as_str().to_owned(),
            kind: messaging_adapter::shown_medium(order.kind, found.kind),
            mimetype: found.mime,
            file_name: found.file_name,
            size: downloaded.length,
        })
    }
}

/// The largest file that a customer of the network can send, in bytes.
fn largest_of(order: &FileOrder) -> Option<u64> {
    let meta_type = if order.provider == "instagram" { MetaType::Instagram } else { MetaType::Whatsapp };
    Network::of(Channel::Whatsapp, Some(meta_type), &order.provider)?.largest_received()
}

fn failed(cause: String) -> FileOutcome {
    FileOutcome::Failed { cause, retry_after_ms: None }
}

/// Wrong credentials are corrected by the operator; the provider still has the file then.
fn of_fetch(fault: &FetchFault, attempt: u32) -> FileOutcome {
    let status = match fault {
        FetchFault::Read(ReadFault::Status(status)) | FetchFault::Download(DownloadFault::Status(status)) => *status,
        FetchFault::Download(DownloadFault::TooLarge { .. }) => return FileOutcome::Refused(FileRefusal::TooLarge),
        FetchFault::Download(
            DownloadFault::Scheme(_) | DownloadFault::Host(_) | DownloadFault::Address(_) | DownloadFault::Malformed,
        ) => return FileOutcome::Refused(FileRefusal::NotAllowed),
        FetchFault::NotOffered => return FileOutcome::Refused(FileRefusal::Gone),
        FetchFault::Client(_) | FetchFault::Read(_) | FetchFault::Download(_) => 0,
    };
    match status {
        404 | 410 if attempt >= GONE_FROM_ATTEMPT => FileOutcome::Refused(FileRefusal::Gone),
        _ => failed(fault.to_string()),
    }
}

fn of_file(fault: &FileFault) -> FileOutcome {
    match fault {
        FileFault::Sniff(SniffFault::TooLarge { .. }) => FileOutcome::Refused(FileRefusal::TooLarge),
        // The download was cut off.
        FileFault::Sniff(SniffFault::Empty | SniffFault::Unreadable) | FileFault::NotJudged => {
            failed(fault.to_string())
        }
        FileFault::Sniff(_) | FileFault::Infected => FileOutcome::Refused(FileRefusal::NotAllowed),
    }
}

fn log(effect: &Effect, order: &FileOrder, outcome: &FileOutcome) {
    let (provider, attempt) = (order.provider.as_str(), effect.attempt);
    match outcome {
        FileOutcome::Fetched(_) => {}
        FileOutcome::Refused(reason) => tracing::warn!(provider, attempt, ?reason, "a customer's file is not kept"),
        FileOutcome::Failed { cause, .. } => {
            tracing::warn!(provider, attempt, cause, "a customer's file was not fetched");
        }
    }
}
