//! Runs domain calls: one SQLite connection behind a mutex, the clock, the system's randomness, and the hub that is
//! notified after each call. Calls run on blocking threads, one at a time, reads included.

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

/// Concurrent password tasks.
const MAX_PASSWORD_TASKS: usize = 2;
/// Sign-ins that run or wait for their password task; further ones are refused with 503.
const MAX_SIGN_INS: usize = 64;
/// Requests that run or wait for the store; further ones are refused with 503.
const MAX_REQUESTS: usize = 1_024;

/// Handle of the domain, its store and the hub; clones share them.
#[derive(Clone)]
pub struct CentreService {
    inner: Arc<Inner>,
}

struct Inner {
    centre: Centre,
    hasher: Argon2id,
    store: Mutex<SqliteStore>,
    hub: Hub,
    /// Added to the system clock, in milliseconds (fault injection).
    clock_offset_ms: AtomicI64,
    /// Limits concurrent password tasks: each takes 19 MiB and a processor.
    passwords: Semaphore,
    sign_ins: Semaphore,
    requests: Semaphore,
}

/// Why a request has no reply.
#[derive(Debug)]
pub enum RequestError {
    /// Too many requests wait.
    Busy,
    /// The call failed.
    Failed(StoreError),
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> Self {
        RequestError::Failed(error)
    }
}

/// What a call works with.
pub struct CallScope<'a, 'c> {
    /// The domain.
    pub centre: &'a Centre,
    /// The store, locked for this call.
    pub store: &'a mut SqliteStore,
    /// Environment of the call.
    pub context: &'a mut Context<'c>,
}

struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&mut self, bytes: &mut [u8]) {
        if let Err(error) = getrandom::fill(bytes) {
            // Tokens must not be guessable.
            tracing::error!(%error, "the operating system provides no randomness");
            std::process::abort();
        }
    }
}

impl CentreService {
    /// Opens the service.
    ///
    /// # Errors
    /// The queue positions cannot be read.
    pub fn new(config: CentreConfig, hasher: Argon2id, store: SqliteStore) -> StoreResult<Self> {
        let hub = Hub::new(store.queue_tails()?);
        let inner = Inner {
            centre: Centre::new(config),
            hasher,
            store: Mutex::new(store),
            hub,
            clock_offset_ms: AtomicI64::new(0),
            passwords: Semaphore::new(MAX_PASSWORD_TASKS),
            sign_ins: Semaphore::new(MAX_SIGN_INS),
            requests: Semaphore::new(MAX_REQUESTS),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    pub fn hub(&self) -> &Hub {
        &self.inner.hub
    }

    /// Runs one call on a blocking thread and notifies its recipients before it returns.
    ///
    /// # Errors
    /// The call panicked.
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

    /// As `call`, for a request from the network: refused if too many wait already.
    ///
    /// # Errors
    /// See `RequestError`.
    pub async fn request<T, F>(&self, work: F) -> Result<T, RequestError>
    where
        T: Send + 'static,
        F: FnOnce(CallScope<'_, '_>) -> T + Send + 'static,
    {
        let _permit = self.inner.requests.try_acquire().map_err(|_| RequestError::Busy)?;
        Ok(self.call(work).await?)
    }

    /// Handles one REST request. Password tasks run without holding the store.
    ///
    /// # Errors
    /// See `RequestError`.
    pub async fn http(&self, request: HttpRequest, address: Option<String>) -> Result<HttpReply, RequestError> {
        let request = Arc::new(request);
        let mut password = None;
        let mut permit = None;
        loop {
            let (request, address) = (Arc::clone(&request), address.clone());
            let step = self
                .request(move |scope| {
                    scope.context.address = address;
                    scope.context.password = password;
                    scope.centre.http_step(scope.store, scope.context, &request)
                })
                .await?;
            match step {
                HttpStep::Done(reply) => return Ok(reply),
                HttpStep::Password(task) => {
                    if permit.is_none() {
                        permit = Some(self.inner.sign_ins.try_acquire().map_err(|_| RequestError::Busy)?);
                    }
                    password = Some(self.run_password_task(task).await?);
                }
            }
        }
    }

    async fn run_password_task(&self, task: PasswordTask) -> StoreResult<(PasswordTask, PasswordOutcome)> {
        let failed = |error: String| StoreError(format!("a password task failed: {error}"));
        let _permit = self.inner.passwords.acquire().await.map_err(|error| failed(error.to_string()))?;
        let hasher = self.inner.hasher.clone();
        let worked = tokio::task::spawn_blocking(move || {
            let outcome = task.run(&hasher);
            (task, outcome)
        });
        worked.await.map_err(|error| failed(error.to_string()))
    }

    /// As `call`, on the current thread; for start-up.
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

    /// Time of the centre: system clock plus offset.
    pub fn now(&self) -> Wall {
        now().plus_ms(self.clock_offset_ms())
    }

    pub fn clock_offset_ms(&self) -> i64 {
        self.inner.clock_offset_ms.load(Ordering::Relaxed)
    }

    /// Sets the clock offset in milliseconds (fault injection).
    #[cfg(feature = "development")]
    pub fn move_clock(&self, offset_ms: i64) {
        self.inner.clock_offset_ms.store(offset_ms, Ordering::Relaxed);
    }

    fn store(&self) -> MutexGuard<'_, SqliteStore> {
        self.inner.store.lock().unwrap_or_else(|poisoned| {
            // A call panicked inside its transaction: roll it back.
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
