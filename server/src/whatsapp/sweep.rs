//! Deletes files that no message uses: uploads that were not sent within a day, and files without a row in the database
//! (the process ended after the file and before the row were written).

use std::time::Duration;

use contact_centre::Centre;
use contact_centre::store::StoreResult;
use messaging::media::BlobId;
use tokio::sync::watch;
use tokio::time::sleep;

use super::Messaging;

const SWEEP_PAUSE: Duration = Duration::from_secs(60 * 60);
/// Bytes without a row are not judged before: their row may be on its way.
const ORPHAN_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Sweeps at the start and each hour, until the server stops.
pub async fn run(messaging: Messaging, mut stopped: watch::Receiver<bool>) {
    loop {
        if let Err(error) = messaging.delete_unused().await {
            tracing::error!(%error, "unused files cannot be deleted");
        }
        if let Err(error) = messaging.delete_orphans(ORPHAN_AGE).await {
            tracing::error!(%error, "files without a row cannot be deleted");
        }
        tokio::select! {
            () = sleep(SWEEP_PAUSE) => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
    }
}

impl Messaging {
    async fn delete_unused(&self) -> StoreResult<()> {
        let service = &self.inner.service;
        loop {
            let now = service.now();
            let unused = service.read(move |scope| Centre::unused_media(&*scope.store, now)).await??;
            if unused.is_empty() {
                return Ok(());
            }
            for id in unused {
                let of = id.clone();
                if service.call(move |scope| scope.centre.forget_media(scope.store, scope.context, &of)).await?? {
                    self.delete_blob(&id).await;
                }
            }
        }
    }

    /// Deletes bytes that were written before `age` and that no row names.
    async fn delete_orphans(&self, age: Duration) -> StoreResult<()> {
        let old = match self.inner.blobs.older_than(age).await {
            Ok(old) => old,
            Err(error) => {
                tracing::error!(%error, "the folder of files cannot be read");
                return Ok(());
            }
        };
        for id in old {
            let of = id.as_str().to_owned();
            let row = self.inner.service.read(move |scope| scope.store.media(&of)).await??;
            if row.is_none() {
                self.delete_blob(id.as_str()).await;
            }
        }
        Ok(())
    }

    /// What cannot be deleted is an orphan of the next sweep.
    pub(super) async fn delete_blob(&self, id: &str) {
        let Some(id) = BlobId::new(id) else { return };
        if let Err(error) = self.inner.blobs.delete(&id).await {
            tracing::error!(%error, "a file was not deleted");
        }
    }
}
