//! The script of a WhatsApp attendance.

use super::bench::Bench;
use crate::input::Intent;
use crate::jobs::JobsIntent;
use crate::scripts::ScriptState;
use crate::view::View;
use crate::whatsapp::{JobScriptView, WhatsAppIntent, WhatsAppSlice, slices};
use rstest::rstest;
use serde_json::{Value, json};

const SCRIPT: &str = "GET queues/whatsapp/20/script";
const FIELDS: &str = "GET script/12/fields";

fn attends(changes: Value) -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends_whatsapp("W1", changes).forget();
    bench
}

fn opens(bench: &mut Bench) {
    bench.whatsapp(WhatsAppIntent::LoadScript { protocol: "W1".into() });
}

fn script_view(bench: &Bench) -> Option<JobScriptView> {
    match bench.workspace.view(&slices::SCRIPT.of("W1".into())) {
        View::Whatsapp(WhatsAppSlice::JobScript(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn script() -> Value {
    json!({ "id": "12", "name": "Venda", "text": "Bom dia, {{fullname}}." })
}

fn fields() -> Value {
    json!({ "data": [{ "id": "1", "name": "Plano", "value": "Ouro" }] })
}

#[rstest]
#[case::api_112_a_queue(json!({}), SCRIPT)]
#[case::api_119_a_campaign(json!({ "campaign": { "id": "31" } }), "GET campaigns/whatsapp/31/script")]
fn the_script_of_queue_or_campaign_is_loaded_with_its_fields_when_the_conversation_opens(
    #[case] changes: Value,
    #[case] call: &str,
) {
    let mut bench = attends(changes);
    bench.answer(call, 200, script()).answer(FIELDS, 200, fields());
    assert_eq!((script_view(&bench), bench.calls.len()), (None, 0), "not before it opens");
    opens(&mut bench);
    assert_eq!(bench.names(), [call, FIELDS]);
    let JobScriptView { script, state } = script_view(&bench).expect("the script");
    let script = script.expect("the script");
    assert_eq!((script.name.as_str(), script.fields[0].value.as_str(), state), ("Venda", "Ouro", ScriptState::Ready));
}

#[rstest]
#[case::qua_020_a_customer_who_is_a_contact(json!({ "contact": { "id": "5", "fullname": "Marina" }, "contactId": "5" }), "script_id=12&contact_id=5")]
#[case::qua_020_a_customer_with_only_a_number(json!({ "contact": null, "contactId": "", "contactIdentifier": "5511955550101" }), "script_id=12&contact_identifier=5511955550101")]
fn the_fields_of_the_script_are_loaded_for_the_customer(#[case] changes: Value, #[case] query: &str) {
    let mut bench = attends(changes);
    bench.answer(SCRIPT, 200, script()).answer(FIELDS, 200, fields());
    opens(&mut bench);
    assert_eq!(bench.call(FIELDS).query_text(), query);
    bench.forget();
    opens(&mut bench);
    assert_eq!(bench.names(), [FIELDS], "the script is known");
}

#[rstest]
#[case::api_112_an_answer_without_content(204, Value::Null)]
#[case::an_answer_of_an_older_server(404, json!({}))]
fn for_a_queue_without_a_script_none_is_shown_and_no_request_repeated(#[case] status: u16, #[case] body: Value) {
    let mut bench = attends(json!({}));
    bench.answer(SCRIPT, status, body);
    opens(&mut bench);
    opens(&mut bench);
    assert_eq!((bench.names().len(), bench.said().len()), (1, 0));
    assert_eq!(script_view(&bench), Some(JobScriptView { script: None, state: ScriptState::Ready }));
}

#[test]
fn the_script_of_the_queue_is_used_if_the_campaign_has_none() {
    let mut bench = attends(json!({ "campaign": { "id": "31" } }));
    let campaign = "GET campaigns/whatsapp/31/script";
    bench.answer(campaign, 204, Value::Null).answer(SCRIPT, 200, script()).answer(FIELDS, 200, fields());
    opens(&mut bench);
    assert_eq!(bench.names(), [campaign, SCRIPT, FIELDS]);
    assert!(script_view(&bench).is_some_and(|view| view.script.is_some() && view.state == ScriptState::Ready));
    // The queue has no script either: nothing is requested again.
    let mut bench = attends(json!({ "campaign": { "id": "31" } }));
    bench.answer(campaign, 204, Value::Null).answer(SCRIPT, 204, Value::Null);
    opens(&mut bench);
    opens(&mut bench);
    assert_eq!(bench.names(), [campaign, SCRIPT]);
}

#[test]
fn qua_021_a_failed_load_of_a_script_is_shown_and_repeated_at_the_next_opening() {
    let mut bench = attends(json!({}));
    bench.answer(SCRIPT, 500, json!({}));
    opens(&mut bench);
    assert_eq!(bench.said(), ["Ocorreu um erro ao recuperar o script de atendimento"]);
    assert_eq!(script_view(&bench).expect("the state").state, ScriptState::Failed);
    bench.answer(SCRIPT, 200, script()).answer(FIELDS, 200, fields());
    opens(&mut bench);
    assert_eq!(script_view(&bench).expect("the script").state, ScriptState::Ready);
}

#[test]
fn a_value_that_the_agent_enters_is_shown_in_its_script_field_and_a_removed_attendance_has_no_script() {
    let mut bench = attends(json!({}));
    bench.answer(SCRIPT, 200, script()).answer(FIELDS, 200, fields());
    opens(&mut bench);
    let (protocol, field_id, value) = ("W1".into(), "1".to_owned(), "Prata".to_owned());
    // The bench checks that each change of a view is marked.
    bench.intent(Intent::Jobs(JobsIntent::AnswerScript { protocol, field_id, value }));
    let fields = script_view(&bench).and_then(|view| view.script).expect("the script").fields;
    assert_eq!(fields[0].value, "Prata");
    bench.event("WhatsAppTransferResponseEvent", json!({ "protocol": "W1" }));
    assert_eq!(script_view(&bench), None);
}
