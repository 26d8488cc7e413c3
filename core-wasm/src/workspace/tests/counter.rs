//! The cost of an area: the counter is an area that exists only in tests.

use super::bench::Bench;
use super::gates::source_files;
use crate::counter::slices::COUNTER;
use crate::flow::{FromPage, SliceKey, StorePlace};
use crate::input::Intent;
use serde_json::json;
use std::path::Path;

/// The count in the view.
fn count(bench: &Bench) -> serde_json::Value {
    let key = crate::Workspace::slice_key("counter").expect("the counter's slice");
    assert_eq!(key, COUNTER.key());
    serde_json::to_value(bench.workspace.view(&key)).expect("JSON")["count"].clone()
}

fn increments(bench: &mut Bench) {
    let intent: Intent = Intent::from_page(&json!({ "area": "counter", "type": "increment" })).expect("an intent");
    bench.intent(intent);
}

#[test]
fn bey_122_a_registered_area_is_served_by_intent_event_timer_record_and_restore() {
    let mut bench = Bench::signed_in();
    assert_eq!(count(&bench), 0);
    increments(bench.forget());
    assert!(bench.dirty.contains(&COUNTER.key()));
    bench.frame(&json!({ "event": "CounterEvent", "count": 11 }).to_string());
    assert_eq!(count(&bench), 11);
    bench.advance(300);
    assert_eq!(bench.stored(StorePlace::Database, "counter"), Some(r#"{"count":11}"#));
    bench.reload().start("/attendance");
    assert_eq!(count(&bench), 11, "the record is read back");
    increments(&mut bench);
    bench.advance(59_999);
    assert_eq!(count(&bench), 12);
    bench.advance(1);
    assert_eq!(count(&bench), 6, "the timer halves it");
    bench.intent(Intent::Session(crate::session::SessionIntent::SignOut { confirmed: true })).advance(300);
    assert_eq!(count(&bench), 0, "the end of the session resets it");
    assert_eq!(bench.stored(StorePlace::Database, "counter"), None);
    let keys: Vec<SliceKey> = bench.workspace.live_keys();
    assert!(keys.contains(&COUNTER.key()));
}

#[test]
fn bey_122_a_new_area_needs_its_folder_and_at_most_ten_lines_elsewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut central = Vec::new();
    for path in source_files(&root) {
        let inside = path.strip_prefix(&root).expect("below src");
        if inside.starts_with("counter") || inside.ends_with("tests/counter.rs") || inside.ends_with("tests/mod.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source file");
        let lines = text.lines().filter(|line| line.to_lowercase().contains("counter"));
        central.extend(lines.map(|line| format!("{}: {}", inside.display(), line.trim())));
    }
    assert!((1..=10).contains(&central.len()), "{central:#?}");
}
