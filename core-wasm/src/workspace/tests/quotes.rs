//! The message to which the agent replies (the quote): it is kept with the draft until the reply is sent.

use super::bench::Bench;
use super::samples::{active_jobs, chat_job};
use super::uploads::file;
use super::whatsapp::with_two;
use crate::conversation::ConversationIntent;
use crate::input::Intent;
use crate::jobs::JobsIntent;
use rstest::rstest;
use serde_json::json;

fn chooses(bench: &mut Bench, protocol: &str, answered: &str) {
    let (protocol, answered) = (protocol.into(), answered.to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::Answer { protocol, answered }));
}

fn replies(bench: &mut Bench, text: &str) {
    let (protocol, text, answered) = ("W1".into(), text.to_owned(), "s1".to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::Reply { protocol, text, answered }));
}

fn chosen(bench: &Bench, protocol: &str) -> Option<String> {
    bench.draft(protocol).answered
}

/// The customer of W1 asked something, and the agent chose that message to reply to.
fn answering() -> Bench {
    let mut bench = with_two();
    bench.customer_sends("W1", 1, "Tem em estoque?");
    chooses(&mut bench, "W1", "s1");
    bench
}

#[test]
fn the_message_chosen_for_an_answer_is_restored_after_a_reload_with_and_without_a_text() {
    let mut bench = Bench::signed_in();
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[chat_job("P1")]));
    bench.attends("P1").customer_writes("P1", 1, "Tem em estoque?");
    chooses(&mut bench, "P1", "s1");
    bench.advance(500).reload().start("/attendance/P1").advance(1_000);
    assert_eq!((bench.draft("P1").text.as_str(), chosen(&bench, "P1").as_deref()), ("", Some("s1")));
    let (protocol, text) = ("P1".into(), "Tem".to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::DraftChanged { protocol, text }));
    bench.advance(500).reload().start("/attendance/P1").advance(1_000);
    assert_eq!((bench.draft("P1").text.as_str(), chosen(&bench, "P1").as_deref()), ("Tem", Some("s1")));
    chooses(&mut bench, "P1", "");
    bench.advance(500).reload().start("/attendance/P1").advance(1_000);
    assert_eq!((bench.draft("P1").text.as_str(), chosen(&bench, "P1")), ("Tem", None));
}

#[test]
fn a_sent_answer_clears_the_chosen_message_and_a_refused_one_keeps_it() {
    let mut bench = answering();
    replies(&mut bench, &"a".repeat(70_000));
    assert_eq!((bench.said().len(), chosen(&bench, "W1").as_deref()), (1, Some("s1")));
    replies(&mut bench, "  ");
    assert_eq!(chosen(&bench, "W1").as_deref(), Some("s1"), "nothing was sent");
    replies(&mut bench, "Tem sim!");
    assert_eq!(chosen(&bench, "W1"), None);
}

#[rstest]
#[case::the_sent_file_has_the_quote("s1", None)]
#[case::the_sent_file_has_no_quote("", Some("s1"))]
fn a_sent_file_clears_the_chosen_message_if_it_has_the_quote(#[case] answered: &str, #[case] left: Option<&str>) {
    let mut bench = answering();
    let (file, caption) = (file("application/pdf", 10.0), String::new());
    let (protocol, answered) = ("W1".into(), answered.to_owned());
    bench.intent(Intent::Conversation(ConversationIntent::SendMedia { protocol, file, caption, answered }));
    assert_eq!(chosen(&bench, "W1").as_deref(), left);
}

#[test]
fn each_attendance_has_its_own_chosen_message_which_is_removed_with_the_attendance() {
    let mut bench = answering();
    assert_eq!(chosen(&bench, "W2"), None);
    bench.intent(Intent::Jobs(JobsIntent::OpenJob { protocol: "W2".into() }));
    assert_eq!(chosen(&bench, "W1").as_deref(), Some("s1"));
    bench.event("JobFinishedEvent", json!({ "protocol": "W1" }));
    assert_eq!(chosen(&bench, "W1"), None);
    chooses(&mut bench, "W1", "s1");
    assert_eq!(chosen(&bench, "W1"), None, "there is no attendance any more");
}
