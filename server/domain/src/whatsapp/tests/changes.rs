//! Tests that edits, deletions and reactions of customers are stored as the state of their message, in whatever order
//! they arrive.

use super::{
    HELENA, about, announces_file, at_work, changes, edited, fetches, file, jobs, only_job, provider_takes, reacted,
    send, text, texts, thread, writes,
};
use crate::testing::{ANA, Agent, TestCentre};
use crate::{FileOutcome, WhatsAppChangeKind, WhatsAppInboundMessage, WhatsAppOutcome};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{MessageMedia, Protocol};

use WhatsAppChangeKind::Revoked;

/// Text, caption and marks of a message.
fn shown(message: &Value) -> Value {
    let emojis: Vec<_> =
        message["reactions"].as_array().into_iter().flatten().map(|one| one["emoji"].clone()).collect();
    json!([message["message"], message["caption"], message["edited"] == true, message["revoked"] == true, emojis])
}

fn plain(words: &str) -> Value {
    json!([words, null, false, false, []])
}

/// The messages that the customer and the agent wrote.
fn spoken(test: &mut TestCentre, agent: &Agent, protocol: &Protocol) -> Vec<Value> {
    let messages = thread(test, agent, protocol).into_iter().filter(|message| message["system_message"] == false);
    messages.map(|message| shown(&message)).collect()
}

/// Names of the events that the agent received.
fn news(test: &mut TestCentre) -> Vec<Value> {
    test.take_events(ANA).into_iter().map(|(event, _)| event).collect()
}

fn names(news: &[Value]) -> Vec<&str> {
    news.iter().map(|event| event["event"].as_str().unwrap()).collect()
}

fn attended(test: &mut TestCentre) -> (Agent, Protocol) {
    let ana = at_work(test, ANA);
    writes(test, "w1", HELENA, "Bom dai");
    let (protocol, _) = only_job(test, &ana);
    test.take_events(ANA);
    (ana, protocol)
}

/// Runs the steps, each at its time in milliseconds after the start; returns the final state of the message.
#[rstest]
#[case::bey_166_edit(vec![(1, edited("Bom dia"))], json!(["Bom dia", null, true, false, []]))]
#[case::bey_166_edit_of_an_edit(vec![(1, edited("Bom")), (2, edited("Bom dia"))], json!(["Bom dia", null, true, false, []]))]
#[case::bey_166_edits_in_the_wrong_order(vec![(2, edited("Bom dia")), (1, edited("Bom"))], json!(["Bom dia", null, true, false, []]))]
#[case::bey_166_the_same_edit_twice(vec![(1, edited("Bom dia")), (1, edited("Bom dia"))], json!(["Bom dia", null, true, false, []]))]
#[case::bey_166_deletion(vec![(1, Revoked)], json!(["", null, false, true, []]))]
#[case::bey_166_deletion_after_an_edit_and_a_reaction(vec![(1, edited("Bom")), (2, reacted("👍")), (3, Revoked)], json!(["", null, false, true, []]))]
#[case::bey_166_edit_after_the_deletion(vec![(3, Revoked), (4, edited("Bom"))], json!(["", null, false, true, []]))]
#[case::bey_166_reaction(vec![(1, reacted("👍"))], json!(["Bom dai", null, false, false, ["👍"]]))]
#[case::bey_166_changed_reaction(vec![(1, reacted("👍")), (2, reacted("❤️"))], json!(["Bom dai", null, false, false, ["❤️"]]))]
#[case::bey_166_reactions_in_the_wrong_order(vec![(2, reacted("❤️")), (1, reacted("👍"))], json!(["Bom dai", null, false, false, ["❤️"]]))]
#[case::bey_166_removed_reaction(vec![(1, reacted("👍")), (2, reacted(""))], plain("Bom dai"))]
#[case::bey_166_reaction_removed_before_it_arrived(vec![(2, reacted("")), (1, reacted("👍"))], plain("Bom dai"))]
fn a_change_by_the_customer_gives_its_message_the_same_state_before_and_after_its_arrival(
    #[case] steps: Vec<(i64, WhatsAppChangeKind)>,
    #[case] expected: Value,
    #[values(false, true)] before: bool,
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    test.advance(10);
    // This message makes sure that there is an attendance.
    writes(&mut test, "w0", HELENA, "Oi");
    let steps = |test: &mut TestCentre| steps.iter().for_each(|(at, kind)| changes(test, "w1", *at, kind.clone()));
    if before {
        steps(&mut test);
    }
    writes(&mut test, "w1", HELENA, "Bom dai");
    test.take_events(ANA);
    if !before {
        steps(&mut test);
        let news = news(&mut test);
        assert!(names(&news).iter().all(|name| *name == "WhatsAppChangeEvent"), "{news:?}");
        // A change that shows no difference publishes no event.
        assert_eq!(news.last().map_or(plain("Bom dai"), |last| shown(&last["message"])), expected);
        assert_eq!(news.last().map_or(json!(0), |last| last["messageChanges"].clone()), news.len());
    }
    let (protocol, job) = only_job(&mut test, &ana);
    assert_eq!(spoken(&mut test, &ana, &protocol), [plain("Oi"), expected.clone()]);
    assert_eq!(shown(&job["lastMessage"]), expected, "the list shows it");
    assert_eq!(job["messagesNotRead"], 2, "a change is no message");
}

#[test]
fn bey_166_a_message_that_was_deleted_before_its_arrival_begins_no_attendance() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    changes(&mut test, "w1", 0, Revoked);
    writes(&mut test, "w1", HELENA, "Bom dai");
    assert_eq!(jobs(&mut test, &ana, "whatsapp"), [json!(null); 0]);
}

/// After the end a change begins no attendance, changes no order and notifies nobody.
#[rstest]
#[case::bey_166_edit(edited("Bom dia"), json!(["Bom dia", null, true, false, []]))]
#[case::bey_166_deletion(Revoked, json!(["", null, false, true, []]))]
#[case::bey_166_reaction(reacted("🙏"), json!(["Bom dai", null, false, false, ["🙏"]]))]
fn a_change_after_the_end_of_an_attendance_is_applied_to_the_old_message(
    #[case] kind: WhatsAppChangeKind,
    #[case] expected: Value,
) {
    let mut test = TestCentre::new();
    let (ana, protocol) = attended(&mut test);
    about(&mut test, &ana, "close", &protocol);
    let end = json!({ "protocol": protocol, "agentId": ANA, "org_unit_id": "1" });
    test.post(&ana, "/job/whatsapp/finish", end).ok();
    test.take_events(ANA);
    let before = (jobs(&mut test, &ana, "whatsapp"), conversation(&test));
    test.advance(60_000);
    changes(&mut test, "w1", 60_000, kind);
    assert_eq!(names(&news(&mut test)), ["WhatsAppChangeEvent"]);
    assert_eq!((jobs(&mut test, &ana, "whatsapp"), conversation(&test)), before);
    let inbox = test.get(&ana, "/agents/101/jobs/inbox").ok().body;
    assert_eq!(inbox["data"].as_array().map_or(0, Vec::len), 0);
    assert_eq!(spoken(&mut test, &ana, &protocol), [expected]);
}

fn conversation(test: &TestCentre) -> String {
    let route =
        crate::store::RouteStore::whatsapp_route_of(&test.store, super::ROUTE.0, super::ROUTE.1).unwrap().unwrap();
    format!("{:?}", crate::store::WhatsAppStore::conversation(&test.store, &route.id, HELENA).unwrap())
}

#[test]
fn bey_166_the_caption_of_a_file_can_be_edited_and_a_deleted_file_is_removed() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    announces_file(&mut test, text("w1", HELENA, "Segeu"));
    let (protocol, _) = only_job(&mut test, &ana);
    changes(&mut test, "w1", 1, edited("Segue"));
    assert_eq!(spoken(&mut test, &ana, &protocol), [json!(["", "Segue", true, false, []])]);
    changes(&mut test, "w1", 2, Revoked);
    let fetched = FileOutcome::Fetched(file("f1", MessageMedia::Image));
    assert_eq!(fetches(&mut test, &fetched), [false], "the bytes of a message that was taken back are not kept");
    let messages = thread(&mut test, &ana, &protocol);
    let message = messages.iter().find(|message| message["revoked"] == true).expect("the mark");
    for field in ["message_media_type", "message_attachment_url", "fileName", "fileState", "caption"] {
        assert_eq!(message[field], Value::Null, "{field}");
    }
}

#[test]
fn bey_166_quotes_and_the_search_show_the_present_state_of_a_message() {
    let mut test = TestCentre::new();
    let (ana, protocol) = attended(&mut test);
    let messages = thread(&mut test, &ana, &protocol);
    let of_customer = messages.iter().find(|message| message["senderType"] == "customer");
    let id = of_customer.expect("the message")["message_id"].clone();
    send(&mut test, &ana, &protocol, json!({ "message": "Oi!", "messageAnswered": id })).ok();
    let answer = WhatsAppInboundMessage { answered_id: Some("w1".to_owned()), ..text("w2", HELENA, "Isso") };
    super::report(&mut test, crate::WhatsAppInbound::Message(Box::new(answer)));
    let quotes = |test: &mut TestCentre| -> Vec<Value> {
        let messages = thread(test, &ana, &protocol);
        let quotes = messages.iter().map(|message| &message["messageAnswered"]).filter(|quote| quote.is_object());
        quotes.map(|quote| json!([quote["message"], quote["revoked"] == true])).collect()
    };
    let found = |test: &mut TestCentre, words: &str| {
        test.get(&ana, &format!("/whatsapp/messages/search?message={words}")).body["data"]
            .as_array()
            .map_or(0, Vec::len)
    };
    assert_eq!((quotes(&mut test), found(&mut test, "dai")), (vec![json!(["Bom dai", false]); 2], 1));
    changes(&mut test, "w1", 1, edited("Bom dia"));
    assert_eq!(quotes(&mut test), vec![json!(["Bom dia", false]); 2]);
    assert_eq!((found(&mut test, "dai"), found(&mut test, "dia")), (0, 1));
    test.take_events(ANA);
    changes(&mut test, "w1", 2, Revoked);
    assert_eq!((quotes(&mut test), found(&mut test, "dia")), (vec![json!(["", true]); 2], 0));
    assert_eq!(names(&news(&mut test)), ["WhatsAppChangeEvent"; 3]);
}

#[test]
fn bey_166_a_reaction_to_the_agents_message_is_stored_also_before_the_answer_to_the_send() {
    let mut test = TestCentre::new();
    let (ana, protocol) = attended(&mut test);
    send(&mut test, &ana, &protocol, json!({ "message": "Pronto!" })).ok();
    changes(&mut test, "out-1", 1, reacted("👍"));
    // No customer can change a message of the agent.
    changes(&mut test, "out-1", 2, edited("Nunca"));
    changes(&mut test, "out-1", 3, Revoked);
    assert_eq!(spoken(&mut test, &ana, &protocol).last(), Some(&plain("Pronto!")));
    provider_takes(&mut test, &WhatsAppOutcome::accepted("out-1"));
    let reacted_to = json!(["Pronto!", null, false, false, ["👍"]]);
    assert_eq!(spoken(&mut test, &ana, &protocol).last(), Some(&reacted_to));
}

#[test]
fn bey_166_only_the_customer_who_wrote_a_message_can_change_it() {
    let mut test = TestCentre::new();
    let (ana, protocol) = attended(&mut test);
    let change = crate::WhatsAppChange {
        message_id: "w1".to_owned(),
        customer: "5521955550102".to_owned(),
        sent_at: None,
        kind: Revoked,
    };
    super::report(&mut test, crate::WhatsAppInbound::Change(change));
    assert_eq!(news(&mut test), [json!(null); 0]);
    assert_eq!(texts(&thread(&mut test, &ana, &protocol)), ["Bom dai"]);
}

/// A message of several files became several messages.
#[test]
fn bey_166_the_deletion_of_a_message_deletes_all_its_parts() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    writes(&mut test, "w1", HELENA, "Um");
    writes(&mut test, "w1#1", HELENA, "Dois");
    let (protocol, _) = only_job(&mut test, &ana);
    changes(&mut test, "w1", 1, Revoked);
    writes(&mut test, "w1#2", HELENA, "Mais um");
    assert_eq!(texts(&thread(&mut test, &ana, &protocol)), ["", "", ""]);
}
