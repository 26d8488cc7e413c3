//! The rules of calls of the org unit (BEY-137, INT-013; docs/contract.md "Supervision of calls" and "Colleagues").

use super::absence::at_the_board;
use super::bench::Bench;
use super::failure_rows::{Row, Told};
use crate::flow::HttpFailure;
use crate::input::Intent;
use crate::shell::Dialog;
use crate::supervision::{self, CallRules, SupervisionIntent, SupervisionSlice, SupervisionView};
use crate::view::View;
use serde_json::json;

const RULES: &str = "GET org-unit/1/call-supervision";
const UNIT: &str = "GET org-unit/1";
const SET_RULES: &str = "PUT org-unit/1/call-supervision";
const SET_BLOCKED: &str = "PUT org-unit/1/agent-calls";

fn board(bench: &Bench) -> SupervisionView {
    match bench.workspace.view(&supervision::slices::SUPERVISION.key()) {
        View::Supervision(SupervisionSlice::Supervision(board)) => board,
        other => panic!("{other:?}"),
    }
}

fn rules(agent_is_told: bool, hears_consultations: bool, agent_calls_blocked: bool) -> CallRules {
    CallRules { agent_is_told, hears_consultations, agent_calls_blocked }
}

fn opens(bench: &mut Bench) {
    bench.intent(Intent::Supervision(SupervisionIntent::OpenCallRules));
}

fn saves(bench: &mut Bench, rules: CallRules) {
    let CallRules { agent_is_told, hears_consultations, agent_calls_blocked } = rules;
    let intent = SupervisionIntent::SaveCallRules { agent_is_told, hears_consultations, agent_calls_blocked };
    bench.intent(Intent::Supervision(intent));
}

/// The dialog shows the rules of the server: agents are told, consultations are not heard, agents call each other.
fn with_rules() -> Bench {
    let mut bench = at_the_board();
    bench.answer(RULES, 200, json!({ "agentIsTold": true, "hearsConsultations": false }));
    bench.answer(SET_RULES, 200, json!({ "success": true })).answer(SET_BLOCKED, 200, json!({ "success": true }));
    opens(&mut bench);
    bench.forget();
    bench
}

/// The supervisor closes the dialog before the answer, so that a snackbar shows the result.
fn with_closed_dialog() -> Bench {
    let mut bench = with_rules();
    bench.close_dialog();
    bench
}

pub const CALL_RULES_ROWS: &[Row] = &[
    Row { pending: "supervision::Rules", call: RULES, before: at_the_board, told: Told::Inline, act: opens },
    Row { pending: "supervision::Blocked", call: UNIT, before: at_the_board, told: Told::Inline, act: opens },
    Row {
        pending: "supervision::SaveRules",
        call: SET_RULES,
        before: with_closed_dialog,
        told: Told::Snackbar,
        act: |bench| saves(bench, rules(false, false, false)),
    },
    Row {
        pending: "supervision::SaveBlocked",
        call: SET_BLOCKED,
        before: with_closed_dialog,
        told: Told::Snackbar,
        act: |bench| saves(bench, rules(true, false, true)),
    },
];

#[test]
fn given_the_dialog_is_opened_then_the_rules_of_the_own_org_unit_are_read_and_shown() {
    let mut bench = at_the_board();
    bench.answer(RULES, 200, json!({ "agentIsTold": true, "hearsConsultations": false })).hold(UNIT);
    opens(&mut bench);
    assert_eq!((bench.dialog(), board(&bench).rules), (Some(Dialog::CallRules), None), "one answer is not all rules");
    bench.reply(UNIT, 200, json!({ "id": "1", "agentCallOrgUnitBlocked": true }));
    assert_eq!(board(&bench).rules, Some(rules(true, false, true)));
}

#[test]
fn given_rules_cannot_be_read_then_nothing_is_saved_and_they_are_read_again_on_request() {
    let mut bench = at_the_board();
    bench.answer(RULES, 500, json!({}));
    opens(&mut bench);
    let fault = board(&bench).rules_fault.map(|text| text.key);
    assert_eq!((board(&bench).rules, fault.as_deref()), (None, Some("supervision.rules.loadFailed")));
    bench.forget();
    saves(&mut bench, rules(true, true, true));
    assert_eq!(bench.names(), Vec::<String>::new(), "what is unknown is not overwritten");
    bench.answer(RULES, 200, json!({ "agentIsTold": false, "hearsConsultations": false }));
    opens(&mut bench);
    assert_eq!((board(&bench).rules, board(&bench).rules_fault), (Some(rules(false, false, false)), None));
}

#[test]
fn given_changed_rules_then_only_the_changed_rules_are_sent_and_a_snackbar_confirms_when_all_are_saved() {
    let mut bench = with_rules();
    bench.hold(SET_RULES).hold(SET_BLOCKED);
    saves(&mut bench, rules(true, true, true));
    assert_eq!(bench.call(SET_RULES).body, Some(json!({ "agentIsTold": true, "hearsConsultations": true })));
    assert_eq!(bench.call(SET_BLOCKED).body, Some(json!({ "blocked": true })));
    saves(&mut bench, rules(true, true, true));
    assert_eq!(bench.names().len(), 2, "a second press asks for nothing");
    bench.reply(SET_BLOCKED, 200, json!({ "success": true }));
    assert!(board(&bench).saving_rules && bench.dialog().is_some() && bench.said().is_empty());
    bench.reply(SET_RULES, 200, json!({ "success": true }));
    assert_eq!((bench.dialog(), bench.said()), (None, vec!["As regras das chamadas foram salvas".to_owned()]));
    let mut bench = with_rules();
    saves(&mut bench, rules(true, false, true));
    assert_eq!(bench.names(), [SET_BLOCKED]);
}

#[test]
fn given_one_of_two_rules_is_refused_then_the_dialog_stays_and_the_next_save_sends_that_one_only() {
    let mut bench = with_rules();
    bench.answer(SET_RULES, 403, json!({}));
    saves(&mut bench, rules(false, false, true));
    let fault = board(&bench).rules_fault.map(|text| text.key);
    assert_eq!((bench.dialog(), fault.as_deref()), (Some(Dialog::CallRules), Some("supervision.rules.failed")));
    assert_eq!((board(&bench).rules, bench.said()), (Some(rules(true, false, true)), vec![]));
    bench.forget().answer(SET_RULES, 200, json!({ "success": true }));
    saves(&mut bench, rules(false, false, true));
    assert_eq!((bench.names(), bench.dialog()), (vec![SET_RULES], None));
}

#[test]
fn bey_153_given_no_answer_to_a_rule_then_the_dialog_says_that_the_result_is_unknown() {
    let mut bench = with_rules();
    bench.fail(SET_BLOCKED, HttpFailure::TimedOut);
    saves(&mut bench, rules(true, false, true));
    bench.gives_up();
    let fault = board(&bench).rules_fault.map(|text| text.key);
    assert_eq!((bench.dialog(), fault.as_deref()), (Some(Dialog::CallRules), Some("supervision.rules.unknown")));
}
