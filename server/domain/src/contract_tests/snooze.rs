//! Scenarios of snoozed conversations for the examples in docs/contract/snooze.

use super::{Day, event_name, read};
use crate::body::Body;
use crate::testing::{ANA, RENEWALS, TestCentre};
use serde_json::json;
use wire::{SnoozeRequest, rfc3339};

pub(super) const FOLDER: &str = "snooze";

/// Whether the request belongs to a snooze; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    let is_own = body.name == "SnoozeRequest";
    if is_own {
        read::<SnoozeRequest>(body);
    }
    is_own
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", RENEWALS);
    let path = format!("/job/{}/snooze", chat.protocol);
    let until = rfc3339(test.now.plus_ms(10 * 60 * 1000));
    day.answers.insert("snooze/snoozed.json", test.put(&ana, &path, json!({ "until": until })).ok().body);
    test.bare(&ana, "DELETE", &path).ok();
    for raw in test.take_frames(ANA) {
        day.events.entry(event_name(&raw)).or_insert(raw);
    }
}
