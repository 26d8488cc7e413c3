//! The smallest possible area: a counter. Only the tests are built with it; they prove how many lines an area needs
//! (BEY-122), and CONTRIBUTING shows it as the example.

mod area;
mod registry;

use crate::flow::{Context, FromPage};
use crate::wire::events::read_body;
use crate::wire::{AreaEvent, EventFault};
use serde::{Deserialize, Serialize};

pub use registry::{CounterSlice, records, slices, timers};

/// What the agent asks of the counter.
#[derive(Clone, Debug, PartialEq, FromPage)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum CounterIntent {
    /// Counts one more.
    Increment,
}

/// What the server reports about the counter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CounterEvent {
    /// The count is this number.
    Set(CounterView),
}

impl AreaEvent for CounterEvent {
    fn names() -> Vec<&'static str> {
        vec!["CounterEvent"]
    }

    fn read(name: &str, text: &str) -> Option<Result<Self, EventFault>> {
        (name == "CounterEvent").then(|| read_body(name, text).map(CounterEvent::Set))
    }

    fn name(&self) -> &'static str {
        "CounterEvent"
    }
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
    /// The count is halved after this time without a change.
    const HALVES_AFTER_MS: u64 = 60_000;

    fn set(&mut self, context: &mut Context, count: u32) {
        self.view = CounterView { count };
        context.dirty(slices::COUNTER.key());
        context.persist(records::COUNTER.key());
        context.timer(timers::HALVE.key(), Self::HALVES_AFTER_MS);
    }
}
