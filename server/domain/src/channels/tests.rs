//! Tests of channel facts and of the requests that change them.

use super::{row_of, status_rule};
use crate::CallNews;
use crate::centre::Transaction;
use crate::store::{ChannelRow, Store};
use crate::testing::{ANA, BRUNO, SUPPORT, TestCentre, pause_fact};
use rstest::rstest;
use serde_json::json;
use std::collections::BTreeSet;
use wire::{AgentId, Channel, ChannelStatus};

fn chat_row(test: &mut TestCentre) -> ChannelRow {
    test.with(|centre, store, context| {
        row_of(
            &Transaction { config: &centre.config, areas: centre.areas, store, context },
            &AgentId::from(ANA),
            Channel::Chat,
        )
        .unwrap()
    })
}

#[test]
fn chn_001_chn_010_the_facts_determine_exactly_the_specified_statuses() {
    let mut test = TestCentre::new();
    let mut seen = BTreeSet::new();
    for (connected, paused, scheduled, open_jobs, expected) in [
        (false, false, false, 0, ChannelStatus::Disconnected),
        (false, false, false, 2, ChannelStatus::Disconnected),
        (false, true, true, 2, ChannelStatus::Disconnected),
        (true, false, false, 0, ChannelStatus::Available),
        (true, false, false, 1, ChannelStatus::InAttendance),
        (true, true, false, 0, ChannelStatus::Paused),
        (true, true, false, 1, ChannelStatus::ScheduledPause),
        (true, true, true, 1, ChannelStatus::ScheduledPause),
        (true, false, true, 1, ChannelStatus::ScheduledPause),
        (true, false, true, 0, ChannelStatus::Paused),
    ] {
        let row = ChannelRow {
            connected,
            pause: paused.then(|| pause_fact("Almoço")),
            scheduled_pause: scheduled.then(|| pause_fact("Café")),
            open_jobs,
            ..chat_row(&mut test)
        };
        assert_eq!(status_rule(&row), expected, "{connected} {paused} {scheduled} {open_jobs}");
        seen.insert(expected);
    }
    assert_eq!(seen, ChannelStatus::ALL.into_iter().collect::<BTreeSet<_>>(), "every status has a row here");
}

#[test]
fn chn_006_api_044_connecting_makes_the_channel_available_and_publishes_it() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let answer = test.request(Some(&ana.token), "POST", "channels/chat/connect/agent/101", "").ok();
    assert_eq!(answer.body["status"], "available");
    assert_eq!(answer.body["connected"], true);
    assert_eq!(answer.body["since"], "2026-11-20T13:45:00.000Z");
    assert_eq!(test.take_event_names(ANA), ["ChatLoginEvent", "AgentStatusEvent"]);
    assert_eq!(test.get(&ana, "/agents/101/status").ok().body["channels"]["chat"]["status"], "available");
    // A repeated request gets the same reply and publishes nothing.
    let again = test.request(Some(&ana.token), "POST", "/channels/chat/connect/agent/101", "").ok();
    assert_eq!(again.body, answer.body);
    assert!(test.take_event_names(ANA).is_empty());
}

#[test]
fn chn_007_api_045_disconnecting_keeps_active_attendances() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    test.take_events(ANA);
    let answer = test.request(Some(&ana.token), "POST", "/channels/chat/disconnect/agent/101", "").ok();
    assert_eq!(answer.body["status"], "disconnected");
    assert_eq!(test.take_event_names(ANA), ["ChatLogoffEvent", "AgentStatusEvent"]);
    test.agent_writes(&ana, &chat.protocol, "Sigo aqui").ok();
    let next = test.customer("Rafael", SUPPORT);
    assert_eq!(next.position, 1, "nothing new is delivered");
    let again = test.request(Some(&ana.token), "POST", "/channels/chat/disconnect/agent/101", "").ok();
    assert_eq!((&answer.body["asOfSeq"], &again.body["asOfSeq"]), (&json!(6), &json!(7)), "the message came between");
    let mut expected = answer.body;
    expected["asOfSeq"] = json!(7);
    assert_eq!(again.body, expected);
}

#[rstest]
#[case::connect_another_agent("/channels/chat/connect/agent/102", "403")]
#[case::unknown_channel("/channels/fax/connect/agent/101", "404")]
#[case::sec_005_voice_has_no_group("/channels/voice/connect/agent/101", "409 noAttendanceGroup")]
#[case::sec_005_whatsapp_has_no_group("/channels/whatsapp/connect/agent/101", "409 noAttendanceGroup")]
#[case::disconnect_another_agent("/channels/chat/disconnect/agent/102", "403")]
fn only_the_agent_itself_with_a_group_of_the_channel_can_connect(#[case] path: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    test.leave_groups(ANA, Channel::Whatsapp);
    let ana = test.sign_in(ANA);
    assert_eq!(test.request(Some(&ana.token), "POST", path, "").refusal(), expected);
}

#[rstest]
#[case::free_extension("1001", "200")]
#[case::unknown_extension("7777", "409 extensionNotExisting")]
#[case::extension_without_a_telephone("1008", "409 extensionNotRegistered")]
#[case::extension_with_the_telephone_switched_off("1003", "409 extensionNotRegistered")]
#[case::the_telephone_of_another_agents_account("2001", "409 extensionNotRegistered")]
#[case::extension_of_another_agent("1002", "409 extensionInUse")]
#[case::unreachable_telephone_system("1009", "409 cannotOriginate")]
#[case::no_extension("", "422 exten:required")]
#[case::too_long_extension("100110011001100110011", "422 exten:tooLong")]
#[case::extension_that_is_no_number("SIP/1001", "422 exten:invalid")]
fn voice_is_connected_only_with_a_usable_extension(#[case] exten: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let (ana, bruno) = (on_all_channels(&mut test, ANA), on_all_channels(&mut test, BRUNO));
    desk_telephones_register(&mut test, &["1001", "1002", "1009"]);
    test.post(&bruno, "/channels/voice/connect/agent/102", json!({ "exten": "1002" })).ok();
    let answer = test.post(&ana, "/channels/voice/connect/agent/101", json!({ "exten": exten }));
    assert_eq!(answer.refusal(), expected);
}

fn desk_telephones_register(test: &mut TestCentre, extensions: &[&str]) {
    for exten in extensions {
        test.news(CallNews::Registered { exten: (*exten).to_owned() });
    }
}

fn on_all_channels(test: &mut TestCentre, id: &str) -> crate::testing::Agent {
    test.give_all_channels(id);
    test.sign_in(id)
}

#[test]
fn api_040_api_041_a_repeated_voice_connect_is_a_success_and_another_extension_needs_a_disconnect() {
    let mut test = TestCentre::new();
    let ana = on_all_channels(&mut test, ANA);
    let path = "/channels/voice/connect/agent/101";
    desk_telephones_register(&mut test, &["1001", "1002"]);
    let first = test.post(&ana, path, json!({ "exten": "1001" })).ok().body;
    let frames = test.take_frames(ANA);
    assert_eq!((&frames[0]["event"], &frames[0]["voice"]), (&json!("VoiceLoginEvent"), &json!(true)));
    assert_eq!(frames[0]["exten"], "1001");
    assert_eq!(test.post(&ana, path, json!({ "exten": "1001" })).ok().body, first);
    assert!(test.take_frames(ANA).is_empty());
    assert_eq!(test.post(&ana, path, json!({ "exten": "1002" })).refusal(), "409 online");
    test.bare(&ana, "POST", "/channels/voice/disconnect/agent/101").ok();
    assert_eq!(test.take_event_names(ANA), ["VoiceLogoffEvent", "AgentStatusEvent"]);
    test.post(&ana, path, json!({ "exten": "1002" })).ok();
}

#[test]
fn the_voice_connections_of_the_centre_are_limited() {
    let mut test = TestCentre::new();
    test.centre.config.voice_connections = 1;
    let (ana, bruno) = (on_all_channels(&mut test, ANA), on_all_channels(&mut test, BRUNO));
    test.connect(&ana, "voice").ok();
    desk_telephones_register(&mut test, &["1002"]);
    let second =
        |test: &mut TestCentre| test.post(&bruno, "/channels/voice/connect/agent/102", json!({ "exten": "1002" }));
    assert_eq!(second(&mut test).refusal(), "409 connectionLimitExceeded");
    test.bare(&ana, "POST", "/channels/voice/disconnect/agent/101").ok();
    second(&mut test).ok();
}

#[test]
fn with_web_rtc_no_registered_telephone_is_needed() {
    let mut test = TestCentre::new();
    let ana = on_all_channels(&mut test, ANA);
    let mut row = test.store.agent(&ana.id).unwrap().unwrap();
    row.record.use_web_rtc = "Y".to_owned();
    test.store.put_agent(&row).unwrap();
    test.post(&ana, "/channels/voice/connect/agent/101", json!({ "exten": "1008" })).ok();
}

#[rstest]
#[case::sec_004_voice_not_authorised("voice")]
#[case::sec_004_whatsapp_not_authorised("whatsapp")]
fn a_channel_that_the_agent_is_not_authorised_for_is_refused(#[case] channel: &str) {
    let mut test = TestCentre::new();
    let ana = on_all_channels(&mut test, ANA);
    let mut row = test.store.agent(&ana.id).unwrap().unwrap();
    row.record.channels = vec![Channel::Chat];
    test.store.put_agent(&row).unwrap();
    assert_eq!(test.connect(&ana, channel).refusal(), "409 notAuthorized");
}

#[test]
fn connecting_and_disconnecting_whatsapp_publish_their_events() {
    let mut test = TestCentre::new();
    let ana = on_all_channels(&mut test, ANA);
    assert_eq!(test.connect(&ana, "whatsapp").ok().body["status"], "available");
    test.bare(&ana, "POST", "/channels/whatsapp/disconnect/agent/101").ok();
    let names = test.take_event_names(ANA);
    assert_eq!(names, ["WhatsAppLoginEvent", "AgentStatusEvent", "WhatsAppLogoffEvent", "AgentStatusEvent"]);
}

#[test]
fn connecting_requires_the_agents_authorisation_for_the_channel() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let mut row = test.store.agent(&ana.id).unwrap().unwrap();
    row.record.channels = vec![Channel::Voice];
    test.store.put_agent(&row).unwrap();
    let answer = test.request(Some(&ana.token), "POST", "/channels/chat/connect/agent/101", "");
    assert_eq!(answer.refusal(), "409 notAuthorized");
}

#[rstest]
#[case("connect")]
#[case("disconnect")]
fn while_the_chat_service_is_offline_connecting_and_disconnecting_are_refused(#[case] call: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.centre.config.chat_online = false;
    let answer = test.request(Some(&ana.token), "POST", &format!("/channels/chat/{call}/agent/101"), "");
    assert_eq!(answer.refusal(), "409 offline");
    assert_eq!(test.get(&ana, "/agents/101/status").ok().body["channels"]["chat"]["status"], "available");
}

fn chat_status(test: &mut TestCentre, ana: &crate::testing::Agent) -> serde_json::Value {
    test.get(ana, "/agents/101/status").ok().body["channels"]["chat"]["status"].clone()
}

#[test]
fn chn_009_chn_013_chn_014_chn_015_the_status_follows_the_open_attendances() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let one = test.customer("Helena", SUPPORT);
    let two = test.customer("Rafael", SUPPORT);
    assert_eq!(chat_status(&mut test, &ana), json!("in_attendance"));
    test.finish(&ana, &one.protocol).ok();
    assert_eq!(chat_status(&mut test, &ana), json!("in_attendance"), "another is open");
    test.finish(&ana, &two.protocol).ok();
    assert_eq!(chat_status(&mut test, &ana), json!("available"), "ended ones do not count, qualified or not");
}

#[test]
fn versions_of_an_agents_channel_events_increase() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.at_work(BRUNO);
    test.request(Some(&ana.token), "POST", "/channels/chat/disconnect/agent/101", "").ok();
    let versions: Vec<u64> = test.take_events(ANA).iter().filter_map(|(body, _)| body["version"].as_u64()).collect();
    assert_eq!(versions, [1, 2, 3, 4]);
}
