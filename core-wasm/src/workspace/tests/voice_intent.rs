//! Voice is connected only if the last decision about the channel was to connect it: a later loss and return of the
//! voice connection undoes neither the agent's disconnection nor a supervisor's log-off.

use super::bench::Bench;
use super::samples::{agent_record, with};
use crate::channels::{ChannelCause, ChannelsIntent};
use crate::flow::StorePlace;
use crate::input::Intent;
use crate::voice::VoiceStatus;
use crate::wire::{Channel, rfc3339};
use Step::{
    AMinute, AgentConnects, AgentDisconnects, Answered, EarlierLogin, HoldsDisconnect, LoggedOff, Loss, Refused,
    RegistrationEnded, Reload, Return,
};
use rstest::rstest;
use serde_json::json;

const CONNECT: &str = "POST channels/voice/connect/agent/101";
const DISCONNECT: &str = "POST channels/voice/disconnect/agent/101";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// The link to the voice server is lost.
    Loss,
    /// The link to the voice server is open again, and the extension is registered.
    Return,
    /// The server answers the disconnection only at `Answered` or `Refused`.
    HoldsDisconnect,
    AgentDisconnects,
    Answered,
    Refused,
    AgentConnects,
    /// An event arrives that is older than the agent's disconnection: the server had connected the channel.
    EarlierLogin,
    /// The server disconnects the channel without a reason, as after a supervisor's log-off.
    LoggedOff,
    /// The server disconnects the channel because the registration ended.
    RegistrationEnded,
    /// One minute passes. A disconnection by the server soon after a return counts as a consequence of the loss; one
    /// after a minute does not.
    AMinute,
    Reload,
}

fn connected(agent_channel: bool) -> Bench {
    let mut bench = Bench::new();
    let record = json!({ "useWebRTC": "Y", "agentPreferences": { "webRtcAutoReconnect": true } });
    bench.answer("GET agents/101", 200, with(agent_record(), record));
    let status = |connected: bool| {
        let word = if connected { "available" } else { "disconnected" };
        json!({ "channels": { "voice": { "connected": connected, "status": word } } })
    };
    bench.answer("GET agents/101/status", 200, status(true));
    let flag = if agent_channel { "Y" } else { "N" };
    let settings = json!({ "exten": "1001", "secret": "s", "sipProxy": "proxy", "agentChannel": flag });
    bench.answer("GET webrtc", 200, settings);
    bench.answer(CONNECT, 500, json!({}));
    bench.answer(DISCONNECT, 200, json!({ "success": true }));
    bench.start("/login").sign_in().registers();
    bench
}

fn take(bench: &mut Bench, step: Step) {
    let connects = Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice });
    let disconnects = Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Voice, confirmed: false });
    match step {
        Loss => {
            let link = bench.voice_link();
            bench.reports_voice(json!({ "type": "closed", "link": link }));
        }
        Return => {
            bench.advance(10_000).link_opens();
            let status = bench.workspace.voice.status();
            assert!(matches!(status, VoiceStatus::Connected | VoiceStatus::Logged), "{status:?}");
        }
        HoldsDisconnect => {
            bench.hold(DISCONNECT);
        }
        AgentDisconnects => {
            bench.intent(disconnects);
        }
        Answered => {
            bench.reply(DISCONNECT, 200, json!({ "success": true }));
        }
        Refused => {
            bench.reply(DISCONNECT, 409, json!({ "cause": "busy" }));
        }
        AgentConnects => {
            bench.intent(connects).event("VoiceLoginEvent", json!({ "voice": true }));
        }
        EarlierLogin => {
            let sent = bench.now.wall.plus_ms(-5_000);
            bench.event("VoiceLoginEvent", json!({ "voice": true, "sentAt": rfc3339(sent) }));
        }
        LoggedOff => {
            bench.event("VoiceLogoffEvent", json!({}));
        }
        RegistrationEnded => {
            bench.event("VoiceLogoffEvent", json!({ "reason": "registrationEnded" }));
        }
        AMinute => {
            for _ in 0..10 {
                bench.advance(6_000).voice_server_is_alive();
            }
        }
        Reload => {
            bench.advance(300).reload().start("/attendance").registers();
        }
    }
}

#[rstest]
#[case::disconnected_and_lost_later(&[AgentDisconnects, Loss, Return], 0)]
#[case::lost_before_and_after(&[Loss, Return, AgentDisconnects, LoggedOff, Loss, Return], 0)]
#[case::lost_while_the_answer_is_pending(&[HoldsDisconnect, AgentDisconnects, Loss, Return, Answered], 0)]
#[case::answered_during_the_loss(&[HoldsDisconnect, AgentDisconnects, LoggedOff, Loss, Answered, Return], 0)]
#[case::disconnected_during_the_loss(&[Loss, AgentDisconnects, Return], 0)]
#[case::disconnected_after_the_loss_disconnected_it(&[Loss, LoggedOff, AgentDisconnects, Return], 0)]
#[case::disconnected_soon_after_the_return(&[Loss, Return, AgentDisconnects, LoggedOff], 0)]
#[case::a_supervisor_a_minute_after_a_loss(&[Loss, Return, AMinute, LoggedOff], 0)]
#[case::a_supervisor_between_two_losses(&[Loss, Return, AMinute, LoggedOff, AMinute, Loss, Return], 0)]
#[case::a_supervisor_before_a_loss(&[LoggedOff, Loss, Return], 0)]
#[case::nothing_is_disconnected(&[Loss, Return, AMinute, Loss, Return], 0)]
#[case::a_restart_of_the_server(&[Loss, LoggedOff, Return], 1)]
#[case::a_restart_that_is_reported_after_the_return(&[Loss, Return, LoggedOff], 1)]
#[case::a_registration_that_the_server_ends_first(&[RegistrationEnded, Loss, Return], 1)]
#[case::a_refused_disconnection(&[HoldsDisconnect, AgentDisconnects, Refused, Loss, LoggedOff, Return], 1)]
#[case::connected_again_by_the_agent(&[AgentDisconnects, AgentConnects, Loss, LoggedOff, Return], 1)]
#[case::connected_by_an_event_that_was_held_back(&[LoggedOff, AgentDisconnects, EarlierLogin, Loss, LoggedOff, Return], 0)]
#[case::disconnected_before_a_reload(&[AgentDisconnects, Reload, Loss, Return], 0)]
#[case::logged_off_before_a_reload(&[LoggedOff, Reload, Loss, Return], 0)]
fn voice_is_connected_again_only_after_a_loss_that_disconnected_it(
    #[case] steps: &[Step],
    #[case] connects: usize,
    #[values(false, true)] agent_channel: bool,
) {
    let mut bench = connected(agent_channel);
    let mut by_agent = 0;
    for step in steps {
        take(&mut bench, *step);
        by_agent += usize::from(*step == AgentConnects);
    }
    bench.advance(120_000);
    assert_eq!(bench.calls_of(CONNECT).len() - by_agent, connects, "a refused attempt is not repeated");
}

#[test]
fn an_earlier_log_off_gives_no_cause_and_an_agent_who_calls_by_the_browser_gets_no_text_about_a_desk_telephone() {
    let cause = |bench: &Bench| bench.channel(Channel::Voice).cause;
    let ended = json!({ "reason": "registrationEnded", "version": 2 });
    let mut desk = Bench::signed_in();
    desk.event("VoiceLoginEvent", json!({ "version": 1 })).event("VoiceLogoffEvent", ended.clone());
    assert_eq!(cause(&desk), Some(ChannelCause::TelephoneNotRegistered));
    let mut known = Bench::signed_in();
    known.event("VoiceLoginEvent", json!({ "version": 1 })).event("VoiceLogoffEvent", json!({ "version": 3 }));
    known.event("VoiceLogoffEvent", ended.clone());
    assert_eq!(cause(&known), None, "the agent's own log-off came later");
    let mut browser = connected(false);
    browser.event("VoiceLogoffEvent", ended);
    assert_eq!(cause(&browser), None);
}

#[rstest]
#[case::wanted(false)]
#[case::disconnected_before_the_extension_was_known(true)]
fn the_extension_connects_voice_unless_the_agent_has_disconnected_it_meanwhile(#[case] disconnects: bool) {
    let mut bench = Bench::new();
    bench.answer("GET agents/101", 200, with(agent_record(), json!({ "useWebRTC": "Y" })));
    bench.answer(CONNECT, 200, json!({})).hold("GET webrtc").start("/login").sign_in();
    bench.reports_voice(json!({ "type": "ready", "webRtc": true }));
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice }));
    if disconnects {
        take(&mut bench, AgentDisconnects);
    }
    let settings = json!({ "exten": "1001", "secret": "s", "sipProxy": "proxy", "agentChannel": "N" });
    bench.reply("GET webrtc", 200, settings).link_opens();
    assert_eq!(bench.calls_of(CONNECT).len(), usize::from(!disconnects));
}

#[rstest]
#[case::before_the_ports_are_loaded(false)]
#[case::before_the_settings_are_loaded(true)]
fn an_agent_who_connects_voice_before_the_extension_is_loaded_is_connected_without_the_extension_dialog(
    #[case] ports: bool,
) {
    let mut bench = Bench::new();
    bench.answer("GET agents/101", 200, with(agent_record(), json!({ "useWebRTC": "Y" })));
    bench.answer(CONNECT, 200, json!({})).hold("GET webrtc").start("/login").sign_in();
    let ready = json!({ "type": "ready", "webRtc": true });
    if ports {
        bench.reports_voice(ready.clone());
    }
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice }));
    assert_eq!((bench.dialog(), bench.calls_of(CONNECT).len()), (None, 0));
    if !ports {
        bench.reports_voice(ready);
    }
    let settings = json!({ "exten": "1001", "secret": "s", "sipProxy": "proxy", "agentChannel": "N" });
    bench.reply("GET webrtc", 200, settings).link_opens();
    assert_eq!((bench.dialog(), bench.calls_of(CONNECT).len()), (None, 1));
}

/// Seed 845018317: a new tab without a loaded extension. The button is shown as busy meanwhile.
#[rstest]
#[case::before_the_extension_is_known(false)]
#[case::with_the_extension(true)]
fn connecting_voice_while_its_disconnection_is_under_way_changes_nothing(#[case] is_known: bool) {
    let mut bench = Bench::new();
    bench.answer("GET agents/101", 200, with(agent_record(), json!({ "useWebRTC": "Y" })));
    bench.answer(CONNECT, 200, json!({})).hold("GET webrtc").start("/login").sign_in();
    bench.reports_voice(json!({ "type": "ready", "webRtc": true }));
    let settings = json!({ "exten": "1001", "secret": "s", "sipProxy": "proxy", "agentChannel": "N" });
    if is_known {
        bench.reply("GET webrtc", 200, settings.clone());
    }
    bench.event("VoiceLoginEvent", json!({ "version": 1 })).hold(DISCONNECT);
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Voice, confirmed: true }));
    bench.intent(Intent::Channels(ChannelsIntent::ConnectChannel { channel: Channel::Voice }));
    bench.reply(DISCONNECT, 200, json!({})).event("VoiceLogoffEvent", json!({ "version": 2 }));
    if !is_known {
        bench.reply("GET webrtc", 200, settings);
    }
    bench.link_opens();
    assert_eq!(bench.calls_of(CONNECT).len(), 0);
}

#[test]
fn the_agents_disconnection_is_stored_before_its_request_is_answered() {
    let mut bench = connected(false);
    bench.hold(DISCONNECT);
    bench.intent(Intent::Channels(ChannelsIntent::DisconnectChannel { channel: Channel::Voice, confirmed: true }));
    let record = bench.stored(StorePlace::Database, "channel").expect("a record");
    assert!(record.contains("disconnected_by_agent"), "without the pause that collects changes: {record}");
}
