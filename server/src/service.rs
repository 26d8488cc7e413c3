//! The domain with its surroundings: one store behind one lock, the clock, the system's randomness, and the hub that hears what
//! each call delivered. Calls run on blocking threads; SQLite has one writer, so one lock costs nothing that it would not.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use contact_centre::store::{Store, StoreError, StoreResult};
use contact_centre::wire::Wall;
use contact_centre::{
    Argon2id, Centre, CentreConfig, Context, Entropy, HttpReply, HttpRequest, HttpStep, PasswordOutcome, PasswordTask,
};
use tokio::sync::Semaphore;

use crate::hub::Hub;
use crate::store::SqliteStore;

const PASSWORDS_AT_ONCE: usize = 2;

#[derive(Clone)]
pub struct CentreService {
    inner: Arc<Inner>,
}

struct Inner {
    centre: Centre,
    hasher: Argon2id,
    store: Mutex<SqliteStore>,
    hub: Hub,
    /// Added to the system's clock (a fault on purpose).
    clock_offset_ms: AtomicI64,
    /// Costly passwords that are worked on at once: each takes its memory and a processor.
    passwords: Semaphore,
}

/// What a call works with.
pub struct CallScope<'a, 'c> {
    pub centre: &'a Centre,
    pub store: &'a mut SqliteStore,
    pub context: &'a mut Context<'c>,
}

struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&mut self, bytes: &mut [u8]) {
        if let Err(error) = getrandom::fill(bytes) {
            // A token that can be guessed is worse than no server.
            tracing::error!(%error, "the system gives no randomness");
            std::process::abort();
        }
    }
}

impl CentreService {
    pub fn new(config: CentreConfig, hasher: Argon2id, store: SqliteStore) -> StoreResult<Self> {
        let hub = Hub::new(store.queue_tails()?);
        let inner = Inner {
            centre: Centre::new(config),
            hasher,
            store: Mutex::new(store),
            hub,
            clock_offset_ms: AtomicI64::new(0),
            passwords: Semaphore::new(PASSWORDS_AT_ONCE),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    pub fn hub(&self) -> &Hub {
        &self.inner.hub
    }

    /// Runs one call of the domain and passes on what it delivered, before its answer is known to anybody.
    pub async fn call<T, F>(&self, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: FnOnce(CallScope<'_, '_>) -> T + Send + 'static,
    {
        let service = self.clone();
        tokio::task::spawn_blocking(move || service.call_now(work))
            .await
            .map_err(|error| StoreError(format!("the call did not end: {error}")))
    }

    /// One request of the workspace. A password is worked on while nobody holds the store.
    pub async fn http(&self, request: HttpRequest, address: Option<String>) -> StoreResult<HttpReply> {
        let request = Arc::new(request);
        let mut password = None;
        loop {
            let (request, address) = (Arc::clone(&request), address.clone());
            let step = self
                .call(move |scope| {
                    scope.context.address = address;
                    scope.context.password = password;
                    scope.centre.http_step(scope.store, scope.context, &request)
                })
                .await?;
            match step {
                HttpStep::Done(reply) => return Ok(reply),
                HttpStep::Password(task) => password = Some(self.work_on(task).await?),
            }
        }
    }

    async fn work_on(&self, task: PasswordTask) -> StoreResult<(PasswordTask, PasswordOutcome)> {
        let failed = |error: String| StoreError(format!("a password was not worked on: {error}"));
        let _permit = self.inner.passwords.acquire().await.map_err(|error| failed(error.to_string()))?;
        let hasher = self.inner.hasher.clone();
        let worked = tokio::task::spawn_blocking(move || {
            let outcome = task.run(&hasher);
            (task, outcome)
        });
        worked.await.map_err(|error| failed(error.to_string()))
    }

    /// The same on this thread, for start-up.
    pub fn call_now<T>(&self, work: impl FnOnce(CallScope<'_, '_>) -> T) -> T {
        let inner = &*self.inner;
        let mut entropy = SystemEntropy;
        let mut context = Context::new(self.now(), &mut entropy, &inner.hasher);
        let mut store = self.store();
        let answer = work(CallScope { centre: &inner.centre, store: &mut store, context: &mut context });
        drop(store);
        inner.hub.notify(&context.recipients);
        answer
    }

    /// The centre's moment.
    pub fn now(&self) -> Wall {
        now().plus_ms(self.clock_offset_ms())
    }

    pub fn clock_offset_ms(&self) -> i64 {
        self.inner.clock_offset_ms.load(Ordering::Relaxed)
    }

    pub fn move_clock(&self, offset_ms: i64) {
        self.inner.clock_offset_ms.store(offset_ms, Ordering::Relaxed);
    }

    fn store(&self) -> MutexGuard<'_, SqliteStore> {
        self.inner.store.lock().unwrap_or_else(|poisoned| {
            // A call panicked inside its transaction: what it began is taken back.
            let mut store = poisoned.into_inner();
            let _ = store.rollback();
            self.inner.store.clear_poison();
            store
        })
    }
}

fn now() -> Wall {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Wall(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
