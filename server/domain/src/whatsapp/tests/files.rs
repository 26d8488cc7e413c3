//! Tests of files of customers' messages: the message is stored at once, its file later, and the agent sees why a file
//! is missing.

use super::{HELENA, HOUR_MS, announces_file, at_work, fetches, file, only_job, text, thread, writes};
use crate::store::{FileStore, Store};
use crate::testing::{ANA, TestCentre};
use crate::{FileOutcome, FileRefusal};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{MessageMedia, Protocol, SenderType};

fn failed() -> FileOutcome {
    FileOutcome::Failed { cause: "status 503".to_owned(), retry_after_ms: None }
}

fn fetched() -> FileOutcome {
    FileOutcome::Fetched(file("f1", MessageMedia::Video))
}

/// Kind, state and name of the file, and whether it has an address.
fn shown(message: &Value) -> Value {
    let has_address = message.get("message_attachment_url").is_some_and(|address| address != "");
    json!([message["message_media_type"], message["fileState"], message["fileName"], has_address])
}

/// The events about files that the agent's page received.
fn news(test: &mut TestCentre) -> Vec<Value> {
    let events = test.take_events(ANA).into_iter().map(|(event, _)| event);
    events.filter(|event| event["event"] == "WhatsAppFileEvent").collect()
}

fn of_thread(test: &mut TestCentre, ana: &crate::testing::Agent, protocol: &Protocol) -> Value {
    thread(test, ana, protocol).into_iter().find(|message| message["system_message"] == false).expect("the message")
}

/// The only message of the customer, read from the store because a session does not last for all attempts.
fn stored(test: &TestCentre, protocol: &Protocol) -> Value {
    let messages = test.store.messages_before(protocol, 1_000, usize::MAX).unwrap();
    let mut of_customer = messages.into_iter().filter(|message| message.sender_type == SenderType::Customer);
    let message = of_customer.next().expect("the message");
    assert_eq!(of_customer.next(), None, "a repeated message is the same one");
    serde_json::to_value(message).unwrap()
}

#[test]
fn bey_169_a_message_is_shown_at_once_and_its_file_when_it_was_fetched() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    announces_file(&mut test, text("w1", HELENA, "Segue"));
    let (protocol, job) = only_job(&mut test, &ana);
    let pending = json!(["image", "pending", "foto.png", false]);
    assert_eq!(shown(&of_thread(&mut test, &ana, &protocol)), pending);
    assert_eq!(job["lastMessage"]["fileState"], "pending");
    test.take_events(ANA);
    for _ in 0..4 {
        assert_eq!(fetches(&mut test, &failed()), [true]);
        assert_eq!(fetches(&mut test, &failed()), [true; 0], "not before the pause is over");
        test.advance(HOUR_MS);
    }
    assert_eq!(shown(&of_thread(&mut test, &ana, &protocol)), pending);
    assert_eq!(news(&mut test), [json!(null); 0], "an attempt is no news");
    assert_eq!(fetches(&mut test, &fetched()), [true]);
    let there = json!(["video", null, "f1.jpg", true]);
    assert_eq!(shown(&of_thread(&mut test, &ana, &protocol)), there);
    assert_eq!(shown(&only_job(&mut test, &ana).1["lastMessage"]), there);
    let news = news(&mut test);
    assert_eq!(
        json!([news.len(), shown(&news[0]), news[0]["threadSeq"], news[0]["statusVersion"]]),
        json!([1, there, 1, 1])
    );
    test.advance(HOUR_MS);
    assert_eq!(fetches(&mut test, &fetched()), [true; 0], "nothing is left to do");
}

/// When the provider repeats a message, only a file that may exist at the next attempt is fetched again.
#[rstest]
#[case::too_large_file(FileOutcome::Refused(FileRefusal::TooLarge), 1, "tooLarge", false)]
#[case::file_that_is_not_allowed(FileOutcome::Refused(FileRefusal::NotAllowed), 1, "notAllowed", false)]
#[case::file_that_the_provider_no_longer_has(FileOutcome::Refused(FileRefusal::Gone), 1, "gone", true)]
#[case::unreachable_provider(failed(), 40, "unreachable", true)]
fn bey_169_a_missing_file_has_its_reason_and_a_repeated_message_completes_it(
    #[case] outcome: FileOutcome,
    #[case] attempts: usize,
    #[case] state: &str,
    #[case] asked_again: bool,
) {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    announces_file(&mut test, text("w1", HELENA, ""));
    let (protocol, _) = only_job(&mut test, &ana);
    test.take_events(ANA);
    for _ in 0..attempts {
        assert_eq!(fetches(&mut test, &outcome), [true]);
        test.advance(HOUR_MS);
    }
    assert_eq!(stored(&test, &protocol)["fileState"], state);
    let told: Vec<_> = news(&mut test).into_iter().map(|event| event["fileState"].clone()).collect();
    assert_eq!(told, [json!(state)]);
    announces_file(&mut test, text("w1", HELENA, ""));
    assert_eq!(stored(&test, &protocol)["fileState"], if asked_again { "pending" } else { state });
    assert_eq!(fetches(&mut test, &fetched()), vec![true; usize::from(asked_again)]);
    assert_eq!(stored(&test, &protocol)["fileState"] == Value::Null, asked_again);
    let versions: Vec<_> = news(&mut test).into_iter().map(|event| event["statusVersion"].clone()).collect();
    assert_eq!(versions, if asked_again { vec![json!(2), json!(3)] } else { Vec::new() });
}

#[test]
fn bey_169_a_file_is_still_fetched_after_its_provider_was_unreachable_for_most_of_a_day() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    announces_file(&mut test, text("w1", HELENA, ""));
    let (protocol, _) = only_job(&mut test, &ana);
    for _ in 0..12 * 60 {
        fetches(&mut test, &failed());
        test.advance(60_000);
    }
    assert_eq!(stored(&test, &protocol)["fileState"], "pending");
}

/// An attempt that takes longer than its lease is carried out twice, with the same identifier of the content.
#[test]
fn content_that_a_second_report_of_the_same_attempt_names_is_kept() {
    let mut test = TestCentre::new();
    at_work(&mut test, ANA);
    announces_file(&mut test, text("w1", HELENA, ""));
    let due = test.with(|centre, store, context| {
        centre.take_effects(store, context, crate::EffectKind::FetchFile, 1).unwrap().remove(0)
    });
    let order: crate::FileOrder = serde_json::from_str(&due.body).unwrap();
    let report = |test: &mut TestCentre, outcome: &FileOutcome| {
        test.with(|centre, store, context| centre.file_fetched(store, context, &due, &order, outcome).unwrap())
    };
    let other = FileOutcome::Fetched(file("f2", MessageMedia::Image));
    assert_eq!(
        [report(&mut test, &fetched()), report(&mut test, &fetched()), report(&mut test, &other)],
        [true, true, false]
    );
    assert!(test.store.media("f1").unwrap().is_some() && test.store.media("f2").unwrap().is_none());
}

#[test]
fn a_missing_file_cannot_be_forwarded() {
    let mut test = TestCentre::new();
    let ana = at_work(&mut test, ANA);
    announces_file(&mut test, text("w1", HELENA, "Segue"));
    writes(&mut test, "w2", HELENA, "Chegou?");
    let (protocol, _) = only_job(&mut test, &ana);
    let id = of_thread(&mut test, &ana, &protocol)["message_id"].clone();
    let refused = super::send(&mut test, &ana, &protocol, json!({ "forwardedFrom": id }));
    assert_eq!(refused.refusal(), "422 forwardedFrom:unknown");
}
