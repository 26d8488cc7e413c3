//! Effects outside the server that were given up: the list of the supervisor, and the request of another attempt (BEY-131, docs/contract.md
//! `GET /effects/dead`).

use super::absence::at_the_board;
use super::bench::Bench;
use super::failure_rows::{Row, Told};
use super::samples::with;
use crate::dead_effects::{self, DeadEffectsIntent, DeadEffectsSlice, DeadEffectsView, ListPhase, RetryPhase};
use crate::flow::HttpFailure;
use crate::input::{Intent, PageInput};
use crate::shell::Dialog;
use crate::view::View;
use crate::wire::DeadEffectKind;
use crate::wire::limits::DEAD_EFFECTS_MAX;
use rstest::rstest;
use serde_json::{Value, json};

const LIST: &str = "GET effects/dead";
const RETRY: &str = "POST effects/e1/retry";

fn shown(bench: &Bench) -> DeadEffectsView {
    match bench.workspace.view(&dead_effects::slices::DEAD_EFFECTS.key()) {
        View::DeadEffects(DeadEffectsSlice::DeadEffects(view)) => view,
        other => panic!("{other:?}"),
    }
}

/// Ids of the shown effects with the phase of the request of another attempt.
fn phases(bench: &Bench) -> Vec<(String, RetryPhase)> {
    shown(bench).effects.into_iter().map(|effect| (effect.id, effect.retry)).collect()
}

fn phase_of(bench: &Bench, id: &str) -> Option<RetryPhase> {
    phases(bench).into_iter().find(|(of, _)| of == id).map(|(_, phase)| phase)
}

fn effect(id: &str, given_up_at: &str) -> Value {
    json!({ "id": id, "kind": "fetch_file", "createdAt": "2026-11-20T12:00:00.000Z",
        "givenUpAt": format!("2026-11-20T{given_up_at}:00.000Z"), "attempts": 40, "cause": "status 503" })
}

fn list(effects: &[Value]) -> Value {
    json!({ "data": effects })
}

fn acts(bench: &mut Bench, intent: DeadEffectsIntent) {
    bench.intent(Intent::DeadEffects(intent));
}

fn opens(bench: &mut Bench) {
    acts(bench, DeadEffectsIntent::OpenDeadEffects);
}

fn retries(bench: &mut Bench) {
    acts(bench, DeadEffectsIntent::RetryEffect { id: "e1".to_owned() });
}

/// The dialog shows two effects that were given up.
fn with_two() -> Bench {
    let mut bench = at_the_board();
    bench.answer(LIST, 200, list(&[effect("e1", "13:00"), effect("e2", "12:30")]));
    bench.answer(RETRY, 200, json!({ "success": true }));
    opens(&mut bench);
    bench.forget();
    bench
}

/// The supervisor closes the dialog before the answer, so that a snackbar shows the result.
fn with_closed_dialog() -> Bench {
    let mut bench = with_two();
    bench.close_dialog();
    bench
}

pub const DEAD_EFFECTS_ROWS: &[Row] = &[
    Row { pending: "dead_effects::List", call: LIST, before: at_the_board, told: Told::Inline, act: opens },
    Row { pending: "dead_effects::Retry", call: RETRY, before: with_closed_dialog, told: Told::Snackbar, act: retries },
];

#[test]
fn bey_131_the_board_loads_the_number_of_effects_once_and_the_dialog_loads_the_list_again() {
    let mut bench = at_the_board();
    assert_eq!((bench.calls_of(LIST).len(), shown(&bench).phase, shown(&bench).open), (1, ListPhase::Ready, 0));
    bench.page(PageInput::RouteRequested { path: "/attendance".to_owned() });
    bench.page(PageInput::RouteRequested { path: "/supervisor".to_owned() });
    assert_eq!(bench.calls_of(LIST).len(), 1, "an old number is good enough for the board");
    bench.hold(LIST);
    opens(&mut bench);
    assert_eq!((bench.dialog(), shown(&bench).phase), (Some(Dialog::DeadEffects), ListPhase::Refreshing));
    bench.reply(LIST, 200, list(&[effect("e1", "13:00"), with(effect("e2", "12:30"), json!({ "kind": "teleport" }))]));
    let view = shown(&bench);
    assert_eq!((view.phase, view.open, view.cut), (ListPhase::Ready, 2, false));
    let kinds: Vec<DeadEffectKind> = view.effects.iter().map(|effect| effect.kind).collect();
    assert_eq!(kinds, [DeadEffectKind::FetchFile, DeadEffectKind::Unknown]);
    assert_eq!((view.effects[0].attempts, view.effects[0].cause.key.as_str()), (40, "deadEffects.cause.status"));
}

#[test]
fn bey_131_an_agent_never_requests_the_list() {
    let mut bench = Bench::signed_in();
    bench.page(PageInput::RouteRequested { path: "/supervisor".to_owned() });
    assert_eq!(bench.calls_of(LIST).len(), 0);
}

#[test]
fn bey_131_a_list_that_cannot_be_loaded_keeps_the_loaded_effects_and_is_loaded_again() {
    let mut bench = with_two();
    bench.answer(LIST, 403, json!({}));
    acts(&mut bench, DeadEffectsIntent::ReloadDeadEffects);
    assert_eq!((shown(&bench).phase, phases(&bench).len()), (ListPhase::Stale, 2));
    bench.answer(LIST, 200, list(&[]));
    acts(&mut bench, DeadEffectsIntent::ReloadDeadEffects);
    assert_eq!((shown(&bench).phase, phases(&bench)), (ListPhase::Ready, vec![]));
}

#[test]
fn bey_131_a_first_list_that_cannot_be_loaded_is_shown_as_failed() {
    let mut bench = at_the_board();
    bench.workspace.dead_effects = Default::default();
    bench.answer(LIST, 500, json!({}));
    opens(&mut bench);
    assert_eq!((shown(&bench).phase, phases(&bench)), (ListPhase::Failed, vec![]));
}

#[test]
fn bey_131_an_answer_to_an_earlier_load_is_ignored() {
    let mut bench = with_two();
    bench.hold(LIST);
    acts(&mut bench, DeadEffectsIntent::ReloadDeadEffects);
    bench.hold(RETRY);
    retries(&mut bench);
    bench.lose(RETRY, HttpFailure::NoAnswer);
    bench.reply(LIST, 200, list(&[effect("e1", "13:00")]));
    assert_eq!(phase_of(&bench, "e1"), Some(RetryPhase::LookingUp), "the list is older than the lost answer");
    bench.reply(LIST, 200, list(&[]));
    assert_eq!(phases(&bench), [("e1".to_owned(), RetryPhase::Retried)]);
}

#[test]
fn bey_131_an_effect_is_attempted_again_once_and_leaves_with_the_next_list() {
    let mut bench = with_two();
    bench.hold(RETRY);
    retries(&mut bench);
    retries(&mut bench);
    assert_eq!((bench.calls_of(RETRY).len(), phase_of(&bench, "e1")), (1, Some(RetryPhase::Retrying)));
    bench.reply(RETRY, 200, json!({ "success": true }));
    retries(&mut bench);
    assert_eq!((bench.names(), phase_of(&bench, "e1")), (vec![RETRY], Some(RetryPhase::Retried)));
    assert_eq!((shown(&bench).open, bench.said()), (1, vec![]), "the row shows the result");
    bench.answer(LIST, 200, list(&[effect("e2", "12:30")]));
    acts(&mut bench, DeadEffectsIntent::ReloadDeadEffects);
    assert_eq!(phases(&bench), [("e2".to_owned(), RetryPhase::Idle)]);
}

#[test]
fn bey_131_an_effect_that_was_given_up_again_can_be_attempted_again() {
    let mut bench = with_two();
    retries(&mut bench);
    bench.answer(LIST, 200, list(&[effect("e1", "13:45"), effect("e2", "12:30")]));
    acts(&mut bench, DeadEffectsIntent::ReloadDeadEffects);
    assert_eq!(phase_of(&bench, "e1"), Some(RetryPhase::Idle));
    retries(&mut bench);
    assert_eq!((bench.calls_of(RETRY).len(), phase_of(&bench, "e1")), (2, Some(RetryPhase::Retried)));
}

#[rstest]
#[case::refused(403, RetryPhase::Failed, 2)]
#[case::the_server_failed(500, RetryPhase::Failed, 2)]
#[case::the_effect_is_gone(404, RetryPhase::Gone, 1)]
fn bey_131_a_refused_attempt_is_shown_in_its_row(#[case] status: u16, #[case] phase: RetryPhase, #[case] open: u32) {
    let mut bench = with_two();
    bench.answer(RETRY, status, json!({}));
    retries(&mut bench);
    assert_eq!((phase_of(&bench, "e1"), shown(&bench).open, bench.said()), (Some(phase), open, vec![]));
}

#[test]
fn bey_131_the_row_of_a_refused_attempt_is_as_before_when_the_dialog_opens_again() {
    let mut bench = with_two();
    bench.answer(RETRY, 403, json!({}));
    retries(&mut bench);
    bench.close_dialog().hold(LIST);
    opens(&mut bench);
    assert_eq!(phase_of(&bench, "e1"), Some(RetryPhase::Idle));
}

/// What the list shows after the answer to a request was lost, and what follows.
#[rstest]
#[case::attempted_again(list(&[effect("e2", "12:30")]), Some(RetryPhase::Retried), "Nova tentativa pedida.")]
#[case::not_attempted(
    list(&[effect("e1", "13:00"), effect("e2", "12:30")]),
    Some(RetryPhase::Failed),
    "Não foi possível pedir a nova tentativa."
)]
#[case::given_up_again(list(&[effect("e1", "13:45")]), Some(RetryPhase::Idle), "A nova tentativa também falhou.")]
#[case::perhaps_unreadable(
    list(&[json!(7)]),
    Some(RetryPhase::Unknown),
    "Não sabemos se a nova tentativa foi pedida. Atualize a lista para conferir."
)]
fn bey_131_bey_153_a_retry_without_an_answer_is_looked_up_in_the_list(
    #[case] listed: Value,
    #[case] expected: Option<RetryPhase>,
    #[case] sentence: &str,
) {
    for is_open in [true, false] {
        let mut bench = if is_open { with_two() } else { with_closed_dialog() };
        bench.hold(LIST).fail(RETRY, HttpFailure::TimedOut);
        retries(&mut bench);
        assert_eq!((phase_of(&bench, "e1"), bench.said()), (Some(RetryPhase::LookingUp), vec![]));
        bench.reply(LIST, 200, listed.clone());
        assert_eq!((bench.calls_of(RETRY).len(), phase_of(&bench, "e1")), (1, expected));
        let said: Vec<String> = if is_open { Vec::new() } else { vec![sentence.to_owned()] };
        assert_eq!(bench.said(), said);
    }
}

#[test]
fn bey_131_bey_153_an_effect_that_a_full_list_may_leave_out_stays_unknown() {
    let mut bench = with_two();
    bench.hold(LIST).fail(RETRY, HttpFailure::TimedOut);
    retries(&mut bench);
    let newer: Vec<Value> = (0..DEAD_EFFECTS_MAX).map(|number| effect(&format!("n{number}"), "13:30")).collect();
    bench.reply(LIST, 200, list(&newer));
    assert!(shown(&bench).cut);
    assert_eq!(phase_of(&bench, "e1"), Some(RetryPhase::Unknown));
    retries(&mut bench);
    assert_eq!(bench.calls_of(RETRY).len(), 2, "its row is shown, so that it can be attempted again");
}

#[test]
fn bey_131_bey_153_the_look_up_of_a_lost_answer_is_repeated_until_the_list_is_loaded() {
    let mut bench = with_two();
    bench.fail(LIST, HttpFailure::NoAnswer).fail(RETRY, HttpFailure::NoAnswer);
    retries(&mut bench);
    bench.advance(4_999);
    assert_eq!((bench.calls_of(LIST).len(), phase_of(&bench, "e1")), (1, Some(RetryPhase::LookingUp)));
    bench.answer(LIST, 200, list(&[])).advance(1);
    assert_eq!(phase_of(&bench, "e1"), Some(RetryPhase::Retried));
}

#[test]
fn bey_131_bey_153_a_look_up_that_is_refused_leaves_the_result_unknown() {
    let mut bench = with_two();
    bench.answer(LIST, 403, json!({})).fail(RETRY, HttpFailure::NoAnswer);
    retries(&mut bench);
    assert_eq!((shown(&bench).phase, phase_of(&bench, "e1")), (ListPhase::Stale, Some(RetryPhase::Unknown)));
}

#[test]
fn bey_131_the_end_of_the_session_forgets_the_effects() {
    let mut bench = with_two();
    bench.close_dialog();
    bench.intent(Intent::Session(crate::session::SessionIntent::SignOut { confirmed: true })).advance(300);
    assert_eq!((shown(&bench).phase, phases(&bench)), (ListPhase::Loading, vec![]));
}
