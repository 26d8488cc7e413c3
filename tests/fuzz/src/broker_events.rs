//! What the broker brings to the core: any text, first alone, then before an agent at work.

use crate::desk::Desk;
use core_wasm::connection;
use core_wasm::flow::SliceKey;
use core_wasm::wire::{BrokerEvent, EventMeta};
use serde::Serialize;
use serde_json::{Map, Value};

pub const HEAD: usize = 0;
/// The core stores what a frame changed within this time, and acknowledges it then.
const STORED_MS: u64 = 2_000;

pub fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input).into_owned();
    let (meta, event) = BrokerEvent::parse(&text);
    let refused = event.is_err();
    if let Ok(event) = event {
        let written = written(&meta, &event);
        assert_eq!(BrokerEvent::parse(&written), (meta, Ok(event)), "read from {text:?}, written as {written}");
    }
    // After an agent's own forced end, or a take-over by another tab, nothing is left to acknowledge.
    let mut desk = Desk::again(false);
    desk.start();
    assert!(desk.is_linked(), "the agent is at work");
    let before = desk.watch();
    let ack = desk.frame(&text);
    desk.passes(STORED_MS);
    let changed = desk.changed_since(&before);
    if refused {
        // One reconcile may follow; its result equals the state before.
        let visible = |key: &&SliceKey| !connection::slices::LINK.has(key);
        assert_eq!(changed.iter().find(visible), None, "{text:?} was refused");
    }
    let answered = desk.acknowledged.iter().filter(|other| **other == ack).count();
    assert!(answered == 1 || (answered == 0 && !desk.is_linked()), "{text:?} was acknowledged {answered} times");
}

/// An event as the server writes it.
fn written(meta: &EventMeta, event: &BrokerEvent) -> String {
    let mut fields = fields(meta);
    fields.append(&mut self::fields(event));
    Value::Object(fields).to_string()
}

fn fields(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        other => panic!("no object: {other:?}"),
    }
}
