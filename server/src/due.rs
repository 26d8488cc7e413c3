//! The loops of due work, one for each lane. Each subject is run in a separate call.

use std::time::Duration;

use contact_centre::store::{StoreError, StoreResult};
use contact_centre::wire::Wall;
use contact_centre::{Due, DueLane};
use tokio::sync::watch;

use crate::service::CentreService;

/// Pause before due times are read again after the store failed.
const AFTER_FAILURE_MS: i64 = 1_000;
/// How often the server looks for changes of the operator's commands.
const OPERATOR: Duration = Duration::from_secs(1);

impl CentreService {
    /// Runs the due work of the lane until the server stops; sleeps until the next due time.
    pub async fn run_lane(&self, lane: DueLane, mut stopped: watch::Receiver<bool>) {
        loop {
            self.alarm(lane).reset();
            let next = self.run_due_of(lane, &stopped).await.unwrap_or_else(|error| {
                tracing::error!(%error, ?lane, "the due times cannot be read");
                self.now().plus_ms(AFTER_FAILURE_MS)
            });
            self.alarm(lane).ring_by(next);
            tokio::select! {
                () = self.alarm(lane).rings(|| self.now()) => {}
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
        }
    }

    /// Wakes the lanes when an operator's command, another process, has changed something, until the server stops.
    pub async fn watch_operator(&self, mut stopped: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                () = tokio::time::sleep(OPERATOR) => {}
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
            match self.read(|scope| scope.centre.operator_has_changed(scope.store)).await.flatten() {
                Ok(false) => {}
                Ok(true) => DueLane::ALL.into_iter().for_each(|lane| self.alarm(lane).ring_by(self.now())),
                Err(error) => tracing::debug!(%error, "changes of commands cannot be read"),
            }
        }
    }

    /// Runs the due work of the lane once; returns when the lane is due next.
    async fn run_due_of(&self, lane: DueLane, stopped: &watch::Receiver<bool>) -> StoreResult<Wall> {
        for kind in lane.kinds() {
            let subjects =
                self.read(move |scope| scope.centre.due_subjects(scope.store, scope.context.now, kind)).await??;
            for subject in subjects {
                if *stopped.borrow() {
                    return Ok(self.now());
                }
                let of_call = subject.clone();
                let run = self.call(move |scope| scope.centre.run_due(scope.store, scope.context, kind, &of_call));
                if let Err(error) = run.await.flatten() {
                    tracing::error!(%error, ?kind, "due work failed and is postponed");
                    self.postpone(kind, subject, error).await?;
                }
            }
        }
        self.read(move |scope| scope.centre.next_due(scope.store, scope.context.now, lane)).await?
    }

    async fn postpone(&self, kind: Due, subject: String, cause: StoreError) -> StoreResult<()> {
        self.call(move |scope| scope.centre.postpone_due(scope.store, scope.context, kind, &subject, &cause)).await?
    }
}
