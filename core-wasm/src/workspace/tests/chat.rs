//! Web chat: actions of the customer are shown, actions of the agent are sent.

use super::bench::Bench;
use super::samples::{active_jobs, agent_message, chat_job, customer_message, send_reply, with};
use super::words::said;
use crate::channels::ChannelsIntent;
use crate::conversation::ConversationIntent;
use crate::conversation::MessageDelivery::{Failed, Sending, Sent};
use crate::flow::{HttpFailure, JobGroup, Sound, StorePlace, TimeZone};
use crate::input::{Input, Intent, PageInput, StoreFailure};
use crate::jobs::ComposerView;
use crate::jobs::JobsIntent;
use crate::shell::Dialog;
use crate::wire::{Channel, ClientStatus, Wall};
use rstest::rstest;
use serde_json::{Value, json};

/// The chat P1 of a known contact is open.
pub(super) fn in_chat() -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1").forget();
    bench
}

fn types(bench: &mut Bench, text: &str) {
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: text.to_owned(),
    }));
}

fn typing_reports(bench: &Bench) -> Vec<bool> {
    bench.calls_of("POST chat/typing").iter().map(|call| call.json()["typing"] == true).collect()
}

#[test]
fn cht_002_the_customer_of_a_new_chat_is_online() {
    let bench = in_chat();
    assert_eq!(
        (bench.row("P1").client_status, bench.job("P1").client_status),
        (ClientStatus::Online, ClientStatus::Online)
    );
}

#[test]
fn cht_003_the_page_path_of_an_open_chat_contains_its_protocol() {
    let mut bench = in_chat();
    bench.attends("20261120/7").intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "20261120/7".into() }));
    assert_eq!(bench.path(), "/attendance/20261120%2F7");
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P1".into() }));
    assert_eq!(bench.path(), "/attendance/P1");
}

#[test]
fn cht_004_a_message_for_a_known_job_is_appended_removes_the_typing_mark_and_plays_a_sound() {
    let mut bench = in_chat();
    bench
        .customer_writes("P1", 1, "Bom dia!")
        .event("ChatTypingEvent", json!({ "protocol": "P1", "typing": true }))
        .forget();
    assert!(bench.job("P1").typing);
    bench.customer_writes("P1", 2, "Quero renovar");
    assert_eq!(bench.texts("P1"), ["Bom dia!", "Quero renovar"]);
    assert_eq!((bench.job("P1").typing, bench.sounds()), (false, vec![Sound::MessageSoft]));
    bench.forget().page(PageInput::Focus { focused: false }).customer_writes("P1", 3, "o plano");
    assert_eq!(bench.sounds(), [Sound::Message]);
}

#[test]
fn cht_006_a_message_for_an_unknown_job_is_kept_and_the_list_of_attendances_is_refetched() {
    let mut bench = in_chat();
    bench.customer_writes("P7", 1, "Alguém aí?");
    assert_eq!(bench.summary().unattended, 1);
    assert_eq!(bench.call("GET agents/101/jobs/active").query_text(), "");
    bench.attends("P7");
    assert_eq!((bench.summary().unattended, bench.texts("P7")), (0, vec!["Alguém aí?".to_owned()]));
}

#[test]
fn cht_007_an_inactive_event_makes_the_customer_inactive() {
    let mut bench = in_chat();
    bench.event("ChatTypingEvent", json!({ "protocol": "P1", "typing": true }));
    bench.event("ChatInactiveEvent", json!({ "protocol": "P1" }));
    assert_eq!((bench.job("P1").client_status, bench.job("P1").typing), (ClientStatus::Inactive, false));
}

#[test]
fn cht_008_a_typing_event_updates_typing_and_client_status() {
    let mut bench = in_chat();
    bench.event("ChatInactiveEvent", json!({ "protocol": "P1" }));
    bench.event("ChatTypingEvent", json!({ "protocol": "P1", "typing": true }));
    assert_eq!((bench.job("P1").typing, bench.job("P1").client_status), (true, ClientStatus::Online));
    bench.event("ChatTypingEvent", json!({ "protocol": "P1", "typing": false }));
    assert!(!bench.job("P1").typing);
}

#[test]
fn cht_009_the_typing_mark_disappears_after_10_s_without_a_new_event() {
    let mut bench = in_chat();
    bench.event("ChatTypingEvent", json!({ "protocol": "P1", "typing": true })).advance(9_999);
    assert!(bench.job("P1").typing);
    bench.advance(1);
    assert!(!bench.job("P1").typing);
}

#[test]
fn a_typing_mark_that_expires_does_not_make_the_customer_online() {
    let mut bench = in_chat();
    bench.event("ChatTypingEvent", json!({ "protocol": "P1", "typing": true })).advance(5_000);
    bench.event("ChatInactiveEvent", json!({ "protocol": "P1" })).advance(10_000);
    assert_eq!((bench.job("P1").typing, bench.row("P1").client_status), (false, ClientStatus::Inactive));
}

#[test]
fn cht_010_cht_011_an_end_by_the_customer_disables_the_job_refetches_the_status_and_is_shown() {
    let mut bench = in_chat();
    bench.intent(Intent::Jobs(JobsIntent::CloseJob)).forget().event("ChatEndEvent", json!({ "protocol": "P1" }));
    assert_eq!((bench.job("P1").disabled, bench.job("P1").composer), (true, ComposerView::Closed));
    assert_eq!((bench.order(JobGroup::Active).len(), bench.order(JobGroup::ToQualify)), (0, vec!["P1".to_owned()]));
    assert_eq!(bench.names(), ["GET agents/101/status"]);
    assert_eq!(bench.said(), ["O cliente encerrou o chat"]);
}

#[test]
fn api_135_cht_015_the_agents_typing_is_sent_with_post_chat_typing() {
    let mut bench = in_chat();
    types(&mut bench, "O");
    let call = bench.call("POST chat/typing");
    let mut body = call.json();
    assert_eq!(body.as_object_mut().and_then(|body| body.remove("custom_id")).map(|id| id.is_string()), Some(true));
    assert_eq!((body, call.query.len()), (json!({ "protocol": "P1", "agentId": "101", "typing": true }), 0));
}

/// The typing request and the message use two connections and may arrive in any order: the message's id tells the
/// server which typing has ended.
#[test]
fn typing_carries_the_id_of_the_message_that_it_becomes() {
    let mut bench = in_chat();
    types(&mut bench, "O");
    bench.advance(10_000);
    types(&mut bench, "Olá");
    bench.sends("P1", "Olá!");
    types(&mut bench, "E");
    bench.sends("P1", "E então?");
    bench.sends("P1", "?");
    let ids = |call: &str| -> Vec<Value> {
        bench.calls_of(call).iter().map(|call| call.json()["custom_id"].clone()).collect()
    };
    let (typed, sent) = (ids("POST chat/typing"), ids("POST chat/messages"));
    let [first, second, third] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(typed, [vec![first.clone(); 4], vec![second.clone(); 2]].concat());
    assert!(first != second && second != third && first != third, "{sent:?}");
}

#[test]
fn cht_016_typing_is_sent_at_most_every_3_s_and_ended_by_silence_sending_or_an_empty_field() {
    let mut bench = in_chat();
    for letters in ["O", "Ol", "Olá", "Olá!"] {
        types(&mut bench, letters);
        bench.advance(1_000);
    }
    assert_eq!(typing_reports(&bench), [true, true]);
    bench.advance(2_000);
    assert_eq!(typing_reports(&bench), [true, true, false]);
    types(&mut bench, "Olá! Tudo");
    bench.sends("P1", "Olá! Tudo bem?");
    assert_eq!(typing_reports(&bench), [true, true, false, true, false]);
    types(&mut bench, "x");
    types(&mut bench, "");
    assert_eq!(typing_reports(&bench)[5..], [true, false]);
    bench.advance(10_000);
    assert_eq!(typing_reports(&bench).len(), 7);
}

#[test]
fn api_134_cht_017_a_sent_message_is_shown_at_once_and_sent_with_post_chat_messages() {
    let mut bench = in_chat();
    bench.customer_writes("P1", 1, "Bom dia!").advance(20_000);
    bench.hold("POST chat/messages").sends("P1", "Olá!\nTudo bem?\n");
    let message = bench.thread("P1").pop().expect("the message");
    assert_eq!((message.text.as_str(), message.delivery), ("Olá!\nTudo bem?", Sending));
    let call = bench.call("POST chat/messages");
    let custom_id = call.json()["custom_id"].as_str().expect("an id").to_owned();
    let body = json!({ "protocol": "P1", "custom_id": custom_id, "agentId": "101", "org_unit_id": "1", "message": "Olá!\nTudo bem?" });
    assert_eq!((call.json(), call.query.len()), (body, 0));
    assert!(
        custom_id.len() == 10 && custom_id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()),
        "{custom_id}"
    );
    bench.reply("POST chat/messages", 200, send_reply(&json!(custom_id), 2, bench.now.wall));
    let confirmed = bench.thread("P1").pop().expect("the message");
    assert_eq!((confirmed.local_id, confirmed.delivery), (message.local_id, Sent));
    assert_eq!(bench.workspace.conversation.thread(&"P1".into()).map(|thread| thread.last_seq()), Some(2));
}

#[rstest]
#[case::an_unknown_reason(422, json!({ "reason": "NO_SUCH_THING" }), "Não foi possível enviar a mensagem")]
#[case::no_reason(400, json!({}), "Não foi possível enviar a mensagem")]
#[case::the_text_is_too_long(422, json!({ "errors": { "message": "tooLong" } }), "A mensagem é longa demais. Divida-a em partes menores.")]
fn cht_017_a_refused_message_is_marked_as_failed(#[case] status: u16, #[case] body: Value, #[case] sentence: &str) {
    let mut bench = in_chat();
    bench.answer("POST chat/messages", status, body).sends("P1", "Olá!");
    let message = bench.thread("P1").pop().expect("the message");
    assert_eq!((message.delivery, bench.row("P1").failed), (Failed, true));
    assert_eq!(said(&message.failure.expect("a reason")), sentence);
    bench.advance(120_000);
    assert_eq!(bench.calls_of("POST chat/messages").len(), 1);
}

#[test]
fn a_message_without_an_answer_stays_pending_and_is_sent_again_with_the_same_id() {
    let mut bench = in_chat();
    bench.fail("POST chat/messages", HttpFailure::NoAnswer).sends("P1", "Olá!").advance(1_000 + 2_000 + 4_000);
    assert_eq!(bench.thread("P1")[0].delivery, Sending);
    let mut ids: Vec<Value> =
        bench.calls_of("POST chat/messages").iter().map(|call| call.json()["custom_id"].clone()).collect();
    assert_eq!(ids.len(), 4);
    ids.dedup();
    assert_eq!(ids.len(), 1);
}

#[test]
fn sending_empties_the_composer_and_editing_a_failed_message_fills_it_each_with_a_new_draft_epoch() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").answer("POST chat/messages", 422, json!({}));
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged {
        protocol: "P1".into(),
        text: "Olá!".to_owned(),
    }));
    let typed = bench.draft("P1").epoch;
    bench.sends("P1", "Olá!");
    let sent = bench.draft("P1");
    assert_eq!((sent.epoch > typed, sent.text.as_str()), (true, ""));
    let local_id = bench.thread("P1").pop().expect("the message").local_id;
    bench.intent(Intent::Conversation(ConversationIntent::EditMessage { protocol: "P1".into(), local_id }));
    assert_eq!((bench.draft("P1").epoch > sent.epoch, bench.draft("P1").text.as_str()), (true, "Olá!"));
}

/// There is no composer to hold the text: the message must not disappear.
#[test]
fn a_failed_message_of_an_ended_attendance_is_not_taken_back_into_the_composer() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").answer("POST chat/messages", 409, json!({ "cause": "jobEnded" })).sends("P1", "Olá");
    let local_id = bench.thread("P1").last().expect("a message").local_id.clone();
    bench.event("ChatEndEvent", json!({ "protocol": "P1" }));
    bench.intent(Intent::Conversation(ConversationIntent::EditMessage { protocol: "P1".into(), local_id }));
    assert_eq!(bench.thread("P1").last().map(|message| message.text.as_str()), Some("Olá"));
}

#[test]
fn a_failed_message_is_sent_again_edited_or_discarded() {
    let mut bench = in_chat();
    bench.answer("POST chat/messages", 422, json!({})).sends("P1", "um").sends("P1", "dois").sends("P1", "três");
    let ids: Vec<String> = bench.thread("P1").into_iter().map(|message| message.local_id).collect();
    bench.hold("POST chat/messages").forget();
    bench.intent(Intent::Conversation(ConversationIntent::RetryMessage {
        protocol: "P1".into(),
        local_id: ids[0].clone(),
    }));
    let retried = &bench.thread("P1")[0];
    assert_eq!((retried.delivery, retried.busy), (Failed, true));
    assert_eq!(bench.call("POST chat/messages").json()["custom_id"].as_str(), Some(&ids[0][1..]));
    bench.intent(Intent::Conversation(ConversationIntent::EditMessage {
        protocol: "P1".into(),
        local_id: ids[1].clone(),
    }));
    assert_eq!(
        (bench.draft("P1").text.as_str(), bench.texts("P1")),
        ("dois", vec!["um".to_owned(), "três".to_owned()])
    );
    bench.intent(Intent::Conversation(ConversationIntent::DiscardMessage {
        protocol: "P1".into(),
        local_id: ids[2].clone(),
    }));
    assert_eq!(bench.texts("P1"), ["um"]);
}

#[test]
fn a_message_waits_for_its_outbox_entry_at_most_500_ms() {
    let mut bench = in_chat();
    bench.storage = None;
    bench.sends("P1", "Olá!").advance(499);
    assert_eq!((bench.thread("P1")[0].delivery, bench.calls_of("POST chat/messages").len()), (Sending, 0));
    bench.advance(1);
    assert_eq!((bench.thread("P1")[0].delivery, bench.calls_of("POST chat/messages").len()), (Sent, 1));
}

#[test]
fn a_message_whose_outbox_entry_cannot_be_stored_is_sent_at_once_and_the_failure_is_reported_once() {
    let mut bench = in_chat();
    bench.storage = Some(Err(StoreFailure::Full));
    bench.sends("P1", "Olá!").sends("P1", "Tudo bem?");
    assert_eq!((bench.calls_of("POST chat/messages").len(), bench.reports().len()), (2, 1));
    assert_eq!(bench.reports()[0].code, "storageUnavailable");
    let notice = "Não foi possível guardar os dados neste navegador. As mensagens continuam sendo enviadas.";
    assert_eq!(bench.said(), [notice]);
}

#[test]
fn a_sent_message_is_in_the_outbox_until_the_server_confirms_it() {
    let mut bench = in_chat();
    bench.hold("POST chat/messages").sends("P1", "Olá!");
    let custom_id = bench.call("POST chat/messages").json()["custom_id"].as_str().expect("an id").to_owned();
    let name = format!("outbox/101/P1/{custom_id}");
    assert!(bench.stored(StorePlace::Unsent, &name).expect("the entry").contains("Olá!"));
    bench.reply("POST chat/messages", 200, send_reply(&json!(custom_id), 1, bench.now.wall));
    assert_eq!(bench.stored(StorePlace::Unsent, &name), None);
}

#[test]
fn a_text_that_is_empty_too_long_or_of_an_ended_chat_is_not_sent() {
    let mut bench = in_chat();
    bench.sends("P1", " \n ").sends("P1", &"á".repeat(40_000));
    assert_eq!(bench.said(), ["A mensagem é longa demais. Divida-a em partes menores."]);
    bench.event("ChatEndEvent", json!({ "protocol": "P1" })).sends("P1", "Espere!");
    assert_eq!(bench.said()[0], "O atendimento terminou. A mensagem não foi enviada.");
    assert_eq!((bench.calls_of("POST chat/messages").len(), bench.texts("P1").len()), (0, 0));
}

#[test]
fn an_own_message_is_shown_once_whether_answer_or_event_is_first() {
    let mut bench = in_chat();
    bench.hold("POST chat/messages").sends("P1", "Olá!");
    let custom_id = bench.call("POST chat/messages").json()["custom_id"].as_str().expect("an id").to_owned();
    let own = json!({ "message": agent_message("P1", 1, &custom_id, "Olá!") });
    bench.event("ChatMessageEvent", own.clone());
    assert_eq!(bench.thread("P1")[0].delivery, Sent);
    bench
        .reply("POST chat/messages", 200, send_reply(&json!(custom_id), 1, bench.now.wall))
        .event("ChatMessageEvent", own);
    assert_eq!((bench.texts("P1"), bench.row("P1").unread), (vec!["Olá!".to_owned()], 0));
}

#[test]
fn api_139_cht_018_finishing_disables_the_job_which_waits_for_qualification() {
    let mut bench = in_chat();
    bench.intent(Intent::Jobs(JobsIntent::FinishJob { protocol: "P1".into(), confirmed: false, waits: false }));
    assert_eq!(bench.dialog(), Some(Dialog::ConfirmFinish { protocol: "P1".into() }));
    let asked: Vec<_> = bench.calls.iter().map(|call| call.name.as_str()).collect();
    assert_eq!(asked, ["GET qualifications/10"], "the dialog can qualify at once");
    bench.hold("POST job/chat/finish").finishes("P1").finishes("P1");
    let call = bench.call("POST job/chat/finish");
    assert_eq!((call.json(), call.query.len()), (json!({ "protocol": "P1", "agentId": "101", "org_unit_id": "1" }), 0));
    assert_eq!((bench.job("P1").finishing, bench.job("P1").disabled), (true, false));
    bench.reply("POST job/chat/finish", 200, json!({ "success": true }));
    assert_eq!((bench.job("P1").finishing, bench.job("P1").disabled), (false, true));
    assert_eq!(
        (bench.order(JobGroup::ToQualify), bench.dialog()),
        (vec!["P1".to_owned()], Some(Dialog::Qualification { protocol: "P1".into() }))
    );
}

#[test]
fn a_refused_finish_is_shown_and_the_chat_continues() {
    let mut bench = in_chat();
    bench.answer("POST job/chat/finish", 500, json!({})).finishes("P1");
    assert_eq!(bench.said(), ["Não foi possível finalizar o atendimento. Tente de novo."]);
    assert_eq!((bench.job("P1").finishing, bench.job("P1").composer), (false, ComposerView::Open));
}

#[test]
fn a_message_of_a_hidden_conversation_is_unread_until_750_ms_after_the_agent_opens_the_conversation() {
    let mut bench = in_chat();
    bench.attends("P2").customer_writes("P2", 1, "Oi").customer_writes("P2", 2, "Tudo bem?");
    assert_eq!((bench.row("P2").unread, bench.summary().unread), (2, 2));
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() })).advance(749);
    assert_eq!((bench.row("P2").unread, bench.thread("P2")[0].new_from_here), (2, true));
    bench.advance(1);
    assert_eq!((bench.row("P2").unread, bench.summary().unread), (0, 0));
}

#[test]
fn messages_of_an_attendance_that_ends_while_it_is_open_count_as_read() {
    let mut bench = in_chat();
    bench
        .attends("P2")
        .customer_writes("P2", 1, "Oi")
        .intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "P2".into() }))
        .advance(100);
    bench.event("ChatEndEvent", json!({ "protocol": "P2" }));
    assert_eq!((bench.job("P2").unread, bench.row("P2").unread, bench.summary().unread), (1, 0, 0));
    bench.advance(750);
    assert_eq!(bench.job("P2").unread, 0);
}

#[test]
fn the_composer_of_a_chat_says_that_the_channel_is_disconnected() {
    let mut bench = in_chat();
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true }));
    assert_eq!(bench.job("P1").composer, ComposerView::ChannelDisconnected);
}

#[test]
fn a_thread_marks_the_first_message_of_each_day_and_of_each_group() {
    let mut bench = in_chat();
    let at = |seq: u64, time: &str| {
        let mut message = customer_message("P1", seq, "…");
        message["time"] = json!(time);
        json!({ "message": message })
    };
    bench.event("ChatMessageEvent", at(1, "2026-11-20T02:59:00.000Z")); // the 19th in São Paulo
    bench.event("ChatMessageEvent", at(2, "2026-11-20T03:01:00.000Z"));
    bench.event("ChatMessageEvent", at(3, "2026-11-20T03:02:00.000Z"));
    let marks: Vec<(bool, bool)> =
        bench.thread("P1").iter().map(|message| (message.day_start, message.group_start)).collect();
    assert_eq!(marks, [(true, true), (true, true), (false, false)]);
}

#[test]
fn an_event_older_than_the_end_of_a_chat_does_not_reopen_the_chat() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").finishes("P1");
    let mut ended = active_jobs(&[]);
    ended["data"]["chatClosed"] =
        json!([with(chat_job("P1"), json!({ "disabled": true, "closedWithoutQualify": true }))]);
    bench.answer("GET agents/101/jobs/active", 200, ended).attends("P1");
    assert_eq!((bench.row("P1").disabled, bench.channel(Channel::Chat).open_jobs), (true, 0));
}

#[test]
fn a_message_from_daylight_saving_time_is_shown_below_the_day_of_its_own_utc_offset() {
    let mut bench = in_chat();
    // New York: daylight saving time until 1 November.
    let winter = Wall(1_793_512_800_000);
    bench.input(Input::TimeZone(TimeZone::read(bench.now.wall, |moment| if moment < winter { -240 } else { -300 })));
    for (seq, time) in
        [(1, "2026-07-10T03:59:00.000Z"), (2, "2026-07-10T04:01:00.000Z"), (3, "2026-07-11T03:59:00.000Z")]
    {
        let message = with(customer_message("P1", seq, "…"), json!({ "time": time }));
        bench.event("ChatMessageEvent", json!({ "message": message }));
    }
    let days: Vec<bool> = bench.thread("P1").iter().map(|message| message.day_start).collect();
    assert_eq!(days, [true, true, false]);
}

#[test]
fn a_changed_time_zone_changes_the_days_of_the_open_thread() {
    let mut bench = in_chat();
    for (seq, time) in [(1, "2026-11-20T02:59:00.000Z"), (2, "2026-11-20T03:01:00.000Z")] {
        let message = with(customer_message("P1", seq, "…"), json!({ "time": time }));
        bench.event("ChatMessageEvent", json!({ "message": message }));
    }
    let days = |bench: &Bench| bench.thread("P1").iter().map(|message| message.day_start).collect::<Vec<_>>();
    assert_eq!(days(&bench), [true, true], "in São Paulo midnight lies between them");
    // The bench checks that every changed view is marked as changed.
    bench.input(Input::TimeZone(TimeZone::default()));
    assert_eq!(days(&bench), [true, false]);
}
