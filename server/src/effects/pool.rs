//! Carries out the effects of a kind, several at the same time, and stores their outcomes.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::time::Duration;

use contact_centre::store::StoreResult;
use contact_centre::{Effect, EffectKind};
use tokio::sync::watch;
use tokio::task::{self, JoinSet};

use super::take;
use crate::service::{CallScope, CentreService};

/// When the store is asked again after it failed.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// The effects that one worker carries out.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// Their kind.
    pub kind: EffectKind,
    /// How many at a time.
    pub at_a_time: usize,
    /// When the server stops, those under way are finished; else they are cut off and repeated later.
    pub finishes: bool,
}

#[derive(Default)]
struct UnderWay {
    /// Ids of effects: one that takes long is due again after its lease.
    ids: BTreeSet<String>,
    running: JoinSet<()>,
    /// Effect of each task, also of one that panics.
    of_task: BTreeMap<task::Id, String>,
}

impl Pool {
    /// Runs until the server stops. `carry_out` carries an effect out and stores its outcome.
    pub async fn run<F>(
        self,
        service: CentreService,
        carry_out: impl Fn(Effect) -> F,
        mut stopped: watch::Receiver<bool>,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let kind = self.kind.as_str();
        let mut under_way = UnderWay::default();
        loop {
            let taken = self.take_due(&service, &mut under_way, &carry_out).await;
            if let Err(error) = &taken {
                tracing::error!(kind, %error, "effects cannot be read");
            }
            tokio::select! {
                () = service.effects().of(self.kind) => {}
                Some(ended) = under_way.running.join_next_with_id() => {
                    let task = match ended {
                        Ok((task, ())) => task,
                        Err(error) => {
                            tracing::error!(kind, %error, "an effect ended without an outcome");
                            error.id()
                        }
                    };
                    under_way.end(task);
                }
                () = tokio::time::sleep(AFTER_FAILURE), if taken.is_err() => {}
                _ = stopped.wait_for(|stopped| *stopped) => break,
            }
        }
        if self.finishes {
            while under_way.running.join_next().await.is_some() {}
        }
    }

    async fn take_due<F>(
        self,
        service: &CentreService,
        under_way: &mut UnderWay,
        carry_out: &impl Fn(Effect) -> F,
    ) -> StoreResult<()>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        while under_way.ids.len() < self.at_a_time {
            let Some(effect) = take(service, self.kind).await? else { return Ok(()) };
            // One that is under way here was taken again after its lease, which is longer by that.
            if under_way.ids.insert(effect.id.clone()) {
                let id = effect.id.clone();
                let task = under_way.running.spawn(carry_out(effect));
                under_way.of_task.insert(task.id(), id);
            }
        }
        Ok(())
    }
}

impl UnderWay {
    fn end(&mut self, task: task::Id) {
        if let Some(id) = self.of_task.remove(&task) {
            self.ids.remove(&id);
        }
    }
}

/// Stores the outcome of an effect. Repeated until it is stored, because nobody else knows it; `None` if the server stops before that: the
/// lease of the effect ends, and its kind decides what follows.
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
