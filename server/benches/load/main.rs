//! Measures the cost of one request in a small and in a large contact centre (BEY-132): prints a JSON line with the time ratio and the
//! rows read and written for each kind of request. `cargo bench -p workspace-server --bench load`.
//!
//! With `PEAK_POSTGRES_URL`, an empty database without encryption, it measures the peak instead: 1,000 agents on PostgreSQL and on SQLite,
//! without a supervisor and with ten.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a measurement ends where something fails"
)]

mod centre;
mod peak;

use std::collections::BTreeMap;

use centre::{Cost, LoadedCentre, Size};
use serde_json::{Value, json};
use workspace_server::store::{Location, PostgresLocation, Stores, open_database};

const SMALL: Size = Size { agents: 10, messages: 1_000, waiting: 0 };
const LARGE: Size = Size { agents: 1_000, messages: 1_000_000, waiting: 1_000 };
/// The two centres are measured in turns, so that a change of the machine's speed affects both.
const ROUNDS: usize = 60;
const NOT_COUNTED: usize = 10;

type Work = fn(&mut LoadedCentre) -> Cost;

const KINDS: [(&str, Work); 4] = [
    ("a customer writes", LoadedCentre::customers_write),
    ("an agent writes", LoadedCentre::agents_write),
    ("an attendance comes and ends", LoadedCentre::attendance_comes_and_ends),
    ("a customer waits and leaves", LoadedCentre::customer_waits_and_leaves),
];

fn open(runtime: &tokio::runtime::Runtime, location: &Location) -> Box<dyn Stores> {
    runtime.block_on(open_database(location, true)).expect("an empty database").stores
}

/// `LOAD_MESSAGES`: fewer stored messages, for a quick comparison of two versions.
fn large_size() -> Size {
    let messages = std::env::var("LOAD_MESSAGES").ok().and_then(|text| text.parse().ok());
    Size { messages: messages.unwrap_or(LARGE.messages), ..LARGE }
}

/// Microseconds of the median round.
fn median(costs: &[Cost]) -> f64 {
    let mut times: Vec<f64> = costs.iter().map(|cost| cost.time.as_secs_f64() * 1e6).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// The most rows that a round read and wrote.
fn most(costs: &[Cost]) -> (usize, usize) {
    costs.iter().fold((0, 0), |most, cost| (most.0.max(cost.rows.0), most.1.max(cost.rows.1)))
}

const PEAK: Size = Size { agents: 1_000, messages: 1_000, waiting: 0 };

fn measure_peak(runtime: &tokio::runtime::Runtime, url: &str, folder: &std::path::Path) -> Value {
    let config = url.parse().expect("the address of a database");
    let postgres = Location::Postgres(Box::new(PostgresLocation { config, authorities: None }));
    let measured = |location: &Location| -> Vec<Value> {
        let of = |supervisors| peak::of(LoadedCentre::fill(open(runtime, location), PEAK), supervisors);
        [0, 10].map(of).into()
    };
    json!({ "postgres": measured(&postgres), "sqlite": measured(&Location::Folder(folder.join("peak"))) })
}

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    if let Ok(url) = std::env::var("PEAK_POSTGRES_URL") {
        return println!("{}", measure_peak(&runtime, &url, folder.path()));
    }
    let location = |name: &str| Location::Folder(folder.path().join(name));
    let mut small = LoadedCentre::fill(open(&runtime, &location("small")), SMALL);
    let large_size = large_size();
    let mut large = LoadedCentre::fill(open(&runtime, &location("large")), large_size);
    let mut kinds = BTreeMap::new();
    for (name, work) in KINDS {
        let (mut of_small, mut of_large) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            of_small.push(work(&mut small));
            of_large.push(work(&mut large));
        }
        let (of_small, of_large) = (&of_small[NOT_COUNTED..], &of_large[NOT_COUNTED..]);
        kinds.insert(
            name,
            json!({
                "ratio": median(of_large) / median(of_small),
                "small": { "us": median(of_small), "read": most(of_small).0, "written": most(of_small).1 },
                "large": { "us": median(of_large), "read": most(of_large).0, "written": most(of_large).1 },
            }),
        );
    }
    let size = |size: Size| json!({ "agents": size.agents, "messages": size.messages, "waiting": size.waiting });
    let report: Value = json!({ "small": size(SMALL), "large": size(large_size), "kinds": kinds });
    println!("{report}");
}
