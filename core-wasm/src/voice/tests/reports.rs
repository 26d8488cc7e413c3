//! Reports of the page in its own format; `tests/border.rs` passes the same ones to the module.

use crate::voice::VoiceReport;
use std::collections::BTreeSet;

#[test]
fn every_report_of_the_voice_ports_can_be_read() {
    let reports: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../../../tests/voice_reports.json")).expect("a list");
    let mut kinds = BTreeSet::new();
    for report in reports {
        kinds.insert(report["type"].as_str().expect("a type").to_owned());
        assert!(serde_json::from_value::<VoiceReport>(report.clone()).is_ok(), "{report}");
    }
    assert_eq!(kinds.len(), 19, "one of each kind: {kinds:?}");
}
