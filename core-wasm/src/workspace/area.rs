//! Timers of the workspace itself: storage and the retry of a reconcile.

use super::registry::{Area, Timed, When};
use super::{Workspace, context};
use crate::flow::{AreaName, FLUSH, REPEAT};
use std::convert::Infallible;

/// Timers of the workspace.
pub(super) mod timers {
    use crate::flow::Timer;

    /// Repeats a failed reconcile.
    pub static RECONCILE_RETRY: Timer<()> = Timer::named("reconcile");
    /// Retries a failed write.
    pub static STORE_RETRY: Timer<()> = Timer::named("store retry");
}

/// Delay before a failed reconcile is retried.
const RECONCILE_RETRY_MS: u64 = 5_000;

impl Workspace {
    /// A request of the reconcile got no answer: the reconcile is repeated later.
    pub(crate) fn schedule_reconcile(&mut self) {
        context!(self).timer(timers::RECONCILE_RETRY.key(), RECONCILE_RETRY_MS);
    }

    /// A reconcile starts now, so the scheduled one is cancelled.
    pub(crate) fn cancel_scheduled_reconcile(&mut self) {
        context!(self).cancel_timer(&timers::RECONCILE_RETRY.key());
    }
}

impl Area for Workspace {
    type Intent = Infallible;
    type Event = Infallible;

    const NAME: AreaName = AreaName("workspace");

    const TIMERS: &'static [&'static dyn Timed] = &[
        &When(&FLUSH, |workspace, ()| workspace.flush()),
        &When(&REPEAT, |workspace, number| context!(workspace).repeat(number)),
        &When(&timers::RECONCILE_RETRY, |workspace, ()| workspace.reconcile()),
        &When(&timers::STORE_RETRY, |workspace, ()| workspace.retry_failed_write()),
    ];

    fn on_intent(_: &mut Workspace, intent: Infallible) {
        match intent {}
    }
}
