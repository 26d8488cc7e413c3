//! Snackbars, the queue of dialogs, and preferences.

use super::bench::Bench;
use super::samples::{visitor_job, with};
use super::words::said;
use crate::channels::ChannelsIntent;
use crate::flow::StorePlace;
use crate::input::Intent;
use crate::session::SessionIntent;
use crate::shell::ShellIntent;
use crate::shell::{Dialog, Language, Preferences, PreferencesChange, Theme};
use crate::wire::Channel;
use rstest::rstest;
use serde_json::json;

/// A refused channel has just shown a snackbar.
fn with_note() -> (Bench, u32) {
    let mut bench = Bench::signed_in();
    bench.answer("POST channels/whatsapp/connect/agent/101", 500, json!({}));
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }));
    let id = bench.snackbars()[0].id;
    (bench, id)
}

#[test]
fn shell_023_a_snackbar_holds_type_title_body_and_time() {
    let (bench, id) = with_note();
    let note = serde_json::to_value(&bench.snackbars()[0]).expect("JSON");
    let body = json!({ "key": "errorConnectChannel", "params": {}, "fallback": null });
    assert_eq!(note, json!({ "id": id, "type": "error", "title": null, "body": body, "time": bench.now.wall.as_js() }));
}

#[test]
fn up_to_eight_announcements_between_two_frames_of_the_page_are_all_kept() {
    let mut bench = Bench::signed_in();
    for number in 1..=10 {
        let job = with(visitor_job(&format!("P{number}")), json!({ "from": format!("Cliente {number}") }));
        bench.event("NewChatEvent", json!({ "job": job }));
    }
    let announced = bench.workspace.shell.announcements();
    let names = announced.iter().filter_map(|announcement| announcement.text.params.get("name").cloned());
    assert_eq!(names.collect::<Vec<_>>(), (3..=10).map(|number| format!("Cliente {number}")).collect::<Vec<_>>());
    assert!(announced.windows(2).all(|pair| pair[0].number + 1 == pair[1].number), "{announced:?}");
}

#[rstest]
#[case::shell_024_up_to_35_characters(35, 5_000)]
#[case::shell_024_a_short_text(1, 5_000)]
#[case::shell_025_longer_than_35_characters(36, 10_000)]
#[case::shell_025_a_long_text(400, 10_000)]
fn a_snackbar_closes_after_a_time_that_follows_from_its_length(#[case] chars: u32, #[case] after_ms: u64) {
    let (mut bench, id) = with_note();
    bench.intent(Intent::Shell(ShellIntent::SnackbarShown { id, chars })).advance(after_ms - 1);
    assert_eq!(bench.snackbars().len(), 1);
    bench.advance(1);
    assert_eq!(bench.snackbars().len(), 0);
}

#[test]
fn shell_026_up_to_three_snackbars_are_stacked_newest_on_top_each_with_its_own_time() {
    let mut bench = Bench::signed_in();
    for protocol in ["P1", "P2", "P3", "P4"] {
        bench.attends(protocol).event("JobFinishedEvent", json!({ "protocol": protocol }));
    }
    assert_eq!(bench.said(), ["Atendimento P4 finalizado", "Atendimento P3 finalizado", "Atendimento P2 finalizado"]);
    let ids: Vec<u32> = bench.snackbars().iter().map(|note| note.id).collect();
    bench.intent(Intent::Shell(ShellIntent::SnackbarShown { id: ids[2], chars: 25 })).advance(1_000);
    bench.intent(Intent::Shell(ShellIntent::SnackbarShown { id: ids[0], chars: 25 })).advance(4_000);
    assert_eq!(bench.said(), ["Atendimento P4 finalizado", "Atendimento P3 finalizado"]);
    bench.intent(Intent::Shell(ShellIntent::SnackbarDismissed { id: ids[1] }));
    assert_eq!(bench.said(), ["Atendimento P4 finalizado"]);
}

#[test]
fn a_snackbar_under_the_pointer_stays_and_its_time_begins_again() {
    let (mut bench, id) = with_note();
    bench
        .intent(Intent::Shell(ShellIntent::SnackbarShown { id, chars: 5 }))
        .advance(4_000)
        .intent(Intent::Shell(ShellIntent::SnackbarHeld { id, held: true }))
        .advance(60_000);
    assert_eq!(bench.snackbars().len(), 1);
    bench.intent(Intent::Shell(ShellIntent::SnackbarHeld { id, held: false })).advance(4_999);
    assert_eq!(bench.snackbars().len(), 1);
    bench.advance(1);
    assert_eq!(bench.snackbars().len(), 0);
}

#[test]
fn shell_050_the_reason_of_a_refusal_is_the_key_of_a_text_that_contains_the_details() {
    let mut bench = Bench::signed_in();
    let refusal = json!({ "reason": "AGENT_OFFLINE", "details": { "agentName": "Ana", "position": 3 } });
    bench
        .answer("POST channels/chat/disconnect/agent/101", 409, refusal)
        .intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true }));
    let body = bench.snackbars()[0].body.clone();
    assert_eq!(
        (
            body.key.as_str(),
            body.params.get("agentName").expect("a text"),
            body.params.get("position").expect("a text")
        ),
        ("channels.cause.agentOffline", &"Ana".to_owned(), &"3".to_owned())
    );
}

#[test]
fn shell_051_a_reason_without_a_translation_shows_the_default_text_of_the_area() {
    let mut bench = Bench::signed_in();
    bench.answer("POST channels/chat/disconnect/agent/101", 409, json!({ "reason": "FULL_MOON" }));
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Chat, confirmed: true }));
    assert_eq!(said(&bench.snackbars()[0].body), "Não foi possível desconectar o canal de chat");
}

#[test]
fn one_dialog_is_shown_at_a_time_and_the_others_wait() {
    let mut bench = Bench::signed_in();
    bench
        .attends("P1")
        .intent(Intent::Shell(ShellIntent::OpenPreferences))
        .intent(Intent::Shell(ShellIntent::OpenPreferences))
        .finishes("P1");
    assert_eq!(bench.dialog(), Some(Dialog::Preferences));
    bench.close_dialog();
    assert_eq!(bench.dialog(), Some(Dialog::Qualification { protocol: "P1".into() }));
    bench.event("JobFinishedEvent", json!({ "protocol": "P1" }));
    assert_eq!(bench.dialog(), None);
}

#[test]
fn a_key_that_closes_a_dialog_does_not_close_another_one_that_replaced_it_meanwhile() {
    let mut bench = Bench::signed_in();
    bench.intent(Intent::Shell(ShellIntent::OpenPreferences));
    let seen = bench.dialog().expect("the preferences");
    bench.event("AgentAbsentEvent", json!({ "agentId": "101", "agentAbsentEnabled": true, "version": 1 }));
    assert_eq!(bench.dialog(), Some(Dialog::AgentAbsent));
    bench.intent(Intent::Shell(ShellIntent::CloseDialog { dialog: seen }));
    assert_eq!(bench.dialog(), Some(Dialog::AgentAbsent), "the agent has not seen it yet");
    bench.close_dialog();
    assert_eq!(bench.dialog(), Some(Dialog::Preferences), "it waits behind the warning");
}

#[test]
fn shell_021_the_fast_trigger_dialog_carries_the_number_that_opened_it() {
    let mut bench = Bench::signed_in();
    let (phone, name) = ("5511955550101".to_owned(), "Helena".to_owned());
    let channel = Channel::Voice;
    bench.intent(Intent::Shell(ShellIntent::OpenFastTrigger { phone: phone.clone(), name: name.clone(), channel }));
    assert_eq!(bench.dialog(), Some(Dialog::FastTrigger { phone, name, channel }));
    bench.close_dialog();
    assert_eq!(bench.dialog(), None);
}

#[test]
fn shell_007_the_chosen_language_of_the_browser_applies_before_and_after_a_session() {
    let mut bench = Bench::signed_in();
    let chosen = Preferences { language: Language::En, theme: Theme::Dark, ..Preferences::default() };
    let change =
        PreferencesChange { language: Some(Language::En), theme: Some(Theme::Dark), ..PreferencesChange::default() };
    bench
        .intent(Intent::Shell(ShellIntent::ChangePreferences { change }))
        .intent(Intent::Session(SessionIntent::SignOut { confirmed: true }))
        .advance(300);
    assert!(bench.stored(StorePlace::LocalStorage, "preferences").is_some());
    bench.reload().start("/login");
    assert_eq!(bench.workspace.shell.preferences(), &chosen);
}
