//! Random actions on a network with random faults. Every seed is one day: agents, a supervisor and customers act at
//! random (chats, WhatsApp and Instagram, pauses, absence) while session checks fail, links break, answers are lost,
//! frames come doubled, late and in the wrong order, pages reload, crash and sleep, disks fail, clocks jump, tabs are
//! opened twice, and the server freezes and goes away. The harness checks its rules after every step; when everything
//! is quiet again, every browser must show what the server holds, and every text that was sent must exist once.
//!
//! Few short days run with the other tests; many long ones run with `npm run simulate -- --seeds 300 --first-seed 1`. A
//! day that fails is shortened to the few necessary steps and printed with its trace.

mod actions;
mod broadcasts;
mod bulk;
mod calls;
mod counts;
mod day;
mod evening;
mod faults;
mod notes;
mod phones;
mod postgres;
mod presence;
mod records;
mod shrink;
mod snooze;
mod supervision;
mod views;
mod whatsapp;
mod work;

use actions::{Action, Dice, Step};
use counts::Totals;
use day::{Day, SEATS};
use shrink::Failure;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// After this number of steps everything is quiet once.
const QUIET_EVERY: u32 = 500;
/// Number of trace lines printed for the shortest day, unless `SIM_LINES` sets another number.
const LINES: u64 = 120;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

struct Outcome {
    day: Day,
    steps: Vec<Step>,
    failure: Option<Failure>,
}

/// Runs a day of this many possible steps.
fn run_day(seed: u64, length: u32) -> Outcome {
    run_drawn(seed, length, false)
}

/// Runs a day as it is drawn, impossible steps included.
fn run_drawn(seed: u64, length: u32, with_trace: bool) -> Outcome {
    let mut dice = Dice(seed);
    let mut day = Day::new(seed);
    if with_trace {
        day.sim.with_a_trace();
    }
    let mut steps = Vec::new();
    let failure = shrink::attempt(|| {
        for number in 1..=length {
            let mut tried = |step: Step| {
                // Recorded before it runs, because a step that fails belongs to the day.
                steps.push(step);
                let before = day.sim.now();
                let was_possible = day.run(step);
                // An impossible step may have let time pass: a repetition has to do the same.
                if !was_possible && day.sim.now() == before {
                    steps.pop();
                }
                was_possible
            };
            if number % QUIET_EVERY == 0 {
                tried(Step { number, action: Action::Quiet, seat: 0, roll: 0 });
                continue;
            }
            loop {
                let action = dice.action();
                if tried(Step { number, action, seat: dice.below(SEATS), roll: dice.roll() }) {
                    break;
                }
            }
        }
        day.run(shrink::quiet_end_step(&steps));
    });
    Outcome { day, steps, failure }
}

#[test]
fn bey_120_after_any_sequence_of_actions_pages_and_server_agree_and_no_text_is_lost_or_repeated() {
    let (seeds, first, length) = (setting("SIM_SEEDS", 6), setting("SIM_FIRST_SEED", 1), setting("SIM_STEPS", 300));
    let threads = setting("SIM_THREADS", std::thread::available_parallelism().map_or(1, NonZero::get) as u64);
    shrink::keep_panics();
    let next = AtomicU64::new(first);
    let stop = AtomicBool::new(false);
    let totals = Mutex::new(Totals::default());
    let failed: Mutex<Vec<(u64, Outcome)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + seeds {
                        return;
                    }
                    let outcome = run_day(seed, length as u32);
                    if let Some(failure) = &outcome.failure {
                        // All days that fail are named, and the first one is printed completely.
                        eprintln!("seed {seed}: {} ({})", failure.message, failure.place);
                        stop.store(setting("SIM_KEEP_GOING", 0) == 0, Ordering::Relaxed);
                        failed.lock().unwrap().push((seed, outcome));
                    } else {
                        totals.lock().unwrap().add(&outcome.day, outcome.steps.len());
                    }
                }
            });
        }
    });
    let first_failed = failed.into_inner().unwrap().into_iter().min_by_key(|(seed, _)| *seed);
    if let Some((seed, outcome)) = first_failed {
        panic!("{}", report(seed, length as u32, outcome));
    }
    let totals = totals.into_inner().unwrap();
    print!("{totals}");
    let never = totals.never();
    assert!(seeds * length < counts::ENOUGH || never.is_empty(), "never happened: {never:#?}");
}

/// The shortest day with the same failure, with the last lines of its trace. If the recorded steps alone do not fail, an impossible step
/// changed something: then the day is run as it was drawn.
fn report(seed: u64, length: u32, outcome: Outcome) -> String {
    let failure = outcome.failure.unwrap_or_default();
    // Counts days instead of seconds: the harness reads no clock, and the same failure is shortened to the same day.
    let steps = shrink::shortest(seed, &outcome.steps, &failure, setting("SIM_SHRINK_DAYS", 600));
    let (again, day) = match shrink::run_again(seed, &steps, true) {
        (None, _) => (None, run_drawn(seed, length, true).day),
        failed => failed,
    };
    let lines: Vec<String> = day.sim.trace().lines().map(str::to_owned).collect();
    let last_lines: Vec<&str> = lines
        .iter()
        .skip(lines.len().saturating_sub(setting("SIM_LINES", LINES) as usize))
        .map(String::as_str)
        .collect();
    let listed: Vec<String> = steps.iter().map(|step| format!("{step:?}")).collect();
    let failure = again.unwrap_or(failure);
    format!(
        "seed {seed} fails after {} steps, {} of which matter:\n{}\n--- the last lines of that day ---\n{}\n--- {} ({})\n\
         Repeat with: npm run simulate -- --first-seed {seed} --seeds 1\n",
        outcome.steps.len(),
        steps.len(),
        listed.join("\n"),
        last_lines.join("\n"),
        failure.message,
        failure.place,
    )
}

#[test]
fn the_shortest_failing_day_keeps_only_the_steps_that_cause_the_failure_and_fails_each_time() {
    shrink::keep_panics();
    let outcome = run_day(3, 200);
    assert_eq!(outcome.failure, None);
    // A day that counts as failed if it contains these two steps.
    let (one, two) = (outcome.steps[40].number, outcome.steps[150].number);
    let found = shrink::shortest_by(&outcome.steps, |steps| {
        let has = |number| steps.iter().any(|step: &Step| step.number == number);
        has(one) && has(two)
    });
    assert_eq!(found.iter().map(|step| step.number).collect::<Vec<_>>(), [one, two]);
    let (first, second) = (shrink::run_again(3, &outcome.steps, true).1, shrink::run_again(3, &outcome.steps, true).1);
    assert_eq!(first.sim.trace_hash(), second.sim.trace_hash());
}
