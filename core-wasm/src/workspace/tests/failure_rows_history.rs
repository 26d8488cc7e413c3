//! Every request of tags, history and churn risk with the way in which its failure is shown.

use super::bench::Bench;
use super::churn::at_risk;
use super::failure_rows::{Row, Told};
use super::history::opened_history;
use super::imports;
use super::tags::with_tags;
use crate::churn::ChurnIntent;
use crate::flow::EntityKind;
use crate::history::HistoryIntent;
use crate::imports::ImportsIntent;
use crate::input::Intent;
use crate::tags::TagsIntent;
use serde_json::json;

fn tags(bench: &mut Bench, intent: TagsIntent) {
    bench.intent(Intent::Tags(intent));
}

fn history(bench: &mut Bench, intent: HistoryIntent) {
    bench.intent(Intent::History(intent));
}

fn churn(bench: &mut Bench, intent: ChurnIntent) {
    bench.intent(Intent::Churn(intent));
}

fn five() -> String {
    "5".to_owned()
}

fn with_list() -> Bench {
    opened_history(json!({ "data": [super::history::entry("H1", json!({}))], "total": 1 }))
}

fn with_call() -> Bench {
    super::recordings::opened_call("supervisor")
}

pub const HISTORY_ROWS: &[Row] = &[
    Row {
        pending: "history::Recordings",
        call: "GET call-recordings",
        before: super::recordings::supervisors_history,
        act: |bench| history(bench, HistoryIntent::OpenHistoryEntry { protocol: "V1".into() }),
        told: Told::Silently,
    },
    Row {
        pending: "history::Playback",
        call: "POST call-recordings/r1/playback",
        before: with_call,
        act: |bench| history(bench, HistoryIntent::PlayRecording { protocol: "V1".into(), id: "r1".to_owned() }),
        told: Told::Silently,
    },
    Row {
        pending: "tags::Catalogue",
        call: "GET new-tag/tags",
        before: Bench::signed_in,
        act: |bench| tags(bench, TagsIntent::LoadTagCatalogue),
        told: Told::Silently,
    },
    Row {
        pending: "tags::Own",
        call: "GET contacts/5",
        before: Bench::signed_in,
        act: |bench| tags(bench, TagsIntent::LoadTagsOf { kind: EntityKind::Contact, id: five() }),
        told: Told::Silently,
    },
    Row {
        pending: "tags::Change",
        call: "DELETE new-tag/agent/contacts/5/tag-items/31",
        before: with_tags,
        act: |bench| {
            let item_id = "31".to_owned();
            tags(bench, TagsIntent::RemoveTagItem { kind: EntityKind::Contact, id: five(), item_id });
        },
        told: Told::Silently,
    },
    Row {
        pending: "history::Page",
        call: "GET agents/history",
        before: with_list,
        act: |bench| history(bench, HistoryIntent::ReloadHistory),
        told: Told::Inline,
    },
    Row {
        pending: "history::Of",
        call: "GET contacts/history",
        before: Bench::signed_in,
        act: |bench| history(bench, HistoryIntent::LoadHistoryOf { kind: EntityKind::Contact, id: five() }),
        told: Told::Inline,
    },
    Row {
        pending: "history::Messages",
        call: "GET contacts/5/messages/db",
        before: with_list,
        act: |bench| history(bench, HistoryIntent::OpenHistoryEntry { protocol: "H1".into() }),
        told: Told::Inline,
    },
    Row {
        pending: "churn::Probability",
        call: "POST organia/churn-buster/contact-max-data",
        before: Bench::signed_in,
        act: |bench| churn(bench, ChurnIntent::LoadChurn { kind: EntityKind::Contact, id: five() }),
        told: Told::Silently,
    },
    Row {
        pending: "churn::Factors",
        call: "POST organia/churn-buster/contact-probability-values",
        before: Bench::signed_in,
        act: |bench| churn(bench, ChurnIntent::LoadChurn { kind: EntityKind::Contact, id: five() }),
        told: Told::Silently,
    },
    Row {
        pending: "churn::Removal",
        call: "POST organia/churn-buster/justification",
        before: at_risk,
        act: |bench| {
            churn(bench, ChurnIntent::OpenRiskRemoval { id: five(), open: true });
            churn(bench, ChurnIntent::RemoveRisk { id: five(), text: "a".repeat(50) });
        },
        told: Told::Inline,
    },
    Row {
        pending: "imports::Create",
        call: imports::CREATE,
        before: imports::mapped,
        act: imports::begins,
        told: Told::Inline,
    },
    Row {
        pending: "imports::Commit",
        call: imports::COMMIT,
        before: imports::mapped,
        act: imports::sends_all,
        told: Told::Inline,
    },
    Row {
        pending: "imports::Progress",
        call: imports::PROGRESS,
        before: imports::applying,
        act: |bench| {
            bench.advance(500);
        },
        told: Told::Inline,
    },
    Row {
        pending: "imports::Remove",
        call: imports::REMOVE,
        before: imports::sending,
        act: |bench| imports::acts(bench, ImportsIntent::CancelImport),
        told: Told::Inline,
    },
];
