//! Connecting and disconnecting channels, and the status that follows from facts.

use super::bench::Bench;
use super::samples::{agent_status, channel_facts, chat_job, with};
use crate::channels::ChannelStatusView::{self, Available, Disconnected, InAttendance, Processing};
use crate::channels::{self, ChannelView, ChannelsIntent, ChannelsSlice, ExtensionView, Media, VoiceCheck};
use crate::flow::{Context, HttpFailure, StorePlace};
use crate::input::{BrokerInput, Intent};
use crate::jobs::JobsIntent;
use crate::shell::{self, Dialog, ShellSlice};
use crate::view::View;
use crate::wire::{Channel, ChannelStatus};
use rstest::rstest;
use serde_json::{Value, json};

const CHAT: Channel = Channel::Chat;

/// A signed-in agent whose chat channel has this status.
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
    bench
        .hold("POST channels/chat/connect/agent/101")
        .intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: CHAT }));
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
    bench
        .hold("POST channels/chat/disconnect/agent/101")
        .intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: CHAT, confirmed: true }));
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
fn chn_015_only_enabled_jobs_of_a_channel_make_that_channel_in_attendance() {
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
fn a_failed_connect_is_shown(#[case] http: u16, #[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_chat("disconnected");
    bench
        .answer("POST channels/chat/connect/agent/101", http, body)
        .intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: CHAT }));
    assert_eq!((bench.said(), status(&bench)), (vec![sentence.to_owned()], Disconnected));
}

#[rstest]
#[case::chn_055_refused(422, json!({}), "Não foi possível desconectar o canal de chat")]
#[case::chn_055_server_fault(500, json!({}), "Não foi possível desconectar o canal de chat")]
#[case::chn_056_offline(409, json!({ "reason": "OFFLINE" }), "Servidor de chat offline")]
fn a_failed_disconnect_is_shown(#[case] http: u16, #[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_chat("available");
    bench
        .answer("POST channels/chat/disconnect/agent/101", http, body)
        .intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: CHAT, confirmed: true }));
    assert_eq!((bench.said(), status(&bench)), (vec![sentence.to_owned()], Available));
}

#[test]
fn chn_054_chn_055_bey_153_without_any_answer_a_text_says_that_the_result_is_unknown() {
    let mut bench = with_chat("disconnected");
    bench
        .fail("POST channels/chat/connect/agent/101", HttpFailure::NoAnswer)
        .intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: CHAT }));
    assert!(bench.said().is_empty());
    bench.gives_up();
    assert_eq!(bench.said(), ["Não sabemos se o canal foi conectado. Confira o estado do canal."]);
    let mut bench = with_chat("available");
    bench
        .fail("POST channels/chat/disconnect/agent/101", HttpFailure::TimedOut)
        .intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: CHAT, confirmed: true }))
        .gives_up();
    assert_eq!(bench.said(), ["Não sabemos se o canal foi desconectado. Confira o estado do canal."]);
}

/// Connects as the agent does: voice with an extension.
pub fn connecting(channel: Channel) -> Intent {
    match channel {
        Channel::Voice => Intent::Channels(ChannelsIntent::ConnectVoice { exten: "1001".to_owned() }),
        _ => Intent::Channels(ChannelsIntent::ConnectChannel { channel }),
    }
}

#[rstest]
#[case::no_channel(&[])]
#[case::one_channel(&[Channel::Whatsapp])]
#[case::several_channels(&[Channel::Chat, Channel::Voice])]
#[case::all_channels(&Channel::ALL)]
fn chn_059_channels_are_connected_independently_of_each_other(#[case] wanted: &[Channel]) {
    let mut bench = with_chat("disconnected");
    for channel in wanted {
        bench.intent(connecting(*channel));
    }
    let connected: Vec<Channel> =
        Channel::ALL.into_iter().filter(|channel| bench.channel(*channel).connected).collect();
    let mut wanted = wanted.to_vec();
    wanted.sort_unstable();
    assert_eq!((connected, bench.calls.len()), (wanted.clone(), wanted.len()));
}

#[test]
fn connecting_twice_sends_one_request_and_an_older_event_changes_nothing() {
    let mut bench = with_chat("disconnected");
    bench.hold("POST channels/chat/connect/agent/101");
    bench
        .intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: CHAT }))
        .intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: CHAT }));
    assert_eq!(bench.calls.len(), 1);
    bench.event("ChatLoginEvent", json!({ "version": 7, "channel": "chat", "connected": true, "status": "available" }));
    bench.event(
        "ChatLogoffEvent",
        json!({ "version": 6, "channel": "chat", "connected": false, "status": "disconnected" }),
    );
    assert!(bench.channel(CHAT).connected);
}

#[test]
fn a_status_answer_requested_before_a_connect_does_not_undo_the_connect() {
    let mut bench = with_chat("disconnected");
    bench.hold("GET agents/101/status").intent(Intent::Jobs(JobsIntent::ReloadJobs));
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: CHAT }));
    assert_eq!(status(&bench), Available);
    bench.reply("GET agents/101/status", 200, agent_status("disconnected"));
    assert_eq!(status(&bench), Available);
    // The next answer of the server decides. It is requested after a pause, so that many events cause few requests.
    bench.advance(5_000).reply("GET agents/101/status", 200, agent_status("available"));
    assert_eq!(status(&bench), Available);
    assert_eq!(bench.calls_of("GET agents/101/status").len(), 2);
}

#[test]
fn a_status_request_during_a_load_applies_the_answer_of_the_load_and_is_sent_afterwards() {
    let mut bench = Bench::signed_in();
    bench
        .forget()
        .hold("GET agents/101/status")
        .intent(Intent::Jobs(JobsIntent::ReloadJobs))
        .intent(Intent::Jobs(JobsIntent::ReloadJobs));
    assert_eq!(bench.calls_of("GET agents/101/status").len(), 1);
    // Answered before a gap in the broker's events; the second request covers the gap.
    bench.reply("GET agents/101/status", 200, agent_status("available"));
    assert_eq!((status(&bench), bench.calls_of("GET agents/101/status").len()), (Available, 2));
    bench.reply("GET agents/101/status", 200, agent_status("disconnected"));
    assert_eq!((status(&bench), bench.calls_of("GET agents/101/status").len()), (Disconnected, 2));
}

/// A signed-in agent whose WhatsApp and chat channels have these statuses.
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
fn the_status_of_the_channel_after_a_whatsapp_job_was_opened(#[case] before: &str, #[case] expected: ChannelStatus) {
    let mut bench = with_both(before, "available");
    bench.event("NewChatEvent", whatsapp_job("W1"));
    assert_eq!(bench.workspace.channels.status(Channel::Whatsapp), expected);
    assert_eq!(bench.workspace.channels.status(Channel::Chat), ChannelStatus::Available);
}

#[test]
fn chn_012_only_a_pause_of_the_channel_of_a_chat_makes_its_status_a_scheduled_pause() {
    let mut bench = with_both("paused", "available");
    bench.attends("P1");
    assert_eq!(bench.workspace.channels.status(Channel::Chat), ChannelStatus::InAttendance);
    let mut bench = with_both("available", "paused");
    bench.attends("P1");
    assert_eq!(bench.workspace.channels.status(Channel::Chat), ChannelStatus::ScheduledPause);
    assert_eq!(bench.workspace.channels.status(Channel::Whatsapp), ChannelStatus::Available);
}

#[test]
fn chn_052_chn_053_a_failed_login_or_logoff_of_whatsapp_is_shown() {
    let mut bench = with_both("disconnected", "disconnected");
    bench.answer("POST channels/whatsapp/connect/agent/101", 500, json!({}));
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Whatsapp }));
    assert_eq!(bench.snackbars()[0].body.key, "errorConnectChannel");
    bench.event("WhatsAppLoginEvent", json!({}));
    bench.answer("POST channels/whatsapp/disconnect/agent/101", 500, json!({}));
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Whatsapp, confirmed: true }));
    assert_eq!(bench.snackbars()[0].body.key, "errorDisconnectChannel");
}

const CONNECT_VOICE: &str = "POST channels/voice/connect/agent/101";

/// The dialog of the extension is open.
fn asked() -> Bench {
    let mut bench = with_both("disconnected", "disconnected");
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice }));
    bench
}

fn types(bench: &mut Bench, exten: &str) {
    bench.intent(Intent::Channels(ChannelsIntent::ConnectVoice { exten: exten.to_owned() }));
}

fn extension(bench: &Bench) -> ExtensionView {
    match bench.workspace.view(&channels::slices::CHANNELS.key()) {
        View::Channels(ChannelsSlice::Channels(channels)) => channels.extension,
        other => panic!("{other:?}"),
    }
}

#[test]
fn chn_037_chn_038_voice_asks_for_an_extension_of_digits_and_remembers_the_last_one() {
    let mut bench = asked();
    assert_eq!((bench.dialog(), bench.calls.len()), (Some(Dialog::Extension), 0), "not requested");
    for (typed, fault) in [("  ", "Esse campo é obrigatório"), ("10a1", "O ramal tem só números")] {
        types(&mut bench, typed);
        let invalid = extension(&bench).invalid.map(|text| super::words::said(&text));
        assert_eq!((invalid.as_deref(), bench.calls.len()), (Some(fault), 0));
    }
    bench.hold(CONNECT_VOICE);
    types(&mut bench, " 1001 ");
    types(&mut bench, "1001");
    assert_eq!((bench.call(CONNECT_VOICE).json(), extension(&bench).pending), (json!({ "exten": "1001" }), true));
    bench.reply(CONNECT_VOICE, 200, json!({ "channel": "voice", "connected": true, "status": "available" }));
    assert_eq!((bench.dialog(), bench.channel(Channel::Voice).status), (None, Available));
    let preferences = bench.workspace.view(&shell::slices::PREFERENCES.key());
    assert!(matches!(preferences, View::Shell(ShellSlice::Preferences(kept)) if kept.extension == "1001"));
}

#[rstest]
#[case::chn_039_chn_045("notAuthorized", "Agente não autorizado a logar no canal de voz")]
#[case::chn_046("connectionLimitExceeded", "Limite de conexões excedido")]
#[case::chn_047("noAttendanceGroup", "Agente não pertence a nenhum grupo de atendimento")]
#[case::chn_048("extensionNotRegistered", "Ramal não registrado")]
#[case::chn_049("extensionNotExisting", "Ramal não existe")]
#[case::chn_050("extensionInUse", "Ramal em uso")]
#[case::chn_051("cannotOriginate", "Não foi possível originar chamada para o ramal")]
#[case::chn_041_chn_042_no_text_for_it("moonPhase", "Não foi possível conectar o canal de voz")]
#[case::chn_041_no_cause("", "Não foi possível conectar o canal de voz")]
fn a_refused_extension_is_shown_in_its_dialog(#[case] cause: &str, #[case] sentence: &str) {
    let mut bench = asked();
    let body = if cause.is_empty() { json!({}) } else { json!({ "cause": cause }) };
    bench.answer(CONNECT_VOICE, 409, body);
    types(&mut bench, "1009");
    let failure = extension(&bench).failure.map(|text| super::words::said(&text));
    assert_eq!((failure.as_deref(), bench.dialog()), (Some(sentence), Some(Dialog::Extension)));
    assert!(bench.said().is_empty(), "shown once (ERR-001)");
    bench.answer(CONNECT_VOICE, 200, json!({ "channel": "voice", "connected": true, "status": "available" }));
    types(&mut bench, "1001");
    assert_eq!((extension(&bench).failure, bench.dialog()), (None, None));
}

#[rstest]
#[case::chn_040_online("online")]
#[case::chn_040_originate("originate")]
fn a_refused_connect_of_voice_shows_no_message_and_refetches_the_status_if_the_cause_is(#[case] cause: &str) {
    let mut bench = asked();
    bench.answer(CONNECT_VOICE, 409, json!({ "cause": cause }));
    types(&mut bench, "1001");
    assert_eq!((bench.said().len(), extension(&bench).failure, bench.dialog()), (0, None, None));
    assert_eq!(bench.calls_of("GET agents/101/status").len(), 1, "what is true then is asked for");
}

#[rstest]
#[case::chn_043_a_reason_that_has_a_text(json!({ "reason": "NOT_AUTHORIZED" }), "Agente não autorizado a logar no canal de voz")]
#[case::chn_044_a_reason_without_a_text(json!({ "reason": "MOON_PHASE" }), "Não foi possível desconectar o canal")]
#[case::chn_044_chn_053_no_reason_at_all(json!({}), "Não foi possível desconectar o canal")]
fn a_failed_disconnect_of_voice_is_shown(#[case] body: Value, #[case] sentence: &str) {
    let mut bench = with_both("disconnected", "disconnected");
    bench.event("VoiceLoginEvent", json!({})).answer("POST channels/voice/disconnect/agent/101", 409, body);
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Voice, confirmed: false }));
    assert_eq!(bench.said(), [sentence]);
}

#[test]
fn chn_060_disconnecting_a_channel_with_open_attendances_asks_for_confirmation_and_the_attendances_stay() {
    let mut bench = with_chat("available");
    bench.attends("P1").attends("P2").forget();
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: CHAT, confirmed: false }));
    let asked = Some(Dialog::ConfirmDisconnect { channel: CHAT, open_jobs: 2 });
    assert_eq!((bench.dialog(), bench.calls.len()), (asked, 0));
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: CHAT, confirmed: true }));
    assert_eq!((bench.dialog(), status(&bench)), (None, Disconnected));
    assert!(bench.has_job("P1") && bench.has_job("P2"));
}

#[rstest]
#[case::chn_003_online("online", Available)]
#[case::chn_003_processing("processing", Processing)]
#[case::chn_003_manual("manual", Processing)]
#[case::chn_003_unknown("in_training", Disconnected)]
fn a_status_word_of_another_server_version_is_shown_as(#[case] word: &str, #[case] shown: ChannelStatusView) {
    let mut bench = Bench::new();
    let channels = json!({ "channels": { "chat": { "status": word } } });
    bench.answer("GET agents/101/status", 200, channels).start("/login").sign_in();
    assert_eq!(status(&bench), shown);
    if shown == Processing {
        assert_eq!(bench.workspace.channels.status(CHAT), ChannelStatus::InAttendance);
    }
}

#[test]
fn chn_005_the_customers_in_the_queue_of_a_channel_are_shown_with_it() {
    let mut bench = Bench::new();
    let channels = json!({ "channels": { "chat": with(channel_facts("available"), json!({ "onHold": 3 })) } });
    bench.answer("GET agents/101/status", 200, channels).start("/login").sign_in();
    assert_eq!(bench.channel(CHAT).on_hold, 3);
}

#[test]
fn a_lost_voice_connection_is_shown_as_lost_and_stopped_media_as_disconnected() {
    let mut bench = with_both("disconnected", "disconnected");
    bench.event("VoiceLoginEvent", json!({}));
    let reported = |bench: &mut Bench, media| {
        let workspace = &mut bench.workspace;
        let exit = workspace.channels.set_media(&mut Context { now: bench.now, kernel: &mut workspace.kernel }, media);
        (
            exit.is_some(),
            workspace
                .channels
                .view(false, VoiceCheck::default())
                .items
                .into_iter()
                .find(|item| item.channel == Channel::Voice),
        )
    };
    let status = |item: Option<ChannelView>| item.map(|item| item.status);
    let (changed, item) = reported(&mut bench, Media::Reconnecting);
    assert_eq!((changed, status(item)), (false, Some(ChannelStatusView::Lost)));
    let (changed, item) = reported(&mut bench, Media::Stopped);
    assert_eq!((changed, status(item)), (true, Some(Disconnected)));
}

#[test]
fn rtc_016_a_page_that_is_hidden_has_stored_the_latest_status_before_anything_disconnects() {
    let mut bench = Bench::new();
    let channels = json!({ "voice": with(channel_facts("paused"), json!({ "pause": "Almoço" })) });
    bench.answer("GET agents/101/status", 200, json!({ "channels": channels })).start("/login").sign_in().advance(300);
    let kept = |bench: &Bench| -> Value {
        let record = bench.stored(StorePlace::Database, "channel").expect("the record");
        serde_json::from_str::<Value>(record).expect("JSON")["previous_voice"].clone()
    };
    assert_eq!(kept(&bench), Value::Null);
    bench.page(crate::input::PageInput::Visible { visible: false });
    assert_eq!(kept(&bench), json!({ "status": "paused", "pause": "Almoço" }), "at once, not with the next flush");
    bench.event("VoiceLogoffEvent", json!({ "channel": "voice", "version": 9, "status": "disconnected" })).advance(300);
    assert_eq!(kept(&bench), json!({ "status": "paused", "pause": "Almoço" }));
}

#[test]
fn an_event_newer_than_the_status_answer_is_applied_although_the_list_of_attendances_is_newer_still() {
    let mut bench = Bench::signed_in();
    let paused = |pause: Option<&str>| {
        let status = if pause.is_some() { "paused" } else { "available" };
        json!({ "chat": { "connected": true, "status": status, "pause": pause } })
    };
    let status = json!({ "agentId": "101", "asOfSeq": 2, "epoch": "e1", "channels": paused(None) });
    bench.answer("GET agents/101/status", 200, status);
    bench.answer("GET agents/101/jobs/active", 200, json!({ "asOfSeq": 3, "epoch": "e1", "data": {} }));
    let link = bench.link;
    bench.broker(BrokerInput::Closed { link }).advance(5_000);
    assert_eq!(bench.channel(Channel::Chat).status, ChannelStatusView::Available);
    let frame = |seq: u64, pause: Option<&str>| {
        json!({ "event": "AgentStatusEvent", "eventId": format!("status-{seq}"), "seq": seq, "epoch": "e1", "version": seq,
            "channels": paused(pause) })
    };
    // The status answer contains the first event; only the list of attendances contains the second one.
    bench.frame(&frame(2, Some("Almoço")).to_string());
    assert_eq!(bench.channel(Channel::Chat).status, ChannelStatusView::Available);
    bench.frame(&frame(3, Some("Café")).to_string());
    assert_eq!(bench.channel(Channel::Chat).status, ChannelStatusView::Paused);
}

#[rstest]
#[case::voice_in_use(Channel::Voice, json!({ "cause": "extensionInUse", "details": {} }), "voiceChannel.extensionInUse")]
#[case::chat_offline(Channel::Chat, json!({ "cause": "offline" }), "channels.chat.serverOffline")]
#[case::chat_not_authorized(Channel::Chat, json!({ "cause": "notAuthorized" }), "channels.cause.notAuthorized")]
#[case::whatsapp_not_authorized(Channel::Whatsapp, json!({ "cause": "notAuthorized" }), "channels.cause.notAuthorized")]
#[case::whatsapp_without_a_cause(Channel::Whatsapp, json!({}), "errorConnectChannel")]
fn chn_058_the_error_of_a_refused_connect_has_the_reason_of_the_server_and_the_channel(
    #[case] channel: Channel,
    #[case] errors: Value,
    #[case] key: &str,
) {
    let mut bench = with_chat("disconnected");
    bench.answer(&format!("POST channels/{}/connect/agent/101", channel.as_str()), 409, errors);
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel }));
    let reported = if channel == Channel::Voice {
        bench.intent(Intent::Channels(ChannelsIntent::ConnectVoice { exten: "1001".to_owned() }));
        let workspace = &bench.workspace;
        workspace.channels.view(false, VoiceCheck::default()).extension.failure
    } else {
        bench.snackbars().first().map(|note| note.body.clone())
    };
    assert_eq!(reported.map(|text| text.key), Some(key.to_owned()));
}
