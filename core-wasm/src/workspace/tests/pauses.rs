//! Entering and leaving pauses, scheduled pauses, and the alert of a pause over its limit.

use super::bench::Bench;
use super::samples::{agent_record, with};
use crate::flow::{HttpFailure, StorePlace};
use crate::input::Intent;
use crate::pauses;
use crate::pauses::PausesIntent;
use crate::pauses::PausesSlice;
use crate::pauses::{PauseChannelView, PausesView};
use crate::shell::Dialog;
use crate::view::View;
use crate::wire::{Channel, ChannelStatus};
use rstest::rstest;
use serde_json::{Value, json};

pub(super) const COFFEE: &str = "2";

/// A signed-in agent with all three channels available.
pub(super) fn at_work() -> Bench {
    let available = json!({ "connected": true, "status": "available", "since": "2026-11-20T13:45:00.000Z" });
    let channels = json!({ "voice": available, "whatsapp": available, "chat": available });
    let mut bench = Bench::new();
    bench.answer("GET agents/101/status", 200, json!({ "channels": channels })).start("/login").sign_in().forget();
    bench
}

fn pauses(bench: &Bench) -> PausesView {
    match bench.workspace.view(&pauses::slices::PAUSES.key()) {
        View::Pauses(PausesSlice::Pauses(pauses)) => pauses,
        other => panic!("{other:?}"),
    }
}

pub(super) fn held(bench: &Bench, channel: Channel) -> PauseChannelView {
    pauses(bench).channels.into_iter().find(|held| held.channel == channel).expect("the channel")
}

fn status(bench: &Bench, channel: Channel) -> ChannelStatus {
    bench.workspace.channels.status(channel)
}

/// The server's answer: the channel is paused, or its pause is scheduled.
fn paused(channel: &str, name: &str) -> Value {
    json!({ "success": true, "channel": channel, "connected": true, "status": "paused", "pause": name, "since": "2026-11-20T13:45:00.000Z" })
}

fn scheduled(channel: &str, name: &str) -> Value {
    json!({ "success": true, "agended": true, "channel": channel, "connected": true, "status": "scheduled_pause", "scheduledPause": name })
}

pub(super) fn left(channel: &str, status: &str) -> Value {
    json!({ "success": true, "channel": channel, "connected": true, "status": status })
}

fn enter(bench: &mut Bench, channels: &[Channel]) {
    bench.intent(Intent::Pauses(PausesIntent::EnterPause { channels: channels.to_vec(), pause_id: COFFEE.into() }));
}

pub(super) fn leave(bench: &mut Bench, channels: &[Channel]) {
    bench.intent(Intent::Pauses(PausesIntent::LeavePause { channels: channels.to_vec() }));
}

/// The agent is in a pause with a limit of 15 minutes.
pub(super) fn having_coffee() -> Bench {
    let mut bench = at_work();
    bench.answer("POST pauses/chat/enter/agent/101", 200, paused("chat", "Café"));
    enter(&mut bench, &[Channel::Chat]);
    bench
}

#[test]
fn api_046_api_047_pau_005_the_general_pause_dialog_lists_the_pauses_of_the_agent() {
    let mut bench = at_work();
    bench.intent(Intent::Pauses(PausesIntent::OpenPauseDialog { channels: Vec::new() }));
    assert_eq!(bench.names(), ["GET pauses", "GET pauses/agent/101"]);
    assert_eq!(bench.dialog(), Some(Dialog::Pause { channel: None }));
    let names: Vec<String> = pauses(&bench).reasons.into_iter().map(|pause| pause.name).collect();
    assert_eq!(names, ["Almoço", "Café"], "the login pause cannot be chosen");
}

#[test]
fn pau_006_the_pause_dialog_of_one_channel_names_the_channel() {
    let mut bench = at_work();
    bench.intent(Intent::Pauses(PausesIntent::OpenPauseDialog { channels: vec![Channel::Voice] }));
    assert_eq!(bench.dialog(), Some(Dialog::Pause { channel: Some(Channel::Voice) }));
}

#[rstest]
#[case::api_048_api_051_chat(Channel::Chat)]
#[case::api_049_api_052_voice(Channel::Voice)]
#[case::api_050_api_053_whatsapp(Channel::Whatsapp)]
fn one_channel_is_paused_and_unpaused_by_its_own_routes(#[case] channel: Channel) {
    let mut bench = at_work();
    let enters = format!("POST pauses/{}/enter/agent/101", channel.as_str());
    let leaves = format!("POST pauses/{}/leave/agent/101", channel.as_str());
    bench.answer(&enters, 200, paused(channel.as_str(), "Café")).answer(
        &leaves,
        200,
        left(channel.as_str(), "available"),
    );
    enter(&mut bench, &[channel]);
    assert_eq!(bench.call(&enters).json(), json!({ "pauseId": "2", "pauseName": "Café" }));
    assert_eq!(
        (status(&bench, channel), held(&bench, channel).pause.as_deref()),
        (ChannelStatus::Paused, Some("Café"))
    );
    leave(&mut bench, &[channel]);
    assert_eq!(bench.call(&leaves).body, None);
    assert_eq!((status(&bench, channel), held(&bench, channel).pause), (ChannelStatus::Available, None));
}

#[test]
fn api_054_api_055_api_056_pau_004_several_channels_are_paused_and_unpaused_by_one_request() {
    let mut bench = at_work();
    let data = json!([paused("voice", "Café"), paused("chat", "Café")]);
    bench.answer("POST pauses/all/enter/agent/101", 200, json!({ "success": true, "data": data }));
    enter(&mut bench, &[Channel::Chat, Channel::Voice]);
    let asked = json!({ "channels": ["voice", "chat"], "pauseId": "2", "pauseName": "Café" });
    assert_eq!(bench.call("POST pauses/all/enter/agent/101").json(), asked);
    let statuses = [Channel::Voice, Channel::Chat, Channel::Whatsapp].map(|channel| status(&bench, channel));
    assert_eq!(statuses, [ChannelStatus::Paused, ChannelStatus::Paused, ChannelStatus::Available]);
    let data = json!([left("voice", "available"), left("chat", "available")]);
    bench.answer("POST pauses/all/leave/agent/101", 200, json!({ "success": true, "data": data }));
    leave(&mut bench, &[Channel::Voice, Channel::Chat]);
    assert_eq!(bench.call("POST pauses/all/leave/agent/101").json(), json!({ "channels": ["voice", "chat"] }));
    assert!(Channel::ALL.iter().all(|channel| status(&bench, *channel) == ChannelStatus::Available));
}

#[test]
fn pau_001_pau_002_pau_007_an_answer_without_agended_makes_the_pause_active_for_that_channel() {
    let mut bench = having_coffee();
    assert_eq!(status(&bench, Channel::Chat), ChannelStatus::Paused);
    bench.advance(1_000);
    let kept: Value = serde_json::from_str(bench.stored(StorePlace::Database, "pause").expect("kept")).expect("JSON");
    assert_eq!(kept["activePauses"]["chat"]["pauseName"], "Café");
    assert_eq!((&kept["scheduledPauses"]["chat"], &kept["pauseAlerted"]), (&Value::Null, &json!([])));
    assert_eq!(kept["list"].as_array().map(Vec::len), Some(3));
}

#[test]
fn pau_008_pau_013_an_agended_answer_schedules_the_pause_which_begins_with_the_last_job() {
    let mut bench = at_work();
    bench.attends("P1").answer("POST pauses/chat/enter/agent/101", 200, scheduled("chat", "Café"));
    enter(&mut bench, &[Channel::Chat]);
    let reported = held(&bench, Channel::Chat);
    assert_eq!(
        (status(&bench, Channel::Chat), reported.scheduled.as_deref(), reported.pause),
        (ChannelStatus::ScheduledPause, Some("Café"), None)
    );
    bench.hold("GET agents/101/status").advance(60_000).finishes("P1");
    let reported = held(&bench, Channel::Chat);
    assert_eq!(
        (status(&bench, Channel::Chat), reported.pause.as_deref(), reported.scheduled),
        (ChannelStatus::Paused, Some("Café"), None)
    );
    assert_eq!(reported.since, Some((bench.now.wall).as_js()), "it counts from when it began");
}

#[test]
fn pau_013_the_servers_pause_event_begins_the_scheduled_pause_at_once() {
    let mut bench = at_work();
    bench.attends("P1").answer("POST pauses/chat/enter/agent/101", 200, scheduled("chat", "Café"));
    enter(&mut bench, &[Channel::Chat]);
    bench.event("JobFinishedEvent", json!({ "protocol": "P1", "channel": "chat" }));
    bench.event("ChatPauseEvent", with(paused("chat", "Café"), json!({ "version": 9, "reason": "Café" })));
    let reported = held(&bench, Channel::Chat);
    assert_eq!((reported.pause.as_deref(), reported.scheduled), (Some("Café"), None));
}

#[rstest]
#[case::pau_009_in_attendance_with_open_jobs(1, ChannelStatus::InAttendance)]
#[case::pau_010_available_without_jobs(0, ChannelStatus::Available)]
fn when_a_pause_is_left_the_status_becomes(#[case] jobs: u32, #[case] expected: ChannelStatus) {
    let mut bench = having_coffee();
    for number in 0..jobs {
        bench.attends(&format!("P{number}"));
    }
    bench.answer("POST pauses/chat/leave/agent/101", 200, left("chat", expected.as_str()));
    leave(&mut bench, &[Channel::Chat]);
    assert_eq!((status(&bench, Channel::Chat), held(&bench, Channel::Chat).pause), (expected, None));
}

#[rstest]
#[case::pau_012_in_attendance_with_an_open_job(false, ChannelStatus::InAttendance)]
#[case::pau_012_available_if_the_last_job_ended_meanwhile(true, ChannelStatus::Available)]
fn when_a_scheduled_pause_is_cancelled_the_status_becomes(#[case] ended: bool, #[case] expected: ChannelStatus) {
    let mut bench = at_work();
    bench.attends("P1").answer("POST pauses/chat/enter/agent/101", 200, scheduled("chat", "Café"));
    enter(&mut bench, &[Channel::Chat]);
    bench.hold("POST pauses/chat/leave/agent/101");
    leave(&mut bench, &[Channel::Chat]);
    if ended {
        bench.finishes("P1");
    }
    bench.reply("POST pauses/chat/leave/agent/101", 200, left("chat", "in_attendance"));
    assert_eq!((status(&bench, Channel::Chat), held(&bench, Channel::Chat).scheduled), (expected, None));
}

#[rstest]
#[case::pau_015_voice("VoicePauseEvent", "VoiceUnpauseEvent", Channel::Voice)]
#[case::pau_018_chat("ChatPauseEvent", "ChatUnpauseEvent", Channel::Chat)]
#[case::pau_019_whatsapp("WhatsAppPauseEvent", "WhatsAppUnpauseEvent", Channel::Whatsapp)]
fn a_pause_event_pauses_its_channel_and_an_unpause_event_ends_the_pause(
    #[case] pause: &str,
    #[case] unpause: &str,
    #[case] channel: Channel,
) {
    let mut bench = at_work();
    // The event needs name and reason only: a server may omit the other fields.
    bench.event(pause, json!({ "reason": "Reunião" }));
    assert_eq!(
        (status(&bench, channel), held(&bench, channel).pause.as_deref()),
        (ChannelStatus::Paused, Some("Reunião"))
    );
    bench.event(unpause, json!({}));
    assert_eq!((status(&bench, channel), held(&bench, channel).pause), (ChannelStatus::Available, None));
}

#[rstest]
#[case::pau_016_pau_017_voice(Channel::Voice, "Voice")]
#[case::pau_018_chat(Channel::Chat, "Chat")]
#[case::pau_019_whatsapp(Channel::Whatsapp, "WhatsApp")]
fn an_unpause_event_reverts_a_scheduled_pause_and_ends_one_in_force(#[case] channel: Channel, #[case] prefix: &str) {
    let (name, pause, unpause) = (channel.as_str(), format!("{prefix}PauseEvent"), format!("{prefix}UnpauseEvent"));
    let mut bench = at_work();
    let job = with(super::samples::chat_job("V1"), json!({ "channel": name }));
    bench.event("NewChatEvent", json!({ "job": job }));
    assert_eq!(status(&bench, channel), ChannelStatus::InAttendance);
    bench.answer(&format!("POST pauses/{name}/enter/agent/101"), 200, scheduled(name, "Café"));
    enter(&mut bench, &[channel]);
    assert_eq!(status(&bench, channel), ChannelStatus::ScheduledPause);
    bench.event(&unpause, json!({}));
    let reported = held(&bench, channel);
    assert_eq!(
        (status(&bench, channel), reported.scheduled, reported.pause),
        (ChannelStatus::InAttendance, None, None)
    );
    bench.event("JobFinishedEvent", json!({ "protocol": "V1", "channel": name }));
    bench.event(&pause, json!({ "reason": "Café" }));
    assert_eq!(status(&bench, channel), ChannelStatus::Paused);
    bench.event(&unpause, json!({}));
    assert_eq!(status(&bench, channel), ChannelStatus::Available);
}

#[rstest]
#[case::pau_015_voice(Channel::Voice, "Voice")]
#[case::pau_018_chat(Channel::Chat, "Chat")]
#[case::pau_019_whatsapp(Channel::Whatsapp, "WhatsApp")]
fn a_pause_event_during_an_open_attendance_schedules_the_pause_until_its_end(
    #[case] channel: Channel,
    #[case] prefix: &str,
) {
    let mut bench = at_work();
    let job = with(super::samples::chat_job("V1"), json!({ "channel": channel.as_str() }));
    bench.event("NewChatEvent", json!({ "job": job }));
    bench.event(&format!("{prefix}PauseEvent"), json!({ "reason": "Reunião" }));
    let shown = |bench: &Bench| {
        let reported = held(bench, channel);
        (status(bench, channel), reported.pause, reported.scheduled)
    };
    let name = Some("Reunião".to_owned());
    assert_eq!(shown(&bench), (ChannelStatus::ScheduledPause, None, name.clone()));
    bench.hold("GET agents/101/status");
    bench.event("JobFinishedEvent", json!({ "protocol": "V1", "channel": channel.as_str() }));
    assert_eq!(shown(&bench), (ChannelStatus::Paused, name, None));
    bench.event(&format!("{prefix}UnpauseEvent"), json!({}));
    assert_eq!(shown(&bench), (ChannelStatus::Available, None, None));
}

/// Only voice leaves the login pause: the agent's record says for voice only whether the login starts paused.
#[rstest]
#[case::pau_018_chat(Channel::Chat, "Chat")]
#[case::pau_019_whatsapp(Channel::Whatsapp, "WhatsApp")]
fn the_login_pause_of_chat_and_whatsapp_is_kept(#[case] channel: Channel, #[case] prefix: &str) {
    let mut bench = voice_comes_back(true, "Café");
    let available = json!({ "connected": true, "status": "available" });
    bench.event(&format!("{prefix}LoginEvent"), available).forget();
    assert_eq!(status(&bench, channel), ChannelStatus::Available);
    bench.event(&format!("{prefix}PauseEvent"), json!({ "reason": "Pausa de login" }));
    assert_eq!((bench.names().len(), status(&bench, channel)), (0, ChannelStatus::Paused));
    assert_eq!(held(&bench, channel).pause.as_deref(), Some("Pausa de login"));
}

/// The agent's channels begin paused; voice was available, was lost, and is connected again.
fn voice_comes_back(starts_paused: bool, reason: &str) -> Bench {
    let mut bench = Bench::new();
    let record = with(agent_record(), json!({ "agentLoginStartsPaused": { "voice": starts_paused } }));
    let available = json!({ "connected": true, "status": "available" });
    bench.answer("GET agents/101", 200, record);
    bench.answer("GET agents/101/status", 200, json!({ "channels": { "voice": available } }));
    bench.answer("POST pauses/voice/leave/agent/101", 200, left("voice", "available")).start("/login").sign_in();
    bench.event("VoiceLogoffEvent", json!({})).event("VoiceLoginEvent", json!({})).forget();
    bench.event("VoicePauseEvent", json!({ "reason": reason }));
    bench
}

#[test]
fn pau_014_pau_020_the_login_pause_of_a_channel_that_was_available_is_left_at_once() {
    let bench = voice_comes_back(true, "Pausa de login");
    assert_eq!(bench.names(), ["POST pauses/voice/leave/agent/101"]);
    assert_eq!(status(&bench, Channel::Voice), ChannelStatus::Available);
}

#[rstest]
#[case::pau_015_another_pause(true, "Café")]
#[case::pau_015_a_channel_that_does_not_begin_paused(false, "Pausa de login")]
fn another_pause_of_voice_than_the_login_pause_is_kept(#[case] starts_paused: bool, #[case] reason: &str) {
    let bench = voice_comes_back(starts_paused, reason);
    assert_eq!((bench.names().len(), status(&bench, Channel::Voice)), (0, ChannelStatus::Paused));
}

#[test]
fn pau_020_a_login_pause_without_its_field_is_recognised_by_its_name() {
    let mut bench = Bench::new();
    bench.answer("GET pauses", 200, json!({ "data": [] })).start("/login").sign_in();
    assert!(bench.workspace.pauses.is_login_pause("Pausa automática de LOGIN"));
    assert!(!bench.workspace.pauses.is_login_pause("Almoço"));
}

#[rstest]
#[case::pau_022_server_fault(500, json!({}), "Erro ao entrar em pausa")]
#[case::pau_021_pau_024_refused(409, json!({ "reason": "PAUSE_ERROR_IN_THIS_MOMENT" }), "Não é possível colocar em pausa neste momento.")]
#[case::pau_024_refused_without_a_reason(409, json!({}), "Não é possível colocar em pausa neste momento.")]
fn a_failed_pause_is_shown_and_its_dialog_stays_open(#[case] code: u16, #[case] body: Value, #[case] words: &str) {
    let mut bench = at_work();
    bench.intent(Intent::Pauses(PausesIntent::OpenPauseDialog { channels: Vec::new() }));
    bench.answer("POST pauses/chat/enter/agent/101", code, body);
    enter(&mut bench, &[Channel::Chat]);
    assert_eq!(bench.said(), [words]);
    assert_eq!(
        (bench.dialog(), status(&bench, Channel::Chat)),
        (Some(Dialog::Pause { channel: None }), ChannelStatus::Available)
    );
    bench.answer("POST pauses/chat/enter/agent/101", 200, paused("chat", "Café"));
    enter(&mut bench, &[Channel::Chat]);
    assert_eq!(bench.dialog(), None);
}

/// The dialogs that are open when the answer arrives; only the dialog in which the agent chose the pause closes.
#[rstest]
#[case::the_same_dialog(&[Channel::Chat], &[Channel::Chat], None)]
#[case::the_general_dialog(&[], &[], None)]
#[case::another_channels_dialog(&[Channel::Chat], &[Channel::Whatsapp], Some(Channel::Whatsapp))]
#[case::the_general_dialog_opened_later(&[Channel::Chat], &[], None)]
fn a_late_answer_to_a_pause_closes_only_the_dialog_in_which_the_pause_was_chosen(
    #[case] chosen_in: &[Channel],
    #[case] opened_later: &[Channel],
    #[case] left_open: Option<Channel>,
) {
    let open = |bench: &mut Bench, channels: &[Channel]| {
        bench.intent(Intent::Pauses(PausesIntent::OpenPauseDialog { channels: channels.to_vec() }));
    };
    let mut bench = at_work();
    open(&mut bench, chosen_in);
    bench.hold("POST pauses/chat/enter/agent/101");
    enter(&mut bench, &[Channel::Chat]);
    bench.close_dialog();
    open(&mut bench, opened_later);
    bench.reply("POST pauses/chat/enter/agent/101", 200, paused("chat", "Café"));
    assert_eq!(status(&bench, Channel::Chat), ChannelStatus::Paused);
    let stays = (chosen_in != opened_later).then_some(Dialog::Pause { channel: left_open });
    assert_eq!(bench.dialog(), stays);
}

#[rstest]
#[case::pau_023_server_fault(503, json!({}), "Erro ao sair da pausa")]
#[case::pau_025_refused(409, json!({ "cause": "supervisorLocked" }), "Não foi possível remover a pausa")]
fn a_failed_unpause_is_shown(#[case] code: u16, #[case] body: Value, #[case] words: &str) {
    let mut bench = having_coffee();
    bench.answer("POST pauses/chat/leave/agent/101", code, body);
    leave(&mut bench, &[Channel::Chat]);
    assert_eq!((bench.said(), status(&bench, Channel::Chat)), (vec![words.to_owned()], ChannelStatus::Paused));
}

#[test]
fn pau_022_pau_023_pau_027_bey_153_without_any_answer_the_text_says_that_the_result_is_unknown() {
    let mut bench = having_coffee();
    bench.fail("POST pauses/chat/leave/agent/101", HttpFailure::TimedOut);
    leave(&mut bench, &[Channel::Chat]);
    bench.fail("POST pauses/voice/enter/agent/101", HttpFailure::NoAnswer);
    enter(&mut bench, &[Channel::Voice]);
    assert!(bench.said().is_empty());
    bench.gives_up();
    let mut said = bench.said();
    said.sort();
    let told = [
        "Não sabemos se a pausa começou. Confira o estado do canal.",
        "Não sabemos se a pausa terminou. Confira o estado do canal.",
    ];
    assert_eq!(said, told);
}

#[rstest]
#[case::pau_026_without_open_jobs(0, ChannelStatus::Available)]
#[case::pau_028_with_open_jobs(1, ChannelStatus::InAttendance)]
fn an_unpause_of_voice_that_the_server_had_ended_already_sets_the_status_and_shows_a_text(
    #[case] jobs: u32,
    #[case] expected: ChannelStatus,
) {
    let mut bench = at_work();
    bench.event("VoicePauseEvent", json!({ "reason": "Café" }));
    for number in 0..jobs {
        let job = with(super::samples::chat_job(&format!("V{number}")), json!({ "channel": "voice" }));
        bench.event("NewChatEvent", json!({ "job": job }));
    }
    bench.hold("GET agents/101/status");
    bench.answer("POST pauses/voice/leave/agent/101", 409, json!({ "cause": "already_voice_unpaused" }));
    leave(&mut bench, &[Channel::Voice]);
    let arrivals = vec!["Ligação de Mariana Albuquerque".to_owned(); jobs as usize];
    assert_eq!((status(&bench, Channel::Voice), bench.said()), (expected, arrivals));
    assert!(bench.names().contains(&"GET agents/101/status"), "the rest is compared with the server");
}

#[test]
fn choosing_a_pause_twice_sends_one_request() {
    let mut bench = at_work();
    bench.hold("POST pauses/chat/enter/agent/101");
    enter(&mut bench, &[Channel::Chat]);
    enter(&mut bench, &[Channel::Chat]);
    assert!(held(&bench, Channel::Chat).pending);
    assert_eq!(bench.calls.iter().filter(|call| call.name.ends_with("enter/agent/101")).count(), 1);
}
