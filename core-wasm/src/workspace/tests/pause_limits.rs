//! The alert of a pause over its limit, the start time of a pause, and wrong clocks.

use super::bench::Bench;
use super::pauses::{COFFEE, at_work, having_coffee, held, leave, left};
use crate::flow::{HttpFailure, Sound};
use crate::input::Intent;
use crate::pauses::PausesIntent;
use crate::shell::Dialog;
use crate::wire::Channel;
use rstest::rstest;
use serde_json::json;

#[test]
fn pau_029_the_alert_opens_once_when_the_limit_of_the_pause_is_exceeded() {
    let mut bench = having_coffee();
    bench.advance(899_000);
    assert_eq!(bench.dialog(), None);
    bench.advance(1_000);
    assert_eq!((bench.dialog(), held(&bench, Channel::Chat).exceeded), (Some(Dialog::PauseAlert), true));
    assert!(bench.sounds().contains(&Sound::PauseAlert));
    bench.close_dialog().advance(7_200_000);
    assert_eq!(bench.dialog(), None, "shown once for each pause");
    bench.answer("POST pauses/chat/leave/agent/101", 200, left("chat", "available"));
    leave(&mut bench, &[Channel::Chat]);
    bench.event("ChatPauseEvent", json!({ "reason": "Café" })).advance(900_000);
    assert_eq!(bench.dialog(), Some(Dialog::PauseAlert), "this is another pause");
}

/// The browser's clock is five minutes behind the server's; the pause began at the start by the server's clock.
#[rstest]
#[case::api_012_at_its_time_on_the_servers_clock(true, 600_000)]
#[case::api_012_at_its_time_on_the_browsers_clock_if_no_server_time_is_known(false, 900_000)]
fn the_limit_of_a_pause_ends(#[case] clock_known: bool, #[case] after_ms: u64) {
    let mut bench = Bench::new();
    match clock_known {
        true => bench.answer("GET system/datetime", 200, json!({ "datetime": "2026-11-20T13:50:00.000Z" })),
        false => bench.fail("GET system/datetime", HttpFailure::TimedOut),
    };
    let since = "2026-11-20T13:45:00.000Z";
    let coffee = json!({ "pauseId": "2", "pauseName": "Café", "since": since, "maxDurationSeconds": 900 });
    let mine = json!({ "data": super::samples::pauses(), "activePauses": { "chat": coffee }, "scheduledPauses": {} });
    let chat = json!({ "connected": true, "status": "paused", "pause": "Café", "since": since });
    bench.answer("GET pauses/agent/101", 200, mine);
    bench.answer("GET agents/101/status", 200, json!({ "channels": { "chat": chat } }));
    bench.start("/login").sign_in().advance(after_ms - 1_000);
    assert_eq!(bench.dialog(), None);
    bench.advance(1_000);
    assert_eq!(bench.dialog(), Some(Dialog::PauseAlert));
}

#[test]
fn ses_045_a_disabled_tab_shows_no_alert_of_a_pause_over_its_limit() {
    let mut bench = having_coffee();
    bench.reload().start("/tab-disabled").forget().advance(3_600_000);
    assert!(bench.effects.is_empty(), "{:?}", bench.effects);
}

#[test]
fn pau_029_leaving_the_pause_closes_the_alert() {
    let mut bench = having_coffee();
    bench.advance(900_000).event("ChatUnpauseEvent", json!({}));
    assert_eq!(bench.dialog(), None);
}

/// The server's answers about a pause that began at 13:45 and may last 15 minutes.
fn answer_with_coffee(bench: &mut Bench) {
    let coffee =
        json!({ "pauseId": "2", "pauseName": "Café", "since": "2026-11-20T13:45:00.000Z", "maxDurationSeconds": 900 });
    let mine = json!({ "data": super::samples::pauses(), "activePauses": { "chat": coffee }, "scheduledPauses": {} });
    let chat = json!({ "connected": true, "status": "paused", "pause": "Café", "since": "2026-11-20T13:45:00.000Z" });
    bench.answer("GET pauses/agent/101", 200, mine);
    bench.answer("GET agents/101/status", 200, json!({ "channels": { "chat": chat } }));
}

#[test]
fn pau_029_a_reload_does_not_alert_again_and_keeps_the_limit() {
    let mut bench = having_coffee();
    answer_with_coffee(&mut bench);
    bench.advance(600_000).reload().start("/");
    assert_eq!(bench.dialog(), None);
    bench.advance(300_000);
    assert_eq!(bench.dialog(), Some(Dialog::PauseAlert));
    bench.advance(1_000).reload().start("/");
    bench.advance(60_000);
    assert_eq!(bench.dialog(), None);
    assert!(held(&bench, Channel::Chat).exceeded);
}

#[test]
fn the_start_time_of_a_pause_comes_from_the_server_also_if_the_same_pause_is_entered_again() {
    let mut bench = at_work();
    let start = |minute: u32| format!("2026-11-20T13:{minute:02}:00.000Z");
    let paused = |since: &str| {
        json!({ "channel": "chat", "connected": true, "status": "paused", "since": start(40), "pause": "Café",
            "pauseSince": since, "reason": "Café" })
    };
    let shown = |bench: &Bench| held(bench, Channel::Chat).since;
    let moment = |text: &str| serde_json::from_value::<crate::wire::Wall>(json!(text)).expect("a moment").as_js();
    for since in [start(40), start(50)] {
        bench.event("ChatPauseEvent", paused(&since));
        assert_eq!(shown(&bench), Some(moment(&since)));
    }
    // The list was answered before the pause was entered again.
    let before = json!({ "pauseId": COFFEE, "pauseName": "Café", "since": start(40), "maxDurationSeconds": 900 });
    bench.answer(
        "GET pauses/agent/101",
        200,
        json!({ "data": super::samples::pauses(), "activePauses": { "chat": before } }),
    );
    bench.intent(Intent::Pauses(PausesIntent::ReloadPauses));
    let now = held(&bench, Channel::Chat);
    assert_eq!((now.since, now.max_duration_seconds), (Some(moment(&start(50))), 900));
}

#[test]
fn a_changed_clock_ends_no_pause_before_the_servers_time_is_known() {
    const HOUR_MS: i64 = 3_600_000;
    let mut bench = having_coffee();
    bench.hold("GET system/datetime");
    bench.now.wall = bench.now.wall.plus_ms(HOUR_MS);
    bench.intent(Intent::Pauses(PausesIntent::ReloadPauses)).advance(2_000);
    assert!(!held(&bench, Channel::Chat).exceeded);
    let servers_time = bench.now.wall.plus_ms(-HOUR_MS);
    bench.reply("GET system/datetime", 200, json!({ "datetime": servers_time }));
    bench.advance(10 * 60_000);
    assert!(!held(&bench, Channel::Chat).exceeded);
    bench.advance(5 * 60_000);
    assert!(held(&bench, Channel::Chat).exceeded);
}

/// The computer's clock is an hour ahead of the server's; only the answer to `system/datetime` shows it.
#[test]
fn a_wrong_clock_ends_no_pause_after_a_reload() {
    const HOUR_MS: i64 = 3_600_000;
    let mut bench = having_coffee();
    bench.now.wall = bench.now.wall.plus_ms(HOUR_MS);
    answer_with_coffee(&mut bench);
    bench.hold("GET system/datetime").reload().start("/").advance(2_000);
    assert_eq!((bench.dialog(), held(&bench, Channel::Chat).exceeded), (None, false));
    assert!(!bench.sounds().contains(&Sound::PauseAlert));
}

/// By the computer's clock the pause exceeded its limit; the measured server time shows that it did not.
#[test]
fn an_alert_caused_by_a_wrong_clock_is_closed_when_the_servers_time_is_known() {
    const HOUR_MS: i64 = 3_600_000;
    let mut bench = having_coffee();
    bench.now.wall = bench.now.wall.plus_ms(HOUR_MS);
    answer_with_coffee(&mut bench);
    bench.fail("GET system/datetime", HttpFailure::TimedOut).reload().start("/").advance(2_000);
    assert_eq!(bench.dialog(), Some(Dialog::PauseAlert), "by the computer's clock");
    let servers_time = bench.now.wall.plus_ms(-HOUR_MS);
    bench.answer("GET system/datetime", 200, json!({ "datetime": servers_time }));
    bench.reload().start("/").advance(2_000);
    assert_eq!((bench.dialog(), held(&bench, Channel::Chat).exceeded), (None, false));
    bench.advance(16 * 60_000);
    assert_eq!(bench.dialog(), Some(Dialog::PauseAlert));
}
