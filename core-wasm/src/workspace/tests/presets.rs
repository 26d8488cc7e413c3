//! Preset messages of web chat and of WhatsApp.

use super::bench::Bench;
use super::samples::{visitor_job, with};
use super::whatsapp::with_two;
use crate::conversation::{ConversationIntent, ConversationSlice, DraftView, PresetsView, slices};
use crate::flow::{ListState, StorePlace};
use crate::input::Intent;
use crate::view::View;
use crate::wire::Protocol;
use rstest::rstest;
use serde_json::{Value, json};

fn presets(bench: &Bench, protocol: &str) -> Option<PresetsView> {
    match bench.workspace.view(&slices::PRESETS.of(protocol.into())) {
        View::Conversation(ConversationSlice::Presets(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

fn load(bench: &mut Bench, protocol: &str) {
    bench.intent(Intent::Conversation(ConversationIntent::LoadPresets { protocol: protocol.into() }));
}

fn sends(bench: &mut Bench, protocol: &str, id: &str) {
    let (protocol, preset_id): (Protocol, _) = (protocol.into(), id.to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::SendPreset { protocol, preset_id }));
}

fn list() -> Value {
    let preset = |id: &str, kind: &str| {
        json!({ "preset_message_id": id, "preset_message_name": "Saudação",
        "preset_message_description": "Olá! Em que posso ajudar?", "preset_message_template_type": kind })
    };
    json!({ "data": [preset("1", "text"), preset("2", "list")] })
}

fn on_chat() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("W1").attends("W2").forget();
    bench
}

#[rstest]
#[case::pre_001_pre_002_pre_003_pre_004_on_whatsapp(with_two(), "whatsapp", "20")]
#[case::on_web_chat(on_chat(), "chat", "10")]
fn presets_are_loaded_once_per_queue_and_sent_as_they_are(
    #[case] mut bench: Bench,
    #[case] channel: &str,
    #[case] queue: &str,
) {
    let path = format!("GET queues/{channel}/{queue}/preset-messages");
    let send = format!("POST {channel}/messages");
    assert_eq!(presets(&bench, "W1"), None);
    bench.answer(&path, 200, list());
    for protocol in ["W1", "W2", "W1"] {
        load(&mut bench, protocol);
    }
    let view = presets(&bench, "W2").expect("presets");
    assert_eq!((bench.calls_of(&path).len(), view.state, view.items.len()), (1, ListState::Ready, 2));
    let shown: Vec<(&str, bool)> = view.items.iter().map(|item| (item.id.as_str(), item.as_is)).collect();
    assert_eq!(shown, [("1", false), ("2", true)]);
    assert!(view.items.iter().all(|item| item.name == "Saudação" && item.text == "Olá! Em que posso ajudar?"));
    sends(&mut bench, "W1", "9");
    assert_eq!(bench.calls_of(&send).len(), 0, "an unknown one");
    sends(&mut bench, "W1", "2");
    assert_eq!(bench.call(&send).json()["message"], "Olá! Em que posso ajudar?");
}

#[test]
fn presets_that_could_not_be_loaded_are_loaded_again() {
    let mut bench = on_chat();
    let path = "GET queues/chat/10/preset-messages";
    bench.answer(path, 500, json!({}));
    load(&mut bench, "W1");
    assert_eq!(presets(&bench, "W1").map(|view| view.state), Some(ListState::Failed));
    bench.answer(path, 200, list());
    load(&mut bench, "W1");
    assert_eq!(presets(&bench, "W1").map(|view| view.items.len()), Some(2));
}

#[test]
fn the_presets_of_a_removed_attendance_are_removed() {
    let mut bench = on_chat();
    bench.answer("GET queues/chat/10/preset-messages", 200, list());
    load(&mut bench, "W1");
    bench.event("JobFinishedEvent", json!({ "protocol": "W1" }));
    assert_eq!((bench.has_job("W1"), presets(&bench, "W1")), (false, None));
}

fn with_variables() -> Value {
    let preset = |id: &str, name: &str, text: &str, kind: &str| {
        json!({ "preset_message_id": id, "preset_message_name": name,
        "preset_message_description": text, "preset_message_template_type": kind })
    };
    json!({ "data": [
        preset("1", "Saudação", "Olá, {{primeiro_nome}}! Aqui é {{agente}}.", "text"),
        preset("2", "Protocolo", "Seu protocolo é {{protocolo}}.", "list"),
        preset("3", "Cupom", "{{cupom}}", "text"),
        preset("4", "Oferta", "Uma oferta para {{cliente}}", "list"),
    ] })
}

fn texts(bench: &Bench, protocol: &str) -> Vec<String> {
    presets(bench, protocol).expect("presets").items.into_iter().map(|item| item.text).collect()
}

#[test]
fn bey_161_the_variables_of_a_preset_are_replaced_by_values_of_the_attendance() {
    let mut bench = on_chat();
    bench.answer("GET queues/chat/10/preset-messages", 200, with_variables());
    load(&mut bench, "W1");
    load(&mut bench, "W2");
    let expected =
        ["Olá, Mariana! Aqui é Ana Souza.", "Seu protocolo é W2.", "{{cupom}}", "Uma oferta para Mariana Albuquerque"];
    assert_eq!(texts(&bench, "W2"), expected);
    sends(&mut bench, "W2", "2");
    assert_eq!(bench.call("POST chat/messages").json()["message"], "Seu protocolo é W2.");
}

#[test]
fn bey_161_a_preset_with_a_missing_value_names_the_variable_and_is_not_sent() {
    let mut bench = Bench::signed_in();
    let unnamed = with(visitor_job("P1"), json!({ "from": "visitor-1" }));
    bench.answer("GET contacts/visitor-1", 200, json!([])).event("NewChatEvent", json!({ "job": unnamed })).forget();
    bench.answer("GET queues/chat/10/preset-messages", 200, with_variables());
    load(&mut bench, "P1");
    let open: Vec<Option<String>> =
        presets(&bench, "P1").expect("presets").items.into_iter().map(|item| item.open_variable).collect();
    let variable = |name: &str| Some(name.to_owned());
    assert_eq!(open, [variable("{{primeiro_nome}}"), None, None, variable("{{cliente}}")]);
    sends(&mut bench, "P1", "4");
    assert_eq!(bench.calls_of("POST chat/messages").len(), 0);
    assert_eq!(
        bench.said(),
        ["“Oferta” precisa de {{cliente}}, que não se sabe. Cadastre o contato ou escreva o texto."]
    );
}

fn types(bench: &mut Bench, text: &str) {
    let (protocol, text) = (Protocol::from("W1"), text.to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol, text }));
}

fn draft(bench: &Bench) -> DraftView {
    match bench.workspace.view(&slices::DRAFT.of("W1".into())) {
        View::Conversation(ConversationSlice::Draft(view)) => view,
        other => panic!("{other:?}"),
    }
}

#[test]
fn bey_161_a_text_with_an_unreplaced_variable_of_a_preset_shows_a_warning() {
    let mut bench = on_chat();
    let unnamed = with(visitor_job("W1"), json!({ "from": "visitor-1" }));
    bench.answer("GET contacts/visitor-1", 200, json!([])).event("JobFinishedEvent", json!({ "protocol": "W1" }));
    bench.event("NewChatEvent", json!({ "job": unnamed }));
    bench.answer("GET queues/chat/10/preset-messages", 200, with_variables());
    load(&mut bench, "W1");
    let text = "Olá, {{primeiro_nome}}! Aqui é Ana Souza.";
    types(&mut bench, text);
    let (protocol, preset_id) = (Protocol::from("W1"), "1".to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::PresetInserted { protocol, preset_id }));
    assert_eq!(draft(&bench).open_variable.as_deref(), Some("{{primeiro_nome}}"));
    bench.sends("W1", text);
    assert_eq!((bench.calls_of("POST chat/messages").len(), draft(&bench).text.as_str()), (0, text));
    types(&mut bench, "Olá, Marina! Aqui é Ana Souza.");
    assert_eq!(draft(&bench).open_variable, None);
    bench.sends("W1", "Olá, Marina! Aqui é Ana Souza.");
    assert_eq!(bench.calls_of("POST chat/messages").len(), 1);
}

#[test]
fn bey_161_braces_that_the_agent_types_are_sent_as_text() {
    let mut bench = on_chat();
    types(&mut bench, "Use {{cliente}} no modelo");
    assert_eq!(draft(&bench).open_variable, None);
    bench.sends("W1", "Use {{cliente}} no modelo");
    assert_eq!(bench.call("POST chat/messages").json()["message"], "Use {{cliente}} no modelo");
}

#[test]
fn bey_161_the_most_used_presets_of_the_agent_come_first_also_after_a_reload() {
    let mut bench = on_chat();
    bench.answer("GET queues/chat/10/preset-messages", 200, with_variables());
    load(&mut bench, "W1");
    for id in ["3", "2", "3"] {
        let (protocol, preset_id) = (Protocol::from("W1"), id.to_owned());
        bench.intent(Intent::Conversation(ConversationIntent::PresetInserted { protocol, preset_id }));
    }
    let ids = |bench: &Bench| -> Vec<String> {
        presets(bench, "W1").expect("presets").items.into_iter().map(|item| item.id).collect()
    };
    assert_eq!(ids(&bench), ["3", "2", "1", "4"]);
    bench.advance(300);
    let kept = bench.stored(StorePlace::LocalStorage, "preferences").expect("preferences");
    assert!(kept.contains(r#""presetUses":[{"id":"3","uses":2},{"id":"2","uses":1}]"#), "{kept}");
}
