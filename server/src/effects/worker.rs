//! The worker of a kind of effects: takes due effects of each lane up to its limit, carries out several at the same time, renews the leases of
//! long ones, and finishes or drops those in progress when the server stops.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use contact_centre::store::{EffectLane, StoreResult};
use contact_centre::{Effect, EffectKind, EffectLease};
use tokio::sync::watch;
use tokio::task::{self, JoinSet};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::service::{CallScope, CentreService};

/// Pause before the store is asked again after it failed.
const AFTER_FAILURE: Duration = Duration::from_secs(1);
/// How often leases are renewed: two renewals may fail before a lease ends.
const RENEWED_EVERY: Duration = Duration::from_secs(18);

/// Maximum of effects of a lane that a worker carries out at a time.
#[derive(Clone, Copy, Debug)]
pub struct LaneLimit {
    /// The lane.
    pub lane: EffectLane,
    /// The maximum. Other lanes do not use it up.
    pub at_a_time: usize,
}

/// The settings of one worker. The kind decides what follows an attempt without an outcome (`EffectKind::if_uncertain`): an effect that must not
/// be repeated comes back as uncertain, and the worker reports the outcome as unknown.
#[derive(Clone, Copy, Debug)]
pub struct EffectWorker {
    /// The kind of its effects.
    pub kind: EffectKind,
    /// The lanes that it serves, in the order of their priority.
    pub lanes: &'static [LaneLimit],
    /// Whether effects in progress are finished when the server stops; otherwise they are interrupted and repeated
    /// later.
    pub drains: bool,
}

/// Attempts that have no outcome yet.
#[derive(Default)]
struct UnderWay {
    /// Attempts by the effect's id. Their leases are renewed; if that fails for long, the effect becomes due again.
    attempts: BTreeMap<String, (EffectLane, EffectLease)>,
    running: JoinSet<()>,
    /// The effect of each task, also of a task that panics.
    of_task: BTreeMap<task::Id, String>,
}

impl EffectWorker {
    /// Runs until the server stops. `run` carries an effect out and stores its outcome.
    pub async fn work<F>(self, service: CentreService, run: impl Fn(Effect) -> F, mut stopped: watch::Receiver<bool>)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let kind = self.kind.as_str();
        let mut under_way = UnderWay::default();
        let mut renewals = renewals();
        loop {
            let taken = self.take_due(&service, &mut under_way, &run).await;
            if let Err(error) = &taken {
                tracing::error!(kind, %error, "effects cannot be read");
            }
            let is_busy = !under_way.attempts.is_empty();
            let is_renewal = tokio::select! {
                // Checked before ended tasks: the server begins no effect after it stops.
                biased;
                _ = stopped.wait_for(|stopped| *stopped) => break,
                Some(task) = under_way.next_ended(kind) => {
                    under_way.forget(task);
                    false
                }
                _ = renewals.tick(), if is_busy => true,
                // Checked last: wake-ups may come without a pause.
                () = service.effects().of(self.kind) => false,
                () = tokio::time::sleep(AFTER_FAILURE), if taken.is_err() => false,
            };
            if is_renewal {
                self.renew(&service, &under_way).await;
            }
        }
        while self.drains && !under_way.attempts.is_empty() {
            tokio::select! {
                ended = under_way.next_ended(kind) => match ended {
                    Some(task) => under_way.forget(task),
                    None => break,
                },
                _ = renewals.tick() => self.renew(&service, &under_way).await,
            }
        }
    }

    async fn take_due<F>(
        self,
        service: &CentreService,
        under_way: &mut UnderWay,
        run: &impl Fn(Effect) -> F,
    ) -> StoreResult<()>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let room = |limit: &LaneLimit| limit.at_a_time.saturating_sub(under_way.of_lane(limit.lane));
        let room: Vec<_> =
            self.lanes.iter().map(|limit| (limit.lane, room(limit))).filter(|(_, room)| *room > 0).collect();
        if room.is_empty() {
            return Ok(());
        }
        let kind = self.kind;
        let taken =
            service.call(move |scope| scope.centre.take_effects_of_lanes(scope.store, scope.context, kind, &room));
        for (lane, effect) in taken.await?? {
            under_way.begin(lane, effect, run);
        }
        Ok(())
    }

    async fn renew(self, service: &CentreService, under_way: &UnderWay) {
        let leases: Vec<EffectLease> = under_way.attempts.values().map(|(_, lease)| lease.clone()).collect();
        if leases.is_empty() {
            return;
        }
        let kind = self.kind;
        let renewed = service.call(move |scope| scope.centre.renew_effects(scope.store, scope.context, kind, &leases));
        if let Err(error) = renewed.await.and_then(|renewed| renewed) {
            tracing::error!(kind = kind.as_str(), %error, "leases of effects were not renewed");
        }
    }
}

fn renewals() -> Interval {
    let mut renewals = interval(RENEWED_EVERY);
    renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
    renewals
}

impl UnderWay {
    fn of_lane(&self, lane: EffectLane) -> usize {
        self.attempts.values().filter(|(of, _)| *of == lane).count()
    }

    /// Begins the attempt, unless this worker already carries out the effect.
    fn begin<F>(&mut self, lane: EffectLane, effect: Effect, run: &impl Fn(Effect) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let id = effect.id.clone();
        if self.attempts.contains_key(&id) {
            return;
        }
        self.attempts.insert(id.clone(), (lane, effect.lease()));
        let task = self.running.spawn(run(effect));
        self.of_task.insert(task.id(), id);
    }

    /// The next task that has ended; `None` while none runs.
    async fn next_ended(&mut self, kind: &str) -> Option<task::Id> {
        match self.running.join_next_with_id().await? {
            Ok((task, ())) => Some(task),
            Err(error) => {
                tracing::error!(kind, %error, "an effect ended without an outcome");
                Some(error.id())
            }
        }
    }

    fn forget(&mut self, task: task::Id) {
        if let Some(id) = self.of_task.remove(&task) {
            self.attempts.remove(&id);
        }
    }
}

/// Stores the outcome of an effect. Retries until it is stored, because the outcome is known only here. `None` if the server stops before
/// that: then the lease of the effect ends, and its kind decides what follows.
pub async fn store_outcome<T, C>(service: &CentreService, kind: EffectKind, change: C) -> Option<T>
where
    T: Send + 'static,
    C: Fn(CallScope<'_, '_>) -> StoreResult<T> + Clone + Send + 'static,
{
    let mut stopping = service.hub().stopping();
    loop {
        let error = match service.call(change.clone()).await.and_then(|ended| ended) {
            Ok(stored) => return Some(stored),
            Err(error) => error,
        };
        tracing::error!(kind = kind.as_str(), %error, "the outcome of an effect was not stored");
        if *stopping.borrow() {
            return None;
        }
        tokio::select! {
            () = tokio::time::sleep(AFTER_FAILURE) => {}
            _ = stopping.wait_for(|stopping| *stopping) => {}
        }
    }
}
