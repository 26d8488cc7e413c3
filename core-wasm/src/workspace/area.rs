//! What the workspace itself registers: storage and the retry of a reconcile.

use super::Workspace;
use super::registry::{Area, Timed, When};
use crate::flow::FLUSH;

/// Timers of the workspace.
pub(super) mod timers {
    use crate::flow::Timer;

    /// Asks the server again after a reconcile that failed.
    pub static RECONCILE_RETRY: Timer<()> = Timer::named("reconcile");
    /// Writes again what could not be stored.
    pub static STORE_RETRY: Timer<()> = Timer::named("store retry");
}

impl Area for Workspace {
    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&FLUSH, |workspace, ()| workspace.flush()),
        &When(&timers::RECONCILE_RETRY, |workspace, ()| workspace.reconcile()),
        &When(&timers::STORE_RETRY, |workspace, ()| workspace.retry_failed_write()),
    ];
}
