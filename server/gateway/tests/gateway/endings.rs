//! Tests of how calls end, with clients that have real descriptions and connections.

use std::time::Duration;

use rstest::rstest;
use serde_json::json;
use voice_gateway::{CallFact, CallSide, EndCause};

use super::centre::Server;
use super::centre::talking;
use voice_phone::Browser;
use voice_phone::Phone;

fn ended(fact: CallFact) -> Option<EndCause> {
    if let CallFact::Ended { cause, .. } = fact { Some(cause) } else { None }
}

#[rstest]
#[case::unknown_number("unknown", 404)]
#[case::busy_number("busy", 486)]
#[case::blocked_number("blocked", 403)]
#[case::number_that_nobody_answers("silent", 408)]
#[case::extension_that_is_not_registered("2009", 480)]
#[tokio::test]
async fn an_unanswered_call_ends_with_the_code_of_its_cause(#[case] number: &str, #[case] code: u64) {
    let server = Server::with(|config| config.signalling.ring_timeout = Duration::from_millis(300)).await;
    let mut caller = Phone::registered(&server, "2001").await;
    caller.dial(number).await;
    assert_eq!(caller.hangup_code().await, code);
}

#[tokio::test]
async fn a_declined_call_and_a_cancelled_call_end_on_both_sides() {
    let server = Server::start().await;
    let (mut caller, mut callee) = (Phone::registered(&server, "2001").await, Phone::registered(&server, "2002").await);
    caller.dial("2002").await;
    callee.event("incomingcall").await;
    callee.ask(json!({"request": "decline", "code": 603}), None).await;
    assert_eq!((caller.hangup_code().await, callee.hangup_code().await), (603, 603));
    caller.browser = Browser::open().await;
    caller.dial("2002").await;
    callee.event("incomingcall").await;
    caller.simple("hangup").await;
    assert_eq!((caller.hangup_code().await, callee.hangup_code().await), (487, 487));
    assert_eq!(server.fact(ended).await, EndCause::Declined(603));
    assert_eq!(server.fact(ended).await, EndCause::Cancelled);
}

#[tokio::test]
async fn a_hang_up_closes_the_connections_of_both_sides() {
    let server = Server::start().await;
    let (mut caller, mut callee) = talking(&server).await;
    caller.simple("hangup").await;
    assert_eq!((caller.hangup_code().await, callee.hangup_code().await), (200, 200));
    tokio::join!(caller.browser.closed(), callee.browser.closed());
}

#[tokio::test]
async fn an_offer_without_pcmu_is_refused_with_488() {
    let server = Server::start().await;
    let mut caller = Phone::registered(&server, "2001").await;
    caller.browser = Browser::with_codec(false).await;
    caller.dial("*43").await;
    assert_eq!(caller.hangup_code().await, 488);
    for sdp in ["", "v=0", "m=audio 9 UDP/TLS/RTP/SAVPF 0"] {
        caller.ask(json!({"request": "call", "uri": "sip:*43@centre"}), Some(("offer", sdp.into()))).await;
        assert_eq!(caller.hangup_code().await, 488, "{sdp:?}");
    }
}

#[tokio::test]
async fn a_browser_that_closes_its_connection_hangs_up_the_call() {
    let server = Server::start().await;
    let (mut caller, mut callee) = talking(&server).await;
    caller.browser.close();
    let closed = caller.frame("hangup", |frame| frame["janus"] == "hangup").await;
    assert_eq!(closed["reason"], "DTLS alert");
    assert_eq!(callee.hangup_code().await, 200);
    assert_eq!(server.fact(ended).await, EndCause::Closed(CallSide::Caller));
}

#[tokio::test]
async fn a_vanished_browser_is_reported_as_silent_and_then_as_lost() {
    let server = Server::with(|config| {
        config.limits.silence = Duration::from_millis(200);
        config.limits.lost = Duration::from_secs(2);
    })
    .await;
    let (mut caller, mut callee) = talking(&server).await;
    callee.browser.send_tone(Some(900.0));
    caller.browser.hears_tone(900.0).await;
    callee.browser.end_without_closing();
    let silent = callee.frame("silence", |frame| frame["janus"] == "media" && frame["receiving"] == json!(false)).await;
    assert_eq!(silent["type"], "audio");
    assert_eq!(caller.hangup_code().await, 200);
    assert_eq!(server.fact(ended).await, EndCause::Lost(CallSide::Callee));
}

#[tokio::test]
async fn a_call_continues_after_an_interruption_of_4_s_when_its_session_is_claimed() {
    let server = Server::start().await;
    let (mut caller, mut callee) = talking(&server).await;
    callee.browser.send_tone(Some(900.0));
    caller.browser.hears_tone(900.0).await;
    caller.cut().await;
    // 200 packets are 4 s.
    caller.browser.hears_tone_for(900.0, 200).await;
    assert_eq!(caller.claim(&server).await["janus"], "success");
    callee.simple("hangup").await;
    assert_eq!(caller.hangup_code().await, 200);
}

#[tokio::test]
async fn bey_024_a_reloaded_page_claims_its_session_and_continues_its_call_over_a_new_connection() {
    let server = Server::start().await;
    let (mut caller, mut callee) = talking(&server).await;
    callee.browser.send_tone(Some(900.0));
    caller.browser.hears_tone(900.0).await;
    caller.browser.close();
    caller.cut().await;
    caller.browser = Browser::open().await;
    assert_eq!(caller.claim(&server).await["janus"], "success");
    let offer = caller.browser.offer().await;
    caller.ask(json!({"request": "update"}), Some(("offer", offer))).await;
    caller.take_answer("accepted").await;
    caller.browser.connected().await;
    caller.browser.hears_tone(900.0).await;
    caller.browser.send_tone(Some(500.0));
    callee.browser.hears_tone(500.0).await;
    callee.simple("hangup").await;
    assert_eq!(caller.hangup_code().await, 200);
    assert_eq!(server.fact(ended).await, EndCause::HungUp(CallSide::Callee));
}

#[tokio::test]
async fn a_session_that_is_not_claimed_in_time_ends_with_its_call() {
    let server = Server::with(|config| config.signalling.claim_timeout = Duration::from_millis(300)).await;
    let (mut caller, mut callee) = talking(&server).await;
    caller.cut().await;
    assert_eq!(callee.hangup_code().await, 200);
    assert_eq!(caller.claim(&server).await["error"]["code"], 458);
}
