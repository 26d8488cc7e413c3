//! A failure is shown once (ERR-001), for every request of `failure_rows` and the files beside it.

use super::bench::Call;
use super::broadcasts_draft::BROADCAST_ROWS;
use super::bulk::BULK_ROWS;
use super::call_rules::CALL_RULES_ROWS;
use super::call_supervision::CALL_SUPERVISION_ROWS;
use super::colleagues::COLLEAGUES_ROWS;
use super::dead_effects::DEAD_EFFECTS_ROWS;
use super::failure_elsewhere::ELSEWHERE;
use super::failure_rows::{ROWS, Row, Told};
use super::failure_rows_history::HISTORY_ROWS;
use super::failure_rows_people::PEOPLE_ROWS;
use super::failure_rows_whatsapp::WHATSAPP_ROWS;
use super::list_views::LIST_VIEWS_ROWS;
use super::lost_answers::AFTER_LOSS;
use super::message_search::MESSAGE_SEARCH_ROWS;
use super::notes::NOTES_ROWS;
use super::second_factor::SECOND_FACTOR_ROWS;
use super::wrap_up::WRAP_UP_ROWS;
use crate::flow::{ActionAfterLoss, HttpFailure};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    ROWS.iter()
        .chain(WHATSAPP_ROWS)
        .chain(PEOPLE_ROWS)
        .chain(HISTORY_ROWS)
        .chain(SECOND_FACTOR_ROWS)
        .chain(WRAP_UP_ROWS)
        .chain(NOTES_ROWS)
        .chain(BULK_ROWS)
        .chain(MESSAGE_SEARCH_ROWS)
        .chain(LIST_VIEWS_ROWS)
        .chain(COLLEAGUES_ROWS)
        .chain(CALL_SUPERVISION_ROWS)
        .chain(CALL_RULES_ROWS)
        .chain(DEAD_EFFECTS_ROWS)
        .chain(BROADCAST_ROWS)
}

#[test]
fn err_001_every_failed_request_is_shown_once_whatever_the_failure() {
    let mut wrong = Vec::new();
    for row in rows() {
        for failure in [Some(400), Some(403), Some(422), Some(500), Some(503), None] {
            let mut bench = (row.before)();
            bench.forget();
            let before: BTreeSet<u32> = bench.snackbars().iter().map(|note| note.id).collect();
            match failure {
                Some(status) => bench.answer(row.call, status, json!({})),
                None => bench.fail(row.call, HttpFailure::NoAnswer),
            };
            (row.act)(&mut bench);
            let is_repeated =
                |call: &Call| call.write.is_some_and(|write| write.action_after_loss() == ActionAfterLoss::Repeat);
            if failure.is_none() && bench.calls_of(row.call).iter().any(|call| is_repeated(call)) {
                bench.gives_up();
            }
            if bench.calls_of(row.call).is_empty() {
                wrong.push(format!("{}: {} is not called", row.pending, row.call));
            }
            let told: Vec<String> = bench
                .snackbars()
                .iter()
                .filter(|note| !before.contains(&note.id))
                .map(|note| super::words::said(&note.body))
                .collect();
            let expected = usize::from(row.told == Told::Snackbar);
            if told.len() != expected {
                wrong.push(format!("{} {failure:?}: {told:?}", row.pending));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_request_of_every_area_has_a_row() {
    let mut variants = BTreeSet::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders: Vec<_> = std::fs::read_dir(&source).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    for folder in folders {
        let area = folder.file_name().unwrap().to_string_lossy().into_owned();
        for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file())
        {
            let text = std::fs::read_to_string(&file).unwrap();
            let Some((_, rest)) = text.split_once("enum Pending {\n") else { continue };
            let body = rest.split("\n}").next().unwrap_or_default();
            for line in body.lines().filter_map(|line| line.strip_prefix("    ")) {
                let name: String = line.chars().take_while(char::is_ascii_alphanumeric).collect();
                if name.chars().next().is_some_and(|letter| letter.is_ascii_uppercase()) {
                    variants.insert(format!("{area}::{name}"));
                }
            }
        }
    }
    assert!(variants.len() > 40, "{variants:?}");
    let named = rows().map(|row| row.pending).chain(ELSEWHERE.iter().map(|(pending, _)| *pending)).chain(AFTER_LOSS);
    let known: BTreeSet<String> = named.map(str::to_owned).collect();
    assert_eq!(variants, known);
}
