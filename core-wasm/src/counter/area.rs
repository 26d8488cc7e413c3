//! The counter, registered with the workspace.

use super::CounterSlice;
use super::{Counter, CounterEvent, CounterIntent, records, slices, timers};
use crate::flow::AreaName;
use crate::wire::{EventMeta, json_text};
use crate::workspace::registry::{Area, Keep, Kept, Show, Shown, StoredRecords, Timed, When};
use crate::workspace::{Workspace, context};

impl Area for Counter {
    type Intent = CounterIntent;
    type Event = CounterEvent;

    const NAME: AreaName = AreaName("counter");

    const SLICES: &'static [&'static dyn Shown] =
        &[&Show(&slices::COUNTER, |workspace, ()| CounterSlice::Counter(workspace.counter.view))];

    const TIMERS: &'static [&'static dyn Timed] = &[&When(&timers::HALVE, |workspace, ()| {
        let halved = workspace.counter.view.count / 2;
        workspace.counter.set(context!(workspace), halved);
    })];

    const RECORDS: &'static [&'static dyn Kept] =
        &[&Keep(&records::COUNTER, |workspace, ()| Some(json_text(&workspace.counter.view)))];

    fn on_event(workspace: &mut Workspace, _: &EventMeta, event: CounterEvent) {
        match event {
            CounterEvent::Set(view) => workspace.counter.set(context!(workspace), view.count),
        }
    }

    fn on_intent(workspace: &mut Workspace, intent: CounterIntent) {
        match intent {
            CounterIntent::Increment => {
                let next = workspace.counter.view.count + 1;
                workspace.counter.set(context!(workspace), next);
            }
        }
    }

    fn restore(workspace: &mut Workspace, stored: &StoredRecords) {
        workspace.counter.view = stored.one(&records::COUNTER).unwrap_or_default();
    }

    fn reset(workspace: &mut Workspace) {
        workspace.counter = Counter::default();
    }
}
