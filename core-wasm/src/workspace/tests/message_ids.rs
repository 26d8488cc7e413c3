//! The ids of a sent message: how the server's answer and event are matched to the message that the page shows at once.

use super::chat::in_chat;
use super::samples::{active_jobs, agent_message, chat_job, with};
use super::words::said;
use crate::conversation::ConversationIntent;
use crate::conversation::MessageDelivery::{Delivered, Failed, Sending, Sent};
use crate::flow::StorePlace;
use crate::input::{Intent, PageInput};
use crate::jobs::JobsIntent;
use rstest::rstest;
use serde_json::{Value, json};

#[rstest]
#[case::cht_019_the_ids_of_the_answer("a|b")]
#[case::cht_019_the_custom_id_alone("")]
fn an_answer_gives_the_pending_message_its_ids_and_the_thread_shows_it_once(#[case] message_id: &str) {
    let mut bench = in_chat();
    bench.hold("POST chat/messages").sends("P1", "Um momento");
    let custom_id = bench.call("POST chat/messages").json()["custom_id"].clone();
    let before = bench.thread("P1");
    assert_eq!((before.len(), before[0].delivery), (1, Sending));
    let answer =
        json!({ "message_id": message_id, "custom_id": custom_id, "seq": 2, "time": "2026-11-20T13:45:01.000Z" });
    bench.reply("POST chat/messages", 200, answer);
    // The event about the same message, with the ids of the server.
    let message = with(
        agent_message("P1", 2, custom_id.as_str().unwrap_or_default(), "Um momento"),
        json!({ "message_id": message_id, "custom_id": custom_id }),
    );
    bench.event("ChatMessageEvent", json!({ "message": message }));
    let after = bench.thread("P1");
    assert_eq!((after.len(), after[0].delivery, &after[0].local_id), (1, Sent, &before[0].local_id));
}

#[rstest]
#[case::cht_019_the_answer_first(0, 1)]
#[case::cht_019_the_event_first(1, 1)]
#[case::cht_019_only_the_answer(0, 0)]
fn an_id_that_the_answer_changes_is_an_alias_of_the_same_message(#[case] before: usize, #[case] after: usize) {
    let mut bench = in_chat();
    bench.hold("POST chat/messages").sends("P1", "Um momento");
    let local_id = bench.thread("P1")[0].local_id.clone();
    let answer =
        json!({ "message_id": "a|b", "custom_id": "SERVERSID1", "seq": 2, "time": "2026-11-20T13:45:01.000Z" });
    let of_server =
        with(agent_message("P1", 2, "SERVERSID1", "Um momento"), json!({ "message_id": "a|b", "status": "delivered" }));
    let event = json!({ "message": of_server });
    for _ in 0..before {
        bench.event("ChatMessageEvent", event.clone());
    }
    bench.reply("POST chat/messages", 200, answer);
    for _ in 0..after {
        bench.event("ChatMessageEvent", event.clone());
    }
    let delivery = if before + after > 0 { Delivered } else { Sent };
    let thread = bench.thread("P1");
    assert_eq!((thread.len(), thread[0].delivery, &thread[0].local_id), (1, delivery, &local_id));
    // After a reload the message of the server and the stored one are still one message.
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[chat_job("P1")]));
    bench.answer("GET job/P1/messages", 200, json!({ "customIds": [], "data": [of_server] }));
    bench.page(PageInput::Visible { visible: false }).reload().start("/attendance/P1");
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    let thread = bench.thread("P1");
    assert_eq!((thread.len(), thread[0].delivery), (1, Delivered));
}

/// The message as a server returns it that gave the message another id.
fn renamed() -> Value {
    with(agent_message("P1", 2, "SERVERSID1", "Um momento"), json!({ "message_id": "a|b", "status": "delivered" }))
}

#[rstest]
#[case::cht_019_after_a_reload(true)]
#[case::cht_019_after_a_failure(false)]
fn after_a_lost_answer_a_message_with_another_id_of_the_server_is_shown_once_and_not_sent_again(#[case] reload: bool) {
    let mut bench = in_chat();
    bench.hold("POST chat/messages").sends("P1", "Um momento").advance(1_000);
    let custom_id = bench.call("POST chat/messages").json()["custom_id"].clone();
    let page = json!({ "customIds": [custom_id], "data": [renamed()] });
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[chat_job("P1")])).answer(
        "GET job/P1/messages",
        200,
        page,
    );
    if reload {
        bench.reload().start("/attendance/P1");
    } else {
        bench.reply("POST chat/messages", 503, json!({})).forget();
    }
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() })).advance(60_000);
    let thread = bench.thread("P1");
    assert_eq!((thread.len(), thread[0].delivery), (1, Delivered));
    assert_eq!(bench.calls_of("POST chat/messages").len(), 0);
    assert!(bench.stored(StorePlace::Unsent, &format!("outbox/101/P1/{}", custom_id.as_str().unwrap())).is_none());
}

#[test]
fn a_failed_message_that_reached_the_server_with_another_id_is_not_moved_back_to_the_composer() {
    let mut bench = in_chat();
    bench.answer("POST chat/messages", 422, json!({})).sends("P1", "Um momento");
    let message = bench.thread("P1").remove(0);
    let custom_id = message.local_id.strip_prefix('c').expect("its own id").to_owned();
    bench.answer("GET job/P1/messages", 200, json!({ "customIds": [custom_id], "data": [renamed()] }));
    bench.intent(Intent::Conversation(ConversationIntent::EditMessage {
        protocol: "P1".into(),
        local_id: message.local_id,
    }));
    assert_eq!((bench.texts("P1"), bench.draft("P1").text.as_str()), (vec!["Um momento".to_owned()], ""));
    assert_eq!(bench.thread("P1")[0].delivery, Delivered);
}

#[rstest]
#[case::cht_019_with_a_position_in_the_thread(2)]
#[case::cht_019_without_a_position(0)]
fn an_answer_with_the_id_of_another_message_removes_neither_message(#[case] seq: u64) {
    let mut bench = in_chat();
    bench.hold("POST chat/messages").sends("P1", "Um").sends("P1", "Dois");
    let second = bench.thread("P1")[1].local_id.clone();
    let answer = json!({ "message_id": "a|b", "custom_id": second.strip_prefix('c'), "seq": seq });
    bench.reply("POST chat/messages", 200, answer);
    let texts: Vec<String> = bench.thread("P1").into_iter().map(|message| message.text).collect();
    assert_eq!(texts, ["Um", "Dois"]);
}

#[rstest]
#[case::cht_020_refused(422)]
#[case::cht_020_forbidden(403)]
fn a_refused_message_is_marked_and_shown_by_a_snackbar(#[case] status: u16) {
    let mut bench = in_chat();
    bench.answer("POST chat/messages", status, json!({})).sends("P1", "Um momento");
    let message = bench.thread("P1").remove(0);
    assert_eq!((message.delivery, message.text.as_str()), (Failed, "Um momento"));
    assert_eq!(said(&message.failure.expect("why it failed")), "Não foi possível enviar a mensagem");
    assert!(bench.row("P1").failed, "the row shows it too");
}
