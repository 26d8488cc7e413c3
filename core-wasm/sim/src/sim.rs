//! The simulation as a script uses it: agents, customers and time. Faults are in `faults` and `page`, events that
//! happen by themselves in `clock`, and the execution of effects in `hosting` and `serving`.

use crate::agent::AgentHandle;
use crate::books;
use crate::broadcast_rules;
use crate::broadcasting::Broadcasting;
use crate::broker::Broker;
use crate::browser::{Browser, USER_AGENT};
use crate::call_rules::CallWatch;
use crate::checks::{self, Mirror};
use crate::counts::Counts;
use crate::customer::{Customer, CustomerHandle, IDENTIFIER_SECRET};
use crate::disk::Disk;
use crate::fetching::ProviderFiles;
use crate::later::LaterItems;
use crate::ledger::Ledger;
use crate::messaging::Messaging;
use crate::network::{Network, Party};
use crate::oracle::{self, ReadTimes};
use crate::presence::Presence;
use crate::server::{LATENCY_MS, Server};
use crate::store::SimStore;
use crate::telephony::Telephony;
use crate::trace::Trace;
use contact_centre::CentreConfig;
use contact_centre::wire::{Secret, Wall};
use core_wasm::Workspace;
use core_wasm::flow::Mono;
use core_wasm::wire::Protocol;
use std::collections::BTreeMap;
use std::time::Duration;

/// The demo queue whose group requires an observation and which has a list of qualifications.
pub const RENEWALS: &str = "10";
/// The demo queue without observation and without qualifications.
pub const SUPPORT: &str = "20";
/// 2026-11-20T13:45:00Z, a working day in São Paulo.
pub const START: Wall = Wall(1_795_182_300_000);

const PEOPLE: [&str; 4] = ["ana.souza", "bruno.lima", "carla.dias", "davi.rocha"];
/// `settle` does not run later wake-ups: they are timers, and nothing is being transmitted.
const SOON_MS: u64 = 600;
const LONGEST_SETTLE_MS: u64 = 120_000;
const SHORTEST_SETTLE_MS: u64 = 2_000;

pub const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

pub const fn secs(secs: u64) -> Duration {
    Duration::from_secs(secs)
}

pub const fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(minutes * 60)
}

/// A contact centre, its agents' browsers, its customers and the network between them.
pub struct Sim {
    seed: u64,
    pages: u64,
    pub(crate) now: Mono,
    pub(crate) server: Server,
    pub(crate) browsers: Vec<Browser>,
    /// One disk for each browser; tabs of one browser share theirs.
    pub(crate) disks: Vec<Disk>,
    pub(crate) customers: Vec<Customer>,
    pub(crate) network: Network,
    pub(crate) broker: Broker,
    pub(crate) ledger: Ledger,
    pub(crate) trace: Trace,
    pub(crate) telephony: Telephony,
    /// The rules of calls, while time passes.
    pub(crate) watch: CallWatch,
    pub(crate) messaging: Messaging,
    pub(crate) broadcasting: Broadcasting,
    pub(crate) files: ProviderFiles,
    pub(crate) counts: Counts,
    pub(crate) read_times: ReadTimes,
    pub(crate) same_moment: u32,
    /// Which agents are at work, by the server's events (`presence`).
    pub(crate) presence: Presence,
    /// The page that holds the lock of each browser.
    pub(crate) locks: BTreeMap<usize, Party>,
    /// Whether the pages of one browser use locks.
    pub(crate) tabs_are_locked: bool,
    checks_rarely: bool,
    /// Whether nothing settles, so that the next actions happen at the same time.
    at_once: bool,
}

impl Sim {
    /// One agent, Ana Souza, at the sign-in page.
    pub fn new(seed: u64) -> Self {
        Self::with_agents(seed, 1)
    }

    /// The first agents of the demo data, each in a browser of its own: Ana Souza, Bruno Lima, Carla Dias.
    pub fn with_agents(seed: u64, agents: usize) -> Self {
        Self::with_config(seed, agents, CentreConfig::default())
    }

    pub fn with_config(seed: u64, agents: usize, config: CentreConfig) -> Self {
        Self::with_logins(seed, &PEOPLE[..agents.min(PEOPLE.len())], config)
    }

    /// Accounts of the demo data by their logins, each in its own browser.
    pub fn with_logins(seed: u64, logins: &[&str], config: CentreConfig) -> Self {
        Self::on_store(seed, logins, config, SimStore::in_memory())
    }

    /// Like `with_logins`, with an empty store.
    pub fn on_store(seed: u64, logins: &[&str], mut config: CentreConfig, store: SimStore) -> Self {
        config.identifier_secret = Some(Secret::new(IDENTIFIER_SECRET.to_owned()));
        let server = Server::new(seed, START, config, store);
        let mut sim = Self {
            seed,
            pages: 0,
            now: Mono(1_000),
            messaging: Messaging::new(&server.store),
            broadcasting: Broadcasting::default(),
            files: ProviderFiles::default(),
            server,
            browsers: Vec::new(),
            disks: Vec::new(),
            customers: Vec::new(),
            network: Network::new(LATENCY_MS),
            broker: Broker::default(),
            ledger: Ledger::default(),
            trace: Trace::default(),
            telephony: Telephony::default(),
            watch: CallWatch::default(),
            counts: Counts::default(),
            read_times: ReadTimes::default(),
            same_moment: 0,
            presence: Presence::default(),
            locks: BTreeMap::new(),
            tabs_are_locked: false,
            checks_rarely: false,
            at_once: false,
        };
        for login in logins {
            let known = sim.server.demo.agents.iter().find(|agent| agent.login == *login).cloned();
            let agent = known.unwrap_or_else(|| panic!("the demo data has no login {login}"));
            sim.disks.push(Disk::default());
            let machine = sim.disks.len() - 1;
            let name = agent.login.split('.').next().unwrap_or(agent.login);
            sim.add_browser(name, agent.login, agent.password, machine);
        }
        sim
    }

    /// The actions and the views of an agent.
    pub fn agent(&mut self, index: usize) -> AgentHandle<'_> {
        assert!(index < self.browsers.len(), "there are {} agents", self.browsers.len());
        AgentHandle { sim: self, index }
    }

    /// The actions of a customer; the first use of a name creates the person.
    pub fn customer(&mut self, name: &str) -> CustomerHandle<'_> {
        let index = self.customers.iter().position(|customer| customer.name == name).unwrap_or_else(|| {
            self.customers.push(Customer::new(name));
            self.customers.len() - 1
        });
        CustomerHandle { sim: self, index }
    }

    /// Lets time pass, from wake-up to wake-up.
    pub fn advance(&mut self, time: Duration) -> &mut Self {
        let until = self.now.plus_ms(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        while let Some(next) = self.next_at().filter(|next| *next <= until) {
            self.go_to(next);
            self.happen();
        }
        self.go_to(until);
        self
    }

    /// Whether people act at the same time, so that their requests overlap.
    pub fn people_act_at_once(&mut self, at_once: bool) -> &mut Self {
        self.at_once = at_once;
        self
    }

    /// Waits until everything that is being transmitted has arrived; later timers do not run.
    pub fn settle(&mut self) -> &mut Self {
        if self.at_once {
            return self;
        }
        let limit = self.now.plus_ms(if self.checks_rarely { SHORTEST_SETTLE_MS } else { LONGEST_SETTLE_MS });
        loop {
            let wake = self.browsers.iter().filter_map(|browser| browser.wake).map(|wake| wake.at).min();
            let soon = wake.is_some_and(|at| at <= self.now.plus_ms(SOON_MS));
            if self.network.is_idle() && !soon {
                return self;
            }
            let Some(next) = self.next_at() else { return self };
            if next > limit && self.checks_rarely {
                // With two tabs of one agent, or a slow server, the day continues meanwhile.
                return self;
            }
            assert!(next <= limit, "nothing settles within two minutes");
            self.go_to(next);
            self.happen();
        }
    }

    pub fn now(&self) -> Mono {
        self.now
    }

    /// The server's time.
    pub fn server_time(&self) -> Wall {
        self.server.wall(self.now)
    }

    /// Reads the server's store.
    pub fn store(&self) -> &SimStore {
        &self.server.store
    }

    /// Changes the server's settings while it runs, as its operator may.
    pub fn config(&mut self) -> &mut CentreConfig {
        &mut self.server.centre.config
    }

    /// From now on simultaneous calls overlap, as two connections to PostgreSQL allow it.
    pub fn let_calls_overlap(&mut self) -> &mut Self {
        self.server.let_calls_overlap(self.seed);
        self
    }

    /// Number of calls that overlapped with the one before them, and of those that ran again because of it.
    pub fn overlaps(&self) -> (u64, u64) {
        self.server.overlaps
    }

    /// Writes data into the store that no route of the server can create yet (a contact of another unit, a second
    /// contact with the same identifier).
    pub fn arrange(&mut self, change: impl FnOnce(&mut SimStore)) -> &mut Self {
        change(&mut self.server.store);
        self
    }

    /// Expects that the views of this agent (only the open thread) agree with the server.
    #[track_caller]
    pub fn expect_sees_the_server(&mut self, index: usize) -> &mut Self {
        self.settle();
        let differences = self.differences(index);
        assert!(differences.is_empty(), "browser and server differ\n{}", differences.join("\n"));
        self
    }

    /// Expects, when everything is quiet, that every signed-in agent sees the state of the server and no text exists
    /// twice.
    #[track_caller]
    pub fn expect_agreement(&mut self) -> &mut Self {
        self.settle();
        let mut differences: Vec<String> = (0..self.browsers.len()).flat_map(|index| self.differences(index)).collect();
        differences.extend(self.telephone_rules());
        differences.extend(self.room_rules());
        differences.extend(books::faults(&self.server.store, &self.messaging));
        differences.extend(books::on_two_pages(&self.browsers));
        let now = self.server_time();
        let (attempts, messaging) = (&self.broadcasting.attempts, &self.messaging);
        differences.extend(broadcast_rules::faults(&self.server.store, attempts, messaging, now));
        for browser in &self.browsers {
            let checked = checks::comes_back_whole(&browser.workspace);
            self.must(browser.party.agent, checked);
        }
        assert!(differences.is_empty(), "browser and server differ\n{}", differences.join("\n"));
        let checked = self.ledger.in_order(&self.server);
        self.must(0, checked);
        let protocols: Vec<Protocol> = self.ledger.pressed().map(|(protocol, _)| protocol.clone()).collect();
        for protocol in protocols {
            let checked = self.ledger.nothing_twice(&self.server, &protocol);
            self.must(0, checked);
        }
        self
    }

    fn differences(&mut self, index: usize) -> Vec<String> {
        let now = self.server.wall(self.now);
        oracle::differences(&self.browsers[index], &self.server, &self.read_times, now, &mut self.counts.compared)
    }

    /// Expects that the counts of every broadcast are those of its entries.
    pub fn expect_sums_of_broadcasts(&mut self) -> &mut Self {
        let checked = broadcast_rules::counts_are_sums(&self.server.store);
        self.must(0, checked);
        self
    }

    /// Every text for which "send" was pressed, with its attendance.
    pub fn pressed(&self) -> Vec<(Protocol, String)> {
        self.ledger.pressed().map(|(protocol, text)| (protocol.clone(), text.to_owned())).collect()
    }

    /// For long days: no trace is recorded (a day that fails is repeated with one), and unmarked changes are only
    /// searched for every few steps.
    pub fn checks_rarely(&mut self) -> &mut Self {
        self.checks_rarely = true;
        self.trace.keeps = false;
        for browser in &mut self.browsers {
            browser.mirror.checks_rarely();
        }
        self
    }

    /// Keeps a trace, for the repetition of a day that failed.
    pub fn with_a_trace(&mut self) -> &mut Self {
        self.trace.keeps = true;
        self
    }

    /// From now on a page that begins to work takes the session from the other pages of its browser (SES-045), as in
    /// browsers with Web Locks; without it two pages work at the same time until the broker disables the older one.
    pub fn locks_tabs(&mut self) -> &mut Self {
        self.tabs_are_locked = true;
        self
    }

    /// How often each kind of input came and each state followed another.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The trace so far, one line per event.
    pub fn trace(&self) -> String {
        self.trace.text()
    }

    /// The lines of the trace from a point of the script on: `let from = sim.trace_length(); … sim.trace_since(from)`.
    pub fn trace_since(&self, from: usize) -> String {
        self.trace.lines().get(from..).unwrap_or_default().join("\n")
    }

    pub fn trace_length(&self) -> usize {
        self.trace.lines().len()
    }

    /// Hash over everything that happened, including bodies and records.
    pub fn trace_hash(&self) -> u64 {
        self.trace.hash()
    }
}

impl Sim {
    /// Every page of every browser has its own seed.
    pub(crate) fn next_seed(&mut self) -> [u8; 32] {
        self.pages += 1;
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        seed[8..16].copy_from_slice(&self.pages.to_le_bytes());
        seed
    }

    /// Loads a page for the first time, in a browser of this computer.
    pub(crate) fn add_browser(&mut self, name: &str, login: &str, password: &str, machine: usize) -> usize {
        let index = self.browsers.len();
        let workspace = Workspace::new(self.next_seed(), self.disks[machine].restored());
        self.browsers.push(Browser {
            name: name.to_owned(),
            login: login.to_owned(),
            password: password.to_owned(),
            party: Party { agent: index, page: 0 },
            mirror: Mirror::prime(&workspace),
            workspace,
            machine,
            open: false,
            wake: None,
            path: "/".to_owned(),
            user_agent: USER_AGENT.to_owned(),
            online: true,
            focused: true,
            clock_ahead_ms: 0,
            asleep: None,
            links: Vec::new(),
            deadly: None,
            noted_delivery: None,
            given_delivery: None,
            crashed_cores: 0,
            disk_failed: false,
            unstored_drafts: Default::default(),
            later_items: LaterItems::default(),
            sounds: Vec::new(),
            reports: Vec::new(),
        });
        self.start_page(index);
        index
    }

    pub(crate) fn disk(&self, index: usize) -> &Disk {
        &self.disks[self.browsers[index].machine]
    }

    pub(crate) fn disk_mut(&mut self, index: usize) -> &mut Disk {
        &mut self.disks[self.browsers[index].machine]
    }

    pub(crate) fn note(&mut self, who: &str, what: &str) {
        self.trace.line(self.now, who, what);
    }

    /// Stops the script if a rule is violated.
    pub(crate) fn must<T>(&self, index: usize, checked: Result<T, String>) -> T {
        match checked {
            Ok(value) => value,
            Err(broken) => {
                let name = self.browsers.get(index).map(|browser| browser.name.as_str()).unwrap_or_default();
                panic!("seed {}, {name}: {broken}", self.seed)
            }
        }
    }
}

impl Drop for Sim {
    /// A failing script prints its trace.
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("--- the last lines of the trace, seed {} ---\n{}", self.seed, self.trace.tail());
        }
    }
}
