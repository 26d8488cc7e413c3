//! Tests of the requests of pauses.

use crate::centre::Transaction;
use crate::channels;
use crate::store::{JobState, PresenceStore, Store};
use crate::testing::{ANA, Agent, Answered, BRUNO, SUPPORT, TestCentre};
use rstest::rstest;
use serde_json::{Value, json};
use wire::{AgentId, Channel};

const COFFEE: &str = "2";
const LUNCH: &str = "1";

fn enter(test: &mut TestCentre, agent: &Agent, channel: &str, pause: &str) -> Answered {
    let path = format!("/pauses/{channel}/enter/agent/{}", agent.id);
    test.post(agent, &path, json!({ "pauseId": pause, "pauseName": "" }))
}

fn leave(test: &mut TestCentre, agent: &Agent, channel: &str) -> Answered {
    test.request(Some(&agent.token), "POST", &format!("/pauses/{channel}/leave/agent/{}", agent.id), "")
}

fn all(test: &mut TestCentre, agent: &Agent, verb: &str, body: Value) -> Answered {
    test.post(agent, &format!("/pauses/all/{verb}/agent/{}", agent.id), body)
}

/// An agent with every channel connected.
fn at_three_channels(test: &mut TestCentre) -> Agent {
    test.give_all_channels(ANA);
    let ana = test.sign_in(ANA);
    for channel in Channel::ALL {
        test.connect(&ana, channel.as_str()).ok();
    }
    test.take_frames(ANA);
    ana
}

#[rstest]
#[case::api_048_pause_of_chat("chat", "ChatPauseEvent", "ChatUnpauseEvent")]
#[case::api_049_pause_of_voice("voice", "VoicePauseEvent", "VoiceUnpauseEvent")]
#[case::api_050_pause_of_whatsapp("whatsapp", "WhatsAppPauseEvent", "WhatsAppUnpauseEvent")]
#[case::api_051_end_of_a_pause_of_chat("chat", "ChatPauseEvent", "ChatUnpauseEvent")]
#[case::api_052_end_of_a_pause_of_voice("voice", "VoicePauseEvent", "VoiceUnpauseEvent")]
#[case::api_053_end_of_a_pause_of_whatsapp("whatsapp", "WhatsAppPauseEvent", "WhatsAppUnpauseEvent")]
fn pau_007_pau_010_one_channel_is_paused_and_unpaused(
    #[case] channel: &str,
    #[case] paused: &str,
    #[case] unpaused: &str,
) {
    let mut test = TestCentre::new();
    let ana = at_three_channels(&mut test);
    let body = enter(&mut test, &ana, channel, COFFEE).ok().body;
    assert_eq!((&body["success"], &body["status"], &body["pause"]), (&json!(true), &json!("paused"), &json!("Café")));
    assert_eq!(body.get("agended"), None);
    let frames = test.take_frames(ANA);
    assert_eq!((&frames[0]["event"], &frames[1]["event"]), (&json!(paused), &json!("AgentStatusEvent")));
    assert_eq!((&frames[0]["reason"], &frames[0]["pauseId"]), (&json!("Café"), &json!(COFFEE)));
    assert_eq!(frames[0]["maxDurationSeconds"], 900);
    for (name, state) in frames[1]["channels"].as_object().unwrap() {
        assert_eq!(state["status"], if name == channel { "paused" } else { "available" }, "{name}");
    }
    test.advance(61_000);
    let body = leave(&mut test, &ana, channel).ok().body;
    assert_eq!((&body["status"], &body["pause"]), (&json!("available"), &json!(null)));
    assert_eq!(test.take_event_names(ANA), [unpaused, "AgentStatusEvent"]);
    let times = test.get(&ana, "/agents/101").ok().body["timeInformations"][channel].clone();
    assert_eq!(times["pausesTime"], 61.0);
}

#[test]
fn pau_008_pau_013_a_pause_is_scheduled_until_the_last_active_attendance_ends() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let (one, two) = (test.customer("Helena", SUPPORT), test.customer("Rafael", SUPPORT));
    test.take_frames(ANA);
    let body = enter(&mut test, &ana, "chat", COFFEE).ok().body;
    assert_eq!((&body["agended"], &body["status"]), (&json!(true), &json!("scheduled_pause")));
    assert_eq!((&body["scheduledPause"], &body["pause"]), (&json!("Café"), &json!(null)));
    assert_eq!(test.take_event_names(ANA), ["AgentStatusEvent"]);
    let waiting = test.customer("Otto", SUPPORT);
    assert_eq!(waiting.position, 1, "an agent with a scheduled pause gets no customer");
    test.finish(&ana, &one.protocol).ok();
    assert!(!test.take_event_names(ANA).contains(&"ChatPauseEvent".to_owned()), "one is still open");
    test.advance(30_000);
    test.finish(&ana, &two.protocol).ok();
    let frames = test.take_frames(ANA);
    let begun = frames.iter().find(|frame| frame["event"] == "ChatPauseEvent").expect("the pause began");
    assert_eq!((&begun["status"], &begun["reason"]), (&json!("paused"), &json!("Café")));
    assert_eq!(begun["since"], "2026-11-20T13:45:30.000Z");
    let pauses = test.get(&ana, "/pauses/agent/101").ok().body;
    assert_eq!(pauses["activePauses"]["chat"]["pauseName"], "Café");
    assert_eq!(pauses["scheduledPauses"]["chat"], json!(null));
}

#[test]
fn pau_003_a_scheduled_pause_that_begins_creates_a_notification() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    enter(&mut test, &ana, "chat", COFFEE).ok();
    test.take_frames(ANA);
    test.finish(&ana, &chat.protocol).ok();
    let told = test.take_frames(ANA).into_iter().find(|frame| frame["event"] == "NotificationEvent").unwrap();
    let listed = test.get(&ana, "/agents/notifications/agent?agentId=101").ok().body;
    for notification in [&told, &listed["data"][0]] {
        assert_eq!(notification["type"], "pause");
        assert_eq!(notification["time"], "2026-11-20T13:45:00.000Z");
        assert_eq!((&notification["pauseName"], &notification["channel"]), (&json!("Café"), &json!("chat")));
        assert_eq!((&notification["agentId"], &notification["agent_notify_read"]), (&json!("101"), &json!("N")));
        assert_eq!(notification["exceeded"], false);
    }
}

#[test]
fn pau_011_pau_016_leaving_a_scheduled_pause_cancels_it() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let chat = test.customer("Helena", SUPPORT);
    enter(&mut test, &ana, "chat", COFFEE).ok();
    test.take_frames(ANA);
    let body = leave(&mut test, &ana, "chat").ok().body;
    assert_eq!((&body["status"], &body["scheduledPause"]), (&json!("in_attendance"), &json!(null)));
    assert_eq!(test.take_event_names(ANA), ["ChatUnpauseEvent", "AgentStatusEvent"]);
    test.finish(&ana, &chat.protocol).ok();
    assert_eq!(test.get(&ana, "/agents/101/status").ok().body["channels"]["chat"]["status"], "available");
}

#[test]
fn pau_009_leaving_a_pause_with_active_attendances_leads_to_in_attendance() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.customer("Helena", SUPPORT);
    // A pause that another rule started, for example after a lost voice connection.
    let mut row = test.store.channel(&ana.id, Channel::Chat).unwrap().unwrap();
    row.pause = Some(crate::testing::pause_fact("Café"));
    test.store.put_channel(&row).unwrap();
    assert_eq!(leave(&mut test, &ana, "chat").ok().body["status"], "in_attendance");
}

#[test]
fn entering_a_pause_again_changes_nothing_and_another_pause_replaces_it() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let first = enter(&mut test, &ana, "chat", COFFEE).ok().body;
    test.take_frames(ANA);
    test.advance(10_000);
    assert_eq!(enter(&mut test, &ana, "chat", COFFEE).ok().body, first);
    assert!(test.take_frames(ANA).is_empty());
    let other = enter(&mut test, &ana, "chat", LUNCH).ok().body;
    assert_eq!(other["pause"], "Almoço");
    test.advance(5_000);
    let times = test.get(&ana, "/agents/101").ok().body["timeInformations"]["chat"].clone();
    assert_eq!(times["pausesTime"], 15.0, "both pauses count");
    assert_eq!(
        test.get(&ana, "/pauses/agent/101").ok().body["activePauses"]["chat"]["since"],
        "2026-11-20T13:45:10.000Z"
    );
}

#[rstest]
#[case::chat("chat", "409 already_chat_unpaused")]
#[case::pau_026_voice("voice", "409 already_voice_unpaused")]
#[case::whatsapp("whatsapp", "409 already_whatsapp_unpaused")]
fn leaving_a_pause_that_is_not_set_is_refused_with_its_cause(#[case] channel: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = at_three_channels(&mut test);
    assert_eq!(leave(&mut test, &ana, channel).refusal(), expected);
    assert!(test.take_frames(ANA).is_empty());
}

#[test]
fn pau_024_a_disconnected_channel_cannot_be_paused() {
    let mut test = TestCentre::new();
    let ana = test.sign_in(ANA);
    let answer = enter(&mut test, &ana, "chat", COFFEE);
    assert_eq!(answer.status, 409);
    assert_eq!(answer.body["reason"], "PAUSE_ERROR_IN_THIS_MOMENT");
    assert_eq!(
        (&answer.body["cause"], &answer.body["details"]["channel"]),
        (&json!("channelDisconnected"), &json!("chat"))
    );
}

#[rstest]
#[case::unknown_pause("77", "", "422 pauseId:unknown")]
#[case::no_pause("", "", "422 pauseId:required")]
#[case::no_pause_with_a_name("", "Café", "422 pauseId:required")]
#[case::the_pause_after_a_lost_voice_connection("", "Reconexão", "200")]
#[case::pause_with_a_long_name(COFFEE, &"W".repeat(100_000), "200")]
fn only_a_pause_of_the_agents_list_is_accepted(#[case] id: &str, #[case] name: &str, #[case] expected: &str) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let body = json!({ "pauseId": id, "pauseName": name });
    assert_eq!(test.post(&ana, "/pauses/chat/enter/agent/101", body).refusal(), expected);
}

#[test]
fn a_pause_of_another_org_unit_or_another_channel_is_unknown() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let coffee = test.store.pause(COFFEE).unwrap().unwrap();
    for row in [
        crate::store::PauseRow { org_unit_id: "2".into(), ..coffee.clone() },
        crate::store::PauseRow { channels: vec![Channel::Voice], ..coffee },
    ] {
        test.store.put_pause(&row).unwrap();
        assert_eq!(enter(&mut test, &ana, "chat", COFFEE).refusal(), "422 pauseId:unknown");
    }
}

#[test]
fn api_046_api_047_all_pauses_are_listed_and_the_agents_list_omits_the_login_pause() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let list = test.get(&ana, "/pauses").ok().body;
    let names = |body: &Value| -> Vec<String> {
        body["data"].as_array().unwrap().iter().map(|pause| pause["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&list), ["Almoço", "Café", "Banheiro", "Treinamento", "Feedback", "Pausa de login"]);
    assert_eq!(list["data"][5]["loginPause"], true);
    let own = test.get(&ana, "/pauses/agent/101").ok().body;
    assert_eq!(names(&own), ["Almoço", "Café", "Banheiro", "Treinamento", "Feedback"]);
    let last = test.take_frames(ANA).pop().unwrap();
    assert_eq!((&own["asOfSeq"], &own["epoch"]), (&last["seq"], &last["epoch"]));
}

#[test]
fn api_054_api_055_pau_004_several_channels_are_paused_and_unpaused_at_once() {
    let mut test = TestCentre::new();
    let ana = at_three_channels(&mut test);
    test.customer("Helena", SUPPORT);
    let wanted = json!({ "channels": ["voice", "chat"], "pauseId": LUNCH, "pauseName": "Almoço" });
    let body = all(&mut test, &ana, "enter", wanted).ok().body;
    assert_eq!((&body["success"], &body["agended"]), (&json!(true), &json!(true)));
    let statuses = |body: &Value| -> Vec<String> {
        let replies = body["data"].as_array().unwrap().iter();
        replies.map(|reply| format!("{}:{}", reply["channel"], reply["status"]).replace('"', "")).collect()
    };
    assert_eq!(statuses(&body), ["voice:paused", "chat:scheduled_pause"]);
    let wanted = json!({ "channels": ["voice", "whatsapp", "chat"] });
    let body = all(&mut test, &ana, "leave", wanted.clone()).ok().body;
    assert_eq!(statuses(&body), ["voice:available", "chat:in_attendance"]);
    assert_eq!(all(&mut test, &ana, "leave", wanted).refusal(), "409 already_voice_unpaused");
}

#[test]
fn a_request_pauses_all_its_channels_or_none() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.take_frames(ANA);
    let wanted = json!({ "channels": ["chat", "voice"], "pauseId": LUNCH, "pauseName": "Almoço" });
    let answer = all(&mut test, &ana, "enter", wanted);
    assert_eq!((answer.status, &answer.body["details"]["channel"]), (409, &json!("voice")));
    assert_eq!(test.get(&ana, "/agents/101/status").ok().body["channels"]["chat"]["status"], "available");
    assert!(test.take_frames(ANA).is_empty());
    let none = json!({ "channels": [], "pauseId": LUNCH, "pauseName": "Almoço" });
    assert_eq!(all(&mut test, &ana, "enter", none).refusal(), "422 channels:required");
}

#[rstest]
#[case("/pauses/agent/102", "GET", json!(null))]
#[case("/pauses/chat/enter/agent/102", "POST", json!({ "pauseId": "2", "pauseName": "Café" }))]
#[case("/pauses/chat/leave/agent/102", "POST", json!(null))]
#[case("/pauses/all/enter/agent/102", "POST", json!({ "channels": ["chat"], "pauseId": "2", "pauseName": "Café" }))]
#[case("/pauses/all/leave/agent/102", "POST", json!({ "channels": ["chat"] }))]
fn sec_003_no_agent_can_pause_another_agent(#[case] path: &str, #[case] method: &str, #[case] body: Value) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    test.at_work(BRUNO);
    assert_eq!(test.request(Some(&ana.token), method, path, &body.to_string()).refusal(), "403");
    assert_eq!(test.request(Some(&ana.token), "POST", "/pauses/fax/leave/agent/101", "").refusal(), "404");
}

#[test]
fn a_paused_channel_gets_no_customers_until_the_pause_ends() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    enter(&mut test, &ana, "chat", COFFEE).ok();
    let chat = test.customer("Helena", SUPPORT);
    assert_eq!(chat.position, 1);
    test.tick();
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().state, JobState::Waiting);
    leave(&mut test, &ana, "chat").ok();
    assert_eq!(test.store.job(&chat.protocol).unwrap().unwrap().agent_id, AgentId::from(ANA));
}

#[test]
fn an_agent_is_notified_once_of_a_pause_that_exceeded_its_maximum() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    enter(&mut test, &ana, "chat", COFFEE).ok();
    test.take_frames(ANA);
    test.advance(15 * 60 * 1000 - 1);
    test.beat(&ana);
    assert_eq!(test.tick(), test.now.plus_ms(1), "the tick comes back when the maximum is over");
    assert!(test.take_frames(ANA).is_empty());
    test.advance(1);
    test.tick();
    let frames = test.take_frames(ANA);
    assert_eq!((frames.len(), &frames[0]["event"]), (1, &json!("NotificationEvent")));
    assert_eq!((&frames[0]["exceeded"], &frames[0]["maxDurationSeconds"]), (&json!(true), &json!(900)));
    assert_eq!(frames[0]["since"], "2026-11-20T13:45:00.000Z");
    test.advance(60_000);
    test.tick();
    assert!(test.take_frames(ANA).is_empty());
    assert_eq!(test.get(&ana, "/pauses/agent/101").ok().body["activePauses"]["chat"]["exceeded"], true);
    enter(&mut test, &ana, "chat", "4").ok();
    test.advance(24 * 60 * 60 * 1000);
    test.take_frames(ANA);
    test.tick();
    assert!(test.take_frames(ANA).is_empty(), "a pause without a maximum lasts");
}

#[test]
fn pau_020_a_channel_whose_login_starts_paused_connects_with_the_login_pause() {
    let mut test = TestCentre::new();
    test.give_all_channels(ANA);
    let mut row = test.store.agent(&AgentId::from(ANA)).unwrap().unwrap();
    row.record.agent_login_starts_paused.voice = true;
    test.store.put_agent(&row).unwrap();
    let ana = test.sign_in(ANA);
    assert_eq!(test.connect(&ana, "voice").ok().body["status"], "paused");
    let frames = test.take_frames(ANA);
    let names: Vec<_> = frames.iter().map(|frame| frame["event"].as_str().unwrap()).collect();
    assert_eq!(names, ["VoiceLoginEvent", "AgentStatusEvent", "VoicePauseEvent", "AgentStatusEvent"]);
    assert_eq!(frames[2]["reason"], "Pausa de login");
    assert_eq!(test.connect(&ana, "chat").ok().body["status"], "available", "only voice is configured so");
}

#[test]
fn disconnecting_ends_the_pause_and_keeps_its_time() {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    enter(&mut test, &ana, "chat", COFFEE).ok();
    test.advance(20_000);
    test.request(Some(&ana.token), "POST", "/channels/chat/disconnect/agent/101", "").ok();
    assert_eq!(test.get(&ana, "/pauses/agent/101").ok().body["activePauses"]["chat"], json!(null));
    test.connect_chat(&ana);
    let times = test.get(&ana, "/agents/101").ok().body["timeInformations"]["chat"].clone();
    assert_eq!((&times["pausesTime"], &times["totalLoggedTime"]), (&json!(20.0), &json!(20.0)));
}

#[test]
fn a_channel_row_stored_by_an_earlier_version_can_be_read() {
    let mut test = TestCentre::new();
    let row = test.with(|centre, store, context| {
        let tx = Transaction { config: &centre.config, areas: centre.areas, store, context };
        channels::row_of(&tx, &AgentId::from(ANA), Channel::Chat).unwrap()
    });
    let mut old = serde_json::to_value(&row).unwrap();
    for newer in ["paused_ms", "exten"] {
        old.as_object_mut().unwrap().remove(newer);
    }
    assert_eq!(serde_json::from_value::<crate::store::ChannelRow>(old).unwrap(), row);
}
