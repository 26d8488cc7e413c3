//! Counts the work of the store: calls, and conflicts between them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;

use crate::service::CentreService;

/// How often conflicts are logged, if there are any.
const LOGGED_EVERY: Duration = Duration::from_secs(60);

/// Counts since the start.
#[derive(Debug, Default)]
pub struct StoreLoad {
    /// Calls that ended.
    pub calls: AtomicU64,
    /// Runs that ended in a conflict with another call and were repeated.
    pub conflicts: AtomicU64,
    /// Calls whose last run also ended in a conflict.
    pub given_up: AtomicU64,
}

/// Logs how many calls conflicted, each minute in which some did.
pub async fn log_conflicts(service: CentreService, mut stopped: watch::Receiver<bool>) {
    let read = || {
        let load = service.load();
        [&load.calls, &load.conflicts, &load.given_up].map(|count| count.load(Ordering::Relaxed))
    };
    let mut before = read();
    let mut minutes = tokio::time::interval(LOGGED_EVERY);
    loop {
        tokio::select! {
            _ = minutes.tick() => {}
            _ = stopped.changed() => return,
        }
        let now = read();
        let ([calls, conflicts, given_up], [calls_before, conflicts_before, given_up_before]) = (now, before);
        if conflicts > conflicts_before {
            let (calls, conflicts) = (calls - calls_before, conflicts - conflicts_before);
            let given_up = given_up - given_up_before;
            tracing::info!(calls, conflicts, given_up, "calls that conflicted with others");
        }
        before = now;
    }
}
