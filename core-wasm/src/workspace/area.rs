//! What the workspace itself registers: storage and the retry of a reconcile.

use super::registry::{Area, Timed, When};
use super::{Workspace, context};
use crate::flow::{AreaName, FLUSH};
use std::convert::Infallible;

/// Timers of the workspace.
pub(super) mod timers {
    use crate::flow::Timer;

    /// Asks the server again after a reconcile that failed.
    pub static RECONCILE_RETRY: Timer<()> = Timer::named("reconcile");
    /// Writes again what could not be stored.
    pub static STORE_RETRY: Timer<()> = Timer::named("store retry");
}

/// Delay before a failed reconcile is retried.
const RECONCILE_RETRY_MS: u64 = 5_000;

impl Workspace {
    /// A part of a reconcile got no answer: everything is asked for again later.
    pub(crate) fn schedule_reconcile(&mut self) {
        context!(self).timer(timers::RECONCILE_RETRY.key(), RECONCILE_RETRY_MS);
    }

    /// A reconcile begins: whatever was missed is asked for now.
    pub(crate) fn cancel_scheduled_reconcile(&mut self) {
        context!(self).cancel_timer(&timers::RECONCILE_RETRY.key());
    }
}

impl Area for Workspace {
    type Intent = Infallible;

    const NAME: AreaName = AreaName("workspace");

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&FLUSH, |workspace, ()| workspace.flush()),
        &When(&timers::RECONCILE_RETRY, |workspace, ()| workspace.reconcile()),
        &When(&timers::STORE_RETRY, |workspace, ()| workspace.retry_failed_write()),
    ];

    fn on_intent(_: &mut Workspace, intent: Infallible) {
        match intent {}
    }
}
