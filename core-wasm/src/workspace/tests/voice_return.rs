//! Voice is connected again: the agent has the status of before the loss, and voice attendances decide about the status
//! of the channel.

use super::bench::Bench;
use super::samples::{agent_record, with};
use crate::flow::{DesktopCommand, DesktopKind, Effect, StorePlace};
use crate::input::PageInput;
use crate::notifications::DesktopPermission;
use crate::wire::{Channel, ChannelStatus};
use rstest::rstest;
use serde_json::{Value, json};

const ENTER: &str = "POST pauses/voice/enter/agent/101";
const PAUSED_AGAIN: &str = "Conexão de voz restabelecida. Você continua em pausa";
const AVAILABLE_AGAIN: &str = "Conexão de voz restabelecida. Você está disponível";

/// An agent whose voice channel has these facts.
fn with_voice(record: Value, facts: Value) -> Bench {
    let mut bench = Bench::new();
    let voice = with(json!({ "connected": true }), facts);
    let pauses = json!({ "data": [{ "id": "7", "name": "Almoço", "channels": ["voice"] }] });
    bench.answer("GET agents/101", 200, with(agent_record(), record.clone()));
    bench.answer("GET agents/101/status", 200, json!({ "channels": { "voice": voice } }));
    bench.answer("GET pauses", 200, pauses.clone()).answer("GET pauses/agent/101", 200, pauses);
    bench.answer(ENTER, 200, json!({ "success": true, "channel": "voice", "connected": true, "status": "paused" }));
    bench.start("/login").sign_in();
    if record["useWebRTC"] == "Y" {
        bench.registers();
    }
    bench.forget();
    bench
}

fn by_browser() -> Value {
    json!({ "useWebRTC": "Y" })
}

fn previous(bench: &mut Bench) -> Value {
    bench.advance(300);
    let record = bench.stored(StorePlace::Database, "channel").expect("the record");
    serde_json::from_str::<Value>(record).expect("JSON")["previous_voice"].clone()
}

fn goes_and_returns(bench: &mut Bench) {
    bench.event("VoiceLogoffEvent", json!({})).event("VoiceLoginEvent", json!({ "voice": true }));
}

fn is_connected(bench: &Bench) -> bool {
    bench.workspace.channels.is_connected(Channel::Voice)
}

fn status(bench: &Bench) -> ChannelStatus {
    bench.workspace.channels.status(Channel::Voice)
}

#[rstest]
#[case::chn_018_available(json!({ "status": "available" }), json!({ "status": "available", "pause": null }))]
#[case::chn_019_paused(json!({ "status": "paused", "pause": "Almoço" }), json!({ "status": "paused", "pause": "Almoço" }))]
#[case::chn_019_a_scheduled_pause(
    json!({ "status": "processing", "scheduledPause": "Almoço" }),
    json!({ "status": "scheduled_pause", "pause": "Almoço" })
)]
fn the_status_before_a_disconnect_is_stored(#[case] facts: Value, #[case] remembered: Value) {
    let mut bench = with_voice(by_browser(), facts);
    assert_eq!(previous(&mut bench), Value::Null);
    bench.event("VoiceLogoffEvent", json!({}));
    assert_eq!(previous(&mut bench), remembered);
}

#[test]
fn chn_024_without_web_rtc_a_login_event_connects_the_channel_and_changes_nothing_else() {
    let mut bench = with_voice(json!({ "useWebRTC": "N" }), json!({ "status": "paused", "pause": "Almoço" }));
    goes_and_returns(&mut bench);
    assert_eq!((bench.names(), bench.said(), status(&bench)), (vec![], vec![], ChannelStatus::Available));
}

#[rstest]
#[case::chn_025_chn_032_the_earlier_pause("Almoço", json!({ "pauseId": "7", "pauseName": "Almoço" }))]
#[case::chn_026_chn_032_a_pause_that_no_longer_exists("Ginástica", json!({ "pauseId": "", "pauseName": "Reconexão" }))]
fn a_paused_agent_is_paused_again_and_informed(#[case] pause: &str, #[case] body: Value) {
    let mut bench = with_voice(by_browser(), json!({ "status": "paused", "pause": pause }));
    goes_and_returns(&mut bench);
    assert_eq!((bench.call(ENTER).json(), bench.said()), (body, vec![PAUSED_AGAIN.to_owned()]));
    assert!(is_connected(&bench), "CHN-032: the channel is connected after the pause was entered again");
}

#[test]
fn chn_025_an_agent_with_a_scheduled_pause_is_paused_again() {
    let mut bench = with_voice(by_browser(), json!({ "status": "processing", "scheduledPause": "Almoço" }));
    goes_and_returns(&mut bench);
    assert_eq!(bench.call(ENTER).json()["pauseName"], "Almoço");
}

#[test]
fn chn_027_chn_032_shell_023_an_available_agent_is_informed_and_the_channel_connected() {
    let mut bench = with_voice(by_browser(), json!({ "status": "available" }));
    goes_and_returns(&mut bench);
    assert_eq!((bench.said(), bench.names()), (vec![AVAILABLE_AGAIN.to_owned()], vec![]));
    let titles: Vec<_> = bench.snackbars().iter().map(|snackbar| snackbar.title.clone()).collect();
    assert_eq!(titles, [Some(crate::flow::Text::key("voiceRestored"))]);
    assert_eq!(status(&bench), ChannelStatus::Available);
}

#[rstest]
#[case::chn_029_chn_030_chn_032_the_login_pause_is_left(json!({ "status": "available" }), &["POST pauses/voice/leave/agent/101"])]
#[case::chn_030_chn_032_the_earlier_pause_replaces_it(json!({ "status": "paused", "pause": "Almoço" }), &[ENTER])]
fn with_a_login_pause_the_earlier_status_is_restored(#[case] facts: Value, #[case] calls: &[&str]) {
    let record = with(by_browser(), json!({ "agentLoginStartsPaused": { "voice": true } }));
    let mut bench = with_voice(record, facts);
    let left = json!({ "success": true, "channel": "voice", "connected": true, "status": "available" });
    bench.answer("POST pauses/voice/leave/agent/101", 200, left);
    goes_and_returns(&mut bench);
    bench.event("VoicePauseEvent", json!({ "reason": "Pausa de login" }));
    assert_eq!(bench.names(), calls);
    assert!(is_connected(&bench), "CHN-032: the channel is connected after the login pause was left or replaced");
}

#[test]
fn chn_031_chn_033_a_second_login_event_does_not_restore_the_status_again_also_after_a_reload() {
    let mut bench = with_voice(by_browser(), json!({ "status": "available" }));
    goes_and_returns(&mut bench);
    assert_eq!(previous(&mut bench), json!({ "status": "available", "pause": null, "applied": true }));
    bench.event("VoiceLoginEvent", json!({ "voice": true }));
    assert_eq!(bench.said().len(), 1);
    bench.reload().start("/attendance");
    bench.event("VoiceLoginEvent", json!({ "voice": true }));
    assert_eq!(bench.said(), Vec::<String>::new());
}

#[rstest]
#[case::false_as_a_flag(json!(false), true)]
#[case::zero_as_a_number(json!(0), true)]
#[case::an_empty_text(json!(""), true)]
#[case::true_as_a_flag(json!(true), false)]
#[case::another_word(json!("Y"), false)]
#[case::the_flag_of_an_older_server(Value::Null, false)]
fn chn_034_a_login_event_with_a_falsy_flag_shows_an_error_and_connects_nothing(
    #[case] flag: Value,
    #[case] falsy: bool,
) {
    let mut bench = with_voice(by_browser(), json!({ "connected": false, "status": "disconnected" }));
    bench.event("VoiceLoginEvent", json!({ "voice": flag }));
    let texts = if falsy { vec!["Não foi possível conectar o canal de voz".to_owned()] } else { vec![] };
    assert_eq!((bench.said(), status(&bench) == ChannelStatus::Disconnected), (texts, falsy));
}

#[rstest]
#[case::chat("Chat", Channel::Chat)]
#[case::whatsapp("WhatsApp", Channel::Whatsapp)]
fn chn_036_the_events_of_another_channel_change_that_channel_only(#[case] name: &str, #[case] channel: Channel) {
    let mut bench = with_voice(by_browser(), json!({ "status": "paused", "pause": "Almoço" }));
    bench.event("VoiceLogoffEvent", json!({}));
    let voice = status(&bench);
    for (kind, expected) in [
        ("Login", ChannelStatus::Available),
        ("Pause", ChannelStatus::Paused),
        ("Unpause", ChannelStatus::Available),
        ("Logoff", ChannelStatus::Disconnected),
    ] {
        bench.event(&format!("{name}{kind}Event"), json!({}));
        assert_eq!((bench.workspace.channels.status(channel), status(&bench)), (expected, voice), "{kind}");
        assert_eq!((bench.names(), bench.said()), (vec![], vec![]), "{kind} asks the server nothing and shows nothing");
    }
}

#[rstest]
#[case::the_agent_wants_the_notification(true, 1)]
#[case::not_010_the_agent_does_not_want_the_notification(false, 0)]
fn the_desktop_notification_of_a_restored_connection_follows_the_agents_switch(
    #[case] wanted: bool,
    #[case] shown: usize,
) {
    let record = with(by_browser(), json!({ "agentPreferences": { "notifyVoiceConnectionLost": wanted } }));
    let mut bench = with_voice(record, json!({ "status": "available" }));
    bench.page(PageInput::DesktopPermission { permission: DesktopPermission::Granted, answer: false });
    goes_and_returns(&mut bench);
    let is_shown = |effect: &&Effect| match effect {
        Effect::Desktop(DesktopCommand::Show(notice)) => notice.kind == DesktopKind::VoiceWebrtcReconnectionSuccess,
        _ => false,
    };
    assert_eq!(bench.effects.iter().filter(is_shown).count(), shown);
}

/// An agent with this voice attendance.
fn with_attendance(facts: Value, job: Value) -> Bench {
    let mut bench = Bench::new();
    let job = with(json!({ "protocol": "V1", "channel": "voice", "activeAttendance": true }), job);
    let voice = with(json!({ "connected": true }), facts);
    bench.answer("GET agents/101/status", 200, json!({ "channels": { "voice": voice } }));
    let lists = json!({ "asOfSeq": 0, "epoch": "e1", "data": { "voice": [job] } });
    bench.answer("GET agents/101/jobs/active", 200, lists).start("/login").sign_in();
    bench
}

#[test]
fn chn_016_voi_016_a_voice_job_makes_voice_in_attendance_and_its_end_available() {
    let mut bench = with_attendance(json!({ "status": "available" }), json!({}));
    assert!(bench.has_job("V1"));
    assert_eq!(status(&bench), ChannelStatus::InAttendance);
    bench.event("JobFinishedEvent", json!({ "protocol": "V1" }));
    assert_eq!(status(&bench), ChannelStatus::Available);
}

#[rstest]
#[case::chn_017_voi_017_the_job_is_also_disabled(json!({ "disabled": true, "closedWithoutQualify": true }))]
#[case::chn_017_voi_017_the_job_is_enabled(json!({ "closedWithoutQualify": true }))]
fn a_voice_job_that_is_closed_without_qualification_does_not_change_the_status_of_voice(#[case] ended: Value) {
    let bench = with_attendance(json!({ "status": "available" }), ended);
    assert!(bench.has_job("V1"));
    assert_eq!(status(&bench), ChannelStatus::Available);
}
