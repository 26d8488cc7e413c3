//! Preset messages of web chat and of WhatsApp.

use super::bench::Bench;
use super::whatsapp::with_two;
use crate::conversation::{ConversationIntent, ConversationSlice, PresetsView, slices};
use crate::flow::ListState;
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
    assert_eq!(json!({ "data": view.items }), list(), "all four fields of each");
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
