//! Events that arrive while a list is being loaded: the list is applied without undoing the events, and many events
//! cause few requests.

use super::bench::Bench;
use super::samples::{agent_status, channel_facts, with};
use crate::wire::{Channel, ChannelStatus};
use serde_json::{Value, json};

const EVENTS: u64 = 30;

/// A frame with the number `seq` of the epoch "e1".
pub(super) fn report(bench: &mut Bench, event: &str, seq: u64, fields: Value) {
    let envelope = json!({ "event": event, "eventId": format!("burst-{seq}"), "seq": seq, "epoch": "e1" });
    bench.frame(&with(envelope, fields).to_string());
}

fn chat(bench: &Bench) -> ChannelStatus {
    bench.workspace.channels.status(Channel::Chat)
}

#[test]
fn a_burst_of_events_of_one_channel_does_not_delay_the_status_of_the_others() {
    const STATUS: &str = "GET agents/101/status";
    let mut bench = Bench::new();
    bench.answer(STATUS, 200, with(agent_status("available"), json!({ "asOfSeq": 1, "epoch": "e1" })));
    bench.start("/login").sign_in().hold(STATUS).forget();
    let link = bench.link;
    bench.broker(crate::input::BrokerInput::Closed { link }).advance(5_000);
    for seq in 2..2 + EVENTS {
        let status = if seq % 2 == 0 { "paused" } else { "available" };
        report(
            &mut bench,
            "AgentStatusEvent",
            seq,
            json!({ "version": seq, "channels": { "chat": channel_facts(status) } }),
        );
    }
    let shown = chat(&bench);
    assert_eq!(bench.calls_of(STATUS).len(), 1);
    let older = with(agent_status("disconnected"), json!({ "asOfSeq": 1, "epoch": "e1" }));
    bench.reply(STATUS, 200, older);
    assert_eq!(chat(&bench), shown, "the events are later than the answer");
    let whatsapp = bench.workspace.channels.status(Channel::Whatsapp);
    assert_eq!(whatsapp, ChannelStatus::Disconnected, "no event was about this channel: the answer is applied");
    bench.advance(60_000 - 5_000);
    let asked = bench.calls_of(STATUS).len();
    assert!(asked <= 2, "{asked} requests");
}

#[test]
fn a_status_answer_that_cannot_be_compared_with_an_event_is_refetched_later() {
    const STATUS: &str = "GET agents/101/status";
    let mut bench = Bench::signed_in();
    bench.hold(STATUS).forget();
    let link = bench.link;
    bench.broker(crate::input::BrokerInput::Closed { link }).advance(5_000);
    let event = json!({ "event": "AgentStatusEvent", "eventId": "x", "version": 9,
        "channels": { "chat": channel_facts("paused") } });
    bench.frame(&event.to_string());
    bench.reply(STATUS, 200, with(agent_status("available"), json!({ "asOfSeq": 1, "epoch": "e1" })));
    assert_eq!((chat(&bench), bench.calls_of(STATUS).len()), (ChannelStatus::Paused, 1));
    bench.advance(5_000);
    assert_eq!(bench.calls_of(STATUS).len(), 2);
    bench.reply(STATUS, 200, with(agent_status("available"), json!({ "asOfSeq": 1, "epoch": "e1" })));
    assert_eq!(chat(&bench), ChannelStatus::Available);
}
