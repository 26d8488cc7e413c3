//! Shortens a failing day to the shortest one that fails in the same way: parts of it are left out, large ones first,
//! as long as it still fails (delta debugging), until no single step can be left out or the limit is reached.

use crate::actions::{Action, Step};
use crate::day::Day;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Text and place of the last panic of this thread; `Some` suppresses the printing.
    static LAST_PANIC: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    pub message: String,
    pub place: String,
}

impl Failure {
    /// Whether the same rule is violated in the same way: names and numbers may differ.
    fn is_like(&self, other: &Self) -> bool {
        let words = |text: &str| -> String {
            let mut lines = text.lines();
            let first = lines.next().unwrap_or_default();
            // The first difference of a comparison, without the name of the browser.
            let second = lines.next().and_then(|line| line.split_once(": ")).map_or("", |(_, difference)| difference);
            let part = |line: &str| line.chars().filter(|letter| !letter.is_ascii_digit()).take(60).collect::<String>();
            part(first) + &part(second)
        };
        self.place == other.place && words(&self.message) == words(&other.message)
    }
}

/// Panics of threads that run days are kept instead of printed.
pub fn keep_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let kept = LAST_PANIC.with_borrow_mut(|last| {
            let Some(last) = last else { return false };
            last.message = match (panic.payload().downcast_ref::<String>(), panic.payload().downcast_ref::<&str>()) {
                (Some(text), _) => text.clone(),
                (None, Some(text)) => (*text).to_owned(),
                (None, None) => String::new(),
            };
            last.place = panic.location().map(ToString::to_string).unwrap_or_default();
            true
        });
        if !kept {
            before(panic);
        }
    }));
}

/// Runs `day`; returns the failure if it panicked.
pub fn attempt(day: impl FnOnce()) -> Option<Failure> {
    LAST_PANIC.set(Some(Failure::default()));
    let outcome = catch_unwind(AssertUnwindSafe(day));
    let failure = LAST_PANIC.take().unwrap_or_default();
    outcome.is_err().then_some(failure)
}

/// Runs these steps with a quiet end; returns the failure and the day.
pub fn run_again(seed: u64, steps: &[Step], with_trace: bool) -> (Option<Failure>, Day) {
    let mut day = Day::new(seed);
    if with_trace {
        day.sim.with_a_trace();
    }
    let failure = attempt(|| {
        for step in steps {
            day.run(*step);
        }
        day.run(quiet_end_step(steps));
    });
    (failure, day)
}

pub fn quiet_end_step(steps: &[Step]) -> Step {
    let number = steps.last().map_or(0, |step| step.number) + 1;
    Step { number, action: Action::Quiet, seat: 0, roll: 0 }
}

/// Runs at most this number of days.
pub fn shortest(seed: u64, steps: &[Step], failure: &Failure, mut days: u64) -> Vec<Step> {
    shortest_by(steps, |steps| {
        days = days.saturating_sub(1);
        days > 0 && run_again(seed, steps, false).0.is_some_and(|found| found.is_like(failure))
    })
}

/// The steps after removing every step that is not needed for `fails`.
pub fn shortest_by(steps: &[Step], mut fails: impl FnMut(&[Step]) -> bool) -> Vec<Step> {
    let mut steps = steps.to_vec();
    let mut chunk = steps.len().div_ceil(2);
    while chunk > 0 {
        let mut from = 0;
        let mut left_out = false;
        while from < steps.len() {
            let to = (from + chunk).min(steps.len());
            let without: Vec<Step> = steps[..from].iter().chain(&steps[to..]).copied().collect();
            if fails(&without) {
                steps = without;
                left_out = true;
            } else {
                from = to;
            }
        }
        chunk = match chunk {
            1 if left_out => 1,
            1 => 0,
            _ => chunk.div_ceil(2),
        };
    }
    steps
}
