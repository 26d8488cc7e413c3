//! Deletes the content of files whose rows the domain deleted (the effect `DeleteFiles`), and of files that never had a row (the process
//! ended between writing the file and its row).

use std::time::Duration;

use contact_centre::store::{EffectLane, StoreResult};
use contact_centre::{Effect, EffectKind, EffectOutcome};
use messaging::media::BlobId;
use tokio::sync::watch;
use tokio::time::sleep;

use super::Messaging;
use crate::effects::{self, EffectWorker, LaneLimit};

/// Maximum of effects, each with a list of files, that are carried out at a time.
const WORKER: EffectWorker = EffectWorker {
    kind: EffectKind::DeleteFiles,
    lanes: &[LaneLimit { lane: EffectLane::Prompt, at_a_time: 1 }, LaneLimit { lane: EffectLane::Mass, at_a_time: 1 }],
    drains: true,
};

const SWEEP_PAUSE: Duration = Duration::from_secs(60 * 60);
/// Files without a row are left alone until this age: their row may not be written yet.
const ORPHAN_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Deletes files without a row, at the start and each hour, until the server stops.
pub async fn run(messaging: Messaging, mut stopped: watch::Receiver<bool>) {
    loop {
        if let Err(error) = messaging.delete_orphans(ORPHAN_AGE).await {
            tracing::error!(%error, "files without a row cannot be deleted");
        }
        tokio::select! {
            () = sleep(SWEEP_PAUSE) => {}
            _ = stopped.wait_for(|stopped| *stopped) => return,
        }
    }
}

/// Deletes files whose rows were deleted, until the server stops.
pub async fn run_deletions(messaging: Messaging, stopped: watch::Receiver<bool>) {
    let service = messaging.inner.service.clone();
    WORKER.work(service, |effect| messaging.clone().delete_files(effect), stopped).await;
}

impl Messaging {
    /// Carries out an effect `DeleteFiles`; files that do not exist count as deleted.
    async fn delete_files(self, effect: Effect) {
        let outcome = match serde_json::from_str::<Vec<String>>(&effect.body) {
            Ok(files) => self.delete_blobs(&files).await,
            Err(_) => EffectOutcome::Refused("the list of files cannot be read".to_owned()),
        };
        effects::end_or_log(&self.inner.service, WORKER.kind, effect, outcome).await;
    }

    async fn delete_blobs(&self, files: &[String]) -> EffectOutcome {
        for id in files.iter().filter_map(|id| BlobId::new(id)) {
            if let Err(error) = self.inner.blobs.delete(&id).await {
                let cause = format!("a file was not deleted: {error}");
                return EffectOutcome::Failed { cause, retry_after_ms: None };
            }
        }
        EffectOutcome::Done
    }

    /// Deletes files that were written before `age` and have no row.
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

    /// A file that cannot be deleted now is deleted by the next sweep.
    pub(super) async fn delete_blob(&self, id: &str) {
        let Some(id) = BlobId::new(id) else { return };
        if let Err(error) = self.inner.blobs.delete(&id).await {
            tracing::error!(%error, "a file was not deleted");
        }
    }
}
