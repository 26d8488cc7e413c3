//! Answers to connecting, disconnecting or pausing a channel that arrive before or after the events of the same change.

use super::bench::Bench;
use super::samples::{agent_status, channel_facts, with};
use crate::channels::ChannelsIntent;
use crate::input::Intent;
use crate::pauses::PausesIntent;
use crate::wire::{Channel, ChannelStatus};
use rstest::rstest;
use serde_json::{Value, json};

const CONNECT: &str = "POST channels/chat/connect/agent/101";
const DISCONNECT: &str = "POST channels/chat/disconnect/agent/101";
const PAUSE: &str = "POST pauses/chat/enter/agent/101";
const PAUSE_SEVERAL: &str = "POST pauses/all/enter/agent/101";
const LEAVE: &str = "POST pauses/chat/leave/agent/101";
const STATUS: &str = "GET agents/101/status";
const FIRST: u64 = 10;

/// A signed-in agent whose chat had this status at the event with the number `FIRST`.
fn with_chat(status: &str) -> Bench {
    let mut bench = Bench::new();
    let status = with(agent_status(status), json!({ "asOfSeq": FIRST }));
    let jobs = json!({ "data": [], "asOfSeq": FIRST, "epoch": "e1" });
    bench
        .answer("GET agents/101/jobs/active", 200, jobs)
        .answer(STATUS, 200, status)
        .start("/login")
        .sign_in()
        .forget();
    bench
}

/// The agent acts; the answer to the request is pending.
fn sends_request(bench: &mut Bench, call: &str) {
    let (channel, channels) = (Channel::Chat, vec![Channel::Chat]);
    let pause_id = "1".into();
    bench.hold(call).intent(match call {
        CONNECT => Intent::Channels(ChannelsIntent::ConnectChannel { channel }),
        DISCONNECT => Intent::Channels(ChannelsIntent::DisconnectChannel { channel, confirmed: true }),
        LEAVE => Intent::Pauses(PausesIntent::LeavePause { channels }),
        PAUSE_SEVERAL => {
            Intent::Pauses(PausesIntent::EnterPause { channels: vec![Channel::Whatsapp, Channel::Chat], pause_id })
        }
        _ => Intent::Pauses(PausesIntent::EnterPause { channels, pause_id }),
    });
}

/// The server answers with this status of chat.
fn answer_with_status(call: &str, status: &str, as_of_seq: u64, epoch: &str) -> Value {
    let state = with(channel_facts(status), json!({ "success": true, "channel": "chat" }));
    let position = json!({ "asOfSeq": as_of_seq, "epoch": epoch });
    if call == PAUSE_SEVERAL {
        with(json!({ "success": true, "data": [state] }), position)
    } else {
        with(state, position)
    }
}

/// An event of the server reports this status of chat.
fn reported(bench: &mut Bench, seq: u64, status: &str) {
    let frame = json!({ "event": "AgentStatusEvent", "eventId": format!("status-{seq}"), "seq": seq, "epoch": "e1",
        "version": seq, "channels": { "chat": channel_facts(status) } });
    bench.frame(&frame.to_string());
}

fn status(bench: &Bench) -> ChannelStatus {
    bench.workspace.channels.status(Channel::Chat)
}

#[rstest]
#[case::connecting(CONNECT, "disconnected", "available", "paused")]
#[case::disconnecting(DISCONNECT, "available", "disconnected", "available")]
#[case::entering_a_pause(PAUSE, "available", "paused", "available")]
#[case::entering_a_pause_on_several_channels(PAUSE_SEVERAL, "available", "paused", "available")]
#[case::leaving_a_pause(LEAVE, "paused", "available", "disconnected")]
fn an_event_newer_than_a_change_is_not_undone_by_the_late_answer_to_the_change(
    #[case] call: &str,
    #[case] before: &str,
    #[case] answer: &str,
    #[case] newer: &str,
) {
    let mut bench = with_chat(before);
    sends_request(&mut bench, call);
    reported(&mut bench, FIRST + 1, answer);
    reported(&mut bench, FIRST + 2, newer);
    let expected = status(&bench);
    bench.reply(call, 200, answer_with_status(call, answer, FIRST + 1, "e1"));
    assert_eq!(status(&bench), expected);
    assert_eq!(serde_json::to_value(expected).unwrap(), newer);
}

#[rstest]
#[case::connecting(CONNECT, "disconnected", "available")]
#[case::entering_a_pause(PAUSE, "available", "paused")]
#[case::entering_a_pause_on_several_channels(PAUSE_SEVERAL, "available", "paused")]
#[case::leaving_a_pause(LEAVE, "paused", "available")]
fn an_event_that_the_answer_covers_is_dropped(#[case] call: &str, #[case] before: &str, #[case] answer: &str) {
    let mut bench = with_chat(before);
    sends_request(&mut bench, call);
    bench.reply(call, 200, answer_with_status(call, answer, FIRST + 1, "e1"));
    let expected = status(&bench);
    assert_eq!(serde_json::to_value(expected).unwrap(), answer);
    reported(&mut bench, FIRST + 1, before);
    assert_eq!(status(&bench), expected);
    reported(&mut bench, FIRST + 2, before);
    assert_ne!(status(&bench), expected, "an event after the answer counts");
}

#[test]
fn after_an_answer_of_another_epoch_the_status_is_refetched() {
    let mut bench = with_chat("disconnected");
    sends_request(&mut bench, CONNECT);
    bench.answer(STATUS, 200, with(agent_status("paused"), json!({ "asOfSeq": 2, "epoch": "e2" })));
    bench.reply(CONNECT, 200, answer_with_status(CONNECT, "available", 1, "e2"));
    assert_eq!((status(&bench), bench.calls_of(STATUS).len()), (ChannelStatus::Paused, 1));
}

#[test]
fn an_event_of_another_channel_does_not_make_an_answer_outdated() {
    let mut bench = with_chat("disconnected");
    sends_request(&mut bench, CONNECT);
    let frame = json!({ "event": "WhatsAppLoginEvent", "eventId": "other", "seq": FIRST + 2, "epoch": "e1", "version": 9,
        "channel": "whatsapp", "connected": true, "status": "available" });
    bench.frame(&frame.to_string());
    bench.reply(CONNECT, 200, answer_with_status(CONNECT, "available", FIRST + 1, "e1"));
    assert_eq!(status(&bench), ChannelStatus::Available);
}
