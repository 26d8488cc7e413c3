//! The wrap-up after a call: how the page shows the server's time, and which requests the agent sends.

use super::bench::{Bench, START};
use super::failure_rows::{Row, Told};
use super::samples::{agent_status, channel_facts, with};
use crate::channels::ChannelStatusView::{Available, Disconnected, InAttendance, ScheduledPause, WrapUp};
use crate::channels::{ChannelsIntent, WrapUpView};
use crate::flow::HttpFailure;
use crate::input::Intent;
use crate::wire::{Channel, rfc3339};
use serde_json::{Value, json};

const EXTEND: &str = "POST channels/voice/wrap-up/extend/agent/101";
const END: &str = "POST channels/voice/wrap-up/end/agent/101";
const STATUS: &str = "GET agents/101/status";

/// The facts of the voice channel during the wrap-up of this call, which began at the start of the test.
fn facts(protocol: &str, lasts_ms: i64, extended: u32) -> Value {
    let wrap_up = json!({ "protocol": protocol, "since": rfc3339(START), "until": rfc3339(START.plus_ms(lasts_ms)),
        "extended": extended, "extensions": 2 });
    with(channel_facts("in_attendance"), json!({ "wrapUp": wrap_up }))
}

impl Bench {
    /// The server reports the facts of voice.
    fn voice_is(&mut self, version: u64, facts: Value) -> &mut Self {
        self.answer(STATUS, 200, json!({ "channels": { "voice": facts } }));
        self.event("AgentStatusEvent", json!({ "version": version, "channels": { "voice": facts } }))
    }

    fn wrap_up(&self) -> Option<WrapUpView> {
        self.channel(Channel::Voice).wrap_up
    }

    fn said_of_wrap_up(&self) -> Vec<String> {
        let all = self.workspace.shell.announcements();
        all.iter().map(|said| said.text.key.clone()).filter(|key| key.starts_with("channels.wrapUp")).collect()
    }
}

fn in_wrap_up() -> Bench {
    let mut bench = Bench::new();
    bench.answer(STATUS, 200, json!({ "channels": { "voice": facts("P7", 120_000, 0) } }));
    bench.start("/login").sign_in();
    bench
}

fn sends_intent(bench: &mut Bench, intent: ChannelsIntent) {
    bench.intent(Intent::Channels(intent));
}

/// Requests whose failure shows no snackbar: the page shows the state that the server reports afterwards.
pub(super) const WRAP_UP_ROWS: &[Row] = &[
    Row {
        pending: "channels::ExtendWrapUp",
        call: EXTEND,
        before: in_wrap_up,
        told: Told::Inline,
        act: |bench| sends_intent(bench, ChannelsIntent::ExtendWrapUp),
    },
    Row {
        pending: "channels::EndWrapUp",
        call: END,
        before: in_wrap_up,
        told: Told::Inline,
        act: |bench| sends_intent(bench, ChannelsIntent::EndWrapUp),
    },
];

#[test]
fn bey_159_the_channel_shows_the_wrap_up_and_announces_its_beginning_its_last_seconds_and_its_end_once() {
    let mut bench = in_wrap_up();
    let shown = bench.wrap_up().expect("a wrap-up");
    assert_eq!((bench.channel(Channel::Voice).status, shown.until), (WrapUp, START.plus_ms(120_000).as_js()));
    assert_eq!(bench.said_of_wrap_up(), ["channels.wrapUp.announce.begun"]);
    bench.advance(109_999);
    assert!(!bench.wrap_up().expect("still").ending);
    bench.advance(1);
    assert!(bench.wrap_up().expect("still").ending);
    bench.voice_is(2, facts("P7", 120_000, 0)).advance(60_000);
    assert!(bench.wrap_up().is_some(), "only the server ends it");
    bench.voice_is(3, channel_facts("available"));
    assert_eq!((bench.wrap_up(), bench.channel(Channel::Voice).status), (None, Available));
    let said = ["begun", "ending", "over"].map(|what| format!("channels.wrapUp.announce.{what}"));
    assert_eq!(bench.said_of_wrap_up(), said);
}

#[test]
fn bey_159_after_a_reload_the_wrap_up_is_shown_at_once_and_not_announced_again() {
    let mut bench = in_wrap_up();
    bench.advance(30_000).reload();
    bench.hold(STATUS).start("/attendance");
    assert_eq!(bench.wrap_up().map(|shown| shown.until), Some(START.plus_ms(120_000).as_js()), "before any answer");
    bench.reply(STATUS, 200, json!({ "channels": { "voice": facts("P7", 120_000, 0) } }));
    assert_eq!(bench.said_of_wrap_up(), [] as [String; 0]);
    bench.advance(80_000);
    assert_eq!(bench.said_of_wrap_up(), ["channels.wrapUp.announce.ending"], "by the server's time");
}

#[test]
fn bey_159_each_further_minute_of_the_wrap_up_is_requested_once_with_its_number() {
    let mut bench = in_wrap_up();
    bench.hold(EXTEND);
    sends_intent(&mut bench, ChannelsIntent::ExtendWrapUp);
    sends_intent(&mut bench, ChannelsIntent::ExtendWrapUp);
    sends_intent(&mut bench, ChannelsIntent::EndWrapUp);
    let asked: Vec<_> = bench.calls.iter().filter(|call| call.name.contains("wrap-up")).collect();
    assert_eq!(asked.len(), 1, "one request at a time");
    assert_eq!(asked[0].json(), json!({ "protocol": "P7", "extension": 1 }));
    assert!(bench.wrap_up().expect("still").asked);
    bench.reply(EXTEND, 200, with(facts("P7", 180_000, 1), json!({ "channel": "voice", "asOfSeq": 1, "epoch": "e1" })));
    let shown = bench.wrap_up().expect("longer");
    assert_eq!((shown.until, shown.extended, shown.asked), (START.plus_ms(180_000).as_js(), 1, false));
    // The answer contains the first event already.
    bench.voice_is(3, facts("P7", 180_000, 1)).voice_is(4, facts("P7", 240_000, 2));
    sends_intent(&mut bench, ChannelsIntent::ExtendWrapUp);
    assert_eq!(bench.calls.iter().filter(|call| call.name == EXTEND).count(), 1, "the queue allows no third one");
}

#[test]
fn after_a_lost_answer_about_the_wrap_up_the_status_is_looked_up() {
    for (name, intent) in [(EXTEND, ChannelsIntent::ExtendWrapUp), (END, ChannelsIntent::EndWrapUp)] {
        let mut bench = in_wrap_up();
        bench.fail(name, HttpFailure::NoAnswer).forget();
        bench.answer(STATUS, 200, json!({ "channels": { "voice": channel_facts("available") } }));
        sends_intent(&mut bench, intent);
        bench.advance(60_000);
        assert_eq!(bench.wrap_up(), None, "{name}: what the server says");
    }
}

#[test]
fn bey_159_the_agent_ends_the_wrap_up() {
    let mut bench = in_wrap_up();
    let reply = with(channel_facts("available"), json!({ "channel": "voice", "asOfSeq": 1, "epoch": "e1" }));
    bench.answer(END, 200, reply);
    sends_intent(&mut bench, ChannelsIntent::EndWrapUp);
    assert_eq!((bench.wrap_up(), bench.channel(Channel::Voice).status), (None, Available));
    sends_intent(&mut bench, ChannelsIntent::EndWrapUp);
    assert_eq!(bench.calls.iter().filter(|call| call.name == END).count(), 1);
}

#[test]
fn bey_159_a_pause_that_begins_after_the_wrap_up_is_shown_with_the_wrap_up() {
    let mut bench = in_wrap_up();
    let scheduled = with(facts("P7", 120_000, 0), json!({ "status": "scheduled_pause", "scheduledPause": "Almoço" }));
    bench.voice_is(2, scheduled);
    assert_eq!((bench.channel(Channel::Voice).status, bench.wrap_up().is_some()), (ScheduledPause, true));
}

#[test]
fn a_disconnected_voice_channel_shows_no_wrap_up_and_a_channel_with_another_call_is_in_attendance() {
    let mut bench = in_wrap_up();
    bench.voice_is(2, with(facts("P7", 120_000, 0), json!({ "connected": false, "status": "disconnected" })));
    assert_eq!((bench.channel(Channel::Voice).status, bench.wrap_up()), (Disconnected, None));
    bench.voice_is(3, channel_facts("in_attendance"));
    assert_eq!(bench.wrap_up(), None);
    let mut bench = in_wrap_up();
    let job = with(super::samples::chat_job("P8"), json!({ "channel": "voice" }));
    bench.event("NewChatEvent", json!({ "job": job }));
    assert_eq!(bench.channel(Channel::Voice).status, InAttendance);
    assert_eq!(agent_status("available")["channels"]["voice"]["wrapUp"], Value::Null);
}
