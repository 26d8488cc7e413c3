//! What the agent is told of a change of a broadcast: the list may have ended before the request arrived.

use super::broadcasts::{CANCEL, RESUME, RETRY, acts, cancels, list, opened, status_event};
use super::samples::with;
use crate::broadcasts::BroadcastsIntent;
use rstest::rstest;
use serde_json::{Value, json};

/// The list as the server has it after the change.
fn changed(changes: Value) -> Value {
    with(list("7", "Renovação", 9), changes)
}

#[rstest]
#[case::cancelled(json!({ "cancelledAt": "2026-11-20T13:45:00.000Z" }), "Transmissão cancelada com sucesso")]
#[case::over_before_the_cancel(json!({ "counts": { "read": 3 } }), "A transmissão já tinha terminado")]
fn brd_024_a_cancel_is_only_said_to_be_done_if_the_list_was_cancelled(#[case] changes: Value, #[case] said: &str) {
    let mut bench = opened();
    bench.answer(CANCEL, 200, json!({ "broadcast": changed(changes) }));
    cancels(&mut bench);
    assert_eq!((bench.dialog(), bench.said()), (None, vec![said.to_owned()]));
}

#[rstest]
#[case::goes_on(json!({}), "Transmissão retomada")]
#[case::over_before(json!({ "counts": { "read": 3 } }), "A transmissão já tinha terminado")]
#[case::paused_again(json!({ "pausedReason": "manyFailures" }), "Não foi possível retomar a transmissão.")]
fn a_resume_is_only_said_to_be_done_if_the_list_goes_on(#[case] changes: Value, #[case] said: &str) {
    let mut bench = opened();
    bench.event("BroadcastStatusEvent", status_event("7", json!({ "pausedReason": "spamLimit" })));
    bench.answer(RESUME, 200, json!({ "broadcast": changed(changes) }));
    acts(&mut bench, BroadcastsIntent::ResumeBroadcast { id: "7".into() });
    assert_eq!(bench.said(), [said]);
}

#[rstest]
#[case::two(2, "2 contatos voltaram para a fila")]
#[case::none(0, "Nenhum contato podia voltar para a fila")]
fn a_retry_says_how_many_contacts_are_queued_again(#[case] queued: u32, #[case] said: &str) {
    let mut bench = opened();
    let failed = json!({ "retryable": 2, "counts": { "failed": 2, "read": 1 } });
    bench.event("BroadcastStatusEvent", status_event("7", failed.clone()));
    bench.answer(RETRY, 200, json!({ "broadcast": changed(failed), "queued": queued }));
    acts(&mut bench, BroadcastsIntent::RetryEntries { id: "7".into(), entries: Vec::new() });
    assert_eq!(bench.said(), [said]);
}

#[test]
fn brd_027_the_typed_name_may_have_other_spaces_case_and_accents() {
    let mut bench = opened();
    let name = " renovacao ".to_owned();
    acts(&mut bench, BroadcastsIntent::CancelBroadcast { id: "7".into(), name });
    assert_eq!(bench.calls_of(CANCEL).len(), 1);
}
