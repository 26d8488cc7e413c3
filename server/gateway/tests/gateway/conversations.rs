//! Tests of sound in both directions, hold, keys, ring-back tone, queue, simulated customers and the echo test.

use std::time::Duration;

use serde_json::json;
use voice_gateway::{CallFact, CallId, CallSide, ControlCommand, SimulatedCustomer};

use super::centre::Server;
use super::centre::talking;
use voice_phone::Phone;

#[tokio::test]
async fn two_browsers_hear_each_other_and_not_themselves() {
    let server = Server::start().await;
    let (mut caller, mut callee) = talking(&server).await;
    caller.browser.send_tone(Some(500.0));
    callee.browser.send_tone(Some(900.0));
    tokio::join!(caller.browser.hears_tone(900.0), callee.browser.hears_tone(500.0));
    assert_eq!(
        caller.frame("webrtcup", |frame| frame["janus"] == "webrtcup").await["session_id"],
        json!(caller.session)
    );
    let media = callee.frame("media", |frame| frame["janus"] == "media").await;
    assert_eq!((&media["type"], &media["receiving"]), (&json!("audio"), &json!(true)));
}

#[tokio::test]
async fn the_caller_hears_the_ring_back_tone_before_the_answer() {
    let server = Server::start().await;
    let (mut caller, mut callee) = (Phone::registered(&server, "2001").await, Phone::registered(&server, "2002").await);
    caller.dial("2002").await;
    caller.take_answer("progress").await;
    caller.browser.hears_tone(425.0).await;
    callee.browser.send_tone(Some(900.0));
    callee.accept().await;
    caller.browser.hears_tone(900.0).await;
}

#[tokio::test]
async fn the_side_on_hold_hears_music_and_the_other_side_hears_silence() {
    let server = Server::start().await;
    let (mut caller, mut callee) = talking(&server).await;
    caller.browser.send_tone(Some(500.0));
    callee.browser.send_tone(Some(900.0));
    tokio::join!(caller.browser.hears_tone(900.0), callee.browser.hears_tone(500.0));
    callee.simple("hold").await;
    callee.event("holding").await;
    tokio::join!(caller.browser.hears_other_than(900.0), callee.browser.hears_silence());
    callee.simple("unhold").await;
    callee.event("resuming").await;
    tokio::join!(caller.browser.hears_tone(900.0), callee.browser.hears_tone(500.0));
}

#[tokio::test]
async fn each_pressed_key_is_sent_to_the_other_side_and_reported_once() {
    let server = Server::start().await;
    let (mut caller, mut callee) = talking(&server).await;
    // A key is sent relative to the caller's sound, so there must be sound first.
    caller.browser.send_tone(Some(500.0));
    callee.browser.hears_tone(500.0).await;
    caller.browser.press(11);
    assert_eq!(callee.browser.key().await, 11);
    caller.ask(json!({"request": "dtmf_info", "digit": "7"}), None).await;
    caller.event("dtmfsent").await;
    let info = callee.event("info").await;
    assert_eq!(info["plugindata"]["data"]["result"]["content"], "Signal=7\r\nDuration=160");
    let tone = |fact| match fact {
        CallFact::Tone { side, digit, .. } => Some((side, digit)),
        _ => None,
    };
    // If a key was reported twice, the second report would be before the 7.
    assert_eq!(server.fact(tone).await, (CallSide::Caller, '#'));
    assert_eq!(server.fact(tone).await, (CallSide::Caller, '7'));
}

#[tokio::test]
async fn a_customer_in_a_queue_hears_music_and_then_the_agent() {
    let server = Server::start().await;
    let (mut customer, mut agent) =
        (Phone::registered(&server, "5511").await, Phone::registered(&server, "2001").await);
    customer.browser.send_tone(Some(500.0));
    agent.browser.send_tone(Some(900.0));
    customer.dial("queue").await;
    customer.take_answer("accepted").await;
    customer.browser.hears_other_than(900.0).await;
    let call = server.fact(|fact| if let CallFact::Queued { call } = fact { Some(call) } else { None }).await;
    server.gateway.execute(ControlCommand::Connect { call, extension: "2001".to_owned() });
    agent.accept().await;
    tokio::join!(customer.browser.hears_tone(900.0), agent.browser.hears_tone(500.0));
}

#[tokio::test]
async fn a_simulated_customer_is_heard_and_hangs_up() {
    let server = Server::start().await;
    let mut agent = Phone::registered(&server, "2001").await;
    let hangs_up_after = Some(Duration::from_millis(1_500));
    let customer = SimulatedCustomer { answers_after: Duration::ZERO, hangs_up_after, pitch: 180.0 };
    let call = server.gateway.customer_call("5511", "queue", customer);
    server.gateway.execute(ControlCommand::Connect { call, extension: "2001".to_owned() });
    agent.accept().await;
    agent.browser.connected().await;
    agent.browser.hears_other_than(425.0).await;
    assert_eq!(agent.hangup_code().await, 200);
}

#[tokio::test]
async fn the_echo_test_plays_back_the_callers_sound() {
    let server = Server::start().await;
    let mut agent = Phone::registered(&server, "2001").await;
    agent.browser.send_tone(Some(700.0));
    agent.dial("*43").await;
    agent.take_answer("accepted").await;
    agent.browser.connected().await;
    agent.browser.hears_silence().await;
    agent.browser.hears_tone(700.0).await;
    assert_eq!(agent.hangup_code().await, 200);
}

#[tokio::test]
async fn a_call_of_the_centre_rings_at_a_customer_and_then_at_an_agent() {
    let server = Server::start().await;
    let (mut customer, mut agent) =
        (Phone::registered(&server, "5511").await, Phone::registered(&server, "2001").await);
    customer.browser.send_tone(Some(500.0));
    agent.browser.send_tone(Some(900.0));
    let call = CallId(7);
    let (from, to) = ("0800".to_owned(), "5511".to_owned());
    server.gateway.execute(ControlCommand::Originate { call, from, to });
    customer.accept().await;
    customer.browser.hears_other_than(900.0).await;
    server.gateway.execute(ControlCommand::Connect { call, extension: "2001".to_owned() });
    agent.accept().await;
    tokio::join!(customer.browser.hears_tone(900.0), agent.browser.hears_tone(500.0));
}
