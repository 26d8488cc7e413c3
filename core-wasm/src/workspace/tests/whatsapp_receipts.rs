//! Receipts of the provider: what they change, and how a page gets the receipts that it missed.

use super::bench::Bench;
use super::samples::{agent_message, customer_message, whatsapp_job, with};
use super::whatsapp::{connect, delivery, with_two};
use crate::conversation::MessageDelivery;
use crate::conversation::slices::MESSAGE;
use crate::input::PageInput;
use rstest::rstest;
use serde_json::{Value, json};

#[rstest]
#[case::delivered("delivered", "", MessageDelivery::Delivered)]
#[case::read("read", "", MessageDelivery::Read)]
#[case::error("error", "TEMPLATE_REFUSED", MessageDelivery::Failed)]
fn wap_042_a_receipt_changes_the_delivery_of_its_message(
    #[case] status: &str,
    #[case] reason: &str,
    #[case] expected: MessageDelivery,
) {
    let mut bench = with_two();
    bench.sends("W1", "Bom dia!").forget();
    bench.event(
        "WhatsAppStatusEvent",
        json!({ "protocol": "W1", "uniqueId": "m50|x50", "status": status, "reason": reason }),
    );
    assert_eq!((delivery(&bench, "W1"), bench.said()), (expected, vec![]));
    let key = MESSAGE.of(("W1".into(), bench.thread("W1")[0].local_id.as_str().into()));
    assert!(bench.dirty.contains(&key));
    bench.event("WhatsAppStatusEvent", json!({ "protocol": "W1", "uniqueId": "m50|x50", "status": "sent" }));
    assert_eq!(delivery(&bench, "W1"), expected, "WAP-043: `sent` changes nothing");
}

#[rstest]
#[case::sent("sent", 1, MessageDelivery::Sent)]
#[case::delivered("delivered", 2, MessageDelivery::Delivered)]
fn a_receipt_that_arrives_before_the_answer_to_the_message_is_shown_when_the_message_has_its_place(
    #[case] status: &str,
    #[case] version: u64,
    #[case] expected: MessageDelivery,
) {
    let mut bench = with_two();
    bench.hold("POST whatsapp/messages").sends("W1", "um");
    let custom_id = bench.call("POST whatsapp/messages").json()["custom_id"].clone();
    let report = json!({ "protocol": "W1", "uniqueId": "a|b", "customId": custom_id, "status": status,
        "statusVersion": version });
    bench.event("WhatsAppStatusEvent", report);
    assert_eq!(delivery(&bench, "W1"), MessageDelivery::Sending, "messages without a place stand last");
    let answer = json!({ "message_id": "a|b", "custom_id": custom_id, "seq": 1, "status": "queued" });
    bench.reply("POST whatsapp/messages", 200, answer);
    assert_eq!(delivery(&bench, "W1"), expected);
}

/// The server's copy of a message with this status; `unknown`: nobody knows whether the provider got the message.
fn status(word: &str) -> Value {
    match word {
        "unknown" => json!({ "status": "error", "error": "DELIVERY_UNKNOWN", "statusVersion": 1 }),
        "error" => json!({ "status": "error", "error": "RECIPIENT_BLOCKED", "statusVersion": 2 }),
        status => json!({ "status": status, "statusVersion": 2 }),
    }
}

/// The events during the time without a link may be lost; one refetch afterwards is enough.
#[rstest]
#[case::the_message_was_delivered("sent", "delivered", MessageDelivery::Delivered, true)]
#[case::the_message_was_refused("delivered", "error", MessageDelivery::Failed, false)]
#[case::arrived_with_an_unknown_outcome("unknown", "delivered", MessageDelivery::Delivered, true)]
#[case::refused_with_an_unknown_outcome("unknown", "error", MessageDelivery::Failed, false)]
fn a_delivery_that_changed_while_the_link_was_lost_is_refetched_afterwards(
    #[case] before: &str,
    #[case] after: &str,
    #[case] expected: MessageDelivery,
    #[case] asks_again: bool,
) {
    const MESSAGES: &str = "GET job/W1/messages";
    let own = |word| with(agent_message("W1", 2, "c2", "Bom dia!"), status(word));
    let page = |messages: &[Value]| json!({ "data": messages });
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [whatsapp_job("W1")] } });
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    let thread = page(&[customer_message("W1", 1, "Oi"), own(before), customer_message("W1", 3, "Tudo bem?")]);
    bench.answer(MESSAGES, 200, thread).attends_whatsapp("W1", json!({})).open("W1");
    bench.answer("GET agents/101/jobs/active", 200, active).forget();
    bench.answer(MESSAGES, 200, page(&[own(after), customer_message("W1", 3, "Tudo bem?")]));
    bench.page(PageInput::Gap { ms: 60_000.0 });
    assert_eq!(bench.call(MESSAGES).query_text(), "after=1");
    assert_eq!(bench.thread("W1").iter().map(|message| message.delivery).collect::<Vec<_>>()[1], expected);
    assert_eq!(bench.thread("W1").len(), 3);
    bench.forget().page(PageInput::Gap { ms: 60_000.0 });
    assert_eq!(bench.calls_of(MESSAGES).len(), usize::from(asks_again));
}

/// Customers who switched read receipts off leave every conversation with a delivered, never read message.
#[test]
fn a_reconcile_refetches_delivered_messages_of_the_eight_last_opened_conversations_only() {
    let own = |protocol: &str, status: &str| {
        with(agent_message(protocol, 1, &format!("c{protocol}"), "Bom dia!"), json!({ "status": status }))
    };
    let protocols: Vec<String> = (1..=12).map(|number| format!("W{number}")).collect();
    let messages = |protocol: &str| format!("GET job/{protocol}/messages");
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    for protocol in &protocols {
        // The provider has not reported yet that the first message was delivered, so it may have been refused.
        let status = if protocol == "W1" { "sent" } else { "delivered" };
        bench.answer(&messages(protocol), 200, json!({ "data": [own(protocol, status)] }));
        bench.attends_whatsapp(protocol, json!({})).open(protocol);
    }
    let rows: Vec<Value> = protocols.iter().map(|protocol| whatsapp_job(protocol)).collect();
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": rows } });
    bench.answer("GET agents/101/jobs/active", 200, active).forget();
    bench.page(PageInput::Gap { ms: 60_000.0 });
    let read: Vec<&str> =
        protocols.iter().map(String::as_str).filter(|of| !bench.calls_of(&messages(of)).is_empty()).collect();
    assert_eq!(read, ["W1", "W5", "W6", "W7", "W8", "W9", "W10", "W11", "W12"]);
    bench.forget().answer(&messages("W2"), 200, json!({ "data": [own("W2", "read")] })).open("W2");
    assert_eq!(bench.call(&messages("W2")).query_text(), "after=0");
    assert_eq!(delivery(&bench, "W2"), MessageDelivery::Read, "the others are read when the agent opens them");
}

/// The row of an attendance shows a failed message before the attendance is opened.
#[rstest]
#[case::not_delivered("sent", 1)]
#[case::delivered("delivered", 0)]
#[case::with_an_unknown_outcome("unknown", 1)]
#[case::refused("error", 0)]
fn a_restored_thread_is_refetched_if_its_error_mark_may_have_changed(#[case] before: &str, #[case] reads: usize) {
    const MESSAGES: &str = "GET job/W1/messages";
    let own = |word| with(agent_message("W1", 1, "c1", "Bom dia!"), status(word));
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [whatsapp_job("W1")] } });
    let mut bench = Bench::signed_in();
    connect(&mut bench);
    bench.answer(MESSAGES, 200, json!({ "data": [own(before)] })).attends_whatsapp("W1", json!({})).open("W1");
    bench.answer("GET agents/101/jobs/active", 200, active).advance(5_000);
    let after = if before == "sent" { "error" } else { "delivered" };
    bench.answer(MESSAGES, 200, json!({ "data": [own(after)] })).reload().start("/attendance");
    assert_eq!(bench.calls_of(MESSAGES).len(), reads);
    assert_eq!(bench.row("W1").failed, ["sent", "error"].contains(&before));
}

/// An agent who reads only "not sent" sends the message again, although it may have arrived.
#[rstest]
#[case::the_outcome_is_unknown("unknown")]
#[case::the_provider_refused_it("error")]
fn the_reason_of_a_failed_message_is_shown_however_the_page_learns_of_it(#[case] word: &str) {
    const MESSAGES: &str = "GET job/W1/messages";
    let own = with(agent_message("W1", 1, "c1", "Bom dia!"), status(word));
    let page = json!({ "data": [own] });
    let mut reports = with_two();
    reports.event("ChatMessageEvent", json!({ "protocol": "W1", "message": agent_message("W1", 1, "c1", "Bom dia!") }));
    let report = with(json!({ "protocol": "W1", "uniqueId": own["message_id"], "customId": "c1" }), status(word));
    reports.event("WhatsAppStatusEvent", with(report, json!({ "reason": own["error"] })));
    let mut opens = Bench::signed_in();
    connect(&mut opens);
    opens.answer(MESSAGES, 200, page.clone()).attends_whatsapp("W1", json!({})).open("W1");
    let shown = |bench: &Bench| bench.thread("W1")[0].failure.clone();
    assert!(shown(&reports).is_some_and(|text| text.key != "chat.message.failed"));
    assert_eq!(shown(&opens), shown(&reports));
    let active = json!({ "asOfSeq": 1, "epoch": "e1", "data": { "whatsapp": [whatsapp_job("W1")] } });
    opens.answer("GET agents/101/jobs/active", 200, active).advance(5_000);
    opens.answer(MESSAGES, 200, page).reload().start("/attendance").open("W1");
    assert_eq!(shown(&opens), shown(&reports), "after a reload");
}
