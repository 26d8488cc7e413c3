//! The voice connection together with the signalling: registration, loss, reconnect, reload, and the audio of a call.

use super::agent::Agent;
use crate::connection::DeviceProblem;
use crate::flow::VoiceCommand;
use crate::voice::timer::VoiceTimer;
use crate::voice::{CallPhase, Exit, IceState, Levels, Quality, VoiceStatus};
use janus::Fault;
use serde_json::json;

fn ice(agent: &mut Agent, state: IceState) {
    let call = agent.call_number();
    agent.run(|voice, context| voice.on_ice(context, call, state));
}

/// An agent in a call.
fn in_call() -> Agent {
    let mut agent = Agent::registered();
    agent.is_called(json!({})).leg_arrives();
    agent.run(|voice, context| voice.accept(context)).leg_is_answered();
    agent.exits.retain(|exit| matches!(exit, Exit::Command(_)));
    agent.sent.clear();
    agent
}

#[test]
fn rtc_001_rtc_002_the_first_node_is_opened_and_the_extension_registered() {
    let mut agent = Agent::new();
    agent.logged().answers_setup("N");
    let opened = agent.exits.iter().find_map(|exit| match exit {
        Exit::Command(VoiceCommand::OpenSocket { url, protocol, .. }) => Some((url.as_str(), *protocol)),
        _ => None,
    });
    assert_eq!(opened, Some(("wss://voice.example:8989", "janus-protocol")));
    agent.opens().makes_session();
    let body = agent.sent.last().expect("a request")["body"].clone();
    assert_eq!(
        (&body["request"], &body["username"], &body["display_name"], &body["secret"], &body["proxy"]),
        (&json!("register"), &json!("sip:1001@proxy"), &json!("agent-101-1001"), &json!("s"), &json!("sip:proxy:5060"))
    );
}

#[test]
fn rtc_030_without_a_secret_of_the_server_the_agents_id_is_the_secret() {
    let mut agent = Agent::new();
    agent.logged();
    agent.answer("GET webrtc", 200, json!({ "exten": "1001" }));
    agent.answer("GET voice/get-nodes/101", 200, json!([{ "host": "voice.example" }]));
    agent.opens().makes_session();
    let body = agent.sent.last().expect("a request")["body"].clone();
    assert_eq!((&body["secret"], &body["username"]), (&json!("101"), &json!("sip:1001@voice.example")));
}

#[test]
fn rtc_021_in_agent_channel_mode_the_registration_connects_the_channel_with_the_extension() {
    let mut agent = Agent::new();
    agent.register("Y");
    assert_eq!(agent.voice.status(), VoiceStatus::Logged);
    assert!(agent.news().contains(&Exit::ConnectChannel("1001".to_owned())));
    agent.leg_arrives();
    ice(&mut agent, IceState::Connected);
    assert_eq!(agent.voice.status(), VoiceStatus::Connected);
}

#[test]
fn rtc_022_without_the_agent_channel_the_registration_connects_voice() {
    let mut agent = Agent::registered();
    assert_eq!(agent.voice.status(), VoiceStatus::Connected);
    let news = agent.news();
    assert!(news.contains(&Exit::Status(VoiceStatus::Connected)), "{news:?}");
    assert!(!news.iter().any(|exit| matches!(exit, Exit::ConnectChannel(_) | Exit::ConnectionRestored)), "{news:?}");
}

#[test]
fn rtc_023_without_its_own_flag_the_setting_use_web_rtc_decides_about_the_agent_channel() {
    let mut agent = Agent::new();
    agent.register("");
    assert_eq!(agent.voice.status(), VoiceStatus::Logged);
}

#[test]
fn rtc_003_without_voice_nodes_voice_does_not_connect_and_attempts_follow() {
    for fails in [true, false] {
        let mut agent = Agent::new();
        agent.logged();
        agent.answer("GET webrtc", 200, json!({ "exten": "1001" }));
        if fails {
            agent.fails("GET voice/get-nodes/101");
        } else {
            agent.answer("GET voice/get-nodes/101", 200, json!({ "data": [] }));
        }
        assert_eq!((agent.voice.status(), agent.news()), (VoiceStatus::Disconnected, vec![Exit::AskAgent(true)]));
        agent.advance(2_000);
        assert!(agent.news().starts_with(&[Exit::AskAgent(false), Exit::Validate]));
    }
}

#[test]
fn con_010_con_011_con_012_after_a_loss_each_attempt_validates_loads_the_settings_and_connects_every_2_s() {
    let mut agent = Agent::registered();
    agent.news();
    agent.socket_closes();
    let news = agent.news();
    let lost = [Exit::Fault(Fault::LostConnection), Exit::ConnectionLost, Exit::AskAgent(false), Exit::Validate];
    assert_eq!(news.split_last(), Some((&Exit::Status(VoiceStatus::ConnectionLost), lost.as_slice())));
    agent.run(|voice, context| voice.on_validation(context, false));
    agent.advance(1_999);
    assert!(!agent.news().contains(&Exit::Validate));
    agent.advance(1);
    assert!(agent.news().contains(&Exit::Validate));
    agent.sent.clear();
    agent.logged().answers_setup("N").opens();
    assert_eq!(agent.voice.status(), VoiceStatus::Reconnecting);
    assert_eq!(agent.sent.last().map(|frame| &frame["janus"]), Some(&json!("claim")));
    agent.success(json!({}));
    assert_eq!((agent.voice.status(), agent.voice.retries()), (VoiceStatus::Connected, 0));
    assert!(agent.news().contains(&Exit::ConnectionRestored));
    assert!(!agent.has_timer(VoiceTimer::Reconnect));
}

/// The voice server was restarted: it does not know the session and the registration any more.
fn registers_again(agent: &mut Agent) {
    agent.makes_session();
    assert_eq!(agent.sip_requests().last().map(String::as_str), Some("register"));
    assert_ne!(agent.voice.status(), VoiceStatus::Connected, "no call is possible yet");
    agent.is_registered();
    assert_eq!((agent.voice.status(), agent.voice.retries()), (VoiceStatus::Connected, 0));
    assert!(agent.news().contains(&Exit::ConnectionRestored));
    assert!(!agent.has_timer(VoiceTimer::Reconnect));
    agent.leg_arrives();
    assert!(agent.news().iter().any(|exit| matches!(exit, Exit::CallReceived(_))), "the next call rings");
}

#[test]
fn after_a_restart_of_the_voice_server_the_extension_is_registered_again_and_the_next_call_rings() {
    let mut agent = Agent::registered();
    agent.news();
    agent.socket_closes();
    assert_eq!(agent.voice.status(), VoiceStatus::ConnectionLost);
    // The voice server has not started yet: each attempt fails, and the next one follows after 2 s.
    for _ in 0..3 {
        agent.logged().answers_setup("N").socket_closes();
        assert_eq!(agent.voice.status(), VoiceStatus::ConnectionLost);
        agent.advance(2_000);
    }
    agent.logged().answers_setup("N").opens();
    assert_eq!(agent.sent.last().map(|frame| &frame["janus"]), Some(&json!("claim")));
    agent.error(458);
    assert_eq!(agent.sent.last().map(|frame| &frame["janus"]), Some(&json!("create")));
    registers_again(&mut agent);
}

#[test]
fn after_a_refused_keep_alive_no_call_is_possible_until_a_new_session_is_registered() {
    let mut agent = Agent::registered();
    agent.advance(8_000);
    agent.news();
    agent.error(458);
    assert_eq!(agent.voice.status(), VoiceStatus::ConnectionLost);
    let news = agent.news();
    assert!(news.contains(&Exit::ConnectionLost) && news.contains(&Exit::Status(VoiceStatus::ConnectionLost)));
    assert_eq!(agent.sent.last().map(|frame| &frame["janus"]), Some(&json!("create")));
    registers_again(&mut agent);
}

#[test]
fn a_registration_that_takes_longer_than_an_attempt_still_connects_voice() {
    for validated in [false, true] {
        let mut agent = Agent::registered();
        agent.socket_closes().logged().answers_setup("N").opens();
        agent.error(458).makes_session();
        // The next attempt is running when the registration succeeds.
        agent.advance(2_000);
        if validated {
            agent.logged();
        }
        agent.is_registered();
        assert_eq!(agent.voice.status(), VoiceStatus::Connected, "{validated}");
        assert!(!agent.has_timer(VoiceTimer::Reconnect));
    }
}

#[test]
fn a_registration_that_the_proxy_ends_is_shown_and_repeated_with_a_growing_delay() {
    let mut agent = Agent::registered();
    agent.sent.clear();
    agent.sip(json!({ "event": "registration_failed", "code": 503, "reason": "Service Unavailable" }), None);
    assert_eq!(agent.voice.status(), VoiceStatus::ConnectionLost);
    agent.advance(1_999);
    assert_eq!(agent.sip_requests(), Vec::<String>::new());
    agent.advance(1);
    assert_eq!(agent.sip_requests(), ["register"]);
    agent.sip(json!({ "event": "registration_failed", "code": 503, "reason": "Service Unavailable" }), None);
    agent.advance(3_999);
    assert_eq!(agent.sip_requests().len(), 1);
    agent.advance(1);
    assert_eq!(agent.sip_requests().len(), 2);
    agent.is_registered();
    assert_eq!(agent.voice.status(), VoiceStatus::Connected);
}

#[test]
fn voice_that_failed_with_its_registration_alive_is_connected_by_the_next_attempt() {
    let mut agent = in_call();
    ice(&mut agent, IceState::Disconnected);
    agent.logged().fails("GET webrtc");
    assert_eq!(agent.voice.status(), VoiceStatus::Disconnected);
    agent.advance(2_000);
    agent.logged().answers_setup("N");
    assert_eq!(agent.voice.status(), VoiceStatus::Connected);
    assert!(!agent.has_timer(VoiceTimer::Reconnect));
}

#[test]
fn a_closed_peer_connection_ends_the_session_and_starts_an_attempt() {
    let mut agent = in_call();
    ice(&mut agent, IceState::Closed);
    assert_eq!(agent.voice.status(), VoiceStatus::Disconnected);
    assert_eq!(agent.sent.last().map(|frame| &frame["janus"]), Some(&json!("destroy")));
    assert!(agent.has_timer(VoiceTimer::Reconnect), "an attempt follows");
}

#[test]
fn rtc_006_rtc_007_rtc_008_rtc_010_the_ice_state_decides_whether_the_connection_is_lost_or_restored() {
    for restored in [IceState::Connected, IceState::Completed] {
        let mut agent = in_call();
        ice(&mut agent, IceState::Disconnected);
        assert_eq!(agent.voice.status(), VoiceStatus::ConnectionLost);
        let news = agent.news();
        assert!(news.contains(&Exit::ConnectionLost) && news.contains(&Exit::Validate), "{news:?}");
        ice(&mut agent, restored);
        assert_eq!((agent.voice.status(), agent.voice.retries()), (VoiceStatus::Connected, 0));
        agent.advance(60_000);
        assert!(!agent.news().contains(&Exit::OpenLostDevice(DeviceProblem::Stopped)));
        assert_eq!(agent.voice.audio().phase, CallPhase::Talking, "the call goes on");
    }
}

#[test]
fn rtc_011_without_automatic_reconnecting_a_lost_ice_connection_asks_the_agent() {
    let mut agent = in_call();
    agent.run(|voice, context| voice.set_auto_reconnect(context, false));
    agent.news();
    ice(&mut agent, IceState::Disconnected);
    let news = agent.news();
    assert!(news.contains(&Exit::AskAgent(true)) && !news.contains(&Exit::Validate), "{news:?}");
    agent.run(|voice, context| voice.reconnect(context));
    assert!(agent.news().contains(&Exit::Validate));
}

#[test]
fn rtc_015_media_that_does_not_return_within_5_s_opens_the_lost_device_dialog() {
    let mut agent = in_call();
    ice(&mut agent, IceState::Disconnected);
    agent.advance(4_999);
    assert!(!agent.news().contains(&Exit::OpenLostDevice(DeviceProblem::Stopped)));
    agent.advance(1);
    assert!(agent.news().contains(&Exit::OpenLostDevice(DeviceProblem::Stopped)));
}

#[test]
fn media_that_ends_with_the_connection_opens_no_lost_device_dialog() {
    let mut agent = in_call();
    agent.run(|voice, context| voice.end(context));
    ice(&mut agent, IceState::Disconnected);
    agent.advance(60_000);
    assert!(!agent.news().contains(&Exit::OpenLostDevice(DeviceProblem::Stopped)));
}

#[test]
fn stopped_media_opens_the_lost_device_dialog_and_destroys_the_session() {
    let mut agent = in_call();
    agent.run(|voice, context| voice.on_media_stopped(context));
    let news = agent.news();
    let expected = [
        Exit::StoreStatus,
        Exit::DisconnectChannel,
        Exit::OpenLostDevice(DeviceProblem::Stopped),
        Exit::Status(VoiceStatus::Disconnected),
    ];
    assert_eq!(news, expected);
    assert_eq!(agent.sent.last().map(|frame| &frame["janus"]), Some(&json!("destroy")));
}

#[test]
fn con_009_absent_mode_stops_the_attempts_and_its_end_resumes_them() {
    let mut agent = Agent::registered();
    agent.run(|voice, context| voice.set_absent(context, true));
    agent.socket_closes();
    agent.news();
    agent.advance(60_000);
    assert!(!agent.news().contains(&Exit::Validate));
    agent.run(|voice, context| voice.set_absent(context, false)).advance(2_000);
    assert!(agent.news().contains(&Exit::Validate));
}

#[test]
fn bey_024_a_reloaded_page_claims_the_session_and_the_call_goes_on() {
    let mut agent = in_call();
    agent.reloads().logged().answers_setup("N").opens();
    assert_eq!(agent.sent.last().map(|frame| &frame["janus"]), Some(&json!("claim")));
    agent.success(json!({}));
    assert_eq!(agent.voice.status(), VoiceStatus::Connected);
    let offers = |exit: &Exit| {
        matches!(exit, Exit::Command(VoiceCommand::Peer { command: crate::flow::PeerCommand::Offer, .. }))
    };
    assert!(agent.exits.iter().any(offers), "{:?}", agent.exits);
}

#[test]
fn bey_023_a_change_of_network_restarts_ice_in_the_call() {
    let mut agent = in_call();
    agent.run(|voice, context| voice.on_network_changed(context));
    let restarts = |exit: &Exit| {
        matches!(exit, Exit::Command(VoiceCommand::Peer { command: crate::flow::PeerCommand::RestartIce, .. }))
    };
    assert!(agent.exits.iter().any(restarts));
    assert_eq!(agent.voice.audio().phase, CallPhase::Talking);
}

#[test]
fn rtc_025_the_keep_alive_is_sent_every_8_s() {
    let mut agent = Agent::registered();
    agent.sent.clear();
    for sent in 1..=3 {
        agent.advance(7_999);
        assert_eq!(agent.sent.len(), sent - 1);
        agent.advance(1);
        assert_eq!(agent.sent.last().map(|frame| &frame["janus"]), Some(&json!("keepalive")));
        agent.acknowledges();
    }
}

#[test]
fn disconnecting_voice_leaves_no_timer_and_late_reports_change_nothing() {
    let mut agent = in_call();
    agent.run(|voice, context| voice.end(context));
    agent.success(json!({}));
    agent.advance(60_000);
    let signalling = [janus::Timer::KeepAlive, janus::Timer::Registration, janus::Timer::Request];
    for timer in
        signalling.map(VoiceTimer::Signalling).into_iter().chain([VoiceTimer::Reconnect, VoiceTimer::MediaReturn])
    {
        assert!(!agent.has_timer(timer), "{timer:?}");
    }
    agent.news();
    ice(&mut agent, IceState::Connected);
    agent.leg_arrives();
    assert_eq!((agent.news(), agent.voice.status()), (vec![], VoiceStatus::Disconnected));
}

#[test]
fn bey_025_mute_and_hold_belong_to_one_call() {
    let mut agent = in_call();
    agent.run(|voice, context| voice.mute(context, true));
    assert!(matches!(agent.exits.last(), Some(Exit::Command(VoiceCommand::Mute { muted: true, .. }))));
    agent.run(|voice, context| voice.hold(context, true));
    assert_eq!(agent.sip_requests(), ["hold"]);
    let bar = agent.voice.audio();
    assert!(bar.muted && bar.hold_pending && bar.phase == CallPhase::Talking);
    agent.acknowledges().sip(json!({ "event": "holding" }), None);
    let bar = agent.voice.audio();
    assert!(bar.phase == CallPhase::Held && !bar.hold_pending);
    agent.run(|voice, context| voice.hold(context, false));
    agent.acknowledges().sip(json!({ "event": "resuming" }), None);
    assert_eq!(agent.voice.audio().phase, CallPhase::Talking);
}

#[test]
fn rtc_036_tones_last_500_ms_with_a_gap_of_50_ms_and_other_characters_are_not_sent() {
    let mut agent = in_call();
    for tones in ["12#", "", "1a", "1,2"] {
        agent.run(|voice, context| voice.send_tones(context, tones));
    }
    let sent: Vec<_> = agent
        .exits
        .iter()
        .filter_map(|exit| match exit {
            Exit::Command(VoiceCommand::Peer {
                command: crate::flow::PeerCommand::Tones { tones, duration_ms, gap_ms },
                ..
            }) => Some((tones.as_str(), *duration_ms, *gap_ms)),
            _ => None,
        })
        .collect();
    assert_eq!((sent, agent.voice.audio().tones.as_str()), (vec![("12#", 500, 50)], "12#"));
}

#[test]
fn levels_and_quality_that_the_browser_reports_are_shown_on_the_call_bar() {
    let mut agent = in_call();
    let call = agent.call_number();
    for (call, microphone) in [(call, 0.5), (call + 1, 1.0)] {
        agent.run(|voice, context| {
            voice.on_levels(call, Levels { microphone, speaker: 0.25 });
            voice.on_quality(context.mono(), call, Quality { received_bytes: 10.0, ..Quality::default() });
            Vec::new()
        });
    }
    let bar = agent.voice.audio();
    assert_eq!((bar.levels.microphone, bar.quality.len(), bar.silent), (0.5, 1, false), "not those of another call");
}

#[test]
fn rtc_029_api_014_the_relay_servers_of_the_server_are_given_to_every_peer_connection() {
    let mut agent = Agent::new();
    agent.logged();
    let relay = json!({ "urls": ["turn:relay"], "username": "u", "credential": "c" });
    agent.answer("GET webrtc", 200, json!({ "exten": "1001", "iceServers": [relay] }));
    let relays = agent.exits.iter().find_map(|exit| match exit {
        Exit::Command(VoiceCommand::Relays(servers)) => {
            Some(servers.iter().map(|server| server.urls.clone()).collect())
        }
        _ => None,
    });
    assert_eq!(relays, Some(vec![vec!["turn:relay".to_owned()]]));
}

#[test]
fn con_011_an_attempt_registers_with_the_account_that_the_server_issued_for_it() {
    let mut agent = Agent::registered();
    let register = |agent: &Agent| {
        let is_register = |frame: &&serde_json::Value| frame["body"]["request"] == "register";
        agent.sent.iter().filter(is_register).map(|frame| frame["body"]["secret"].clone()).collect::<Vec<_>>()
    };
    agent.sent.clear();
    agent.socket_closes().logged();
    agent.answer("GET webrtc", 200, json!({ "exten": "1001", "secret": "renewed", "agentChannel": "N" }));
    agent.answer("GET voice/get-nodes/101", 200, json!({ "data": [{ "host": "voice.example" }] })).opens();
    agent.error(458).makes_session();
    assert_eq!(register(&agent), [json!("renewed")]);
    agent.acknowledges().sip(json!({ "event": "registration_failed", "code": 401, "reason": "Unauthorized" }), None);
    assert!(agent.news().contains(&Exit::AskAgent(true)));
    agent.run(crate::voice::Voice::reconnect).logged();
    agent.answer("GET webrtc", 200, json!({ "exten": "1001", "secret": "right", "agentChannel": "N" }));
    agent.answer("GET voice/get-nodes/101", 200, json!({ "data": [{ "host": "voice.example" }] }));
    assert_eq!(
        register(&agent),
        [json!("renewed"), json!("right")],
        "a refused registration is repeated with the new secret"
    );
    agent.is_registered();
    assert_eq!(agent.voice.status(), VoiceStatus::Connected);
}
