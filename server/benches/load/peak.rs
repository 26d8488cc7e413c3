//! Measures the morning's peak: many agents change their status and many texts are written at the same time, while a supervisor watches
//! the board. Requests run as in the server: on threads with connections of their own, and again after a conflict.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use contact_centre::store::{Backend, Store};
use contact_centre::wire::Wall;
use contact_centre::{Argon2id, Centre, CentreConfig, Context, Due, HttpRequest, SeededEntropy};
use serde_json::{Value, json};
use workspace_server::store::{ConflictWatch, Mode, Stores};

use crate::centre::LoadedCentre;

/// Number of requests at the same time.
const THREADS: usize = 16;
/// Duration of each measurement.
const MEASURED: Duration = Duration::from_secs(10);
/// Maximum of runs of a request, as in the server.
const MAX_RUNS: u32 = 10;

/// A request of an agent.
pub struct AgentCall {
    /// Token of the agent.
    pub token: String,
    /// Path of the request.
    pub path: String,
    /// Body; null without one.
    pub body: Value,
}

struct Peak<'p> {
    stores: &'p dyn Stores,
    centre: Centre,
    start: Wall,
    begun: Instant,
    conflicts: AtomicU64,
    given_up: AtomicU64,
}

impl Peak<'_> {
    fn run<T>(
        &self,
        entropy: &mut SeededEntropy,
        work: impl Fn(&Centre, &mut dyn Store, &mut Context<'_>) -> T,
    ) -> Option<T> {
        let hasher = Argon2id::cheap();
        for run in 1..=MAX_RUNS {
            let now = self.start.plus_ms(i64::try_from(self.begun.elapsed().as_millis()).unwrap_or(0));
            let mut context = Context::new(now, entropy, &hasher);
            let (mut outcome, mut conflict) = (None, None);
            let unit = &mut |backend: &mut dyn Backend| {
                let mut store = ConflictWatch::new(backend);
                outcome = Some(work(&self.centre, &mut store, &mut context));
                conflict = store.into_conflict();
            };
            self.stores.with(Mode::Write, unit).expect("a connection");
            if conflict.is_none() {
                return outcome;
            }
            self.conflicts.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(u64::from(run.min(6)) * 2));
        }
        self.given_up.fetch_add(1, Ordering::Relaxed);
        None
    }

    /// Publishes due changes on the board, as the server's lane does.
    fn publish_board(&self, entropy: &mut SeededEntropy) {
        let due = self.run(entropy, |centre, store, context| centre.due_subjects(store, context.now, Due::Board));
        for subject in due.and_then(Result::ok).unwrap_or_default() {
            self.run(entropy, |centre, store, context| centre.run_due(store, context, Due::Board, &subject));
        }
    }
}

/// Requests in a second, their times and conflicts.
fn measure(stores: &dyn Stores, start: Wall, calls: &[AgentCall]) -> Value {
    let peak = Peak {
        stores,
        centre: Centre::new(CentreConfig::default()),
        start,
        begun: Instant::now(),
        conflicts: AtomicU64::new(0),
        given_up: AtomicU64::new(0),
    };
    let (times, next) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (peak, times, next) = (&peak, &times, &next);
            scope.spawn(move || {
                let mut entropy = SeededEntropy(thread as u64 + 7);
                while peak.begun.elapsed() < MEASURED {
                    let Some(call) = calls.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                    let request = HttpRequest {
                        method: "POST".to_owned(),
                        path: call.path.clone(),
                        query: String::new(),
                        authorization: Some(call.token.clone()),
                        body: if call.body.is_null() { String::new() } else { call.body.to_string() },
                    };
                    let from = Instant::now();
                    let reply = peak.run(&mut entropy, |centre, store, context| centre.http(store, context, &request));
                    if let Some(reply) = reply {
                        assert!(reply.status < 300, "{}: {} {}", call.path, reply.status, reply.body);
                    }
                    times.lock().expect("the times").push(from.elapsed().as_secs_f64() * 1e3);
                }
            });
        }
        let peak = &peak;
        scope.spawn(move || {
            let mut entropy = SeededEntropy(5);
            while peak.begun.elapsed() < MEASURED {
                std::thread::sleep(Duration::from_millis(250));
                peak.publish_board(&mut entropy);
            }
        });
    });
    let mut times = times.into_inner().expect("the times");
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times.get((times.len() as f64 * part) as usize).copied().unwrap_or_default();
    json!({
        "perSecond": times.len() as f64 / peak.begun.elapsed().as_secs_f64(),
        "medianMs": at(0.5),
        "p99Ms": at(0.99),
        "conflicts": peak.conflicts.load(Ordering::Relaxed),
        "givenUp": peak.given_up.load(Ordering::Relaxed),
    })
}

/// Measures status changes and texts of a filled centre in which supervisors are signed in.
pub fn of(mut loaded: LoadedCentre, supervisors: usize) -> Value {
    loaded.sign_in_supervisors(supervisors);
    let statuses = loaded.status_changes(40_000);
    let texts = loaded.texts(40_000);
    let (stores, now) = loaded.into_stores();
    json!({
        "supervisors": supervisors,
        "status changes": measure(&*stores, now, &statuses),
        "texts": measure(&*stores, now.plus_ms(60_000), &texts),
    })
}
