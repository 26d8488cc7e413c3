//! Measures the time of a search over messages (BEY-162), on SQLite and on PostgreSQL, with `SEARCH_MESSAGES=1000000` for the figures of
//! docs/performance.md. Each text has 12 words of a vocabulary with the frequencies of a natural language (the n-th word is 1/n as frequent as the
//! first).

use std::time::Instant;

use contact_centre::store::{Backend, JobRow, JobState, Store, TextSearch, TextsOf};
use contact_centre::wire::{AgentId, Message, OrgUnitId, Protocol, QueueId, Wall};
use contact_centre::{Argon2id, Centre, CentreConfig, Context, SeededEntropy, WebChatRequest, seed_demo};
use workspace_server::store::{ConflictWatch, Location, Mode, OpenDatabase, open_database};

use crate::postgres::PostgresDatabase;

/// Number of messages, unless `SEARCH_MESSAGES` sets another: enough for every kind of index look-up.
const MESSAGES: u64 = 20_000;
/// Number of messages in an attendance.
const OF_ATTENDANCE: u64 = 20;
/// Number of attendances written in one transaction.
const TOGETHER: u64 = 100;
/// Each agent has the same number of attendances.
const AGENTS: u64 = 50;
/// Number of words in the vocabulary.
const WORDS: usize = 20_000;
/// Number of searches of each kind.
const SEARCHES: usize = 100;
const START: i64 = 1_700_000_000_000;
/// Maximum time of a search, in milliseconds.
const LIMIT_MS: f64 = 100.0;

/// A repeatable sequence of random numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

/// The word of this rank: three to eight letters.
fn word(rank: usize) -> String {
    const SYLLABLES: [&str; 20] = [
        "ba", "co", "di", "fe", "ga", "lho", "ja", "ção", "ma", "né", "pa", "que", "re", "sa", "to", "vi", "xo", "ze",
        "tra", "bri",
    ];
    let mut rest = rank + 20;
    let mut text = String::new();
    while rest > 0 {
        text += SYLLABLES[rest % 20];
        rest /= 20;
    }
    text
}

/// Draws ranks of words by their frequency: the sums of 1/n up to each word.
fn vocabulary() -> Vec<f64> {
    let sums = (1..=WORDS).scan(0.0, |sum, rank| {
        *sum += 1.0 / rank as f64;
        Some(*sum)
    });
    sums.collect()
}

fn drawn(sums: &[f64], numbers: &mut Numbers) -> usize {
    let at = numbers.next(1_000_000) as f64 / 1_000_000.0 * sums[WORDS - 1];
    sums.partition_point(|sum| *sum < at).min(WORDS - 1)
}

fn with<T>(opened: &OpenDatabase, mode: Mode, run: impl FnOnce(&mut dyn Store) -> T) -> T {
    let (mut run, mut result) = (Some(run), None);
    let mut unit = |backend: &mut dyn Backend| {
        result = run.take().map(|run| run(&mut ConflictWatch::new(backend)));
    };
    opened.stores.with(mode, &mut unit).unwrap();
    result.unwrap()
}

fn in_transaction<T>(opened: &OpenDatabase, mode: Mode, run: impl FnOnce(&mut dyn Store) -> T) -> T {
    with(opened, mode, |store| {
        store.begin().unwrap();
        let result = run(store);
        store.commit().unwrap();
        result
    })
}

fn fill(opened: &OpenDatabase, messages: u64) {
    let (sums, mut numbers) = (vocabulary(), Numbers(7));
    let words: Vec<String> = (0..WORDS).map(word).collect();
    let begun = Instant::now();
    with(opened, Mode::Write, |store| {
        let (mut entropy, hasher) = (SeededEntropy(1), Argon2id::cheap());
        let mut context = Context::new(Wall(START), &mut entropy, &hasher);
        seed_demo(store, &mut context).unwrap();
        let start = WebChatRequest::Start {
            proof: None,
            unit: None,
            name: "Helena Duarte".to_owned(),
            identifier: None,
            signature: None,
            queue: QueueId::from("20"),
            secret: None,
        };
        Centre::new(CentreConfig::default()).web_chat(store, &mut context, &start);
    });
    // The other attendances are copies of one that a customer began.
    let job = in_transaction(opened, Mode::Read, |store| {
        let mut jobs = JobState::ALL.into_iter().flat_map(|state| store.jobs_in_state(state).unwrap());
        jobs.next().unwrap()
    });
    let attendances = messages / OF_ATTENDANCE;
    for first in (0..attendances).step_by(TOGETHER as usize) {
        in_transaction(opened, Mode::Write, |store| {
            for number in first..(first + TOGETHER).min(attendances) {
                let protocol = Protocol::from(format!("M{number:09}").as_str());
                let agent_id = AgentId::from(format!("agent-{}", number % AGENTS).as_str());
                let started = START + i64::try_from(number).unwrap() * 60_000;
                let row = JobRow {
                    protocol: protocol.clone(),
                    state: JobState::Qualified,
                    agent_id,
                    org_unit_id: OrgUnitId::from("1"),
                    created_at: Wall(started),
                    ended_at: Some(Wall(started + 59_000)),
                    seq: OF_ATTENDANCE,
                    ..job.clone()
                };
                store.put_job(&row).unwrap();
                for seq in 1..=OF_ATTENDANCE {
                    let mut text: Vec<&str> = (0..12).map(|_| words[drawn(&sums, &mut numbers)].as_str()).collect();
                    // A word in one message of ten thousand.
                    if numbers.next(10_000) == 0 {
                        text.push("ornitorrinco");
                    }
                    let time = Some(Wall(started + i64::try_from(seq).unwrap() * 1_000));
                    let message = text.join(" ");
                    let (protocol, message_id) = (protocol.clone(), format!("{protocol}.{seq}|x"));
                    let row = Message { protocol, seq, time, message, message_id, ..Message::default() };
                    store.insert_message(&row).unwrap();
                }
            }
        });
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("filled with {messages} messages in {seconds:.0} s, {:.0} µs each", seconds * 1e6 / messages as f64);
}

/// Times of searches in milliseconds, sorted; each search uses another word of its kind.
fn times(opened: &OpenDatabase, of: &TextsOf, words: impl Fn(&mut Numbers) -> Vec<String>) -> (Vec<f64>, usize) {
    let mut numbers = Numbers(11);
    let mut most = 0;
    let mut times: Vec<f64> = (0..SEARCHES)
        .map(|_| {
            let search = TextSearch::new(&OrgUnitId::from("1"), of, &words(&mut numbers), None, 20);
            let begun = Instant::now();
            let found = in_transaction(opened, Mode::Read, |store| store.find_texts(&search).unwrap());
            most = most.max(found.len());
            begun.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (times, most)
}

/// A word in the form of the index.
fn folded(word: &str) -> String {
    word.replace("ção", "cao").replace('é', "e")
}

fn measure(opened: &OpenDatabase, name: &str) {
    let agent = TextsOf::Agent(AgentId::from("agent-7"));
    let ranked = |numbers: &mut Numbers, from: usize, below: u64| {
        folded(&word(from + usize::try_from(numbers.next(below)).unwrap()))
    };
    let beginning = |word: String, letters: usize| word.chars().take(letters).collect::<String>();
    // The figure of docs/performance.md is 95 of 100 searches, on a machine that does nothing else. Beside other tests single searches wait for a
    // processor or the disk, so that this test uses the median: a search without its index is slower in each.
    let judges_all = std::env::var_os("SEARCH_MESSAGES").is_some();
    let mut slowest: f64 = 0.0;
    for (who, of) in [("org unit", TextsOf::OrgUnit), ("agent", agent)] {
        let mut row = |kind: &str, words: &dyn Fn(&mut Numbers) -> Vec<String>| {
            let (times, most) = times(opened, &of, words);
            let (middle, high) = (times[SEARCHES / 2], times[SEARCHES * 95 / 100]);
            slowest = slowest.max(if judges_all { high } else { middle });
            println!("{name} | {who} | {kind} | p50 {middle:.1} ms | p95 {high:.1} ms | at most {most} found");
        };
        row("rare word", &|_| vec!["ornitorrinco".to_owned()]);
        row("word of the last thousands", &|numbers| vec![ranked(numbers, 10_000, 9_000)]);
        row("frequent word", &|numbers| vec![ranked(numbers, 0, 20)]);
        row("two frequent words", &|numbers| vec![ranked(numbers, 0, 20), ranked(numbers, 20, 80)]);
        row("frequent and rare word", &|numbers| vec![ranked(numbers, 0, 20), "ornitorrinco".to_owned()]);
        row("three words", &|numbers| {
            vec![ranked(numbers, 0, 20), ranked(numbers, 100, 400), ranked(numbers, 1_000, 4_000)]
        });
        row("beginning, 2 letters", &|numbers| vec![beginning(ranked(numbers, 0, 19_000), 2)]);
        row("beginning, 4 letters", &|numbers| vec![beginning(ranked(numbers, 0, 19_000), 4)]);
        row("two beginnings, 3 letters", &|numbers| {
            vec![beginning(ranked(numbers, 0, 19_000), 3), beginning(ranked(numbers, 0, 19_000), 3)]
        });
        row("no such word", &|_| vec!["wwwwwww".to_owned()]);
        row("frequent and no such word", &|numbers| vec![ranked(numbers, 0, 20), "wwwwwww".to_owned()]);
    }
    assert!(slowest < LIMIT_MS, "{slowest:.1} ms");
}

fn messages() -> u64 {
    std::env::var("SEARCH_MESSAGES").ok().and_then(|text| text.parse().ok()).unwrap_or(MESSAGES)
}

#[tokio::test]
async fn bey_162_a_search_over_many_messages_of_sqlite_takes_less_than_100_ms() {
    let folder = tempfile::tempdir().unwrap();
    let opened = open_database(&Location::Folder(folder.path().to_owned()), false).await.unwrap();
    let work = move || {
        fill(&opened, messages());
        measure(&opened, "SQLite");
        drop(opened);
    };
    tokio::task::spawn_blocking(work).await.unwrap();
    let size = std::fs::metadata(folder.path().join("contact-centre.db")).unwrap().len();
    println!("{} MB", size / 1_000_000);
}

#[tokio::test]
#[ignore = "needs PostgreSQL: npm test starts one"]
async fn bey_162_a_search_over_many_messages_of_postgresql_takes_less_than_100_ms() {
    let database = PostgresDatabase::create().await;
    let opened = database.open().await;
    let work = move || {
        fill(&opened, messages());
        measure(&opened, "PostgreSQL");
        drop(opened);
    };
    tokio::task::spawn_blocking(work).await.unwrap();
}
