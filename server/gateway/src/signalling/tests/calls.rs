//! Tests of calls between two browsers, and of every way in which they end.

use rstest::rstest;
use serde_json::json;

use super::bench::{Bench, Phone, leg};
use crate::control::{CallFact, CallId, CallSide, EndCause};
use crate::media::{Hear, MediaCommand, MediaEvent, Sound};

/// Two agents in a call: 2001 called 2002.
fn talking(bench: &mut Bench) -> (Phone, Phone) {
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    bench.accept(callee);
    bench.forget();
    (caller, callee)
}

fn hear(number: u64, hear: Hear) -> MediaCommand {
    MediaCommand::Hear { leg: leg(number), hear }
}

#[test]
fn a_registration_is_accepted_with_the_right_secret_only() {
    let mut bench = Bench::new();
    let phone = bench.phone();
    bench.ask(phone, json!({"request": "register", "username": "sip:2001@centre", "secret": "wrong"}), None);
    assert_eq!(bench.frames(phone), ["registering [register-1]", "registration_failed 401 Unauthorized"]);
    bench.forget();
    bench.ask(phone, json!({"request": "register", "username": "sip:2001@centre", "secret": "secret-2001"}), None);
    assert_eq!(bench.frames(phone), ["registering [register-2]", "registered 2001"]);
    assert_eq!(bench.facts(), [CallFact::Registered { extension: "2001".into() }]);
    bench.forget();
    bench.request(phone, "unregister");
    assert_eq!(bench.frames(phone), ["unregistering [unregister-3]", "unregistered 2001"]);
    assert_eq!(bench.facts(), [CallFact::Unregistered { extension: "2001".into() }]);
}

#[test]
fn a_call_rings_at_the_latest_registration_of_an_extension_which_stays_when_an_earlier_one_ends() {
    let mut bench = Bench::new();
    let (caller, old, new) = (bench.registered("2001"), bench.registered("2002"), bench.registered("2002"));
    bench.run(crate::signalling::Input::LinkClosed { link: old.link });
    bench.pass(21);
    assert_eq!(bench.facts(), []);
    bench.call(caller, "2002");
    assert!(bench.frames(new).contains(&"incomingcall sip:2001@centre +offer".to_owned()));
}

#[test]
fn both_sides_of_an_answered_call_get_its_events_and_those_of_its_hang_up() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    assert_eq!(
        bench.frames(caller),
        [
            "calling [call-3]",
            "ringing [call-3]",
            "proceeding 180 [call-3]",
            "progress sip:2002@centre +answer [call-3]"
        ]
    );
    assert_eq!(bench.frames(callee), ["incomingcall sip:2001@centre +offer"]);
    assert_eq!(bench.sounds(), [hear(1, Hear::sound(Sound::Ringing))]);
    bench.forget();

    bench.accept(callee);
    assert_eq!(bench.frames(callee), ["accepted [accept-4]"]);
    assert_eq!(bench.frames(caller), ["accepted sip:2002@centre [call-3]"]);
    assert_eq!(bench.sounds(), [hear(1, Hear::voices(vec![leg(2)])), hear(2, Hear::voices(vec![leg(1)]))]);
    bench.forget();

    bench.request(callee, "hangup");
    assert_eq!(bench.frames(callee), ["hangingup [hangup-5]", "hangup 200 to BYE [hangup-5]", "closed: Close PC"]);
    assert_eq!(bench.frames(caller), ["hangup 200 Session Terminated [call-3]", "closed: Close PC"]);
    assert_eq!(bench.sounds(), [MediaCommand::Close { leg: leg(1) }, MediaCommand::Close { leg: leg(2) }]);
    bench.forget();

    bench.request(caller, "hangup");
    assert_eq!(bench.frames(caller), Vec::<String>::new(), "a hang-up that crosses the end of the call is ignored");
}

#[test]
fn the_facts_of_a_call_are_reported_in_their_order() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    bench.accept(callee);
    bench.request(caller, "hangup");
    let call = CallId(107);
    assert_eq!(
        bench.facts(),
        [
            CallFact::Started { call, from: "2001".into(), to: "2002".into() },
            CallFact::Ringing { call, extension: "2002".into() },
            CallFact::Answered { call, extension: "2002".into() },
            CallFact::Ended { call, cause: EndCause::HungUp(CallSide::Caller) },
        ]
    );
}

#[test]
fn without_a_ring_back_tone_the_caller_gets_the_answer_when_the_callee_accepts() {
    let mut bench = Bench::with(|config| config.ring_back = false);
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    assert_eq!(bench.frames(caller), ["calling [call-3]", "ringing [call-3]", "proceeding 180 [call-3]"]);
    bench.forget();
    bench.accept(callee);
    assert_eq!(bench.frames(caller), ["accepted sip:2002@centre +answer [call-3]"]);
}

#[test]
fn the_candidates_of_a_description_are_sent_before_it() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    let kinds: Vec<String> = bench
        .messages_to(callee.link)
        .iter()
        .map(|message| format!("{} {}", message["janus"].as_str().unwrap(), message["candidate"]))
        .collect();
    assert_eq!(
        kinds,
        [
            r#"trickle {"candidate":"candidate:1","sdpMLineIndex":0,"sdpMid":"0"}"#,
            r#"trickle {"completed":true}"#,
            "event null"
        ]
    );
    let incoming = bench.messages_to(callee.link).pop().unwrap();
    let result = &incoming["plugindata"]["data"]["result"];
    assert_eq!(result["displayname"], "\"Agent 2001\"");
    assert_eq!(result["callee"], "sip:2002@centre");
    assert_eq!(incoming["plugindata"]["data"]["call_id"], "6b");
}

#[rstest]
#[case::unknown_number("unknown", "hangup 404 Not Found", EndCause::NotFound)]
#[case::busy_number("busy", "hangup 486 Busy Here", EndCause::Busy)]
#[case::blocked_number("blocked", "hangup 403 Forbidden", EndCause::Blacklisted)]
#[case::extension_that_is_not_registered("2002", "hangup 480 Temporarily Unavailable", EndCause::Unavailable)]
fn a_call_to_an_unreachable_number_ends_at_once(#[case] number: &str, #[case] expected: &str, #[case] cause: EndCause) {
    let mut bench = Bench::new();
    let caller = bench.registered("2001");
    bench.call(caller, number);
    assert_eq!(bench.frames(caller), ["calling [call-2]".to_owned(), format!("{expected} [call-2]")]);
    assert_eq!(bench.facts().pop(), Some(CallFact::Ended { call: CallId(104), cause }));
    bench.forget();
    bench.call(caller, number);
    assert_eq!(bench.frames(caller).len(), 2, "the handle can call again");
}

#[test]
fn a_number_that_nobody_answers_ends_after_the_ring_time() {
    let mut bench = Bench::new();
    let caller = bench.registered("2001");
    bench.call(caller, "silent");
    assert_eq!(bench.frames(caller).len(), 4);
    bench.forget();
    bench.pass(29);
    assert_eq!(bench.frames(caller), Vec::<String>::new());
    bench.pass(1);
    assert_eq!(bench.frames(caller), ["hangup 408 Request Timeout [call-2]", "closed: Close PC"]);
}

#[test]
fn an_extension_that_does_not_answer_stops_ringing() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    bench.forget();
    bench.pass(30);
    assert_eq!(bench.frames(caller), ["hangup 408 Request Timeout [call-3]", "closed: Close PC"]);
    assert_eq!(bench.frames(callee), ["hangup 487 Request Terminated [register-2]", "closed: Close PC"]);
}

#[rstest]
#[case::declined_as_busy(json!({"request": "decline"}), "486 Busy Here")]
#[case::declined_for_good(json!({"request": "decline", "code": 603}), "603 Decline")]
#[case::declined_by_a_hang_up(json!({"request": "hangup"}), "486 Busy Here")]
fn a_declined_call_ends_for_both(#[case] body: serde_json::Value, #[case] ending: &str) {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    bench.forget();
    bench.ask(callee, body, None);
    assert_eq!(bench.frames(caller), [format!("hangup {ending} [call-3]"), "closed: Close PC".into()]);
    assert!(bench.frames(callee)[1].starts_with(&format!("hangup {ending}")));
}

#[test]
fn a_cancelled_call_ends_for_both() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.call(caller, "2002");
    bench.forget();
    bench.request(caller, "hangup");
    assert_eq!(
        bench.frames(caller),
        ["hangingup [hangup-4]", "hangup 487 Request Terminated [hangup-4]", "closed: Close PC"]
    );
    assert_eq!(bench.frames(callee), ["hangup 487 Request Terminated [register-2]", "closed: Close PC"]);
    assert_eq!(bench.facts(), [CallFact::Ended { call: CallId(107), cause: EndCause::Cancelled }]);
}

#[test]
fn a_call_to_an_agent_in_a_call_is_refused_as_busy_and_reported_as_missed() {
    let mut bench = Bench::new();
    let (_, callee) = talking(&mut bench);
    let third = bench.registered("2003");
    bench.call(third, "2002");
    assert_eq!(bench.frames(third)[1], "hangup 486 Busy Here [call-6]");
    assert_eq!(bench.frames(callee), ["missed_call"]);
    let missed = bench.messages_to(callee.link).pop().unwrap();
    let expected = json!({"event": "missed_call", "caller": "sip:2003@centre", "callee": "sip:2002@centre",
        "displayname": "\"Agent 2003\""});
    assert_eq!(missed["plugindata"]["data"]["result"], expected);
}

#[test]
fn an_offer_without_pcmu_is_refused_as_not_acceptable() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    bench.ask(caller, json!({"request": "call", "uri": "sip:2002@centre"}), Some(("offer", "opus")));
    assert_eq!(bench.frames(caller), ["calling [call-3]", "hangup 488 Not Acceptable Here [call-3]"]);
    assert_eq!(bench.frames(callee), Vec::<String>::new());
    bench.call(caller, "2002");
    bench.forget();
    bench.ask(callee, json!({"request": "accept"}), Some(("answer", "opus")));
    assert_eq!(bench.frames(callee)[0], "hangup 488 Not Acceptable Here [accept-5]");
    assert_eq!(bench.frames(caller)[0], "hangup 488 Not Acceptable Here [call-4]");
}

#[test]
fn hold_plays_music_to_the_other_side_until_the_call_is_resumed() {
    let mut bench = Bench::new();
    let (caller, callee) = talking(&mut bench);
    bench.request(callee, "hold");
    assert_eq!(bench.frames(callee), ["holding [hold-5]"]);
    assert_eq!(bench.sounds(), [hear(1, Hear::sound(Sound::Music)), hear(2, Hear::silence())]);
    assert_eq!(bench.frames(caller), Vec::<String>::new(), "no description is sent to the browsers");
    bench.forget();
    bench.request(callee, "hold");
    assert_eq!((bench.sounds(), bench.facts()), (vec![], vec![]), "a repeated hold changes nothing");
    bench.request(callee, "unhold");
    assert_eq!(bench.frames(callee), ["holding [hold-6]", "resuming [unhold-7]"]);
    assert_eq!(bench.sounds(), [hear(1, Hear::voices(vec![leg(2)])), hear(2, Hear::voices(vec![leg(1)]))]);
    assert_eq!(bench.facts(), [CallFact::Held { call: CallId(107), side: CallSide::Callee, held: false }]);
}

#[test]
fn a_client_that_does_not_accept_changes_by_itself_gets_an_updatingcall_event() {
    let mut bench = Bench::new();
    let (caller, callee) = (bench.registered("2001"), bench.registered("2002"));
    let body = json!({"request": "call", "uri": "sip:2002@centre", "autoaccept_reinvites": false});
    bench.ask(caller, body, Some(("offer", "pcmu")));
    bench.accept(callee);
    bench.forget();
    bench.request(callee, "hold");
    assert_eq!(bench.frames(caller), ["updatingcall sip:2002@centre +offer"]);
    bench.ask(caller, json!({"request": "update"}), Some(("answer", "pcmu")));
    assert_eq!(bench.frames(caller)[1], "updated [update-6]");
}

#[test]
fn an_update_is_answered_and_an_invalid_update_does_not_end_the_call() {
    let mut bench = Bench::new();
    let (caller, _) = talking(&mut bench);
    bench.ask(caller, json!({"request": "update"}), Some(("offer", "pcmu")));
    assert_eq!(bench.frames(caller), ["updating [update-5]", "accepted sip:2002@centre +answer [update-5]"]);
    bench.forget();
    bench.ask(caller, json!({"request": "update"}), Some(("offer", "opus")));
    assert_eq!(bench.frames(caller), ["updating [update-6]", "sip error 450 [update-6]"]);
    assert_eq!(bench.facts(), []);
}

#[test]
fn a_key_is_sent_to_the_other_side_and_reported_to_the_contact_centre() {
    let mut bench = Bench::new();
    let (caller, callee) = talking(&mut bench);
    bench.ask(caller, json!({"request": "dtmf_info", "digit": "5"}), None);
    assert_eq!(bench.frames(caller), ["dtmfsent [dtmf_info-5]"]);
    let info = bench.messages_to(callee.link).pop().unwrap();
    assert_eq!(info["plugindata"]["data"]["result"]["content"], "Signal=5\r\nDuration=160");
    bench.media(MediaEvent::Tone { leg: leg(2), digit: '#' });
    let tone = |side, digit| CallFact::Tone { call: CallId(107), side, digit };
    assert_eq!(bench.facts(), [tone(CallSide::Caller, '5'), tone(CallSide::Callee, '#')]);
    let passed_on = MediaCommand::Tone { leg: leg(1), digit: '#', duration: std::time::Duration::from_millis(160) };
    assert_eq!(bench.sounds(), [passed_on]);
}

#[test]
fn a_text_is_sent_to_the_other_side() {
    let mut bench = Bench::new();
    let (caller, callee) = talking(&mut bench);
    bench.ask(caller, json!({"request": "info", "type": "text/plain", "content": "hello"}), None);
    assert_eq!(bench.frames(caller), ["infosent [info-5]"]);
    let info = bench.messages_to(callee.link).pop().unwrap();
    assert_eq!(
        info["plugindata"]["data"]["result"],
        json!({"event": "info", "type": "text/plain", "content": "hello"})
    );
    assert_eq!(info["transaction"], json!(null));
}

#[test]
fn a_closed_connection_of_one_side_ends_the_call_for_both() {
    let mut bench = Bench::new();
    let (caller, callee) = talking(&mut bench);
    bench.media(MediaEvent::Closed { leg: leg(1) });
    assert_eq!(bench.frames(caller), ["hangingup", "closed: DTLS alert", "hangup 200 to BYE [call-3]"]);
    assert_eq!(bench.frames(callee), ["hangup 200 Session Terminated [accept-4]", "closed: Close PC"]);
    bench.forget();
    bench.media(MediaEvent::Closed { leg: leg(1) });
    assert_eq!((bench.frames(caller), bench.facts()), (vec![], vec![]), "the leg is gone");
}

#[test]
fn a_lost_connection_ends_the_call() {
    let mut bench = Bench::new();
    let (caller, callee) = talking(&mut bench);
    bench.media(MediaEvent::Lost { leg: leg(2) });
    assert_eq!(bench.frames(callee)[1], "closed: ICE failed");
    assert_eq!(bench.frames(caller)[0], "hangup 200 Session Terminated [call-3]");
    assert_eq!(bench.facts(), [CallFact::Ended { call: CallId(107), cause: EndCause::Lost(CallSide::Callee) }]);
}

#[test]
fn an_established_connection_and_its_silence_are_reported() {
    let mut bench = Bench::new();
    let (caller, _) = talking(&mut bench);
    bench.media(MediaEvent::Up { leg: leg(1) });
    bench.media(MediaEvent::Receiving { leg: leg(1), mid: "l1T".into(), receiving: true });
    bench.media(MediaEvent::Receiving { leg: leg(1), mid: "l1T".into(), receiving: false });
    assert_eq!(bench.frames(caller), ["webrtcup", "media true", "media false"]);
    let silent = bench.messages_to(caller.link).pop().unwrap();
    assert_eq!((&silent["mid"], &silent["seconds"], &silent["type"]), (&json!("l1T"), &json!(1), &json!("audio")));
    let media = |receiving| CallFact::Media { call: CallId(107), side: CallSide::Caller, receiving };
    assert_eq!(bench.facts(), [media(true), media(false)]);
}

#[test]
fn the_requests_hangup_and_detach_of_the_core_protocol_end_the_call() {
    let mut bench = Bench::new();
    let (caller, callee) = talking(&mut bench);
    let frame = |verb: &str, phone: Phone| json!({"janus": verb, "transaction": "x", "session_id": phone.session, "handle_id": phone.handle});
    bench.frame(caller.link, &frame("hangup", caller));
    assert_eq!(bench.frames(caller), ["success [x]", "hangup 200 to BYE [call-3]", "closed: Close PC"]);
    assert_eq!(bench.frames(callee)[0], "hangup 200 Session Terminated [accept-4]");
    bench.call(caller, "2002");
    bench.forget();
    bench.frame(caller.link, &frame("detach", caller));
    assert_eq!(bench.frames(caller).first().map(String::as_str), Some("success [x]"));
    assert_eq!(bench.frames(caller).last().map(String::as_str), Some("detached"));
    assert_eq!(bench.frames(callee)[0], "hangup 487 Request Terminated [accept-4]");
}

#[test]
fn candidates_of_a_client_are_passed_to_its_leg() {
    let mut bench = Bench::new();
    let (caller, _) = talking(&mut bench);
    let frame = json!({"janus": "trickle", "transaction": "x", "session_id": caller.session,
        "handle_id": caller.handle, "candidate": {"candidate": "candidate:9"}});
    bench.frame(caller.link, &frame);
    assert_eq!(bench.sounds(), [MediaCommand::Candidate { leg: leg(1), candidate: "candidate:9".into() }]);
}
