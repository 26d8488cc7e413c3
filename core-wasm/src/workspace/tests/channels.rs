//! Connecting and disconnecting channels, and the status that follows from facts.

use super::bench::Bench;
use super::samples::{agent_status, channel_facts, chat_job, with};
use crate::channels::ChannelStatusView::{self, Available, Disconnected, InAttendance, Processing};
use crate::flow::{HttpFailure, StorePlace};
use crate::input::Intent;
use crate::wire::{Channel, ChannelStatus};
use rstest::rstest;
use serde_json::{Value, json};

const CHAT: Channel = Channel::Chat;

/// Signed in with chat in this status.
fn with_chat(status: &str) -> Bench {
    let mut bench = Bench::new();
    bench.answer("GET agents/101/status", 200, agent_status(status)).start("/login").sign_in().forget();
    bench
}

fn status(bench: &Bench) -> ChannelStatusView {
    bench.channel(CHAT).status
}

#[test]
fn chn_001_each_channel_has_one_status_of_five() {
    let spelled = ChannelStatus::ALL.map(|status| serde_json::to_value(status).expect("a word"));
    assert_eq!(spelled, ["available", "disconnected", "paused", "scheduled_pause", "in_attendance"].map(Value::from));
    for channel in Channel::ALL {
        for (word, open_jobs, expected) in [
            ("available", 0, ChannelStatus::Available),
            ("disconnected", 0, ChannelStatus::Disconnected),
            ("paused", 0, ChannelStatus::Paused),
            ("scheduled_pause", 1, ChannelStatus::ScheduledPause),
            ("available", 1, ChannelStatus::InAttendance),
        ] {
            let mut bench = Bench::new();
            let mut status = json!({ "channels": {} });
            status["channels"][channel.as_str()] = channel_facts(word);
            bench.answer("GET agents/101/status", 200, status).start("/login").sign_in();
            for number in 0..open_jobs {
                let job = with(chat_job(&format!("P{number}")), json!({ "channel": channel.as_str() }));
                bench.event("NewChatEvent", json!({ "job": job }));
            }
            assert_eq!(bench.workspace.channels.status(channel), expected, "{channel:?} {word}");
        }
    }
}

#[test]
fn chn_004_the_channel_state_keeps_status_and_on_hold_of_each_channel() {
    let mut bench = Bench::new();
    let on_hold = |status: &str, count: u32| with(channel_facts(status), json!({ "onHold": count }));
    let channels = json!({ "chat": on_hold("available", 1), "whatsapp": on_hold("paused", 2), "voice": on_hold("disconnected", 0) });
    bench.answer("GET agents/101/status", 200, json!({ "channels": channels })).start("/login").sign_in().advance(300);
    let kept: Value =
        serde_json::from_str(bench.stored(StorePlace::Database, "channel").expect("the record")).expect("JSON");
    for (channel, status, held) in [("chat", "available", 1), ("whatsapp", "paused", 2), ("voice", "disconnected", 0)] {
        let record = &kept["channels"][channel];
        assert_eq!((record["status"].as_str(), record["onHold"].as_u64()), (Some(status), Some(held)), "{channel}");
    }
}

#[test]
fn api_044_chn_006_connecting_chat_makes_it_available() {
    let mut bench = with_chat("disconnected");
    bench.hold("POST channels/chat/connect/agent/101").intent(Intent::ConnectChannel { channel: CHAT });
    let call = bench.call("POST channels/chat/connect/agent/101");
    assert_eq!((call.query.len(), &call.body), (0, &None));
    assert_eq!(status(&bench), Processing);
    bench.reply(
        "POST channels/chat/connect/agent/101",
        200,
        json!({ "channel": "chat", "connected": true, "status": "available" }),
    );
    assert_eq!((status(&bench), bench.channel(CHAT).connected), (Available, true));
}

#[test]
fn api_045_chn_007_disconnecting_chat_makes_it_disconnected() {
    let mut bench = with_chat("available");
    bench.hold("POST channels/chat/disconnect/agent/101").intent(Intent::DisconnectChannel { channel: CHAT });
    let call = bench.call("POST channels/chat/disconnect/agent/101");
    assert_eq!((call.query.len(), &call.body), (0, &None));
    assert_eq!(status(&bench), Processing);
    bench.reply("POST channels/chat/disconnect/agent/101", 200, json!({ "channel": "chat" }));
    assert_eq!((status(&bench), bench.channel(CHAT).connected), (Disconnected, false));
}

#[test]
fn chn_009_an_opened_chat_makes_the_chat_channel_in_attendance_while_nothing_is_paused() {
    let mut bench = with_chat("available");
    assert_eq!(bench.workspace.channels.status(Channel::Whatsapp), ChannelStatus::Disconnected);
    bench.attends("P1");
    assert_eq!(
        (bench.path().as_str(), status(&bench), bench.channel(CHAT).open_jobs),
        ("/attendance/P1", InAttendance, 1)
    );
}

#[test]
fn chn_013_chn_014_the_last_finished_chat_makes_the_channel_available_again() {
    let mut bench = with_chat("available");
    bench.attends("P1").attends("P2").finishes("P1");
    assert_eq!((status(&bench), bench.channel(CHAT).open_jobs), (InAttendance, 1));
    bench.finishes("P2");
    assert_eq!((status(&bench), bench.channel(CHAT).open_jobs), (Available, 0));
}

#[test]
fn chn_013_with_a_scheduled_pause_the_last_finished_chat_begins_the_pause() {
    let mut bench = with_chat("scheduled_pause");
    bench.attends("P1").finishes("P1");
    assert_eq!(status(&bench), ChannelStatusView::Paused);
}

#[test]
fn chn_015_only_enabled_jobs_of_the_same_channel_count() {
    let mut bench = with_chat("available");
    let elsewhere = with(chat_job("W1"), json!({ "channel": "whatsapp" }));
    bench
        .event("NewChatEvent", json!({ "job": elsewhere }))
        .attends("P1")
        .event("ChatEndEvent", json!({ "protocol": "P1" }));
    assert_eq!((status(&bench), bench.has_job("P1"), bench.has_job("W1")), (Available, true, true));
}

#[rstest]
#[case::chn_054_refused(422, json!({}), "Não foi possível conectar o canal de chat")]
#[case::chn_054_server_fault(500, json!({}), "Não foi possível conectar o canal de chat")]
#[case::chn_056_offline(409, json!({ "reason": "OFFLINE" }), "Servidor de chat offline")]
fn a_failed_connect_is_told(#[case] http: u16, #[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_chat("disconnected");
    bench.answer("POST channels/chat/connect/agent/101", http, body).intent(Intent::ConnectChannel { channel: CHAT });
    assert_eq!((bench.said(), status(&bench)), (vec![sentence.to_owned()], Disconnected));
}

#[rstest]
#[case::chn_055_refused(422, json!({}), "Não foi possível desconectar o canal de chat")]
#[case::chn_055_server_fault(500, json!({}), "Não foi possível desconectar o canal de chat")]
#[case::chn_056_offline(409, json!({ "reason": "OFFLINE" }), "Servidor de chat offline")]
fn a_failed_disconnect_is_told(#[case] http: u16, #[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_chat("available");
    bench
        .answer("POST channels/chat/disconnect/agent/101", http, body)
        .intent(Intent::DisconnectChannel { channel: CHAT });
    assert_eq!((bench.said(), status(&bench)), (vec![sentence.to_owned()], Available));
}

#[test]
fn chn_054_chn_055_no_answer_is_a_failure_too() {
    let mut bench = with_chat("disconnected");
    bench
        .fail("POST channels/chat/connect/agent/101", HttpFailure::NoAnswer)
        .intent(Intent::ConnectChannel { channel: CHAT });
    assert_eq!(bench.said(), ["Não foi possível conectar o canal de chat"]);
    let mut bench = with_chat("available");
    bench
        .fail("POST channels/chat/disconnect/agent/101", HttpFailure::TimedOut)
        .intent(Intent::DisconnectChannel { channel: CHAT });
    assert_eq!(bench.said(), ["Não foi possível desconectar o canal de chat"]);
}

#[rstest]
#[case::none(&[])]
#[case::one(&[Channel::Whatsapp])]
#[case::several(&[Channel::Chat, Channel::Voice])]
#[case::all(&Channel::ALL)]
fn chn_059_channels_are_connected_independently_of_each_other(#[case] wanted: &[Channel]) {
    let mut bench = with_chat("disconnected");
    for channel in wanted {
        bench.intent(Intent::ConnectChannel { channel: *channel });
    }
    let connected: Vec<Channel> =
        Channel::ALL.into_iter().filter(|channel| bench.channel(*channel).connected).collect();
    let mut wanted = wanted.to_vec();
    wanted.sort_unstable();
    assert_eq!((connected, bench.calls.len()), (wanted.clone(), wanted.len()));
}

#[test]
fn a_second_press_asks_once_and_an_older_event_changes_nothing() {
    let mut bench = with_chat("disconnected");
    bench.hold("POST channels/chat/connect/agent/101");
    bench.intent(Intent::ConnectChannel { channel: CHAT }).intent(Intent::ConnectChannel { channel: CHAT });
    assert_eq!(bench.calls.len(), 1);
    bench.event("ChatLoginEvent", json!({ "version": 7, "channel": "chat", "connected": true, "status": "available" }));
    bench.event(
        "ChatLogoffEvent",
        json!({ "version": 6, "channel": "chat", "connected": false, "status": "disconnected" }),
    );
    assert!(bench.channel(CHAT).connected);
}

#[test]
fn a_status_asked_for_before_a_connect_does_not_undo_it() {
    let mut bench = with_chat("disconnected");
    bench.hold("GET agents/101/status").intent(Intent::ReloadJobs);
    bench.intent(Intent::ConnectChannel { channel: CHAT });
    assert_eq!(status(&bench), Available);
    bench.reply("GET agents/101/status", 200, agent_status("disconnected"));
    assert_eq!(status(&bench), Available);
    // The doubt is settled by asking again.
    bench.reply("GET agents/101/status", 200, agent_status("available"));
    assert_eq!(status(&bench), Available);
    assert_eq!(bench.calls_of("GET agents/101/status").len(), 2);
}

/// Signed in with these statuses of WhatsApp and chat.
fn with_both(whatsapp: &str, chat: &str) -> Bench {
    let mut bench = Bench::new();
    let channels = json!({ "whatsapp": channel_facts(whatsapp), "chat": channel_facts(chat) });
    bench.answer("GET agents/101/status", 200, json!({ "channels": channels })).start("/login").sign_in().forget();
    bench
}

fn whatsapp_job(protocol: &str) -> Value {
    json!({ "job": with(chat_job(protocol), json!({ "channel": "whatsapp" })) })
}

#[rstest]
#[case::chn_008_neither_paused_nor_scheduled("available", ChannelStatus::InAttendance)]
#[case::chn_010_paused("paused", ChannelStatus::ScheduledPause)]
#[case::chn_010_scheduled("scheduled_pause", ChannelStatus::ScheduledPause)]
fn an_opened_whatsapp_job_makes_its_channel(#[case] before: &str, #[case] expected: ChannelStatus) {
    let mut bench = with_both(before, "available");
    bench.event("NewChatEvent", whatsapp_job("W1"));
    assert_eq!(bench.workspace.channels.status(Channel::Whatsapp), expected);
    assert_eq!(bench.workspace.channels.status(Channel::Chat), ChannelStatus::Available);
}

#[test]
fn chn_012_a_chat_job_is_judged_by_the_pause_of_its_own_channel() {
    let mut bench = with_both("paused", "available");
    bench.attends("P1");
    assert_eq!(bench.workspace.channels.status(Channel::Chat), ChannelStatus::InAttendance);
    let mut bench = with_both("available", "paused");
    bench.attends("P1");
    assert_eq!(bench.workspace.channels.status(Channel::Chat), ChannelStatus::ScheduledPause);
    assert_eq!(bench.workspace.channels.status(Channel::Whatsapp), ChannelStatus::Available);
}

#[rstest]
#[case::whatsapp(Channel::Whatsapp)]
#[case::voice(Channel::Voice)]
fn chn_052_chn_053_a_failed_login_or_logoff_of_whatsapp_or_voice_is_told(#[case] channel: Channel) {
    let mut bench = with_both("disconnected", "disconnected");
    bench.answer(&format!("POST channels/{}/connect/agent/101", channel.as_str()), 500, json!({}));
    bench.intent(Intent::ConnectChannel { channel });
    assert_eq!(bench.snackbars()[0].body.key, "channels.errorConnect");
    let name = match channel {
        Channel::Voice => "VoiceLoginEvent",
        _ => "WhatsAppLoginEvent",
    };
    bench.event(name, json!({}));
    bench.answer(&format!("POST channels/{}/disconnect/agent/101", channel.as_str()), 500, json!({}));
    bench.intent(Intent::DisconnectChannel { channel });
    assert_eq!(bench.snackbars()[0].body.key, "channels.errorDisconnect");
}
