//! Messages that the provider refused after the server had accepted them.

use super::bench::Bench;
use super::samples::{customer_message, with};
use super::whatsapp::{SEND, delivery, with_two};
use crate::conversation::MessageDelivery;
use crate::conversation::{ConversationIntent, ConversationSlice, slices};
use crate::input::Intent;
use crate::view::View;
use serde_json::{Value, json};

#[test]
fn a_refusal_by_the_provider_that_arrives_before_the_servers_answer_is_kept() {
    let mut bench = with_two();
    bench.hold(SEND).sends("W1", "Bom dia!");
    let custom_id =
        bench.workspace.conversation.thread(&"W1".into()).expect("W1").newest_spoken().expect("it").custom_id.clone();
    let report = json!({
        "protocol": "W1", "uniqueId": "m50|x50", "customId": custom_id, "status": "error", "reason": "RECIPIENT_BLOCKED",
    });
    bench.event("WhatsAppStatusEvent", report);
    assert_eq!(delivery(&bench, "W1"), MessageDelivery::Failed);
    let answer =
        json!({ "message_id": "m50|x50", "custom_id": custom_id, "seq": 50, "time": "2026-11-20T13:45:00.000Z" });
    bench.reply(SEND, 200, answer);
    assert_eq!(delivery(&bench, "W1"), MessageDelivery::Failed);
}

/// An event that arrived late, or an answer from before the refusal.
#[test]
fn an_older_copy_of_a_message_does_not_undo_the_refusal_by_the_provider() {
    let mut bench = with_two();
    bench.sends("W1", "Bom dia!");
    let sent = bench.workspace.conversation.thread(&"W1".into()).expect("W1").newest_spoken().expect("it").clone();
    let reason = "TEMPLATE_REFUSED";
    let report = json!({ "protocol": "W1", "customId": sent.custom_id, "uniqueId": sent.message_id, "status": "error", "reason": reason });
    bench.event("WhatsAppStatusEvent", report);
    let failure = bench.thread("W1")[0].failure.clone();
    bench.event("ChatMessageEvent", json!({ "protocol": "W1", "message": sent }));
    assert_eq!((delivery(&bench, "W1"), &bench.thread("W1")[0].failure), (MessageDelivery::Failed, &failure));
    assert!(failure.is_some());
}

/// The agent's message is on the server, and the provider refuses the message.
fn with_refused(text: &str) -> Bench {
    let mut bench = with_two();
    bench.sends("W1", text);
    let sent = bench.workspace.conversation.thread(&"W1".into()).expect("W1").newest_spoken().expect("it").clone();
    let report = json!({ "protocol": "W1", "customId": sent.custom_id, "uniqueId": sent.message_id, "status": "error", "reason": "RECIPIENT_BLOCKED" });
    bench.event("WhatsAppStatusEvent", report);
    assert_eq!(delivery(&bench, "W1"), MessageDelivery::Failed);
    bench
}

fn edit(bench: &mut Bench) {
    let local_id = bench.thread("W1").into_iter().find(|message| message.text == "Bom dia!").expect("it").local_id;
    bench.intent(Intent::Conversation(ConversationIntent::EditMessage { protocol: "W1".into(), local_id }));
}

#[test]
fn the_text_of_a_refused_message_can_be_copied_to_the_composer_and_the_message_stays() {
    let mut bench = with_refused("Bom dia!");
    edit(&mut bench);
    assert_eq!((bench.draft("W1").text.as_str(), bench.texts("W1")), ("Bom dia!", vec!["Bom dia!".to_owned()]));
    let text = "Ainda está aí?".to_owned();
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol: "W1".into(), text }));
    edit(&mut bench);
    assert_eq!(bench.draft("W1").text, "Bom dia!\nAinda está aí?");
    assert_eq!(bench.calls_of(SEND).len(), 1, "nothing is sent before the agent presses send");
}

#[test]
fn a_message_refused_by_the_provider_has_an_id_of_the_server_and_an_unsent_one_has_none() {
    let mut bench = with_refused("Bom dia!");
    assert!(bench.thread("W1")[0].id.is_some());
    bench.answer(SEND, 422, json!({})).sends("W1", "Alô?");
    let unsent = bench.thread("W1").pop().expect("it");
    assert_eq!((unsent.delivery, unsent.id), (MessageDelivery::Failed, None));
}

#[test]
fn a_row_shows_a_refused_message_until_the_next_message_and_an_unsent_one_until_the_agent_decides() {
    let mut bench = with_refused("Bom dia!");
    assert!(bench.row("W1").failed);
    bench.customer_sends("W1", 60, "Voltei!");
    assert!(!bench.row("W1").failed, "the customer wrote after it");
    bench.answer(SEND, 422, json!({})).sends("W1", "Alô?");
    assert!(bench.row("W1").failed);
    bench.customer_sends("W1", 61, "Tem alguém?");
    assert!(bench.row("W1").failed, "it waits for the agent");
}

#[test]
fn earlier_messages_show_their_delivery_and_system_messages_their_kind() {
    let mut bench = with_two();
    bench.customer_sends("W1", 1, "Oi");
    let agents = json!({ "senderType": "agent", "agent_name": "Ana Souza", "status": "error" });
    let line = json!({ "senderType": "system", "system_message": true, "systemKey": "whatsappTransferred" });
    let page: Vec<Value> = vec![
        with(customer_message("W0", 4, "Bom dia"), json!({ "forwarded": true })),
        with(customer_message("W0", 5, "Não chegou"), agents),
        with(customer_message("W0", 6, "Quer renovar"), line),
    ];
    bench.answer("GET whatsapp/messages/W1", 200, json!({ "data": page }));
    bench.intent(Intent::Conversation(ConversationIntent::LoadEarlier { protocol: "W1".into() }));
    let View::Conversation(ConversationSlice::EarlierMessages(view)) =
        bench.workspace.view(&slices::EARLIER.of("W1".into()))
    else {
        panic!("no messages")
    };
    let shown: Vec<_> = view
        .items
        .into_iter()
        .map(|message| (message.text, message.delivery, message.forwarded, message.system_key))
        .collect();
    let expected = [
        ("Quer renovar".to_owned(), MessageDelivery::Received, false, Some("whatsappTransferred".to_owned())),
        ("Não chegou".to_owned(), MessageDelivery::Failed, false, None),
        ("Bom dia".to_owned(), MessageDelivery::Received, true, None),
    ];
    assert_eq!(shown, expected);
}
