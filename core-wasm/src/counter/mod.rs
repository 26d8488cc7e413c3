//! An area as small as an area can be: it counts. Only the tests are built with it; they prove what an area costs
//! (BEY-122), and CONTRIBUTING shows it as the example.

mod area;
mod registry;

use crate::flow::Context;
use serde::{Deserialize, Serialize};

pub use registry::{records, slices, timers};

/// What the agent asks of the counter.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum CounterIntent {
    /// Counts one more.
    Increment,
}

/// The count, as it is shown and as it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CounterView {
    count: u32,
}

/// The counter's state.
#[derive(Default)]
pub struct Counter {
    view: CounterView,
}

impl Counter {
    /// The count halves after this time without another change.
    const HALVES_AFTER_MS: u64 = 60_000;

    fn set(&mut self, context: &mut Context, count: u32) {
        self.view = CounterView { count };
        context.dirty(slices::COUNTER.key());
        context.persist(records::COUNTER.key());
        context.timer(timers::HALVE.key(), Self::HALVES_AFTER_MS);
    }

    /// The broker asks whether the page is alive.
    pub fn on_ping(&mut self, context: &mut Context) {
        self.set(context, self.view.count + 10);
    }
}
