//! Scenarios of saved views for the examples in docs/contract/list-views.

use super::{Day, read};
use crate::body::Body;
use crate::testing::{ANA, TestCentre};
use serde_json::json;
use wire::SaveListViewRequest;

pub(super) const FOLDER: &str = "list-views";

/// Whether the request belongs to saved views; its body is then parsed strictly.
pub(super) fn reads(body: &Body) -> bool {
    let is_own = body.name == "SaveListViewRequest";
    if is_own {
        read::<SaveListViewRequest>(body);
    }
    is_own
}

pub(super) fn day(day: &mut Day) {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let filters = json!({ "hiddenChannels": ["voice"], "queues": ["77"], "contactTags": [4_000_000], "employerTags": [],
        "attendanceTags": [], "onlyWaiting": true, "order": "longestWaiting", "search": "helena" });
    let view = json!({ "name": "Meu dia", "filters": filters });
    let answer = test.put(&ana, &format!("/agents/{ANA}/list-views/V7Q2M4K9XA"), view).ok().body;
    day.answers.insert("list-views/list-views.json", answer);
}
