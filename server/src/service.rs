//! Runs calls of the domain with a connection of the store, the clock and the system's randomness, and notifies the hub
//! after each call. Calls run on blocking threads. A call that conflicts with a concurrent one is run again: calls have
//! no other side effects, so nothing of the first run remains.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use contact_centre::store::{Store, StoreError, StoreResult};
use contact_centre::wire::Wall;
use contact_centre::{
    Argon2id, Centre, CentreConfig, Context, DueLane, Entropy, HttpReply, HttpRequest, HttpStep, PasswordOutcome,
    PasswordTask, Recipients, SecurityEvent, reads_much, usually_reads, verifies_password,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::alarm::Alarm;
use crate::effects::EffectCalls;
use crate::hub::Hub;
use crate::permits::{Limits, Permit, Permits};
use crate::store::{ConflictWatch, Mode, Stores};
use crate::store_load::StoreLoad;

/// Maximum of concurrent password tasks.
const MAX_PASSWORD_TASKS: usize = 2;
/// Maximum of sign-ins that run or wait for their password task; further ones are refused with 503.
const MAX_SIGN_INS: usize = 64;
/// Maximum of requests that run or wait for the store; further ones are refused with 503.
const MAX_REQUESTS: usize = 1_024;
/// Maximum of calls at the same time: twice the connections of PostgreSQL, because some wait for a connection while others finish. Further calls
/// wait in order. So threads stay free for files and passwords.
const THREADS: usize = 32;
/// Maximum of simultaneous requests that read many rows, so that connections stay free for others.
const MAX_LARGE_READS: usize = 4;
/// Maximum of requests that read many rows and run or wait; further ones are refused with 503, so that they do not take the
/// places of others.
const MAX_WAITING_LARGE_READS: usize = 64;
/// Maximum of runs of a call that conflicts with others.
const MAX_RUNS: u32 = 10;
/// Longest pause before a call's second run; doubled for each further one.
const CONFLICT_PAUSE_MS: u64 = 4;
/// Longest pause before a run.
const LONGEST_CONFLICT_PAUSE_MS: u64 = 200;

/// Handle of the domain, its store and the hub; clones share them.
#[derive(Clone)]
pub struct CentreService {
    inner: Arc<Inner>,
}

struct Inner {
    centre: Centre,
    hasher: Argon2id,
    stores: Box<dyn Stores>,
    hub: Hub,
    prompt_alarm: Alarm,
    bulk_alarm: Alarm,
    effects: EffectCalls,
    /// Added to the system clock, in milliseconds (fault injection).
    clock_offset_ms: AtomicI64,
    /// Limits concurrent password tasks: each needs 19 MiB and a processor.
    passwords: Semaphore,
    sign_ins: Permits,
    requests: Semaphore,
    large_reads: Arc<Semaphore>,
    waiting_large_reads: Semaphore,
    threads: Arc<Semaphore>,
    load: StoreLoad,
}

/// The origin of a request.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// Network address.
    pub address: Option<String>,
    /// Scheme and host by which the caller reaches the server's sockets.
    pub web_socket_origin: Option<String>,
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

/// The environment of a call.
pub struct CallScope<'a, 'c> {
    /// The domain.
    pub centre: &'a Centre,
    /// The store; no other call has this connection.
    pub store: &'a mut dyn Store,
    /// Environment of the call.
    pub context: &'a mut Context<'c>,
}

struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&mut self, bytes: &mut [u8]) {
        if let Err(error) = getrandom::fill(bytes) {
            // Cryptographic randomness: tokens must not be guessable.
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
    pub async fn open(config: CentreConfig, hasher: Argon2id, stores: Box<dyn Stores>) -> StoreResult<Self> {
        // Runs on a blocking thread, because a store may wait for its database.
        let opened = tokio::task::spawn_blocking(move || Self::new(config, hasher, stores)).await;
        opened.map_err(|error| StoreError::Unavailable(format!("the store did not open: {error}")))?
    }

    fn new(config: CentreConfig, hasher: Argon2id, stores: Box<dyn Stores>) -> StoreResult<Self> {
        let mut tails = Ok(Vec::new());
        stores.with(Mode::Read, &mut |store| tails = ConflictWatch::new(store).queue_tails())?;
        let hub = Hub::new(tails?);
        let inner = Inner {
            centre: Centre::new(config),
            hasher,
            stores,
            hub,
            prompt_alarm: Alarm::default(),
            bulk_alarm: Alarm::default(),
            effects: EffectCalls::default(),
            clock_offset_ms: AtomicI64::new(0),
            passwords: Semaphore::new(MAX_PASSWORD_TASKS),
            sign_ins: Permits::new(Limits { all: MAX_SIGN_INS, per_address: MAX_SIGN_INS / 2 }),
            requests: Semaphore::new(MAX_REQUESTS),
            large_reads: Arc::new(Semaphore::new(MAX_LARGE_READS)),
            waiting_large_reads: Semaphore::new(MAX_WAITING_LARGE_READS),
            threads: Arc::new(Semaphore::new(THREADS)),
            load: StoreLoad::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The domain, for functions that need no store.
    pub fn centre(&self) -> &Centre {
        &self.inner.centre
    }

    pub fn hub(&self) -> &Hub {
        &self.inner.hub
    }

    /// Counts of calls and conflicts since the start.
    pub fn load(&self) -> &StoreLoad {
        &self.inner.load
    }

    /// Wakes the workers of effects.
    pub fn effects(&self) -> &EffectCalls {
        &self.inner.effects
    }

    /// The alarm of this lane's loop.
    pub fn alarm(&self, lane: DueLane) -> &Alarm {
        match lane {
            DueLane::Prompt => &self.inner.prompt_alarm,
            DueLane::Bulk => &self.inner.bulk_alarm,
        }
    }

    /// Runs one call on a blocking thread and notifies its recipients before it returns. The call is run again after a
    /// conflict.
    ///
    /// # Errors
    /// The call panicked, or there is no connection to the store.
    pub async fn call<T, F>(&self, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: Fn(CallScope<'_, '_>) -> T + Send + 'static,
    {
        self.spawn(Mode::Write, None, work).await
    }

    /// Like `call`, concurrently with other calls, for work that only reads. If it writes nevertheless, it is run again
    /// as a writing call.
    ///
    /// # Errors
    /// As for `call`.
    pub async fn read<T, F>(&self, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: Fn(CallScope<'_, '_>) -> T + Send + 'static,
    {
        self.spawn(Mode::Read, None, work).await
    }

    /// The permits end with the work, which continues if its caller no longer waits.
    async fn spawn<T, F>(&self, mode: Mode, large_read: Option<OwnedSemaphorePermit>, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: Fn(CallScope<'_, '_>) -> T + Send + 'static,
    {
        let service = self.clone();
        // Runs within the request's span, so that log lines have the request's id.
        let span = tracing::Span::current();
        let failed = |error: String| StoreError::Unavailable(format!("the call did not end: {error}"));
        let thread = Arc::clone(&self.inner.threads).acquire_owned().await;
        let permits = (thread.map_err(|error| failed(error.to_string()))?, large_read);
        let task = tokio::task::spawn_blocking(move || {
            let _permits = permits;
            span.in_scope(|| service.run(mode, work))
        });
        task.await.map_err(|error| failed(error.to_string()))?
    }

    /// Like `call` or `read`, for a request from the network: refused if too many requests wait already.
    ///
    /// # Errors
    /// See `RequestError`.
    pub async fn request<T, F>(&self, mode: Mode, work: F) -> Result<T, RequestError>
    where
        T: Send + 'static,
        F: Fn(CallScope<'_, '_>) -> T + Send + 'static,
    {
        let _permit = self.inner.requests.try_acquire().map_err(|_| RequestError::Busy)?;
        Ok(self.spawn(mode, None, work).await?)
    }

    /// Like `request`, for a request that reads many rows.
    async fn large_request<T, F>(&self, mode: Mode, work: F) -> Result<T, RequestError>
    where
        T: Send + 'static,
        F: Fn(CallScope<'_, '_>) -> T + Send + 'static,
    {
        let _waiting = self.inner.waiting_large_reads.try_acquire().map_err(|_| RequestError::Busy)?;
        let _permit = self.inner.requests.try_acquire().map_err(|_| RequestError::Busy)?;
        let large_read = Arc::clone(&self.inner.large_reads).acquire_owned().await;
        Ok(self.spawn(mode, Some(large_read.map_err(|_| RequestError::Busy)?), work).await?)
    }

    /// Handles one REST request. Password tasks run without an open transaction.
    ///
    /// # Errors
    /// See `RequestError`.
    pub async fn http(&self, request: HttpRequest, caller: Caller) -> Result<HttpReply, RequestError> {
        // The permit is taken before the sign-in is counted as failed: a sign-in without a permit is no failure.
        let mut permit = match verifies_password(&request.method, &request.path) {
            true => Some(self.password_permit(caller.address.as_deref())?),
            false => None,
        };
        let request = Arc::new(request);
        let mut password = None;
        let mode = if usually_reads(&request.method, &request.path) { Mode::Read } else { Mode::Write };
        let reads_much = reads_much(&request.method, &request.path);
        loop {
            let (request, caller) = (Arc::clone(&request), caller.clone());
            let work = move |scope: CallScope<'_, '_>| {
                scope.context.address.clone_from(&caller.address);
                scope.context.web_socket_origin.clone_from(&caller.web_socket_origin);
                scope.context.password.clone_from(&password);
                scope.centre.http_step(scope.store, scope.context, &request)
            };
            let step = match reads_much {
                true => self.large_request(mode, work).await?,
                false => self.request(mode, work).await?,
            };
            match step {
                HttpStep::Done(reply) => return Ok(reply),
                HttpStep::Password(task) => {
                    if permit.is_none() {
                        permit = Some(self.password_permit(None)?);
                    }
                    password = Some(self.run_password_task(task).await?);
                }
            }
        }
    }

    /// A permit of `MAX_SIGN_INS`; one address has at most half of them.
    fn password_permit(&self, address: Option<&str>) -> Result<Permit, RequestError> {
        self.inner.sign_ins.take(address).ok_or(RequestError::Busy)
    }

    async fn run_password_task(&self, task: PasswordTask) -> StoreResult<(PasswordTask, PasswordOutcome)> {
        let failed = |error: String| StoreError::Unavailable(format!("a password task failed: {error}"));
        let _permit = self.inner.passwords.acquire().await.map_err(|error| failed(error.to_string()))?;
        let hasher = self.inner.hasher.clone();
        let worked = tokio::task::spawn_blocking(move || {
            let outcome = task.run(&hasher);
            (task, outcome)
        });
        worked.await.map_err(|error| failed(error.to_string()))
    }

    /// Runs a call on the current thread, again after a conflict.
    fn run<T>(&self, mut mode: Mode, work: impl Fn(CallScope<'_, '_>) -> T) -> StoreResult<T> {
        let mut runs = 0;
        loop {
            runs += 1;
            let mut ran = None;
            self.inner.stores.with(mode, &mut |store| {
                let mut store = ConflictWatch::new(store);
                ran = Some((self.run_once(&mut store, &work), store.into_conflict()));
            })?;
            let Some(((answer, context), conflict)) = ran else {
                return Err(StoreError::Unavailable("the store did not run the call".to_owned()));
            };
            // Notified also after a conflict: an earlier transaction of the call may be committed.
            self.inner.hub.notify(&context.recipients);
            self.inner.effects.notify(context.recipients.effects.iter().copied());
            if let Some(due) = context.due {
                DueLane::ALL.into_iter().for_each(|lane| self.alarm(lane).ring_by(due));
            }
            match conflict {
                Some(_) if mode == Mode::Read => mode = Mode::Write,
                Some(cause) if runs < MAX_RUNS => {
                    self.inner.load.conflicts.fetch_add(1, Ordering::Relaxed);
                    tracing::debug!(cause, runs, "a call conflicts with another one and is run again");
                    std::thread::sleep(conflict_pause(runs));
                }
                conflict => {
                    self.inner.load.calls.fetch_add(1, Ordering::Relaxed);
                    if conflict.is_some() {
                        self.inner.load.given_up.fetch_add(1, Ordering::Relaxed);
                    }
                    let has_failed = context.fault.is_some();
                    if let Some(cause) = context.fault {
                        tracing::error!(%cause, "a call failed");
                    }
                    for event in &context.security {
                        // A failed call changed nothing: a sign-in that was not stored did not happen.
                        if !has_failed || event.action.is_refusal() {
                            log_security(event, context.address.as_deref());
                        }
                    }
                    return Ok(answer);
                }
            }
        }
    }

    /// The time is taken here, after waiting for the connection, so that a later call has a later time.
    fn run_once<T>(&self, store: &mut dyn Store, work: &impl Fn(CallScope<'_, '_>) -> T) -> (T, Ended) {
        let mut entropy = SystemEntropy;
        let mut context = Context::new(self.now(), &mut entropy, &self.inner.hasher);
        let answer = work(CallScope { centre: &self.inner.centre, store, context: &mut context });
        let Context { recipients, fault, due, security, address, .. } = context;
        (answer, Ended { recipients, fault, due, security, address })
    }

    /// Makes the database file complete for a copy.
    pub async fn flush(&self) -> StoreResult<()> {
        let service = self.clone();
        tokio::task::spawn_blocking(move || service.inner.stores.flush())
            .await
            .map_err(|error| StoreError::Unavailable(format!("the checkpoint did not end: {error}")))?
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
        DueLane::ALL.into_iter().for_each(|lane| self.alarm(lane).clock_moved());
    }
}

/// The results that a run left in its context.
struct Ended {
    recipients: Recipients,
    fault: Option<StoreError>,
    due: Option<Wall>,
    security: Vec<SecurityEvent>,
    address: Option<String>,
}

/// Writes one line for each event, with the target `security`, so that an operator can send these lines elsewhere.
fn log_security(event: &SecurityEvent, address: Option<&str>) {
    let SecurityEvent { action, agent_id, by, detail } = event;
    let (action_name, address) = (action.as_str(), address.unwrap_or_default());
    if action.is_refusal() {
        tracing::warn!(target: "security", action = action_name, agent = %agent_id, %by, detail, address, "security event");
    } else {
        tracing::info!(target: "security", action = action_name, agent = %agent_id, %by, detail, address, "security event");
    }
}

/// A random part of a time that doubles with each run, so that two calls do not conflict again.
fn conflict_pause(runs: u32) -> Duration {
    let mut random = [0];
    SystemEntropy.fill(&mut random);
    let longest = ((CONFLICT_PAUSE_MS * 1_000) << (runs - 1).min(8)).min(LONGEST_CONFLICT_PAUSE_MS * 1_000);
    Duration::from_micros(longest * u64::from(random[0]) / 255)
}

fn now() -> Wall {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Wall(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests;
