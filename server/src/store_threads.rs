//! The threads on which calls use the store, and what is counted there.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::service::CentreService;

/// Twice the connections of PostgreSQL: some calls wait for one while others end. Further calls wait in order.
const THREADS: usize = 32;
/// How often conflicts are logged, if there were any.
const LOGGED_EVERY: Duration = Duration::from_secs(60);

/// Threads for calls that wait for the store. Files and passwords have other ones, so that many calls of one kind do not take the threads of
/// the other.
pub struct StoreThreads {
    /// Only its threads for blocking work are used; `None` while it is dropped.
    runtime: Option<Runtime>,
}

impl StoreThreads {
    /// Starts no thread before the first call.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn start() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().max_blocking_threads(THREADS).thread_name("store").build()?;
        Ok(Self { runtime: Some(runtime) })
    }

    /// Runs the work when a thread is free; `None` once the process ends.
    pub fn run<T, F>(&self, work: F) -> Option<JoinHandle<T>>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        self.runtime.as_ref().map(|runtime| runtime.spawn_blocking(work))
    }
}

/// A runtime may not be dropped by waiting where futures run.
impl Drop for StoreThreads {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Counts since the start.
#[derive(Debug, Default)]
pub struct StoreLoad {
    /// Calls that ended.
    pub calls: AtomicU64,
    /// Runs that ended in a conflict with another call and were repeated.
    pub conflicts: AtomicU64,
    /// Calls whose last run ended in a conflict too.
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
        let [calls, conflicts, given_up] = [0, 1, 2].map(|index| now[index] - before[index]);
        if conflicts > 0 {
            tracing::info!(calls, conflicts, given_up, "calls that conflicted with others");
        }
        before = now;
    }
}
