//! Writes that the storage refused are retried until they succeed, so that a reload restores what the agent saw.

use super::bench::Bench;
use super::samples::{active_jobs, chat_job};
use crate::channels::ChannelsIntent;
use crate::conversation::ConversationIntent;
use crate::flow::{Effect, HttpFailure, StorePlace};
use crate::input::{Intent, PageInput, StoreFailure};
use crate::notifications::NoticeKind::Unsent;
use crate::session::SessionIntent;
use crate::shell::{PreferencesChange, ShellIntent};
use crate::wire::Channel;
use rstest::rstest;
use serde_json::json;

const SEND: &str = "POST chat/messages";

/// The message "Um momento" was stored and never sent; then the storage failed and the attendance was removed.
fn shown_as_unsent_without_a_disk(failure: StoreFailure) -> Bench {
    let mut bench = Bench::signed_in();
    bench.answer("GET agents/101/jobs/active", 200, active_jobs(&[chat_job("P1")]));
    bench.attends("P1").fail(SEND, HttpFailure::NoAnswer).sends("P1", "Um momento");
    bench.storage = Some(Err(failure));
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" })).forget();
    assert_eq!(unsent_notifications(&bench), ["Um momento"]);
    bench
}

fn unsent_notifications(bench: &Bench) -> Vec<String> {
    let unsent = bench.notifications().items.into_iter().filter(|notice| notice.kind == Unsent);
    unsent.map(|notice| notice.body).collect()
}

fn write_attempts(bench: &Bench) -> usize {
    let of_words = |effect: &&Effect| matches!(effect, Effect::Persist(_, key, _) if key.place() == StorePlace::Unsent);
    bench.effects.iter().filter(of_words).count()
}

fn stored_texts(bench: &Bench) -> Vec<&str> {
    bench.disk.iter().filter(|((place, _), _)| *place == StorePlace::Unsent).map(|(_, text)| text.as_str()).collect()
}

fn draft(text: &str) -> Intent {
    Intent::Conversation(ConversationIntent::DraftChanged { protocol: "P1".into(), text: text.to_owned() })
}

#[rstest]
#[case::bey_004_the_storage_was_full(StoreFailure::Full)]
#[case::bey_004_the_storage_was_blocked(StoreFailure::Unavailable)]
fn a_message_listed_as_not_sent_is_not_sent_by_the_next_page_when_the_storage_works_again(
    #[case] failure: StoreFailure,
) {
    let mut bench = shown_as_unsent_without_a_disk(failure);
    bench.advance(10_000);
    bench.storage = Some(Ok(()));
    // The server gives the attendance to the same agent again.
    bench.advance(3_000).reload().start("/attendance/P1").advance(60_000);
    assert_eq!(
        (bench.has_job("P1"), bench.calls_of(SEND).len(), unsent_notifications(&bench)),
        (true, 0, vec!["Um momento".to_owned()])
    );
}

#[test]
fn bey_004_a_page_that_is_hidden_repeats_failed_writes_at_once() {
    let mut bench = shown_as_unsent_without_a_disk(StoreFailure::Full);
    bench.storage = Some(Ok(()));
    bench.page(PageInput::Visible { visible: false });
    assert!(stored_texts(&bench)[0].contains(r#""lost":true"#), "{:?}", stored_texts(&bench));
}

#[test]
fn after_one_successful_write_all_failed_writes_are_repeated() {
    let mut bench = shown_as_unsent_without_a_disk(StoreFailure::Full);
    bench.attends("P2").sends("P2", "Já vejo");
    bench.storage = Some(Ok(()));
    bench
        .intent(Intent::Conversation(ConversationIntent::DraftChanged {
            protocol: "P2".into(),
            text: "E mais".to_owned(),
        }))
        .advance(300);
    assert_eq!(stored_texts(&bench).len(), 3);
}

#[test]
fn while_the_storage_fails_the_core_tries_to_write_one_record_every_three_seconds() {
    let mut bench = shown_as_unsent_without_a_disk(StoreFailure::Unavailable);
    bench.attends("P2").fail(SEND, HttpFailure::NoAnswer);
    for number in 0..20 {
        bench.sends("P2", &format!("{number}"));
    }
    bench.advance(1_000).forget().advance(60_000);
    assert_eq!(write_attempts(&bench), 20);
}

#[test]
fn bey_009_a_repeated_write_of_an_older_text_does_not_replace_a_newer_one() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").storage = Some(Err(StoreFailure::Full));
    bench.intent(draft("Segue o bole")).advance(300 + 2_900);
    bench.storage = Some(Ok(()));
    bench.intent(draft("Segue o boleto")).advance(100);
    assert!(stored_texts(&bench)[0].contains("Segue o bole"));
    bench.advance(399);
    assert!(stored_texts(&bench)[0].contains("Segue o boleto"), "{:?}", stored_texts(&bench));
}

#[test]
fn per_004_unsent_texts_of_an_agent_who_signed_out_while_the_storage_failed_are_kept_for_that_agent() {
    let mut bench = shown_as_unsent_without_a_disk(StoreFailure::Full);
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true }));
    bench.storage = Some(Ok(()));
    bench.advance(3_000);
    let name = |(_, name): &(StorePlace, String)| name.starts_with("outbox/101/P1/");
    assert!(stored_texts(&bench)[0].contains(r#""lost":true"#) && bench.disk.keys().any(name));
}

#[test]
fn bey_004_unsent_texts_that_could_not_be_stored_before_another_tab_took_over_are_written_when_the_storage_works_again()
{
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000);
    bench.storage = Some(Err(StoreFailure::Full));
    bench.intent(draft("Bom dia")).advance(1_000);
    assert!(stored_texts(&bench).is_empty());
    // No record waits for its write at this moment.
    bench.page(PageInput::TabDisabled);
    bench.storage = Some(Ok(()));
    bench.advance(4_000);
    assert!(stored_texts(&bench).iter().any(|text| text.contains("Bom dia")), "{:?}", stored_texts(&bench));
}

#[test]
fn the_facts_of_the_channels_are_written_again_when_the_storage_works_again() {
    let mut bench = Bench::signed_in();
    bench.storage = Some(Err(StoreFailure::Unavailable));
    let disconnect = ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true };
    bench.intent(Intent::Channels(disconnect)).advance(1_000);
    let before = stored_channel(&bench);
    bench.storage = Some(Ok(()));
    bench.advance(3_000);
    assert_ne!(stored_channel(&bench), before, "no other record was written meanwhile");
}

#[test]
fn per_004_a_write_that_fails_after_the_session_ended_leaves_no_notification_for_the_next_agent() {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000);
    bench.storage = Some(Err(StoreFailure::Unavailable));
    bench.intent(draft("Bom dia")).forget();
    bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })).advance(1_000);
    assert_eq!(bench.said().len(), 1, "the agent reads that the storage fails");
    let of_session =
        |effect: &&Effect| matches!(effect, Effect::Persist(_, key, _) if key.place() == StorePlace::Database);
    assert_eq!(bench.effects.iter().filter(of_session).count(), 0);
}

/// What ends the work on a page.
#[derive(Clone, Copy, Debug)]
enum End {
    SignOut,
    OtherTab,
}

fn names_of(bench: &Bench, place: StorePlace) -> Vec<String> {
    bench.disk.keys().filter(|(held, _)| *held == place).map(|(_, name)| name.clone()).collect()
}

/// An agent whose storage fails while the page writes records of every kind that is retried; then the work on the page ends,
/// and the storage works again.
fn left_while_the_storage_failed(end: End) -> Bench {
    let mut bench = Bench::signed_in();
    bench.attends("P1").advance(1_000);
    bench.storage = Some(Err(StoreFailure::Full));
    let disconnect = ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true };
    bench.intent(Intent::Channels(disconnect));
    let change = PreferencesChange { sounds: Some(false), ..PreferencesChange::default() };
    bench.intent(Intent::Shell(ShellIntent::ChangePreferences { change }));
    bench.intent(draft("Bom dia")).advance(1_000);
    match end {
        End::SignOut => bench.intent(Intent::Session(SessionIntent::SignOut { confirmed: true })),
        End::OtherTab => bench.page(PageInput::TabDisabled),
    };
    bench.forget().disk.clear();
    bench.storage = Some(Ok(()));
    bench.advance(60_000);
    bench
}

#[rstest]
#[case::per_004_after_the_end_of_the_session_the_preferences_and_unsent_texts_only(End::SignOut, true)]
#[case::after_another_tab_took_over_unsent_texts_only(End::OtherTab, false)]
fn a_failed_write_is_retried_only_if_its_record_still_belongs_to_this_page(
    #[case] end: End,
    #[case] keeps_preferences: bool,
) {
    let bench = left_while_the_storage_failed(end);
    assert_eq!(names_of(&bench, StorePlace::Database), Vec::<String>::new());
    assert_eq!(bench.disk.contains_key(&(StorePlace::LocalStorage, "preferences".to_owned())), keeps_preferences);
    assert!(names_of(&bench, StorePlace::Unsent).iter().any(|name| name.contains("P1")), "{:?}", bench.disk.keys());
}

fn stored_channel(bench: &Bench) -> Option<String> {
    bench.disk.get(&(StorePlace::Database, "channel".to_owned())).cloned()
}
