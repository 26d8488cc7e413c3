//! The preview and the failed check of the draft of a broadcast.

use super::bench::Bench;
use super::broadcasts::acts;
use super::broadcasts_draft::{CHECK, CONTACTS, adds_file, changes, changes_name, chooses, complete};
use super::people::page;
use crate::broadcasts::{BroadcastsIntent, DraftChange};
use crate::wire::VariableSource;
use serde_json::json;

#[test]
fn the_preview_steps_through_the_chosen_contacts_also_through_those_that_the_search_no_longer_finds() {
    let mut bench = complete();
    chooses(&mut bench, &["2"], true);
    bench.answer(CONTACTS, 200, page(9..=9, 1));
    acts(&mut bench, BroadcastsIntent::SearchBroadcastContacts { text: "outra".to_owned() });
    bench.advance(250);
    let shown = |bench: &Bench| {
        let preview = bench.new_broadcast().preview.expect("a preview");
        (preview.values, preview.is_first, preview.is_last)
    };
    let first = (vec![bench.broadcast_contact("1").name], true, false);
    let second = (vec![bench.broadcast_contact("2").name], false, true);
    assert_eq!(shown(&bench), first);
    for _ in 0..2 {
        acts(&mut bench, BroadcastsIntent::StepBroadcastPreview { forward: true });
        assert_eq!(shown(&bench), second);
    }
    chooses(&mut bench, &["2"], false);
    assert_eq!(shown(&bench), (first.0, true, true));
}

#[test]
fn a_refused_check_says_so_and_is_repeated_by_the_agent() {
    let mut bench = complete();
    bench.answer(CHECK, 403, json!({}));
    changes_name(&mut bench);
    assert_eq!((bench.new_broadcast().check_failed, bench.new_broadcast().checking), (true, false));
    bench.restore_answer(CHECK, None);
    acts(&mut bench, BroadcastsIntent::CheckBroadcastDraft);
    assert!(!bench.new_broadcast().check_failed && bench.new_broadcast().check.is_some());
}

#[test]
fn a_file_gives_variables_their_columns_and_the_name_by_its_meaning() {
    let mut bench = complete();
    assert_eq!(bench.new_broadcast().variables[0].column, "fullname");
    adds_file(&mut bench, &["Cliente", "Telefone"], vec![vec!["Ana".to_owned(), "5511988776655".to_owned()]]);
    assert_eq!(bench.broadcast_contact("row-2").values, ["Ana"]);
    let variables = Some(vec![VariableSource::default()]);
    changes(&mut bench, DraftChange { variables, ..DraftChange::default() });
    adds_file(&mut bench, &["Nome", "Telefone"], vec![vec!["Bia".to_owned(), "5511988776655".to_owned()]]);
    let column = bench.new_broadcast().variables[0].column.clone();
    assert_eq!((column.as_str(), bench.broadcast_contact("row-2").values), ("Nome", vec!["Bia".to_owned()]));
}
